"""A player's private files: one program at a time, whole after a crash, and nobody's keys twice."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from p2puno.options import Options
from protocol.deck import Calculator, Memo
from protocol.files.errors import FileFault, StoreError
from protocol.files.log_file import LogFile, read_log
from protocol.files.private_journal import Journal, read_journal
from protocol.files.store import Store
from protocol.identity import Player
from protocol.log.entry import Entry
from protocol.log.genesis import genesis_body
from protocol.log.table_terms import Terms
from protocol.net.keys_and_card import Keys
from protocol.participant.errors import ParticipantError, Reason
from protocol.participant.own_files import open_interrupted
from protocol.peer.load_game import load
from protocol.peer.record import Record
from protocol.remote_errors import SignatureError
from protocol.table import outputs
from tests.protocol.test_logfile import game
from tests.simulation.glass_deck import GLASS


def begun(path: Path) -> Journal:
    journal = Journal(path)
    keys = Keys.fresh()
    journal.begin(2, b"s" * 32, keys, keys.identity.public, "", b"founding", b"body")
    return journal


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    journal = begun(tmp_path / "game.uno")
    journal.note(b"a vote")
    journal.roster([b"card"])
    journal.over()
    journal.close()
    own = read_journal(tmp_path / "game.journal")
    assert (own.seat, own.secret, own.body, own.founding) == (2, b"s" * 32, b"body", b"founding")
    assert (own.notes, own.cards, own.over) == ([b"a vote"], [b"card"], True)
    assert own.keys is not None
    assert journal.own.keys is not None
    assert own.keys.curve_secret == journal.own.keys.curve_secret


def test_a_game_whose_end_is_taken_back_is_not_over(tmp_path: Path) -> None:
    _, genesis, entries = game()
    path = tmp_path / "game.uno"
    journal, log = begun(path), LogFile(path, genesis)
    record = Record(log, journal, 0)
    stored = [outputs.Store(entry) for entry in entries]
    record.sync(record.write(stored), careful=False, over=True, strayed=False)
    assert read_journal(journal.path).over
    record.sync(record.write([outputs.Rewind(len(entries))]), careful=False, over=False, strayed=False)
    record.close(given_up=False)
    assert not read_journal(journal.path).over
    assert list(read_log(path)[1]) == entries[:-1]


def test_a_game_is_played_by_one_program_at_a_time(tmp_path: Path) -> None:
    journal = begun(tmp_path / "game.uno")
    with pytest.raises(StoreError, match="IN_USE"):
        Journal(tmp_path / "game.uno")
    journal.close()
    Journal(tmp_path / "game.uno").close()


def test_a_second_program_does_not_touch_what_the_first_is_about_to_finish(tmp_path: Path) -> None:
    journal = begun(tmp_path / "game.uno")
    with journal.path.open("ab") as half:
        half.write(b"\0\0\0\x20half a record")
    size = journal.path.stat().st_size
    with pytest.raises(StoreError):
        Journal(tmp_path / "game.uno")
    assert journal.path.stat().st_size == size
    journal.close()


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_torn_tail_costs_the_last_record_only(tmp_path: Path, cut: int) -> None:
    journal = begun(tmp_path / "game.uno")
    journal.note(b"kept")
    whole = journal.path.stat().st_size
    journal.note(b"x" * 60)
    journal.close()
    os.truncate(journal.path, whole + cut)
    again = Journal(tmp_path / "game.uno")
    assert again.own.notes == [b"kept"]
    again.note(b"more")
    again.close()
    assert read_journal(again.path).notes == [b"kept", b"more"]


class Restart:
    """A player of a recorded game, and what is verified when their program starts again."""

    def __init__(self, path: Path) -> None:
        world, self.genesis, self.entries = game()
        self.path = path
        secret, keys = world.peers[0].secret, Keys.fresh()
        assert secret is not None
        journal = Journal(path)
        journal.begin(0, secret, keys, keys.identity.public, "", b"founding", b"body")
        journal.close()

    def record(self, entries: Sequence[Entry], vouch: int = 0, strayed: bool = True) -> None:
        assert vouch <= len(entries)
        self.path.unlink(missing_ok=True)
        log, journal = LogFile(self.path, self.genesis), Journal(self.path)
        for count, entry in enumerate(entries, 1):
            log.append(entry)
            if count == vouch:
                journal.vouch(log, strayed)
        log.close()
        journal.close()

    def start(self) -> int:
        """How many proofs were verified."""
        log, journal, memo = LogFile(self.path, self.genesis), Journal(self.path), Memo()
        try:
            found = load(log, self.genesis, journal, Calculator(GLASS, memo=memo))
        finally:
            log.close()
            journal.close()
        assert found.entries == self.entries[: len(found.entries)]
        assert found.over == (len(found.entries) == len(self.entries))
        return len(memo._known)


def test_what_was_found_good_is_not_verified_again(tmp_path: Path) -> None:
    again = Restart(tmp_path / "game.uno")
    again.record(again.entries)
    whole = again.start()
    again.record(again.entries, vouch=len(again.entries) // 2)
    half = again.start()
    again.record(again.entries, vouch=len(again.entries))
    audits = again.start()
    again.record(again.entries, vouch=len(again.entries), strayed=False)
    nothing = again.start()
    assert whole > half > audits > nothing == 0


@pytest.mark.parametrize("vouched", [0, 10])
def test_but_whatever_is_not_as_it_was_then_is(tmp_path: Path, vouched: int) -> None:
    again = Restart(tmp_path / "game.uno")
    again.record(again.entries, vouched)
    entries = list(again.entries)
    entries[5] = entries[5]._replace(signature=bytes(64))
    again.record(entries)
    with pytest.raises(SignatureError):
        again.start()
    again.record(again.entries)
    assert again.start() > 0


def test_what_was_looked_at_is_what_is_taken(tmp_path: Path) -> None:
    """Also if the file is changed just after it was found to be as it was."""
    again = Restart(tmp_path / "game.uno")
    again.record(again.entries, vouch=len(again.entries) // 2)
    entries = list(again.entries)
    entries[5] = entries[5]._replace(signature=bytes(64))

    class Raced(Journal):
        def vouches_for(self, records: list[bytes]) -> bool:
            good = super().vouches_for(records)
            other = LogFile(tmp_path / "other.uno", again.genesis)
            for entry in entries:
                other.append(entry, sync=False)
            other.close()
            again.path.write_bytes(other.path.read_bytes())
            return good

    log, journal = LogFile(again.path, again.genesis), Raced(again.path)
    found = load(log, again.genesis, journal, Calculator(GLASS, memo=Memo()))
    log.close()
    journal.close()
    assert found.entries == again.entries


def test_it_keeps_what_we_wrote(tmp_path: Path) -> None:
    again = Restart(tmp_path / "game.uno")
    own = [entry for entry in again.entries if entry.seat == 0][:5]
    journal = Journal(again.path)
    journal.wrote(own)
    journal.close()
    assert read_journal(again.path).wrote == own


@pytest.mark.parametrize("place", [0, 1, 3, 20])
def test_a_journal_spoiled_in_the_middle_is_doubted_until_all_is_known(tmp_path: Path, place: int) -> None:
    """One bit of a record's length, or of the record."""
    journal = begun(tmp_path / "game.uno")
    whole = journal.path.stat().st_size
    for vote in (b"a vote", b"another", b"one more"):
        journal.note(vote * 3)
    journal.close()
    data = bytearray(journal.path.read_bytes())
    data[whole + place] ^= 0x40
    journal.path.write_bytes(data)
    for _start in range(2):
        again = Journal(journal.log)
        assert (again.own.notes, again.own.doubt) == ([], True)
        again.close()
    again = Journal(journal.log)
    again.doubt(False)
    again.close()
    assert not read_journal(again.path).doubt


