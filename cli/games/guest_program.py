"""The program of a guest's process: a seat whose player looks at it from a phone in this network."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable
from contextlib import suppress
from pathlib import Path
from typing import Any

from cli.browser.guest_server import GuestServer
from cli.browser.lobby_view import LobbyView, TextView
from cli.browser.table_view import TableView
from cli.browser.view import View, plain
from cli.screen.live_lobby import LiveLobby
from cli.screen.live_table import LiveTable
from cli.screen.panels import Panel
from cli.screen.scene import Option
from cli.sessions import waiting_room
from cli.sessions.bot_processes import LISTENING, VISITOR, BotProcesses
from cli.sessions.bot_program import SeatObserver, run_for_player
from cli.sessions.joining_sentences import sentence
from cli.sessions.lobby_desk import LobbyDesk
from cli.settings.key_bindings import Action
from cli.settings.settings import Settings
from cli.words.language import _, use
from protocol.files.store import Store, data_folder
from protocol.lobby.lobby import Lobby
from protocol.log.genesis import Genesis
from protocol.net.keys_and_card import Keys
from protocol.participant.bot_launcher import OwnBots
from protocol.participant.events import Event, FileExposed, Invitation
from protocol.participant.life_cycle import join, resume
from protocol.participant.participant import Participant
from protocol.peer.peer import Peer


async def guest() -> int:
    """Serve a guest's page as the host's program says."""
    orders: list[Any] = []
    return await run_for_player(lambda told: _task(told, orders), orders.append)


async def _task(told: Any, orders: list[Any]) -> None:
    """Any order means that the seat is gone. If the host's program ends without one, the page waits until the
    game is resumed."""
    *task, host, port, key, language = told
    use(language)
    server = GuestServer(key)
    await server.start(host, port)
    with suppress(BrokenPipeError):  # the host's program has just ended
        os.write(1, LISTENING)
    observer, store = GuestObserver(server), Store(data_folder())
    try:
        match task:
            case ["join", address, identity, curve, operator, word, name, _level, local]:
                keys = Keys.from_secrets(identity, curve)
                me = Participant(observer, store, keys, None, operator, word, VISITOR)
                await join(me, address, name, local)
            case ["resume", path]:
                await resume(Path(path), store, observer, BotProcesses(1.0))
        observer.say_goodbye()
    except asyncio.CancelledError:
        if orders or observer.result:
            observer.say_goodbye()
        raise
    finally:
        await server.close()


class GuestTableView(TableView):
    """A table without a way to leave: the seat belongs to this process, and a guest just closes the page."""

    def state(self) -> dict[str, Any]:
        state = super().state()
        state["options"] = [option for option in state["options"] if option["action"] != f"do:{Action.LEAVE}"]
        if state["overlay"] is not None and state["overlay"]["kind"] == Panel.MATCH:
            state["overlay"]["options"] = [plain(Option(_("Enter"), _("Close"), "key:enter", selected=True))]
        return state


class GuestObserver(SeatObserver):
    """Shows the guest what happens."""

    def __init__(self, server: GuestServer) -> None:
        super().__init__()
        self._server = server
        self._told: list[str] = []
        self.result: list[str] = []
        """How the last match ended."""
        self._room: View = TextView(self._told)
        """What is shown where no table is."""
        self._at_table = False
        """The guest plays, or looks at the result of a match."""
        self._server.show(self._room)

    def tell(self, event: Event) -> None:
        if not isinstance(event, Invitation | FileExposed):
            self._told.append(sentence(event))

    def say_goodbye(self) -> None:
        self._server.show(TextView(self.result, over=True))

    async def wait(
        self, lobby: Lobby, started: Awaitable[Genesis], own_bots: OwnBots | None
    ) -> Genesis | None:
        shown = LiveLobby(LobbyDesk(lobby), waiting_room.Invitation(), self._told, None, lambda: None)
        before = lobby.changed

        def changed() -> None:
            before()
            shown.changed()

        lobby.changed = changed
        self._room = LobbyView(shown, leaves=False)
        if not self._at_table:
            self._server.show(self._room)
        return await started

    async def play(self, peer: Peer) -> bool:
        table = LiveTable(self._sit(peer), Settings(), saves=False)

        def left() -> None:
            """Only the result of a match can be left."""
            table.controls.left = False
            if table.controls.match_over is not None:
                self._at_table = False
                self._server.show(self._room)

        self._at_table, self.result, self._room = True, [], TextView([])
        self._server.show(GuestTableView(table))
        async with table.live(left):
            assert table.playing is not None
            await asyncio.wait([table.playing])
            await asyncio.sleep(0)  # let the screen hear of the result, which stays until the guest closes it
        if (over := table.controls.match_over) is not None:
            self.result = table.controls.log.narrator.match_over(over)
        return True
