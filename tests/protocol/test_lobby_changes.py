"""What is played is changed before the game: everybody sees it, and nothing begins unless all agree."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from p2puno.options import OptionError, Options
from protocol.files.log_file import read_log
from protocol.files.store import Store
from protocol.lobby.errors import LobbyError, Refusal
from protocol.lobby.lobby import AGAIN, Lobby
from protocol.log.table_terms import Terms
from protocol.participant import events
from protocol.participant.life_cycle import join
from protocol.participant.participant import Participant
from tests.protocol.lobbies import TERMS, Visitor, table
from tests.protocol.net.peers import play, until
from tests.protocol.observers import NoBots, Observer
from tests.protocol.test_participant import Hall, invited

QUICK = Terms(Options(hand_size=1, target=1, uno_window=0))
FLIP = replace(QUICK, options=replace(QUICK.options, variant="flip"))


async def seated(ada: Observer, ben: Observer) -> tuple[Lobby, Lobby]:
    await until(lambda: ada.lobby is not None and ben.lobby is not None, "both lobbies")
    assert ada.lobby is not None
    assert ben.lobby is not None
    theirs = ben.lobby
    await until(lambda: len(theirs.guests) == 2, "the list")
    return ada.lobby, theirs


def test_a_change_needs_the_agreement_of_all(tmp_path: Path) -> None:
    hall = Hall(tmp_path)

    async def script() -> None:
        ada, ben = Observer(1), Observer(2)
        hosting = hall.hosts("Ada", ada, QUICK, seats=3)
        joining = hall.joins("Ben", ben, await invited(ada))
        lobby, theirs = await seated(ada, ben)
        lobby.change(FLIP, 2)
        await until(lambda: ben.of(events.RulesChanged) == [events.RulesChanged(FLIP, 2, 2)], "the change")
        await asyncio.sleep(3 * AGAIN)
        assert not lobby.signed, "all seats are taken, but Ben has not agreed"
        theirs.agree()
        await asyncio.gather(hosting, joining)
        assert read_log(hall.log("Ben"))[0].terms == FLIP

    play(script())


def test_the_game_does_not_begin_while_the_host_is_choosing(tmp_path: Path) -> None:
    hall = Hall(tmp_path)

    async def script() -> None:
        ada, ben = Observer(1), Observer(2)
        hosting = hall.hosts("Ada", ada, QUICK)
        await until(lambda: ada.lobby is not None, "the lobby")
        assert ada.lobby is not None
        ada.lobby.choosing = True
        joining = hall.joins("Ben", ben, await invited(ada))
        lobby, theirs = await seated(ada, ben)
        await until(lambda: len(lobby.agreed) == 2 and all(lobby.there().values()), "all that it needs")
        await asyncio.sleep(3 * AGAIN)
        assert not lobby.signed
        lobby.change(FLIP, 2)
        lobby.choosing = False
        await until(lambda: theirs.terms == FLIP, "the change")
        theirs.agree()
        await asyncio.gather(hosting, joining)
        assert read_log(hall.log("Ben"))[0].terms == FLIP

    play(script())


def test_a_proposal_is_agreement_to_nothing_else(tmp_path: Path) -> None:
    """Ben proposes other rules for three; the host takes them over, and then takes a seat away."""
    hall = Hall(tmp_path)

    async def script() -> None:
        ada, ben = Observer(1), Observer(2)
        hosting = hall.hosts("Ada", ada, QUICK, seats=3)
        joining = hall.joins("Ben", ben, await invited(ada))
        lobby, theirs = await seated(ada, ben)
        own = theirs.mesh.keys.identity.public
        theirs.propose(FLIP)
        assert ben.of(events.OwnProposal) == [events.OwnProposal(FLIP)]
        await until(lambda: ada.of(events.Proposed) == [events.Proposed("Ben", FLIP)], "the proposal")
        lobby.change(FLIP, 3)
        assert ada.of(events.OwnChange) == [events.OwnChange(FLIP, 3, proposed=False)]
        await until(lambda: theirs.terms == FLIP and own in theirs.agreed, "Ben's own proposal")
        taken = [events.OwnChange(FLIP, 3, proposed=True)]
        await until(lambda: ben.of(events.OwnChange) == taken, "what became of it")
        lobby.change(FLIP, 2)
        await until(lambda: ben.of(events.RulesChanged) == [events.RulesChanged(FLIP, 2, 2)], "the change")
        assert own not in theirs.agreed
        hosting.cancel()
        joining.cancel()
        await asyncio.gather(hosting, joining, return_exceptions=True)

    play(script())


def test_what_nobody_can_play_is_not_offered(tmp_path: Path) -> None:
    hall = Hall(tmp_path)

    async def script() -> None:
        ada, ben = Observer(1), Observer(2)
        hosting = hall.hosts("Ada", ada, QUICK, seats=3)
        joining = hall.joins("Ben", ben, await invited(ada))
        lobby, theirs = await seated(ada, ben)
        with pytest.raises(OptionError):
            lobby.change(replace(QUICK, options=replace(QUICK.options, mode="partners")), 3)
        with pytest.raises(OptionError):
            lobby.change(QUICK, 1)
        assert (lobby.terms, lobby.seats) == (QUICK, 3)
        hosting.cancel()
        joining.cancel()
        await asyncio.gather(hosting, joining, return_exceptions=True)
        assert (theirs.terms, theirs.seats) == (QUICK, 3)

    play(script())


def test_who_is_removed_is_told_and_comes_back_only_if_the_host_lets_them(tmp_path: Path) -> None:
    hall = Hall(tmp_path)

    async def script() -> None:
        ada, ben = Observer(1), Observer(2)
        hosting = hall.hosts("Ada", ada, QUICK, seats=3)
        address = await invited(ada)
        joining = hall.joins("Ben", ben, address)
        lobby, _theirs = await seated(ada, ben)
        lobby.remove(lobby.guests[1].identity)
        with pytest.raises(LobbyError) as told:
            await joining
        with pytest.raises(LobbyError) as refused:
            await hall.joins("Ben", Observer(3), address)
        assert told.value.refusal is refused.value.refusal is Refusal.REMOVED
        assert [guest.name for guest in lobby.guests] == ["Ada"]
        assert list(lobby.removed.values()) == ["Ben"]
        assert ada.of(events.StoodUp) == [events.StoodUp("Ben", 1, 3, removed=True)]
        lobby.let_back(next(iter(lobby.removed)))
        again = hall.joins("Ben", Observer(4), address)
        await until(lambda: [guest.name for guest in lobby.guests] == ["Ada", "Ben"], "Ben again")
        again.cancel()
        await asyncio.gather(again, return_exceptions=True)
        hosting.cancel()
        await asyncio.gather(hosting, return_exceptions=True)

    play(script())


def test_everybody_in_the_lobby_hears_the_chat(tmp_path: Path) -> None:
    hall = Hall(tmp_path)

    async def script() -> None:
        ada, ben, cem = Observer(1), Observer(2), Observer(3)
        hosting = hall.hosts("Ada", ada, QUICK, seats=4)
        address = await invited(ada)
        lives = [hosting, hall.joins("Ben", ben, address), hall.joins("Cem", cem, address)]
        await until(lambda: ben.lobby is not None and cem.lobby is not None, "both")
        assert ben.lobby is not None
        theirs = ben.lobby
        await until(lambda: all(theirs.there().values()) and len(theirs.guests) == 3, "all connected")
        theirs.say("hello\x1b[31m all")
        said = events.Chatted("Ben", "hello[31m all")
        await until(lambda: ada.of(events.Chatted) == cem.of(events.Chatted) == [said], "the chat")
        for life in lives:
            life.cancel()
        await asyncio.gather(*lives, return_exceptions=True)

    play(script())


def test_bots_are_added_and_removed(tmp_path: Path) -> None:
    hall = Hall(tmp_path)

    async def script() -> None:
        ada, bots = Observer(1), NoBots()
        hosting = hall.hosts("Ada", ada, QUICK, seats=3, bots=bots)
        address = await invited(ada)
        await until(lambda: ada.own_bots is not None, "the lobby")
        own_bots = ada.own_bots
        assert own_bots is not None
        own_bots.level = "hard"
        own_bots.start(["Bert"])
        (bot,) = bots.started
        assert (bot.name, bots.level) == ("Bert", "hard")
        assert str(bot.address).endswith(address[-8:]), "it joins with the code"
        bert = Observer(2)
        store = Store(tmp_path / "Bert")
        me = Participant(bert, store, bot.keys, None, bot.operator, bot.word, "hard")
        joining = asyncio.create_task(join(me, str(bot.address), bot.name, local=True, port=0))
        await until(lambda: len(own_bots.seated) == 1, "the bot")
        assert not ada.of(events.GuestToCompare), "nobody compares words with their own bot"
        own_bots.remove(1)
        assert bots.stopped == [bot.keys.identity.public]
        with pytest.raises(LobbyError):
            await joining
        hosting.cancel()
        await asyncio.gather(hosting, return_exceptions=True)

    play(script())


@pytest.mark.parametrize("lie", ["time", "seats", "serial"])
def test_a_guest_takes_only_what_can_be_played(lie: str) -> None:
    """An opener who changes the table for the worse changes nothing for an honest guest."""

    async def script() -> None:
        ada, ben = Visitor("Ada"), Visitor("Ben")
        async with table(ada, ben) as eve:
            eve.lists([ada, ben])
            before = ada.lobby.founding
            terms = replace(TERMS, turn_time=1) if lie == "time" else TERMS
            seats = 11 if lie == "seats" else 3
            members = [ada.member, ben.member, eve.member]
            founding = before if lie == "serial" else before.again(eve.keys, members)
            guests = [guest.wire() for guest in ada.lobby.guests]
            eve.say(ada, ["state", founding.blob, [], guests, terms.values(), seats])
            assert ada.lobby.founding == before
            assert (ada.lobby.terms, ada.lobby.seats) == (TERMS, 3)

    play(script())
