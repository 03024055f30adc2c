"""Looks one move ahead: evaluates the position after each possible move."""

from __future__ import annotations

from typing import NamedTuple

from p2puno.bots import battle_odds, house_lookahead
from p2puno.bots.card_counting import Hand, Sight
from p2puno.bots.evaluation import Outlook, Rival, value
from p2puno.bots.habits import Mind
from p2puno.bots.memory import NOTHING
from p2puno.bots.weights import WEIGHTS
from p2puno.cards import COLOURS, NUMBERS, Colour, Face, Symbol
from p2puno.house.draw_until import draws_are_long
from p2puno.round.challenge import INNOCENT_EXTRA

WON = 1.0
CAUGHT_BLUFFING = 0.25
"""How often we expect an illegal wild draw card to be challenged."""
DEPTH = 2
"""How many consecutive turns are searched when a seat plays again."""

CHARGED = 0.002
"""The cost of a point in hand, as a probability of winning the round, where points in hand are charged."""
HIDDEN_POINTS = 12
"""The approximate points of an unseen card."""

DRAWN = {Symbol.DRAW_ONE: 1, Symbol.DRAW_TWO: 2, Symbol.DRAW_FOUR: 4, Symbol.DRAW_FIVE: 5}
WILD_DRAWN = {
    Symbol.WILD_DRAW_TWO: 2,
    Symbol.WILD_DRAW_FOUR: 4,
    Symbol.WILD_DRAW_COLOUR: 0,
    Symbol.WILD_REVERSE_DRAW_FOUR: 4,
    Symbol.WILD_DRAW_SIX: 6,
    Symbol.WILD_DRAW_TEN: 10,
}


class Scene(NamedTuple):
    """A hypothetical position."""

    side: int
    colour: Colour | None
    symbol: Symbol
    direction: int
    hands: dict[int, Hand]

    def deal(self, seat: int, hand: Hand) -> Scene:
        return self._replace(hands={**self.hands, seat: hand})


