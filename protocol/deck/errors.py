"""What can go wrong with a deck, and who is to blame.

`RefusedError` is about what a peer sent, and carries a `Blame` that a third party can check again.
`MisuseError` is a bug in our own program. `InvalidError` never leaves this package: a check raises it to say
*why*, and the deck, which knows *who* and *where*, turns it into a `Blame`.
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
    """A value fails a check; the text says which."""


class RefusedError(Exception):
    """A contribution that was not applied. `events` are those it would have added to the history."""

    def __init__(self, blame: Blame, events: list[list[Any]]) -> None:
        super().__init__(f"seat {blame.seat}, {blame.step}: {blame.reason}")
        self.blame = blame
        self.events = events


class MisuseError(Exception):
    """Our own program asked for something that the deck's state does not allow."""
