"""`p2puno join`: take a seat at a table."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from cli.options.game_options import add_browser
from cli.options.network_options import add_seat_options, own_port
from cli.runtime.command_runner import CommandError
from cli.runtime.output import say
from cli.words.language import _, n_

if TYPE_CHECKING:
    from cli.browser.browser_screen import BrowserScreen
    from protocol.lobby.messages import Description

EXAMPLES = ("p2puno join", "p2puno join 192.168.1.20#K7QX-M2RD", "p2puno join ada.local:20000 --name Bruno")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("address", nargs="?", metavar="HOST[:PORT][#CODE]", help=_("any player's address"))
    add_seat_options(parser)
    add_browser(parser)
    parser.add_argument("--yes", action="store_true", help=_("take a seat without being asked"))


def run(arguments: argparse.Namespace) -> int:
    return join_at(arguments.address, arguments)


def join_at(address: str | None, arguments: argparse.Namespace) -> int:
    """Take a seat at a table or in a tournament; asks for one nearby if there is no address."""
    from cli.games.shown import at_table, browser_for, shown, waiting_room
    from cli.sessions.show_participant import accept_all, join
    from cli.settings.settings import settings_for
    from cli.welcome import own_name

    settings = settings_for(arguments)
    name, port = own_name(arguments, settings), own_port(arguments)
    browser = browser_for(arguments, settings)
    show = shown(arguments, settings, browser)
    room = waiting_room(arguments, settings, browser)
    accept = accept_all if arguments.yes else partial(ask_to_sit, room.tell, browser)

    async def joining() -> int:
        where = address if address is not None else await choose_nearby()
        return await join(where, name, show, room, accept, arguments.save, arguments.local, port)

    return at_table(joining, browser)


async def choose_nearby() -> str:
    from cli.sessions.choose_nearby_table import choose

    table = await choose(say)
    if table is None:
        raise CommandError(_("say where: p2puno join HOST (the host's screen shows the address)"))
    return str(table.where)


async def ask_to_sit(
    tell: Callable[[str], None], browser: BrowserScreen, described: Description, safety: bytes | None
) -> bool:
    """Show what is played, and ask, in the terminal and in the browser. Without an answer nobody takes a
    seat."""
    from cli.sessions.joining_sentences import sentence
    from cli.words.house_rules import house_rules_explained
    from cli.words.terms_in_words import terms_in_words
    from protocol.identity import words
    from protocol.participant import events

    about = list(terms_in_words(described.terms, described.seats))
    about += house_rules_explained(described.terms.options.house_rules)
    taken, seats = len(described.names), described.seats
    there = n_(
        "{taken} of {seats} seats is taken: {names}.", "{taken} of {seats} seats are taken: {names}.", taken
    )
    about.append(there.format(taken=taken, seats=seats, names=", ".join(described.names)))
    for guest, operator in described.guests:
        about.append(sentence(events.VisitorSeated(described.names[guest], described.names[operator])))
    for line in about:
        say(line)
    if safety is not None:
        compare = _(
            "You gave no code. When you sit down, the player who lets you in must see the same "
            "words; if not, somebody is in between:"
        )
        for line in (compare, f"  {words(safety)}"):
            tell(line)
            about.append(line)
    answer = await browser.ask(_("Take a seat? [Y/n]"), [*about, _("Take a seat?")])
    if answer is None:
        raise CommandError(_("nobody answered: --yes takes a seat without asking"))
    return answer
