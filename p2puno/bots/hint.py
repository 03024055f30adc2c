"""A hint for a player: what hard would do, and the main reason.

Like every bot, it sees only what the player's seat sees. The reason comes from the evaluation itself: it is
the group of features in which the best move is ahead of the others by most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from operator import mul
from typing import NamedTuple

from p2puno.bots import battle_odds, hard
from p2puno.bots.card_counting import Hand
from p2puno.bots.evaluation import Features, features
from p2puno.bots.habits import Mind
from p2puno.bots.lookahead import DEPTH, DRAWN, WILD_DRAWN, Prospect, Scene
from p2puno.cards import NUMBERS, Face, Symbol
from p2puno.moves import Ask, Challenge, Choice, Draw, Fight, Keep, Move, Name, Play, Show, Swap

FEW = 3
"""An opponent with at most this many cards is a danger."""
SMALL = 0.02
"""An advantage below this, in log-odds, is no reason."""


class Why(StrEnum):
    """The main reason for a move. Some name a seat or an amount, which `Hint` has."""

    ONLY = "only"
    NOTHING_FITS = "nothing fits"
    ONLY_FIT = "nothing else fits"
    LAST_CARD = "last card"
    FEWER_CARDS = "fewer cards"
    MOST_OF_COLOUR = "most of this colour"
    FITS_LATER = "fits later"
    KEEPS_WILD = "keeps a wild card"
    KEEPS_ACTIONS = "keeps action cards"
    KEEPS_HIGH = "keeps a high number for battles"
    POINTS = "points"
    FEW_CARDS = "an opponent has few cards"
    MUST_DRAW = "an opponent must draw"
    HARD_TO_ANSWER = "hard to answer"
    BLUFF = "a bluff"
    GAMBLE = "an unlikely bluff, but worth a challenge"
    LEGAL = "no bluff"
    ODDS = "the odds of the battle"
    EASIEST = "the weakest opponent"
    BEST = "the best position"
    EVEN = "hardly a difference"


class Hint(NamedTuple):
    move: Move
    why: Why
    seat: int | None = None
    amount: int = 0
    """Cards, or a probability in percent."""


_GROUPS: Mapping[str, Sequence[str]] = {
    "size": ("cards", "cards_1", "cards_2", "cards_3", "cards_4"),
    "fits": ("chance", "chance_1", "chance_2", "in_colour", "colours", "main_colour"),
    "wilds": ("wilds", "wilds_1", "wilds_2", "wilds_per_card", "wild_draws", "special_wilds"),
    "actions": ("actions", "draws", "flips", "highest"),
}
_OF_RIVALS = ("next_", "between_", "last_", "fewest", "seen_wilds")


class _Leaf(NamedTuple):
    """A position that was evaluated: its worth, our hand, and how much each group adds to it."""

    worth: float
    mine: Hand
    groups: Mapping[str, float]


class _Explained(Prospect):
    """Remembers the best of the positions that a move may lead to."""

    def __init__(self, mind: Mind) -> None:
        super().__init__(mind)
        self.leaf: _Leaf | None = None

    def settle(self, scene: Scene, first: int, depth: int = 0) -> float:
        worth = super().settle(scene, first, depth)
        if first == self.me and depth < DEPTH:
            return worth  # `turn` has looked further, and come back here
        if self.leaf is None or worth > self.leaf.worth:
            first = first if first != self.me else self.after(scene, self.me)
            self.leaf = _Leaf(worth, scene.hands[self.me], self._groups(scene, first))
        return worth

    def _groups(self, scene: Scene, first: int) -> Mapping[str, float]:
        found = features(self.outlook(scene, first))
        parts = dict(zip(Features._fields, map(mul, self._weights[scene.side], found), strict=True))
        groups = {group: sum(parts[name] for name in names) for group, names in _GROUPS.items()}
        groups["rivals"] = sum(part for name, part in parts.items() if name.startswith(_OF_RIVALS))
        # Around one half, the log-odds change four times as fast as the probability.
        groups["points"] = -4 * self.charge(scene.hands[self.me])
        return groups

    def explain(self, move: Move) -> _Leaf | None:
        self.leaf = None
        hard.worth(self, move)
        return self.leaf


def hint(mind: Mind) -> Hint:
    """The hint for a seat that must choose now."""
    view = mind.view
    waiting = view.round.waiting
    assert type(waiting) is Choice
    moves = [move for move in view.moves() if type(move) is not Play or not move.uno]
    if len(moves) == 1:
        return Hint(moves[0], Why.NOTHING_FITS if type(moves[0]) in (Draw, Keep) else Why.ONLY)
    best = hard.choose(mind, moves)
    if waiting.ask is Ask.CHALLENGE and type(best) is not Play:
        guilty = _percent(hard.guilt(mind, Prospect(mind)))
        challenge = Why.BLUFF if guilty >= 50 else Why.GAMBLE
        return Hint(best, challenge if type(best) is Challenge else Why.LEGAL, amount=guilty)
    if type(best) is Play and len(view.hand()) == 1:
        return Hint(best, Why.LAST_CARD)
    if waiting.ask is Ask.TURN:
        moves = list(hard.worth_a_thought(mind, moves))
    plays = [move for move in moves if type(move) is Play]
    if type(best) in (Draw, Keep) and plays and all(play.face.wild for play in plays):
        return Hint(best, Why.KEEPS_WILD)
    if type(best) is Show or type(best) is Fight:
        return _of_battle(mind, best)
    return _by_groups(mind, best, moves)


def _of_battle(mind: Mind, best: Show | Fight) -> Hint:
    prospect = Prospect(mind)
    scene, sight = prospect.now(), prospect.sight(mind.view.round.side)
    if type(best) is Show:
        other = hard.opponent_of(prospect)
        odds = battle_odds.odds(sight, best.face.number, scene.hands[other])
        return Hint(best, Why.ODDS, other, _percent(odds))
    assert type(best) is Fight
    number = max((face.number for face in scene.hands[prospect.me].faces), default=4)
    chances = {
        seat: battle_odds.odds(sight, number, hand)
        for seat, hand in scene.hands.items()
        if seat not in (prospect.me, mind.partner)
    }
    count = scene.hands[best.opponent].size
    if count <= FEW:
        return Hint(best, Why.FEW_CARDS, best.opponent, count)
    if chances.get(best.opponent) == max(chances.values()):
        return Hint(best, Why.EASIEST, best.opponent)
    return Hint(best, Why.BEST)


def _percent(probability: float) -> int:
    return round(100 * probability)


def _by_groups(mind: Mind, best: Move, moves: Sequence[Move]) -> Hint:
    """The reason is the group in which the best move is ahead of the average of the others by most."""
    prospect = _Explained(mind)
    chosen = prospect.explain(best)
    face = best.face if type(best) is Play else None
    others = [
        leaf
        for move in moves
        if move != best and (type(move) is not Play or move.face != face)
        if (leaf := prospect.explain(move)) is not None
    ]
    if chosen is None or not others:
        return Hint(best, Why.ONLY_FIT if type(best) is Play else Why.BEST)
    ahead = {
        group: worth - sum(leaf.groups[group] for leaf in others) / len(others)
        for group, worth in chosen.groups.items()
    }
    reasons = [group for group in sorted(ahead, key=lambda group: -ahead[group]) if ahead[group] >= SMALL]
    for group in reasons:
        if (found := _reason(mind, prospect, best, group, chosen.mine)) is not None:
            return found
    return Hint(best, Why.BEST if reasons else Why.EVEN)


def _reason(mind: Mind, prospect: Prospect, best: Move, group: str, mine: Hand) -> Hint | None:
    """The reason that a group stands for, if it is true of this move."""
    face = best.face if type(best) is Play else None
    # A Flip or a trade leaves us with other cards: those are not kept.
    kept = {held for _, held in mind.view.hand()}.intersection(mine.faces)
    match group:
        case "size" | "fits" if type(best) is Swap and mine.size < len(mind.view.hand()):
            return Hint(best, Why.FEWER_CARDS)
        case "size" if type(best) is Play:
            return Hint(best, Why.FEWER_CARDS)
        case "fits":
            return Hint(best, Why.MOST_OF_COLOUR if _most_of(mind, best) else Why.FITS_LATER)
        case "wilds" if (face is None or not face.wild) and any(held.wild for held in kept):
            return Hint(best, Why.KEEPS_WILD)
        case "actions" if not _is_action(face) and any(_is_action(held) for held in kept):
            return Hint(best, Why.KEEPS_ACTIONS)
        case "actions" if mind.view.round.rules.name == "battle" and _keeps_high(face, mine):
            return Hint(best, Why.KEEPS_HIGH)
        case "points":
            return Hint(best, Why.POINTS)
        case "rivals" if type(best) in (Play, Name, Swap):
            return _of_rivals(mind, prospect, best)
    return None


def _most_of(mind: Mind, best: Move) -> bool:
    """Whether the move leaves a colour in play of which the rest of our hand has most."""
    colour = best.colour if type(best) is Name else best.face.colour if type(best) is Play else None
    played = best.card if type(best) is Play else None
    held = Counter(face.colour for card, face in mind.view.hand() if card != played and not face.wild)
    return colour is not None and held[colour] == max(held.values(), default=0) > 1


def _is_action(face: Face | None) -> bool:
    return face is not None and not face.wild and face.symbol not in NUMBERS


def _keeps_high(face: Face | None, mine: Hand) -> bool:
    return face is None or face.number < max((held.number for held in mine.faces), default=0)


def _of_rivals(mind: Mind, prospect: Prospect, best: Move) -> Hint:
    scene = prospect.now()
    following = prospect.after(scene, prospect.me)
    sizes = {seat: hand.size for seat, hand in scene.hands.items() if seat not in (prospect.me, mind.partner)}
    danger = min(sizes, key=lambda seat: (sizes[seat], seat != following))
    symbol = best.face.symbol if type(best) is Play else None
    strikes = symbol not in (None, Symbol.WILD, *NUMBERS)
    if sizes[danger] <= FEW and (strikes or type(best) is Swap):
        return Hint(best, Why.FEW_CARDS, danger, sizes[danger])
    count = DRAWN.get(symbol) or WILD_DRAWN.get(symbol) if symbol is not None else None
    if count and following in sizes:
        return Hint(best, Why.MUST_DRAW, following, count)
    return Hint(best, Why.HARD_TO_ANSWER)
