"""Several cores and a memory change what verification costs, never what it finds."""

from __future__ import annotations

import ast
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import protocol.deck
from protocol.deck import Calculator, InvalidError, Memo, MisuseError, RefusedError, Shuffle
from protocol.deck.group import LAMBDA, ORDER
from tests.protocol.deck.history import RecordedDeck, feed
from tests.protocol.deck.table import Table, secret_of, setup_of
from tests.simulation.glass_deck import Glass


class Counting(Glass):
    """Counts products."""

    def __init__(self) -> None:
        self.count = 0

    def mul(self, point: int, scalar: int) -> int:
        self.count += 1
        return super().mul(point, scalar)


def test_what_one_deck_verified_the_next_in_the_process_need_not() -> None:
    table = Table(setup_of(3, 20))
    table.deal()
    group = Counting()
    calc = Calculator(group)
    spent = []
    for _ in range(3):
        start = group.count
        deck = RecordedDeck(table.setup, calculator=calc)
        for event in table.watcher.history:
            feed(deck, event)
        spent.append(group.count - start)
    assert spent[0] > 3 * 8 * 20
    assert spent[1:] == [0, 0]


def test_only_ones_own_proof_as_one_made_it_is_not_verified_again() -> None:
    """Not another's, not after a restart, and not if either mix or proof is other than one made it."""
    seats, size = 2, 30
    table = Table(setup_of(seats, size))
    table.deal()
    history = table.watcher.history

    def products(seat: int, made: set[str], spoil: bool = False) -> int:
        """Spent by a seat's deck on taking its own proof, if in this process it made these steps."""
        group = Counting()
        deck = RecordedDeck(table.setup, seat, secret_of(seat), calculator=Calculator(group))
        for event in history:
            own = event[0] == "take" and event[1] == seat
            if own and event[2] in made:
                deck.answer(event[2])
            start = group.count
            if own and event[2] == "prove":
                if spoil:
                    with pytest.raises(RefusedError):
                        deck.take(seat, "prove", [event[3][0][:-1] + bytes([event[3][0][-1] ^ 1])])
                feed(deck, event)
                return group.count - start
            feed(deck, event)
        raise LookupError

    assert products(1, {"mix", "prove"}) == 0
    assert products(1, {"prove"}) > 8 * size
    assert products(1, {"mix"}) > 8 * size
    assert products(1, set()) > 8 * size
    assert products(1, {"mix", "prove"}, spoil=True) > 2 * size


def test_a_memo_forgets_the_oldest_and_remembers_refusals() -> None:
    memo = Memo(limit=2)
    runs: list[str] = []

    def verify(name: str, good: bool = True) -> None:
        def run() -> None:
            runs.append(name)
            if not good:
                raise InvalidError("no good")

        memo.check(name.encode(), run)

    for name in "aab":
        verify(name)
    for _ in range(2):
        with pytest.raises(InvalidError, match="no good"):
            verify("c", good=False)
    verify("b")
    verify("a")
    assert runs == ["a", "b", "c", "a"]


@pytest.mark.parametrize("private", [None, b"weights of our own"], ids=["no weights", "own weights"])
def test_with_threads_all_comes_out_the_same(private: bytes | None) -> None:
    table = Table(setup_of(2, 60), group=protocol.deck.Calculator().group)
    with ThreadPoolExecutor(2) as executor:
        calc = Calculator(executor=executor, private=private)
        table.decks[1] = RecordedDeck(table.setup, 1, b"\x01" * 32, calculator=calc)
        other = RecordedDeck(table.setup, 1, b"\x01" * 32)
        table.deal()
        for at, event in enumerate(table.watcher.history):
            if event[:2] == ["take", 1] and event[2] in ("mix", "prove"):
                assert other.answer(event[2]) == event[3], at
            feed(other, event)


