"""Shows the player the codes for guests who have only a phone: their seats run on this machine."""

from __future__ import annotations

from cli.games.lobby_room import LobbyRoom
from cli.runtime.output import say
from cli.runtime.qr_code import qr_lines
from cli.sessions.bot_processes import BotProcesses
from cli.sessions.guest_page import GuestPage
from cli.sessions.waiting_room import WaitingRoom


def show_codes(bots: BotProcesses, room: WaitingRoom) -> None:
    """From now on, show the code of each guest as soon as there is one."""
    lobby = room if isinstance(room, LobbyRoom) else None

    def show(page: GuestPage) -> None:
        for line in (*qr_lines(page.address), page.address):
            say(line)
        room.tell(page.about)

    if lobby is None or not lobby.on_screen:
        bots.listens = show  # not before: a phone that is fast would find nothing there
    else:
        bots.invite = lambda page: room.tell(page.about)
    if lobby is not None:
        lobby.guests = bots.guests
