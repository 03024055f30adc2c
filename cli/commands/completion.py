"""`p2puno completion`: print the script with which a shell completes commands, options and files.

The scripts are files, generated from the parser by `python -m tests.cli.completions`.
"""

from __future__ import annotations

import argparse
import os

import cli
from cli.words.language import _, language

SHELLS = ("bash", "zsh", "fish")
EXAMPLES = (
    "p2puno completion bash > ~/.local/share/bash-completion/completions/p2puno",
    "p2puno completion zsh > ~/.zfunc/_p2puno",
    "p2puno completion fish > ~/.config/fish/completions/p2puno.fish",
)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help=_("the shell"))


def run(arguments: argparse.Namespace) -> int:
    with open(script(arguments.shell, language()), encoding="utf-8") as file:
        print(file.read(), end="")
    return 0


def script(shell: str, language: str) -> str:
    """The path of a script. The one for bash has no descriptions, so it is the same in all languages."""
    name = shell if shell == "bash" else f"{language}.{shell}"
    return os.path.join(os.path.dirname(cli.__file__), "completions", name)
