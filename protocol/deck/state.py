"""What one peer knows of a deal: everything public, plus its own secrets.

Terms: a *spot* is one side of one card, (handle, side). A *unit* is one piece of what opens a spot, (author,
of): seat `of`'s share `x·a`, written by itself (author == of), or one keeper's part of it, `s·a`, when `of`
is lost. A spot is open when the units of all seats are known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeAlias

from protocol.deck import derived_secrets
from protocol.deck.batch_arithmetic import Calculator
from protocol.deck.deal_parameters import Setup
from protocol.deck.errors import MisuseError
from protocol.deck.group import Point
from protocol.deck.shuffle import Fold, Pair
from protocol.deck.transcript import DOMAIN, Part, frame

Spot: TypeAlias = tuple[int, int]
Unit: TypeAlias = tuple[int, int]
# One part of a split key: (whose key, its keeper).
Piece: TypeAlias = tuple[int, int]


class Mix(NamedTuple):
    """One seat's mix of one list, kept for the audit even if its request was dropped."""

    seat: int
    number: int
    side: int
    before: list[Pair]
    after: list[Pair]
    folds: Callable[[], tuple[Fold, Fold]]
    """The folds of both lists, which the check of the proof has made already."""


class Passed(NamedTuple):
    """A seal on shares: the recipient, and the units it should contain; kept for the audit."""

    context: bytes
    to: int
    duties: tuple[tuple[Spot, Unit], ...]
    box: bytes


class Received(NamedTuple):
    """A unit that was sealed to us: the point and its proof, to show later."""

    point: Point
    proof: bytes


