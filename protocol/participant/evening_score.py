"""The evening: who won the matches that this program has seen at one table. It goes by its own logs only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from protocol.play.game import Game


@dataclass(frozen=True, slots=True)
class Score:
    """How many of the matches that they played somebody has won."""

    name: str
    won: int
    played: int


@dataclass(frozen=True, slots=True)
class _Result:
    game: bytes
    names: dict[bytes, str]
    """The players' names, by identity."""
    winners: tuple[bytes, ...]


@dataclass(slots=True)
class Evening:
    _results: list[_Result] = field(default_factory=list)

    @property
    def matches(self) -> int:
        return len(self._results)

    def add(self, game: Game) -> None:
        """Count a match that is over: once, and with its last end if an earlier one was taken back."""
        players = game.genesis.players
        winners = tuple(players[seat].key for seat in game.match.ended or ())
        result = _Result(game.id, {player.key: player.name for player in players}, winners)
        games = [known.game for known in self._results]
        if game.id in games:
            self._results[games.index(game.id)] = result
        else:
            self._results.append(result)

    def scores(self) -> list[Score]:
        """Everybody who played, those who won most matches first; by the last name that they had."""
        names: dict[bytes, str] = {}
        for result in self._results:
            names |= result.names
        scores = [
            Score(
                name,
                sum(identity in result.winners for result in self._results),
                sum(identity in result.names for result in self._results),
            )
            for identity, name in names.items()
        ]
        return sorted(scores, key=lambda score: (-score.won, score.played))

    def won(self, identity: bytes) -> int:
        """How many matches this player has won."""
        return sum(identity in result.winners for result in self._results)

    def wire(self) -> list[object]:
        """The evening as our own journal keeps it."""
        return [
            [result.game, [[key, name] for key, name in result.names.items()], list(result.winners)]
            for result in self._results
        ]


def read_evening(results: Iterable[object]) -> Evening:
    """The evening from our own journal."""
    evening = Evening()
    for result in results:
        match result:
            case [bytes(game), [*players], [*winners]]:
                names = {key: name for key, name in map(_pair, players) if key}
                won = tuple(key for key in winners if isinstance(key, bytes))
                evening._results.append(_Result(game, names, won))
    return evening


def _pair(value: object) -> tuple[bytes, str]:
    match value:
        case [bytes(key), str(name)]:
            return key, name
    return b"", ""
