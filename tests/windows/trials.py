"""What is tried on Windows: each trial is a function, and its first line says what it shows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from tests.cli.terminal import Pilot, Terminal
from tests.network.players import QUICK, Player, same_and_right, until
from tests.windows.wine import Windows, seen


class There(Player):
    """A player on Windows. Wine gives a program pipes or a terminal, but no files: `cat` writes them."""

    def __init__(self, program: Callable[..., tuple[str, ...]], folder: Path, name: str) -> None:
        super().__init__(folder, name)
        self._program = program

    def start(self, *arguments: str) -> There:
        words = (seen(Path(word)) if word.startswith("/") else word for word in arguments)
        home = {"P2PUNO_HOME": seen(self.folder / "home"), "P2PUNO_DEBUG": "1"}
        with self.said.open("ab") as said:
            written = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=said)
        self._process = subprocess.Popen(
            self._program("--lang", "en", *words),
            stdin=subprocess.PIPE,
            stdout=written.stdin,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env={**os.environ, **home},
        )
        assert written.stdin is not None
        written.stdin.close()
        return self


class Place:
    """Where a trial happens: an empty folder, players here and there, and terminals."""

    def __init__(self, windows: Windows, folder: Path, stack: ExitStack) -> None:
        self.windows = windows
        self.folder = folder
        self._stack = stack

    def here(self, name: str) -> Player:
        """A player on this system."""
        return self._cleared(Player(self.folder, name))

    def there(self, name: str, app: Path | None = None) -> There:
        """A player on Windows, by the app if there is one."""
        windows = self.windows
        program = partial(windows.start, app) if app else partial(windows.command, "-m", "cli")
        player = There(program, self.folder, name)
        self._cleared(player)
        return player

    def _cleared(self, player: Player) -> Player:
        self._stack.callback(player.clear)
        return player

    def run(self, *arguments: str, typed: str = "", status: int = 0) -> str:
        """Run a command on Windows to its end; what it says."""
        home = {"P2PUNO_HOME": seen(self.folder / "home"), "P2PUNO_CONFIG": seen(self.folder / "settings")}
        done = subprocess.run(
            self.windows.command("-m", "cli", *arguments),
            input=typed.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, **home},
            timeout=300,
        )
        said = done.stdout.decode("utf-8")
        assert done.returncode == status, f"{arguments}: status {done.returncode}\n{said[-2000:]}"
        assert "Traceback" not in said, said[-2000:]
        return said

    def terminal(self, *arguments: str) -> Terminal:
        """A command in wine's console."""
        config = Path(seen(self.folder / "settings"))
        program = self.windows.on_screen("-m", "cli", "--lang", "en")
        home = seen(self.folder / "home")
        return self._stack.enter_context(
            Terminal(*arguments, config=config, program=program, P2PUNO_HOME=home)
        )


TRIALS: list[Callable[[Place], None]] = []


def trial(function: Callable[[Place], None]) -> Callable[[Place], None]:
    TRIALS.append(function)
    return function


@trial
def start(place: Place) -> None:
    """starts, tells its version, speaks German in UTF-8, and finds nothing wrong with the network"""
    said = place.run("--version")
    assert re.match(r"p2puno \d", said), said
    assert "für" in place.run("--lang", "de", "--help")
    said = place.run("doctor", "--lang", "en")
    assert said.rstrip().endswith("Everything is fine."), said


@trial
def settings(place: Place) -> None:
    """keeps settings, and names outside of any code page"""
    place.run("settings", "name=Zoë Łukasz", "theme=light")
    assert "Zoë Łukasz" in place.run("settings", "--lang", "en")


@trial
def lines(place: Place) -> None:
    """plays a match against bots in lines, over pipes"""
    options = ("--bots", "2", "--seed", "3", "--speed", "0", "--target", "1", "--hand-size", "3")
    said = place.run("play", "--plain", "--lang", "en", *options, typed="1\n" * 400)
    assert "wins the match" in said or "win the match" in said, said[-1500:]


@trial
def bots(place: Place) -> None:
    """plays a match over sockets with bots in processes of their own; it verifies on both systems"""
    save = place.folder / "demo.uno"
    place.run("demo", "--players", "3", *QUICK, "--save", seen(save))
    same_and_right([save])
    assert "complete and valid" in place.run("verify", seen(save), "--lang", "en")


@trial
def guest(place: Place) -> None:
    """joins a table that was opened on Linux, and both write the same file"""
    _play_together(place.here("Ada").host("--players", "2", *QUICK), place.there("Bruno"))


