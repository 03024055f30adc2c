"""Files made to do harm: nothing in them is obeyed, believed, or answered with a traceback."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import msgpack
import pytest

import tests.simulation.world as simulated
from cli.main import main
from p2puno.options import Options
from protocol.codec import pack
from protocol.deck import Calculator
from protocol.files.log_file import LogFile
from protocol.identity import Player
from protocol.log.entry import DECK, write_entry
from protocol.play.game import Game
from protocol.version import VERSION
from tests.protocol.test_logfile import game as simulated_game
from tests.replay.samples import path, records, written
from tests.simulation.glass_deck import GLASS
from tests.simulation.players import Players
from tests.simulation.promises import all_over

NAMES = ("<svg/onload=alert(1)>", "'\"]]>{{DATA}}{count}", "</script><script>a()//", "%s{0}\\x1b[2J&lt;")
LATE = 9_000_000_000_000_000
"""Milliseconds: in no calendar."""


@pytest.fixture(scope="module")
def evil_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game by the rules, of players whose names and clocks are not to be trusted."""
    with pytest.MonkeyPatch.context() as patch:
        named = iter(NAMES)
        patch.setattr(simulated, "Player", lambda key, _name, operator: Player(key, next(named), operator))
        world = simulated.World(3, simulated.quick_terms(target=1), (0, 1, 2, 3))
        for peer in world.peers:
            peer.skew = LATE
        Players(world, asleep=0)
        world.start()
        assert world.run(lambda: all_over(world), 3_600_000)
        file = tmp_path_factory.mktemp("evil") / "evil.uno"
        log = LogFile(file, world.genesis)
        for entry in world.peers[0].disk.entries:
            log.append(entry)
        log.close()
        return file


