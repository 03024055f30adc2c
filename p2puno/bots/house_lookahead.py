"""What house rules change about the position after a move, for the lookahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2puno.bots.memory import NOTHING
from p2puno.cards import COLOURS, Colour, Face, Symbol
from p2puno.house.stacking import STRENGTH

if TYPE_CHECKING:
    from p2puno.bots.lookahead import Prospect, Scene

WON = 1.0
UNCLEAN = 2
"""The cards that an unclean last card costs."""
MOST_DRAWN = 8
"""More cards than this are not expected from drawing until one fits or has the colour."""
SHOWN = 0.005
"""The cost of a card in hand that everybody has seen, as a probability of winning."""


def is_unclean(prospect: Prospect, face: Face) -> bool:
    """Whether this card does not win as the last one (K-29)."""
    return "clean-finish" in prospect.house and (face.wild or face.symbol in STRENGTH)


def decided_by_limit(prospect: Prospect, scene: Scene) -> float | None:
    """Whether too many cards have put us, or all others, out of the round (K-33); None if neither."""
    limit = prospect.round.rules.hand_limit
    if limit is None:
        return None
    if scene.hands[prospect.me].size >= limit:
        return 0.0
    others = (hand.size for seat, hand in scene.hands.items() if seat != prospect.me)
    return WON if min(others) >= limit else None


def all_discarded(prospect: Prospect, scene: Scene, face: Face, depth: int) -> float:
    """Value of a Discard All that was just laid: all cards of its colour go with it (N-19)."""
    mine = scene.hands[prospect.me]
    for held in mine.faces:
        if held.colour is face.colour:
            mine = mine.without(held)
    if not mine.size:
        return WON
    scene = scene.deal(prospect.me, mine)
    return prospect.settle(scene, prospect.after(scene, prospect.me), depth)


def roulette_laid(prospect: Prospect, scene: Scene, depth: int) -> float:
    """Value of a Roulette that was just laid: the next player will name the colour that comes soonest."""
    victim = prospect.after(scene, prospect.me)
    draws_until = prospect.sight(scene.side).draws_until
    colour = min(COLOURS[scene.side], key=draws_until)
    drawn = scene.deal(victim, scene.hands[victim].plus(min(MOST_DRAWN, round(draws_until(colour)))))
    return prospect.settle(drawn._replace(colour=colour), prospect.after(scene, victim), depth)


def colour_for_roulette(prospect: Prospect, scene: Scene, colour: Colour) -> float:
    """Value of naming this colour where we must draw until it comes (N-21)."""
    drawn = min(MOST_DRAWN, round(prospect.sight(scene.side).draws_until(colour)))
    scene = scene.deal(prospect.me, scene.hands[prospect.me].plus(drawn))._replace(colour=colour)
    return prospect.keep(scene)


def number_laid(prospect: Prospect, scene: Scene, face: Face, depth: int) -> float:
    """Value of a number that was just laid, with all further cards of that number, or without (K-31)."""
    best = last_laid(prospect, scene, face, depth)
    mine = scene.hands[prospect.me]
    same = [held for held in mine.faces if held.symbol is face.symbol] if "doubles" in prospect.house else []
    if not same:
        return best
    for held in same:
        mine = mine.without(held)
    if not mine.size:
        return WON
    for last in same:
        after = scene.deal(prospect.me, mine)._replace(colour=last.colour)
        best = max(best, last_laid(prospect, after, last, depth))
    return best


def last_laid(prospect: Prospect, scene: Scene, face: Face, depth: int) -> float:
    """Value of a number as the last card of a turn: hands may change owners (K-12, K-13)."""
    me = prospect.me
    following = prospect.after(scene, me)
    if "seven-zero" not in prospect.house or face.symbol not in (Symbol.N7, Symbol.N0):
        return prospect.settle(scene, following, depth)
    if face.symbol is Symbol.N7:
        return max(prospect.trade(scene, me, seat) for seat in scene.hands if seat != me)
    hands = {prospect.after(scene, seat): hand for seat, hand in scene.hands.items()}
    return prospect.settle(scene._replace(hands=hands), following)


def draw_until_it_fits(prospect: Prospect, scene: Scene) -> float:
    """Value of drawing until a card fits, and playing that one (K-21)."""
    fits = prospect.sight(scene.side).fits(NOTHING, scene.colour, scene.symbol)
    kept = min(MOST_DRAWN, round((1 - fits) / max(fits, 0.05)))
    return prospect.keep(scene.deal(prospect.me, scene.hands[prospect.me].plus(kept)))


def play_blind(prospect: Prospect, scene: Scene) -> float:
    """Value of turning up the card just drawn, which is in the hand unseen (K-25)."""
    fits = prospect.sight(scene.side).fits(NOTHING, scene.colour, scene.symbol)
    laid = scene.deal(prospect.me, scene.hands[prospect.me].less(1))
    return fits * prospect.keep(laid) + (1 - fits) * (prospect.keep(scene) - SHOWN)
