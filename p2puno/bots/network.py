"""A small neural network that corrects an estimate of the probability of winning, in plain Python."""

from __future__ import annotations

from array import array
from base64 import b85decode, b85encode
from collections.abc import Sequence
from math import exp, log
from operator import itemgetter, mul
from typing import NamedTuple

FIRST, SECOND = 64, 32
"""How many units each layer has."""
STEPS = 2048
"""Weights are stored as whole numbers, in steps of 1/2048; they are smaller than 16."""
Unit = tuple[float, Sequence[float]]
"""The bias of a unit, and the weights of its inputs."""


class Network(NamedTuple):
    """Two layers of rectified units, and a logistic output."""

    bias: float
    base: float
    """The weight of the estimate that is corrected."""
    output: Sequence[float]
    first: Sequence[Unit]
    second: Sequence[Unit]

    def value(self, numbers: Sequence[float], estimate: float) -> float:
        """The probability of winning, from an estimate of it and the numbers that describe the move."""
        signals = _layer(self.second, _layer(self.first, numbers))
        total = sum(map(mul, self.output, signals))
        return 1 / (1 + exp(-(self.bias + self.base * logit(estimate) + total)))

    def weights(self) -> list[float]:
        """All weights in one row, as `of_weights` takes them."""
        units = [weight for bias, inputs in (*self.first, *self.second) for weight in (bias, *inputs)]
        return [self.bias, self.base, *self.output, *units]

    def text(self) -> str:
        """The network in printable characters."""
        steps = array("h", (max(-32768, min(32767, round(STEPS * weight))) for weight in self.weights()))
        return b85encode(b"".join(step.to_bytes(2, "big", signed=True) for step in steps)).decode()


def logit(probability: float) -> float:
    bounded = min(max(probability, 0.005), 0.995)
    return log(bounded / (1 - bounded))


def _layer(units: Sequence[Unit], numbers: Sequence[float]) -> list[float]:
    # Most numbers are 0: skipping them saves time, and changes no sum. With fewer than two places, an
    # `itemgetter` gives no tuple.
    chosen = itemgetter(*[at for at, number in enumerate(numbers) if number or at < 2])
    numbers = chosen(numbers)
    return [max(0.0, bias + sum(map(mul, chosen(inputs), numbers))) for bias, inputs in units]


def read(text: str) -> Network:
    """The network that `Network.text` wrote."""
    content = b85decode("".join(text.split()))
    steps = [int.from_bytes(content[at : at + 2], "big", signed=True) for at in range(0, len(content), 2)]
    return of_weights([step / STEPS for step in steps])


def of_weights(weights: Sequence[float]) -> Network:
    """The network with these weights, all in one row."""
    first, second = 2 + SECOND, len(weights) - SECOND * (1 + FIRST)
    return Network(
        weights[0],
        weights[1],
        tuple(weights[2:first]),
        _units(weights[first:second], FIRST),
        _units(weights[second:], SECOND),
    )


def _units(weights: Sequence[float], count: int) -> tuple[Unit, ...]:
    size = len(weights) // count
    assert len(weights) == count * size
    return tuple((weights[at], tuple(weights[at + 1 : at + size])) for at in range(0, len(weights), size))