@pytest.mark.parametrize(("place", "reason"), [(-1, "shuffle proof: "), (0, "not a point")])
def test_a_bad_proof_is_refused_for_the_same_reason_by_all(place: int, reason: str) -> None:
    """With and without threads, with and without weights of one's own."""
    table = Table(setup_of(2, 60))
    table.run()
    table.begin(Shuffle(tuple(range(60)), 60))
    while table.watcher.waiting()[0][1] == "mix":
        table.step()
    (proof,) = table.decks[0].answer("prove")
    bad = bytearray(proof)
    bad[place] ^= 1
    why = set()
    with ThreadPoolExecutor(2) as executor:
        for threads in (None, executor):
            for private in (None, b"weights of our own", b"weights of others"):
                deck = RecordedDeck(table.setup, calculator=Calculator(Glass(), threads, private=private))
                for event in table.watcher.history:
                    feed(deck, event)
                with pytest.raises(RefusedError) as refused:
                    deck.take(0, "prove", [bytes(bad)])
                why.add(refused.value.blame)
                deck.take(0, "prove", [proof])
    assert [(blame.seat, blame.step) for blame in why] == [(0, "prove")]
    assert reason in why.pop().reason


def test_weights_of_our_own_spare_a_quarter_of_the_products() -> None:
    size, seats = 40, 4
    table = Table(setup_of(seats, size, split=False))
    table.deal()
    spent = {}
    for private in (None, b"weights of our own"):
        group = Counting()
        deck = RecordedDeck(table.setup, calculator=Calculator(group, private=private))
        for event in table.watcher.history:
            feed(deck, event)
        spent[private] = group.count
    assert spent[None] > 8 * size * seats
    # Six for each card and mix, and the first list folded.
    assert spent[b"weights of our own"] < (6 * seats + 2) * size + 20 * seats


def test_weights_are_bound_to_what_they_weigh() -> None:
    calc = Calculator(private=b"weights of our own")
    drawn = [
        *calc.weights(3, "a"),
        *calc.weights(3, "b"),
        *Calculator(private=b"weights of others").weights(3, "a"),
    ]
    assert len(set(drawn)) == 9
    assert calc.weights(3, "a") == drawn[:3]
    with pytest.raises(MisuseError, match="no weights"):
        Calculator().weights(1, "a")
    with pytest.raises(MisuseError, match="guessed"):
        Calculator(private=b"fifteen bytes..")


def test_weights_have_128_random_bits() -> None:
    """In the one way that each is made of two short halves, both halves fill their 64 bits."""
    seen = [0, 0]
    for weight in Calculator(private=b"weights of our own").weights(60, "a"):
        for at, half in enumerate(halves(weight)):
            assert 0 <= half < 1 << 64
            seen[at] |= half
    assert seen == [(1 << 64) - 1] * 2


def halves(weight: int) -> tuple[int, int]:
    """(x, y) with `x + y·LAMBDA = weight` and both short: (weight, 0) less the lattice's nearest vector."""
    long, short = (ORDER, 0), (ORDER - LAMBDA, 1)
    while abs(short[0]) >= 1 << 128:
        times = long[0] // short[0]
        long, short = short, (long[0] - times * short[0], long[1] - times * short[1])
    (a, b), (c, d) = long, short
    whole = a * d - b * c
    s, t = (2 * weight * d + whole) // (2 * whole), (-2 * weight * b + whole) // (2 * whole)
    return weight - s * a - t * c, -s * b - t * d


PACKAGE = Path(protocol.deck.__file__).parent


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{name.name}" for name in node.names}
    return found


def test_the_deck_draws_nothing_and_does_no_io() -> None:
    allowed = {
        "__future__",
        "collections",
        "contextlib",
        "concurrent",
        "dataclasses",
        "enum",
        "functools",
        "hashlib",
        "itertools",
        "typing",
    }
    allowed |= {"btclib_secp256k1", "cryptography", "protocol"}
    for path in PACKAGE.glob("*.py"):
        for name in imported(path):
            assert name.split(".")[0] in allowed, (path.name, name)
            assert not name.startswith("protocol") or name.startswith("protocol.deck"), (path.name, name)


def test_nothing_that_a_player_can_start_knows_the_glass_deck() -> None:
    root = PACKAGE.parents[1]
    paths = [path for room in ("p2puno", "protocol", "cli") for path in (root / room).rglob("*.py")]
    assert len(paths) > 20
    assert not [path for path in paths if any("glass" in name for name in imported(path))]
