"""Seats that were lost for cheating come back only if every player agrees (docs/protocol.md §17).

A player agrees by a signed statement about one loss. A bot's program agrees when the player who runs the bot
has said so. No program agrees by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from p2puno.moves import IllegalMove
from protocol.codec import pack, unpack
from protocol.log.entry import FORGIVE, SILENCE, Statement, read_statement
from protocol.remote_errors import OutOfTurnError
from protocol.table.context import Context, Decision, tell
from protocol.table.outputs import Note

_NOTE = "forgive"


@dataclass(frozen=True, slots=True)
class Plea:
    """A seat that was lost for cheating, and which players agree that it comes back. A player also decides
    for their bots, and is named by their own seat."""

    seat: int
    agreed: tuple[int, ...]
    missing: tuple[int, ...]
    """The players who have not agreed, and who are still in the match or have bots that are."""


class Forgiving:
    def __init__(self, context: Context, notes: Iterable[bytes]) -> None:
        self._context = context
        self._said: dict[tuple[int, bytes], dict[int, Statement]] = {}
        """The agreements about each loss, by the lost seat and the certificate's hash."""
        for note in notes:
            match unpack(note):
                case [kind, *wire] if kind == _NOTE:
                    said = read_statement(wire)
                    seat, loss = said.values
                    self._said.setdefault((seat, loss), {})[said.seat] = said

    def pleas(self) -> tuple[Plea, ...]:
        """All seats that could come back if the players agreed."""
        game = self._context.game
        return tuple(self._plea(seat) for seat in sorted(game.absent) if game.lost_for(seat) != SILENCE)

    def _plea(self, seat: int) -> Plea:
        agreed, asked = self._agreed(seat), self._asked()
        return Plea(
            seat,
            tuple(one for one in asked if one in agreed),
            tuple(one for one in asked if one not in agreed),
        )

    def _asked(self) -> list[int]:
        """Who must agree: all players who run a seat in the match."""
        game = self._context.game
        return sorted({game.genesis.players[seat].operator for seat in game.match.playing})

    def allows(self, seat: int) -> bool:
        """Whether our program may take this seat back."""
        game, own = self._context.game, self._context.seat
        if game.lost_for(seat) == SILENCE:
            return True
        return own is not None and game.genesis.players[own].operator in self._agreed(seat)

    def forgive(self, seat: int) -> list[Decision]:
        """Our player agrees. Raises IllegalMove if there is no such question."""
        context = self._context
        plea = next((plea for plea in self.pleas() if plea.seat == seat), None)
        if plea is None or context.game.over:
            raise IllegalMove("L-10", "this seat was not lost for cheating, or cannot come back")
        if context.seat not in plea.missing:
            raise IllegalMove("L-10", "only players who are still in are asked, and once")
        return self._keep(context.sign(FORGIVE, [seat, self._loss(seat)]))

    def take(self, said: Statement) -> list[Decision]:
        """Take another player's agreement. Ignored if it is about another loss."""
        game = self._context.game
        if game.genesis.players[said.seat].operator != said.seat:
            raise OutOfTurnError("a bot does not speak for its player", said.seat)
        seat, loss = said.values
        if seat not in game.absent or loss != self._loss(seat) or said.seat in self._agreed(seat):
            return []
        return self._keep(said)

    def repeat(self) -> list[Decision]:
        """Send the agreements that still matter again."""
        pleas = () if self._context.game.over else self.pleas()
        return [tell(said) for plea in pleas for said in self._agreed(plea.seat).values()]

    def _keep(self, said: Statement) -> list[Decision]:
        """Store an agreement on disk, then forward it to all: not every pair of peers may be connected."""
        seat, loss = said.values
        self._said = {known: by for known, by in self._said.items() if known[1] == self._loss(known[0])}
        self._said.setdefault((seat, loss), {})[said.seat] = said
        return [Note(pack([_NOTE, *said.wire()])), tell(said)]

    def _agreed(self, seat: int) -> Mapping[int, Statement]:
        return self._said.get((seat, self._loss(seat)), {})

    def _loss(self, seat: int) -> bytes:
        """The hash of the certificate by which a seat was last lost; empty if it never was."""
        game = self._context.game
        return game.entries[game.lost_at[seat] - 1].hash if seat in game.lost_at else b""
