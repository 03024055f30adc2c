"""Translates what a round waits for into requests to the deck."""

from __future__ import annotations

from p2puno.moves import Open as RoundOpen
from p2puno.moves import Shuffle as RoundShuffle
from p2puno.round import Round
from p2puno.round.trading import Trading
from protocol.deck import GIVE, SHOW, Deck, Open, Request, Seal, Shuffle


def deck_requests(waiting: RoundShuffle | RoundOpen, round: Round | None) -> list[Request]:
    """The requests that shuffle these cards or make them known; `round` is None during the draw for the deal.

    Cards in another seat's hand are passed under seal (shown in a challenge, given in a swap), all others are
    opened.
    """
    if isinstance(waiting, RoundShuffle):
        return [Shuffle(*waiting)]
    passed: dict[tuple[int, int], list[tuple[int, int]]] = {}
    opened: list[tuple[int, int, int | None]] = []
    hands = round.hands if round is not None else {}
    for card, side, to in waiting.items:
        holder = next((seat for seat, hand in hands.items() if card in hand), to)
        if to is not None and holder is not None and holder != to:
            passed.setdefault((holder, to), []).append((card, side))
        else:
            opened.append((card, side, to))
    kind = GIVE if round is not None and isinstance(round.task, Trading) else SHOW
    requests: list[Request] = [Open(tuple(opened))] if opened else []
    return requests + [Seal(kind, tuple(cards), by, to) for (by, to), cards in passed.items()]


def showing(deck: Deck, card: int, side: int, by: int | None) -> Open | None:
    """The request by which a seat shows a card of its hand to all; None if they can see it already."""
    return Open(((card, side, None),), by) if deck.public(card, side) is None else None
