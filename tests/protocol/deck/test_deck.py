"""Whole deals in memory: everybody comes to know what they should, and nothing else."""

from __future__ import annotations

import importlib
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.deck import (
    GIVE,
    SHOW,
    Blame,
    Deck,
    MisuseError,
    Open,
    RefusedError,
    Reveal,
    Seal,
    Setup,
    Shuffle,
)
from protocol.deck.group import SECP256K1, Group
from tests.protocol.deck.table import AFTER, GAME, Table, secret_of, setup_of
from tests.simulation.glass_deck import GLASS

Spot = tuple[int, int]
BOTH = pytest.mark.parametrize("group", [SECP256K1, GLASS], ids=["real", "glass"])


def everything(table: Table) -> dict[Spot, int]:
    """All cards, by the audit, which must find nobody at fault."""
    table.do(Reveal())
    audits = [deck.audit() for deck in table.all]
    assert all(audit == audits[0] for audit in audits)
    assert audits[0].blames == ()
    assert audits[0].faces.keys() == table.watcher._state.pairs.keys()
    assert audits[0].complete == (not table.watcher.lost)
    return audits[0].faces


@BOTH
def test_a_round_with_everything_in_it(group: Group) -> None:
    table = Table(setup_of(3, 9, sides=2), group)
    cards = table.deal()
    assert all(table.watcher.face(card, side) is None for card in cards for side in (0, 1))
    zero, one, two = (table.decks[seat] for seat in range(3))

    table.do(
        Open(
            (
                *((cards[i], 0, i % 3) for i in range(6)),
                (cards[6], 0, None),
                *((c, 1, None) for c in cards[:7]),
            )
        )
    )
    assert [zero.face(c) is not None for c in cards[:7]] == [True, False, False, True, False, False, True]
    assert all(table.watcher.public(card, 1) is not None for card in cards[:7])
    assert table.watcher.face(cards[0]) is None

    # Seat 0 plays: one entry that both asks and answers.
    play = Open(((cards[0], 0, None),), by=0)
    value = zero.answer("share", play)
    for deck in table.all:
        deck.take(0, "share", value, play)
    assert two.public(cards[0]) == zero.face(cards[0])

    # Seat 1 shows its hand to seat 2, who proves one card of it to all.
    table.do(Seal(SHOW, ((cards[1], 0), (cards[4], 0)), 1, 2))
    assert two.face(cards[1]) == one.face(cards[1]) is not None
    assert zero.face(cards[1]) is None
    table.do(Open(((cards[1], 0, None),), by=2))
    assert zero.face(cards[1]) == one.face(cards[1])

    # Seats 0 and 1 trade what they have left; then 0 gives on to 2, who plays it.
    table.do(Seal(GIVE, ((cards[3], 0),), 0, 1))
    table.do(Seal(GIVE, ((cards[4], 0),), 1, 0))
    assert zero.face(cards[4]) == one.face(cards[4]) is not None
    table.do(Seal(GIVE, ((cards[4], 0),), 0, 2))
    table.do(Open(((cards[4], 0, None),), by=2))
    table.do(Open(((cards[3], 0, None),)))
    assert table.watcher.public(cards[3]) is not None

    # A pile is mixed again, known cards with unknown ones.
    again = table.shuffle([cards[0], cards[6], cards[7]])
    assert all(deck.face(card, side) is None for deck in table.all for card in again for side in (0, 1))
    with pytest.raises(MisuseError):
        zero.begin(Open(((cards[0], 0, None),)))

    faces = everything(table)
    alive = table.watcher.handles
    assert len(alive) == 9
    for side in (0, 1):
        assert Counter(faces[card, side] for card in alive) == Counter(range(9))
        assert {faces[card, side] for card in again} == {
            faces[c, side] for c in (cards[0], cards[6], cards[7])
        }


def test_the_sides_of_a_card_are_mixed_apart() -> None:
    table = Table(setup_of(2, 20, sides=2))
    cards = table.deal()
    faces = everything(table)
    assert [faces[card, 0] for card in cards] != [faces[card, 1] for card in cards]


@BOTH
@pytest.mark.parametrize("seats", [2, pytest.param(10, marks=pytest.mark.slow)])
def test_the_smallest_and_the_largest_table(group: Group, seats: int) -> None:
    table = Table(setup_of(seats, 12), group)
    cards = table.deal()
    table.do(Open(tuple((cards[seat], 0, seat) for seat in range(seats))))
    for seat in range(seats):
        assert [deck.face(cards[seat]) is not None for deck in table.all] == [
            s == seat for s in range(seats + 1)
        ]
    everything(table)


