"""Files of other versions, cut, empty, huge, tampered with, not ours: one clear sentence each."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from cli.main import main
from protocol.files.log_file import LARGEST, MAGIC
from protocol.remote_errors import RemoteError, TooLargeError
from protocol.replay.recording import open_recording
from protocol.replay.verify import verify
from tests.replay.samples import path, records, written

GAME = path("resumed").read_bytes()

CASES = {
    "empty": (b"", "empty"),
    "text": (b"dear diary\n" * 50, "not a p2puno game"),
    "picture": (b"\x89PNG\r\n\x1a\n" + bytes(500), "not a p2puno game"),
    "newer": (b"p2puno log 9\n" + GAME[len(MAGIC) :], "another version"),
    "journal": (b"p2puno journal 1\n", "not a p2puno game"),
    "only the first line": (MAGIC, "before the game's first entry"),
    "cut in the genesis": (GAME[: len(MAGIC) + 50], "before the game's first entry"),
}


@pytest.mark.parametrize("case", CASES)
def test_one_sentence(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content, sentence = CASES[case]
    file = tmp_path / "game.uno"
    file.write_bytes(content)
    for command in (["replay", str(file), "--plain"], ["export", str(file)], ["stats", str(file)]):
        assert main(command) in (1, 2)
        said = capsys.readouterr().err.strip()
        assert sentence in said
        assert len(said.splitlines()) == 1
        assert "Traceback" not in said


@pytest.mark.skipif(os.name != "posix", reason="devices have other names there")
def test_what_has_no_end_is_not_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A device, a pipe into which nobody writes, also where games are kept."""
    monkeypatch.setenv("P2PUNO_HOME", str(tmp_path))
    (tmp_path / "games").mkdir()
    for suffix in ("uno", "journal"):
        os.mkfifo(tmp_path / "games" / f"pipe.{suffix}")
    pipe = str(tmp_path / "games" / "pipe.uno")
    for name in ("/dev/zero", pipe):
        assert main(["verify", name]) == 1
        assert "a device or a pipe cannot hold a game" in capsys.readouterr().out
        for command in (["replay", name, "--plain"], ["export", name], ["stats", name]):
            assert main(command) in (1, 2)
            assert "a device or a pipe cannot hold a game" in capsys.readouterr().err
    assert main(["replay"]) == 0
    assert "No games are saved here yet" in capsys.readouterr().out
    assert main(["resume"]) == 2


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "huge.uno"
    with file.open("wb") as writing:
        writing.write(MAGIC)
        os.truncate(writing.fileno(), LARGEST + 1)
    with pytest.raises(TooLargeError):
        open_recording(file)


def test_what_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in (tmp_path / "nothing.uno", tmp_path):
        assert main(["replay", str(name)]) == 2
        assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_cut_file_is_shown_as_far_as_it_goes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cut.uno"
    file.write_bytes(GAME[: len(GAME) // 2])
    assert verify(file).state == "cut"
    assert main(["replay", str(file), "--plain"]) == 0
    assert capsys.readouterr().out
    for form in ("json", "text", "html", "svg", "asciicast"):
        assert main(["export", str(file), "--format", form]) == 0
    assert main(["stats", str(file)]) == 0
    assert main(["practise", str(file), "--at", "1", "--as", "Ada"]) == 2


@pytest.mark.parametrize("count", [1, 2, 5, 9])
def test_a_game_that_hardly_began(count: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "begun.uno"
    file.write_bytes(written(records(GAME)[:count]))
    for command in (
        ["verify", str(file)],
        ["replay", str(file), "--plain"],
        ["replay", str(file), "--plain", "--at", "3", "--as", "spectator"],
        ["stats", str(file)],
        ["practise", str(file), "--at", "1", "--as", "1", "--plain"],
        *(["export", str(file), "--format", form] for form in ("json", "text", "html", "svg", "asciicast")),
    ):
        assert main(command) in (0, 2)
        assert capsys.readouterr().err.count("\n") <= 1


@pytest.mark.parametrize("seed", range(12))
def test_a_tampered_file_never_verifies(seed: int, tmp_path: Path) -> None:
    """One byte anywhere, with its record's checksum made right again."""
    random = Random(seed)
    parts = [bytearray(record) for record in records(GAME)]
    record = random.choice(parts)
    record[random.randrange(len(record))] ^= 1 << random.randrange(8)
    file = tmp_path / "tampered.uno"
    file.write_bytes(written(list(map(bytes, parts))))
    assert verify(file).state != "complete"
    with suppress(RemoteError):
        assert not open_recording(file).complete
