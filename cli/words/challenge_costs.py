"""What accepting and challenging a wild draw card cost, in words."""

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


def accept_label(penalty: Penalty) -> str:
    if penalty.to_colour:
        return _("draw until the colour")
    return n_("draw {count} card", "draw {count} cards", penalty.count).format(count=penalty.count)
