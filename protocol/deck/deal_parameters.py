"""What all peers agree on before a deal: which game and history, which seats, which cards."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.deck.errors import MisuseError
from protocol.deck.group import Group
from protocol.deck.transcript import digest, frame

MAX_CARDS = 224
"""Two decks of 112 cards, one-sided. The proof of a mix must fit into one entry of the log (`MAX_BODY`): with
two sides that is 148 cards at most."""
MAX_SEATS = 10
# The limit of every hashed number: each has eight bytes (`frame`).
MAX_NUMBER = 1 << 62


@dataclass(frozen=True)
class Setup:
    """One deal. A two-sided deck has two lists of faces, both of length `size`.

    `after` is the hash of the log entry that the deal follows, or the game's id if it follows the genesis. It
    identifies the whole log up to there, so a statement in one history is invalid in any other.

    `operators` has, for each seat, the seat that represents the player who runs it: a person's seat names
    itself; a bot names its player's seat or, if that is not in this deal, the lowest of that player's bots.
    Keys are split among operators if `split` is set (`keepers`).
    """

    game: bytes
    after: bytes
    seats: tuple[int, ...]
    operators: tuple[int, ...]
    size: int
    sides: int = 1
    split: bool = True

    def __post_init__(self) -> None:
        own = dict(zip(self.seats, self.operators, strict=False))
        if not (
            len(self.game) == len(self.after) == 32
            and all(0 <= seat < MAX_NUMBER for seat in self.seats)
            and 2 <= len(self.seats) <= MAX_SEATS
            and list(self.seats) == sorted(own)
            and len(self.operators) == len(self.seats)
            and all(own.get(operator) == operator for operator in self.operators)
            and 1 <= self.size <= MAX_CARDS
            and self.sides in (1, 2)
        ):
            raise MisuseError("not a deal that can be set up")

    @property
    def splits(self) -> bool:
        return any(self.keepers(seat) for seat in self.seats)

    def keepers(self, seat: int) -> tuple[int, ...]:
        """The seats among which this seat's key is split: one for each other operator. If there is only one
        other, a bot's key is split between that one and its own player; a player's key is not split."""
        own = self.operators[self.seats.index(seat)]
        others = set(self.operators) - {own}
        if len(others) == 1:
            others = others | {own} if seat != own else set()
        return tuple(sorted(others)) if self.split else ()

    def kept(self, keeper: int) -> tuple[int, ...]:
        """The seats whose key parts this seat holds."""
        return tuple(seat for seat in self.seats if keeper in self.keepers(seat))

    def digest(self, group: Group) -> bytes:
        """Bound into every hash of the deal."""
        return digest(
            "setup",
            group.name,
            self.game,
            self.after,
            frame(*self.seats),
            frame(*self.operators),
            self.size,
            self.sides,
            int(self.split),
        )
