"""Limits on what peers may use: sizes, rates and times, and the token bucket that measures a rate."""

from collections import OrderedDict
from dataclasses import dataclass, field

from protocol.codec import MAX_MESSAGE


@dataclass(frozen=True, slots=True)
class Rate:
    """Messages and bytes per second in the long run, and the burst allowed at once."""

    messages: float
    burst: float
    bytes: float
    byte_burst: float


@dataclass(frozen=True, slots=True)
class Limits:
    """All limits of a mesh. Sizes in bytes, times in seconds."""

    message: int = MAX_MESSAGE + 64  # largest payload: a message of the table, and what marks it
    spectator_message: int = 64  # the same for a spectator, who only asks
    knock: int = 8192  # largest frame of a stranger
    queue_messages: int = 1024  # queued for one peer, beyond what ZeroMQ itself holds
    queue_bytes: int = 4 * 1024 * 1024
    high_water: int = 16  # messages ZeroMQ holds per connection and direction
    addresses: int = 8  # of one peer
    strangers: int = 128  # connections without an admitted key, handshakes included
    stranger_time: float = 20.0  # after which such a connection is closed
    connections_per_key: int = 3
    unread: int = 24 * 1024 * 1024  # received by the system for one connection, not yet seen by us
    handshake: float = 8.0
    ping: float = 1.0
    lost: float = 6.0  # silence after which a peer counts as lost
    dial: float = 1.5  # first attempt to reach a peer; grows up to dial_max
    dial_max: float = 8.0
    overrun: int = 256  # messages over the rate after which a key is cut off
    malformed: int = 8  # malformed messages after which a key is cut off
    penalty: float = 5.0  # how long such a key is refused; doubles up to penalty_max
    penalty_max: float = 60.0
    player: Rate = field(default_factory=lambda: Rate(1000, 4000, 16e6, 64e6))
    spectator: Rate = field(default_factory=lambda: Rate(10, 60, 16e3, 64e3))
    # Knocks and handshakes of strangers: per connection, per address, and in total.
    knocks: Rate = field(default_factory=lambda: Rate(1, 8, 8e3, 32e3))
    knocks_from: Rate = field(default_factory=lambda: Rate(5, 40, 20e3, 160e3))
    knocks_all: Rate = field(default_factory=lambda: Rate(100, 400, 400e3, 1.6e6))
    strangers_from: Rate = field(default_factory=lambda: Rate(10, 60, 1e9, 1e9))
    strangers_all: Rate = field(default_factory=lambda: Rate(100, 400, 1e9, 1e9))


class Allowance:
    """Bytes that a peer may make us send: refilled at a rate, and overdrawn by one answer at most."""

    __slots__ = ("_burst", "_left", "_rate", "_then")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = self._left = burst
        self._then = now

    def is_left(self, now: float) -> bool:
        """Whether anything is left at this time."""
        self._left = min(self._burst, self._left + max(0.0, now - self._then) * self._rate)
        self._then = now
        return self._left > 0

    def charge(self, size: int) -> None:
        self._left -= size


class Bucket:
    """A token bucket over messages and bytes at once. The caller passes the time."""

    __slots__ = ("_bytes", "_messages", "_rate", "_then")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._messages = rate.burst
        self._bytes = rate.byte_burst
        self._then = now

    def take(self, size: int, now: float) -> bool:
        """Whether a message of this size is within the rate now; if so, count it."""
        rate = self._rate
        passed = max(0.0, now - self._then)
        self._then = now
        self._messages = min(rate.burst, self._messages + passed * rate.messages)
        self._bytes = min(rate.byte_burst, self._bytes + passed * rate.bytes)
        if self._messages < 1 or self._bytes < size:
            return False
        self._messages -= 1
        self._bytes -= size
        return True


class Buckets:
    """A bucket per origin. If there are too many, the least recently used one is dropped."""

    MOST = 1024

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._by: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, origin: str, size: int, now: float) -> bool:
        """Whether a message of this size from this origin is within the rate now; if so, count it."""
        bucket = self._by.setdefault(origin, Bucket(self._rate, now))
        self._by.move_to_end(origin)
        if len(self._by) > self.MOST:
            self._by.popitem(last=False)
        return bucket.take(size, now)
