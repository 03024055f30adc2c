"""Coming back: to games saved anywhere, to players who have moved, to a match that waits for somebody."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from cli.commands.resume import interrupted_game
from cli.main import main
from cli.plain.dialogue import Dialogue, Quit
from cli.plain.lobby_lines import LobbyLines
from cli.replay.library import interrupted
from cli.runtime.command_runner import CommandError
from cli.screen.table_controls import Controls
from cli.sessions.bot_processes import BotProcesses
from cli.sessions.joining_sentences import failure
from cli.sessions.networked import Networked
from cli.sessions.session import Busy, Status
from cli.sessions.show_participant import resume
from cli.sessions.waiting_room import InLines
from cli.settings.settings import Settings
from p2puno.options import Options
from protocol.files.log_file import MAGIC, LogFile, RecordFile, read_records
from protocol.files.old_bot_games import NEVER_BEGAN, tidy
from protocol.files.private_journal import Journal, read_journal
from protocol.files.store import Store
from protocol.identity import Player as Seat
from protocol.lobby.lobby import Lobby
from protocol.lobby.member_list import Founding, Member
from protocol.log.genesis import genesis_body
from protocol.log.table_terms import Terms
from protocol.net.address import Address
from protocol.net.keys_and_card import Keys
from protocol.participant.errors import ParticipantError
from protocol.participant.life_cycle import wait_for_genesis
from protocol.peer.finding_again import seeking
from protocol.replay.verify import verify
from tests.cli.still import Still
from tests.network.players import LONG, QUICK, Room, same_and_right
from tests.protocol.lobbies import Visitor, table
from tests.protocol.net.peers import HOST, Peer, play, running
from tests.protocol.net.peers import until as until_async
from tests.protocol.net.test_discovery import multicast_works
from tests.protocol.test_logfile import game as recorded


def seat_of(folder: Path, name: str, begun: bool = True, over: bool = False, bot: str = "") -> Path:
    """A game in which somebody has a seat, as its files tell."""
    keys, other = Keys.fresh(), Keys.fresh()
    players = (Seat(keys.identity.public, "Ada", 0), Seat(other.identity.public, "Zoe", 1))
    body = genesis_body(Terms(Options()), players, (os.urandom(32), os.urandom(32)), 0)
    path = folder / name
    journal = Journal(path)
    journal.begin(0, bytes(32), keys, keys.identity.public, bot, b"", body)
    if over:
        journal.over()
    journal.close()
    if begun:
        path.write_bytes(b"p2puno log 1\n")
    return path


def test_who_resumes_has_the_lobby_of_the_next_match_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What they type there went into the next game, since nobody had read it."""
    rooms: list[object] = []

    async def resume(path: Path, show: object, room: object, pace: float, found_at: object) -> int:
        rooms.append(room)
        return 0

    monkeypatch.setattr("cli.sessions.show_participant.resume", resume)
    monkeypatch.setattr("cli.games.shown.somebody_types", lambda asked_for: asked_for)
    assert main(["resume", "--plain", str(seat_of(tmp_path, "begun.uno"))]) == 0
    assert [type(room) for room in rooms] == [LobbyLines]


# -- which game ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_resume_alone_finds_a_game_saved_elsewhere(room: Room) -> None:
    ada, bruno = room.table(2, *LONG)
    bruno.records(10)
    for player in (ada, bruno):
        player.kill()
        player.start("resume", "--as-bot", "normal", "--pace", "0")
        player.hears(f"Continuing {player.save}")
    for player in (ada, bruno):
        player.finish()
    same_and_right([ada.save, bruno.save])
    again = ada.start("resume")
    again.finish(status=2)
    again.hears("there is no interrupted game here")


def test_resume_alone_takes_no_game_that_never_began_or_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("P2PUNO_HOME", str(tmp_path))
    store = Store(tmp_path)
    never = seat_of(store.games, "never.uno", begun=False)
    seat_of(store.games, "over.uno", over=True)
    with pytest.raises(CommandError, match=r"may have started without you: .*never\.uno"):
        interrupted_game()
    begun = seat_of(store.games, "begun.uno")
    os.utime(begun.with_suffix(".journal"), (1, 1))  # also if it is the oldest
    assert interrupted_game() == begun
    assert [game.players for game in interrupted()] == [("Ada", "Zoe")], "the menu lists it, spoiled as it is"
    elsewhere = seat_of(tmp_path, "odd name.game")
    store.remember(elsewhere)
    assert interrupted_game() == elsewhere, "the last played"
    seat_of(store.games, "spoiled.uno").with_suffix(".journal").write_bytes(b"garbage")
    capsys.readouterr()
    assert interrupted_game() == elsewhere
    assert re.match(r".*spoiled\.journal is damaged \(.*\): its game", capsys.readouterr().out)
    never.with_suffix(".journal").unlink()
    elsewhere.with_suffix(".journal").unlink()
    assert interrupted_game() == begun, "what is gone is not missed"
    (store.games / "night").mkdir()
    night = seat_of(store.games / "night", "tournament.uno")
    assert interrupted_game() == night, "a tournament, if it was played last"


