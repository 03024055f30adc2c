"""Bytes, records, genesis, entries and statements (protocol.md §2 to §8)."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import msgpack
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

LIMIT = 1 << 20
MAGIC = b"p2puno log 1\n"
KINDS = {"deck", "move", "admit", "agree", "loss", "settle"}


class Bad(Exception):
    """What is refused: `code` as in protocol.md §20."""

    def __init__(self, code: str, why: str, seat: int | None = None) -> None:
        super().__init__(f"{code}: {why}")
        self.code = code
        self.seat = seat


def need(holds: bool, why: str, code: str = "malformed") -> None:
    if not holds:
        raise Bad(code, why)


def whole(value: object, low: int, high: int) -> bool:
    """A whole number in this range; true and false are none."""
    return type(value) is int and low <= value <= high


def hashed(data: bytes) -> bytes:
    return sha256(data).digest()


def pack(value: object) -> bytes:
    data = msgpack.packb(value)
    assert isinstance(data, bytes)
    return data


def unpack(data: bytes, limit: int = LIMIT) -> Any:
    need(len(data) <= limit, "too large")
    try:
        value = msgpack.unpackb(data, max_array_len=1024, max_map_len=0, max_ext_len=0)
    except Exception as error:
        raise Bad("malformed", f"not msgpack: {error}") from None
    need(_plain(value, 8) <= 1024, "too many items")
    return value


def _plain(value: object, depth: int) -> int:
    """How many arrays, and items of arrays, there are."""
    if isinstance(value, list):
        need(depth > 0, "nested too deeply")
        return 1 + len(value) + sum(_plain(item, depth - 1) for item in value)
    fits = value is None or isinstance(value, bool | bytes | str) or whole(value, -(1 << 53), 1 << 53)
    need(fits, "a value that is not used")
    return 0


def records(data: bytes) -> tuple[list[bytes], bool]:
    """All whole records of a file, and whether nothing is behind them."""
    need(data.startswith(MAGIC), "not a game's file", "foreign")
    at, found = len(MAGIC), []
    while at + 8 <= len(data):
        size, check = int.from_bytes(data[at : at + 4], "big"), int.from_bytes(data[at + 4 : at + 8], "big")
        record = data[at + 8 : at + 8 + size]
        if not 0 < size <= LIMIT or len(record) < size or zlib.crc32(record) != check:
            break
        found.append(record)
        at += 8 + size
    return found, at == len(data)


def is_damage(rest: bytes) -> bool:
    """Whether what follows the last whole record is more than the part of one."""

    def filled(at: int) -> bytes | None:
        size = int.from_bytes(rest[at : at + 4], "big")
        fits = 0 < size <= LIMIT and at + 8 + size <= len(rest)
        return rest[at + 8 : at + 8 + size] if fits else None

    return filled(0) is not None or any(
        zlib.crc32(record).to_bytes(4, "big") == rest[at + 4 : at + 8]
        for at in range(1, min(len(rest), LIMIT + 8))
        if (record := filled(at)) is not None
    )


def check_signature(key: bytes, tag: str, body: bytes, signature: object, seat: int) -> None:
    try:
        if not isinstance(signature, bytes):
            raise ValueError
        Ed25519PublicKey.from_public_bytes(key).verify(signature, f"p2puno/{tag}\0".encode() + body)
    except (InvalidSignature, ValueError):
        raise Bad("unsigned", f"not signed by seat {seat}") from None


def _is_signature(value: object) -> bool:
    return isinstance(value, bytes) and len(value) == 64


def _binds(key: bytes) -> bool:
    """Whether a key is in canonical form, and not of small order: those are the points with y = 1, -1 or 0,
    and the four whose double has y = 0, which means x² = -y² in -x² + y² = 1 + d·x²·y²."""
    prime = 2**255 - 19
    d = -121665 * pow(121666, -1, prime)
    y = int.from_bytes(key, "little") % 2**255
    square = y * y % prime
    eighth = (2 * square - 1 + d * square * square) % prime == 0
    return y < prime and y * square % prime != y and not eighth


@dataclass
class Seat:
    key: bytes
    name: str
    operator: int


@dataclass
class Genesis:
    id: bytes
    options: dict[str, Any]
    split: bool
    seats: list[Seat]
    first_rules: bool
    """Whether it was recorded before version 5 of the rules."""


@dataclass
class Entry:
    body: bytes
    signature: bytes
    game: bytes
    position: int
    previous: bytes
    seat: int
    kind: str
    payload: Any
    time: int


OPTIONS = ("variant", "mode", "scoring", "target", "hand_size", "uno_penalty", "uno_window", "cycles")
_VALUES: dict[str, Any] = {
    "variant": ("classic", "flip", "battle", "crash", "swap", "no-mercy"),
    "mode": ("single", "partners", "rotating", "challenge", "tournament"),
    "scoring": ("points", "lowest"),
    "target": (1, 100_000),
    "hand_size": (1, 20),
    "uno_penalty": (0, 20),
    "uno_window": (0, 60_000),
    "cycles": (1, 100),
}


def read_genesis(data: bytes) -> Genesis:
    outer = unpack(data)
    need(isinstance(outer, list) and len(outer) == 2, "a genesis is a body and signatures")
    body, signatures = outer
    need(isinstance(body, bytes) and isinstance(signatures, list), "a genesis is a body and signatures")
    parts = unpack(body)
    need(isinstance(parts, list) and len(parts) in (5, 6), "a genesis has five or six parts")
    version, engine, terms, seats, time, *slot = parts
    need(all(type(number) is int for number in (version, engine, time)), "whole numbers")
    need(isinstance(terms, list) and bool(terms) and isinstance(terms[0], list), "terms")
    need(isinstance(seats, list), "seats")
    need(version == 2 and engine in (2, 3, 4, 5), "another version", "foreign")
    need(len(terms) == 5, "terms")
    values, dropout, grace, machine, turn = terms
    need(dropout in ("go-on", "redeal"), "dropout")
    need(whole(grace, 1, 1 << 53) and whole(machine, 1, grace) and whole(turn, 1, 1 << 53), "graces")
    options = _read_options(values)
    rules = 4 if options["variant"] == "no-mercy" else 3 if options["house_rules"] else 2
    need(engine in (rules, 5), "the version of the rules")
    need(2 <= len(seats) <= 10, "2 to 10 seats")
    players = [_read_seat(seat, len(seats)) for seat in seats]
    need(len({player.key for player in players}) == len(players), "two seats with one key")
    need(all(players[p.operator].operator == p.operator for p in players), "an operator is operated")
    need(bool(slot) == (options["mode"] == "tournament"), "a place in a tournament")
    need(not slot or _is_slot(slot[0], options["cycles"]), "a place in a tournament")
    _check_number(options, len(players))
    need(len(signatures) == len(players) and all(map(_is_signature, signatures)), "signed by every seat")
    for number, (player, signature) in enumerate(zip(players, signatures, strict=True)):
        check_signature(player.key, "genesis", body, signature, number)
    return Genesis(hashed(body), options, dropout == "go-on", players, engine < 5)


def _is_slot(slot: object, stages: int) -> bool:
    match slot:
        case [bytes(tournament), int(stage), int(table)]:
            return len(tournament) == 32 and whole(stage, 0, stages - 1) and whole(table, 0, 15)
    return False


def _read_options(values: object) -> dict[str, Any]:
    if not isinstance(values, list) or len(values) != len(OPTIONS) + 1:
        raise Bad("malformed", "options")
    options = dict(zip(OPTIONS, values, strict=False))
    for name, allowed in _VALUES.items():
        fits = whole(options[name], *allowed) if type(allowed[0]) is int else options[name] in allowed
        need(fits, f"option {name}")
    fitting = options["scoring"] == "points" or options["mode"] in ("single", "partners")
    need(fitting, "the mode has a scoring of its own")
    return options | {"house_rules": _read_house_rules(values[-1], options["variant"])}


HOUSE_RULES = (
    *("two-decks", "stack-same", "stack-up", "stack-any", "deflect", "seven-zero", "doubles", "draw-until"),
    *("blind-draw", "force", "no-bluff", "no-challenge", "clean-finish", "mercy", "open-hands"),
    *("false-catch", "jump-in"),
)
EXCLUDED = (
    {"stack-same", "stack-up"},
    {"stack-same", "stack-any"},
    {"stack-up", "stack-any"},
    {"no-bluff", "no-challenge"},
    {"blind-draw", "draw-until"},
    {"blind-draw", "force"},
    {"blind-draw", "no-bluff"},
)
UNFIT = {("two-decks", "flip"), ("blind-draw", "crash")} | {
    (name, "no-mercy")
    for name in (
        *("two-decks", "stack-same", "stack-up", "stack-any", "seven-zero", "draw-until", "blind-draw"),
        *("force", "no-bluff", "no-challenge", "mercy"),
    )
}


def _read_house_rules(words: object, variant: str) -> list[str]:
    """The list of a genesis, if it is written in its one form and its rules go together."""
    need(isinstance(words, list), "house rules")
    assert isinstance(words, list)
    need(all(isinstance(word, str) for word in words), "house rules")
    for word in words:
        name, colon, number = word.partition(":")
        need(name in HOUSE_RULES and bool(colon) == (name == "open-hands"), "a house rule that is not known")
        need(not colon or number in map(str, range(1, 11)), "its number")
    names = [word.partition(":")[0] for word in words]
    need(names == [name for name in HOUSE_RULES if name in names], "the order of house rules")
    need(not any(pair <= set(names) for pair in EXCLUDED), "house rules that exclude each other")
    need(not any((name, variant) in UNFIT for name in names), "a house rule that the rule set excludes")
    return words


def _read_seat(value: object, count: int) -> Seat:
    if not isinstance(value, list) or len(value) != 4:
        raise Bad("malformed", "a seat")
    key, name, operator, nonce = value
    need(isinstance(key, bytes) and len(key) == 32 and _binds(key), "a key")
    need(isinstance(name, str) and 1 <= len(name) <= 24, "a name")
    need(all(map(_is_printable, name)) and name[0] != " " != name[-1], "a name")
    need(whole(operator, 0, count - 1), "an operator")
    need(isinstance(nonce, bytes) and len(nonce) == 32, "a nonce")
    return Seat(key, name, operator)


# The first and the last of each run, in hexadecimal (§5).
_RUNS = """0-1F 7F-A0 AD-AD 600-605 61C-61C 6DD-6DD 70F-70F 890-891 8E2-8E2 1680-1680 180E-180E 2000-200F
    2028-202F 205F-206F 3000-3000 D800-F8FF FDD0-FDEF FEFF-FEFF FFF0-FFFB FFFE-FFFF 110BD-110BD 110CD-110CD
    13430-1343F 1BCA0-1BCA3 1D173-1D17A E0000-E00FF E01F0-10FFFF"""
_UNPRINTABLE = [tuple(int(end, 16) for end in run.split("-")) for run in _RUNS.split()]


def _is_printable(character: str) -> bool:
    return not any(first <= ord(character) <= last for first, last in _UNPRINTABLE)


def _check_number(options: dict[str, Any], players: int) -> None:
    mode = options["mode"]
    need(mode not in ("partners", "rotating", "tournament") or players == 4, "four players")
    if mode != "challenge" or players != 2:
        need(players * options["hand_size"] <= 100, "too many cards dealt")


def read_entry(outer: object) -> Entry:
    """From `[body, signature]`."""
    if not isinstance(outer, list) or len(outer) != 2:
        raise Bad("malformed", "an entry is a body and a signature")
    body, signature = outer
    need(isinstance(body, bytes) and isinstance(signature, bytes), "an entry is a body and a signature")
    parts = unpack(body, 49_152)
    need(isinstance(parts, list) and len(parts) == 8, "an entry has eight parts")
    version, game, position, previous, seat, kind, payload, time = parts
    need(all(type(number) is int for number in (version, position, seat, time)), "whole numbers")
    need(isinstance(game, bytes) and isinstance(previous, bytes) and isinstance(kind, str), "an entry")
    need(version == 2, "another version", "foreign")
    need(len(game) == len(previous) == 32, "hashes")
    need(whole(position, 1, 1 << 53) and whole(seat, -1, 9) and whole(time, 0, 1 << 53), "numbers")
    need(kind in KINDS, "a kind")
    need((seat == -1) == (kind == "loss") and (seat == -1 or len(signature) == 64), "an author")
    need(seat != -1 or body == pack(parts), "a certificate in its shortest form")
    return Entry(body, signature, game, position, previous, seat, kind, payload, time)


@dataclass
class Statement:
    body: bytes
    signature: bytes
    game: bytes
    kind: str
    seat: int
    values: list[Any]


def read_statement(value: object) -> Statement:
    if not isinstance(value, list) or len(value) != 2:
        raise Bad("malformed", "a statement is a body and a signature")
    body, signature = value
    need(isinstance(body, bytes) and _is_signature(signature), "a statement is a body and a signature")
    parts = unpack(body, 1_024)
    need(isinstance(parts, list) and len(parts) == 5, "a statement has five parts")
    version, game, kind, seat, values = parts
    need(type(version) is int and type(seat) is int, "whole numbers")
    need(isinstance(game, bytes) and isinstance(kind, str) and isinstance(values, list), "a statement")
    need(version == 2, "another version", "foreign")
    kinds = ("claim", "ready", "silent", "vote", "refusal", "back", "forgive")
    need(kind in kinds and whole(seat, 0, 9), "a statement")
    need(body == statement(game, kind, seat, values), "a statement in its shortest form")
    return Statement(body, signature, game, kind, seat, values)


def statement(game: bytes, kind: str, seat: int, values: list[Any]) -> bytes:
    return pack([2, game, kind, seat, values])


def read_proof(genesis: Genesis, message: object) -> tuple[int, int]:
    """Who contradicted itself, and at which position (§16)."""
    if not isinstance(message, list) or len(message) != 3:
        raise Bad("malformed", "no proof")
    kind, one, other = message
    if kind == "fork":
        first, second = read_entry(one), read_entry(other)
        at = (first.game, first.position, first.previous, first.seat)
        need(at == (second.game, second.position, second.previous, second.seat), "no fork")
        need(first.body != second.body and 0 <= first.seat < len(genesis.seats), "no fork")
        need(first.game == genesis.id, "no fork")
        for entry in (first, second):
            check_signature(genesis.seats[first.seat].key, "entry", entry.body, entry.signature, first.seat)
        return first.seat, first.position
    need(kind == "equivocation", "no proof")
    vote, refusal = read_statement(one), read_statement(other)
    need(vote.kind == "vote" and refusal.kind == "refusal" and vote.seat == refusal.seat, "no proof")
    need(vote.values == refusal.values and vote.game == refusal.game == genesis.id, "no proof")
    need(vote.seat < len(genesis.seats) and len(vote.values) == 4, "no proof")
    position, head, lost, reason = vote.values
    need(whole(position, -(1 << 53), 1 << 53) and isinstance(head, bytes), "no proof")
    need(isinstance(lost, list) and isinstance(reason, str), "no proof")
    for said in (vote, refusal):
        check_signature(genesis.seats[said.seat].key, "statement", said.body, said.signature, said.seat)
    return vote.seat, position
