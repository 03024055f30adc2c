"""Entries with good signatures and a wrong content, the log after them signed anew by all: both refuse."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from protocol.codec import pack, unpack
from protocol.log.entry import ENTRY_TAG, GENESIS_TAG, STATEMENT_TAG, statement_body
from protocol.version import VERSION
from tests.independent.compare import both
from tests.independent.produce import identity_of, record
from tests.independent.test_games import at, play, short
from tests.independent.wire import hashed, records

SEED = 21
Body = list[Any]


@cache
def game(variant: str, players: int) -> bytes:
    return play(short(variant, hand_size=3), players, SEED)


def resigned(data: bytes, at: int, change: Callable[[Body], object], seed: int = SEED) -> bytes:
    """The log with the entry at this position changed, it and all after it chained and signed again.
    (Silences and claims name hashes, so a log may come to its end there; that is later than the change.)"""
    first, *rest = records(data)[0]
    out, head = [first, *rest[: at - 1]], unpack(unpack(rest[at - 1])[0])[3]
    for position, entry in enumerate(rest[at - 1 :], at):
        raw, signature = unpack(entry)
        body = unpack(raw)
        body[3] = head
        if position == at:
            change(body)
        raw = pack(body)
        if body[4] >= 0:
            signature = identity_of(seed, body[4]).sign(ENTRY_TAG, raw)
        out.append(pack([raw, signature]))
        head = hashed(raw)
    return b"p2puno log 1\n" + b"".join(map(record, out))


def where(data: bytes, kind: str, name: str = "") -> int:
    """The position of the first entry of this kind, or with this step or move."""
    for entry in records(data)[0][1:]:
        body = unpack(unpack(entry)[0])
        step = body[6][0][0] if kind == "move" else body[6][0]
        if body[5] == kind and name in ("", step):
            return int(body[2])
    raise AssertionError(f"no {kind} {name}")


def last_byte(value: bytes) -> bytes:
    return value[:-1] + bytes([value[-1] ^ 1])


def payload(change: Callable[[Any], Any]) -> Callable[[Body], None]:
    def apply(body: Body) -> None:
        body[6] = change(body[6])

    return apply


def step(change: Callable[[Any], Any]) -> Callable[[Body], None]:
    return payload(lambda value: [value[0], change(value[1])])


def move(change: Callable[[Any], Any]) -> Callable[[Body], None]:
    return payload(lambda value: [change(value[0]), value[1]])


def put(index: int, value: object) -> Callable[[Body], None]:
    def apply(body: Body) -> None:
        body[index] = value

    return apply


NOW: list[tuple[str, str, str, Callable[[Body], object]]] = [
    ("another game", "deck", "", put(1, bytes(32))),
    ("an older version", "deck", "", put(0, VERSION - 1)),
    ("a later version", "deck", "", put(0, VERSION + 1)),
    ("another seat", "deck", "", put(4, 1)),
    ("a seat that is not there", "deck", "", put(4, 7)),
    ("a time before all time", "deck", "", put(7, -1)),
    ("another kind", "deck", "", put(5, "move")),
    ("an unknown kind", "deck", "", put(5, "cheat")),
    ("the next position", "deck", "", put(2, 2)),
    ("another step", "deck", "commit", payload(lambda v: ["mix", v[1]])),
    ("a key without proof", "deck", "commit", step(lambda v: [v[0], v[1], last_byte(v[2])])),
    ("no key", "deck", "commit", step(lambda v: [v[0], bytes(33), v[2]])),
    ("a split of another key", "deck", "split", step(lambda v: [[v[1][0], v[0][1]], v[1]])),
    ("a split for one", "deck", "split", step(lambda v: v[:1])),
    ("a false dispute", "deck", "keep", step(lambda v: [bytes(97), *v[1:]])),
    ("too few cards", "deck", "mix", step(lambda v: [v[0][66:]])),
    ("no proof of shuffle", "deck", "prove", step(lambda v: [last_byte(v[0])])),
    ("a share without proof", "deck", "share", step(lambda v: [[last_byte(v[0][0])], v[1]])),
    (
        "shares in another order",
        "deck",
        "share",
        step(lambda v: [[v[0][0][33:66] + v[0][0][:33] + v[0][0][66:]], b""]),
    ),
    ("no share", "deck", "share", step(lambda v: [[], b""])),
    ("another card", "move", "play", move(lambda v: [v[0], v[1] - 1, *v[2:]])),
    ("a card from the pile", "move", "play", move(lambda v: [v[0], 5, *v[2:]])),
    ("a card without its share", "move", "play", move(lambda v: [*v[:3], None])),
    ("a move that is not asked", "move", "play", move(lambda v: ["keep"])),
    ("a pass with cards to draw", "move", "play", move(lambda v: ["pass"])),
    ("a silence that nobody asked for", "move", "play", payload(lambda v: [v[0], [bytes(64)]])),
    ("an agreement to something else", "agree", "", payload(lambda v: [last_byte(v[0]), v[1]])),
    ("somebody back who never left", "agree", "", payload(lambda v: [v[0], [[0, bytes(64)]]])),
    ("another seed", "deck", "reveal", step(last_byte)),
]


@pytest.mark.parametrize(
    ("kind", "name", "change"), [case[1:] for case in NOW], ids=[case[0] for case in NOW]
)
def test_refused_at_once(kind: str, name: str, change: Callable[[Body], object], tmp_path: Path) -> None:
    data = game("classic", 3)
    position = where(data, kind, name)
    said = both(resigned(data, position, change), tmp_path)
    assert said.state == "bad"
    assert said.position in (position, None) or said.entries == 0  # None: no entry at all


def test_who_writes_out_of_turn_is_named(tmp_path: Path) -> None:
    """A good signature at a place where it was another's turn: only its author can have made it. A bad one
    accuses nobody, and neither does a good one for another place, where anybody may have put it."""
    data = game("classic", 3)
    for seat, change in ((1, put(4, 1)), (0, put(5, "move"))):
        said = both(resigned(data, 1, change), tmp_path)
        assert (said.position, said.offender, said.code) == (1, seat, "out-of-turn")
    first, second, third = records(data)[0][:3]
    body, signature = unpack(second)
    forged = pack([pack([*unpack(body)[:4], 1, *unpack(body)[5:]]), signature])
    for wrong in (forged, third):
        said = both(b"p2puno log 1\n" + b"".join(map(record, [first, wrong])), tmp_path)
        assert (said.position, said.offender, said.code) == (1, None, "out-of-turn")


def renamed(data: bytes, name: str, players: int) -> bytes:
    """The genesis alone, with another name, signed by all."""
    body = unpack(unpack(records(data)[0][0])[0])
    body[3][0][1] = name
    raw = pack(body)
    signatures = [identity_of(SEED, seat).sign(GENESIS_TAG, raw) for seat in range(players)]
    return b"p2puno log 1\n" + record(pack([raw, signatures]))


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("Ada", "cut"),
        ("Ada B", "cut"),
        ("\U0001f600 \ufffd", "cut"),
        ("\u1c89\u0c5c\U0001fae8", "cut"),  # letters of Unicode 16 and 18, a picture of 15
        ("A\U000e0100", "cut"),
        ("", "bad"),
        (25 * "a", "bad"),
        (" Ada", "bad"),
        ("Ada ", "bad"),
        ("A\u00a0B", "bad"),
        ("A\u00ad", "bad"),
        ("A\u200dB", "bad"),
        ("A\u2065", "bad"),
        ("\ue000", "bad"),
        ("\U0010ffff", "bad"),
    ],
)
def test_names(name: str, state: str, tmp_path: Path) -> None:
    """By a table of the protocol's own: no version of Python or Unicode decides."""
    said = both(renamed(game("classic", 3), name, 3), tmp_path)
    assert said.state == state
    assert said.position == (0 if state == "bad" else None)


