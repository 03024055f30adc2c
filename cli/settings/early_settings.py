"""The appearance and language of the program, as far as needed before a command runs."""

from __future__ import annotations

import os
import re
import sys

from cli.words.language import LANGUAGES, preferred

TYPE_CHECKING = False  # the same as `typing.TYPE_CHECKING`, whose import takes time
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

THEMES = ("dark", "light", "colour-blind", "mono")


def language_asked_for(argv: Sequence[str]) -> str:
    """The language requested by the command line, the settings or the locale, in this order."""
    for given, following in zip(argv[::-1], ["", *argv[:0:-1]], strict=False):  # the last one counts
        code = following if given == "--lang" else given.removeprefix("--lang=")
        if given.startswith("--lang") and code in LANGUAGES:
            return code
    code = _language_set()
    return code if code in LANGUAGES else preferred()


def _language_set() -> str:
    """The language in the settings, found by its line: parsing the file would double the time of `--help`."""
    try:
        with open(settings_file(), encoding="utf-8") as file:
            found = re.search(r"""^\s*language\s*=\s*["'](\w+)["']""", file.read(), re.MULTILINE)
    except (OSError, UnicodeDecodeError):
        return ""
    return found[1] if found is not None else ""


def settings_file(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> str:
    """The path of the settings: $P2PUNO_CONFIG, or in the user's configuration folder."""
    if own := environ.get("P2PUNO_CONFIG"):
        return own
    home = os.path.expanduser("~")
    if platform == "win32" and (roaming := environ.get("APPDATA")):
        folder = roaming
    elif platform == "darwin":
        folder = os.path.join(home, "Library", "Application Support")
    else:
        config = environ.get("XDG_CONFIG_HOME") or ""
        folder = config if os.path.isabs(config) else os.path.join(home, ".config")
    return os.path.join(folder, "p2puno", "settings.toml")
