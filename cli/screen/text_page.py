"""A page: text to read, longer than the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cli.screen.canvas import WIDEST_TEXT, Canvas, Picture, cut, text_width, wrap_line
from cli.screen.cards import UNICODE, Look
from cli.screen.form import draw_title
from cli.words.language import _, n_

END = 1_000_000
"""A line after the last one of any page."""
_STEPS = {"up": -1, "k": -1, "down": 1, "j": 1, "pageup": -10, "pagedown": 10, "space": 10}


@dataclass(slots=True)
class Page:
    title: str
    lines: Sequence[str] = ()
    scroll: int = 0
    done: str | None = None
    layout: Callable[[int], Sequence[str]] | None = None
    """Makes lines that fit the width, instead of `lines`: tables and plots, which cannot be wrapped."""

    def press(self, key: str) -> None:
        if key in _STEPS:
            self.scroll = max(0, self.scroll + _STEPS[key])
        elif key in ("home", "end"):
            self.scroll = 0 if key == "home" else END
        elif key in ("escape", "c-c", "q", "enter"):
            self.done = ""

    def click(self, action: str) -> None:
        self.press("escape")

    def paste(self, text: str) -> None:
        """Nothing can be typed here."""

    def _laid_out(self, width: int) -> Sequence[str]:
        if self.layout is not None:
            return self.layout(width)
        return [part for line in self.lines for part in wrap_line(line, min(width, WIDEST_TEXT))]

    def draw(self, width: int, height: int, look: Look = UNICODE) -> Picture:
        canvas = Canvas(width, height)
        draw_title(canvas, self.title)
        room = max(1, height - 4)
        lines = self._laid_out(width - 4)
        self.scroll = min(self.scroll, max(0, len(lines) - room))
        for row, line in enumerate(lines[self.scroll : self.scroll + room]):
            heading = bool(line) and not line.startswith(" ")
            canvas.put(2, 2 + row, cut(line, width - 4), "class:prompt bold" if heading else "class:option")
        footer = _("Up, down: scroll.  Esc: back.")
        at = canvas.put(2, height - 1, cut(footer, width - 4), "class:quiet", "back")
        if (more := len(lines) - self.scroll - room) > 0:
            text = n_("{count} more line", "{count} more lines", more).format(count=more)
            canvas.put(max(at + 2, width - text_width(text) - 2), height - 1, text, "class:quiet")
        return canvas.picture()