LATER: list[tuple[str, str, str, Callable[[Body], object], tuple[str, str]]] = [
    (
        "two cards changed places",
        "deck",
        "mix",
        step(lambda v: [v[0][66:132] + v[0][:66] + v[0][132:]]),
        ("deck", "prove"),
    ),
]


@pytest.mark.parametrize(
    ("kind", "name", "change", "found"), [case[1:] for case in LATER], ids=[case[0] for case in LATER]
)
def test_refused_when_it_shows(
    kind: str, name: str, change: Callable[[Body], object], found: tuple[str, str], tmp_path: Path
) -> None:
    data = game("classic", 3)
    said = both(resigned(data, where(data, kind, name), change), tmp_path)
    assert (said.state, said.position) == ("bad", where(data, *found))


@pytest.mark.parametrize("entry", range(1, 12))
def test_a_log_signed_anew_without_a_change_is_good_until_somebody_is_quoted(
    entry: int, tmp_path: Path
) -> None:
    """The tampering above is found because of what was changed, not because of the signing."""
    data = game("classic", 3)
    assert resigned(data, entry, lambda body: None) == data
    later = both(resigned(data, entry, put(7, 1)), tmp_path)
    assert later.entries >= 12


@cache
def certificate() -> bytes:
    return play(short(hand_size=1), 3, SEED, ((at(2), 1),))


