"""Names in a sentence after the word for *and*."""

from __future__ import annotations

import re

from cli.words.language import folded, language

_AND = re.compile(r"\by \{(\w+)\}")
_SOUND_OF_I = re.compile(r"h?i(?![aeou])|y(?![aeiou])")
"""How a word begins before which Spanish says *e*, not *y*: Inés, Hilda, Yvonne, but not Hierro, Yolanda."""


def with_names(text: str, **names: object) -> str:
    """Fill names into a sentence. In Spanish, *y* becomes *e* before a name that begins like it."""
    if language() == "es":
        text = _AND.sub(lambda found: _and(str(names[found[1]])) + found[0][1:], text)
    return text.format(**names)


def _and(name: str) -> str:
    return "e" if _SOUND_OF_I.match(folded(name)) else "y"
