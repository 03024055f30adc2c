"""The roster of a tournament, and the geneses that follow from it."""

from __future__ import annotations

import pytest

from protocol.codec import pack, unpack
from protocol.log.entry import GENESIS_TAG
from protocol.log.genesis import read_genesis
from protocol.log.roster import (
    has_drawn_schedule,
    read_roster,
    read_signed,
    sign_roster,
    slot_secret,
)
from protocol.remote_errors import MalformedError, RemoteError, SignatureError
from tests.protocol.rosters import body, identities, roster


@pytest.mark.parametrize("count", [4, 5, 8, 11, 64])
def test_every_table_has_a_genesis_that_its_four_have_signed(count: int) -> None:
    made = roster(count)
    games = set()
    for slot in made.slots:
        genesis = read_genesis(made.genesis(slot).wire())  # checks all signatures
        assert genesis.slot == slot
        assert genesis.slot.tournament == made.id
        assert [player.key for player in genesis.players] == [made.players[n].key for n in made.seated(slot)]
        games.add(genesis.game)
    assert len(games) == len(made.slots) == 3 * (count // 4)
    assert read_signed(made.wire()) == made


def test_a_bot_whose_player_sits_elsewhere_is_represented_by_the_first_of_theirs() -> None:
    operators = [0, 0, 0, 0, 0, 5, 6, 7]
    made = roster(operators=operators)
    for slot in made.slots:
        seated = made.seated(slot)
        for player, seat in zip(seated, made.genesis(slot).players, strict=True):
            same = [n for n in range(4) if operators[seated[n]] == operators[player]]
            assert seat.operator == (seated.index(0) if 0 in seated and operators[player] == 0 else same[0])


def changed(made: bytes, part: int, value: object) -> list[object]:
    parts = unpack(made)
    parts[part] = value
    other = pack(parts)
    return [other, [identity.sign(GENESIS_TAG, other) for identity in identities(8)]]


def test_a_key_twice() -> None:
    seats = unpack(body())[3]
    seats[3][0] = seats[5][0]
    with pytest.raises(MalformedError, match="two seats have one key"):
        read_roster(changed(body(), 3, seats))


@pytest.mark.parametrize(
    "stages",
    [
        [bytes(8)] * 3,
        [bytes(range(8))] * 2,
        [bytes(range(7))] * 3,
        [bytes([0, 1, 2, 3, 4, 5, 6, 8])] * 3,
        [7] * 3,
        [],
    ],
    ids=["somebody twice", "a stage is missing", "a seat is free", "nobody", "not bytes", "empty"],
)
def test_schedules_that_cannot_be(stages: list[object]) -> None:
    with pytest.raises(RemoteError):
        read_roster(changed(body(), 5, stages))


def test_another_schedule_than_our_own_program_makes() -> None:
    assert has_drawn_schedule(body())
    stages = list(reversed(unpack(body())[5]))
    other = pack([*unpack(body())[:5], stages])
    assert not has_drawn_schedule(other)
    assert read_roster([other, [sign_roster(identity, other) for identity in identities(8)]]).stages


def test_a_signature_without_those_of_the_games_is_none() -> None:
    made = roster()
    short = [made.signatures[0][:64], *made.signatures[1:]]
    with pytest.raises(MalformedError, match="together with all games"):
        read_roster([made.body, short])
    swapped = [made.signatures[0][:64] + made.signatures[0][128:192] * 3, *made.signatures[1:]]
    with pytest.raises(SignatureError):
        read_roster([made.body, swapped])
    with pytest.raises(MalformedError, match="signed by every player"):
        read_roster([made.body, made.signatures[1:]])


def test_a_roster_is_not_a_game_and_a_game_no_roster() -> None:
    made = roster()
    with pytest.raises(MalformedError, match="not a game"):
        read_genesis(made.wire())
    with pytest.raises(MalformedError, match="not a roster"):
        read_roster(made.genesis(made.slots[0]).wire())


def test_each_slot_has_a_secret_of_its_own() -> None:
    made = roster()
    secrets = {slot_secret(bytes(32), slot) for slot in made.slots}
    assert len(secrets) == len(made.slots)
