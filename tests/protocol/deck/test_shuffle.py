"""The proof of shuffle: whole for every honest mix, and each of its equations needed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.deck import derived_secrets, shuffle
from protocol.deck.batch_arithmetic import Calculator
from protocol.deck.errors import InvalidError
from protocol.deck.group import ORDER, POINT_BYTES, SECP256K1, Group, Point
from protocol.deck.shuffle import Pair
from protocol.deck.transcript import digest
from tests.protocol.deck.forger import Forger, Matrix, pair_of, permutation_matrix, transform
from tests.simulation.glass_deck import GLASS

CONTEXT = b"a context"
SEED = hashlib.sha256(b"a mixer").digest()
HALF = pow(2, -1, ORDER)

COLUMNS = "the commitment's columns do not add up to one"
END = "the chain does not end in the product"
LINKED = "the commitment is not to these exponents"
FIRST = "the first halves are not a mix"
SECOND = "the second halves are not a mix"
CHAIN = "the chain is broken"


def calculator(group: Group = SECP256K1) -> Calculator:
    """A fresh one each time, so that no memory of an earlier verdict answers."""
    return Calculator(group, private=b"known to nobody else")


def cards(calc: Calculator, size: int) -> list[Pair]:
    group = calc.group
    return [pair_of(calc, group.base(7 + i), group.hash(b"face %d" % i)) for i in range(size)]


def joint(calc: Calculator) -> Point:
    return calc.group.base(987654321)


def failing(calc: Calculator, before: Sequence[Pair], after: Sequence[Pair], proof: bytes) -> set[str]:
    """All equations that do not hold, not only the first."""
    statement = shuffle._statement(calc.group, CONTEXT, joint(calc), before, after)
    claim = shuffle._claim(calc, statement, proof, len(before))
    found = {
        why
        for why, holds in shuffle.equations(calc, claim, statement, joint(calc), before, after)
        if not holds
    }
    ins, outs = shuffle.fold(calc, before)(), shuffle.fold(calc, after)()
    assert shuffle._hold_as_one(calc, claim, statement, joint(calc), ins, outs) == (not found)
    return found


def refuses(
    calc: Calculator, context: bytes, key: Point, before: Sequence[Pair], after: Sequence[Pair], proof: object
) -> bool:
    try:
        shuffle.verify(calc, context, key, before, after, proof)
    except InvalidError:
        return True
    return False


def honest(calc: Calculator, size: int) -> tuple[list[Pair], list[Pair], bytes]:
    before = cards(calc, size)
    secret = shuffle.witness(SEED, CONTEXT, before)
    after = shuffle.mix(calc, joint(calc), before, secret)
    return before, after, shuffle.prove(calc, CONTEXT, SEED, joint(calc), before, after, secret)


@pytest.mark.parametrize("group", [SECP256K1, GLASS], ids=["real", "glass"])
@pytest.mark.parametrize("size", [1, 2, 3, 8])
def test_an_honest_mix_is_accepted(group: Group, size: int) -> None:
    calc = calculator(group)
    before, after, proof = honest(calc, size)
    assert len(proof) == shuffle.proof_bytes(size)
    assert failing(calc, before, after, proof) == set()
    shuffle.verify(calc, CONTEXT, joint(calc), before, after, proof)


@pytest.mark.slow
@pytest.mark.parametrize("size", [40, 108, 112])
def test_an_honest_mix_of_a_whole_deck_is_accepted(size: int) -> None:
    calc = calculator()
    before, after, proof = honest(calc, size)
    shuffle.verify(calculator(), CONTEXT, joint(calc), before, after, proof)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.integers(1, 112), st.binary(min_size=32, max_size=32))
def test_mixing_keeps_the_cards_at_every_size(size: int, seed: bytes) -> None:
    """Over the glass group, where decrypting is division."""
    calc = calculator(GLASS)
    before = cards(calc, size)
    secret = shuffle.witness(seed, CONTEXT, before)
    after = shuffle.mix(calc, joint(calc), before, secret)

    def opened(pair: Pair) -> int:
        return int(pair.b - pair.a * 987654321) % ORDER

    assert [opened(pair) for pair in after] == [opened(before[source]) for source in secret.order]
    assert not {pair.raw for pair in after} & {pair.raw for pair in before}
    proof = shuffle.prove(calc, CONTEXT, seed, joint(calc), before, after, secret)
    shuffle.verify(calc, CONTEXT, joint(calc), before, after, proof)


ORDER4 = [2, 0, 3, 1]
P4 = permutation_matrix(ORDER4)


def forged(
    matrix: Matrix, committed: Matrix | None = None, *, mend_end: bool = False, bend: bool = False
) -> tuple[Calculator, list[Pair], list[Pair], Forger]:
    calc = calculator()
    before = cards(calc, len(matrix))
    blinds = derived_secrets.scalars(SEED, len(matrix), "blinds")
    forger = Forger(matrix, committed or matrix, blinds, mend_end=mend_end)
    if bend:
        point = calc.group.base(5)
        forger.offsets = {0: point, 1: calc.group.neg(point)}
    return calc, before, transform(calc, joint(calc), before, matrix, blinds), forger


def test_the_forger_is_honest_if_it_wants() -> None:
    """Else the tests below would show nothing: its lies must be all that is wrong."""
    calc, before, after, forger = forged(P4)
    assert failing(calc, before, after, forger.prove(calc, CONTEXT, joint(calc), before, after)) == set()


def scaled() -> Matrix:
    """Output 0 is half a card, output 1 a doubled one: the product of the factors is still one."""
    return [[value * [2, HALF, 1, 1][j] for j, value in enumerate(row)] for row in P4]


def combined() -> Matrix:
    """Every column adds up to one, but outputs are linear combinations of cards."""
    return [[3, 5, 0, 0], [ORDER - 2, ORDER - 4, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]


@pytest.mark.parametrize(
    ("matrix", "committed", "mend_end", "bend", "equation"),
    [
        pytest.param(scaled(), None, False, False, COLUMNS, id="scaled cards"),
        pytest.param(combined(), None, False, False, END, id="linear combinations"),
        pytest.param(P4, permutation_matrix([0, 1, 2, 3]), False, False, LINKED, id="unlinked commitment"),
        pytest.param(combined(), None, True, False, CHAIN, id="broken chain, mended end"),
        pytest.param(P4, None, False, True, CHAIN, id="two broken links that cancel"),
    ],
)
def test_each_lie_breaks_one_equation_alone(
    matrix: Matrix, committed: Matrix | None, mend_end: bool, bend: bool, equation: str
) -> None:
    calc, before, after, forger = forged(matrix, committed, mend_end=mend_end, bend=bend)
    proof = forger.prove(calc, CONTEXT, joint(calc), before, after)
    assert failing(calc, before, after, proof) == {equation}
    with pytest.raises(InvalidError, match=equation):
        shuffle.verify(calc, CONTEXT, joint(calc), before, after, proof)


@pytest.mark.parametrize(("half", "equation"), [("a", FIRST), ("b", SECOND)])
def test_a_changed_half_breaks_its_equation_alone(half: str, equation: str) -> None:
    calc, before, after, forger = forged(P4)
    a, b, _ = after[0]
    extra = calc.group.base(11)
    after[0] = pair_of(
        calc, *((calc.group.add([a, extra]), b) if half == "a" else (a, calc.group.add([b, extra])))
    )
    proof = forger.prove(calc, CONTEXT, joint(calc), before, after)
    assert failing(calc, before, after, proof) == {equation}


def test_who_knew_anothers_weights_could_cheat_them_alone() -> None:
    """Both halves of a card are changed so that it cancels out under one verifier's weights: that is why they
    are secret, and why a check under other weights, or without any, finds it all the same."""
    calc, before, after, forger = forged(P4)
    first, second = calc.weights(2, "fold")
    group = calc.group
    a, b, _ = after[0]
    lie = [pair_of(calc, group.add([a, group.base(second)]), group.add([b, group.base(-first)])), *after[1:]]
    proof = forger.prove(calc, CONTEXT, joint(calc), before, lie)
    shuffle.verify(calculator(), CONTEXT, joint(calc), before, lie, proof)
    for other in (Calculator(private=b"weights of somebody else"), Calculator()):
        with pytest.raises(InvalidError, match=FIRST):
            shuffle.verify(other, CONTEXT, joint(calc), before, lie, proof)


def test_the_exponents_hash_the_commitment() -> None:
    """Else scaled cards could be proved by a commitment that is made to fit the exponents."""
    calc, before, after, forger = forged(scaled())
    forger.adaptive = True
    proof = forger.prove(calc, CONTEXT, joint(calc), before, after)
    assert LINKED in failing(calc, before, after, proof)


def test_the_challenge_hashes_the_hints() -> None:
    """Else any chain could be mended after the fact."""
    calc, before, after, forger = forged(combined(), mend_end=True)
    forger.late_hints = True
    assert failing(calc, before, after, forger.prove(calc, CONTEXT, joint(calc), before, after))


def test_the_challenge_hashes_the_first_points() -> None:
    """Else any list at all could be proved."""
    calc, before, after, forger = forged(P4)
    after[0] = pair_of(calc, calc.group.base(3), calc.group.hash(b"ace"))
    forger.late_firsts = True
    assert failing(calc, before, after, forger.prove(calc, CONTEXT, joint(calc), before, after))


def test_exponents_and_challenge_hash_all_that_was_said_before() -> None:
    said = [b"statement", b"commits", b"links", b"hints", b"firsts"]
    changed = [[*said[:i], b"other", *said[i + 1 :]] for i in range(5)]
    assert len({shuffle._challenge(*one) for one in [said, *changed]}) == 6
    exponents = [shuffle._exponents(a, b, 3) for a, b in ((b"s", b"c"), (b"t", b"c"), (b"s", b"d"))]
    assert len({u for one in exponents for u in one}) == 9


def reblinded(calc: Calculator, pair: Pair, blind: int) -> Pair:
    a = calc.group.add([pair.a, calc.group.base(blind)])
    return pair_of(calc, a, calc.group.add([pair.b, calc.group.mul(joint(calc), blind)]))


def test_other_lists_are_refused_whatever_the_proof() -> None:
    """A duplicate, a re-blinded copy of another position, swapped halves, a stranger's card, a lost card."""
    calc, before, after, forger = forged(P4)
    lies = {
        "duplicate": [after[1], *after[1:]],
        "re-blinded copy": [reblinded(calc, after[1], 77), *after[1:]],
        "copy of an input": [reblinded(calc, before[ORDER4[1]], 78), *after[1:]],
        "swapped halves": [pair_of(calc, after[0].b, after[0].a), *after[1:]],
        "crossed halves": [
            pair_of(calc, after[0].a, after[1].b),
            pair_of(calc, after[1].a, after[0].b),
            *after[2:],
        ],
        "another card": [pair_of(calc, calc.group.base(3), calc.group.hash(b"ace")), *after[1:]],
    }
    for name, lie in lies.items():
        proof = forger.prove(calc, CONTEXT, joint(calc), before, lie)
        assert refuses(calc, CONTEXT, joint(calc), before, lie, proof), name


