"""Gives our player hints, from what our seat has seen and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from p2puno.bots.habits import Mind
from p2puno.bots.hint import Hint, hint
from p2puno.bots.memory import Memory
from p2puno.events import Event
from p2puno.view import View


class Adviser:
    def __init__(self) -> None:
        self._memory = Memory()

    def hear(self, view: View | None, events: Iterable[Event]) -> None:
        """Remember what an attentive player would; `view` is our seat's view after these events."""
        if view is not None:
            for event in events:
                self._memory.hear(view, event)

    def hint(self, view: View, partner: int | None) -> Hint:
        """What hard would do, and why. Our seat must be the one to choose."""
        return hint(Mind(view, Random(0), self._memory, partner))  # hard leaves nothing to chance
