"""What a dishonest program can do with a real one's keys."""

from __future__ import annotations

from typing import Any

from protocol.codec import pack
from protocol.log.entry import STATEMENT_TAG, Entry, Statement, write_entry, write_statement
from protocol.table.table import Table
from tests.simulation.world import Peer


def table_of(peer: Peer) -> Table:
    assert peer.table is not None
    return peer.table


def forged(peer: Peer, kind: str, payload: Any, *, seat: int | None = None, time: int = 1) -> Entry:
    """An entry for where the log is now, signed with this peer's key, whatever it says."""
    game = table_of(peer).game
    assert peer.identity is not None
    author = peer.seat if seat is None else seat
    return write_entry(peer.identity, game.id, game.position, game.head, author, kind, payload, time)


def statement(peer: Peer, kind: str, values: list[Any], seat: int | None = None) -> Statement:
    assert peer.identity is not None
    author = peer.seat if seat is None else seat
    return write_statement(peer.identity, table_of(peer).game.id, kind, author, values)


def in_another_form(peer: Peer, said: Statement) -> Statement:
    """The same statement, signed as well, but its body is not packed in the shortest way."""
    assert peer.identity is not None
    body = b"\xdc\x00\x05" + said.body[1:]
    return said._replace(body=body, signature=peer.identity.sign(STATEMENT_TAG, body))


def message(entry: Entry) -> bytes:
    return pack(["entry", *entry.wire()])


def send(peer: Peer, to: int | None, value: list[Any]) -> None:
    """Send anything, and let it arrive."""
    peer.world.transmit(peer, to, pack(value))
    peer.world.wait(50)


def honest_payload(peer: Peer) -> tuple[str, Any]:
    """What the real program would write now."""
    table = table_of(peer)
    due = table.game.due()
    assert due is not None
    assert due.seat == peer.seat
    if table.own.intent is None and due.kind == "move" and table.game.view is not None:
        moves = table.game.view.moves()
        table.own.intent = moves[0] if moves else None
    _, entry = table.own.next(due)
    assert entry is not None
    return entry.kind, entry.payload


def fork(peer: Peer) -> tuple[bytes, bytes]:
    """Two entries for one place."""
    kind, payload = honest_payload(peer)
    return message(forged(peer, kind, payload, time=1)), message(forged(peer, kind, payload, time=2))
