"""The networks of master, by rule set and side; the files in `networks` hold their weights.

They were learned in rounds against three hard bots: `benchmarks/model/learn.cpp` says how to do that again.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from p2puno.bots.network import Network, read
from p2puno.bots.networks import battle, classic, crash, flip, swap

_TEXTS: Mapping[str, str] = MappingProxyType(
    {
        "classic": classic.TEXT,
        "flip": flip.TEXT,
        "battle": battle.TEXT,
        "crash": crash.TEXT,
        "swap": swap.TEXT,
    }
)


@cache
def networks(rule_set: str) -> tuple[Network, ...] | None:
    """The networks of a rule set by its name, that of the light side first; None if it has none yet."""
    if rule_set not in _TEXTS:
        return None
    return tuple(read(part) for part in _TEXTS[rule_set].strip().split("\n\n"))
