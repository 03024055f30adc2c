"""Choosing a table on the same network, without typing an address."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from cli.runtime.command_runner import CommandError
from cli.runtime.typed_line import ask
from cli.words.error_sentences import error_sentence
from cli.words.language import _
from cli.words.rules_help import mode_name
from cli.words.terms_in_words import rules_name
from cli.words.typed_numbers import number_typed
from protocol.net.discovery import Announcement, find
from protocol.net.errors import Unavailable

PATIENCE = 3.0
"""Seconds to wait for tables to answer."""


async def choose(tell: Callable[[str], None]) -> Announcement | None:
    """List the tables nearby and ask for one. None if none is found, or nobody can answer."""
    tell(_("Looking for tables nearby ..."))
    found = await find(PATIENCE)
    if isinstance(found, Unavailable):
        tell(_("Tables cannot be found automatically here: {why}").format(why=error_sentence(found)))
        return None
    if not found:
        text = _(
            "no table was found: type p2puno join and the address shown on the host's screen, or try "
            "p2puno doctor"
        )
        raise CommandError(text)
    tables = sorted(found, key=lambda table: (table.opened_by, table.table))
    for number, table in enumerate(tables, 1):
        tell(f"{number}. {line(table)}")
    return await _ask(tables)


def line(table: Announcement) -> str:
    """A table in one line."""
    text = _("{name}: {rules}, {mode}; {taken} of {seats} seats taken; {address}")
    return text.format(
        name=table.opened_by,
        rules=rules_name(table.rules),
        mode=mode_name(table.mode),
        taken=table.seats_taken,
        seats=table.seats,
        address=table.addresses[0],
    )


async def _ask(tables: Sequence[Announcement]) -> Announcement | None:
    """Ask for a table by its number."""
    if sys.stdin is None or not sys.stdin.isatty():
        return None
    while True:
        typed = await ask(_("Which one? [1]"))
        if typed is None or typed.lower() in ("q", "quit"):
            return None
        if (number := number_typed(typed or "1", len(tables))) is not None:
            return tables[number - 1]
