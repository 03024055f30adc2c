"""The start of a deal: every seat commits to its seed, shows its key, and splits the key among the others."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from protocol.deck import derived_secrets, equality, sealed_box
from protocol.deck.errors import Blame, InvalidError
from protocol.deck.group import ORDER, SCALAR_BYTES, Point, decode_scalar, scalar_bytes
from protocol.deck.state import Piece, State
from protocol.deck.transcript import digest

COMMIT, SPLIT, KEEP = "commit", "split", "keep"


def commitment(state: State, seat: int, seed: bytes) -> bytes:
    return digest("commitment", state.context(seat, COMMIT), seed)


def split_secrets(state: State, seat: int, seed: bytes, secret: int) -> list[int]:
    """One number for each keeper; together they add up to the key."""
    keepers = state.setup.keepers(seat)
    parts = derived_secrets.scalars(seed, len(keepers) - 1, "split", state.digest)
    return [*parts, (secret - sum(parts)) % ORDER]


def split_context(state: State, of: int, keeper: int) -> bytes:
    return state.context(of, SPLIT, keeper)


@dataclass
class Committing:
    """`commit`: [commitment, key, proof of knowing its logarithm]. Once for each seat, in any order."""

    state: State

    def waiting(self) -> list[tuple[int, str]]:
        return [(seat, COMMIT) for seat in self.state.setup.seats if seat not in self.state.keys]

    def answer(self, step: str) -> Any:
        state = self.state
        seat, seed, secret = state.me()
        key = state.calc.group.base(secret)
        proof = equality.prove(state.calc, state.context(seat, COMMIT), seed, secret, key, [], [])
        return [commitment(state, seat, seed), state.calc.group.encode(key), proof]

    def take(self, seat: int, step: str, value: object) -> list[Blame]:
        state = self.state
        match value:
            case [bytes(promise), bytes(raw), bytes(proof)] if len(promise) == 32:
                key = state.calc.group.decode(raw)
            case _:
                raise InvalidError("commit: shape")
        equality.verify(state.calc, state.context(seat, COMMIT), key, [], [], proof)
        # If all keys cancelled out (which takes a collusion of all seats), the last one is refused.
        state.calc.group.add([*state.keys.values(), key])
        state.commitments[seat], state.keys[seat] = promise, key
        if not self.waiting():
            state.lay_out()
        return []


@dataclass
class Splitting:
    """`split`: for each keeper [point of its part, the part sealed to it]."""

    state: State

    def waiting(self) -> list[tuple[int, str]]:
        setup, done = self.state.setup, self.state.split
        return [(seat, SPLIT) for seat in setup.seats if setup.keepers(seat) and seat not in done]

    def answer(self, step: str) -> Any:
        state = self.state
        seat, seed, secret = state.me()
        calc = state.calc
        return [
            [
                calc.group.encode(calc.group.base(part)),
                sealed_box.seal(
                    calc, split_context(state, seat, keeper), seed, state.keys[keeper], scalar_bytes(part)
                ),
            ]
            for keeper, part in zip(
                state.setup.keepers(seat), split_secrets(state, seat, seed, secret), strict=True
            )
        ]

    def take(self, seat: int, step: str, value: object) -> list[Blame]:
        state, calc = self.state, self.state.calc
        keepers = state.setup.keepers(seat)
        if not isinstance(value, list | tuple) or len(value) != len(keepers):
            raise InvalidError("split: shape")
        points: dict[Piece, Point] = {}
        boxes: dict[Piece, bytes] = {}
        for keeper, piece in zip(keepers, value, strict=True):
            match piece:
                case [bytes(raw), bytes(box)]:
                    points[seat, keeper] = calc.group.decode(raw)
                    boxes[seat, keeper] = sealed_box.check(
                        calc, split_context(state, seat, keeper), box, SCALAR_BYTES
                    )
                case _:
                    raise InvalidError("split: shape")
        encode = calc.group.encode
        if encode(calc.group.add(list(points.values()))) != encode(state.keys[seat]):
            raise InvalidError("split: the parts do not make the key")
        state.split_keys.update(points)
        state.split.add(seat)
        state.boxes.update(boxes)
        return []


@dataclass
class Keeping:
    """`keep`: from each keeper, for each seat whose part it received, b"" if it is good, else a dispute."""

    state: State
    heard: set[int] = field(default_factory=set)
    parts: dict[int, int | None] = field(default_factory=dict, repr=False)

    def waiting(self) -> list[tuple[int, str]]:
        setup = self.state.setup
        return [(seat, KEEP) for seat in setup.seats if setup.kept(seat) and seat not in self.heard]

    def answer(self, step: str) -> Any:
        state = self.state
        seat, seed, secret = state.me()
        out = []
        for of in state.setup.kept(seat):
            context, box = split_context(state, of, seat), state.boxes[of, seat]
            if self._part(of, seat) is None:
                out.append(sealed_box.dispute(state.calc, context, seed, secret, state.keys[seat], box))
            else:
                out.append(b"")
        return out

    def take(self, seat: int, step: str, value: object) -> list[Blame]:
        state = self.state
        kept = state.setup.kept(seat)
        if not isinstance(value, list | tuple) or len(value) != len(kept):
            raise InvalidError("keep: shape")
        liars: list[Blame] = []
        for of, claim in zip(kept, value, strict=True):
            if type(claim) is bytes and not claim:
                continue
            context, box = split_context(state, of, seat), state.boxes[of, seat]
            text = sealed_box.judge(state.calc, context, state.keys[seat], box, claim)
            if self._fits(of, seat, text):
                raise InvalidError("keep: a false dispute")
            liars.append(Blame(of, SPLIT, "a bad part was sealed"))
        self.heard.add(seat)
        guilty = {blame.seat for blame in liars}
        state.kept |= {(of, seat) for of in kept if of not in guilty}
        if seat == state.seat:
            for of in kept:
                part = self._part(of, seat)
                if part is not None:
                    state.own_parts[of] = part
        return liars

    def _part(self, of: int, keeper: int) -> int | None:
        """The part that `of` sealed to us, if it is good; cached."""
        if of not in self.parts:
            self.parts[of] = self._unsealed(of, keeper)
        return self.parts[of]

    def _unsealed(self, of: int, keeper: int) -> int | None:
        state = self.state
        _, seed, secret = state.me()
        context, box = split_context(state, of, keeper), state.boxes[of, keeper]
        try:
            text = sealed_box.unseal(state.calc, context, seed, secret, state.keys[keeper], box)
        except InvalidError:
            return None
        return decode_scalar(text) if self._fits(of, keeper, text) else None

    def _fits(self, of: int, keeper: int, text: bytes | None) -> bool:
        """Whether this is the logarithm of the point that `of` published for the keeper."""
        group = self.state.calc.group
        try:
            point = group.base(decode_scalar(text))
        except InvalidError:
            return False
        return group.encode(point) == group.encode(self.state.split_keys[of, keeper])


def check_part(state: State, piece: Piece, data: bytes) -> int:
    """Check a part that was returned at the reveal."""
    part = decode_scalar(data)
    group = state.calc.group
    if group.encode(group.base(part)) != group.encode(state.split_keys[piece]):
        raise InvalidError("return: not the part that was kept")
    return part
