"""A bot that thinks for long does not hold up the event loop."""

from __future__ import annotations

import asyncio
from random import Random
from threading import Event

import pytest

from cli.sessions.bot_thinking import decision
from cli.sessions.in_memory import Practice
from p2puno.bots import Bot, make_bot
from p2puno.moves import Choice, Draw, Move
from p2puno.view import View
from tests.notation import read

LINE = "classic | 1> R R5 | 0: R3 B2 G1 | 1: R7 B1 G4 | 2: R4 B8 | pile: G8 + "
PATIENCE = 60


class Slow(Bot):
    """Decides only when the event loop has let it."""

    def __init__(self) -> None:
        super().__init__("master", Random(1))
        self.begun, self.may_go_on = Event(), Event()

    def decide(self, view: View) -> Move:
        self.begun.set()
        assert self.may_go_on.wait(PATIENCE), "the event loop stood still"
        return super().decide(view)


def test_the_event_loop_runs_while_a_bot_thinks() -> None:
    async def think() -> Move | None:
        bot = Slow()
        thinking = asyncio.ensure_future(decision(bot, read(LINE).dealer.views[1]))
        await asyncio.to_thread(bot.begun.wait, PATIENCE)
        bot.may_go_on.set()
        return await thinking

    assert asyncio.run(think()) == make_bot("master", Random(1)).decide(read(LINE).dealer.views[1])


@pytest.mark.parametrize("changed", [False, True])
def test_a_move_thought_out_for_another_position_is_dropped(changed: bool) -> None:
    async def turn() -> None:
        dealer = read(LINE).dealer
        session = Practice(dealer.round.options, ("Zoe", "Ada", "Bruno"), 0, seed="7", pace=0)
        bot = Slow()
        session._dealer = dealer
        session._players = {0: bot, 1: bot, 2: bot}
        waiting = dealer.round.waiting
        assert type(waiting) is Choice
        choosing = asyncio.ensure_future(session._bot_choice(dealer, waiting))
        await asyncio.to_thread(bot.begun.wait, PATIENCE)
        if changed:
            session._apply(1, Draw())
        now = dealer.round.digest()
        bot.may_go_on.set()
        await choosing
        assert (dealer.round.digest() == now) is changed

    asyncio.run(turn())
