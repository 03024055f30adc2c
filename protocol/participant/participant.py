"""One participant at a table: what it owns, which frames go where, and the promises of docs/lobby.md.

- Before it signs a genesis, all that is needed to play the game is in its journal.
- It signs one genesis for each table, also after a restart.
- A frame's way is mesh → participant → lobby or table: the lobby hears everything until the game begins, and
  from then on its own messages only.
- After the end it lingers until every player has the whole log, for a limited time. Only then it agrees to
  another match.

`life_cycle.py` takes it from the first knock until it leaves.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from protocol.files.log_file import LogFile
from protocol.files.private_files import Exposed, make_folder
from protocol.files.private_journal import Journal
from protocol.files.store import SECRET_BYTES, Store
from protocol.hall.running_hall import RunningHall
from protocol.hall.tournament_file import NAME
from protocol.lobby.guest_list import LOBBY
from protocol.lobby.lobby import Lobby
from protocol.log.genesis import Genesis, read_body
from protocol.log.roster import is_roster
from protocol.make_calculator import calculator
from protocol.net.address import Address
from protocol.net.errors import PortTaken
from protocol.net.keys_and_card import Card, Keys
from protocol.net.mesh import Mesh
from protocol.participant.callbacks import GameObserver, Observer
from protocol.participant.evening_score import Evening
from protocol.participant.events import FileExposed, Lingering
from protocol.participant.next_table import NextTable, cheats
from protocol.participant.own_files import check_unsigned, damaged, free_name, open_log
from protocol.peer.finding_again import seeking
from protocol.peer.links import Links
from protocol.peer.load_game import load
from protocol.peer.peer import Peer, seats_of
from protocol.peer.screen_snapshot import Step
from protocol.play.game import Game
from protocol.remote_errors import RemoteError
from protocol.tournament.hall import HALL, TABLE_OF

LINGER, LINGER_AGAIN = 30.0, 10.0
"""Maximum seconds to stay connected after the match so that other players can fetch the last entries; and the
same if the match was over before we came."""
UNNOTICED = 0.7
"""Seconds of lingering that a player is not told about."""


@dataclass(slots=True)
class Participant:
    observer: Observer
    store: Store
    keys: Keys
    save: Path | None = None
    operator: bytes = b""
    """For a bot: its player's identity, and their signature that it is theirs."""
    word: bytes = b""
    level: str = ""
    """For a bot: how well it plays."""
    journal: Journal | None = None
    lobby: Lobby | None = None
    peer: Peer | None = None
    hear: Callable[[bytes, bytes], None] | None = None
    """Takes the frames of a spectator until the game is known; spectators have no lobby."""
    next: NextTable | None = None
    """The table of the next match, while the last one is over."""
    evening: Evening = field(default_factory=Evening)
    collects: bool = False
    """In a tournament: fetch the logs of all tables."""
    hall: RunningHall | None = None
    """While we take part in a tournament."""
    stepped: Callable[[Step], None] | None = None
    """Hears what happens in a game of a tournament."""
    _game: GameObserver | None = None

    # -- files and network ------------------------------------------------------------------------------

    @asynccontextmanager
    async def online(self, port: int | None, local: bool, any_port: bool = False) -> AsyncIterator[Mesh]:
        """The mesh, until we leave. `any_port`: use another port if this one is taken."""
        try:
            try:
                mesh = await self._start_mesh(port, local)
            except PortTaken:
                if not any_port:
                    raise
                mesh = await self._start_mesh(None, local)
            try:
                yield mesh
            finally:
                await mesh.close()
        finally:
            self.close()

    async def _start_mesh(self, port: int | None, local: bool) -> Mesh:
        mesh = Mesh(
            self.keys,
            port=port,
            hosts=("127.0.0.1",) if local else None,
            on_message=self.receive,
            on_connected=self.connected,
            on_lost=self.lost,
        )
        await mesh.start()
        return mesh

    def close(self) -> None:
        """Release the keys and the journal for other processes of this player."""
        self.store.close()
        if self.journal is not None:
            self.journal.close()

    def report_exposed(self, exposed: Mapping[Path, Exposed]) -> None:
        for path, how in exposed.items():
            self.observer.tell(FileExposed(path, how))

    # -- the lobby --------------------------------------------------------------------------------------

    def enter(self, lobby: Lobby) -> Lobby:
        self.lobby = lobby
        self._enter(lobby)
        lobby.agrees_always = bool(self.level)
        return lobby

    def _enter(self, lobby: Lobby) -> None:
        lobby.signing = partial(self._before_signing, lobby)

    def _before_signing(self, lobby: Lobby, body: bytes) -> None:
        """Write everything that we need to play to disk: once we sign, the game may exist."""
        check_unsigned(self.store, lobby.founding, self.keys.identity)
        players = read_body(body).players
        seat = next(n for n, player in enumerate(players) if player.key == self.keys.identity.public)
        path = self._path_for(body, seat)
        journal = Journal(path, new=True)
        if self.save is not None:
            self.store.remember(path)
        self.report_exposed(journal.exposed)
        operator = self.operator or self.keys.identity.public
        founding, evening = lobby.founding.blob, self.evening.wire()
        journal.roster([card.blob for card in lobby.newest_cards()])
        secret = os.urandom(SECRET_BYTES)
        journal.begin(seat, secret, self.keys, operator, self.level, founding, body, self.word, evening)
        self.journal = journal

    def _path_for(self, body: bytes, seat: int) -> Path:
        """Where to record the game, or the tournament, which has a folder of its own."""
        save = free_name(self.save) if self.save is not None else None
        if not is_roster(body):
            return save or self.store.path_for(body, seat, bot=bool(self.level))
        folder = (save or self.store.path_for(body, seat, bot=bool(self.level))).with_suffix("")
        make_folder(folder)
        return folder / NAME

    def seek_lost(self, local: bool, places: tuple[Address, ...] = ()) -> AbstractAsyncContextManager[None]:
        """Look for players whose connection is lost, while the game runs."""
        assert self.lobby is not None
        table = self.lobby.founding.label
        cards = self.lobby.newest_cards
        return seeking(self.lobby.mesh, cards, table, places=places, nearby=not local)

    # -- frames -----------------------------------------------------------------------------------------

    def receive(self, key: bytes, frame: bytes) -> None:
        if self.hall is not None and frame[:1] in (HALL, TABLE_OF):
            self.hall.receive(key, frame)
        elif self.peer is not None and self.hall is None and frame[:1] != LOBBY:
            self.peer.receive(key, frame)
        elif self.lobby is not None:
            for lobby in self._lobbies():
                lobby.receive(key, frame)
        elif self.hear is not None:
            self.hear(key, frame)

    def _lobbies(self) -> list[Lobby]:
        """That of the next match, and that of this or the last one."""
        following = self.next.lobby if self.next is not None else None
        return [lobby for lobby in (following, self.lobby) if lobby is not None]

    def connected(self, key: bytes) -> None:
        for lobby in self._lobbies():
            lobby.connected(key)
        if self.peer is not None and self._game is not None and key in self.peer.seats:
            self._game.came(self.peer.seats[key])
            self.peer.connected(key)

    def lost(self, key: bytes) -> None:
        if self.peer is not None and self._game is not None and key in self.peer.seats:
            self._game.went(self.peer.seats[key])

    # -- the game ---------------------------------------------------------------------------------------

    async def play(self, genesis: Genesis) -> bool:
        """The game has begun: record and play it. Returns whether it is over, and our player wants another
        one."""
        lobby, journal = self.lobby, self.journal
        assert lobby is not None
        assert journal is not None
        log = open_log(journal.log, genesis)
        try:
            # A bot leaves the other cores to its player's program, which does the same work.
            calc = calculator(alone=bool(self.level))
            hear = None if self.level else self.observer.replayed
            game = await asyncio.to_thread(load, log, genesis, journal, calc, hear)
        except RemoteError as error:
            log.close()
            raise damaged(log.path, error) from error
        return await self.run(lobby.mesh, game, log, list(lobby.cards.values()))

    async def run(self, mesh: Links, game: Game, log: LogFile, cards: list[Card]) -> bool:
        """Play or watch the game until it ends or we leave, then linger. Returns whether it is over, and our
        player wants another one."""
        seats = seats_of(game.genesis, cards)
        shown = self._game = self.observer.begin(game)

        def step(step: Step) -> None:
            if self.stepped is not None:
                self.stepped(step)
            elif step.now.over and self.hall is None:
                self._match_is_over(game, shown)
            shown.step(step)

        peer = self.peer = Peer(mesh, game, log, self.journal, seats, step, shown.heard)
        for seat in _connected(mesh, seats):
            shown.came(seat)
        was_over = game.over
        if was_over and self.hall is None:
            self._match_is_over(game, shown, resumed=True)
        again = False
        try:
            again = await self.observer.play(peer) and game.over
            again = again and (self.next is not None or game.seat is None)
            if game.over and game.seat is not None and self.hall is None:
                await self._linger(peer, LINGER_AGAIN if was_over else LINGER)
                again = again and game.over  # the end may have been taken back
        finally:
            await peer.close()
            self.peer = self._game = None
            if not again:
                await self.leave_next()
        if self.next is not None:
            self.next.ready()
        return again

    # -- the next match ---------------------------------------------------------------------------------

    def _match_is_over(self, game: Game, shown: GameObserver, resumed: bool = False) -> None:
        self.evening.add(game)
        barred = self.keys.identity.public in cheats(game)
        if self.next is None and self.lobby is not None and not barred:
            bot = bool(self.level)
            self.next = NextTable(self.lobby, game, self.word, bot, self._enter, resumed)
        shown.over(self.next, self.evening)

    async def leave_next(self) -> None:
        if self.next is not None:
            await self.next.close()
            self.next = None

    async def begin_next(self) -> None:
        """The next match has begun: its table is ours from now on."""
        assert self.next is not None
        self.next.begin()
        self.lobby = self.next.lobby
        await self.leave_next()

    async def _linger(self, peer: Peer, seconds: float) -> None:
        """Stay until all players have the end of the game. If this takes more than a moment, tell why."""
        stay = asyncio.create_task(peer.linger(seconds))
        try:
            await asyncio.wait([stay], timeout=UNNOTICED)
            if not stay.done() and (lacking := peer.lacking()):
                players = peer.game.genesis.players
                names = tuple(players[seat].name for seat in sorted(lacking))
                self.observer.tell(Lingering(names, round(seconds)))
            await stay
        finally:
            stay.cancel()


def _connected(mesh: Links, seats: Mapping[bytes, int]) -> set[int]:
    return {seats[key] for key, up in mesh.peers.items() if up and key in seats}
