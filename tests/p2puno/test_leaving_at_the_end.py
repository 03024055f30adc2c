"""A seat that leaves when the round is over, or nearly: what was played stands (L-01, G-06)."""

from contextlib import suppress
from random import Random

import pytest

from p2puno.dealer import Dealer
from p2puno.match import Match
from p2puno.moves import IllegalMove
from p2puno.options import Options
from tests.notation import read


def played(text: str) -> Dealer:
    """The position after its player laid the first card they can."""
    dealer = read(text).dealer
    dealer.round.apply(dealer.round.turn, dealer.views[dealer.round.turn].moves()[0])
    return dealer


def test_leaving_after_the_end_does_not_undo_it() -> None:
    dealer = played("classic | 0> R R5 | 0: R3 | 1: B2 Y9")
    dealer.serve()
    result, digest = dealer.round.result, dealer.round.digest()
    assert result is not None
    assert result.out == 0
    with suppress(IllegalMove):  # as good as doing nothing
        dealer.round.leave(1)
    assert dealer.round.result == result
    assert dealer.round.digest() == digest


@pytest.mark.rule("L-05")
def test_nobody_leaves_while_hands_are_counted() -> None:
    """Whoever is lost then is counted like everybody else: the round is not told."""
    dealer = played("classic | 0> R R5 | 0: R3 | 1: B2 Y9 | 2: G1")
    assert dealer.round.counting
    digest = dealer.round.digest()
    with pytest.raises(IllegalMove):
        dealer.round.leave(1)
    assert dealer.round.digest() == digest


@pytest.mark.rule("L-08")
@pytest.mark.parametrize(("scoring", "totals"), [("points", [13, 0, 0]), ("lowest", [0, 10, 3])])
def test_who_goes_out_and_leaves_before_the_points_are_counted_has_won_the_round(
    scoring: str, totals: list[int]
) -> None:
    """Seat 0 lays a Draw Two as its last card and leaves before the two cards are drawn."""
    dealer = played("classic | 0> R R5 | 0: R+2 | 1: B2 Y4 | 2: G1 G2 | pile: Y1 Y3 +")
    match = Match(Options(scoring=scoring), 3)
    dealer.round.leave(0)
    match.leave(0)
    dealer.random = Unshuffled()
    dealer.serve()
    assert dealer.round.result is not None
    match.record(0, dealer.round.result)
    assert match.totals == totals


class Unshuffled(Random):
    """Leaves cards in the order in which they are."""

    def random(self) -> float:
        return 0.0
