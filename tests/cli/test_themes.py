"""Colours: every card can be read and told from every other, in every theme, with any number of colours."""

from __future__ import annotations

from itertools import combinations

import pytest
from prompt_toolkit.output import ColorDepth

from cli.screen.themes import colour_depth, look, style, theme_in_use
from cli.settings.early_settings import THEMES
from cli.settings.settings import Settings
from p2puno.cards import COLOURS, DARK, LIGHT

DEPTHS = (ColorDepth.DEPTH_24_BIT, ColorDepth.DEPTH_8_BIT, ColorDepth.DEPTH_4_BIT)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("theme", [theme for theme in THEMES if theme != "mono"])
@pytest.mark.parametrize("side", [LIGHT, DARK])
def test_cards_differ_and_can_be_read(theme: str, side: int, depth: ColorDepth) -> None:
    for two_sided in (True, False):
        colours = style(theme, two_sided, side, depth)
        for kind in ("", ".dim"):
            faces = [f"class:ground class:card.{colour.value.lower()}{kind}" for colour in COLOURS[side]]
            painted = [colours.get_attrs_for_style_str(name) for name in (*faces, f"class:card.w{kind}")]
            assert all(each.color and each.bgcolor and each.color != each.bgcolor for each in painted)
            for one, other in combinations(painted, 2):
                assert (one.bgcolor, one.color) != (other.bgcolor, other.color)
        flat = colours.get_attrs_for_style_str("class:ground")
        assert flat.color != flat.bgcolor


def test_flip_turns_the_whole_screen() -> None:
    for depth in DEPTHS:
        grounds = {
            style("dark", True, side, depth).get_attrs_for_style_str("class:ground").bgcolor
            for side in (LIGHT, DARK)
        }
        assert len(grounds) == 2


@pytest.mark.parametrize(
    ("environ", "depth"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, ColorDepth.DEPTH_24_BIT),
        ({"TERM": "xterm-direct"}, ColorDepth.DEPTH_24_BIT),
        ({"TERM": "screen-256color"}, ColorDepth.DEPTH_8_BIT),
        ({"TERM": "linux"}, ColorDepth.DEPTH_4_BIT),
        ({"TERM": "vt100"}, ColorDepth.DEPTH_1_BIT),
        ({}, ColorDepth.DEPTH_1_BIT),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, ColorDepth.DEPTH_1_BIT),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, ColorDepth.DEPTH_8_BIT),
    ],
)
def test_what_the_terminal_can_do(environ: dict[str, str], depth: ColorDepth) -> None:
    assert colour_depth(environ, "linux") is depth
    assert (theme_in_use(Settings(theme="light"), depth) == "mono") == (depth is ColorDepth.DEPTH_1_BIT)
    assert look(Settings(), depth).framed == (depth is ColorDepth.DEPTH_1_BIT)


def test_a_windows_console_has_all_colours_and_no_name() -> None:
    assert colour_depth({}, "win32") is ColorDepth.DEPTH_24_BIT
    assert colour_depth({"NO_COLOR": "1"}, "win32") is ColorDepth.DEPTH_1_BIT
    assert colour_depth({"TERM": "dumb"}, "win32") is ColorDepth.DEPTH_1_BIT
