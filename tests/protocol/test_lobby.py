"""What hostile openers, guests and strangers try before a game: it binds, hurts and keeps out nobody else."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from protocol.codec import pack, unpack
from protocol.identity import Player
from protocol.lobby import genesis_signing as timing
from protocol.lobby.errors import LobbyError
from protocol.lobby.guest_list import lobby_message
from protocol.lobby.knock import Request, knock
from protocol.lobby.lobby import Lobby
from protocol.lobby.member_list import Founding, Member
from protocol.lobby.messages import PLAYER, WATCHER, Guest, Wish, bot_word
from protocol.log.entry import GENESIS_TAG
from protocol.log.genesis import NONCE_BYTES, genesis_body
from protocol.net.address import Address
from protocol.net.errors import NoAnswer
from protocol.net.keys_and_card import Card, Keys
from protocol.net.mesh import Mesh
from tests.protocol.lobbies import TERMS, Visitor, table
from tests.protocol.net.peers import HOST, play, until


def member(keys: Keys) -> Member:
    return Member(keys.identity.public, keys.curve_public)


@asynccontextmanager
async def lobby_of(keys: Keys, founding: Founding, seats: int) -> AsyncIterator[Lobby]:
    """The lobby of somebody who has just asked for a seat, and of whoever opened the table."""
    mesh = Mesh(keys, port=0, hosts=[HOST], on_message=lambda *got: None)
    await mesh.start()
    if founding.founder == keys.identity.public:
        lobby = Lobby.open(mesh, TERMS, seats, "Ada")
    else:
        lobby = Lobby(mesh, TERMS, seats, founding, [])
    try:
        yield lobby
    finally:
        lobby.close()
        await mesh.close()


def founded(opener: Keys) -> Founding:
    return Founding.make(opener, [member(opener)])


def wish_of(
    table: Founding, card: Card, keys: Keys, name: str, operator: Keys | None = None, kind: str = PLAYER
) -> bytes:
    word = bot_word(operator, keys.identity.public) if operator else b""
    wish = Wish(kind, os.urandom(NONCE_BYTES), (operator or keys).identity.public, word)
    return wish.pack(keys, card, name, table)


def sit(lobby: Lobby, keys: Keys, name: str, operator: Keys | None = None) -> str:
    """Knock at this lobby's door, and what it answers."""
    answers: list[bytes] = []
    card = keys.card(["127.0.0.1:9"], 1)
    wish = wish_of(lobby.founding, card, keys, name, operator)
    lobby._requested(Request(card, name, wish, bytes(32), answers.append))
    return str(unpack(answers[0])[-1])


def pass_on(lobby: Lobby, guest: Keys, card: Card, name: str, wish: bytes) -> None:
    lobby.receive(guest.curve_public, lobby_message(lobby.founding, ["seat", card.blob, name, wish]))


