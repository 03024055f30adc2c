"""Statistics over recorded games: per player, as a table with a small plot, or for programs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from cli.screen.canvas import in_columns, text_width
from cli.words.language import _
from p2puno.cards import WILD_DRAWS
from p2puno.events import Called, Caught, Challenged, Judged, Played
from protocol.log.entry import MOVE
from protocol.replay.recording import ALL, Recording

_LONGEST = 30
"""Characters of the longest bar."""


@dataclass(slots=True)
class Tally:
    """What one player did in all counted games."""

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
    longest_turn: float = 0.0
    """Seconds."""


def tally(recordings: Iterable[Recording]) -> dict[str, Tally]:
    """The tallies by player name, most wins first."""
    found: dict[str, Tally] = {}
    for recording in recordings:
        players = [found.setdefault(name, Tally()) for name in recording.names]
        _count(recording, players)
    return dict(sorted(found.items(), key=lambda item: (-item[1].wins, -item[1].points, item[0])))


def _count(recording: Recording, players: list[Tally]) -> None:
    for seat, player in enumerate(players):
        player.games += 1
        player.points += recording.match.totals[seat]
    for seat in recording.match.ended or ():
        players[seat].wins += 1
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


def as_values(tallies: dict[str, Tally]) -> list[dict[str, object]]:
    return [{"player": name, **asdict(player)} for name, player in tallies.items()]


def table(tallies: dict[str, Tally], full: str = "█", width: int = 80) -> list[str]:
    """Lines for people: a table, split if it is too wide, then a bar chart of the points."""
    heads = [
        _("player"),
        _("games"),
        _("wins"),
        _("rounds"),
        _("points"),
        _("UNO calls"),
        _("catches"),
        _("was caught"),
        _("challenges won"),
        _("bluffs"),
        _("longest turn"),
    ]
    rows = [
        [
            name,
            str(one.games),
            str(one.wins),
            str(one.rounds),
            str(one.points),
            str(one.uno_calls),
            str(one.catches),
            str(one.caught),
            f"{one.challenges_won}/{one.challenges}",
            str(one.bluffs),
            f"{one.longest_turn:.1f} s",
        ]
        for name, one in tallies.items()
    ]
    lines: list[str] = []
    names, *columns = zip(heads, *rows, strict=True)
    while columns:
        count = len(columns)
        while True:
            part = in_columns(list(zip(names, *columns[:count], strict=True)), right=range(1, len(heads)))
            if count == 1 or max(map(text_width, part)) <= width:
                break
            count -= 1
        lines += [*part, ""]
        columns = columns[count:]
    most = max((one.points for one in tallies.values()), default=0)
    bars = [
        [name, f"{full * (-(-one.points * _LONGEST // most) if most else 0)} {one.points}"]
        for name, one in tallies.items()
    ]
    return [*lines, _("points"), *in_columns(bars)]
