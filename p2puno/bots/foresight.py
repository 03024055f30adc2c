"""Looks ahead like hard, but lets networks judge the positions."""

from __future__ import annotations

from p2puno.bots.evaluation import Outlook
from p2puno.bots.habits import Mind
from p2puno.bots.lookahead import Prospect
from p2puno.bots.master_weights import networks
from p2puno.bots.position import describe


class Foresight(Prospect):
    """The winning chances of one seat, as master sees them."""

    def __init__(self, mind: Mind) -> None:
        super().__init__(mind)
        self._networks = networks(self.round.rules.name)

    def value(self, outlook: Outlook, side: int) -> float:
        if self._networks is None:  # no networks are fitted for this rule set: judge like hard
            return super().value(outlook, side)
        return self._networks[side].moved.value(describe(outlook))

    def before_turn(self) -> float:
        """The probability of winning when our turn begins in the current position."""
        scene = self.now()
        outlook = self.outlook(scene, self.after(scene, self.me))
        if self._networks is None:
            return self.value(outlook, scene.side) - self.charge(scene.hands[self.me])
        return self._networks[scene.side].to_move.value(describe(outlook)) - self.charge(scene.hands[self.me])
