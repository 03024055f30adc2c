"""What can go wrong with a deck, and who is to blame for it.

Two kinds are kept apart: `RefusedError` is about what a peer sent, and carries a `Blame` that a stranger can
check again; `MisuseError` is about our own program. `InvalidError` never leaves this package: it is how a
check deep inside says *why*, before the deck, which knows *who* and *where*, turns it into a `Blame`.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Blame(NamedTuple):
    """One seat's fault: at event `at` of the deck's history its `step` was wrong, for `reason`."""

    seat: int
    step: str
    reason: str
    at: int


class InvalidError(Exception):
    """A value does not pass a check; the text says which."""


class RefusedError(Exception):
    """A contribution that was not applied. `events` is what the history would have gone on with."""

    def __init__(self, blame: Blame, events: list[list[Any]]) -> None:
        super().__init__(f"seat {blame.seat}, {blame.step}: {blame.reason}")
        self.blame = blame
        self.events = events


class MisuseError(Exception):
    """Our own program asked for something that the state of the deck does not allow."""
