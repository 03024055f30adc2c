"""The hint key, on the screen and in lines."""

from __future__ import annotations

import asyncio

import pytest

from cli.plain.dialogue import Dialogue
from cli.screen.canvas import plain_text, text_width
from cli.screen.scene_building import stage
from cli.screen.table_controls import Controls
from cli.screen.table_picture import draw
from cli.sessions.in_memory import Practice
from cli.sessions.open_question import own_choice, own_hint
from cli.settings.settings import Settings
from cli.words.hints import hint_sentence
from cli.words.language import LANGUAGES, use
from p2puno.bots.hint import Hint, Why
from p2puno.cards import Colour, face
from p2puno.moves import Draw, Move, Name, Play
from p2puno.options import Options
from protocol.play.news import RoundOver
from tests.cli.moments import NOW
from tests.cli.still import NAMES, Still

OWN_TURN = "classic | 0> R R5 | 0: R7 W B2 G2 | 1: ? ? ? ? | 2: ? ? ? ?"
MOVED = "turn: moved next=1 | pending:"
DOUBT = "turn: moved next=0 | pending: Doubt(0,2,R,Penalty(4,no))"
SENTENCE = "Red 7: it keeps a wild card for later."


def test_the_key_says_what_hard_would_do_and_lifts_the_card() -> None:
    still = Still(OWN_TURN)
    controls = Controls(still, Settings())
    controls._settle()
    controls.press("h")
    assert controls.message == SENTENCE
    assert still.done == []
    controls.press("enter")
    assert still.done == [Play(1, face("R7"))]


@pytest.mark.parametrize(
    ("position", "said", "done"),
    [
        ("classic | 0> R R5 | 0: B2 G7 | 1: ? ? | 2: ? ?", "Draw: nothing fits. Enter does it.", Draw()),
        ("classic | 0> R R5 | 0: R7 G2 | 1: ? ?", "Red 7 with UNO", Play(1, face("R7"), uno=True)),
        (f"classic | 0> R W R5 | 0: B3 B7 | 1: ? ? | {MOVED} NameColour(0)", "Blue: ", Name(Colour.BLUE)),
        (f"classic | 2> B W+4 R5 | 0: B3 | 1: ? | 2: ? ? | {DOUBT}", "Enter does it.", None),
        (f"battle | 0> R Wb R5 | 0: B3 | 1: ? ? | 2: ? | {MOVED} Opponent(0)", "Enter does it.", None),
        (f"swap | 0> B Ws | 0: B3 | 1: ? ? | 2: ? ? | {MOVED} Trade(0)", "Enter does it.", None),
    ],
)
def test_enter_does_what_the_hint_says(position: str, said: str, done: Move | None) -> None:
    still = Still(position)
    times = iter(range(10))
    controls = Controls(still, Settings(), clock=lambda: float(next(times)))
    controls._settle()
    hint = own_hint(still)
    assert hint is not None
    controls.press("h")
    assert said in controls.message
    controls.press("enter")
    assert still.done == [done or hint.move]


@pytest.mark.parametrize(
    "position",
    [
        OWN_TURN,
        f"classic | 2> B W+4 R5 | 0: B3 | 1: ? | 2: ? ? | {DOUBT}",
        "classic | 0> R R5 | 0: B2 R7 | 1: ? ? | 2: ? ? | turn: drew next=1 | pending: Drawn(0)",
    ],
)
def test_the_options_of_a_question_have_the_hint(position: str) -> None:
    controls = Controls(Still(position), Settings())
    controls._settle()
    assert "[h] hint" in plain_text(draw(stage(controls, NOW), 80, 24))


def test_enter_does_not_do_what_a_hint_said_before_another_key() -> None:
    for key in ("o", "w", "left", "escape"):
        still = Still("classic | 0> R R5 | 0: B2 G7 | 1: ? ? | 2: ? ?")
        controls = Controls(still, Settings())
        controls._settle()
        controls.press("h")
        controls.press(key)
        controls.press("enter")
        assert still.done == [], key


def test_a_long_hint_is_shown_whole_in_a_narrow_window() -> None:
    controls = Controls(Still(OWN_TURN), Settings())
    controls._settle()
    controls.message = "Wild Draw Four: you will most likely have a card that fits next time."
    lines = plain_text(draw(stage(controls, NOW), 60, 20)).splitlines()
    assert " ".join(line.strip() for line in lines[-2:]) == controls.message
    controls.press("h")
    assert "[Enter] play" in plain_text(draw(stage(controls, NOW), 60, 20)).splitlines()[-2]


def test_the_word_says_the_same() -> None:
    said: list[str] = []
    talk = Dialogue(Still(OWN_TURN), said.append, Settings())
    talk.take("hint")
    talk.take("h")
    assert said == [SENTENCE] * 2


def test_uno_is_part_of_the_hint() -> None:
    said: list[str] = []
    Dialogue(Still("classic | 0> R R5 | 0: R7 G2 | 1: ? ?"), said.append, Settings()).take("hint")
    assert said == ["Red 7 with UNO: nothing else fits."]


@pytest.mark.parametrize("seat", [0, None], ids=["player", "spectator"])
def test_there_is_no_hint_for_somebody_elses_turn(seat: int | None) -> None:
    still = Still(OWN_TURN.replace("0>", "1>"), seat)
    controls = Controls(still, Settings())
    controls.press("h")
    assert controls.message == "It is not your turn."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_fits_on_the_screen(language: str) -> None:
    use(language)
    for why in Why:
        hint = Hint(Play(1, face("W+4")), why, 9, 12)
        for cards in (2, 5):
            sentence = hint_sentence(hint, NAMES, 0, cards)
            assert "{" not in sentence
            assert text_width(sentence) <= 78, sentence


def test_a_round_can_be_played_by_hints() -> None:
    """The adviser hears what happens, and every hint is a legal move."""

    async def game() -> int:
        session = Practice(Options(), ["Zoe", "Ada", "Bruno"], 0, seed="hints", pace=0)
        running = asyncio.ensure_future(session.run())
        hints = 0
        async for notice in session.notices():
            if isinstance(notice, RoundOver):
                break
            if own_choice(session) is not None:
                found = own_hint(session)
                assert found is not None
                session.act(found.move)
                hints += 1
        await session.leave()
        await running
        return hints

    assert asyncio.run(game()) > 3