@dataclass(repr=False)  # it would show the seed
class State:
    """Everything but the order of steps."""

    setup: Setup
    calc: Calculator
    seat: int | None
    seed: bytes | None
    number: int = 0
    commitments: dict[int, bytes] = field(default_factory=dict)
    keys: dict[int, Point] = field(default_factory=dict)
    split_keys: dict[Piece, Point] = field(default_factory=dict)
    split: set[int] = field(default_factory=set)
    """The seats that have split their key."""
    boxes: dict[Piece, bytes] = field(default_factory=dict)
    kept: set[Piece] = field(default_factory=set)
    own_parts: dict[int, int] = field(default_factory=dict)
    pairs: dict[Spot, Pair] = field(default_factory=dict)
    alive: set[int] = field(default_factory=set)
    shares: dict[Spot, dict[Unit, Point]] = field(default_factory=dict)
    received: dict[Spot, dict[Unit, Received]] = field(default_factory=dict)
    passed: list[Passed] = field(default_factory=list)
    given: dict[Spot, tuple[int, frozenset[Unit]]] = field(default_factory=dict)
    lost: set[int] = field(default_factory=set)
    mixes: list[Mix] = field(default_factory=list)
    seeds: dict[int, bytes] = field(default_factory=dict)
    secrets: dict[int, int] = field(default_factory=dict)
    """The keys of seats whose revealed seed matches their key."""
    returned: dict[Piece, int] = field(default_factory=dict)
    faces: dict[tuple[Spot, bool], int] = field(default_factory=dict)
    own_units: dict[tuple[Spot, int], Point] = field(default_factory=dict)
    """Units that we have computed, by spot and seat: those of our hand are needed again when we play."""
    made: dict[tuple[bytes, tuple[Spot, ...], bytes], list[Point]] = field(default_factory=dict)
    """The points of shares that we proved ourselves, by context and places: identical ones need no check."""

    def __post_init__(self) -> None:
        self.digest = self.setup.digest(self.calc.group)
        self._context = frame("context", self.digest)
        self.secret = None if self.seed is None else derived_secrets.scalar(self.seed, "key", self.digest)

    # Who

    @property
    def live(self) -> list[int]:
        return [seat for seat in self.setup.seats if seat not in self.lost]

    def me(self) -> tuple[int, bytes, int]:
        """Our seat, seed and key; a spectator has none and cannot contribute."""
        if self.seat is None or self.seed is None or self.secret is None:
            raise MisuseError("a spectator has nothing to contribute")
        return self.seat, self.seed, self.secret

    def context(self, seat: int, step: str, *more: Part) -> bytes:
        """What every hash of a seat's step is bound to."""
        return self._context + frame(seat, step, *more)

    # Cards

    @cached_property
    def seats_with_us_last(self) -> list[int]:
        return sorted(self.setup.seats, key=lambda seat: seat == self.seat)

    @cached_property
    def joint(self) -> Point:
        """The joint key of all cards; available when all seats have committed."""
        return self.calc.group.add([self.keys[seat] for seat in self.setup.seats])

    @cached_property
    def face_points(self) -> list[list[Point]]:
        """Per side, the point of each card of the deck, in its order."""
        find = self.calc.group.hash
        return [
            [find(frame(DOMAIN, "face", self.digest, side, card)) for card in range(self.setup.size)]
            for side in range(self.setup.sides)
        ]

    @cached_property
    def face_index(self) -> list[dict[bytes, int]]:
        encode = self.calc.group.encode
        return [{encode(point): card for card, point in enumerate(points)} for points in self.face_points]

    def lay_out(self) -> None:
        """Lay out the cards publicly, in the deck's own order: `(G, M + H)`."""
        group = self.calc.group
        one = group.base(1)
        raw = group.encode(one)
        for side, points in enumerate(self.face_points):
            for card, point in enumerate(points):
                b = group.add([point, self.joint])
                self.pairs[card, side] = Pair(one, b, raw + group.encode(b))
                self.faces[(card, side), True] = card
        self.alive = set(range(self.setup.size))

    # Opening

    def unit_key(self, unit: Unit) -> Point:
        author, of = unit
        return self.keys[of] if author == of else self.split_keys[of, author]

    def unit_secret(self, of: int) -> int:
        """Our own secret for the units of seat `of`: our key, or the part of theirs that we keep."""
        seat, _, secret = self.me()
        if of == seat:
            return secret
        if of not in self.own_parts:
            raise MisuseError(f"we hold no part of seat {of}'s key")
        return self.own_parts[of]

    def share_context(self, unit: Unit, spot: Spot) -> bytes:
        """A share that is passed on separately is proved for its spot alone, so that its holder can show
        it."""
        return self.context(unit[0], "single share", unit[1], *spot)

    def missing(self, spot: Spot) -> list[Unit]:
        """The units not yet public, in the order that everybody uses."""
        have = self.shares.get(spot, {})
        out: list[Unit] = []
        for seat in self.setup.seats:
            if (seat, seat) in have:
                continue
            if seat not in self.lost or self._holder(spot, (seat, seat)) is not None:
                out.append((seat, seat))
            else:
                out += [(keeper, seat) for keeper in self.setup.keepers(seat) if (keeper, seat) not in have]
        return out

    def supplier(self, spot: Spot, unit: Unit) -> int:
        """The seat that must write this unit: the one it was given to, else its author."""
        holder = self._holder(spot, unit)
        return unit[0] if holder is None else holder

    def _holder(self, spot: Spot, unit: Unit) -> int | None:
        holder, units = self.given.get(spot, (None, frozenset()))
        return holder if unit in units and holder not in self.lost else None

    def own_unit(self, spot: Spot, of: int) -> Point:
        own = self.own_units.get((spot, of))
        if own is None:
            _, seed, _ = self.me()
            own = self.calc.secret_mul(self.pairs[spot].a, self.unit_secret(of), seed)
            self.own_units[spot, of] = own
        return own

    def known_unit(self, spot: Spot, unit: Unit) -> Point | None:
        """The unit, if we can know it."""
        got = self.received.get(spot, {}).get(unit)
        if got is not None:
            return got.point
        if (
            self.seat is not None
            and unit[0] == self.seat
            and (unit[1] == self.seat or unit[1] in self.own_parts)
        ):
            return self.own_unit(spot, unit[1])
        return None

    def face(self, spot: Spot, everybody: bool) -> int | None:
        """The card at this spot, if it is public or we can know it."""
        known = self.faces.get((spot, True))
        if known is None and not everybody:
            known = self.faces.get((spot, False))
        if known is not None:
            return known
        have = self.shares.get(spot, {})
        if everybody and len(have) < len(self.setup.seats):
            return None  # every seat's share is at least one unit

        def find(unit: Unit) -> Point | None:
            point = have.get(unit)
            return point if point is not None or everybody else self.known_unit(spot, unit)

        card = self._card_of(spot, find)
        if card is not None:
            self.faces[spot, everybody] = card
        return card

    def face_with(self, spot: Spot, more: Mapping[Unit, Point]) -> int | None:
        """The card at this spot, if these units and the public ones open it."""
        return self._card_of(spot, {**self.shares.get(spot, {}), **more}.get)

    def _card_of(self, spot: Spot, find: Callable[[Unit], Point | None]) -> int | None:
        units: list[Point] = []
        # Our own share is expensive, and mostly another one is missing anyway.
        for seat in self.seats_with_us_last:
            found = self._share_of(seat, find)
            if found is None:
                return None
            units += found
        return self.card(spot, self.calc.group.neg(self.calc.group.add(units)))

    def _share_of(self, seat: int, find: Callable[[Unit], Point | None]) -> list[Point] | None:
        """The points that add up to this seat's share: its own, or all its keepers' parts."""
        own = find((seat, seat))
        if own is not None:
            return [own]
        if seat not in self.lost:
            return None
        parts = [find((keeper, seat)) for keeper in self.setup.keepers(seat)]
        return None if not parts or any(part is None for part in parts) else parts

    def card(self, spot: Spot, minus_mask: Point) -> int:
        group = self.calc.group
        face = group.encode(group.add([self.pairs[spot].b, minus_mask]))
        try:
            return self.face_index[spot[1]][face]
        except KeyError:
            # The proofs leave this possible only if the group is broken, or our program has a bug.
            raise RuntimeError("a card with no face") from None
