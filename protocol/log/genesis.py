"""The first entry: what is played, and by whom. Every seat signs it; its hash is the game's id."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from p2puno.options import OptionError, Options
from p2puno.rulesets import rule_set
from protocol.codec import are_whole, pack, unpack
from protocol.identity import MAX_NAME, SIGNATURE_BYTES, Player, is_key, is_printable
from protocol.log.entry import GENESIS_TAG, check_signature, digest
from protocol.log.table_terms import Terms
from protocol.remote_errors import GameVersionError, MalformedError
from protocol.version import ENGINE, HOUSE_ENGINE, VERSION

NONCE_BYTES = 32


@dataclass(frozen=True, slots=True)
class Genesis:
    body: bytes
    signatures: tuple[bytes, ...]
    terms: Terms
    players: tuple[Player, ...]

    @property
    def game(self) -> bytes:
        return digest(self.body)

    def wire(self) -> list[Any]:
        return [self.body, list(self.signatures)]


def genesis_body(terms: Terms, players: tuple[Player, ...], nonces: tuple[bytes, ...], time: int) -> bytes:
    """The body that everybody signs. The fresh nonces of all seats make each game's id unique."""
    seats = [
        [player.key, player.name, player.operator, nonce]
        for player, nonce in zip(players, nonces, strict=True)
    ]
    return pack([VERSION, _engine(terms), terms.values(), seats, time])


def _engine(terms: Terms) -> int:
    return HOUSE_ENGINE if terms.options.house_rules else ENGINE


def read_genesis(wire: object) -> Genesis:
    """Parse a genesis and check it completely, including all signatures."""
    match wire:
        case [bytes(body), [*given]]:
            signatures = tuple(one for one in given if isinstance(one, bytes) and len(one) == SIGNATURE_BYTES)
        case _:
            raise MalformedError("a genesis is a body and signatures")
    terms, players = read_genesis_body(body)
    if not len(signatures) == len(given) == len(players):
        raise MalformedError("a genesis is signed by every seat")
    for seat, (player, signature) in enumerate(zip(players, signatures, strict=True)):
        check_signature(player.key, GENESIS_TAG, body, signature, seat)
    return Genesis(body, signatures, terms, players)


def read_genesis_body(body: bytes) -> tuple[Terms, tuple[Player, ...]]:
    match unpack(body):
        case [int(version), int(engine), [[*options], *terms], [*seats], int(time)] if are_whole(
            version, engine, time
        ):
            pass
        case _:
            raise MalformedError("the body of a genesis has five parts")
    if version != VERSION or engine not in (ENGINE, HOUSE_ENGINE):
        raise GameVersionError(version, engine)
    players = tuple(_read_player(seat, len(seats)) for seat in seats)
    if len({player.key for player in players}) != len(players):
        raise MalformedError("two seats have one key")
    if any(players[player.operator].operator != player.operator for player in players):
        raise MalformedError("an operator is operated")
    read = read_terms([options, *terms])
    if engine != _engine(read):
        raise MalformedError("the version of the rules does not fit the house rules")
    try:
        read.options.check_players(len(players))
    except OptionError as error:
        raise MalformedError(str(error)) from error
    return read, players


def read_terms(value: object) -> Terms:
    match value:
        case [[*options], ("go-on" | "redeal") as dropout, int(grace), int(machine), int(turn)] if (
            len(options) == len(fields(Options))
            and not any(isinstance(option, bool) for option in options)
            and are_whole(grace, machine, turn)
            and 0 < machine <= grace
            and turn > 0
        ):
            pass
        case _:
            raise MalformedError("not the terms of a table")
    names = [field.name for field in fields(Options)]
    given: dict[str, Any] = dict(zip(names, options, strict=True))
    if not isinstance(given["house_rules"], list) or not all(
        isinstance(name, str) for name in given["house_rules"]
    ):
        raise MalformedError("house rules are a list of names")
    given["house_rules"] = tuple(given["house_rules"])
    try:
        read = Options(**given)
        rule_set(read)  # house rules that this program does not know are refused here
        return Terms(read, dropout, grace, machine, turn)
    except (OptionError, TypeError) as error:
        raise MalformedError(str(error)) from error


def _read_player(value: object, seats: int) -> Player:
    match value:
        case [bytes(key), str(name), int(operator), bytes(nonce)] if (
            is_key(key)
            and is_name(name)
            and are_whole(operator)
            and 0 <= operator < seats
            and len(nonce) == NONCE_BYTES
        ):
            return Player(key, name, operator)
    raise MalformedError("not a player")


def is_name(name: str) -> bool:
    """Whether a name is safe to show: printable, not too long, no spaces at the ends."""
    return 1 <= len(name) <= MAX_NAME and is_printable(name) and name == name.strip(" ")
