"""An own move is judged once before it is signed, and once more when it is applied like everybody's."""

from __future__ import annotations

import pytest

from p2puno.moves import Move
from p2puno.round import Round
from protocol.log.entry import MOVE
from tests.cheats.cheater import table_of
from tests.simulation.test_cases import table, until_due


@pytest.mark.parametrize(("after", "times"), [("this entry", 1), ("another", 2)])
def test_a_move_is_judged_again_only_if_the_game_went_on(
    after: str, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = table(3, seed=5)
    seat = until_due(world, MOVE, "turn")
    one = table_of(world.peers[seat])
    view = one.game.view
    assert view is not None
    move, judged = view.moves()[0], []
    apply = Round.apply

    def counted(self: Round, by: int, made: Move) -> None:
        judged.append(made)
        apply(self, by, made)

    monkeypatch.setattr(Round, "apply", counted)
    before = one.game.position
    one.act(move, one.now, one.game.head if after == "this entry" else bytes(32))
    assert one.game.position > before
    assert judged.count(move) == times
