"""Computer players. They see only what their seat sees, and answer honestly where the rules rely on it."""

from p2puno.bots.bot import LEVELS, Bot, make_bot

__all__ = ["LEVELS", "Bot", "make_bot"]
