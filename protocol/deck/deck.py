"""One peer's view of the deck of one deal: makes our contributions and checks everybody's, including ours.

It does no I/O, reads no clock and draws no randomness. The table starts requests (`begin`), passes in every
contribution in log order (`take`), and asks for ours (`answer`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from protocol.deck import derived_secrets
from protocol.deck.auditing import Audit, audit
from protocol.deck.batch_arithmetic import Calculator
from protocol.deck.deal_parameters import Setup
from protocol.deck.errors import Blame, InvalidError, MisuseError, RefusedError
from protocol.deck.key_splitting import Committing, Keeping, Splitting
from protocol.deck.mixing import PROVE, Mixing
from protocol.deck.opening import SHARE, Opening, face_shown
from protocol.deck.passing import Passing
from protocol.deck.requests import Lose, Open, Request, Reveal, Seal, Shuffle
from protocol.deck.seed_revealing import Revealing, recoverable
from protocol.deck.state import State


class Activity(Protocol):
    """A request in progress: who must still write what, our contribution, and the check of all."""

    def waiting(self) -> list[tuple[int, str]]: ...
    def answer(self, step: str) -> Any: ...
    def take(self, seat: int, step: str, value: object) -> list[Blame]: ...


AHEAD = frozenset({PROVE, SHARE})
"""Steps that follow from what is known when the request begins, or when our own mix is taken: they can be
made while others write theirs."""


class Deck:
    """A deal's deck as seen by `seat` with the game secret `secret`; a spectator has neither."""

    def __init__(
        self,
        setup: Setup,
        seat: int | None = None,
        secret: bytes | None = None,
        *,
        calculator: Calculator | None = None,
    ) -> None:
        seed = None
        if seat is not None and secret is not None:
            if seat not in setup.seats or len(secret) < derived_secrets.SEED_BYTES:
                raise MisuseError("not a seat of this deal, or a secret too short")
            seed = derived_secrets.deal_seed(secret, setup.game, setup.after, seat)
        self.setup = setup
        self._state = State(setup, calculator or Calculator(), seat if seed else None, seed)
        self._pending: Activity | None = Committing(self._state)
        self._prepared: dict[str, Any] = {}
        """Our contributions to the pending request that were made ahead, by step."""
        self._next_shares: dict[Request, Any] = {}
        """Our shares that were made ahead for requests that may begin next."""
        self._revealing = False

    # Progress

    def waiting(self) -> tuple[tuple[int, str], ...]:
        """Who may write which step now. Always taking the first gives the one order that a log needs."""
        return tuple(self._pending.waiting()) if self._pending else ()

    @property
    def opening(self) -> int:
        """How many cards the pending request opens."""
        return len(self._pending.request.items) if isinstance(self._pending, Opening) else 0

    def can_lose(self, seats: Iterable[int]) -> bool:
        """Whether the deal can continue without these seats; if not, the round must be dealt again."""
        state = self._state
        gone = state.lost | set(seats)
        if isinstance(self._pending, Committing | Splitting | Keeping) or not gone <= set(self.setup.seats):
            return False
        return len(gone) < len(self.setup.seats) and all(
            recoverable(state, seat) and gone.isdisjoint(self.setup.keepers(seat)) for seat in gone
        )

    @property
    def seed(self) -> bytes:
        """Our own seed of this deal: secret until the reveal."""
        return self._state.me()[1]

    # Requests

    def begin(self, request: Request) -> None:
        """Start a request. All peers start the same ones in the same order."""
        activity = self._start(request)
        if isinstance(request, Lose):
            self._state.lost.update(request.seats)
        self._state.number += 1
        self._revealing = self._revealing or isinstance(request, Reveal)
        self._pending = activity if activity is not None and activity.waiting() else None
        self._prepared, self._next_shares = {}, {}

    def _start(self, request: Request) -> Activity | None:
        state = self._state
        if isinstance(request, Lose):
            # The reveal needs nobody; before it, only seats whose keys were split can be lost.
            if not self._revealing and not self.can_lose(request.seats):
                raise MisuseError("this deck cannot do without these seats")
            return None
        if self._pending is not None:
            raise MisuseError("something else is pending")
        match request:
            case Reveal():
                return Revealing(state)
            case _ if self._revealing:
                raise MisuseError("the round is over")
            case Shuffle():
                return Mixing(state, request)
            case Open():
                return Opening(state, request)
            case Seal():
                return Passing(state, request)
        raise MisuseError("not a request")

    # Contributions

    def answer(self, step: str, request: Request | None = None) -> Any:
        """Our own contribution: to the pending request, or to `request` as if it had just begun."""
        if request is not None and request in self._next_shares:
            return self._next_shares[request]
        activity = self._pending if request is None else self._start(request)
        seat, _, _ = self._state.me()
        if activity is None or (seat, step) not in activity.waiting():
            raise MisuseError(f"no {step} is expected from us")
        if request is None and step in self._prepared:
            return self._prepared[step]
        return activity.answer(step)

    def may_prepare(self) -> str | None:
        """The step that `prepare` would make, if any."""
        ours = [step for seat, step in self.waiting() if seat == self._state.seat]
        return next((step for step in ours if step in AHEAD and step not in self._prepared), None)

    def prepare(self) -> None:
        """Make our contribution to the pending request before it is our turn, if we have one to make."""
        step = self.may_prepare()
        if step is not None:
            self._prepared[step] = self.answer(step)

    def prepare_share(self, request: Open) -> None:
        """Make our share for a request that may begin next. It is dropped when any request begins."""
        self._next_shares[request] = self.answer(SHARE, request)

    def take(self, seat: int, step: str, value: object, request: Request | None = None) -> tuple[Blame, ...]:
        """Check any seat's contribution and apply it, or raise `RefusedError` and change nothing.

        `request`, if given, begins first, but only if the contribution is accepted. Returns faults of *other*
        seats that a valid contribution proved: a justified dispute.
        """
        if isinstance(request, Lose):
            raise MisuseError("nobody contributes to a loss")
        before = self._pending, self._state.number, self._revealing
        if request is not None:
            self.begin(request)
        try:
            if self._pending is None or (seat, step) not in self._pending.waiting():
                raise InvalidError("not expected now")
            found = self._pending.take(seat, step, value)
        except InvalidError as error:
            self._pending, self._state.number, self._revealing = before
            raise RefusedError(Blame(seat, step, str(error))) from None
        if not self._pending.waiting():
            self._next()
            self._state.made.clear()
        return tuple(found)

    def _next(self) -> None:
        """Start what follows automatically: the splits after the commitments, if this deal has any."""
        match self._pending:
            case Committing() if self.setup.splits:
                self._pending = Splitting(self._state)
            case Splitting():
                self._pending = Keeping(self._state)
            case _:
                self._pending = None

    # Knowledge

    def face(self, handle: int, side: int = 0) -> int | None:
        """Which card of the deck this is, if we can know: opened to all or to us, shown or given to us."""
        self._must_exist(handle, side)
        return self._state.face((handle, side), everybody=False)

    def public(self, handle: int, side: int = 0) -> int | None:
        """Which card of the deck this is, if everybody can know."""
        self._must_exist(handle, side)
        return self._state.face((handle, side), everybody=True)

    def shown_by(self, seat: int, handle: int, side: int, shares: object) -> int:
        """Which card of the deck a seat would show with these shares, each with its own proof (an `Open` with
        `single`). Changes nothing; raises `RefusedError`."""
        self._must_exist(handle, side)
        try:
            if not isinstance(shares, bytes):
                raise InvalidError("single shares: shape")
            return face_shown(self._state, (handle, side), seat, shares)
        except InvalidError as error:
            raise RefusedError(Blame(seat, SHARE, str(error))) from None

    def _must_exist(self, handle: int, side: int) -> None:
        if (handle, side) not in self._state.pairs:
            raise MisuseError(f"no card {handle}, side {side}")

    @property
    def revealed(self) -> bool:
        """Whether all obtainable seeds, and parts of lost seats' keys, have arrived."""
        return self._revealing and self._pending is None

    def audit(self) -> Audit:
        """After the reveal: the seats that did not follow their seed, and all cards that can be opened."""
        if not self.revealed:
            raise MisuseError("not everything is revealed")
        return audit(self._state)
