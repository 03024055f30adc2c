"""Fit the networks of master again: `python -m benchmarks.fit_master`, after rules or descriptions change.

Hard bots play rounds, now and then choosing by chance so that unusual positions come up too. Each position in
which a turn begins or has ended is noted with who won the round. The networks learn that first; then, pass by
pass, they learn a mix of the result and of what they think of the player's next position, which is less noisy
(temporal differences). Rule sets other than classic begin with the networks of classic.

Needs numpy, which nothing else here needs: install it into the environment that runs this. The program prints
the files in `p2puno/bots/networks`.
"""

from __future__ import annotations

import argparse
import os
from array import array
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from multiprocessing import Pool
from random import Random
from typing import Any

from benchmarks.fit import EXPLORER
from p2puno.bots import Bot
from p2puno.bots.habits import Mind
from p2puno.bots.lookahead import Prospect
from p2puno.bots.master_weights import networks
from p2puno.bots.memory import Memory
from p2puno.bots.network import HIDDEN, Network
from p2puno.bots.position import SIZE, describe
from p2puno.dealer import deal
from p2puno.events import Event
from p2puno.moves import Ask, Choice, Move
from p2puno.options import VARIANTS, Options
from tests.bot_matches import play_round

ROUNDS_A_JOB = 50
PASSES = 5
FUTURE = 0.6
"""How much of the later result counts, beside what the networks think of the next position."""
MOVED, TO_MOVE = 0, 1
"""Whether a position was noted at the end of a turn or at its beginning."""
HEAD = 4
"""A note begins with the side in play, `MOVED` or `TO_MOVE`, the player's number in all, and who won."""


def notes(variant: str, seed: int, numbers: Sequence[int]) -> bytes:
    """The notes of these rounds, one after the other, as 32-bit numbers."""
    found = array("f")
    for number in numbers:
        for player, side, kind, numbers_of_position, won in _of_one_round(
            variant, f"{seed}/{variant}/{number}"
        ):
            found.extend((side, kind, 10 * (number - numbers[0]) + player, won, *numbers_of_position))
    return found.tobytes()


def _of_one_round(variant: str, seed: str) -> list[tuple[int, int, int, list[float], bool]]:
    random = Random(seed)
    players = 4 if random.random() < 0.75 else random.choice((2, 3, 5, 6))
    bots = {seat: Bot("hard", Random(random.getrandbits(64))) for seat in range(players)}
    memories = {seat: Memory() for seat in bots}
    for bot in bots.values():
        bot.habits = EXPLORER
    table = deal(Options(variant), range(players), random.randrange(players), random)
    round = table.round
    noted: list[tuple[int, int, int, list[float]]] = []
    before: tuple[int, int, int] | None = None

    def note(seat: int, kind: int, first: int) -> None:
        prospect = Prospect(Mind(table.views[seat], random, memories[seat], None))
        noted.append((seat, round.side, kind, describe(prospect.outlook(prospect.now(), first))))

    def watch(_: int, move: Move, news: list[Event]) -> None:
        nonlocal before
        for seat, memory in memories.items():
            for event in news:
                memory.hear(table.views[seat], event)
        now = round.turn, len(round.discard), len(round.pile)
        if type(round.waiting) is Choice and round.waiting.ask is Ask.TURN and before != now:
            if before is not None and before[0] != round.turn and before[0] in round.hands:
                note(before[0], MOVED, round.turn)
            note(round.turn, TO_MOVE, round.next(round.turn))
            before = now

    result = play_round(table, bots, random, watch, seed)
    return [(*position, result.out == position[0]) for position in noted]


