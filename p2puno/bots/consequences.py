"""What each move leads to, as far as that is known before it is made: what the networks of master judge.

It knows the cards of the rule sets that have networks. `lookahead`, by which hard judges, knows all cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from itertools import combinations
from typing import NamedTuple

from p2puno.bots import battle_odds, hard
from p2puno.bots.lookahead import DRAWN, WILD_DRAWN, WON, Prospect, Scene
from p2puno.cards import COLOURS, Colour, Face, Symbol
from p2puno.moves import Accept, Ask, Challenge, Choice, Draw, Fight, Keep, Move, Name, Play, Show, Swap
from p2puno.round.challenge import Doubt
from p2puno.rulesets.swap import Trade


class Kind(Enum):
    """What is left to chance or to others before the next turn begins (same order in `benchmarks/model`)."""

    MOVED = auto()
    """Nothing."""
    DRAWING = auto()
    FAIR = auto()
    """A wild draw card laid without holding the colour in play: a challenge fails."""
    BLUFF = auto()
    """One laid while holding that colour."""
    KEEPING = auto()
    """The card just drawn."""
    ACCEPTING = auto()
    CHALLENGING = auto()
    FIGHTING = auto()
    """An opponent is chosen, and no card yet."""
    SEALING = auto()
    """The challenger's card in a battle."""
    SHOWING = auto()
    """The card of the challenged player."""
    TO_MOVE = auto()
    """No move: our turn begins."""


class After(NamedTuple):
    """A position that a move leads to, and what is still open in it."""

    scene: Scene
    first: int
    """Whose turn comes next."""
    kind: Kind
    worth: float
    """What hard thinks of it."""
    rival: int | None = None
    """Whom the move is aimed at, in a battle."""
    number: int = 0
    """What is shown in a battle."""
    chance: float = 0.0
    """That the card shown wins the battle, or that a challenge succeeds or would have."""


def turn_begins(prospect: Prospect) -> After:
    """Our turn begins in the current position."""
    scene = prospect.now()
    first = prospect.after(scene, prospect.me)
    worth = prospect.value(prospect.outlook(scene, first), scene.side) - prospect.charge(
        scene.hands[prospect.me]
    )
    return After(scene, first, Kind.TO_MOVE, worth)


def consequences(prospect: Prospect, move: Move) -> Iterator[After]:
    """What this move leads to: more than one position where it leaves us more to choose."""
    now, me = prospect.now(), prospect.me
    match move:
        case Play(card, face):
            yield from _played(prospect, now, card, face)
        case Draw():
            yield After(now, prospect.after(now, me), Kind.DRAWING, prospect.draw(now))
        case Keep():
            yield After(now, prospect.after(now, me), Kind.KEEPING, prospect.keep(now))
        case Name(colour):
            yield from _colour_named(prospect, now._replace(colour=colour))
        case Accept() | Challenge():
            yield _answered(prospect, now, move)
        case Fight(opponent):
            yield _fight(prospect, now, opponent)
        case Show(_, face):
            yield _shown(prospect, now, face)
        case Swap(first, second):
            yield _trade(prospect, now, first, second)


def _played(prospect: Prospect, now: Scene, card: int, face: Face) -> Iterator[After]:
    me, symbol = prospect.me, face.symbol
    rest = now.hands[me].without(face)
    if not rest.size and symbol is not Symbol.BATTLE:
        yield After(now, me, Kind.MOVED, WON)
        return
    laid = now._replace(hands={**now.hands, me: rest}, colour=face.colour or now.colour, symbol=symbol)
    following = prospect.after(laid, me)
    if symbol is Symbol.BATTLE:
        for seat in sorted(laid.hands):
            if seat != me:
                yield _fight(prospect, laid, seat)
    elif symbol is Symbol.FLIP:
        over = prospect.turned_over(card)
        for colour in COLOURS[over.side] if over.colour is None else (over.colour,):
            yield _moved(prospect, over._replace(colour=colour), prospect.after(over, me))
    elif face.wild:
        for colour in COLOURS[laid.side]:
            named = laid._replace(colour=colour)
            if symbol in WILD_DRAWN:
                yield _wild_draw(prospect, named, face, now.colour)
            elif symbol is Symbol.SWAP:
                yield from _trades(prospect, named)
            else:
                yield _moved(prospect, named, following)
    else:
        yield _coloured(prospect, laid, following)


