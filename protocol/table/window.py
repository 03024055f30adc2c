"""The UNO window at a table: what was said in it, who still owes a word, and our own silence."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from p2puno.moves import Call, Claim, IllegalMove
from protocol.codec import unpack
from protocol.log.entry import CLAIM, READY, SILENT, Statement, read_statement
from protocol.play.deal import CALL, CATCH, Deal
from protocol.table.context import Context, tell
from protocol.table.outputs import Output


class Window:
    """Statements by the entry that they name (its hash) and by seat."""

    def __init__(self, context: Context, notes: Iterable[bytes]) -> None:
        self._context = context
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
        self.moved()

    def _deal(self) -> Deal | None:
        deal = self._context.game.deal
        return deal if deal is not None and deal.window is not None else None

    def moved(self) -> None:
        """The log went on, or back: perhaps another window is open, or none."""
        deal = self._deal()
        self._since = self._context.now if deal is not None and deal.owing() else None
        self._ready_since = self._complete_since = None
        about = deal.window_hash if deal is not None else b""
        for said in (self.claims, self.silences, self._ready):
            for key in [key for key in said if key[0] != about]:
                del said[key]

    @property
    def runs(self) -> bool:
        """Whether our clock has still to be looked at often: a word may be due soon."""
        now, window = self._context.now, self._context.game.options.uno_window
        return self._since is not None and now - self._since <= window + 100

    # -- hearing ----------------------------------------------------------------------------------------

    def take(self, said: Statement) -> None:
        """A claim, a silence, or the wish to begin; passed over if it is about no window of ours."""
        deal = self._deal()
        if deal is None or said.values[:2] != deal.window_values():
            return
        key = deal.window_hash, said.seat
        if said.kind == CLAIM:
            self.claims.setdefault(key, said)
        elif said.kind == SILENT:
            self.silences.setdefault(key, said)
        else:
            self._ready.setdefault(key, said)

    def spoke(self, seat: int) -> bool:
        deal = self._deal()
        key = deal.window_hash if deal is not None else b"", seat
        return key in self.claims or key in self.silences

    def all_spoke(self, seats: Collection[int]) -> bool:
        """Whether a window waits, and not for any of these."""
        due, deal = self._context.game.due(), self._deal()
        if deal is None or due is None or not deal.owing() or due.seat in seats:
            return False
        return all(self.spoke(seat) for seat in seats)

    def records(self) -> list[list[Any]]:
        """What was said, to be kept on disk."""
        return [["window", *said.wire()] for said in (*self.claims.values(), *self.silences.values())]

    # -- whom it waits for ------------------------------------------------------------------------------

    def _watch(self) -> tuple[int, ...] | None:
        """Who owes a word since the next player asked for it; None if nobody asked."""
        deal, due, now = self._deal(), self._context.game.due(), self._context.now
        if deal is None or due is None or (deal.window_hash, due.seat) not in self._ready:
            return None
        owing = deal.owing()
        if not owing:
            return None
        if self._ready_since is None:
            self._ready_since = now
        mute = tuple(sorted(seat for seat in owing if not self.spoke(seat)))
        if mute:
            self._complete_since = None
        elif self._complete_since is None:
            self._complete_since = now
        return mute

    def blocking(self) -> tuple[int, ...]:
        """Others that have owed a word for too long."""
        mute = self._watch()
        terms = self._context.game.terms
        if not mute or self._context.seat in mute or self._ready_since is None:
            return ()
        patience = terms.machine_grace + self._context.game.options.uno_window
        return mute if self._context.now - self._ready_since >= patience else ()

    def overdue(self) -> bool:
        """Whether the next player has asked for all words, could have them all, and does nothing."""
        self._watch()
        since = self._complete_since
        return since is not None and self._context.now - since >= self._context.game.terms.machine_grace

    # -- our own part -----------------------------------------------------------------------------------

    def claim(self, said: Claim) -> list[Output] | None:
        """Claim what our player says; None if no window is open for it."""
        deal, seat = self._deal(), self._context.seat
        round = deal.round if deal is not None else None
        if deal is None or round is None or seat is None or round.uno_seat is None:
            return None
        about = seat if isinstance(said, Call) else said.seat
        if about != round.uno_seat:
            return None
        if self.spoke(seat):
            raise IllegalMove("G-03", "you have spoken, or kept silent, already")
        word = CALL if isinstance(said, Call) else CATCH
        claim = self._context.sign(CLAIM, [*deal.window_values(), word])
        self.claims[deal.window_hash, seat] = claim
        return [tell(claim)]

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
        """The silences that a move needs; None if some are missing."""
        deal = self._deal()
        about = deal.window_hash if deal is not None else b""
        said = [self.silences.get((about, other)) for other in owing]
        found = [silence.signature for silence in said if silence is not None]
        return found if len(found) == len(said) else None

    def ask(self) -> list[Output]:
        """Say, once, that we want to begin our turn, so that all others speak or keep silent."""
        deal, seat = self._deal(), self._context.seat
        if deal is None or seat is None or (deal.window_hash, seat) in self._ready:
            return []
        self._ready[deal.window_hash, seat] = ready = self._context.sign(READY, deal.window_values())
        return [tell(ready)]

    def keep_silent(self) -> list[Output]:
        """Say that we have nothing to say, once the window has passed and the next player is ready (G-11)."""
        context, deal = self._context, self._deal()
        due, seat = context.game.due(), context.seat
        if (
            deal is None
            or due is None
            or seat is None
            or self._since is None
            or seat not in deal.owing()
            or (deal.window_hash, due.seat) not in self._ready
            or self.spoke(seat)
            or context.now - self._since < context.game.options.uno_window
        ):
            return []
        self.silences[deal.window_hash, seat] = said = context.sign(SILENT, deal.window_values())
        return [tell(said)]

    def repeat(self) -> list[Output]:
        """Say again what was said in the open window, by us and by others: paths may be broken."""
        said = (*self._ready.values(), *self.silences.values(), *self.claims.values())
        return [tell(one) for one in said]