def test_a_proof_is_for_one_statement_only() -> None:
    calc = calculator()
    before, after, proof = honest(calc, 3)
    other = calc.group.base(5)
    statements = {
        "another context": (b"another", joint(calc), before, after),
        "another key": (CONTEXT, other, before, after),
        "another input": (CONTEXT, joint(calc), [*before[:2], after[2]], after),
        "inputs reordered": (CONTEXT, joint(calc), before[::-1], after),
        "outputs reordered": (CONTEXT, joint(calc), before, after[::-1]),
        "re-blinded again": (CONTEXT, joint(calc), before, [reblinded(calc, after[0], 9), *after[1:]]),
        "decks swapped": (CONTEXT, joint(calc), after, before),
        "a card less": (CONTEXT, joint(calc), before[:2], after[:2]),
        "lengths differ": (CONTEXT, joint(calc), before, after[:2]),
        "nothing": (CONTEXT, joint(calc), [], []),
    }
    shuffle.verify(calculator(), CONTEXT, joint(calc), before, after, proof)
    for name, statement in statements.items():
        assert refuses(calculator(), *statement, proof), name


def test_every_part_of_a_proof_counts() -> None:
    """Flip one bit in each point and scalar of a proof in turn."""
    calc = calculator()
    before, after, proof = honest(calc, 2)
    edges = [POINT_BYTES * i for i in range(3 * 2 + 5)]
    edges += [POINT_BYTES * 11 + 32 * i for i in range(2 * 2 + 4)]
    for at in edges:
        for place in (at, at + 31):
            broken = bytearray(proof)
            broken[place] ^= 1
            assert refuses(calculator(), CONTEXT, joint(calc), before, after, bytes(broken)), f"byte {place}"


