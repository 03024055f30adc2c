"""The lessons about the cards that only one rule set has."""

from __future__ import annotations

from cli.lessons.lesson import (
    LEARNER,
    LEFT,
    RIGHT,
    Lesson,
    Step,
    any_of,
    declared,
    drew_instead,
    named,
    played,
)
from cli.words.language import _
from cli.words.rules_help import variant_name
from p2puno.events import BattleBegan, BattleWon, Crashed, Flipped, Named, Swapped


def variant_lessons() -> list[Lesson]:
    return [_flip(), _dark_side(), _battle(), _crash(), _swap(), _no_mercy()]


def _flip() -> Lesson:
    return Lesson(
        "flip",
        _("UNO Flip: to the dark side"),
        "flip | 0> light R R5:T1 | 0: B6:P8 G2:Te Rf:P4 Y3:T+5 Y9:O3 "
        "| 1: R2:T7 R3:T8 B4:T9 G5:P2 | 2: R6:T2 R7:T3 B8:T4 G1:U2 "
        "| pile: +92 B3:U5 R4:O6 G7:P6 Y2:U8 B9:O9 R8:P3",
        (
            Step(
                _("In UNO Flip every card has two sides. Play {Rf}: it turns over the piles and all hands."),
                (any_of(Flipped),),
                _("That is allowed, too. Play {Rf} as soon as it fits."),
            ),
            Step(
                _("This is the dark side: its cards are harsher. On your turns, play {Te} and {T+5}."),
                (played(LEARNER, "Te"), played(LEARNER, "T+5")),
                _("That is allowed, too. Play {Te} and {T+5} as soon as they fit."),
                (
                    (
                        played(LEARNER, "Te"),
                        _("Everybody else misses the turn: you play again. Now {T+5}, if it fits."),
                    ),
                    (
                        played(LEARNER, "T+5"),
                        _("The next player draws five cards and misses the turn. Now {Te}, if it fits."),
                    ),
                ),
            ),
        ),
        _("The next Flip leads back to the light side. The backs of all hands can be seen: look at them!"),
        {LEFT: ("T7", "T8", "T9"), RIGHT: ("T2", "T3", "T4")},
    )


def _dark_side() -> Lesson:
    return Lesson(
        "dark-side",
        _("UNO Flip: until the colour comes"),
        "flip | 0> dark T R5:T1 | 0: Y3:P4 B6:O8 R7:U2 G2:W+c | 1: R2:T7 R3:T8 B4:P9 | 2: R6:T2 B8:T4 G1:O2 "
        "| pile: Y1:P1 G3:O4 B2:U3 Y6:T6 +",
        (
            Step(
                _("{W+c} is the harshest card of all. You hold nothing teal, so it is no bluff: play it."),
                (played(LEARNER, "W+c"),),
                drew_instead(),
            ),
            Step(_("Name a colour: {left} must draw until a card of that colour comes."), (named(LEARNER),)),
            Step(_("{left} may also challenge you. Wait for the answer."), (declared(LEFT),)),
        ),
        _("The colour has come: {left} keeps all these cards and misses the turn."),
        {LEFT: ("accept",)},
    )


def _battle() -> Lesson:
    return Lesson(
        "battle",
        variant_name("battle"),
        "battle | 0> R R5 | 0: B2 G6 Y9 Wb | 1: Y3 B7 G1 R4 | 2: Y4 B8 G3 R1 | pile: G8 +",
        (
            Step(
                _("{Wb} goes on anything, and you challenge somebody to a battle. Play it."),
                (played(LEARNER, "Wb"),),
                drew_instead(),
            ),
            Step(_("Choose your opponent: {left} or {right}."), (any_of(BattleBegan),)),
            Step(
                _("Both choose a card and show it at the same time. The higher number wins: choose {Y9}."),
                (any_of(BattleWon),),
            ),
            Step(
                _("The loser takes both cards and draws two more. The winner names the colour."),
                (any_of(Named),),
            ),
        ),
        _("That was a battle. Symbols count zero; after a tie both choose again. Keep a high number for it!"),
        {LEFT: ("Y3",), RIGHT: ("Y4",)},
    )


def _crash() -> Lesson:
    return Lesson(
        "crash",
        variant_name("crash"),
        "crash | 0> R R5 | 0: B2 G4 Y9 | 1: B1 G6 Y4 B3 | 2: B9 G3 Y1 | pile: Wc +",
        (
            Step(_("Nothing fits. Draw a card ({draw}): a surprise is waiting for you."), (any_of(Crashed),)),
            Step(
                _(
                    "You drew {Wc}: your hand and {left}'s were shuffled together and dealt out again. "
                    "Now name the colour."
                ),
                (named(LEARNER),),
            ),
        ),
        _("Only drawing it causes a crash. If it is dealt to you at the start, you play it like a Wild."),
    )


def _swap() -> Lesson:
    return Lesson(
        "swap",
        variant_name("swap"),
        "swap | 0> R R5 | 0: B2 G4 Y1 Y6 Y9 Ws | 1: G3 G9 | 2: B9 G7 Y3 B4 | pile: G8 +",
        (
            Step(
                _("{left} has only two cards, and you have many. {Ws} goes on anything: play it."),
                (played(LEARNER, "Ws"),),
                drew_instead(),
            ),
            Step(_("First you name the colour."), (named(LEARNER),)),
            Step(_("Now choose who trades hands: you and {left}."), (any_of(Swapped),)),
        ),
        _("You may trade with anybody, or make two others trade. Choose the colour that you will hold then!"),
    )


def _no_mercy() -> Lesson:
    return Lesson(
        "no-mercy",
        variant_name("no-mercy"),
        "no-mercy | 0> R R5 | 0: B2 G3 R1 R8 Rs Rd W+6 | 1: R+2 B1 B4 Y3 | 2: Y+4 G2 G8 B9 | pile: G6 +",
        (
            Step(
                _("{Rd} takes all your red cards with it. Play it."),
                (played(LEARNER, "Rd"),),
                _("That is allowed, too. Play {Rd} as soon as it fits."),
            ),
            Step(
                _(
                    "Draw cards add up here. When it is your turn to draw, lay {W+6} on the others: it is "
                    "worth as many cards or more."
                ),
                (played(LEARNER, "W+6"),),
                _("That is allowed, too. {W+6} goes on anything: play it when you can."),
            ),
            Step(_("You choose the colour in play, as with every wild card."), (named(LEARNER),)),
        ),
        _(
            "The next player draws the whole sum, or stacks again. Whoever holds 25 cards is out of the "
            "round: no mercy!"
        ),
        {LEFT: ("R+2", "accept"), RIGHT: ("Y+4",)},
    )
