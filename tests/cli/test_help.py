"""Every command explains itself, with examples that work."""

from __future__ import annotations

import shlex
import subprocess
import sys
from importlib import import_module
from pkgutil import iter_modules

import pytest

import cli.commands
from cli.main import make_parser
from cli.words.language import LANGUAGES, use
from tests.cli.commands import commands

NAMES = list(commands(make_parser()))


@pytest.mark.parametrize("name", NAMES)
def test_examples_parse(name: str) -> None:
    text = commands(make_parser())[name].format_help()
    examples = import_module(f"cli.commands.{name}").EXAMPLES
    assert examples
    for example in examples:
        assert example in text
        program, *words = shlex.split(example.partition(">")[0])
        assert program == "p2puno"
        assert make_parser().parse_args(words).command == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_is_explained(language: str) -> None:
    use(language)
    for name, parser in commands(make_parser()).items():
        assert parser.description, name
        for action in parser._actions:
            assert action.help, f"{name} {action.dest}"


def test_how_it_looks_can_be_said_before_the_command_and_after_it() -> None:
    looks = ["--plain", "--lang", "fr", "--theme", "mono", "--ascii"]
    for words in ([*looks, "play"], ["play", *looks], looks, ["--plain", "--lang", "de", "play", *looks[1:]]):
        read = make_parser().parse_args(words)
        assert (read.plain, read.lang, read.theme, read.ascii) == (True, "fr", "mono", True), words
    read = make_parser().parse_args(["play"])
    assert (read.plain, read.lang, read.theme, read.ascii) == (False, None, None, False)


IMPORTS = """
import argparse, sys
argparse.ArgumentParser().format_help()
known = set(sys.modules)
from cli.main import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(*sys.modules.keys() - known, file=sys.stderr)
"""
SLOW = {
    "asyncio",
    "dataclasses",
    "importlib.metadata",
    "inspect",
    "pathlib",
    "prompt_toolkit",
    "tomllib",
    "typing",
}


@pytest.mark.parametrize("typed", [["--help"], ["--version"], ["completion", "bash"], ["--lang=de", "-h"]])
def test_what_must_answer_at_once_imports_nothing_slow(typed: list[str]) -> None:
    """Beyond what argparse needs: each of these takes a good part of the time that Python needs to start."""
    # Without the site module: an environment for tests imports things of its own when it starts.
    program = [sys.executable, "-S", "-c", IMPORTS, *typed]
    done = subprocess.run(program, capture_output=True, text=True)
    assert done.stdout
    assert "cli.main" in done.stderr.split()
    assert not SLOW & set(done.stderr.split())


def test_every_module_of_a_command_is_listed() -> None:
    modules = {module.name for module in iter_modules(cli.commands.__path__)}
    assert modules - {"menu", "bot", "guest"} == set(NAMES)
