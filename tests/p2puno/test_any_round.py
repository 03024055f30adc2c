"""What holds after every answer of every round: all cards are there, and there is a way on.

Rounds are random walks. A failure says which one, and `python -m tests.p2puno.walk` prints it.
"""

from collections import Counter
from collections.abc import Iterator

import pytest

from p2puno.dealer import Dealer
from p2puno.moves import Choice, Open, Shuffle
from p2puno.options import VARIANTS
from p2puno.round.state import Round

from .walk import PLAYERS, POLICIES, Answer, Course, Shuffled, Walk, courses


def all_places(round: Round) -> list[int]:
    """Every card, as often as it lies somewhere."""
    cards = [*round.pile, *round.discard, *(card for _, card in round.aside)]
    for hand in round.hands.values():
        cards += hand
    return cards


def check_cards(dealer: Dealer) -> None:
    """Each physical card is in exactly one place."""
    round = dealer.round
    cards = all_places(round)
    assert len(cards) == round.rules.deck.size
    for side, (bears, public) in enumerate(zip(dealer.faces, round.faces, strict=True)):
        assert bears.keys() == set(cards)
        known = public.keys() - counted_of_the_gone(round, side)
        assert known <= bears.keys(), "a face is known of a card that is no more"


def counted_of_the_gone(round: Round, side: int) -> set[int]:
    """When hands are counted, what seats left with is opened as well (L-05), though it was mixed since."""
    if round.result is None:
        return set()
    return {card for then, cards in round.left.values() if then == side for card in cards}


def check_faces(dealer: Dealer) -> None:
    """The cards are those of the deck, and what is known of them is true."""
    round = dealer.round
    for side, bears in enumerate(dealer.faces):
        assert Counter(bears.values()) == Counter(round.rules.deck.sides[side])
        gone = counted_of_the_gone(round, side)
        assert all(bears[card] is face for card, face in round.faces[side].items() if card not in gone)
        assert all(face is dealer.face(card, side) for card, face in round.faces[side].items())
        for view in dealer.views.values():
            known = view.known[side]
            assert all(known[card] is bears[card] for card in known.keys() & bears.keys())


def check_way_on(round: Round) -> None:
    """The round waits for something that can be answered, or is over."""
    waiting = round.waiting
    match waiting:
        case None:
            assert round.result is not None
        case Choice(seat, _):
            assert seat in round.hands
        case Shuffle(cards, first):
            assert cards
            assert len(set(cards)) == len(cards)
            assert set(cards) <= set(all_places(round))
            assert first > max(all_places(round))
        case Open(items):
            assert items
            for card, side, to in items:
                left = any(card in cards and side == then for then, cards in round.left.values())
                assert card in all_places(round) or (round.counting and left)
                assert to is None or to in round.hands
                assert card not in round.faces[side], "opened twice"
    assert (round.result is None) == (waiting is not None)
    assert set(round.hands) == set(round.seats)
    assert all(round.hands.values()) or round.out is not None or waiting is None or round.agenda


def check_sight(dealer: Dealer) -> None:
    """Whoever holds a card can see it; what lies in the pile, nobody can (F-06: but for its other side)."""
    round, side = dealer.round, dealer.round.side
    for seat, hand in round.hands.items():
        assert all(dealer.views[seat].face(card) is not None for card in hand if card not in round.blind)
    if round.two_sided:
        seen = [card for hand in round.hands.values() for card in hand] + round.pile[-1:] + round.discard
        assert all(card in round.faces[1 - side] for card in seen)
        assert all(card in round.faces[side] for card in round.discard)
    for view in dealer.views.values():
        for known, public in zip(view.known, round.faces, strict=True):
            assert not [card for card in round.pile if card in known and card not in public]


def check_drawn(dealer: Dealer, pile: list[int]) -> None:
    """What was drawn from this pile, nobody knew (L-01: not who left their hand there, either)."""
    for view in dealer.views.values():
        for known, public in zip(view.known, dealer.round.faces, strict=True):
            drawn = (card for card in pile if card in known and card not in public)
            assert all(card in dealer.round.pile for card in drawn), f"seat {view.seat} knew a card drawn"


def check_all(walk: Walk) -> None:
    for _ in checked(walk):
        pass


def checked(walk: Walk) -> Iterator[Answer]:
    """Walk to the end of the round, and check everything after each answer."""
    check_faces(walk.dealer)
    pile = walk.round.pile.copy()
    for answer in walk.steps():
        if len(walk.round.pile) < len(pile) and not isinstance(answer, Shuffled):
            check_drawn(walk.dealer, pile)
        pile = walk.round.pile.copy()
        check_cards(walk.dealer)
        check_way_on(walk.round)
        if isinstance(answer, Shuffled):
            check_faces(walk.dealer)
        if isinstance(walk.round.waiting, Choice):
            check_sight(walk.dealer)
        yield answer
    check_faces(walk.dealer)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", PLAYERS)
def test_cards_stay_whole_and_there_is_a_way_on(variant: str, players: int) -> None:
    for course in courses(2, [variant], [players]):
        check_all(Walk(course))


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", PLAYERS)
def test_the_same_over_many_rounds(variant: str, players: int, policy: str) -> None:
    for seed in range(2, 6):
        check_all(Walk(Course(variant, players, policy, bool(seed % 2), seed)))


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", PLAYERS)
def test_every_round_ends(variant: str, players: int, policy: str) -> None:
    for seed in range(20, 45):
        walk = Walk(Course(variant, players, policy, seed % 3 > 0, seed))
        for _ in walk.steps():
            pass
        check_cards(walk.dealer)
        check_faces(walk.dealer)
        check_way_on(walk.round)
