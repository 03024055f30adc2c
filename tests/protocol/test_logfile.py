"""Games on disk: a torn tail at every byte, flipped bytes, and what is kept when a log goes back."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from zlib import crc32

import pytest

from protocol.codec import pack, unpack
from protocol.files.log_file import MAGIC, Entries, LogFile, TakenError, keep, read_log
from protocol.log.entry import Entry
from protocol.log.genesis import Genesis
from protocol.remote_errors import Code, RemoteError
from protocol.replay.verify import BAD, COMPLETE, CUT, verify
from tests.simulation.test_cases import table, to_end
from tests.simulation.world import World


@cache
def game() -> tuple[World, Genesis, list[Entry]]:
    world = table(2, seed=908, target=1, hand_size=1)
    to_end(world)
    return world, world.genesis, world.peers[0].disk.entries


def write(path: Path, count: int | None = None) -> Path:
    _, genesis, entries = game()
    log = LogFile(path, genesis)
    for entry in entries[:count]:
        log.append(entry)
    log.close()
    return path


def test_whole(tmp_path: Path) -> None:
    world, genesis, entries = game()
    path = write(tmp_path / "game.uno")
    recorded, log = read_log(path)
    assert (recorded, list(log), len(log)) == (genesis, entries, len(entries))
    assert log.whole
    assert verify(path, world.calculator).state == COMPLETE


def test_it_is_read_while_it_is_written(tmp_path: Path) -> None:
    """What comes after the first look is neither read nor called damage, however much of a record it is."""
    world, _, entries = game()
    whole = write(tmp_path / "whole.uno").read_bytes()
    half = write(tmp_path / "half.uno", len(entries) // 2).read_bytes()
    growing = tmp_path / "growing.uno"
    for more in (0, 1, 8, 9, 40):
        growing.write_bytes(whole[: len(half) + more])

        def grow(_done: int, _of: int) -> None:
            growing.write_bytes(whole)

        verdict = verify(growing, world.calculator, grow)
        assert (verdict.state, verdict.entries) == (CUT, len(entries) // 2)
        assert verify(growing, world.calculator).state == COMPLETE


def test_a_genesis_that_is_being_written_is_not_damage(tmp_path: Path) -> None:
    """The file grows between the look at its size and the look into it."""
    whole = write(tmp_path / "whole.uno", 1).read_bytes()
    path = tmp_path / "growing.uno"
    path.write_bytes(whole[:60])
    entries = Entries(path)
    path.write_bytes(whole)
    assert not entries.begun


@pytest.mark.skipif(sys.platform == "win32", reason="a file that is open cannot be deleted there")
@pytest.mark.parametrize("instead", [None, b"something else"])
def test_a_file_that_is_deleted_is_written_anew(tmp_path: Path, instead: bytes | None) -> None:
    _, genesis, entries = game()
    wanted = write(tmp_path / "whole.uno").read_bytes()
    path = tmp_path / "game.uno"
    log = LogFile(path, genesis)
    for entry in entries[:3]:
        log.append(entry, sync=False)
    assert not log.restore()
    path.unlink()
    if instead is not None:
        path.write_bytes(instead)
    assert log.restore()
    assert not log.restore()
    with pytest.raises(TakenError):
        LogFile(path, genesis)
    path.unlink()
    log.rewind(2)
    for entry in entries[1:]:
        log.append(entry)
    log.close()
    assert path.read_bytes() == wanted
    others = [other.read_bytes() for other in tmp_path.glob("game.uno.other-*")]
    assert others == ([] if instead is None else [instead])


def test_torn_at_every_byte(tmp_path: Path) -> None:
    """Whatever was whole is kept, the rest is set aside, and writing goes on where the whole ends."""
    _, genesis, entries = game()
    whole = write(tmp_path / "whole.uno", 2).read_bytes()
    shorter = write(tmp_path / "shorter.uno", 1).read_bytes()
    for size in range(len(shorter), len(whole)):
        path = tmp_path / "torn.uno"
        path.write_bytes(whole[:size])
        log = read_log(path)[1]
        assert list(log) == entries[:1]
        assert log.whole == (size == len(shorter))
        file = LogFile(path, genesis)
        file.append(entries[1])
        file.close()
        assert path.read_bytes() == whole
        if size > len(shorter):  # beside those that were kept before
            aside = path.with_suffix(f".uno.torn-{size - len(shorter)}")
            assert aside.read_bytes() == whole[len(shorter) : size]


def test_what_is_spoiled_in_the_middle_is_no_torn_end(tmp_path: Path) -> None:
    """Wherever it is spoiled, also in a length: nobody is told that a game which is mostly lost is right."""
    world, _, _ = game()
    data = write(tmp_path / "good.uno").read_bytes()
    before, after = (len(write(tmp_path / f"{count}.uno", count).read_bytes()) for count in (1, 2))
    for place in range(before, after):
        path = tmp_path / "spoiled.uno"
        path.write_bytes(data[:place] + bytes([data[place] ^ 129]) + data[place + 1 :])
        verdict = verify(path, world.calculator)
        assert (verdict.state, verdict.entries, verdict.position) == (BAD, 1, 2)
        assert verdict.code == Code.DAMAGED


def test_where_a_file_goes_wrong_before_its_first_entry(tmp_path: Path) -> None:
    """Without the first line there is no log, and no position; a genesis has position 0. One that was spoiled
    in a whole file is damage, and no interrupted write."""
    world, _, _ = game()
    data = write(tmp_path / "good.uno", 3).read_bytes()
    size = len(MAGIC) + 8 + int.from_bytes(data[len(MAGIC) :][:4], "big")
    genesis = unpack(data[len(MAGIC) + 8 : size])
    unsigned = pack([genesis[0], [bytes(64) for _ in genesis[1]]])
    header = len(unsigned).to_bytes(4, "big") + crc32(unsigned).to_bytes(4, "big")
    for changed, position, code in (
        (b"", None, "foreign"),
        (MAGIC[:-2] + b"9" + data[len(MAGIC) - 1 :], None, "foreign"),
        (MAGIC, 0, "torn"),
        (data[: size - 1], 0, "torn"),
        (data[:100] + bytes([data[100] ^ 1]) + data[101:], 0, "damaged"),
        (MAGIC + header + unsigned + data[size:], 0, "unsigned"),
    ):
        path = tmp_path / "spoiled.uno"
        path.write_bytes(changed)
        verdict = verify(path)
        assert (verdict.state, verdict.position, verdict.code) == (BAD, position, code)
    assert verify(tmp_path / "nowhere.uno").code == "unreadable"
    assert verify(write(tmp_path / "three.uno", 3), world.calculator).code == "unfinished"


def test_every_code_is_in_the_document() -> None:
    text = (Path(__file__).parents[2] / "docs/protocol.md").read_text(encoding="utf-8")
    table = text[text.index("## 20 ") : text.index("## 22 ")]
    assert set(re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE)) == set(Code)


def test_what_is_kept_aside_is_never_overwritten(tmp_path: Path) -> None:
    for data in (b"one", b"two", b"one"):
        keep(tmp_path / "x.uno", "x.evidence-1-fork", data)
    kept = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert kept == {"x.evidence-1-fork-1": b"one", "x.evidence-1-fork-2": b"two"}


@pytest.mark.slow
def test_flipped_bytes_do_not_go_unnoticed(tmp_path: Path) -> None:
    world, _, _ = game()
    data = write(tmp_path / "good.uno").read_bytes()
    path = tmp_path / "bad.uno"
    for place in range(0, len(data), max(1, len(data) // 150)):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        verdict = verify(path, world.calculator)
        assert verdict.state in (BAD, CUT)


def test_not_a_game(tmp_path: Path) -> None:
    path = tmp_path / "x.uno"
    for data in (b"", b"hello", MAGIC, MAGIC[:-2] + b"9\n", MAGIC + b"\xff" * 20):
        path.write_bytes(data)
        assert verify(path).state == BAD
        with pytest.raises(RemoteError):
            list(read_log(path)[1])


def test_rewind_cuts_what_was_taken_back(tmp_path: Path) -> None:
    _, genesis, entries = game()
    path = write(tmp_path / "game.uno", 6)
    log = LogFile(path, genesis)
    log.rewind(4)
    log.append(entries[3])
    log.close()
    assert list(read_log(path)[1]) == entries[:4]
