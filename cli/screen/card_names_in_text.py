"""Finds the names of cards and colours in a sentence about them, so that they can be drawn in colour."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from cli.screen.scene import Mark
from cli.sessions.session import DrewCards, HandShown, Happened, Notice
from cli.words.card_names import a_card, card_name, named_colour
from p2puno.cards import Colour, Face
from protocol.play.news import DealerDrawn

WILD = "w"


def marks(text: str, notice: Notice) -> tuple[Mark, ...]:
    """Where the sentence names the cards of the notice that it tells."""
    found: list[Mark] = []
    low = text.casefold()
    if len(low) != len(text):  # a letter that case folding makes longer
        low = text
    for thing in sorted(_shown(notice), key=lambda thing: -len(_names(thing)[0])):
        colour = thing if isinstance(thing, Colour) else thing.colour
        for name in _names(thing):
            at = _free(low, name.casefold(), found)
            if at >= 0:
                found.append((at, at + len(name), colour.value.lower() if colour else WILD))
                break
    return tuple(sorted(found))


def _free(text: str, name: str, taken: list[Mark]) -> int:
    """The first place of a whole word that no other mark has."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        whole = not (text[at - 1 : at].isalnum() or text[end : end + 1].isalnum())
        if whole and all(end <= start or at >= stop for start, stop, _colour in taken):
            return at
        at = text.find(name, at + 1)
    return -1


def _names(thing: Face | Colour) -> tuple[str, ...]:
    return (named_colour(thing),) if isinstance(thing, Colour) else (card_name(thing), a_card(thing))


def _shown(notice: Notice) -> Iterator[Face | Colour]:
    """The cards and colours that the notice is about."""
    match notice:
        case Happened(event):
            if is_dataclass(event):
                values = (getattr(event, one.name) for one in fields(event))
                yield from (value for value in values if isinstance(value, Face | Colour))
        case DrewCards(faces) | HandShown(_, faces):
            yield from faces
        case DealerDrawn():
            for draw in notice.draws:
                yield from draw.values()
