"""The forms of messages: everything an honest table sends has one, and nothing else does."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.codec import pack, unpack
from protocol.log.entry import MOVE
from protocol.net.limits import Limits
from protocol.peer.message_checks import TABLE, check_form, is_question
from protocol.remote_errors import ForeignError, MalformedError
from protocol.table.messages import MAX_PARTS, Message, read_message
from protocol.table.table import Table
from tests.cheats.cheater import forged, message
from tests.cheats.scene import at, others
from tests.protocol.test_logfile import game
from tests.simulation.promises import all_over
from tests.simulation.test_cases import HOUR


def kind_of(data: bytes, seated: bool = True) -> str:
    found = check_form(data, seated)
    assert isinstance(found, Message)
    return found.kind


def test_whatever_is_sent_at_a_table_has_a_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a seat contradicts itself, is proved to and voted out, and the log goes back."""
    real, seen = Table.receive, set()

    def receive(self: Table, sender: Any, data: bytes, now: int) -> Any:
        kind = kind_of(data)
        assert is_question(data) == (kind in ("head", "want"))
        seen.add(kind)
        return real(self, sender, data, now)

    monkeypatch.setattr(Table, "receive", receive)
    world, cheat = at(MOVE, "turn")
    for number in range(2):
        world.transmit(
            cheat, others(world, cheat)[number].seat, message(forged(cheat, MOVE, [["?", number], []]))
        )
    world.wait(1_000)
    cheat.kill()
    assert world.run(lambda: all_over(world), HOUR)
    assert seen >= {"entry", "statement", "head", "want", "fork"}


GOOD = [*game()[2][0].wire()]
BAD: list[Any] = [
    None,
    [],
    ["?"],
    ["head", 1],
    ["head", True, bytes(32)],
    ["head", 1, bytes(31)],
    ["want", b""],
    ["want", 1, 2],
    ["entry"],
    ["entry", b"", b""],
    ["entry", GOOD[0][:-1], GOOD[1]],
    ["entry", GOOD[0], GOOD[1][:-1]],
    ["entry", *GOOD, b""],
    ["statement", *GOOD],
    ["fork", GOOD, b""],
    ["fork", GOOD, GOOD[:1]],
    ["equivocation", GOOD, GOOD],
    [[[]] * MAX_PARTS],
]


@pytest.mark.parametrize("value", BAD)
def test_nothing_else_has_one(value: Any) -> None:
    with pytest.raises(MalformedError):
        check_form(pack(value), seated=True)


def test_spectators_only_ask() -> None:
    for value, asks in (["head", 1, bytes(32)], True), (["want", 1], True), (["entry", *GOOD], False):
        assert kind_of(pack(value)) == value[0]
        if asks:
            assert kind_of(pack(value), seated=False) == value[0]
        else:
            with pytest.raises(MalformedError):
                check_form(pack(value), seated=False)


def test_a_message_of_another_version_is_left_to_the_table() -> None:
    """It refuses and reports it: that its sender has another program is not the connection's fault."""
    other = unpack(GOOD[0])
    other[0] += 1
    data = pack(["entry", pack(other), GOOD[1]])
    assert check_form(data, seated=True) == data
    with pytest.raises(ForeignError):
        read_message(data)
    with pytest.raises(MalformedError):
        check_form(data, seated=False)


def test_the_largest_question_is_small_enough_for_a_spectator() -> None:
    assert len(TABLE + pack(["head", 1 << 53, bytes(32)])) <= Limits().spectator_message
