"""Whether the time of a share or a silence tells what its author holds: the same steps, by the author's hand.

    python -m benchmarks.hands

Matches in the simulator. Every share of one card, with the real deck, and every silence is timed where it is
made; silences need no deck, so they are from many more matches over the glass group. They are compared in
pairs of groups: few cards in hand or many, with a wild card or without, with a card that could be played or
without. Times are of the processor.
"""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time
from typing import Any

from benchmarks.by_hand import GROUPS, Timed, compared, hand_of
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


def play(seed: int, calculator: Calculator, seats: int, times: list[Timed]) -> None:
    """A match; every step of interest is added to `times`."""
    world = World(seed, quick_terms(target=150, hand_size=7), tuple(range(seats)), calculator=calculator)
    following, signing = OwnEntries.next, Table.sign

    def note(view: View | None, what: str, run: Callable[[], Any]) -> Any:
        began = thread_time()
        result = run()
        spent = thread_time() - began
        if view is not None and view.seat in view.round.hands:
            times.append(Timed(what, seats * seed + view.seat, spent, *hand_of(view)))
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


def main() -> list[Row]:
    shares: list[Timed] = []
    for seed in range(1, 7):
        play(seed, Calculator(), 3, shares)
    silences: list[Timed] = []
    for seed in range(1, 41):
        play(seed, Calculator(GLASS), 5, silences)
    rows = []
    for what, found in (("share", shares), ("silence", silences)):
        timed = [one for one in found if one.what == what]
        rows += [compared(timed, what, group) for group in GROUPS]
    for row in rows:
        print(row)
    return rows


if __name__ == "__main__":
    main()
