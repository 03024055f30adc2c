"""A prover that lies about a mix in a chosen way and does everything else as well as it can be done.

It proves a "mix" by any square matrix instead of a permutation, with a commitment to another matrix if
wished, and can bend the chain. With a permutation's matrix twice and nothing bent it is an honest prover.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from protocol.deck import derived_secrets, shuffle
from protocol.deck.batch_arithmetic import Calculator
from protocol.deck.group import ORDER, Point, scalar_bytes
from protocol.deck.shuffle import Pair

Matrix = list[list[int]]
SEED = hashlib.sha256(b"a forger's nonces").digest()


def permutation_matrix(order: Sequence[int]) -> Matrix:
    """Row i, column j: 1 if output j is input i."""
    return [[int(order[j] == i) for j in range(len(order))] for i in range(len(order))]


def inverse(matrix: Matrix) -> Matrix:
    """Gauss-Jordan modulo the group's order."""
    size = len(matrix)
    rows = [
        [*(value % ORDER for value in row), *(int(i == j) for j in range(size))]
        for i, row in enumerate(matrix)
    ]
    for column in range(size):
        pivot = next(row for row in range(column, size) if rows[row][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = pow(rows[column][column], -1, ORDER)
        rows[column] = [value * scale % ORDER for value in rows[column]]
        for row in range(size):
            if row != column and rows[row][column]:
                factor = rows[row][column]
                rows[row] = [(a - factor * b) % ORDER for a, b in zip(rows[row], rows[column], strict=True)]
    return [row[size:] for row in rows]


def pair_of(calc: Calculator, a: Point, b: Point) -> Pair:
    return Pair(a, b, calc.group.encode(a) + calc.group.encode(b))


def transform(
    calc: Calculator, joint: Point, before: Sequence[Pair], matrix: Matrix, blinds: list[int]
) -> list[Pair]:
    """The list for which `in[i] = sum of matrix[i][j]·out[j]`, re-blinded."""
    group = calc.group
    out = []
    for row, blind in zip(inverse(matrix), blinds, strict=True):
        terms = [(pair, factor) for pair, factor in zip(before, row, strict=True) if factor]
        a = group.add([*(group.mul(pair.a, factor) for pair, factor in terms), group.base(blind)])
        b = group.add([*(group.mul(pair.b, factor) for pair, factor in terms), group.mul(joint, blind)])
        out.append(pair_of(calc, a, b))
    return out


@dataclass
class Forger:
    """What is lied about."""

    matrix: Matrix
    committed: Matrix
    blinds: list[int]
    # Make the last link end in the product that it should have, at the price of the link itself.
    mend_end: bool = False
    # Points to add to the hints of the chain.
    offsets: dict[int, Point] = field(default_factory=dict)
    # Choose the commitment when the exponents are known: works if those do not hash the commitment.
    adaptive: bool = False
    # Choose the hints of the chain, or the five first points, when the challenge is known: works if that
    # does not hash them.
    late_hints: bool = False
    late_firsts: bool = False

    def prove(
        self, calc: Calculator, context: bytes, joint: Point, before: Sequence[Pair], after: Sequence[Pair]
    ) -> bytes:
        group, size = calc.group, len(before)
        encode, add, base, mul = group.encode, group.add, group.base, group.mul
        statement = shuffle._statement(group, context, joint, before, after)
        chain, places, _ = shuffle.generators(group, size)

        def nonces(count: int, label: str) -> list[int]:
            return derived_secrets.scalars(SEED, count, label, statement)

        if self.adaptive:
            self.committed = self._fitting(shuffle._exponents(statement, b"", size))
        rho = nonces(size, "rho")
        commit = [
            add([base(r), *(mul(places[j], value) for j, value in enumerate(row) if value % ORDER)])
            for r, row in zip(rho, self.committed, strict=True)
        ]
        commits = b"".join(map(encode, commit))
        u = shuffle._exponents(statement, commits, size)
        mixed = [sum(u[i] * self.matrix[i][j] for i in range(size)) % ORDER for j in range(size)]
        hat = nonces(size, "hat")
        product = 1
        for factor in u:
            product = product * factor % ORDER
        link, previous, grown = [], chain, 0
        for own, factor in zip(hat, mixed, strict=True):
            previous, grown = add([base(own), mul(previous, factor)]), (own + factor * grown) % ORDER
            link.append(previous)
        if self.mend_end:
            link[-1] = add([base(grown), mul(chain, product)])
        w1, w2, w3, w4 = nonces(4, "omega")
        w_hat, w_mix = nonces(size, "omega hat"), nonces(size, "omega mix")
        hint = [add([base(w), mul(p, m)]) for w, p, m in zip(w_hat, [chain, *link], w_mix, strict=False)]
        for index, point in self.offsets.items():
            hint[index] = add([hint[index], point])
        firsts = b"".join(
            map(
                encode,
                (
                    base(w1),
                    base(w2),
                    calc.total(places, w_mix, base(w3)),
                    calc.total([pair.a for pair in after], w_mix, base(-w4)),
                    calc.total([pair.b for pair in after], w_mix, mul(joint, -w4)),
                ),
            )
        )
        links, hints = b"".join(map(encode, link)), b"".join(map(encode, hint))
        c = shuffle._challenge(
            statement, commits, links, b"" if self.late_hints else hints, b"" if self.late_firsts else firsts
        )
        r_tilde = sum(r * e for r, e in zip(rho, u, strict=True))
        r_mix = sum(r * e for r, e in zip(self.blinds, mixed, strict=True))
        answers = [w1 + c * sum(rho), w2 + c * grown, w3 + c * r_tilde, w4 + c * r_mix]
        answers += [w + c * r for w, r in zip(w_hat, hat, strict=True)]
        answers += [w + c * e for w, e in zip(w_mix, mixed, strict=True)]
        if self.late_hints:
            before_it = [chain, *link]
            hints = b"".join(
                encode(
                    add([base(answers[4 + j]), mul(before_it[j], answers[4 + size + j]), mul(link[j], -c)])
                )
                for j in range(size)
            )
        if self.late_firsts:
            s1, s2, s3, s4 = answers[:4]
            s_mix, less = answers[4 + size :], [-c * e for e in u]
            minus_places = shuffle.generators(group, size).minus_sum
            firsts = b"".join(
                map(
                    encode,
                    (
                        add([base(s1), mul(add([*commit, minus_places]), -c)]),
                        add([base(s2), mul(link[-1], -c), mul(chain, c * product)]),
                        calc.total([*places, *commit], s_mix + less, base(s3)),
                        calc.total([pair.a for pair in (*after, *before)], s_mix + less, base(-s4)),
                        calc.total([pair.b for pair in (*after, *before)], s_mix + less, mul(joint, -s4)),
                    ),
                )
            )
        return commits + links + hints + firsts + b"".join(map(scalar_bytes, answers))

    def _fitting(self, u: list[int]) -> Matrix:
        """A matrix whose columns add up to one and that takes `u` to what `self.matrix` takes it to."""
        size = len(u)
        out = [[0] * size for _ in range(size)]
        for j in range(size):
            wanted = sum(u[i] * self.matrix[i][j] for i in range(size))
            share = (wanted - u[1]) * pow(u[0] - u[1], -1, ORDER) % ORDER
            out[0][j], out[1][j] = share, (1 - share) % ORDER
        return out
