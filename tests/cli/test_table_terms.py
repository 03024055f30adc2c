"""What a guest is told of a table before sitting down there: everything they sign for."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from cli.sessions.joining_sentences import sentence
from cli.words.terms_in_words import terms_in_words
from p2puno.options import Options
from protocol.log.table_terms import REDEAL, Terms
from protocol.participant import events

USUAL = Terms(Options(mode="single"))
OTHER: dict[str, Any] = {
    "variant": "flip",
    "mode": "rotating",
    "scoring": "lowest",
    "target": 200,
    "hand_size": 5,
    "uno_penalty": 4,
    "uno_window": 0,
    "cycles": 100,
    "house_rules": ("stack-same", "open-hands:3"),
    "dropout": REDEAL,
    "grace": 60_000,
    "machine_grace": 1_000,
    "turn_time": 750,
}


@pytest.mark.parametrize("name", [field.name for field in fields(Options)])
def test_each_option_is_told_where_it_is_not_the_usual_one(name: str) -> None:
    usual = replace(USUAL, options=Options(mode="rotating")) if name == "cycles" else USUAL
    other = replace(usual, options=replace(usual.options, **{name: OTHER[name]}))
    assert terms_in_words(other, 4) != terms_in_words(usual, 4)


@pytest.mark.parametrize("name", [field.name for field in fields(Terms)][1:])
def test_each_term_is_told_where_it_is_not_the_usual_one(name: str) -> None:
    assert terms_in_words(replace(USUAL, **{name: OTHER[name]}), 4) != terms_in_words(USUAL, 4)


def test_a_visitor_who_does_not_know_how_many_people_play_is_told_both() -> None:
    told = terms_in_words(USUAL, 4)[1]
    assert "a player away for 120 s is out, unless only two people play" in told
    assert "both wait" in terms_in_words(USUAL, 4, 2)[1]


def test_the_usual_times_take_no_words() -> None:
    assert terms_in_words(USUAL, 4, 4)[1] == (
        "7 cards each; a forgotten UNO costs 2 cards; a player away for 120 s is out."
    )
    assert terms_in_words(replace(USUAL, turn_time=750), 4, 4)[1].endswith(
        "; after 0.75 s your program moves for you."
    )
    assert (
        terms_in_words(USUAL, 2)[1]
        == "7 cards each; a forgotten UNO costs 2 cards; both wait for a player who is away."
    )
    assert terms_in_words(USUAL, 3, machines=2) == terms_in_words(USUAL, 2), "bots have no vote of their own"


def test_a_changed_table_tells_its_seats_too() -> None:
    changed = events.RulesChanged(Terms(Options(variant="flip")), 5, 3)
    assert sentence(changed).startswith("The host has changed the table: UNO Flip, ")
    assert sentence(changed).endswith(" Seats: 5.")
    assert sentence(events.OwnChange(changed.terms, 4, proposed=False)).endswith(" Seats: 4.")


def test_only_the_host_reads_that_a_guest_was_removed() -> None:
    assert sentence(events.StoodUp("Ben", 1, 3, removed=True)) == "You removed Ben (1 of 3)."
    assert sentence(events.StoodUp("Ben", 1, 3)) == "Ben is no longer at the table (1 of 3)."
