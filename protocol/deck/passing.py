"""The request `Seal`: one seat shows cards to another, or gives them away; the other accepts, or disputes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from protocol.deck import sealed_box
from protocol.deck.batch_arithmetic import Trust
from protocol.deck.errors import Blame, InvalidError, MisuseError
from protocol.deck.opening import SINGLE_BYTES, decode_singles, encode_single, held
from protocol.deck.requests import GIVE, SHOW, Seal
from protocol.deck.state import Passed, Received, Spot, State, Unit
from protocol.deck.transcript import frame

SEAL, RECEIPT = "seal", "receipt"


@dataclass
class Passing:
    """`seal`: the missing shares, each with its own proof, sealed. `receipt`: b"" or a dispute."""

    state: State
    request: Seal
    box: bytes | None = None
    done: bool = False
    looked: bool = False
    contents: list[Received] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        state, request = self.state, self.request
        self.number = state.number
        if (
            request.kind not in (SHOW, GIVE)
            or request.by == request.to
            or not {request.by, request.to} <= set(state.live)
        ):
            raise MisuseError("nobody to pass cards between")
        spots = request.items
        if len(set(spots)) != len(spots) or not all(
            h in state.alive and (h, s) in state.pairs for h, s in spots
        ):
            raise MisuseError("a card that is not there")
        # Skip what everybody can open already, and the recipient's own units.
        self.duties: list[tuple[Spot, Unit]] = [
            (spot, unit)
            for spot in spots
            if state.face(spot, everybody=True) is None
            for unit in state.missing(spot)
            if unit[0] != request.to
        ]

    def context(self) -> bytes:
        request = self.request
        items = frame(*(number for spot in request.items for number in spot))
        return self.state.context(request.by, SEAL, self.number, request.kind, request.to, items)

    def waiting(self) -> list[tuple[int, str]]:
        if self.done:
            return []
        return [(self.request.by, SEAL)] if self.box is None else [(self.request.to, RECEIPT)]

    def answer(self, step: str) -> Any:
        state = self.state
        _, seed, secret = state.me()
        key = state.keys[self.request.to]
        if step == SEAL:
            text = b"".join(encode_single(state, held(state, *duty)) for duty in self.duties)
            return sealed_box.seal(state.calc, self.context(), seed, key, text)
        if self._contents() is not None:
            return b""
        return sealed_box.dispute(state.calc, self.context(), seed, secret, key, self._box())

    def take(self, seat: int, step: str, value: object) -> list[Blame]:
        state, request = self.state, self.request
        if step == SEAL:
            self.box = sealed_box.check(state.calc, self.context(), value, SINGLE_BYTES * len(self.duties))
            state.passed.append(Passed(self.context(), request.to, tuple(self.duties), self.box))
            return []
        if type(value) is not bytes or value:
            text = sealed_box.judge(state.calc, self.context(), state.keys[request.to], self._box(), value)
            if text is not None and self._decode(text) is not None:
                raise InvalidError("receipt: a false dispute")
            self.done = True
            return [Blame(request.by, SEAL, "not the shares that it should hold")]
        self.done = True
        if state.seat == request.to:
            for (spot, unit), got in zip(self.duties, self._contents() or [], strict=False):
                state.received.setdefault(spot, {})[unit] = got
        if request.kind == GIVE:
            for spot in request.items:
                units = frozenset(unit for duty, unit in self.duties if duty == spot)
                state.given[spot] = request.to, units
        return []

    def _box(self) -> bytes:
        if self.box is None:
            raise MisuseError("nothing was sealed")
        return self.box

    def _contents(self) -> list[Received] | None:
        """What we were sent, None if it is invalid; cached."""
        if not self.looked:
            self.looked, self.contents = True, self._unsealed()
        return self.contents

    def _unsealed(self) -> list[Received] | None:
        state = self.state
        _, seed, secret = state.me()
        try:
            text = sealed_box.unseal(
                state.calc, self.context(), seed, secret, state.keys[self.request.to], self._box()
            )
        except InvalidError:
            return None
        return self._decode(text)

    def _decode(self, text: bytes) -> list[Received] | None:
        try:
            with self.state.calc.memo.trusting(Trust.NOTHING):
                return decode_singles(self.state, self.duties, text)
        except InvalidError:
            return None
