"""The lessons of the classic game: everything the other rule sets build on."""

from __future__ import annotations

from cli.lessons.lesson import (
    LEARNER,
    LEFT,
    RIGHT,
    Lesson,
    Step,
    any_of,
    called,
    caught,
    challenged,
    drew,
    drew_instead,
    missed,
    named,
    played,
    played_or_kept,
    went_out,
)
from cli.words.language import _
from p2puno.events import Judged


def classic_lessons() -> list[Lesson]:
    return [
        _colour(),
        _number(),
        _draw(),
        _actions(),
        _wild(),
        _draw_four(),
        _challenge(),
        _uno(),
        _catch(),
        _last_card(),
    ]


def _colour() -> Lesson:
    return Lesson(
        "colour",
        _("The same colour"),
        "classic | 0> R R5 | 0: B3 G2 R8 Y7 | 1: R1 B1 G6 Y4 | 2: R6 B9 G7 Y1 | pile: G8 +",
        (
            Step(
                _("The top card is {R5}. A card of the same colour goes on it: play {R8} ({play})."),
                (played(LEARNER),),
                _("You drew a card instead: that is always allowed. But {R8} fits, because it is red, too."),
            ),
        ),
        _("Well done! Whoever is the first to get rid of all cards wins the round."),
        {LEFT: ("R1",), RIGHT: ("R6",)},
    )


def _number() -> Lesson:
    return Lesson(
        "number",
        _("The same number"),
        "classic | 0> R R5 | 0: B3 B5 G2 Y7 | 1: R1 B1 G6 Y4 | 2: R6 B9 G7 Y1 | pile: G8 +",
        (
            Step(
                _("You hold nothing red now. But the same number fits as well: play {B5} on {R5}."),
                (played(LEARNER),),
                _("You drew a card instead: that is always allowed. But {B5} fits, because it is a 5, too."),
            ),
        ),
        _("Now blue is the colour in play: the next player needs a blue card or a 5."),
        {LEFT: ("R1",), RIGHT: ("R6",)},
    )


def _draw() -> Lesson:
    return Lesson(
        "draw",
        _("Nothing fits"),
        "classic | 0> R R5 | 0: B2 G7 Y9 | 1: B1 G6 Y4 | 2: B9 G3 Y1 | pile: R1 +",
        (
            Step(
                _("None of your cards is red or a 5: nothing fits. Draw a card ({draw})."), (drew(LEARNER),)
            ),
            Step(
                _("You drew {R1}, and it fits: play it at once, or keep it for later ({keep})."),
                (played_or_kept(LEARNER),),
            ),
        ),
        _("That ends your turn. A drawn card that does not fit stays in your hand."),
    )


def _actions() -> Lesson:
    return Lesson(
        "actions",
        _("Skip, Reverse and Draw Two"),
        "classic | 0> R R5 | 0: G4 R+2 Rr Rs Y8 | 1: R1 R2 R3 R4 B6 | 2: R6 R7 R8 R9 B1",
        (
            Step(
                _(
                    "Action cards fit by colour or symbol, and then they act. Play all three, one on each "
                    "turn: {Rs}, {Rr} and {R+2}. Watch what they do."
                ),
                (played(LEARNER, "Rs"), played(LEARNER, "Rr"), played(LEARNER, "R+2")),
                _("That is allowed, too. Play your three action cards as soon as they fit."),
                (
                    (
                        played(LEARNER, "Rs"),
                        _("Skip: the next player misses a turn. Play your other action cards, too."),
                    ),
                    (
                        played(LEARNER, "Rr"),
                        _("Reverse: play goes the other way round now. Play your other action cards, too."),
                    ),
                    (
                        played(LEARNER, "R+2"),
                        _(
                            "Draw Two: the next player draws two cards and misses the turn. "
                            "Play your other action cards, too."
                        ),
                    ),
                ),
            ),
        ),
        _("These were the action cards. They help most when the next player has few cards left."),
        {LEFT: ("R1", "R2", "R3", "R4"), RIGHT: ("R6", "R7", "R8", "R9")},
    )


def _wild() -> Lesson:
    return Lesson(
        "wild",
        _("The wild card"),
        "classic | 0> R R5 | 0: B2 G4 G8 W | 1: B1 G6 Y4 | 2: B9 G3 Y1 | pile: Y8 +",
        (
            Step(
                _("{W} goes on anything, and you choose the colour in play. Play it."),
                (played(LEARNER, "W"),),
                drew_instead(),
            ),
            Step(_("Name the colour that helps you most: you hold two green cards."), (named(LEARNER),)),
        ),
        _("The next player needs a card of that colour, or another wild card."),
    )


