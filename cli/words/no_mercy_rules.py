"""What No Mercy has of its own, in the words of the help."""

from __future__ import annotations

from cli.words.language import _
from cli.words.rule import Rule, Section, rule, ruling
from p2puno.cards import Symbol


def no_mercy() -> Section:
    """What is different from the other rule sets."""
    return Section(
        _("Without mercy"),
        (
            rule(
                _("The rules on stacking, sevens and noughts, drawing and mercy below always hold."), "N-13"
            ),
            ruling(_("They cannot be chosen as house rules here, nor any that contradict them."), "N-13"),
            rule(
                _("On a draw card you may lay one that is worth as many cards or more, of any colour."),
                "N-16",
            ),
            ruling(_("A Roulette is no draw card: it stacks on nothing, and nothing stacks on it."), "N-16"),
            rule(_("A player who holds 25 cards is out of the round; the last one in wins it."), "N-23"),
            ruling(_("That hand goes under the draw pile, and counts for the winner."), "N-23"),
            ruling(
                _(
                    "The box gives neither a list of its 168 cards nor points: coloured action cards count "
                    "20, wild cards 50."
                ),
                "N-12",
            ),
            ruling(_("Two to ten can play here too, although some boxes say six."), "N-24"),
            ruling(
                _("If a player leaves during a Discard All or a Roulette, the rest of it is dropped."),
                "N-25",
            ),
        ),
    )


def no_mercy_opening() -> Section:
    return Section(
        _("The opening card"),
        (
            rule(_("Only a number opens. Any other card does nothing, and the next one covers it."), "N-14"),
            ruling(_("If no number comes, the last card stays, without any effect."), "N-14"),
        ),
    )


def no_mercy_numbers() -> Rule:
    return rule(_("A number counts its value: two each of 0 to 9 in every colour."), "N-01")


def no_mercy_card(symbol: Symbol) -> tuple[Rule, ...]:
    """What a card does here."""
    match symbol:
        case Symbol.DRAW_TWO:
            return (rule(_("The next player draws two cards and misses the turn."), "A-01", "N-02"),)
        case Symbol.DRAW_FOUR:
            return (rule(_("The next player draws four cards and misses the turn."), "N-03", "N-15"),)
        case Symbol.REVERSE:
            return (rule(_("The direction of play changes. With two players, you play again."), "N-04"),)
        case Symbol.SKIP:
            return (rule(_("The next player misses the turn. With two players, you play again."), "N-05"),)
        case Symbol.SKIP_EVERYONE:
            return (rule(_("Everybody else misses the turn: you play again."), "N-06", "N-22"),)
        case Symbol.DISCARD_ALL:
            return _discard_all()
        case Symbol.WILD_REVERSE_DRAW_FOUR:
            return _wild_reverse_draw_four()
        case Symbol.WILD_DRAW_SIX:
            text = _("You name the colour; the next player draws six cards and misses the turn.")
            return (rule(text, "N-09", "N-15"),)
        case Symbol.WILD_DRAW_TEN:
            text = _("You name the colour; the next player draws ten cards and misses the turn.")
            return (rule(text, "N-10", "N-15"),)
        case Symbol.ROULETTE:
            return _roulette()
        case _:
            raise AssertionError(f"{symbol} is not in the deck")


def _discard_all() -> tuple[Rule, ...]:
    return (
        rule(
            _("All other cards of its colour in your hand go under it. They have no effect."), "N-07", "N-19"
        ),
        ruling(_("All of them must go: your program puts them away, and the audit proves it."), "N-19"),
        ruling(_("If one card is left then, you must call UNO; if none is left, you win the round."), "N-20"),
    )


def _wild_reverse_draw_four() -> tuple[Rule, ...]:
    return (
        rule(
            _(
                "You name the colour, and the direction changes: the player who is next then draws four "
                "cards and misses the turn."
            ),
            "N-08",
            "N-17",
        ),
        rule(_("With two players you must draw yourself, or stack another draw card on it."), "N-18"),
        ruling(_("As a last card with two players, nobody draws for it."), "N-18"),
    )


def _roulette() -> tuple[Rule, ...]:
    return (
        rule(
            _("The next player names a colour, draws until they get it, and misses the turn."), "N-11", "N-21"
        ),
        ruling(_("That colour is then in play. Only the card that has it is shown to all."), "N-21"),
        ruling(_("As a last card it does the same, before the points are counted."), "N-21"),
    )
