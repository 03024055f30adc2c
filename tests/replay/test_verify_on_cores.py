"""A game verified by several processes: the same verdict as by one, whatever is wrong and wherever."""

from __future__ import annotations

from pathlib import Path

import pytest

from protocol.deck import Calculator
from protocol.files.log_file import read_game
from protocol.replay.verify import BAD, COMPLETE, verify, verify_entries
from protocol.replay.verify_on_cores import _parts, _verify_part, verify_on_cores
from tests.replay.samples import path, records, written


def spoiled(file: Path, position: int, back: int) -> None:
    """The sample with one byte of an entry changed, counted from its end, where its signature is."""
    parts = records(path("swap").read_bytes())
    changed = bytearray(parts[position])
    changed[-back] ^= 1
    parts[position] = bytes(changed)
    file.write_bytes(written(parts))


@pytest.mark.parametrize("name", ["swap", "dropout", "cheat"])
def test_the_same_verdict(name: str) -> None:
    assert verify_on_cores(path(name), Calculator(), processes=3) == verify(path(name), Calculator())


def test_every_position_is_checked_by_exactly_one_process() -> None:
    count = len(records(path("swap").read_bytes())) - 1
    for processes in range(1, 12):
        parts = _parts(path("swap"), processes)
        assert len(parts) == processes
        for position in range(1, count + 2):
            assert sum(position in part for part in parts) == 1


def test_only_the_process_that_checks_an_entry_finds_its_signature_wrong(tmp_path: Path) -> None:
    file = tmp_path / "game.uno"
    first, second = _parts(path("swap"), 2)
    for position in (1, second.start - 1, second.start, len(records(path("swap").read_bytes())) - 1):
        spoiled(file, position, back=1)
        results = [_verify_part(file, part) for part in (first, second)]
        assert [found is None for found in results] == [position in first, position in second]


@pytest.mark.parametrize("back", [1, 150], ids=["signature", "body"])
@pytest.mark.parametrize("part", [0, 1])
def test_what_one_process_finds_wrong_is_the_verdict(tmp_path: Path, part: int, back: int) -> None:
    file = tmp_path / "game.uno"
    position = _parts(path("swap"), 2)[part].start
    spoiled(file, position, back)
    verdict = verify_on_cores(file, Calculator(), processes=2)
    assert verdict == verify(file, Calculator())
    assert (verdict.state, verdict.position) == (BAD, position)


def test_a_proof_that_one_process_trusts_is_checked_by_another(tmp_path: Path) -> None:
    """A wrong proof, with all signatures taken as good. The process that trusts it notices only that the next
    entry follows another one."""
    parts = records(path("swap").read_bytes())
    largest = max(range(1, len(parts)), key=lambda position: len(parts[position]))
    changed = bytearray(parts[largest])
    changed[len(changed) // 2] ^= 1
    parts[largest] = bytes(changed)
    file = tmp_path / "game.uno"
    file.write_bytes(written(parts))
    genesis, entries = read_game(file)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("protocol.play.game.check_signature", lambda *_: None)
        for part in _parts(file, 2):
            verdict = verify_entries(genesis, entries, checked=part)
            assert verdict.position == (largest if largest in part else largest + 1)


def test_a_process_that_ends_decides_nothing() -> None:
    """The verdict is that of one core then."""

    def ends(*_: object) -> None:
        return None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("protocol.replay.verify_on_cores._received", ends)
        assert verify_on_cores(path("swap"), Calculator(), processes=2).state == COMPLETE
