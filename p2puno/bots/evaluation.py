"""Evaluates a position for a seat that has just moved."""

from __future__ import annotations

from math import exp
from operator import mul
from typing import NamedTuple

from p2puno.bots.card_counting import Hand, Sight
from p2puno.cards import NUMBERS, WILD_SYMBOLS, Colour, Symbol
from p2puno.house.stacking import STRENGTH

STAYS, COMES, SAME_SYMBOL = 0.40, 0.18, 0.06
"""Rough probabilities, a turn later: the colour in play is unchanged, it is one particular other colour, the
symbol is one particular symbol."""
HIDDEN_FITS, HIDDEN_WILD = 0.36, 0.08
"""Rough probabilities that an unseen card fits, and that it is a wild card."""

NUMBER_SYMBOLS = frozenset(NUMBERS)
WILD_DRAWS = frozenset(symbol for symbol in STRENGTH if symbol in WILD_SYMBOLS)
DRAWS = frozenset(STRENGTH) - WILD_DRAWS
_FLIPS = (Symbol.FLIP, Symbol.DISCARD_ALL)
"""The card that a rule set is about. No deck has both."""


class Rival(NamedTuple):
    hand: Hand
    friend: bool = False
    """Whether this is our partner: what is good for them is good for us (R-01)."""
    named: Colour | None = None
    """The colour they named last, and have not drawn on since."""


class Outlook(NamedTuple):
    """Our hand, the discard pile's top, and the other players in the order of their turns."""

    sight: Sight
    mine: Hand
    colour: Colour | None
    symbol: Symbol
    rivals: tuple[Rival, ...]


class Features(NamedTuple):
    """The features of an outlook; the same type also holds their weights.

    `chance` is the chance to have a legal play. Rivals are grouped by position: the next player, the last
    before us, and those between.
    """

    one: float
    cards: float
    cards_1: float
    cards_2: float
    cards_3: float
    cards_4: float
    chance: float
    chance_1: float
    chance_2: float
    wilds: float
    wilds_1: float
    wilds_2: float
    wilds_per_card: float
    wild_draws: float
    special_wilds: float
    actions: float
    draws: float
    flips: float
    highest: float
    in_colour: float
    colours: float
    main_colour: float
    next_cards: float
    next_1: float
    next_1_chance: float
    next_2: float
    next_2_chance: float
    next_3: float
    next_more_chance: float
    between_cards: float
    between_1: float
    between_1_chance: float
    between_2: float
    last_cards: float
    last_1: float
    last_1_chance: float
    last_2: float
    fewest: float
    seen_wilds: float


FRIEND = -0.8
"""The weight of a partner's cards, relative to a rival's."""


def features(outlook: Outlook) -> Features:
    return Features(*_numbers(outlook))


def _numbers(outlook: Outlook) -> tuple[float, ...]:
    return (1.0, *_of_our_hand(outlook), *_of_rivals(outlook))


def _of_our_hand(outlook: Outlook) -> tuple[float, ...]:
    """The features from `cards` to `main_colour`."""
    mine, colour = outlook.mine, outlook.colour
    cards, chance = mine.size, chance_to_play(outlook)
    wilds = HIDDEN_WILD * len(mine.hidden)
    wild_draws = special_wilds = actions = draws = flips = highest = 0
    held: dict[Colour, int] = {}
    for face in mine.faces:
        symbol = face.symbol
        if face.colour is None:
            wilds += 1
            if symbol in WILD_DRAWS:
                wild_draws += 1
            elif symbol is not Symbol.WILD:
                special_wilds += 1
            continue
        held[face.colour] = held.get(face.colour, 0) + 1
        if symbol in NUMBER_SYMBOLS:
            highest = max(highest, face.number)
        else:
            actions += 1
            if symbol in DRAWS:
                draws += 1
            elif symbol in _FLIPS:
                flips += 1
    in_colour = held.get(colour, 0) if colour is not None else 0
    at_least_one = max(cards, 1)
    return (
        *(amount(cards), cards == 1, cards == 2, cards == 3, cards == 4),
        *(chance, chance if cards == 1 else 0, chance if cards == 2 else 0),
        *(min(wilds, 3) / 3, min(wilds, 1) if cards == 1 else 0, min(wilds, 1) if cards == 2 else 0),
        *(wilds / at_least_one, wild_draws / 3, special_wilds / 3),
        *(min(actions, 4) / 4, draws / 3, flips / 2, highest / 9),
        (in_colour + len(mine.hidden) / 4.5) / at_least_one,
        *(len(held) / 4, max(held.values()) / cards if held else 0),
    )


def _of_rivals(outlook: Outlook) -> tuple[float, ...]:
    """The features from `next_cards` to `seen_wilds`."""
    rivals, can_play = outlook.rivals, outlook.sight.can_play
    fewest, seen_wilds, end = 10, 0.0, len(rivals) - 1
    # By place (next, between, last): the cards, rivals with one card, their chance to play, rivals with two.
    cards, one, one_chance, two = ([0.0, 0.0, 0.0] for _ in range(4))
    two_chance = three = more_chance = 0.0
    for at, rival in enumerate(rivals):
        hand = rival.hand
        sign, size = FRIEND if rival.friend else 1.0, hand.size  # a partner counts with the opposite sign
        place = 0 if at == 0 else 2 if at == end else 1
        cards[place] += sign * amount(size)
        if size == 2:
            two[place] += sign
        if at == 0 or size <= 1:
            chance = sign * can_play(hand, outlook.colour, outlook.symbol)
            if size == 1:
                one[place] += sign
                one_chance[place] += chance
            elif size == 2:
                two_chance += chance
            elif at == 0:
                three += sign * (size == 3)
                more_chance += chance
        if not rival.friend:
            fewest = min(fewest, size)
        if hand.faces:
            seen_wilds += sign * sum([face.wild for face in hand.faces]) / size
    return (
        *(cards[0], one[0], one_chance[0], two[0], two_chance, three, more_chance),
        *(cards[1], one[1], one_chance[1], two[1]),
        *(cards[2], one[2], one_chance[2], two[2]),
        *(fewest / 10, seen_wilds),
    )


def value(outlook: Outlook, weights: Features) -> float:
    """The probability of winning from here."""
    return 1 / (1 + exp(-sum(map(mul, weights, _numbers(outlook)))))


def chance_to_play(outlook: Outlook) -> float:
    """A rough probability that our hand has a legal play on our next turn."""
    colours, symbols = set(), set()
    for face in outlook.mine.faces:
        if face.wild:
            return 1.0
        colours.add(face.colour)
        symbols.add(face.symbol)
    fails = 1.0
    if colours:
        by_colour = COMES * len(colours) + (STAYS - COMES if outlook.colour in colours else 0)
        fails = (1 - by_colour) * (1 - SAME_SYMBOL) ** len(symbols)
    return float(1 - fails * (1 - HIDDEN_FITS) ** len(outlook.mine.hidden))


def amount(cards: int) -> float:
    """Each card counts one; those beyond ten count less."""
    return cards / 10 if cards <= 10 else 1 + (cards - 10) / 40
