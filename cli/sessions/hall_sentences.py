"""The hall of a tournament in words: standings, tables, what our player waits for, and new results."""

from __future__ import annotations

from collections.abc import Sequence

from cli.words.language import _, n_
from cli.words.narration import listed
from cli.words.punctuation import with_semicolons
from protocol.log.genesis import Slot
from protocol.log.roster import Roster
from protocol.tournament.hall import Hall
from protocol.tournament.result import Result
from protocol.tournament.result_set import ResultSet
from protocol.tournament.standings import Cell, Kind, Row, standings


def names_of(roster: Roster, players: Sequence[int]) -> list[str]:
    return [roster.players[player].name for player in players]


def pair(roster: Roster, slot: Slot, side: int) -> str:
    """Two partners: the first and third, or the second and fourth."""
    return listed(names_of(roster, roster.seated(slot)[side::2]))


def place(slot: Slot) -> str:
    return _("stage {stage}, table {table}").format(stage=slot.stage + 1, table=slot.table + 1)


def pairing(roster: Roster, slot: Slot) -> str:
    return _("{place}: {pair} against {others}").format(**_pairing(roster, slot))


def _pairing(roster: Roster, slot: Slot) -> dict[str, str]:
    return {"place": place(slot), "pair": pair(roster, slot, 0), "others": pair(roster, slot, 1)}


def cell_in_short(cell: Cell) -> str:
    """A player's points in a stage; a credit is in parentheses."""
    match cell.kind:
        case Kind.OPEN:
            return "-"
        case Kind.PLAYED:
            return str(cell.points)
        case Kind.CREDITED | Kind.IDLE:
            return f"({cell.points})"
        case Kind.MISSED | Kind.LIED:
            return "0!"


def standings_table(results: ResultSet, width: int = 80, stages: int | None = None) -> list[str]:
    """The standings, one line for each player; only the last stages if there is no room for all."""
    rows = standings(results, stages)
    roster = results.roster
    names = {row.player: roster.players[row.player].name for row in rows}
    longest = max(len(name) for name in names.values())
    cells = {row.player: [cell_in_short(cell) for cell in row.cells] for row in rows}
    wide = max([3, *(len(cell) for row in cells.values() for cell in row)])
    room = max(1, (width - longest - 14) // (wide + 1))
    count = len(rows[0].cells)
    first = max(0, _last_stage(rows) + 1 - room)
    shown = range(first, min(count, first + room))
    heads = " ".join(str(stage + 1).rjust(wide) for stage in shown)
    lines = [f"{'':4}{'':{longest}} {_('total'):>6}  {heads}".rstrip()]
    for row in rows:
        points = " ".join(cells[row.player][stage].rjust(wide) for stage in shown)
        lies = f"  {_('signed two results')}" if row.lies else ""
        lines.append(f"{row.place:>3} {names[row.player]:{longest}} {row.total:>6}  {points}{lies}")
    return lines


def signs_in_words(results: ResultSet) -> str:
    """What the signs in the standings mean; empty if there are none."""
    kinds = {cell.kind for row in standings(results) for cell in row.cells}
    if kinds <= {Kind.OPEN, Kind.PLAYED}:
        return ""
    text = _("{credit}: credit for a stage not played.  {nothing}: nothing, absent or two results.")
    return text.format(credit="( )", nothing="0!")


def _last_stage(rows: Sequence[Row]) -> int:
    """The last stage with a result."""
    done = (n for row in rows for n, cell in enumerate(row.cells) if cell.kind not in (Kind.OPEN, Kind.IDLE))
    return max(done, default=0)


def playing_now(hall: Hall) -> list[Slot]:
    """The tables of other players that play, or wait for somebody."""
    current = {hall.current(player) for player in range(len(hall.roster.players)) if player != hall.me}
    own = {hall.playing, hall.free.slot if hall.free is not None else None}
    return sorted(slot for slot in current - own if slot is not None)


def tables_now(hall: Hall) -> list[str]:
    """The same tables in words, with how far they are."""
    lines = []
    for slot in playing_now(hall):
        if slot in hall.rounds:
            far = n_("{rounds} round played", "{rounds} rounds played", hall.rounds[slot])
            far = far.format(rounds=hall.rounds[slot])
        else:
            far = _("not begun")
        lines.append(with_semicolons((pairing(hall.roster, slot), far)))
    return lines


def next_game(hall: Hall, now: int) -> str:
    """What our player waits for."""
    free = hall.free
    if free is not None:
        text = _("Your next game is {place}: {pair} against {others}.").format(
            **_pairing(hall.roster, free.slot)
        )
        waits = hall.waits_for(now)
        if waits:
            names = ", ".join(names_of(hall.roster, waits))
            text += " " + _("It begins when these players are free: {names}.").format(names=names)
        return text
    if hall.me is None:
        return _("You are watching this tournament.")
    if hall.results.finished:
        return _("The tournament is over.")
    return _("You have played all your games. The others are still playing.")


def hall_status(hall: Hall, now: int) -> str:
    """What our player waits for, and at the end who has won."""
    text = next_game(hall, now)
    return f"{text} {winners_sentence(hall.results)}" if hall.results.finished else text


def result_sentence(roster: Roster, result: Result) -> str:
    if not result.rounds:
        seated = roster.seated(result.slot)
        names = ", ".join(names_of(roster, [seated[seat] for seat in result.out]))
        return _("{place}: no round was played. Missing: {names}.").format(
            place=place(result.slot), names=names
        )
    text = _("{place}: {pair} {points}, {others} {other_points}.")
    return text.format(
        place=place(result.slot),
        pair=pair(roster, result.slot, 0),
        points=result.points[0],
        others=pair(roster, result.slot, 1),
        other_points=result.points[1],
    )


def winners_sentence(results: ResultSet) -> str:
    rows = standings(results)
    best = [results.roster.players[row.player].name for row in rows if row.place == 1]
    text = n_("{names} wins the tournament!", "{names} win the tournament!", len(best))
    return text.format(names=listed(best))


class ResultNews:
    """Tells each result and each contradiction once."""

    def __init__(self) -> None:
        self._told: set[Slot] = set()
        self._lies: set[tuple[Slot, int]] = set()
        self.ended = False
        """Whether our player knows that the tournament is over."""

    def read(self, results: ResultSet) -> list[str]:
        lines = []
        for slot in results.roster.slots:
            if slot not in self._told and (believed := results.believed(slot)):
                self._told.add(slot)
                lines.append(result_sentence(results.roster, believed[0]))
        for slot, seat in results.lies:
            if (slot, seat) not in self._lies:
                self._lies.add((slot, seat))
                name = results.roster.players[results.roster.seated(slot)[seat]].name
                text = _("{name} has signed two different results of {place}.")
                lines.append(text.format(name=name, place=place(slot)))
        return lines
