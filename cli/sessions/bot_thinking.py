"""Asks a bot for its move without holding up the event loop."""

from __future__ import annotations

import asyncio

from p2puno.bots import Bot
from p2puno.moves import Move
from p2puno.view import View


async def decision(bot: Bot, view: View) -> Move | None:
    """The bot's move; None if the position changed while it was thinking."""
    if not bot.thinks:
        return bot.decide(view)
    before = view.round.digest()
    move = await asyncio.to_thread(bot.decide, view.copy())
    return move if view.round.digest() == before else None
