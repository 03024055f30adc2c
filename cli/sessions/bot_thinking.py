"""Asks a bot for its move without holding up the event loop."""

from __future__ import annotations

import asyncio

from p2puno.bots import Bot
from p2puno.moves import Move
from p2puno.view import View


async def decision(bot: Bot, view: View) -> Move:
    """The bot's move. Where it thinks for long, the position may have changed meanwhile: check it again."""
    if not bot.thinks:
        return bot.decide(view)
    return await asyncio.to_thread(bot.decide, view.copy())
