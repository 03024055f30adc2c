"""Derivation: the same again after a restart, never the same for two purposes, and uniform."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from protocol.deck import derived_secrets
from protocol.deck.group import ORDER
from protocol.deck.transcript import digest, frame

SEED = bytes(range(32))


def test_framing_can_be_read_in_one_way_only() -> None:
    framed = [
        frame(b"ab"),
        frame(b"a", b"b"),
        frame(b"abb"),
        frame("ab"),
        frame("a", "b"),
        frame(b""),
        frame(),
        frame(0),
        frame(bytes(8)),
        frame(frame(b"ab")),
    ]
    assert len(set(framed)) == len(framed)
    assert digest("x", b"y") != digest("xy")


def test_seeds_differ_by_secret_game_history_and_seat() -> None:
    game = bytes(32)
    made = {
        derived_secrets.deal_seed(secret, g, after, seat)
        for secret in (SEED, bytes(32))
        for g in (game, SEED)
        for after in (game, SEED, digest("another"))
        for seat in range(3)
    }
    assert len(made) == 2 * 2 * 3 * 3


def test_scalars_are_in_range_and_differ_by_label_and_place() -> None:
    many = (
        derived_secrets.scalars(SEED, 400, "one")
        + derived_secrets.scalars(SEED, 400, "two")
        + derived_secrets.scalars(SEED, 9, "one", b"bound")
    )
    assert len(set(many)) == len(many)
    assert all(0 < value < ORDER for value in many)
    assert derived_secrets.scalars(SEED, 400, "one") == many[:400]


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_permutations_are_uniform(size: int) -> None:
    """Chi-squared over all orders; the bound is the 0.9999 quantile or above (Wilson and Hilferty)."""
    draws = 6000
    counts = Counter(tuple(derived_secrets.permutation(SEED, size, "order", i)) for i in range(draws))
    cells = math.factorial(size)
    expected = draws / cells
    chi = sum((count - expected) ** 2 / expected for count in counts.values())
    chi += expected * (cells - len(counts))
    assert chi <= quantile(cells - 1)


def quantile(freedom: int) -> float:
    """About the 0.9999 quantile of the chi-squared distribution."""
    if not freedom:
        return 0.0
    share = 2 / (9 * freedom)
    return freedom * (1 - share + 3.719 * math.sqrt(share)) ** 3


def test_a_long_permutation_takes_more_than_one_page() -> None:
    order = derived_secrets.permutation(SEED, 160, "order")
    assert sorted(order) == list(range(160))
    assert order == derived_secrets.permutation(SEED, 160, "order")


def test_draws_are_rejected_rather_than_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A draw above the last whole multiple is thrown away: here the first is the largest possible."""
    pages = [b"\xff" * 8 + (1).to_bytes(8, "big") * 127]
    monkeypatch.setattr(derived_secrets, "stream", lambda *_: pages[0])
    # The largest draw is 0 modulo 3 and would swap with 0; it is rejected and 1 is drawn instead.
    assert derived_secrets.permutation(SEED, 3, "order") == [0, 2, 1]