@pytest.mark.slow
def test_a_whole_deck_of_112_two_sided_cards() -> None:
    table = Table(setup_of(3, 112, sides=2), SECP256K1)
    table.deal()
    faces = everything(table)
    for side in (0, 1):
        assert Counter(faces[card, side] for card in table.watcher.handles) == Counter(range(112))


def test_a_mix_can_be_built_upon_before_it_is_proved_but_not_opened() -> None:
    table = Table(setup_of(3, 4))
    table.run()
    table.begin(Shuffle((0, 1, 2, 3), 4))
    steps = []
    while table.watcher.waiting():
        steps.append(table.watcher.waiting()[0])
        assert table.watcher.handles == {0, 1, 2, 3}
        with pytest.raises(MisuseError):
            table.watcher.begin(Open(((4, 0, None),)))
        table.step()
    assert steps == [(0, "mix"), (1, "mix"), (2, "mix"), (0, "prove"), (1, "prove"), (2, "prove")]
    assert table.watcher.handles == {4, 5, 6, 7}


def test_one_request_at_a_time() -> None:
    table = Table(setup_of(3, 4))
    cards = table.deal()
    table.begin(Open(((cards[0], 0, 1),)))
    for request in (Open(((cards[1], 0, None),)), Shuffle((cards[2],), 8), Seal(SHOW, (), 0, 1), Reveal()):
        with pytest.raises(MisuseError, match="pending"):
            table.watcher.begin(request)
    table.run()
    assert table.decks[1].face(cards[0]) is not None


def test_a_proof_may_come_as_soon_as_its_mix() -> None:
    table = Table(setup_of(2, 4))
    table.run()
    table.begin(Shuffle((0, 1, 2, 3), 4))
    for seat, step in ((0, "mix"), (0, "prove"), (1, "mix"), (1, "prove")):
        assert (seat, step) in table.watcher.waiting()
        table.write(seat, step, table.decks[seat].answer(step))
    assert table.watcher.ready


class Eager(Table):
    """A table at which everybody makes every step as early as they can."""

    prepared = 0

    def step(self) -> tuple[Blame, ...]:
        for deck in self.decks.values():
            self.prepared += deck.may_prepare() is not None
            deck.prepare()
            assert deck.may_prepare() is None
        return super().step()


@BOTH
def test_what_is_made_ahead_is_what_would_be_made_in_turn(group: Group) -> None:
    """Also if a seat is lost meanwhile, and what was prepared for one request must not answer the next."""
    histories = []
    for table in (Table(setup_of(4, 6), group), eager := Eager(setup_of(4, 6), group)):
        cards = table.deal()
        table.begin(Open(tuple((card, 0, card % 4) for card in cards)))
        table.step()
        table.lose(2)
        table.do(Open(tuple((card, 0, None) for card in cards)))
        table.do(Reveal())
        histories.append(table.watcher.history)
    assert histories[0] == histories[1]
    assert eager.prepared >= 4 + 4 + 3  # proofs, shares, and shares without the one who was lost


@BOTH
def test_a_share_is_made_ahead_for_what_may_begin_next(group: Group) -> None:
    """It answers that request only as long as no other one has begun."""
    table = Table(setup_of(3, 6), group)
    cards = table.deal()
    table.do(Open(((cards[0], 0, 0), (cards[1], 0, 0))))
    zero = table.decks[0]
    first, second = (Open(((card, 0, None),), by=0) for card in cards[:2])
    made = [zero.answer("share", play) for play in (first, second)]
    for play in (first, second):
        zero.prepare_share(play)
    assert [zero.answer("share", play) for play in (first, second)] == made
    for deck in table.all:
        deck.take(0, "share", made[0], first)
    later = zero.answer("share", second)
    assert later != made[1]
    for deck in table.all:
        with pytest.raises(RefusedError):
            deck.take(0, "share", made[1], second)
        deck.take(0, "share", later, second)
    assert table.watcher.public(cards[1]) == zero.face(cards[1])
    everything(table)


def test_a_card_that_would_be_seen_by_all_is_not_opened_to_one() -> None:
    table = Table(setup_of(3, 4, split=False))
    cards = table.deal()
    table.do(Open(((cards[0], 0, 1),)))
    with pytest.raises(MisuseError, match="everybody"):
        table.watcher.begin(Open(((cards[0], 0, 2),)))
    assert table.watcher.ready


