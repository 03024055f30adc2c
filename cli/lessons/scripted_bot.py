"""A bot that follows the script of a lesson, and plays on by itself where the script no longer fits.

A move in a script is the code of a card to play ("R5") or to show in a battle, a colour to name ("R"), or one
of the words draw, keep, accept and challenge.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from random import Random

from p2puno.bots.bot import Bot
from p2puno.moves import Accept, Ask, Catch, Challenge, Choice, Claim, Draw, Keep, Move, Name, Play, Show
from p2puno.view import View
from protocol.table.default_move import FORCED

_WORDS: dict[str, type[Move]] = {"draw": Draw, "keep": Keep, "accept": Accept, "challenge": Challenge}


class ScriptedBot(Bot):
    """Never calls UNO: it can be caught. Catches others only if it is the lesson's catcher."""

    __slots__ = ("_catches", "_script")

    def __init__(self, script: Sequence[str], catches: bool, random: Random) -> None:
        super().__init__("easy", random)
        self._script = deque(script)
        self._catches = catches

    def decide(self, view: View) -> Move:
        waiting = view.round.waiting
        assert type(waiting) is Choice
        if self._script and waiting.ask not in FORCED and waiting.ask is not Ask.SEAL:
            move = next((move for move in view.moves() if meant(self._script[0], move)), None)
            if move is not None:
                self._script.popleft()
                return move
            self._script.clear()
        return super().decide(view)

    def speak(self, view: View) -> Claim | None:
        catches = (claim for claim in view.claims() if type(claim) is Catch)
        return next(catches, None) if self._catches else None


def meant(text: str, move: Move) -> bool:
    """Whether a scripted text stands for this move."""
    match move:
        case Play(_, face, False) | Show(_, face):
            return face.code == text
        case Name(colour):
            return colour.value == text
        case _:
            return type(move) is _WORDS.get(text)
