"""The words of the terminal, in five languages.

English is in the code; the others are read directly from `locale/<language>/LC_MESSAGES/p2puno.po`, so that
nothing needs compiling. `_`, `n_` and `p_` are gettext, ngettext and pgettext; `P_` only marks a message.
"""

from __future__ import annotations

import os
import re
import sys
from functools import cache

import cli

TYPE_CHECKING = False  # the same as `typing.TYPE_CHECKING`, whose import takes time
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "fr": "Français",
    "de": "Deutsch",
    "es": "Español",
    "pt": "Português",
}
"""The languages by code, each with its own name for itself."""


Catalog = tuple[dict[tuple["str | None", str], tuple[str, ...]], str]
"""The forms of each message, by context and English text; and the plural rule for the number n."""
ENGLISH: Catalog = {}, "n != 1"

_texts, _plural = ENGLISH
_language = "en"


def use(language: str) -> None:
    """Use this language from now on; KeyError if we do not have it."""
    global _texts, _plural, _language
    LANGUAGES[language]
    _texts, _plural = catalog(language)
    _language = language


def language() -> str:
    return _language


def preferred(environ: Mapping[str, str] = os.environ) -> str:
    """The language of the user's locale if we have it, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environ.get(name):
            break
    else:
        value = _of_the_desktop()
    code = value.replace("-", "_").split("_")[0].split(".")[0].lower()
    return code if code in LANGUAGES else "en"


def _of_the_desktop() -> str:
    """The locale of Windows, which sets no environment variable for it."""
    if sys.platform == "win32":
        import ctypes
        from locale import windows_locale

        return windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return ""


def _(message: str) -> str:
    return _texts.get((None, message), (message,))[0]


def n_(one: str, many: str, count: int) -> str:
    """The plural form for the number; the caller fills the number in."""
    texts = _texts.get((None, one))
    if texts is None:
        return one if count == 1 else many
    return texts[_form(_plural)(count)]


@cache
def _form(plural: str) -> Callable[[int], int]:
    from gettext import c2py

    return c2py(plural)


def p_(context: str, message: str) -> str:
    """The message in this context: short words need different translations in different places."""
    return _texts.get((context, message), (message,))[0]


def folded(text: str) -> str:
    """The text in lower case without accents, to compare what a player typed with our words."""
    from unicodedata import combining, normalize

    return "".join(char for char in normalize("NFKD", text.casefold()) if not combining(char))


def is_yes(answer: str) -> bool:
    """Whether a player typed yes, in English or in their language."""
    return folded(answer) in ("y", "yes", folded(_("y")), folded(_("yes")))


def P_(context: str, message: str) -> tuple[str, str]:  # noqa: N802 - the usual name for it
    """Mark a message to be translated later, as `p_(*marked)`."""
    return context, message


@cache
def catalog(language: str) -> Catalog:
    """The messages of a language, read from its file."""
    if language == "en":
        return ENGLISH
    path = os.path.join(os.path.dirname(cli.__file__), "locale", language, "LC_MESSAGES", "p2puno.po")
    with open(path, encoding="utf-8") as file:
        header, *entries = read_po(file.read())
    texts = {(entry.get("msgctxt"), entry["msgid"]): forms(entry) for entry in entries}
    return texts, header["msgstr"].partition("plural=")[2].partition(";")[0]


def read_po(text: str) -> Iterator[dict[str, str]]:
    """The entries of a .po file, each as its fields by name; the first is the header, with no `msgid`."""
    fields = re.compile(r'^(msg\S+) (.*(?:\n".*)*)', re.MULTILINE).findall
    for block in text.split("\n\n"):
        yield {name: _unquoted(value) for name, value in fields(block)}


def forms(entry: Mapping[str, str]) -> tuple[str, ...]:
    """The translation, or one for each plural."""
    return (entry["msgstr"],) if "msgstr" in entry else (entry["msgstr[0]"], entry["msgstr[1]"])


def _unquoted(text: str) -> str:
    """The joined contents of one or more quoted strings, each on its own line."""
    text = text[1:-1]
    if "\\" not in text and "\n" not in text:
        return text
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text.replace('"\n"', ""))
