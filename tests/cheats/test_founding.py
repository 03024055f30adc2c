"""Cheating before the game: openers who would give each guest another game, and guests who never sign."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from protocol.codec import pack
from protocol.files.private_journal import read_journal
from protocol.files.store import Store
from protocol.lobby import genesis_signing as timing
from protocol.lobby.errors import LobbyError
from protocol.lobby.guest_list import lobby_message
from protocol.lobby.lobby import Lobby
from protocol.lobby.member_list import Founding
from protocol.log.entry import GENESIS_TAG
from protocol.net.keys_and_card import Keys
from protocol.participant.errors import ParticipantError, Reason
from protocol.participant.own_files import check_unsigned
from protocol.participant.participant import Participant
from protocol.peer.message_checks import GENESIS
from tests.protocol.lobbies import TERMS, Visitor, table
from tests.protocol.net.peers import play, until
from tests.protocol.observers import Observer


def both() -> tuple[Visitor, Visitor]:
    return Visitor("Ada"), Visitor("Ben")


def test_two_geneses_for_one_list() -> None:
    """The opener asks for a second signature: with two of each guest, it could give each another game."""

    async def script() -> None:
        ada, ben = both()
        async with table(ada, ben) as eve:
            eve.lists([ada, ben])
            one, two = eve.body([ada, ben]), eve.body([ada, ben], later=1)
            eve.proposes(ada, one)
            eve.proposes(ada, two)
            assert ada.signed == [one]
            await until(lambda: ada.lobby.genesis is not None and ben.lobby.genesis is not None)
            for guest in (ada, ben):
                eve.proposes(guest, two)
                assert guest.signed == [one]
                assert guest.lobby.genesis is not None
                assert guest.lobby.genesis.body == one
            assert not ada.lobby.missing

    play(script())


def test_second_genesis_to_make_a_guest_leave() -> None:
    """The opener shows a guest who has signed another genesis, before the signatures of the others arrive: a
    guest who left then would miss the game that the others begin."""

    async def script() -> None:
        ada, ben = both()
        async with table(ada, ben) as eve:
            eve.lists([ada, ben])
            one, two = eve.body([ada, ben]), eve.body([ada, ben], later=1)
            eve.proposes(ada, one)
            eve.proposes(ada, two)
            for guest in (ada, ben):
                assert await guest.why() is None
                assert guest.signed == [one]

    play(script())


def test_another_genesis_for_each_guest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither is ever complete; and each guest shows the other what the opener signed."""
    monkeypatch.setattr(timing, "SIGNING_GUEST", 1.5)

    async def script() -> None:
        ada, ben = both()
        async with table(ada, ben) as eve:
            eve.lists([ada, ben])
            eve.proposes(ada, eve.body([ada, ben]))
            eve.proposes(ben, eve.body([ada, ben], later=1))
            assert len(ada.signed) == len(ben.signed) == 1
            for guest in (ada, ben):
                why = await guest.why()
                assert isinstance(why, LobbyError)
                assert why.refusal == "two games"
                assert guest.lobby.genesis is None

    play(script())


def test_nobody_is_accused_of_two_geneses_without_proof() -> None:
    """A guest makes up another genesis: without the opener's signature it says nothing about the opener."""

    async def script() -> None:
        ada, ben = both()
        async with table(ada, ben) as eve:
            eve.lists([ada, ben])
            body, forged = eve.body([ada, ben]), eve.body([ada, ben], later=1)
            ben.go()  # and signs nothing by itself
            eve.proposes(ada, body)
            signature = ben.keys.identity.sign(GENESIS_TAG, forged)
            for claimed in ([1, signature], [2, signature], [2, b""], [9, signature], [True, signature]):
                ada.lobby.receive(
                    ben.keys.curve_public, lobby_message(eve.founding, ["sign", forged, [claimed]])
                )
            assert ada.signed == [body]
            assert ada.lobby.missing == ("Ben",)
            true = [1, ben.keys.identity.sign(GENESIS_TAG, body)]
            ada.lobby.receive(ben.keys.curve_public, lobby_message(eve.founding, ["sign", body, [true]]))
            assert await ada.why() is None

    play(script())


def test_signatures_withheld_from_one() -> None:
    """The opener shows the genesis to one guest only: the other has it, and all signatures, from that one."""

    async def script() -> None:
        ada, ben = both()
        async with table(ada, ben) as eve:
            eve.lists([ada, ben])
            eve.proposes(ada, eve.body([ada, ben]))
            await until(lambda: ada.lobby.genesis is not None and ben.lobby.genesis is not None)
            assert ada.lobby.genesis == ben.lobby.genesis
            late = Lobby.again(ben.mesh, eve.founding, [], ben.signed[0], None)  # as if Ben had missed all
            ben.lobby.close()
            ben.enter(late)
            await until(lambda: late.genesis is not None)
            late.close()

    play(script())


def test_genesis_without_all_signatures() -> None:
    """Nobody begins before they hold the signature of every seat."""

    async def script() -> None:
        ada, ben = both()
        async with table(ada, seats=3) as eve:
            ben.enter(Lobby(ada.mesh, TERMS, 3, eve.founding, []))
            eve.lists([ada, ben])
            body = eve.body([ada, ben])
            eve.proposes(ada, body)
            own, eves = (keys.identity.sign(GENESIS_TAG, body) for keys in (ada.keys, eve.keys))
            for signatures in ([own, eves], [own, eves, eves], [own, bytes(64), eves]):
                ada.lobby.receive(eve.keys.curve_public, GENESIS + pack([body, signatures]))
            assert ada.signed == [body]
            assert ada.lobby.genesis is None
            assert ada.lobby.missing == ("Ben",)
            ben.go()
            ben.lobby.close()

    play(script())


