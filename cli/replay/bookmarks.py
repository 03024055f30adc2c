"""Places in recorded games that somebody wants to find again."""

from __future__ import annotations

import json
from pathlib import Path

from protocol.files.store import data_folder


class Bookmarks:
    """The marked turns of one game; kept in one small file for all games."""

    def __init__(self, game: bytes, path: Path | None = None) -> None:
        self.path = path or data_folder() / "bookmarks.json"
        self.game = game.hex()
        self.turns: list[int] = sorted(self._read().get(self.game, []))

    def toggle(self, turn: int) -> bool:
        """Set or take away; True if it is set now. A disk that refuses costs only the memory of it."""
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
        """The next marked turn, from the first again after the last."""
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
