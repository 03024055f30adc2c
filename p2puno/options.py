"""The options of a table: fixed when the match starts, and part of every digest."""

from dataclasses import dataclass, fields
from enum import Enum, auto
from reprlib import repr as brief

VARIANTS = ("classic", "flip", "battle", "crash", "swap", "no-mercy")
MODES = ("single", "partners", "rotating", "challenge", "tournament")
TABLE_MODES = MODES[:-1]
"""The modes of a match at one table; a tournament has many tables."""
SCORINGS = ("points", "lowest")
MAX_SEATS = 10
"""The maximum at one table (S-01)."""
MIN_PLAYERS, MAX_PLAYERS, MAX_STAGES = 4, 64, 32
"""Of a tournament (M-07)."""


class OptionFault(Enum):
    """What is wrong with options. `given` below has these values by name."""

    NOT_ONE_OF = auto()
    """`option` is `value`, and not one of `allowed`."""
    NOT_BETWEEN = auto()
    """`option` is `value`, and not a whole number from `low` to `high`."""
    OWN_SCORING = auto()
    """`mode` has its own scoring."""
    NOT_FOUR = auto()
    """Partners need 4 players, not `players`."""
    TOO_FEW_CARDS = auto()
    """`hands` hands of `size` cards leave too few to play with."""
    NO_SUCH_HOUSE_RULE = auto()
    """`name` is not known."""
    HOUSE_RULE_UNFIT = auto()
    """House rule `name` cannot be added to `variant`; `why` is a `Clash`."""
    HOUSE_RULES_CLASH = auto()
    """House rules `first` and `second` contradict each other; `why` is a `Clash`."""
    HOUSE_RULES_OUT_OF_ORDER = auto()
    """The list `given` is not written in its one form: rules in order, each once, with its number."""


class OptionError(ValueError):
    """The options contradict each other or the rules. Carries no text: `cli` says it in words."""

    def __init__(self, fault: OptionFault, **given: object) -> None:
        super().__init__(fault.name, brief(given))
        self.fault = fault
        self.given = given


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
    """How often the schedule of rotating partners is played (R-02); in a tournament the number of stages."""
    house_rules: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _one_of("variant", self.variant, VARIANTS)
        _one_of("mode", self.mode, MODES)
        _one_of("scoring", self.scoring, SCORINGS)
        _between("target", self.target, 1, 100_000)
        _between("hand_size", self.hand_size, 1, 20)
        _between("uno_penalty", self.uno_penalty, 0, 20)
        _between("uno_window", self.uno_window, 0, 60_000)
        _between("cycles", self.cycles, 1, 100)
        if self.scoring == "lowest" and self.mode in ("rotating", "tournament", "challenge"):
            raise OptionError(OptionFault.OWN_SCORING, mode=self.mode)

    def check_players(self, players: int) -> None:
        """Raise OptionError unless this many players can play so."""
        _between("players", players, 2, MAX_SEATS)  # S-01
        if self.mode in ("partners", "rotating", "tournament") and players != 4:
            raise OptionError(OptionFault.NOT_FOUR, players=players)  # R, M
        if self.mode == "challenge" and players == 2:
            return  # it starts head to head: E-02
        if players * self.hand_size > 100:
            raise OptionError(OptionFault.TOO_FEW_CARDS, hands=players, size=self.hand_size)

    def check_tournament(self, players: int) -> None:
        """Raise OptionError unless this many players can play a tournament so (M-07)."""
        _between("players", players, MIN_PLAYERS, MAX_PLAYERS)
        _between("stages", self.cycles, 1, MAX_STAGES)
        self.check_players(4)

    def key(self) -> tuple[tuple[str, object], ...]:
        """All values by name, in a fixed order, for digests."""
        return tuple((field.name, getattr(self, field.name)) for field in fields(self))


def _one_of(option: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise OptionError(OptionFault.NOT_ONE_OF, option=option, value=value, allowed=allowed)


def _between(option: str, value: int, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise OptionError(OptionFault.NOT_BETWEEN, option=option, value=value, low=low, high=high)
