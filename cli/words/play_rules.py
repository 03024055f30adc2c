"""How a round is played, from the deal to the last card, in the words of the help."""

from __future__ import annotations

from cli.words.card_names import symbol_name
from cli.words.language import _, n_
from cli.words.rule import Rule, Section, rule, ruling
from p2puno.cards import Symbol
from p2puno.options import Options


def setting_up(options: Options) -> Section:
    dealt = n_(
        "Everybody gets {count} card; the rest is the draw pile, and its top card is turned over.",
        "Everybody gets {count} cards; the rest is the draw pile, and its top card is turned over.",
        options.hand_size,
    )
    return Section(
        _("Setting up"),
        (
            rule(
                _(
                    "Everybody draws a card, and the highest number deals the first round; symbols count "
                    "zero."
                ),
                "S-02",
            ),
            ruling(
                _(
                    "Two to ten can play. A tie for the deal is drawn again, and after each round the "
                    "deal passes "
                    "to the left."
                ),
                "S-01",
                "S-02",
                "S-06",
            ),
            ruling(
                _(
                    "Who leaves during this draw stays in it; a deal that they win goes to the player to "
                    "their left."
                ),
                "S-07",
            ),
            rule(dealt.format(count=options.hand_size), "S-03", "S-04"),
            ruling(
                _(
                    "Cards are dealt one at a time. The player to the dealer's left gets the first card "
                    "and the "
                    "first turn, and play goes clockwise."
                ),
                "S-03",
                "S-05",
            ),
        ),
    )


def opening_card(variant: str) -> Section:
    flip = variant == "flip"
    drawing = symbol_name(Symbol.DRAW_ONE if flip else Symbol.DRAW_TWO)
    own = {"battle": [Symbol.BATTLE], "crash": [Symbol.CRASH]}.get(variant, [])
    back = [Symbol.WILD_DRAW_TWO if flip else Symbol.WILD_DRAW_FOUR]
    back += [Symbol.SWAP] if variant == "swap" else []
    rules = [
        rule(
            _("{cards}: the player to the dealer's left draws and misses the turn.").format(cards=drawing),
            "O-01",
        ),
        rule(
            _("{cards}: the dealer starts, and play goes anticlockwise.").format(
                cards=symbol_name(Symbol.REVERSE)
            ),
            "O-02",
        ),
        rule(
            _("{cards}: the player to the dealer's left misses the turn.").format(
                cards=symbol_name(Symbol.SKIP)
            ),
            "O-03",
        ),
        rule(
            _(
                "{cards}: the player to the dealer's left names the colour and starts; nothing else happens."
            ).format(cards=_names([Symbol.WILD, *own])),
            "O-04",
        ),
        rule(_("{cards}: another card is turned over instead.").format(cards=_names(back)), "O-05"),
        ruling(_("That card is shuffled into the draw pile first, as often as it takes."), "O-05"),
    ]
    if flip:
        rules.append(
            ruling(
                _(
                    "Flip: everything is turned over at once. The player to the dealer's left starts on "
                    "the dark "
                    "side, and names the colour if its card is wild."
                ),
                "O-06",
            )
        )
    return Section(_("The opening card"), tuple(rules))


def _names(symbols: list[Symbol]) -> str:
    return ", ".join(symbol_name(symbol) for symbol in symbols)


def turn() -> Section:
    return Section(
        _("Your turn"),
        (
            rule(_("Match the top card by colour, number or symbol, or play a wild card."), "T-01", "T-06"),
            rule(
                _("If you cannot or do not want to play, draw a card; you may play it at once if it fits."),
                "T-02",
                "T-04",
            ),
            ruling(_("You may keep a drawn card even if it fits."), "T-03"),
            ruling(_("If there is nothing left to draw, you pass."), "T-09"),
            ruling(
                _(
                    "A turn begins when its player plays, draws or passes, also when they play again. "
                    "Drawing "
                    "penalty cards or missing a turn begins nothing."
                ),
                "T-05",
            ),
        ),
    )


def draw_pile() -> Section:
    return Section(
        _("The draw pile"),
        (
            rule(
                _(
                    "When it is used up, the discard pile except for its top card is shuffled to make a "
                    "new one."
                ),
                "G-08",
            ),
            ruling(
                _(
                    "This is done when somebody must draw and cannot. The colour named for the top card "
                    "stays."
                ),
                "G-08",
            ),
            ruling(_("If fewer cards are left than you must draw, you draw those."), "G-09"),
            ruling(_("When nobody can play or draw, the round does not count and is dealt again."), "G-09"),
        ),
    )


def two_players() -> Section:
    return Section(
        _("Two players"),
        (
            rule(
                _("After a Reverse, a Skip or any draw card, you play again."),
                "H-01",
                "H-02",
                "H-03",
            ),
        ),
    )


def challenge() -> Section:
    return Section(
        _("Challenging a wild draw card"),
        (
            rule(
                _("Play it only if you hold no card of the colour in play; a bluff is possible."),
                "A-05",
                "F-05",
            ),
            rule(_("The player who must draw may challenge first, and is shown the hand."), "C-01", "C-02"),
            ruling(_("Nobody else may challenge, and nobody once a card is drawn."), "C-01"),
            rule(
                _("Guilty: the bluffer draws the cards. Innocent: the challenger draws them and two more."),
                "C-03",
                "C-04",
            ),
            ruling(
                _("A card that proves the bluff is shown to everybody, so that all can check the verdict."),
                "C-03",
            ),
            ruling(_("After a successful challenge, the challenger takes the turn as usual."), "C-03"),
            ruling(_("The hand counts, and is shown, as it was when the card was played."), "C-06"),
            ruling(_("Wild cards have no colour, and a last card cannot be challenged."), "T-08", "C-05"),
        ),
    )


def uno(options: Options) -> Section:
    caught = n_(
        "A player who forgets and is caught before the next player starts draws {count} card.",
        "A player who forgets and is caught before the next player starts draws {count} cards.",
        options.uno_penalty,
    )
    rules: list[Rule] = [
        rule(_("Call UNO before, with or after your next-to-last card."), "G-01", "G-02"),
        rule(caught.format(count=options.uno_penalty), "G-03", "G-04"),
        ruling(
            _("If UNO was not called, the next player waits a moment, so that speed does not decide."), "G-11"
        ),
        ruling(
            _("You can call early only in your own turn, with two cards, for a card of that turn."), "G-12"
        ),
        ruling(_("A catch or call at the wrong time has no effect."), "G-10", "G-12"),
        ruling(
            _("You must call only when you play a card, not when you get to one card in another way."), "G-05"
        ),
        ruling(
            _(
                "A call or catch made while that card takes effect is judged afterwards: a catch counts "
                "if one card "
                "is left then."
            ),
            "G-05",
        ),
        ruling(_("Everybody in the round may catch, even while being skipped; spectators may not."), "G-13"),
    ]
    return Section("UNO", tuple(rules))
