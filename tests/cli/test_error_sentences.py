"""Every error below `cli` has a sentence, and nothing below `cli` speaks to players."""

from __future__ import annotations

import ast
import errno
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

import cli.commands
from cli.runtime.doctor_report import findings, network_line
from cli.sessions.joining_sentences import failure
from cli.words.error_sentences import Told, error_sentence, net_errors, remote_errors
from cli.words.language import LANGUAGES, use
from p2puno.house import Clash
from p2puno.options import OptionError, OptionFault, Options
from protocol import remote_errors as remote
from protocol.codec import pack, unpack
from protocol.files.errors import FileFault, StoreError
from protocol.lobby.errors import LobbyError, Refusal, read_refusal
from protocol.log.genesis import read_terms
from protocol.log.table_terms import Terms
from protocol.net import errors as net
from protocol.net.doctor import Check, Finding
from protocol.net.errors import AddressFault, NetError, PortTaken, Unavailable
from protocol.participant.errors import ParticipantError, Reason
from protocol.play.deal import SpoiledError
from protocol.remote_errors import RemoteError

OTHERS = [language for language in LANGUAGES if language != "en"]
ROOT = Path(cli.__file__).parents[1]
PATH = Path("some/file")
DENIED = PermissionError(errno.EACCES, "Permission denied")
MALFORMED = remote.MalformedError("not a move", 1)

REMOTE: tuple[RemoteError, ...] = (
    MALFORMED,
    remote.ForeignError("a statement of another game"),
    remote.GameVersionError(77, 78),
    remote.EntryVersionError(77),
    remote.KnockVersionError(),
    remote.NotAGameError(),
    remote.EmptyFileError(),
    remote.FileVersionError(),
    remote.SignatureError("not signed by seat 1", 1),
    remote.OutOfTurnError("too many ballots", 1),
    remote.NotNextError("not the entry that follows: 7 at 5"),
    remote.UnfoundedLossError("nobody would be left"),
    remote.IllegalError("a card that is in nobody's hand", 1),
    remote.IllegalError("G5 matches neither the colour in play nor the top card (T-01)", 1, "T-01"),
    remote.OtherStateError("agrees to another state than ours", 1),
    SpoiledError("B3 matches neither (T-01)", 1, "T-01"),
    remote.UnprovedError("seat 2, mix: shuffle proof: length", 2, "mix"),
    remote.UnreadableError(DENIED),
    remote.NotAFileError("a device or a pipe"),
    remote.TooLargeError("more than 7 bytes"),
    remote.DamagedError("more follows"),
    remote.TornError("the first record"),
    remote.SpentSeedError(),
)
NET: tuple[NetError, ...] = (
    net.NoCurve(),
    PortTaken(10866),
    net.CannotBind("203.0.113.7", DENIED),
    net.CannotBind(None, OSError()),
    *(net.BadAddress("a b", fault) for fault in AddressFault),
    net.UnknownHost("nowhere"),
    net.NoAnswer("127.0.0.1:7"),
    net.WrongCode("127.0.0.1:7"),
    net.BadAnswer("127.0.0.1:7", remote.KnockVersionError()),
)
GIVEN: dict[OptionFault, dict[str, object]] = {
    OptionFault.NOT_ONE_OF: {"option": "mode", "value": "x", "allowed": ("a", "b")},
    OptionFault.NOT_BETWEEN: {"option": "hand_size", "value": 99, "low": 1, "high": 20},
    OptionFault.OWN_SCORING: {"mode": "challenge"},
    OptionFault.NOT_FOUR: {"players": 3},
    OptionFault.TOO_FEW_CARDS: {"hands": 10, "size": 20},
    OptionFault.NO_SUCH_HOUSE_RULE: {"name": "x"},
    OptionFault.HOUSE_RULE_UNFIT: {"name": "blind-draw", "variant": "crash", "why": Clash.CARD_UNSEEN},
    OptionFault.HOUSE_RULES_CLASH: {
        "first": "stack-same",
        "second": "stack-any",
        "why": Clash.ONE_WAY_TO_STACK,
    },
    OptionFault.HOUSE_RULES_OUT_OF_ORDER: {"given": ("mercy", "doubles")},
}
TOLD: tuple[Told, ...] = (
    DENIED,
    *REMOTE,
    *NET,
    *(StoreError(fault, PATH, DENIED) for fault in FileFault),
    StoreError(FileFault.JOURNAL_DAMAGED, PATH, ValueError("a key")),
    StoreError(FileFault.UNUSABLE, PATH, remote.EmptyFileError()),
    *(LobbyError(refusal) for refusal in Refusal),
    *(OptionError(fault, **GIVEN[fault]) for fault in OptionFault),
    Unavailable(OSError(101, "Network is unreachable")),
)


