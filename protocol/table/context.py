"""What the parts of a table may read. They return decisions, and only the table carries them out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from protocol.codec import pack
from protocol.log.entry import Entry, Statement
from protocol.table.outputs import Note, Output, Party, Send

if TYPE_CHECKING:
    from protocol.play.game import Game


class Context(Protocol):
    @property
    def game(self) -> Game: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def now(self) -> int: ...
    @property
    def since(self) -> int:
        """When the log last changed."""
        ...

    def silent_for(self, seat: int) -> int:
        """Milliseconds since we last received something from a seat."""
        ...

    def sign(self, kind: str, values: list[Any]) -> Statement: ...


@dataclass(frozen=True, slots=True)
class Prove:
    """Check and record this proof that a seat contradicted itself."""

    message: list[Any]


Decision = Output | Prove


def tell(said: Statement, to: Party | None = None) -> Send:
    """Send a statement, ours or somebody else's, to one peer or to everybody."""
    return Send(to, pack(["statement", *said.wire()]))


def show(entry: Entry, to: Party | None = None) -> Send:
    return Send(to, pack(["entry", *entry.wire()]))


def note(said: Statement) -> Note:
    return Note(pack(["statement", *said.wire()]))
