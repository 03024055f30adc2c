"""House rules as a player meets them at the table: what is asked, offered and refused, on both screens."""

from __future__ import annotations

import asyncio
import re
from time import monotonic

import pytest

from cli.plain.dialogue import Dialogue
from cli.plain.jumping import jump_in
from cli.screen.scene_building import stage
from cli.screen.table_controls import Controls
from cli.screen.table_picture import draw
from cli.sessions.in_memory import Practice
from cli.sessions.news_to_notices import Teller
from cli.sessions.session import Changed, DrewCards, Happened
from cli.settings.settings import Settings
from cli.words.language import LANGUAGES, use
from cli.words.narration import Narrator
from p2puno import events as ev
from p2puno.cards import face
from p2puno.moves import Accept, Blind, Call, Challenge, Draw, JumpIn, Keep, Play, Stop, Swap
from p2puno.options import Options
from protocol.play.news import News
from tests.cli.still import Still, unhurried

NOW = 1000.0

STACK = (
    "classic house=stack-any | 3> R R+2 R5 | 0: G+2 B9 W+4 | 1: ? ? | 2: ? ? | 3: ? ? | "
    "turn: moved next=0 | pending: Doubt(0,-,-,Penalty(4,no))"
)
HOPELESS = STACK.replace("0: G+2 B9 W+4", "0: G2 B9 Y4")
WILD = (
    "classic house=stack-same | 3> R W+4 R5 | 0: G+2 B9 W+4 | 1: ? ? | 2: ? ? | 3: ? ? | "
    "turn: moved next=0 | pending: Doubt(0,3,B,Penalty(8,no))"
)
COLOURS = (
    "flip house=stack-same | 3> dark P R1:W+c | 0: R3:T2 | 1: ? ? | 2: ? ? | 3: ? ? | "
    "turn: moved next=0 | pending: Doubt(0,-,-,Penalty(0,2))"
)
DOUBLE = (
    "classic house=doubles | 0> R R5 R3 | 0: G5 B9 Y2 | 1: ? ? | 2: ? ? | "
    "turn: moved next=1 | pending: Another(0,R5)"
)
SEVEN = (
    "classic house=seven-zero | 0> R R7 R3 | 0: G5 B9 Y2 | 1: ? ? | 2: ? ? ? | "
    "turn: moved next=1 | pending: OwnTrade(0)"
)
BLIND = (
    "classic house=blind-draw | 0> R R7 R3 | 0: G5 B9 Y2* | 1: ? ? | 2: ? ? ? | "
    "turn: drew next=1 | pending: DrawnBlind(0)"
)
UNTIL = (
    "classic house=draw-until | 0> R R7 R3 | 0: G5 B9 Y2 | 1: ? ? | 2: ? ? ? | "
    "turn: drew next=1 | pending: DrawnUntil(0)"
)
FORCED = "classic house=force | 0> R R7 R3 | 0: R5 B9 Y2 | 1: ? ? | 2: ? ? ?"
HONEST = "classic house=no-bluff | 0> R R7 R3 | 0: R5 B9 W+4 | 1: ? ? | 2: ? ? ?"
TWIN = "classic house=jump-in | 1> R R7 R3 | 0: R7 B9 Y2 | 1: ? ? | 2: ? ? ? | turn: laid"
OPEN = "classic house=open-hands:2 | 1> R R7 R3 | 0: R5 B9 Y2 | 1: G2! B0! | 2: ? ? ?"


def at(line: str) -> tuple[Still, Controls]:
    session = Still(line)
    controls = Controls(session, Settings(), clock=unhurried())
    controls.hear(Changed())
    return session, controls


def options(controls: Controls) -> list[str]:
    return [option.label for option in stage(controls, NOW).options]


def lines(line: str, *typed: str) -> tuple[Still, list[str]]:
    """What plain mode says at a position, and after these lines were typed."""
    session, said = Still(line), list[str]()
    talk = Dialogue(session, said.append, Settings())
    talk.ask()
    for text in typed:
        talk.take(text)
    return session, said


# -- a penalty on which a card may be laid ----------------------------------------------------------------


