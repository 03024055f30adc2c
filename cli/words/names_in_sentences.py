"""Names in a sentence, where the word before them depends on how they begin."""

from __future__ import annotations

import re

from cli.words.language import folded, language

_BEFORE = {
    "es": (re.compile(r"\by \{(\w+)\}"), re.compile(r"h?i(?![aeou])|y(?![aeiou])"), "e "),
    "fr": (re.compile(r"\bde \{(\w+)\}"), re.compile(r"[aeiou]|y(?![aeiou])"), "d'"),
}
"""By language: the word before a name, the beginnings of names before which it changes, and to what.
Spanish has *e Inés, e Hilda, e Yvonne*, but *y Hierro, y Yolanda*; French has *d'Ada, d'Yves*, but *de Hugo,
de Yann*."""


def with_names(text: str, **names: object) -> str:
    """Fill names into a sentence."""
    if language() in _BEFORE:
        word, beginnings, instead = _BEFORE[language()]

        def changed(found: re.Match[str]) -> str:
            begins = beginnings.match(folded(str(names[found[1]])))
            return f"{instead}{{{found[1]}}}" if begins else found[0]

        text = word.sub(changed, text)
    return text.format(**names)
