"""The player's hand as shown: sorted, with keys that count from left to right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from p2puno.cards import COLOURS, Face, Symbol
from p2puno.view import View

CARD_KEYS = "1234567890eryiopafglzbnmERYIOPASFGHJLZBNM"
"""The keys for cards, from left to right; none of them is the key of a command."""

_COLOUR_ORDER = {colour: place for side in COLOURS for place, colour in enumerate(side)}
_SYMBOL_ORDER = {symbol: place for place, symbol in enumerate(Symbol)}


def in_order(hand: Sequence[tuple[int, Face]], order: str) -> list[tuple[int, Face]]:
    """The cards sorted by `colour`, by `symbol`, or left in the order they were `drawn`."""

    def by_colour(item: tuple[int, Face]) -> tuple[int, int, int]:
        card, face = item
        return (_COLOUR_ORDER[face.colour] if face.colour else 9, _SYMBOL_ORDER[face.symbol], card)

    def by_symbol(item: tuple[int, Face]) -> tuple[int, int, int]:
        place, symbol, card = by_colour(item)
        return (symbol, place, card)

    if order == "colour":
        return sorted(hand, key=by_colour)
    return sorted(hand, key=by_symbol) if order == "symbol" else list(hand)


def card_keys(cards: Iterable[int], taken: Iterable[str] = ()) -> dict[int, str]:
    """The key of each card, counted from left to right without the keys that are taken. When the keys run
    out, cards have none and need the arrow keys."""
    taken = set(taken)
    free = (key for key in CARD_KEYS if key not in taken)
    return {card: next(free, "") for card in cards}


def turned_away(view: View, seat: int) -> list[Face]:
    """The other sides of a hand's cards, which everybody sees in flip (F-06)."""
    round = view.round
    if not round.two_sided:
        return []
    faces = round.faces[1 - round.side]
    return [faces[card] for card in round.hands.get(seat, ()) if card in faces]


def laid_open(view: View, seat: int) -> list[Face]:
    """The cards of a hand that everybody can see, where the house rules lay hands open (K-36) or turn cards
    up (K-25). What everybody could only remember, as after a Flip, is not listed."""
    round = view.round
    hand, faces = round.hands.get(seat, ()), round.faces[round.side]
    for word in round.options.house_rules:
        name, _colon, number = word.partition(":")
        if (name == "open-hands" and len(hand) <= int(number)) or (
            name in ("open-hands", "blind-draw") and not round.two_sided
        ):
            return [faces[card] for card in hand if card in faces]
    return []


def seen_of_hand(view: View, seat: int) -> list[Face]:
    """What is drawn of another player's hand: the cards that lie open, or else their other sides."""
    return laid_open(view, seat) or turned_away(view, seat)