def _draw_four() -> Lesson:
    return Lesson(
        "draw-four",
        _("The wild card that makes others draw four"),
        "classic | 0> R R5 | 0: B2 G4 Y6 W+4 | 1: B1 G6 Y4 | 2: B9 G3 Y1 | pile: G8 +",
        (
            Step(
                _(
                    "{W+4} is the strongest card. You may play it only if you hold no card of the colour in "
                    "play. You hold nothing red: play it."
                ),
                (played(LEARNER, "W+4"),),
                drew_instead(),
            ),
            Step(_("You choose the colour in play, as with every wild card."), (named(LEARNER),)),
            Step(_("{left} must draw four cards, or challenge you. Wait for the answer."), (missed(LEFT),)),
        ),
        _("{left} drew four cards and missed the turn. With a red card in hand you would have bluffed."),
        {LEFT: ("accept",)},
    )


def _challenge() -> Lesson:
    return Lesson(
        "challenge",
        _("A bluff"),
        "classic | 2> R R5 | 0: B2 G4 Y6 | 1: B1 G6 Y4 B3 | 2: W+4 R7 R2 G9 | pile: G8 +",
        (
            Step(_("Watch {right}. The colour in play is red."), (named(RIGHT),)),
            Step(
                _(
                    "You must draw four cards, unless {right} bluffed and holds a red card. "
                    "You suspect it: challenge {right} ({challenge})."
                ),
                (challenged(LEARNER), any_of(Judged)),
                _(
                    "You drew the cards and missed your turn: the safe choice. A challenge would have shown "
                    "that {right} bluffed."
                ),
            ),
        ),
        _(
            "{right} did hold red and draws four cards instead of you. If you challenge an honest player, "
            "you draw six: four and two more."
        ),
        {RIGHT: ("W+4", "G")},
    )


def _uno() -> Lesson:
    return Lesson(
        "uno",
        _("UNO!"),
        "classic uno_window=15000 | 0> R R5 | 0: R3 R9 | 1: B1 G6 Y4 | 2: B9 G3 Y1 | pile: G8 +",
        (
            Step(
                _(
                    "You have two cards. When you play one of them, you must call UNO ({uno}): before it, or "
                    "quickly after it. Call UNO, and play a card."
                ),
                (called(LEARNER), played(LEARNER)),
                _("You drew a card instead: with three cards there is no UNO to call yet."),
                (
                    (called(LEARNER), _("Everybody heard it. Now play one of your two cards.")),
                    (played(LEARNER), _("You have one card left and have not called UNO: be quick ({uno})!")),
                    (caught(LEARNER), _("{left} was faster and caught you: you drew two cards.")),
                ),
            ),
        ),
        _("Nobody can catch you now. In a real game the others are faster than here."),
        catcher=LEFT,
    )


def _catch() -> Lesson:
    return Lesson(
        "catch",
        _("Catch!"),
        "classic uno_window=4000 | 2> R R5 | 0: B2 G4 R8 Y6 | 1: B1 G6 Y4 B3 | 2: R7 B8 | pile: G8 +",
        (
            Step(_("{right} has two cards. Watch what {right} does."), (played(RIGHT),)),
            Step(
                _("{right} has one card left and did not call UNO. Catch {right} ({catch})!"),
                (caught(RIGHT),),
                _("You made your move without a catch: now it is too late, {right} is safe."),
            ),
        ),
        _("{right} draws two cards. A player can be caught until the next player begins their turn."),
        {RIGHT: ("R7",)},
    )


def _last_card() -> Lesson:
    return Lesson(
        "last-card",
        _("The last card"),
        "classic | 0> R R5 | 0: R9 | 1: B7 W | 2: G+2 Y3 | pile: G8 +",
        (
            Step(
                _("You have one card left, and it fits: play {R9} and win the round."),
                (went_out(LEARNER),),
                _("You drew a card instead: that is always allowed. But your last card fits."),
            ),
        ),
        _(
            "You win the round and score the cards of the others: 7 + 50 and 20 + 3, together 80. Whoever "
            "reaches 500 first wins the match. That was the classic game!"
        ),
    )
