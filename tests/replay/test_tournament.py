"""A recorded tournament: verified, tampered with, replayed, exported and counted."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from cli.main import main
from protocol.files.log_file import MAGIC, RecordFile, read_log, read_records
from protocol.hall.tournament_file import MAGIC as TOURNAMENT
from protocol.hall.tournament_file import NAME, read_tournament
from protocol.hall.verify_tournament import LogState, verify_tournament
from protocol.tournament.standings import Kind, standings
from tests.replay.browser import CHROMIUM, DRIVER, Browser
from tests.replay.samples import FOLDER

SAMPLE = FOLDER / "tournament"
FIRST = "stage-1-table-1.uno"


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SAMPLE, tmp_path / "evening"))


def states(folder: Path) -> tuple[str, list[LogState]]:
    verdict = verify_tournament(folder)
    return verdict.state, list(verdict.logs.values())


def rewrite(path: Path, magic: bytes, records: list[bytes]) -> None:
    path.unlink()
    file = RecordFile(path, magic)
    for record in records:
        file.append(record)
    file.close()


def test_it_verifies(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert states(evening) == ("complete", [LogState.PROVED] * 2)
    assert main(["verify", str(evening)]) == 0
    told = capsys.readouterr().out
    assert "roster signed by all 5 players" in told
    assert "complete and valid: every result is proved" in told
    assert "wins the tournament!" in told
    assert main(["verify", "--json", str(evening / NAME)]) == 0
    values = json.loads(capsys.readouterr().out)
    assert (values["state"], len(values["standings"])) == ("complete", 5)


def test_one_sat_out_in_each_stage() -> None:
    kinds = [[cell.kind for cell in row.cells] for row in standings(read_tournament(SAMPLE))]
    assert sorted(kind.value for row in kinds for kind in row) == ["idle"] * 2 + ["played"] * 8
    assert [Kind.IDLE, Kind.IDLE] not in kinds


def test_without_a_log_four_signatures_suffice(evening: Path) -> None:
    (evening / FIRST).unlink()
    assert states(evening) == ("complete", [LogState.ABSENT, LogState.PROVED])


def test_without_results_the_logs_suffice(evening: Path) -> None:
    roster, *_rest = read_records(evening / NAME, TOURNAMENT)
    before = standings(read_tournament(evening))
    rewrite(evening / NAME, TOURNAMENT, [roster])
    verdict = verify_tournament(evening)
    assert verdict.state == "complete"
    assert verdict.results is not None
    assert standings(verdict.results) == before


def test_not_finished(evening: Path) -> None:
    roster, *_rest = read_records(evening / NAME, TOURNAMENT)
    rewrite(evening / NAME, TOURNAMENT, [roster])
    genesis, *entries = read_records(evening / FIRST, MAGIC)
    rewrite(evening / FIRST, MAGIC, [genesis, *entries[:50]])
    assert states(evening) == ("cut", [LogState.UNFINISHED, LogState.PROVED])


def test_a_log_of_another_table(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(evening / "stage-2-table-1.uno", evening / FIRST)
    assert states(evening)[0] == "bad"
    assert main(["verify", str(evening)]) == 1
    assert "NOT the game of this table" in capsys.readouterr().out


def test_a_log_with_a_changed_entry(evening: Path) -> None:
    genesis, *entries = read_records(evening / FIRST, MAGIC)
    entries[30] = entries[30][:-70] + bytes([entries[30][-70] ^ 1]) + entries[30][-69:]
    rewrite(evening / FIRST, MAGIC, [genesis, *entries])
    assert states(evening) == ("bad", [LogState.WRONG, LogState.PROVED])


@pytest.mark.parametrize("at", [0, 1])
def test_a_forged_roster_or_result(evening: Path, at: int, capsys: pytest.CaptureFixture[str]) -> None:
    records = list(read_records(evening / NAME, TOURNAMENT))
    records[at] = records[at][:-5] + bytes([records[at][-5] ^ 1]) + records[at][-4:]
    rewrite(evening / NAME, TOURNAMENT, records)
    assert verify_tournament(evening).state == "bad"
    assert main(["verify", str(evening)]) == 1
    assert "not a valid tournament" in capsys.readouterr().out


def test_its_games_are_ordinary_games(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(evening / FIRST)]) == 0
    assert read_log(evening / FIRST)[0].slot is not None
    assert main(["replay", str(evening)]) == 0
    assert "stage 1, table 1:" in capsys.readouterr().out
    assert main(["stats", str(evening)]) == 0
    names = [player.name for player in read_tournament(evening).roster.players]
    told = capsys.readouterr().out
    assert all(name in told for name in names)


def test_the_page(evening: Path, tmp_path: Path) -> None:
    """Standings after each stage as tables and as a plot, and every game inside."""
    out = tmp_path / "evening.html"
    assert main(["export", str(evening), "--output", str(out)]) == 0
    page = out.read_text("utf-8")
    assert page.count("<polyline") == 5
    assert page.count("<iframe") == 2
    assert page.count("<table>") == 2, "at the end, and after the first stage"
    for row in standings(read_tournament(evening)):
        name = read_tournament(evening).roster.players[row.player].name
        assert re.search(rf'<th scope="row">{name}</th><td>{row.place}</td><td>{row.total}</td>', page)
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert main(["export", str(evening), "--format", "text", "--output", str(tmp_path / "x.txt")]) == 2


@pytest.mark.skipif(CHROMIUM is None or DRIVER is None, reason="needs chromium and chromedriver")
def test_the_page_in_a_browser(tmp_path: Path) -> None:
    """Opening a game shows the page that plays it; no error, and no request to anywhere."""
    out = tmp_path / "evening.html"
    assert main(["export", str(SAMPLE), "--output", str(out)]) == 0
    browser = Browser()
    try:
        browser.open("about:blank")
        browser.logged("browser"), browser.requests()
        browser.open(out.as_uri())
        steps = browser.run(
            """document.querySelectorAll('details').forEach(one => one.open = true);
            return [...document.querySelectorAll('iframe')].map(frame => {
              const scrub = frame.contentDocument.getElementById('scrub');
              scrub.value = 3;
              scrub.dispatchEvent(new Event('input'));
              return [Number(scrub.max), frame.contentDocument.getElementById('now').textContent.length];
            })"""
        )
        assert len(steps) == 2
        assert all(last > 10 and told > 0 for last, told in steps)
        assert browser.logged("browser") == []
        address = out.as_uri()
        asked = [url for url in browser.requests() if url != address]
        assert [url for url in asked if not url.startswith(("data:", "about:"))] == []
    finally:
        browser.close()