@pytest.mark.parametrize("proof", [b"", b"\x00", None, 5, [], "text", bytearray(619)])
def test_what_is_no_proof_is_refused(proof: object) -> None:
    calc = calculator()
    before, after, _ = honest(calc, 2)
    with pytest.raises(InvalidError, match="length"):
        shuffle.verify(calc, CONTEXT, joint(calc), before, after, proof)


@pytest.mark.parametrize("group", [SECP256K1, GLASS], ids=["real", "glass"])
def test_a_mix_is_compared_with_its_seed_as_one_sum(group: Group) -> None:
    """It holds for the order and the blindings of the seed, and for no others; nor for another list."""
    calc, size = calculator(group), 5
    before, after, _ = honest(calc, size)
    order, blinds = shuffle.witness(SEED, CONTEXT, before)
    swapped = [after[1], after[0], *after[2:]]
    other_half = [*after[:-1], pair_of(calc, after[-1].a, after[0].b)]

    def holds(order: list[int], blinds: list[int], after: list[Pair]) -> bool:
        folds = shuffle.fold(calc, before), shuffle.fold(calc, after)
        return shuffle.is_mixed_by(calc, joint(calc), shuffle.Witness(order, blinds), *folds, b"bound")

    assert holds(order, blinds, after)
    for place in range(size):
        other = [blind + (place == at) for at, blind in enumerate(blinds)]
        assert not holds(order, other, after)
    assert not holds([order[1], order[0], *order[2:]], blinds, after)
    assert not holds(order, blinds, swapped)
    assert not holds(order, blinds, other_half)
    assert not holds(order, [blinds[1], blinds[0], *blinds[2:]], after)


