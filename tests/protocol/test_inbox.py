"""Who is served next, and what may wait."""

from __future__ import annotations

from collections import Counter

from protocol.peer.inbox import SEAT_BYTES, SEAT_WAITING, SPECTATOR_BYTES, SPECTATOR_WAITING, Inbox
from protocol.table.outputs import Party


def served(inbox: Inbox[str], cost: dict[Party, float], count: int) -> list[Party | None]:
    """Whose work is done, if it takes this long for each."""
    order = []
    for _ in range(count):
        sender, _work = inbox.take()
        if sender is not None:
            inbox.spent(sender, cost.get(sender, 0.0))
        order.append(sender)
    return order


def test_our_own_work_comes_first_and_each_senders_in_order() -> None:
    inbox: Inbox[str] = Inbox()
    assert not inbox
    for work in "abc":
        assert inbox.put(1, 10, work)
    inbox.put_own("own")
    assert len(inbox) == 4
    assert [inbox.take() for _ in range(4)] == [(None, "own"), (1, "a"), (1, "b"), (1, "c")]
    assert not inbox


def test_senders_take_turns() -> None:
    inbox: Inbox[str] = Inbox()
    for sender in (1, 2, b"spectator"):
        for number in range(10):
            inbox.put(sender, 10, str(number))
    assert served(inbox, {}, 9) == [1, 2, b"spectator"] * 3


def test_who_costs_more_waits_more() -> None:
    inbox: Inbox[str] = Inbox()
    for sender in (1, 2):
        for number in range(1000):
            inbox.put(sender, 10, str(number))
    turns = Counter(served(inbox, {1: 0.1, 2: 0.001}, 300))
    assert turns[2] > 50 * turns[1]


def test_nobody_saves_up_time() -> None:
    inbox: Inbox[str] = Inbox()
    for number in range(500):
        inbox.put(1, 10, str(number))
    served(inbox, {1: 0.1}, 400)
    for number in range(500):
        inbox.put(2, 10, str(number))
    assert Counter(served(inbox, {1: 0.1, 2: 0.1}, 20)) == {1: 10, 2: 10}


def test_queues_are_bounded_in_messages_and_bytes() -> None:
    for sender, most, most_bytes in (
        (1, SEAT_WAITING, SEAT_BYTES),
        (b"spectator", SPECTATOR_WAITING, SPECTATOR_BYTES),
    ):
        inbox: Inbox[str] = Inbox()
        small = [inbox.put(sender, 1, "") for _ in range(most + 5)]
        assert small.count(True) == most == len(inbox)
        assert inbox.put(2, 1, "")
        inbox = Inbox()
        large = [inbox.put(sender, most_bytes // 4, "") for _ in range(6)]
        assert large.count(True) == 4
        inbox.take()
        assert inbox.put(sender, most_bytes // 4, "")


def test_senders_who_are_gone_are_forgotten() -> None:
    inbox: Inbox[str] = Inbox()
    for number in range(1000):
        inbox.put(b"%d" % number, 1, "")
        served(inbox, {}, 1)
    assert len(inbox._queues) < 10
