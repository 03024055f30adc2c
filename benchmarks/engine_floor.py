"""The floor under `benchmarks.engine`: a round of classic UNO as one loop that knows nothing else.

It makes the same moves and keeps the same cards: handles with faces, what each seat has seen, both piles. It
cannot be watched, copied, hashed or left, it judges no move from elsewhere, and no other rule fits in.
"""

from collections.abc import Callable
from random import Random

from benchmarks.timing import Played
from p2puno.cards import COLOURS, LIGHT, Face, Symbol
from p2puno.dealer import shuffle
from p2puno.moves import Play
from p2puno.rulesets import RULE_SETS

RULES = RULE_SETS["classic"]
NEXT = {1: (1, 2, 3, 0), -1: (3, 0, 1, 2)}


class Cards:
    """The piles, top card last, and the faces of all cards."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.faces = dict(enumerate(shuffle(list(RULES.deck.sides[LIGHT]), random)))
        self.pile = list(self.faces)
        self.discard: list[int] = []

    def take(self, count: int, hand: list[int], seen: dict[int, Face]) -> None:
        pile, discard, faces = self.pile, self.discard, self.faces
        for _ in range(count):
            if not pile and len(discard) > 1:  # G-08
                mixed = shuffle([faces.pop(card) for card in discard[:-1]], self.random)
                del discard[:-1]
                pile += range(first := max(faces) + 1, first + len(mixed))
                faces.update(zip(pile, mixed, strict=True))
            if pile:
                hand.append(card := pile.pop())
                seen[card] = faces[card]


def choose(
    held: list[int], count: int, seen: dict[int, Face], fit: frozenset[Face], roll: float
) -> Play | None:
    """Any of these cards that fits, with or without a call when it is one of two (G-01)."""
    moves = []
    for card in held:
        face = seen[card]
        if face in fit:
            moves.append(Play(card, face))
    if count == 2:
        moves += [Play(play.card, play.face, True) for play in moves]
    return moves[int(roll * len(moves))] if moves else None


def floor(random: Random) -> Callable[[], Played]:
    """A function that plays one round; the opening card has no effect."""
    roll = random.random

    def game() -> Played:
        cards, seat, way, turns, made = Cards(random), 0, 1, 0, 0
        faces, known = cards.faces, [dict[int, Face]() for _ in range(4)]
        hands: list[list[int]] = [[], [], [], []]
        for hand, seen in zip(hands, known, strict=True):
            cards.take(7, hand, seen)
        cards.discard.append(cards.pile.pop())
        top = faces[cards.discard[-1]]
        colour = top.colour or COLOURS[LIGHT][0]
        while True:
            turns += 1
            made += 1
            hand, seen, fit = hands[seat], known[seat], RULES.matching[LIGHT][colour][top.symbol]
            after = NEXT[way][seat]
            move = choose(hand, len(hand), seen, fit, roll())
            if move is None:
                cards.take(1, hand, seen)
                move = choose(hand[-1:], len(hand), seen, fit, roll())
                made += 1  # plays or keeps it
            if move is not None:
                hand.remove(move.card)
                cards.discard.append(move.card)
                top, before = move.face, colour
                colour, symbol, drawn = top.colour or colour, top.symbol, 0
                if symbol is Symbol.REVERSE:
                    way = -way
                    after = NEXT[way][seat]
                elif symbol is Symbol.SKIP:
                    after = NEXT[way][after]
                elif symbol is Symbol.DRAW_TWO:
                    drawn = 2
                elif top.wild and hand:
                    colour = COLOURS[LIGHT][int(roll() * 4)]
                    made += 1
                if symbol is Symbol.WILD_DRAW_FOUR:
                    drawn = 4
                    made += len(hand) > 0  # accepts or challenges (C)
                    if hand and roll() < 0.5:
                        known[after].update({card: faces[card] for card in hand})
                        made += 1  # says what the hand proves
                        if any(faces[card].colour is before for card in hand):
                            cards.take(4, hand, seen)
                            drawn = 0
                        else:
                            drawn = 6
                if drawn:
                    cards.take(drawn, hands[after], known[after])
                    after = NEXT[way][after]
                if not hand:
                    sum(RULES.deck.points[faces[card]] for held in hands for card in held)
                    return Played(turns, made)
            seat = after

    return game
