"""Every kind of moment, in every rule set, for pictures."""

from __future__ import annotations

from collections.abc import Callable

from cli.screen.lobby_picture import Chair, Room
from cli.screen.table_controls import Controls
from cli.sessions.session import (
    Busy,
    Forgiving,
    Happened,
    Notice,
    Said,
    SeatLost,
    Status,
    Trouble,
)
from cli.sessions.waiting_room import Invitation
from cli.settings.settings import Settings
from cli.words.terms_in_words import terms_in_words
from p2puno import events as ev
from p2puno.cards import Colour, face
from p2puno.options import Options
from p2puno.round import Result
from protocol.log.table_terms import REDEAL, Terms
from protocol.play.news import MatchOver, RoundOver
from protocol.table.readmitting_cheats import Plea
from tests.cli.still import NAMES, Still, unhurried

NOW = 1000.0

CLASSIC = "classic | 0> R R5 G3 Y3 | 0: R3 Gr B2 Y9 W+4 Y+2 Bs | 1: ? ? ? | 2: ? ? ? ? ? ? ? | 3: ?"
FLIP = (
    "flip | 0> light R R5:T3 G3:P4 | 0: R3:P9 Gr:Te B2:W+c Y9:O1 W+2:U5 | 1: Y1:O5 Y2:Pf ?:? "
    "| 2: ? ? ? ? ? ? ? ? ? | 3: R7:T+5 | scores: 120 45 380 0"
)
DARK = (
    "flip | 0< dark T R5:T3 G3:P4 | 0: R3:P9 Gr:Te B2:W+c Y9:O1 W+2:U5 | 1: Y1:O5 Y2:Pf ?:? "
    "| 2: ? ? ? | 3: R7:T+5"
)


def _controls(line: str | None, seat: int | None = 0, **keywords: object) -> Controls:
    still = Still(line, seat, **keywords)  # type: ignore[arg-type]
    controls = Controls(still, Settings(), clock=unhurried())
    controls._settle()
    _tell(
        controls,
        ev.Dealt(1),
        ev.TurnedUp(face("Y3"), False),
        ev.Played(1, 1, face("G3")),
        ev.Drew(0, 2, True),
        ev.Missed(0),
        ev.Reversed(-1),
        ev.Reversed(1),
        ev.Named(1, Colour.RED),
    )
    return controls


def _tell(controls: Controls, *events: ev.Event) -> None:
    for event in events:
        controls.hear(Happened(event))


def _hear(controls: Controls, *notices: Notice) -> Controls:
    for notice in notices:
        controls.hear(notice)
    return controls


def _pressed(line: str, *keys: str, seat: int = 0) -> Controls:
    controls = _controls(line, seat)
    for key in keys:
        controls.press(key)
    return controls


def _window(line: str, seat: int) -> Controls:
    controls = _controls(line, seat)
    assert isinstance(controls.session, Still)
    controls.session.uno_deadline = NOW + 0.9
    return controls


def _dealing() -> Controls:
    controls = _controls(None, options=Options(), players=4)
    assert isinstance(controls.session, Still)
    controls.session.status = Status(Busy.SHUFFLING, 1, 2, 4)
    return controls


def _away() -> Controls:
    controls = _controls("classic | 2> R R5 | 0: R3 B2 | 1: ? ? | 2: ? ? ? | 3: ? ?")
    assert isinstance(controls.session, Still)
    controls.session.away = {2}
    controls.session.turn_deadline = NOW + 73
    return _hear(controls, Said(1, "where is Bruno?"), Trouble("The table cannot reach Bruno."))


def _put_out(seat: int, *agreed: int) -> Controls:
    """Seat 2 was put out for cheating, as another seat, or seat 2, sees it."""
    line = "classic | 1> R R5 | 0: R3 B2 Y1 | 1: ? ? | 2: left | 3: ? ?"
    controls = _controls(line.replace("R3 B2 Y1", "? ? ?") if seat == 2 else line, seat)
    assert isinstance(controls.session, Still)
    missing = tuple(one for one in (0, 1, 3) if one not in agreed)
    controls.session.pleas = (Plea(2, agreed, missing),)
    told: list[Notice] = [
        SeatLost(2, "fork"),
        Forgiving(2, None, (0, 1, 3)),
        *(Forgiving(2, by, missing) for by in agreed),
    ]
    return _hear(controls, *told)


def _forgiving() -> Controls:
    controls = _put_out(0, 3)
    controls.press("=")
    return controls


