"""Mistakes of ours, made on purpose: what the player sees of them, and what is written down."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.runtime import crash_report as crash
from tests.cli.terminal import Terminal
from tests.network.players import Player
from tests.replay.samples import path as sample

BROKEN = Path(__file__).parent / "broken"
NOT_YOURS = "Something went wrong inside p2puno; it is not your fault."
START_AGAIN = "Nothing that was saved is lost: start p2puno again."
MISTAKE = "RuntimeError: a mistake of ours"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PYTHONPATH", str(BROKEN))
    monkeypatch.setenv("P2PUNO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("P2PUNO_CONFIG", str(tmp_path / "settings.toml"))
    return tmp_path / "home"


def start(home: Path, broken: str, *arguments: str) -> Terminal:
    config = home.parent / "settings.toml"
    config.touch()  # else a name is asked for first: see test_welcome.py
    return Terminal(*arguments, config=config, columns=240, P2PUNO_BROKEN=broken)


def in_lines(
    broken: str, *arguments: str, typed: str = "", **environ: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cli", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        env={**os.environ, "LC_ALL": "C.UTF-8", "P2PUNO_BROKEN": broken, **environ},
        timeout=150,
        check=False,
    )


def reports(home: Path) -> list[Path]:
    return sorted((home / crash.FOLDER).glob("*.txt"))


def is_told(said: str, home: Path) -> str:
    """Two sentences and no traceback; returns what is written down."""
    (report,) = reports(home)
    assert f"{NOT_YOURS} The details are in {report}" in said
    assert "Traceback" not in said
    written = report.read_text("utf-8")
    assert MISTAKE in written
    return written


def test_in_a_game_on_the_screen(home: Path) -> None:
    with start(home, "rules", "play", "--seed", "3", "--speed", "0") as terminal:
        terminal.sees(r"Your turn")
        terminal.type("?")
        terminal.sees(r"r shows the rules")
        terminal.type("r")
        assert terminal.ends() == crash.STATUS
        assert terminal.as_found()
        assert START_AGAIN in terminal.text
        written = is_told(terminal.text, home)
    assert "command: p2puno play --seed --speed\n" in written
    assert f"python: CPython {sys.version.split()[0]}\n" in written
    assert "TERM: xterm-256color\n" in written


def test_in_a_form(home: Path) -> None:
    with start(home, "form") as terminal:
        assert terminal.ends() == crash.STATUS
        assert terminal.as_found()
        is_told(terminal.text, home)


def test_in_a_replay(home: Path) -> None:
    with start(home, "replay", "replay", str(sample("challenge"))) as terminal:
        assert terminal.ends() == crash.STATUS
        assert terminal.as_found()
        is_told(terminal.text, home)


@pytest.mark.parametrize("typed", ["", "draw\nkeep\n" * 9], ids=["watching", "playing"])
def test_in_lines(home: Path, typed: str) -> None:
    done = in_lines("easy bots", "play", "--seed", "3", "--speed", "0", "--level", "easy", typed=typed)
    assert done.returncode == crash.STATUS
    assert ("Type ? for the commands." in done.stdout) == bool(typed)
    assert START_AGAIN in done.stderr
    is_told(done.stderr, home)


def test_who_mends_it_sees_it_at_once(home: Path) -> None:
    done = in_lines("easy bots", "play", "--seed", "3", "--speed", "0", "--level", "easy", P2PUNO_DEBUG="1")
    assert done.returncode == crash.STATUS
    assert MISTAKE in done.stderr
    assert reports(home)


def test_where_nothing_can_be_written_it_is_shown(home: Path) -> None:
    home.write_text("no folder")
    done = in_lines("easy bots", "play", "--seed", "3", "--speed", "0", "--level", "easy")
    assert done.returncode == crash.STATUS
    assert f"{NOT_YOURS}\n" in done.stderr
    assert MISTAKE in done.stderr


def test_what_fails_beside_the_game_does_not_end_it(home: Path) -> None:
    done = in_lines("callback", "play", "--seed", "3", "--watch", "--target", "50")
    assert done.returncode == 0
    assert "wins the match" in done.stdout
    assert len(reports(home)) == 3, "it fails with every card, and is not written down every time"
    assert f"inside p2puno; the game continues. The details are in {reports(home)[0]}" in done.stderr
    assert "Traceback" not in done.stderr


def test_in_the_process_of_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("P2PUNO_BROKEN", "easy bots")
    player = Player(tmp_path, "Ada")
    player.host("--players", "2", "--bots", "1", "--level", "easy", "--hand-size", "4")
    try:
        said = player.hears(r"A bot has stopped: .* The details are in (.*)")
        assert MISTAKE in Path(said[1]).read_text("utf-8")
        assert not player.ended
    finally:
        player.kill()


def test_the_game_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The own program fails in the middle of a match among peers; with it put right, the match goes on."""
    player = Player(tmp_path, "Ada")
    with monkeypatch.context() as broken:
        broken.setenv("P2PUNO_BROKEN", "easy bots")
        player.host("--players", "2", "--bots", "1", "--level", "normal", "--target", "30", bot="easy")
        player.finish(status=crash.STATUS)
    player.hears(r"Your game is saved: type p2puno resume to continue")
    player.resume()
    player.finish()


def test_no_code_and_no_address_is_written_down(home: Path) -> None:
    for typed in (
        ["10.1.2.3:4711#ABCD-EFGH", "--yes"],
        ["#ABCD-EFGH", "--yes"],
        ["10.1.2.3 # ABCDEFGH", "--yes"],
        ["10.1.2.3#ABCD EFGH", "--yes", "--", "--yes"],
        ["--yes", "\udcff"],
    ):
        path = crash.report(RuntimeError("a mistake of ours"), ["--lang", "en", "join", "--name=Ada", *typed])
        assert path is not None
        assert "command: p2puno join --lang --name --yes\n" in path.read_text("utf-8")
        assert path.stat().st_mode & 0o077 == 0


def test_what_is_no_text_is_written_down_too(home: Path) -> None:
    error = RuntimeError("\udcff.uno: a mistake of ours")
    assert crash.tell(error, ["verify", "\udcff.uno"], lambda: False) == crash.STATUS
    assert "\\udcff.uno: a mistake of ours" in reports(home)[0].read_text("utf-8")


def test_only_so_many_are_kept(home: Path) -> None:
    made = [crash.report(RuntimeError("a mistake of ours")) for _time in range(crash.KEPT + 5)]
    assert reports(home) == made[5:]


@pytest.mark.parametrize("command", ["play", "host", "stats", "resume"])
def test_what_is_not_ours_is_no_mistake(home: Path, command: str) -> None:
    home.write_text("no folder")
    done = in_lines("", command)
    assert done.returncode == 2
    assert re.fullmatch(r"p2puno: .*cannot be written: .*with P2PUNO_HOME\.\n", done.stderr)


def test_a_full_disk_is_told_once(home: Path) -> None:
    """Also if it is told only when the last lines are written."""
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "cli", "rules"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert re.fullmatch(r"p2puno: the disk is full: free some space.*\n", done.stderr)


def test_goodbye_to_nobody(home: Path) -> None:
    """Ctrl-C ends the reader of our lines too."""
    command = [sys.executable, "-m", "cli", "demo", "--rounds", "9"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as demo:
        assert demo.stdout is not None
        assert demo.stderr is not None
        demo.stdout.readline()
        demo.stdout.close()
        demo.send_signal(signal.SIGINT)
        assert demo.wait(60) in (130, 141)
        assert demo.stderr.read() == ""
