"""Cheating with the key itself."""

from __future__ import annotations

import pytest

from protocol.codec import pack
from protocol.identity import Identity, Player, is_signed
from protocol.lobby.errors import LobbyError
from protocol.lobby.member_list import Founding, Member
from protocol.lobby.messages import BOT_TAG, Guest, check_word, read_guest
from protocol.log.entry import ENTRY_TAG, GENESIS_TAG
from protocol.log.genesis import genesis_body, read_body, read_genesis
from protocol.net.keys_and_card import Card, Keys
from protocol.remote_errors import MalformedError, RemoteError
from tests.independent import wire
from tests.protocol.edwards import ZERO, encode
from tests.protocol.test_identity import SMALL_KEYS, library_takes
from tests.simulation.world import quick_terms

ANY = encode(ZERO) + bytes(32)
"""A signature of every message by the key of the neutral point, if that were a key."""


@pytest.mark.parametrize("key", SMALL_KEYS, ids=bytes.hex)
def test_key_of_small_order(key: bytes) -> None:
    """Nobody sits down, runs a bot or signs a genesis with a key under which one signature holds for many
    messages: it is refused wherever it is read."""
    honest = Keys.fresh()
    players = (Player(honest.identity.public, "Ada", 0), Player(key, "Eve", 1))
    body = genesis_body(quick_terms(), players, (bytes(32), b"n" * 32), 0)
    signatures = [honest.identity.sign(GENESIS_TAG, body), ANY]
    if key == encode(ZERO):  # the library alone would take this game, and every entry of Eve's
        assert library_takes(key, GENESIS_TAG + body, ANY)
        assert library_takes(key, ENTRY_TAG + b"whatever", ANY)
    with pytest.raises(MalformedError):
        read_body(body)
    with pytest.raises(MalformedError):
        read_genesis([body, signatures])
    with pytest.raises(wire.Bad):
        wire.read_genesis(pack([body, signatures]))
    with pytest.raises(RemoteError):
        Card.read(pack([pack([1, key, honest.curve_public, 1, []]), ANY]))
    members = [Member(honest.identity.public, honest.curve_public), Member(key, bytes(32))]
    listed = Founding.make(honest, members).blob
    with pytest.raises(RemoteError):
        Founding.read(listed)
    bot = Identity(b"b" * 32).public
    for identity, operator in ((key, key), (bot, key)):
        with pytest.raises(LobbyError):
            read_guest(Guest(identity, "Bot", operator, bytes(32), ANY).wire())
    with pytest.raises(LobbyError):
        check_word(bot, key, ANY)
    assert not is_signed(key, BOT_TAG, bot, ANY)
