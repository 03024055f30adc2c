"""What is new in a game is told once, however many entries come at a time."""

from __future__ import annotations

from itertools import chain

import pytest

from cli.sessions.networked import Networked
from protocol.deck.batch_arithmetic import Calculator
from protocol.files.log_file import read_log
from protocol.log.entry import Entry
from protocol.play.game import Game
from protocol.play.news import News, NewsReader
from tests.replay.samples import Trusting, path


def begun(name: str) -> tuple[Game, list[Entry]]:
    genesis, entries = read_log(path(name))
    return Game(genesis, calculator=Calculator(memo=Trusting())), list(entries)


def read_all(name: str, at_once: int) -> list[News]:
    game, entries = begun(name)
    reader, found = NewsReader(game), []
    for start in range(0, len(entries), at_once):
        batch = entries[start : start + at_once]
        for entry in batch:
            game.apply(entry)
        found.append(reader.read(batch))
        assert reader.match.digest() == game.match.digest()
    assert reader.read(()) == News()
    return found


def told(news: list[News]) -> dict[str, list[object]]:
    """All of it by kind; of a round, what does not depend on how many were counted since the last read."""
    fields = ("drawn", "lost", "events", "seated_again")
    found = {field: list(chain.from_iterable(getattr(one, field) for one in news)) for field in fields}
    found["rounds"] = [(over.number, over.result, over.hands) for one in news for over in one.rounds]
    found["over"] = [one.over for one in news if one.over is not None]
    return found


@pytest.mark.parametrize("name", ["challenge", "cheat"])
def test_the_same_is_told_one_by_one_and_many_at_once(name: str) -> None:
    expected = told(read_all(name, 1))
    assert expected["rounds"]
    assert len(expected["over"]) == 1
    for at_once in (17, 10_000):
        assert told(read_all(name, at_once)) == expected


def test_a_game_that_is_built_again_tells_nothing_again() -> None:
    game, entries = begun("challenge")
    reader, half = NewsReader(game), len(entries) // 2
    for entry in entries[:half]:
        game.apply(entry)
    assert reader.read(entries[:half]).events
    game.rewind(half)
    assert reader.read(()) == News()
    game.apply(entries[half - 1])
    reader.read(entries[half - 1 : half])
    after = []
    for entry in entries[half:]:
        game.apply(entry)
        after.append(reader.read((entry,)))
    assert told(after) == told(read_all("challenge", 1)[half:])


def test_a_screen_does_not_see_the_game_change_before_the_step() -> None:
    game, entries = begun("challenge")
    session = Networked(game)
    before = session.now, list(session.match.totals), session.round_number
    game.replay(entries)
    assert game.finished
    assert (session.now, list(session.match.totals), session.round_number) == before
    assert not any(value is game or value is game.match for value in vars(session).values())
