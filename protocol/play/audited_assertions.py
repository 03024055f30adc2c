"""Promises: what a seat says about hidden cards, and what the audit checks once their faces are known.

Vows are promises too: what a move implies about the cards of its player by a house rule. The round records
them, because only its rules know what they are about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from p2puno.cards import Colour
from p2puno.decks import Deck
from p2puno.moves import Innocent, Move, Quiet
from p2puno.round import Round
from p2puno.round.challenge import Verdict
from p2puno.round.drawing import Declaration
from p2puno.round.vow import Vow


@dataclass(frozen=True, slots=True)
class Promise:
    """A seat says that none of these cards has this colour or one of these symbols."""

    seat: int
    cards: tuple[int, ...]
    side: int
    colour: Colour | None
    symbols: frozenset[str]


def promise_in(round: Round, seat: int, move: Move) -> Promise | None:
    """The promise that a move makes, if any. Call it before the move is applied."""
    task = round.task
    if type(move) is Quiet and isinstance(task, Declaration):
        symbols = frozenset(symbol.value for symbol in round.rules.on_draw)
        return Promise(seat, (round.hands[seat][-1],), round.side, task.draw.until, symbols)
    if type(move) is Innocent and isinstance(task, Verdict):
        return Promise(seat, tuple(round.hands[task.accused]), round.side, task.colour, frozenset())
    return None


def promise_breakers(
    promises: Iterable[Promise], known: Mapping[tuple[int, int], int], deck: Deck
) -> set[int]:
    """The seats whose promise is contradicted by a card that is known now."""
    breakers = set()
    for promise in promises:
        cards = [known[card, promise.side] for card in promise.cards if (card, promise.side) in known]
        faces = [deck.sides[promise.side][card] for card in cards]
        if any(
            face.symbol in promise.symbols or (promise.colour is not None and face.colour == promise.colour)
            for face in faces
        ):
            breakers.add(promise.seat)
    return breakers


def vow_breakers(vows: Iterable[Vow], known: Mapping[tuple[int, int], int], deck: Deck) -> set[int]:
    """The seats whose vow is contradicted by a card that is known now."""
    return {
        vow.seat
        for vow in vows
        for card in vow.cards
        if (card, vow.side) in known and vow.broken_by(card, deck.sides[vow.side][known[card, vow.side]])
    }
