"""The rules in short, by card, with our own rulings marked as such."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from cli.words.card_rules import card_sections
from cli.words.house_rules_help import all_house_rules, house_sections
from cli.words.language import _, p_
from cli.words.match_rules import end, leaving, modes
from cli.words.no_mercy_rules import no_mercy, no_mercy_opening
from cli.words.play_rules import challenge, draw_pile, opening_card, setting_up, turn, two_players, uno
from cli.words.rule import Section
from p2puno.options import Options
from p2puno.rulesets import RULE_SETS


def variant_name(variant: str) -> str:
    return {
        "classic": p_("rule set", "Classic UNO"),
        "flip": p_("rule set", "UNO Flip"),
        "battle": p_("rule set", "Kickin' Battle"),
        "crash": p_("rule set", "Crash"),
        "swap": p_("rule set", "Rock-'n'-Swap"),
        "no-mercy": p_("rule set", "No Mercy"),
    }[variant]


def mode_name(mode: str) -> str:
    """The name of a match mode; an unknown mode keeps its own."""
    names = {
        "single": _("single"),
        "partners": _("partners"),
        "rotating": _("rotating partners"),
        "challenge": _("Challenge UNO"),
        "tournament": _("tournament"),
    }
    return names.get(mode, mode)


def variant_in_short(variant: str) -> str:
    return {
        "classic": _("The 108 cards everybody knows."),
        "flip": _("Two-sided cards: a Flip turns everything over, and the dark side is merciless."),
        "battle": _("Challenge anybody to a battle of cards: the lower number loses and takes them all."),
        "crash": _("Draw a Crash, and two hands are shuffled together."),
        "swap": _("Make any two players trade their hands."),
        "no-mercy": _("168 cards, up to ten to draw at once, and whoever holds 25 is out."),
    }[variant]


UNWRAPPED = 10_000
"""A width at which no line is broken: for whoever wraps them later."""


def help_text(options: Options, width: int = 78) -> list[str]:
    """The rules of a table as lines of text, with the amounts it has set."""
    variant = options.variant
    return [
        variant_name(variant).upper(),
        *textwrap.wrap(variant_in_short(variant), width),
        "",
        *_lines(sections(options), width),
        *textwrap.wrap(
            _("[ruling] marks a point that the rulebooks leave open: this is how p2puno decides it."), width
        ),
    ]


def house_help(width: int = 78) -> list[str]:
    """All house rules as lines of text."""
    intro = _("Every family plays its own way. A table can add these rules to any rule set.")
    return [
        _("House rules").upper(),
        *textwrap.wrap(intro, width),
        "",
        *_lines(all_house_rules(), width),
    ]


def _lines(told: Sequence[Section], width: int) -> list[str]:
    lines = []
    for section in told:
        lines.append(section.title)
        for rule in section.rules:
            mark = _("[ruling]") + " " if rule.ruling else ""
            lines += textwrap.wrap(mark + rule.text, width, initial_indent="  ", subsequent_indent="    ")
        lines.append("")
    return lines


def sections(options: Options) -> list[Section]:
    """All there is to know about a rule set: how a turn goes first, what happens seldom last."""
    variant, own = options.variant, options.variant == "no-mercy"
    return [
        *([no_mercy()] if own else []),
        turn(),
        *house_sections((*RULE_SETS[variant].built_in, *options.house_rules)),
        *card_sections(variant),
        *([] if own else [challenge()]),
        uno(options),
        end(options),
        setting_up(options),
        no_mercy_opening() if own else opening_card(variant),
        draw_pile(),
        two_players(),
        modes(),
        leaving(variant),
    ]
