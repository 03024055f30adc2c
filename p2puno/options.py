"""The options of a table: fixed when the match starts, and part of every digest."""

from dataclasses import dataclass, fields
from reprlib import repr as brief

VARIANTS = ("classic", "flip", "battle", "crash", "swap")
MODES = ("single", "partners", "rotating", "challenge", "tournament")
SCORINGS = ("points", "lowest")
MAX_SEATS = 10
"""The maximum at one table (S-01)."""


class OptionError(ValueError):
    """The options contradict each other or the rules; the message says how to mend it."""


@dataclass(frozen=True, slots=True)
class Options:
    variant: str = "classic"
    mode: str = "single"
    scoring: str = "points"
    """`points`: the player who goes out scores (P-01). `lowest`: each player is charged (P-03)."""
    target: int = 500
    """The total that ends the match, and in Challenge UNO the total that knocks a player out."""
    hand_size: int = 7
    uno_penalty: int = 2
    uno_window: int = 1500
    """Milliseconds before the next turn may begin after an uncalled next-to-last card (G-11)."""
    cycles: int = 1
    """How often the schedule of rotating partners or the tournament is played (R-02)."""
    house_rules: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _one_of("variant", self.variant, VARIANTS)
        _one_of("mode", self.mode, MODES)
        _one_of("scoring", self.scoring, SCORINGS)
        _between("target", self.target, 1, 100_000)
        _between("hand size", self.hand_size, 1, 20)
        _between("UNO penalty", self.uno_penalty, 0, 20)
        _between("UNO window", self.uno_window, 0, 60_000)
        _between("number of cycles", self.cycles, 1, 100)
        if self.scoring == "lowest" and self.mode in ("rotating", "tournament", "challenge"):
            raise OptionError(f"mode {self.mode} has its own scoring: leave scoring at points")

    def check_players(self, players: int) -> None:
        """Raise OptionError unless this many players can play so."""
        _between("number of players", players, 2, MAX_SEATS)  # S-01
        if self.mode in ("partners", "rotating") and players != 4:
            raise OptionError(f"partners need 4 players, not {players}")  # R
        if self.mode == "tournament" and players != 8:
            raise OptionError(f"a tournament needs 8 players, not {players}")  # M
        if self.mode == "challenge" and players == 2:
            return  # it starts head to head: E-02
        at_one_table = 4 if self.mode == "tournament" else players
        if at_one_table * self.hand_size > 100:
            raise OptionError(
                f"{at_one_table} hands of {self.hand_size} cards leave too few cards to play with"
            )

    def key(self) -> tuple[tuple[str, object], ...]:
        """All values by name, in a fixed order, for digests."""
        return tuple((field.name, getattr(self, field.name)) for field in fields(self))


def _one_of(what: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise OptionError(f"{what} {brief(value)} is not known: choose one of {', '.join(allowed)}")


def _between(what: str, value: int, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise OptionError(f"the {what} must be a whole number from {low} to {high}, not {brief(value)}")
