"""What a player's own program does for them: moves that leave no choice, and any move when time is up."""

from __future__ import annotations

from collections import Counter

from p2puno.moves import Ask, Draw, Keep, Move, Name, Pass, Show, Stop
from p2puno.view import View

FORCED = frozenset({Ask.DECLARE, Ask.VERDICT, Ask.UNSEAL, Ask.DISCARD})
"""Decisions where only the truth is legal: the program answers them at once."""


def default_move(view: View) -> Move:
    """A harmless legal move for a player whose time is up."""
    moves = view.moves()
    for move in moves:
        if isinstance(move, Draw | Pass | Keep | Stop):
            return move
    if isinstance(moves[0], Name):
        colours = Counter(face.colour for _, face in view.hand())
        return max((move for move in moves if isinstance(move, Name)), key=lambda name: colours[name.colour])
    if isinstance(moves[0], Show):
        return max((move for move in moves if isinstance(move, Show)), key=lambda show: show.face.number)
    return moves[0]
