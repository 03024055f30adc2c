"""The house rules in the words of the help: each with the lines of docs/rules.md that it tells."""

from __future__ import annotations

from collections.abc import Sequence

from cli.words.house_rules import chosen_rule, house_rule_in_short, house_rule_name, preset_name
from cli.words.language import _
from cli.words.punctuation import with_colon
from cli.words.rule import Rule, Section, rule
from p2puno.house import HOUSE_RULES, PRESETS

STACKING = ("stack-same", "stack-up", "stack-any", "deflect")


def house_sections(chosen: Sequence[str]) -> list[Section]:
    """The rules that a table has chosen, one section for each."""
    names = [word.partition(":")[0] for word in chosen]
    found = [Section(chosen_rule(word), _rules(name)) for word, name in zip(chosen, names, strict=True)]
    if any(name in STACKING for name in names):
        found.insert(0, _pending())
    if found:
        found.append(Section(_("Long rounds"), (_last_shuffle(),)))
    return found


def all_house_rules() -> list[Section]:
    """Every rule that a table can choose, with the name by which it is chosen."""
    sections = [_sets(), _pending()]
    for name, house_rule in HOUSE_RULES.items():
        typed = name if house_rule.parameter is None else f"{name}:{house_rule.parameter.usual}"
        sections.append(Section(f"{house_rule_name(name)} ({typed})", _rules(name)))
    return sections


def _sets() -> Section:
    sets = [
        with_colon(preset, ", ".join(names) or preset_name(preset)) + "." for preset, names in PRESETS.items()
    ]
    return Section(
        _("Choosing house rules"),
        (
            rule(_("A table adds them to any rule set: --house stack-same,mercy"), "K-01"),
            *(rule(line, "K-01") for line in sets),
            rule(
                _(
                    "Rules that contradict each other cannot be chosen together. Whichever are chosen, "
                    "somebody can always move, and every round ends."
                ),
                "K-01",
                "K-39",
            ),
            _last_shuffle(),
        ),
    )


def _last_shuffle() -> Rule:
    return rule(
        _(
            "When the discard pile was shuffled ten times, the round ends before the next turn: the player "
            "with the fewest cards wins it."
        ),
        "K-41",
    )


def _pending() -> Section:
    """What all rules of stacking have in common."""
    return Section(
        _("Stacking"),
        (
            rule(
                _(
                    "A draw card is pending against the next player, who lays a card on it that the rule "
                    "allows, or draws the whole sum and misses the turn."
                ),
                "K-02",
            ),
            rule(
                _(
                    "A wild card on a stack names its colour at once. Each Wild Draw Color asks for one more "
                    "card of the colour."
                ),
                "K-06",
            ),
            rule(
                _(
                    "A challenge is about the last card only. Its loser draws the whole sum, a wrong "
                    "challenger two more."
                ),
                "K-07",
            ),
            rule(
                _(
                    "Laying a card on a stack begins your turn: until then the player before you can be "
                    "caught. Drawing the sum begins nothing."
                ),
                "K-08",
            ),
            rule(
                _(
                    "An opening draw card can be stacked on. On somebody's last card nothing is stacked: the "
                    "next player draws it all."
                ),
                "K-09",
            ),
            rule(
                _(
                    "If the player who must draw leaves, the stack is gone. If there are too few cards, they "
                    "draw what there is."
                ),
                "K-11",
            ),
        ),
    )


def _rules(name: str) -> tuple[Rule, ...]:
    first, *more = _IDS[name]
    return (rule(house_rule_in_short(name), first), *_details(name, more))


_IDS = {
    "two-decks": ("K-37",),
    "stack-same": ("K-03",),
    "stack-up": ("K-04",),
    "stack-any": ("K-05",),
    "deflect": ("K-10", "K-10"),
    "seven-zero": ("K-12", "K-13", "K-14", "K-15", "K-16"),
    "doubles": ("K-31", "K-31", "K-32"),
    "draw-until": ("K-21", "K-21", "K-22", "K-42"),
    "blind-draw": ("K-25", "K-25", "K-26"),
    "force": ("K-23", "K-23", "K-24"),
    "no-bluff": ("K-27", "K-27"),
    "no-challenge": ("K-28",),
    "clean-finish": ("K-29", "K-30"),
    "mercy": ("K-33", "K-33", "K-34", "K-35", "K-40"),
    "open-hands": ("K-36", "K-36"),
    "false-catch": ("K-38", "K-38"),
    "jump-in": ("K-17", "K-17", "K-18", "K-19", "K-20"),
}
"""The lines of docs/rules.md that the sentences about a rule tell, in order."""


def _details(name: str, ids: Sequence[str]) -> tuple[Rule, ...]:
    """What else there is to know about a rule."""
    sentences = {
        "deflect": [
            _("It can be chosen with a rule of stacking or alone. With two players both send it back.")
        ],
        "seven-zero": [
            _("With two players a 0 is a trade. In Flip there is no 0."),
            _("A last 7 or 0 wins the round, and no hands are traded."),
            _("Everybody who got one card in a trade must call UNO. Nobody can be caught before it."),
            _("If one of the two who trade leaves, there is no trade."),
        ],
        "doubles": [
            _("This also holds for a card that you just drew or laid out of turn."),
            _("With Seven-Zero only the last card trades. You call UNO with the next-to-last card."),
        ],
        "draw-until": [
            _("Then you play the card or keep it. Your program vouches for it, and the audit proves it."),
            _("It also ends when there is nothing left to draw, or with a Crash."),
            _("Once the discard pile was shuffled three times, you draw one card only."),
        ],
        "blind-draw": [
            _("If you play it blind and it does not fit, it goes into your hand, and everybody has seen it."),
            _("You see a card that you kept as soon as you must decide anything else."),
        ],
        "force": [
            _("You never have to stack, to jump in, or to lay another card of a double."),
            _("Hands are hidden, so the audit proves it: drawing with a card that fits is cheating."),
        ],
        "no-bluff": [_("The audit proves it: to play one with the colour in hand is cheating.")],
        "clean-finish": [_("If only one card is left to draw, only that one is drawn.")],
        "mercy": [
            _("What is still to be drawn is not drawn, and the hand goes under the draw pile."),
            _("The hand counts at the end of the round, and the winner's own cards count nothing."),
            _("Cards drawn when the round is already decided put nobody out."),
            _("If a player who is out leaves the match, nothing changes in the round."),
        ],
        "open-hands": [_("It is laid open when the next turn begins. What was once shown stays known.")],
        "false-catch": [_("You draw it when the effect of the card in play is over.")],
        "jump-in": [
            _("Colour and symbol must be the same, and it cannot be a wild card. You may follow yourself."),
            _("A draw card hits the player after you, a Skip skips them, and so on."),
            _("Not on a draw card that is pending, on the opening card, or on a card that a Flip turned up."),
            _("The next turn waits a moment for it. If several jump in, the first one counts."),
        ],
    }.get(name, [])
    return tuple(rule(text, rule_id) for text, rule_id in zip(sentences, ids, strict=True))
