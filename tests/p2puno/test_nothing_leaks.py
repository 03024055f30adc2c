"""Two deals that differ only in what an observer may not know look the same to them, however long.

A walk is walked once. Then, for each observer (every seat, and a spectator), a second deal is made in
which every face that the observer never came to know is on another card: among the cards that came out
of one shuffle and went into another one together, or into none, their faces are dealt out anew, each
side by itself. The same moves are made in both, and at every step the observer must find the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from random import Random

import pytest

from p2puno.cards import Face
from p2puno.dealer import Dealer
from p2puno.moves import Choice, Claim, JumpIn, Move, Open, Shuffle
from p2puno.options import VARIANTS
from p2puno.view import View
from tests.notation import Position, write

from .walk import Answer, Course, Opened, Shuffled, Walk, courses, feed

Observer = int | None
"""A seat, or a spectator."""


@dataclass
class Looks:
    """What an observer can find out without asking anybody."""

    waiting: object
    digest: bytes
    news: int
    moves: list[Move]
    claims: list[Claim]
    windows: tuple[bool, bool]
    jumps: list[JumpIn]
    hand: list[tuple[int, Face]]
    known: list[list[tuple[int, Face]]]
    others: list[list[Claim]]
    text: str


def look(dealer: Dealer, observer: Observer) -> Looks:
    round = dealer.round
    view = View(round, None) if observer is None else dealer.views[observer]
    return Looks(
        waiting=round.waiting,
        digest=round.digest(),
        news=len(round.news),
        moves=view.moves(),
        claims=view.claims(),
        windows=(round.uno_open, round.claim_open),
        jumps=view.jumps(),
        hand=view.hand(),
        known=[
            sorted((card, face) for card in all_cards(dealer) if (face := view.face(card, side)))
            for side in range(len(round.faces))
        ],
        others=[other.claims() for other in dealer.views.values()],
        text=write(Position(dealer), observer) if isinstance(round.waiting, Choice) else "",
    )


def all_cards(dealer: Dealer) -> list[int]:
    return list(dealer.faces[0])


class History:
    """What every card of a walk bore, whether all came to know it, and from which shuffle to which it was."""

    def __init__(self, course: Course) -> None:
        self.walk = walk = Walk(course)
        sides = range(len(walk.round.faces))
        self.bore: list[dict[int, Face]] = [dict(walk.dealer.faces[side]) for side in sides]
        self.public: list[set[int]] = [set() for _ in sides]
        self.made: dict[int, int] = {}
        self.gone: dict[int, int] = {}
        self.steps: list[Answer] = []
        shuffles = 0
        waiting = walk.round.waiting
        for answer in walk.steps():
            if walk.round.out is not None and isinstance(waiting, Open):
                break  # hands are laid open: nothing is hidden any more
            if isinstance(answer, Shuffled):
                assert isinstance(waiting, Shuffle)
                shuffles += 1
                self.gone.update(dict.fromkeys(waiting.cards, shuffles))
                self.made.update(dict.fromkeys(range(waiting.first, walk.round.next_card), shuffles))
                for side in sides:
                    self.bore[side].update(walk.dealer.faces[side])
            for side in sides:
                self.public[side].update(walk.round.faces[side])
            self.steps.append(answer)
            waiting = walk.round.waiting

    def otherwise(self, observer: Observer, random: Random) -> list[dict[int, Face]]:
        """What every card could have borne as well, for all that the observer came to know."""
        other = []
        for side, bore in enumerate(self.bore):
            known = set(self.public[side])
            if observer is not None:
                known |= self.walk.dealer.views[observer].known[side].keys()
            alike = defaultdict(list)
            for card in sorted(self.made.keys() - known):
                alike[self.made[card], self.gone.get(card)].append(card)
            faces = dict(bore)
            for cards in alike.values():
                dealt = [bore[card] for card in cards]
                random.shuffle(dealt)
                faces.update(zip(cards, dealt, strict=True))
            other.append(faces)
        return other


class Twin:
    """The same walk over other cards."""

    def __init__(self, history: History, faces: list[dict[int, Face]]) -> None:
        self.faces = faces
        self.dealer = Dealer(history.walk.start(), Random(0))

    def give(self, answer: Answer) -> None:
        dealer, waiting = self.dealer, self.dealer.round.waiting
        if isinstance(answer, Shuffled):
            assert isinstance(waiting, Shuffle)
            dealer._shuffle(waiting)
            for mixed, faces in zip(dealer.faces, self.faces, strict=True):
                wanted = {card: faces[card] for card in range(waiting.first, dealer.round.next_card)}
                assert Counter(wanted.values()) == Counter(mixed[card] for card in wanted)
                mixed.update(wanted)
        elif isinstance(answer, Opened):
            assert isinstance(waiting, Open)
            dealer._open(waiting)
        else:
            feed(dealer.round, answer)


def check_observer(history: History, observer: Observer, every: int = 1) -> int:
    """Go both ways side by side; returns how many cards were others."""
    walk = history.walk
    random = Random(f"{walk.course} {observer}")
    one = Twin(history, history.bore)
    two = Twin(history, history.otherwise(observer, random))
    differing = sum(
        face is not other
        for faces, others in zip(one.faces, two.faces, strict=True)
        for face, other in zip(faces.values(), (others[card] for card in faces), strict=True)
    )
    for step, answer in enumerate(history.steps, start=1):
        one.give(answer)
        two.give(answer)
        if step % every == 0:
            assert look(one.dealer, observer) == look(two.dealer, observer), f"{observer} at step {step}"
    assert one.dealer.round.news == two.dealer.round.news
    return differing


def check_course(course: Course, every: int = 1) -> None:
    history = History(course)
    with history.walk.named():
        for observer in (None, *history.walk.order):
            differing = check_observer(history, observer, every)
            assert differing or len(history.steps) < 5


@pytest.mark.parametrize("variant", VARIANTS)
def test_who_may_not_know_a_card_cannot_tell_it(variant: str) -> None:
    for course in courses(2, [variant], (2, 4), ("greedy",)):
        check_course(course)


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["chance", "idle", "greedy"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_same_over_many_deals(variant: str, policy: str) -> None:
    for course in courses(2, [variant], (2, 7), (policy,)):
        check_course(course, every=29)


def test_a_leak_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above has teeth: a dealer who lets the round know a face too early is found out."""
    honest = Dealer._open

    def leaky(dealer: Dealer, waiting: Open) -> None:
        for card, side, _ in waiting.items[:1]:
            dealer.round.faces[side][card] = dealer.faces[side][card]
        honest(dealer, waiting)

    history = History(Course("classic", 4, "greedy", False, 0))
    monkeypatch.setattr(Dealer, "_open", leaky)
    with pytest.raises(AssertionError):
        check_observer(history, None)
