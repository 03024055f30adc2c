"""What strangers say before a game: only what can be shown and checked is taken."""

from __future__ import annotations

import pytest

from p2puno.options import Options
from protocol.codec import pack
from protocol.genesis import NONCE_BYTES, Terms
from protocol.net.keys import Keys
from protocol.seating import PLAYER, Description, LobbyError, Wish, bot_word, read_guest

TERMS = Terms(Options())


def test_a_description_is_read_as_it_was_written() -> None:
    described = Description(TERMS, 4, ("Ana", "Ben"), False)
    assert Description.read(described.pack()) == described


@pytest.mark.parametrize(
    "value",
    [
        [TERMS.values(), 4, ["\x1b[2J"], False],
        [TERMS.values(), 4, ["x" * 25], False],
        [TERMS.values(), 99, [], False],
        [TERMS.values(), 2, ["a", "b", "c"], False],
        [TERMS.values(), 4, [7], False],
        [[], 4, [], False],
        "nothing",
    ],
)
def test_what_cannot_be_put_on_a_screen_is_refused(value: object) -> None:
    with pytest.raises(LobbyError):
        Description.read(pack(value))


def test_a_bot_needs_its_players_word() -> None:
    player, bot, other = Keys.fresh(), Keys.fresh(), Keys.fresh()
    nonce = bytes(NONCE_BYTES)
    operator, identity = player.identity.public, bot.identity.public
    good = Wish(PLAYER, nonce, operator, bot_word(player, identity))
    assert Wish.read(good.pack(), identity) == good
    for word in (b"", bot_word(other, identity), bot_word(player, other.identity.public)):
        with pytest.raises(LobbyError):
            Wish.read(Wish(PLAYER, nonce, operator, word).pack(), identity)


def test_a_guest_with_an_unshowable_name_is_refused() -> None:
    with pytest.raises(LobbyError):
        read_guest([bytes(32), "\n", bytes(32), bytes(32)])