def test_what_it_lacks_of_what_we_wrote_it_gets_from_the_log(tmp_path: Path) -> None:
    """A power cut may cost it the last entries. They must still be known when the log has gone back."""
    again = Restart(tmp_path / "game.uno")
    own = [entry for entry in again.entries if entry.seat == 0]
    again.record(again.entries)
    journal = Journal(again.path)
    journal.wrote(own[:5])
    journal.close()
    again.start()
    again.start()
    assert read_journal(again.path).wrote == own


@pytest.mark.skipif(os.name == "nt", reason="there are no such files there")
def test_what_never_ends_is_not_resumed(tmp_path: Path) -> None:
    """A device or a pipe in the place of the game's file would be read for ever."""
    again = Restart(tmp_path / "game.uno")
    again.path.unlink(missing_ok=True)
    again.path.symlink_to("/dev/zero")
    with pytest.raises(ParticipantError) as refused:
        open_interrupted(again.path)
    assert refused.value.reason is Reason.DAMAGED
    Journal(again.path).close()


def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    journal = begun(tmp_path / "game.uno")
    journal.close()
    if os.name == "posix":
        assert journal.path.stat().st_mode & 0o077 == 0


def test_two_programs_of_one_player_have_keys_of_their_own(tmp_path: Path) -> None:
    """So that both can sit at one table; afterwards the player is who they were."""
    first, second = Store(tmp_path), Store(tmp_path)
    keys = first.keys()
    assert second.keys().identity.public != keys.identity.public
    first.close()
    assert second.keys().identity.public == keys.identity.public
    second.close()


@pytest.mark.parametrize("sign", ["a", "é", "愛", "\U00020000"])
def test_no_name_makes_a_files_name_too_long(sign: str, tmp_path: Path) -> None:
    """Names may have 24 letters of up to four bytes each; the strictest file systems take 143 bytes."""
    terms = Terms(Options("classic"))
    players = tuple(Player(bytes([seat + 2]) * 32, sign * 24, seat) for seat in range(10))
    path = Store(tmp_path).path_for(genesis_body(terms, players, (bytes(32),) * 10, 0), 9)
    assert path.name.count(sign) * len(sign.encode()) > 50
    assert len(f"{path.stem}_2.evidence-9-equivocation-1".encode()) < 143


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_secret_of_another_length_is_damage(tmp_path: Path, size: int) -> None:
    log = tmp_path / "game.uno"
    with closing(Journal(log, new=True)) as journal:
        journal.begin(0, bytes(size), Keys.fresh(), b"", "", b"", b"")
    with pytest.raises(StoreError) as damaged:
        read_journal(log)
    assert damaged.value.fault is FileFault.JOURNAL_DAMAGED
