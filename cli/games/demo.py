"""`p2puno demo`: bots play over real sockets, each in its own process, while this process narrates.

One of the bots plays in this process, because somebody must open the table.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import SystemRandom

from cli.plain.dialogue import watch
from cli.sessions.bot_names import NAMES, bot_names
from cli.sessions.bot_player import BotSeat
from cli.sessions.bot_processes import BotProcesses
from cli.sessions.farewell import telling_where
from cli.sessions.networked import Networked
from cli.sessions.show_participant import Show, host
from cli.sessions.waiting_room import InLines
from protocol.log.table_terms import Terms
from protocol.participant.life_cycle import Opening


async def demo(
    terms: Terms,
    players: int,
    level: str,
    pace: float,
    rounds: int | None,
    save: Path | None,
    tell: Callable[[str], None],
) -> int:
    own = NAMES[(players - 1) % len(NAMES)]
    names = bot_names(players - 1, own)
    opening = Opening(terms, players, own, names, local=True, save=save, collects=True, invites=False)
    show = played_by_bot(level, pace, tell, rounds)
    return await host(opening, BotProcesses(pace, level), show, InLines(tell))


def played_by_bot(
    level: str, pace: float, tell: Callable[[str], None], rounds: int | None = None, matches: int = 1
) -> Show:
    """Let a bot play this seat and narrate, until this number of matches, or of rounds, is over."""

    async def show(session: Networked) -> int:
        nonlocal matches
        if session.peer is not None and session.peer.journal is not None:
            session.peer.journal.watch()  # before the game begins: nobody else writes the journal yet
        BotSeat(session, level, SystemRandom(), pace)
        with telling_where(session, tell):
            await watch(session, tell, rounds)
        matches -= 1
        if matches and session.rematch is not None:
            session.play_again()
        return 0

    return show
