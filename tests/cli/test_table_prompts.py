"""What the player is asked and told at the table, on the screen and in lines."""

from __future__ import annotations

import re

import pytest

from cli.plain.dialogue import Dialogue
from cli.screen.canvas import plain_text
from cli.screen.scene_building import stage
from cli.screen.table_controls import Controls
from cli.screen.table_picture import draw
from cli.settings.settings import Settings
from cli.words.language import LANGUAGES, use
from p2puno.moves import Draw, Play
from tests.cli.moments import MOMENTS, NOW
from tests.cli.still import Still, unhurried

DOUBT = "| turn: moved next=0 | pending: Doubt(0,1,{},Penalty({}))"


def prompt(line: str) -> str:
    return stage(Controls(Still(line), Settings()), NOW).prompt


def asked(line: str) -> list[str]:
    said: list[str] = []
    Dialogue(Still(line), said.append, Settings()).ask()
    return said


@pytest.mark.parametrize(
    ("line", "shown", "said"),
    [
        (
            "classic | 0> R R5 | 0: B3 G7 | 1: ? ?",
            "Your turn: nothing fits, so draw a card.",
            "Nothing fits: draw a card.",
        ),
        (
            "classic | 0> R R5 | 0: B3 R7 | 1: ? ?",
            "Your turn: play a card or draw one.",
            None,
        ),
    ],
)
def test_whoever_can_only_draw_is_told_so(line: str, shown: str, said: str | None) -> None:
    assert prompt(line) == shown
    assert [told for told in asked(line) if told.startswith("Nothing fits")] == ([said] if said else [])


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("classic | 0> R R5 | 0: B3 R7 | 1: ? ?", True),
        ("classic | 0> R R5 | 0: B3 G7 | 1: ? ?", False),
    ],
)
def test_uno_is_offered_only_with_a_card_that_can_be_played(line: str, offered: bool) -> None:
    options = stage(Controls(Still(line), Settings()), NOW).options
    assert ("UNO!" in [option.label for option in options]) == offered


def test_our_own_move_on_its_way_is_nobodys_turn() -> None:
    still = Still("classic | 0> R R5 | 0: B3 R7 | 1: ? ?")
    still.pending = Draw()
    assert stage(Controls(still, Settings()), NOW).prompt == ""


@pytest.mark.parametrize(
    ("line", "question"),
    [
        (
            "classic | 1> B W+4 R5 | 0: B3 G7 | 1: ? ? " + DOUBT.format("R", "4,no"),
            "Draw 4 cards, or challenge Ada: 6 if the card was legal.",
        ),
        (
            "flip | 1> light B W+2:P4 R5:T3 | 0: B3:P9 | 1: ? ? " + DOUBT.format("R", "2,no"),
            "Draw 2 cards, or challenge Ada: 4 if the card was legal.",
        ),
        (
            "flip | 1> dark T B2:W+c R5:T3 | 0: B3:P9 | 1: ? ? " + DOUBT.format("P", "0,yes"),
            "Draw until the colour, or challenge Ada: 2 more if the card was legal.",
        ),
    ],
)
def test_a_challenge_says_what_it_costs(line: str, question: str) -> None:
    assert prompt(line) == question
    assert question in asked(line)


@pytest.mark.parametrize(
    ("turn", "away", "clock"),
    [
        (0, (), "23 s for your move"),
        (1, (), "Ada: 23 s to move"),
        (1, (1,), "Ada is away: 23 s to come back"),
    ],
)
def test_the_clock_says_what_it_counts(turn: int, away: tuple[int, ...], clock: str) -> None:
    still = Still(f"classic | {turn}> R R5 | 0: B3 G7 | 1: ? ?")
    still.turn_deadline = NOW + 23
    still.away = set(away)
    picture = plain_text(draw(stage(Controls(still, Settings()), NOW), 60, 20))
    assert picture.splitlines()[0].endswith(clock + "  ? keys")


@pytest.mark.parametrize(("width", "called"), [(120, "your partner"), (80, "your partner"), (60, "partner")])
def test_the_partner_is_called_that(width: int, called: str) -> None:
    controls = MOMENTS["classic-partners"]()
    lines = plain_text(draw(stage(controls, NOW), width, 24)).splitlines()
    partner = next(line for line in lines if "7 cards " + called in line)
    assert ("your " in partner) == ("your " in called)
    said: list[str] = []
    Dialogue(controls.session, said.append, Settings()).take("table")
    assert [line for line in said if "your partner" in line] == ["Bruno: 7 cards, score 0, your partner."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_piece_of_a_fan_is_left_beside_the_partner(language: str) -> None:
    use(language)
    for width in range(60, 130):
        lines = plain_text(draw(stage(MOMENTS["classic-partners"](), NOW), width, 24)).splitlines()
        assert not any(line.endswith(" +") for line in lines), width


def test_the_keys_mention_the_mouse() -> None:
    controls = MOMENTS["classic-own-turn"]()
    controls.press("?")
    assert "mouse " in plain_text(draw(stage(controls, NOW), 80, 24))


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_prompt_names_no_key_because_a_phone_has_none(moment: str) -> None:
    scene = stage(MOMENTS[moment](), NOW)
    assert not {"Enter", "Esc", "press"} & set(re.findall(r"\w+", scene.prompt))


@pytest.mark.parametrize(
    ("line", "clicked", "offered", "after"),
    [
        ("classic | 0> R R5 | 0: B3 R7 | 1: ? ?", "R7", ["key:enter", "key:escape"], "key:enter"),
        ("classic | 0> R R5 | 0: B3 R7 | 1: ? ?", "B3", ["key:escape"], "key:escape"),
    ],
)
def test_a_lifted_card_is_played_or_put_back_without_a_keyboard(
    line: str, clicked: str, offered: list[str], after: str
) -> None:
    still = Still(line)
    controls = Controls(still, Settings(), clock=unhurried())
    card, face = next((card, face) for card, face in controls.hand() if face and face.code == clicked)
    assert face is not None
    controls.click(f"card:{card}")
    keys = [option.action for option in stage(controls, NOW).options if option.action.startswith("key:")]
    assert keys == offered
    controls.click(after)
    assert still.done == ([Play(card, face)] if after == "key:enter" else [])
    assert controls.lifted is None or still.done


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moment", ["flip-dark-colour", "classic-colour", "classic-uno-while-colour"])
def test_a_letter_that_names_a_colour_is_not_offered_for_anything_else(moment: str, language: str) -> None:
    use(language)
    controls = MOMENTS[moment]()
    options = stage(controls, NOW).options
    letters = {found[1] for option in options if (found := re.search(r"\((\w)\)$", option.label))}
    assert letters
    assert not letters & {option.key for option in options}


def test_the_escape_key_has_the_name_that_is_on_the_keyboard() -> None:
    use("fr")
    overlay = stage(MOMENTS["classic-help"](), NOW).overlay
    assert overlay is not None
    heads = [row.head.strip() for row in overlay.rows]
    assert "Échap" in heads
    assert "Esc" not in heads


def test_a_hand_that_is_not_all_shown_says_which_part_is() -> None:
    scene = stage(MOMENTS["classic-huge-hand"](), NOW)
    assert "45 cards (16-45), 0 points" in plain_text(draw(scene, 80, 24))
    assert "45 cards, 0 points" in plain_text(draw(scene, 120, 40))
