"""The hall of a tournament: what it shows and says, in every size and language."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from cli.plain.hall_lines import HallTalk
from cli.screen.hall_picture import draw_hall
from cli.sessions.hall_sentences import (
    ResultNews,
    hall_status,
    next_game,
    playing_now,
    signs_in_words,
    standings_table,
    tables_now,
    winners_sentence,
)
from cli.words.language import LANGUAGES, use
from cli.words.schedule_in_words import schedule_in_words
from protocol.tournament.hall import Hall
from tests.protocol.rosters import identities, result, roster, signed

ROSTER = roster(8)


def hall(me: int | None = 0) -> Hall:
    found = Hall(ROSTER, identities(8)[me] if me is not None else None, 0)
    first, second = ROSTER.slots[:2]
    found.results.add(signed(ROSTER, result(first, 40, 7, 40, 7)))
    found.results.add(signed(ROSTER, result(second, 0, 0, 0, 0, rounds=0, out=[1])))
    found.results.add(signed(ROSTER, result(ROSTER.slots[2], 1, 2, 1, 2), [0]))
    found._next(0)
    found.counted(ROSTER.slots[3], 2)
    return found


def shown(width: int, height: int, me: int | None = 0) -> str:
    picture = draw_hall(hall(me), ["Ada: hello"], "", 0, width, height)
    assert len(picture) == height
    return "\n".join("".join(piece.text for piece in line) for line in picture)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40), (40, 12), (20, 8)])
def test_it_fits_every_window(width: int, height: int) -> None:
    for me in (0, None):
        lines = shown(width, height, me).split("\n")
        assert all(len(line) == width for line in lines)


def test_what_a_player_sees() -> None:
    text = shown(100, 30)
    assert "Your next game is stage 2, table" in text
    assert "Ada: hello" in text
    assert text.count("player ") >= 8
    assert "2 rounds played" in text or "not begun" in text
    assert "1-9: watch a table." in text
    assert "You are watching this tournament." in shown(100, 30, None)


def test_standings_are_a_table() -> None:
    lines = standings_table(hall().results, 80)
    assert len(lines) == 9
    assert lines[1].split()[:1] == ["1"]
    assert any("0!" in line for line in lines), "somebody was missing"
    assert all(len(line) <= 40 for line in standings_table(hall().results, 40))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_signs_in_the_standings_are_explained(language: str) -> None:
    use(language)
    words = signs_in_words(hall().results).replace("\xa0", " ")  # as it is drawn
    assert words in shown(80, 24), "also on a small screen, in full"
    assert "0!" in words
    assert signs_in_words(Hall(ROSTER, identities(8)[0], 0).results) == "", "not before there are any"


def test_results_are_told_once() -> None:
    news, results = ResultNews(), hall().results
    told = news.read(results)
    assert len(told) == 2
    assert "Missing: player" in told[1]
    assert news.read(results) == []
    results.add(signed(ROSTER, result(ROSTER.slots[0], 1, 1, 1, 1), [2]))
    (lie,) = news.read(results)
    assert "has signed two different results of stage 1, table 1" in lie


def test_the_end() -> None:
    found = hall()
    for slot in ROSTER.slots[2:]:
        found.results.add(signed(ROSTER, result(slot, 9, 9, 9, 9)))
    found._next(0)
    assert next_game(found, 0) == "The tournament is over."
    won = winners_sentence(found.results)
    assert "win" in won
    assert hall_status(found, 0) == f"The tournament is over. {won}"
    assert hall_status(hall(), 0) == next_game(hall(), 0)
    assert playing_now(found) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language(language: str) -> None:
    use(language)
    try:
        texts = [
            shown(100, 30),
            *tables_now(hall()),
            *ResultNews().read(hall().results),
            next_game(hall(), 0),
        ]
        for players in (8, 11):
            texts += schedule_in_words(7, players)
        assert not any("{" in text for text in texts)
    finally:
        use("en")


@pytest.mark.parametrize(
    ("players", "stages", "told"),
    [
        (8, 7, "Any two players are partners once, and opponents 2 times."),
        (8, 3, "Any two players are partners at most once, and opponents at most 2 times."),
        (9, 9, "In each stage 1 sits out, everybody once."),
        (11, 7, "In each stage 3 sit out, everybody 1 to 2 times."),
        (4, 1, "Tournament: 4 players, 1 stage of 4 rounds, 1 table."),
    ],
)
def test_what_people_agree_to(players: int, stages: int, told: str) -> None:
    assert told in schedule_in_words(stages, players)


@dataclass
class Said:
    said: list[str] = field(default_factory=list)

    def say(self, text: str) -> None:
        self.said.append(text)


def test_what_can_be_typed() -> None:
    lobby = Said()
    written: list[str] = []
    night: Any = SimpleNamespace(
        running=SimpleNamespace(hall=hall(), now=lambda: 0), me=SimpleNamespace(lobby=lobby)
    )
    talk = HallTalk(night, written.append)
    assert talk.take("say good luck") is None
    assert lobby.said == ["good luck"]
    assert talk.take("table") is None
    assert any("Your next game" in line for line in written)
    written.clear()
    assert talk.take("1") == playing_now(hall())[0]
    assert talk.take("99") is None
    assert "Until your next game starts you can type" in written[0]
    talk.take("quit")
    assert talk.left
