"""The classic game: the 108 cards that the other rule sets build on."""

from collections.abc import Mapping

from p2puno.cards import Symbol
from p2puno.decks import classic
from p2puno.round.rule_set import Effect, Opening, RuleSet
from p2puno.round.turn import OWN_DRAWS
from p2puno.rulesets import actions

EFFECTS: Mapping[Symbol, Effect] = {
    Symbol.DRAW_TWO: actions.draw(2),
    Symbol.REVERSE: actions.reverse,
    Symbol.SKIP: actions.skip,
    Symbol.WILD: actions.wild,
    Symbol.WILD_DRAW_FOUR: actions.wild_draw(4),
}

OPENINGS: Mapping[Symbol, Opening] = {
    Symbol.DRAW_TWO: actions.open_draw(2),
    Symbol.REVERSE: actions.open_reverse,
    Symbol.SKIP: actions.open_skip,
    Symbol.WILD: actions.open_wild,
}

NEVER_OPEN = frozenset({Symbol.WILD_DRAW_FOUR})

RULES = RuleSet(
    name="classic",
    deck=classic(),
    effects=EFFECTS,
    openings=OPENINGS,
    never_open=NEVER_OPEN,
    own_draws=OWN_DRAWS,
)
