"""What strangers say before a game: only what can be shown and checked is taken."""

from __future__ import annotations

import os

import pytest

from p2puno.options import Options
from protocol.codec import pack
from protocol.lobby.errors import LobbyError
from protocol.lobby.lobby import Lobby
from protocol.lobby.member_list import Founding, Member
from protocol.lobby.messages import (
    PLAYER,
    Description,
    Guest,
    Wish,
    bot_word,
    check_names,
    read_guest,
)
from protocol.lobby.names import RESERVED, are_alike, fault
from protocol.log.genesis import NONCE_BYTES, is_name
from protocol.log.table_terms import Terms
from protocol.net.keys_and_card import Keys
from protocol.net.mesh import Mesh
from protocol.remote_errors import MalformedError
from tests.protocol.net.peers import HOST, play

TERMS = Terms(Options())


def test_a_description_is_read_as_it_was_written() -> None:
    described = Description(TERMS, 4, ("Ana", "Ben"), False)
    assert Description.read(described.pack()) == described
    with_guest = Description(TERMS, 4, ("Ana", "Leo"), False, ((1, 0),))
    assert Description.read(with_guest.pack()) == with_guest


@pytest.mark.parametrize(
    "value",
    [
        [TERMS.values(), 4, ["Ana", "Leo"], False, []],
        [TERMS.values(), 4, ["Ana", "Leo"], False, [[1, 2]]],
        [TERMS.values(), 4, ["Ana", "Leo"], False, [[1, 1]]],
        [TERMS.values(), 4, ["Ana", "Leo"], False, [[1]]],
        [TERMS.values(), 4, ["Ana", "Leo"], False, [[1, 0], [1, 0]]],
        [TERMS.values(), 4, ["Ana", "Leo"], False, [[1, 0]], 0],
        [TERMS.values(), 4, ["Ana", "Leo"], False, 0],
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


@pytest.mark.parametrize(
    ("grace", "machine", "turn", "good"),
    [
        (120_000, 20_000, 60_000, True),
        (1_000, 1_000, 750, True),  # host --grace 1
        (86_400_000, 20_000, 60_000, True),
        (120_000, 1, 60_000, False),
        (120_000, 20_000, 1, False),
        (20_000, 20_000, 20_001, False),  # lost before one's program would have moved
        (2**50, 20_000, 60_000, False),
    ],
)
def test_one_does_not_sit_down_for_times_nobody_could_play_by(
    grace: int, machine: int, turn: int, good: bool
) -> None:
    described = Description(Terms(Options(), "go-on", grace, machine, turn), 4, ("Ana",), False)
    if good:
        assert Description.read(described.pack()) == described
    else:
        with pytest.raises(LobbyError) as refused:
            Description.read(described.pack())
        assert refused.value.refusal == "terms"


def test_a_bot_needs_its_players_word() -> None:
    player, bot, other = Keys.fresh(), Keys.fresh(), Keys.fresh()
    card, founding = bot.card([], 1), Founding.make(player, [Member(player.identity.public, bytes(32))])
    nonce = bytes(NONCE_BYTES)
    operator, identity = player.identity.public, bot.identity.public
    good = Wish(PLAYER, nonce, operator, bot_word(player, identity))
    assert Wish.read(good.pack(bot, card, "Bot", founding), card, "Bot", founding) == good
    for word in (b"", bot_word(other, identity), bot_word(player, other.identity.public)):
        blob = Wish(PLAYER, nonce, operator, word).pack(bot, card, "Bot", founding)
        with pytest.raises(LobbyError):
            Wish.read(blob, card, "Bot", founding)


def test_a_wish_is_for_one_table_one_name_and_one_card() -> None:
    ada, ben, eve = Keys.fresh(), Keys.fresh(), Keys.fresh()
    members = [Member(ada.identity.public, ada.curve_public)]
    founding, card = Founding.make(ada, members), ben.card([], 1)
    wish = Wish(PLAYER, bytes(NONCE_BYTES), ben.identity.public, b"")
    blob = wish.pack(ben, card, "Ben", founding)
    assert Wish.read(blob, card, "Ben", founding.again(ada, members)) == wish
    for other in (
        (blob, card, "Bert", founding),
        (blob, card, "Ben", Founding.make(ada, members)),
        (blob, ben.card([], 2), "Ben", founding),
        (wish.pack(eve, card, "Ben", founding), card, "Ben", founding),
    ):
        with pytest.raises(MalformedError):
            Wish.read(*other)


def test_a_guest_with_an_unshowable_name_is_refused() -> None:
    with pytest.raises(LobbyError):
        read_guest([bytes(32), "\n", bytes(32), bytes(32)])


@pytest.mark.parametrize("name", ["Ada\ufe0f", "\u3164", "A\u034fda", "\u2800", "A\U000e0100da", "\u1160a"])
def test_signs_that_nobody_sees_are_no_part_of_a_name(name: str) -> None:
    assert is_name(name)  # as it may stand in a game that was played
    assert fault(name) == "unseen"


def test_marks_are_not_heaped_up() -> None:
    assert fault("B" + 3 * "\u0301") == "marks"
    for name in ("Zoë", "Nguye\u0302\u0303n", "ที่รัก", "שָׁלוֹם", "हिन्दी", "愛子", "Ада"):
        assert fault(name) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "Аda"),  # Cyrillic
        ("Ada", "ΑDA"),  # Greek
        ("Anna", "АΝΝА"),
        ("НИНА", "нина"),
        ("ΝΙΝΑ", "νινα"),
        ("Bill", "BiIl"),
        ("Bob", "B0b"),
        ("Bern", "Bem"),
        ("Zoe", "Zoë"),
        ("Ada", "Ada!"),
        ("Ada", "Adạ"),
        ("Ada", "𝓐𝓭𝓪"),
        ("Ada", "Ꭺda"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert are_alike(one, other)
    assert are_alike(other, one)


def test_names_that_do_not() -> None:
    names = (
        "Ada",
        "Ida",
        "Ben",
        "Bea",
        "愛子",
        "愛",
        "Ада 🦊",
        "🦊",
        "🐻",
        "שרה",
        "Дана",
        "12",
        "!!",
        "??",
        "Ab 2",
        "Ab 3",
    )
    for number, name in enumerate(names):
        assert fault(name) is None, name
        for other in names[:number]:
            assert not are_alike(name, other), (name, other)


@pytest.mark.parametrize(
    "name",
    [
        "Ada 500, Bob",
        "A;B",
        "A: hi",
        "A|B",
        "A│B",
        "A，B",
        "A、B",
        "Aꓹ B",
        "Ada  Bob",
        "(A)",
        "A/B",
        "→A",
        'A"',
        "A=1",
    ],
)
def test_signs_that_separate_names_are_no_part_of_one(name: str) -> None:
    assert is_name(name)  # as it may stand in a game that was played
    assert fault(name) == "signs"


@pytest.mark.parametrize("name", [*RESERVED, "You", "YOU", "Υou", "y0u", "Tú", "VOCÊ", "P2PUNO"])
def test_what_the_program_calls_its_reader_is_no_name(name: str) -> None:
    assert fault(name) == "reserved"


def test_names_of_people_are_names() -> None:
    for name in (
        "O'Neill",
        "O’Neill",
        "Ana-Lúcia",
        "Dr. No",
        "J. R.",
        "Gal·la",
        "x_X",
        "Wow!",
        "R&B",
        "Ada 👩🏽",
        "C++",
    ):
        assert fault(name) is None, name


def test_a_list_with_names_that_mislead_is_refused() -> None:
    def guests(*names: str) -> list[Guest]:
        return [Guest(bytes(32), name, bytes(32), bytes(NONCE_BYTES)) for name in names]

    check_names(guests("Ada", "Ben", "Ada 2"))
    for names in (("Ada", "Аda"), ("Ada", "You"), ("Ada 500, Bob", "Ben")):
        with pytest.raises(LobbyError):
            check_names(guests(*names))


def test_a_table_of_names_that_mislead_is_not_sat_down_at() -> None:
    for names in (("Ada 500, Bob",), ("You",)):
        with pytest.raises(LobbyError):
            Description.read(Description(TERMS, 4, names, False).pack())
        assert (
            Description.read(Description(TERMS, 4, names, True).pack()).names == names
        )  # an old game, to watch


def test_who_could_be_taken_for_another_is_told_apart() -> None:
    """Names that differ only in capitals or in style are numbered, as equal ones are."""

    async def script() -> None:
        mesh = Mesh(Keys.fresh(), port=0, hosts=[HOST], on_message=lambda *got: None)
        await mesh.start()
        lobby = Lobby.open(mesh, TERMS, 7, "Ada")
        try:
            for name in ("Ada", "ADA", "Ａｄａ", "Аda", "A.d.a", "Ben"):
                card = Keys.fresh().card(["127.0.0.1:9"], 1)
                wish = Wish(PLAYER, os.urandom(NONCE_BYTES), card.identity, b"")
                for strange, why in (
                    ("Ada\ufe0f", "unseen"),
                    ("B" + 3 * "\u0301", "marks"),
                    ("Ada 500, Bob", "signs"),
                    ("You", "reserved"),
                ):
                    with pytest.raises(LobbyError) as refused:
                        lobby._check(card, strange, wish)
                    assert refused.value.refusal == why
                lobby._check(card, name, wish)
                lobby._seat(card, name, wish)
            names = ["Ada", "Ada 2", "ADA 3", "Ａｄａ 4", "Аda 5", "A.d.a 6", "Ben"]
            assert [guest.name for guest in lobby.guests] == names
        finally:
            lobby.close()
            await mesh.close()

    play(script())
