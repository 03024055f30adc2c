"""Hints in words: a move, and the reason for it, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence

from cli.words.card_names import card_name, colour_name
from cli.words.language import _, n_
from p2puno.bots.hint import Hint, Why
from p2puno.moves import Blind, Challenge, Draw, Fight, Keep, Name, Pass, Play, Show, Stop, Swap


def hint_sentence(hint: Hint, names: Sequence[str], seat: int, cards: int) -> str:
    """The hint for a player at this seat who holds so many cards."""
    move = _move(hint, names, seat)
    if isinstance(hint.move, Play) and cards == 2:
        move = _("{card} with UNO").format(card=move)
    return _("{move}: {why}").format(move=move, why=_why(hint, names))


def no_hint_in_lessons() -> str:
    """A hint could contradict the lesson, which wants something tried that is not the best move."""
    return _("There are no hints in a lesson: try what the text says.")


def _move(hint: Hint, names: Sequence[str], seat: int) -> str:
    match hint.move:
        case Play(_card, face) | Show(_card, face):
            return card_name(face)
        case Draw():
            return _("Draw")
        case Keep():
            return _("Keep it")
        case Stop():
            return _("Stop")
        case Blind():
            return _("Play it blind")
        case Pass():
            return _("Pass")
        case Challenge():
            return _("Challenge")
        case Name(colour):
            return colour_name(colour).capitalize()
        case Fight(opponent):
            return names[opponent]
        case Swap(first, second):
            return " + ".join(_("you") if one == seat else names[one] for one in (first, second))
        case _:
            return _("No challenge")


def _why(hint: Hint, names: Sequence[str]) -> str:
    count, name = hint.amount, names[hint.seat] if hint.seat is not None else ""
    match hint.why:
        case Why.FEW_CARDS:
            text = n_("{name} has only {count} card.", "{name} has only {count} cards.", count)
        case Why.MUST_DRAW:
            text = n_("{name} must draw {count} card.", "{name} must draw {count} cards.", count)
        case _:
            text = _reasons()[hint.why]
    return text.format(count=count, name=name)


def _reasons() -> dict[Why, str]:
    return {
        Why.ONLY: _("nothing else is possible."),
        Why.NOTHING_FITS: _("nothing fits."),
        Why.ONLY_FIT: _("nothing else fits."),
        Why.LAST_CARD: _("it is your last card."),
        Why.FEWER_CARDS: _("it leaves you with the fewest cards."),
        Why.MOST_OF_COLOUR: _("you hold most of this colour."),
        Why.FITS_LATER: _("you will most likely have a card that fits next time."),
        Why.KEEPS_WILD: _("it keeps a wild card for later."),
        Why.KEEPS_ACTIONS: _("it keeps your action cards for later."),
        Why.KEEPS_HIGH: _("it keeps your highest number for a battle."),
        Why.POINTS: _("it gets rid of the most points."),
        Why.HARD_TO_ANSWER: _("the others will find it hardest to answer."),
        Why.BLUFF: _("it is a bluff with a probability of {count}%."),
        Why.GAMBLE: _("unlikely a bluff ({count}%), but worth the risk."),
        Why.LEGAL: _("it is a bluff with a probability of only {count}%."),
        Why.ODDS: _("it wins with a probability of {count}%."),
        Why.EASIEST: _("you are most likely to win against {name}."),
        Why.EVEN: _("it hardly makes a difference which."),
        Why.BEST: _("it leaves you in the best position."),
    }
