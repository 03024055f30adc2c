"""Work that waits for the table: a queue for each sender, bounded in bytes, and served fairly."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from protocol.table.outputs import Party

SEAT_WAITING, SEAT_BYTES = 1024, 4 << 20
"""How many messages of one seat may wait, and how many bytes: a batch of 64 of the largest entries fits."""
SPECTATOR_WAITING, SPECTATOR_BYTES = 16, 1024
"""The same for a spectator."""
EACH = 0.0001
"""Seconds charged for every message on top of what it took, so that equally cheap senders alternate."""

T = TypeVar("T")


@dataclass(slots=True)
class _Queue(Generic[T]):
    waiting: deque[tuple[int, T]] = field(default_factory=deque)
    bytes: int = 0
    used: float = 0.0
    """Seconds of work charged to this sender, on a scale on which all who wait are near each other."""


class Inbox(Generic[T]):
    """Takes our own work first, then that of the sender who has cost us the least time.

    A sender who was idle starts level with the others, so nobody saves up time. One sender's full queue
    delays others by no more than the one message that is being worked on.
    """

    def __init__(self) -> None:
        self._own: deque[T] = deque()
        self._queues: dict[Party, _Queue[T]] = {}
        self._level = 0.0

    def __len__(self) -> int:
        return len(self._own) + sum(len(queue.waiting) for queue in self._queues.values())

    def __bool__(self) -> bool:
        return bool(self._own) or any(queue.waiting for queue in self._queues.values())

    def put_own(self, work: T) -> None:
        self._own.append(work)

    def put(self, sender: Party, size: int, work: T) -> bool:
        """Queue what a sender's message of this size asks for; False if its queue is full."""
        queue = self._queues.get(sender)
        if queue is None:
            self._forget()
            queue = self._queues[sender] = _Queue()
        if not queue.waiting:
            queue.used = max(queue.used, self._level)
        most, most_bytes = (
            (SEAT_WAITING, SEAT_BYTES) if isinstance(sender, int) else (SPECTATOR_WAITING, SPECTATOR_BYTES)
        )
        if len(queue.waiting) >= most or queue.bytes + size > most_bytes:
            return False
        queue.waiting.append((size, work))
        queue.bytes += size
        return True

    def take(self) -> tuple[Party | None, T]:
        """The next piece of work and whose it is (None: our own). Something must be waiting."""
        if self._own:
            return None, self._own.popleft()
        waiting = (sender for sender, queue in self._queues.items() if queue.waiting)
        sender = min(waiting, key=lambda one: self._queues[one].used)
        queue = self._queues[sender]
        self._level = queue.used
        size, work = queue.waiting.popleft()
        queue.bytes -= size
        return sender, work

    def spent(self, sender: Party | None, seconds: float) -> None:
        """Charge a sender for the time that its work took."""
        if sender is not None and (queue := self._queues.get(sender)) is not None:
            queue.used += seconds + EACH
            if not self:  # nobody waits, so nobody was kept waiting by this
                self._level = max(self._level, queue.used)

    def _forget(self) -> None:
        """Drop the queues of senders to whom nothing is charged any more: spectators come and go."""
        self._queues = {
            sender: queue
            for sender, queue in self._queues.items()
            if queue.waiting or queue.used > self._level
        }
