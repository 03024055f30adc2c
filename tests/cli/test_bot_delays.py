"""How long bots take: long enough that people can be first, and often too long for the UNO window."""

from __future__ import annotations

import asyncio
from random import Random
from statistics import median
from time import monotonic

import pytest

from cli.sessions.bot_delays import JUMPING, REACTING, jump_reaction, reaction
from cli.sessions.bot_player import BotSeat
from cli.sessions.bot_program import Orders
from cli.sessions.in_memory import Practice
from cli.sessions.session import Happened
from p2puno.bots import LEVELS, make_bot
from p2puno.events import Played
from p2puno.moves import Call, Catch, Choice
from p2puno.options import Options
from protocol.peer.screen_snapshot import Step
from protocol.play.news import News
from tests.cli.test_networked import sitting, waiting
from tests.notation import read

OTHER = "classic | 0> R R5 | 0: R3 B2 G1 | 1: ? | uno: 1"
OWN = "classic | 1> R R5 | 0: R3 | 1: ? ? | uno: 0"


@pytest.mark.parametrize("level", LEVELS)
def test_people_can_be_first_and_bots_are_in_time_only_sometimes(level: str) -> None:
    random = Random(7)
    times = [reaction(level, random) for _ in range(5000)]
    assert min(times) >= REACTING[0] == 1.2
    assert max(times) <= REACTING[1] == 2.5
    assert min(times) < Options().uno_window / 1000 < median(times)
    assert len(set(times)) > 4000, "they do not react at the same moment each time"
    assert times[:5] == [reaction(level, again) for again in [Random(7)] for _ in range(5)]


def test_better_bots_react_faster() -> None:
    easy, normal, hard, master = (median(reaction(level, Random(n)) for n in range(999)) for level in LEVELS)
    assert easy > normal > hard > master


@pytest.mark.parametrize("level", LEVELS)
def test_bots_jump_in_mostly_in_time(level: str) -> None:
    times = [jump_reaction(level, Random(n)) for n in range(999)]
    assert JUMPING[0] <= min(times) < max(times) <= JUMPING[1]
    assert median(times) < Options().uno_window / 1000 < JUMPING[1]


@pytest.mark.parametrize("variant", ["classic", "crash"])
def test_a_bot_in_memory_does_not_catch_in_its_own_turn_after_the_window(variant: str) -> None:
    """The one who is caught may have to choose then, and the bot could not move."""

    async def turn() -> None:
        dealer = read(f"{variant} | 2> R R5 | 0: R3 B2 G1 | 1: R7 | 2: R4 B1 | pile: G8 + | uno: 1").dealer
        session = Practice(dealer.round.options, ("Zoe", "Ada", "Bruno"), 0, seed="7", pace=0)
        session._dealer = dealer
        session._players = {seat: make_bot("hard", Random(seat)) for seat in dealer.round.order}
        assert isinstance(session._players[2].speak(dealer.views[2]), Catch), "it would like to"
        waiting = dealer.round.waiting
        assert type(waiting) is Choice
        await session._bot_choice(dealer, waiting)
        assert len(dealer.round.hands[1]) == 1

    asyncio.run(turn())


@pytest.mark.parametrize(("line", "said"), [(OTHER, Catch(1)), (OWN, Call())])
@pytest.mark.parametrize("pace", [0.0, 0.5, 1.0, 2.0])
def test_a_bot_waits_before_it_catches_and_before_its_own_late_call(
    line: str, said: object, pace: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    async def react() -> None:
        session, desk, view = sitting(line)
        monkeypatch.setattr(session, "claim", desk.done.append)
        monkeypatch.setattr(asyncio, "sleep", sleep)
        bot = BotSeat(session, "hard", Random(1), pace)
        bot._asked = b"", view.round.waiting  # type: ignore[assignment]  # its turn is no part of this
        for _ in range(2):
            bot.step(Step(waiting(view), News(), ()))
        await asyncio.gather(*bot._tasks)
        assert desk.done == [said], "once for each window"

    asyncio.run(react())
    shortest, longest = (seconds * min(pace, 1) for seconds in REACTING)
    assert [shortest <= seconds <= longest for seconds in waited] == [True]


def test_a_bot_on_the_network_catches_nobody_after_the_window() -> None:
    """However long the next player thinks: neither does one in memory."""

    async def react() -> None:
        session, desk, _view = sitting(OTHER)
        session.claim = desk.done.append  # type: ignore[assignment, method-assign]
        bot = BotSeat(session, "hard", Random(1), 0.0)
        bot.bot = make_bot("hard", Random(1))
        session.uno_deadline = monotonic() - 0.1
        await bot._speak()
        assert desk.done == []
        session.uno_deadline = monotonic() + 1000
        await bot._speak()
        assert desk.done == [Catch(1)]

    asyncio.run(react())


def test_a_bot_that_is_held_moves_when_its_player_is_back() -> None:
    async def move() -> None:
        session, desk, view = sitting("classic | 0> R R5 | 0: R3 B2 G1 | 1: ? ?")
        bot = BotSeat(session, "hard", Random(1), 0.0)
        bot.hold(True)
        bot.step(Step(waiting(view), News(), ()))
        for _ in range(50):
            await asyncio.sleep(0)
        assert desk.done == []
        bot.hold(False)
        await asyncio.gather(*bot._tasks)
        assert len(desk.done) == 1

    asyncio.run(move())


def test_bots_in_memory_that_are_held_move_when_their_player_is_back() -> None:
    async def match() -> None:
        session = Practice(Options(), ("Zoe", "Ada", "Bruno"), None, seed="7", pace=0)
        session.hold(True)
        running = asyncio.ensure_future(session.run())
        for _ in range(200):
            await asyncio.sleep(0)
        assert session.view is not None
        before = session.view.round.waiting
        for _ in range(50):
            await asyncio.sleep(0)
        assert session.view.round.waiting == before, "it is dealt, and nobody moves"
        assert len(session.view.round.discard) == 1
        session.hold(False)
        async for notice in session.notices():
            if isinstance(notice, Happened) and isinstance(notice.event, Played):
                break
        await session.leave()
        await running

    asyncio.run(match())


def test_a_bots_program_does_what_its_player_says() -> None:
    orders, (session, _desk, _view) = Orders(), sitting(OTHER)
    orders.hear(["hold", True])
    seat = BotSeat(session, "easy", Random(1), 1.0)
    orders.take(seat)
    assert not seat._go.is_set(), "also if it was said before the game"
    orders.hear(["play", "hard", 500])
    orders.hear(["hold", False])
    assert (seat.level, seat.pace, seat._go.is_set()) == ("hard", 0.5, True)
