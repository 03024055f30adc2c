"""Random rounds with house rules: there is always a legal move and an end, cards stay whole, nothing leaks,
and honest players never break a vow (K-39).

    python -m tests.p2puno.house.test_any_house 600 17

plays for 600 seconds, from seed 17 on, all rule sets with all presets, rules, pairs of rules and numbers of
players by turns, and prints how many rounds of each there were and which walks failed.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from time import monotonic

import pytest

from p2puno.bots import LEVELS
from p2puno.events import FewestCards
from p2puno.house import HOUSE_RULES, PRESETS, SHUFFLE_LIMIT, read_house_rules
from p2puno.options import VARIANTS, OptionError
from tests.p2puno.test_any_round import checked
from tests.p2puno.test_nothing_leaks import check_course
from tests.p2puno.walk import PLAYERS, POLICIES, Course, Shuffled, Walk

MORE_IN_ONE_TURN = 3
"""How often the discard pile may be shuffled once more in the turn of its last shuffle."""


def readable(text: str, variant: str) -> tuple[str, ...] | None:
    try:
        return read_house_rules(text, variant)
    except OptionError:
        return None


def pairs(variant: str) -> list[tuple[str, ...]]:
    """Each rule alone, and every two that go together."""
    alone = [(name,) for name in HOUSE_RULES]
    both = combinations(HOUSE_RULES, 2)
    found = (readable(",".join(names), variant) for names in (*alone, *both))
    return [house for house in found if house is not None]


def some(random: Random, variant: str) -> tuple[str, ...]:
    """Several rules that go together."""
    names = random.sample(list(HOUSE_RULES), random.randint(3, 8))
    house: tuple[str, ...] = ()
    for name in names:
        house = readable(",".join((*house, name)), variant) or house
    return house


def check(course: Course) -> Walk:
    """Walk a round to its end, with all checks; and what honest players imply is true."""
    walk = Walk(course)
    bore = [dict(side) for side in walk.dealer.faces]
    for answer in checked(walk):
        if isinstance(answer, Shuffled):
            for all_faces, faces in zip(bore, walk.dealer.faces, strict=True):
                all_faces.update(faces)
    with walk.named():
        for vow in walk.round.vows:
            assert not any(vow.broken_by(card, bore[vow.side][card]) for card in vow.cards), vow
        assert (walk.round.shuffles or 0) <= SHUFFLE_LIMIT + MORE_IN_ONE_TURN, "the round is not over (K-41)"
    return walk


def sample(seed: int, variant: str, house: tuple[str, ...]) -> Course:
    random = Random(f"{seed} {variant} {house}")
    policy = random.choice([*POLICIES, *LEVELS])
    return Course(variant, random.choice(PLAYERS), policy, random.random() < 0.4, seed, house)


@pytest.mark.rule("K-39")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", HOUSE_RULES)
def test_every_rule_in_every_rule_set(name: str, variant: str) -> None:
    if house := readable(name, variant):
        for policy in ("greedy", "chance"):
            check(Course(variant, 3, policy, policy == "chance", 0, house))


@pytest.mark.rule("K-39")
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_pair_of_rules(variant: str) -> None:
    """A quarter of the pairs in each rule set; each pair in some of them."""
    at = VARIANTS.index(variant)
    for number, house in enumerate(pairs(variant)):
        if number % 4 == at % 4:
            check(sample(number, variant, house))


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("K-39")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("part", range(4))
def test_every_pair_of_rules_in_every_rule_set(variant: str, part: int) -> None:
    for number, house in enumerate(pairs(variant)):
        if number % 4 == part:
            check(sample(1000 + number, variant, house))


@pytest.mark.rule("K-39")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("preset", [preset for preset in PRESETS if PRESETS[preset]])
@pytest.mark.parametrize("players", PLAYERS)
def test_every_preset_with_every_number_of_players(preset: str, variant: str, players: int) -> None:
    house = read_house_rules(preset, variant)
    check(Course(variant, players, "greedy", False, players, house))
    check(Course(variant, players, "normal", True, players, house))


@pytest.mark.slow
@pytest.mark.rule("K-39")
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_rules_at_once(variant: str) -> None:
    random = Random(variant)
    for seed in range(25):
        check(sample(seed, variant, some(random, variant)))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("preset", [preset for preset in PRESETS if PRESETS[preset]])
def test_who_may_not_know_a_card_cannot_tell_it(preset: str, variant: str) -> None:
    check_course(Course(variant, 3, "greedy", True, 1, read_house_rules(preset, variant)), every=7)


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_nor_with_any_rule(name: str) -> None:
    for variant in HOUSE_RULES[name].variants[:2]:
        check_course(Course(variant, 3, "greedy", False, 2, read_house_rules(name, variant)), every=11)


def cells() -> Iterator[tuple[str, tuple[str, ...], int]]:
    """Every rule set with every preset, rule and pair of rules, and every number of players."""
    for variant in VARIANTS:
        presets = [read_house_rules(preset, variant) for preset in PRESETS]
        for house in dict.fromkeys((*presets, *pairs(variant))):
            for players in PLAYERS:
                yield variant, house, players


def endless(random: Random) -> Iterator[tuple[str, Course]]:
    """All cells in random order, over and over, and now and then several rules at once: by what name the
    round is counted, and the walk."""
    while True:
        for variant, house, players in random.sample(all_cells := list(cells()), len(all_cells)):
            policy = random.choice([*POLICIES, "easy", "normal"])
            leaves = random.random() < 0.4
            seed = random.randrange(10**9)
            name = f"{variant} {players} {','.join(house)}"
            yield name, Course(variant, players, policy, leaves, seed, house)
            if random.random() < 0.2:
                several = Course(variant, players, policy, leaves, seed, some(random, variant))
                yield f"{variant} {players} several rules", several


def main(seconds: float, seed: int) -> int:
    """Play random rounds for some time and print how many of each kind there were; how many failed."""
    print(f"seed {seed}", flush=True)
    end, played, failed = monotonic() + seconds, Counter[str](), 0
    ends, longest, shuffles = Counter[str](), 0, Counter[int]()
    for what, course in endless(Random(seed)):
        if monotonic() > end:
            break
        played[what] += 1
        try:
            walk = check(course)
        except Exception as error:
            failed += 1
            print(f'{error!r:.200}\n    python -m tests.p2puno.walk "{course}"', flush=True)
            continue
        longest = max(longest, len(walk.answers))
        shuffles[walk.round.shuffles or 0] += 1
        fewest = any(isinstance(event, FewestCards) for event in walk.round.news)
        ends["fewest cards" if fewest else walk.round.result.how if walk.round.result else "?"] += 1
    report(played)
    print(
        f"ends: {dict(ends)}; the longest took {longest} answers; shuffles: {dict(sorted(shuffles.items()))}"
    )
    print(f"{played.total()} rounds, {failed} failed")
    return failed


def report(played: Counter[str]) -> None:
    """How many rounds there were of each kind."""
    wanted = [f"{variant} {players} {','.join(house)}" for variant, house, players in cells()]
    missing = sum(not played[what] for what in wanted)
    print(f"{len(wanted)} of rule set × (preset, rule or pair) × players, {missing} of them never played")
    for variant in VARIANTS:
        for preset in PRESETS:
            house = ",".join(read_house_rules(preset, variant))
            rounds = [f"{players} players: {played[f'{variant} {players} {house}']}" for players in PLAYERS]
            print(f"  {variant} {preset}: {', '.join(rounds)}")
        rounds_of = [
            sum(played[f"{variant} {players} {','.join(house)}"] for players in PLAYERS)
            for house in pairs(variant)
        ]
        several = sum(played[f"{variant} {players} several rules"] for players in PLAYERS)
        each = f"{min(rounds_of)} to {max(rounds_of)} rounds each"
        print(f"  {variant}: {len(rounds_of)} rules and pairs, {each}; {several} with several rules")


if __name__ == "__main__":
    sys.exit(min(main(float(sys.argv[1]), int(sys.argv[2])), 1))
