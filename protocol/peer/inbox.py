"""The queue of work for the table: one per sender, bounded in bytes, served fairly."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from protocol.table.outputs import Party

SEAT_WAITING, SEAT_BYTES = 1024, 4 << 20
"""The limits of messages and bytes queued for one seat: a batch of 64 of the largest entries fits."""
SPECTATOR_WAITING, SPECTATOR_BYTES = 16, 1024
"""The same for a spectator."""
EACH = 0.0001
"""Seconds charged for every message in addition to its work, so that equally cheap senders alternate."""

T = TypeVar("T")


@dataclass(slots=True)
class _Queue(Generic[T]):
    waiting: deque[tuple[int, T]] = field(default_factory=deque)
    bytes: int = 0
    used: float = 0.0
    """Seconds of work charged to this sender, relative to the other senders that wait."""


class Inbox(Generic[T]):
    """Takes our own work first, then that of the sender who has cost us the least time.

    A sender who was idle starts level with the others, so nobody saves up time. One sender's full queue
    delays others by no more than the one message that is being worked on.
    """

    def __init__(self) -> None:
        self._own: deque[T] = deque()
        self._queues: dict[Party, _Queue[T]] = {}
        self._level = 0.0
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def put_own(self, work: T) -> None:
        self._own.append(work)
        self._count += 1

    def put(self, sender: Party, size: int, work: T) -> bool:
        """Queue the work for a message of this size; False if the sender's queue is full."""
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
        self._count += 1
        return True

    def take(self) -> tuple[Party | None, T]:
        """The next piece of work and whose it is (None: our own). Something must be waiting."""
        self._count -= 1
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
        """Charge a sender for the time its work took."""
        if sender is not None and (queue := self._queues.get(sender)) is not None:
            queue.used += seconds + EACH
            if not self:  # nobody else had to wait for this
                self._level = max(self._level, queue.used)

    def _forget(self) -> None:
        """Drop the queues of senders without outstanding charges: spectators come and go."""
        self._queues = {
            sender: queue
            for sender, queue in self._queues.items()
            if queue.waiting or queue.used > self._level
        }
