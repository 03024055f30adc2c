"""A run with a coalition drawn from its seed: some operators with their bots against all others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from p2puno.options import VARIANTS
from protocol.deck import Calculator
from protocol.log.table_terms import Terms
from protocol.play.game import Game
from tests.simulation.habits import NAMED, RANDOM, CatchFirst, Habit, Quit, RefusedAhead, WalkBack
from tests.simulation.house_rules import random_house_rules
from tests.simulation.invariants import Broken, Watch, Watched
from tests.simulation.members import Member, Mind
from tests.simulation.players import Players
from tests.simulation.promises import all_over, where
from tests.simulation.world import BrokenPromise, Peer, Weather, World, quick_terms

STORM = 45_000
"""For how many milliseconds the coalition cheats and the weather is bad."""
LIMIT = 150_000
"""By when most matches are over."""
PAUSE = 60_000
"""If not, within this time the log must go on, if the honest seats can do without the coalition."""
STEPS = 25_000
"""A longer game is cut short: steps of all peers together."""
AFTER = 5_000
"""For how long the coalition may go on after the match is over."""


@dataclass(frozen=True)
class Plan:
    seed: int
    terms: Terms
    operators: tuple[int, ...]
    coalition: frozenset[int]
    """The seats of the coalition."""
    habits: tuple[type[Habit], ...]
    weather: str

    @property
    def seats(self) -> int:
        return len(self.operators)

    @property
    def outvotes(self) -> bool:
        """Whether the coalition can lose an honest seat by its own votes, which nobody can prevent."""
        operators = set(self.operators)
        cheats = {self.operators[seat] for seat in self.coalition}
        half = 2 * len(cheats) == len(operators) and min(operators) in cheats
        return len(operators) > 2 and (2 * len(cheats) > len(operators) or half)

    @property
    def endable(self) -> bool:
        """Whether the honest seats can play the match to its end without the coalition."""
        honest = set(self.operators) - {self.operators[seat] for seat in self.coalition}
        return (
            2 * len(honest) > len(set(self.operators)) > 2
            and self.terms.options.mode in ("single", "challenge")
            and self.weather != "partition"
        )

    def __str__(self) -> str:
        options = self.terms.options
        habits = ", ".join(habit.__name__ for habit in self.habits)
        return (
            f"{options.variant} {options.mode} {options.scoring} to {options.target}, {self.terms.dropout}, "
            f"operators {self.operators}, coalition {sorted(self.coalition)}, {self.weather}: {habits}; "
            f"house rules: {','.join(options.house_rules) or 'none'}"
        )


def plan(seed: int, house: bool = False) -> Plan:
    """What a seed stands for; with `house`, with house rules."""
    random = Random(f"coalition {seed}")
    if random.random() < 0.45:
        attack = random.choice(NAMED)
        habits = [attack, *(habit for habit in RANDOM if random.random() < 0.08)]
    else:
        habits = random.sample(RANDOM, random.choice((1, 2, 3, 4)))
    if Random(f"refused ahead {seed}").random() < 0.06:  # drawn apart, so that older seeds stand for the same
        habits.append(RefusedAhead)
    mode = random.choice(("single",) * 30 + ("challenge",) * 6 + ("partners",) * 3 + ("rotating",))
    seats = 4 if mode in ("partners", "rotating") else random.choice((2, 3, 3, 3, 4, 4, 4, 5, 5, 6))
    if random.random() < 0.06 and mode == "single":
        seats = random.choice((7, 8, 9, 10))
    if mode == "rotating" and random.random() < 0.5:
        mode = "tournament"
    if any(habit.accomplices for habit in habits):
        seats = max(seats, 3)
    operators, coalition = _operators(random, seats)
    while len(coalition) < 2 and any(habit.accomplices for habit in habits):
        operators, coalition = _operators(random, seats)
    scoring = "lowest" if mode in ("single", "partners") and random.random() < 0.3 else "points"
    if Quit in habits and mode == "single":
        scoring = "lowest"
    target = random.choice((1, 30, 60))
    if mode in ("rotating", "tournament"):
        target = 1
    elif mode == "challenge" or scoring == "lowest":
        target = random.choice((20, 40, 70))
    if WalkBack in habits or Quit in habits:
        target *= 2
    dropout, variant = "redeal" if random.random() < 0.25 else "go-on", random.choice(VARIANTS)
    terms = quick_terms(
        dropout,
        mode=mode,
        variant=variant,
        target=target,
        hand_size=1 if mode in ("rotating", "tournament") else random.choice((2, 2, 3, 4)),
        scoring=scoring,
        uno_window=600 if CatchFirst in habits else 100,
        house_rules=random_house_rules(Random(f"house rules {seed}"), variant) if house else (),
    )
    terms = Terms(terms.options, terms.dropout, grace=8_000, machine_grace=3_000, turn_time=4_000)
    weather = random.choice(("calm",) * 14 + ("slow", "slow", "crashes", "crashes", "partition", "partition"))
    return Plan(seed, terms, operators, coalition, tuple(habits), weather)


def _operators(random: Random, seats: int) -> tuple[tuple[int, ...], frozenset[int]]:
    """Who runs which seat, and the seats of one to three operators that act together."""
    people = random.choice([number for number in (2, 2, 3, 3, 4, 5, 6) if number <= seats])
    own = sorted(random.sample(range(seats), people))
    cheats = random.sample(own, random.choice([n for n in (1, 1, 1, 1, 2, 2, 3) if n < people]))
    operators = []
    for seat in range(seats):
        if seat in own:
            operators.append(seat)
        else:  # a bot, of the coalition more often than not
            operators.append(random.choice(cheats if random.random() < 0.7 else own))
    return tuple(operators), frozenset(seat for seat in range(seats) if operators[seat] in cheats)


@dataclass(frozen=True)
class Outcome:
    """What a game came to, as an honest seat has it."""

    plan: Plan
    entries: int
    covered: Counter[str]
    over: bool
    won: float
    """The coalition's part of the winners."""
    points: float
    """What the coalition got for each round (in `points`), or for each hand that it was dealt (else, and then
    as a loss): more is better."""
    dealt: float
    """Whether the coalition dealt first."""
    heaviest: Counter[str]
    leftovers: int


