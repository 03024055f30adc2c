"""two-decks: two decks are shuffled together (K-37)."""

from dataclasses import replace

from p2puno.decks import Deck
from p2puno.house.house_rule import Clash, HouseRule
from p2puno.round.rule_set import RuleSet


def amend(rules: RuleSet, parameter: int) -> RuleSet:
    deck = Deck(tuple(side + side for side in rules.deck.sides), rules.deck.points)
    return replace(rules, deck=deck)


RULE = HouseRule("two-decks", amend, unfit=dict.fromkeys(("flip", "no-mercy"), Clash.DECK_TOO_LARGE))
