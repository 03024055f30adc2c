"""What can go wrong with a deck, and who is to blame.

`RefusedError` is about what a peer sent, and carries a `Blame`. `MisuseError` is a bug in our own program.
`InvalidError` never leaves this package: a check raises it to say *why*, and the deck, which knows *who* and
*where*, turns it into a `Blame`.
"""

from __future__ import annotations

from typing import NamedTuple


class Blame(NamedTuple):
    """One seat's fault: its `step` was wrong, for `reason`. Replaying the deck's steps leads to the same."""

    seat: int
    step: str
    reason: str


class InvalidError(Exception):
    """A value fails a check; the text says which."""


class RefusedError(Exception):
    """A contribution that was not applied."""

    def __init__(self, blame: Blame) -> None:
        super().__init__(f"seat {blame.seat}, {blame.step}: {blame.reason}")
        self.blame = blame


class MisuseError(Exception):
    """Our own program asked for something that the deck's state does not allow."""
