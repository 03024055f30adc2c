"""The roster of a tournament: its players, terms and schedule, signed by all (docs/tournament.md §2).

It determines the genesis of every table of every stage. Each player's signature of the roster includes their
signatures of all games that they will play in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from p2puno.match.tournament_schedule import Stage, schedule
from protocol.identity import SIGNATURE_BYTES, Identity, Player
from protocol.log.entry import GENESIS_TAG, check_signature, digest
from protocol.log.genesis import Body, Genesis, Slot, genesis_body, read_body, read_genesis
from protocol.log.table_terms import Terms
from protocol.remote_errors import MalformedError

SECRET_TAG = b"p2puno/slot\0"


@dataclass(frozen=True)
class Roster(Genesis):
    """In the form of a genesis. A player's signature is that of the roster, then those of the games that they
    play in, by stage."""

    @cached_property
    def parts(self) -> Body:
        return read_body(self.body)

    @cached_property
    def id(self) -> bytes:
        return digest(self.body)

    @property
    def stages(self) -> tuple[Stage, ...]:
        return self.parts.stages

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """All tables of all stages, in order."""
        return tuple(slots_in(self.id, self.stages))

    def seated(self, slot: Slot) -> tuple[int, int, int, int]:
        """The players at a table, by their numbers in the roster, clockwise."""
        return self.stages[slot.stage][slot.table]

    def slots_of(self, player: int) -> list[Slot]:
        """Where a player sits, by stage."""
        return [slot for slot in self.slots if player in self.seated(slot)]

    def player_with(self, key: bytes) -> int | None:
        """The number of the player with this identity."""
        return next((n for n, player in enumerate(self.players) if player.key == key), None)

    def genesis(self, slot: Slot) -> Genesis:
        """The genesis of a table's game."""
        found = self._geneses.get(slot)
        if found is None:
            body = slot_body(self.id, self.parts, slot)
            signatures = tuple(self._signature(player, slot) for player in self.seated(slot))
            read = read_body(body)
            found = Genesis(body, signatures, read.terms, read.players, slot, read.rules)
            self._geneses[slot] = found
        return found

    @cached_property
    def _geneses(self) -> dict[Slot, Genesis]:
        return {}

    def _signature(self, player: int, slot: Slot) -> bytes:
        at = (1 + self.slots_of(player).index(slot)) * SIGNATURE_BYTES
        return self.signatures[player][at : at + SIGNATURE_BYTES]


def roster_body(terms: Terms, players: tuple[Player, ...], nonces: tuple[bytes, ...], time: int) -> bytes:
    """The body of the roster of these players, with the schedule that they draw by their nonces."""
    stages = drawn_schedule(players, nonces, terms.options.cycles)
    places = [bytes(player for table in stage for player in table) for stage in stages]
    return genesis_body(terms, players, nonces, time, places)


def drawn_schedule(players: Sequence[Player], nonces: Sequence[bytes], stages: int) -> tuple[Stage, ...]:
    """The schedule of these players: the nonces of all draw who has which number in the design."""
    draw = b"".join(nonces)
    order = sorted(range(len(players)), key=lambda n: sha256(draw + players[n].key).digest())
    return tuple(
        tuple((order[a], order[b], order[c], order[d]) for a, b, c, d in stage)
        for stage in schedule(len(players), stages)
    )


def is_roster(body: bytes) -> bool:
    return bool(read_body(body).stages)


def has_drawn_schedule(body: bytes) -> bool:
    """Whether the schedule is the one that our own program makes for these players."""
    read = read_body(body)
    return read.stages == drawn_schedule(read.players, read.nonces, len(read.stages))


def slots_in(tournament: bytes, stages: Sequence[Stage]) -> Iterator[Slot]:
    for number, stage in enumerate(stages):
        for table in range(len(stage)):
            yield Slot(tournament, number, table)


def slot_body(tournament: bytes, roster: Body, slot: Slot) -> bytes:
    """The body of a table's genesis."""
    seated = roster.stages[slot.stage][slot.table]
    operators = [roster.players[player].operator for player in seated]
    players = []
    for player, operator in zip(seated, operators, strict=True):
        # An operator who plays elsewhere is represented by the first of their bots here.
        seat = seated.index(operator) if operator in seated else operators.index(operator)
        players.append(Player(roster.players[player].key, roster.players[player].name, seat))
    nonces = tuple(roster.nonces[player] for player in seated)
    return genesis_body(roster.terms, tuple(players), nonces, roster.time, list(slot))


def sign_roster(identity: Identity, body: bytes) -> bytes:
    """A player's signature of a roster, and of all games that they play in."""
    return b"".join(identity.sign(GENESIS_TAG, one) for one in _bodies_of(identity.public, body))


def check_roster_signature(key: bytes, body: bytes, signature: bytes) -> None:
    """Raise unless the player with this key has signed the roster and all their games."""
    bodies = _bodies_of(key, body)
    if len(signature) != len(bodies) * SIGNATURE_BYTES:
        raise MalformedError("a roster is signed together with all games of the signer")
    for number, one in enumerate(bodies):
        part = signature[number * SIGNATURE_BYTES : (number + 1) * SIGNATURE_BYTES]
        check_signature(key, GENESIS_TAG, one, part, number)


def _bodies_of(key: bytes, body: bytes) -> list[bytes]:
    read, tournament = read_body(body), digest(body)
    own = next(number for number, player in enumerate(read.players) if player.key == key)
    slots = slots_in(tournament, read.stages)
    seated = (slot for slot in slots if own in read.stages[slot.stage][slot.table])
    return [body, *(slot_body(tournament, read, slot) for slot in seated)]


def read_roster(wire: object) -> Roster:
    """Parse a roster and check it completely, including all signatures."""
    match wire:
        case [bytes(body), [*given]]:
            signatures = tuple(one for one in given if isinstance(one, bytes))
        case _:
            raise MalformedError("a roster is a body and signatures")
    read = read_body(body)
    if not read.stages:
        raise MalformedError("a game is not a roster")
    if not len(signatures) == len(given) == len(read.players):
        raise MalformedError("a roster is signed by every player")
    for player, signature in zip(read.players, signatures, strict=True):
        check_roster_signature(player.key, body, signature)
    return Roster(body, signatures, read.terms, read.players)


def read_signed(wire: object) -> Genesis:
    """A genesis, or a roster, which is signed in a lobby like one."""
    match wire:
        case [bytes(body), _] if read_body(body).stages:
            return read_roster(wire)
    return read_genesis(wire)


def slot_secret(secret: bytes, slot: Slot) -> bytes:
    """The secret of our seat in a table's game, from that of the tournament."""
    place = slot.stage.to_bytes(2, "big") + slot.table.to_bytes(2, "big")
    return sha256(SECRET_TAG + secret + place).digest()
