"""The networks of master, by rule set and side; the files in `networks` hold their weights.

Fitted on rounds in which master and hard bots play, by temporal differences: 118,000 rounds of classic, and
56,000 to 102,000 of each other rule set, beginning with the networks of classic. Those of classic then
learned the difference between moves, from 107,000 positions in which every move was played to the end. A
compiled model of the rules and of hard played these rounds. `python -m benchmarks.fit_master` fits networks
with the engine itself, on rounds among hard bots: it takes longer, and they will differ.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from p2puno.bots.network import Network, read
from p2puno.bots.networks import battle, classic, crash, flip, swap
from p2puno.bots.position import SIZE

_TEXTS: Mapping[str, str] = MappingProxyType(
    {
        "classic": classic.TEXT,
        "flip": flip.TEXT,
        "battle": battle.TEXT,
        "crash": crash.TEXT,
        "swap": swap.TEXT,
    }
)


class Networks(NamedTuple):
    """Two judgements of a position on one side of the cards."""

    moved: Network
    """When our turn has just ended."""
    to_move: Network
    """When our turn begins."""


@cache
def networks(rule_set: str) -> tuple[Networks, ...] | None:
    """The networks of a rule set by its name, those of the light side first; None if it has none yet."""
    if rule_set not in _TEXTS:
        return None
    found = [read(part, SIZE) for part in _TEXTS[rule_set].strip().split("\n\n")]
    return tuple(Networks(moved, to_move) for moved, to_move in zip(found[::2], found[1::2], strict=True))
