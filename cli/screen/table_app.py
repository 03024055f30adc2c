"""The table on a real terminal: shows a session and handles keys and mouse."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import monotonic

from prompt_toolkit.styles import BaseStyle, DynamicStyle

from cli.runtime.signals import forget_endings, when_told_to_end
from cli.runtime.sounds import Sounds, Tone, find_player
from cli.screen.canvas import Picture
from cli.screen.card_motion import FRAME, Motion
from cli.screen.cards import Look
from cli.screen.chat_line import ChatLine
from cli.screen.early_keys import CLOSING, EARLY
from cli.screen.fullscreen import FullScreen, Shown
from cli.screen.moments import Moments
from cli.screen.panels import Panel
from cli.screen.scene_building import seconds_left, stage
from cli.screen.table_controls import Controls
from cli.screen.table_picture import draw
from cli.screen.terminal_title import TerminalTitle, title_of
from cli.screen.themes import colour_depth, look, motion_speed, style, theme_in_use
from cli.sessions.session import Rematch, Session
from cli.sessions.uno_news import UnoNews
from cli.settings.settings import Settings, save_changes
from cli.words.error_sentences import error_sentence
from cli.words.language import _

TICK = 0.1
"""Seconds between pictures while a clock is running."""


class TableScreen(Shown):
    """Shows a session full-screen until the player leaves or the match is over."""

    def __init__(self, session: Session, settings: Settings, rematch: bool = False) -> None:
        self.session = session
        self.settings = settings
        """As saved; the player may be changing those of the controls."""
        self.controls = Controls(session, settings, rematch)
        self.depth = colour_depth()
        self.motion = Motion(motion_speed(settings, self.depth))
        self.moments = Moments(self.controls.log.narrator, self._moments_speed(settings))
        self._uno_news = UnoNews(session)
        self._hurry = asyncio.Event()
        """Set when something begins to move: the next picture is due sooner."""
        self._chat = ChatLine(lambda: self.controls.typing, self.controls.say)
        colours = DynamicStyle(self._style)
        self.screen = FullScreen(
            self, colours, self.depth, self._chat.container, lambda: self.controls.typing
        )
        self._chat.bind(self.screen)
        self._sounds = Sounds(self._bell, find_player())
        self._title = TerminalTitle(self.screen.app.output)

    async def run(self) -> None:
        """Show the game; always restores the terminal."""
        self._loop = asyncio.get_running_loop()
        playing = asyncio.ensure_future(self.session.run())
        beside = [asyncio.ensure_future(self._listen()), asyncio.ensure_future(self._tick())]
        for task in (playing, *beside):
            task.add_done_callback(self._stopped)
        when_told_to_end(lambda number: self.screen.close())
        try:
            await self.screen.run()
        finally:
            forget_endings()
            with suppress(OSError):  # the terminal was closed
                self._title.restore()
            await self.session.leave()
            for task in beside:
                task.cancel()
            await asyncio.gather(playing, *beside, return_exceptions=True)

    # -- pictures ---------------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Picture:
        now = monotonic()
        scene = self.motion.into(stage(self.controls, now), now)
        scene = self.moments.into(scene, now, over_panel=self._result)
        lines = draw(scene, width, height, self.look)
        return lines[:-1] if self.controls.typing else lines

    @property
    def _result(self) -> bool:
        """Whether the result of a round or the match is to be seen."""
        return self.controls.panel in (Panel.ROUND, Panel.MATCH)

    def _moments_speed(self, settings: Settings) -> float:
        return motion_speed(settings, self.depth) if settings.moments else 0.0

    @property
    def look(self) -> Look:
        return look(self.controls.settings, self.depth)

    def title(self) -> str:
        """The title of the terminal's window."""
        return title_of(self.session)

    def _style(self) -> BaseStyle:
        view = self.session.view
        two_sided = self.session.options.variant == "flip"
        theme = theme_in_use(self.controls.settings, self.depth)
        return style(theme, two_sided, view.round.side if view else 0, self.depth)

    # -- what happens -----------------------------------------------------------------------------------

    async def _listen(self) -> None:
        async for notice in self.session.notices():
            self.motion.hear(notice, monotonic())
            self.moments.hear(notice, monotonic(), len(self.controls.log.lines))
            if self.motion.moving(monotonic()) or self.moments.moving(monotonic()):
                self._hurry.set()
            uno = self._uno_news.hear(notice)
            if self.controls.hear(notice) or uno:
                self._sounds.play(Tone.UNO if uno else Tone.TURN, self.controls.settings.sound)
            if self.screen.app.is_running:
                self._title.show(self.title())
            self.screen.app.invalidate()
        if self.session.coach is not None:
            self.screen.close()  # all lessons are done: there is no result to look at

    def _bell(self) -> None:
        with suppress(RuntimeError):  # the screen is closed
            self._loop.call_soon_threadsafe(self.screen.app.output.bell)

    async def _tick(self) -> None:
        shown: int | None = None
        offered: Rematch | None = None
        while True:
            showing = self.moments.showing(monotonic())
            moving = self.motion.moving(monotonic()) or self.moments.moving(monotonic())
            with suppress(TimeoutError):
                async with asyncio.timeout(FRAME if moving else TICK):
                    await self._hurry.wait()
            self._hurry.clear()
            now, deadline = monotonic(), self.session.turn_deadline
            left = seconds_left(deadline, now)
            busy = self.session.uno_deadline is not None or self.session.status is not None
            rematch = self.session.rematch
            if moving or showing or busy or left != shown or rematch != offered:
                shown, offered = left, rematch
                self.screen.app.invalidate()

    def _stopped(self, task: asyncio.Future[None]) -> None:
        if not task.cancelled() and (error := task.exception()):
            self.screen.fail(error)

    # -- keys and mouse ---------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        if key == "c-c" or not self._skips_moment(key):
            self.controls.press(key)
        self._after()

    def _skips_moment(self, key: str) -> bool:
        """A key that skips a moment is no answer to what is seen only then."""
        now = monotonic()
        just_ended = self._result and now - self.moments.ended_at < EARLY
        skipped = self.moments.skip(now) and (self._result or key in CLOSING)
        if skipped or just_ended:
            self.controls.skipped(key)
        return skipped or just_ended

    def click(self, action: str) -> None:
        if not self.controls.typing:
            if not self._skips_moment(""):
                self.controls.click(action)
            self._after()

    def turn(self, key: str) -> None:
        """The wheel scrolls the log, or the panel that covers the table."""
        if not self.controls.typing:
            self.press(key if self.controls.panel else {"up": "pageup", "down": "pagedown"}[key])

    def _after(self) -> None:
        if self.controls.settings != self.settings:
            self._settings_changed()
        if self.controls.left:
            self.screen.close()
        self._chat.focus()

    def _settings_changed(self) -> None:
        before, self.settings = self.settings, self.controls.settings
        self.motion.set_speed(motion_speed(self.settings, self.depth))
        self.moments.speed = self._moments_speed(self.settings)
        try:
            save_changes(before, self.settings)
        except OSError as error:
            self.controls.message = _("Could not save: {why}").format(why=error_sentence(error))
