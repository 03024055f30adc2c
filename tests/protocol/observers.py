"""Observers of a participant, for tests without a terminal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from protocol.lobby.lobby import Lobby
from protocol.lobby.messages import Description
from protocol.log.genesis import Genesis
from protocol.participant.events import Event
from protocol.peer.peer import Peer
from protocol.peer.step import Step
from protocol.play.game import Game


class Silent:
    """Sits down everywhere, remembers what it is told, and plays as `playing` says."""

    def __init__(self, playing: Callable[[Peer], Coroutine[Any, Any, None]] | None = None) -> None:
        self.told: list[Event] = []
        self.seen: list[Description] = []
        self.accepts = True
        self.lobby: Lobby | None = None
        self.peer: Peer | None = None
        self.replayed_steps: list[Step] = []
        self.steps: list[Step] = []
        self.chat: list[tuple[int, str]] = []
        self.there: set[int] = set()
        self._playing = playing

    def tell(self, event: Event) -> None:
        self.told.append(event)

    def accept(self, table: Description, safety: bytes | None) -> bool:
        self.seen.append(table)
        return self.accepts

    async def wait(self, lobby: Lobby, started: Awaitable[Genesis]) -> Genesis | None:
        self.lobby = lobby
        return await started

    def replayed(self, game: Game, step: Step) -> None:
        self.replayed_steps.append(step)

    def begin(self, game: Game) -> Silent:
        return self

    async def play(self, peer: Peer) -> None:
        self.peer = peer
        if self._playing is not None:
            await self._playing(peer)

    def step(self, step: Step) -> None:
        self.steps.append(step)

    def heard(self, seat: int, text: str) -> None:
        self.chat.append((seat, text))

    def came(self, seat: int) -> None:
        self.there.add(seat)

    def went(self, seat: int) -> None:
        self.there.discard(seat)