def test_a_pending_penalty_shows_its_sum_and_what_can_be_laid_on_it() -> None:
    session, controls = at(STACK)
    scene = stage(controls, NOW)
    assert scene.prompt == "You must draw 4 cards, or lay a card on it and pass it on."
    assert scene.news == "you: draw 4 cards"
    assert "draw 4 cards" in options(controls)
    assert {card.face.code: card.playable for card in scene.hand if card.face} == {
        "G+2": True,
        "B9": False,
        "W+4": True,
    }
    controls.press("1")
    assert stage(controls, NOW).prompt == "Blue 9 cannot be played now."
    assert controls.message.startswith("Only certain cards can be laid on a draw card here")
    controls.press("2")
    controls.press("2")
    controls.press("d")
    assert [type(done) for done in session.done] == [Play, Accept]


def test_where_nothing_can_be_laid_on_it_the_program_draws() -> None:
    session, controls = at(HOPELESS)
    assert session.own_program is not None
    assert session.own_program.answers
    assert controls.choice is None
    assert stage(controls, NOW).prompt == "You must draw 4 cards: you have no card to lay on it."


def test_a_wild_draw_card_is_challenged_stacked_or_accepted() -> None:
    session, controls = at(WILD)
    assert options(controls)[:2] == ["draw 8 cards", "challenge"]
    controls.press("x")
    assert session.done == [Challenge()]
    _session, said = lines(WILD)
    assert "You must draw 8 cards, or lay a card on it and pass it on." in said
    assert "Draw 8 cards, or challenge Clara: 10 if the card was legal." in said
    assert any(line.endswith("Wild Draw Four (W+4)") for line in said)


def test_two_wild_draw_colours_ask_for_two_cards_of_the_colour() -> None:
    _session, controls = at(COLOURS)
    scene = stage(controls, NOW)
    assert scene.prompt == "You must draw until 2 cards of the colour: you have no card to lay on it."
    assert scene.news == "you: draw until 2 cards of the colour"


# -- several cards, trades, drawing -----------------------------------------------------------------------


def test_uno_can_be_called_before_the_next_to_last_card_of_doubles() -> None:
    session, controls = at(DOUBLE.replace("G5 B9 Y2", "G5 B9"))
    assert "UNO!" in options(controls)
    controls.press("u")
    assert session.done == [Call()]
    _session, said = lines(DOUBLE.replace("G5 B9 Y2", "G5 B9"), "uno")
    assert not any("no effect" in line for line in said)


def test_another_card_of_the_number_or_stop() -> None:
    session, controls = at(DOUBLE)
    assert stage(controls, NOW).prompt == "Lay another 5, or stop."
    assert options(controls)[0] == "stop"
    controls.press("1")
    assert controls.message == "Only another card of the same number, or stop."
    controls.press("2")
    controls.press("enter")
    controls.press("k")
    assert [type(done) for done in session.done] == [Play, Stop]
    session, said = lines(DOUBLE, "stop")
    assert "Lay another 5, or stop." in said
    assert session.done == [Stop()]


def test_without_another_card_the_turn_ends_by_itself() -> None:
    session, _controls = at(DOUBLE.replace("0: G5", "0: G6"))
    assert session.own_program is not None
    assert session.own_program.answers


def test_a_seven_asks_for_one_player() -> None:
    session, controls = at(SEVEN)
    scene = stage(controls, NOW)
    assert scene.prompt == "With whom do you trade hands? You must choose somebody."
    assert [option.label for option in scene.options][:2] == ["Ada", "Bruno"]
    assert len(controls.players()) == 2, "not ourselves"
    controls.press("2")
    assert session.done == [Swap(0, 2)]
    session, said = lines(SEVEN, "ada")
    assert "  2  Bruno, 3 cards" in said
    assert session.done == [Swap(0, 1)]


