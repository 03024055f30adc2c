"""What was said elsewhere, and what says nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from protocol.codec import pack
from protocol.entry import (
    CLAIM,
    MOVE,
    REFUSAL,
    VOTE,
    write_entry,
)
from protocol.verify import BAD, verify_entries
from tests.cheats.cheater import message, statement, table_of
from tests.cheats.scene import (
    at,
    others,
    refused_everywhere,
)
from tests.simulation.test_cases import losses, table, to_end


def test_replay_of_an_old_game() -> None:
    """A whole game played before, by the same keys: of another game, every entry of it."""
    old = table(3, seed=801, target=1)
    to_end(old)
    world, cheat = at(MOVE, "turn")
    entries = old.peers[0].disk.entries
    for entry in entries[:40]:
        world.transmit(cheat, None, message(entry))
    world.wait(100)
    refused_everywhere(world, cheat, "foreign")
    assert verify_entries(world.genesis, entries, calculator=world.calculator).state == BAD
    cheat.honest = True
    to_end(world)
    assert losses(world) == []


def test_garbage_floods_are_bounded() -> None:
    """Thousands of useless messages of every kind: refused, nothing is kept, and the game goes on."""
    world, cheat = at(MOVE, "turn")
    game = table_of(cheat).game
    victim = others(world, cheat)[0]
    random = world.random
    head = game.head
    assert cheat.identity is not None

    def early(number: int) -> list[Any]:
        entry = write_entry(cheat.identity, game.id, 50 + number, head, cheat.seat, MOVE, [], number)  # type: ignore[arg-type]
        return ["entry", *entry.wire()]

    kinds: list[Callable[[int], list[Any]]] = [
        lambda number: [random.randbytes(40)],
        lambda number: ["head", 10**9 + number, random.randbytes(32)],
        lambda number: ["want", number],
        early,
        lambda number: [
            "statement",
            *statement(cheat, VOTE, [game.position, game.head, [number % 3], "silent"]).wire(),
        ],
        lambda number: [
            "statement",
            *statement(cheat, REFUSAL, [number, random.randbytes(32), [number % 3], "silent"]).wire(),
        ],
        lambda number: [
            "statement",
            *statement(cheat, CLAIM, [number, random.randbytes(32), "catch"]).wire(),
        ],
    ]
    target = table_of(victim)
    for number in range(700):
        target.receive(cheat.seat, pack(kinds[number % len(kinds)](number)), victim.now())
    for number in range(50):
        target.receive(None, random.randbytes(number), victim.now())
    fetching, voting, window = target.fetching, target.voting, target.window
    assert len(fetching._ahead) <= 512
    assert len(voting._votes) <= 16
    assert sum(len(ballots) for ballots in voting._refusals.values()) <= 16
    assert not window.claims
    assert sum(target.faults.values()) > 100
    assert len(target.faults) < 20
