"""The games in replays/, each opened once in a process; and their files taken apart and put together."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from zlib import crc32

from protocol.deck.batch_arithmetic import Calculator, Memo
from protocol.files.log_file import MAGIC
from protocol.replay.recording import Recording, open_recording

FOLDER = Path(__file__).parents[2] / "replays"
NAMES = sorted(path.stem for path in FOLDER.glob("*.uno"))
RULE_SETS = ("classic", "flip", "battle", "crash", "swap", "no-mercy")


def path(name: str) -> Path:
    return FOLDER / f"{name}.uno"


def records(content: bytes) -> list[bytes]:
    """What a game's file holds: the genesis, then the entries."""
    found, rest = [], content[len(MAGIC) :]
    while rest:
        size = int.from_bytes(rest[:4], "big")
        found.append(rest[8 : 8 + size])
        rest = rest[8 + size :]
    return found


def written(parts: list[bytes]) -> bytes:
    """With every checksum right."""
    return MAGIC + b"".join(len(p).to_bytes(4, "big") + crc32(p).to_bytes(4, "big") + p for p in parts)


class Trusting(Memo):
    """Takes every proof as good: what it opens must have been verified elsewhere, as the samples are."""

    def check(self, statement: bytes, verify: Callable[[], None], audit: bool = False) -> None:
        """Five times as fast."""


@cache
def recording(name: str) -> Recording:
    return open_recording(path(name), Calculator(memo=Trusting()))


def winner(name: str) -> str:
    """Who won a game that each played alone and for points: the one with the most."""
    game = recording(name)
    return max(zip(game.match.totals, game.names, strict=True))[1]
