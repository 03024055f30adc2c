"""The standings of a tournament: a fold over the set of results (docs/tournament.md §7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from protocol.log.genesis import Slot
from protocol.tournament.result_set import ResultSet


class Kind(Enum):
    """What a stage gave to a player."""

    OPEN = "open"
    """There is no result yet."""
    PLAYED = "played"
    CREDITED = "credited"
    """The table could not play because of others (M-04)."""
    IDLE = "idle"
    """They sat out, which is credited (M-05)."""
    MISSED = "missed"
    """They were missing, or left before a round counted (M-04)."""
    LIED = "lied"
    """They and the others at the table signed two results (M-06)."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One player in one stage."""

    kind: Kind
    points: int = 0
    slot: Slot | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One player. Equal totals share a place."""

    place: int
    player: int
    total: int
    cells: tuple[Cell, ...]
    lies: int
    """In how many slots they are proved to have signed two results."""


def standings(results: ResultSet, stages: int | None = None) -> list[Row]:
    """All players, best first; after this many stages, or after all."""
    roster = results.roster
    count = len(roster.stages) if stages is None else stages
    cells = [
        credited([_cell(results, n, stage) for stage in range(count)]) for n in range(len(roster.players))
    ]
    totals = [sum(cell.points for cell in row) for row in cells]
    lies = [0] * len(cells)
    for slot, seat in results.lies:
        lies[roster.seated(slot)[seat]] += 1
    order = sorted(range(len(cells)), key=lambda n: (-totals[n], n))
    return [
        Row(1 + sum(total > totals[n] for total in totals), n, totals[n], cells[n], lies[n]) for n in order
    ]


def _cell(results: ResultSet, player: int, stage: int) -> Cell:
    """Before credits are computed."""
    roster = results.roster
    tables = roster.stages[stage]
    table = next((number for number, seated in enumerate(tables) if player in seated), None)
    if table is None:
        return Cell(Kind.IDLE)
    slot = Slot(roster.id, stage, table)
    seat = tables[table].index(player)
    believed = results.believed(slot)
    if not believed:
        return Cell(Kind.OPEN, slot=slot)
    if len(believed) > 1:
        return Cell(Kind.LIED, slot=slot)  # all four have signed both
    result = believed[0]
    if result.rounds:
        return Cell(Kind.PLAYED, result.points[seat], slot)
    return Cell(Kind.MISSED if seat in result.out else Kind.CREDITED, slot=slot)


def credited(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Give credits: the mean of the stages with points, rounded down."""
    played = [cell.points for cell in cells if cell.kind is Kind.PLAYED]
    credit = sum(played) // len(played) if played else 0
    gets = (Kind.CREDITED, Kind.IDLE)
    return tuple(Cell(cell.kind, credit, cell.slot) if cell.kind in gets else cell for cell in cells)
