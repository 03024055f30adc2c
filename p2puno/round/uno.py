"""Calling UNO, and catching players who did not (G).

The window is open while `round.uno_seat` names the player who played their next-to-last card. Claims made
while that card takes effect are kept in order, and judged when the effect is complete (G-05).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2puno.events import Called, Caught, NoEffect
from p2puno.moves import Call, Catch, Claim, IllegalMove
from p2puno.round.drawing import DrawCards

if TYPE_CHECKING:
    from p2puno.round.state import Round


def open_window(round: Round, seat: int, said_uno: bool) -> None:
    """`seat` played its next-to-last card (G-01, G-03)."""
    called = said_uno or round.uno_ahead
    round.uno_seat = seat
    round.uno_called = called
    round.uno_heard = ()
    if said_uno and not round.uno_ahead:
        round.news.append(Called(seat))


def may_call_ahead(round: Round, seat: int) -> bool:
    """Whether it is this seat's turn and it has two cards, none of them played yet (G-12)."""
    return (
        seat == round.turn
        and len(round.hands[seat]) == 2
        and (not round.moved or round.drew)
        and not round.uno_ahead
    )


def claim(round: Round, seat: int, said: Claim) -> None:
    """Take a call or a catch from any seat in the round, at any time."""
    if seat not in round.hands:
        raise IllegalMove("G-13", "only players still in the round may call or catch")
    if round.waiting is None:
        round.news.append(NoEffect(seat))
        return
    about = said.seat if type(said) is Catch else seat
    if round.uno_seat == about and not round.uno_called:
        if round.moved or round.agenda:  # or a pile is being shuffled because a seat left
            round.uno_heard = (*round.uno_heard, (seat, said))
        else:
            _judge_one(round, seat, said)
    elif type(said) is Call and may_call_ahead(round, seat):
        round.uno_ahead = True
        round.news.append(Called(seat))
    else:
        round.news.append(NoEffect(seat))  # G-10, G-12


def judge(round: Round) -> None:
    """The card's effect is complete: judge the claims made meanwhile, in order (G-05)."""
    heard, round.uno_heard = round.uno_heard, ()
    for seat, said in heard:
        if round.uno_seat is None or round.uno_called:
            round.news.append(NoEffect(seat))
        else:
            _judge_one(round, seat, said)


def _judge_one(round: Round, seat: int, said: Claim) -> None:
    owner = round.uno_seat
    assert owner is not None
    if type(said) is Call:
        round.uno_called = True  # G-02
        round.news.append(Called(seat))
    elif seat != owner and len(round.hands[owner]) == 1:
        round.uno_seat = None
        round.news.append(Caught(owner, seat))
        round.agenda.append(DrawCards(owner, round.options.uno_penalty))  # G-04
    else:
        round.news.append(NoEffect(seat))