def _round_over(variant: str = "classic") -> Controls:
    controls = _controls(None, options=Options(variant), players=4)
    codes = {
        "classic": ("R3", "W+4", "Gr", "B0"),
        "flip": ("P3", "W+c", "Te", "O9"),
        "battle": ("R3", "Wb"),
        "crash": ("R3", "Wc"),
        "swap": ("R3", "Ws"),
        "no-mercy": ("R3", "W+10", "W+4r", "Rd"),
    }[variant]
    hands = {0: tuple(map(face, codes)), 1: (), 2: (face("W"),), 3: tuple(map(face, codes * 6))}
    held = {0: 73, 1: 0, 2: 50, 3: 438}
    over = RoundOver(
        2, 0, Result("out", 1, 1, held), hands, {0: 0, 1: 561, 2: 0, 3: 0}, (12, 561, 0, 40), True
    )
    return _hear(controls, over)


def _match_over() -> Controls:
    controls = _controls(None, options=Options(), players=4)
    assert isinstance(controls.session, Still)
    controls.session.match.totals = [512, 40, 40, 7]
    return _hear(controls, MatchOver((0,), ((0,), (1, 2), (3,))))


def _pending() -> Controls:
    controls = _window("classic | 0> R R5 | 0: R3 B2 G1 | 1: ? ? ? | 2: ? ? | 3: ? | uno: 3", 0)
    view = controls.session.view
    assert view is not None
    assert isinstance(controls.session, Still)
    controls.session.pending = view.moves()[0]
    controls._settle()
    return controls


class _OwnBots:
    level, pace = "normal", 0.5

    def change(self, level: str, pace: float) -> None: ...

    def hold(self, held: bool) -> None: ...


def _settings() -> Controls:
    controls = _controls(CLASSIC)
    assert isinstance(controls.session, Still)
    controls.session.bots = _OwnBots()
    controls.press(",")
    return controls


