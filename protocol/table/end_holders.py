"""Which seats hold the same end of the match as we do (docs/protocol.md §16, Over).

Nobody signs anything on top of the last entry, so the heads that seats announce tell us who holds it. Heads
are not signed: they decide whether we leave our end, and prove nothing to anybody else.
"""

from __future__ import annotations

from collections.abc import Iterable

from protocol.codec import pack, unpack
from protocol.play.game import Game
from protocol.table.outputs import Note, Output, Party


class EndHolders:
    def __init__(self, game: Game, notes: Iterable[bytes]) -> None:
        self._game = game
        self._heads: dict[int, bytes] = {}
        """The hash of the last entry of each seat's log, when it last said so."""
        self._noted: set[tuple[int, bytes]] = set()
        """Seats, and ends that they once held as we did; on disk."""
        for record in notes:
            match unpack(record):
                case ["holds", int(seat), bytes(head)]:
                    self._noted.add((seat, head))

    def heard(self, sender: Party | None, head: bytes) -> None:
        """A peer says that its log ends with this entry."""
        if isinstance(sender, int):
            self._heads[sender] = head

    def seats(self) -> set[int]:
        """The seats that hold, or once held, the end of our log, ourselves included. None while the match
        goes on."""
        game = self._game
        if not game.over:
            return set()
        ours = {game.seat} if game.seat is not None else set()
        return ours | self._ending_with(game.head) | {seat for seat, head in self._noted if head == game.head}

    def belie(self, voters: set[int]) -> bool:
        """Whether the seats whose votes would take us back hold our end: ourselves, or at least half of their
        operators. Fewer than half may be lying to keep us apart from the others."""
        holders = self.seats() & voters
        if not holders or self._game.seat in holders:
            return bool(holders)
        return 2 * len(self._operators(holders)) >= len(self._operators(voters))

    def _operators(self, seats: Iterable[int]) -> set[int]:
        return {self._game.genesis.players[seat].operator for seat in seats}

    def rivals(self, head: bytes, position: int) -> set[int]:
        """The seats whose log ends with another entry for the place of our last one."""
        is_last = self._game.over and position == self._game.position - 1
        return self._ending_with(head) if is_last else set()

    def _ending_with(self, head: bytes) -> set[int]:
        return {seat for seat, last in self._heads.items() if last == head}

    def record(self) -> list[Output]:
        """Note who holds our end: a restart must not forget it."""
        found = {(seat, self._game.head) for seat in self.seats() - {self._game.seat}} - self._noted
        self._noted |= found
        return [Note(pack(["holds", seat, head])) for seat, head in sorted(found)]