class Liar:
    """Opens a table for itself, a guest and a third, and lists and proposes whatever it likes."""

    def __init__(self) -> None:
        self.keys, self.third = Keys.fresh(), Keys.fresh()
        self.founding = founded(self.keys)
        self.names = ("Ben", "Cem", "Eve")

    def tells(self, lobby: Lobby, operators: Sequence[Keys], words: Sequence[bytes]) -> list[bytes]:
        """Say that the guest, the third and the liar itself are run by these; what the guest signs of it."""
        seated = [lobby.mesh.keys, self.third, self.keys]
        nonces = [lobby.nonce, bytes(NONCE_BYTES), bytes(NONCE_BYTES)]
        guests = [
            Guest(keys.identity.public, name, operator.identity.public, nonce, word)
            for keys, name, operator, nonce, word in zip(
                seated, self.names, operators, nonces, words, strict=True
            )
        ]
        self.founding = self.founding.again(self.keys, map(member, seated))
        cards = [keys.card(["127.0.0.1:9"], 1).blob for keys in seated]
        listed = [guest.wire() for guest in guests]
        state: list[object] = ["state", self.founding.blob, cards, listed, TERMS.values(), 3]
        players = tuple(
            Player(guest.identity, guest.name, seated.index(operator) if operator in seated else 0)
            for guest, operator in zip(guests, operators, strict=True)
        )
        body = genesis_body(TERMS, players, tuple(nonces), time.time_ns() // 1_000_000)
        signed: list[bytes] = []
        lobby.signing = signed.append
        proposed: list[object] = ["sign", body, [[2, self.keys.identity.sign(GENESIS_TAG, body)]]]
        for message in (state, proposed):
            lobby.receive(self.keys.curve_public, lobby_message(lobby.founding, message))
        return signed


@pytest.mark.parametrize("lie", ["", "their bot", "my bot", "for a bot", "too few seats"])
def test_one_signs_only_for_who_runs_one_and_whom_one_runs(lie: str) -> None:
    """Otherwise the opener could make several people one voice, and take their part in votes."""

    async def script() -> None:
        liar, ben = Liar(), Keys.fresh()
        third = liar.third
        async with lobby_of(ben, liar.founding, 3 if lie != "too few seats" else 4) as lobby:
            operators, words = [ben, third, liar.keys], [b"", b"", b""]
            if lie == "their bot":  # they do say so themselves: a bot's owner lies as the opener does
                operators[0], words[0] = third, bot_word(third, ben.identity.public)
            elif lie == "my bot":
                operators[1], words[1] = ben, bot_word(liar.keys, third.identity.public)
            elif lie == "for a bot":
                lobby.operator = third.identity.public
            assert bool(liar.tells(lobby, operators, words)) == (lie == "")

    play(script())


def test_a_bot_signs_for_its_player() -> None:
    async def script() -> None:
        liar, ben = Liar(), Keys.fresh()
        async with lobby_of(ben, liar.founding, 3) as lobby:
            lobby.operator = liar.third.identity.public
            word = bot_word(liar.third, ben.identity.public)
            assert liar.tells(lobby, [liar.third, liar.third, liar.keys], [word, b"", b""])

    play(script())


@pytest.mark.parametrize("chained", [False, True])
def test_a_list_with_operators_who_cannot_be_is_refused(chained: bool) -> None:
    async def script() -> None:
        liar, ben = Liar(), Keys.fresh()
        third = liar.third if chained else Keys.fresh()  # who is somebody's bot, or not there
        async with lobby_of(ben, liar.founding, 3) as lobby:
            words = [
                b"",
                bot_word(ben, liar.third.identity.public),
                bot_word(third, liar.keys.identity.public),
            ]
            operators = [ben, ben if chained else liar.third, third]
            assert not liar.tells(lobby, operators, words)
            assert lobby.guests == []

    play(script())


@pytest.mark.parametrize("third", ["Вen", "BEN", "You", "Cem 500, Eve"])
def test_a_list_with_names_that_mislead_is_refused(third: str) -> None:
    """The opener numbers names that look alike, so one that lists them wants somebody to be mistaken."""

    async def script() -> None:
        liar, ben = Liar(), Keys.fresh()
        liar.names = ("Ben", third, "Eve")
        async with lobby_of(ben, liar.founding, 3) as lobby:
            assert not liar.tells(lobby, [ben, liar.third, liar.keys], [b"", b"", b""])
            assert lobby.guests == []

    play(script())


def test_a_bot_of_a_bot_gets_no_seat() -> None:
    """Nor does a player with bots become a bot: the opener could not propose such a genesis."""

    async def script() -> None:
        ada, player, bot, other, stranger = (Keys.fresh() for _ in range(5))
        async with lobby_of(ada, founded(ada), 5) as lobby:
            assert sit(lobby, player, "Player") == "seated"
            assert sit(lobby, bot, "Bot", player) == "seated"
            assert sit(lobby, other, "Other", bot) == "bot"
            assert sit(lobby, other, "Other", stranger) == "bot"
            assert sit(lobby, player, "Player", ada) == "bot"
            assert [guest.name for guest in lobby.guests] == ["Ada", "Player", "Bot"]
            lobby._remove({player.identity.public})
            assert [guest.name for guest in lobby.guests] == ["Ada"]

    play(script())


def test_who_sits_down_again_with_other_keys_is_one_guest() -> None:
    """The mesh lets go of the keys of before: each would be dialled for ever."""

    async def script() -> None:
        ada, eve = Keys.fresh(), Keys.fresh()
        async with lobby_of(ada, founded(ada), 3) as lobby:
            for _ in range(3):
                again = Keys.fresh(eve.identity)
                assert sit(lobby, again, "Eve") == "seated"
                assert list(lobby.mesh.peers) == [again.curve_public]
            assert [guest.name for guest in lobby.guests] == ["Ada", "Eve"]

    play(script())


def test_a_guest_shows_the_table_only_when_the_list_names_it() -> None:
    """A visitor that comes too early asks again, instead of getting an answer by somebody not seated."""

    async def script() -> None:
        ada, ben, eve = Keys.fresh(), Keys.fresh(), Keys.fresh()
        async with lobby_of(ben, founded(ada), 3) as lobby:
            where = Address(HOST, lobby.mesh.port)
            with pytest.raises(NoAnswer):
                await knock(eve, eve.card(["127.0.0.1:9"], 1), where, timeout=1.5)
            lobby.founding = lobby.founding.again(ada, [member(ada), member(ben)])
            seen = await knock(eve, eve.card(["127.0.0.1:9"], 1), where)
            assert member(ben) in seen.table.founding.members

    play(script())


def test_one_network_key_sits_once() -> None:
    """Under two identities it would make a founding that nobody reads, so the table would be dead."""

    async def script() -> None:
        ada, eve = Keys.fresh(), Keys.fresh()
        mallory = replace(eve, identity=Keys.fresh().identity)
        async with lobby_of(ada, founded(ada), 4) as lobby:
            assert sit(lobby, eve, "Eve") == "seated"
            assert sit(lobby, mallory, "Mallory") == "self"
            card = mallory.card(["127.0.0.1:9"], 1)
            pass_on(lobby, eve, card, "Mallory", wish_of(lobby.founding, card, mallory, "Mallory"))
            assert [guest.name for guest in lobby.guests] == ["Ada", "Eve"]
            assert Founding.read(lobby.founding.blob) == lobby.founding

    play(script())


def test_a_guest_cannot_wish_for_another() -> None:
    """Everybody has everybody's card; who passes on a wish must have it from who wishes."""

    async def script() -> None:
        ada, ben, eve, cem = (Keys.fresh() for _ in range(4))
        async with lobby_of(ada, founded(ada), 4) as lobby:
            sit(lobby, ben, "Ben")
            sit(lobby, eve, "Eve")
            before, table = list(lobby.guests), lobby.founding
            card, later = (ben.card(["127.0.0.1:9"], serial) for serial in (1, 2))
            elsewhere = wish_of(founded(ada), later, ben, "Ben")
            for shown, name, wish in (
                (later, "Cheat", wish_of(table, later, eve, "Cheat")),
                (later, "Ben", wish_of(table, later, eve, "Ben", eve)),
                (later, "Ben", elsewhere),
                (card, "Ben", wish_of(table, card, ben, "Ben")),  # from before Ben was started again
                (later, "Ben", wish_of(table, later, ben, "Ben", kind=WATCHER)),
            ):
                pass_on(lobby, eve, shown, name, wish)
                assert lobby.guests == before
            pass_on(lobby, eve, later, "Bert", wish_of(table, later, ben, "Bert"))
            pass_on(lobby, eve, cem.card([], 1), "Cem", wish_of(table, cem.card([], 1), cem, "Cem"))
            assert [guest.name for guest in lobby.guests] == ["Ada", "Bert", "Eve", "Cem"]

    play(script())


def test_a_wish_gets_a_seat_once() -> None:
    """Passed on again when who wished has left, it would seat somebody who is not there."""

    async def script() -> None:
        ada, ben, eve = (Keys.fresh() for _ in range(3))
        async with lobby_of(ada, founded(ada), 4) as lobby:
            sit(lobby, eve, "Eve")
            card = ben.card(["127.0.0.1:9"], 1)
            wish = wish_of(lobby.founding, card, ben, "Ben")
            for _ in range(2):  # repeated, as its answer may be lost
                pass_on(lobby, eve, card, "Ben", wish)
                assert [guest.name for guest in lobby.guests] == ["Ada", "Eve", "Ben"]
            lobby._remove({ben.identity.public})
            pass_on(lobby, eve, card, "Ben", wish)
            assert [guest.name for guest in lobby.guests] == ["Ada", "Eve"]
            answers: list[bytes] = []
            lobby._requested(Request(card, "Ben", wish, bytes(32), answers.append))
            assert [unpack(answer) for answer in answers] == [["no", "spent"]]
            assert sit(lobby, ben, "Ben") == "seated"  # with a wish that is new

    play(script())


def test_strangers_cannot_make_a_guest_flood_the_opener() -> None:
    """The opener answers slowly: a guest forwards a few requests at a time, and refuses the rest."""

    async def script() -> None:
        ada = Visitor("Ada")
        async with table(ada, seats=3) as eve:  # who answers nothing by itself
            eve.lists([ada])
            answers: list[bytes] = []
            for number in range(40):
                keys, name = Keys.fresh(), f"Cem {number}"
                card = keys.card([f"{HOST}:9"], 1)
                wish = Wish(PLAYER, os.urandom(NONCE_BYTES), keys.identity.public, b"")
                blob = wish.pack(keys, card, name, eve.founding)
                ada.lobby._requested(Request(card, name, blob, bytes(32), answers.append))
            assert answers == [pack(["no", "away"])] * 30

    play(script())


def test_whose_words_are_to_be_compared_is_named_as_on_the_list() -> None:
    async def script() -> None:
        ada = Keys.fresh()
        async with lobby_of(ada, founded(ada), 3) as lobby:
            asked: list[str] = []
            lobby.asked = lambda identity, name, safety: asked.append(name)
            sit(lobby, Keys.fresh(), "Ada")
            assert asked == ["Ada 2"] == [guest.name for guest in lobby.guests[1:]]

    play(script())


def test_those_who_come_back_to_a_game_that_not_all_signed_give_it_up_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All were killed while the genesis was being signed; one had not signed, and has nothing to resume."""
    monkeypatch.setattr(timing, "SIGNING_AGAIN", 1.0)

    async def script() -> None:
        ada, ben = Visitor("Ada"), Visitor("Ben")
        async with table(ada, ben) as eve:
            eve.lists([ada, ben])
            body = eve.body([ada, ben])
            for guest in (ada, ben):
                guest.go()
                guest.lobby.close()
                guest.gone = False
            await eve.mesh.close()
            for guest in (ada, ben):
                guest.enter(Lobby.again(guest.mesh, eve.founding, [], body, None))
            for guest in (ada, ben):
                why = await guest.why()
                assert isinstance(why, LobbyError)
                assert why.refusal == "unsigned"
                assert guest.lobby.missing == ("Eve",)

    play(script())


def test_all_who_signed_begin_when_all_are_back() -> None:
    """Nobody had all signatures, but everybody can sign the same again. The opener's journal ended before it
    had noted where the others are."""

    async def script() -> None:
        ada, ben, eve = Visitor("Ada"), Visitor("Ben"), Visitor("Eve")
        async with table(ada, ben, eve) as opener:
            opener.keys = eve.keys  # Eve is the opener here, on a mesh of her own
            founding = Founding.make(eve.keys, [ada.member, ben.member, eve.member])
            body = opener.body([ada, ben])
            for guest in (ada, ben, eve):
                guest.go()
                guest.lobby.close()
            state = pack(["state", founding.blob])[1:]

            def told() -> bool:
                """The opener says again who sits there, before anybody else is back."""
                assert eve.waiting is not None
                return eve.waiting.done() or any(state in said for said in ada.heard)

            for guest in (eve, ada, ben):
                guest.gone = False
                guest.enter(Lobby.again(guest.mesh, founding, [], body, None))
                await until(told)
            for guest in (ada, ben, eve):
                assert await guest.why() is None
            assert ada.lobby.genesis == ben.lobby.genesis == eve.lobby.genesis

    play(script())
