"""What the keys do, without a terminal."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import pytest

from cli.screen.canvas import plain_text
from cli.screen.guest_code_picture import draw_code
from cli.screen.panels import Panel
from cli.screen.scene_building import stage
from cli.screen.table_controls import Controls
from cli.screen.table_picture import draw
from cli.sessions.guest_page import GuestPage
from cli.sessions.hand_order import CARD_KEYS, card_keys, in_order
from cli.sessions.session import Happened
from cli.settings.key_bindings import PLACES, REPLAY, TABLE, Place, action_name, trouble
from cli.settings.settings import Settings
from cli.words.language import LANGUAGES, use
from cli.words.refusals import why_no_call
from p2puno import events as ev
from p2puno.cards import Colour, face
from p2puno.moves import Accept, Call, Catch, Challenge, Draw, Fight, Keep, Name, Play, Show, Swap
from protocol.play.news import MatchOver, RoundOver
from tests.cli.moments import MOMENTS, NOW
from tests.cli.still import Still, unhurried

COLOUR = (
    "classic | 0> R W R5 | 0: B3 | 1: ? ? | 2: ? ? | turn: moved next=1 | uno: 0 | pending: NameColour(0)"
)
DARK_COLOUR = "flip | 0> dark T W:W T3 | 0: ? ? | 1: ? ? | turn: moved next=1 | pending: NameColour(0)"
DOUBT = (
    "classic | 2> B W+4 R5 | 0: B3 G7 | 1: ? ? | 2: ? ? | turn: moved next=0 "
    "| pending: Doubt(0,2,R,Penalty(4,no))"
)


def pressed(line: str, *keys: str, **settings: str) -> Still:
    still = Still(line)
    controls = Controls(still, Settings(**settings), clock=unhurried())  # type: ignore[arg-type]
    controls._settle()
    for key in keys:
        controls.press(key)
    return still


def test_two_keys_play_any_card() -> None:
    line = "classic | 0> R R5 | 0: R3 B2 W | 1: ? ?"
    assert pressed(line, "2").done == []
    assert pressed(line, "2", "2").done == [Play(1, face("R3"))]
    assert pressed(line, "2", "enter").done == [Play(1, face("R3"))]
    assert pressed(line, "right", "right", "enter").done == [Play(1, face("R3"))]
    assert pressed(line, "2", keys="fast").done == [Play(1, face("R3"))]
    assert pressed(line, "2", "escape", "enter").done == []
    assert pressed(line, "1", "1").done == [], "blue 2 does not go on red 5"


@pytest.mark.parametrize(
    ("line", "keys", "done"),
    [
        ("classic | 0> R R5 | 0: R3 B2 | 1: ? ?", "d", [Draw()]),
        ("classic | 0> R R5 | 0: R3 B2 | 1: ? ?", ["space"], [Draw()]),
        ("classic | 0> R R5 | 0: R3 B2 | 1: ? ?", "k", []),
        ("classic | 0> R R5 | 0: R3 B2 | 1: ? ?", "ud", [Call(), Draw()]),
        ("classic | 0> R R5 | 0: R3 B2 | 1: ? | uno: 1", "c", [Catch(1)]),
        ("classic | 0> R R5 | 0: R3 B2 | 1: ?", "c", []),
        ("classic | 0> R R5 | 0: B3 R9 | 1: ? | turn: drew next=1 | pending: Drawn(0)", "k", [Keep()]),
        (
            "classic | 0> R R5 | 0: B3 R9 | 1: ? | turn: drew next=1 | pending: Drawn(0)",
            ["home", "enter"],  # the question says that Enter plays the drawn card
            [Play(2, face("R9"))],
        ),
        (COLOUR, "u3", [Call(), Name(Colour.RED)]),
        (COLOUR, "r", [Name(Colour.RED)]),
        (COLOUR, ["right", "right", "enter"], [Name(Colour.RED)]),
        (COLOUR, "9d", []),
        (DARK_COLOUR, "t", [Name(Colour.TEAL)]),
        (DARK_COLOUR, "4", [Name(Colour.PURPLE)]),
        (DOUBT, "x", [Challenge()]),
        (DOUBT, "d", [Accept()]),
        (DOUBT, ["right", "enter"], [Challenge()]),
        (DOUBT, "1", []),
        (
            "battle | 0> R Wb R5 | 0: B3 | 1: ? ? | 2: ? ? | turn: moved next=1 | pending: Opponent(0)",
            "2",
            [Fight(2)],
        ),
        (
            "battle | 0> R Wb R5 | 0: B3 | 1: ? ? | 2: ? ? | turn: moved next=1 | pending: Battle(0,2,-,-)",
            "11",
            [Show(2, face("B3"))],
        ),
        (
            "swap | 0> B Ws | 0: B3 | 1: ? ? | 2: ? ? | turn: moved next=1 | pending: Trade(0)",
            "12",
            [Swap(1, 2)],
        ),
        (
            "swap | 0> B Ws | 0: B3 | 1: ? ? | 2: ? ? | turn: moved next=1 | pending: Trade(0)",
            "33",
            [],
        ),
        (
            "swap | 0> B Ws | 0: B3 | 1: ? ? | 2: ? ? | turn: moved next=1 | pending: Trade(0)",
            "31",
            [Swap(0, 1)],
        ),
    ],
)
def test_keys(line: str, keys: str | list[str], done: list[object]) -> None:
    assert pressed(line, *keys).done == done


@pytest.mark.parametrize(
    ("moment", "language"),
    [*((moment, "en") for moment in MOMENTS), *(("flip-dark-colour", language) for language in LANGUAGES)],
)
def test_any_key_at_any_moment(moment: str, language: str) -> None:
    """No key makes trouble; UNO can be called whatever is asked or looked at."""
    use(language)
    names = [
        "enter",
        "escape",
        "left",
        "right",
        "up",
        "down",
        "home",
        "end",
        "pageup",
        "pagedown",
        "space",
        "c-c",
    ]
    for key in [*names, *"abcdefghijklmnopqrstuvwxyz0123456789/?!$éß½٣"]:
        controls = MOMENTS[moment]()
        if not controls.typing:
            controls.press(key)
            controls.press("u")
            assert isinstance(controls.session, Still)
            view = controls.session.view
            many = view is not None and why_no_call(view) is not None
            assert Call() in controls.session.done or many or controls.typing or controls.left


@pytest.mark.parametrize("moment", MOMENTS)
def test_any_click_at_any_moment(moment: str) -> None:
    for line in draw(stage(MOMENTS[moment](), NOW), 80, 24):
        for piece in line:
            if piece.action:
                controls = MOMENTS[moment]()
                controls.click(piece.action)
                stage(controls, NOW)


def test_keys_count_from_left_to_right() -> None:
    assert card_keys([7, 5, 6]) == {7: "1", 5: "2", 6: "3"}
    assert card_keys(range(11), {"3", "e"})[10] == "y"
    assert not set(CARD_KEYS) & {*TABLE.usual.values(), "t", " "}
    many = card_keys(range(60))
    assert len({key for key in many.values() if key}) == len(CARD_KEYS)


@pytest.mark.parametrize("order", ["colour", "symbol", "drawn"])
def test_keys_count_from_left_to_right_after_cards_were_drawn(order: str) -> None:
    still = Still("classic | 0> R R5 | 0: R3 B2 Y1 | 1: ? ?")
    controls = Controls(still, Settings(order=order))
    stage(controls, NOW)
    still.view = Still("classic | 0> R R5 | 0: R3 B2 Y1 Bs G1 W R0 | 1: ? ?").view
    assert [card.key for card in stage(controls, NOW).hand] == [*"1234567"]


def test_a_key_sorts_the_hand_another_way() -> None:
    controls = Controls(Still("classic | 0> R R5 | 0: Y5 W B9 Y2 R2 | 1: ? ?"), Settings())
    seen = []
    for _press in range(3):
        seen.append(" ".join(card.face.code for card in stage(controls, NOW).hand if card.face))
        controls.press("s")
    assert seen == ["B9 R2 Y2 Y5 W", "R2 Y2 Y5 B9 W", "Y5 W B9 Y2 R2"]
    assert controls.message == "Your hand is sorted by colour."


def test_the_hand_is_sorted_and_grouped() -> None:
    hand = [(n, face(code)) for n, code in enumerate(("Y5", "W", "B9", "Y2", "B+2", "R2"))]
    assert [f.code for _, f in in_order(hand, "colour")] == ["B9", "B+2", "R2", "Y2", "Y5", "W"]
    assert [f.code for _, f in in_order(hand, "symbol")] == ["R2", "Y2", "Y5", "B9", "B+2", "W"]
    assert in_order(hand, "drawn") == hand


def test_chat_is_said_and_trimmed() -> None:
    still = Still("classic | 0> R R5 | 0: R3 B2 | 1: ? ?")
    controls = Controls(still, Settings())
    controls.press("/")
    assert controls.typing
    controls.say("  hello\n there " + "x" * 1000)
    controls.say("   ")
    assert not controls.typing
    assert len(still.done) == 1
    assert str(still.done[0]).startswith("hello there xxx")
    assert len(str(still.done[0])) == 300


def test_no_key_counts_while_a_move_is_on_its_way() -> None:
    still = Still("classic | 0> R R5 | 0: Rs R3 | 1: ? ?")
    controls = Controls(still, Settings())
    still.pending = Draw()
    for key in ("d", "space", "k", "2", "2", "enter", "x"):
        controls.press(key)
    controls.press("u")
    assert still.done == [Call()], "a call never waits"


def test_a_card_is_put_back_when_the_question_is_answered_without_it() -> None:
    """By our program, say, because the time was up: the next turn begins with no card lifted."""
    line = "classic | 0> R R5 | 0: R3 B2 | 1: ? ?"
    still = Still(line)
    controls = Controls(still, Settings())
    controls._settle()
    controls.press("1")
    lifted = controls.lifted
    still.view = Still("classic | 1> R R5 | 0: R3 B2 | 1: ? ?").view
    controls._settle()
    assert (lifted is not None, controls.lifted) == (True, None)
    controls.press("1")
    still.view = Still(line).view
    controls._settle()
    assert controls.lifted is not None, "what is lifted while others play is meant for our turn"


def test_keys_can_be_set_one_by_one() -> None:
    keys = {"draw": "n", "uno": "!", "leave": "z", "challenge": "d"}
    line = "classic | 0> R R5 | 0: R3 B2 | 1: ? ?"

    def after(line: str, *pressed: str) -> Controls:
        controls = Controls(Still(line), Settings(bindings=keys), clock=unhurried())
        controls._settle()
        for key in pressed:
            controls.press(key)
        return controls

    def done(*pressed: str, line: str = line) -> list[object]:
        session = after(line, *pressed).session
        assert isinstance(session, Still)
        return session.done

    assert done("n") == [Draw()]
    assert done("u", "q") == [], "what was their key does nothing any more"
    assert done("!", "space") == [Call(), Draw()]
    assert done("d", line=DOUBT) == [Challenge()]
    assert done("n", line=DOUBT) == [Accept()]
    assert after(line, "z").panel == "quit"
    assert after(line, "?", "r").panel == "rules"
    text = plain_text(draw(stage(after(line), NOW), 80, 24))
    assert "[n] draw" in text
    assert "[z] leave" in text
    assert "[!] UNO!" in text
    assert "n, space" in plain_text(draw(stage(after(line, "?"), NOW), 80, 24))
    assert not set(card_keys(range(60), after(line).bindings.keys.values()).values()) & set(keys.values())


def test_every_action_has_a_name_in_every_language() -> None:
    for language in LANGUAGES:
        use(language)
        for place in PLACES.values():
            names = [action_name(place, action) for action in place.usual]
            assert all(names)
            assert len(set(names)) == len(names)


def test_a_key_that_names_a_colour_names_it() -> None:
    still = Still(COLOUR)
    controls = Controls(still, Settings(bindings={"draw": "g", "uno": "r"}))
    controls._settle()
    controls.press("r")
    assert still.done == [Call()], "naming a colour never blocks UNO"
    controls.press("g")
    assert still.done == [Call(), Name(Colour.GREEN)]


@pytest.mark.parametrize(
    ("place", "changed", "said"),
    [
        (TABLE, {}, None),
        (TABLE, {"draw": "n"}, None),
        (TABLE, {"draw": "k", "keep": "d"}, None),
        (TABLE, {"draw": "k"}, 'The key "k" cannot mean both draw and keep'),
        (TABLE, {"uno": "n", "catch": "n"}, 'The key "n" cannot mean both uno and catch'),
        (TABLE, {"draw": "3"}, '"3" cannot be the key for draw'),
        (TABLE, {"draw": ""}, '"" cannot be the key for draw'),
        (TABLE, {"draw": " "}, '" " cannot be the key for draw'),
        (TABLE, {"draw": "enter"}, '"enter" cannot be the key for draw'),
        (TABLE, {"dance": "n"}, "Unknown action dance"),
        (REPLAY, {}, None),
        (REPLAY, {"look": "d", "uno": "p"}, None),
        (REPLAY, {"look": "U"}, 'The key "U" cannot mean both look and uno'),
        (REPLAY, {"uno": "!"}, '"!" cannot be the key for uno'),
        (REPLAY, {"uno": "Z"}, '"Z" cannot be the key for uno'),
        (REPLAY, {"draw": "n"}, "Unknown action draw"),
    ],
)
def test_keys_that_clash_are_refused_in_one_sentence(
    place: Place, changed: dict[str, str], said: str | None
) -> None:
    why = trouble(place, changed)
    assert (why is None) == (said is None)
    assert said is None or (why is not None and why.startswith(said) and "\n" not in why)


def test_cards_that_somebody_draws_one_by_one_are_one_line() -> None:
    controls = Controls(Still("crash | 1> R R5 | 0: R3 B2 | 1: ? ? | 2: ? ?"), Settings())
    for seat in (1, 1, 2, 2, 2):
        controls.hear(Happened(ev.Drew(seat, 1, True)))
    controls.hear(Happened(ev.Kept(2)))
    controls.hear(Happened(ev.Drew(2, 1, True)))
    assert [line.text for line in controls.log.lines] == [
        "Ada draws 2 cards.",
        "Bruno draws 3 cards.",
        "Bruno keeps the card.",
        "Bruno draws a card.",
    ]


@pytest.mark.parametrize(
    ("grace", "told"),
    [
        (120.0, "Be back within 120 seconds, or you lose your seat."),
        (inf, "No time limit: the other player waits until you are back."),
    ],
)
def test_who_would_leave_is_told_how_long_the_others_wait(grace: float, told: str) -> None:
    controls = MOMENTS["classic-quit"]()
    assert told not in plain_text(draw(stage(controls, NOW), 80, 24))
    assert isinstance(controls.session, Still)
    controls.session.grace = grace
    assert told in plain_text(draw(stage(controls, NOW), 80, 24))


def test_who_would_leave_is_told_by_name_who_waits() -> None:
    session = Still("classic | 0> R R5 | 0: R3 G7 | 1: ? ?")
    session.grace = inf
    controls = Controls(session, Settings())
    controls.press("q")
    told = plain_text(draw(stage(controls, NOW), 80, 24))
    assert f"No time limit: {session.names[1]} waits until you are back." in told


def test_a_result_stays_while_the_next_round_goes_on_behind_it() -> None:
    controls = MOMENTS["classic-round-over"]()
    still = controls.session
    assert isinstance(still, Still)
    assert still.done == [("look", True)]
    still.view = Still("classic | 0> R R5 | 0: R3 B2 | 1: ? ?").view
    for event in (ev.Dealt(1), ev.Played(1, 1, face("R5"))):
        controls.hear(Happened(event))
    shown = plain_text(draw(stage(controls, NOW), 80, 24))
    assert "It is your turn.  Enter: the next round." in shown
    assert still.done == [("look", True)]
    controls.press("enter")
    assert still.done == [("look", True), ("look", False)]
    assert "Your turn:" in plain_text(draw(stage(controls, NOW), 80, 24))


def round_over() -> RoundOver:
    over = MOMENTS["classic-round-over"]().round_over
    assert over is not None
    return over


@pytest.mark.parametrize("key", ["enter", "space", "escape"])
def test_a_key_for_a_result_does_not_answer_the_question_behind_it(key: str) -> None:
    now = 100.0
    still = Still(DOUBT)
    controls = Controls(still, Settings(), clock=lambda: now)
    controls.hear(round_over())
    now += 5
    controls.press("enter")
    for _again in range(20):  # held down
        now += 0.1
        controls.press(key)
    assert controls.panel is None
    assert [done for done in still.done if not isinstance(done, tuple)] == []
    assert "too early" in plain_text(draw(stage(controls, NOW), 80, 24)) or key == "escape"
    now += 1
    controls.press("enter")
    assert still.done[-1] == Accept()


@pytest.mark.parametrize("key", ["d", "enter", "space", "x"])
def test_a_question_that_has_just_come_is_not_answered_by_a_key_for_the_table(key: str) -> None:
    """A player plans a draw at the moment when somebody plays a Wild Draw Four at them."""
    now = 100.0
    still = Still("classic | 2> R R5 | 0: B3 G7 | 1: ? ? | 2: ? ?")
    controls = Controls(still, Settings(), clock=lambda: now)
    controls._settle()
    still.view = Still(DOUBT).view
    assert controls.hear(Happened(ev.Played(2, 9, face("W+4")))), "there is something new to decide"
    now += 0.2
    controls.press(key)
    assert still.done == []
    now += 0.5
    controls.press("x")
    assert still.done == [Challenge()]


def test_a_question_behind_a_result_does_not_hold_the_result() -> None:
    now = 100.0
    still = Still("classic | 2> R R5 | 0: B3 G7 | 1: ? ? | 2: ? ? | 3: ? ?")
    controls = Controls(still, Settings(), clock=lambda: now)
    controls.hear(round_over())
    now += 5
    still.view = Still(DOUBT).view
    controls.hear(Happened(ev.Played(2, 9, face("W+4"))))
    controls.press("enter")
    assert controls.panel is None


def test_two_quick_keys_that_play_a_wild_name_no_colour() -> None:
    now = 100.0
    still = Still("classic | 0> R R5 | 0: W B3 G7 | 1: ? ?")
    controls = Controls(still, Settings(), clock=lambda: now)
    controls._settle()
    controls.press("end")
    controls.press("enter")
    assert still.done == [Play(1, face("W"))]
    still.view = Still(COLOUR).view
    controls.hear(Happened(ev.Played(0, 0, face("W"))))
    now += 0.1
    controls.press("enter")
    assert len(still.done) == 1
    controls.press("3")
    assert still.done[1:] == [Name(Colour.RED)], "another key can only be meant for this question"


def test_a_key_for_the_table_does_not_close_a_result_that_has_just_come() -> None:
    now = 100.0
    controls = Controls(Still("classic | 0> R R5 | 0: R3 B2 | 1: ? ?"), Settings(), clock=lambda: now)
    controls.hear(round_over())
    now += 0.1
    controls.press("enter")
    assert controls.panel is Panel.ROUND
    now += 1
    controls.hear(MatchOver((0,), ((0,), (1,))))
    controls.press("enter")
    assert not controls.left
    now += 1
    controls.press("enter")
    assert controls.left


def test_who_comes_back_from_a_result_is_told_what_they_missed() -> None:
    """Two rounds end while somebody looks at the result of the first: both are shown, then what happened."""
    controls = Controls(
        Still("classic | 1> R R5 | 0: R3 B2 | 1: ? ? | 2: ? ? | 3: ? ?"), Settings(), clock=unhurried()
    )
    first = round_over()
    controls.hear(first)
    controls.hear(Happened(ev.Played(1, 1, face("R5"))))
    controls.hear(replace(first, number=3))
    assert "The next round is over, too.  Enter: its result." in plain_text(
        draw(stage(controls, NOW), 80, 24)
    )
    controls.press("enter")
    assert "Round 3" in plain_text(draw(stage(controls, NOW), 80, 24))
    controls.hear(Happened(ev.Played(1, 1, face("R5"))))
    controls.hear(Happened(ev.Drew(0, 1, False)))
    controls.press("enter")
    shown = plain_text(draw(stage(controls, NOW), 80, 24))
    assert "While you looked at the result, 2 moves were made" in shown


class HeldBots:
    level, pace = "normal", 1.0

    def __init__(self) -> None:
        self.held: list[bool] = []

    def change(self, level: str, pace: float) -> None: ...

    def hold(self, held: bool) -> None:
        self.held.append(held)


@pytest.mark.parametrize(("grace", "held"), [(None, [True, False]), (60.0, []), (inf, [])])
def test_own_bots_wait_for_their_player_where_nobody_else_plays(
    grace: float | None, held: list[bool]
) -> None:
    still = Still("classic | 0> R R5 | 0: R3 B2 | 1: ? ?")
    still.bots, still.grace = bots, _grace = HeldBots(), grace
    controls = Controls(still, Settings(), clock=unhurried())
    controls.hear(round_over())
    controls.press("enter")
    assert bots.held == held


@pytest.mark.parametrize(
    "line",
    [
        COLOUR.replace("0>", "1>").replace("NameColour(0)", "NameColour(1)"),
        "battle | 1> R Wb R5 | 0: B3 | 1: ? ? | 2: ? ? | turn: moved next=2 | pending: Opponent(1)",
    ],
)
def test_a_wild_that_waits_for_its_colour_does_not_show_the_old_one(line: str) -> None:
    controls = Controls(Still(line), Settings())
    shown = plain_text(draw(stage(controls, NOW), 80, 24))
    assert "no colour yet" in shown
    assert "RED" not in shown


def test_a_spectator_sees_a_result_for_a_while() -> None:
    now = 100.0
    over = MOMENTS["classic-round-over"]().round_over
    assert over is not None
    still = Still("classic | 0> R R5 | 0: R3 B2 | 1: ? ?", seat=None)
    controls = Controls(still, Settings(), clock=lambda: now)
    controls.hear(over)
    now += 11
    controls.hear(Happened(ev.Dealt(1)))
    assert controls.panel is Panel.ROUND
    now += 1
    controls.hear(Happened(ev.Played(1, 1, face("R5"))))
    assert controls.panel is None
    assert still.done == []


def test_a_click_on_what_was_certainly_seen_is_never_too_early() -> None:
    still = Still(DOUBT)
    controls = Controls(still, Settings(), clock=lambda: 100.0)
    controls.hear(Happened(ev.Dealt(1)))
    controls.click("do:draw")
    assert still.done == []
    controls.click("do:draw", aimed=True)
    assert still.done == [Accept()]


def test_a_guests_code_is_shown_again_at_the_table() -> None:
    still = Still(DOUBT)
    still.guests = tuple(
        GuestPage(bytes(32), name, "192.168.1.20", 50000, bytes(32)) for name in ("Leo", "Mia")
    )
    controls = Controls(still, Settings())
    controls.press("#")
    covered = stage(controls, NOW).overlay
    assert covered is not None
    assert [row.code for row in covered.rows if row.code] == [page.address for page in still.guests]
    for page in still.guests:
        assert controls.panel is Panel.GUEST
        drawn = plain_text(draw_code(still.guests[controls.scroll], 80, 24))
        assert page.name in drawn
        assert page.address in "".join(line[40:].strip() for line in drawn.splitlines())
        controls.press("#")
    assert controls.panel is None
    still.guests = ()
    controls.press("#")
    assert controls.panel is None


def test_a_line_of_the_list_of_keys_can_be_clicked() -> None:
    controls = MOMENTS["classic-own-turn"]()
    controls.click("do:help")
    listed = stage(controls, NOW).overlay
    assert listed is not None
    clickable = {row.action for row in listed.rows if row.action}
    assert {"do:sort", "do:settings", "do:hands"} <= clickable
    before = controls.order
    controls.click("do:sort")
    assert controls.panel is None
    assert controls.order != before
    controls.click("do:help")
    controls.click("do:settings")
    assert controls.panel is Panel.SETTINGS
