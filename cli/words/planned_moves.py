"""A move that is planned for the next turn, in words."""

from __future__ import annotations

from cli.words.card_names import card_name
from cli.words.language import _
from p2puno.moves import Draw, Play


def planned_move(move: Play | Draw) -> str:
    if isinstance(move, Draw):
        return _("Planned for your turn: draw a card.")
    if move.uno:
        return _("Planned for your turn, if it fits: {card}, with UNO.").format(card=card_name(move.face))
    return _("Planned for your turn, if it fits: {card}.").format(card=card_name(move.face))
