"""What house rules ask of a deck: single shares, hands that all move on, cards opened late, two decks."""

from __future__ import annotations

import pytest

from protocol.codec import pack
from protocol.deck import GIVE, MAX_CARDS, MisuseError, Open, RefusedError, Reveal, Seal
from protocol.deck.group import SECP256K1, Group
from protocol.deck.opening import SHARE
from protocol.log.entry import MAX_BODY
from tests.protocol.deck.table import Table, setup_of
from tests.simulation.glass_deck import GLASS

BOTH = pytest.mark.parametrize("group", [SECP256K1, GLASS], ids=["real", "glass"])


def jump(card: int, seat: int) -> Open:
    return Open(((card, 0, None),), by=seat, single=True)


@BOTH
def test_a_single_share_stays_valid_when_other_requests_come_first(group: Group) -> None:
    """A player jumps in; before the claim is in the log, somebody who was caught draws."""
    table = Table(setup_of(3, 9), group)
    cards = table.deal()
    table.do(Open(((cards[0], 0, 1),)))
    own, shares = table.decks[1].answer(SHARE, jump(cards[0], 1))
    assert own == []
    table.do(Open(((cards[1], 0, 2),)))
    face = table.decks[1].face(cards[0])
    assert {deck.shown_by(1, cards[0], 0, shares) for deck in table.all} == {face}
    assert table.watcher.public(cards[0]) is None  # it was only looked at
    for deck in table.all:
        deck.take(1, SHARE, [own, shares], jump(cards[0], 1))
    assert {deck.public(cards[0]) for deck in table.all} == {face}
    table.do(Reveal())
    assert table.watcher.audit().blames == ()


@BOTH
def test_a_card_that_was_given_away_is_shown_by_who_holds_it(group: Group) -> None:
    table = Table(setup_of(3, 9), group)
    cards = table.deal()
    table.do(Open(((cards[0], 0, 0),)))
    table.do(Seal(GIVE, ((cards[0], 0),), 0, 2))
    _, shares = table.decks[2].answer(SHARE, jump(cards[0], 2))
    assert table.watcher.shown_by(2, cards[0], 0, shares) == table.decks[0].face(cards[0])


@BOTH
def test_single_shares_that_are_no_good(group: Group) -> None:
    table = Table(setup_of(3, 9), group)
    cards = table.deal()
    table.do(Open(((cards[0], 0, 0), (cards[1], 0, 0), (cards[2], 0, 1))))
    _, shares = table.decks[0].answer(SHARE, jump(cards[0], 0))
    _, other = table.decks[0].answer(SHARE, jump(cards[1], 0))
    for bad in (b"", None, shares + b"\0", shares[:-1] + bytes([shares[-1] ^ 1]), other, [[], shares]):
        with pytest.raises(RefusedError):
            table.watcher.shown_by(0, cards[0], 0, bad)
    with pytest.raises(RefusedError):
        table.watcher.shown_by(1, cards[2], 0, shares)  # another's share, for a card of one's own
    with pytest.raises(MisuseError):
        table.decks[0].answer(SHARE, jump(cards[3], 0))  # a card that nobody has seen


@BOTH
def test_all_hands_of_ten_move_on_twice(group: Group) -> None:
    """Each hand goes to the next seat, and again: the second time all cards are somebody else's."""
    seats = 10
    table = Table(setup_of(seats, 20), group)
    cards = table.deal()
    hands = {seat: cards[2 * seat : 2 * seat + 2] for seat in range(seats)}
    table.do(Open(tuple((card, 0, seat) for seat, hand in hands.items() for card in hand)))
    for _ in range(2):
        for seat in range(seats):
            items = tuple((card, 0) for card in hands[seat])
            table.do(Seal(GIVE, items, seat, (seat + 1) % seats))
        hands = {(seat + 1) % seats: hand for seat, hand in hands.items()}
    for seat, hand in hands.items():
        for card in hand:
            knows = {other for other, deck in table.decks.items() if deck.face(card) is not None}
            assert knows == {seat, (seat - 1) % seats, (seat - 2) % seats}
            table.begin(Open(((card, 0, None),), by=seat))
            table.run()
            assert table.watcher.public(card) is not None
    table.do(Reveal())
    audit = table.watcher.audit()
    assert (audit.blames, audit.complete) == ((), True)


@BOTH
def test_a_card_that_stays_face_down_is_known_to_nobody_until_it_is_opened(group: Group) -> None:
    """Its holder lacks the shares of all others: it cannot look, show or give it. Opened to the holder when
    their turn comes, or to all when it is played blind."""
    table = Table(setup_of(3, 6), group)
    cards = table.deal()
    assert all(deck.face(card) is None for deck in table.all for card in cards)
    with pytest.raises(MisuseError):
        table.decks[0].answer(SHARE, Open(((cards[0], 0, None),), by=0))
    table.begin(Seal(GIVE, ((cards[0], 0),), 0, 1))
    with pytest.raises(MisuseError):
        table.run()
    table = Table(setup_of(3, 6), group)
    cards = table.deal()
    table.do(Open(((cards[1], 0, 1),)))
    table.do(Open(((cards[0], 0, 0), (cards[2], 0, None))))
    assert [deck.face(cards[0]) is not None for deck in table.all] == [True, False, False, False]
    assert table.watcher.public(cards[2]) is not None


def test_two_decks_fit_into_the_log() -> None:
    """The largest step of a deal with two decks is the proof of its mix."""
    table = Table(setup_of(2, MAX_CARDS), SECP256K1)
    table.run()
    sizes = []

    def measured(value: object) -> object:
        sizes.append(len(pack(["prove", value])))
        return value

    table.cheats = {(seat, "prove"): measured for seat in range(2)}
    cards = table.shuffle(range(MAX_CARDS))
    assert len(cards) == MAX_CARDS
    assert len(sizes) == 2
    assert max(sizes) + 1_000 < MAX_BODY
    table.do(Open(((cards[0], 0, 1),)))
    assert table.decks[1].face(cards[0]) is not None
