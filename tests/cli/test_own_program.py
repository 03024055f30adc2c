"""Premoves, and drawn cards that are kept without asking: by keys, in lines, in memory and among peers."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from cli.plain.dialogue import Dialogue
from cli.screen.scene_building import stage
from cli.screen.table_controls import Controls
from cli.sessions import networked
from cli.sessions.in_memory import Practice
from cli.sessions.networked import Networked
from cli.sessions.open_question import own_choice
from cli.sessions.session import Happened, Trouble
from cli.settings.settings import Settings
from p2puno.cards import face
from p2puno.events import Kept, Played
from p2puno.moves import Ask, Choice, Draw, Keep, Move, Play, Show
from p2puno.options import Options
from protocol.play.news import RoundOver
from tests.cli.moments import NOW
from tests.cli.still import Still
from tests.cli.test_networked import Desk, sitting, step

OTHERS_TURN = "classic | 1> R R5 | 0: R3 B2 W+4 | 1: ? ? ?"
OWN_TURN = "classic | 0> R R5 | 0: R3 B2 W+4 | 1: ? ? ?"
DROPPED = "Your planned move was dropped. "
USELESS = "classic | 0> R R5 | 0: R3 B2 | 1: ? ? | turn: drew next=1 | pending: Drawn(0)"


def then(session: Networked, line: str) -> None:
    """The table says that the game stands here now."""
    view = Still(line).view
    assert view is not None
    session.step(step(view, acted=0))


async def something_done(desk: Desk) -> None:
    async with asyncio.timeout(10):
        while not desk.done:
            await asyncio.sleep(0)


async def troubles(session: Networked) -> list[str]:
    await session.leave()
    return [notice.text async for notice in session.notices() if isinstance(notice, Trouble)]


def planned(monkeypatch: pytest.MonkeyPatch, move: Play | Draw, *lines: str) -> tuple[Desk, list[str]]:
    """What our program sends and says if this is planned, and the table then comes to these positions."""
    monkeypatch.setattr(networked, "REACTION", (0.0, 0.0))

    async def game() -> tuple[Desk, list[str]]:
        session, desk, _view = sitting(OTHERS_TURN)
        session.own_program.plan(move)
        assert desk.done == []
        for line in lines:
            then(session, line)
        if lines[-1] == OWN_TURN and session.own_program.premove is not None:
            await something_done(desk)
        return desk, await troubles(session)

    return asyncio.run(game())


def test_a_premove_is_sent_when_the_turn_comes_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Play(1, face("R3"))
    waiting = OTHERS_TURN.replace("1: ? ? ?", "1: ? ?")
    desk, told = planned(monkeypatch, play, waiting)
    assert (desk.done, told) == ([], [])
    desk, told = planned(monkeypatch, play, waiting, OWN_TURN)
    assert (desk.done, told) == ([play], [])
    desk, told = planned(monkeypatch, Draw(), OWN_TURN)
    assert (desk.done, told) == ([Draw()], [])


@pytest.mark.parametrize(
    ("card", "line", "why"),
    [
        ("R3", OWN_TURN.replace("R R5", "G G5"), "Red 3 is neither green nor a 5."),
        ("R3", OTHERS_TURN.replace("W+4", "W+4 G7 G8"), "Your cards have changed."),
        ("W+4", OWN_TURN, "You hold red: the player who must draw can challenge this and win."),
    ],
    ids=["does not fit", "other cards", "would be a bluff"],
)
def test_a_premove_is_dropped_with_a_word(
    card: str, line: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = next(number for number, held in Still(OTHERS_TURN).view.hand() if held == face(card))  # type: ignore[union-attr]
    desk, told = planned(monkeypatch, Play(number, face(card)), line, OWN_TURN)
    assert (desk.done, told) == ([], [DROPPED + why])


def test_a_premove_is_taken_back_even_in_the_last_moment() -> None:
    async def game() -> None:
        session, desk, _view = sitting(OTHERS_TURN)
        controls = Controls(session, Settings())
        for key in ("2", "2"):
            controls.press(key)
        then(session, OWN_TURN)
        assert (session.own_program.answers, own_choice(session)) == (True, None)
        controls.press("escape")
        assert own_choice(session) == Choice(0, Ask.TURN)
        session.own_program._move(Play(1, face("R3")))  # the time to react is over
        assert (desk.done, await troubles(session)) == ([], [])

    asyncio.run(game())


def test_whoever_moves_otherwise_has_no_premove_any_more() -> None:
    async def game() -> None:
        session, desk, _view = sitting(OTHERS_TURN)
        session.own_program.plan(Play(1, face("R3")))
        then(session, OWN_TURN)
        session.act(Draw())
        assert (session.own_program.premove, desk.done) == (None, [Draw()])
        then(session, OTHERS_TURN.replace("W+4", "W+4 Y1"))
        assert await troubles(session) == []

    asyncio.run(game())


@pytest.mark.parametrize(
    ("keys", "settings", "premove"),
    [
        (["2"], Settings(), None),
        (["2", "2"], Settings(), Play(1, face("R3"))),
        (["2", "enter"], Settings(), Play(1, face("R3"))),
        (["2"], Settings(keys="fast"), Play(1, face("R3"))),
        (["2", "2", "escape"], Settings(), None),
        (["2", "2", "1", "1"], Settings(), Play(2, face("B2"))),
        (["d"], Settings(), Draw()),
        (["space"], Settings(), Draw()),
        (["k"], Settings(), None),
    ],
)
def test_keys_plan_the_next_move(keys: list[str], settings: Settings, premove: Move | None) -> None:
    still = Still(OTHERS_TURN)
    controls = Controls(still, settings)
    for key in keys:
        controls.press(key)
    assert (still.own_program.premove, still.done) == (premove, [])
    scene = stage(controls, NOW)
    assert [card.card for card in scene.hand if card.planned] == (
        [premove.card] if isinstance(premove, Play) else []
    )
    assert scene.prompt.startswith("Planned for your turn") == (premove is not None)


def test_nothing_is_planned_while_a_move_is_on_its_way() -> None:
    still = Still(OTHERS_TURN)
    still.pending = Draw()
    controls = Controls(still, Settings())
    for key in ("2", "2", "d", "space", "enter"):
        controls.press(key)
    assert still.own_program.premove is None


def test_uno_is_called_with_a_planned_next_to_last_card() -> None:
    still = Still("classic | 1> R R5 | 0: R3 B2 | 1: ? ? ?")
    controls = Controls(still, Settings())
    for key in ("2", "2", "u"):
        controls.press(key)
    assert still.own_program.premove == Play(1, face("R3"), uno=True)
    assert "with UNO" in stage(controls, NOW).prompt


def test_a_move_is_planned_in_lines() -> None:
    said: list[str] = []
    still = Still(OTHERS_TURN)
    talk = Dialogue(still, said.append, Settings())
    for typed, premove in (
        ("r3", Play(1, face("R3"))),
        ("back", None),
        ("back", None),
        ("draw", Draw()),
        ("uno b2", Play(2, face("B2"), uno=True)),
    ):
        talk.take(typed)
        assert still.own_program.premove == premove
    assert said == [
        "Planned for your turn, if it fits: Red 3.",
        "To take it back, type: back",
        "You took your move back.",
        "There is no move to take back.",
        "Planned for your turn: draw a card.",
        "To take it back, type: back",
        "Planned for your turn, if it fits: Blue 2, with UNO.",
        "To take it back, type: back",
    ]
    assert still.done == []


@pytest.mark.parametrize("ask", [False, True])
def test_a_drawn_card_that_does_not_fit_is_kept_unless_the_player_wants_to_be_asked(
    ask: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(networked, "REACTION", (0.0, 0.0))

    async def game() -> None:
        session, desk, _view = sitting(OWN_TURN)
        controls = Controls(session, Settings(ask_to_keep=ask))
        then(session, USELESS)
        assert (own_choice(session) is not None) == ask
        prompt = "Keep it." if ask else "You keep it."
        assert stage(controls, NOW).prompt == "You drew: Blue 2, which does not fit. " + prompt
        if ask:
            controls.press("k")
        await something_done(desk)
        assert desk.done == [Keep()]
        await session.leave()

    asyncio.run(game())


def test_a_drawn_card_that_fits_is_the_players_to_decide() -> None:
    session, _desk, _view = sitting(OWN_TURN)
    Controls(session, Settings())
    then(session, USELESS.replace("B2", "R2"))
    assert own_choice(session) == Choice(0, Ask.DRAWN)


def test_a_round_in_memory_is_played_by_premoves() -> None:
    """Whatever is planned, only legal moves are made, and a card is never kept by hand."""

    async def game() -> tuple[list[object], int]:
        async with asyncio.timeout(30):
            return await one_round()

    async def one_round() -> tuple[list[object], int]:
        session = Practice(Options(), ["Zoe", "Ada", "Bruno"], 0, seed="premoves", pace=0)
        program = session.own_program
        program.keeps = True
        running = asyncio.ensure_future(session.run())
        happened: list[object] = []
        acted = 0
        async for notice in session.notices():
            if isinstance(notice, RoundOver):
                break
            if isinstance(notice, Happened):
                happened.append(notice.event)
            view = session.view
            if view is None or view.round.result is not None:
                continue
            if own_choice(session) is not None:
                move = view.moves()[0]
                assert not isinstance(move, Keep)
                session.act(replace(move, nonce=b"") if isinstance(move, Show) else move)
                acted += 1
            elif program.premove is None and view.hand() and not program.answers:
                program.plan(Play(*view.hand()[0]))
        await session.leave()
        await running
        return happened, acted

    happened, acted = asyncio.run(game())
    played = [event for event in happened if isinstance(event, Played) and event.seat == 0]
    kept = [event for event in happened if isinstance(event, Kept) and event.seat == 0]
    assert len(played) > 2
    assert kept
    assert acted
