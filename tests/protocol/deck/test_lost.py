"""Going on without a seat: its key is split among the other operators; only all of them can stand in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from protocol.deck import GIVE, SHOW, Lose, MisuseError, Open, Request, Reveal, Seal, Shuffle, sealed_box
from protocol.deck.group import ORDER, SECP256K1, Group
from protocol.deck.opening import SINGLE_BYTES
from protocol.deck.passing import Passing
from protocol.deck.state import State
from tests.protocol.deck.table import Table, setup_of
from tests.simulation.glass_deck import GLASS

BOTH = pytest.mark.parametrize("group", [SECP256K1, GLASS], ids=["real", "glass"])


def all_known(table: Table) -> bool:
    """Every card that there ever was is known; but a seed is missing, so not every step was compared."""
    audit = table.watcher.audit()
    assert not audit.complete
    return set(audit.faces) == set(table.watcher._state.pairs)


@BOTH
@pytest.mark.parametrize("lost", [0, 1, 3])
def test_play_goes_on_without_a_seat(group: Group, lost: int) -> None:
    table = Table(setup_of(4, 12, sides=2), group)
    cards = table.deal()
    table.do(Open(tuple((cards[seat], 0, seat) for seat in range(4))))
    before = {seat: deck.face(cards[seat]) for seat, deck in table.decks.items()}
    table.lose(lost)
    live = [seat for seat in range(4) if seat != lost]

    # Those who hold a card go on holding it, and play it.
    assert all(table.decks[seat].face(cards[seat]) == before[seat] for seat in live)
    table.do(Open(((cards[live[0]], 0, None),), by=live[0]))
    assert table.watcher.public(cards[live[0]]) == before[live[0]]

    # The lost hand goes into the pile unseen, and cards are drawn from it.
    assert table.watcher.face(cards[lost]) is None
    pile = table.shuffle([cards[lost], *cards[4:9]])
    table.do(Open(((pile[0], 0, live[0]), (pile[1], 0, live[1]), (pile[2], 1, None))))
    for at in (0, 1):
        known = [deck.face(pile[at]) is not None for deck in table.all]
        assert known == [seat == live[at] for seat in [*table.decks, None]]
    assert table.watcher.public(pile[2], 1) is not None

    # What was drawn after the loss can be shown, given away, and played by who got it.
    table.do(Seal(SHOW, ((pile[0], 0),), live[0], live[2]))
    assert table.decks[live[2]].face(pile[0]) == table.decks[live[0]].face(pile[0])
    table.do(Seal(GIVE, ((pile[0], 0),), live[0], live[1]))
    table.do(Open(((pile[0], 0, None),), by=live[1]))
    assert table.watcher.public(pile[0]) is not None

    table.do(Reveal())
    audit = table.watcher.audit()
    assert audit.blames == ()
    assert all_known(table)
    for side in (0, 1):
        assert Counter(audit.faces[card, side] for card in table.watcher.handles) == Counter(range(12))
    assert all(audit.faces[cards[seat], 0] == face for seat, face in before.items())


def test_a_card_given_away_by_the_lost_stays_with_its_holder() -> None:
    table = Table(setup_of(4, 5), SECP256K1)
    cards = table.deal()
    table.do(Open(((cards[0], 0, 3), (cards[1], 0, 0))))
    table.do(Seal(GIVE, ((cards[0], 0),), 3, 1))
    face = table.decks[3].face(cards[0])
    table.lose(3)
    assert table.decks[1].face(cards[0]) == face
    table.do(Open(((cards[0], 0, None),), by=1))
    assert table.watcher.public(cards[0]) == face


def test_a_card_given_to_the_lost_can_be_opened_by_who_gave_it() -> None:
    table = Table(setup_of(4, 5), SECP256K1)
    cards = table.deal()
    table.do(Open(((cards[0], 0, 0),)))
    table.do(Seal(GIVE, ((cards[0], 0),), 0, 3))
    face = table.decks[3].face(cards[0])
    table.lose(3)
    table.do(Open(((cards[0], 0, None),)))
    assert table.watcher.public(cards[0]) == face


def test_a_card_given_back_needs_nothing_that_its_owner_has() -> None:
    """Neither the owner's own share nor their part of a lost seat's key is sealed to them."""
    table = Table(setup_of(4, 6), SECP256K1)
    cards = table.deal()
    table.lose(3)
    table.do(Open(((cards[0], 0, 0),)))
    table.do(Seal(GIVE, ((cards[0], 0),), 0, 1))
    face = table.decks[1].face(cards[0])
    assert face is not None
    table.do(Seal(GIVE, ((cards[0], 0),), 1, 0))
    there, back = (
        event[3] for event in table.watcher.history if event[:1] == ["take"] and event[2] == "seal"
    )
    assert (len(there), len(back)) == (sealed_box.OVERHEAD + 2 * SINGLE_BYTES, sealed_box.OVERHEAD)
    table.do(Open(((cards[0], 0, None),), by=0))
    assert table.watcher.public(cards[0]) == face


@pytest.mark.parametrize("pending", ["mix", "share", "seal"])
def test_whatever_is_pending_is_dropped_and_can_be_asked_for_again(pending: str) -> None:
    table = Table(setup_of(4, 6), SECP256K1)
    cards = table.deal()
    table.do(Open(((cards[0], 0, 0),)))
    requests: dict[str, Request] = {
        "mix": Shuffle((cards[4], cards[5]), 12),
        "share": Open(((cards[1], 0, 1), (cards[2], 0, None))),
        "seal": Seal(SHOW, ((cards[0], 0),), 0, 1),
    }
    request = requests[pending]
    table.begin(request)
    table.step()
    table.lose(3)
    assert table.watcher.ready
    table.do(request)
    table.do(Reveal())
    assert all_known(table)


def test_a_player_and_its_bots_are_lost_together() -> None:
    table = Table(setup_of(5, 6, operators=(0, 1, 2, 0, 0)), SECP256K1)
    cards = table.deal()
    assert table.setup.keepers(3) == table.setup.keepers(0) == (1, 2)
    assert table.setup.keepers(1) == (0, 2)
    assert table.watcher.can_lose((0, 3, 4))
    assert not table.watcher.can_lose((0, 1))
    table.lose(0, 3, 4)
    table.do(Open(((cards[0], 0, 1), (cards[1], 0, None))))
    assert table.decks[1].face(cards[0]) is not None
    assert table.decks[2].face(cards[0]) is None
    assert table.watcher.public(cards[1]) is not None
    table.do(Reveal())
    assert all_known(table)


def test_a_second_loss_of_a_keeper_cannot_be_borne() -> None:
    table = Table(setup_of(4, 4), SECP256K1)
    table.deal()
    table.lose(3)
    assert not table.watcher.can_lose((2,))
    with pytest.raises(MisuseError):
        table.watcher.begin(Lose((2,)))


@pytest.mark.parametrize(
    ("seats", "operators", "split"), [(2, None, True), (4, (0, 1, 0, 1), False), (4, None, False)], ids=str
)
def test_without_three_operators_or_by_choice_nothing_is_split(
    seats: int, operators: tuple[int, ...] | None, split: bool
) -> None:
    table = Table(setup_of(seats, 4, operators=operators, split=split), SECP256K1)
    table.deal()
    assert not any(event[2] == "split" for event in table.watcher.history if event[0] == "take")
    assert not table.watcher.can_lose((1,))
    with pytest.raises(MisuseError):
        table.watcher.begin(Lose((1,)))


def test_a_bot_is_spared_at_a_table_of_two_players() -> None:
    """Its key is split between both, so neither can read its hand alone, and the round goes on without it.
    The players' own keys are not."""
    table = Table(setup_of(4, 8, operators=(0, 1, 0, 1)), SECP256K1)
    cards = table.deal()
    assert [table.setup.keepers(seat) for seat in range(4)] == [(), (), (0, 1), (0, 1)]
    assert table.watcher.can_lose((2,))
    assert table.watcher.can_lose((2, 3))
    assert not table.watcher.can_lose((1,))
    assert not table.watcher.can_lose((1, 3))
    table.lose(3)
    table.do(Open(((cards[0], 0, 1), (cards[1], 0, None))))
    assert table.decks[1].face(cards[0]) is not None
    assert table.decks[0].face(cards[0]) is None
    assert table.watcher.public(cards[1]) is not None
    table.do(Reveal())
    assert all_known(table)