def test_guest_replaced_after_others_have_signed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The opener lists another guest instead: who has signed the first list signs no second."""
    monkeypatch.setattr(timing, "SIGNING_GUEST", 0.6)

    async def script() -> None:
        ada, ben, cem = (Visitor(name) for name in ("Ada", "Ben", "Cem"))
        async with table(ada, ben, cem) as eve:
            eve.lists([ada, ben])
            one = eve.body([ada, ben])
            ben.go()  # before it signs
            eve.proposes(ada, one)
            before = ada.lobby.founding
            eve.lists([ada, cem])
            assert ada.lobby.founding == before
            two = eve.body([ada, cem])
            eve.proposes(cem, two)
            assert cem.signed == [two]
            eve.proposes(ada, two)
            for guest in (ada, cem):
                why = await guest.why()
                assert isinstance(why, LobbyError)
                assert guest.lobby.genesis is None
            assert ada.signed == [one]

    play(script())


def test_list_of_another_table() -> None:
    """The opener lists its guests at a second table, of which no code ever told."""

    async def script() -> None:
        ada, ben = both()
        async with table(ada, ben) as eve:
            eve.lists([ada, ben])
            before = ada.lobby.founding
            other = Founding.make(eve.keys, before.members, serial=before.serial + 1)
            eve.lists([ada, ben], other)
            assert ada.lobby.founding == before
            assert ada.lobby.founding.table != other.table

    play(script())


def test_table_opened_again_for_a_second_signature(tmp_path: Path) -> None:
    """What was signed is on disk before the signature is sent, and a new start of the program knows it."""

    async def script() -> None:
        ada, ben = both()
        store = Store(tmp_path)
        async with table(ada, ben) as eve:
            eve.lists([ada, ben])
            seated = Participant(Observer(), store, ada.keys)
            seated.enter(ada.lobby)
            check_unsigned(store, eve.founding, ada.keys.identity)
            one = eve.body([ada, ben])
            eve.proposes(ada, one)
            assert seated.journal is not None
            log = seated.journal.log
            assert read_journal(log).body == one
            seated.journal.close()  # killed
            for founding in (eve.founding, eve.founding.again(eve.keys, eve.founding.members)):
                with pytest.raises(ParticipantError) as refused:
                    check_unsigned(store, founding, ada.keys.identity)
                assert (refused.value.reason, refused.value.path) == (Reason.SIGNED_BEFORE, log)
            check_unsigned(store, eve.founding, ben.keys.identity)
            check_unsigned(store, Founding.make(eve.keys, [eve.member]), ada.keys.identity)
            again = Visitor("Ada", Keys.fresh(ada.keys.identity))
            again.mesh = ada.mesh
            again.enter(Lobby(ada.mesh, TERMS, 3, eve.founding, []))
            anew = Participant(Observer(), store, ada.keys)
            anew.enter(again.lobby)
            eve.lists([again, ben])
            eve.proposes(again, eve.body([again, ben]))
            assert isinstance(await again.why(), ParticipantError)
            assert anew.journal is None
            assert read_journal(log).body == one
            again.lobby.close()

    play(script())


def test_guest_who_never_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others give the table up, and know whose signature was missing."""
    monkeypatch.setattr(timing, "SIGNING_GUEST", 0.6)

    async def script() -> None:
        ada, ben, cem = (Visitor(name) for name in ("Ada", "Ben", "Cem"))
        async with table(ada, ben, cem, seats=4) as eve:
            eve.lists([ada, ben, cem])
            cem.go()
            eve.proposes(ada, eve.body([ada, ben, cem]), seat=3)
            for guest in (ada, ben):
                why = await guest.why()
                assert isinstance(why, LobbyError)
                assert why.refusal == "unsigned"
                assert guest.lobby.missing == ("Cem",)

    play(script())


def test_terms_changed_after_the_agreement() -> None:
    """Ada and Ben sat down for the classic game; the opener then lists and signs another one."""

    async def script() -> None:
        ada, ben = both()
        async with table(ada, ben) as eve:
            eve.lists([ada, ben])
            eve.terms = replace(TERMS, options=replace(TERMS.options, variant="flip"))
            eve.lists([ada, ben])
            body = eve.body([ada, ben])
            eve.proposes(ada, body)
            assert ada.lobby.terms == eve.terms, "Ada sees it"
            assert ada.signed == []
            ada.lobby.agree()
            eve.proposes(ada, body)
            assert ada.signed == [body]

    play(script())


def test_cheat_seated_for_the_next_match() -> None:
    async def script() -> None:
        ada, ben = both()
        async with table(ada, ben) as eve:
            ada.lobby.barred = frozenset({ben.keys.identity.public})
            eve.lists([ada, ben])
            assert ada.lobby.guests == []
            why = await ada.why()
            assert isinstance(why, LobbyError)
            assert why.refusal == "cheated"
            eve.proposes(ada, eve.body([ada, ben]))
            assert ada.signed == []

    play(script())
