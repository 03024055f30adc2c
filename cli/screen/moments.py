"""Moments that get a second of their own: battles, catches, bluffs, won rounds and matches.

Purely visual: nothing waits for them, any key ends them, and at speed 0 there are none.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from cli.screen.scene import Moment, Scene
from cli.sessions.session import Happened, Notice
from cli.words.language import _
from cli.words.narration import Narrator
from p2puno.events import BattleBegan, BattleShown, BattleWon, Caught, Judged, NotFinished, PutOut, WentOut
from protocol.play.news import MatchOver

LENGTH = 1.25
"""Seconds that a moment lasts, at normal speed."""
BATTLE = 2.5
"""Seconds that a battle lasts."""
REVEALED = 1.25
"""Seconds after which the result of a battle is shown."""
APPROACH = 0.25
"""Seconds in which the cards of a battle come together."""
MOST = 3
"""How many moments may follow one another: later ones are left out."""


@dataclass(slots=True)
class _Shown:
    moment: Moment
    result: str = ""
    """Of a battle; shown later."""
    log_before: int | None = None
    """How many lines the log had before it told the result."""

    @property
    def length(self) -> float:
        return LENGTH if self.log_before is None else BATTLE


class Moments:
    def __init__(self, narrator: Narrator, speed: float) -> None:
        self._narrator = narrator
        self.speed = speed
        self._queue: list[_Shown] = []
        self._began = 0.0
        """When the first of them began."""
        self.ended_at = -inf
        """When the last moment went by without a key."""
        self._fighters = (0, 0)

    def hear(self, notice: Notice, now: float, log_lines: int) -> None:
        """Take what happened; the log has this many lines before it tells of it."""
        if not self.speed:
            return
        self._current(now)
        event = notice.event if isinstance(notice, Happened) else None
        if isinstance(event, BattleBegan):
            self._fighters = event.challenger, event.challenged
        elif isinstance(event, BattleWon) and self._queue and self._queue[-1].log_before is not None:
            self._queue[-1].result = " ".join(self._narrator.sentences(notice))
        elif len(self._queue) < MOST and (shown := self._made(notice, log_lines)) is not None:
            self._began = self._began if self._queue else now
            self._queue.append(shown)

    def _made(self, notice: Notice, log_lines: int) -> _Shown | None:
        narrator = self._narrator
        if isinstance(notice, MatchOver):
            return _Shown(Moment(narrator.won(notice)))
        match notice.event if isinstance(notice, Happened) else None:
            case BattleShown(first, second):
                names = (narrator.names[seat] for seat in self._fighters)
                cards = tuple(zip(names, (first, second), strict=True))
                tie = _("A tie!") if first.number == second.number else ""
                return _Shown(Moment(_("Battle!"), cards=cards), tie, log_lines)
            case Caught():
                return _Shown(Moment(_("Caught!"), " ".join(narrator.sentences(notice))))
            case Judged(guilty=True):
                return _Shown(Moment(_("A bluff!"), " ".join(narrator.sentences(notice))))
            case NotFinished():
                return _Shown(Moment(_("Not finished!"), " ".join(narrator.sentences(notice))))
            case PutOut():
                return _Shown(Moment(_("Too many cards!"), " ".join(narrator.sentences(notice))))
            case WentOut():
                return _Shown(Moment(" ".join(narrator.sentences(notice))))
        return None

    def _current(self, now: float) -> _Shown | None:
        while self._queue and self.speed and now >= self._began + self._queue[0].length / self.speed:
            self._began += self._queue.pop(0).length / self.speed
            self.ended_at = self._began
        return self._queue[0] if self._queue and self.speed else None

    def showing(self, now: float) -> bool:
        return self._current(now) is not None

    def moving(self, now: float) -> bool:
        """Whether a picture of this moment will soon be outdated."""
        shown = self._current(now)
        return shown is not None and bool(shown.moment.cards) and (now - self._began) * self.speed < APPROACH

    def skip(self, now: float) -> bool:
        """End all moments; False if there was none."""
        was = self.showing(now)
        self._queue.clear()
        return was

    def into(self, scene: Scene, now: float, *, over_panel: bool) -> Scene:
        """The scene with the moment added, if there is one. It comes before the panel of a result, but covers
        no panel that the player opened."""
        shown = self._current(now)
        if shown is None:
            return scene
        since = (now - self._began) * self.speed
        log = scene.log
        if shown.log_before is not None and since < REVEALED:
            log = log[: shown.log_before]  # the result is not told before the cards were seen
        if scene.overlay is not None and not over_panel:
            return replace(scene, log=log)
        result = shown.result if since >= REVEALED else ""
        moment = replace(
            shown.moment, text=shown.moment.text or result, approach=min(1.0, max(0.0, since / APPROACH))
        )
        return replace(scene, log=log, overlay=None, moment=moment)
