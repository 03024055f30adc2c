"""Deleting recorded games: what goes, what stays, and what is asked before."""

from __future__ import annotations

import io
import os
from pathlib import Path
from shutil import copytree

import pytest

from cli.main import main
from cli.replay.library import interrupted, saved_games
from protocol.deck.batch_arithmetic import Memo
from protocol.files.deletion import delete_game, keeps_journal
from protocol.files.errors import FileFault, StoreError
from protocol.files.log_file import LogFile, read_log
from protocol.files.private_journal import Journal, read_journal
from protocol.files.store import Store
from protocol.hall.tournament_file import read_tournament
from protocol.log.genesis import read_body
from protocol.net.keys_and_card import Keys
from tests.cli.terminal import Terminal
from tests.replay.samples import path

PEOPLE, OWN_BOTS = "resumed", "classic"
"""Samples: three people, and a player of seat 0 with two bots."""


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("P2PUNO_HOME", str(tmp_path))
    monkeypatch.setattr(
        Memo, "check", lambda self, statement, verify, audit=False: None
    )  # verified in test_samples
    return Store(tmp_path)


def game(folder: Path, sample: str = PEOPLE, finished: bool = True, journal: bool = True) -> Path:
    """A game as its player has it, who sits in seat 0."""
    content = path(sample).read_bytes()
    file = folder / f"{sample}.uno"
    file.write_bytes(content if finished else content[: len(content) * 2 // 3])
    if journal:
        keys, own = Keys.fresh(), Journal(file)
        own.begin(0, bytes(32), keys, keys.identity.public, "", b"founding", read_log(file)[0].body)
        if finished:
            own.over()
        own.close()
    return file


def left(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_a_finished_game_goes_with_its_journal(store: Store) -> None:
    file = game(store.games)
    (store.games / "resumed.uno.torn-1").write_bytes(b"torn")
    (store.games / "resumed.journal.torn-1").write_bytes(b"torn")
    delete_game(store, file, finished=True)
    assert left(store.games) == []


def test_what_was_signed_in_an_unfinished_game_stays(store: Store) -> None:
    file = game(store.games, finished=False)
    assert [one.path for one in interrupted()] == [file]
    delete_game(store, file, finished=False)
    assert left(store.games) == ["resumed.journal"]
    own = read_journal(file)
    assert own.over, "resume does not offer it any more"
    assert own.body
    assert own.keys is not None
    assert list(interrupted()) == []


@pytest.mark.skipif(os.name != "posix", reason="no modes there")
def test_a_journal_that_stays_is_made_private_and_told_of(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    file = game(store.games, finished=False)
    file.with_suffix(".journal").chmod(0o644)
    assert main(["delete", "--yes", str(file)]) == 0
    assert "Other users of this machine could read" in capsys.readouterr().out


def test_an_unfinished_game_against_own_bots_goes_whole(store: Store) -> None:
    delete_game(store, game(store.games, OWN_BOTS, finished=False), finished=False)
    assert left(store.games) == []


def test_the_journal_of_another_game_stays(store: Store) -> None:
    """Somebody has put a finished game in the place of the one that the journal belongs to."""
    file = game(store.games, finished=False)
    file.write_bytes(path("dropout").read_bytes())
    delete_game(store, file, finished=True)
    assert left(store.games) == ["resumed.journal"]


def test_a_journal_that_cannot_be_read_stays(store: Store) -> None:
    file = game(store.games, journal=False)
    journal = file.with_suffix(".journal")
    journal.write_bytes(b"p2puno journal 9\n")
    assert keeps_journal(file, finished=True)
    with pytest.raises(StoreError):
        delete_game(store, file, finished=True)
    assert left(store.games) == ["resumed.journal", "resumed.uno"]


@pytest.mark.parametrize("journal", [True, False])
def test_a_game_in_use_stays(store: Store, journal: bool) -> None:
    file = game(store.games, journal=journal)
    user = Journal(file) if journal else LogFile(file, read_log(file)[0])
    with pytest.raises(StoreError) as caught:
        delete_game(store, file, finished=True)
    assert caught.value.fault is FileFault.IN_USE
    user.close()
    assert len(left(store.games)) == 1 + journal


def test_a_game_saved_elsewhere_is_no_longer_missed(store: Store, tmp_path: Path) -> None:
    elsewhere = tmp_path / "desk"
    elsewhere.mkdir()
    file, other = game(elsewhere), game(elsewhere, OWN_BOTS)
    store.remember(file)
    store.remember(other)
    delete_game(store, file, finished=True)
    assert store.all_here()
    assert store.seats() == [other]


# -- by the command -------------------------------------------------------------------------------------


def test_games_are_deleted_by_their_numbers(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    game(store.games)
    game(store.games, OWN_BOTS)
    game(store.games, "flip", journal=False)
    assert [one.path.stem for one in saved_games()] == ["resumed", "flip", "classic"]
    assert main(["delete", "--yes", "1", "3"]) == 0
    told = capsys.readouterr().out
    assert told.count("Deleted: ") == 2
    assert told.count("It will no longer count in your record.") == 2
    assert left(store.games) == ["flip.uno"]


def test_nobody_is_there_to_be_asked(
    store: Store, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = game(store.games)
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    assert main(["delete", str(file)]) == 2
    assert "there is nobody to ask: nothing was deleted" in capsys.readouterr().err
    assert file.exists()


def test_only_games_are_deleted(store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    diary, file = tmp_path / "diary.txt", game(store.games)
    diary.write_text("dear diary", "utf-8")
    for name in (diary, file.with_suffix(".journal"), store.games / "nothing.uno"):
        assert main(["delete", "--yes", str(file), str(name)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert diary.exists()
    assert file.exists(), "all names are looked at before the first is deleted"


def test_a_game_of_an_older_version_can_be_deleted(store: Store) -> None:
    old = store.games / "old.uno"
    old.write_bytes(b"p2puno log 0\nwhatever")
    assert main(["delete", "--yes", str(old)]) == 0
    assert not old.exists()


# -- tournaments ----------------------------------------------------------------------------------------


def night(folder: Path, finished: bool = True) -> Path:
    """The folder of a tournament as its player has it, whose opponents are not their own bots."""
    own = folder / "night"
    copytree("replays/tournament", own)
    hall, roster = own / "tournament.uno", read_tournament(own).roster
    if not finished:
        hall.write_bytes(hall.read_bytes()[:-10])  # without the last result
        (own / "stage-2-table-1.uno").unlink()
    for file in own.glob("*.uno"):
        keys, journal = Keys.fresh(), Journal(file)
        body = roster.body if file == hall else read_log(file)[0].body
        seat = (read_body(body).players[0].operator + 1) % 4  # in the sample all are bots of one player
        journal.begin(seat, bytes(32), keys, keys.identity.public, "", b"founding", body)
        journal.close()
    return own


def test_a_finished_tournament_goes_whole(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    own = night(store.games)
    assert main(["delete", "--yes", str(own)]) == 0
    told = capsys.readouterr().out
    assert "It is a tournament: all its games are deleted." in told
    assert f"Deleted: {own}" in told
    assert left(store.games) == []


def test_what_was_signed_in_an_unfinished_tournament_stays(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    own = night(store.games, finished=False)
    assert [one.path for one in interrupted()] == [own / "tournament.uno"]
    assert main(["delete", "--yes", str(own / "tournament.uno")]) == 0, "as the menu names it"
    assert "The tournament is not finished, and you give it up." in capsys.readouterr().out
    journals = ["stage-1-table-1.journal", "tournament.journal"]
    assert left(own) == journals
    assert all(read_journal(own / name).over for name in journals)
    assert list(interrupted()) == []


def test_a_tournament_in_use_stays(store: Store) -> None:
    own = night(store.games)
    user = Journal(own / "tournament.uno")
    assert main(["delete", "--yes", str(own)]) == 2
    user.close()
    assert len(left(own)) == 6


# -- in a terminal --------------------------------------------------------------------------------------


def terminal(home: Path, *arguments: str, **more: int) -> Terminal:
    settings = home / "settings.toml"
    settings.touch()  # it is not the first start
    return Terminal(*arguments, config=settings, P2PUNO_HOME=str(home), **more)  # type: ignore[arg-type]


@pytest.mark.skipif(os.name != "posix", reason="no pseudo-terminals there")
def test_deleting_in_the_menu(store: Store) -> None:
    file = game(store.games)
    with terminal(store.folder) as screen:
        screen.sees(r"Watch a recorded game")
        screen.type("w")
        screen.sees(r"Classic UNO: Ada, Bruno, Clara")
        screen.sees(r"Del: delete")
        screen.type("\x1b[3~")
        screen.sees(r"Delete this game for good")
        screen.sees(r"no longer count in")
        screen.type("\r")  # keeps it
        screen.sees(r"Del: delete")
        assert file.exists()
        screen.type("\x1b[3~")
        screen.sees(r"Delete this game for good")
        screen.type("2")
        screen.sees(r"Deleted\.")
        screen.sees(r"No games are saved")
    assert left(store.games) == []


@pytest.mark.skipif(os.name != "posix", reason="no pseudo-terminals there")
def test_the_question_of_the_command(store: Store) -> None:
    file = game(store.games, finished=False)
    for answer in ("", "n"):
        with terminal(store.folder, "delete", str(file), columns=200) as screen:
            screen.sees(r"Your journal stays")
            screen.sees(r"Delete for good\? \[y/N\]")
            screen.type(f"{answer}\r")
            screen.sees("Nothing was deleted")
            assert screen.ends() == 0
        assert file.exists()
    with terminal(store.folder, "delete", str(file), "--lang", "de", columns=200) as screen:
        screen.sees(r"Endgültig löschen\? \[j/N\]")
        screen.type("j\r")
        screen.sees("Gelöscht: ")
        assert screen.ends() == 0
    assert left(store.games) == ["resumed.journal"]


@pytest.mark.skipif(os.name != "posix", reason="no pseudo-terminals there")
def test_the_record_in_the_menu(store: Store) -> None:
    game(store.games)
    for columns, rows in ((60, 20), (80, 24), (120, 40)):
        with terminal(store.folder, columns=columns, rows=rows) as screen:
            screen.sees(r"My record")
            screen.type("m")
            screen.sees(r"games  wins  win rate  by chance\D*with people +1 ")
            screen.type("\x1b[F")
            screen.sees(r"verified to its end")
            screen.type("\x1b")
            screen.sees(r"Play against bots")
