"""Describes a position in numbers, finer than `evaluation.features`: what the networks of master read."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.bots.card_counting import TRUST, Sight
from p2puno.bots.evaluation import (
    DRAWS,
    FRIEND,
    NUMBER_SYMBOLS,
    WILD_DRAWS,
    Outlook,
    Rival,
    amount,
    chance_to_play,
)
from p2puno.bots.memory import NOTHING
from p2puno.cards import COLOURS, Colour, Face, Symbol

_BLOCKS = frozenset({Symbol.SKIP, Symbol.SKIP_EVERYONE, Symbol.REVERSE})
_SIZES = tuple(tuple(float(size == counted) for counted in range(1, 8)) for size in range(9))
"""A hand's size as seven numbers, one of which is 1; all are 0 for more than seven cards."""
_NOBODY = (0.0,) * 17
_NO_CARDS = (0, 0, 0)
_NO_BATTLES = (0.0,) * 14

SIZE = 9 + 4 * 5 + 15 + 3 + 3 * len(_NOBODY) + len(_NO_BATTLES)
"""How many numbers describe a position."""


def describe(outlook: Outlook) -> list[float]:
    """The position in `SIZE` numbers, most of them from 0 to 1."""
    rivals = outlook.rivals
    ours = _by_colour(outlook.mine.faces)
    colours = _order(outlook, ours)
    upcoming = _rival(outlook, colours, rivals[0])
    last = _rival(outlook, colours, rivals[-1]) if len(rivals) > 1 else _NOBODY
    between: Sequence[float] = _NOBODY
    for rival in rivals[1:-1]:
        found = _rival(outlook, colours, rival)
        between = [one + other for one, other in zip(between, found, strict=True)]
    hand = [*_hand(outlook), *_colours(outlook, ours, colours), *_links(outlook)]
    return [*hand, *_table(outlook), *upcoming, *between, *last, *_heights(outlook)]


def _by_colour(faces: Sequence[Face]) -> dict[Colour, tuple[int, int, int]]:
    """The numbers, the skips and reverses, and the draw cards of each colour. A Flip is none of them."""
    found: dict[Colour, tuple[int, int, int]] = {}
    for face in faces:
        if face.colour is not None:
            numbers, blocks, draws = found.get(face.colour, _NO_CARDS)
            symbol = face.symbol
            found[face.colour] = (
                numbers + (symbol in NUMBER_SYMBOLS),
                blocks + (symbol in _BLOCKS),
                draws + (symbol in DRAWS),
            )
    return found


def _order(outlook: Outlook, ours: dict[Colour, tuple[int, int, int]]) -> list[Colour]:
    """The colour in play, then the others, those of which we hold most first: so all colours are alike."""
    held: dict[Colour, int] = dict.fromkeys(ours, 0)
    for face in outlook.mine.faces:
        if face.colour is not None:
            held[face.colour] += 1
    shares, now = outlook.sight.shares, outlook.colour
    return sorted(
        COLOURS[outlook.sight.side],
        key=lambda colour: (colour is not now, -held.get(colour, 0), -shares.get(colour, 0.0)),
    )


def _hand(outlook: Outlook) -> tuple[float, ...]:
    size = outlook.mine.size
    return *_SIZES[min(size, 8)], amount(size), size > 10


def _colours(
    outlook: Outlook, ours: dict[Colour, tuple[int, int, int]], colours: Sequence[Colour]
) -> list[float]:
    """What we hold of each colour, and how much of it is unseen."""
    found: list[float] = []
    flips = {face.colour for face in outlook.mine.faces if face.symbol is Symbol.FLIP}
    shares = outlook.sight.shares
    for colour in colours:
        numbers, blocks, draws = ours.get(colour, _NO_CARDS)
        none = not (numbers or blocks or draws or colour in flips)
        found += (numbers / 4, blocks / 2, draws / 2, none, 4 * shares.get(colour, 0.0))
    return found


