"""The terms of a table: the game's options, and how long players and programs are waited for."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from p2puno.options import MAX_PLAYERS, MAX_SEATS, MIN_PLAYERS, Options

GO_ON, REDEAL = "go-on", "redeal"

GRACE, MACHINE_GRACE, TURN_TIME = 120_000, 20_000, 60_000
"""The defaults, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a table plays, besides the rules of the game."""

    options: Options
    dropout: str = GO_ON
    """When a seat is lost, continue the round with its split key, or deal it again."""
    grace: int = GRACE
    """Milliseconds a person may keep the others waiting before the seat is lost."""
    machine_grace: int = MACHINE_GRACE
    """The same for steps that programs do by themselves."""
    turn_time: int = TURN_TIME
    """Milliseconds after which a player's own program moves for them."""

    @property
    def least_seats(self) -> int:
        return MIN_PLAYERS if self.options.mode == "tournament" else 2

    @property
    def most_seats(self) -> int:
        """How many can sit down in the lobby."""
        return MAX_PLAYERS if self.options.mode == "tournament" else MAX_SEATS

    def check_players(self, players: int) -> None:
        """Raise OptionError unless this many players can play so, at one table or in a tournament."""
        if self.options.mode == "tournament":
            self.options.check_tournament(players)
        else:
            self.options.check_players(players)

    def values(self) -> list[Any]:
        return [
            [getattr(self.options, field.name) for field in fields(Options)],
            *(getattr(self, field.name) for field in fields(self)[1:]),
        ]
