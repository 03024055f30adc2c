"""The JSON document says what the engine says, and to each perspective only what it could know."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest

from cli.export.html_page import page
from cli.export.json_document import VERSION, document, event_values, position
from p2puno.events import Challenged, Event
from protocol.replay.recording import ALL, Perspective, Recording
from tests.replay.document_positions import positions
from tests.replay.samples import NAMES, RULE_SETS, recording


def exported(game: Recording, perspective: Perspective = ALL) -> dict[str, Any]:
    """As another program would read it."""
    read = json.loads(json.dumps(document(game, perspective)))
    assert isinstance(read, dict)
    return read


@pytest.mark.parametrize("name", NAMES)
def test_positions_are_those_of_the_engine(name: str) -> None:
    game = recording(name)
    given = exported(game)
    assert given["version"] == VERSION
    count = 0
    for now, moment, raw in zip(positions(given), game.moments, given["moments"], strict=True):
        count += 1
        assert now.totals == moment.match.totals
        assert raw.get("events", []) == [
            event_values(event) | ({"says": one["says"]} if "says" in one else {})
            for event, one in zip(moment.news.events, raw.get("events", []), strict=True)
        ]
        if moment.round is None:
            assert now.state is None
            continue
        assert now.state == position(moment.round)
        uppermost, side = moment.round.discard[-1:], moment.round.side
        assert now.state["top"] == (now.face(None, uppermost[0], side) if uppermost else None)
        for side, faces in enumerate(moment.round.faces):
            for card, face in faces.items():
                assert now.face(None, card, side) == face.code
    assert count == len(game.moments)


@pytest.mark.parametrize("name", NAMES)
def test_every_seat_knows_in_it_what_its_view_knows(name: str) -> None:
    game = recording(name)
    for index, now in enumerate(positions(exported(game))):
        for seat in range(len(game.names)):
            view = game.view(index, seat)
            if view is None:
                continue
            for card in view.round.hands.get(seat, ()):
                face = view.face(card)
                assert now.face(seat, card, view.round.side) == (face.code if face else None)


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_face_is_there_after_the_reveal(name: str) -> None:
    for deal in exported(recording(name))["deals"]:
        assert deal["revealed"]
        assert len(deal["cards"]) >= recording(name).deals[deal["number"]].rules.deck.size


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("perspective", [None, 0, 1])
def test_nobody_is_told_what_they_could_not_know(name: str, perspective: int | None) -> None:
    """Public faces are public in the engine; a seat's own are of cards it held or was shown."""
    game = recording(name)
    given = exported(game, perspective)
    assert not any("cards" in deal for deal in given["deals"])
    held: set[tuple[int, int]] = set()
    for moment, raw in zip(game.moments, given["moments"], strict=True):
        round = moment.round
        if round is not None and perspective is not None:
            held |= {(moment.deal, card) for card in round.hands.get(perspective, ())}
            for event in moment.news.events:
                if type(event) is Challenged and event.seat == perspective:
                    held |= {(moment.deal, card) for card in round.hands[event.accused]}
        for seat, card, side, face in raw.get("knows", ()):
            assert round is not None
            if seat is None:
                assert round.faces[side][card].code == face
            else:
                assert seat == perspective
                assert (moment.deal, card) in held


@pytest.mark.parametrize("perspective", [None, 1])
def test_the_page_holds_only_that(perspective: int | None) -> None:
    """What differs from a page of another game of the rule set is the document."""
    game = recording("crash")
    data = embedded(page(game, perspective))
    assert data["game"] == exported(game, perspective)
    assert set(data) == {"game", "cards", "words", "pace", "title", "log"}
    assert data["log"] is None, "the log opens every hand"
    assert data["cards"] == embedded(page(game))["cards"]
    blank = page(game, perspective).replace(
        json.dumps(data["game"], ensure_ascii=False, separators=(",", ":")), ""
    )
    assert len(blank) < 200_000


def embedded(source: str) -> dict[str, Any]:
    start = source.index('id="data">') + len('id="data">')
    read = json.loads(source[start : source.index("</script>", start)])
    assert isinstance(read, dict)
    return read


def test_names_cannot_break_out_of_the_page() -> None:
    game = Recording(recording("swap").genesis, [])
    game.names = ("</script><script>alert(1)</script>", "<b>", '"&{{DATA}}')
    source = page(game)
    assert source.count("<script") == 2
    assert embedded(source)["game"]["players"] == list(game.names)


def test_every_event_is_in_the_document() -> None:
    text = (Path(__file__).parents[2] / "docs/replay-format.md").read_text(encoding="utf-8")
    table = text[text.index("## Events") : text.index("## State")]
    rows = re.findall(r"^\| `(\w+)` \| (.*?) ?\| ", table, re.MULTILINE)
    written = {name: re.findall(r"`(\w+)`", names) for name, names in rows}
    assert written == {event.__name__: [one.name for one in fields(event)] for event in get_args(Event)}
