"""The player's own record: what their games add up to, alone against bots and with people.

A game counts if it is verified to its end and the player had a seat in it, told by their keys. A match played
again at the same table is a game of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from cli.replay.game_summary import Summary, Tally
from p2puno.match.modes import Partners, mode_of
from protocol.replay.verify import BAD, COMPLETE

WINDOW = 10
"""The plot shows the share of wins in this many games."""
LOWEST = "lowest"
"""The scoring in which the lowest total wins."""


@dataclass(slots=True)
class Score:
    """Some games of the player, added up."""

    games: int = 0
    wins: int = 0
    by_chance: float = 0.0
    """How many of these games a player would win if the seats drew lots."""
    points: int = 0
    """Points won; games in which points are charges do not count here."""
    streak: int = 0
    """How many of the last games were won in a row."""
    longest_streak: int = 0

    def add(self, game: Summary, own: int) -> None:
        won = own in (game.winners or ())
        self.games += 1
        self.wins += won
        self.by_chance += chance(game)
        if not mode_of(game.mode, game.scoring).charges:
            self.points += game.seats[own].tally.points
        self.streak = self.streak + 1 if won else 0
        self.longest_streak = max(self.longest_streak, self.streak)


@dataclass(slots=True)
class Opponent:
    """A person who played against the player."""

    key: str
    name: str = ""
    """The one used last."""
    games: int = 0
    wins: int = 0
    """The player's."""
    losses: int = 0
    """Games that the opponent won."""
    last: int = 0
    """When the last game began, in milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class Result:
    """One game, for the plot."""

    time: int
    won: bool
    by_chance: float


@dataclass(slots=True)
class Record:
    total: Score = field(default_factory=Score)
    with_people: Score = field(default_factory=Score)
    only_bots: Score = field(default_factory=Score)
    rules: dict[str, Score] = field(default_factory=dict)
    """By rule set; most games first."""
    modes: dict[str, Score] = field(default_factory=dict)
    """By mode of the match, or `lowest` where the lowest total wins; most games first."""
    opponents: list[Opponent] = field(default_factory=list)
    """Most games first."""
    deeds: Tally = field(default_factory=Tally)
    results: list[Result] = field(default_factory=list)
    """All games that count, in the order in which they were played."""
    unfinished: int = 0
    invalid: int = 0
    """Games of the player that do not count: their files are not valid."""
    others: int = 0
    """Games in which the player had no seat: watched, or received from others."""


def my_record(games: Iterable[Summary]) -> Record:
    """The record over these games, which come in the order in which they were played."""
    record, opponents = Record(), dict[str, Opponent]()
    for game in games:
        if game.own is None:
            record.others += 1
        elif game.state == BAD:
            record.invalid += 1
        elif game.state != COMPLETE or game.winners is None:
            record.unfinished += 1
        else:
            _add(record, opponents, game, game.own)
    record.rules, record.modes = _most_games_first(record.rules), _most_games_first(record.modes)
    record.opponents = sorted(opponents.values(), key=lambda one: (-one.games, -one.last, one.key))
    return record


def _add(record: Record, opponents: dict[str, Opponent], game: Summary, own: int) -> None:
    people = [seat for seat in range(len(game.seats)) if seat != own and not game.is_bot(seat)]
    company = record.with_people if people else record.only_bots
    rules = record.rules.setdefault(game.variant, Score())
    mode = record.modes.setdefault(LOWEST if game.scoring == LOWEST else game.mode, Score())
    for score in (record.total, company, rules, mode):
        score.add(game, own)
    winners = game.winners or ()
    record.deeds.add(game.seats[own].tally)
    record.results.append(Result(game.time, own in winners, chance(game)))
    for seat in people:
        if seat == partner(game, own):
            continue
        known = game.seats[seat]
        opponent = opponents.setdefault(known.key, Opponent(known.key))
        opponent.name, opponent.last = known.name, game.time
        opponent.games += 1
        opponent.wins += own in winners
        opponent.losses += seat in winners


def _most_games_first(scores: dict[str, Score]) -> dict[str, Score]:
    return dict(sorted(scores.items(), key=lambda item: (-item[1].games, item[0])))


_PAIRED = ("partners", "tournament")
"""The modes in which opposite seats are partners for the whole match."""


def chance(game: Summary) -> float:
    """The share of seats that win such a game."""
    return (2 if game.mode in _PAIRED else 1) / len(game.seats)


def partner(game: Summary, seat: int) -> int | None:
    """The partner for the whole match, if there is one."""
    pairs = Partners.pairs if game.mode in _PAIRED else ()
    return next((sum(pair) - seat for pair in pairs if seat in pair), None)


def shares(results: Sequence[Result], points: int) -> list[float]:
    """The share of wins over time, as at most this many points: each over the last games up to there."""
    count = len(results)
    step = max(1, -(-count // max(points, 1)))
    window = max(WINDOW, step)
    ends = range(count - (count - 1) // step * step, count + 1, step) if count else range(0)
    return [
        sum(result.won for result in results[max(0, end - window) : end]) / min(end, window) for end in ends
    ]
