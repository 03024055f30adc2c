"""The player's own record: which games count, what they add up to, how it is shown, and what is cached."""

from __future__ import annotations

import io
import json
import os
import stat
from pathlib import Path
from shutil import copytree
from unicodedata import east_asian_width
from xml.etree import ElementTree

import pytest

from cli.export.record_page import plot, record_page
from cli.main import main
from cli.replay.game_summary import Seat, Summary, Tally, from_values, own_seat, summarise, to_values
from cli.replay.library import distinct, summaries
from cli.replay.my_record import Result, my_record, shares
from cli.replay.record_reading import draws_ascii
from cli.replay.record_tables import record_lines
from cli.replay.statistics import tally
from cli.replay.summary_cache import NAME
from cli.screen.canvas import text_width
from cli.screen.column_plot import BLOCKS, column_plot
from cli.settings.settings import Settings
from cli.words.language import LANGUAGES, use
from protocol.deck.batch_arithmetic import Calculator, Memo
from protocol.files.log_file import LogFile, fingerprint, read_log
from protocol.files.private_journal import Journal, Private, read_journal
from protocol.files.store import Store
from protocol.log.genesis import Genesis
from protocol.net.keys_and_card import Keys
from protocol.replay.recording import open_recording
from protocol.replay.verify import BAD, COMPLETE, CUT
from tests.replay.samples import path, recording, records

ME, EMIL, ZOE, BOT = "Nora", "Emil", "Zoë", "Bruno"
DAY = 86_400_000


def game(
    number: int,
    won: bool,
    *others: str,
    mode: str = "single",
    scoring: str = "points",
    state: str = COMPLETE,
    own: int | None = 0,
    keys: dict[str, str] | None = None,
) -> Summary:
    """The player in seat 0, who won or did not, with others; the one called Bruno is the player's bot."""
    names = [ME, *others]
    seats = tuple(
        Seat(
            name,
            (keys or {}).get(name, name.encode().hex()),
            0 if name == BOT else seat,
            Tally(
                games=1, wins=won == (seat == 0), points=10 * (seat == 0), uno_calls=2, longest_turn=number
            ),
        )
        for seat, name in enumerate(names)
    )
    return Summary(
        f"{number:064x}",
        1_750_000_000_000 + number * DAY,
        "classic",
        mode,
        scoring,
        seats,
        state,
        ((0,) if won else (1,)) if state == COMPLETE else None,
        own,
    )


# -- what counts ----------------------------------------------------------------------------------------


def test_people_are_counted_apart_from_bots() -> None:
    games = [game(0, True, BOT), game(1, True, EMIL, BOT), game(2, False, EMIL), game(3, False, BOT)]
    record = my_record(games)
    assert (record.total.games, record.total.wins, record.total.points) == (4, 2, 40)
    assert (record.with_people.games, record.with_people.wins) == (2, 1)
    assert (record.only_bots.games, record.only_bots.wins) == (2, 1)
    assert [one.name for one in record.opponents] == [EMIL], "a bot is no opponent of its own"
    assert (record.opponents[0].games, record.opponents[0].wins, record.opponents[0].losses) == (2, 1, 1)
    assert record.total.by_chance == pytest.approx(1 / 2 + 1 / 3 + 1 / 2 + 1 / 2)
    assert record.deeds.uno_calls == 8
    assert record.deeds.longest_turn == 3


def test_streaks() -> None:
    record = my_record([game(n, won, BOT) for n, won in enumerate([True, True, True, False, True, True])])
    assert (record.total.longest_streak, record.total.streak) == (3, 2)
    assert my_record([game(0, True, BOT), game(1, False, BOT)]).total.streak == 0


@pytest.mark.parametrize("mode", ["partners", "tournament"])
def test_a_partner_is_no_opponent(mode: str) -> None:
    record = my_record([game(0, True, EMIL, ZOE, "Ida", mode=mode)])
    assert {one.name for one in record.opponents} == {EMIL, "Ida"}
    assert record.total.by_chance == 0.5
    rotating = my_record([game(0, True, EMIL, ZOE, "Ida", mode="rotating")])
    assert len(rotating.opponents) == 3


def test_opponents_are_known_by_their_keys() -> None:
    first = game(0, True, EMIL, keys={EMIL: "aa"})
    renamed = game(1, True, "Emilio", keys={"Emilio": "aa"})
    namesake = game(2, True, "Emilio", keys={"Emilio": "bb"})
    record = my_record([first, renamed, namesake])
    assert [(one.key, one.name, one.games) for one in record.opponents] == [
        ("aa", "Emilio", 2),
        ("bb", "Emilio", 1),
    ]
    shown = [line for line in record_lines(record, 76) if "Emilio (" in line]
    assert len({line.split(")")[0] for line in shown}) == 2


def test_games_that_do_not_count_are_told() -> None:
    games = [
        game(0, True, BOT),
        game(1, True, BOT, state=CUT),
        game(2, True, BOT, state=BAD),
        game(3, True, BOT, own=None),
    ]
    record = my_record(games)
    assert (record.total.games, record.unfinished, record.invalid, record.others) == (1, 1, 1, 1)
    text = "\n".join(record_lines(record, 200))
    for told in (
        "1 game counts: it is verified",
        "1 game is not finished",
        "not valid",
        "you did not play in",
    ):
        assert told in text