MOMENTS: dict[str, Callable[[], Controls]] = {
    "classic-own-turn": lambda: _controls(CLASSIC),
    "classic-settings": _settings,
    "classic-lifted": lambda: _pressed(CLASSIC, "3"),
    "classic-why-not": lambda: _pressed(CLASSIC, "1"),
    "classic-risky": lambda: _pressed(CLASSIC, "7"),
    "classic-other-turn": lambda: _controls(CLASSIC.replace("0> R", "2< R", 1)),
    "classic-lifted-early": lambda: _pressed(CLASSIC.replace("0> R", "2< R", 1), "3"),
    "classic-planned": lambda: _pressed(CLASSIC.replace("0> R", "2< R", 1), "3", "3"),
    "classic-nothing-fits": lambda: _controls("classic | 0> R R5 | 0: B3 G7 Y9 | 1: ? | 2: ? ? | 3: ?"),
    "classic-drawn": lambda: _controls(
        "classic | 0> R R5 | 0: B3 G7 R9 | 1: ? | 2: ? ? | 3: ? | turn: drew next=1 | pending: Drawn(0)"
    ),
    "classic-drawn-useless": lambda: _controls(
        "classic | 0> R R5 | 0: B3 R9 G7 | 1: ? | 2: ? ? | 3: ? | turn: drew next=1 | pending: Drawn(0)"
    ),
    "classic-colour": lambda: _controls(
        "classic | 0> R W R5 | 0: B3 G7 | 1: ? | 2: ? ? | 3: ? | turn: moved next=1 | pending: NameColour(0)"
    ),
    "classic-challenge": lambda: _controls(
        "classic | 3> B W+4 R5 | 0: B3 G7 | 1: ? ? | 2: ? ? | 3: ? ? | turn: moved next=0 "
        "| pending: Doubt(0,3,R,Penalty(4,no))"
    ),
    "classic-may-challenge": lambda: _controls(
        "classic | 0> B W+4 R5 | 0: B3 G7 | 1: ? ? | 2: ? ? | 3: ? ? | turn: moved next=1 "
        "| pending: Doubt(1,0,R,Penalty(4,no))"
    ),
    "classic-two-cards": lambda: _controls("classic | 0> R R5 | 0: R3 B2 | 1: ? ? | 2: ? ? | 3: ? ?"),
    "classic-uno-own": lambda: _window("classic | 1> R R5 | 0: R3 | 1: ? ? | 2: ? ? | 3: ? ? | uno: 0", 0),
    "classic-uno-other": lambda: _window("classic | 0> R R5 | 0: R3 B2 G1 | 1: ? | 2: ? | 3: ? | uno: 3", 0),
    "classic-uno-while-colour": lambda: _window(
        "classic | 0> R W R5 | 0: B3 | 1: ? ? | 2: ? ? | 3: ? ? | turn: moved next=1 | uno: 0 "
        "| pending: NameColour(0)",
        0,
    ),
    "classic-pending": _pending,
    "classic-big-hand": lambda: _pressed(
        "classic | 0> R R5 | 0: " + "? " * 21 + "| 1: ? ? | 2: ? ? | 3: ? ?", "right"
    ),
    "classic-huge-hand": lambda: _pressed(
        "classic | 0> R R5 | 0: " + "? " * 45 + "| 1: ? ? | 2: ? ?", "left"
    ),
    "classic-two-players": lambda: _controls("classic | 0> R R5 | 0: R3 B2 Y1 | 1: ? ? ? ?"),
    "classic-ten-players": lambda: _controls(
        "classic | 4> R R5 | 0: R3 B2 Y1 | " + " | ".join(f"{n}: ? ? ? ?" for n in range(1, 10))
    ),
    "classic-nothing-to-draw": lambda: _controls("classic | 0> R R5 | 0: B3 | 1: ? ? | pile: +0"),
    "classic-partners": lambda: _controls(CLASSIC.replace("classic", "classic mode=partners", 1)),
    "classic-left": lambda: _controls("classic | 0> R R5 | 0: R3 B2 Y1 | 1: left | 2: ? ? | 3: ? ?"),
    "classic-watching": lambda: _controls(CLASSIC, seat=None),
    "classic-away": _away,
    "classic-put-out": lambda: _put_out(2, 3),
    "classic-other-put-out": lambda: _put_out(0, 3),
    "classic-forgiving": _forgiving,
    "classic-dealing": _dealing,
    "classic-chat": lambda: _pressed(CLASSIC, "/"),
    "classic-help": lambda: _pressed(CLASSIC, "?"),
    "classic-rules": lambda: _pressed(CLASSIC, "?", "r", "down"),
    "classic-quit": lambda: _pressed(CLASSIC, "q"),
    "classic-round-over": _round_over,
    "classic-match-over": _match_over,
    "flip-light": lambda: _controls(FLIP),
    "flip-dark": lambda: _controls(DARK),
    "flip-hands": lambda: _pressed(FLIP, "v"),
    "flip-dark-colour": lambda: _controls(DARK + " | turn: moved next=3 | pending: NameColour(0)"),
    "flip-dark-challenge": lambda: _controls(
        DARK.replace("R5:T3", "R5:W+c") + " | turn: moved next=0 | pending: Doubt(0,1,O,Penalty(0,yes))"
    ),
    "flip-lifted": lambda: _pressed(FLIP, "5"),
    "flip-rules": lambda: _pressed(FLIP, "?", "r"),
    "flip-round-over": lambda: _round_over("flip"),
    "battle-opponent": lambda: _controls(
        "battle | 0> R Wb R5 | 0: B3 G7 | 1: ? ? | 2: ? ? | 3: ? | turn: moved next=1 | pending: Opponent(0)"
    ),
    "battle-choose": lambda: _controls(
        "battle | 0> R Wb R5 | 0: B3 G7 Rs | 1: ? ? | 2: ? ? | 3: ? ? | turn: moved next=1 "
        "| aside: 0=R4 2=G4 | pending: Battle(0,2,-,-)"
    ),
    "battle-between-others": lambda: _controls(
        "battle | 1> R Wb R5 | 0: B3 G7 Rs | 1: ? ? | 2: ? ? | 3: ? ? | turn: moved next=2 "
        "| pending: Battle(1,3,-,-)"
    ),
    "battle-rules": lambda: _pressed("battle | 0> R R5 | 0: Wb G7 | 1: ? ?", "?", "r"),
    "battle-round-over": lambda: _round_over("battle"),
    "crash-own-turn": lambda: _controls("crash | 0> R R5 | 0: Wc G7 R2 | 1: ? ? | 2: ? ? ?"),
    "crash-colour": lambda: _controls(
        "crash | 0> R Wc R5 | 0: B3 G7 | 1: ? ? | 2: ? ? | turn: moved next=1 | pending: NameColour(0)"
    ),
    "crash-rules": lambda: _pressed("crash | 0> R R5 | 0: Wc G7 | 1: ? ?", "?", "r"),
    "crash-round-over": lambda: _round_over("crash"),
    "swap-own-turn": lambda: _controls("swap | 0> R R5 | 0: Ws G7 R2 | 1: ? ? | 2: ? ? ?"),
    "swap-trade": lambda: _controls(
        "swap | 0> B Ws R5 | 0: B3 G7 | 1: ? ? ? ? | 2: ? | 3: ? ? | turn: moved next=1 | pending: Trade(0)"
    ),
    "swap-trade-second": lambda: _pressed(
        "swap | 0> B Ws R5 | 0: B3 G7 | 1: ? ? ? ? | 2: ? | 3: ? ? | turn: moved next=1 | pending: Trade(0)",
        "2",
    ),
    "swap-rules": lambda: _pressed("swap | 0> R R5 | 0: Ws G7 | 1: ? ?", "?", "r"),
    "swap-round-over": lambda: _round_over("swap"),
    "no-mercy-turn": lambda: _controls(
        "no-mercy | 0> R R5 | 0: Rd R1 R+4 Re W+6 W+10 W+4r Wr | 1: ? ? ? | 2: ? ? ? ? | 3: ? ?"
    ),
    "no-mercy-stack": lambda: _controls(
        "no-mercy | 3> R R+4 | 0: Rd R1 G+4 W+10 | 1: ? ? ? | 2: ? ? ? ? | 3: ? ? "
        "| turn: moved next=0 | pending: Doubt(0,-,-,Penalty(6,no))"
    ),
    "no-mercy-roulette": lambda: _controls(
        "no-mercy | 3> R Wr R5 | 0: Rd R1 G+4 W+10 | 1: ? ? ? | 2: ? ? ? ? | 3: ? ? "
        "| turn: moved next=1 | pending: NameColour(0) Pay(0,Penalty(0,yes))"
    ),
    "no-mercy-discards": lambda: _controls(
        "no-mercy | 3> R Rd R5 | 0: Rd R1 G+4 W+10 | 1: ? ? ? | 2: ? ? ? ? | 3: ? ? "
        "| turn: moved next=0 | pending: DiscardColour(3,R)"
    ),
    "no-mercy-round-over": lambda: _round_over("no-mercy"),
}