def kinds(base: type[Exception]) -> Iterator[type[Exception]]:
    for kind in base.__subclasses__():
        yield kind
        yield from kinds(kind)


@pytest.mark.parametrize(("base", "examples"), [(RemoteError, REMOTE), (NetError, NET)])
def test_every_class_of_error_has_an_example_here(
    base: type[Exception], examples: tuple[Exception, ...]
) -> None:
    missing = set(kinds(base)) - {type(error) for error in examples}
    assert not {kind for kind in missing if kind.__module__.startswith("protocol")}


def test_only_errors_that_exist_have_a_sentence() -> None:
    assert set(remote_errors()) <= set(kinds(RemoteError))
    assert set(net_errors()) <= set(kinds(NetError))
    assert set(findings()) == set(Finding)


@pytest.mark.parametrize("error", TOLD, ids=repr)
def test_every_error_has_a_sentence_in_every_language(error: Told) -> None:
    use("en")
    english = error_sentence(error)
    assert english
    assert "{" not in english
    for language in OTHERS:
        use(language)
        assert error_sentence(error) != english


@pytest.mark.parametrize("reason", Reason)
def test_every_failure_of_a_participant_has_a_sentence(reason: Reason) -> None:
    error = ParticipantError(reason, path=PATH, names=("Ada",), error=MALFORMED)
    use("en")
    english = failure(error)
    assert "{" not in english
    for language in OTHERS:
        use(language)
        assert failure(error) != english


@pytest.mark.parametrize("finding", Finding)
def test_every_finding_of_the_doctor_has_a_sentence(finding: Finding) -> None:
    check = Check(finding, "7", None if finding.ok else PortTaken(7))
    use("en")
    english = network_line(check)
    assert "{" not in english.seen
    assert english.ok or english.remedy
    for language in OTHERS:
        use(language)
        assert network_line(check).seen != english.seen


def test_what_is_filled_in_is_translated_too() -> None:
    use("de")
    with pytest.raises(OptionError) as refused:
        Options(hand_size=99)
    assert error_sentence(refused.value) == (
        "Karten pro Hand: es muss eine ganze Zahl von 1 bis 20 sein, nicht 99"
    )
    assert error_sentence(StoreError(FileFault.UNUSABLE, PATH, remote.EmptyFileError())) == (
        "some/file: die Datei ist leer"
    )
    assert error_sentence(remote.IllegalError("", 1, "T-01")) == "er verstößt gegen Regel T-01"
    assert error_sentence(remote.UnprovedError("", 2, "mix")) == (
        "ein Schritt beim Mischen ist nicht gültig: mix"
    )


def test_a_game_with_options_that_cannot_be_says_so() -> None:
    use("en")
    terms = unpack(pack(Terms(Options()).values()))
    terms[0][[field.name for field in fields(Options)].index("hand_size")] = 99
    with pytest.raises(remote.MalformedError) as refused:
        read_terms(terms)
    assert error_sentence(refused.value) == "the hand size must be a whole number from 1 to 20, not 99"


def test_a_long_value_of_a_stranger_is_shown_in_short() -> None:
    use("en")
    error = OptionError(OptionFault.NO_SUCH_HOUSE_RULE, name="x" * 10_000)
    assert len(error_sentence(error)) < 100
    assert len(str(error)) < 100


def test_a_word_that_this_program_does_not_know_is_a_refusal_too() -> None:
    assert read_refusal("full") is Refusal.FULL
    assert read_refusal("a word of tomorrow") is Refusal.REQUEST


COMMANDS = "|".join(path.stem for path in Path(cli.commands.__file__).parent.glob("[a-z]*.py"))
SPEAKS = re.compile(rf"(?<![\w-])--[a-z]|\bp2puno ({COMMANDS})\b")


@pytest.mark.parametrize("room", ["p2puno", "protocol"])
def test_no_text_below_names_an_option_or_a_command(room: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.value}"
        for path in sorted((ROOT / room).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and SPEAKS.search(node.value)
    ]
    assert not found
