"""What a participant needs from the program around it: somebody to tell, to ask, and to play."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING, Protocol

from protocol.lobby.lobby import Lobby
from protocol.lobby.messages import Description
from protocol.log.genesis import Genesis, Slot
from protocol.participant.bot_launcher import OwnBots
from protocol.participant.evening_score import Evening
from protocol.participant.events import Event
from protocol.participant.next_table import NextTable
from protocol.peer.peer import Peer
from protocol.peer.screen_snapshot import Step
from protocol.play.game import Game
from protocol.play.news import News

if TYPE_CHECKING:
    from protocol.participant.tournament_night import Night


class GameObserver(Protocol):
    """Sees one game while it is played."""

    def step(self, step: Step) -> None:
        """The table did something."""

    def heard(self, seat: int, text: str) -> None:
        """A player chatted."""

    def came(self, seat: int) -> None:
        """A player is connected."""

    def went(self, seat: int) -> None:
        """A player's connection is lost."""

    def over(self, following: NextTable | None, evening: Evening) -> None:
        """The match is over. `following` is the table of the next one; spectators have none, nor has a player
        who was put out for cheating."""


class Observer(Protocol):
    """Sees and decides for one participant, from the first knock to the end of the game."""

    def tell(self, event: Event) -> None:
        """Something happened that a person may want to know."""

    async def accept(self, table: Description, safety: bytes | None) -> bool:
        """Whether to sit down at this table. `safety` is given if the table was not proved by a code."""

    async def wait(
        self, lobby: Lobby, started: Awaitable[Genesis], own_bots: OwnBots | None
    ) -> Genesis | None:
        """Wait with the player until the game begins; None if the player leaves instead. `own_bots` are there
        if the player may have bots."""

    async def wait_in_hall(self, night: Night) -> Slot | None:
        """Wait in the hall of a tournament with the player, until our next game should begin
        (`Night.next_slot`); None if the player leaves, or the tournament is over."""

    def replayed(self, game: Game, news: News) -> None:
        """A resumed game is read from its file: this happened before."""

    def begin(self, game: Game) -> GameObserver:
        """The game begins, or goes on; `play` follows."""

    async def play(self, peer: Peer) -> bool:
        """Play or watch until the match is over or the player leaves; whether the player wants another match
        (the observer has told `NextTable.want` which)."""