@pytest.mark.parametrize(
    "request_",
    [
        Shuffle((), 9),
        Shuffle((4, 4), 9),
        Shuffle((0,), 9),
        Shuffle((4,), 5),
        Shuffle((4,), -1),
        Shuffle((4,), 1 << 62),
        Open(()),
        Open(((4, 0, None), (4, 0, None))),
        Open(((4, 1, None),)),
        Open(((99, 0, None),)),
        Open(((4, 0, 7),)),
        Open(((4, 0, None),), by=7),
        Seal(SHOW, ((4, 0),), 0, 0),
        Seal(SHOW, ((99, 0),), 0, 1),
        Seal("lend", ((4, 0),), 0, 1),
        Seal(SHOW, ((4, 0), (4, 0)), 0, 1),
    ],
    ids=str,
)
def test_requests_that_make_no_sense_are_our_own_mistake(request_: Shuffle | Open | Seal) -> None:
    table = Table(setup_of(2, 4))
    table.deal()
    before = list(table.watcher.history)
    with pytest.raises(MisuseError):
        table.watcher.begin(request_)
    assert table.watcher.ready
    assert table.watcher.history == before


@pytest.mark.parametrize(
    "change",
    [
        {"game": b"short"},
        {"after": b""},
        {"after": AFTER + b"x"},
        {"seats": (-1, 1), "operators": (-1, 1)},
        {"seats": (0, 1 << 62), "operators": (0, 1 << 62)},
        {"seats": (1, 0)},
        {"seats": (0, 0)},
        {"operators": (0,)},
        {"operators": (1, 0)},
        {"size": 0},
        {"size": 225},
        {"sides": 3},
    ],
    ids=str,
)
def test_setups_that_make_no_sense(change: dict[str, object]) -> None:
    fields: dict[str, object] = {
        "game": GAME,
        "after": AFTER,
        "seats": (0, 1),
        "operators": (0, 1),
        "size": 5,
    }
    Setup(**fields)  # type: ignore[arg-type]
    with pytest.raises(MisuseError):
        Setup(**(fields | change))  # type: ignore[arg-type]


def test_what_is_no_card_has_no_face() -> None:
    table = Table(setup_of(2, 4))
    table.deal()
    for look in (table.decks[0].face, table.watcher.public):
        for spot in ((99, 0), (4, 1), (-1, 0)):
            with pytest.raises(MisuseError, match="no card"):
                look(*spot)


def test_no_secret_is_in_what_is_printed_of_a_deck() -> None:
    """A traceback or a log may hold the `repr` of anything."""
    table = Table(setup_of(3, 4))
    state = table.decks[1]._state
    _, seed, secret = state.me()

    def look() -> None:
        shown = repr([table.decks[1], vars(table.decks[1])])
        secrets = [secret_of(1), seed, secret, *state.own_parts.values()]
        secrets += [got.proof for some in state.received.values() for got in some.values()]
        assert not [one for one in secrets if repr(one) in shown]

    def run() -> None:
        while table.watcher.waiting():
            table.step()
            look()

    run()
    assert state.own_parts
    for request in (
        Shuffle((0, 1, 2, 3), 4),
        Open(((4, 0, 0), (5, 0, 1))),
        Seal(SHOW, ((4, 0),), 0, 1),
        Seal(GIVE, ((5, 0),), 1, 2),
    ):
        table.begin(request)
        run()
    assert state.received


def test_a_spectator_contributes_nothing() -> None:
    deck = Deck(setup_of(2, 4))
    with pytest.raises(MisuseError):
        deck.answer("commit")
    with pytest.raises(MisuseError):
        Deck(setup_of(2, 4), 5, secret_of(5))


def test_every_message_survives_msgpack() -> None:
    table = Table(setup_of(3, 5, sides=2))
    cards = table.deal()
    table.do(Open(tuple((card, 0, 0) for card in cards[:2])))
    table.do(Seal(GIVE, ((cards[0], 0),), 0, 1))
    table.do(Reveal())
    msgpack = importlib.import_module("msgpack")
    packed = msgpack.unpackb(msgpack.packb(table.watcher.history), strict_map_key=True)
    assert packed == table.watcher.history


def test_glass_messages_have_the_shapes_of_real_ones() -> None:
    def shape(value: object) -> object:
        return (
            [shape(item) for item in value]
            if isinstance(value, list)
            else len(value)
            if isinstance(value, bytes)
            else value
        )

    shapes = []
    for group in (SECP256K1, GLASS):
        table = Table(setup_of(3, 4, sides=2), group)
        cards = table.deal()
        table.do(Open(((cards[0], 0, 0), (cards[0], 1, None))))
        table.do(Seal(SHOW, ((cards[0], 0),), 0, 1))
        table.lose(2)
        table.do(Open(((cards[1], 0, 0),)))
        table.do(Reveal())
        shapes.append(shape(table.watcher.history))
    assert shapes[0] == shapes[1]


