"""Evidence in a file: a game's genesis and a proof against one of its seats that anybody can check."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from protocol.codec import MAX_MESSAGE, unpack
from protocol.files.log_file import is_ordinary
from protocol.log.contradictions import Proof, read_proof
from protocol.log.genesis import Genesis, read_genesis
from protocol.remote_errors import RemoteError


@dataclass(frozen=True, slots=True)
class Evidence:
    """A proof against a seat, signed by that seat itself; verifying it needs no other data."""

    genesis: Genesis
    proof: Proof

    @property
    def offender(self) -> str:
        return self.genesis.players[self.proof.seat].name

    @property
    def what(self) -> str:
        """`fork` or `equivocation`."""
        return str(self.proof.message[0])


def read_evidence(path: Path) -> Evidence | None:
    """The evidence, fully checked; None if the file is something else, or proves nothing."""
    try:
        if not is_ordinary(path):
            return None
        with path.open("rb") as file:
            record = file.read(MAX_MESSAGE + 1)
        match unpack(record):
            case [[*genesis], [*message]]:
                read = read_genesis(genesis)
                return Evidence(read, read_proof(read, message))
    except (RemoteError, OSError):
        pass
    return None
