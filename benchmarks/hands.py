"""Whether the time of a share or a silence tells what its author holds: the same steps, by the author's hand.

    python -m benchmarks.hands

Matches in the simulator. Every share of one card, with the real deck, and every silence is timed where it is
made; silences need no deck, so they are from many more matches over the glass group. They are compared in
pairs of groups: few cards in hand or many, with a wild card or without, with a card that could be played or
without. Times are of the processor.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median
from time import thread_time
from typing import Any, NamedTuple

from benchmarks.rows import Row
from p2puno.view import View
from protocol.deck import Calculator
from protocol.log.entry import DECK, SILENT
from protocol.play.deal import Due
from protocol.table.own_entries import OwnEntries
from protocol.table.table import Table
from tests.simulation.glass_deck import GLASS
from tests.simulation.players import Players
from tests.simulation.promises import all_over
from tests.simulation.world import World, quick_terms

FEW = 4
"""Up to this many cards are few."""
GOAL = 1.05
"""How much two groups may differ, if chance alone does not explain more."""
SHUFFLES = 400
"""How often the hands are exchanged at random among the times, to see which differences are chance."""


class Timed(NamedTuple):
    """One step: what it was, how long it took, and what its author held."""

    what: str
    seconds: float
    few: bool
    wild: bool
    fits: bool


def hand_of(view: View) -> tuple[bool, bool, bool]:
    """Whether there are few cards, a wild one, and one that fits."""
    hand, round = view.hand(), view.round
    faces = [face for _, face in hand]
    wild = any(face.colour is None for face in faces)
    top = round.top
    fits = any(
        face.colour in (None, round.colour) or (top is not None and face.symbol == top.symbol)
        for face in faces
    )
    return len(hand) <= FEW, wild, fits


def play(seed: int, calculator: Calculator, seats: int, times: list[Timed]) -> None:
    """A match; every step of interest is added to `times`."""
    world = World(seed, quick_terms(target=150, hand_size=7), tuple(range(seats)), calculator=calculator)
    following, signing = OwnEntries.next, Table.sign

    def note(view: View | None, what: str, run: Callable[[], Any]) -> Any:
        began = thread_time()
        result = run()
        spent = thread_time() - began
        if view is not None and view.seat in view.round.hands:
            times.append(Timed(what, spent, *hand_of(view)))
        return result

    def timed_next(self: OwnEntries, due: Due) -> Any:
        game = self._context.game
        if due.kind != DECK or due.step != "share" or game.deal is None or game.deal.deck.opening != 1:
            return following(self, due)
        return note(game.view, "share", lambda: following(self, due))

    def timed_sign(self: Table, kind: str, values: list[Any]) -> Any:
        if kind != SILENT:
            return signing(self, kind, values)
        return note(self.game.view, "silence", lambda: signing(self, kind, values))

    OwnEntries.next, Table.sign = timed_next, timed_sign  # type: ignore[method-assign]
    try:
        Players(world, asleep=0)
        world.start()
        assert world.run(lambda: all_over(world), 24 * 3_600_000)
    finally:
        OwnEntries.next, Table.sign = following, signing  # type: ignore[method-assign]


def compared(times: list[Timed], what: str, group: str) -> Row:
    """Two groups of hands: the ratio of their medians, beside what chance does to it."""
    spent = [(one.seconds, getattr(one, group)) for one in times if one.what == what]
    flags = [flag for _, flag in spent]

    def ratio(flags: list[bool]) -> float:
        yes, no = (
            [s for (s, _), flag in zip(spent, flags, strict=True) if flag is wanted]
            for wanted in (True, False)
        )
        one, other = median(yes), median(no)
        return max(one, other) / min(one, other)

    found = ratio(flags)
    chance = sorted(ratio(random.Random(n).sample(flags, len(flags))) for n in range(SHUFFLES))
    names = {"few": "few cards or many", "wild": "a wild card or none", "fits": "a card that fits or none"}
    counts = (
        f"{sum(flags)} and {len(flags) - sum(flags)} times, median {median(s for s, _ in spent) * 1e6:.0f} µs"
    )
    most = chance[int(0.99 * SHUFFLES)]
    by_chance = f"exchanged at random: up to {most:.2f}× in 99 of 100"
    goal = f"at most {GOAL:g}×, or chance"
    return Row(f"{what}, {names[group]}", counts, by_chance, found, goal, found <= max(GOAL, most))


def main() -> list[Row]:
    shares: list[Timed] = []
    for seed in range(1, 7):
        play(seed, Calculator(), 3, shares)
    silences: list[Timed] = []
    for seed in range(1, 41):
        play(seed, Calculator(GLASS), 5, silences)
    timed = {"share": shares, "silence": silences}
    rows = [compared(timed[what], what, group) for what in timed for group in ("few", "wild", "fits")]
    for row in rows:
        print(row)
    return rows


if __name__ == "__main__":
    main()