def test_no_sum_of_anything_seen_opens_anothers_card() -> None:
    """Two of three seats pool all they know of a card opened to the third, and try every sum of it."""
    table = Table(setup_of(3, 4, split=False), SECP256K1)
    cards = table.deal()
    table.do(Open(((cards[0], 0, 2), (cards[1], 0, 0), (cards[2], 0, None))))
    state, group = table.decks[0]._state, SECP256K1
    spot = (cards[0], 0)
    seen = [point for shares in state.shares.values() for point in shares.values()]
    seen += [table.decks[seat]._state.own_unit(spot, seat) for seat in (0, 1)]
    seen += [state.keys[2], state.joint]
    faces = set(state.face_index[0])
    for count in (1, 2, 3):
        for some in combinations(seen, count):
            opened = group.add([state.pairs[spot].b, group.neg(group.add(list(some)))])
            assert group.encode(opened) not in faces
    own = table.decks[2]._state.own_unit(spot, 2)
    whole = group.neg(group.add([own, *state.shares[spot].values()]))
    assert group.encode(group.add([state.pairs[spot].b, whole])) in faces


def play_at_random(data: st.DataObject, group: Group, most_seats: int, most_cards: int, moves: int) -> None:
    """Random requests against a model of who should know what."""
    seats = data.draw(st.integers(2, most_seats), "seats")
    size = data.draw(st.integers(1, most_cards), "cards")
    sides = data.draw(st.sampled_from([1, 2]), "sides")
    table = Table(setup_of(seats, size, sides=sides), group)
    table.run()
    alive = list(range(size))
    knows: dict[Spot, set[int] | None] = {
        (c, s): None for c in alive for s in range(sides)
    }  # None: everybody
    holder: dict[Spot, int] = {}
    live = list(range(seats))
    for _ in range(data.draw(st.integers(1, moves), "moves")):
        move = data.draw(st.sampled_from(["shuffle", "open", "open", "all", "play", "show", "give", "lose"]))
        hidden = [spot for spot, who in knows.items() if who == set()]
        held = [spot for spot, seat in holder.items() if knows[spot] is not None and seat in live]
        if move == "shuffle":
            some = data.draw(st.lists(st.sampled_from(alive), min_size=1, unique=True), "mixed")
            fresh = table.shuffle(some)
            alive = [card for card in alive if card not in some] + list(fresh)
            for card in some:
                for side in range(sides):
                    knows.pop((card, side))
                    holder.pop((card, side), None)
            knows.update({(card, side): set() for card in fresh for side in range(sides)})
        elif move == "open" and hidden:
            spots = data.draw(
                st.lists(st.sampled_from(hidden), min_size=1, max_size=6, unique=True), "opened"
            )
            items = [(*spot, data.draw(st.sampled_from([*live, None]), "to")) for spot in spots]
            table.do(Open(tuple(items)))
            for card, side, to in items:
                knows[card, side] = None if to is None else {to}
                if to is not None:
                    holder[card, side] = to
        elif move == "all" and [*hidden, *held]:
            spot = data.draw(st.sampled_from([*hidden, *held]), "shown to all")
            table.do(Open(((*spot, None),)))
            knows[spot] = None
        elif move in ("play", "show", "give") and held:
            spot = data.draw(st.sampled_from(held), move)
            by = holder[spot]
            others = [seat for seat in live if seat != by]
            who = knows[spot]
            if move == "play":
                table.do(Open(((*spot, None),), by=by))
                knows[spot] = None
            elif others and who is not None:
                to = data.draw(st.sampled_from(others), "to")
                table.do(Seal(SHOW if move == "show" else GIVE, (spot,), by, to))
                who.add(to)
                if move == "give":
                    holder[spot] = to
        elif move == "lose":
            seat = data.draw(st.sampled_from(live), "lost")
            if table.watcher.can_lose((seat,)):
                table.lose(seat)
                live.remove(seat)
        for seat, deck in table.decks.items():
            for spot, who in knows.items():
                assert (deck.face(*spot) is not None) == (who is None or seat in who), (seat, spot)
        for spot, who in knows.items():
            assert (table.watcher.face(*spot) is not None) == (who is None)
    seen = {(seat, spot): deck.face(*spot) for seat, deck in table.decks.items() for spot in knows}
    faces = everything(table)
    assert all(card is None or card == faces[spot] for (_, spot), card in seen.items())
    for side in range(sides):
        assert sorted(faces[card, side] for card in alive) == list(range(size))


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.data())
def test_random_requests_glass(data: st.DataObject) -> None:
    play_at_random(data, GLASS, 6, 12, 10)


@pytest.mark.slow
@settings(derandomize=True, deadline=None, max_examples=15)
@given(st.data())
def test_random_requests_real(data: st.DataObject) -> None:
    play_at_random(data, SECP256K1, 4, 8, 8)


@pytest.mark.slow
@settings(derandomize=True, deadline=None, max_examples=25)
@given(st.data())
def test_random_requests_large(data: st.DataObject) -> None:
    play_at_random(data, GLASS, 10, 112, 12)