def run(
    seed: int,
    calculator: Calculator | None = None,
    *,
    honest: bool = False,
    ignored: Collection[str] = (),
    house: bool = False,
) -> Outcome:
    """Play what a seed stands for and check everything on the way; `honest`: the same, but nobody cheats."""
    chosen = plan(seed, house)
    world, watch = make(chosen, calculator, honest, ignored)
    world.start()
    seats = [peer for peer in world.peers if peer.seat not in chosen.coalition]

    def ended() -> bool:
        return watch.steps > STEPS or all_over(world)

    world.run(ended, LIMIT)
    if all_over(world) and not honest:
        world.wait(AFTER)
        world.run(ended, LIMIT)
    if not all_over(world) and chosen.endable and _honest_left(seats):
        before = _furthest(seats)
        # A table that stands still takes many steps, too: a game that is cut short must go on for an entry.
        world.run(lambda: ended() and (all_over(world) or _furthest(seats) > before), PAUSE)
        if not all_over(world) and _furthest(seats) <= before:
            watch.fail("no progress", f"{[where(peer) for peer in seats]}")
    world.run(lambda: any(peer.table is not None for peer in seats), LIMIT)  # one may be starting again
    games = [peer.table.game for peer in seats if peer.table is not None]
    return outcome(chosen, world, watch, max(games, key=lambda game: (game.over, game.position)))


def _furthest(seats: list[Peer]) -> int:
    return max(len(peer.disk.entries) for peer in seats)


def _honest_left(seats: list[Peer]) -> bool:
    """Whether all honest seats think that they are still in."""
    return all(peer.table is not None and peer.seat in peer.table.game.match.playing for peer in seats)


def make(
    chosen: Plan,
    calculator: Calculator | None = None,
    honest: bool = False,
    ignored: Collection[str] = (),
    habits: Sequence[Habit] | None = None,
) -> tuple[World, Watch]:
    """The table of a plan, with everybody at it; `habits` in the place of those that it names."""

    def peer(world: World, seat: int, watching: bool) -> Peer:
        return (
            Member(world, seat) if seat in chosen.coalition and not honest else Watched(world, seat, watching)
        )

    world = World(chosen.seed, chosen.terms, chosen.operators, calculator=calculator, peer=peer)
    watch = Watch(world, chosen.coalition, ignored, silent=honest)
    Players(world, slowest=150)
    if not honest:
        random = Random(f"mind {chosen.seed}")
        given = [habit() for habit in chosen.habits] if habits is None else habits
        Mind(world, chosen.coalition, random, given, STORM)
    _weather(world, chosen, Random(f"weather {chosen.seed}"))
    return world, watch


def _weather(world: World, chosen: Plan, random: Random) -> None:
    honest = [seat for seat in range(chosen.seats) if seat not in chosen.coalition]
    world.downtime = lambda: random.choice((100, 1_000, 5_000))
    if chosen.weather == "slow":
        world.weather = Weather(slowest=random.choice((100, 400)))
    elif chosen.weather == "crashes":
        world.weather = Weather(crash=random.choice((0.0005, 0.002)))
    elif chosen.weather == "partition" and len(honest) > 1:
        at = random.randrange(1, len(honest))
        random.shuffle(honest)
        one, other = set(honest[:at]), set(honest[at:])

        def cut() -> None:
            world.part(one | chosen.coalition, other | chosen.coalition)
            world.after(random.choice((2_000, 12_000, 30_000)), world.heal)

        world.after(random.randrange(500, 20_000), cut)

    def calm() -> None:
        if world.weather.crash:
            world.weather = Weather()

    world.after(STORM, calm)


def outcome(chosen: Plan, world: World, watch: Watch, game: Game) -> Outcome:
    winners = game.match.ended or ()
    mine = [seat for seat in winners if seat in chosen.coalition]
    dealer = game.draws[0].dealer if game.draws else None
    return Outcome(
        chosen,
        len(game.entries),
        world.covered,
        game.over,
        len(mine) / len(winners) if winners else 0.0,
        _points(chosen, game),
        float(dealer in chosen.coalition),
        watch.heaviest,
        watch.leftovers,
    )


def _points(chosen: Plan, game: Game) -> float:
    totals = sum(game.match.totals[seat] for seat in chosen.coalition)
    options = chosen.terms.options
    if options.scoring == "points" and options.mode != "challenge":
        return totals / max(len(game.finished), 1)
    hands = sum(seat in deal.pairing.seats.order for deal in game.finished for seat in chosen.coalition)
    return -totals / max(hands, 1)


__all__ = ["Broken", "BrokenPromise", "Outcome", "Plan", "plan", "run"]
