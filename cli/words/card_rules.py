"""What each card does, in the words of the help."""

from __future__ import annotations

from cli.words.card_names import symbol_name
from cli.words.language import _, n_
from cli.words.no_mercy_rules import no_mercy_card, no_mercy_numbers
from cli.words.rule import Rule, Section, rule, ruling
from p2puno.cards import NUMBERS, Symbol
from p2puno.rulesets import RULE_SETS


def card_sections(variant: str) -> list[Section]:
    """The cards of a rule set, each with its points."""
    deck = RULE_SETS[variant].deck
    found = [Section(_("Numbers"), (_numbers(variant),))]
    for symbol in Symbol:
        if symbol in NUMBERS:
            continue
        points = next((deck.points[f] for side in deck.sides for f in side if f.symbol is symbol), None)
        if points is not None:
            count = n_("{count} point", "{count} points", points).format(count=points)
            found.append(Section(f"{symbol_name(symbol)} ({count})", _card(symbol, variant)))
    return found


def _numbers(variant: str) -> Rule:
    if variant == "no-mercy":
        return no_mercy_numbers()
    if variant == "flip":
        return rule(_("A number counts its value: two each of 1 to 9 in every colour, no 0."), "D-10")
    return rule(_("A number counts its value: one 0 and two each of 1 to 9 in every colour."), "D-01")


def _card(symbol: Symbol, variant: str) -> tuple[Rule, ...]:
    if variant == "no-mercy":
        return no_mercy_card(symbol)
    match symbol:
        case Symbol.DRAW_ONE:
            return (rule(_("The next player draws a card and misses the turn."), "A-01"),)
        case Symbol.DRAW_TWO:
            return (rule(_("The next player draws two cards and misses the turn."), "A-01"),)
        case Symbol.DRAW_FIVE:
            return (rule(_("The next player draws five cards and misses the turn."), "A-01"),)
        case Symbol.REVERSE:
            return (
                rule(_("The direction of play changes. With two players, you play again."), "A-02", "H-01"),
            )
        case Symbol.SKIP:
            return (
                rule(_("The next player misses the turn. With two players, you play again."), "A-03", "H-02"),
            )
        case Symbol.SKIP_EVERYONE:
            return (rule(_("Everybody else misses the turn: you play again."), "F-04", "H-02"),)
        case Symbol.FLIP:
            return _flip()
        case Symbol.WILD:
            return (rule(_("Goes on anything. You name the colour."), "A-04"),)
        case Symbol.WILD_DRAW_TWO:
            text = _("You name the colour; the next player draws two cards and misses the turn.")
            return (rule(text, "D-16"),)
        case Symbol.WILD_DRAW_FOUR:
            text = _("You name the colour; the next player draws four cards and misses the turn.")
            return (rule(text, "A-05"),)
        case Symbol.WILD_DRAW_COLOUR:
            return _wild_draw_colour()
        case Symbol.BATTLE:
            return _battle()
        case Symbol.CRASH:
            return _crash()
        case Symbol.SWAP:
            return _swap()
        case _:
            raise AssertionError(f"no help for {symbol} in {variant}")


def _wild_draw_colour() -> tuple[Rule, ...]:
    return (
        rule(_("You name a colour; the next player draws until they get it, and misses the turn."), "F-05"),
        ruling(_("The card of that colour is shown to all; those before it are not."), "F-10"),
        ruling(_("The player stops when nothing is left to draw."), "F-09"),
    )


def _flip() -> tuple[Rule, ...]:
    return (
        rule(_("Goes on its colour or on another Flip. A round starts on the light side."), "F-02", "F-03"),
        rule(
            _("The discard pile, the draw pile and all hands are turned over, until the next Flip."), "F-01"
        ),
        rule(_("Everybody sees the backs of all hands and of the draw pile's top card."), "F-06"),
        ruling(
            _("You see the backs of your own cards too: each lay on top of the draw pile before."), "F-06"
        ),
        ruling(
            _(
                "The side that comes up has no effect; if it is wild, the player who flipped names the "
                "colour."
            ),
            "F-07",
        ),
        ruling(_("Which sides share a card is decided by chance at every shuffle."), "D-17", "G-08"),
        ruling(_("As the last card, a Flip turns everything over before the points are counted."), "F-08"),
    )


def _battle() -> tuple[Rule, ...]:
    return (
        rule(
            _(
                "Goes on anything. You challenge another player; both choose a card and show it at the "
                "same time."
            ),
            "B-01",
            "B-02",
        ),
        ruling(_("You must challenge somebody."), "B-01"),
        rule(_("The lower number loses; symbols count zero. In a tie, both choose again."), "B-02", "B-03"),
        rule(
            _("The loser takes all cards of the battle and draws two more; the winner names the colour."),
            "B-05",
            "B-06",
        ),
        ruling(_("Play goes on with the player next to the challenger, whoever has won."), "B-06"),
        rule(_("A round cannot end in a battle: a player with no cards left draws one."), "B-04"),
        ruling(
            _(
                "A player who must draw and cannot loses the battle; the challenger draws first. Without "
                "cards "
                "after the battle, and with none to draw, you go out."
            ),
            "B-07",
        ),
        ruling(
            _("The Battle card stays on the discard pile; the cards shown have no effect of their own."),
            "B-08",
        ),
    )


def _crash() -> tuple[Rule, ...]:
    return (
        rule(
            _(
                "Drawing it causes a crash at once: your hand and the next player's are shuffled "
                "together and dealt out between the two of you. Then you name the colour."
            ),
            "X-01",
            "X-02",
        ),
        ruling(_("The next player is the one after you in the direction of play, in a penalty too."), "X-01"),
        ruling(
            _(
                "If you still have cards to draw, you draw them afterwards; a crash on your own draw "
                "ends your turn."
            ),
            "X-03",
        ),
        ruling(_("If it is dealt to you at the start, you play it as a Wild, without a crash."), "X-04"),
        ruling(_("Drawn when the round is over, it counts its points, and nothing crashes."), "X-05"),
    )


def _swap() -> tuple[Rule, ...]:
    return (
        rule(
            _(
                "Goes on anything. You name the colour, then trade hands with anybody, or make two "
                "others trade."
            ),
            "W-01",
            "W-02",
        ),
        ruling(
            _("You must do one of the two; as your last card it ends the round, with no trade."),
            "W-02",
            "W-03",
        ),
    )
