"""A run with faults drawn from its seed: one table, one match, and everything that can befall it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from random import Random

from p2puno.options import VARIANTS
from protocol.deck import Calculator
from protocol.log.table_terms import Terms
from tests.simulation.cheating import CheatingTable
from tests.simulation.house_rules import random_house_rules
from tests.simulation.noise import Noise
from tests.simulation.players import Players
from tests.simulation.promises import check_all, ended_alike
from tests.simulation.world import Weather, World, quick_terms

STORM = 240_000
"""For how many milliseconds there are faults; afterwards everybody is there again."""
LIMIT = 900_000
"""Virtual time within which a match must be over then."""


@dataclass(frozen=True)
class Plan:
    seed: int
    terms: Terms
    operators: tuple[int, ...]
    faults: tuple[str, ...]
    spectators: int

    @property
    def limit(self) -> int:
        """By when the game must be over."""
        return STORM + LIMIT


KINDS = (
    "calm",
    "loss",
    "slow",
    "twice",
    "crashes",
    "long crashes",
    "partitions",
    "halves",
    "links",
    "all down",
    "forks",
    "withholding",
    "lies",
    "noise",
)
CHEATS = {"forks": 0.15, "withholding": 0.07, "lies": 0.1, "noise": 0.1}
"""How many tables have such a seat. One seat does it all: of three operators two must be honest."""


def plan(seed: int, house: bool = False) -> Plan:
    """What a seed stands for; with `house`, with house rules."""
    random = Random(f"plan {seed}")
    mode = random.choice(("single",) * 30 + ("challenge",) * 6 + ("partners",) * 3 + ("rotating",))
    variant = random.choice(VARIANTS)
    seats = {"partners": 4, "rotating": 4}.get(mode) or random.choice(
        (2,) * 6 + (3,) * 12 + (4,) * 12 + (5,) * 6 + (6, 6, 7, 8, 10)
    )
    if seats == 4 and mode == "rotating" and seed % 2:
        mode = "tournament"
    operators = list(range(seats))
    if random.random() < 0.35:  # bots of somebody at the table
        for seat in range(1, seats):
            if random.random() < 0.4:
                operators[seat] = random.choice([o for o in operators[:seat] if operators[o] == o])
    target = 1 if mode in ("rotating", "tournament") else random.choice((1, 1, 20, 60))
    if mode == "challenge":
        target = random.choice((20, 40))
    terms = quick_terms(
        "redeal" if random.random() < 0.15 else "go-on",
        mode=mode,
        variant=variant,
        target=target,
        hand_size=random.choice((2, 2, 3, 4)) if mode not in ("rotating", "tournament") else 1,
        scoring="lowest" if mode == "single" and random.random() < 0.2 else "points",
        house_rules=random_house_rules(Random(f"house rules {seed}"), variant) if house else (),
    )
    faults = tuple(kind for kind in KINDS[1:-3] if random.random() < CHEATS.get(kind, 0.35))
    if random.random() < 0.05:
        faults = ()
    cheating = Random(f"cheats {seed}")
    faults += tuple(kind for kind in KINDS[-3:] if cheating.random() < CHEATS[kind])
    return Plan(seed, terms, tuple(operators), faults or ("calm",), int(random.random() < 0.2))


class Faults:
    """Makes weather, cuts and crashes until the storm is over."""

    def __init__(self, world: World, kinds: tuple[str, ...], random: Random) -> None:
        self.world = world
        self.kinds = kinds
        self.random = random
        weather = Weather()
        if "loss" in kinds:
            weather.loss = random.choice((0.02, 0.1, 0.2))
        if "twice" in kinds:
            weather.twice = 0.2
        if "slow" in kinds:
            weather.slowest = random.choice((200, 1_000, 3_000))
        if "crashes" in kinds:
            weather.crash = random.choice((0.0003, 0.001, 0.003))
        world.weather = weather
        long = "long crashes" in kinds

        def downtime() -> int:
            return random.choice((100, 1_000, 5_000, 40_000 if long else 8_000, 90_000 if long else 10_000))

        world.downtime = downtime
        for kind in ("partitions", "halves", "links", "all down"):
            if kind in kinds:
                self._plan(kind)
        for peer in world.everybody:
            peer.skew = random.randrange(10_000_000)
            peer.rate = random.choice((1.0, 1.0, 0.97, 1.03))
        if "forks" in kinds:
            cheat = random.choice(world.peers)
            cheat.forking = random.choice((0.02, 0.1))
        elif CHEATS.keys() & set(kinds):
            cheat = random.choice(world.peers)
        if CHEATS.keys() & set(kinds):
            cheat.honest = False
            cheat.lying = "lies" in kinds
            cheat.withholding = 0.1 if "withholding" in kinds else 0.0
            cheat.make_table = partial(CheatingTable, cheat)
        if "noise" in kinds:
            Noise(cheat, random, STORM)
        world.after(STORM, self.end)

    def _plan(self, kind: str) -> None:
        self.world.after(self.random.randrange(2_000, 60_000), lambda: self._strike(kind))

    def _strike(self, kind: str) -> None:
        world, random = self.world, self.random
        if world.now >= STORM:
            return
        world.count(kind)
        seats = [peer.seat for peer in world.everybody]
        random.shuffle(seats)
        length = random.choice((500, 4_000, 12_000, 30_000, 60_000))
        if kind == "all down":
            for peer in world.everybody:
                if peer.table is not None:
                    world.crash(peer, random.randrange(500, 20_000))
        elif kind == "partitions":
            at = random.randrange(1, len(seats))
            world.part(seats[:at], seats[at:])
        elif kind == "halves":
            world.part(seats[: len(seats) // 2], seats[len(seats) // 2 :])
        else:
            world.heal()
            pairs = [frozenset((a, b)) for a in seats for b in seats if a < b]
            world.cut = set(random.sample(pairs, max(1, len(pairs) // 4)))
        world.after(length, world.heal)
        self._plan(kind)

    def end(self) -> None:
        world = self.world
        world.heal()
        if world.harsh:
            for peer in world.everybody:
                peer.trouble = world.now
        slow = world.weather.slowest
        world.weather = Weather(slowest=min(slow, 200))
        for peer in world.peers:
            peer.forking = peer.withholding = 0.0
            peer.lying = False


def run(
    seed: int, calculator: Calculator | None = None, house: bool = False
) -> tuple[Plan, Counter[str], int]:
    """Play what a seed stands for to its end and check every promise. Gives what it covered, and how many
    entries the log has."""
    chosen = plan(seed, house)
    world = World(seed, chosen.terms, chosen.operators, calculator=calculator, spectators=chosen.spectators)
    Players(world)
    Faults(world, chosen.faults, Random(f"faults {seed}"))
    world.start()
    world.run(lambda: ended_alike(world), chosen.limit)
    check_all(world)
    return chosen, world.covered, len(world.peers[0].disk.entries)
