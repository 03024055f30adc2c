"""A recorded game as a session, showing the position that the player has moved to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from cli.sessions.session import Alone, Changed, Notice
from p2puno.events import (
    BattleBegan,
    Called,
    Caught,
    Challenged,
    Crashed,
    Flipped,
    HandsPassed,
    JumpedIn,
    Swapped,
)
from p2puno.match import Match
from p2puno.moves import Claim, IllegalMove, JumpIn, Move
from p2puno.view import View
from protocol.replay.recording import ALL, Moment, Perspective, Recording

KINDS: dict[str, tuple[type, ...]] = {
    "challenge": (Challenged,),
    "uno": (Called,),
    "catch": (Caught,),
    "flip": (Flipped,),
    "battle": (BattleBegan,),
    "crash": (Crashed,),
    "swap": (Swapped, HandsPassed),
    "jump": (JumpedIn,),
}
"""The kinds of events that can be searched for."""

SHORTEST_PAUSE, LONGEST_PAUSE = 0.6, 3.0
"""Seconds between two beats: at least, so that they can be followed, and at most."""


class ReplaySession(Alone):
    """Implements `cli.sessions.session.Session`. `run` plays it at `speed`; `seek` and others move it."""

    own_program = None
    adviser = None

    def __init__(self, recording: Recording, perspective: Perspective = ALL, speed: float = 1.0) -> None:
        self.recording = recording
        self.names = recording.names
        self.options = recording.options
        self.perspective: Perspective = perspective
        self.below = perspective if isinstance(perspective, int) else 0
        """The seat whose hand is at the bottom of the screen while all hands are open."""
        self.beat = 0
        self.speed = speed
        self.playing = True
        self._stirred = asyncio.Event()
        self._left = False
        self._seen: tuple[object, View | None] | None = None
        self._told: asyncio.Queue[Notice | None] = asyncio.Queue()

    # -- what is seen -----------------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        return self.below if self.perspective == ALL else self.perspective

    @property
    def index(self) -> int:
        """The index of the moment that is shown: the last one of the beat."""
        return self.recording.beats[self.beat][1] if self.recording.beats else 0

    @property
    def beats(self) -> int:
        return len(self.recording.beats)

    @property
    def turn(self) -> int:
        return self.recording.moments[self.index].turn if self.recording.moments else 0

    @property
    def match(self) -> Match:
        return self.recording.moments[self.index].match if self.recording.moments else self.recording.match

    @property
    def table(self) -> int:
        deal = self.recording.deals.get(self.recording.moments[self.index].deal if self.beats else 0)
        return deal.pairing.table if deal is not None else 0

    @property
    def round_number(self) -> int:
        return self.recording.moments[self.index].round_number if self.beats else 0

    @property
    def view(self) -> View | None:
        asked = self.index, self.perspective, self.below
        if self._seen is None or self._seen[0] != asked:  # drawing a picture asks for it a dozen times
            view = self.recording.view(self.index, self.perspective) if self.beats else None
            if view is not None:
                view.seat = self.seat
            self._seen = asked, view
        return self._seen[1]

    @property
    def revealed(self) -> bool:
        """Whether the cards that are in hands now, if there are any, were ever shown."""
        if self.view is None:
            return True
        round, known = self.view.round, self.recording.deals[self.recording.moments[self.index].deal].faces
        return all((card, round.side) in known for hand in round.hands.values() for card in hand)

    def look(self, perspective: Perspective) -> None:
        """Change the perspective."""
        self.perspective = perspective
        if isinstance(perspective, int):
            self.below = perspective

    def looks(self) -> list[Perspective]:
        return [ALL, None, *range(len(self.names))]

    # -- moving in time ---------------------------------------------------------------------------------

    def seek(self, beat: int) -> None:
        self.beat = max(0, min(self.beats - 1, beat))
        self._stirred.set()

    def seek_turn(self, turn: int) -> None:
        self.seek(self._first(lambda beat: self._turn(beat) >= turn, 0, self.beats - 1))

    def step_turn(self, by: int) -> None:
        now = self._turn(self.beat)
        if by > 0:
            self.seek(self._first(lambda beat: self._turn(beat) > now, self.beat, self.beats - 1))
        else:
            before = max((self._turn(beat) for beat in range(self.beat) if self._turn(beat) < now), default=0)
            self.seek_turn(before)

    def step_round(self, by: int) -> None:
        starts = [
            beat
            for beat in range(self.beats)
            if beat == 0 or self._moment(beat).deal != self._moment(beat - 1).deal
        ]
        if by > 0:
            self.seek(next((beat for beat in starts if beat > self.beat), self.beats - 1))
        else:
            self.seek(max((beat for beat in starts if beat < self.beat), default=0))

    def find(self, kind: str, by: int = 1) -> bool:
        """Go to the next event of a kind, or the previous one if `by` is -1; False if there is none."""
        wanted = KINDS[kind]
        for beat in range(self.beat + by, self.beats if by > 0 else -1, by):
            if any(type(event) in wanted for event in self._moment(beat).news.events):
                self.seek(beat)
                return True
        return False

    def _moment(self, beat: int) -> Moment:
        return self.recording.moments[self.recording.beats[beat][0]]

    def _turn(self, beat: int) -> int:
        return self._moment(beat).turn if self.beats else 0

    def _first(self, test: Callable[[int], bool], start: int, otherwise: int) -> int:
        return next((beat for beat in range(start, self.beats) if test(beat)), otherwise)

    def pause(self, beat: int) -> float:
        """Seconds between this beat and the next: as it was played, with idle time cut."""
        if beat + 1 >= self.beats:
            return 0.0
        before, after = self._moment(beat).time, self._moment(beat + 1).time
        real = (after - before) / 1000 if before and after else 0.0
        return max(SHORTEST_PAUSE, min(LONGEST_PAUSE, real))

    # -- a session --------------------------------------------------------------------------------------

    def toggle(self) -> None:
        if not self.playing and self.beat >= self.beats - 1:
            self.beat = 0
        self.playing = not self.playing
        self._stirred.set()

    async def run(self) -> None:
        while not self._left:
            self._stirred.clear()
            if not self.playing or self.beat >= self.beats - 1:
                self.playing = False
                await self._stirred.wait()
                continue
            try:
                seconds = self.pause(self.beat) / self.speed if self.speed else 0.0
                async with asyncio.timeout(seconds):
                    await self._stirred.wait()
            except TimeoutError:
                self.beat += 1
                self._told.put_nowait(Changed())

    async def notices(self) -> AsyncIterator[Notice]:
        while (notice := await self._told.get()) is not None:
            yield notice

    async def leave(self) -> None:
        self._left = True
        self._stirred.set()
        self._told.put_nowait(None)

    def act(self, move: Move) -> None:
        raise IllegalMove("S-05", "this game was played already")

    def take_back(self) -> bool:
        return False

    def claim(self, claim: Claim | JumpIn) -> None:
        raise IllegalMove("S-05", "this game was played already")

    def say(self, text: str) -> None:
        """Ignored: a recorded game has no chat."""

    def settle(self) -> bool:
        return False
