"""A session that stands still at one position, written down in the notation: for pictures of any moment."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from itertools import count

from cli.sessions.adviser import Adviser
from cli.sessions.automatic_moves import OwnProgram
from cli.sessions.guest_page import GuestPage
from cli.sessions.session import AdjustableBots, Coach, Notice, OpenWindow, Rematch, Status, window_at
from p2puno.match import Match
from p2puno.moves import Claim, IllegalMove, JumpIn, Move
from p2puno.options import Options
from p2puno.view import View
from protocol.table.readmitting_cheats import Plea
from tests.notation import Position, read


def unhurried() -> Callable[[], float]:
    """A clock for a player who looks at the screen for a second before each key."""
    seconds = count(100)
    return lambda: float(next(seconds))


NAMES = ("Zoe", "Ada", "Bruno", "Clara", "Dario", "Elena", "Felix", "Greta", "Hugo", "Inês")


class Still:
    """Implements `cli.sessions.session.Session`; what is done to it is written down, and has no effect."""

    def __init__(
        self,
        line: str | None,
        seat: int | None = 0,
        *,
        options: Options | None = None,
        names: Sequence[str] = NAMES,
        players: int = 4,
    ) -> None:
        position: Position | None = read(line) if line is not None else None
        self.options = position.dealer.round.options if position else options or Options()
        count = len(position.dealer.round.order) if position else players
        self.names = tuple(names[:count])
        self.seat = seat
        self.match = Match(self.options, count)
        if position and position.scores:
            self.match.totals = list(position.scores)
        self.table = 0
        self.round_number = 2
        self.status: Status | None = None
        self.away: set[int] = set()
        self.pleas: tuple[Plea, ...] = ()
        self.coach: Coach | None = None
        self.turn_deadline: float | None = None
        self.uno_deadline: float | None = None
        self.told: tuple[Notice, ...] = ()
        self.grace: float | None = None
        self.pending: Move | None = None
        self.jump: JumpIn | None = None
        self.kept = False
        self.bots: AdjustableBots | None = None
        self.guests: tuple[GuestPage, ...] = ()
        self.rematch: Rematch | None = None
        self.done: list[object] = []
        self.adviser = Adviser()
        self.own_program = OwnProgram(self, self.done.append, lambda: 0.0)
        self.view: View | None = None
        if position:
            dealer = position.dealer
            dealer.serve()
            self.view = View(dealer.round, None) if seat is None else dealer.views[seat]

    @property
    def window(self) -> OpenWindow | None:
        return window_at(self.view, self.uno_deadline)

    def play_again(self, agreed: bool = True) -> None:
        self.done.append("again" if agreed else "rules")

    def act(self, move: Move) -> None:
        assert self.view is not None
        assert self.seat is not None
        if type(move).__name__ != "Show":
            self.view.round.copy().apply(self.seat, move)
        self.done.append(move)

    def take_back(self) -> bool:
        had, self.pending = self.pending is not None, None
        return had

    def claim(self, claim: Claim | JumpIn) -> None:
        self.done.append(claim)

    def say(self, text: str) -> None:
        self.done.append(text)

    def settle(self) -> bool:
        self.done.append("settle")
        return self.status is not None and self.status.kind == "suspended"

    def forgive(self, seat: int) -> None:
        if not any(plea.seat == seat and self.seat in plea.missing for plea in self.pleas):
            raise IllegalMove("L-10", "not asked")
        self.done.append(("forgive", seat))

    def look_at_result(self, looking: bool) -> None:
        self.done.append(("look", looking))

    async def notices(self) -> AsyncIterator[Notice]:
        nothing: tuple[Notice, ...] = ()
        for notice in nothing:
            yield notice

    async def run(self) -> None:
        pass

    async def leave(self) -> None:
        pass
