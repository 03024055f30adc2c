"""Players that are programs. They see what their seat sees, and are honest where honour is asked for."""

from p2puno.bots.bot import LEVELS, Bot, make_bot

__all__ = ["LEVELS", "Bot", "make_bot"]
