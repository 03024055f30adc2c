"""The UNO window at a table: what was said in it, who still owes a word, and our own silence."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any

from p2puno.moves import Call, Claim, IllegalMove
from protocol.codec import unpack
from protocol.deal import CALL, CATCH, Deal
from protocol.entry import CLAIM, READY, SILENT, Statement, read_statement

if TYPE_CHECKING:
    from protocol.table import Table


class Window:
    """Statements by the entry that they name (its hash) and by seat."""

    def __init__(self, table: Table, notes: Iterable[bytes]) -> None:
        self.table = table
        self.claims: dict[tuple[bytes, int], Statement] = {}
        self.silences: dict[tuple[bytes, int], Statement] = {}
        self._ready: dict[tuple[bytes, int], Statement] = {}
        self._since: int | None = None
        self._ready_since: int | None = None
        self._complete_since: int | None = None
        for note in notes:
            match unpack(note):
                case ["window", *wire]:
                    said = read_statement(wire)
                    where = self.claims if said.kind == CLAIM else self.silences
                    where[said.values[1], said.seat] = said

    def _deal(self) -> Deal | None:
        deal = self.table.game.deal
        return deal if deal is not None and deal.window is not None else None

    def went_on(self) -> None:
        """The log went on: perhaps another window is open, or none."""
        deal = self._deal()
        self._since = self.table.now if deal is not None and deal.owing() else None
        self._ready_since = self._complete_since = None
        about = deal.window_hash if deal is not None else b""
        for said in (self.claims, self.silences, self._ready):
            for key in [key for key in said if key[0] != about]:
                del said[key]

    @property
    def runs(self) -> bool:
        """Whether our clock has still to be looked at often: a word may be due soon."""
        table = self.table
        return self._since is not None and table.now - self._since <= table.game.options.uno_window + 100

    # -- hearing ----------------------------------------------------------------------------------------

    def take(self, said: Statement) -> bool:
        """A claim, a silence, or the wish to begin. False if it is about no window of ours."""
        deal = self._deal()
        if deal is None or said.values[:2] != deal.window_values():
            return False
        key = deal.window_hash, said.seat
        if said.kind == CLAIM:
            self.claims.setdefault(key, said)
        elif said.kind == SILENT:
            self.silences.setdefault(key, said)
        else:
            self._ready.setdefault(key, said)
        return True

    def spoke(self, seat: int) -> bool:
        deal = self._deal()
        key = deal.window_hash if deal is not None else b"", seat
        return key in self.claims or key in self.silences

    def all_spoke(self, seats: Collection[int]) -> bool:
        """Whether a window waits, and not for any of these."""
        due, deal = self.table.game.due(), self._deal()
        if deal is None or due is None or not deal.owing() or due.seat in seats:
            return False
        return all(self.spoke(seat) for seat in seats)

    def records(self) -> list[list[Any]]:
        """What was said, to be kept on disk."""
        return [["window", *said.wire()] for said in (*self.claims.values(), *self.silences.values())]

    # -- whom it waits for ------------------------------------------------------------------------------

    def _watch(self) -> tuple[int, ...] | None:
        """Who owes a word since the next player asked for it; None if nobody asked."""
        deal, due, table = self._deal(), self.table.game.due(), self.table
        if deal is None or due is None or (deal.window_hash, due.seat) not in self._ready:
            return None
        owing = deal.owing()
        if not owing:
            return None
        if self._ready_since is None:
            self._ready_since = table.now
        mute = tuple(sorted(seat for seat in owing if not self.spoke(seat)))
        if mute:
            self._complete_since = None
        elif self._complete_since is None:
            self._complete_since = table.now
        return mute

    def blocking(self) -> tuple[int, ...]:
        """Others that have owed a word for too long."""
        mute = self._watch()
        terms = self.table.game.terms
        if not mute or self.table.seat in mute or self._ready_since is None:
            return ()
        patience = terms.machine_grace + self.table.game.options.uno_window
        return mute if self.table.now - self._ready_since >= patience else ()

    def overdue(self) -> bool:
        """Whether the next player has asked for all words, could have them all, and does nothing."""
        self._watch()
        since = self._complete_since
        return since is not None and self.table.now - since >= self.table.game.terms.machine_grace

    # -- our own part -----------------------------------------------------------------------------------

    def claim(self, said: Claim) -> bool:
        """Claim what our player says, if a window is open for it."""
        deal, seat = self._deal(), self.table.seat
        round = deal.round if deal is not None else None
        if deal is None or round is None or seat is None or round.uno_seat is None:
            return False
        about = seat if isinstance(said, Call) else said.seat
        if about != round.uno_seat:
            return False
        if self.spoke(seat):
            raise IllegalMove("G-03", "you have spoken, or kept silent, already")
        word = CALL if isinstance(said, Call) else CATCH
        claim = self.table.sign(CLAIM, [*deal.window_values(), word])
        self.claims[deal.window_hash, seat] = claim
        self.table.tell(claim)
        return True

    def admissible(self) -> Statement | None:
        """The first claim heard that is not in the log yet."""
        deal = self._deal()
        round = deal.round if deal is not None else None
        if deal is None or round is None or round.uno_seat is None:
            return None
        for (about, seat), claim in self.claims.items():
            if about == deal.window_hash and seat not in deal.claimed and seat in round.hands:
                return claim
        return None

    def silences_for(self, owing: Collection[int]) -> list[bytes] | None:
        """The silences that a move needs; if some are missing, ask for them and give None."""
        deal, seat = self._deal(), self.table.seat
        about = deal.window_hash if deal is not None else b""
        said = [self.silences.get((about, other)) for other in owing]
        found = [silence.signature for silence in said if silence is not None]
        if len(found) == len(said):
            return found
        assert deal is not None
        assert seat is not None
        if (about, seat) not in self._ready:
            self._ready[about, seat] = ready = self.table.sign(READY, deal.window_values())
            self.table.tell(ready)
        return None

    def keep_silent(self) -> None:
        """Say that we have nothing to say, once the window has passed and the next player is ready (G-11)."""
        deal, seat, table = self._deal(), self.table.seat, self.table
        if deal is None or seat is None or self._since is None or table.identity is None:
            return
        due = table.game.due()
        if (
            due is not None
            and seat in deal.owing()
            and (deal.window_hash, due.seat) in self._ready
            and not self.spoke(seat)
            and table.now - self._since >= table.game.options.uno_window
        ):
            said = table.sign(SILENT, deal.window_values())
            self.silences[deal.window_hash, seat] = said
            table.tell(said)

    def repeat(self) -> None:
        """Say again what was said in the open window, by us and by others: paths may be broken."""
        for said in (*self._ready.values(), *self.silences.values(), *self.claims.values()):
            self.table.tell(said)