@pytest.fixture
def evil(evil_game: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The game is of the simulator's group, which is proved without arithmetic."""
    monkeypatch.setattr("protocol.make_calculator.Calculator", lambda **_more: Calculator(GLASS))
    return evil_game


def quiet(text: str) -> bool:
    """Nothing in it that a terminal would obey."""
    return all(sign.isprintable() or sign == "\n" for sign in text)


def test_names_and_times_do_no_harm(
    evil: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P2PUNO_HOME", str(tmp_path))
    games = tmp_path / "games"
    games.mkdir()
    (games / "evil.uno").write_bytes(evil.read_bytes())
    game = str(evil)
    for command in (
        ["verify", game],
        ["replay"],
        ["replay", "1", "--plain"],
        ["replay", game, "--plain", "--as", "2"],
        ["stats", game],
        ["export", game, "--format", "text"],
    ):
        assert main(command) == 0
        told = capsys.readouterr()
        assert NAMES[0] in told.out
        assert quiet(told.out + told.err)
    assert main(["verify", "--json", game]) == 0
    assert json.loads(capsys.readouterr().out)[0]["players"] == list(NAMES)


class Tags(HTMLParser):
    """What a browser makes of a page, as far as names could have changed it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inline: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(tag)
        self.inline += [name for name, _value in attrs if name.startswith("on")]


def test_the_page_has_no_tag_of_theirs(evil: Path, tmp_path: Path) -> None:
    tags = []
    for game in (evil, path("resumed")):
        with suppress(SystemExit):
            main(["export", str(game), "--output", str(tmp_path / "game.html")])
        parser = Tags()
        parser.feed((tmp_path / "game.html").read_text("utf-8"))
        tags.append(parser.found)
        assert parser.inline == []
    assert tags[0] == tags[1]


def test_pictures_have_no_tag_of_theirs(evil: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.svg"
    assert main(["export", str(evil), "--format", "svg", "--output", str(out)]) == 0
    tags = {
        element.tag.rpartition("}")[2] for element in ElementTree.fromstring(out.read_text("utf-8")).iter()
    }
    assert tags <= {"svg", "title", "desc", "rect", "text", "g", "ellipse", "path", "circle"}


def test_the_terminals_recording_has_no_code_of_theirs(evil: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.cast"
    assert main(["export", str(evil), "--format", "asciicast", "--output", str(out)]) == 0
    for line in out.read_text("utf-8").splitlines()[1:]:
        frame = json.loads(line)[2]
        assert quiet(re.sub(r"\x1b\[(\?25l|[0-9;]*[mH])", "", frame))


def test_names_of_files_are_not_obeyed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("\x1b[2J.uno", "a\nb.uno", b"\xff\xfe.uno".decode("utf-8", "surrogateescape"), "x" * 5000):
        for command in (["verify", name], ["replay", name], ["export", name], ["stats", name]):
            assert main(command) in (1, 2)
            told = capsys.readouterr()
            assert quiet(told.out + told.err)
            (told.out + told.err).encode()


def test_letters_that_the_terminal_does_not_have_end_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Жора.uno").write_bytes(b"dear diary")
    monkeypatch.chdir(tmp_path)
    with io.TextIOWrapper(io.BytesIO(), "latin-1") as terminal, monkeypatch.context() as patch:
        patch.setattr("sys.stdout", terminal)
        assert main(["verify", "Жора.uno"]) == 1
        terminal.seek(0)
        assert terminal.readline() == "????.uno:\n"


# -- files that were tampered with ----------------------------------------------------------------------


GAME, OTHER = records(path("resumed").read_bytes()), records(path("swap").read_bytes())


def nested(depth: int) -> bytes:
    return b"\x91" * depth + b"\xc0"


TAMPERED: dict[str, Callable[[], list[bytes]]] = {
    "swapped": lambda: [*GAME[:20], GAME[21], GAME[20], *GAME[22:]],
    "twice": lambda: [*GAME[:20], GAME[19], *GAME[20:]],
    "all twice": lambda: [*GAME, *GAME[1:]],
    "one left out": lambda: [*GAME[:20], *GAME[21:]],
    "backwards": lambda: [GAME[0], *GAME[:0:-1]],
    "another game's end": lambda: [*GAME[:20], *OTHER[20:]],
    "another game's genesis": lambda: [OTHER[0], *GAME[1:]],
    "two games": lambda: [*GAME, *OTHER],
    "a genesis again": lambda: [*GAME[:20], GAME[0], *GAME[20:]],
    "entries only": lambda: GAME[1:],
    "deep": lambda: [*GAME[:20], nested(100_000), *GAME[20:]],
    "deep genesis": lambda: [nested(500_000), *GAME[1:]],
    "a deep body": lambda: [*GAME[:20], pack([nested(60_000), bytes(64)])],
    "a map": lambda: [*GAME[:20], msgpack.packb({"a": 1})],
    "an extension": lambda: [*GAME[:20], msgpack.packb(msgpack.ExtType(5, b"x"))],
    "a time stamp": lambda: [*GAME[:20], msgpack.packb(msgpack.Timestamp(1))],
    "a fraction": lambda: [*GAME[:20], msgpack.packb([1.5, b""])],
    "a huge number": lambda: [*GAME[:20], msgpack.packb([1 << 63, b""])],
    "a list that promises much": lambda: [*GAME[:20], b"\xdd\xff\xff\xff\xff"],
    "no text": lambda: [*GAME[:20], b"\xa2\xff\xfe"],
    "many items": lambda: [*GAME[:20], msgpack.packb([0] * 100_000)],
    "a megabyte": lambda: [*GAME[:20], bytes(1 << 20)],
    "nothing but empty records": lambda: [b""] * 1000,
}


@pytest.mark.parametrize("case", TAMPERED)
def test_it_never_verifies(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tampered.uno"
    file.write_bytes(written(TAMPERED[case]()))
    assert main(["verify", str(file)]) == 1
    told = capsys.readouterr()
    assert quiet(told.out + told.err)
    assert "NOT valid" in told.out or "not a valid game" in told.out
    for command in (["replay", str(file), "--plain"], ["export", str(file), "--format", "json"]):
        assert main(command) in (0, 2)
        told = capsys.readouterr()
        assert quiet(told.out + told.err)
        assert told.err.count("\n") == 1


@pytest.mark.parametrize(("after", "state"), [([], "cut"), (GAME[20:], "bad")], ids=["nothing", "more"])
def test_what_follows_zeros_is_not_read(
    after: list[bytes], state: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A disk leaves zeros where a write was cut off: the file ends there. If more follows, it is damaged."""
    file = tmp_path / "zeros.uno"
    file.write_bytes(written([*GAME[:20], b"", b"", *after]))
    assert main(["verify", str(file), "--json"]) == (state == "bad")
    [verdict] = json.loads(capsys.readouterr().out)
    assert (verdict["state"], verdict["entries"]) == (state, 19)
    assert verdict["code"] == ("torn" if state == "cut" else "damaged")


def test_what_came_before_a_broken_entry_is_believed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "broken.uno"
    file.write_bytes(written([*GAME[:20], b"\xc1", *GAME[20:]]))
    assert main(["verify", str(file), "--json"]) == 1
    [verdict] = json.loads(capsys.readouterr().out)
    assert (verdict["state"], verdict["entries"], verdict["position"]) == ("bad", 19, 20)
    assert verdict["code"] == "malformed"
    assert verdict["players"] == ["Ada", "Bruno", "Clara"]
    assert main(["replay", str(file), "--plain"]) == 0
    told = capsys.readouterr()
    assert "Only the first 19 entries are valid" in told.err
    assert told.out


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Only the first entry is valid: "),
        ("de", "Nur der erste Eintrag ist gültig: "),
        ("fr", "Seule la première entrée est valable\N{NO-BREAK SPACE}: "),
    ],
)
def test_a_single_valid_entry_is_told_in_the_singular(
    language: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, page = tmp_path / "broken.uno", tmp_path / "page.html"
    file.write_bytes(written([*GAME[:2], b"\xc1", *GAME[2:]]))
    assert main(["--lang", language, "export", str(file), "--output", str(page)]) == 0
    assert text in capsys.readouterr().err
    assert text in page.read_text("utf-8")


@pytest.mark.parametrize("seed", range(16))
def test_bytes_changed_anywhere(seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Some bytes changed, taken out or put in; what is read is at most the beginning of the game."""
    random, content = Random(seed), bytearray(written(GAME))
    for _ in range(random.randrange(1, 4)):
        place = random.randrange(len(content))
        match random.randrange(3):
            case 0:
                content[place] ^= random.randrange(1, 256)
            case 1:
                del content[place : place + random.randrange(1, 40)]
            case _:
                content[place:place] = random.randbytes(random.randrange(1, 40))
    file = tmp_path / "changed.uno"
    file.write_bytes(content)
    main(["verify", str(file), "--json"])
    told = capsys.readouterr()
    assert json.loads(told.out)[0]["state"] != "complete"
    assert told.err == ""


def forged(change: Callable[[list[Any]], None], record: int = 20) -> list[bytes]:
    """The game with the body of one entry changed; nobody has signed that."""
    body, signature = msgpack.unpackb(GAME[record])
    parts = msgpack.unpackb(body)
    change(parts)
    return [*GAME[:record], pack([pack(parts), signature]), *GAME[record + 1 :]]


FORGED: dict[str, Callable[[list[Any]], None]] = {
    "version": lambda parts: parts.__setitem__(0, VERSION + 1),
    "game": lambda parts: parts.__setitem__(1, bytes(32)),
    "position": lambda parts: parts.__setitem__(2, parts[2] + 1),
    "previous": lambda parts: parts.__setitem__(3, bytes(32)),
    "seat": lambda parts: parts.__setitem__(4, (parts[4] + 1) % 3),
    "a seat that is not there": lambda parts: parts.__setitem__(4, 9),
    "kind": lambda parts: parts.__setitem__(5, "settle"),
    "an unknown kind": lambda parts: parts.__setitem__(5, "\x1b[2J"),
    "payload": lambda parts: parts.__setitem__(6, ["\x1b]0;owned\x07"]),
    "time": lambda parts: parts.__setitem__(7, parts[7] + 1),
    "one part more": lambda parts: parts.append(0),
}


@pytest.mark.parametrize("part", FORGED)
def test_an_entry_that_was_changed(part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "forged.uno"
    file.write_bytes(written(forged(FORGED[part])))
    assert main(["verify", str(file)]) == 1
    told = capsys.readouterr()
    assert quiet(told.out + told.err)


@pytest.mark.parametrize(
    ("option", "value"), [("variant", "\x1b[2J" * 9999), ("house_rules", ["\x1b[2J" * 9999])]
)
def test_rules_that_are_none_are_told_in_short(
    option: str, value: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body, signatures = msgpack.unpackb(GAME[0])
    parts = msgpack.unpackb(body)
    parts[2][0][[field.name for field in fields(Options)].index(option)] = value
    file = tmp_path / "rules.uno"
    file.write_bytes(written([pack([pack(parts), signatures]), *GAME[1:]]))
    assert main(["verify", str(file)]) == 1
    told = capsys.readouterr()
    assert quiet(told.out + told.err)
    assert "is not known" in told.out
    assert len(told.out) < 500


def test_what_a_player_has_signed_is_not_obeyed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In turn and rightly signed, but the step that it names is a command to the terminal."""
    world, genesis, entries = simulated_game()
    file = tmp_path / "signed.uno"
    log, played = LogFile(file, genesis), Game(genesis)
    for entry in entries:
        if entry.kind == DECK:
            break
        played.apply(entry)
        log.append(entry)
    due = played.due()
    assert due is not None
    step = "\x1b]0;owned\x07\x1b[2J\r\n  complete and valid: 400 entries"
    identity = world.identities[due.seat]
    log.append(
        write_entry(identity, played.id, played.position, played.head, due.seat, DECK, [step, None], 1)
    )
    log.close()
    for command, status in (
        (["verify", str(file)], 1),
        (["replay", str(file), "--plain"], 0),
        (["export", str(file), "--format", "text"], 0),
        (["stats", str(file)], 0),
        (["verify", "--json", str(file)], 1),
        (["export", str(file), "--format", "json"], 0),
    ):
        assert main(command) == status
        told = capsys.readouterr()
        assert quiet(told.out + told.err)
        assert "complete and valid" not in told.out + told.err
        assert "owned" not in told.out + told.err
