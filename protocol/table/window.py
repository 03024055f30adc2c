"""The window between a card and the next turn: claims, jumps and silences, who owes one, and our own."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from p2puno.moves import Call, Catch, IllegalMove, JumpIn
from p2puno.round.uno import trade_pending
from protocol.codec import unpack
from protocol.log.entry import CLAIM, READY, SILENT, Statement, read_statement
from protocol.play.claims import check_jump, may_claim, own_jump
from protocol.play.deal import Deal
from protocol.play.window_statements import CALL, CATCH, jump_in
from protocol.table.context import Context, tell
from protocol.table.outputs import Output


class Window:
    """Holds the statements of all seats about the window that is open now.

    Before the next turn begins every other seat gives its word: it keeps silent, or it jumps in. A claim
    about UNO takes the place of the silence, unless a card could be laid out of turn: then both are needed.
    """

    def __init__(self, context: Context, notes: Iterable[bytes]) -> None:
        self._context = context
        self.claims: dict[int, Statement] = {}
        self.jumps: dict[int, Statement] = {}
        self.silences: dict[int, Statement] = {}
        self._ready: dict[int, Statement] = {}
        self._about = b""
        """The hash of the entry that opened this window."""
        self._wish: JumpIn | None = None
        """The card with which our player wants to jump in. Nobody hears of it before the window closes."""
        self._asked_now = False
        """Whether the next player has asked since our log last changed. If not, a claim was admitted
        meanwhile, and they may have to choose again."""
        self._since: int | None = None
        """Since when the window has needed claims or silences."""
        self._ready_since: int | None = None
        """Since when the next player has asked everybody to claim or keep silent."""
        self._complete_since: int | None = None
        """Since when all claims and silences have been available to that player."""
        self.moved()
        for note in notes:
            match unpack(note):
                case ["window", *wire]:
                    self.take(read_statement(wire))

    def _deal(self) -> Deal | None:
        deal = self._context.game.deal
        return deal if deal is not None and deal.window is not None else None

    def moved(self) -> None:
        """Our log has changed: another window may be open, or none."""
        deal = self._deal()
        self._since = self._context.now if deal is not None and deal.owing() else None
        self._ready_since = self._complete_since = None
        self._asked_now = False
        about = deal.window_hash if deal is not None else b""
        if about != self._about:
            self._about, self._wish = about, None
            self.claims, self.jumps, self.silences, self._ready = {}, {}, {}, {}

    @property
    def runs(self) -> bool:
        """Whether to check the clock often, because our silence may be due soon."""
        now, window = self._context.now, self._context.game.options.uno_window
        return self._since is not None and now - self._since <= window + 100

    # -- hearing ----------------------------------------------------------------------------------------

    def take(self, said: Statement) -> None:
        """Take a claim, a silence, or a request to begin. Ignored if it is about another window, a request of
        a seat that is not the next player, or a second word of one that has given its word. Raises if it is a
        jump that is not good: then it is nobody's word."""
        deal, due = self._deal(), self._context.game.due()
        if deal is None or said.values[:2] != deal.window_values():
            return
        if said.kind == READY and (due is None or said.seat != due.seat):
            return
        where = {CLAIM: self.claims, SILENT: self.silences, READY: self._ready}[said.kind]
        if (jump := jump_in(said)) is not None:
            where = self.jumps
            if said.seat in where or said.seat in self.silences or said.seat not in deal.jumping():
                return
            check_jump(deal, jump)
        elif said.kind == SILENT and said.seat in self.jumps:
            return
        elif said.kind == READY and said.seat not in where:
            self._asked_now = True
        where.setdefault(said.seat, said)

    def spoke(self, seat: int) -> bool:
        """Whether a seat has given its word, or made a claim that must be admitted first."""
        if seat in self.silences or seat in self.jumps:
            return True
        deal = self._deal()
        if deal is None or deal.round is None or not deal.jumping():
            return seat in self.claims
        return seat in self.claims and seat not in deal.claimed and may_claim(deal.round)

    def all_spoke(self, seats: Collection[int]) -> bool:
        """Whether a window is open that waits for none of these seats."""
        due, deal = self._context.game.due(), self._deal()
        if deal is None or due is None or not deal.owing() or due.seat in seats:
            return False
        return all(self.spoke(seat) for seat in seats)

    def records(self) -> list[list[Any]]:
        """All claims, jumps and silences, for the journal."""
        said = (*self.claims.values(), *self.jumps.values(), *self.silences.values())
        return [["window", *one.wire()] for one in said]

    # -- whom it waits for ------------------------------------------------------------------------------

    def _watch(self) -> tuple[int, ...]:
        """The seats that have not spoken since the next player asked."""
        deal, due, now = self._deal(), self._context.game.due(), self._context.now
        owing = deal.owing() if deal is not None and due is not None and due.seat in self._ready else ()
        if not owing:
            return ()
        if self._ready_since is None:
            self._ready_since = now
        mute = tuple(sorted(seat for seat in owing if not self.spoke(seat)))
        if mute:
            self._complete_since = None
        elif self._complete_since is None:
            self._complete_since = now
        return mute

    def blocking(self) -> tuple[int, ...]:
        """Other seats that have not spoken for too long."""
        mute, game = self._watch(), self._context.game
        if not mute or self._context.seat in mute or self._ready_since is None:
            return ()
        patience = game.terms.machine_grace + game.options.uno_window
        return mute if self._context.now - self._ready_since >= patience else ()

    def overdue(self) -> bool:
        """Whether the next player asked, has had all answers for a while, and does nothing."""
        self._watch()
        since = self._complete_since if self._asked_now else None
        return since is not None and self._context.now - since >= self._context.game.terms.machine_grace

    # -- our own part -----------------------------------------------------------------------------------

    def claim(self, said: Call | Catch) -> list[Output] | None:
        """Claim what our player says about UNO. None if no window is open for it."""
        deal, seat = self._deal(), self._context.seat
        round = deal.round if deal is not None else None
        if deal is None or round is None or seat is None or not may_claim(round):
            return None
        if isinstance(said, Catch) and trade_pending(round):
            raise IllegalMove("K-15", "nobody can be caught before the hands are traded")
        about = seat if isinstance(said, Call) else said.seat
        any_catch = isinstance(said, Catch) and round.rules.wrong_catch > 0
        if about != round.uno_seat and about not in round.uno_owners and not any_catch:
            return None
        if seat in self.claims or seat in self.jumps or seat in self.silences:
            raise IllegalMove("G-03", "you have spoken, or kept silent, already")
        word = CALL if isinstance(said, Call) else CATCH
        self.claims[seat] = claim = self._context.sign(CLAIM, [*deal.window_values(), word])
        return [tell(claim)]

    def wish(self, jump: JumpIn) -> None:
        """Our player wants to jump in with this card. Raises IllegalMove if the rules forbid it, or we have
        given our word."""
        deal, seat = self._deal(), self._context.seat
        if deal is None or deal.round is None or seat is None or seat not in deal.jumping():
            raise IllegalMove("S-05", "nobody may play out of turn now")
        if seat in self.silences or seat in self.jumps:
            raise IllegalMove("G-03", "you have spoken, or kept silent, already")
        deal.round.copy().apply(seat, jump)
        self._wish = jump

    def admissible(self) -> Statement | None:
        """The first claim about UNO that we have heard and that is not in the log yet."""
        deal = self._deal()
        round = deal.round if deal is not None else None
        if deal is None or round is None or not may_claim(round):
            return None
        new = (said for seat, said in self.claims.items() if seat in round.hands and seat not in deal.claimed)
        return next(new, None)

    def admissible_jump(self) -> list[Any] | None:
        """The payload by which we admit the jump that counts, once all others have given their word."""
        deal = self._deal()
        order = deal.jumping() if deal is not None else ()
        first = next((seat for seat in order if seat in self.jumps), None)
        if first is None or not all(seat in self.jumps or seat in self.silences for seat in order):
            return None
        others = (seat for seat in order if seat != first)
        words = [
            self.silences[seat].signature if seat in self.silences else self.jumps[seat].wire()
            for seat in others
        ]
        return [*self.jumps[first].wire(), words]

    def silences_for(self, owing: Collection[int]) -> list[bytes] | None:
        """The silences that a move needs. None if some are missing."""
        if not all(seat in self.silences for seat in owing):
            return None
        return [self.silences[seat].signature for seat in owing]

    def ask(self) -> list[Output]:
        """Announce once that we want to begin our turn, so that all others claim or keep silent."""
        deal, seat = self._deal(), self._context.seat
        if deal is None or seat is None or seat in self._ready:
            return []
        self._ready[seat] = ready = self._context.sign(READY, deal.window_values())
        return [tell(ready)]

    def give_word(self) -> list[Output]:
        """Keep silent or jump in, once the window has passed and the next player is ready (G-11).

        Both happen at the same time, so that nobody can tell from a silence that is late or early who might
        have jumped in. Our own claim about UNO is in the log by then: our word could otherwise be used
        instead of it.
        """
        context, deal = self._context, self._deal()
        due, seat = context.game.due(), context.seat
        if (
            deal is None
            or due is None
            or seat is None
            or self._since is None
            or seat not in deal.owing()
            or due.seat not in self._ready
            or self.spoke(seat)
            or context.now - self._since < context.game.options.uno_window
        ):
            return []
        if self._wish is not None and seat in deal.jumping():
            self.jumps[seat] = said = context.sign(CLAIM, own_jump(deal, self._wish))
        else:
            self.silences[seat] = said = context.sign(SILENT, deal.window_values())
        return [tell(said)]

    def repeat(self) -> list[Output]:
        """Send all statements about the open window again, also those of others: paths may be broken."""
        said = (*self._ready.values(), *self.silences.values(), *self.jumps.values(), *self.claims.values())
        return [tell(one) for one in said]