def rewritten(data: bytes, body: Callable[[Body], object], borne: Callable[[Any], Any]) -> bytes:
    first, *rest = records(data)[0]
    at = where(data, "loss")
    raw, signature = unpack(rest[at - 1])
    changed = unpack(raw)
    body(changed)
    rest[at - 1] = pack([pack(changed), pack(borne(unpack(signature)))])
    return b"p2puno log 1\n" + b"".join(map(record, [first, *rest[:at]]))


def fork_of(seat: int, data: bytes) -> list[Any]:
    """Two entries by one seat that follow the genesis."""
    game_id = hashed(unpack(records(data)[0][0])[0])
    out = []
    for time in (1, 2):
        body = pack([VERSION, game_id, 1, game_id, seat, "deck", ["commit", bytes(32)], time])
        out.append([body, identity_of(SEED, seat).sign(ENTRY_TAG, body)])
    return ["fork", *out]


SAME: Callable[[Any], Any] = lambda value: value  # noqa: E731
CERTIFICATES: list[tuple[str, Callable[[Body], object], Callable[[Any], Any]]] = [
    ("a vote is missing", SAME, lambda v: [v[0][:-1], v[1]]),
    ("a vote is wrong", SAME, lambda v: [[last_byte(v[0][0]), *v[0][1:]], v[1]]),
    ("votes in another order", SAME, lambda v: [v[0][::-1], v[1]]),
    ("no votes", SAME, lambda v: []),
    ("another seat", put(6, [[2], "silent"]), SAME),
    ("nobody", put(6, [[], "silent"]), SAME),
    ("all", put(6, [[0, 1, 2], "silent"]), SAME),
    ("a list of lists", put(6, [[[1]], "silent"]), SAME),
    ("a seat that is not there", put(6, [[5], "silent"]), SAME),
    ("another reason", put(6, [[1], "proved"]), SAME),
    ("a fork without proof", put(6, [[1], "fork"]), SAME),
    ("a proof of nothing", SAME, lambda v: [v[0], [["fork", [], []]]]),
    ("a proof against somebody else", SAME, lambda v: [v[0], [fork_of(2, certificate())]]),
    ("a time", put(7, 1), SAME),
]


@pytest.mark.parametrize(
    ("body", "borne"), [case[1:] for case in CERTIFICATES], ids=[case[0] for case in CERTIFICATES]
)
def test_certificates(body: Callable[[Body], object], borne: Callable[[Any], Any], tmp_path: Path) -> None:
    data = certificate()
    assert both(rewritten(data, SAME, SAME), tmp_path).state == "cut"
    said = both(rewritten(data, body, borne), tmp_path)
    assert (said.state, said.position) == ("bad", where(data, "loss"))


def test_a_certificate_with_the_proof_of_a_fork(tmp_path: Path) -> None:
    """Whom a proof names is lost by the votes of the others, whatever their number."""
    data = certificate()
    at = where(data, "loss")
    previous = unpack(unpack(records(data)[0][at])[0])[3]
    game_id = hashed(unpack(records(data)[0][0])[0])
    lost = [[1], "fork"]

    def votes(_: object) -> list[Any]:
        bodies = [statement_body(game_id, "vote", seat, [at, previous, *lost]) for seat in (0, 2)]
        signed = [identity_of(SEED, s).sign(STATEMENT_TAG, b) for s, b in zip((0, 2), bodies, strict=True)]
        return [signed, [fork_of(1, data)]]

    said = both(rewritten(data, put(6, lost), votes), tmp_path)
    assert said.state == "cut"
    assert said.lost == [(1, "fork")]
