"""A table on the network: what comes besides the game's own messages, over real sockets."""

from __future__ import annotations

import asyncio
import threading
from errno import ENAMETOOLONG
from pathlib import Path
from typing import Any

import pytest

from protocol.codec import pack
from protocol.deck import Calculator
from protocol.files.log_file import LogFile
from protocol.files.private_journal import Journal, read_journal
from protocol.log.entry import (
    BACK,
    CLAIM,
    FORGIVE,
    MOVE,
    READY,
    REFUSAL,
    SILENT,
    VOTE,
    Entry,
    write_statement,
)
from protocol.net.keys_and_card import Keys
from protocol.net.mesh import Mesh
from protocol.peer.message_checks import ASK_GENESIS, CHAT, GENESIS, MAX_CHAT, TABLE, is_light
from protocol.peer.peer import Peer, _tick
from protocol.peer.screen_snapshot import Step
from protocol.peer.steady_clock import MAX_STEP, Clock
from protocol.play.game import Game
from protocol.table.messages import read_message
from protocol.table.outputs import Evidence, Output
from tests.protocol.net.peers import HOST, QUICK, play, until
from tests.protocol.net.peers import Peer as Sender
from tests.protocol.test_logfile import game
from tests.simulation.glass_deck import GLASS

SAID = {
    b"\x1b[2J\x1b]0;owned\x07clear": "[2J]0;ownedclear",
    b"\xc2\x9b31mred \xc2\x90": "31mred",
    "abc\u202edef\u2066ghi\u200fjkl\u200b\ufeffmno".encode(): "abcdefghijklmno",
    b"two\r\nlines\x00, a\ttab\x7f\xe2\x80\xa8": "twolines, atab",
    b"\xff\xfe no text \xed\xa0\x80": "\ufffd\ufffd no text \ufffd\ufffd\ufffd",
}
"""Lines of chat that are sent, and what may come of them on anybody's screen."""


def test_chat_brings_nothing_but_a_line_of_printable_text(tmp_path: Path) -> None:
    async def script() -> None:
        _, genesis, _ = game()
        heard: list[tuple[int, str]] = []
        mesh = Mesh(
            Keys.fresh(), port=0, hosts=[HOST], on_message=lambda *got: ada.receive(*got), limits=QUICK
        )
        bruno, watcher = Sender(), Sender()
        for each in (mesh, bruno.mesh, watcher.mesh):
            await each.start()
        log = LogFile(tmp_path / "game.uno", genesis)
        table = Game(genesis, calculator=Calculator(GLASS))
        ada = Peer(
            mesh, table, log, None, {bruno.key: 1}, lambda step: None, lambda *said: heard.append(said)
        )
        for other in (bruno, watcher):
            mesh.admit(other.key, other.mesh.address, spectator=other is watcher)
            other.mesh.admit(mesh.keys.curve_public, mesh.address)

        def send(sender: Sender, data: bytes) -> bool:
            return sender.mesh.send(mesh.keys.curve_public, data)

        try:
            for sender in (watcher, bruno):
                await until(lambda sender=sender: all(sender.mesh.peers.values()), "them to meet")  # type: ignore[misc]
            assert send(watcher, CHAT + b"psst")
            assert send(bruno, CHAT + b"\x1b\x07\r\n \xe2\x80\xae")
            for line in SAID:
                assert send(bruno, CHAT + line)
            await until(lambda: len(heard) == len(SAID), "what is left of the lines")
            assert heard == [(1, text) for text in SAID.values()]
            heard.clear()
            assert send(bruno, CHAT + "é".encode() * 100_000)
            for _ in range(100):  # too many at once, so that most are passed over
                assert send(bruno, CHAT + "é".encode() * 1_000)
            for sender in (watcher, bruno):
                assert send(sender, ASK_GENESIS)
                await until(lambda sender=sender: sender.heard, "the answer to what came last")  # type: ignore[misc]
                assert sender.heard[0][1].startswith(GENESIS)
            assert set(heard) <= {(1, "é" * MAX_CHAT)}
            assert len(heard) < 100
        finally:
            await ada.close()
            for each in (mesh, bruno.mesh, watcher.mesh):
                await each.close()

    play(script())


