"""A deal's deck as a spectator follows it (cryptography.md §3 to §12, protocol.md §11.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tests.independent import curve
from tests.independent.curve import (
    DOMAIN,
    N,
    Pair,
    Part,
    base,
    frame,
    plus,
    point,
    times,
    unproved,
)
from tests.independent.wire import Bad

Spot = tuple[int, int]
Unit = tuple[int, int]
Item = tuple[int, int, int | None]
Step = tuple[int, str]


def listed(value: object, count: int, what: str) -> list[Any]:
    if not isinstance(value, list) or len(value) != count:
        raise unproved(f"{what}: shape")
    return value


class Deck:
    def __init__(
        self,
        game: bytes,
        after: bytes,
        seats: Sequence[int],
        operators: Sequence[int],
        size: int,
        sides: int,
        split: bool,
    ) -> None:
        self.seats, self.size, self.sides = list(seats), size, sides
        self.operators = dict(zip(seats, operators, strict=True))
        self.split = split
        self.setup = curve.digest(
            "setup", curve.GROUP, game, after, frame(*seats), frame(*operators), size, sides, int(split)
        )
        self.commitments: dict[int, bytes] = {}
        self.keys: dict[int, bytes] = {}
        self.part_keys: dict[Unit, bytes] = {}
        """(of, keeper): the point of the part."""
        self.boxes: dict[Unit, bytes] = {}
        self.has_split: set[int] = set()
        self.answered: set[int] = set()
        self.kept: set[Unit] = set()
        self.lost: set[int] = set()
        self.number = 0
        self.pairs: dict[Spot, Pair] = {}
        self.shares: dict[Spot, dict[Unit, bytes]] = {}
        self.given: dict[Spot, tuple[int, set[Unit]]] = {}
        self.sent: list[tuple[int, bytes, list[tuple[Spot, Unit]], bytes]] = []
        """Every seal on shares: to whom, its context, what it should hold, the box."""
        self.mixes: list[tuple[int, bytes, list[Pair], list[Pair]]] = []
        self.seeds: dict[int, bytes] = {}
        self.secrets: dict[int, int] = {}
        """The keys of those whose seed gives the key they used."""
        self.returned: dict[Unit, int] = {}
        self.faces: dict[Spot, int] = {}
        self.revealing = False
        self.doing = "commit"
        self.work: Any = None
        """What the request under way needs: depends on `doing`."""

    # -- who

    def keepers(self, seat: int) -> list[int]:
        players = set(self.operators.values())
        if not self.split or len(players) < 2 or (len(players) == 2 and self.operators[seat] == seat):
            return []
        return sorted(players if len(players) == 2 else players - {self.operators[seat]})

    def kept_by(self, keeper: int) -> list[int]:
        return [seat for seat in self.seats if keeper in self.keepers(seat)]

    @property
    def live(self) -> list[int]:
        return [seat for seat in self.seats if seat not in self.lost]

    def context(self, seat: int, step: str, *more: Part) -> bytes:
        return frame("context", self.setup, seat, step, *more)

    def recoverable(self, seat: int, lost: set[int]) -> bool:
        """Whether the others can stand in for this seat when these are lost."""
        keepers = self.keepers(seat)
        return bool(keepers) and all((seat, k) in self.kept and k not in lost for k in keepers)

    def can_lose(self, seats: Sequence[int]) -> bool:
        gone = self.lost | set(seats)
        return self.doing not in ("commit", "split", "keep") and all(self.recoverable(s, gone) for s in gone)

    # -- what is due

    def waiting(self) -> Step | None:
        steps = getattr(self, "_due_" + self.doing)() if self.doing else []
        return steps[0] if steps else None

    def _due_commit(self) -> list[Step]:
        return [(seat, "commit") for seat in self.seats if seat not in self.keys]

    def _due_split(self) -> list[Step]:
        return [(s, "split") for s in self.seats if self.keepers(s) and s not in self.has_split]

    def _due_keep(self) -> list[Step]:
        return [(k, "keep") for k in self.seats if self.kept_by(k) and k not in self.answered]

    def _due_mix(self) -> list[Step]:
        _, _, lists, proved = self.work
        order = self.live
        mixed = len(lists) - 1
        return [(s, "mix") for s in order[mixed:]] + [(s, "prove") for s in order[proved:]]

    def _due_open(self) -> list[Step]:
        return [(seat, "share") for seat in self.seats if seat in self.work[1]]

    def _due_pass(self) -> list[Step]:
        _, by, to, _, _, box = self.work
        return [(by, "seal")] if box is None else [(to, "receipt")]

    def _due_reveal(self) -> list[Step]:
        due = [(seat, "reveal") for seat in self.live if seat not in self.seeds]
        return due + [(seat, "return") for seat in self.live if self._owed(seat)]

    def _owed(self, keeper: int) -> list[int]:
        return [
            of
            for of in self.seats
            if of not in self.secrets
            and (of in self.seeds or of in self.lost)
            and self.recoverable(of, self.lost - set(self.secrets))
            and keeper in self.keepers(of)
            and (of, keeper) not in self.returned
        ]

    def take(self, seat: int, step: str, value: object) -> set[int]:
        """Check a step and apply it; the seats that it proves liars."""
        liars: set[int] = getattr(self, "_take_" + step)(seat, value) or set()
        if self.waiting() is None:
            if self.doing == "commit":
                self._lay_out()
            splits = any(self.keepers(seat) for seat in self.seats)
            follows = {"commit": "split", "split": "keep"} if splits else {}
            self.doing = follows.get(self.doing, "")
        return liars

    # -- the beginning

    def _take_commit(self, seat: int, value: object) -> None:
        promise, key, proof = listed(value, 3, "commit")
        if type(promise) is not bytes or len(promise) != 32:
            raise unproved("commit: shape")
        at = point(key)
        curve.check_equality(self.context(seat, "commit"), at, [], [], proof)
        self.commitments[seat], self.keys[seat] = promise, at

    def _lay_out(self) -> None:
        self.joint = plus(*self.keys.values())
        self.points: list[dict[bytes, int]] = []
        for side in range(self.sides):
            known: dict[bytes, int] = {}
            for card in range(self.size):
                face = curve.hash_to_point(frame(DOMAIN, "face", self.setup, side, card))
                known[face] = card
                b = plus(face, self.joint)
                self.pairs[card, side] = (base(1), b, base(1) + b)
                self.faces[card, side] = card
            self.points.append(known)

    def _take_split(self, seat: int, value: object) -> None:
        keepers = self.keepers(seat)
        points, boxes = {}, {}
        for keeper, piece in zip(keepers, listed(value, len(keepers), "split"), strict=True):
            part, box = listed(piece, 2, "split")
            points[seat, keeper] = point(part)
            boxes[seat, keeper] = self._check_box(self.context(seat, "split", keeper), box, 32)
        if plus(*points.values()) != self.keys[seat]:
            raise unproved("split: not the key")
        self.part_keys.update(points)
        self.boxes.update(boxes)
        self.has_split.add(seat)

    def _take_keep(self, seat: int, value: object) -> set[int]:
        kept = self.kept_by(seat)
        liars = set()
        for of, claim in zip(kept, listed(value, len(kept), "keep"), strict=True):
            if claim == b"":
                continue
            text = self._judge(self.context(of, "split", seat), seat, self.boxes[of, seat], claim)
            if text is not None and self._is_part(of, seat, text):
                raise unproved("keep: a false dispute")
            liars.add(of)
        self.answered.add(seat)
        self.kept |= {(of, seat) for of in kept if of not in liars}
        return liars

    def _is_part(self, of: int, keeper: int, text: object) -> bool:
        try:
            return base(curve.scalar(text)) == self.part_keys[of, keeper]
        except Bad:
            return False

    # -- seals (§11)

    def _check_box(self, context: bytes, box: object, length: int) -> bytes:
        if type(box) is not bytes or len(box) != length + 113:
            raise unproved("seal: length")
        curve.check_equality(frame("seal", context), point(box[:33]), [], [], box[33:97])
        return box

    def _judge(self, context: bytes, to: int, box: bytes, claim: object) -> bytes | None:
        """What a disputed seal holds, None if it does not open at all."""
        if type(claim) is not bytes or len(claim) != 97:
            raise unproved("dispute: length")
        r, shared, key = point(box[:33]), point(claim[:33]), self.keys[to]
        curve.check_equality(frame("dispute", context), key, [r], [shared], claim[33:])
        return self._unseal(context, to, box, shared)

    def _unseal(self, context: bytes, to: int, box: bytes, shared: bytes) -> bytes | None:
        r, key = point(box[:33]), self.keys[to]
        info = frame(DOMAIN, "box", context, r, key)
        secret = HKDF(SHA256(), 32, salt=None, info=info).derive(shared)
        try:
            return ChaCha20Poly1305(secret).decrypt(bytes(12), box[97:], context)
        except InvalidTag:
            return None

    # -- requests

    def shuffle(self, cards: Sequence[int], first: int) -> None:
        before = [[self.pairs[card, side] for card in cards] for side in range(self.sides)]
        self._begin("mix", (first, self.number, [before], 0))

    def open(self, items: Sequence[Item], by: int | None = None, single: bool = False) -> None:
        duties: dict[int, list[tuple[Spot, Unit]]] = {}
        for card, side, to in items:
            spot = (card, side)
            if self.public(spot) is not None:
                continue
            for unit in self.missing(spot):
                author = by if by is not None else self._supplier(spot, unit)
                if author != to:
                    duties.setdefault(author, []).append((spot, unit))
        self._begin("open", (self.number, duties, single))

    def send(self, kind: str, spots: Sequence[Spot], by: int, to: int) -> None:
        duties = [
            (spot, unit)
            for spot in spots
            if self.public(spot) is None
            for unit in self.missing(spot)
            if unit[0] != to
        ]
        items = frame(*(number for spot in spots for number in spot))
        context = self.context(by, "seal", self.number, kind, to, items)
        self._begin("pass", ((kind, list(spots)), by, to, context, duties, None))

    def lose(self, seats: Sequence[int]) -> None:
        self.lost.update(seats)
        self._begin("reveal" if self.revealing else "", None)

    def reveal(self) -> None:
        self.revealing = True
        self._begin("reveal", None)

    def _begin(self, doing: str, work: Any) -> None:
        self.doing, self.work = doing, work
        self.number += 1
        if self.waiting() is None:
            self.doing = ""

    # -- mixes

    def _mix_context(self, seat: int, number: int, side: int) -> bytes:
        return self.context(seat, "mix", number, side)

    def _take_mix(self, seat: int, value: object) -> None:
        _, _, lists, _ = self.work
        count = len(lists[0][0])
        lists.append([curve.read_pairs(data, count) for data in listed(value, self.sides, "mix")])
        for side in range(self.sides):
            context = self._mix_context(seat, self.work[1], side)
            self.mixes.append((seat, context, lists[-2][side], lists[-1][side]))

    def _take_prove(self, seat: int, value: object) -> None:
        first, number, lists, proved = self.work
        for side, proof in enumerate(listed(value, self.sides, "prove")):
            before, after = lists[proved][side], lists[proved + 1][side]
            curve.check_shuffle(self._mix_context(seat, number, side), self.joint, before, after, proof)
        self.work = (first, number, lists, proved + 1)
        if proved + 1 < len(self.live):
            return
        for side in range(self.sides):
            for place, pair in enumerate(lists[-1][side]):
                self.pairs[first + place, side] = pair

    # -- opening (§9)

    def _held_by(self, spot: Spot, unit: Unit) -> int | None:
        holder, units = self.given.get(spot, (-1, set()))
        return holder if unit in units and holder not in self.lost else None

    def _supplier(self, spot: Spot, unit: Unit) -> int:
        holder = self._held_by(spot, unit)
        return unit[0] if holder is None else holder

    def missing(self, spot: Spot) -> list[Unit]:
        have = self.shares.get(spot, {})
        out: list[Unit] = []
        for seat in self.seats:
            own = (seat, seat)
            if own in have:
                continue
            if seat not in self.lost or self._held_by(spot, own) is not None:
                out.append(own)
            else:
                out += [(keeper, seat) for keeper in self.keepers(seat) if (keeper, seat) not in have]
        return out

    def public(self, spot: Spot) -> int | None:
        """The card of the deck at this spot, if everybody can know."""
        if spot not in self.faces:
            have = self.shares.get(spot, {})
            units: list[bytes] = []
            for seat in self.seats:
                wanted = [(seat, seat)]
                if (seat, seat) not in have and seat in self.lost:
                    wanted = [(keeper, seat) for keeper in self.keepers(seat)]
                if not wanted or not all(unit in have for unit in wanted):
                    return None
                units += [have[unit] for unit in wanted]
            self.faces[spot] = self._card(spot, plus(*units))
        return self.faces[spot]

    def _card(self, spot: Spot, mask: bytes) -> int:
        return self.points[spot[1]][plus(self.pairs[spot][1], times(-1, mask))]

    def _unit_key(self, unit: Unit) -> bytes:
        return self.keys[unit[1]] if unit[0] == unit[1] else self.part_keys[unit[1], unit[0]]

    def _take_share(self, seat: int, value: object) -> None:
        number, duties, single = self.work
        mine: list[tuple[Spot, Unit]] = duties[seat]
        own, relayed = listed(value, 2, "share")
        whose = sorted({unit[1] for _, unit in mine if unit[0] == seat and not single})
        found: list[tuple[Spot, Unit, bytes]] = []
        for of, piece in zip(whose, listed(own, len(whose), "share"), strict=True):
            spots = [spot for spot, unit in mine if unit == (seat, of)]
            if type(piece) is not bytes or len(piece) != 33 * len(spots) + 64:
                raise unproved("share: length")
            points = [point(piece[33 * i : 33 * i + 33]) for i in range(len(spots))]
            sources = [self.pairs[spot][0] for spot in spots]
            context, key = self.context(seat, "share", number, of), self._unit_key((seat, of))
            curve.check_equality(context, key, sources, points, piece[-64:])
            found += [(spot, (seat, of), at) for spot, at in zip(spots, points, strict=True)]
        others = [(spot, unit) for spot, unit in mine if unit[0] != seat or single]
        shown = self._read_singles(others, relayed)
        found += [(spot, unit, at) for (spot, unit), at in zip(others, shown, strict=True)]
        for spot, unit, at in found:
            self.shares.setdefault(spot, {})[unit] = at
        self.work = (number, {who: what for who, what in duties.items() if who != seat}, single)

    def _read_singles(self, duties: Sequence[tuple[Spot, Unit]], data: object) -> list[bytes]:
        if type(data) is not bytes or len(data) != 97 * len(duties):
            raise unproved("single shares: length")
        out = []
        for i, (spot, unit) in enumerate(duties):
            piece = data[97 * i : 97 * i + 97]
            at = point(piece[:33])
            context = self.context(unit[0], "single share", unit[1], *spot)
            curve.check_equality(context, self._unit_key(unit), [self.pairs[spot][0]], [at], piece[33:])
            out.append(at)
        return out

    # -- passing (§11)

    def _take_seal(self, seat: int, value: object) -> None:
        what, by, to, context, duties, _ = self.work
        box = self._check_box(context, value, 97 * len(duties))
        self.sent.append((to, context, duties, box))
        self.work = (what, by, to, context, duties, box)

    def _take_receipt(self, seat: int, value: object) -> set[int]:
        (kind, spots), by, to, context, duties, box = self.work
        if value != b"":
            text = self._judge(context, to, box, value)
            try:
                if text is None:
                    raise unproved("does not open")
                self._read_singles(duties, text)
            except Bad:
                self.doing = ""
                return {by}
            raise unproved("receipt: a false dispute")
        self.doing = ""
        if kind == "give":
            for spot in spots:
                self.given[spot] = to, {unit for duty, unit in duties if duty == spot}
        return set()

    # -- the end (§12)

    def _take_reveal(self, seat: int, value: object) -> None:
        if type(value) is not bytes or len(value) != 32:
            raise unproved("reveal: length")
        if curve.digest("commitment", self.context(seat, "commit"), value) != self.commitments[seat]:
            raise unproved("reveal: not the seed that was committed to")
        self.seeds[seat] = value
        x = curve.scalars(value, 1, "key", self.setup)[0]
        if base(x) == self.keys[seat]:
            self.secrets[seat] = x

    def _take_return(self, seat: int, value: object) -> None:
        owed = self._owed(seat)
        if type(value) is not bytes or len(value) != 32 * len(owed):
            raise unproved("return: length")
        for i, of in enumerate(owed):
            part = value[32 * i : 32 * i + 32]
            if not self._is_part(of, seat, part):
                raise unproved("return: not the part")
        for i, of in enumerate(owed):
            self.returned[of, seat] = curve.scalar(value[32 * i : 32 * i + 32])

    def audit(self) -> tuple[set[int], dict[Spot, int], set[int], bool]:
        """Who did not follow their seed, all faces that can be known, whose keys are known, and whether all
        seeds came and all faces are known."""
        guilty = set(self.seeds) - set(self.secrets)
        for seat, x in self.secrets.items():
            if seat in self.has_split:
                keepers = self.keepers(seat)
                pieces = curve.scalars(self.seeds[seat], len(keepers) - 1, "split", self.setup)
                pieces.append((x - sum(pieces)) % N)
                if not all(base(p) == self.part_keys[seat, k] for k, p in zip(keepers, pieces, strict=True)):
                    guilty.add(seat)
        for mixer, context, before, after in self.mixes:
            if mixer in self.seeds and self._differs(mixer, context, before, after):
                guilty.add(mixer)
        keys, parts = self._gather_keys()
        sealed = self._gather_units(keys)
        closed = [seat for seat in self.seats if seat not in keys]
        for spot, (a, _, _) in self.pairs.items():
            if spot not in self.faces:
                shares = [self._audited_share(spot, seat, parts, sealed) for seat in closed]
                if all(share is not None for share in shares):
                    ours = [times(sum(keys.values()) % N, a)] if keys else []
                    self.faces[spot] = self._card(spot, plus(*ours, *(s for s in shares if s is not None)))
        complete = len(self.seeds) == len(self.seats) and len(self.faces) == len(self.pairs)
        return guilty, dict(self.faces), set(keys), complete

    def _gather_keys(self) -> tuple[dict[int, int], dict[Unit, int]]:
        """Keys from seeds, and those whose parts are all there: given back, or in seals to known keys."""
        keys, parts, before = dict(self.secrets), dict(self.returned), -1
        while len(keys) != before:
            before = len(keys)
            for of, keeper in self.boxes:
                if of not in keys and keeper in keys and (of, keeper) not in parts:
                    box = self.boxes[of, keeper]
                    shared = times(keys[keeper], point(box[:33]))
                    text = self._unseal(self.context(of, "split", keeper), keeper, box, shared)
                    if text is not None and self._is_part(of, keeper, text):
                        parts[of, keeper] = curve.scalar(text)
            for seat in self.seats:
                wanted = [(seat, keeper) for keeper in self.keepers(seat)]
                if seat not in keys and wanted and all(piece in parts for piece in wanted):
                    keys[seat] = sum(parts[piece] for piece in wanted) % N
        return keys, parts

    def _gather_units(self, keys: dict[int, int]) -> dict[tuple[Spot, Unit], bytes]:
        """Shares that were sealed to seats whose keys are known."""
        found = {}
        for to, context, duties, box in self.sent:
            if to not in keys or all(unit[1] in keys for _, unit in duties):
                continue
            text = self._unseal(context, to, box, times(keys[to], point(box[:33])))
            for i, duty in enumerate(duties if text is not None else []):
                assert text is not None
                try:
                    (found[duty],) = self._read_singles([duty], text[97 * i : 97 * i + 97])
                except Bad:
                    continue
        return found

    def _audited_share(
        self, spot: Spot, seat: int, parts: dict[Unit, int], sealed: dict[tuple[Spot, Unit], bytes]
    ) -> bytes | None:
        """The share of a seat whose key is not known."""

        def unit(author: int) -> bytes | None:
            public = self.shares.get(spot, {}).get((author, seat))
            return public if public is not None else sealed.get((spot, (author, seat)))

        if (own := unit(seat)) is not None:
            return own
        out = []
        for keeper in self.keepers(seat):
            at, part = unit(keeper), parts.get((seat, keeper))
            if at is None and part is not None:
                at = times(part, self.pairs[spot][0])
            if at is None:
                return None
            out.append(at)
        return plus(*out) if out else None

    def _differs(self, mixer: int, context: bytes, before: list[Pair], after: list[Pair]) -> bool:
        seed, claimed = self.seeds[mixer], curve.pairs_bytes(after)

        def check() -> None:
            if curve.mix(seed, context, self.joint, before) != claimed:
                raise unproved("audit")

        try:
            curve.remembered(frame("audit", context, seed, curve.pairs_bytes(before), claimed), check)
        except Bad:
            return True
        return False
