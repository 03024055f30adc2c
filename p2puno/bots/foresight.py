"""Judges moves by what they lead to: networks correct what hard thinks of it."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.bots import hard
from p2puno.bots.consequences import After, Kind, consequences, turn_begins
from p2puno.bots.evaluation import amount
from p2puno.bots.habits import Mind
from p2puno.bots.lookahead import WON, Prospect
from p2puno.bots.master_weights import networks
from p2puno.bots.network import logit
from p2puno.bots.position import SIZE as POSITION
from p2puno.bots.position import describe as describe_position
from p2puno.moves import Move

LEARNED = (3, 4)
"""The numbers of players at whose tables networks judge. They learned at tables of four, without house rules
and without charges for cards in hand. At other tables they win no more, and hold cards back for very long."""
_SHOWN = frozenset({Kind.SEALING, Kind.SHOWING})
_CARD_NUMBERS = 10
SIZE = POSITION + len(Kind) + _CARD_NUMBERS + 4 + 6
"""How many numbers describe what a move leads to."""


class Foresight:
    """Judges the moves of one seat: by hard's estimate, which networks correct where there are any."""

    def __init__(self, mind: Mind) -> None:
        self.prospect = Prospect(mind)
        round = self.prospect.round
        known = len(round.seats) in LEARNED and not (self.prospect.house or self.prospect.charged)
        self._networks = networks(round.rules.name) if known else None

    @property
    def learned(self) -> bool:
        """Whether there are networks for what is played; otherwise moves are judged as by hard."""
        return self._networks is not None

    def worths(self, moves: Sequence[Move]) -> list[float]:
        """The probability of winning after each of these moves."""
        if self._networks is None:
            return [hard.worth(self.prospect, move) for move in moves]
        # Only passing has no consequences, and nobody passes who can play.
        return [
            max((self._value(after) for after in consequences(self.prospect, move)), default=0.0)
            for move in moves
        ]

    def before_turn(self) -> float:
        """The probability of winning when our turn begins in the current position."""
        return self._value(turn_begins(self.prospect))

    def _value(self, after: After) -> float:
        if self._networks is None or after.worth == WON:
            return after.worth
        return self._networks[after.scene.side].value(describe(self.prospect, after), after.worth)


def describe(prospect: Prospect, after: After) -> list[float]:
    """What a move leads to, in `SIZE` numbers."""
    scene, first, kind, worth, rival, number, chance = after
    round, size = prospect.round, len(scene.hands)
    order = [first]
    while len(order) < size:
        order.append(prospect.after(scene, order[-1]))
    before_us = order.index(prospect.me)
    order.remove(prospect.me)
    shown, aimed = [0.0] * _CARD_NUMBERS, [0.0] * 4
    if kind in _SHOWN:
        shown[number] = 1.0
    if rival is not None:
        at = order.index(rival)
        aimed[0 if at == 0 else 2 if at == len(order) - 1 else 1] = 1.0
        aimed[3] = amount(scene.hands[rival].size)
    return [
        *describe_position(prospect.outlook(scene, first)),
        *[float(kind is each) for each in Kind],
        *shown,
        *aimed,
        *(chance, logit(worth) / 3, worth),
        *(len(round.aside) / 4, len(round.pile) / 100, before_us / max(len(order), 1)),
    ]
