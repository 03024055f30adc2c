"""What `p2puno completion` prints, made from the parser: `python -m tests.cli.completions`.

Run it after changing a command, an option, or what its help says in any language.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import shtab

from cli.commands.completion import SHELLS, script
from cli.main import make_parser
from cli.options.argparse_words import speak
from cli.words.language import LANGUAGES, language, use
from p2puno.house import HOUSE_RULES, PRESETS
from tests.cli.commands import commands


def scripts() -> dict[Path, str]:
    """All of them, by the files they belong in. The language in use is the same afterwards."""
    before, made = language(), dict[Path, str]()
    speak()  # as the program does: argparse's own help is translated too
    for spoken in LANGUAGES:
        use(spoken)
        made |= {Path(script(shell, spoken)): written(make_parser(), shell) for shell in SHELLS}
    use(before)
    return made


def written(parser: argparse.ArgumentParser, shell: str) -> str:
    # A single pattern in parentheses, as shtab writes it, means something else to zsh.
    recorded = {**shtab.glob("*.uno"), "zsh": "_files -g '*.uno'"}
    for command in commands(parser).values():
        for option in command._actions:
            if option.dest == "house" and option.option_strings:
                option.choices = (*PRESETS, *HOUSE_RULES)  # a list of them may be typed, too
            if option.dest in ("file", "files", "save", "output"):
                option.complete = shtab.FILE if option.option_strings else recorded  # type: ignore[attr-defined]
    return shtab.complete(parser, shell).rstrip() + "\n"


if __name__ == "__main__":
    for path, text in scripts().items():
        path.write_text(text, "utf-8")