def test_a_loss_is_nothing_to_contribute_to() -> None:
    table = Table(setup_of(4, 4))
    table.deal()
    with pytest.raises(MisuseError):
        table.watcher.take(0, "share", [[], b""], Lose((3,)))
    assert table.watcher.lost == set()


def test_before_all_parts_are_kept_nobody_can_be_lost() -> None:
    table = Table(setup_of(4, 4), SECP256K1)
    while table.watcher.waiting():
        assert not table.watcher.can_lose((3,))
        table.step()
    assert table.watcher.can_lose((3,))


def test_all_keepers_but_one_know_nothing_of_a_key() -> None:
    """Any proper subset of the parts leaves the key as open as before: the sum of them is not it."""
    table = Table(setup_of(4, 4), SECP256K1)
    table.run()
    states: dict[int, State] = {seat: deck._state for seat, deck in table.decks.items()}
    secret = states[0].secret
    parts = [states[keeper].own_parts[0] for keeper in (1, 2, 3)]
    assert sum(parts) % ORDER == secret
    assert secret not in {*parts, *((parts[i] + parts[j]) % ORDER for i in range(3) for j in range(i))}
    assert 0 not in states[0].own_parts


def test_a_seat_that_will_not_reveal_is_opened_by_its_split() -> None:
    table = Table(setup_of(4, 6), SECP256K1)
    cards = table.deal()
    table.do(Open(((cards[0], 0, 2),)))
    face = table.decks[2].face(cards[0])
    table.begin(Reveal())
    table.step()
    table.lose(2)
    assert table.watcher.ready
    table.do(Reveal())
    audit = table.watcher.audit()
    assert all_known(table)
    assert audit.faces[cards[0], 0] == face
    assert audit.blames == ()


