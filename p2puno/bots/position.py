"""Describes a position in numbers, finer than `evaluation.features`: what the networks of master read."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.bots.card_counting import Sight
from p2puno.bots.evaluation import FRIEND, Outlook, Rival, amount, chance_to_play
from p2puno.cards import WILD_SYMBOLS, Colour, Face, Symbol
from p2puno.house.stacking import STRENGTH

SKIPS, REVERSES, DRAWS, FLIPS = range(4)
_ACTIONS = {
    Symbol.SKIP: SKIPS,
    Symbol.SKIP_EVERYONE: SKIPS,
    Symbol.DISCARD_ALL: FLIPS,  # a deck has one or the other
    Symbol.REVERSE: REVERSES,
    Symbol.DRAW_ONE: DRAWS,
    Symbol.DRAW_TWO: DRAWS,
    Symbol.DRAW_FOUR: DRAWS,
    Symbol.DRAW_FIVE: DRAWS,
    Symbol.FLIP: FLIPS,
}
_WILD_DRAWS = frozenset(symbol for symbol in STRENGTH if symbol in WILD_SYMBOLS)
_SIZES = tuple(tuple(float(size == counted) for counted in range(1, 7)) for size in range(8))
"""A hand's size as six numbers, one of which is 1; all are 0 for more than six cards."""
_NOBODY = (0.0,) * 10

SIZE = 6 + 25 + 4 + 3 * len(_NOBODY)
"""How many numbers describe a position."""


def describe(outlook: Outlook) -> list[float]:
    """The position in `SIZE` numbers, most of them from 0 to 1."""
    rivals = outlook.rivals
    upcoming = _rival(outlook, rivals[0])
    last = _rival(outlook, rivals[-1]) if len(rivals) > 1 else _NOBODY
    between: Sequence[float] = _NOBODY
    for rival in rivals[1:-1]:
        between = [one + other for one, other in zip(between, _rival(outlook, rival), strict=True)]
    return [*_hand(outlook), *_table(outlook), *upcoming, *between, *last]


def _hand(outlook: Outlook) -> list[float]:
    """Our hand: its size, its colours, what fits what, and its special cards."""
    mine, colour, symbol = outlook.mine, outlook.colour, outlook.symbol
    faces, size = mine.faces, mine.size
    colours: dict[Colour, int] = {}
    symbols: set[Symbol] = set()
    actions = [0, 0, 0, 0]
    wilds = wild_draws = special_wilds = same_symbol = coloured = highest = 0
    for face in faces:
        if face.colour is None:
            if face.symbol in _WILD_DRAWS:
                wild_draws += 1
            elif face.symbol is Symbol.WILD:
                wilds += 1
            else:
                special_wilds += 1
            continue
        coloured += 1
        colours[face.colour] = colours.get(face.colour, 0) + 1
        symbols.add(face.symbol)
        if face.symbol in _ACTIONS:
            actions[_ACTIONS[face.symbol]] += 1
        elif face.number > highest:
            highest = face.number
        if face.symbol is symbol and face.colour is not colour:
            same_symbol += 1
    in_colour = colours.pop(colour, 0) if colour is not None else 0
    others = [*sorted(colours.values(), reverse=True), 0, 0, 0]
    all_wilds = wilds + wild_draws + special_wilds
    return [
        *_SIZES[min(size, 7)],
        *(amount(size), size > 10, in_colour / 4, in_colour == 0, in_colour == 1),
        *(others[0] / 4, others[1] / 4, others[2] / 4, same_symbol / 2, (coloured - len(symbols)) / 4),
        *(wilds / 2, wild_draws / 2, special_wilds / 2, all_wilds / max(size, 1)),
        *(actions[SKIPS] / 2, actions[REVERSES] / 2, actions[DRAWS] / 2, actions[FLIPS] / 2),
        *(_linked(faces) if size == 2 else 0.0, _linked(faces) if size == 3 else 0.0),
        *(len(mine.hidden) / 4, highest / 9, chance_to_play(outlook)),
        *(all_wilds > 0 and size == 1, all_wilds > 0 and size == 2),
    ]


def _linked(faces: Sequence[Face]) -> float:
    """The share of pairs in a small hand where one card can follow the other."""
    pairs = [(one, other) for i, one in enumerate(faces) for other in faces[:i]]
    linked = sum(
        one.wild or other.wild or one.colour is other.colour or one.symbol is other.symbol
        for one, other in pairs
    )
    return linked / len(pairs) if pairs else 0.5


def _table(outlook: Outlook) -> tuple[float, ...]:
    """What may still come: unseen cards of the colour in play, of our colours, and wild cards."""
    sight: Sight = outlook.sight
    shares = sight.shares
    ours = {face.colour for face in outlook.mine.faces if face.colour is not None}
    return (
        4 * shares.get(outlook.colour, 0.0),
        10 * shares.get(None, 0.0),
        sum(shares.get(colour, 0.0) for colour in ours),
        min([10, *(rival.hand.size for rival in outlook.rivals if not rival.friend)]) / 10,
    )


def _rival(outlook: Outlook, rival: Rival) -> Sequence[float]:
    """One other player; a partner counts with the opposite sign."""
    hand = rival.hand
    size = hand.size
    chance = outlook.sight.can_play(hand, outlook.colour, outlook.symbol)
    named = float(rival.named is not None and rival.named is outlook.colour)
    wilds = sum(face.wild for face in hand.faces) / size if size else 0.0
    found = (
        *(float(size == 1), float(size == 2), float(size == 3), float(size == 4), amount(size)),
        *(chance, chance if size == 1 else 0.0, chance if size == 2 else 0.0, named, wilds),
    )
    return [FRIEND * number for number in found] if rival.friend else found
