"""With this folder on PYTHONPATH, p2puno has a mistake where $P2PUNO_BROKEN says, and so have its bots."""

from __future__ import annotations

import asyncio
import os
from typing import Any


def fail(*_arguments: Any, **_keywords: Any) -> Any:
    raise RuntimeError("a mistake of ours")


match os.environ.get("P2PUNO_BROKEN"):
    case "rules":  # when the player looks them up in a game
        from cli.screen import overlays

        vars(overlays)["help_text"] = fail
    case "form":
        from cli.screen import form

        vars(form)["_draw_logo"] = fail
    case "replay":
        from cli.replay import replay_screen as screen

        vars(screen)["with_progress"] = fail
    case "easy bots":
        from p2puno.bots.bot import Bot

        decide = Bot.decide

        def stuck(bot: Bot, view: Any) -> Any:
            return fail() if bot.level == "easy" else decide(bot, view)

        Bot.decide = stuck  # type: ignore[assignment, method-assign]
    case "callback":
        from cli.sessions.in_memory import Practice

        news = Practice._news

        def stumble(practice: Practice, *arguments: Any) -> None:
            asyncio.get_running_loop().call_soon(fail)
            news(practice, *arguments)

        Practice._news = stumble  # type: ignore[assignment, method-assign]
