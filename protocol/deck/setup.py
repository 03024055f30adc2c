"""What all peers agree on before a deal: which game and history, who sits there, which cards."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.deck.errors import MisuseError
from protocol.deck.group import Group
from protocol.deck.transcript import digest, frame

MAX_CARDS = 160
MAX_SEATS = 10
# No number that is hashed is as large: each has eight bytes (`frame`).
MAX_NUMBER = 1 << 62


@dataclass(frozen=True)
class Setup:
    """One deal. A two-sided deck has two lists of faces, both as long as `size`.

    `after` is the hash of the log entry that the deal follows, or the game's id if it follows the genesis. It
    stands for the whole log up to there, so no statement of one history is a statement of another.

    `operators` names, seat by seat, the seat that stands for the player who runs it: a person's own seat
    names itself, a bot names the seat of its player, or, if that is not in this deal, the lowest of that
    player's bots. Keys are split among operators if `split` is set (`keepers`).
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
        """The seats among whom this seat's key is split: one for each other operator. If there is only one
        other, a bot's key is split between that one and its own player; a player's key is not split."""
        own = self.operators[self.seats.index(seat)]
        others = set(self.operators) - {own}
        if len(others) == 1:
            others = others | {own} if seat != own else set()
        return tuple(sorted(others)) if self.split else ()

    def kept(self, keeper: int) -> tuple[int, ...]:
        """The seats of whose keys this seat holds a part."""
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
