"""Players that are no level of bots, to compare levels with: weaker ones, and some that see hidden cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from p2puno.bots import LEVELS, Bot, master, normal
from p2puno.bots.habits import Choose, Habits, Mind
from p2puno.bots.possible_deals import Faces, PossibleDeals
from p2puno.cards import COLOURS, Symbol
from p2puno.dealer import Dealer
from p2puno.moves import Accept, Ask, Choice, Draw, Keep, Move, Name, Play

JUDGING = master.Effort(deals=0)
CLAIRVOYANT = master.Effort(stages=1, deals=1, close=1.0, prior=0.01, to_end=True)
"""A player who sees every card plays each move on to the end, once: hard has no secrets from it. Where
several moves win, or none does, its judgement decides."""


def greedy(mind: Mind, moves: Sequence[Move]) -> Move:
    """Plays the most expensive card that fits, wild or not; everything else like normal."""
    plays = [move for move in moves if type(move) is Play]
    points = mind.view.round.rules.deck.points
    return max(plays, key=lambda play: points[play.face]) if plays else normal.choose(mind, moves)


def rule_agent(mind: Mind, moves: Sequence[Move]) -> Move:
    """RLCard's rule agent for UNO: Wild Draw Four if it has one, else any card that is not wild, else a wild
    card; it names the colour it holds most of. Where RLCard has no such choice: never challenges, then like
    normal."""
    waiting = mind.view.round.waiting
    assert type(waiting) is Choice
    if waiting.ask is Ask.COLOUR:
        held = Counter(face.colour for _, face in mind.view.hand() if face.colour is not None)
        colours = COLOURS[mind.view.round.side]
        return Name(max(colours, key=lambda colour: held[colour]) if held else mind.random.choice(colours))
    if waiting.ask is Ask.CHALLENGE:
        return Accept()
    plays = [move for move in moves if type(move) is Play]
    if not plays:
        idle = [move for move in moves if type(move) in (Draw, Keep)]
        return idle[0] if idle else normal.choose(mind, moves)
    strong = [play for play in plays if play.face.symbol is Symbol.WILD_DRAW_FOUR]
    tame = [play for play in plays if not play.face.wild]
    return mind.random.choice(strong or tame or plays)


class _Truth:
    """The one deal that is really on the table."""

    def __init__(self, table: Dealer) -> None:
        self._table = table

    def draw(self) -> Faces:
        return self._table.faces


def judging(mind: Mind, moves: Sequence[Move]) -> Move:
    """master that only judges, and does not play on."""
    return master.search(mind, moves, PossibleDeals(mind), JUDGING)


def _sees_all(table: Dealer) -> Choose:
    """Sees every hand and the draw pile, and plays every move on to the end of the round."""

    def choose(mind: Mind, moves: Sequence[Move]) -> Move:
        return master.search(_seeing(table, mind), moves, _Truth(table), CLAIRVOYANT)

    return choose


def _seeing(table: Dealer, mind: Mind) -> Mind:
    view = mind.view.copy()
    for known, faces in zip(view.known, table.faces, strict=True):
        known.update((card, faces[card]) for hand in view.round.hands.values() for card in hand)
    return Mind(view, mind.random, mind.memory, mind.partner)


_BLIND = {"greedy": greedy, "rule agent": rule_agent, "judging": judging}
NAMES = ("greedy", "rule agent", "normal", "hard", "judging", "master", "sees all")
"""The players of the strength table, the weakest first."""
THINKING = frozenset({"master", "sees all"})
"""Those that take much longer than the others."""


def make_player(name: str, random: Random, table: Dealer) -> Bot:
    """A level of bots, or one of the players above; all but the levels never forget UNO."""
    if name in LEVELS:
        return Bot(name, random)
    bot = Bot("hard", random)
    choose = _BLIND[name] if name in _BLIND else _sees_all(table)
    bot.habits = Habits(calls=1, calls_late=1, catches=1, choose=choose, remembers=True)
    return bot
