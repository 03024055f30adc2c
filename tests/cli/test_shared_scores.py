"""Fixed partners have one score together (R-03), and every place that shows scores says so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cli.plain.table_lines import table
from cli.replay.verdict_report import describe
from cli.screen.canvas import plain_text
from cli.screen.scene_building import stage
from cli.screen.table_controls import Controls
from cli.screen.table_picture import draw
from cli.settings.settings import Settings
from cli.words.language import use
from cli.words.narration import Narrator
from cli.words.shared_scores import shared_score, sides
from p2puno.cards import face
from p2puno.options import Options
from p2puno.round import Result
from protocol.play.news import MatchOver, RoundOver
from protocol.replay.verify import COMPLETE, Verdict
from tests.cli.moments import NOW
from tests.cli.still import NAMES, Still

PARTNERS = Options(mode="partners", target=100)
HANDS = {0: (), 1: (face("B5"),), 2: (face("R9"),), 3: (face("Y2"),)}
OVER = RoundOver(2, 0, Result("out", 0, 0, {0: 0, 1: 5, 2: 9, 3: 2}), HANDS, {0: 7}, (57, 20, 30, 0), True)


def shown(still: Still, *notices: RoundOver | MatchOver) -> str:
    controls = Controls(still, Settings(moments=False))
    for notice in notices:
        controls.hear(notice)
    return plain_text(draw(stage(controls, NOW), 80, 24))


def still() -> Still:
    session = Still(None, options=PARTNERS)
    session.match.totals = list(OVER.totals)
    return session


def test_the_result_of_a_round_has_a_line_for_each_pair() -> None:
    lines = [line.split("  ") for line in shown(still(), OVER).partition("Scores")[2].splitlines()]
    pairs = [[part.strip() for part in line if part.strip()] for line in lines if " + " in "".join(line)]
    assert [pair[:2] for pair in pairs] == [["Zoe + Bruno", "87"], ["Ada + Clara", "20"]]
    assert pairs[0][2] == "+7"
    assert pairs[0][-1].count("▰") > 4 * pairs[1][-1].count("▰") > 0


def test_the_end_of_a_match_has_a_place_for_each_pair() -> None:
    session = still()
    session.match.totals = [62, 20, 45, 0]
    text = shown(session, OVER, MatchOver((0, 2), ((0, 2), (1, 3))))
    places = [line.split()[:5] for line in text.splitlines() if line.strip()[:2] in ("1.", "2.")]
    assert places == [["1.", "Zoe", "+", "Bruno", "107"], ["2.", "Ada", "+", "Clara", "20"]]


def test_the_table_shows_what_the_pair_has() -> None:
    session = Still("classic mode=partners | 0> R R5 | 0: R3 B2 | 1: ? ? | 2: ? ? | 3: ? ?")
    session.match.totals = [57, 20, 30, 0]
    scene = stage(Controls(session, Settings()), NOW)
    assert scene.own is not None
    assert {seat.name: seat.score for seat in (scene.own, *scene.others)} == {
        "Zoe": 87,
        "Ada": 20,
        "Bruno": 87,
        "Clara": 20,
    }
    assert "Bruno: 2 cards, score 87, your partner" in "\n".join(table(session))


@pytest.mark.parametrize(
    ("options", "scores"),
    [
        (PARTNERS, "Scores: Zoe + Bruno 87, Ada + Clara 20."),
        (Options(), "Scores: Zoe 57, Ada 20, Bruno 30, Clara 0."),
    ],
)
def test_plain_mode_says_the_score_of_the_pair(options: Options, scores: str) -> None:
    assert Narrator(NAMES[:4], 0, options).round_over(OVER)[-1] == scores


@pytest.mark.parametrize(
    ("language", "seat", "text"),
    [
        ("en", 0, "You win the match together with Bruno!"),
        ("en", 1, "Zoe and Bruno win the match together!"),
        ("de", 2, "Du gewinnst das Spiel gemeinsam mit Zoe!"),
        ("es", 2, "¡Ganas la partida junto con Zoe!"),
    ],
)
def test_winners_are_told_that_they_win_with_their_partner(language: str, seat: int, text: str) -> None:
    use(language)
    told = Narrator(NAMES[:4], seat, PARTNERS).match_over(MatchOver((0, 2), ((0, 2), (1, 3))))
    assert told[0] == text
    assert [line[:2] for line in told[1:]] == ["1.", "2."]


def test_a_verdict_says_the_score_of_the_pair() -> None:
    pairs = Verdict(COMPLETE, 1, NAMES[:4], ("00",) * 4, OVER.totals, ((0, 2), (1, 3)))
    assert "scores: Zoe + Bruno 87, Ada + Clara 20" in describe(pairs)
    alone = replace(pairs, sides=((0,), (1,), (2,), (3,)))
    assert "scores: Zoe 57, Ada 20, Bruno 30, Clara 0" in describe(alone)


def test_everybody_else_has_a_score_of_their_own() -> None:
    rotating = Options(mode="rotating")
    assert sides(rotating, 4) == ((0,), (1,), (2,), (3,))
    assert shared_score(rotating, [5, 6, 7, 8], 2) == 7
    assert shared_score(PARTNERS, [5, 6, 7, 8], 2) == 12
