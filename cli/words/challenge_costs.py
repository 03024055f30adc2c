"""What drawing for a draw card and challenging it cost, in words."""

from __future__ import annotations

from cli.words.language import _, n_
from p2puno.round.challenge import INNOCENT_EXTRA, Penalty


def challenge_question(penalty: Penalty, name: str) -> str:
    """The question to the player who must draw, with both prices (C-03, C-04)."""
    if penalty.to_colour:
        text = _("Draw until the colour, or challenge {name}: {count} more if the card was legal.")
        return text.format(name=name, count=INNOCENT_EXTRA)
    text = n_(
        "Draw {count} card, or challenge {name}: {wrong} if the card was legal.",
        "Draw {count} cards, or challenge {name}: {wrong} if the card was legal.",
        penalty.count,
    )
    return text.format(name=name, count=penalty.count, wrong=penalty.count + INNOCENT_EXTRA)


def stack_question(penalty: Penalty, can_stack: bool) -> str:
    """The question to the player on whom a penalty is pending, and who may lay a card on it (K-02)."""
    cost = accept_label(penalty)
    if can_stack:
        return _("You must {draw}, or lay a card on it and pass it on.").format(draw=cost)
    return _("You must {draw}: you have no card to lay on it.").format(draw=cost)


def accept_label(penalty: Penalty) -> str:
    """What the player draws who lays nothing on a penalty and does not challenge it."""
    count, times = penalty.count, int(penalty.to_colour)
    if not times:
        return n_("draw {count} card", "draw {count} cards", count).format(count=count)
    if times == 1:
        until = _("draw until the colour")
    else:
        until = _("draw until {count} cards of the colour").format(count=times)
    if not count:
        return until
    return n_("{until} and {count} more", "{until} and {count} more", count).format(until=until, count=count)
