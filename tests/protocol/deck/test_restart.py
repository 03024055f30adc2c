"""A peer that was killed and comes back derives the same steps, byte for byte."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from protocol.deck import GIVE, SHOW, Calculator, Open, Request, Reveal, Seal, Shuffle, equality
from protocol.deck.group import ORDER
from tests.protocol.deck.history import RecordedDeck, feed
from tests.protocol.deck.script import STEPS, game
from tests.protocol.deck.table import AFTER, ELSEWHERE, Table, secret_of, setup_of


def test_restarted_from_any_point_a_seat_writes_the_same() -> None:
    """Every step of a game, by a deck rebuilt from the game's secret and the messages before it."""
    table = game()
    seen = set()
    for at, event in enumerate(table.watcher.history):
        if event[0] == "take":
            _, seat, step, value = event
            rebuilt = RecordedDeck(table.setup, seat, secret_of(seat), calculator=table.calc)
            for earlier in table.watcher.history[:at]:
                feed(rebuilt, earlier)
            assert rebuilt.answer(step) == value
            assert rebuilt.answer(step) == value
            assert rebuilt.history == table.watcher.history[:at]
            seen.add(step)
    assert seen == set(STEPS)


def test_two_runs_write_the_same_and_another_deal_writes_nothing_of_it() -> None:
    one, two, other = (
        [
            event[3]
            for event in game(after).watcher.history
            if event[0] == "take" and event[3] not in (b"", [b"", b"", b""])
        ]
        for after in (AFTER, AFTER, ELSEWHERE)
    )
    assert one == two
    assert not [value for value in one if value in other]


def test_no_nonce_ever_meets_two_statements(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two answers to one nonce would give the key away. So whatever is asked twice, dropped when a seat is
    lost, thought of and not played, or dealt again: equal nonces only where all is equal."""
    nonces: dict[int, set[tuple[bytes, bytes]]] = {}
    plain = equality.prove

    def prove(
        calc: Calculator,
        context: bytes,
        seed: bytes,
        secret: int,
        key: int,
        sources: Sequence[int],
        images: Sequence[int],
    ) -> bytes:
        proof = plain(calc, context, seed, secret, key, sources, images)
        # In glass the first hint is the nonce itself.
        nonce = (int.from_bytes(proof[32:], "big") - int.from_bytes(proof[:32], "big") * key) % ORDER
        statement = equality._statement(calc, context, key, sources, images)
        nonces.setdefault(nonce, set()).add((statement, proof))
        return proof

    monkeypatch.setattr(equality, "prove", prove)
    for after in (AFTER, ELSEWHERE):
        table = Table(setup_of(4, 8, after=after))
        cards = table.deal()
        table.do(Open(tuple((card, 0, at % 4) for at, card in enumerate(cards))))
        for seat, deck in table.decks.items():
            for card in (cards[seat], cards[seat + 4]):
                deck.answer("share", Open(((card, 0, None),), by=seat))
                deck.answer("seal", Seal(SHOW, ((card, 0),), seat, (seat + 1) % 4))
                deck.answer("seal", Seal(GIVE, ((card, 0),), seat, (seat + 1) % 4))
        table.do(Seal(GIVE, ((cards[0], 0),), 0, 1))
        again: list[Request] = [
            Shuffle((cards[3], cards[7]), 16),
            Seal(SHOW, ((cards[2], 0),), 2, 1),
            Open(((cards[5], 0, None),)),
        ]
        table.begin(again[after == ELSEWHERE])
        while table.watcher.waiting()[0] not in ((3, "mix"), (1, "receipt")):
            table.step()
        table.lose(3)
        for request in again:
            table.do(request)
        table.do(Reveal())
    assert len(nonces) > 60
    assert max(map(len, nonces.values())) == 1