def _coloured(prospect: Prospect, laid: Scene, following: int) -> After:
    """A card that leaves nothing to choose."""
    first, me = following, prospect.me
    if laid.symbol in DRAWN:
        laid = laid.deal(following, laid.hands[following].plus(DRAWN[laid.symbol]))
    if laid.symbol in DRAWN or laid.symbol is Symbol.SKIP:
        first = prospect.after(laid, following)
    elif laid.symbol is Symbol.SKIP_EVERYONE or (laid.symbol is Symbol.REVERSE and len(laid.hands) == 2):
        first = me
    elif laid.symbol is Symbol.REVERSE:
        laid = laid._replace(direction=-laid.direction)
        first = prospect.after(laid, me)
    return _moved(prospect, laid, first)


def _colour_named(prospect: Prospect, named: Scene) -> Iterator[After]:
    round = prospect.round
    below = round.agenda[-2] if len(round.agenda) > 1 else None
    if type(below) is Doubt and round.top.symbol in WILD_DRAWN:
        yield _wild_draw(prospect, named, round.top, below.colour)
    elif type(below) is Trade:
        yield from _trades(prospect, named)
    else:
        yield _moved(prospect, named, round.upcoming)


def _moved(prospect: Prospect, scene: Scene, first: int) -> After:
    return After(scene, first, Kind.MOVED, prospect.settle(scene, first))


def _wild_draw(prospect: Prospect, named: Scene, face: Face, before: Colour | None) -> After:
    victim = prospect.after(named, prospect.me)
    bluff = any(held.colour == before for held in named.hands[prospect.me].faces)
    count = prospect.penalty(named, face.symbol, named.colour)
    hit = named.deal(victim, named.hands[victim].plus(count))
    assert named.colour is not None
    worth = prospect.wild_draw(named, face, named.colour, before)
    return After(hit, prospect.after(named, victim), Kind.BLUFF if bluff else Kind.FAIR, worth)


def _trades(prospect: Prospect, named: Scene) -> Iterator[After]:
    for first, second in combinations(sorted(named.hands), 2):
        yield _trade(prospect, named, first, second)


def _trade(prospect: Prospect, scene: Scene, first: int, second: int) -> After:
    traded = scene._replace(hands={**scene.hands, first: scene.hands[second], second: scene.hands[first]})
    return _moved(prospect, traded, prospect.after(scene, prospect.me))


def _fight(prospect: Prospect, scene: Scene, rival: int) -> After:
    worth = prospect.battle(scene, rival)
    return After(scene, prospect.after(scene, prospect.me), Kind.FIGHTING, worth, rival)


def _shown(prospect: Prospect, now: Scene, face: Face) -> After:
    waiting, me, rival = prospect.round.waiting, prospect.me, hard.opponent_of(prospect)
    assert type(waiting) is Choice
    kind = Kind.SEALING if waiting.ask is Ask.SEAL else Kind.SHOWING
    rest = now.deal(me, now.hands[me].without(face))
    chance = battle_odds.odds(prospect.sight(now.side), face.number, now.hands[rival])
    first = prospect.after(now, prospect.round.turn)
    return After(rest, first, kind, prospect.show(now, face, rival), rival, face.number, chance)


def _answered(prospect: Prospect, now: Scene, move: Accept | Challenge) -> After:
    """What follows when a wild draw card is aimed at us."""
    me, doubt = prospect.me, hard.doubt(prospect)
    assert doubt.accused is not None
    count, guilt = hard.penalty(prospect), hard.guilt(prospect.mind, prospect)
    first = prospect.after(now, me)
    if type(move) is Accept:
        hit = now.deal(me, now.hands[me].plus(count))
        return After(hit, first, Kind.ACCEPTING, prospect.accept(count), chance=guilt)
    worth = prospect.challenge(doubt.accused, count, guilt)
    return After(now, first, Kind.CHALLENGING, worth, chance=guilt)
