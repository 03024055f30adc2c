"""A seat that was put out for cheating comes back, over real sockets and files (L-10)."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random

import pytest

from cli.sessions.bot_player import BotSeat
from cli.sessions.networked import Networked
from cli.sessions.session import Forgiving, Notice, SeatedAgain
from protocol.codec import pack
from protocol.deck import Calculator
from protocol.files.log_file import LogFile
from protocol.files.private_journal import Journal
from protocol.identity import Identity
from protocol.log.entry import FORK, MOVE
from protocol.log.genesis import Genesis
from protocol.net.keys_and_card import Keys
from protocol.net.mesh import Mesh
from protocol.peer.load_game import load
from protocol.peer.message_checks import TABLE
from protocol.peer.peer import Peer
from protocol.play.game import Game
from protocol.table.readmitting_cheats import Plea
from tests.protocol.net.peers import HOST, QUICK, play, until
from tests.simulation.glass_deck import GLASS
from tests.simulation.world import make_genesis, other_body, quick_terms

OPERATORS = (0, 1, 2, 1)
"""Seat 3 is a bot of seat 1."""
CHEAT = 2


class Program:
    """One program at the table, or one that watches: its session, its peer, and what it told."""

    def __init__(self, folder: Path, keys: Keys, genesis: Genesis, seat: int | None) -> None:
        self.path = folder / ("watching.uno" if seat is None else f"{seat}.uno")
        self.keys, self.genesis, self.seat = keys, genesis, seat
        self.told: list[Notice] = []

    async def start(self, table: list[Program]) -> None:
        new = not self.path.exists()
        self.journal = Journal(self.path) if self.seat is not None else None
        if new and self.journal is not None and self.seat is not None:
            secret = bytes([self.seat]) * 32
            own = self.keys.identity.public
            self.journal.begin(self.seat, secret, self.keys, own, "", b"", self.genesis.body)
        log = LogFile(self.path, self.genesis)
        game: Game = load(log, self.genesis, self.journal, Calculator(GLASS))
        self.mesh = Mesh(
            self.keys, port=0, hosts=[HOST], on_message=lambda *got: self.peer.receive(*got), limits=QUICK
        )
        self.session = Networked(game)
        if self.seat is not None:
            BotSeat(self.session, "normal", Random(self.seat), 0)
        seats = {one.keys.curve_public: one.seat for one in table if one.seat is not None}
        self.peer = Peer(self.mesh, game, log, self.journal, seats, self.session.step)
        self.session.peer = self.peer
        await self.mesh.start()
        self._tasks = [asyncio.ensure_future(self.session.run()), asyncio.ensure_future(self._listen())]

    def meet(self, *others: Program) -> None:
        for one, other in (
            (a, b) for them in others for a, b in ((self, them), (them, self)) if self is not them
        ):
            one.mesh.admit(other.keys.curve_public, other.mesh.address, spectator=other.seat is None)

    async def _listen(self) -> None:
        async for notice in self.session.notices():
            if isinstance(notice, Forgiving | SeatedAgain):
                self.told.append(notice)

    async def close(self) -> None:
        await self.session.leave()
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await self.peer.close()
        await self.mesh.close()

    def contradict(self) -> None:
        """Sign another entry for a place that has one."""
        entry = next(e for e in reversed(self.peer.game.entries) if e.seat == self.seat and e.kind == MOVE)
        self.mesh.broadcast(TABLE + pack(["entry", *other_body(self.keys.identity, entry).wire()]))


@pytest.mark.slow
@pytest.mark.rule("L-10")
def test_a_cheat_comes_back_when_all_have_agreed(tmp_path: Path) -> None:
    async def script() -> None:
        identities = [Identity(bytes([seat + 1]) * 32) for seat in range(len(OPERATORS))]
        terms = quick_terms(hand_size=5, target=50_000, uno_window=0)
        genesis = make_genesis(identities, terms, OPERATORS)
        table = [
            *(Program(tmp_path, Keys.fresh(each), genesis, seat) for seat, each in enumerate(identities)),
            Program(tmp_path, Keys.fresh(), genesis, None),
        ]
        ada, bruno, cheat, bot, _watching = table
        async with AsyncExitStack() as stack:
            for program in table:
                await program.start(table)
                stack.push_async_callback(program.close)
            for place, program in enumerate(table):
                program.meet(*table[place + 1 :])
            await until(
                lambda: any(e.seat == CHEAT and e.kind == MOVE for e in cheat.peer.game.entries), "a move"
            )
            cheat.contradict()
            everywhere = [Plea(CHEAT, (), (0, 1))]
            await until(lambda: all([*p.session.pleas] == everywhere for p in table), "the loss, everywhere")
            assert all(p.peer.game.lost_for(CHEAT) == FORK for p in table)
            ada.session.forgive(CHEAT)
            everywhere = [Plea(CHEAT, (0,), (1,))]
            await until(lambda: all([*p.session.pleas] == everywhere for p in table), "one player's word")
            rounds = len(bot.peer.game.finished)
            await until(lambda: len(bot.peer.game.finished) > rounds + 1, "two rounds more")
            assert CHEAT not in bot.peer.game.match.playing, "a bot must not agree before its player has"
            await ada.close()
            await ada.start(table)
            ada.meet(*table)
            await until(lambda: [*ada.session.pleas] == everywhere, "what was said before the restart")
            bruno.session.forgive(CHEAT)
            await until(lambda: all(SeatedAgain(CHEAT) in p.told for p in table), "the seat to be back")
            for program in table:
                first = [Forgiving(CHEAT, None, (0, 1)), Forgiving(CHEAT, 0, (1,))]
                assert program.told[:2] == first
                assert program.told[-2:] == [Forgiving(CHEAT, 1, ()), SeatedAgain(CHEAT)]
            position = ada.peer.game.position
            await until(
                lambda: any(e.seat == CHEAT for e in ada.peer.game.entries[position:]), "what the seat writes"
            )

    play(script())
