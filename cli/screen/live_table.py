"""A session as it is shown, whatever draws it: what is seen now, and what keys, clicks and chat do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from time import monotonic

from cli.runtime.signals import forget_endings, when_told_to_end
from cli.runtime.sounds import Tone
from cli.screen.early_keys import CLOSING, EARLY
from cli.screen.moments import Moments
from cli.screen.panels import Panel
from cli.screen.scene import Scene
from cli.screen.scene_building import seconds_left, stage
from cli.screen.table_controls import Controls
from cli.screen.terminal_title import title_of
from cli.sessions.session import Happened, Notice, Rematch, Session
from cli.sessions.uno_news import UnoNews
from cli.settings.settings import Settings, save_changes
from cli.words.error_sentences import error_sentence
from cli.words.language import _
from p2puno.events import WentOut

TICK = 0.1
"""Seconds between pictures while a clock is running."""

Hear = Callable[[Notice, Tone | None], None]
"""Told what happened, and which tone the player should hear."""


class LiveTable:
    """The model of a table on a screen. All screens that show it see and change the same state."""

    def __init__(
        self, session: Session, settings: Settings, rematch: bool = False, saves: bool = True
    ) -> None:
        """`saves` says whether the settings are those of the player who looks at this."""
        self._saves = saves
        self.playing: asyncio.Future[None] | None = None
        """Ends with the match."""
        self.session = session
        self.settings = settings
        """As saved; the player may be changing those of the controls."""
        self.controls = Controls(session, settings, rematch)
        self.moments = Moments(self.controls.log.narrator, 0.0)
        self.motion_speed: Callable[[Settings], float] = lambda settings: settings.animation
        """How fast things may move on the screens that show this."""
        self.hears: list[Hear] = []
        """Each is told what happens, before the scene shows it."""
        self.changes: list[Callable[[], None]] = []
        """Each is called when the scene has changed."""
        self._won: Scene | None = None
        """The table when a round was won, as long as the moment for it is shown: meanwhile the next round may
        have been dealt."""
        self._uno_news = UnoNews(session)
        self._close: Callable[[], None] = lambda: None
        self._failed: BaseException | None = None

    # -- what is seen -----------------------------------------------------------------------------------

    def scene(self, now: float) -> Scene:
        scene = stage(self.controls, now)
        if not self.moments.showing(now):
            self._won = None
        elif self._won is not None:
            scene = replace(self._won, overlay=scene.overlay, typing=scene.typing)
        return self.moments.into(scene, now, over_panel=self._shows_result)

    def title(self) -> str:
        """The title of the window."""
        return title_of(self.session)

    @property
    def _shows_result(self) -> bool:
        """Whether the result of a round or the match is to be seen."""
        return self.controls.panel in (Panel.ROUND, Panel.MATCH)

    # -- what happens -----------------------------------------------------------------------------------

    @asynccontextmanager
    async def live(self, close: Callable[[], None]) -> AsyncIterator[None]:
        """Keep the game going; leave it in the end. Calls `close` when there is nothing more to show."""
        self._close = close
        self._set_speed()
        playing = self.playing = asyncio.ensure_future(self.session.run())
        beside = [asyncio.ensure_future(self._listen()), asyncio.ensure_future(self._tick())]
        for task in (playing, *beside):
            task.add_done_callback(self._stopped)
        when_told_to_end(lambda number: self._close())
        try:
            yield
        finally:
            forget_endings()
            await self.session.leave()
            for task in beside:
                task.cancel()
            await asyncio.gather(playing, *beside, return_exceptions=True)
        if self._failed is not None:
            raise self._failed

    async def _listen(self) -> None:
        async for notice in self.session.notices():
            self.moments.hear(notice, monotonic(), len(self.controls.log.lines))
            uno = self._uno_news.hear(notice)
            asked = self.controls.hear(notice)
            if isinstance(notice, Happened) and isinstance(notice.event, WentOut):
                self._won = replace(stage(self.controls, monotonic()), prompt="", options=(), urgent=False)
            tone = Tone.UNO if uno else Tone.TURN if asked else None
            for hear in self.hears:
                hear(notice, tone)
            self.changed()
        if self.session.coach is not None:
            self._close()  # all lessons are done: there is no result to look at

    async def _tick(self) -> None:
        shown: int | None = None
        offered: Rematch | None = None
        while True:
            showing = self.moments.showing(monotonic())
            await asyncio.sleep(TICK)
            left = seconds_left(self.session.turn_deadline, monotonic())
            busy = self.session.uno_deadline is not None or self.session.status is not None
            rematch = self.session.rematch
            if showing or busy or left != shown or rematch != offered:
                shown, offered = left, rematch
                self.changed()

    def _stopped(self, task: asyncio.Future[None]) -> None:
        if not task.cancelled() and (error := task.exception()):
            self._failed = self._failed or error
            self._close()

    def changed(self) -> None:
        for changed in self.changes:
            changed()

    # -- what the player does ---------------------------------------------------------------------------

    def press(self, key: str) -> None:
        if key == "c-c" or not self._skips_moment(key):
            self.controls.press(key)
        self._after()

    def _skips_moment(self, key: str) -> bool:
        """A key that skips a moment is no answer to what is seen only then."""
        now = monotonic()
        just_ended = self._shows_result and now - self.moments.ended_at < EARLY
        skipped = self.moments.skip(now) and (self._shows_result or key in CLOSING)
        if skipped or just_ended:
            self.controls.skipped(key)
        return skipped or just_ended

    def click(self, action: str, aimed: bool = False) -> None:
        """`aimed`: the player has certainly seen what it means now."""
        covered = self.moments.showing(monotonic())
        if not self._skips_moment("") or (aimed and not covered):
            self.controls.click(action, aimed)
        self._after()

    def say(self, text: str) -> None:
        self.controls.say(text)
        self._after()

    def _after(self) -> None:
        if self.controls.settings != self.settings:
            self._settings_changed()
        if self.controls.left:
            self._close()
        self.changed()

    def _set_speed(self) -> None:
        self.moments.speed = self.motion_speed(self.settings) if self.settings.moments else 0.0

    def _settings_changed(self) -> None:
        before, self.settings = self.settings, self.controls.settings
        self._set_speed()
        if not self._saves:
            return
        try:
            save_changes(before, self.settings)
        except OSError as error:
            self.controls.message = _("Could not save: {why}").format(why=error_sentence(error))
