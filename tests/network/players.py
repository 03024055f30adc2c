"""Players as processes on loopback, each with a folder of its own, and what tests ask of them."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from tests.network.networks import Machine

PATIENCE = 150.0
"""Seconds to wait for what must happen; machines that run tests are busy."""
QUICK = ("--target", "30", "--uno-window", "50", "--hand-size", "4")
LONG = ("--target", "1", "--uno-window", "50", "--hand-size", "12")
"""One round with more than 40 entries: a match that is long enough to be killed in, with one shuffle only."""


def until(what: Callable[[], bool], why: str, seconds: float = PATIENCE) -> None:
    """Wait for a condition; looks often, and fails with words."""
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            raise AssertionError(f"waited {seconds:.0f} s for {why}")
        time.sleep(0.02)


class Player:
    """One `p2puno` in a process group of its own; started again, it goes on in the same folder."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder / name
        self.folder.mkdir()
        self.name = name
        self.save = self.folder / "game.uno"
        self.said = self.folder / "said"
        self.inside: tuple[str, ...] = ()
        """What starts a program in the network that this player is in, if it is one of its own."""
        self._process: subprocess.Popen[bytes] | None = None
        self._counted = (0, 0)

    def start(self, *arguments: str) -> Player:
        with self.said.open("ab") as said:
            self._process = subprocess.Popen(
                [*self.inside, sys.executable, "-m", "cli", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                start_new_session=True,
                env={
                    **os.environ,
                    "P2PUNO_HOME": str(self.folder / "home"),
                    "P2PUNO_DEBUG": "1",
                    "LANGUAGE": "en",
                },
            )
        return self

    def host(self, *arguments: str, bot: str = "normal") -> Player:
        own = ("--name", self.name, *self._local, "--save", str(self.save), *_played(bot))
        return self.start("host", *own, *arguments)

    def join(self, address: str, *arguments: str, bot: str = "normal") -> Player:
        own = ("--name", self.name, *self._local, "--yes", "--save", str(self.save), *_played(bot))
        return self.start("join", address, *own, *arguments)

    @property
    def _local(self) -> tuple[str, ...]:
        return () if self.inside else ("--local",)

    def watch(self, address: str) -> Player:
        return self.start("watch", address, "--local", "--save", str(self.save))

    def resume(self, bot: str = "normal") -> Player:
        return self.start("resume", str(self.save), *_played(bot))

    # -- what it says and writes

    @property
    def text(self) -> str:
        return self.said.read_text(errors="replace") if self.said.exists() else ""

    def hears(self, pattern: str, seconds: float = PATIENCE) -> re.Match[str]:
        """Wait until it has said something."""
        found: list[re.Match[str]] = []

        def look() -> bool:
            found.extend(re.finditer(pattern, self.text))
            return bool(found) or self.ended

        until(look, f"{self.name} to say {pattern!r}; it said:\n{self.text[-2000:]}", seconds)
        assert found, f"{self.name} ended without saying {pattern!r}:\n{self.text[-3000:]}"
        return found[0]

    @property
    def address(self) -> str:
        """What to type to join the table that this player opened."""
        return self.hears(r"p2puno join (\S+#\w{4}-?\w{4})").group(1)

    @property
    def entries(self) -> int:
        """How far the game is in this player's file."""
        from protocol.files.log_file import read_log
        from protocol.remote_errors import RemoteError

        try:
            size = self.save.stat().st_size
            if size != self._counted[0]:
                self._counted = size, len(read_log(self.save)[1])
        except (OSError, RemoteError):
            return 0
        return self._counted[1]

    def records(self, entries: int) -> None:
        """Wait until the game is so far here, or over."""
        until(lambda: self.entries >= entries or self.ended, f"{self.name} to record {entries} entries")

    def bot_files(self) -> list[Path]:
        return sorted((self.folder / "home" / "games" / "bots").glob("*.uno"))

    # -- how it ends

    @property
    def ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """As if the power had gone; its bots are to notice by themselves."""
        if self._process is not None:
            if self._process.poll() is None:
                self._process.send_signal(signal.SIGKILL)
            self._process.wait()

    def tell(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def finish(self, status: int = 0, seconds: float = PATIENCE) -> None:
        """Wait for its end."""
        assert self._process is not None
        until(lambda: self.ended, f"{self.name} to end; it said:\n{self.text[-1500:]}", seconds)
        assert self._process.returncode == status, self.text[-3000:]

    def clear(self) -> None:
        """End it and all that it started."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


def _played(bot: str) -> tuple[str, ...]:
    return ("--as-bot", bot, "--pace", "0") if bot else ()


class Room:
    """A test's players; all of them are gone when it ends."""

    def __init__(self, folder: Path, machines: Sequence[Machine] = ()) -> None:
        """Each player at a machine of their own, if there are machines; else all on loopback."""
        self.folder = folder
        self.machines = machines
        self.players: list[Player] = []

    def player(self, name: str) -> Player:
        player = Player(self.folder, name)
        if self.machines:
            player.inside = self.machines[len(self.players)].inside
        self.players.append(player)
        return player

    def table(self, count: int, *options: str) -> list[Player]:
        """So many players at one table, each a bot in a process of its own."""
        names = ("Ada", "Bruno", "Clara", "Dario", "Elena", "Felix", "Greta", "Hugo", "Ines", "Jonas")
        players = [self.player(name) for name in names[:count]]
        players[0].host("--players", str(count), *options)
        address = players[0].address
        for player in players[1:]:
            player.join(address)
        return players

    def clear(self) -> None:
        for player in self.players:
            player.clear()


def same_and_right(files: Iterable[Path], state: str = "complete") -> None:
    """All files are one and the same game, and it verifies."""
    from protocol.replay.verify import verify

    paths = list(files)
    first = paths[0].read_bytes()
    for path in paths[1:]:
        assert path.read_bytes() == first, f"{path} differs from {paths[0]}"
    verdict = verify(paths[0])
    assert verdict.state == state, verdict
