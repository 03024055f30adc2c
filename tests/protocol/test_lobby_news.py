"""What a player who sits down is told about those who were there before."""

from __future__ import annotations

import asyncio
import os

from protocol.lobby.lobby import Lobby
from protocol.lobby.member_list import Founding
from protocol.lobby.messages import Guest, bot_word
from protocol.log.genesis import NONCE_BYTES
from protocol.net.keys_and_card import Keys
from protocol.participant import events
from protocol.participant.lobby_news import observe
from tests.protocol.lobbies import TERMS, Visitor


def guest(keys: Keys, name: str, machine: Keys | None = None) -> Guest:
    identity = keys.identity.public
    if machine is None:
        return Guest(identity, name, identity, os.urandom(NONCE_BYTES))
    word = bot_word(machine, identity, visitor=True)
    return Guest(identity, name, machine.identity.public, os.urandom(NONCE_BYTES), word)


def test_that_a_machine_sees_a_hand_is_said_of_those_who_were_there_before() -> None:
    async def script() -> None:
        ben, ada, leo, eve = Visitor("Ben"), Keys.fresh(), Keys.fresh(), Keys.fresh()
        founding = Founding.make(ada, [ben.member])
        lobby, told = Lobby(ben.mesh, TERMS, 4, founding, []), list[events.Event]()
        observe(lobby, told.append, shown=("Ada", "Leo"))
        lobby.guests = [guest(ada, "Ada"), guest(leo, "Leo", ada), guest(ben.keys, "Ben")]
        lobby.changed()
        assert told == [events.VisitorSeated("Leo", "Ada")]
        lobby.guests.append(guest(eve, "Eve", ada))
        lobby.changed()
        assert told[1:] == [events.SatDown("Eve", 4, 4, "Ada")]
        del lobby.guests[1]
        lobby.changed()
        lobby.guests.append(guest(leo, "Leo", ada))
        lobby.changed()
        assert told[2:] == [events.StoodUp("Leo", 3, 4), events.SatDown("Leo", 4, 4, "Ada")]

    asyncio.run(script())
