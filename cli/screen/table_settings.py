"""The settings that can be changed at the table, while a game runs. Every change has an effect at once."""

from __future__ import annotations

from cli.screen.canvas import padded, text_width
from cli.screen.form import Field
from cli.screen.scene import Overlay, Row
from cli.screen.settings_form import setting_field
from cli.sessions.session import Session
from cli.settings.settings import Settings
from cli.words.bot_levels import level_names
from cli.words.language import _
from p2puno.cards import face

SETTINGS = ("theme", "sound", "animation", "moments")
SAMPLE = tuple(face(code) for code in ("R5", "Y2", "G7", "B1", "Rs", "W"))
"""Cards to see the theme by."""


class TableSettings:
    def __init__(self) -> None:
        self.cursor = 0

    def fields(self, session: Session, settings: Settings) -> list[Field]:
        """The lines to change; those about bots only if some are ours."""
        found = [setting_field(settings, name) for name in SETTINGS]
        if (bots := session.bots) is not None:
            speed = setting_field(settings, "speed")
            speed.value = f"{1 / bots.pace:.3g}" if bots.pace else "0"
            levels = level_names()
            level = Field("level", _("Bot level"), tuple(levels), tuple(levels.values()), bots.level)
            level.hint = _("Of your own bots, from their next turn on.")
            found = [speed, level, *found]
        return found

    def press(self, key: str, session: Session, settings: Settings) -> Settings:
        """Handle a key; returns the settings, changed if the key does that."""
        lines = self.fields(session, settings)
        self.cursor = min(self.cursor, len(lines) - 1)
        if key in ("up", "down", "k", "j"):
            self.cursor = (self.cursor + (1 if key in ("down", "j") else -1)) % len(lines)
        elif key.isdecimal() and 1 <= int(key) <= len(lines):
            self.cursor = int(key) - 1
            return self._changed(lines[self.cursor], 1, session, settings)
        elif key in ("left", "right", "space"):
            return self._changed(lines[self.cursor], -1 if key == "left" else 1, session, settings)
        return settings

    def _changed(self, line: Field, step: int, session: Session, settings: Settings) -> Settings:
        place = line.values.index(line.value) if line.value in line.values else 0
        value = line.values[(place + step) % len(line.values)]
        bots = session.bots
        if bots is not None and line.name == "level":
            bots.change(value, bots.pace)
            return settings
        if bots is not None and line.name == "speed":
            bots.change(bots.level, 1 / float(value) if float(value) else 0.0)
        return settings.with_text(line.name, value)

    def panel(self, session: Session, settings: Settings) -> Overlay:
        lines = self.fields(session, settings)
        column = max(text_width(line.label) for line in lines) + 2
        rows = []
        for place, line in enumerate(lines):
            selected = place == self.cursor
            style = "class:option.selected" if selected else ""
            head = f"  {place + 1}  {padded(line.label, column)}"
            action = f"key:{place + 1}"
            rows.append(Row(f"< {line.shown} >", style, head=head, action=action, selected=selected))
        rows += [Row(""), Row("    ", cards=SAMPLE)]
        hint = lines[min(self.cursor, len(lines) - 1)].hint
        rows += [Row(""), Row(hint)] if hint else []
        footer = _("Up, down: select.  Left, right: change.  Esc: back to the game.")
        return Overlay(_("Settings"), tuple(rows), footer)
