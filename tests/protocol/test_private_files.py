"""Secrets on disk: nobody else on the machine reads them, whatever was prepared beforehand."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cli.runtime.doctor_report import check_keys
from cli.runtime.exposed_files import warning
from protocol.files.errors import StoreError
from protocol.files.private_files import Exposed
from protocol.files.private_journal import Journal
from protocol.files.store import Store
from tests.protocol.test_journal import begun

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes and owners are those of POSIX")


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.fixture(autouse=True)
def generous() -> object:
    """The most generous mask: whatever is private must be so by itself."""
    before = os.umask(0)
    yield
    os.umask(before)


def spoil(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[22] ^= 1  # the checksum of the first record
    path.write_bytes(data)


def test_the_copy_of_a_spoiled_journal_is_private(tmp_path: Path) -> None:
    journal = begun(tmp_path / "game.uno")
    journal.close()
    secret = journal.own.secret
    spoil(journal.path)
    again = Journal(tmp_path / "game.uno")
    again.close()
    assert not again.exposed, "private from the first byte, not repaired afterwards"
    copy = tmp_path / "game.journal.torn-1"
    assert secret in copy.read_bytes(), "this is why it must be private"
    assert mode(copy) == mode(journal.path) == 0o600


def test_a_copy_that_an_older_version_left_open_is_repaired(tmp_path: Path) -> None:
    begun(tmp_path / "game.uno").close()
    copy = tmp_path / "game.journal.torn-1"
    copy.write_bytes(b"secrets")
    copy.chmod(0o644)
    journal = Journal(tmp_path / "game.uno")
    assert mode(copy) == 0o600
    assert journal.exposed == {copy: Exposed.REPAIRED}
    journal.close()


def test_a_journal_that_others_can_read_is_repaired_and_told(tmp_path: Path) -> None:
    journal = begun(tmp_path / "game.uno")
    journal.close()
    journal.path.chmod(0o666)
    again = Journal(tmp_path / "game.uno")
    assert again.exposed == {again.path: Exposed.REPAIRED}
    assert mode(again.path) == 0o600
    again.close()
    once = Journal(tmp_path / "game.uno")
    assert not once.exposed
    once.close()


def test_a_file_system_without_modes_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(tmp_path / "game.uno").close()
    (tmp_path / "game.journal").chmod(0o644)

    def refuse(descriptor: int, mode: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "fchmod", refuse)
    journal = Journal(tmp_path / "game.uno")
    assert journal.exposed == {journal.path: Exposed.FOR_GOOD}
    journal.close()


@pytest.mark.parametrize("prepared", ["file", "link", "dangling"])
def test_a_new_game_uses_no_journal_made_beforehand(tmp_path: Path, prepared: str) -> None:
    path, elsewhere = tmp_path / "game.journal", tmp_path / "elsewhere"
    if prepared == "file":
        path.touch(0o666)
    else:
        path.symlink_to(elsewhere)
        if prepared == "link":
            elsewhere.touch()
    with pytest.raises(StoreError, match="EXISTS"):
        Journal(tmp_path / "game.uno", new=True)
    assert not elsewhere.exists() or not elsewhere.read_bytes()


def test_no_journal_is_opened_through_a_link(tmp_path: Path) -> None:
    begun(tmp_path / "true.uno").close()
    (tmp_path / "game.journal").symlink_to(tmp_path / "true.journal")
    with pytest.raises(StoreError, match="LINK"):
        Journal(tmp_path / "game.uno")


def test_no_journal_becomes_a_link_while_we_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(tmp_path / "true.uno").close()
    (tmp_path / "game.journal").symlink_to(tmp_path / "true.journal")
    looks = [(tmp_path / "true.journal").lstat()]  # what was there a moment ago
    real = Path.lstat
    monkeypatch.setattr(Path, "lstat", lambda path: looks.pop() if looks else real(path))
    with pytest.raises(StoreError, match="LINK"):
        Journal(tmp_path / "game.uno")
    assert not looks


def test_no_journal_is_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "game.journal")
    with pytest.raises(StoreError, match="NOT_A_FILE"):
        Journal(tmp_path / "game.uno")


def test_no_journal_of_another_user_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(tmp_path / "game.uno").close()
    own = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: own + 1)
    with pytest.raises(StoreError, match="FOREIGN_OWNER"):
        Journal(tmp_path / "game.uno")


def test_a_copy_is_not_written_through_a_link(tmp_path: Path) -> None:
    journal = begun(tmp_path / "game.uno")
    journal.close()
    (tmp_path / "game.journal.torn-1").symlink_to(tmp_path / "elsewhere")
    spoil(journal.path)
    Journal(tmp_path / "game.uno").close()
    assert not (tmp_path / "elsewhere").exists()
    assert mode(tmp_path / "game.journal.torn-2") == 0o600


def test_new_keys_and_folders_are_private(tmp_path: Path) -> None:
    store = Store(tmp_path / "data")
    store.keys()
    assert mode(store.folder / "identity") == 0o600
    assert mode(store.folder) == mode(store.games) == 0o700
    assert not store.exposed
    store.close()


def test_keys_that_others_can_read_are_repaired_and_told(tmp_path: Path) -> None:
    store = Store(tmp_path)
    keys = store.keys()
    store.close()
    identity = store.folder / "identity"
    identity.chmod(0o644)
    store.games.chmod(0o755)
    again = Store(tmp_path)
    assert again.keys().identity.public == keys.identity.public
    assert again.exposed == {identity: Exposed.REPAIRED}
    assert mode(identity) == 0o600
    assert mode(again.games) == 0o700
    again.close()


def test_keys_are_not_read_through_a_link(tmp_path: Path) -> None:
    store = Store(tmp_path)
    (tmp_path / "prepared").write_bytes(bytes(64))
    (tmp_path / "identity").symlink_to(tmp_path / "prepared")
    with pytest.raises(StoreError, match="LINK"):
        store.keys()


def test_keys_are_not_written_through_a_link(tmp_path: Path) -> None:
    """Whoever can guess the name of the file that keys are first written to gets nothing."""
    store = Store(tmp_path)
    (tmp_path / f"identity.{os.getpid()}").symlink_to(tmp_path / "elsewhere")
    store.keys()
    store.close()
    assert not (tmp_path / "elsewhere").exists()


def test_the_doctor_tells_of_keys_that_others_could_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P2PUNO_HOME", str(tmp_path))
    assert check_keys().ok
    (tmp_path / "identity").chmod(0o640)
    assert "Now only you can" in check_keys().seen
    assert check_keys().ok


def test_what_cannot_be_repaired_is_said_in_other_words(tmp_path: Path) -> None:
    repaired = warning(tmp_path, Exposed.REPAIRED)
    for_good = warning(tmp_path, Exposed.FOR_GOOD)
    assert str(tmp_path) in repaired
    assert str(tmp_path) in for_good
    assert "use another folder" in for_good
