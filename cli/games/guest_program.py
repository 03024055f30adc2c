"""The program of a guest's process: a seat whose player looks at it from a phone in this network."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable
from contextlib import suppress
from pathlib import Path
from typing import Any

from cli.browser.guest_server import GuestServer
from cli.browser.lobby_view import LobbyView, TextView
from cli.browser.table_view import TableView
from cli.screen.live_lobby import LiveLobby
from cli.screen.live_table import LiveTable
from cli.sessions.bot_processes import VISITOR, BotProcesses
from cli.sessions.bot_program import end_with_player, next_message
from cli.sessions.joining_sentences import sentence
from cli.sessions.lobby_desk import LobbyDesk
from cli.sessions.networked import Networked
from cli.sessions.waiting_room import Invitation
from cli.settings.settings import Settings
from cli.words.language import use
from protocol.files.store import Store, data_folder
from protocol.lobby.lobby import Lobby
from protocol.lobby.messages import Description
from protocol.log.genesis import Genesis, Slot
from protocol.net.keys_and_card import Keys
from protocol.participant import events
from protocol.participant.bot_launcher import OwnBots
from protocol.participant.life_cycle import join, resume
from protocol.participant.participant import Participant
from protocol.participant.tournament_night import Night
from protocol.peer.peer import Peer
from protocol.play.game import Game
from protocol.play.news import News


async def guest() -> int:
    """Read from standard input who the guest is, serve their page, and exit when the host's program ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the host; we exit when the pipe closes
    told = next_message()
    assert told is not None, "the host's program ended before it said who we are"
    playing = asyncio.ensure_future(_task(told))
    end_with_player(asyncio.get_running_loop(), playing, lambda order: None)
    with suppress(asyncio.CancelledError):
        await playing
    return 0


async def _task(told: Any) -> None:
    *task, host, port, key, language = told
    use(language)
    server = GuestServer(key)
    await server.start(host, port)
    observer, store = GuestObserver(server), Store(data_folder())
    try:
        match task:
            case ["join", address, identity, curve, operator, word, name, _level, local]:
                keys = Keys.from_secrets(identity, curve)
                me = Participant(observer, store, keys, None, operator, word, VISITOR)
                await join(me, address, name, local)
            case ["resume", path]:
                await resume(Path(path), store, observer, BotProcesses(1.0))
    finally:
        server.show(TextView([], over=True))
        await server.close()


class GuestObserver:
    """Shows the guest what happens. Implements `protocol.participant.callbacks.Observer`."""

    def __init__(self, server: GuestServer) -> None:
        self._server = server
        self._told: list[str] = []
        self._session: Networked | None = None
        self._server.show(TextView(self._told))

    def tell(self, event: events.Event) -> None:
        if not isinstance(event, events.Invitation | events.FileExposed):
            self._told.append(sentence(event))

    async def accept(self, table: Description, safety: bytes | None) -> bool:
        return True

    async def wait(
        self, lobby: Lobby, started: Awaitable[Genesis], own_bots: OwnBots | None
    ) -> Genesis | None:
        shown = LiveLobby(LobbyDesk(lobby), Invitation(), self._told, None, lambda: None)
        before = lobby.changed

        def changed() -> None:
            before()
            shown.changed()

        lobby.changed = changed
        self._server.show(LobbyView(shown))
        return await started

    async def wait_in_hall(self, night: Night) -> Slot | None:
        return await night.next_or_over()

    def replayed(self, game: Game, news: News) -> None:
        """Ignored: the guest sees the current position."""

    def begin(self, game: Game) -> Networked:
        self._session = Networked(game)
        return self._session

    async def play(self, peer: Peer) -> bool:
        session = self._session
        assert session is not None
        session.peer = peer
        table = LiveTable(session, Settings(), saves=False)

        def stay() -> None:
            """The seat is this process's: a guest who leaves only closes the page."""
            table.controls.left = False

        self._server.show(TableView(table))
        async with table.live(stay):
            assert table.playing is not None
            await asyncio.wait([table.playing])
            await asyncio.sleep(0)  # the result is shown until the next match begins
        return True
