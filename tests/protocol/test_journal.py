"""A player's private files: one program at a time, whole after a crash, and nobody's keys twice."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from protocol.journal import Journal, read_journal
from protocol.net.keys import Keys
from protocol.store import Store, StoreError


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


def test_a_game_is_played_by_one_program_at_a_time(tmp_path: Path) -> None:
    journal = begun(tmp_path / "game.uno")
    with pytest.raises(StoreError, match="another p2puno"):
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