def test_a_card_drawn_blind_is_seen_by_nobody_and_played_with_enter() -> None:
    session, controls = at(BLIND)
    scene = stage(controls, NOW)
    assert scene.prompt == "You drew a card face down: play it blind, or keep it unseen."
    assert [card.face for card in scene.hand][2:] == [None]
    assert "Y2" not in str(scene)
    picture = "\n".join("".join(part[1] for part in row) for row in draw(scene, 80, 24))
    assert "YEL" not in picture
    controls.press("enter")
    assert session.done == [Blind()]
    session, controls = at(BLIND)
    controls.press("k")
    assert session.done == [Keep()]
    session, said = lines(BLIND, "blind")
    assert "You drew a card face down. Nobody has seen it, not even you." in said
    assert "Yellow 2" not in "".join(said)
    assert session.done == [Blind()]


def test_what_follows_a_blind_draw_is_told_at_once() -> None:
    """The face of the card is not known for long: nothing waits for it."""
    view = Still(BLIND).view
    assert view is not None
    teller = Teller(0, {0: view.round.hands[0][:2]})
    told = teller.notices(News(events=(ev.Drew(0, 1, False), ev.Kept(0))), view)
    assert [type(notice) for notice in told] == [Happened, Happened]
    assert not any(isinstance(notice, DrewCards) for notice in told)


def test_a_drawn_card_that_does_not_fit_is_followed_by_another_one() -> None:
    session, controls = at(UNTIL)
    assert session.own_program is not None
    assert session.own_program.answers
    assert stage(controls, NOW).prompt == "You drew: Yellow 2, which does not fit. You draw on."
    session.own_program.keeps = False  # the player wants to be asked
    controls.hear(Changed())
    assert stage(controls, NOW).prompt == "You drew: Yellow 2, which does not fit. Draw on."
    controls.press("k")
    assert controls.message == "Draw until a card fits, then play or keep that one."
    controls.press("d")
    assert session.done == [Draw()]


def test_who_must_play_cannot_draw() -> None:
    session, controls = at(FORCED)
    assert stage(controls, NOW).prompt == "Your turn: play a card. You must, because one fits."
    assert "draw" not in options(controls)
    controls.press("d")
    assert controls.message == "You hold a card that fits, so you must play one."
    assert session.done == []
    _session, said = lines(FORCED, "draw")
    assert said[-1] == "You hold a card that fits, so you must play one."


def test_a_wild_draw_card_that_would_be_a_bluff_is_refused() -> None:
    _session, controls = at(HONEST)
    controls.press("3")
    assert controls.message == "You hold the colour in play, so you must not play a wild draw card."


# -- out of turn ------------------------------------------------------------------------------------------


def test_a_player_with_the_twin_is_told_and_jumps_in() -> None:
    session, controls = at(TWIN)
    session.uno_deadline = NOW + 1
    scene = stage(controls, NOW)
    assert "jump in!" in options(controls)
    assert scene.window is not None
    picture = "\n".join("".join(part[1] for part in row) for row in draw(scene, 80, 24))
    assert "You have Red 7: press j to jump in!" in picture
    controls.press("j")
    assert session.done == [JumpIn(session.done[0].card, face("R7"))]  # type: ignore[attr-defined]


def test_nobody_else_sees_that_a_window_is_open() -> None:
    session, controls = at(TWIN.replace("0: R7", "0: R8"))
    session.uno_deadline = NOW + 1
    scene = stage(controls, NOW)
    assert scene.window is None
    assert "jump in!" not in options(controls)
    controls.press("j")
    assert controls.message == "You have no card to jump in with now."
    assert session.done == []


def test_jumping_in_with_the_next_to_last_card_can_be_combined_with_the_call() -> None:
    session, controls = at(TWIN.replace("0: R7 B9 Y2", "0: R7 B9"))
    session.uno_deadline = NOW + 1
    view = session.view
    assert view is not None
    session.jump = view.jumps()[0]
    controls.press("u")
    assert session.done == [JumpIn(session.jump.card, face("R7"), True)]
    assert controls.message == "You jump in and call UNO."


def test_in_lines_the_player_is_told_once_and_types_it() -> None:
    session, said = Still(TWIN), list[str]()
    session.uno_deadline = monotonic() + 60
    talk = Dialogue(session, said.append, Settings())
    assert talk.waiting
    talk.ask()
    talk.ask()
    assert said.count("You hold a red 7, too: type jump to jump in!") == 1
    talk.take("jump")
    assert [type(done) for done in session.done] == [JumpIn]
    assert jump_in(Still(TWIN.replace("0: R7", "0: R8"))) == "You have no card to jump in with now."


