"""Tournaments of real programs on loopback: killed and resumed, watched, and with somebody missing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from protocol.files.log_file import read_log
from protocol.hall.tournament_file import read_tournament, slot_name
from protocol.hall.verify_tournament import LogState, verify_tournament
from protocol.log.genesis import Slot
from protocol.remote_errors import RemoteError
from protocol.tournament.result_set import ResultSet
from protocol.tournament.standings import Kind, standings
from tests.network.players import Player, Room, until

NAMES = ("Ada", "Bruno", "Clara", "Dario", "Elena", "Felix", "Greta", "Hugo")
SHORT = ("--hand-size", "1", "--uno-window", "50")
PATIENCE = 600.0


def own(player: Player) -> tuple[str, ...]:
    bot = ("--as-bot", "normal", "--pace", "0", "--yes")
    return ("--name", player.name, "--local", "--save", str(folder(player)), *bot)


def folder(player: Player) -> Path:
    return player.folder / "evening"


def resume(player: Player) -> None:
    player.start("tournament", "resume", str(folder(player)), "--as-bot", "normal", "--pace", "0")


def seated(room: Room, names: Sequence[str], *options: str) -> list[Player]:
    players = [room.player(name) for name in names]
    count = ("--players", str(len(names)))
    players[0].start("tournament", "host", *count, *own(players[0]), *SHORT, *options)
    for player in players[1:]:
        player.start("tournament", "join", players[0].address, *own(player))
    return players


def known(player: Player) -> ResultSet | None:
    try:
        return read_tournament(folder(player))
    except (OSError, RemoteError):
        return None


def playing(player: Player, slot: Slot, entries: int) -> bool:
    """Whether this player has so many entries of a game."""
    try:
        return len(read_log(folder(player) / slot_name(slot))[1]) >= entries
    except (OSError, RemoteError):
        return False


def first_slot(player: Player) -> Slot:
    until(lambda: known(player) is not None, f"{player.name} to have the roster", PATIENCE)
    results = known(player)
    assert results is not None
    roster = results.roster
    number = next(n for n, one in enumerate(roster.players) if one.name == player.name)
    return roster.slots_of(number)[0]


def span(folder: Path, slot: Slot) -> tuple[int, int]:
    times = [entry.time for entry in read_log(folder / slot_name(slot))[1] if entry.time]
    return min(times), max(times)


@pytest.mark.rule("M-01", "M-02")
def test_eight_programs_are_killed_and_resumed(room: Room) -> None:
    """Two tables play side by side. Players are killed in a game, the host too; all files agree,
    and every log says what the results say."""
    players = seated(room, NAMES, "--stages", "2")
    first = {player: first_slot(player) for player in players}
    for player in (players[0], players[3]):
        until(lambda player=player: playing(player, first[player], 20), "a game to be under way", PATIENCE)  # type: ignore[misc]
        player.kill()
        resume(player)
    for player in players:
        player.finish(seconds=PATIENCE)
    rows = []
    for player in players:
        verdict = verify_tournament(folder(player))
        assert verdict.state == "complete", (player.name, verdict.errors)
        assert verdict.results is not None
        own_logs = [state for state in verdict.logs.values() if state is not LogState.ABSENT]
        assert own_logs == [LogState.PROVED] * 2
        rows.append(standings(verdict.results))
    assert all(one == rows[0] for one in rows)
    assert {cell.kind for row in rows[0] for cell in row.cells} == {Kind.PLAYED}
    results = known(players[0])
    assert results is not None
    for stage in range(2):
        spans = []
        for table in range(2):
            slot = Slot(results.roster.id, stage, table)
            name = results.roster.players[results.roster.seated(slot)[0]].name
            spans.append(span(folder(players[NAMES.index(name)]), slot))
        assert max(begin for begin, _ in spans) < min(end for _, end in spans), "both tables at the same time"


@pytest.mark.long
@pytest.mark.rule("M-04")
def test_somebody_is_missing_for_a_stage_and_comes_back(room: Room) -> None:
    players = seated(room, NAMES[:4], "--stages", "2", "--grace", "5")
    late = players[2]
    slot = first_slot(late)
    late.kill()

    def closed() -> bool:
        results = known(players[0])
        return results is not None and bool(list(results.records()))

    until(closed, "the others to end the game without a round", PATIENCE)
    resume(late)
    for player in players:
        player.finish(seconds=PATIENCE)
    rows = []
    for player in players:
        verdict = verify_tournament(folder(player))
        assert verdict.state == "complete"
        assert verdict.results is not None
        rows.append(standings(verdict.results))
    assert all(one == rows[0] for one in rows)
    cells = {row.player: row.cells[slot.stage].kind for row in rows[0]}
    assert sorted(kind.value for kind in cells.values()) == ["credited", "credited", "credited", "missed"]
    assert all(row.cells[1].kind is Kind.PLAYED for row in rows[0])


def test_a_tournament_is_watched(room: Room) -> None:
    """A spectator without a seat has the same results, by signatures alone."""
    players = seated(room, NAMES[:4], "--stages", "2")
    first_slot(players[0])
    spectator = room.player("Zoe")
    spectator.start(
        "tournament", "watch", players[0].address,
        "--local", "--plain", "--save", str(folder(spectator)),
    )  # fmt: skip
    spectator.hears("wins? the tournament", PATIENCE)
    spectator.finish(seconds=PATIENCE)
    for player in players:
        player.finish(seconds=PATIENCE)
    seen, played = known(spectator), known(players[0])
    assert seen is not None
    assert played is not None
    assert standings(seen) == standings(played)


def test_a_player_and_their_bots_are_killed_and_resumed(room: Room) -> None:
    """Five players at one table: in each stage another one sits out, and gets a credit."""
    host = room.player("Ada")
    host.start("tournament", "host", "--players", "5", "--bots", "4", "--stages", "2", *own(host), *SHORT)
    until(lambda: known(host) is not None, "the roster", PATIENCE)
    results = known(host)
    assert results is not None
    number = next(n for n, one in enumerate(results.roster.players) if one.name == "Ada")
    slot = results.roster.slots_of(number)[0]
    until(lambda: playing(host, slot, 15), "a game to be under way", PATIENCE)
    host.kill()
    resume(host)
    host.finish(seconds=PATIENCE)
    verdict = verify_tournament(folder(host))
    assert verdict.state == "complete"
    assert verdict.results is not None
    kinds = [cell.kind for row in standings(verdict.results) for cell in row.cells]
    assert kinds.count(Kind.IDLE) == 2
    assert kinds.count(Kind.PLAYED) == 8