class Prospect:
    """The winning chances of one seat."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.round = mind.view.round
        assert mind.view.seat is not None
        self.me = mind.view.seat
        self._sights: dict[int, Sight] = {}
        self._weights = WEIGHTS[self.round.rules.name]
        words = (*self.round.rules.built_in, *self.round.options.house_rules)
        self.house = frozenset(word.partition(":")[0] for word in words)
        """The names of the house rules that hold."""
        options = self.round.options
        self.charged = options.scoring == "lowest" or options.mode == "challenge"
        """Whether players are charged for the cards they hold."""

    def sight(self, side: int) -> Sight:
        if side not in self._sights:
            self._sights[side] = Sight(self.mind.view, self.mind.memory, side)
        return self._sights[side]

    def now(self) -> Scene:
        round = self.round
        return Scene(
            round.side, round.colour, round.top.symbol, round.direction, self.sight(round.side).hands
        )

    def after(self, scene: Scene, seat: int) -> int:
        return self.round.ring[scene.direction][seat]

    def settle(self, scene: Scene, first: int, depth: int = 0) -> float:
        """The probability of winning when `first` plays next."""
        if self.house and (decided := house_lookahead.decided_by_limit(self, scene)) is not None:
            return decided
        if first == self.me:
            if depth < DEPTH:
                return self.turn(scene, depth + 1)
            first = self.after(scene, self.me)
        worth = self.value(self.outlook(scene, first), scene.side)
        return worth - self.charge(scene.hands[self.me])

    def value(self, outlook: Outlook, side: int) -> float:
        """The probability of winning, judged without looking further."""
        return value(outlook, self._weights[side])

    def outlook(self, scene: Scene, first: int) -> Outlook:
        """The position when `first` plays next; the others in the order of their turns."""
        me, mind, hands, after = self.me, self.mind, scene.hands, self.round.ring[scene.direction]
        rivals = []
        seat = first
        for _ in hands:
            if seat != me:
                rivals.append(Rival(hands[seat], seat == mind.partner, mind.memory.named.get(seat)))
            seat = after[seat]
        return Outlook(self.sight(scene.side), hands[me], scene.colour, scene.symbol, tuple(rivals))

    def charge(self, hand: Hand) -> float:
        """The cost of the hand where players are charged for the cards they hold (P-03, E-01)."""
        if not self.charged:
            return 0.0
        points = self.round.rules.deck.points
        return CHARGED * (sum(points[face] for face in hand.faces) + HIDDEN_POINTS * len(hand.hidden))

    def turn(self, scene: Scene, depth: int = 0) -> float:
        """The probability of winning when it is this seat's turn."""
        fitting = self.sight(scene.side).fitting(scene.colour, scene.symbol)
        best = self.draw(scene)
        for face in sorted(fitting.intersection(scene.hands[self.me].faces), key=lambda face: face.code):
            best = max(best, self.play(scene, face, None, depth))
        return best

    def keep(self, scene: Scene) -> float:
        """Value of not playing now."""
        return self.settle(scene, self.after(scene, self.me))

    def draw(self, scene: Scene) -> float:
        """Value of drawing a card, and playing it if it fits."""
        if "draw-until" in self.house and draws_are_long(self.round):
            return house_lookahead.draw_until_it_fits(self, scene)
        fits = self.sight(scene.side).fits(NOTHING, scene.colour, scene.symbol)
        mine = scene.hands[self.me]
        return fits * self.keep(scene) + (1 - fits) * self.keep(scene.deal(self.me, mine.plus(1)))

    def play(self, scene: Scene, face: Face, card: int | None = None, depth: int = 0) -> float:
        """Value of playing a face; `card` is needed only for what a Flip turns up."""
        rest = scene.hands[self.me].without(face)
        if not rest.size and self.house and house_lookahead.is_unclean(self, face):
            rest = rest.plus(house_lookahead.UNCLEAN)
        elif not rest.size and face.symbol is not Symbol.BATTLE:
            return WON
        before = scene.colour
        scene = scene._replace(
            hands={**scene.hands, self.me: rest}, colour=face.colour or before, symbol=face.symbol
        )
        following = self.after(scene, self.me)
        if face.symbol in DRAWN:
            scene = scene.deal(following, scene.hands[following].plus(DRAWN[face.symbol]))
            return self.settle(scene, self.after(scene, following), depth)
        if face.symbol in WILD_DRAWN:
            return max(self.wild_draw(scene, face, colour, before) for colour in COLOURS[scene.side])
        match face.symbol:
            case Symbol.SKIP:
                return self.settle(scene, self.after(scene, following), depth)
            case Symbol.SKIP_EVERYONE:
                return self.settle(scene, self.me, depth)
            case Symbol.REVERSE:
                if len(scene.hands) == 2:  # H-01
                    return self.settle(scene, self.me, depth)
                scene = scene._replace(direction=-scene.direction)
                return self.settle(scene, self.after(scene, self.me), depth)
            case Symbol.FLIP if card is not None:
                return self.flip(card)
            case Symbol.BATTLE:
                return max(self.battle(scene, seat) for seat in scene.hands if seat != self.me)
            case Symbol.DISCARD_ALL:
                return house_lookahead.all_discarded(self, scene, face, depth)
            case Symbol.ROULETTE:
                return house_lookahead.roulette_laid(self, scene, depth)
            case Symbol.SWAP:
                return max(self.best_trade(scene._replace(colour=colour)) for colour in COLOURS[scene.side])
            case _ if face.wild:
                return max(self.name(scene, colour, following) for colour in COLOURS[scene.side])
            case _ if self.house and face.symbol in NUMBERS:
                return house_lookahead.number_laid(self, scene, face, depth)
        return self.settle(scene, following, depth)

    def name(self, scene: Scene, colour: Colour, first: int) -> float:
        return self.settle(scene._replace(colour=colour), first)

    def wild_draw(self, scene: Scene, face: Face, colour: Colour, before: Colour | None) -> float:
        """Value of playing a wild draw card and naming a colour; an illegal one may go unchallenged."""
        if face.symbol is Symbol.WILD_REVERSE_DRAW_FOUR:
            scene = scene._replace(direction=-scene.direction)
        victim = self.after(scene, self.me)
        if face.symbol is Symbol.WILD_REVERSE_DRAW_FOUR and len(scene.hands) == 2:  # N-18
            victim = self.me
        count = self.penalty(scene, face.symbol, colour)
        scene = scene._replace(colour=colour)
        hit = self.settle(scene.deal(victim, scene.hands[victim].plus(count)), self.after(scene, victim))
        mine = scene.hands[self.me]
        if not self.round.rules.challenges or all(held.colour != before for held in mine.faces):
            return hit
        caught = self.settle(scene.deal(self.me, mine.plus(count)), victim)
        return (1 - CAUGHT_BLUFFING) * hit + CAUGHT_BLUFFING * caught

    def penalty(self, scene: Scene, symbol: Symbol, colour: Colour | None) -> int:
        """How many cards a wild draw card makes the next player draw."""
        if symbol is Symbol.WILD_DRAW_COLOUR:
            return min(round(self.sight(scene.side).draws_until(colour)), 12)
        return WILD_DRAWN[symbol]

    def flip(self, card: int) -> float:
        """Value of turning everything over (F-01)."""
        scene = self.turned_over(card)
        following = self.after(scene, self.me)
        colours = COLOURS[scene.side] if scene.colour is None else (scene.colour,)
        return max(self.name(scene, colour, following) for colour in colours)

    def turned_over(self, card: int) -> Scene:
        """The position after everything is turned over by this card. The other sides are public (F-06)."""
        side = 1 - self.round.side
        sight = self.sight(side)
        away = self.mind.view.face(card, side)
        top = self.mind.view.face(self.round.discard[0], side)
        assert away is not None
        assert top is not None
        hands = {**sight.hands, self.me: sight.hands[self.me].without(away)}
        return Scene(side, top.colour, top.symbol, self.round.direction, hands)

    def battle(self, scene: Scene, opponent: int) -> float:
        """Value of fighting with the highest number in hand."""
        mine = scene.hands[self.me]
        if not mine.size:
            mine = mine.plus(1)
        best = max(mine.faces, key=lambda face: face.number, default=None)
        return self.show(scene, best, opponent)

    def show(self, scene: Scene, face: Face | None, opponent: int) -> float:
        """Value of showing this card in a battle; None means a card yet to be drawn."""
        sight = self.sight(scene.side)
        mine, other = scene.hands[self.me], scene.hands[opponent]
        number = 4 if face is None else face.number
        odds = battle_odds.odds(sight, number, other)
        rest = mine if face is None else mine.without(face)
        shown = () if face is None else (face,)
        stake = len(self.round.aside)  # cards from earlier ties (B-03, B-05)
        first = self.after(scene, self.round.turn)  # the seat after the challenger (B-06)
        won = scene.deal(self.me, rest if rest.size else rest.plus(1))
        won = won.deal(opponent, other.plus(2 + stake).with_faces(*shown))
        colours = [held.colour for held in rest.faces if held.colour is not None]
        named = max(COLOURS[scene.side], key=colours.count)
        feared = min(COLOURS[scene.side], key=colours.count)
        lost = scene.deal(self.me, mine.plus(3 + stake)).deal(
            opponent, other if other.size == 1 else other.less(1)
        )
        return odds * self.name(won, named, first) + (1 - odds) * self.name(lost, feared, first)

    def trade(self, scene: Scene, first: int, second: int) -> float:
        """Value of a trade between two hands (W-02)."""
        hands = {**scene.hands, first: scene.hands[second], second: scene.hands[first]}
        return self.settle(scene._replace(hands=hands), self.after(scene, self.me))

    def best_trade(self, scene: Scene) -> float:
        """The best of a few candidates: us with anybody, or the smallest with the largest other hand."""
        others = sorted((hand.size, seat) for seat, hand in scene.hands.items() if seat != self.me)
        trades = [(self.me, seat) for _, seat in others]
        if len(others) > 1:
            trades.append((others[0][1], others[-1][1]))
        return max(self.trade(scene, first, second) for first, second in trades)

    def accept(self, count: int) -> float:
        """Value of drawing for a wild draw card and missing the turn."""
        scene = self.now()
        return self.keep(scene.deal(self.me, scene.hands[self.me].plus(count)))

    def challenge(self, accused: int, count: int, guilty: float) -> float:
        """Value of challenging a card that is illegal with this probability (C-03, C-04)."""
        scene = self.now()
        right = self.turn(scene.deal(accused, scene.hands[accused].plus(count)))
        wrong = self.accept(count + INNOCENT_EXTRA)
        return guilty * right + (1 - guilty) * wrong
