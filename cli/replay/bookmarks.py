"""Bookmarks in recorded games."""

from __future__ import annotations

import json
from pathlib import Path

from protocol.files.store import data_folder


class Bookmarks:
    """The marked turns of one game. One small file holds the bookmarks of all games."""

    def __init__(self, game: bytes, path: Path | None = None) -> None:
        self.path = path or data_folder() / "bookmarks.json"
        self.game = game.hex()
        self.turns: list[int] = sorted(self._read().get(self.game, []))

    def toggle(self, turn: int) -> bool:
        """Set or remove a bookmark; returns whether it is set now. Disk errors only prevent saving it."""
        if turn in self.turns:
            self.turns.remove(turn)
        else:
            self.turns = sorted([*self.turns, turn])
        everything = self._read() | {self.game: self.turns}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(
                json.dumps({game: turns for game, turns in everything.items() if turns}), "utf-8"
            )
        except OSError:
            pass
        return turn in self.turns

    def after(self, turn: int) -> int | None:
        """The next marked turn; after the last one, the first."""
        return next((marked for marked in self.turns if marked > turn), self.turns[0] if self.turns else None)

    def _read(self) -> dict[str, list[int]]:
        try:
            read = json.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(read, dict):
            return {}
        return {
            str(game): [turn for turn in turns if isinstance(turn, int)]
            for game, turns in read.items()
            if isinstance(turns, list)
        }
