"""A session among peers: one move at a time, whatever keys are pressed before the table has answered."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from errno import ENAMETOOLONG
from pathlib import Path
from time import monotonic

import pytest

from cli.screen.scene_building import stage
from cli.screen.table_controls import Controls
from cli.sessions import networked
from cli.sessions.networked import Networked
from cli.sessions.session import SeatLost, Trouble
from cli.settings.settings import Settings
from cli.words.narration import Narrator
from p2puno.match import Match
from p2puno.moves import Call, Draw, IllegalMove, Move, Play
from p2puno.options import Options
from p2puno.view import View
from protocol.identity import Identity
from protocol.log.entry import MOVE, Entry, write_entry
from protocol.peer.screen_snapshot import Standing, Step
from protocol.play.deal import Due
from protocol.play.game import Game, Loss
from protocol.play.news import News
from tests.cli.still import Still
from tests.simulation.world import make_genesis, quick_terms

SKIP = "classic | 0> R R5 | 0: Rs R3 B2 | 1: ? ? ?"


@dataclass
class Desk:
    """Stands where the table on the network stands: what is put there lies there until a step says more."""

    done: list[object] = field(default_factory=list)
    evidence: dict[int, Path] = field(default_factory=dict)

    def act(self, move: object, judged: bytes = b"") -> None:
        self.done.append(move)

    def take_back(self) -> None:
        self.done.append("take back")

    def look(self, looking: bool) -> None:
        self.done.append(("look", looking))


def waiting(view: View | None) -> Standing:
    """A game of two in which nothing is due but what this view shows."""
    match = Match(Options(), 2)
    return Standing(b"", match, 0, view, None, 1, 0, (0, 1), None, False)


def sitting(line: str) -> tuple[Networked, Desk, View]:
    identities = [Identity(bytes([seat]) * 32) for seat in range(2)]
    session = Networked(Game(make_genesis(identities, quick_terms(), (0, 1)), 0, bytes(32)))
    view, desk = Still(line).view, Desk()
    assert view is not None
    session.view, session.peer = view, desk  # type: ignore[assignment]
    return session, desk, view


def step(view: View, acted: int, intent: Move | None = None, applied: tuple[Entry, ...] = ()) -> Step:
    return Step(waiting(view), News(), applied, intent=intent, acted=acted)


def test_no_second_move_before_the_first_is_taken_up() -> None:
    session, desk, view = sitting(SKIP)
    play = next(move for move in view.moves() if isinstance(move, Play))
    session.act(play)
    assert session.pending == play
    for _ in range(2):
        with pytest.raises(IllegalMove):
            session.act(Draw())
        session.step(step(view, acted=0))  # something else happened at the table meanwhile
    session.claim(Call())  # a call is no move, and never waits
    assert desk.done == [play, Call()]
    session.step(step(view, acted=2))
    assert session.pending is None
    session.act(Draw())
    assert desk.done == [play, Call(), Draw()]


def test_a_move_that_waits_for_the_window_can_be_taken_back() -> None:
    session, desk, view = sitting(SKIP)
    session.act(Draw())
    assert not session.take_back(), "it is on its way"
    session.step(step(view, acted=1, intent=Draw()))
    assert session.pending == Draw()
    assert session.take_back()
    assert desk.done == [Draw(), "take back"]


@pytest.mark.parametrize(
    ("timeouts", "acts", "told"), [(0, False, 0), (1, False, 1), (3, False, 1), (2, True, 2)]
)
def test_who_is_moved_for_is_told_once_until_they_act(timeouts: int, acts: bool, told: int) -> None:
    """And nobody else is: a call in one's own turn, or an own entry that others send back after a restart,
    is written in our player's name too."""
    session, _desk, view = sitting(SKIP)
    written = (Entry(b"", b"", b"", 1, b"", 0, MOVE, None, 0, b""),)
    for count in range(5):
        session.step(step(view, acted=9, applied=written)._replace(timed_out=count < timeouts))
        if acts:
            session.act(Draw())

    async def heard() -> list[object]:
        await session.leave()
        return [notice async for notice in session.notices() if isinstance(notice, Trouble)]

    assert asyncio.run(heard()) == [Trouble("Your time was up: your program moved for you.")] * told


def test_a_spectator_sees_that_somebody_is_back_by_what_they_write() -> None:
    identities = [Identity(bytes([seat]) * 32) for seat in range(2)]
    session = Networked(Game(make_genesis(identities, quick_terms(), (0, 1)), None, None))
    view = Still(SKIP, None).view
    assert view is not None
    session.came(1)
    session.went(1)
    entry = write_entry(identities[0], session.genesis.game, 1, bytes(32), 0, MOVE, [], 1)
    session.step(step(view, 0, applied=(entry,)))
    assert 1 in session.away
    entry = write_entry(identities[1], session.genesis.game, 2, bytes(32), 1, MOVE, [], 1)
    session.step(step(view, 0, applied=(entry,)))
    assert 1 not in session.away


