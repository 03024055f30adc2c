"""The request `Reveal`, and the audit that it makes possible."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from protocol.deck import seeds, shuffle
from protocol.deck.committing import COMMIT, SPLIT, check_part, commitment, split_secrets
from protocol.deck.errors import Blame, InvalidError
from protocol.deck.group import ORDER, SCALAR_BYTES
from protocol.deck.mixing import MIX
from protocol.deck.state import Fault, Mix, Spot, State
from protocol.deck.transcript import frame

REVEAL, RETURN = "reveal", "return"


class Audit(NamedTuple):
    """What the seeds tell: who did not follow them, and every card that ever was.

    `faces` has every spot of every handle, dead ones too, if all keys are known (`complete`); else those
    that were opened to all.
    """

    blames: tuple[Blame, ...]
    faces: dict[Spot, int]
    complete: bool


@dataclass
class Revealing:
    """`reveal`: the seed. `return`: from each keeper its parts of the keys of lost seats."""

    state: State

    def waiting(self) -> list[tuple[int, str]]:
        state = self.state
        out = [(seat, REVEAL) for seat in state.live if seat not in state.seeds]
        return out + [(seat, RETURN) for seat in state.live if self._owed(seat)]

    def _owed(self, keeper: int) -> list[int]:
        state = self.state
        return [
            of
            for of in state.setup.seats
            if of in state.lost
            and of not in state.seeds
            and recoverable(state, of)
            and keeper in state.setup.keepers(of)
            and (of, keeper) not in state.returned
        ]

    def answer(self, step: str) -> Any:
        seat, seed, _ = self.state.me()
        if step == REVEAL:
            return seed
        return b"".join(self.state.own_parts[of].to_bytes(SCALAR_BYTES, "big") for of in self._owed(seat))

    def take(self, seat: int, step: str, value: object) -> list[Fault]:
        state = self.state
        if step == REVEAL:
            if type(value) is not bytes or len(value) != seeds.SEED_BYTES:
                raise InvalidError("reveal: length")
            if commitment(state, seat, value) != state.commitments[seat]:
                raise InvalidError("reveal: not the seed that was committed to")
            state.seeds[seat] = value
            return []
        owed = self._owed(seat)
        if type(value) is not bytes or len(value) != SCALAR_BYTES * len(owed):
            raise InvalidError("return: length")
        parts = {
            (of, seat): check_part(state, (of, seat), value[at * SCALAR_BYTES : (at + 1) * SCALAR_BYTES])
            for at, of in enumerate(owed)
        }
        state.returned.update(parts)
        return []


def recoverable(state: State, seat: int) -> bool:
    """Whether the others can do without this seat: every keeper took its part of the key, and is there."""
    keepers = state.setup.keepers(seat)
    return state.setup.splits and all((seat, k) in state.kept and k not in state.lost for k in keepers)


def audit(state: State) -> Audit:
    """Derives everything again from the seeds."""
    group = state.calc.group
    blames: list[Blame] = []
    keys: dict[int, int] = {}
    for seat, seed in sorted(state.seeds.items()):
        secret = seeds.scalar(seed, "key", state.digest)
        if group.encode(group.base(secret)) != group.encode(state.keys[seat]):
            blames.append(Blame(seat, COMMIT, "audit: the key is not the seed's", state.commit_at[seat]))
            continue
        keys[seat] = secret
        if seat in state.split_at:
            parts = zip(state.setup.keepers(seat), split_secrets(state, seat, seed, secret), strict=True)
            if any(group.encode(group.base(p)) != group.encode(state.split_keys[seat, k]) for k, p in parts):
                blames.append(Blame(seat, SPLIT, "audit: the split is not the seed's", state.split_at[seat]))
    for seat in state.setup.seats:
        shares = [state.returned.get((seat, keeper)) for keeper in state.setup.keepers(seat)]
        if seat not in keys and shares and None not in shares:
            keys[seat] = sum(share for share in shares if share is not None) % ORDER
    for done in state.mixes:
        if done.seat in state.seeds and not _mixed_by_seed(state, done, state.seeds[done.seat]):
            why = "audit: not the order and blinding of the seed"
            blames.append(Blame(done.seat, MIX, why, done.at))
    complete = len(keys) == len(state.setup.seats)
    return Audit(
        tuple(sorted(set(blames))), _faces(state, sum(keys.values())) if complete else _open(state), complete
    )


def _mixed_by_seed(state: State, done: Mix, seed: bytes) -> bool:
    context = state.context(done.seat, MIX, done.number, done.side)
    claimed = shuffle.encode_pairs(done.after)

    def derive() -> None:
        secret = shuffle.witness(seed, context, done.before)
        if shuffle.encode_pairs(shuffle.mix(state.calc, state.joint, done.before, secret)) != claimed:
            raise InvalidError("not derived from the seed")

    statement = frame("audit", context, seed, shuffle.encode_pairs(done.before), claimed)
    try:
        with state.calc.memo.trusting(False):
            state.calc.memo.check(statement, derive)
    except InvalidError:
        return False
    return True


def _faces(state: State, secret: int) -> dict[Spot, int]:
    faces = {spot: card for (spot, everybody), card in state.faces.items() if everybody}
    hidden = [spot for spot in state.pairs if spot not in faces]
    masks = state.calc.products([state.pairs[spot].a for spot in hidden], [-secret] * len(hidden))
    faces.update((spot, state.card(spot, mask)) for spot, mask in zip(hidden, masks, strict=True))
    return faces


def _open(state: State) -> dict[Spot, int]:
    found = ((spot, state.face(spot, True)) for spot in state.pairs)
    return {spot: card for spot, card in found if card is not None}
