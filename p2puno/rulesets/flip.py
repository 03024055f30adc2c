"""UNO FLIP: two-sided cards, and a Flip turns everything over (F)."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from p2puno.cards import Face, Symbol
from p2puno.decks import flip as flip_deck
from p2puno.events import Flipped
from p2puno.round.naming import NAME_COLOUR
from p2puno.round.rule_set import RuleSet
from p2puno.round.task import Look
from p2puno.round.turn import OWN_DRAWS
from p2puno.rulesets import actions

if TYPE_CHECKING:
    from p2puno.round.state import Round


def turn_over(round: Round, namer: int) -> None:
    """F-01: turn the discard pile, the draw pile, then every hand. `namer` names the colour if needed."""
    round.side = 1 - round.side
    round.discard.reverse()
    round.pile.reverse()
    # Every card in the discard pile showed its other side to all before it was played (F-06).
    top = round.faces[round.side][round.discard[-1]]
    round.cover(top, top.colour)
    round.news.append(Flipped(round.side, top))
    if top.colour is None and round.out is None:
        round.agenda.append(NAME_COLOUR[namer])  # F-07, O-06
    items = round.turned_away(chain(*round.hands.values(), round.pile[-1:]))
    if items:
        round.agenda.append(Look(tuple(items)))


def flip(round: Round, seat: int, face: Face) -> None:
    turn_over(round, seat)


def open_flip(round: Round, first: int, face: Face) -> None:
    turn_over(round, first)  # O-06


RULES = RuleSet(
    name="flip",
    deck=flip_deck(),
    effects={
        Symbol.DRAW_ONE: actions.draw(1),
        Symbol.DRAW_FIVE: actions.draw(5),
        Symbol.REVERSE: actions.reverse,
        Symbol.SKIP: actions.skip,
        Symbol.SKIP_EVERYONE: actions.skip_everyone,
        Symbol.FLIP: flip,
        Symbol.WILD: actions.wild,
        Symbol.WILD_DRAW_TWO: actions.wild_draw(2),
        Symbol.WILD_DRAW_COLOUR: actions.wild_draw(0, to_colour=True),
    },
    openings={
        Symbol.DRAW_ONE: actions.open_draw(1),
        Symbol.REVERSE: actions.open_reverse,
        Symbol.SKIP: actions.open_skip,
        Symbol.FLIP: open_flip,
        Symbol.WILD: actions.open_wild,
    },
    never_open=frozenset({Symbol.WILD_DRAW_TWO}),
    own_draws=OWN_DRAWS,
)
