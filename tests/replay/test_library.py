"""The list of saved games: what was found out is remembered, and only for the file it was found out of."""

from __future__ import annotations

import json
import os
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from cli.main import main
from cli.replay.library import last_played, lines, named, saved_games
from cli.replay.summary_cache import _VERSION
from cli.replay.summary_cache import NAME as NOTES
from cli.runtime.command_runner import CommandError
from cli.words.language import use
from protocol.deck.batch_arithmetic import Memo
from protocol.replay.recording import Recording, open_recording
from tests.replay.samples import path, winner

EVIL = b'["00", 1, "flip", "single", "points", [["\\u001b[2J", "00", 0, '
EVIL += b'[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]], "complete", null, null]'
"""Somebody who would clear the screen."""


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("P2PUNO_HOME", str(tmp_path))
    monkeypatch.setattr(
        Memo, "check", lambda self, statement, verify, audit=False: None
    )  # verified in test_samples
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "b.uno").write_bytes(path("resumed").read_bytes())
    (folder / "a.uno").write_bytes(path("dropout").read_bytes())
    (folder / "no-game.uno").write_bytes(b"dear diary")
    return folder


def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """From now on, which files are gone through."""
    through: list[str] = []

    def noting(path: Path, *more: Any) -> Recording:
        through.append(path.name)
        return open_recording(path, *more)

    monkeypatch.setattr("cli.replay.library.open_recording", noting)
    return through


def test_a_game_is_gone_through_once(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    through = opened(monkeypatch)
    first = list(saved_games(10))
    assert [saved.path.name for saved in first] == ["b.uno", "a.uno"]
    assert [saved.state for saved in first] == ["complete", "complete"]
    assert first[0].winners == (winner("resumed"),)
    seen = len(through)
    again = list(saved_games(10))
    assert [name for name in through[seen:] if name != "no-game.uno"] == []
    assert lines(again, False, 200) == lines(first, False, 200)


def test_only_so_many_are_gone_through_at_a_time(games: Path) -> None:
    assert [bool(saved.state) for saved in saved_games(0)] == [False, False]
    assert [bool(saved.state) for saved in saved_games(1)] == [True, False]
    assert [bool(saved.state) for saved in saved_games(1)] == [True, True]


def test_a_changed_file_is_gone_through_again(games: Path) -> None:
    list(saved_games(10))
    file = games / "b.uno"
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])
    assert next(iter(saved_games(10))).state == "cut"
    changed = bytearray(content)
    changed[-20] ^= 1
    file.write_bytes(changed)
    os.utime(file, ns=(1, 1))
    assert next(iter(saved_games(10))).state != "complete"


@pytest.mark.parametrize(
    "notes",
    [
        b"",
        b"nonsense",
        b"[]",
        b"[" * 100_000,
        b'{"version": 99, "games": {}}',
        b'{"version": VERSION, "games": []}',
        b'{"version": VERSION, "games": {"b.uno": [1, 2, 3], "a.uno": "x"}}',
        b'{"version": VERSION, "games": {"b.uno": [[SIZE, TIME], {"winners": 3}]}}',
        b'{"version": VERSION, "games": {"b.uno": [[SIZE, TIME], ' + EVIL + b"]}}",
    ],
)
def test_broken_notes_are_made_anew(games: Path, notes: bytes) -> None:
    about = (games / "b.uno").stat()
    notes = notes.replace(b"SIZE", str(about.st_size).encode())
    notes = notes.replace(b"VERSION", json.dumps(_VERSION).encode())
    (games.parent / NOTES).write_bytes(notes.replace(b"TIME", str(about.st_mtime_ns).encode()))
    found = list(saved_games(10))
    assert found[0].players == ("Ada", "Bruno", "Clara")
    assert json.loads((games.parent / NOTES).read_text("utf-8"))["games"].keys() == {"a.uno", "b.uno"}


def test_notes_know_no_language(games: Path) -> None:
    list(saved_games(10))
    use("de")
    assert f"gewonnen von {winner('resumed')}" in lines(list(saved_games(10)), False, 200)[0]


def test_the_list_fits_the_window(games: Path) -> None:
    found = list(saved_games(10))
    assert len(lines(found, False, 200)) == 2
    narrow = lines(found, False, 70)
    assert len(narrow) == 4
    assert max(map(len, narrow)) <= 70
    narrowest = lines(found, False, 50)
    assert max(map(len, narrowest)) <= 50, "the result has a line of its own"
    assert [line.split()[0] for line in narrowest[2::3]] == ["won", "won"]
    assert len(lines(found, True, 50)) == 4
    assert not any("won by" in line for line in lines(found, True, 200))
    narrower = lines(found, False, 50)
    assert [line.strip() for line in narrower[2::3]] == [saved.result for saved in found]
    assert max(map(len, narrower)) <= 50
    assert len(lines(found, True, 20)) == 4, "no line for a result that is not told"


def test_every_command_takes_the_numbers_of_the_list(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [named("1"), named("2")] == [games / "b.uno", games / "a.uno"]
    assert main(["verify", "2"]) == 0
    assert capsys.readouterr().out.startswith(f"{games / 'a.uno'}:\n  complete and valid")
    for command in (["verify", "3"], ["replay", "3"], ["export", "3"]):
        assert main(command) == 2
        assert "there is no game number 3: p2puno replay lists" in capsys.readouterr().err


def test_the_last_game_played_is_verified(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.utime(games / "b.uno", (1, 1))
    (games / "no-game.uno").unlink()
    assert last_played() == games / "a.uno"
    assert main(["verify"]) == 0
    assert capsys.readouterr().out.startswith(f"{games / 'a.uno'}:")
    for file in games.iterdir():
        file.unlink()
    with pytest.raises(CommandError, match="start one with p2puno play"):
        last_played()


def test_the_last_tournament_played_is_verified(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    night = games / "night"
    copytree("replays/tournament", night)
    (night / "tournament.journal").write_bytes(b"")
    for file in games.glob("*.uno"):
        os.utime(file, (1, 1))
    assert last_played() == night / "tournament.uno"
    assert main(["verify"]) == 0
    assert capsys.readouterr().out.startswith(f"{night}:")


def test_no_statistics_of_what_is_not_there(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "nothere.uno"]) == 1
    assert capsys.readouterr() == ("", "p2puno: there is no file nothere.uno\n")


@pytest.mark.skipif(os.name != "posix", reason="names of files are text there")
def test_a_files_name_that_is_no_text(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (games / "a.uno").rename(games / os.fsdecode(b"\xff.uno"))
    first = list(saved_games(10))
    assert len(first) == 2
    assert os.fsdecode(b"\xff.uno") in json.loads((games.parent / NOTES).read_text("utf-8"))["games"]
    assert lines(list(saved_games()), False, 200) == lines(first, False, 200)
    assert main(["replay"]) == 0
    capsys.readouterr().out.encode()


def test_a_number_longer_than_any_list(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["verify", "9" * 5000], ["replay", "1", "--plain", "--as", "9" * 5000]):
        assert main(command) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert named("0" * 5000 + "1").name == "b.uno"