def test_without_a_split_only_what_was_open_is_known() -> None:
    table = Table(setup_of(2, 4), SECP256K1)
    cards = table.deal()
    table.do(Open(((cards[0], 0, 1), (cards[1], 0, None))))
    face = table.watcher.public(cards[1])
    table.begin(Reveal())
    table.step()
    table.lose(1)
    table.do(Reveal())
    audit = table.watcher.audit()
    assert not audit.complete
    assert audit.faces[cards[1], 0] == face
    assert (cards[0], 0) not in audit.faces
    assert (cards[2], 0) not in audit.faces


def test_nothing_but_reveals_after_the_reveal() -> None:
    table = Table(setup_of(2, 4))
    cards = table.deal()
    with pytest.raises(MisuseError):
        table.watcher.audit()
    table.begin(Reveal())
    with pytest.raises(MisuseError):
        table.watcher.audit()
    table.run()
    with pytest.raises(MisuseError):
        table.watcher.begin(Open(((cards[0], 0, None),)))


# The audit card by card


def dealt_hands(table: Table, size: int = 2) -> dict[int, range]:
    """Everybody holds some cards; who holds which."""
    cards = table.deal()
    hands = {seat: cards[seat * size : (seat + 1) * size] for seat in table.setup.seats}
    table.do(Open(tuple((card, 0, seat) for seat, hand in hands.items() for card in hand)))
    return hands


def faces_held(table: Table, seat: int, hand: Iterable[int]) -> list[int | None]:
    return [table.decks[seat].face(card) for card in hand]


def another_key(table: Table, seat: int) -> None:
    """A key that the seat's own seed does not give."""
    table.decks[seat]._state.secret = 4242


@BOTH
def test_a_key_that_does_not_fit_hides_nobody_elses_hand(group: Group) -> None:
    """Nothing is split. The hand of the wrong key stays closed, all others open."""
    table = Table(setup_of(3, 8, operators=(0, 1, 1), split=False), group)
    another_key(table, 2)
    hands = dealt_hands(table)
    before = {seat: faces_held(table, seat, hands[seat]) for seat in (0, 1)}
    table.do(Reveal())
    audit = table.watcher.audit()
    assert [blame.seat for blame in audit.blames] == [2]
    for seat in (0, 1):
        assert [audit.faces[card, 0] for card in hands[seat]] == before[seat]
    assert not any((card, 0) in audit.faces for card in hands[2])
    assert not audit.complete


def test_split_parts_open_the_hand_of_a_key_that_does_not_fit() -> None:
    """Where keys are split the keepers give their parts of it back, and every card there was is known."""
    table = Table(setup_of(4, 10), SECP256K1)
    another_key(table, 2)
    hands = dealt_hands(table)
    before = faces_held(table, 2, hands[2])
    table.do(Reveal())
    returned = [event[1] for event in table.watcher.history if event[0] == "take" and event[2] == "return"]
    assert returned == [0, 1, 3]
    audit = table.watcher.audit()
    assert [(blame.seat, blame.step) for blame in audit.blames] == [(2, "commit")]
    assert [audit.faces[card, 0] for card in hands[2]] == before
    assert set(audit.faces) == set(table.watcher._state.pairs)


