"""Collects the signatures of a genesis; every seat does that for itself (docs/lobby.md says why)."""

from __future__ import annotations

from collections.abc import Mapping

from protocol.codec import unpack
from protocol.identity import Identity, is_signed
from protocol.lobby.messages import Guest
from protocol.log.entry import GENESIS_TAG
from protocol.log.genesis import Genesis, read_body
from protocol.log.roster import check_roster_signature, has_drawn_schedule, read_signed, sign_roster
from protocol.remote_errors import RemoteError

SIGNING, SIGNING_GUEST, SIGNING_AGAIN = 30.0, 35.0, 60.0
"""Seconds after which a game that not everybody has signed is given up: by the opener, by guests, and by
players who resumed it."""


class Signing:
    """The body of a genesis, or of the roster of a tournament, and its signatures so far."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        read = read_body(body)
        self.terms, self.players = read.terms, read.players
        self._is_roster = bool(read.stages)
        self._signatures: dict[int, bytes] = {}

    def sign(self, identity: Identity) -> None:
        """Add our own signature. Everything needed to play must be on disk before."""
        sign = sign_roster(identity, self.body) if self._is_roster else identity.sign(GENESIS_TAG, self.body)
        self._signatures[self.seat_of(identity.public)] = sign

    def add(self, given: list[object]) -> None:
        """Add the valid signatures; ignore the rest."""
        for one in given[: len(self.players)]:
            match one:
                case [int(seat), bytes(signature)] if 0 <= seat < len(self.players):
                    if seat not in self._signatures and self._is_signed(self.players[seat].key, signature):
                        self._signatures[seat] = signature

    def _is_signed(self, key: bytes, signature: bytes) -> bool:
        if not self._is_roster:
            return is_signed(key, GENESIS_TAG, self.body, signature)
        try:
            check_roster_signature(key, self.body, signature)
        except RemoteError:
            return False
        return True

    @property
    def has_drawn_schedule(self) -> bool:
        """Whether a roster has the schedule that our own program makes."""
        return not self._is_roster or has_drawn_schedule(self.body)

    def has(self, key: bytes) -> bool:
        return any(self.players[seat].key == key for seat in self._signatures)

    def seat_of(self, key: bytes) -> int:
        return next(seat for seat, player in enumerate(self.players) if player.key == key)

    def guests(self) -> list[Guest]:
        """The guests that this body names, by seat."""
        nonces = [seat[3] for seat in unpack(self.body)[3]]
        return [
            Guest(player.key, player.name, self.players[player.operator].key, nonce)
            for player, nonce in zip(self.players, nonces, strict=True)
        ]

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of the players whose signatures we lack."""
        return tuple(p.name for seat, p in enumerate(self.players) if seat not in self._signatures)

    def wire(self) -> list[object]:
        signatures = [[seat, signature] for seat, signature in sorted(self._signatures.items())]
        return ["sign", self.body, signatures]

    def genesis(self) -> Genesis | None:
        """The complete genesis, once all have signed."""
        if self.missing:
            return None
        return read_signed([self.body, [self._signatures[seat] for seat in range(len(self.players))]])


class Patience:
    """How long to wait for the signatures of the others.

    After a restart the wait restarts whenever another player comes back, and nobody gives up alone.
    """

    def __init__(self, opener: bool, resumed: bool = False) -> None:
        self._seconds = SIGNING_AGAIN if resumed else SIGNING if opener else SIGNING_GUEST
        self._resumed = resumed
        self._since = 0.0
        self._back: set[bytes] = set()

    def start(self, now: float) -> None:
        """We have signed."""
        self._since = now

    def is_over(self, there: Mapping[bytes, bool], now: float) -> bool:
        """Whether to give the game up. `there` says for each other player whether they are connected."""
        if self._resumed:
            back = {identity for identity, up in there.items() if up}
            if not back or back - self._back:
                self._since = now
            self._back |= back
        return now - self._since > self._seconds