class Learner:
    """One network while it learns, with the moments of Adam's method."""

    def __init__(self, numpy: Any, seed: int, weights: list[Any] | None = None) -> None:
        self.np = numpy
        self.random = numpy.random.default_rng(seed)
        if weights is None:
            inputs = self.random.normal(0, SIZE**-0.5, (SIZE, HIDDEN))
            outputs = self.random.normal(0, HIDDEN**-0.5, HIDDEN)
            weights = [inputs, numpy.zeros(HIDDEN), outputs, numpy.full(1, -1.1), numpy.zeros(SIZE)]
        self.weights = [weight.astype("f") for weight in weights]

    def value(self, positions: Any) -> Any:
        inputs, biases, outputs, bias, linear = self.weights
        total = self.np.maximum(positions @ inputs + biases, 0) @ outputs + bias[0] + positions @ linear
        return 1 / (1 + self.np.exp(-total))

    def learn(self, positions: Any, targets: Any, epochs: int, rate: float, batch: int = 512) -> None:
        np = self.np
        first = [np.zeros_like(weight) for weight in self.weights]
        second = [np.zeros_like(weight) for weight in self.weights]
        steps = max(1, epochs * (len(positions) // batch))
        for step in range(1, steps + 1):
            if (step - 1) % max(1, len(positions) // batch) == 0:
                order, at = self.random.permutation(len(positions)), 0
            chosen, at = order[at : at + batch], at + batch
            now = rate * 0.5 * (1 + np.cos(np.pi * step / steps)) + 1e-5
            for i, slope in enumerate(self._slopes(positions[chosen], targets[chosen])):
                first[i] = 0.9 * first[i] + 0.1 * slope
                second[i] = 0.999 * second[i] + 0.001 * slope**2
                scale = np.sqrt(second[i] / (1 - 0.999**step)) + 1e-8
                self.weights[i] = self.weights[i] - now * first[i] / (1 - 0.9**step) / scale

    def _slopes(self, positions: Any, targets: Any) -> list[Any]:
        np, (inputs, biases, outputs, _, _) = self.np, self.weights
        signal = positions @ inputs + biases
        error = (self.value(positions) - targets) / len(positions)
        back = np.outer(error, outputs) * (signal > 0)
        return [
            *(positions.T @ back + 1e-5 * inputs, back.sum(0)),
            *(np.maximum(signal, 0).T @ error, np.array([error.sum()]), positions.T @ error),
        ]

    @staticmethod
    def of(network: Network, numpy: Any, seed: int) -> Learner:
        """A network that is already fitted, to learn on."""
        biases, outputs, inputs = zip(*network.units, strict=True)
        weights = [numpy.array(inputs).T, biases, outputs, [network.bias], network.linear]
        return Learner(numpy, seed, [numpy.array(weight) for weight in weights])

    def network(self) -> Network:
        inputs, biases, outputs, bias, linear = (weight.tolist() for weight in self.weights)
        units = zip(biases, outputs, zip(*inputs, strict=True), strict=True)
        return Network(bias[0], linear, tuple(units))


def learn(
    found: Any, numpy: Any, seed: int, begin: dict[tuple[int, int], Learner]
) -> dict[tuple[int, int], Learner]:
    """The networks by side, and by whether the turn is over, from the notes of all rounds."""
    kinds = [(int(side), int(kind)) for side, kind in found[:, :2]]
    players, won, positions = found[:, 2], found[:, 3], found[:, HEAD:]
    order = numpy.argsort(players, kind="stable")
    followed = [(at, after) for at, after in pairwise(order.tolist()) if players[at] == players[after]]
    targets = won.copy()
    learners = {
        kind: Learner(numpy, seed, begin[0, kind[1]].weights if begin else None)
        for kind in sorted(set(kinds))
    }
    members = {kind: numpy.array([each == kind for each in kinds]) for kind in learners}
    for number in range(PASSES):
        values = numpy.empty(len(found))
        for kind, learner in learners.items():
            those = members[kind]
            epochs, rate = (6, 2e-3) if number == 0 else (4, 1e-3)
            learner.learn(positions[those], targets[those], epochs, rate)
            values[those] = learner.value(positions[those])
        targets = won.copy()
        for at, after in reversed(followed):
            targets[at] = (1 - FUTURE) * values[after] + FUTURE * targets[after]
    return learners


def _lines(text: str, width: int = 108) -> str:
    return "\n".join(text[at : at + width] for at in range(0, len(text), width))


def fit() -> None:
    # Not called main: `make bench` runs what is, and this measures nothing.
    import numpy  # type: ignore[import-not-found]

    parser = argparse.ArgumentParser(prog="python -m benchmarks.fit_master", description=__doc__)
    parser.add_argument("--rounds", type=int, default=14000, help="of each rule set (default 14000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variant", choices=VARIANTS, help="only this rule set")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    classic: dict[tuple[int, int], Learner] = {}
    if arguments.variant not in (None, "classic"):
        (fitted,) = networks("classic") or ()
        for kind, network in ((MOVED, fitted.moved), (TO_MOVE, fitted.to_move)):
            classic[0, kind] = Learner.of(network, numpy, arguments.seed)
    for variant in VARIANTS if arguments.variant is None else (arguments.variant,):
        jobs = [range(at, at + ROUNDS_A_JOB) for at in range(0, arguments.rounds, ROUNDS_A_JOB)]
        parts = []
        with Pool(arguments.processes) as pool:
            for job, part in enumerate(pool.imap(partial(notes, variant, arguments.seed), jobs)):
                found = numpy.frombuffer(part, dtype="f").reshape(-1, HEAD + SIZE).astype("d")
                found[:, 2] += 10 * ROUNDS_A_JOB * job
                parts.append(found)
        learners = learn(numpy.concatenate(parts), numpy, arguments.seed, classic)
        classic = classic or learners
        print(f"# {variant}.py")
        print('TEXT = """')
        print("\n\n".join(_lines(learner.network().text()) for learner in learners.values()))
        print('"""', flush=True)


if __name__ == "__main__":
    fit()
