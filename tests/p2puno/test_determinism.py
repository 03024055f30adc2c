"""The same answers make the same round: again, in a copy, and in another process."""

import os
import subprocess
import sys
from functools import cache
from hashlib import sha256

import pytest

from p2puno.events import Drew, Played
from p2puno.options import VARIANTS

from .walk import Course, Walk, courses, feed


@cache
def fingerprint(course: Course) -> str:
    """Everything a walk did and what came of it, step by step."""
    walk = Walk(course)
    print_of = sha256(walk.round.digest())
    for answer in walk.steps():
        print_of.update(repr(answer).encode())
        print_of.update(walk.round.digest())
    print_of.update(repr(walk.round.news).encode())
    return f"{course}: {print_of.hexdigest()}"


SAMPLE = courses(2, players=(2, 4, 7), policies=("greedy",))


def main() -> None:
    for course in SAMPLE:
        print(fingerprint(course))


@pytest.mark.parametrize(
    "hash_seed", ["0", *(pytest.param(seed, marks=pytest.mark.slow) for seed in ("1", "4242"))]
)
def test_the_same_in_another_process_with_another_hash_seed(hash_seed: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", "from tests.p2puno.test_determinism import main; main()"],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.splitlines() == [fingerprint(course) for course in SAMPLE]


def check_replay(course: Course) -> None:
    """A round given the recorded answers is the same after each of them, and tells the same events."""
    walk = Walk(course)
    digests = [walk.round.digest()]
    digests += [walk.round.digest() for _ in walk.steps()]
    again = walk.start()
    with walk.named():
        assert again.digest() == digests[0]
        for step, answer in enumerate(walk.answers, start=1):
            feed(again, answer)
            assert again.digest() == digests[step], f"step {step}"
        assert again.news == walk.round.news
        assert again.waiting is None
        assert again.result == walk.round.result


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_replay_is_the_same_at_every_step(variant: str) -> None:
    for course in courses(2, [variant], (2, 4, 10), ("greedy",)):
        check_replay(course)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_same_over_many_replays(variant: str) -> None:
    for course in courses(2, [variant], (6,), ("greedy", "chance")):
        check_replay(course)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_round_that_nobody_hears_only_leaves_out_what_was_played_and_drawn(variant: str) -> None:
    walk = Walk(Course(variant, 4, "greedy", True, 1))
    unheard = walk.start()
    unheard.heard = False
    with walk.named():
        for answer in walk.steps():
            feed(unheard, answer)
            assert unheard.digest() == walk.round.digest()
    assert unheard.news == [event for event in walk.round.news if type(event) not in (Played, Drew)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_copy_is_equal_and_goes_its_own_way(variant: str) -> None:
    for course in courses(2, [variant], (3, 4), ("greedy",)):
        walk = Walk(course)
        copies = [(0, walk.round.copy())]
        for step, _ in enumerate(walk.steps(), start=1):
            if step % 9 == 0:
                copies.append((step, walk.round.copy()))
                assert copies[-1][1].digest() == walk.round.digest()
                assert copies[-1][1].waiting == walk.round.waiting
        # The rounds copied went on, and the copies are where they were; each can go the same way.
        with walk.named():
            for step, copy in copies:
                before = walk.start()
                for answer in walk.answers[:step]:
                    feed(before, answer)
                assert copy.digest() == before.digest(), f"step {step}"
                told = len(before.news)
                for answer in walk.answers[step:]:
                    feed(copy, answer)
                assert copy.digest() == walk.round.digest()
                assert copy.news == walk.round.news[told:]
