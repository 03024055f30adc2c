"""A mesh's state for one peer: its addresses, the connection to it, its queue, and whether it is connected.

Two roads lead to a peer: a DEALER of ours to its ROUTER and, if a firewall blocks that, the return path of
the connection it made to our own ROUTER. The first is preferred; either works.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import zmq

from protocol.net import frame_kinds as wire
from protocol.net import zmq_sockets as sockets
from protocol.net.async_socket import Pump
from protocol.net.fault_statistics import Faults
from protocol.net.keys_and_card import Card, Keys
from protocol.net.limits import Bucket, Limits


@dataclass(slots=True)
class Stats:
    """Counts of messages (and bytes) on one link, since it was admitted."""

    sent: int = 0
    sent_bytes: int = 0
    received: int = 0
    dropped: int = 0  # ours to them: queue full, or not connected
    refused: int = 0  # theirs to us: over the rate


@dataclass(slots=True)
class _Road:
    address: str
    pump: Pump


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a link needs from its mesh."""

    ctx: "zmq.Context[zmq.Socket[bytes]]"
    keys: Keys
    limits: Limits
    faults: Faults
    session: bytes
    greeting: Callable[[], bytes]  # our card
    back: Callable[[list[bytes]], bool]  # send by our ROUTER
    received: Callable[["Link", list[zmq.Frame]], None]


class Link:
    """One admitted peer. It counts as connected once we have heard it and it has said that it hears us."""

    def __init__(
        self, around: Surroundings, key: bytes, identity: bytes | None, spectator: bool, now: float
    ) -> None:
        self._around = around
        self._limits = around.limits
        self.key = key
        self.identity = identity
        self.spectator = spectator
        self.bucket = Bucket(self._limits.spectator if spectator else self._limits.player, now)
        self.card: Card | None = None
        self.addresses: tuple[str, ...] = ()
        self.up = False
        self.heard = now
        self.session = wire.NOBODY
        self.way_back: bytes | None = None
        self.overrun = 0
        self.malformed = 0
        self.penalty = self._limits.penalty
        self.banned_until = 0.0
        self.stats = Stats()
        self._road: _Road | None = None
        self._dials: list[_Road] = []
        self._dialled = 0.0
        self._flowed = 0.0
        self._patience = self._limits.dial
        self._queue: deque[bytes] = deque()
        self._queued = 0

    # Sending

    def send(self, frame: bytes) -> bool:
        """Send or queue a frame. False if it, or an older one that had to make room, is lost."""
        if not self.up:
            self.stats.dropped += 1
            return False
        self.stats.sent += 1
        self.stats.sent_bytes += len(frame)
        if not self._queue and self.say(frame):
            return True
        self._queue.append(frame)
        self._queued += len(frame)
        whole = True
        while len(self._queue) > self._limits.queue_messages or self._queued > self._limits.queue_bytes:
            self._queued -= len(self._queue.popleft())
            self.stats.dropped += 1
            whole = False
        return whole

    @property
    def queued(self) -> tuple[int, int]:
        """Messages and bytes queued for this peer."""
        return len(self._queue), self._queued

    @property
    def direct(self) -> bool:
        """Whether our own DEALER has reached the peer (else only the return path works)."""
        return self._road is not None

    def say(self, frame: bytes) -> bool:
        """Send a frame at once, past the queue; False, and it is lost, without room or connection."""
        if self._road is not None:
            return self._road.pump.send([frame])
        return self.way_back is not None and self._around.back([self.way_back, frame])

    def greet(self) -> None:
        """Send our card, and the session of the peer that we hear."""
        self.say(wire.frame(wire.HELLO, self._around.greeting()))
        self.ping()

    def ping(self) -> None:
        self.say(wire.ping(self._around.session, self.session))

    def flush(self) -> None:
        while self._queue and self.say(self._queue[0]):
            self._queued -= len(self._queue.popleft())

    # Roads

    def move(self, addresses: tuple[str, ...], now: float) -> None:
        """Update the peer's addresses. Keep our connection if it leads to one of these."""
        if addresses == self.addresses and (self._road or self._dials):
            return
        if addresses != self.addresses:
            self._patience = self._limits.dial
        self.addresses = addresses
        if self._road is None or self._road.address not in addresses:
            self.dial(now)

    @property
    def road_address(self) -> str | None:
        """The address of our connection, if there is one."""
        return self._road.address if self._road else None

    def dial(self, now: float) -> None:
        """Try all addresses at once; the first that proves to hold the key is kept."""
        self.hang_up()
        self._dialled = now
        for address in self.addresses:
            try:
                sock = sockets.dealer(self._around.ctx, self._around.keys, self.key, self._limits)
            except zmq.ZMQError:  # no sockets left now; `tend` dials again
                self._around.faults.count(self.key.hex()[:16], "no socket to reach it")
                return
            try:
                sock.connect(f"tcp://{address}")
            except zmq.ZMQError:  # an address family that this machine does not have
                sock.close(0)
                continue
            road = _Road(address, None)  # type: ignore[arg-type]
            received = partial(self._around.received, self)
            road.pump = Pump(sock, received, partial(self._open, road))
            self._dials.append(road)

    def hang_up(self, linger: int = 0) -> None:
        """Close all our connections to the peer."""
        for road in [*self._dials, *([self._road] if self._road else [])]:
            road.pump.close(linger)
        self._dials = []
        self._road = None

    def ban(self, now: float) -> None:
        """Refuse this peer for a while, each time for twice as long."""
        self.overrun = self.malformed = 0
        self.banned_until = now + self.penalty
        self.penalty = min(self.penalty * 2, self._limits.penalty_max)
        self.hang_up()

    def lose(self) -> None:
        """The peer is lost: drop its queue, because it will ask for what it missed."""
        self.up = False
        self.session = wire.NOBODY
        self.stats.dropped += len(self._queue)
        self._queue.clear()
        self._queued = 0

    def tend(self, now: float) -> None:
        """Called about every second: ping, and dial again if there is no working connection."""
        self.overrun //= 2
        if self._road is not None and self._road.pump.writable:
            self._flowed = now
        alive = self._road is not None and (self.up or now - self._dialled < self._limits.lost)
        if alive and now - max(self._flowed, self._dialled) < self._limits.lost:
            self._patience = self._limits.dial
        elif now - self._dialled > self._patience and now >= self.banned_until:
            self._patience = min(self._patience * 1.5, self._limits.dial_max)
            self.dial(now)
        self.ping()
        self.flush()

    def _open(self, road: _Road) -> None:
        if self._road is None and road in self._dials:
            self._road = road
            for other in self._dials:
                if other is not road:
                    other.pump.close(0)
            self._dials = []
            self.greet()
        if self._road is road:
            self.flush()
