import re

import pytest

from p2puno.moves import Ask
from p2puno.options import VARIANTS

from .narrated import ROUNDS, narrated, narrated_path
from .positions import FILES, contents, path, stored
from .told import told, told_path

ASKED = {
    "classic": {Ask.TURN, Ask.DRAWN, Ask.COLOUR, Ask.CHALLENGE, Ask.VERDICT},
    "flip": {Ask.TURN, Ask.DRAWN, Ask.COLOUR, Ask.CHALLENGE, Ask.VERDICT, Ask.DECLARE},
    "battle": set(Ask) - {Ask.DECLARE, Ask.TRADE, Ask.STACK, Ask.DOUBLE, Ask.DISCARD},
    "crash": {Ask.TURN, Ask.DRAWN, Ask.COLOUR, Ask.CHALLENGE, Ask.VERDICT, Ask.DECLARE},
    "swap": {Ask.TURN, Ask.DRAWN, Ask.COLOUR, Ask.CHALLENGE, Ask.VERDICT, Ask.TRADE},
    "no-mercy": {Ask.TURN, Ask.DRAWN, Ask.COLOUR, Ask.STACK, Ask.TRADE, Ask.DECLARE, Ask.DISCARD},
    "house": set(Ask) - {Ask.DISCARD},
}


@pytest.mark.parametrize("variant", FILES)
def test_the_moves_are_those_on_file(variant: str) -> None:
    """If the rules were meant to change, `python -m tests.golden` writes the files again."""
    positions = stored(variant)
    assert len(positions) >= 40
    assert contents(positions) == path(variant).read_text(encoding="utf-8")


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_told_is_on_file(variant: str) -> None:
    assert told(variant) == told_path(variant).read_text(encoding="utf-8")


@pytest.mark.parametrize("preset", ROUNDS)
def test_what_is_said_of_rounds_with_house_rules_is_on_file(preset: str) -> None:
    text = narrated(preset)
    assert text == narrated_path(preset).read_text(encoding="utf-8")
    told = (
        ["trades hands with", "draws 6 cards"] if preset == "family" else ["You jump in!", "Everybody passes"]
    )
    assert all(words in text for words in told)


@pytest.mark.parametrize("variant", FILES)
def test_every_kind_of_choice_is_on_file(variant: str) -> None:
    text = path(variant).read_text(encoding="utf-8")
    assert set(re.findall(r"^  \d (\w+):", text, re.MULTILINE)) == ASKED[variant]
    assert "claims:" in text