def test_who_comes_back_has_the_whole_time_again() -> None:
    session, _desk, _view = sitting(SKIP)
    session.status = None
    session.came(1)
    session._moving = 1, monotonic() - 50
    late = session.turn_deadline
    session.went(1)
    session.came(1)
    assert late is not None
    assert session.turn_deadline is not None
    assert session.turn_deadline - late >= 50


@pytest.mark.parametrize("people", [2, 3])
def test_who_waits_for_somebody_who_is_away_is_told_the_same_everywhere(people: int) -> None:
    """Two wait for each other without a limit; three can vote, so the third has a time to come back."""
    identities = [Identity(bytes([seat]) * 32) for seat in range(people)]
    genesis = make_genesis(identities, quick_terms(), tuple(range(people)))
    session = Networked(Game(genesis, 0, bytes(32)))
    view = Still("classic | 1> R R5 | 0: R3 B2 | 1: ? ?" + (" | 2: ? ?" if people == 3 else "")).view
    due = Due(1, MOVE, "turn")
    standing = Standing(b"", Match(Options(), people), 0, view, due, 1, 0, tuple(range(people)), None, False)
    entry = write_entry(identities[0], genesis.game, 1, bytes(32), 0, MOVE, [], 1)
    for seat in range(1, people):
        session.came(seat)
    session.step(Step(standing, News(), (entry,)))
    session.went(1)
    waits, clock = stage(Controls(session, Settings()), monotonic()).prompt, session.turn_deadline
    session._look_for_standstill(monotonic())
    session._look_for_standstill(monotonic() + 3600)
    session.came(1)

    async def heard() -> str:
        await session.leave()
        narrator = Narrator(session.names, 0)
        return " ".join([text async for one in session.notices() for text in narrator.sentences(one)])

    told, name = asyncio.run(heard()), session.names[1]
    if people == 2:
        assert told == (
            f"{name} is away. The match is waiting for {name}. "
            f"You can leave and continue later: p2puno resume {name} is back."
        )
        assert waits == f"The match is waiting for {name} ..."
        assert clock is None
    else:
        assert "After 15 seconds the others can decide to continue without it." in told
        assert waits == f"{name}'s turn ..."
        assert clock is not None
    assert session.status is None


def test_the_clock_that_is_shown_is_the_one_that_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quick terms: a turn takes 8 s, and a look at the result may take 3.5 s of the first one."""
    now = 100.0
    monkeypatch.setattr(networked, "monotonic", lambda: now)
    session, desk, view = sitting(SKIP)

    def asked(deal: int, seat: int) -> float | None:
        due = waiting(view)._replace(due=Due(seat, MOVE), deal=deal)
        session.step(Step(due, News(), (Entry(b"", b"", b"", 1, b"", 0, MOVE, None, 0, b""),)))
        return session.turn_deadline

    session.came(1)
    assert asked(1, 0) == now + 8, "the first round of all: there is nothing to look at"
    session.look_at_result(True)
    assert asked(2, 0) == now + 11.5
    now += 1
    session.look_at_result(False)
    assert session.turn_deadline == now + 8
    assert asked(3, 1) == now + 11.5, "we do not know what they look at"
    assert desk.done == [("look", True), ("look", False)]


def test_whoever_is_lost_is_told_with_the_reason() -> None:
    """A certificate names a cheat, and who has only kept silent meanwhile."""
    session, desk, view = sitting(SKIP)
    desk.evidence = {1: Path("proof-1")}
    lost = Loss(7, 0, "silent"), Loss(7, 1, "fork")
    session.step(step(view, acted=0)._replace(news=News(lost=lost)))

    async def told() -> list[SeatLost]:
        await session.leave()
        return [notice async for notice in session.notices() if isinstance(notice, SeatLost)]

    narrator = Narrator(["Ada", "Bruno"], 0)
    assert [narrator.sentences(notice) for notice in asyncio.run(told())] == [
        ["You did not come back and lose the seat."],
        [
            "Bruno cheated (signed two things that contradict each other): out of the match.",
            "The proof is in proof-1",
        ],
    ]


def test_a_proof_that_could_not_be_written_down_is_told() -> None:
    session, _desk, view = sitting(SKIP)
    why = OSError(ENAMETOOLONG, "File name too long")
    session.step(step(view, acted=0)._replace(unwritten=((1, why),)))

    async def told() -> list[str]:
        await session.leave()
        return [notice.text async for notice in session.notices() if isinstance(notice, Trouble)]

    assert asyncio.run(told()) == ["The proof against player 1 could not be saved: File name too long."]
