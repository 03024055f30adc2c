"""The audit: checks all steps against the revealed seeds, and opens each card that these make possible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from protocol.deck import derived_secrets, sealed_box, shuffle
from protocol.deck.batch_arithmetic import Trust
from protocol.deck.errors import Blame, InvalidError
from protocol.deck.group import ORDER, Point
from protocol.deck.key_splitting import COMMIT, SPLIT, check_part, split_context, split_secrets
from protocol.deck.mixing import MIX
from protocol.deck.opening import SINGLE_BYTES, decode_singles
from protocol.deck.state import Mix, Piece, Spot, State, Unit
from protocol.deck.transcript import frame


class Audit(NamedTuple):
    """Seats that did not follow their seed, and every card that can be known, including expired handles.

    Each card is opened separately: a seat that withholds its seed hides only cards that need its own share.
    """

    blames: tuple[Blame, ...]
    faces: dict[Spot, int]
    opened: frozenset[int]
    """The seats whose keys are known."""
    complete: bool
    """Whether every seat revealed its seed, so that every step was checked and every card is known."""


def audit(state: State) -> Audit:
    keys, parts = _secrets(state)
    faces = _faces(state, keys, parts)
    complete = len(state.seeds) == len(state.setup.seats) and len(faces) == len(state.pairs)
    return Audit(_blames(state), faces, frozenset(keys), complete)


# Compare the steps with the seeds


def _blames(state: State) -> tuple[Blame, ...]:
    """Repeat the derivation of keys, splits and mixes, including the mixes of dropped requests."""
    group = state.calc.group
    blames: set[Blame] = set()
    for seat, seed in state.seeds.items():
        if seat not in state.secrets:
            blames.add(Blame(seat, COMMIT, "audit: the key is not the seed's"))
        elif seat in state.split:
            secrets = split_secrets(state, seat, seed, state.secrets[seat])
            parts = zip(state.setup.keepers(seat), secrets, strict=True)
            if any(group.encode(group.base(p)) != group.encode(state.split_keys[seat, k]) for k, p in parts):
                blames.add(Blame(seat, SPLIT, "audit: the split is not the seed's"))
    for done in state.mixes:
        if done.seat in state.seeds and not _mixed_by_seed(state, done, state.seeds[done.seat]):
            why = "audit: not the order and blinding of the seed"
            blames.add(Blame(done.seat, MIX, why))
    return tuple(sorted(blames))


def _mixed_by_seed(state: State, done: Mix, seed: bytes) -> bool:
    context = state.context(done.seat, MIX, done.number, done.side)
    claimed = shuffle.encode_pairs(done.after)

    statement = frame("audit", context, seed, shuffle.encode_pairs(done.before), claimed)

    def derive() -> None:
        secret = shuffle.witness(seed, context, done.before)
        if state.calc.private is not None and shuffle.is_mixed_by(
            state.calc, state.joint, secret, *done.folds(), statement
        ):
            return
        if shuffle.encode_pairs(shuffle.mix(state.calc, state.joint, done.before, secret)) != claimed:
            raise InvalidError("not derived from the seed")

    try:
        state.calc.memo.check(statement, derive, audit=True)
    except InvalidError:
        return False
    return True


def seed_key(state: State, seat: int, seed: bytes) -> int | None:
    """The key derived from a seed, if it is the one that the seat has used."""
    group = state.calc.group
    secret = derived_secrets.scalar(seed, "key", state.digest)
    return secret if group.encode(group.base(secret)) == group.encode(state.keys[seat]) else None


# Open the cards


def _secrets(state: State) -> tuple[dict[int, int], dict[Piece, int]]:
    """The known keys, from seeds or joined from their parts, and the known parts of the others."""
    keys, parts = dict(state.secrets), dict(state.returned)
    while True:
        for piece in state.boxes:
            if piece[0] not in keys and piece[1] in keys and piece not in parts:
                part = _sealed_part(state, piece, keys[piece[1]])
                if part is not None:
                    parts[piece] = part
        found = {}
        for seat in state.setup.seats:
            pieces = [(seat, keeper) for keeper in state.setup.keepers(seat)]
            if seat not in keys and pieces and all(piece in parts for piece in pieces):
                found[seat] = sum(parts[piece] for piece in pieces) % ORDER
        if not found:
            return keys, parts
        keys.update(found)


def _sealed_part(state: State, piece: Piece, key: int) -> int | None:
    """A part of a split key, taken from the seal that its keeper received."""
    of, keeper = piece
    context = split_context(state, of, keeper)
    try:
        text = sealed_box.open_with(state.calc, context, key, state.keys[keeper], state.boxes[piece])
        return check_part(state, piece, text)
    except InvalidError:
        return None


def _sealed_units(state: State, keys: Mapping[int, int]) -> dict[Spot, dict[Unit, Point]]:
    """Shares sealed to seats whose keys are known; shares of known keys are left out."""
    found: dict[Spot, dict[Unit, Point]] = {}
    for passed in state.passed:
        if passed.to not in keys or all(of in keys for _, (_, of) in passed.duties):
            continue
        try:
            text = sealed_box.open_with(
                state.calc, passed.context, keys[passed.to], state.keys[passed.to], passed.box
            )
        except InvalidError:
            continue
        for place, (spot, unit) in enumerate(passed.duties):
            piece = text[place * SINGLE_BYTES : (place + 1) * SINGLE_BYTES]
            try:
                with state.calc.memo.trusting(Trust.NOTHING):
                    (single,) = decode_singles(state, [(spot, unit)], piece)
            except InvalidError:
                continue  # both its sender and its recipient lied: nobody else depends on it
            found.setdefault(spot, {})[unit] = single.point
    return found


def _faces(state: State, keys: dict[int, int], parts: dict[Piece, int]) -> dict[Spot, int]:
    """Every card whose shares are all known, from any source."""
    group = state.calc.group
    faces = {spot: card for (spot, everybody), card in state.faces.items() if everybody}
    closed = [seat for seat in state.setup.seats if seat not in keys]
    sealed = _sealed_units(state, keys) if closed else {}
    hidden: list[Spot] = []
    masks: list[list[Point]] = []
    for spot in state.pairs:
        if spot in faces:
            continue
        units = {**sealed.get(spot, {}), **state.shares.get(spot, {})}
        mask: list[Point] = []
        for seat in closed:
            share = _share(state, spot, seat, units, parts)
            if share is None:
                break
            mask += share
        else:
            hidden.append(spot)
            masks.append(mask)
    minus_key = -sum(keys.values())
    if keys:
        ours = state.calc.products([state.pairs[spot].a for spot in hidden], [minus_key] * len(hidden))
    for place, (spot, mask) in enumerate(zip(hidden, masks, strict=True)):
        minus_mask = [group.neg(point) for point in mask] + ([ours[place]] if keys else [])
        faces[spot] = state.card(spot, group.add(minus_mask))
    return faces


def _share(
    state: State, spot: Spot, seat: int, units: Mapping[Unit, Point], parts: Mapping[Piece, int]
) -> list[Point] | None:
    """The points that add up to the share of a seat whose key is unknown, if all of them are known."""
    own = units.get((seat, seat))
    if own is not None:
        return [own]
    out: list[Point] = []
    for keeper in state.setup.keepers(seat):
        point = units.get((keeper, seat))
        if point is None and (seat, keeper) in parts:
            point = state.calc.group.mul(state.pairs[spot].a, parts[seat, keeper])
        if point is None:
            return None
        out.append(point)
    return out or None
