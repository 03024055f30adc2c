"""Whatever is not allowed is refused by name and changes nothing; whatever is listed is allowed."""

import re
from random import Random

import pytest

from p2puno.cards import Colour, Face
from p2puno.decks import flip
from p2puno.moves import (
    Accept,
    Ask,
    Call,
    Catch,
    Challenge,
    Choice,
    Claim,
    Declare,
    Draw,
    Fight,
    Guilty,
    IllegalMove,
    Innocent,
    Keep,
    Move,
    Name,
    Pass,
    Play,
    Quiet,
    Seal,
    Show,
    Swap,
    seal,
)
from p2puno.options import VARIANTS
from p2puno.round.state import Round
from p2puno.rulesets import RULE_SETS

from .walk import Course, Walk, courses

RULE_ID = re.compile(r"[STAOCGFBXWHLKN]-\d\d")
ALL_FACES = sorted(
    {face for rules in RULE_SETS.values() for side in rules.deck.sides for face in side},
    key=lambda face: face.code,
)


def any_move(random: Random, walk: Walk) -> Move:
    """A well-typed move with or without sense."""
    round = walk.round
    hand = random.choice([*round.hands.values(), []])
    card = random.choice((*hand, *round.pile[-2:], *round.discard[-2:], -1, 0, 2**40))
    face: Face = random.choice(
        (*[side.get(card, ALL_FACES[0]) for side in walk.dealer.faces], *ALL_FACES[:2])
    )
    if random.random() < 0.2:
        face = random.choice(ALL_FACES)
    seat = random.choice((*walk.order, *walk.order, -1, 99))
    other = random.choice((*walk.order, -1, 99))
    nonce = random.choice((b"", b"short", random.randbytes(32), random.randbytes(33)))
    digest = random.choice(
        (b"", random.randbytes(31), random.randbytes(32), seal(max(card, 0) % 2**32, nonce))
    )
    kinds: tuple[Move, ...] = (
        Play(card, face, random.random() < 0.3),
        Draw(),
        Keep(),
        Pass(),
        Name(random.choice(list(Colour))),
        Accept(),
        Challenge(),
        Guilty(card, face),
        Innocent(),
        Declare(card, face),
        Quiet(),
        Fight(seat),
        Seal(digest),
        Show(card, face, nonce),
        Swap(seat, other),
        Call(),
        Catch(seat),
    )
    return random.choice(kinds)


def try_move(round: Round, before: bytes, seat: int, move: Move) -> bool:
    """Whether the move is allowed; if not, it must be refused properly."""
    trial = round.copy()
    refused = None
    try:
        trial.apply(seat, move)
    except IllegalMove as error:
        refused = error
    if refused is None:
        return True
    assert RULE_ID.fullmatch(refused.rule), refused
    assert refused.rule in str(refused)
    assert refused.why
    assert trial.digest() == before, f"{seat} {move} was refused and changed something"
    assert trial.waiting == round.waiting
    assert trial.news == []
    return False


def truthful(walk: Walk, move: Move) -> bool:
    """Whether what a move says of hidden cards is so: the table proves that, not the round."""
    if isinstance(move, Quiet | Innocent):
        return False  # true only if listed: nothing to compare
    waiting = walk.round.waiting
    if isinstance(waiting, Choice) and walk.round.rules.built_in:
        try:
            walk.dealer.views[waiting.seat].check(move)
        except IllegalMove as error:
            return error.rule != "K-24"
    if isinstance(move, Play | Guilty | Declare | Show):
        return walk.dealer.faces[walk.round.side].get(move.card) is move.face
    return True


def as_listed(walk: Walk, move: Move) -> Move:
    """The move as the list of moves would have it."""
    if isinstance(move, Play):
        return Play(move.card, move.face)  # a call that comes to nothing is no other move
    if isinstance(move, Show):
        return Show(move.card, move.face)
    if isinstance(move, Swap):
        return Swap(min(move.first, move.second), max(move.first, move.second))
    return move


