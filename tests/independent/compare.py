"""One log, two verifiers: the program's and the independent one must say the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from protocol.codec import unpack as unpack_program
from protocol.log.entry import read_entry as read_program_entry
from protocol.log.genesis import read_genesis as read_program_genesis
from protocol.play.game import Game
from protocol.remote_errors import RemoteError
from protocol.replay.verify import Verdict as ProgramVerdict
from protocol.replay.verify import verify as program_verify
from tests.independent.produce import CALCULATOR
from tests.independent.verifier import Log, Verdict, verify
from tests.independent.wire import Bad, read_entry, read_genesis, records, unpack


def both(data: bytes, folder: Path) -> Verdict:
    """The verdict that both reach."""
    path = folder / "game.p2puno"
    path.write_bytes(data)
    theirs, ours = program_verify(path, CALCULATOR), verify(data)
    assert summary(ours) == program_summary(theirs), (ours.why, theirs.reason)
    assert ours.offender == theirs.offender
    return ours


def follow(data: bytes, folder: Path) -> Verdict:
    """The same, after comparing what both hold at every position on the way: what would be said if the log
    were cut there, who is entitled to write next, and that no neighbouring entry is taken in its place."""
    found = records(data)[0]
    theirs = Game(read_program_genesis(unpack_program(found[0])), calculator=CALCULATOR)
    ours = Log(read_genesis(found[0]))
    raw = found[1:]
    entries = [(read_program_entry(unpack_program(one)), read_entry(unpack(one))) for one in raw]
    for at, (program_entry, entry) in enumerate(entries):
        due = theirs.due()
        assert ours.due() == (None if due is None else (due.seat, due.kind))
        for other in {at - 1, at + 1, at + 2} & set(range(len(entries))):
            with pytest.raises(RemoteError):
                theirs.apply(entries[other][0])
            with pytest.raises(Bad):
                ours.feed(entries[other][1])
        theirs.apply(program_entry)
        ours.feed(entry)
        assert (ours.position, ours.head, ours.over) == (theirs.position, theirs.head, theirs.over)
        ended = None if theirs.match.ended is None else list(theirs.match.ended)
        assert (ours.match.totals, ours.match.ended) == (theirs.match.totals, ended)
        assert ours.condemned == set(theirs.condemned)
    return both(data, folder)


def summary(said: Verdict) -> dict[str, object]:
    return {
        "state": said.state,
        "entries": said.entries,
        "totals": said.totals,
        "winners": said.winners,
        "rounds": said.rounds,
        "lost": said.lost,
        "position": said.position,
        "code": said.code,
    }


def program_summary(said: ProgramVerdict) -> dict[str, object]:
    rounds = [(r.number, r.how, r.out, r.held, r.audited, r.void) for r in said.rounds]
    return {
        "state": said.state,
        "entries": said.entries,
        "totals": list(said.totals),
        "winners": None if said.winners is None else list(said.winners),
        "rounds": rounds,
        "lost": list(said.lost),
        "position": said.position,
        "code": said.code,
    }
