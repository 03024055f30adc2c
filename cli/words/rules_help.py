"""The rules in short, by card, with our own rulings marked as such."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from cli.words.card_names import symbol_name
from cli.words.language import _, n_, p_
from p2puno.cards import NUMBERS, Symbol
from p2puno.rulesets import RULE_SETS


@dataclass(frozen=True, slots=True)
class Rule:
    text: str
    ruling: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    rules: tuple[Rule, ...]


def variant_name(variant: str) -> str:
    return {
        "classic": p_("rule set", "Classic UNO"),
        "flip": p_("rule set", "UNO Flip"),
        "battle": p_("rule set", "Kickin' Battle"),
        "crash": p_("rule set", "Crash"),
        "swap": p_("rule set", "Rock-'n'-Swap"),
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
    }[variant]


def help_text(variant: str, width: int = 78) -> list[str]:
    """The rules as lines of text."""
    lines = [variant_name(variant).upper(), *textwrap.wrap(variant_in_short(variant), width), ""]
    for section in sections(variant):
        lines.append(section.title)
        for rule in section.rules:
            mark = _("[ruling]") + " " if rule.ruling else ""
            lines += textwrap.wrap(mark + rule.text, width, initial_indent="  ", subsequent_indent="    ")
        lines.append("")
    lines += textwrap.wrap(
        _("[ruling] marks a point that the rulebooks leave open: this is how p2puno decides it."), width
    )
    return lines


def sections(variant: str) -> list[Section]:
    """The help on a rule set, in sections."""
    return [*_turn(), *_cards(variant), _challenge(variant), _uno(), _end(variant), _modes()]


def _turn() -> list[Section]:
    return [
        Section(
            _("Your turn"),
            (
                Rule(_("Match the top card by colour, number or symbol, or play a wild card.")),
                Rule(
                    _(
                        "If you cannot or do not want to play, draw a card; "
                        "you may play it at once, or keep it."
                    )
                ),
                Rule(_("If there is nothing left to draw, you pass."), ruling=True),
            ),
        )
    ]


def _cards(variant: str) -> list[Section]:
    deck = RULE_SETS[variant].deck
    found: list[Section] = []
    for symbol in Symbol:
        if symbol in NUMBERS:
            continue
        points = next((deck.points[f] for side in deck.sides for f in side if f.symbol is symbol), None)
        if points is not None:
            count = n_("{count} point", "{count} points", points).format(count=points)
            found.append(Section(f"{symbol_name(symbol)} ({count})", _card(symbol, variant)))
    return found


def _card(symbol: Symbol, variant: str) -> tuple[Rule, ...]:
    match symbol:
        case Symbol.DRAW_ONE:
            return (Rule(_("The next player draws a card and misses the turn.")),)
        case Symbol.DRAW_TWO:
            return (Rule(_("The next player draws two cards and misses the turn.")),)
        case Symbol.DRAW_FIVE:
            return (Rule(_("The next player draws five cards and misses the turn.")),)
        case Symbol.REVERSE:
            return (Rule(_("The direction of play changes. With two players, you play again.")),)
        case Symbol.SKIP:
            return (Rule(_("The next player misses the turn. With two players, you play again.")),)
        case Symbol.SKIP_EVERYONE:
            return (Rule(_("Everybody else misses the turn: you play again.")),)
        case Symbol.FLIP:
            return _flip()
        case Symbol.WILD:
            return (Rule(_("Goes on anything. You name the colour.")),)
        case Symbol.WILD_DRAW_TWO:
            return (Rule(_("You name the colour; the next player draws two cards and misses the turn.")),)
        case Symbol.WILD_DRAW_FOUR:
            return (Rule(_("You name the colour; the next player draws four cards and misses the turn.")),)
        case Symbol.WILD_DRAW_COLOUR:
            return (
                Rule(_("You name a colour; the next player draws until they get it, and misses the turn.")),
                Rule(_("The card of that colour is shown to all; those before it are not."), ruling=True),
            )
        case Symbol.BATTLE:
            return _battle()
        case Symbol.CRASH:
            return _crash()
        case Symbol.SWAP:
            return _swap()
        case _:
            raise AssertionError(f"no help for {symbol} in {variant}")


def _flip() -> tuple[Rule, ...]:
    return (
        Rule(_("The discard pile, the draw pile and all hands are turned over, until the next Flip.")),
        Rule(_("Everybody sees the backs of all hands and of the draw pile's top card.")),
        Rule(
            _(
                "The side that comes up has no effect; if it is wild, the player who flipped names the "
                "colour."
            ),
            True,
        ),
        Rule(_("Which sides share a card is decided by chance at every shuffle."), True),
    )


def _battle() -> tuple[Rule, ...]:
    return (
        Rule(
            _(
                "Goes on anything. You challenge another player; both choose a card and show it at the "
                "same time."
            )
        ),
        Rule(_("The lower number loses; symbols count zero. In a tie, both choose again.")),
        Rule(_("The loser takes all cards of the battle and draws two more; the winner names the colour.")),
        Rule(_("A round cannot end in a battle: a player with no cards left draws one.")),
        Rule(_("A player who must draw and cannot loses the battle."), True),
    )


def _crash() -> tuple[Rule, ...]:
    return (
        Rule(
            _(
                "Drawing it causes a crash at once: your hand and the next player's are shuffled "
                "together and dealt out between the two of you. Then you name the colour."
            )
        ),
        Rule(
            _(
                "If you still have cards to draw, you draw them afterwards; a crash on your own draw "
                "ends your turn."
            ),
            True,
        ),
        Rule(_("If it is dealt to you at the start, you play it as a Wild, without a crash."), True),
    )


def _swap() -> tuple[Rule, ...]:
    return (
        Rule(
            _(
                "Goes on anything. You name the colour, then trade hands with anybody, or make two "
                "others trade."
            )
        ),
        Rule(_("You must do one of the two; as your last card it ends the round, with no trade."), True),
    )


def _challenge(variant: str) -> Section:
    return Section(
        _("Challenging a wild draw card"),
        (
            Rule(_("Play it only if you hold no card of the colour in play; a bluff is possible.")),
            Rule(_("The player who must draw may challenge first, and is shown the hand.")),
            Rule(_("Guilty: the bluffer draws the cards. Innocent: the challenger draws them and two more.")),
            Rule(_("After a successful challenge, the challenger takes the turn as usual."), True),
            Rule(_("Wild cards have no colour, and a last card cannot be challenged."), True),
        ),
    )


def _uno() -> Section:
    return Section(
        "UNO",
        (
            Rule(_("Call UNO before, with or after your next-to-last card.")),
            Rule(_("A player who forgets and is caught before the next player starts draws two cards.")),
            Rule(
                _("If UNO was not called, the next player waits a moment, so that speed does not decide."),
                True,
            ),
            Rule(_("A catch or call at the wrong time has no effect."), True),
            Rule(
                _("You must call only when you play a card, not when you get to one card in another way."),
                True,
            ),
        ),
    )


def _end(variant: str) -> Section:
    rules = [
        Rule(_("The player who goes out scores the others' cards. A last draw card still has its effect.")),
        Rule(_("The first to reach 500 points (or what the table agreed on) wins the match.")),
    ]
    if variant == "flip":
        rules.append(Rule(_("The points are those of the side on which the round ends.")))
    rules.append(Rule(_("When nobody can play or draw, the round does not count and is dealt again."), True))
    return Section(_("The end"), tuple(rules))


def _modes() -> Section:
    return Section(
        _("Match modes"),
        (
            Rule(_("single: everybody for themselves, as above.")),
            Rule(_("lowest (a scoring): everybody scores the cards they hold, and the lowest total wins.")),
            Rule(_("partners: two pairs, partners across from each other, and their points are added.")),
            Rule(_("rotating: four rounds with each of the three others as partner.")),
            Rule(
                _(
                    "challenge: everybody scores the cards they hold; at the target you are out, and the "
                    "last one wins."
                )
            ),
            Rule(_("tournament: eight players at two tables, everybody partners with everybody.")),
        ),
    )
