"""Every command explains itself, with examples that work."""

from __future__ import annotations

import shlex

import pytest

from cli.examples import EXAMPLES
from cli.main import make_parser
from cli.words import LANGUAGES, use
from tests.cli.commands import commands

NAMES = list(commands(make_parser()))


@pytest.mark.parametrize("name", NAMES)
def test_examples_parse(name: str) -> None:
    text = commands(make_parser())[name].format_help()
    assert EXAMPLES[name]
    for example in EXAMPLES[name]:
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


def test_no_example_is_of_a_command_that_is_gone() -> None:
    assert set(EXAMPLES) == set(NAMES)
