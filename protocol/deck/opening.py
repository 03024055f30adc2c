"""The request `Open`: decryption shares with their proofs, until the seats that should know a card can."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from protocol.deck import equality
from protocol.deck.errors import Blame, InvalidError, MisuseError
from protocol.deck.group import POINT_BYTES, Point
from protocol.deck.requests import Open
from protocol.deck.state import Received, Spot, State, Unit

SHARE = "share"
SINGLE_BYTES = POINT_BYTES + equality.PROOF_BYTES


@dataclass
class Opening:
    """`share`: [own, relayed].

    `own` has one bytes value for each seat whose units we write (our own key, then the parts of lost seats'
    keys that we keep), in seat order: all points, then one proof for them together. `relayed` has one bytes
    value for each unit that was sealed to us and is now shown: the point and its author's proof. In a request
    for single proofs all units are in `relayed`.
    """

    state: State
    request: Open
    duties: dict[int, list[tuple[Spot, Unit]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        state, request = self.state, self.request
        self.number = state.number
        spots = [(handle, side) for handle, side, _ in request.items]
        if not spots or len(set(spots)) != len(spots):
            raise MisuseError("not a list of cards to open")
        if request.by is not None and request.by not in state.live:
            raise MisuseError("nobody there to open")
        for handle, side, to in request.items:
            self._plan((handle, side), to)
        self.missing = [(seat, SHARE) for seat in sorted(self.duties)]

    def _plan(self, spot: Spot, to: int | None) -> None:
        """Who writes what: all missing units, except those of `to`, which keeps them to itself."""
        state = self.state
        if spot[0] not in state.alive or spot not in state.pairs or (to is not None and to not in state.live):
            raise MisuseError("a card or a seat that is not there")
        if state.face(spot, everybody=True) is not None:
            return
        kept_back = False
        for unit in state.missing(spot):
            by = self.request.by if self.request.by is not None else state.supplier(spot, unit)
            if by == to:
                kept_back = True
            else:
                self.duties.setdefault(by, []).append((spot, unit))
        if to is not None and not kept_back:
            raise MisuseError(f"opening this to seat {to} would show it to everybody")

    def waiting(self) -> list[tuple[int, str]]:
        return self.missing

    def _parts(self, seat: int) -> tuple[list[tuple[int, list[Spot]]], list[tuple[Spot, Unit]]]:
        """The units that a seat proves together, by the seat whose key they belong to, and those that it
        relays."""
        own: dict[int, list[Spot]] = {}
        relayed: list[tuple[Spot, Unit]] = []
        for spot, (author, of) in self.duties[seat]:
            if author == seat and not self.request.single:
                own.setdefault(of, []).append(spot)
            else:
                relayed.append((spot, (author, of)))
        return sorted(own.items()), relayed

    def context(self, seat: int, of: int) -> bytes:
        return self.state.context(seat, SHARE, self.number, of)

    def answer(self, step: str) -> Any:
        state = self.state
        seat, seed, _ = state.me()
        mine, relayed = self._parts(seat)
        own = []
        for of, spots in mine:
            points = [state.own_unit(spot, of) for spot in spots]
            sources = [state.pairs[spot].a for spot in spots]
            key, secret = state.unit_key((seat, of)), state.unit_secret(of)
            context = self.context(seat, of)
            proof = equality.prove(state.calc, context, seed, secret, key, sources, points)
            own.append(b"".join(map(state.calc.group.encode, points)) + proof)
            state.made[context, tuple(spots), own[-1]] = points
        return [own, b"".join(encode_single(state, held(state, *duty)) for duty in relayed)]

    def take(self, seat: int, step: str, value: object) -> list[Blame]:
        state, decode = self.state, self.state.calc.decode
        mine, relayed = self._parts(seat)
        match value:
            case [[*own], bytes(others)] if len(own) == len(mine):
                pass
            case _:
                raise InvalidError("share: shape")
        found: list[tuple[Spot, Unit, Point]] = []
        for (of, spots), piece in zip(mine, own, strict=True):
            size = POINT_BYTES * len(spots)
            if type(piece) is not bytes or len(piece) != size + equality.PROOF_BYTES:
                raise InvalidError("share: length")
            context = self.context(seat, of)
            points = state.made.get((context, tuple(spots), piece))
            if points is None:
                points = [decode(piece[at : at + POINT_BYTES]) for at in range(0, size, POINT_BYTES)]
                sources = [state.pairs[spot].a for spot in spots]
                key = state.unit_key((seat, of))
                equality.verify(state.calc, context, key, sources, points, piece[size:])
            found += [(spot, (seat, of), point) for spot, point in zip(spots, points, strict=True)]
        singles = decode_singles(state, relayed, others)
        found += [(spot, unit, got.point) for (spot, unit), got in zip(relayed, singles, strict=True)]
        for spot, unit, point in found:
            state.shares.setdefault(spot, {})[unit] = point
        self.missing.remove((seat, SHARE))
        return []


def face_shown(state: State, spot: Spot, by: int, shares: bytes) -> int:
    """The card that these single shares of a seat would show to all. Changes nothing; raises InvalidError."""
    duties = Opening(state, Open(((*spot, None),), by, single=True)).duties[by]
    singles = decode_singles(state, duties, shares)
    card = state.face_with(spot, {unit: got.point for (_, unit), got in zip(duties, singles, strict=True)})
    if card is None:
        raise InvalidError("shares that do not open the card")
    return card


def held(state: State, spot: Spot, unit: Unit) -> Received:
    """A unit with its own proof: made by us, or received under seal."""
    seat, seed, _ = state.me()
    if unit[0] == seat:
        point, of = state.own_unit(spot, unit[1]), unit[1]
        proof = equality.prove(
            state.calc,
            state.share_context(unit, spot),
            seed,
            state.unit_secret(of),
            state.unit_key(unit),
            [state.pairs[spot].a],
            [point],
        )
        return Received(point, proof)
    try:
        return state.received[spot][unit]
    except KeyError:
        raise MisuseError(f"we do not hold seat {unit[0]}'s share of {spot}") from None


def encode_single(state: State, got: Received) -> bytes:
    return state.calc.group.encode(got.point) + got.proof


def decode_singles(state: State, duties: Sequence[tuple[Spot, Unit]], data: bytes) -> list[Received]:
    """One point and proof for each of these units, all verified."""
    if len(data) != SINGLE_BYTES * len(duties):
        raise InvalidError("single shares: length")
    out = []
    for place, (spot, unit) in enumerate(duties):
        piece = data[place * SINGLE_BYTES : (place + 1) * SINGLE_BYTES]
        point, proof = state.calc.group.decode(piece[:POINT_BYTES]), piece[POINT_BYTES:]
        context, key = state.share_context(unit, spot), state.unit_key(unit)
        equality.verify(state.calc, context, key, [state.pairs[spot].a], [point], proof)
        out.append(Received(point, proof))
    return out
