"""Plain mode after a match: who wants another one, and whether our player does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from cli.plain.line_input import put_back
from cli.plain.typed_commands import command_of, word_of
from cli.sessions.rematch_sentences import rematch_lines
from cli.sessions.session import Session
from cli.words.language import _

LOOK = 0.5
"""Seconds between two looks at who wants another match."""


async def ask_again(session: Session, typed: AsyncIterator[str], write: Callable[[str], None]) -> None:
    """Ask for another match, and say who else wants it, until the player has answered or the input ends."""
    told: list[str] = []
    people = session.rematch is not None and session.rematch.people
    with_rules = _(
        "Another match? Type {word}, or {rules} to see or change what is played, or press Enter to leave."
    )
    question = with_rules if people else _("Another match? Type {word}, or press Enter to leave.")
    question = question.format(word=word_of("again"), rules=word_of("rules"))
    answer = asyncio.ensure_future(_next(typed))
    try:
        asked = False
        while True:
            rematch = session.rematch
            for line in (lines := rematch_lines(rematch) if rematch is not None else []):
                if line not in told:
                    write(line)
            told = lines
            if not asked:
                write(question)
                asked = True
            await asyncio.wait([answer], timeout=LOOK)
            if not answer.done():
                continue
            if (typed_line := answer.result()) is None:
                return
            command, _space, rest = typed_line.strip().partition(" ")
            match command_of(command):
                case "again":
                    session.play_again()
                    return
                case "rules" if people:
                    put_back([typed_line])  # the lobby answers it
                    session.play_again(agreed=False)
                    return
                case "next" | "quit":
                    return
                case "say" if rest.strip():
                    session.say(rest)
                case _:
                    asked = False
            answer = asyncio.ensure_future(_next(typed))
    finally:
        answer.cancel()


async def _next(typed: AsyncIterator[str]) -> str | None:
    return await anext(typed, None)
