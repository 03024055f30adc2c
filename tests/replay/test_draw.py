"""The draw for the deal in a recording: one moment of the first deal, and before its cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.export.game_transcript import sheet
from cli.export.json_document import document
from protocol.replay.recording import Recording, open_recording
from tests.independent.produce import CALCULATOR
from tests.independent.test_games import play, short


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """A game of two rounds at least."""
    path: Path = tmp_path_factory.mktemp("draw") / "game.uno"
    path.write_bytes(play(short(hand_size=1, target=60), 2, 3))
    found = open_recording(path, CALCULATOR)
    assert found.complete
    assert len(found.deals) > 1
    return found


def test_the_draw_is_told_once_and_begins_the_first_round(recording: Recording) -> None:
    (at,) = [index for index, moment in enumerate(recording.moments) if moment.news.drawn]
    moment = recording.moments[at]
    [drawn] = moment.news.drawn
    assert moment.deal == 1
    assert recording.moments[at - 1].round is None
    assert moment.round is not None
    assert moment.round.dealer == drawn.dealer
    assert recording.deals[1].pairing.dealer == drawn.dealer
    assert [pairing.dealer for pairing in moment.match.pairings()] == [drawn.dealer]


def test_cards_that_were_drawn_are_unknown_in_the_round(recording: Recording) -> None:
    drawn = {card for _, items in recording.deals[1].shown[:1] for card, _, _ in items}
    assert len(drawn) == 2
    for moment in recording.moments:
        if moment.deal == 1 and moment.round is not None:
            held = [card for hand in moment.round.hands.values() for card in hand]
            assert not drawn & {*held, *moment.round.discard, *moment.round.faces[0]}


def test_the_draw_stands_before_the_first_deal_of_a_score_sheet(recording: Recording) -> None:
    lines = sheet(recording).splitlines()
    draw = next(at for at, line in enumerate(lines) if "Drawing to see who deals" in line)
    assert draw < lines.index("Deal 1") < lines.index("Deal 2")
    found = document(recording)
    assert [deal["number"] for deal in found["deals"]] == sorted(recording.deals)
    assert [moment["deal"] for moment in found["moments"] if "drawn" in moment] == [1]
