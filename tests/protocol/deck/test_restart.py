"""A peer that was killed and comes back derives the same steps, byte for byte."""

from __future__ import annotations

from protocol.deck import Deck, feed
from tests.protocol.deck.script import STEPS, game
from tests.protocol.deck.table import secret_of


def test_restarted_from_any_point_a_seat_writes_the_same() -> None:
    """Every step of a game, by a deck rebuilt from the game's secret and the messages before it."""
    table = game()
    seen = set()
    for at, event in enumerate(table.watcher.history):
        if event[0] == "take":
            _, seat, step, value = event
            rebuilt = Deck(table.setup, seat, secret_of(seat), calculator=table.calc)
            for earlier in table.watcher.history[:at]:
                feed(rebuilt, earlier)
            assert rebuilt.answer(step) == value
            assert rebuilt.answer(step) == value
            assert rebuilt.history == table.watcher.history[:at]
            seen.add(step)
    assert seen == set(STEPS)


def test_two_runs_write_the_same_and_another_deal_writes_nothing_of_it() -> None:
    one, two, other = (
        [
            event[3]
            for event in game(deal).watcher.history
            if event[0] == "take" and event[3] not in (b"", [b"", b"", b""])
        ]
        for deal in (1, 1, 2)
    )
    assert one == two
    assert not [value for value in one if value in other]
