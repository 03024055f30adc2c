"""The player's hand as shown: sorted, each card with a key that does not change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from p2puno.cards import COLOURS, Face, Symbol
from p2puno.view import View

CARD_KEYS = "1234567890eryiopasfghjlzbnmERYIOPASFGHJLZBNM"
"""The keys for cards, in the order of use; none of them is the key of a command."""

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


class KeyRing:
    """Gives every card a key when it enters the hand; the card keeps it until it leaves."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._keys: dict[int, str] = {}
        taken = set(taken)
        self._free = [key for key in CARD_KEYS if key not in taken]

    def keys(self, cards: Iterable[int]) -> dict[int, str]:
        """The keys of these cards. When the keys run out, cards have none and need the arrow keys."""
        cards = list(cards)
        kept = {card: key for card, key in self._keys.items() if card in cards}
        free = (key for key in self._free if key not in kept.values())
        for card in cards:
            if card not in kept:
                kept[card] = next(free, "")
        self._keys = kept
        return kept


def turned_away(view: View, seat: int) -> list[Face]:
    """The other sides of a hand's cards, which everybody sees in flip (F-06)."""
    round = view.round
    if not round.two_sided:
        return []
    faces = round.faces[1 - round.side]
    return [faces[card] for card in round.hands.get(seat, ()) if card in faces]
