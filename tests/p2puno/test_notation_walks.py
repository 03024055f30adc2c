"""The notation over random positions: nothing is lost, nothing is told, and no text breaks the reader."""

import re
from collections.abc import Iterator

import pytest

from p2puno.cards import Face
from p2puno.house import HOUSE_RULES, read_house_rules
from p2puno.moves import Choice, Declare, Guilty, JumpIn, Move, Play, Show
from p2puno.options import VARIANTS
from tests.notation import Position, read, write

from .walk import Course, Walk, courses


def positions(course: Course, every: int = 1) -> Iterator[tuple[Walk, Position]]:
    """The positions of a walk that can be written down: those where something is pending, and some others."""
    walk = Walk(course)
    for step, _ in enumerate(walk.steps()):
        round = walk.round
        telling = round.agenda or round.uno_ahead or round.uno_seat is not None
        if isinstance(round.waiting, Choice) and (telling or step % every == 0):
            yield walk, Position(walk.dealer, tuple(range(0, 10 * len(walk.order), 10)))


def by_faces(moves: list[Move]) -> list[str]:
    """Moves without the handles, which differ between a position and its copy."""
    return sorted(
        f"{type(move).__name__} {move.face} {getattr(move, 'uno', '')}"
        if isinstance(move, Play | Show | Guilty | Declare | JumpIn)
        else repr(move)
        for move in moves
    )


def check_round_trip(course: Course, every: int) -> None:
    for walk, position in positions(course, every):
        text = write(position)
        again = read(text)
        assert write(again) == text
        assert again.scores == position.scores
        assert again.dealer.round.waiting == walk.round.waiting
        assert again.dealer.round.uno_open == walk.round.uno_open
        for seat, view in walk.dealer.views.items():
            twin = again.dealer.views[seat]
            assert by_faces(twin.moves()) == by_faces(view.moves())
            assert twin.claims() == view.claims()
            assert [face for _, face in twin.hand()] == [face for _, face in view.hand()]
            assert by_faces(list(twin.jumps())) == by_faces(list(view.jumps()))


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_written_reads_the_same(variant: str) -> None:
    for course in courses(2, [variant], (2, 4), ("greedy",)):
        check_round_trip(course, every=3)


@pytest.mark.parametrize("variant", VARIANTS)
def test_also_with_house_rules(variant: str) -> None:
    for number, name in enumerate(("party", "family", *HOUSE_RULES)):
        if variant in HOUSE_RULES[name].variants if name in HOUSE_RULES else True:
            house = read_house_rules(name, variant)
            check_round_trip(Course(variant, 3, "greedy", number % 2 > 0, number, house), every=9)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("policy", ["chance", "idle", "greedy"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_same_in_many_positions(variant: str, policy: str) -> None:
    for course in courses(2, [variant], (3, 7), (policy,)):
        check_round_trip(course, every=70)


def written_cards(text: str, walk: Walk) -> list[tuple[int, list[str]]]:
    """The cards of a text, with the codes given for each side, in the order of the places written."""
    sections = [section.split() for section in text.split(" | ")]
    round = walk.round
    places: list[tuple[list[int], list[str]]] = []
    play = sections[1][3 if round.two_sided else 2 :]
    places.append((round.discard[::-1], play))
    for section in sections[2:]:
        name, words = section[0].removesuffix(":"), section[1:]
        if name.isdigit() and words[:1] in (["left"], ["out"]):
            side, cards = round.left[int(name)]
            codes = words[2 if round.two_sided else 1 :]
            places.append((list(cards), [f"{'-:' * side}{code}" for code in codes]))
        elif name.isdigit():
            places.append((round.hands[int(name)], words))
        elif name == "pile":
            places.append((round.pile[::-1], words))
        elif name == "aside":
            places.append(([card for _, card in round.aside], [word.split("=")[1] for word in words]))
    return [
        (card, re.split("[!~@*]", word)[0].split(":"))
        for cards, words in places
        for card, word in zip(cards, words, strict=True)
    ]


def check_tells_nothing(course: Course, every: int) -> None:
    for walk, position in positions(course, every):
        for seat in (None, *walk.order):
            for card, codes in written_cards(write(position, seat), walk):
                for side, code in enumerate(codes):
                    if code == "-":
                        continue  # not written
                    knows: Face | None = walk.round.faces[side].get(card)
                    if seat is not None:
                        knows = walk.dealer.views[seat].face(card, side)
                    assert code == ("?" if knows is None else knows.code)


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_written_for_a_seat_tells_only_what_it_knows(variant: str) -> None:
    for course in courses(2, [variant], (3, 7), ("greedy",)):
        check_tells_nothing(course, every=5)
