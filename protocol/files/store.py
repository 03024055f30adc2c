"""The folder with a player's keys and games, and the names of game files."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from protocol.files.errors import FileFault, StoreError
from protocol.files.log_file import TakenError, lock, sync_folder
from protocol.files.private_files import Exposed, create, make_folder, open_own
from protocol.identity import Identity
from protocol.log.entry import digest
from protocol.log.genesis import read_body
from protocol.net.keys_and_card import Keys

SUFFIX, JOURNAL_SUFFIX = ".uno", ".journal"
SECRET_BYTES = 32
LONGEST_WHO = 60
"""Limit in bytes of the players' names in a file name, which then stays within 143 bytes."""
_ELSEWHERE = "elsewhere"


def data_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """$P2PUNO_HOME, or the user's data folder."""
    if own := environ.get("P2PUNO_HOME"):
        return Path(own)
    if platform == "win32" and (folder := environ.get("LOCALAPPDATA")):
        return Path(folder) / "p2puno"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "p2puno"
    data = environ.get("XDG_DATA_HOME") or ""
    return (Path(data) if os.path.isabs(data) else Path.home() / ".local" / "share") / "p2puno"


class Store:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.games = folder / "games"
        self.bots = self.games / "bots"
        self.exposed: dict[Path, Exposed] = {}
        """The player's key files, if other users of the machine could read them."""
        self._identity: BinaryIO | None = None
        try:
            make_folder(self.games)
        except OSError as error:
            raise StoreError(FileFault.UNWRITABLE, folder, error) from error

    def keys(self) -> Keys:
        """The player's own keys, created on first use; nobody else may read the file.

        A second program of the same player gets different keys, so that both can sit at one table.
        """
        path = self.folder / "identity"
        if not os.path.lexists(path):
            self._make_identity(path)
        try:
            descriptor, exposed = open_own(path)
            file = os.fdopen(descriptor, "rb+")
            secrets = file.read()
        except OSError as error:
            raise StoreError(FileFault.UNREADABLE, path, error) from error
        if exposed is not Exposed.NO:
            self.exposed[path] = exposed
        if len(secrets) != 2 * SECRET_BYTES:
            file.close()
            raise StoreError(FileFault.IDENTITY_DAMAGED, path)
        try:
            lock(file.fileno())
        except TakenError:
            file.close()
            return Keys.fresh()
        self._identity = file  # kept open, and so locked, while this program runs
        return Keys.from_secrets(secrets[:SECRET_BYTES], secrets[SECRET_BYTES:])

    def identity(self) -> bytes | None:
        """The player's public key, also while another program uses the keys; None if there is none yet. Does
        not repair the file's mode: `keys` does, and reports it."""
        path = self.folder / "identity"
        try:
            secrets = path.read_bytes() if path.is_file() else b""
        except OSError:
            return None
        return Identity(secrets[:SECRET_BYTES]).public if len(secrets) == 2 * SECRET_BYTES else None

    def close(self) -> None:
        """Release the player's keys for another program."""
        if self._identity is not None:
            self._identity.close()
            self._identity = None

    def _make_identity(self, path: Path) -> None:
        part = path.with_suffix(f".{os.urandom(8).hex()}")
        try:
            with os.fdopen(create(part), "wb") as file:
                file.write(os.urandom(2 * SECRET_BYTES))
                file.flush()
                os.fsync(file.fileno())
            try:
                os.link(part, path)  # the first program wins, and nobody reads half a file
            except FileExistsError:
                pass
            except OSError:
                os.replace(part, path)
            part.unlink(missing_ok=True)
            sync_folder(self.folder)
        except OSError as error:
            raise StoreError(FileFault.UNWRITABLE, self.folder, error) from error

    def path_for(self, body: bytes, seat: int | None, bot: bool = False) -> Path:
        """A new file name with the time, rule set and players. `body` is the body of the game's genesis."""
        read = read_body(body)
        names = "-".join(re.sub(r"[^\w]+", "", player.name) or "x" for player in read.players)
        who = names.encode()[:LONGEST_WHO].decode(errors="ignore")
        when = datetime.now().strftime("%Y-%m-%d_%H-%M-%S")
        own = "" if seat is None else f"_{seat}"
        name = f"{when}_{read.terms.options.variant}_{who}_{digest(body).hex()[:6]}{own}"
        folder = self.bots if bot else self.games
        make_folder(folder)
        path, number = folder / (name + SUFFIX), 2
        while os.path.lexists(path) or os.path.lexists(path.with_suffix(JOURNAL_SUFFIX)):
            path, number = folder / f"{name}_{number}{SUFFIX}", number + 1
        return path

    def saved(self) -> list[Path]:
        """All games of the player, newest first."""
        return sorted(self.games.glob(f"*{SUFFIX}"), reverse=True)

    def remember(self, path: Path) -> None:
        """Remember a game that is recorded outside our folder, so that `seats` lists it too."""
        with (self.folder / _ELSEWHERE).open("a", encoding="utf-8") as file:
            file.write(json.dumps(str(path.absolute())) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def forget(self, path: Path) -> None:
        """Undo `remember` for a game that was deleted: it is no longer missed. Raises OSError."""
        others = self._elsewhere() - {path.absolute()}
        if others == self._elsewhere():
            return
        part = self.folder / f"{_ELSEWHERE}.{os.urandom(8).hex()}"
        with os.fdopen(create(part), "w", encoding="utf-8") as file:
            file.writelines(json.dumps(str(one)) + "\n" for one in sorted(others))
            file.flush()
            os.fsync(file.fileno())
        part.replace(self.folder / _ELSEWHERE)
        sync_folder(self.folder)

    def seats(self, bots: bool = False) -> list[Path]:
        """The files of all games in which the player, or a bot of theirs, has a seat (a journal exists), last
        played first. A game that has not begun has no file yet."""
        folder = self.bots if bots else self.games
        found = (*folder.glob(f"*{JOURNAL_SUFFIX}"), *folder.glob(f"*/tournament{JOURNAL_SUFFIX}"))
        paths = {path.with_suffix(SUFFIX) for path in found}
        played: dict[Path, float] = {}
        for path in paths if bots else paths | self._elsewhere():
            with suppress(OSError):
                played[path] = path.with_suffix(JOURNAL_SUFFIX).stat().st_mtime
        return sorted(played, key=lambda path: (played[path], path), reverse=True)

    def all_here(self) -> bool:
        """Whether every game outside our folder is present: one may be on an unmounted drive."""
        return all(os.path.exists(path.with_suffix(JOURNAL_SUFFIX)) for path in self._elsewhere())

    def _elsewhere(self) -> set[Path]:
        try:
            lines = (self.folder / _ELSEWHERE).read_text("utf-8").splitlines()
            return {Path(json.loads(line)) for line in lines}
        except (OSError, ValueError, TypeError):  # missing or damaged: those games are still found by name
            return set()