@pytest.mark.parametrize("withheld", [{0}, {1}, {0, 1}, {1, 2}], ids=str)
def test_who_withholds_a_seed_hides_nothing_but_their_own_hand(withheld: set[int]) -> None:
    table = Table(setup_of(4, 10, split=False), SECP256K1)
    hands = dealt_hands(table)
    before = {seat: faces_held(table, seat, hand) for seat, hand in hands.items()}
    table.begin(Reveal())
    table.lose(*sorted(withheld))
    table.do(Reveal())
    audit = table.watcher.audit()
    assert not audit.complete
    for seat, hand in hands.items():
        known = [audit.faces.get((card, 0)) for card in hand]
        assert known == ([None, None] if seat in withheld else before[seat])


@pytest.mark.parametrize("kind", [SHOW, GIVE])
def test_what_was_sealed_to_a_seat_is_opened_by_its_seed(kind: str) -> None:
    """A hand that was swapped, or shown in a challenge, does not need the seed of who had it first."""
    table = Table(setup_of(3, 8, split=False), SECP256K1)
    hands = dealt_hands(table)
    before = faces_held(table, 0, hands[0])
    table.do(Seal(kind, tuple((card, 0) for card in hands[0]), 0, 1))
    table.begin(Reveal())
    table.lose(0)
    table.do(Reveal())
    audit = table.watcher.audit()
    assert [audit.faces.get((card, 0)) for card in hands[0]] == before


def test_a_hand_that_was_swapped_twice_is_opened_by_its_last_holder() -> None:
    table = Table(setup_of(4, 10, split=False), SECP256K1)
    hands = dealt_hands(table)
    before = faces_held(table, 0, hands[0])
    spots = tuple((card, 0) for card in hands[0])
    table.do(Seal(GIVE, spots, 0, 1))
    table.do(Seal(GIVE, spots, 1, 2))
    table.begin(Reveal())
    table.lose(0, 1)
    table.do(Reveal())
    audit = table.watcher.audit()
    assert [audit.faces.get((card, 0)) for card in hands[0]] == before


def test_a_bad_seal_that_was_accepted_opens_nothing() -> None:
    """Both ends lie: the one who holds the cards now has withheld them, and nobody trips over it."""
    table = Table(setup_of(3, 8, split=False), SECP256K1)
    hands = dealt_hands(table)
    spots = tuple((card, 0) for card in hands[0])
    table.begin(Seal(GIVE, spots, 0, 1))
    passing = table.decks[0]._pending
    assert isinstance(passing, Passing)
    state = table.decks[0]._state
    text = bytes(SINGLE_BYTES * len(passing.duties))
    box = sealed_box.seal(table.calc, passing.context(), bytes(32), state.keys[1], text)
    table.write(0, "seal", box)
    table.write(1, "receipt", b"")
    table.begin(Reveal())
    table.lose(0)
    table.do(Reveal())
    audit = table.watcher.audit()
    assert not any(spot in audit.faces for spot in spots)
    assert all((card, 0) in audit.faces for card in (*hands[1], *hands[2]))


def test_a_card_drawn_after_a_loss_needs_nothing_that_others_give_back() -> None:
    """Its holder keeps the part of the lost key too: the holder's own seed opens the seal that it came in."""
    table = Table(setup_of(4, 8), SECP256K1)
    cards = table.deal()
    table.lose(3)
    table.do(Open(((cards[0], 0, 0),)))
    face = table.decks[0].face(cards[0])
    table.begin(Reveal())
    table.step()
    table.lose(1, 2)  # no part is given back any more
    table.do(Reveal())
    audit = table.watcher.audit()
    assert audit.faces.get((cards[0], 0)) == face
    assert (cards[1], 0) not in audit.faces


def test_the_hand_of_a_seat_that_left_is_opened_though_its_cards_were_mixed_again() -> None:
    table = Table(setup_of(4, 10), SECP256K1)
    hands = dealt_hands(table)
    before = faces_held(table, 3, hands[3])
    table.lose(3)
    table.shuffle([*hands[3], *range(18, 20)])
    table.do(Reveal())
    audit = table.watcher.audit()
    assert [audit.faces[card, 0] for card in hands[3]] == before
    assert not audit.complete  # its mixes could not be compared


def test_a_keeper_who_revealed_and_left_keeps_no_part_from_the_others() -> None:
    """Its seed opens the part that was sealed to it, so the others still give theirs back."""
    table = Table(setup_of(4, 10), SECP256K1)
    hands = dealt_hands(table)
    before = faces_held(table, 3, hands[3])
    table.lose(3)
    table.begin(Reveal())
    table.step()
    table.lose(0)
    table.do(Reveal())
    audit = table.watcher.audit()
    assert [audit.faces.get((card, 0)) for card in hands[3]] == before
    assert set(audit.faces) == set(table.watcher._state.pairs)
