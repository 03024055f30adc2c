"""The words of the terminal, in five languages.

English is in the code; the others are read from `locale/<language>/LC_MESSAGES/p2puno.po` as they are, so
that there is nothing to compile. `_`, `n_` and `p_` are gettext, ngettext and pgettext; `P_` only marks.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "fr": "Français",
    "de": "Deutsch",
    "es": "Español",
    "pt": "Português",
}
"""The languages by code, each named in itself."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One message of a catalog; `texts` has one form, or as many as the language has plurals."""

    message: str
    context: str | None
    plural: str | None
    texts: tuple[str, ...]
    fuzzy: bool


@dataclass(frozen=True)
class Catalog:
    texts: Mapping[tuple[str | None, str], tuple[str, ...]] = field(default_factory=dict)
    form: Callable[[int], int] = lambda n: int(n != 1)


_current = Catalog()
_language = "en"


def use(language: str) -> None:
    """Speak this language from now on; KeyError if it is none of ours."""
    global _current, _language
    LANGUAGES[language]
    _current, _language = catalog(language), language


def language() -> str:
    return _language


def preferred(environ: Mapping[str, str] = os.environ) -> str:
    """The language the user's locale asks for, if it is one of ours, or English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environ.get(name):
            break
    else:
        value = _of_the_desktop()
    code = value.replace("-", "_").split("_")[0].split(".")[0].lower()
    return code if code in LANGUAGES else "en"


def _of_the_desktop() -> str:
    """The locale that Windows speaks, which sets no variable for it."""
    if sys.platform == "win32":
        import ctypes
        from locale import windows_locale

        return windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return ""


def _(message: str) -> str:
    return _current.texts.get((None, message), (message,))[0]


def n_(one: str, many: str, count: int) -> str:
    """The form that goes with the number; the caller fills the number in."""
    texts = _current.texts.get((None, one))
    if texts is None:
        return one if count == 1 else many
    return texts[_current.form(count)]


def p_(context: str, message: str) -> str:
    """The message where it stands in this context: short words need more than one translation."""
    return _current.texts.get((context, message), (message,))[0]


def P_(context: str, message: str) -> tuple[str, str]:  # noqa: N802 - the usual name for it
    """Mark a message to be translated later, as `p_(*marked)`."""
    return context, message


@cache
def catalog(language: str) -> Catalog:
    """What the language's file says."""
    if language == "en":
        return Catalog()
    from gettext import c2py
    from importlib.resources import files

    path = files("cli") / "locale" / language / "LC_MESSAGES" / "p2puno.po"
    texts: dict[tuple[str | None, str], tuple[str, ...]] = {}
    form = Catalog.form
    for entry in read_po(path.read_text("utf-8")):
        if not entry.message:
            header = entry.texts[0].partition("plural=")[2].partition(";")[0]
            form = c2py(header) if header else form
        elif all(entry.texts) and not entry.fuzzy:
            texts[entry.context, entry.message] = entry.texts
    return Catalog(texts, form)


def read_po(text: str) -> Iterator[Entry]:
    """The entries of a .po file, the header among them as the one with no message."""
    for block in text.split("\n\n"):
        fields: dict[str, str] = {}
        name, fuzzy = "", False
        for line in block.splitlines():
            if line.startswith("#"):
                fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
                continue
            if not line.startswith('"'):
                name, _space, line = line.partition(" ")
            fields[name] = fields.get(name, "") + _unquoted(line)
        if "msgid" in fields:
            texts = tuple(value for key, value in sorted(fields.items()) if key.startswith("msgstr"))
            yield Entry(fields["msgid"], fields.get("msgctxt"), fields.get("msgid_plural"), texts, fuzzy)


def _unquoted(text: str) -> str:
    if "\\" not in text:
        return text[1:-1]
    from ast import literal_eval

    return str(literal_eval(text))
