"""The first entry: what is played, and by whom. Every seat signs it; its hash is the game's id.

The roster of a tournament (`roster.py`) has the same form, with a schedule; a table of a tournament names the
tournament and its place in the schedule.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from p2puno.match.tournament_schedule import Stage
from p2puno.options import MAX_PLAYERS, OptionError, Options
from p2puno.rulesets import rule_set
from protocol.codec import are_whole, pack, unpack
from protocol.identity import MAX_NAME, SIGNATURE_BYTES, Player, is_key, is_printable
from protocol.log.entry import GENESIS_TAG, HASH_BYTES, check_signature, digest
from protocol.log.table_terms import Terms
from protocol.remote_errors import GameVersionError, MalformedError
from protocol.version import FIRST_HOUSE_RULES, FIRST_NO_MERCY, FIRST_RULES, RULES, VERSION

NONCE_BYTES = 32


class Slot(NamedTuple):
    """One table of one stage of a tournament, which is named by the hash of its roster."""

    tournament: bytes
    stage: int
    table: int


@dataclass(frozen=True)
class Genesis:
    body: bytes
    signatures: tuple[bytes, ...]
    terms: Terms
    players: tuple[Player, ...]
    slot: Slot | None = None
    """The place in a tournament, if this is a table of one."""
    rules: int = RULES
    """The version of the rules as implemented."""

    @property
    def first_rules(self) -> bool:
        """Whether this game was recorded by the first version of the rules (`protocol.version`)."""
        return self.rules < RULES

    @property
    def game(self) -> bytes:
        return digest(self.body)

    def wire(self) -> list[Any]:
        return [self.body, list(self.signatures)]


@dataclass(frozen=True, slots=True)
class Body:
    """What a body says: that of a game, or of a roster."""

    terms: Terms
    players: tuple[Player, ...]
    nonces: tuple[bytes, ...]
    time: int
    slot: Slot | None = None
    stages: tuple[Stage, ...] = ()
    """The schedule, if it is a roster."""
    rules: int = RULES
    """The version of the rules as implemented."""


def genesis_body(
    terms: Terms, players: tuple[Player, ...], nonces: tuple[bytes, ...], time: int, *place: object
) -> bytes:
    """The body that everybody signs. The fresh nonces of all seats make each game's id unique. `place`: the
    slot or the schedule in a tournament."""
    seats = [
        [player.key, player.name, player.operator, nonce]
        for player, nonce in zip(players, nonces, strict=True)
    ]
    return pack([VERSION, RULES, terms.values(), seats, time, *place])


def _first_rules(terms: Terms) -> int:
    """The number that games with these terms had in the first version of the rules."""
    if terms.options.variant == "no-mercy":
        return FIRST_NO_MERCY
    return FIRST_HOUSE_RULES if terms.options.house_rules else FIRST_RULES


def read_genesis(wire: object) -> Genesis:
    """Parse a genesis and check it completely, including all signatures."""
    match wire:
        case [bytes(body), [*given]]:
            signatures = tuple(one for one in given if isinstance(one, bytes) and len(one) == SIGNATURE_BYTES)
        case _:
            raise MalformedError("a genesis is a body and signatures")
    read = read_body(body)
    if read.stages:
        raise MalformedError("the roster of a tournament is not a game")
    players = read.players
    if not len(signatures) == len(given) == len(players):
        raise MalformedError("a genesis is signed by every seat")
    for seat, (player, signature) in enumerate(zip(players, signatures, strict=True)):
        check_signature(player.key, GENESIS_TAG, body, signature, seat)
    return Genesis(body, signatures, read.terms, players, read.slot, read.rules)


def read_body(body: bytes) -> Body:
    """Parse the body of a genesis or of a roster."""
    match unpack(body):
        case [int(version), int(rules), [[*options], *terms], [*seats], int(time), *place] if (
            are_whole(version, rules, time) and len(place) <= 1
        ):
            pass
        case _:
            raise MalformedError("the body of a genesis has five or six parts")
    if version != VERSION or not FIRST_RULES <= rules <= RULES:
        raise GameVersionError(version, rules)
    players = tuple(_read_player(seat, len(seats)) for seat in seats)
    if len({player.key for player in players}) != len(players):
        raise MalformedError("two seats have one key")
    if any(players[player.operator].operator != player.operator for player in players):
        raise MalformedError("an operator is operated")
    read = read_terms([options, *terms])
    if rules not in (RULES, _first_rules(read)):
        raise MalformedError("the version of the rules does not fit the options")
    slot, stages = _read_place(place, read, len(players))
    try:
        if stages:
            read.options.check_tournament(len(players))
        else:
            read.options.check_players(len(players))
    except OptionError as error:
        raise MalformedError(str(error)) from error
    return Body(read, players, tuple(seat[3] for seat in seats), time, slot, stages, rules)


def _read_place(place: list[object], terms: Terms, players: int) -> tuple[Slot | None, tuple[Stage, ...]]:
    """The place in a tournament, or the whole schedule of one."""
    if bool(place) != (terms.options.mode == "tournament"):
        raise MalformedError("a schedule, or a place in one, is for tournaments, and they need it")
    match place:
        case []:
            return None, ()
        case [[bytes(tournament), int(stage), int(table)]] if (
            len(tournament) == HASH_BYTES
            and are_whole(stage, table)
            and 0 <= stage < terms.options.cycles
            and 0 <= table < MAX_PLAYERS // 4
        ):
            return Slot(tournament, stage, table), ()
        case [[*stages]] if len(stages) == terms.options.cycles:
            return None, tuple(_read_stage(stage, players) for stage in stages)
    raise MalformedError("neither a place in a tournament nor a schedule")


def _read_stage(stage: object, players: int) -> Stage:
    if not isinstance(stage, bytes) or len(stage) != players - players % 4:
        raise MalformedError("a stage seats as many players as tables of four have places")
    if len(set(stage)) != len(stage) or max(stage) >= players:
        raise MalformedError("a stage seats somebody twice, or nobody")
    return tuple((a, b, c, d) for a, b, c, d in zip(*[iter(stage)] * 4, strict=True))


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
