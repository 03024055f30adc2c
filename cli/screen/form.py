"""A form: lines to choose from, values to set, names to type. The menu and the settings are forms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cli.screen.canvas import Canvas, Picture, cut, text_width, wrap
from cli.screen.cards import UNICODE, Look
from cli.words import _


@dataclass(slots=True)
class Field:
    """A line of the form. With `values` one of them is chosen; with `text` something is typed; with
    neither it is something to do."""

    name: str
    label: str
    values: Sequence[str] = ()
    labels: Sequence[str] = ()
    value: str = ""
    text: bool = False
    hint: str = ""

    @property
    def shown(self) -> str:
        if self.text:
            return self.value + "_"
        if self.value in self.values and self.labels:
            return self.labels[self.values.index(self.value)]
        return self.value


@dataclass(slots=True)
class Form:
    title: str
    fields: list[Field]
    intro: str = ""
    message: str = ""
    cursor: int = 0
    footer: str = ""
    done: str | None = field(default=None)
    """What was chosen to do; "" when the form was left."""

    def __getitem__(self, name: str) -> str:
        return next(line.value for line in self.fields if line.name == name)

    def press(self, key: str) -> None:
        """Do what a key means."""
        self.message = ""
        line = self.fields[self.cursor]
        if key in ("up", "s-tab", "down", "tab"):
            self.cursor = (self.cursor + (-1 if key in ("up", "s-tab") else 1)) % len(self.fields)
        elif key in ("escape", "c-c"):
            self.done = ""
        elif line.text and key == "backspace":
            line.value = line.value[:-1]
        elif line.text and (len(key) == 1 or key == "space"):
            line.value = (line.value + (" " if key == "space" else key))[:60]
        elif key == "enter":
            self._enter(line)
        elif key in ("left", "right", "space") and line.values:
            step = -1 if key == "left" else 1
            place = line.values.index(line.value) if line.value in line.values else 0
            line.value = line.values[(place + step) % len(line.values)]
        elif key.isdecimal() and 1 <= int(key) <= len(self.fields):
            self.cursor = int(key) - 1
            if not self.fields[self.cursor].values:
                self._enter(self.fields[self.cursor])
        elif key == "q":
            self.done = ""

    def click(self, action: str) -> None:
        self.cursor = int(action)
        line = self.fields[self.cursor]
        self.press("right" if line.values else "enter")

    def _enter(self, line: Field) -> None:
        if line.text or line.values:
            self.cursor = min(self.cursor + 1, len(self.fields) - 1)
        else:
            self.done = line.name


def draw_form(form: Form, width: int, height: int, look: Look = UNICODE) -> Picture:
    """The form in exactly `height` lines of `width` columns."""
    canvas = Canvas(width, height)
    canvas.fill(0, 0, width, 1, "class:title")
    canvas.put(1, 0, cut(form.title, width - 2), "class:title bold")
    y = 2
    for text in wrap(form.intro, width - 4, indent=0) if form.intro else ():
        canvas.put(2, y, text, "class:quiet")
        y += 1
    y += 1 if form.intro else 0
    labels = max((text_width(line.label) for line in form.fields), default=0)
    room = max(1, height - y - 4)
    first = max(0, form.cursor - room + 1)
    for place, line in enumerate(form.fields[first : first + room], first):
        _draw_field(canvas, y, place, line, form.cursor == place, labels, look)
        y += 1
    hint = form.message or form.fields[form.cursor].hint
    for row, text in enumerate(wrap(hint, width - 4, indent=0)[:2] if hint else ()):
        canvas.put(2, height - 4 + row, text, "class:alert" if form.message else "class:prompt")
    footer = form.footer or _("Up, down: choose.  Left, right: change.  Enter: take.  Esc: back.")
    canvas.put(2, height - 1, cut(footer, width - 4), "class:quiet")
    return canvas.picture()


def _draw_field(
    canvas: Canvas, y: int, place: int, line: Field, current: bool, labels: int, look: Look
) -> None:
    style = "class:option.selected" if current else "class:option"
    mark = look.turn if current else " "
    number = str(place + 1) if place < 9 and not line.text else " "
    x = canvas.put(1, y, f"{mark} {number} ", "class:key", str(place))
    x = canvas.put(x, y, f" {line.label}" + " " * (labels - text_width(line.label)) + " ", style, str(place))
    if line.values:
        canvas.put(x + 1, y, cut(f"< {line.shown} >", canvas.width - x - 2), "class:prompt", str(place))
    elif line.text:
        canvas.put(x + 1, y, cut(line.shown, canvas.width - x - 2), "class:prompt", str(place))
