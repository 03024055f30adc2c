"""Starts a participant for a person at this terminal, and shows them what it reports."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

from cli.runtime.command_runner import CommandError, run_until_told_to_end
from cli.runtime.output import say
from cli.sessions.bot_processes import BotProcesses
from cli.sessions.farewell import hall_farewell
from cli.sessions.hall_sentences import ResultNews
from cli.sessions.joining_sentences import failure, sentence
from cli.sessions.networked import Networked
from cli.sessions.news_to_notices import Teller
from cli.sessions.session import Notice
from cli.sessions.waiting_room import WaitingRoom, invitation
from cli.words.error_sentences import error_sentence
from protocol.files.errors import StoreError
from protocol.files.store import Store, data_folder
from protocol.lobby.errors import LobbyError
from protocol.lobby.lobby import Lobby
from protocol.lobby.messages import Description
from protocol.log.genesis import Genesis, Slot
from protocol.net.errors import NetError
from protocol.participant import events, life_cycle
from protocol.participant.bot_launcher import OwnBots
from protocol.participant.errors import ParticipantError
from protocol.participant.evening_score import Evening
from protocol.participant.life_cycle import Opening
from protocol.participant.participant import Participant
from protocol.participant.tournament_night import Night
from protocol.peer.peer import Peer
from protocol.play.game import Game
from protocol.play.news import News
from protocol.remote_errors import RemoteError

Show = Callable[[Networked], Awaitable[int]]
"""Shows a session to its player until it is over; returns the exit status."""
Accept = Callable[[Description, bytes | None], Awaitable[bool]]
"""Shows a player what is played at a table, and the safety bytes to compare, and asks whether to sit down."""

_SHOWN_AGAIN = (events.FileExposed, events.GuestToCompare, events.HostToCompare, events.VisitorSeated)
"""Events to show again when the game's screen has replaced the text."""
HISTORY = 100
"""How many of the last notices of a resumed game are shown again."""


class PersonObserver:
    """Tells a person in sentences. Implements `protocol.participant.callbacks.Observer`."""

    def __init__(
        self,
        room: WaitingRoom,
        show: Show,
        accept: Accept | None = None,
        bots: BotProcesses | None = None,
    ) -> None:
        self.status = 0
        """The exit status."""
        self._room = room
        self._show = show
        self._accept = accept or accept_all
        self._bots = bots
        self._shown_again: list[str] = []
        self.history: deque[Notice] = deque(maxlen=HISTORY)
        """The last notices of a resumed game."""
        self._teller: Teller | None = None
        self._session: Networked | None = None
        self._evening: Evening | None = None
        self._results = ResultNews()

    def tell(self, event: events.Event) -> None:
        if isinstance(event, events.Invitation):
            self._room.invite(invitation(event))
            return
        line = sentence(event)
        if isinstance(event, events.BotStopped | events.Chatted) and self._session is not None:
            self._session.warn(line)
            return
        if isinstance(event, _SHOWN_AGAIN) or (isinstance(event, events.SatDown) and event.machine):
            if line in self._shown_again:
                return
            self._shown_again.append(line)
        self._room.tell(line)

    async def accept(self, table: Description, safety: bytes | None) -> bool:
        accepted = await self._accept(table, safety)
        self.status = 0 if accepted else 1
        return accepted

    async def wait(
        self, lobby: Lobby, started: Awaitable[Genesis], own_bots: OwnBots | None
    ) -> Genesis | None:
        return await self._room.wait(lobby, started, self._evening, own_bots)

    async def wait_in_hall(self, night: Night) -> Slot | None:
        slot = await self._room.wait_in_hall(night, self._results)
        if slot is None and (text := hall_farewell(night)):
            say(text)
        return slot

    def replayed(self, game: Game, news: News) -> None:
        if self._teller is None:
            self._teller = Teller(game.seat)
        self.history += self._teller.notices(news, game.view)

    def begin(self, game: Game) -> Networked:
        self._session = Networked(game, self._shown_again, self.history)
        self._session.bots = self._bots or None
        self._session.guests = self._bots.guests if self._bots is not None else ()
        self._shown_again, self._teller, self.history = [], None, deque(maxlen=HISTORY)
        return self._session

    async def play(self, peer: Peer) -> bool:
        session = self._session
        assert session is not None
        session.peer = peer
        self.status = await self._show(session)
        self._session, self._evening = None, session.evening
        return session.again


async def accept_all(table: Description, safety: bytes | None) -> bool:
    """Sit down wherever there is a seat."""
    return True


# -- the four ways to take part, each until the end; they return the exit status --------------------------


async def host(opening: Opening, bots: BotProcesses, show: Show, room: WaitingRoom) -> int:
    observer = PersonObserver(room, show, bots=bots)
    await life_cycle.host(opening, Store(data_folder()), observer, bots)
    return observer.status


async def join(
    address: str,
    name: str,
    show: Show,
    room: WaitingRoom,
    accept: Accept,
    save: Path | None = None,
    local: bool = False,
    port: int | None = None,
) -> int:
    observer, store = PersonObserver(room, show, accept), Store(data_folder())
    await life_cycle.join(Participant(observer, store, store.keys(), save), address, name, local, port)
    return observer.status


async def watch(
    address: str, name: str, show: Show, room: WaitingRoom, save: Path | None, local: bool
) -> int:
    observer = PersonObserver(room, show)
    await life_cycle.watch(address, name, Store(data_folder()), observer, save, local)
    return observer.status


async def resume(
    path: Path, show: Show, room: WaitingRoom, bots: BotProcesses, found_at: Sequence[str] = ()
) -> int:
    """`room` is for the next match at the same table."""
    observer = PersonObserver(room, show, bots=bots)
    await life_cycle.resume(path, Store(data_folder()), observer, bots, found_at)
    return observer.status


def run_at_table(command: Callable[[], Coroutine[Any, Any, int]]) -> int:
    """Run a command that uses the network and the player's files; their errors become CommandError."""
    try:
        return run_until_told_to_end(command)
    except ParticipantError as error:
        raise CommandError(failure(error)) from error
    except (StoreError, RemoteError, NetError, LobbyError) as error:
        raise CommandError(error_sentence(error)) from error