@trial
def host(place: Place) -> None:
    """opens a table that is joined from Linux, and both write the same file"""
    _play_together(place.there("Ada").host("--players", "2", *QUICK), place.here("Bruno"))


def _play_together(ada: Player, bruno: Player) -> None:
    bruno.join(ada.address)
    for player in (ada, bruno):
        player.finish()
    same_and_right([ada.save, bruno.save])


@trial
def killed(place: Place) -> None:
    """is killed in the middle of a game, resumes it, and plays it to its end"""
    ada, bruno = place.here("Ada"), place.there("Bruno")
    ada.host("--players", "2", *QUICK)
    bruno.join(ada.address)
    bruno.records(30)
    bruno.kill()
    bruno.resume()
    for player in (ada, bruno):
        player.finish()
    same_and_right([ada.save, bruno.save])


@trial
def locked(place: Place) -> None:
    """keeps a game that is being played from a second program, but lets it be read"""
    ada, bruno = place.there("Ada"), place.here("Bruno")
    ada.host("--players", "2", *QUICK)
    bruno.join(ada.address)
    ada.records(10)
    bruno.kill()  # so that the game waits for him
    said = place.run("resume", seen(ada.save), "--lang", "en", status=2)
    assert "being played by another p2puno" in said, said
    assert "the game was not finished" in place.run("verify", seen(ada.save), "--lang", "en")
    bruno.resume()
    for player in (ada, bruno):
        player.finish()
    same_and_right([ada.save, bruno.save])


@trial
def nearby(place: Place) -> None:
    """is found nearby by Linux, and finds a table of Linux"""
    for opens, looks in (
        (place.there("Ada"), place.here("Bruno")),
        (place.here("Clara"), place.there("Dario")),
    ):
        opens.start("host", "--name", opens.name, "--players", "2", "--save", str(opens.save))
        opens.hears(r"p2puno join (\S+)")

        def listed(looks: Player = looks, name: str = opens.name) -> bool:
            """Again, as long as the table has not been heard of."""
            if looks.ended:
                looks.start("join")
            return bool(re.search(rf"{name}: Classic UNO", looks.text))

        until(listed, f"{looks.name} to find the table of {opens.name}")


@trial
def afterwards(place: Place) -> None:
    """replays, exports and counts recorded games"""
    game = seen(Path(__file__).parents[2] / "replays" / "flip.uno")
    assert "complete and valid" in place.run("verify", game, "--lang", "en")
    assert len(place.run("replay", game, "--plain").splitlines()) > 50
    page = place.folder / "game.html"
    place.run("export", game, "--output", seen(page))
    here = place.folder / "here.html"
    command = [sys.executable, "-m", "cli", "export", "replays/flip.uno", "--output", str(here)]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "LANGUAGE": "en"})
    assert page.read_bytes() == here.read_bytes(), "the page differs from the one made on Linux"
    assert place.run("stats", game)


@trial
def screen(place: Place) -> None:
    """plays a match on the full screen by keys alone, as far as wine's console goes"""
    terminal = place.terminal("play", "--seed", "3", "--bots", "2", "--speed", "200", "--target", "60")
    Pilot(terminal).play_match()
    assert terminal.ends(pressing="\r") == 0
    assert "Traceback" not in terminal.text


@trial
def unread(place: Place) -> None:
    """ends in silence when nobody reads its lines any more"""
    game = seen(Path(__file__).parents[2] / "replays" / "flip.uno")
    with subprocess.Popen(
        place.windows.command("-m", "cli", "replay", game, "--plain"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.readline()
        program.stdout.close()
        assert b"p2puno" not in program.stderr.read()
    assert program.returncode == 141


@trial
def interrupted(place: Place) -> None:
    """takes letters beyond ASCII from the console, and ends by Ctrl-C in lines"""
    terminal = place.terminal("play", "--plain", "--seed", "3", "--speed", "0")
    terminal.sees("Your choice")
    terminal.type("größer\r")
    terminal.sees('"größer" is not a command or a choice here')
    terminal.type("\x03")
    assert terminal.ends() == 130


@trial
def app(place: Place) -> None:
    """becomes one file, dist/p2puno.exe, with nothing of wine in it, that plays alone and with Linux"""
    made = place.windows.make_app()
    assert not (strange := place.windows.strange_parts(made)), strange
    _play_together(place.here("Ada").host("--players", "2", *QUICK), place.there("Bruno", made))