def _links(outlook: Outlook) -> tuple[float, ...]:
    """Our wild cards, and what fits what in our hand."""
    mine, colour, symbol = outlook.mine, outlook.colour, outlook.symbol
    faces, size = mine.faces, mine.size
    symbols: set[Symbol] = set()
    wilds = wild_draws = special_wilds = same_symbol = coloured = flips = highest = 0
    for face in faces:
        if face.colour is None:
            if face.symbol in WILD_DRAWS:
                wild_draws += 1
            elif face.symbol is Symbol.WILD:
                wilds += 1
            else:
                special_wilds += 1
            continue
        coloured += 1
        symbols.add(face.symbol)
        flips += face.symbol is Symbol.FLIP
        highest = max(highest, face.number)
        same_symbol += face.symbol is symbol and face.colour is not colour
    all_wilds = wilds + wild_draws + special_wilds
    return (
        *(same_symbol / 2, (coloured - len(symbols)) / 4),
        *(wilds / 2, wild_draws / 2, special_wilds / 2, all_wilds / max(size, 1)),
        *(all_wilds > 0 and size == 1, all_wilds > 0 and size == 2, all_wilds > 0 and size == 3),
        flips / 2,
        *(_linked(faces) if size == 2 else 0.0, _linked(faces) if size == 3 else 0.0),
        *(len(mine.hidden) / 4, highest / 9, chance_to_play(outlook)),
    )


def _linked(faces: Sequence[Face]) -> float:
    """The share of pairs in a small hand where one card can follow the other."""
    pairs = [(one, other) for i, one in enumerate(faces) for other in faces[:i]]
    linked = sum(
        one.wild or other.wild or one.colour is other.colour or one.symbol is other.symbol
        for one, other in pairs
    )
    return linked / len(pairs) if pairs else 0.5


def _table(outlook: Outlook) -> tuple[float, ...]:
    """What may still come: unseen wild cards and cards of the top symbol; the smallest hand."""
    sight: Sight = outlook.sight
    same = sum(
        count
        for face, count in sight.unseen
        if face.symbol is outlook.symbol and face.colour is not None and face.colour is not outlook.colour
    )
    return (
        10 * sight.shares.get(None, 0.0),
        20 * same / sight.total if sight.total else 0.0,
        min([10, *(rival.hand.size for rival in outlook.rivals if not rival.friend)]) / 10,
    )


def _rival(outlook: Outlook, colours: Sequence[Colour], rival: Rival) -> Sequence[float]:
    """One other player; a partner counts with the opposite sign."""
    hand, sight = rival.hand, outlook.sight
    size, hidden, shares = hand.size, len(hand.hidden), sight.shares
    each = 1 / size if size else 0.0
    chance = sight.can_play(hand, outlook.colour, outlook.symbol)
    named = float(rival.named is not None and rival.named is outlook.colour)
    seen = [face.colour for face in hand.faces]
    excluded = [card.colours for card in hand.hidden if card is not NOTHING]
    found = [
        *_SIZES[min(size, 8)][:5],
        *(amount(size), chance),
        *(chance if size == 1 else 0.0, chance if size == 2 else 0.0, chance if size == 3 else 0.0),
        *(named, len(seen) * each, (seen.count(None) + hidden * shares.get(None, 0.0)) * each),
    ]
    for colour in colours:
        likely = hidden - TRUST * sum(colour in without for without in excluded)
        found.append((seen.count(colour) + shares.get(colour, 0.0) * likely) * each)
    return [FRIEND * number for number in found] if rival.friend else found


def _heights(outlook: Outlook) -> Sequence[float]:
    """Who could win battles: our high cards (the highest is in `_links`), the highest one known of each
    rival, and how likely a hidden card is below 9 and below 7."""
    mine, sight = outlook.mine, outlook.sight
    if sight.view.round.rules.name != "battle":
        return _NO_BATTLES
    numbers = sorted((face.number for face in mine.faces), reverse=True)
    highest, second, third, *_ = *numbers, 0, 0, 0
    upcoming, *others = [
        max((face.number for face in rival.hand.faces), default=0) / 9 * (FRIEND if rival.friend else 1)
        for rival in outlook.rivals
    ]
    return (
        *(second / 9, third / 9),
        *(numbers.count(9) / 2, numbers.count(8) / 2, numbers.count(7) / 2),
        (numbers.count(6) + numbers.count(5)) / 2,
        *(highest / 9 if mine.size == few else 0.0 for few in (1, 2, 3)),
        *(upcoming, sum(others[:-1]), others[-1] if others else 0.0),
        *(sight.at_most(8), sight.at_most(6)),
    )
