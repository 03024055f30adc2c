"""Calling UNO, and catching players who did not (G).

The window is open while `round.uno_seat` names the player who played their next-to-last card; `uno_also`
names more players who owe the call because hands were traded. Claims made while a card takes effect are kept
in order, and judged when the effect is complete (G-05).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from p2puno.events import Called, Caught, NoEffect
from p2puno.moves import Ask, Call, Catch, Claim, IllegalMove, choices
from p2puno.round.drawing import DrawCards

if TYPE_CHECKING:
    from p2puno.round.state import Round

_ANOTHER_CARD = choices(Ask.DOUBLE)


def open_window(round: Round, seat: int, said_uno: bool) -> None:
    """`seat` played its next-to-last card (G-01, G-03)."""
    called = said_uno or round.uno_ahead
    round.uno_seat = seat
    round.uno_also = ()
    round.uno_called = called
    round.uno_heard = ()
    if said_uno and not round.uno_ahead:
        round.news.append(Called(seat))


def open_for_all(round: Round, seats: Iterable[int]) -> None:
    """Hands were traded: each of these seats that now holds one card owes the call, unless it has called."""
    single = [seat for seat in seats if len(round.hands[seat]) == 1]
    player = round.uno_seat
    waits = player in single and (player, Call()) in round.uno_heard
    called = player if waits or round.uno_called else None
    owners = [seat for seat in single if seat != called]
    if owners:
        if player is not None and waits:
            round.news.append(Called(player))
        round.uno_called = False
        round.uno_heard = ()  # said before anybody owed it
        _set_owners(round, owners)


def trade_pending(round: Round) -> bool:
    """Whether hands are about to be traded, so that others may owe the call: nobody is caught before it
    (K-15)."""
    return round.moved and not round.drew and round.top.symbol in round.rules.trading


def owners(round: Round) -> tuple[int, ...]:
    """The seats that owe the call now."""
    if round.uno_seat is None or round.uno_called:
        return ()
    return round.uno_seat, *round.uno_also


def _set_owners(round: Round, seats: Sequence[int]) -> None:
    round.uno_seat = seats[0] if seats else None
    round.uno_also = tuple(seats[1:])


def drop_owners(round: Round) -> None:
    """Before a turn: only a player with exactly one card can be caught (G-05)."""
    assert round.uno_seat is not None
    if round.uno_also or len(round.hands[round.uno_seat]) != 1:
        kept = (round.uno_seat, *round.uno_also)
        _set_owners(round, [seat for seat in kept if len(round.hands[seat]) == 1])


def drop_owner(round: Round, gone: int) -> None:
    """A seat is not in the round any more."""
    if round.uno_seat is not None:
        kept = (round.uno_seat, *round.uno_also)
        _set_owners(round, [seat for seat in kept if seat != gone])
        if round.uno_seat is not None and gone in kept:  # a catch is about all owners, whichever it names
            still = Catch(round.uno_seat)
            round.uno_heard = tuple(
                (seat, still if said == Catch(gone) else said) for seat, said in round.uno_heard
            )


def may_call_ahead(round: Round, seat: int) -> bool:
    """Whether it is this seat's turn, it has two cards and may still lay one of them in this turn (G-12)."""
    return (
        seat == round.turn
        and len(round.hands[seat]) == 2
        and (not round.moved or round.drew or round.waiting == _ANOTHER_CARD[seat])
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
    wrong = type(said) is Catch and round.rules.wrong_catch > 0
    if wrong or about in owners(round):
        if round.moved or round.agenda:  # or a pile is being shuffled because a seat left
            round.uno_heard = (*round.uno_heard, (seat, said))
        else:
            _judge_one(round, seat, said, owners(round))
    elif type(said) is Call and may_call_ahead(round, seat):
        round.uno_ahead = True
        round.news.append(Called(seat))
    else:
        round.news.append(NoEffect(seat))  # G-10, G-12


def judge(round: Round) -> None:
    """The card's effect is complete: judge the claims made meanwhile, in order (G-05)."""
    heard, round.uno_heard = round.uno_heard, ()
    could_be_named = owners(round)
    for seat, said in heard:
        _judge_one(round, seat, said, could_be_named)


def _judge_one(round: Round, seat: int, said: Claim, could_be_named: tuple[int, ...]) -> None:
    """`could_be_named` are the owners when it was said: a catch that names one of them is about all who still
    owe the call now."""
    owing = owners(round)
    if type(said) is Call and seat in owing:
        round.news.append(Called(seat))
        if owing == (seat,):
            round.uno_called = True  # G-02
        else:
            _set_owners(round, [owner for owner in owing if owner != seat])
        return
    caught = []
    if type(said) is Catch and said.seat in could_be_named:
        caught = [owner for owner in owing if owner != seat and len(round.hands[owner]) == 1]
    if not caught:
        round.news.append(NoEffect(seat))
        if type(said) is Catch and round.rules.wrong_catch:
            round.agenda.append(DrawCards(seat, round.rules.wrong_catch))
        return
    _set_owners(round, [owner for owner in owing if owner not in caught])
    for owner in caught:
        round.news.append(Caught(owner, seat))
        round.agenda.append(DrawCards(owner, round.options.uno_penalty))  # G-04
