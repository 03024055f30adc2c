"""What cards and colours are called, with the names the rulebooks use."""

from __future__ import annotations

from collections.abc import Iterable

from cli.words.language import P_, _, folded, p_
from p2puno.cards import COLOURS, NUMBERS, Colour, Face, Symbol

_COLOURS = {
    Colour.BLUE: P_("colour", "blue"),
    Colour.GREEN: P_("colour", "green"),
    Colour.RED: P_("colour", "red"),
    Colour.YELLOW: P_("colour", "yellow"),
    Colour.PINK: P_("colour", "pink"),
    Colour.TEAL: P_("colour", "teal"),
    Colour.ORANGE: P_("colour", "orange"),
    Colour.PURPLE: P_("colour", "purple"),
}

_NAMED = {
    # The colour when a player names it: "Ada names red."
    Colour.BLUE: P_("named colour", "blue"),
    Colour.GREEN: P_("named colour", "green"),
    Colour.RED: P_("named colour", "red"),
    Colour.YELLOW: P_("named colour", "yellow"),
    Colour.PINK: P_("named colour", "pink"),
    Colour.TEAL: P_("named colour", "teal"),
    Colour.ORANGE: P_("named colour", "orange"),
    Colour.PURPLE: P_("named colour", "purple"),
}

_OF_NUMBER = {
    # The colour as an adjective to a number: "a red 5"
    Colour.BLUE: P_("number of colour", "blue"),
    Colour.GREEN: P_("number of colour", "green"),
    Colour.RED: P_("number of colour", "red"),
    Colour.YELLOW: P_("number of colour", "yellow"),
    Colour.PINK: P_("number of colour", "pink"),
    Colour.TEAL: P_("number of colour", "teal"),
    Colour.ORANGE: P_("number of colour", "orange"),
    Colour.PURPLE: P_("number of colour", "purple"),
}

_OF_CARD = {
    # The colour as an adjective to the word for card: "a red Skip"
    Colour.BLUE: P_("card of colour", "blue"),
    Colour.GREEN: P_("card of colour", "green"),
    Colour.RED: P_("card of colour", "red"),
    Colour.YELLOW: P_("card of colour", "yellow"),
    Colour.PINK: P_("card of colour", "pink"),
    Colour.TEAL: P_("card of colour", "teal"),
    Colour.ORANGE: P_("card of colour", "orange"),
    Colour.PURPLE: P_("card of colour", "purple"),
}

_NUMBER_NAME = {
    # The colour in the name of a number card: "Red 5"
    Colour.BLUE: P_("name of number", "blue"),
    Colour.GREEN: P_("name of number", "green"),
    Colour.RED: P_("name of number", "red"),
    Colour.YELLOW: P_("name of number", "yellow"),
    Colour.PINK: P_("name of number", "pink"),
    Colour.TEAL: P_("name of number", "teal"),
    Colour.ORANGE: P_("name of number", "orange"),
    Colour.PURPLE: P_("name of number", "purple"),
}

_CARD_NAME = {
    # The colour in the name of any other card: "Red Skip"
    Colour.BLUE: P_("name of card", "blue"),
    Colour.GREEN: P_("name of card", "green"),
    Colour.RED: P_("name of card", "red"),
    Colour.YELLOW: P_("name of card", "yellow"),
    Colour.PINK: P_("name of card", "pink"),
    Colour.TEAL: P_("name of card", "teal"),
    Colour.ORANGE: P_("name of card", "orange"),
    Colour.PURPLE: P_("name of card", "purple"),
}

_ON_CARD = {
    # Three letters on the picture of a card
    Colour.BLUE: P_("on a card", "BLU"),
    Colour.GREEN: P_("on a card", "GRN"),
    Colour.RED: P_("on a card", "RED"),
    Colour.YELLOW: P_("on a card", "YEL"),
    Colour.PINK: P_("on a card", "PNK"),
    Colour.TEAL: P_("on a card", "TEA"),
    Colour.ORANGE: P_("on a card", "ORA"),
    Colour.PURPLE: P_("on a card", "PUR"),
}

_LETTERS = {
    # One letter, different for each colour of a side
    Colour.BLUE: P_("letter", "B"),
    Colour.GREEN: P_("letter", "G"),
    Colour.RED: P_("letter", "R"),
    Colour.YELLOW: P_("letter", "Y"),
    Colour.PINK: P_("letter", "P"),
    Colour.TEAL: P_("letter", "T"),
    Colour.ORANGE: P_("letter", "O"),
    Colour.PURPLE: P_("letter", "U"),
}

