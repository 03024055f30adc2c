"""Every game in replays/ is right, and can be watched from beginning to end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.main import main
from cli.replay.recorded_story import sentences
from protocol.replay.evidence_file import read_evidence
from protocol.replay.recording import ALL
from protocol.replay.verify import verify
from tests.replay.samples import FOLDER, NAMES, RULE_SETS, path, recording


def test_there_is_one_of_each() -> None:
    assert {
        *RULE_SETS,
        "partners",
        "rotating",
        "challenge",
        "dropout",
        "resumed",
        "cheat",
    } <= set(NAMES)
    told = (FOLDER / "README.md").read_text("utf-8")
    assert all(f"{name}.uno" in told for name in NAMES)
    for name in RULE_SETS:
        assert recording(name).options.variant == name
    for name in ("partners", "rotating", "challenge"):
        assert recording(name).options.mode == name


@pytest.mark.parametrize("name", NAMES)
def test_it_verifies(name: str) -> None:
    verdict = verify(path(name))
    assert verdict.state == "complete", verdict
    assert verdict.winners
    assert list(verdict.totals) == recording(name).match.totals
    lost = {"dropout": "silent", "cheat": "fork"}
    assert [why for _seat, why in verdict.lost] == ([lost[name]] if name in lost else [])


@pytest.mark.parametrize("name", NAMES)
def test_it_can_be_watched(name: str) -> None:
    game = recording(name)
    assert game.complete
    assert game.beats
    for beat, (first, last) in enumerate(game.beats):
        assert first <= last
        for perspective in (ALL, None, 0):
            assert all(sentences(game, beat, perspective)) or game.moments[first].news.events
    assert "win" in " ".join(sentences(game, len(game.beats) - 1))


def test_the_evidence_names_the_cheat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = FOLDER / "cheat.evidence"
    evidence = read_evidence(file)
    assert evidence is not None
    assert evidence.genesis.game == recording("cheat").genesis.game
    assert [evidence.proof.seat] == [seat for seat, _why in verify(path("cheat")).lost]
    assert main(["verify", str(file)]) == 0
    assert evidence.offender in capsys.readouterr().out
    assert main(["verify", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)[0]["state"] == "evidence"
    content = bytearray(file.read_bytes())
    for place in range(5, len(content), 61):
        content[place] ^= 1
        forged = tmp_path / "forged.evidence"
        forged.write_bytes(content)
        assert read_evidence(forged) is None
        assert main(["verify", str(forged)]) == 1
        content[place] ^= 1
