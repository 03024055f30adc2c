"""Guests without a computer: their seats run on this machine, and their pages are on their phones."""

from __future__ import annotations

import socket
from pathlib import Path

from cli.browser.guest_server import guest_address, new_key
from cli.runtime.output import say
from cli.runtime.qr_code import qr_lines
from cli.sessions.bot_processes import BotProcesses
from cli.sessions.waiting_room import WaitingRoom
from cli.words.language import _, language
from protocol.net.listen import own_addresses


def welcome_guests(bots: BotProcesses, room: WaitingRoom, local: bool) -> None:
    """From now on, a guest of these bots gets a page, and the player is shown the code for it."""
    from cli.games.lobby_room import LobbyRoom

    def invite(name: str, log: Path | None) -> list[object]:
        host, key = "127.0.0.1" if local else own_addresses()[0], new_key()
        port = _free_port(host)
        address = guest_address(host, port, key)
        if isinstance(room, LobbyRoom):
            room.add_code(name, address)
        if not isinstance(room, LobbyRoom) or not room.on_screen:
            for line in (*qr_lines(address), address):
                say(line)
        room.tell(about_code(name))
        return [host, port, key, language()]

    bots.invite = invite


def about_code(name: str) -> str:
    text = _(
        "{name} plays on this machine, from a phone in the same network: scan the code with it. "
        "Show it to nobody else. In a network that strangers share, one of them could see this hand."
    )
    return text.format(name=name or _("Your guest"))


def _free_port(host: str) -> int:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as place:
        place.bind((host, 0))
        return int(place.getsockname()[1])
