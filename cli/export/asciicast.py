"""A recorded game as an asciicast v2: the frames of our own screen, for asciinema and its players."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from cli.replay.bookmarks import Bookmarks
from cli.replay.replay_keys import ReplayControls, scene, with_progress
from cli.replay.replay_session import ReplaySession
from cli.screen.table_picture import draw
from cli.screen.themes import look, style
from cli.settings.settings import Settings
from cli.words.punctuation import with_colon
from cli.words.rules_help import variant_name
from protocol.replay.recording import ALL, Perspective, Recording

WIDTH, HEIGHT = 100, 30


def asciicast(recording: Recording, perspective: Perspective = ALL, settings: Settings | None = None) -> str:
    """One frame per step, at the pace of the game, with idle time cut."""
    settings = settings or Settings()
    session = ReplaySession(recording, perspective)
    controls = ReplayControls(session, settings, Bookmarks(b"", Path("/nonexistent")))
    started = recording.moments[0].time // 1000 if recording.moments else 0
    title = with_colon(variant_name(recording.options.variant), ", ".join(recording.names))
    head = {"version": 2, "width": WIDTH, "height": HEIGHT, "timestamp": started, "title": title}
    lines = [json.dumps(head, ensure_ascii=False)]
    time = 0.0
    for beat in range(session.beats):
        session.seek(beat)
        frame = _frame(controls, settings)
        lines.append(json.dumps([round(time, 3), "o", frame], ensure_ascii=False))
        time += session.pause(beat)
    return "\n".join(lines) + "\n"


def _frame(controls: ReplayControls, settings: Settings) -> str:
    view, depth = controls.session.view, ColorDepth.DEPTH_24_BIT
    signs = look(settings, depth)
    shown = replace(scene(controls, 0.0), options=(), prompt=controls.seen_by())
    picture = draw(shown, WIDTH, HEIGHT, signs)
    picture = with_progress(picture, shown, signs.full, signs.empty)
    colours = style(
        settings.theme, controls.session.options.variant == "flip", view.round.side if view else 0
    )
    parts = ["\x1b[?25l"]
    for number, line in enumerate(picture, 1):
        parts.append(f"\x1b[{number};1H")
        for fragment in line:
            parts.append(f"\x1b[0{_codes(colours, fragment.style)}m{fragment.text}")
    return "".join(parts) + "\x1b[0m"


@cache
def _codes(colours: Style, text: str) -> str:
    """The terminal codes of a style."""
    attributes = colours.get_attrs_for_style_str(text)
    codes = [";1"] if attributes.bold else []
    if attributes.underline:
        codes.append(";4")
    if attributes.reverse:
        codes.append(";7")
    for kind, colour in ((38, attributes.color), (48, attributes.bgcolor)):
        if colour and re.fullmatch("[0-9a-fA-F]{6}", colour):
            red, green, blue = bytes.fromhex(colour)
            codes.append(f";{kind};2;{red};{green};{blue}")
    return "".join(codes)