def test_the_journal_knows_what_we_wrote(tmp_path: Path) -> None:
    async def script() -> None:
        world, genesis, _ = game()
        seat, secret = world.peers[0].seat, world.peers[0].secret
        assert secret is not None
        keys = Keys.fresh(world.peers[0].identity)
        mesh = Mesh(keys, port=0, hosts=[HOST], on_message=lambda *got: None, limits=QUICK)
        log, journal = LogFile(tmp_path / "game.uno", genesis), Journal(tmp_path / "game.uno")
        journal.begin(seat, secret, keys, keys.identity.public, "", b"", genesis.body)
        known: list[list[Entry]] = []
        ada = Peer(
            mesh,
            Game(genesis, seat, secret, Calculator(GLASS)),
            log,
            journal,
            {},
            lambda step: known.append(read_journal(journal.log).wrote),
        )
        await mesh.start()
        try:
            ada.start()
            await until(lambda: any(known), "the first entry")
            assert known[-1] == ada.game.entries
        finally:
            await ada.close()
            await mesh.close()

    play(script())


def test_a_move_is_prepared_while_its_player_thinks(tmp_path: Path) -> None:
    async def script() -> None:
        world, genesis, entries = game()
        first = next(number for number, entry in enumerate(entries) if entry.kind == MOVE)
        mover = world.peers[entries[first].seat]
        table = Game(genesis, mover.seat, mover.secret, Calculator(GLASS))
        table.replay(entries[:first])
        keys = Keys.fresh(mover.identity)
        mesh = Mesh(keys, port=0, hosts=[HOST], on_message=lambda *got: None, limits=QUICK)
        ada = Peer(mesh, table, LogFile(tmp_path / "game.uno", genesis), None, {}, lambda step: None)
        await mesh.start()
        try:
            ada.start()
            deal = table.deal
            assert deal is not None
            await until(lambda: deal.deck._next_shares, "the share of the card in hand")
            assert table.entries == entries[:first]
        finally:
            await ada.close()
            await mesh.close()

    play(script())


def test_evidence_that_no_disk_takes_does_not_end_the_game(tmp_path: Path) -> None:
    async def script() -> None:
        _, genesis, _ = game()
        log = LogFile(tmp_path / f"{'x' * 250}.uno", genesis)  # no longer name fits beside it
        table = Game(genesis, calculator=Calculator(GLASS))
        mesh = Mesh(Keys.fresh(), port=0, hosts=[HOST], on_message=lambda *got: None)
        peer = Peer(mesh, table, log, None, {}, lambda step: None)
        try:
            sends, step = peer._do(lambda _table, _now: [Evidence(1, "fork", b"proof")])
        finally:
            await peer.close()
        assert sends == []
        assert step is not None
        [(seat, why)] = step.unwritten
        assert (seat, why.errno) == (1, ENAMETOOLONG)
        assert peer.evidence == {}

    play(script())