def check_fuzz(walk: Walk, random: Random, tries: int) -> None:
    round, waiting = walk.round, walk.round.waiting
    before = round.digest()
    listed = walk.dealer.views[waiting.seat].moves() if isinstance(waiting, Choice) else []
    for _ in range(tries):
        move = any_move(random, walk)
        seat = random.choice((*walk.order, 99))
        if isinstance(waiting, Choice) and random.random() < 0.5:
            seat = waiting.seat
        allowed = try_move(round, before, seat, move)
        if isinstance(move, Claim):
            assert allowed == (seat in round.hands)  # G-10, G-13: a false one only has no effect
        elif allowed:
            assert isinstance(waiting, Choice)
            assert seat == waiting.seat
            if truthful(walk, move) and waiting.ask not in (Ask.SEAL, Ask.UNSEAL):
                assert as_listed(walk, move) in listed, f"{move} is allowed and not listed"


def check_listed(walk: Walk) -> None:
    """What is listed is allowed, and no other card in the hand can be played."""
    round, waiting = walk.round, walk.round.waiting
    before = round.digest()
    for seat, view in walk.dealer.views.items():
        moves = view.moves()
        if not isinstance(waiting, Choice) or seat != waiting.seat:
            assert moves == []
        elif waiting.ask not in (Ask.SEAL, Ask.UNSEAL):
            for move in moves:
                assert try_move(round, before, seat, move), f"{move} is listed and not allowed"
        for card in round.hands.get(seat, ()):
            play = Play(card, walk.dealer.faces[round.side][card])
            if play not in moves:
                assert not try_move(round, before, seat, play), f"{play} is allowed and not listed"
        for claim in view.claims():
            trial = round.copy()
            trial.apply(seat, claim)
            assert trial.digest() != before, f"{claim} of seat {seat} is listed and has no effect"
        if seat in round.hands and Call() not in view.claims():
            trial = round.copy()
            trial.apply(seat, Call())
            assert trial.digest() == before, f"a call of seat {seat} has an effect and is not listed"


def check_course(course: Course, every: int, tries: int) -> set[str]:
    """Returns what was asked while trying."""
    walk = Walk(course)
    random = Random(f"fuzz {course}")
    asked = set()
    for step, _ in enumerate(walk.steps()):
        waiting = walk.round.waiting
        kind = waiting.ask.value if isinstance(waiting, Choice) else type(waiting).__name__
        often = every if kind in ("turn", "drawn", "Look") else every // 8
        if step % often == 0 or kind not in asked:
            asked.add(kind)
            check_fuzz(walk, random, tries)
            check_listed(walk)
    return asked


KINDS = {
    "classic": {"turn", "drawn", "colour", "challenge", "verdict", "Look", "NoneType"},
    "flip": {"turn", "drawn", "colour", "challenge", "verdict", "declare", "Look"},
    "battle": {"turn", "drawn", "colour", "challenge", "opponent", "seal", "battle", "unseal", "Look"},
    "crash": {"turn", "drawn", "colour", "challenge", "declare", "Look", "Shuffle"},
    "swap": {"turn", "drawn", "colour", "challenge", "trade", "Look"},
    "no-mercy": {"turn", "drawn", "colour", "stack", "trade", "declare", "discard", "Look"},
}
"""What the walks below must have come by, or they would show little."""


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_forbidden_is_refused_and_what_is_listed_allowed(variant: str) -> None:
    asked = set()
    for course in courses(3, [variant], (2, 4), ("greedy",)):
        asked |= check_course(course, every=8, tries=20)
    # Who plays when they can never draws with a card that fits: others do.
    asked |= check_course(Course(variant, 3, "chance", False, 0), every=24, tries=10)
    assert asked >= KINDS[variant]


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["greedy", "chance", "idle"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_same_in_many_positions(variant: str, policy: str) -> None:
    for course in courses(2, [variant], (5,), (policy,)):
        check_course(course, every=120, tries=20)


def test_a_face_of_another_deck_is_refused() -> None:
    walk = Walk(Course("classic", 4, "greedy", False, 1))
    dark = flip().sides[1][0]
    tried = 0
    for _ in walk.steps():
        waiting = walk.round.waiting
        if isinstance(waiting, Choice) and waiting.ask is Ask.TURN:
            card = walk.round.hands[waiting.seat][0]
            with pytest.raises(IllegalMove):
                walk.round.copy().apply(waiting.seat, Play(card, dark))
            tried += 1
    assert tried
