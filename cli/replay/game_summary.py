"""The summary of one recorded game: everything that the list of games and the statistics need of it."""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields
from typing import Any

from p2puno.cards import WILD_DRAWS
from p2puno.events import Called, Caught, Challenged, Judged, JumpedIn, Played, PutOut
from p2puno.options import MODES, SCORINGS, VARIANTS
from protocol.files.private_journal import Private
from protocol.identity import is_printable
from protocol.log.entry import MOVE
from protocol.log.genesis import Genesis
from protocol.replay.recording import ALL, Recording
from protocol.replay.verify import BAD, COMPLETE, CUT


@dataclass(slots=True)
class Tally:
    """What one player did, in one game or in several."""

    games: int = 0
    wins: int = 0
    rounds: int = 0
    """Rounds in which the player went out."""
    points: int = 0
    turns: int = 0
    uno_calls: int = 0
    catches: int = 0
    caught: int = 0
    challenges: int = 0
    challenges_won: int = 0
    bluffs: int = 0
    """Wild draw cards played while holding the colour; only known for revealed rounds."""
    bluffs_caught: int = 0
    jumps: int = 0
    """Cards laid out of turn, with house rules."""
    put_out: int = 0
    """Rounds that the player left because of too many cards, with house rules."""
    longest_turn: float = 0.0
    """Seconds."""

    def add(self, other: Tally) -> None:
        for field in fields(self):
            mine, theirs = getattr(self, field.name), getattr(other, field.name)
            setattr(self, field.name, max(mine, theirs) if field.name == "longest_turn" else mine + theirs)


@dataclass(frozen=True, slots=True)
class Seat:
    name: str
    key: str
    """The public key in hex: the player's identity, whatever the name."""
    operator: int
    """The seat of the player who runs it: its own, or a bot's owner's."""
    tally: Tally


@dataclass(frozen=True, slots=True)
class Summary:
    game: str
    """The game's id in hex: several files may record one game."""
    time: int
    """When it began, in milliseconds since 1970, by the clock of the first entry's author."""
    variant: str
    mode: str
    scoring: str
    seats: tuple[Seat, ...]
    state: str
    """What `verify` says: `complete`, `cut` or `bad`."""
    winners: tuple[int, ...] | None
    """None if the match has not ended."""
    own: int | None
    """The seat that the player of this machine played."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    def is_bot(self, seat: int) -> bool:
        return self.seats[seat].operator != seat


def own_seat(genesis: Genesis, own: Private | None, identity: bytes | None) -> int | None:
    """The seat of the player of this machine, if they had one, by their keys; a name proves nothing. `own` is
    the journal beside the file: a second program of one player has different keys."""
    if own is not None and own.body == genesis.body:
        return None if own.watched or own.level else own.seat
    keys = [player.key for player in genesis.players]
    return keys.index(identity) if identity in keys else None


def summarise(recording: Recording, own: int | None = None) -> Summary:
    options, ended = recording.options, recording.match.ended
    tallies = [Tally(games=1, points=total) for total in recording.match.totals]
    for seat in ended or ():
        tallies[seat].wins = 1
    _count(recording, tallies)
    return Summary(
        recording.genesis.game.hex(),
        recording.moments[0].time if recording.moments else 0,
        options.variant,
        options.mode,
        options.scoring,
        tuple(
            Seat(player.name, player.key.hex(), player.operator, tally)
            for player, tally in zip(recording.genesis.players, tallies, strict=True)
        ),
        BAD if recording.wrong is not None else COMPLETE if recording.complete else CUT,
        ended,
        own,
    )


def _count(recording: Recording, players: list[Tally]) -> None:
    before = 0
    for index, moment in enumerate(recording.moments):
        if moment.kind == MOVE:
            player = players[moment.seat]
            player.turns += 1
            if before and moment.time:
                player.longest_turn = max(player.longest_turn, (moment.time - before) / 1000)
        before = moment.time or before
        for over in moment.news.rounds:
            if over.result.out is not None:
                players[over.result.out].rounds += 1
        for event in moment.news.events:
            match event:
                case Called(seat):
                    players[seat].uno_calls += 1
                case Caught(seat, by):
                    players[seat].caught += 1
                    players[by].catches += 1
                case Challenged(seat, _accused):
                    players[seat].challenges += 1
                case JumpedIn(seat):
                    players[seat].jumps += 1
                case PutOut(seat):
                    players[seat].put_out += 1
                case Judged(seat, accused, guilty) if guilty:
                    players[seat].challenges_won += 1
                    players[accused].bluffs_caught += 1
                case Played(seat, _card, face) if face.symbol in WILD_DRAWS:
                    players[seat].bluffs += _bluffed(recording, index, seat)
                case _:
                    pass


def _bluffed(recording: Recording, index: int, seat: int) -> bool:
    """Whether the hand contained a card of the colour in play when the wild card was played."""
    before = recording.moments[index - 1].round
    view = recording.view(index, ALL)
    if before is None or view is None or before.colour is None:
        return False
    faces = [view.face(card, before.side) for card in view.round.hands.get(seat, ())]
    return any(face is not None and face.colour is before.colour for face in faces)


# -- as plain values, for the cache ---------------------------------------------------------------------


def to_values(summary: Summary) -> list[Any]:
    seats = [[one.name, one.key, one.operator, astuple(one.tally)] for one in summary.seats]
    head = [summary.game, summary.time, summary.variant, summary.mode, summary.scoring]
    return [*head, seats, summary.state, summary.winners, summary.own]


def from_values(values: Any) -> Summary | None:
    """The summary that was made into these values; None if they are damaged."""
    match values:
        case [
            str(game),
            int(time),
            str(variant),
            str(mode),
            str(scoring),
            [*seats],
            str(state),
            winners,
            own,
        ]:
            read = [_seat(seat, len(seats)) for seat in seats]
        case _:
            return None
    known = variant in VARIANTS and mode in MODES and scoring in SCORINGS and state in (COMPLETE, CUT, BAD)
    won = winners is None or (isinstance(winners, list) and all(_is_seat(one, len(seats)) for one in winners))
    if not (known and won and (own is None or _is_seat(own, len(seats)))):
        return None
    whole = tuple(seat for seat in read if seat is not None)
    if not whole or len(whole) < len(read):
        return None
    ended = None if winners is None else tuple(winners)
    return Summary(game, time, variant, mode, scoring, whole, state, ended, own)


def _seat(values: Any, seats: int) -> Seat | None:
    match values:
        case [str(name), str(key), int(operator), [*counts]] if (
            is_printable(name)
            and _is_hex(key)
            and _is_seat(operator, seats)
            and len(counts) == len(fields(Tally))
            and all(type(count) is int for count in counts[:-1])
            and isinstance(counts[-1], int | float)
        ):
            return Seat(name, key, operator, Tally(*counts))
    return None


def _is_hex(text: str) -> bool:
    try:
        return bool(bytes.fromhex(text))
    except ValueError:
        return False


def _is_seat(value: object, seats: int) -> bool:
    return type(value) is int and 0 <= value < seats
