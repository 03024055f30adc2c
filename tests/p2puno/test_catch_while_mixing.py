"""A catch that comes while cards are being mixed or opened waits for them (L-01, F-06)."""

import pytest

from p2puno.dealer import Dealer
from p2puno.moves import Catch, Open, Shuffle
from tests.notation import read


@pytest.mark.rule("L-01")
def test_the_caught_player_draws_from_the_pile_as_it_is_after_the_mixing() -> None:
    """Else they would draw the leaver's cards, which the leaver knows."""
    dealer = read("classic | 1> R R5 | 0: R3 | 1: B2 Y9 | 2: G1 G2 | uno: 0").dealer
    dealer.round.leave(2)
    assert isinstance(dealer.round.waiting, Shuffle)
    dealer.round.apply(1, Catch(0))
    assert isinstance(dealer.round.waiting, Shuffle), "the pile must be mixed before anybody draws from it"
    dealer.serve()
    assert len(dealer.round.hands[0]) == 3
    assert not set(dealer.round.hands[0]) & set(dealer.views[2].known[0])


@pytest.mark.rule("F-06")
def test_the_top_of_the_pile_is_shown_once() -> None:
    dealer = read("flip | 1> light R R5 | 0: R3 | 1: B2 Y9 | 2: G1 G2 | uno: 0").dealer
    dealer.round.leave(2)
    assert isinstance(dealer.round.waiting, Shuffle)
    dealer._shuffle(dealer.round.waiting)
    dealer.round.apply(1, Catch(0))
    opened: list[tuple[int, int]] = []
    while isinstance(waiting := waited_for(dealer), Open):
        opened += [(card, side) for card, side, _ in waiting.items]
        dealer._open(waiting)
    assert len(opened) == len(set(opened))


def waited_for(dealer: Dealer) -> object:
    return dealer.round.waiting