def test_resume_alone_passes_over_a_game_that_is_being_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("P2PUNO_HOME", str(tmp_path))
    games = Store(tmp_path).games
    waiting, played = seat_of(games, "waiting.uno"), seat_of(games, "played.uno")
    os.utime(waiting.with_suffix(".journal"), (1, 1))
    playing = Journal(played)
    assert interrupted_game() == waiting
    assert f"{played} is being played by another p2puno" in capsys.readouterr().out
    waiting.with_suffix(".journal").unlink()
    with pytest.raises(CommandError, match="there is no interrupted game here"):
        interrupted_game()
    playing.close()
    assert interrupted_game() == played


def test_what_nobody_asks_for_again_is_put_away(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.bots.mkdir()
    mine, done = seat_of(store.games, "mine.uno"), seat_of(store.games, "done.uno", over=True)
    fresh, old = (seat_of(store.games, f"{name}.uno", begun=False) for name in ("fresh", "old"))
    ago = time.time() - NEVER_BEGAN - 60
    os.utime(old.with_suffix(".journal"), (ago, ago))
    finished = seat_of(store.bots, "finished.uno", over=True, bot="easy")
    orphan = seat_of(store.bots, "orphan.uno", bot="easy")
    running_bot = seat_of(store.bots, "running.uno", over=True, bot="easy")
    beside = store.bots / "beside.uno"
    beside.write_bytes(mine.read_bytes())
    beside.with_suffix(".journal").write_bytes(mine.with_suffix(".journal").read_bytes())
    for path in (mine, finished):  # what a power cut left of them
        path.with_name(f"{path.name}.torn-1").write_bytes(b"half")
        path.with_name(f"{path.stem}.journal.torn-2").write_bytes(b"half")
    held = Journal(running_bot)
    tidy(store)
    held.close()
    there = {path.name for path in [*store.games.iterdir(), *store.bots.iterdir()]}
    for path in (mine, done, running_bot, beside):
        assert {path.name, path.with_suffix(".journal").name} <= there
    assert not read_journal(fresh).over
    assert read_journal(old).over, "given up; but what was signed is remembered"
    for path in (finished, orphan):
        assert not any(name.startswith(path.stem) for name in there)
    assert {"mine.uno.torn-1", "mine.journal.torn-2"} <= there


def test_what_was_played_is_not_put_away_while_its_file_is_elsewhere(tmp_path: Path) -> None:
    store, drive, away = Store(tmp_path), tmp_path / "drive", tmp_path / "away"
    store.bots.mkdir()
    drive.mkdir()
    moved = seat_of(store.games, "moved.uno", begun=False)
    journal = Journal(moved)
    journal.wrote(recorded()[2][:1])
    journal.close()
    ago = time.time() - NEVER_BEGAN - 60
    os.utime(journal.path, (ago, ago))
    mine = seat_of(drive, "mine.uno")
    store.remember(mine)
    bot = store.bots / "bot.uno"
    bot.with_suffix(".journal").write_bytes(mine.with_suffix(".journal").read_bytes())
    finished = seat_of(store.bots, "finished.uno", over=True, bot="easy")
    drive.rename(away)  # not mounted
    tidy(store)
    assert journal.path.exists()
    assert bot.with_suffix(".journal").exists()
    assert not finished.with_suffix(".journal").exists()
    away.rename(drive)
    given_up = Journal(mine)
    given_up.over()
    given_up.close()
    tidy(store)
    assert not bot.with_suffix(".journal").exists()


def test_a_game_that_not_all_signed_is_given_up_and_said_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two come back to it, and the third has nothing to come back with."""
    monkeypatch.setattr("protocol.lobby.genesis_signing.SIGNING_AGAIN", 0.6)

    async def script() -> None:
        ada, ben = Visitor("Ada"), Visitor("Ben")
        async with table(ada, ben) as eve:
            body = eve.body([ada, ben])
            journal = Journal(tmp_path / "game.uno", new=True)
            keys = ada.keys
            journal.begin(0, bytes(32), keys, keys.identity.public, "", eve.founding.blob, body)
            for guest in (ada, ben):
                guest.go()
                guest.lobby.close()
                guest.gone = False
                guest.enter(Lobby.again(guest.mesh, eve.founding, [], body, None))
            with pytest.raises(ParticipantError) as refused:
                await wait_for_genesis(ada.lobby, journal=journal)
            assert re.search(r"Eve did not sign it: .* p2puno resume .*game\.uno", failure(refused.value))
            assert read_journal(journal.log).over, "resume alone does not offer it again"
            journal.reopen()  # it had begun after all
            assert not read_journal(journal.log).over
            journal.close()

    play(script())


def test_another_games_file_is_not_gone_on_with(tmp_path: Path) -> None:
    """Two of a player's files were mixed up: nothing of either is changed."""
    path = seat_of(tmp_path, "game.uno", begun=False)
    LogFile(path, recorded()[1]).close()
    before = path.read_bytes(), path.with_suffix(".journal").read_bytes()

    async def show(session: Networked) -> int:
        raise AssertionError

    with pytest.raises(ParticipantError) as refused:
        asyncio.run(resume(path, show, InLines(print), BotProcesses(1.0)))
    assert "belongs to another game: move it away" in failure(refused.value)
    assert before == (path.read_bytes(), path.with_suffix(".journal").read_bytes())


# -- where everybody is -------------------------------------------------------------------------------------


def astray(*peers: Peer) -> None:
    """Everybody admits everybody, where nobody is."""
    for peer in peers:
        for other in peers:
            if other is not peer:
                peer.mesh.admit(other.key, ["127.0.0.2:9"], identity=other.keys.identity.public)


def test_somebody_is_found_where_a_person_says() -> None:
    async def script() -> None:
        ada, zoe = Peer(), Peer()
        async with running(ada, zoe):
            astray(ada, zoe)
            place = Address(HOST, zoe.mesh.port)
            async with seeking(ada.mesh, lambda: [zoe.mesh.card()], "t", places=[place], nearby=False):
                await until_async(lambda: ada.there(zoe) and zoe.there(ada), "them to meet")

    play(script())


def test_all_have_moved_and_find_each_other_nearby() -> None:
    if reason := multicast_works():
        pytest.skip(reason)

    async def script() -> None:
        ada, zoe = Peer(), Peer()
        lost = [peer.keys.card(["127.0.0.2:9"], 1) for peer in (ada, zoe)]
        async with running(ada, zoe):
            astray(ada, zoe)
            async with (
                seeking(ada.mesh, lambda: lost[1:], "t", interfaces=[HOST]),
                seeking(zoe.mesh, lambda: lost[:1], "t", interfaces=[HOST]),
            ):
                await until_async(lambda: ada.there(zoe) and zoe.there(ada), "them to meet")

    play(script())


def test_who_is_found_tells_where_the_others_are() -> None:
    async def script() -> None:
        peers = [Peer() for _ in range(3)]
        async with running(*peers):
            lobbies = lobbies_of(peers)
            ada, bruno, zoe = peers
            bruno.mesh.move(zoe.key, zoe.mesh.address)
            await until_async(lambda: bruno.there(zoe), "two of them to meet")
            ada.mesh.move(bruno.key, bruno.mesh.address)
            await until_async(lambda: ada.there(bruno) and bruno.there(ada), "the third to find one of them")
            lobbies[1].connected(ada.key)
            await until_async(lambda: bool(ada.data(bruno)), "to be told")
            lobbies[0].receive(bruno.key, ada.data(bruno)[-1])
            await until_async(lambda: ada.there(zoe), "all to meet")

    play(script())


def lobbies_of(peers: list[Peer]) -> list[Lobby]:
    """All come back to a game that they have begun, and remember wrong addresses."""
    seats = tuple(Seat(p.keys.identity.public, f"P{n}", n) for n, p in enumerate(peers))
    body = genesis_body(Terms(Options()), seats, tuple(os.urandom(32) for _ in peers), 0)
    members = [Member(p.keys.identity.public, p.key) for p in peers]
    founding = Founding.make(peers[0].keys, members)
    cards = [p.keys.card(["127.0.0.2:9"], 1) for p in peers]
    return [Lobby.again(p.mesh, founding, cards, body, None) for p in peers]


# -- a match that waits -------------------------------------------------------------------------------------

LINE = "classic | 1> R R5 | 0: R3 B2 | 1: ? ?"


@pytest.mark.parametrize(("kind", "leaves"), [("suspended", True), ("short", False)])
def test_a_match_that_waits_can_be_ended(kind: str, leaves: bool) -> None:
    """L-04, and two players of whom one is gone: from the keyboard and in lines."""
    status = Status(Busy.SUSPENDED, 1) if kind == "suspended" else Status(Busy.SHORT, 1)
    still = Still(LINE)
    controls = Controls(still, Settings())
    controls.press("q")
    controls.press("e")
    assert (still.done, controls.left) == (["settle"], False), "it does not wait"
    still.status = status
    controls.press("q")
    controls.press("e")
    assert (still.done, controls.left) == (["settle"] * 2, leaves)
    said: list[str] = []
    talk = Dialogue(still, said.append, Settings())
    if leaves:
        with pytest.raises(Quit):
            talk.take("end")
    else:
        talk.take("end")
    assert still.done == ["settle"] * 3
    still.status = None
    talk.take("end")
    assert still.done == ["settle"] * 3
    assert "still going" in said[-1]


@pytest.mark.slow
def test_partners_without_one_end_the_match_as_it_stands(room: Room) -> None:
    """L-04 among processes; bots agree to whatever people choose, and here there are only bots."""
    players = room.table(4, *QUICK, "--mode", "partners", "--target", "500", "--grace", "8")
    players[0].records(20)
    players[3].kill()
    for player in players[:3]:
        player.finish()
    same_and_right(player.save for player in players[:3])
    assert [why for _seat, why in verify(players[0].save).lost] == ["silent"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a file that is open cannot be deleted there")
def test_files_that_are_deleted_while_they_are_played_are_written_anew(room: Room) -> None:
    # At full speed the match can be over before Bruno's program looks for its files, twice a second.
    ada, bruno = room.table(2, *LONG, "--pace", "0.1")
    bruno.records(30)
    journal = bruno.save.with_suffix(".journal")
    for path in (bruno.save, journal):
        path.unlink()
    bruno.hears(rf"A file of this game was deleted or moved: it was written again. {re.escape(str(journal))}")
    assert str(bruno.save) in bruno.text
    bruno.kill()
    bruno.resume()
    for player in (ada, bruno):
        player.finish()
    assert verify(ada.save).lost == ()
    same_and_right([ada.save, bruno.save])


@pytest.mark.slow
@pytest.mark.parametrize(
    "harm", ["lost", *(pytest.param(harm, marks=pytest.mark.long) for harm in ("spoiled", "cut"))]
)
def test_who_has_lost_their_record_does_not_contradict_themselves(room: Room, harm: str) -> None:
    """What they wrote is with the others: it is fetched before anything is written."""
    ada, bruno = room.table(2, *LONG)
    bruno.records(40)
    bruno.kill()
    if harm == "lost":
        bruno.save.unlink()
    elif harm == "cut":  # at the end of a record, as by a copy from before
        records = islice(read_records(bruno.save, MAGIC), 28)
        os.truncate(bruno.save, len(MAGIC) + sum(len(record) + 8 for record in records))
    else:
        whole = bytearray(bruno.save.read_bytes())
        whole[3000:3008] = bytes(8)
        bruno.save.write_bytes(whole)
    bruno.resume()
    for player in (ada, bruno):
        player.finish()
    assert verify(ada.save).lost == ()
    same_and_right([ada.save, bruno.save])


def test_a_spoiled_file_is_told_from_a_torn_one(tmp_path: Path) -> None:
    def file(change: Callable[[bytes], bytes]) -> RecordFile:
        path = tmp_path / "game"
        path.unlink(missing_ok=True)
        made = RecordFile(path, b"magic\n")
        for number in range(3):
            made.append(bytes([number]) * 100)
        made.close()
        path.write_bytes(change(path.read_bytes()))
        again = RecordFile(path, b"magic\n")
        again.close()
        return again

    assert (file(lambda b: b).count, file(lambda b: b).damaged) == (3, False)
    for torn in (file(lambda b: b[:-1]), file(lambda b: b[:-105])):
        assert (torn.count, torn.damaged) == (2, False)
    zeros = file(lambda b: b + bytes(4096))
    assert (zeros.count, zeros.damaged) == (3, False)
    spoiled = file(lambda b: b[:150] + b"?" + b[151:])
    assert (spoiled.count, spoiled.damaged) == (1, True)
    for bit in (0, 12, 30):  # of a length
        flipped = (int.from_bytes(bytes([0, 0, 0, 100])) ^ 1 << bit).to_bytes(4)
        spoiled = file(lambda b, flipped=flipped: b[:114] + flipped + b[118:])  # type: ignore[misc]
        assert (spoiled.count, spoiled.damaged) == (1, True)
