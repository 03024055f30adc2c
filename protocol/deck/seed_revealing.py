"""The request `Reveal`: seeds, and parts of keys that no seed gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from protocol.deck import derived_secrets
from protocol.deck.auditing import seed_key
from protocol.deck.errors import Blame, InvalidError
from protocol.deck.group import SCALAR_BYTES
from protocol.deck.key_splitting import check_part, commitment
from protocol.deck.state import State

REVEAL, RETURN = "reveal", "return"


@dataclass
class Revealing:
    """`reveal`: the seed. `return`: from each keeper its parts of the keys that no seed gives."""

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
            if keeper in state.setup.keepers(of)
            and (of, keeper) not in state.returned
            and of not in state.secrets
            and (of in state.seeds or of in state.lost)
            and self._all_parts(of)
        ]

    def _all_parts(self, of: int) -> bool:
        """Whether every part of this key is obtainable: its keeper is present, or revealed what opens it."""
        state = self.state
        return all(
            (of, keeper) in state.kept and (keeper not in state.lost or keeper in state.secrets)
            for keeper in state.setup.keepers(of)
        )

    def answer(self, step: str) -> Any:
        seat, seed, _ = self.state.me()
        if step == REVEAL:
            return seed
        return b"".join(self.state.own_parts[of].to_bytes(SCALAR_BYTES, "big") for of in self._owed(seat))

    def take(self, seat: int, step: str, value: object) -> list[Blame]:
        state = self.state
        if step == REVEAL:
            if type(value) is not bytes or len(value) != derived_secrets.SEED_BYTES:
                raise InvalidError("reveal: length")
            if commitment(state, seat, value) != state.commitments[seat]:
                raise InvalidError("reveal: not the seed that was committed to")
            state.seeds[seat] = value
            key = seed_key(state, seat, value)
            if key is not None:
                state.secrets[seat] = key
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
    """Whether this seat can be spared: every keeper accepted its part of the key, and is present."""
    keepers = state.setup.keepers(seat)
    return bool(keepers) and all((seat, k) in state.kept and k not in state.lost for k in keepers)
