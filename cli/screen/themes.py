"""Colours: four themes, limited by the terminal and the user's choice."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from cli.runtime import terminal_type as terminal
from cli.screen.cards import ASCII, UNICODE, Look
from cli.settings.settings import Settings
from p2puno.cards import DARK

_CARDS = {
    # background, text, and the same for cards that cannot be played, on dark and on light background
    "b": ("#1f6feb", "#ffffff", "#16335f #8fa6c8", "#b9cdec #3c5a8c"),
    "g": ("#23913f", "#ffffff", "#14501f #9bc9a6", "#b8d9c1 #33683f"),
    "r": ("#d7263d", "#ffffff", "#5a1722 #c99aa2", "#ecbcc3 #8c3440"),
    "y": ("#f2c418", "#111111", "#584a12 #c4b47a", "#f0e3ad #6b5a14"),
    "p": ("#ff6fb0", "#111111", "#5c2a42 #cf9ab3", "#f6c6dc #8c3a63"),
    "t": ("#12b3a8", "#111111", "#0f4743 #86bdb8", "#b4e0dc #23665f"),
    "o": ("#ff8a1f", "#111111", "#5c3511 #cda67f", "#f7d0a8 #8a4f14"),
    "u": ("#7d45e0", "#ffffff", "#34215c #a893d1", "#cdbbf0 #52369a"),
    "w": ("#000000", "#ffffff", "#26292e #9a9ea5", "#8d8d8d #f0f0f0"),
}

_COLOUR_BLIND = {
    # Colours that most people with any colour vision can tell apart
    "b": ("#0072b2", "#ffffff", "#0b3a57 #8db3c9", "#a9cbe0 #1c567c"),
    "g": ("#009e73", "#111111", "#0c5a1c #a9d8b4", "#b4f0c4 #1d664f"),
    "r": ("#d55e00", "#ffffff", "#5e2f0b #cfa585", "#efc3a0 #8a4413"),
    "y": ("#f0e442", "#111111", "#575315 #c5c07f", "#f5f0b0 #66611a"),
    "p": ("#cc79a7", "#111111", "#57364a #c09fb1", "#ebcbdc #80456a"),
    "t": ("#56b4e9", "#111111", "#234a60 #93b7cb", "#c2e1f5 #2c6384"),
    "o": ("#e69f00", "#111111", "#5a4108 #c6ac74", "#f3d898 #775407"),
    "u": ("#5d3a9b", "#ffffff", "#2b1f45 #9b8cb8", "#c4b5e0 #48317a"),
    "w": ("#000000", "#ffffff", "#26292e #9a9ea5", "#8d8d8d #f0f0f0"),
}

_GROUNDS = {
    # on dark and on light background
    "ground": ("bg:#12161c #d5dbe3", "bg:#f4f1e8 #20242a"),
    "title": ("bg:#2a3442 #ffffff", "bg:#cfd8e3 #10141a"),
    "pane": ("bg:#181d25 #aab4c0", "bg:#e9e5d9 #3f4650"),
    "quiet": ("#78828e", "#77716a"),
    "seat": ("bg:#1c232d #d5dbe3", "bg:#e2ddcf #20242a"),
    "seat.name": ("bg:#28323f #e6ebf1", "bg:#d3ccba #20242a"),
    "seat.turn": ("bg:#f0f3f7 #10141a", "bg:#20242a #ffffff"),
    "seat.chosen": ("bg:#ffd75f #10141a", "bg:#ffc933 #10141a"),
    "felt": ("bg:#14231c #d5dbe3", "bg:#d9e6d3 #20242a"),
    "back": ("bg:#05070a #dfe6ee", "bg:#20242a #f4f1e8"),
    "oval": ("bg:#c8202f #ffd75f bold", "bg:#c8202f #ffe58a bold"),
    "news": ("#ffd75f bold", "#8a4b00 bold"),
    "fan": ("#8a97a8", "#7c858f"),
    "key": ("#ffd75f bold", "#8a4b00 bold"),
    "key.selected": ("bg:#ffd75f #10141a bold", "bg:#8a4b00 #ffffff bold"),
    "prompt": ("#e8edf3", "#20242a"),
    "prompt.urgent": ("#ffd75f bold", "#8a4b00 bold"),
    "option": ("#d5dbe3", "#20242a"),
    "option.selected": ("bg:#ffd75f #10141a bold", "bg:#8a4b00 #ffffff bold"),
    "uno": ("bg:#ff3b5c #ffffff bold", "bg:#c4002a #ffffff bold"),
    "alert": ("#ff9f8f", "#a82a16"),
    "chat": ("#8fd3ff", "#0a5a8c"),
    "good": ("#7fe0a0 bold", "#12703a bold"),
    "overlay": ("bg:#181d25 #d5dbe3", "bg:#fbf9f3 #20242a"),
    "moment": ("bg:#2a3442 #ffffff", "bg:#ffffff #10141a"),
    "chatline": ("bg:#0b0e12 #ffffff", "bg:#ffffff #10141a"),
}

_MONO = {
    "title": "reverse",
    "seat.turn": "reverse",
    "seat.chosen": "reverse bold",
    "key": "bold",
    "key.selected": "reverse bold",
    "prompt.urgent": "bold",
    "option.selected": "reverse bold",
    "uno": "reverse bold",
    "alert": "bold",
    "good": "bold",
    "news": "bold",
    "oval": "bold",
    "card": "bold",
    "log": "",
}


_SIXTEEN_CARDS = {
    # The nearest of sixteen colours would make some cards look alike and others unreadable, so these are
    # hand-picked: background and text; for cards that cannot be played only the text, on dark and on light
    # background
    "b": ("ansiblue", "ansiwhite", "ansibrightblue", "ansiblue"),
    "g": ("ansigreen", "ansiblack", "ansigreen", "ansigreen"),
    "r": ("ansired", "ansiwhite", "ansired", "ansired"),
    "y": ("ansibrightyellow", "ansiblack", "ansiyellow", "ansibrightblack"),
    "p": ("ansibrightmagenta", "ansiblack", "ansibrightmagenta", "ansibrightmagenta"),
    "t": ("ansicyan", "ansiblack", "ansicyan", "ansicyan"),
    "o": ("ansiyellow", "ansiblack", "ansiyellow", "ansibrightblack"),
    "u": ("ansimagenta", "ansiwhite", "ansimagenta", "ansimagenta"),
    "w": ("ansibrightblack", "ansiwhite", "ansigray", "ansiblack"),
}

_SIXTEEN_GROUNDS = {
    # on dark and on light background
    "ground": ("bg:ansiblack ansigray", "bg:ansiwhite ansiblack"),
    "title": ("bg:ansiblue ansiwhite", "bg:ansiblue ansiwhite"),
    "quiet": ("ansibrightblack", "ansibrightblack"),
    "seat.turn": ("bg:ansiwhite ansiblack", "bg:ansiblack ansiwhite"),
    "seat.chosen": ("bg:ansibrightyellow ansiblack", "bg:ansibrightyellow ansiblack"),
    "back": ("bg:ansibrightblack ansiwhite", "bg:ansibrightblack ansiwhite"),
    "oval": ("bg:ansired ansibrightyellow bold", "bg:ansired ansibrightyellow bold"),
    "news": ("ansibrightyellow bold", "ansired bold"),
    "key": ("ansibrightyellow bold", "ansired bold"),
    "key.selected": ("bg:ansibrightyellow ansiblack bold", "bg:ansired ansiwhite bold"),
    "prompt": ("ansiwhite", "ansiblack"),
    "prompt.urgent": ("ansibrightyellow bold", "ansired bold"),
    "option.selected": ("bg:ansibrightyellow ansiblack bold", "bg:ansired ansiwhite bold"),
    "uno": ("bg:ansired ansiwhite bold", "bg:ansired ansiwhite bold"),
    "alert": ("ansibrightred", "ansired"),
    "chat": ("ansibrightcyan", "ansiblue"),
    "good": ("ansibrightgreen bold", "ansigreen bold"),
    "chatline": ("bg:ansiblack ansiwhite", "bg:ansiwhite ansiblack"),
}


def _on(ground: str, styles: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    return {name: dark if ground == "dark" else light for name, (dark, light) in styles.items()}


def _sixteen(ground: str) -> Style:
    rules = _on(ground, _SIXTEEN_GROUNDS)
    for colour, (back, text, on_dark, on_light) in _SIXTEEN_CARDS.items():
        rules[f"card.{colour}"] = f"bg:{back} {text}"
        dim_back = "ansiblack" if ground == "dark" else "ansiwhite"
        rules[f"card.{colour}.dim"] = f"bg:{dim_back} {on_dark if ground == 'dark' else on_light}"
    return Style.from_dict(rules)


@cache
def style(theme: str, two_sided: bool, side: int, depth: ColorDepth = ColorDepth.DEPTH_24_BIT) -> Style:
    """The colours of a theme. In flip, the side in play decides whether the screen is dark or light."""
    if theme == "mono":
        rules = dict(_MONO)
        rules |= {f"card.{colour}.dim": "nobold" for colour in _CARDS}
        return Style.from_dict(rules)
    ground = "light" if theme == "light" else "dark"
    if two_sided:
        ground = "dark" if side == DARK else "light"
    if depth is ColorDepth.DEPTH_4_BIT:
        return _sixteen(ground)
    rules = _on(ground, _GROUNDS)
    if two_sided and side == DARK:
        rules["felt"] = "bg:#1c1430 #d5dbe3"
    for colour, (back, text, on_dark, on_light) in (
        _COLOUR_BLIND if theme == "colour-blind" else _CARDS
    ).items():
        rules[f"card.{colour}"] = f"bg:{back} {text}"
        dim_back, dim_text = (on_dark if ground == "dark" else on_light).split()
        rules[f"card.{colour}.dim"] = f"bg:{dim_back} {dim_text}"
    return Style.from_dict(rules)


def colour_depth(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> ColorDepth:
    """How many colours the terminal supports and the user wants."""
    term = terminal.kind(environ, platform)
    if environ.get("NO_COLOR") or term in (terminal.SIMPLE, "vt100", "vt220"):
        return ColorDepth.DEPTH_1_BIT
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or "direct" in term:
        return ColorDepth.DEPTH_24_BIT
    if "256color" in term:
        return ColorDepth.DEPTH_8_BIT
    return ColorDepth.DEPTH_4_BIT


def theme_in_use(settings: Settings, depth: ColorDepth) -> str:
    return "mono" if depth is ColorDepth.DEPTH_1_BIT else settings.theme


def motion_speed(settings: Settings, depth: ColorDepth) -> float:
    """How fast things move on the screen; 0 if nothing may, as where no colours are wanted."""
    return 0.0 if depth is ColorDepth.DEPTH_1_BIT else settings.animation


def look(settings: Settings, depth: ColorDepth) -> Look:
    """The characters to draw with."""
    signs = ASCII if settings.ascii else UNICODE
    return replace(signs, framed=theme_in_use(settings, depth) == "mono")