_SYMBOLS = {
    Symbol.DRAW_ONE: P_("symbol", "Draw One"),
    Symbol.DRAW_TWO: P_("symbol", "Draw Two"),
    Symbol.DRAW_FOUR: P_("symbol", "Draw Four"),
    Symbol.DRAW_FIVE: P_("symbol", "Draw Five"),
    Symbol.REVERSE: P_("symbol", "Reverse"),
    Symbol.SKIP: P_("symbol", "Skip"),
    Symbol.SKIP_EVERYONE: P_("symbol", "Skip Everyone"),
    Symbol.DISCARD_ALL: P_("symbol", "Discard All"),
    Symbol.FLIP: P_("symbol", "Flip"),
    Symbol.WILD: P_("symbol", "Wild"),
    Symbol.WILD_DRAW_TWO: P_("symbol", "Wild Draw Two"),
    Symbol.WILD_DRAW_FOUR: P_("symbol", "Wild Draw Four"),
    Symbol.WILD_DRAW_COLOUR: P_("symbol", "Wild Draw Color"),
    Symbol.WILD_REVERSE_DRAW_FOUR: P_("symbol", "Wild Reverse Draw Four"),
    Symbol.WILD_DRAW_SIX: P_("symbol", "Wild Draw Six"),
    Symbol.WILD_DRAW_TEN: P_("symbol", "Wild Draw Ten"),
    Symbol.ROULETTE: P_("symbol", "Wild Color Roulette"),
    Symbol.BATTLE: P_("symbol", "Kickin' Battle"),
    Symbol.CRASH: P_("symbol", "Crash"),
    Symbol.SWAP: P_("symbol", "Rock-'n'-Swap"),
}

_A_WILD = {
    Symbol.WILD: P_("with article", "a Wild"),
    Symbol.WILD_DRAW_TWO: P_("with article", "a Wild Draw Two"),
    Symbol.WILD_DRAW_FOUR: P_("with article", "a Wild Draw Four"),
    Symbol.WILD_DRAW_COLOUR: P_("with article", "a Wild Draw Color"),
    Symbol.WILD_REVERSE_DRAW_FOUR: P_("with article", "a Wild Reverse Draw Four"),
    Symbol.WILD_DRAW_SIX: P_("with article", "a Wild Draw Six"),
    Symbol.WILD_DRAW_TEN: P_("with article", "a Wild Draw Ten"),
    Symbol.ROULETTE: P_("with article", "a Wild Color Roulette"),
    Symbol.BATTLE: P_("with article", "a Kickin' Battle"),
    Symbol.CRASH: P_("with article", "a Crash"),
    Symbol.SWAP: P_("with article", "a Rock-'n'-Swap"),
}


def colour_name(colour: Colour) -> str:
    return p_(*_COLOURS[colour])


def named_colour(colour: Colour) -> str:
    """The colour in a sentence about naming it."""
    return p_(*_NAMED[colour])


def colour_letter(colour: Colour) -> str:
    """One letter that no other colour of the same side has."""
    return p_(*_LETTERS[colour])


def colour_mark(face: Face) -> str:
    """Three or four letters for the colour, as on the picture of a card."""
    return p_("on a card", "WILD") if face.colour is None else p_(*_ON_CARD[face.colour])


def symbol_name(symbol: Symbol) -> str:
    return symbol.value if symbol in NUMBERS else p_(*_SYMBOLS[symbol])


def card_name(face: Face) -> str:
    """The card as in a list: "Red 5", "Wild"."""
    if face.colour is None:
        return symbol_name(face.symbol)
    if face.symbol in NUMBERS:
        pattern, colour = p_("name of number", "{colour} {symbol}"), p_(*_NUMBER_NAME[face.colour])
    else:
        pattern, colour = p_("name of card", "{colour} {symbol}"), p_(*_CARD_NAME[face.colour])
    name = pattern.format(symbol=symbol_name(face.symbol), colour=colour)
    return name[0].upper() + name[1:]


def a_card(face: Face) -> str:
    """The card in a sentence: "a red 5", "a Wild"."""
    if face.colour is None:
        return p_(*_A_WILD[face.symbol])
    vowel = face.colour is Colour.ORANGE  # an orange 5, in English
    if face.symbol in NUMBERS:
        a, an = p_("with article", "a {colour} {number}"), p_("with article", "an {colour} {number}")
        return (an if vowel else a).format(number=face.symbol.value, colour=_adjective(face))
    a, an = p_("with article", "a {colour} {symbol}"), p_("with article", "an {colour} {symbol}")
    return (an if vowel else a).format(symbol=symbol_name(face.symbol), colour=_adjective(face))


def a_symbol(symbol: Symbol) -> str:
    """The symbol without its colour: "a 5", "an 8", "a Skip"."""
    a, an = p_("with article", "a {symbol}"), p_("with article", "an {symbol}")
    return (an if symbol is Symbol.N8 else a).format(symbol=symbol_name(symbol))


def card_names(faces: Iterable[Face]) -> str:
    return ", ".join(card_name(face) for face in faces) or _("no cards")


def card_code(face: Face) -> str:
    """The short form that can be typed: the letter of the colour, then the symbol's code."""
    if face.colour is None:
        return face.code
    return colour_letter(face.colour) + face.symbol.value


def colour_typed(text: str, side: int) -> Colour | None:
    """The colour of this side that was typed: by letter, number or name."""
    wanted = folded(text.strip())
    for number, colour in enumerate(COLOURS[side], 1):
        known = (colour_letter(colour), str(number), colour_name(colour))
        if wanted in map(folded, known):
            return colour
    return next((colour for colour in COLOURS[side] if wanted == colour.value.casefold()), None)


def is_card_typed(text: str, face: Face) -> bool:
    """Whether what was typed means this card, by code (in our letters or the engine's) or by name."""
    wanted = "".join(folded(text).split())
    known = (card_code(face), face.code, card_name(face), a_card(face))
    return wanted in ("".join(folded(word).split()) for word in known)


def _adjective(face: Face) -> str:
    assert face.colour is not None
    return p_(*(_OF_NUMBER if face.symbol in NUMBERS else _OF_CARD)[face.colour])