def test_charges_are_no_points() -> None:
    games = [game(0, True, BOT), game(1, True, BOT, scoring="lowest"), game(2, True, BOT, mode="challenge")]
    record = my_record(games)
    assert record.total.points == 10
    assert {mode: score.points for mode, score in record.modes.items()} == {
        "single": 10,
        "lowest": 0,
        "challenge": 0,
    }


def test_one_game_saved_twice_counts_once() -> None:
    mine, watched = game(0, True, EMIL), game(0, True, EMIL, own=None)
    unfinished = game(0, True, EMIL, state=CUT)
    for games in ([mine, watched, unfinished], [unfinished, watched, mine]):
        assert distinct(games) == [mine]


# -- who the player is ----------------------------------------------------------------------------------


def genesis() -> Genesis:
    return read_log(path("resumed"))[0]  # Ada, Bruno and Clara, all of them people


def test_the_player_is_known_by_key_and_not_by_name() -> None:
    played = genesis()
    assert own_seat(played, None, played.players[1].key) == 1
    assert own_seat(played, None, Keys.fresh().identity.public) is None, "whatever the name"
    assert own_seat(played, None, None) is None


def test_a_second_program_of_the_player_is_known_by_its_journal() -> None:
    played, other = genesis(), Keys.fresh().identity.public
    assert own_seat(played, Private(seat=2, body=played.body), other) == 2
    assert own_seat(played, Private(seat=2, body=b"another game"), other) is None
    assert own_seat(played, Private(seat=2, body=played.body, watched=True), other) is None
    assert own_seat(played, Private(seat=2, body=played.body, level="hard"), other) is None


