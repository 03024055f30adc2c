"""Text, pictures, terminal recordings, statistics, and the commands that make them."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.export.asciicast import HEIGHT, asciicast
from cli.export.game_transcript import sheet
from cli.export.json_document import document
from cli.export.position_svg import position_svg
from cli.main import main
from cli.replay.game_summary import summarise
from cli.replay.statistics import table, tally
from cli.words.language import LANGUAGES, use
from cli.words.shared_scores import side_name, sides
from protocol.deck.batch_arithmetic import Memo
from protocol.replay.recording import ALL
from tests.replay.samples import NAMES, RULE_SETS, path, recording, winner


@pytest.mark.parametrize("name", NAMES)
def test_score_sheet(name: str) -> None:
    game = recording(name)
    text = sheet(game)
    assert text.endswith("\n")
    last = game.moments[-1].turn
    assert f"{last:>4}. " in text or f"{last - 1:>4}. " in text
    for side in sides(game.options, len(game.names)):
        assert side_name(game.names, side) in text
        assert f" {sum(game.match.totals[seat] for seat in side)} point" in text


def test_partners_have_one_score_together() -> None:
    """R-03, in every form of an export."""
    game = recording("partners")
    totals = game.match.totals
    (first, second), names = sides(game.options, 4), game.names
    score = totals[first[0]] + totals[first[1]]
    assert min(totals[seat] for seat in first) != score, "the sample would show nothing"
    line = next(one for one in reversed(sheet(game).splitlines()) if side_name(names, first) in one)
    assert line.split("  ")[-1] == f"{score} points"
    last = max(index for index, moment in enumerate(game.moments) if game.view(index, ALL) is not None)
    before = game.moments[last].match.totals
    picture = position_svg(game, last, ALL)
    for side in (first, second):
        assert picture.count(f", {sum(before[seat] for seat in side)} points") == 2
    written = document(game)
    assert written["sides"] == [list(first), list(second)]
    assert written["moments"][-1].get("totals", totals) == totals, "by seat, as they were signed"


def test_score_sheet_of_one_player_shows_one_hand() -> None:
    game = recording("classic")
    hands = [line for line in sheet(game, 1).splitlines() if line.startswith(f"      {game.names[1]}: ")]
    others = [line for line in sheet(game, 1).splitlines() if line.startswith(f"      {game.names[0]}: ")]
    assert hands
    assert not others


@pytest.mark.parametrize("name", RULE_SETS)
def test_svg(name: str) -> None:
    game = recording(name)
    for index in range(0, len(game.moments), 17):
        for perspective in (ALL, None, 0):
            root = ElementTree.fromstring(position_svg(game, index, perspective))
            assert root.tag.endswith("svg")
            view = game.view(index, perspective)
            if view is not None and perspective is None and not view.round.two_sided:
                cards = [e.text for e in root.iter() if e.tag.endswith("title")][1:]
                laid = [[card for _seat, card in view.round.aside]]
                public = [card for hand in [*view.round.hands.values(), *laid] for card in hand]
                assert len(cards) <= 1 + sum(card in view.round.faces[0] for card in public)


def test_asciicast() -> None:
    game = recording("flip")
    head, *frames = [json.loads(line) for line in asciicast(game, 0).splitlines()]
    assert head["version"] == 2
    assert len(frames) == len(game.beats)
    times = [frame[0] for frame in frames]
    assert times == sorted(times)
    assert all(frame[1] == "o" and f"\x1b[{HEIGHT};1H" in frame[2] for frame in frames)


def test_statistics() -> None:
    games = [recording(name) for name in NAMES]
    counted = tally(map(summarise, games))
    assert sum(player.wins for player in counted.values()) == sum(len(g.match.ended or ()) for g in games)
    assert sum(player.points for player in counted.values()) == sum(sum(g.match.totals) for g in games)
    for player in counted.values():
        assert player.challenges_won <= player.challenges
        assert player.bluffs_caught <= player.bluffs
        assert player.longest_turn >= 0


def test_commands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P2PUNO_HOME", str(tmp_path))
    monkeypatch.setattr(
        Memo, "check", lambda self, statement, verify, audit=False: None
    )  # verified in test_samples
    game = str(path("resumed"))
    for suffix, beginning in (
        (".json", '{\n "format"'),
        (".txt", "p2puno - "),
        (".cast", '{"version": 2'),
        (".html", "<!doctype html>"),
        (".svg", "<svg"),
    ):
        out = tmp_path / f"game{suffix}"
        assert main(["export", game, "--output", str(out)]) == 0
        assert out.read_text("utf-8").startswith(beginning)
    for more, why in (
        (["-o", "game.doc"], "a name that ends in .json, .txt"),
        (["-o", "game"], "a name that ends in .json, .txt"),
        (["-o", "game.svg", "--format", "json"], "a file named game.svg should be svg, not json"),
    ):
        assert main(["export", game, *more]) == 2
        assert why in capsys.readouterr().err
    assert main(["replay", game, "--plain", "--at", "5", "--as", "Bruno"]) == 0
    told = capsys.readouterr().out
    assert "You" in told
    assert main(["stats", game, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 1
    assert main(["stats", game]) == 0
    assert "Ada" in capsys.readouterr().out
    assert main(["export", game, "--as", "Nobody"]) == 2
    assert "Nobody" in capsys.readouterr().err
    assert main(["replay"]) == 0
    assert "No game" in capsys.readouterr().out
    games = tmp_path / "games"
    games.mkdir(exist_ok=True)
    (games / "a.uno").write_bytes(path("resumed").read_bytes())
    assert main(["replay"]) == 0
    line = capsys.readouterr().out
    assert "verified" in line
    assert f"won by {winner('resumed')}\n" in line
    assert main(["replay", "--spoiler-free"]) == 0
    assert "won by" not in capsys.readouterr().out
    assert main(["replay", "1", "--plain"]) == 0
    assert "wins the match" in capsys.readouterr().out
    assert main(["replay", "7"]) == 2
    assert main(["practise", game, "--at", "5", "--as", "Ada", "--plain"]) == 2
    assert "there is no terminal and no input" in capsys.readouterr().err


@pytest.mark.parametrize("suffix", ["json", "html", "txt", "cast", "svg"])
def test_games_in_which_players_change_seats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    """Each new seating draws for its first dealer, before it has a deal of its own."""
    monkeypatch.setattr(
        Memo, "check", lambda self, statement, verify, audit=False: None
    )  # verified in test_samples
    name, out = "rotating", tmp_path / f"game.{suffix}"
    assert main(["export", str(path(name)), "--output", str(out)]) == 0
    written = out.read_text("utf-8")
    assert all(player in written for player in recording(name).names)
    if suffix == "json":
        given = json.loads(written)
        deals = {deal["number"]: tuple(deal["order"]) for deal in given["deals"]}
        played = {deals[moment["deal"]] for moment in given["moments"] if moment["deal"]}
        assert len(played) == 3


def test_numbers_fit_the_window() -> None:
    counted = tally(summarise(recording(name)) for name in NAMES)
    for language in LANGUAGES:
        use(language)
        for width in (40, 80, 120):
            lines = table(counted, "#", width)
            assert max(map(len, lines)) <= max(width, 45)
            assert sum(line.startswith("Ada ") for line in lines) >= 2


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("cheat", "player 1 cheated (signed two things that contradict each other): out of the match."),
        ("dropout", "Ada did not come back and loses the seat."),
    ],
)
def test_whoever_was_lost_is_told_with_the_reason(name: str, told: str) -> None:
    lost = [moment for moment in document(recording(name))["moments"] if "lost" in moment]
    assert [told in moment["text"] for moment in lost] == [True]
    assert told in sheet(recording(name))


def test_no_recorded_game_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, plain = tmp_path / "game.uno", tmp_path / "game"
    game.write_bytes(path("swap").read_bytes())
    plain.hardlink_to(game)
    before = game.read_bytes()
    for name in (game, plain, tmp_path / "other.UNO", tmp_path / "other.journal"):
        assert main(["export", str(game), "-o", str(name), "--format", "json"]) == 2
        assert "is named like a recorded game" in capsys.readouterr().err
    assert game.read_bytes() == before
    assert {each.name for each in tmp_path.iterdir()} == {"game.uno", "game"}


def test_a_dash_is_standard_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["export", str(path("swap")), "-o", "-", "--format", "json"]) == 0
    assert json.loads(capfdbinary.readouterr().out)
    assert not list(tmp_path.iterdir())
