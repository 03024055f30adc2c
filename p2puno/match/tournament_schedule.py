"""Who sits where in each stage of a tournament (M-01, M-02, M-07): whist designs, or else a search.

A schedule is exact for 8, 12, 16, 20 and 24 players, and for primes of the form 4k + 1. For all other numbers
of players it is searched for, always with the same outcome, and `quality` says how good it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import combinations

from p2puno.options import MAX_PLAYERS, MAX_STAGES, MIN_PLAYERS

Table = tuple[int, int, int, int]
"""Four players clockwise: the first and third are partners, and the second and fourth."""
Stage = tuple[Table, ...]
Pairs = tuple[tuple[int, int], tuple[int, int]]

_STARTERS: dict[int, tuple[Pairs, ...]] = {
    8: (((7, 0), (1, 3)), ((2, 6), (4, 5))),
    12: (((11, 0), (5, 9)), ((6, 1), (3, 2)), ((8, 10), (4, 7))),
    16: (((15, 0), (13, 6)), ((14, 3), (2, 8)), ((10, 5), (9, 7)), ((11, 12), (1, 4))),
    20: (
        ((19, 0), (9, 8)),
        ((11, 5), (18, 13)),
        ((17, 14), (2, 12)),
        ((16, 4), (3, 1)),
        ((15, 7), (10, 6)),
    ),
    24: (
        ((23, 0), (11, 17)),
        ((19, 3), (22, 12)),
        ((7, 18), (8, 9)),
        ((6, 21), (16, 14)),
        ((20, 1), (5, 2)),
        ((13, 4), (10, 15)),
    ),
}
"""The first stage of each whist design. Adding 1 modulo v - 1 to all but the last player gives the next."""

_LEAST_STARTS, _STARTS = 6, 400
"""How many times the search begins anew for each stage: at least, and divided by the number of players."""
_PARTNERS_AGAIN, _PARTNERS_WERE_OPPONENTS, _OPPONENTS_AGAIN, _OPPONENTS_WERE_PARTNERS = 12, 2, 3, 1


def schedule(players: int, stages: int) -> tuple[Stage, ...]:
    """The tables of every stage, for players numbered from 0."""
    if not (MIN_PLAYERS <= players <= MAX_PLAYERS and 1 <= stages <= MAX_STAGES):
        raise ValueError(f"no tournament of {players} players and {stages} stages")
    if players in _STARTERS:
        exact = [_shifted(_STARTERS[players], stage, players - 1) for stage in range(players - 1)]
    elif players % 4 == 1 and (first := _prime_starter(players)):
        exact = [_shifted(first, stage, players) for stage in range(players)]
    else:
        return _searched(players, stages)
    return tuple(exact[stage % len(exact)] for stage in range(stages))


@dataclass(frozen=True, slots=True)
class Quality:
    """How even a schedule is. Two players who never meet count as 0."""

    partners: tuple[int, int]
    """The least and greatest number of stages in which two players are partners."""
    opponents: tuple[int, int]
    repeated: int
    """How many times two players are partners who were so before."""
    sitting_out: tuple[int, int]
    """The least and greatest number of stages in which a player sits out."""


def quality(players: int, stages: Sequence[Stage]) -> Quality:
    partners, opponents = Counter[frozenset[int]](), Counter[frozenset[int]]()
    played = Counter[int]()
    for table in (table for stage in stages for table in stage):
        for one, other in combinations(range(4), 2):
            pair = frozenset((table[one], table[other]))
            (partners if other - one == 2 else opponents)[pair] += 1
        played.update(table)
    pairs = [frozenset(pair) for pair in combinations(range(players), 2)]
    out = [len(stages) - played[player] for player in range(players)]
    return Quality(
        (min(partners[pair] for pair in pairs), max(partners[pair] for pair in pairs)),
        (min(opponents[pair] for pair in pairs), max(opponents[pair] for pair in pairs)),
        sum(count - 1 for count in partners.values()),
        (min(out), max(out)),
    )


def _shifted(first: Sequence[Pairs], by: int, modulus: int) -> Stage:
    def player(base: int) -> int:
        return base if base >= modulus else (base + by) % modulus

    return tuple((player(a), player(b), player(c), player(d)) for (a, c), (b, d) in first)


def _prime_starter(players: int) -> tuple[Pairs, ...]:
    """The first stage of a whist design for a prime 4k + 1; nothing for other numbers."""
    if any(players % divisor == 0 for divisor in range(2, players)):
        return ()
    k = players // 4
    root = next(g for g in range(2, players) if len({pow(g, i, players) for i in range(4 * k)}) == 4 * k)

    def power(exponent: int) -> int:
        return pow(root, exponent, players)

    return tuple(((power(i), power(i + 2 * k)), (power(i + k), power(i + 3 * k))) for i in range(k))


# -- the search ----------------------------------------------------------------------------------------


class _Past:
    """How often two players were partners and opponents, and each sat out."""

    def __init__(self, players: int) -> None:
        self.partners = [[0] * players for _ in range(players)]
        self.opponents = [[0] * players for _ in range(players)]
        self.out = [0] * players

    def add(self, stage: Stage) -> None:
        seated = {player for table in stage for player in table}
        self.out = [count + (player not in seated) for player, count in enumerate(self.out)]
        for a, b, c, d in stage:
            for one, other in ((a, c), (b, d)):
                self.partners[one][other] += 1
                self.partners[other][one] += 1
            for one, other in ((a, b), (b, c), (c, d), (d, a)):
                self.opponents[one][other] += 1
                self.opponents[other][one] += 1

    def cost(self, table: Sequence[int]) -> int:
        """How much these four have met before, in this order."""
        a, b, c, d = table
        cost = 0
        for one, other in ((a, c), (b, d)):
            cost += _PARTNERS_AGAIN * self.partners[one][other] ** 2
            cost += _PARTNERS_WERE_OPPONENTS * self.opponents[one][other]
        for one, other in ((a, b), (b, c), (c, d), (d, a)):
            cost += _OPPONENTS_AGAIN * self.opponents[one][other] ** 2
            cost += _OPPONENTS_WERE_PARTNERS * self.partners[one][other]
        return cost


@lru_cache(16)
def _searched(players: int, stages: int) -> tuple[Stage, ...]:
    past, found = _Past(players), []
    starts = range(max(_LEAST_STARTS, _STARTS // players))
    for stage in range(stages):
        best = min((_settled(past, _drawn(past, stage, start)) for start in starts), key=_total)
        tables = tuple((a, b, c, d) for a, b, c, d in best[0])
        past.add(tables)
        found.append(tables)
    return tuple(found)


def _total(found: tuple[list[list[int]], int]) -> int:
    return found[1]


def _drawn(past: _Past, stage: int, start: int) -> list[list[int]]:
    """A random seating, without those whose turn it is to sit out."""
    numbers = _numbers(f"{stage} {start}")
    order = [player for _number, player in sorted((next(numbers), player) for player in range(len(past.out)))]
    count = len(order) - len(order) % 4
    idle = sorted(order, key=lambda player: past.out[player])[: len(order) - count]
    seated = [player for player in order if player not in idle]
    return [seated[at : at + 4] for at in range(0, count, 4)]


def _settled(past: _Past, tables: list[list[int]]) -> tuple[list[list[int]], int]:
    """Exchange two players as long as that makes it cheaper."""
    costs = [past.cost(table) for table in tables]
    places = [(table, seat) for table in range(len(tables)) for seat in range(4)]
    better = True
    while better:
        better = False
        for (one, i), (other, j) in combinations(places, 2):
            if costs[one] + costs[other] == 0:
                continue
            first, second = tables[one], tables[other]
            first[i], second[j] = second[j], first[i]
            now = past.cost(first), past.cost(second)
            before = costs[one] if one == other else costs[one] + costs[other]
            if (now[0] if one == other else sum(now)) < before:
                costs[one], costs[other] = now
                better = True
            else:
                first[i], second[j] = second[j], first[i]
    return tables, sum(costs)


def _numbers(seed: str) -> Iterator[bytes]:
    counter = 0
    while True:
        yield sha256(f"p2puno/schedule {seed} {counter}".encode()).digest()
        counter += 1