@pytest.mark.skipif(os.name != "posix", reason="no modes there")
def test_looking_at_the_key_hides_no_warning(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.identity() is None
    mine = store.keys().identity.public
    assert store.identity() == mine, "also while a program uses it"
    store.close()
    (tmp_path / "identity").chmod(0o644)
    assert store.identity() == mine
    store.keys()
    store.close()
    assert store.exposed, "the player is told that others could read it"
    (tmp_path / "identity").write_bytes(b"short")
    assert store.identity() is None


def test_a_seat_that_a_bot_played_stays_so(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "game.uno")
    journal.watch()
    journal.close()
    assert read_journal(tmp_path / "game.uno").watched


# -- reading the games ----------------------------------------------------------------------------------


def sit_down(file: Path, seat: int, vouch: bool = True) -> None:
    """Write the journal of a player who played this game, to its end."""
    keys, played = Keys.fresh(), read_log(file)[0]
    journal = Journal(file)
    journal.begin(seat, bytes(32), keys, keys.identity.public, "", b"founding", played.body)
    if vouch:
        log = LogFile(file, played)
        journal.vouch(log, strayed=False)
        log.close()
    journal.close()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("P2PUNO_HOME", str(tmp_path))
    games = Store(tmp_path).games
    for name in ("resumed", "dropout"):
        file = games / f"{name}.uno"
        file.write_bytes(path(name).read_bytes())
        sit_down(file, 0)
    (games / "watched.uno").write_bytes(path("cheat").read_bytes())
    return tmp_path


def test_own_games_of_tournaments_count(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    night = home / "games" / "night"
    copytree("replays/tournament", night)
    (night / "tournament.journal").write_bytes(b"")
    sit_down(night / "stage-1-table-1.uno", 0)
    assert main(["stats", "--format", "json"]) == 0
    values = json.loads(capsys.readouterr().out)["record"]
    assert values["total"]["games"] == 3, "two others, and not the one that was only watched"
    assert values["modes"]["tournament"]["games"] == 1


def test_what_the_own_program_verified_is_not_verified_again() -> None:
    def proofs(own: Private | None) -> int:
        memo = Memo()
        assert open_recording(path("resumed"), Calculator(memo=memo), own=own).complete
        return len(memo._known)

    known = records(path("resumed").read_bytes())
    every = proofs(None)
    assert 0 < proofs(Private(vouched=(len(known), fingerprint(known)))) < every / 2
    assert proofs(Private(vouched=(len(known), fingerprint(known)), strayed=False)) == 0
    assert proofs(Private(vouched=(len(known), bytes(32)))) == every, (
        "a journal of another file vouches for nothing"
    )


def test_the_record_of_real_files(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = my_record(summaries())
    assert (record.total.games, record.others) == (2, 1)
    assert record.with_people.games == 2
    assert main(["stats"]) == 0
    shown = capsys.readouterr().out
    assert "with people      2" in shown
    assert "1 game does not count, because you did not play in it." in shown


def test_files_are_replayed_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = summaries()

    def never(*_arguments: object) -> None:
        raise AssertionError("replayed again")

    monkeypatch.setattr("cli.replay.library.open_recording", never)
    assert summaries() == first


def test_an_interrupted_reading_goes_on_where_it_stopped(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int]] = []

    def interrupt(done: int, of: int) -> None:
        seen.append((done, of))
        if done > of / 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        summaries(interrupt)
    assert seen == sorted(seen), "one bar for all games"
    assert len(json.loads((home / NAME).read_text("utf-8"))["games"]) == 1
    assert len(summaries()) == 3


@pytest.mark.skipif(os.name != "posix", reason="no modes there")
def test_the_cache_is_private(home: Path) -> None:
    summaries()
    assert stat.S_IMODE((home / NAME).stat().st_mode) == 0o600
    assert sorted(file.name for file in home.iterdir()) == ["games", NAME]


def test_a_summary_survives_the_cache() -> None:
    for name in ("resumed", "partners", "cheat"):
        summary = summarise(recording(name), 0)
        assert from_values(json.loads(json.dumps(to_values(summary)))) == summary


def test_a_damaged_summary_is_refused() -> None:
    good = json.loads(json.dumps(to_values(summarise(recording("resumed"), 0))))
    harmless = [(0, "?"), (1, 99), (1, -1), (7, [])]
    bads: list[object] = [
        [],
        {},
        "?",
        99,
        -1,
        1.5,
        [["\x1b[2J", "aa", 0, [0] * 13]],
        [["Ada", "zz", 0, [0] * 13]],
    ]
    for place in range(len(good)):
        for bad in bads:
            read = from_values([*good[:place], bad, *good[place + 1 :]])
            assert (read is not None) == ((place, bad) in harmless), (place, bad)
    assert from_values(None) is None


# -- how it is shown ------------------------------------------------------------------------------------

MANY = [
    game(n, n % 3 == 0, *((EMIL, "ZZZZZZZZZZZZZZZZZZZZZZZZ") if n % 2 else (BOT, BOT, BOT)))
    for n in range(200)
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("plain", [False, True])
def test_the_record_fits_every_window(language: str, plain: bool) -> None:
    use(language)
    for games in (MANY, MANY[:2], MANY[:1], []):
        for width in (56, 76, 116, 196):
            for line in record_lines(my_record(games), width, plain=plain):
                assert text_width(line) <= width, line


def test_plain_text_has_names_beside_values_and_no_plot() -> None:
    text = "\n".join(record_lines(my_record(MANY), 200, plain=True))
    assert "all games: games 200, wins 67, win rate 34%, by chance 29%" in text
    assert "2025-06: games " in text
    assert text.isascii()
    assert "|" not in text


def test_the_plot_in_text() -> None:
    assert column_plot([0.0, 0.5, 1.0], 0.5, 12, 2) == [
        " 100%|--  ⣿⣿",
        "   0%|  ⣿⣿⣿⣿",
        "     +------",
    ]
    assert not any(east_asian_width(char) in "AWF" for char in BLOCKS)
    drawn = column_plot([0.1, 0.9, 0.4], 0.3, 12, 3, ascii_only=True)
    assert all(line.isascii() for line in drawn)
    assert drawn != column_plot([0.1, 0.9, 0.4], 0.3, 12, 3)


def test_a_terminal_without_the_signs_gets_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding, ascii_only in (("utf-8", False), ("cp1252", True), ("ascii", True)):
        monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding))
        assert draws_ascii(Settings()) == ascii_only
        assert draws_ascii(Settings(ascii=True))


def test_shares_are_of_the_last_games() -> None:
    results = [Result(n, n >= 10, 0.5) for n in range(20)]
    assert shares(results, 20)[9] == 0
    assert shares(results, 20)[14] == 0.5
    assert shares(results, 20)[-1] == 1
    few = shares([Result(n, n % 2 == 0, 0.5) for n in range(1000)], 50)
    assert len(few) == 50
    assert few[-1] == 0.5
    assert shares([], 50) == []


def test_the_page() -> None:
    evil = [game(n, True, "<b>&Eve") for n in range(3)]
    page = record_page(my_record(evil), tally(evil))
    assert page.startswith("<!doctype html>")
    assert "&lt;b&gt;&amp;Eve" in page
    assert "<b>" not in page
    assert "<script" not in page
    for games in (MANY, evil):
        drawn = ElementTree.fromstring(plot(my_record(games)))
        assert drawn.tag.endswith("svg")
        assert len(list(drawn.iter("{http://www.w3.org/2000/svg}circle"))) in (0, 3)
    assert "polyline" not in record_page(my_record([]), {})


def test_formats(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = home / "record.html"
    assert main(["stats", "-o", str(page)]) == 0
    assert "<svg" in page.read_text("utf-8")
    capsys.readouterr()
    assert main(["stats", "--format", "json"]) == 0
    values = json.loads(capsys.readouterr().out)
    assert values["record"]["total"]["games"] == 2
    assert values["games"] == 3
    assert main(["stats", "-o", str(home / "games" / "resumed.uno")]) == 2
    assert main(["stats", "-o", "record.doc"]) == 2
    assert "a name that ends in .txt, .json, .html" in capsys.readouterr().err


def test_no_games_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("P2PUNO_HOME", str(tmp_path))
    assert main(["stats"]) == 0
    assert capsys.readouterr().out == "  You have not finished a game here yet.\n"