def test_the_memory_of_verdicts_does_not_mix_them_up() -> None:
    calc = calculator()
    before, after, proof = honest(calc, 2)
    bad = proof[:-1] + bytes([proof[-1] ^ 1])
    for _ in range(2):
        shuffle.verify(calc, CONTEXT, joint(calc), before, after, proof)
        with pytest.raises(InvalidError):
            shuffle.verify(calc, CONTEXT, joint(calc), before, after, bad)


def test_the_order_and_blinding_depend_on_deck_context_and_seed() -> None:
    calc = calculator(GLASS)
    before = cards(calc, 52)
    base = shuffle.witness(SEED, CONTEXT, before)
    assert base == shuffle.witness(SEED, CONTEXT, before)
    others = [
        shuffle.witness(SEED, b"another", before),
        shuffle.witness(SEED, CONTEXT, before[::-1]),
        shuffle.witness(bytes(32), CONTEXT, before),
    ]
    assert all(other.order != base.order and not set(other.blinds) & set(base.blinds) for other in others)


def test_generators_are_distinct() -> None:
    chain, places, _ = shuffle.generators(SECP256K1, 112)
    assert len({SECP256K1.encode(point) for point in [chain, *places, SECP256K1.base(1)]}) == 114


def test_every_nonce_of_a_proof_is_derived_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """A nonce that could be guessed would show the order, and one used twice would too."""
    calc = calculator()
    plain, drawn = derived_secrets.scalars, []

    def recorded(seed: bytes, count: int, label: str, *bound: bytes) -> list[int]:
        drawn.append((seed, count, label, bound))
        return plain(seed, count, label, *bound)

    monkeypatch.setattr(derived_secrets, "scalars", recorded)
    for size in (3, 4):
        before = cards(calc, size)
        secret = shuffle.witness(SEED, CONTEXT, before)
        after = shuffle.mix(calc, joint(calc), before, secret)
        drawn.clear()
        proof = shuffle.prove(calc, CONTEXT, SEED, joint(calc), before, after, secret)
        shuffle.verify(calculator(), CONTEXT, joint(calc), before, after, proof)
        labels = {label: count for _, count, label, _ in drawn}
        assert labels == {
            "shuffle rho": size,
            "shuffle hat": size,
            "shuffle omega": 4,
            "shuffle omega hat": size,
            "shuffle omega mix": size,
        }
        statement = shuffle._statement(calc.group, CONTEXT, joint(calc), before, after)
        bound = (digest("shuffle nonces", statement),)
        assert all((seed, binding) == (SEED, bound) for seed, _, _, binding in drawn)
    pieces = set()
    for seed in (SEED, bytes(32)):
        proof = shuffle.prove(calc, CONTEXT, seed, joint(calc), before, after, secret)
        edge = POINT_BYTES * (3 * 4 + 5)
        pieces |= {proof[at : at + POINT_BYTES] for at in range(0, edge, POINT_BYTES)}
        pieces |= {proof[at : at + 32] for at in range(edge, len(proof), 32)}
    assert len(pieces) == 2 * (3 * 4 + 5 + 4 + 2 * 4)
