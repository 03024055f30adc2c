"""Animation of cards between hands and piles. Purely visual: nothing waits for it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cli.screen.scene import Flight, Scene
from cli.sessions.session import Happened, Notice
from p2puno.cards import Face
from p2puno.events import Drew, Played

FRAME = 0.04
"""Seconds between two frames while something moves."""
FLYING = 0.32
"""Seconds that a flying card takes, at normal speed."""
FLASHING = 0.12
"""Seconds that a card is highlighted after it has landed."""
BEHIND = 0.08
"""Seconds between two cards of one draw."""
MOST = 4
"""How many cards of a draw are animated."""


@dataclass(frozen=True, slots=True)
class Path:
    """Where cards begin to fly: from a seat (None: the draw pile) to a seat (None: the discard pile)."""

    origin: int | None
    target: int | None
    face: Face | None
    """None: face down."""
    cards: int = 1


def path_of(notice: Notice) -> Path | None:
    """The cards that this lets fly."""
    match notice.event if isinstance(notice, Happened) else None:
        case Played() as played:
            return Path(played.seat, None, played.face)
        case Drew() as drew:
            return Path(None, drew.seat, None, drew.cards)
    return None


@dataclass(frozen=True, slots=True)
class _Card:
    origin: int | None
    target: int | None
    face: Face | None
    start: float
    end: float


class Motion:
    """Follows the events, and adds to a scene what is moving at that moment. At speed 0 nothing moves."""

    def __init__(self, speed: float) -> None:
        self.set_speed(speed)
        self._cards: list[_Card] = []
        self._under: Face | None = None
        """The top of the pile below the flying card."""
        self._lit = 0.0
        """Until when the top of the pile is highlighted."""

    def set_speed(self, speed: float) -> None:
        self._slowness = 1 / speed if speed else 0.0

    def hear(self, notice: Notice, now: float) -> None:
        path, length = path_of(notice), FLYING * self._slowness
        if not self._slowness or path is None:
            return
        if path.target is None:
            self._cards = [card for card in self._cards if card.target is not None]
            self._lit = now + length + FLASHING * self._slowness
        for place in range(min(path.cards, MOST)):
            start = now + place * BEHIND * self._slowness
            self._cards.append(_Card(path.origin, path.target, path.face, start, start + length))

    def moving(self, now: float) -> bool:
        """Whether a picture of this moment will soon be outdated."""
        return now < self._lit or any(now < card.end for card in self._cards)

    def into(self, scene: Scene, now: float) -> Scene:
        """The scene with the moving cards added."""
        flying = [card for card in self._cards if now < card.end]
        self._cards = flying
        played = any(card.target is None for card in flying)
        if not played or scene.top is None:
            self._under = scene.top
        flights = tuple(
            Flight(card.origin, card.target, card.face, (now - card.start) / (card.end - card.start))
            for card in flying
            if now >= card.start
        )
        return replace(
            scene,
            flights=flights,
            top=(self._under if played else None) or scene.top,
            flash=not played and now < self._lit,
        )