def test_a_clock_that_leaps_takes_nobody_by_surprise(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wall's clock is read once; and while this program stood still, nobody else was silent."""
    wall, passed = 1_700_000_000_000, 0
    monkeypatch.setattr("time.time_ns", lambda: wall * 1_000_000)
    monkeypatch.setattr("time.monotonic_ns", lambda: passed * 1_000_000)
    clock = Clock()
    assert clock.now() == wall
    for hours in (5, -9):
        wall += hours * 3_600_000
        passed += 300
        assert clock.now() == 1_700_000_000_000 + passed
    passed += 8 * 3_600_000
    assert clock.now() == 1_700_000_000_000 + 600 + MAX_STEP


@pytest.mark.parametrize("turns", range(5))
def test_a_peer_closes_also_while_work_arrives(tmp_path: Path, turns: int) -> None:
    """`turns` of the event loop pass between the arrival of work and the close."""

    async def script() -> None:
        _, genesis, _ = game()
        mesh = Mesh(Keys.fresh(), port=0, hosts=[HOST], on_message=lambda *got: None)
        table = Game(genesis, calculator=Calculator(GLASS))
        steps: list[object] = []
        peer = Peer(mesh, table, LogFile(tmp_path / "game.uno", genesis), None, {}, steps.append)
        peer.start()
        await until(lambda: steps and not peer._jobs and not peer._working, "the peer to be idle")
        peer.take_back()
        for _ in range(turns):
            await asyncio.sleep(0)
        closing = asyncio.create_task(peer.close())
        await until(closing.done, "the peer to close", 10)

    play(script())


def test_only_what_takes_a_moment_is_done_on_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moves, and the small steps of the deck: a screen must not wait for more."""

    async def script() -> None:
        _, genesis, entries = game()
        log = LogFile(tmp_path / "game.uno", genesis)
        mesh = Mesh(Keys.fresh(), port=0, hosts=[HOST], on_message=lambda *got: None)
        watching = Game(genesis, calculator=Calculator(GLASS))
        peer = Peer(mesh, watching, log, None, {bytes([0]): 0}, lambda step: None)
        taken: list[tuple[str, int, bool]] = []
        receive = peer.table.receive

        def noted(*arguments: Any) -> list[Output]:
            due, deal = watching.due(), watching.deal
            assert due is not None
            assert deal is not None
            here = threading.current_thread() is threading.main_thread()
            taken.append((due.step or due.kind, deal.deck.opening, here))
            return receive(*arguments)

        monkeypatch.setattr(peer.table, "receive", noted)
        for tick in ("TICK", "WINDOW_TICK"):  # the table's thread must be free whenever an entry comes
            monkeypatch.setattr(f"protocol.peer.peer.{tick}", 3600.0)
        monkeypatch.setattr("protocol.table.own_entries.FEW", 1)  # the hands of this game are small
        await mesh.start()
        peer.start()
        try:
            await until(lambda: peer._told is not None, "the first look")
            for entry in entries:
                await until(lambda: not (peer._working or peer._jobs), "the table's thread to rest")
                peer.receive(bytes([0]), TABLE + pack(["entry", *entry.wire()]))
                await until(lambda entry=entry: watching.position > entry.position, "the entry")  # type: ignore[misc]
        finally:
            await peer.close()
            await mesh.close()
        slow = {"mix", "prove", "seal", "receipt", "reveal", "return"}
        for step, opening, here in taken:
            assert here == (step not in slow and opening <= 1), (step, opening)
        assert {here for step, _, here in taken if step == "share"} == {True, False}

    play(script())


def test_votes_proofs_and_requests_wait_for_the_thread() -> None:
    """A vote or a proof may take the log back, and a request is answered with many entries."""
    world, genesis, entries = game()
    identity = world.peers[0].identity
    assert identity is not None
    entry = entries[0].wire()

    def light(*message: object) -> bool:
        return is_light(read_message(pack([*message])))

    def says(kind: str) -> bool:
        return light("statement", *write_statement(identity, genesis.game, kind, 0, []).wire())

    assert light("entry", *entry)
    assert light("head", 1, genesis.game)
    assert [says(kind) for kind in (CLAIM, READY, SILENT)] == [True] * 3
    assert [says(kind) for kind in (VOTE, REFUSAL, BACK, FORGIVE)] == [False] * 4
    assert not light("want", 1)
    assert not light("fork", entry, entry)
    assert not is_light(b"a message of another version")


def test_a_draw_is_shown_with_its_card_or_at_the_next_tick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the shares of a card come in, nothing is shown; if one of them is late, a tick shows the draw."""

    async def script() -> None:
        _, genesis, entries = game()
        mesh = Mesh(Keys.fresh(), port=0, hosts=[HOST], on_message=lambda *got: None)
        watching = Game(genesis, calculator=Calculator(GLASS))
        shown: list[int] = []
        log = LogFile(tmp_path / "game.uno", genesis)
        peer = Peer(mesh, watching, log, None, {bytes([0]): 0}, lambda step: shown.extend(_places(step)))
        for tick in ("TICK", "WINDOW_TICK"):
            monkeypatch.setattr(f"protocol.peer.peer.{tick}", 3600.0)
        monkeypatch.setattr("protocol.table.own_entries.FEW", 1)  # the hands of this game are small
        await mesh.start()
        peer.start()
        held_back = []
        try:
            await until(lambda: peer._told is not None, "the first look")
            for entry in entries:
                await until(lambda: not (peer._working or peer._jobs), "the table's thread to rest")
                peer.receive(bytes([0]), TABLE + pack(["entry", *entry.wire()]))
                await until(lambda entry=entry: watching.position > entry.position, "the entry")  # type: ignore[misc]
                if entry.kind == MOVE and peer.table.own.is_opening():
                    for _ in range(5):
                        await asyncio.sleep(0)
                    held_back.append(entry.position)
                    assert entry.position not in shown
                    if len(held_back) == 1:
                        peer._put(_tick)
                        await until(lambda entry=entry: entry.position in shown, "the draw")  # type: ignore[misc]
            await until(lambda: len(shown) == len(entries), "all of the game")
        finally:
            await peer.close()
            await mesh.close()
        assert shown == [entry.position for entry in entries]
        assert held_back

    play(script())


def _places(step: Step) -> list[int]:
    return [entry.position for entry in step.applied]