LOBBIES: dict[str, Room] = {
    "lobby-opened": Room(
        "Zoe's table - Classic UNO",
        (Chair("Zoe", "you", own=True), Chair("Ada", "Zoe's bot"), Chair("Bruno"), Chair()),
        tuple(terms_in_words(Terms(Options()), 4, 4)),
        Invitation(("p2puno join 192.168.1.20#K7QM-2XTD", "p2puno join '[fd12:3456:789a::20]#K7QM-2XTD'")),
        (
            "Ada joins (2 of 4).",
            "Bruno joins (3 of 4).",
            "Bruno joined without the code: they must see these words: votom-pumol-tupaj-burun-zogah",
        ),
        status="Waiting for 1 more player ...",
        keys="q: leave.  t: talk.  r: rules, seats, bots.  x: remove somebody.",
    ),
    "lobby-joined": Room(
        "Ada's table - UNO Flip",
        (
            Chair("Ada", "host"),
            *(Chair(name, "Ada's bot") for name in NAMES[2:7]),
            Chair("Zoe", "you", own=True),
            Chair("A name as long as may be."),
            *[Chair()] * 2,
        ),
        tuple(terms_in_words(Terms(Options("flip", "challenge"), REDEAL), 10, 10)),
        told=("You have a seat. The game starts when everybody is there.",),
        message="Leave once more to confirm.",
        status="Waiting for 2 more players ...",
        keys="q: leave.  t: talk.  r: propose other rules.",
    ),
    "lobby-full": Room(
        "Zoe's table - Classic UNO",
        (Chair("Zoe", "you", own=True), Chair("Ada")),
        tuple(terms_in_words(Terms(Options()), 2, 2)),
        Invitation(("p2puno join 192.168.1.20#K7QM-2XTD",)),
        ("Ada joins (2 of 2).",),
        status="Everybody is here: the game starts.",
        keys="q: leave.  t: talk.  r: rules, seats, bots.  x: remove somebody.",
    ),
    "lobby-again": Room(
        "Zoe's table - Classic UNO",
        (
            Chair("Zoe", "you, 2 matches won", own=True),
            Chair("Ada", "1 match won, agrees"),
            Chair("Bruno", "0 matches won"),
        ),
        tuple(terms_in_words(Terms(Options()), 3, 3)),
        told=("Ada agrees.", "Ada: one more!"),
        status="Do you agree to play this? Press a, or q to leave.",
        keys="q: leave.  t: talk.  r: rules, seats, bots.  x: remove somebody.",
    ),
}
