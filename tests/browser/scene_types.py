"""The types of what the page is sent, made from the program's own: `python -m tests.browser.scene_types`.

Run it after changing a scene, a lobby or a form; the page's modules are checked against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from cli.screen import card_motion, form, lobby_picture, scene
from cli.sessions.waiting_room import Invitation
from p2puno.cards import Face

FILE = Path(__file__).with_name("scene.d.ts")
SIMPLE = {str: "string", bool: "boolean", int: "number", float: "number", NoneType: "null", Face: "string"}
TYPES = (
    *(scene.Seat, scene.HandCard, scene.Option, scene.Line, scene.Row, scene.Overlay, scene.Window),
    *(scene.Moment, scene.Timeline, scene.Scene, card_motion.Path, lobby_picture.Chair, lobby_picture.Room),
    *(Invitation, form.Field, form.Form),
)
NAMES = {
    card_motion.Path: "Flight",
    lobby_picture.Room: "Lobby",
    form.Field: "FormLine",
    scene.Line: "LogLine",
    scene.Option: "Choice",
    scene.Window: "UnoWindow",
}
"""What the page calls them, where a browser has a type of that name or it is not the same."""
UNSENT = {
    scene.Scene: {"flights", "flash"},
    scene.Moment: {"approach"},
    scene.Window: {"left"},
    lobby_picture.Room: {"told", "keys"},
}
ADDED = {
    scene.Scene: ("seated: boolean", "chats: boolean"),
    scene.Seat: ("side?: number",),
    scene.Overlay: ("kind: string",),
    scene.Window: ("ends: number",),
    lobby_picture.Room: (
        "heading: string",
        "form: Form | null",
        "codes: [string, string, string][]",
        "may: Record<'agree' | 'change' | 'host' | 'guest' | 'take' | 'leave', boolean> & {back: string}",
    ),
}
"""What `cli/browser/table_view.py`, `lobby_view.py` and `cli/export/replay.js` add."""
OWN = """
/** The words of the page's own controls (cli/browser/page_words.py), and a rule set's cards (view.py). */
type Words = Record<string, any>;
type Act = (message: Record<string, any>) => void;
type Hall = { status: string, standings: string[], tables: string[], message: string };
interface Deck {
  sides: Record<string, [name: string, picture: string]>[];
  back: string;
  colours: Record<string, [name: string, fill: string, ink: string, letter: string]>;
}
"""


def written(kind: Any) -> str:
    """A Python type as TypeScript writes it, after `cli.browser.view.plain`."""
    arguments = get_args(kind)
    if kind in SIMPLE:
        return SIMPLE[kind]
    if is_dataclass(kind):
        return name_of(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return "string"
    if get_origin(kind) in (Union, UnionType):
        return " | ".join(written(one) for one in arguments)
    if get_origin(kind) in (list, Sequence) or arguments[-1] is ...:
        item = written(arguments[0])
        return f"({item})[]" if "|" in item else f"{item}[]"
    return "[" + ", ".join(written(one) for one in arguments) + "]"


def name_of(kind: Any) -> str:
    return str(NAMES.get(kind, kind.__name__))


def text() -> str:
    """The whole file."""
    parts = ["// Made by python -m tests.browser.scene_types from the program's own types: do not edit.\n"]
    for kind in TYPES:
        hints = get_type_hints(kind)
        sent = [field.name for field in fields(kind) if field.name not in UNSENT.get(kind, ())]
        lines = [f"{name}: {written(hints[name])}" for name in sent] + list(ADDED.get(kind, ()))
        parts.append(f"interface {name_of(kind)} {{\n" + "".join(f"  {line};\n" for line in lines) + "}\n")
    return "\n".join(parts) + OWN


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
