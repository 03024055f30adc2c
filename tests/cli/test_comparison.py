"""`p2puno verify` with several files: what it says of where they part, and its exit status."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from cli.replay import verdict_report as verify_command
from cli.replay.verdict_report import verify_files
from protocol.files.log_file import LogFile
from protocol.log.entry import Entry
from protocol.log.genesis import Genesis
from tests.protocol.test_logfile import game, write
from tests.protocol.test_parting import forked
from tests.simulation.test_cases import table


@pytest.fixture(autouse=True)
def glass(monkeypatch: pytest.MonkeyPatch) -> None:
    """The recorded games of these tests were played with the glass deck."""
    monkeypatch.setattr(verify_command, "calculator", lambda: game()[0].calculator)


def saved(path: Path, genesis: Genesis, entries: Sequence[Entry]) -> Path:
    log = LogFile(path, genesis)
    for entry in entries:
        log.append(entry)
    log.close()
    return path


def said(capsys: pytest.CaptureFixture[str], *paths: Path, status: int = 0) -> str:
    assert verify_files(paths, as_json=False) == status
    return " ".join(capsys.readouterr().out.split())


def test_one_file_is_compared_with_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "entry for entry" not in said(capsys, write(tmp_path / "a.uno"))


def test_files_that_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, again = write(tmp_path / "whole.uno"), write(tmp_path / "again.uno")
    assert f"{whole} and {again} are the same, entry for entry." in said(capsys, whole, again)
    part = write(tmp_path / "part.uno", 10)
    text = f"{part} is the beginning of {whole}, which continues from entry 11."
    assert text in said(capsys, whole, part)
    assert text in said(capsys, part, whole)
    both = said(capsys, whole, part, again)
    assert text in both
    assert "are the same" in both


def test_files_of_different_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = write(tmp_path / "a.uno"), saved(tmp_path / "b.uno", table(2, seed=99).genesis, [])
    third = saved(tmp_path / "c.uno", table(2, seed=98).genesis, [])
    assert f"{one} and {other} are different games." in said(capsys, one, other)
    assert "different games" not in said(capsys, one, other, third), "of many files only those of one game"


def test_files_that_part_name_who_cheated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world, genesis, entries = game()
    one = write(tmp_path / "a.uno")
    other = saved(tmp_path / "b.uno", genesis, forked(world, entries, 7))
    text = said(capsys, one, other, status=1)
    name = genesis.players[entries[7].seat].name
    assert f"{one} and {other} are from the same game, but differ from entry 8 on: only one" in text
    assert f"{name} signed in both" in text
    proof = f"each has a different entry for position 8, signed by {name}."
    assert f"{name} cheated, and the two files prove it: {proof}" in text
    assert verify_files((one, other), as_json=True) == 1
    values = json.loads(capsys.readouterr().out)
    assert [value.get("file") for value in values] == [str(one), str(other), None]
    compared = values[2]
    assert compared["compared"] == [str(one), str(other)]
    assert (compared["relation"], compared["position"]) == ("parted", 8)
    assert [(both["seat"], both["proved"]) for both in compared["both"]] == [(entries[7].seat, "fork")]


def test_what_is_wrong_in_a_file_is_not_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A stranger may write anything behind the right entries: that says nothing about who signed what."""
    _world, genesis, entries = game()
    other = saved(tmp_path / "b.uno", genesis, [*entries[:7], entries[9]])
    text = said(capsys, write(tmp_path / "a.uno"), other, status=1)
    assert f"{other} is the beginning of" in text
    assert "which continues from entry 8." in text


def test_a_liar_between_two_halves_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The two complete files of tests/cheats/test_parting.py, as a person sees them."""
    from tests.cheats.test_parting import two_lines

    genesis, lines = two_lines()
    files = [saved(tmp_path / f"{n}.uno", genesis, line) for n, line in enumerate(lines)]
    text = said(capsys, *files, status=1)
    assert "player 1 signed in both" in text
    assert "to remove player 0" in text
    assert "to remove player 2" in text
    assert "player 1 cheated, and the two files prove it: in each, player 1 played on" in text
    assert "player 0 cheated" not in text
    assert "player 2 cheated" not in text
