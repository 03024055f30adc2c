"""A form: lines to choose from, values to set, text to type. The menu and the settings are forms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cli.screen.canvas import Canvas, Picture, cut, padded, text_width, wrap
from cli.screen.cards import UNICODE, Look
from cli.words.language import _

LONGEST = 60
"""Maximum characters typed into a line."""
LOGO = (("r", "U"), ("y", "N"), ("g", "O"), ("b", "!"))
"""Four cards in their colours."""


@dataclass(slots=True)
class Field:
    """A line of the form. With `values` one of them is selected; with `text` something is typed; with `key` a
    key is pressed; with none of them it is a command. With `opens`, Enter chooses it although it has values;
    with `tick` it is a box, and Enter ticks it."""

    name: str
    label: str
    values: Sequence[str] = ()
    labels: Sequence[str] = ()
    value: str = ""
    text: bool = False
    key: bool = False
    hint: str = ""
    opens: bool = False
    tick: bool = False

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
    logo: bool = False
    done: str | None = field(default=None)
    """The chosen command; "" when the form was left."""
    deletes: bool = False
    """Whether the Delete key on a line chooses `delete:` and its name."""
    listening: bool = False
    """Whether the next key, whichever it is, becomes the value of the line."""

    def __getitem__(self, name: str) -> str:
        return next(line.value for line in self.fields if line.name == name)

    def mnemonics(self) -> dict[str, int]:
        """The letter of each line: the first of its label that no earlier line uses."""
        found: dict[str, int] = {}
        for place, line in enumerate(self.fields):
            letters = (char for char in line.label.casefold() if char.isascii() and char.isalpha())
            letter = next((char for char in letters if char not in found and char != "q"), None)
            if letter is not None and not line.text:
                found[letter] = place
        return found

    def replace_fields(self, fields: list[Field]) -> None:
        """Replace the lines; keeps typed text, and the cursor on the same line if it still exists."""
        name = self.fields[self.cursor].name
        typed = {line.name: line.value for line in self.fields if line.text}
        for line in fields:
            line.value = typed.get(line.name, line.value)
        names = [line.name for line in fields]
        self.cursor = names.index(name) if name in names else min(self.cursor, len(fields) - 1)
        self.fields = fields

    def choose(self, line: Field, value: str) -> None:
        """Give a line one of its values."""
        line.value = value

    def press(self, key: str) -> None:
        """Handle a key."""
        self.message = ""
        line = self.fields[self.cursor]
        if self.listening:
            self.listening = False
            if key not in ("escape", "c-c"):
                line.value = key
        elif key in ("up", "s-tab", "down", "tab"):
            self.cursor = (self.cursor + (-1 if key in ("up", "s-tab") else 1)) % len(self.fields)
        elif key in ("home", "end"):
            self.cursor = 0 if key == "home" else len(self.fields) - 1
        elif key in ("escape", "c-c"):
            self.done = ""
        elif line.text and key == "backspace":
            line.value = line.value[:-1]
        elif line.text and (len(key) == 1 or key == "space"):
            self.paste(" " if key == "space" else key)
        elif key in ("delete", "backspace") and self.deletes and line.name:
            self.done = f"delete:{line.name}"
        elif key in ("left", "right", "space") or (key == "enter" and line.tick):
            self._change(line, -1 if key == "left" else 1)
        elif key == "enter":
            self._enter(line)
        elif key.isdecimal() and 1 <= int(key) <= len(self.fields):
            self._jump(int(key) - 1)
        elif key == "q":
            self.done = ""
        elif (place_of := self.mnemonics().get(key.casefold())) is not None:
            self._jump(place_of)

    def paste(self, text: str) -> None:
        """Paste into a text line, without control characters."""
        line = self.fields[self.cursor]
        if line.text:
            line.value = (line.value + "".join(char for char in text if char.isprintable()))[:LONGEST]

    def click(self, action: str) -> None:
        if action == "back":
            self.press("escape")
            return
        self.cursor = int(action)
        line = self.fields[self.cursor]
        self.press("right" if line.values else "enter")

    def _jump(self, place: int) -> None:
        """Go to a line; if it is a command, choose it, and tick a box."""
        self.cursor = place
        line = self.fields[place]
        if line.tick:
            self._change(line, 1)
        elif not line.values and not line.text:
            self._enter(line)

    def _change(self, line: Field, step: int) -> None:
        """Select the next value."""
        if line.values:
            place = line.values.index(line.value) if line.value in line.values else 0
            line.value = line.values[(place + step) % len(line.values)]

    def _enter(self, line: Field) -> None:
        if line.key:
            self.listening = True
        elif line.text or (line.values and not line.opens):
            self.cursor = min(self.cursor + 1, len(self.fields) - 1)
        else:
            self.done = line.name

    def draw(self, width: int, height: int, look: Look = UNICODE) -> Picture:
        """The form in exactly `height` lines of `width` columns."""
        canvas = Canvas(width, height)
        draw_title(canvas, self.title)
        y = 2
        if self.logo and width >= 40 and height >= 20:
            _draw_logo(canvas, 4, 2, look)
            y = 6
        for text in wrap(self.intro, width - 4, indent=0) if self.intro else ():
            canvas.put(2, y, text, "class:quiet")
            y += 1
        y += 1 if self.intro else 0
        valued = [line for line in self.fields if line.values or line.text or line.key]
        labels = min(max(text_width(line.label) for line in valued or self.fields), width - 8)
        room = max(1, height - y - 4)
        first = max(0, self.cursor - room + 1)
        letters = {place: letter for letter, place in self.mnemonics().items()}
        for place, line in enumerate(self.fields[first : first + room], first):
            self._draw_field(canvas, y, place, line, labels, letters.get(place, ""), look)
            if (place == first > 0) or (place == first + room - 1 < len(self.fields) - 1):
                canvas.put(
                    width - 3, y, look.more_above if place == first else look.more_below, "class:quiet"
                )
            y += 1
        hint = self.message or self.fields[self.cursor].hint
        if self.listening:
            hint = _("Press the key for this, or Esc to leave it as it is.")
        for row, text in enumerate(wrap(hint, width - 4, indent=0)[:2] if hint else ()):
            canvas.put(2, height - 4 + row, text, "class:alert" if self.message else "class:prompt")
        footer = self.footer or _("Up, down: move.  Left, right: change.  Enter: select.  Esc: back.")
        fits = text_width(footer) <= width - 4
        lines = [footer] if fits else wrap(footer, width - 4, indent=0)[:2]
        for row, text in enumerate(lines, height - len(lines)):
            canvas.put(2, row, text, "class:quiet", "back")
        return canvas.picture()

    def _draw_field(
        self, canvas: Canvas, y: int, place: int, line: Field, labels: int, letter: str, look: Look
    ) -> None:
        current, action = place == self.cursor, str(place)
        style = "class:option.selected" if current else "class:option"
        mark = look.turn if current else " "
        number = str(place + 1) if place < 9 and not line.text else " "
        x = canvas.put(1, y, f"{mark} {number} ", "class:key", action)
        valued = bool(line.values or line.text or line.key)
        label = cut(line.label, labels if valued else canvas.width - x - 3)
        canvas.put(x, y, f" {padded(label, max(labels, text_width(label)))} ", style, action)
        at = label.casefold().find(letter) if letter else -1
        if at >= 0 and label[:at].isascii():
            canvas.put(x + 1 + at, y, label[at], style + " underline", action)
        x += labels + 2
        value = f"< {line.shown} >" if line.values else line.shown
        if line.key or line.tick:
            value = f"[{line.shown}]"
        if valued:
            canvas.put(x + 1, y, cut(value, canvas.width - x - 2), "class:prompt", action)


def draw_title(canvas: Canvas, title: str) -> None:
    canvas.fill(0, 0, canvas.width, 1, "class:title")
    canvas.put(1, 0, cut(title, canvas.width - 2), "class:title bold")


def _draw_logo(canvas: Canvas, x: int, y: int, look: Look) -> None:
    for place, (colour, letter) in enumerate(LOGO):
        style = f"class:card.{colour}"
        left = x + place * 8
        canvas.fill(left, y, 7, 3, style)
        if look.framed:
            for row in range(y, y + 3):
                canvas.put(left, row, "|     |", style)
        canvas.put(left + 3, y + 1, letter, style + " bold")
