"""Playing on from a recorded position."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from cli.plain import dialogue as plain
from cli.sessions.practise_from_recording import NotPossible, PlayOn, dealer_at, starting_index
from p2puno.bots import make_bot
from tests.bot_matches import play_round
from tests.replay.samples import RULE_SETS, recording


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_turn_can_be_played_on_from(name: str) -> None:
    game = recording(name)
    for turn in range(1, game.moments[-1].turn, 11):
        try:
            index = starting_index(game, turn, 0)
        except NotPossible:
            continue
        dealer = dealer_at(game, index, Random(turn))
        for seat, hand in dealer.round.hands.items():
            assert all(dealer.views[seat].face(card) is not None for card in hand)
        bots = {seat: make_bot("easy", Random(seat), None) for seat in dealer.round.order}
        assert play_round(dealer, bots, Random(turn)).how
    assert game.moments[-1].news.rounds  # the recording itself is as it was


def test_a_round_is_played_to_its_end_and_counts_nowhere() -> None:
    game = recording("swap")
    index = starting_index(game, 20, 0)
    before = list(game.moments[index].match.totals)
    said: list[str] = []

    async def play() -> None:
        session = PlayOn(game, index, 0, seed="1", pace=0)
        session.seat = None  # a bot in this seat too
        await plain.watch(session, said.append)

    asyncio.run(asyncio.wait_for(play(), 60))
    assert any("is over" in line for line in said)
    assert any("practice" in line for line in said)
    assert game.moments[index].match.totals == before


def test_where_it_is_not_possible() -> None:
    game = recording("dropout")
    with pytest.raises(NotPossible, match="only"):
        starting_index(game, 10_000, 1)
    with pytest.raises(NotPossible):
        starting_index(game, game.moments[-1].turn, 0)
