"""Going on without a seat: its key is split among the other operators; only all of them can stand in."""

from __future__ import annotations

from collections import Counter

import pytest

from protocol.deck import GIVE, SHOW, Lose, MisuseError, Open, Request, Reveal, Seal, Shuffle, sealing
from protocol.deck.glass import GLASS
from protocol.deck.group import ORDER, SECP256K1, Group
from protocol.deck.opening import SINGLE_BYTES
from protocol.deck.state import State
from tests.protocol.deck.table import Table, setup_of

BOTH = pytest.mark.parametrize("group", [SECP256K1, GLASS], ids=["real", "glass"])


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
    assert audit.complete
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
    assert (len(there), len(back)) == (sealing.OVERHEAD + 2 * SINGLE_BYTES, sealing.OVERHEAD)
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
    assert table.watcher.audit().complete


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
    assert table.watcher.audit().complete


def test_a_second_loss_of_a_keeper_cannot_be_borne() -> None:
    table = Table(setup_of(4, 4), SECP256K1)
    table.deal()
    table.lose(3)
    assert not table.watcher.can_lose((2,))
    with pytest.raises(MisuseError):
        table.watcher.begin(Lose((2,)))


@pytest.mark.parametrize(
    ("seats", "operators", "split"), [(2, None, True), (4, (0, 1, 0, 1), True), (4, None, False)], ids=str
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
    assert audit.complete
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