def test_our_move_waits_for_those_who_may_jump_in() -> None:
    session, controls = at(TWIN.replace("1> R", "0> R").replace("0: R7 B9", "0: R8 B9"))
    session.uno_deadline = NOW + 1
    session.pending = Draw()
    scene = stage(controls, NOW)
    assert scene.prompt == "Your move will be made when nobody can jump in any more."


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_bots_in_memory_jump_in_when_the_window_closes(level: str) -> None:
    async def play() -> list[ev.Event]:
        game = Options(house_rules=("jump-in",), target=1)
        session = Practice(game, ("Ada", "Bruno", "Clara", "Dario"), None, seed="twins", level=level, pace=0)
        running, heard = asyncio.ensure_future(session.run()), list[ev.Event]()
        async for notice in session.notices():
            if isinstance(notice, Happened):
                heard.append(notice.event)
        await running
        return heard

    heard = asyncio.run(play())
    jumps = [place for place, event in enumerate(heard) if isinstance(event, ev.JumpedIn)]
    assert jumps
    for place in jumps:
        jump, played = heard[place : place + 2]
        assert isinstance(jump, ev.JumpedIn)
        assert isinstance(played, ev.Played)
        before = next(event for event in reversed(heard[:place]) if isinstance(event, ev.Played))
        assert (played.seat, played.face) == (jump.seat, before.face)


# -- what is seen and told --------------------------------------------------------------------------------


def test_open_hands_are_seen_at_the_table_and_in_lines() -> None:
    _session, controls = at(OPEN)
    seats = {seat.seat: [one.code for one in seat.turned_away] for seat in stage(controls, NOW).others}
    assert seats == {1: ["G2", "B0"], 2: []}
    _session, said = lines(OPEN, "table")
    assert any("open: Green 2, Blue 0" in line for line in said)


HOUSE_EVENTS = [
    ev.JumpedIn(0),
    ev.Deflected(0, 1),
    ev.HandsPassed(0, ((0, 1), (1, 0))),
    ev.TurnedBlind(0, face("R5")),
    ev.NotFinished(0),
    ev.PutOut(0),
    ev.ShortDraws(),
    ev.ShufflesLeft(1),
    ev.FewestCards(0),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", HOUSE_EVENTS, ids=lambda event: type(event).__name__)
def test_every_event_has_a_sentence_for_all(event: ev.Event, language: str) -> None:
    use(language)
    told = [Narrator(("Zoe", "Ada"), seat).sentences(Happened(event)) for seat in (0, 1, None)]
    assert all(len(sentences) == 1 for sentences in told)
    assert "{" not in str(told)
    if not isinstance(event, ev.ShortDraws | ev.ShufflesLeft):
        assert told[0] != told[1]


def test_a_player_is_told_whose_hand_they_got_and_who_has_theirs_now() -> None:
    passed = Happened(ev.HandsPassed(0, ((0, 1), (1, 2), (2, 0))))
    assert Narrator(("Zoe", "Ada", "Ben"), 1).sentences(passed) == [
        "Everybody passes their hand on: Zoe gives you theirs, and yours goes to Ben."
    ]
    assert "next player" in str(Narrator(("Zoe", "Ada", "Ben"), None).sentences(passed))


def test_the_keys_name_jumping_in_only_where_it_is_played() -> None:
    for line, there in ((TWIN, True), (OPEN, False)):
        _session, controls = at(line)
        controls.press("?")
        panel = stage(controls, NOW).overlay
        assert panel is not None
        assert any("jump in" in row.text for row in panel.rows) is there


@pytest.mark.parametrize(
    ("line", "said"),
    [(DOUBLE, r"Green 5: |Stop: "), (BLIND, r"Play it blind: |Keep it: "), (STACK, r"Green Draw Two: ")],
)
def test_hints_know_what_house_rules_ask(line: str, said: str) -> None:
    _session, controls = at(line)
    controls.press("h")
    assert re.match(said, controls.message), controls.message
