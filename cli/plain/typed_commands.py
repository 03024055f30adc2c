"""What players type in plain mode: commands in English and in their language, and answers to questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cli.words.card_names import colour_typed, is_card_typed
from cli.words.language import P_, folded, p_
from cli.words.typed_numbers import number_typed
from p2puno.moves import (
    Accept,
    Ask,
    Blind,
    Challenge,
    Choice,
    Draw,
    Fight,
    Keep,
    Move,
    Name,
    Pass,
    Play,
    Show,
    Stop,
    Swap,
)
from p2puno.view import View

_COMMANDS: Mapping[str, tuple[str, str]] = {
    # Commands, translated into the user's language; the English words always work.
    "draw": P_("command", "draw"),
    "keep": P_("command", "keep"),
    "pass": P_("command", "pass"),
    "uno": P_("command", "uno"),
    "catch": P_("command", "catch"),
    "challenge": P_("command", "challenge"),
    "accept": P_("command", "accept"),
    "stop": P_("command", "stop"),
    "blind": P_("command", "blind"),
    "jump": P_("command", "jump"),
    "hand": P_("command", "hand"),
    "table": P_("command", "table"),
    "sort": P_("command", "sort"),
    "back": P_("command", "back"),
    "hint": P_("command", "hint"),
    "say": P_("command", "say"),
    "forgive": P_("command", "forgive"),
    "bots": P_("command", "bots"),
    "rules": P_("command", "rules"),
    "help": P_("command", "help"),
    "next": P_("command", "next"),
    "end": P_("command", "end"),
    "again": P_("command", "again"),
    "guest": P_("command", "guest"),
    "remove": P_("command", "remove"),
    "skip": P_("command", "skip"),
    "quit": P_("command", "quit"),
}
_SHORT = {
    "d": "draw",
    "k": "keep",
    "j": "jump",
    "h": "hint",
    "u": "uno",
    "c": "catch",
    "?": "help",
    "q": "quit",
    "a": "again",
    "": "next",
    "n": "next",
}

MOVES: Mapping[str, tuple[type[Move], ...]] = {
    "draw": (Draw, Accept),
    "accept": (Accept,),
    "keep": (Keep,),
    "stop": (Stop,),
    "blind": (Blind,),
    "pass": (Pass,),
    "challenge": (Challenge,),
}
"""The commands that are moves."""


def command_of(word: str) -> str | None:
    """The command that a typed word stands for."""
    word = folded(word)
    for command, marked in _COMMANDS.items():
        if word in (command, folded(p_(*marked))):
            return command
    return _SHORT.get(word)


def word_of(command: str) -> str:
    """The command in the user's language."""
    return p_(*_COMMANDS[command])


def meant(
    text: str, view: View, waiting: Choice, offered: Sequence[Move], names: Sequence[str]
) -> Move | None:
    """The option that an answer stands for: a number, a card, a colour or a name."""
    if waiting.ask is Ask.COLOUR:
        colour = colour_typed(text, view.round.side)
        return Name(colour) if colour else None
    if text.isdecimal():
        number = number_typed(text, len(offered))
        return offered[number - 1] if number is not None else None
    for move in offered:
        if isinstance(move, Play | Show) and is_card_typed(text, move.face):
            return move
        if isinstance(move, Fight) and text.casefold() == names[move.opponent].casefold():
            return move
        if isinstance(move, Swap) and waiting.seat in (move.first, move.second):
            other = move.second if move.first == waiting.seat else move.first
            if text.casefold() == names[other].casefold():
                return move
    return None
