"""A small neural network that estimates the probability of winning, in plain Python."""

from __future__ import annotations

from array import array
from base64 import b85decode, b85encode
from collections.abc import Sequence
from math import exp
from operator import itemgetter, mul
from typing import NamedTuple

HIDDEN = 32
"""How many hidden units a network has."""
STEPS = 2048
"""Weights are stored as whole numbers, in steps of 1/2048; they are smaller than 16."""


class Network(NamedTuple):
    """One layer of rectified units beside a linear part, and a logistic output."""

    bias: float
    linear: Sequence[float]
    units: Sequence[tuple[float, float, Sequence[float]]]
    """For each hidden unit its bias, the weight of its output, and the weights of its inputs."""

    def value(self, numbers: Sequence[float]) -> float:
        """The probability of winning in the position that these numbers describe."""
        # Most numbers are 0: skipping them saves a third of the time, and changes no sum. With fewer than two
        # places, an `itemgetter` gives no tuple.
        chosen = itemgetter(*[at for at, number in enumerate(numbers) if number or at < 2])
        numbers = chosen(numbers)
        total = self.bias + sum(map(mul, chosen(self.linear), numbers))
        for bias, output, inputs in self.units:
            signal = bias + sum(map(mul, chosen(inputs), numbers))
            if signal > 0:
                total += output * signal
        return 1 / (1 + exp(-total))

    def text(self) -> str:
        """The network in printable characters."""
        weights = [self.bias, *self.linear]
        for bias, output, inputs in self.units:
            weights += [bias, output, *inputs]
        steps = array("h", (max(-32768, min(32767, round(STEPS * weight))) for weight in weights))
        return b85encode(b"".join(step.to_bytes(2, "big", signed=True) for step in steps)).decode()


def read(text: str, inputs: int) -> Network:
    """The network that `Network.text` wrote."""
    content = b85decode("".join(text.split()))
    weights = [
        int.from_bytes(content[at : at + 2], "big", signed=True) / STEPS for at in range(0, len(content), 2)
    ]
    size = inputs + 2
    assert len(weights) == inputs + 1 + HIDDEN * size
    units = [weights[at : at + size] for at in range(inputs + 1, len(weights), size)]
    return Network(
        weights[0],
        tuple(weights[1 : inputs + 1]),
        tuple((bias, output, tuple(rest)) for bias, output, *rest in units),
    )
