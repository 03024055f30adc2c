"""The action cards that several rule sets share (A, H, O)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2puno.cards import Face
from p2puno.events import Missed, Reversed
from p2puno.round.challenge import Doubt, Pay, Penalty, hit, owed_with
from p2puno.round.naming import NAME_COLOUR
from p2puno.round.rule_set import Effect, Opening

if TYPE_CHECKING:
    from p2puno.round.state import Round


def skip(round: Round, seat: int, face: Face) -> None:
    round.miss_turn(round.next(seat))


def skip_everyone(round: Round, seat: int, face: Face) -> None:
    other = round.next(seat)
    while other != seat:  # F-04
        round.news.append(Missed(other))
        other = round.next(other)
    round.upcoming = seat


def reverse(round: Round, seat: int, face: Face) -> None:
    if len(round.seats) == 2:  # H-01
        skip(round, seat, face)
    else:
        turn_round(round, seat)


def turn_round(round: Round, seat: int) -> None:
    """The direction of play changes; `seat` has the turn (A-02)."""
    round.direction = -round.direction
    round.news.append(Reversed(round.direction))
    round.upcoming = round.next(seat)


def draw(count: int) -> Effect:
    """Draw One, Two or Five: the next player draws and misses the turn (A-01); also as a last card (G-07)."""
    penalty = Penalty(count, False)

    def effect(round: Round, seat: int, face: Face) -> None:
        hit(round, round.next(seat), penalty)

    return effect


def wild(round: Round, seat: int, face: Face) -> None:
    if round.out is None:  # T-07: a last card names no colour
        round.agenda.append(NAME_COLOUR[seat])


def wild_draw(count: int, to_colour: bool = False) -> Effect:
    """Wild Draw Two, Four, … or Color: name a colour, then the next player may challenge (A-05, F-05)."""
    penalty = Penalty(count, to_colour)

    def effect(round: Round, seat: int, face: Face) -> None:
        wild_hit(round, seat, round.next(seat), penalty)

    return effect


def wild_hit(round: Round, seat: int, victim: int, penalty: Penalty) -> None:
    """A wild draw card of `seat` is aimed at `victim`."""
    penalty = owed_with(round, penalty)
    if round.out is None:
        accused = seat if round.rules.challenges else None
        round.agenda.append(Doubt(victim, accused, round.colour, penalty))
        round.agenda.append(NAME_COLOUR[seat])
    else:
        round.agenda.append(Pay(victim, penalty))  # C-05: no challenge
        if penalty.to_colour:
            round.agenda.append(NAME_COLOUR[seat])  # T-07: as a last card, only for Wild Draw Color


def open_draw(count: int) -> Opening:
    """O-01"""
    penalty = Penalty(count, False)

    def effect(round: Round, first: int, face: Face) -> None:
        hit(round, first, penalty)

    return effect


def open_reverse(round: Round, first: int, face: Face) -> None:
    """O-02: the dealer goes first, and play moves to the right."""
    round.direction = -1
    round.news.append(Reversed(round.direction))
    round.upcoming = round.dealer if round.dealer in round.hands else round.next(round.dealer)


def open_skip(round: Round, first: int, face: Face) -> None:
    round.miss_turn(first)  # O-03


def open_wild(round: Round, first: int, face: Face) -> None:
    round.agenda.append(NAME_COLOUR[first])  # O-04
