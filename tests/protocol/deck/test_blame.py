"""Every fault is refused at once or found at the end, its author named, and a stranger can check it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from protocol.deck import (
    GIVE,
    SHOW,
    Blame,
    Calculator,
    Deck,
    MisuseError,
    Open,
    RefusedError,
    Reveal,
    Seal,
    Shuffle,
    equality,
    key_splitting,
    sealed_box,
    shuffle,
)
from protocol.deck.batch_arithmetic import Memo, Trust
from protocol.deck.group import ORDER, POINT_BYTES, SECP256K1
from protocol.deck.mixing import Mixing
from protocol.deck.opening import encode_single, held
from protocol.deck.state import State
from tests.protocol.deck.history import RecordedRefusal, recheck
from tests.protocol.deck.table import AFTER, ELSEWHERE, Table, secret_of, setup_of

OTHER = SECP256K1.encode(SECP256K1.hash(b"another point"))


def real(seats: int = 3, size: int = 4, **kwargs: Any) -> Table:
    return Table(setup_of(seats, size, **kwargs), SECP256K1)


def state_of(table: Table, seat: int) -> State:
    return table.decks[seat]._state


def stranger() -> Calculator:
    """Somebody with no memory of anything."""
    return Calculator(memo=Memo())


def believer() -> Calculator:
    """Somebody who goes through a log again that was verified before."""
    memo = Memo()
    memo.trusts = Trust.PROOFS
    return Calculator(memo=memo)


def refused(table: Table, run: Callable[[], object]) -> Blame:
    """Runs into a refusal; checks that every deck refuses alike and that a stranger agrees."""
    with pytest.raises(RecordedRefusal) as caught:
        run()
    before = [list(deck.history) for deck in table.all]
    assert all(history == before[0] for history in before)
    blame, events = caught.value.blame, caught.value.events
    seat, step, value = events[-1][1:]
    for deck in table.all:
        with pytest.raises(RefusedError) as again:
            deck.take(seat, step, value)
        assert again.value.blame == blame
    assert [list(deck.history) for deck in table.all] == before
    evidence = [*table.watcher.history, *events]
    assert recheck(table.setup, blame, evidence, calculator=stranger())
    # Nobody can be framed with it: not for another seat, step or reason, nor without the message.
    assert not recheck(
        table.setup, blame._replace(seat=(blame.seat + 1) % 3), evidence, calculator=stranger()
    )
    assert not recheck(table.setup, blame._replace(reason="because"), evidence, calculator=stranger())
    assert not recheck(table.setup, blame, table.watcher.history, calculator=stranger())
    return blame


def cheating(table: Table, seat: int, step: str, change: Callable[[Any], Any]) -> Blame:
    table.cheats[seat, step] = change
    blame = refused(table, table.run)
    assert (blame.seat, blame.step) == (seat, step)
    # The honest value is still welcome.
    del table.cheats[seat, step]
    table.step()
    return blame


# Commit


def test_a_key_whose_logarithm_is_not_known_is_refused() -> None:
    """The rogue key: chosen to cancel the others', so that its author would own the joint key."""
    table = real()
    table.step()
    table.step()
    others = [state_of(table, 0).keys[seat] for seat in (0, 1)]
    rogue = SECP256K1.encode(SECP256K1.add([SECP256K1.base(5), SECP256K1.neg(SECP256K1.add(others))]))
    blame = cheating(table, 2, "commit", lambda v: [v[0], rogue, v[2]])
    assert blame.reason == "equality proof does not hold"


def test_anothers_commitment_cannot_be_copied() -> None:
    table = real()
    table.step()
    copy = table.watcher.history[0][3]
    assert cheating(table, 1, "commit", lambda _: copy).reason == "equality proof does not hold"


# Split


def test_parts_that_do_not_make_the_key_are_refused() -> None:
    table = real()
    blame = cheating(table, 0, "split", lambda v: [[OTHER, v[0][1]], v[1]])
    assert "do not make the key" in blame.reason


def bad_part(table: Table, seat: int, keeper: int, text: bytes) -> Callable[[Any], Any]:
    """Points that add up, but something else in one keeper's seal."""

    def change(value: Any) -> Any:
        state = state_of(table, seat)
        context = state.context(seat, "split", keeper)
        box = sealed_box.seal(table.calc, context, bytes(32), state.keys[keeper], text)
        place = table.setup.keepers(seat).index(keeper)
        return [[point, box if at == place else other] for at, (point, other) in enumerate(value)]

    return change


@pytest.mark.parametrize("text", [bytes(32), b"\x01" * 32, ORDER.to_bytes(32, "big")])
def test_a_bad_part_is_disputed_and_its_author_named(text: bytes) -> None:
    table = real(4)
    table.cheats[1, "split"] = bad_part(table, 1, 2, text)
    blames = table.run()
    (blame,) = blames
    assert (blame.seat, blame.step, blame.reason) == (1, "split", "a bad part was sealed")
    assert recheck(table.setup, blames[0], table.watcher.history, calculator=stranger())
    assert recheck(table.setup, blames[0], table.watcher.history, calculator=believer())
    assert not recheck(table.setup, blames[0]._replace(seat=2), table.watcher.history, calculator=stranger())
    assert not table.watcher.can_lose((1,))
    assert table.watcher.can_lose((0,))


def test_a_box_that_does_not_open_is_disputed_too() -> None:
    table = real()
    table.cheats[1, "split"] = lambda v: [[p, box[:-1] + bytes([box[-1] ^ 1])] for p, box in v]
    assert {(blame.seat, blame.step) for blame in table.run()} == {(1, "split")}


def false_dispute(table: Table, seat: int, of: int) -> Callable[[Any], Any]:
    def change(value: Any) -> Any:
        state = state_of(table, seat)
        _, seed, secret = state.me()
        box = dict(zip(table.setup.keepers(of), table.watcher.history[3 + of][3], strict=True))[seat][1]
        claim = sealed_box.dispute(
            table.calc, state.context(of, "split", seat), seed, secret, state.keys[seat], box
        )
        place = table.setup.kept(seat).index(of)
        return [claim if at == place else b"" for at in range(len(value))]

    return change


def test_a_false_dispute_names_the_disputer() -> None:
    table = real()
    assert cheating(table, 2, "keep", false_dispute(table, 2, 0)).reason == "keep: a false dispute"


def test_a_dispute_without_its_proof_names_the_disputer() -> None:
    """Claiming some other point to be the shared one would make any seal look bad."""
    table = real()
    assert "equality" in cheating(table, 2, "keep", lambda _: [OTHER + bytes(range(1, 65)), b""]).reason


def test_anothers_seal_cannot_be_copied_to_have_it_opened() -> None:
    """Disputing a copy would show the shared point of the original, so a seal proves its author knows `r`."""
    table = real()
    table.run()
    again = real()
    for _ in range(4):
        again.step()
    head = again.watcher.history[3][3][1][1][: POINT_BYTES + equality.PROOF_BYTES]  # seat 0's seal to seat 2

    def change(value: Any) -> Any:
        return [value[0], [value[1][0], head + value[1][1][len(head) :]]]

    assert cheating(again, 1, "split", change).reason == "equality proof does not hold"


# Mix


@pytest.mark.parametrize("step", ["mix", "prove"])
@pytest.mark.parametrize(
    "change", [lambda v: [], lambda v: [v[0], v[0]], lambda v: [v[0][:-1]], lambda v: v[0]]
)
def test_mixes_of_the_wrong_shape(step: str, change: Callable[[Any], Any]) -> None:
    table = real(size=3)
    table.run()
    table.begin(Shuffle((0, 1, 2), 3))
    cheating(table, 1, step, change)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda raw: raw[66:132] + raw[66:], id="duplicate"),
        pytest.param(lambda raw: OTHER + raw[33:], id="another point"),
        pytest.param(lambda raw: raw[33:66] + raw[:33] + raw[66:], id="swapped halves"),
        pytest.param(lambda raw: raw[66:] + raw[:66], id="rotated after the fact"),
    ],
)
def test_a_mix_that_is_none_cannot_be_proved(change: Callable[[bytes], bytes]) -> None:
    """It is taken, since nobody waits for its proof; but no proof of it is, nor any card opened."""
    table = real(size=3)
    table.run()
    table.cheats[1, "mix"] = lambda v: [change(v[0])]
    table.begin(Shuffle((0, 1, 2), 3))
    blame = refused(table, table.run)
    assert (blame.seat, blame.step) == (1, "prove")
    assert "shuffle proof" in blame.reason
    assert table.watcher.handles == {0, 1, 2}


def test_a_proof_from_another_deal_is_refused() -> None:
    other = Table(setup_of(3, 3, after=ELSEWHERE), SECP256K1)
    other.deal()
    table = real(size=3)
    table.run()
    table.begin(Shuffle((0, 1, 2), 3))
    proof = next(event[3] for event in other.watcher.history if event[:3] == ["take", 0, "prove"])
    assert "shuffle proof" in cheating(table, 0, "prove", lambda _: proof).reason


def test_the_proof_of_a_repeated_shuffle_is_not_taken_twice() -> None:
    """The same cards in the same deck, asked for again after a seat was lost: mix and proof are new."""
    table = real(4)
    table.run()
    table.begin(Shuffle((0, 1, 2, 3), 4))
    first = table.decks[0].answer("mix")
    table.write(0, "mix", first)
    proof = table.decks[0].answer("prove")
    table.lose(3)
    table.begin(Shuffle((0, 1, 2, 3), 4))
    assert table.decks[0].answer("mix") != first
    table.write(0, "mix", first)
    refused(table, lambda: table.write(0, "prove", proof))


# Shares


def opened(table: Table) -> range:
    cards = table.deal()
    table.do(Open(((cards[0], 0, 0), (cards[1], 0, 0), (cards[2], 0, 1))))
    return cards


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda v: [[OTHER + v[0][0][33:]], b""], id="another point"),
        pytest.param(
            lambda v: [[v[0][0][33:66] + v[0][0][:33] + v[0][0][66:]], b""], id="two shares swapped"
        ),
        pytest.param(lambda v: [[v[0][0][:-1] + bytes([v[0][0][-1] ^ 1])], b""], id="broken proof"),
        pytest.param(lambda v: [[v[0][0][33:]], b""], id="one missing"),
        pytest.param(lambda v: [[], b""], id="none"),
        pytest.param(lambda v: [v[0], b"\x00"], id="trailing"),
    ],
)
def test_bad_shares_are_refused(change: Callable[[Any], Any]) -> None:
    table = real()
    cards = table.deal()
    table.begin(Open(((cards[0], 0, 0), (cards[1], 0, 0))))
    cheating(table, 1, "share", change)


def test_a_wrong_share_with_a_proof_of_its_own_is_refused() -> None:
    """A share by another secret, with a perfect proof for that other secret."""
    table = real()
    cards = table.deal()
    request = Open(((cards[0], 0, None),))
    table.begin(request)

    def change(_: Any) -> Any:
        state = state_of(table, 1)
        source = state.pairs[cards[0], 0].a
        context = state.context(1, "share", state.number - 1, 1)
        image = SECP256K1.mul(source, 77)
        proof = equality.prove(table.calc, context, bytes(32), 77, SECP256K1.base(77), [source], [image])
        return [[SECP256K1.encode(image) + proof], b""]

    assert cheating(table, 1, "share", change).reason == "equality proof does not hold"


def test_a_share_cannot_be_replayed_in_another_request() -> None:
    table = real()
    cards = table.deal()
    request = Open(((cards[0], 0, None),))
    early = table.decks[1].answer("share", request)
    table.do(Open(((cards[1], 0, None),)))
    table.begin(request)
    assert cheating(table, 1, "share", lambda _: early).reason == "equality proof does not hold"


def test_a_play_that_is_refused_leaves_no_trace() -> None:
    table = real()
    cards = opened(table)
    play = Open(((cards[0], 0, None),), by=0)
    value = table.decks[0].answer("share", play)
    before = list(table.watcher.history)
    with pytest.raises(RecordedRefusal) as caught:
        table.watcher.take(0, "share", [[], b""], play)
    assert recheck(table.setup, caught.value.blame, [*before, *caught.value.events], calculator=stranger())
    assert (table.watcher.history, table.watcher.ready) == (before, True)
    assert table.watcher.take(0, "share", value, play) == ()


def test_a_card_cannot_be_played_by_who_does_not_hold_it() -> None:
    table = real()
    cards = opened(table)
    with pytest.raises(MisuseError):
        table.decks[1].answer("share", Open(((cards[0], 0, None),), by=1))
    value = table.decks[0].answer("share", Open(((cards[0], 0, None),), by=0))
    with pytest.raises(RefusedError):
        table.watcher.take(1, "share", value, Open(((cards[0], 0, None),), by=0))
    with pytest.raises(RefusedError):
        table.watcher.take(1, "share", value, Open(((cards[0], 0, None),), by=1))


def test_a_challenger_cannot_frame_with_a_forged_share() -> None:
    table = real()
    cards = opened(table)
    table.do(Seal(SHOW, ((cards[0], 0), (cards[1], 0)), 0, 1))
    state_of(table, 1).received[cards[0], 0] = state_of(table, 1).received[cards[1], 0]
    table.begin(Open(((cards[0], 0, None),), by=1))
    blame = refused(table, table.run)
    assert (blame.seat, blame.step) == (1, "share")


# Seals


def bad_seal(table: Table, text: Callable[[bytes], bytes]) -> Callable[[Any], Any]:
    """Something else than the shares, sealed as it should be."""

    def change(_: Any) -> Any:
        state = state_of(table, 0)
        passing: Any = table.decks[0]._pending
        honest = b"".join(encode_single(state, held(state, *duty)) for duty in passing.duties)
        key = state.keys[passing.request.to]
        return sealed_box.seal(table.calc, passing.context(), bytes(32), key, text(honest))

    return change


@pytest.mark.parametrize("kind", [SHOW, GIVE])
@pytest.mark.parametrize(
    "text",
    [
        pytest.param(lambda t: OTHER + t[33:], id="another point"),
        pytest.param(lambda t: t[97:] + t[:97], id="shares swapped"),
        pytest.param(lambda t: bytes(len(t)), id="zeros"),
    ],
)
def test_a_bad_seal_is_disputed_and_its_author_named(kind: str, text: Callable[[bytes], bytes]) -> None:
    table = real()
    cards = opened(table)
    table.begin(Seal(kind, ((cards[0], 0), (cards[1], 0)), 0, 2))
    table.cheats[0, "seal"] = bad_seal(table, text)
    blames = table.run()
    assert [(blame.seat, blame.step) for blame in blames] == [(0, "seal")]
    assert recheck(table.setup, blames[0], table.watcher.history, calculator=stranger())
    assert recheck(table.setup, blames[0], table.watcher.history, calculator=believer())
    assert not recheck(table.setup, blames[0]._replace(seat=2), table.watcher.history, calculator=stranger())
    # Nothing has changed hands.
    assert table.decks[2].face(cards[0]) is None
    assert table.watcher.ready


def test_a_false_dispute_of_a_seal_names_the_recipient() -> None:
    table = real()
    cards = opened(table)
    table.begin(Seal(SHOW, ((cards[0], 0),), 0, 2))
    table.step()

    def change(_: Any) -> Any:
        state = state_of(table, 2)
        _, seed, secret = state.me()
        passing: Any = table.decks[2]._pending
        return sealed_box.dispute(table.calc, passing.context(), seed, secret, state.keys[2], passing.box)

    assert cheating(table, 2, "receipt", change).reason == "receipt: a false dispute"
    assert table.decks[2].face(cards[0]) is not None


@pytest.mark.parametrize(
    "value", [None, b"x", [], OTHER + bytes(64), 0], ids=["None", "x", "list", "no proof", "int"]
)
def test_a_receipt_is_empty_or_a_dispute(value: object) -> None:
    table = real()
    cards = opened(table)
    table.begin(Seal(SHOW, ((cards[0], 0),), 0, 2))
    table.step()
    cheating(table, 2, "receipt", lambda _: value)


@pytest.mark.parametrize(
    "change", [lambda v: v[:-1], lambda v: b"", lambda v: None, lambda v: OTHER + v[33:]]
)
def test_a_seal_of_the_wrong_shape(change: Callable[[Any], Any]) -> None:
    table = real()
    cards = opened(table)
    table.begin(Seal(SHOW, ((cards[0], 0),), 0, 2))
    cheating(table, 0, "seal", change)


# Reveal and audit


@pytest.mark.parametrize(
    "value", [bytes(32), b"", bytes(33), None, 7], ids=["zeros", "empty", "long", "None", "int"]
)
def test_a_seed_that_does_not_fit_its_commitment(value: object) -> None:
    table = real()
    table.deal()
    table.begin(Reveal())
    cheating(table, 1, "reveal", lambda _: value)


def test_anothers_seed_is_not_mine() -> None:
    table = real()
    table.deal()
    table.begin(Reveal())
    table.step()
    seed = table.watcher.history[-1][3]
    cheating(table, 1, "reveal", lambda _: seed)


def audited(table: Table, seat: int, step: str, reason: str) -> None:
    """The audit names this one fault, and a stranger finds it again."""
    table.do(Reveal())
    (blame,) = table.watcher.audit().blames
    assert blame == (seat, step, f"audit: {reason}")
    assert recheck(table.setup, blame, table.watcher.history, calculator=stranger())
    assert recheck(table.setup, blame, table.watcher.history, calculator=believer())
    assert not recheck(table.setup, blame._replace(seat=0), table.watcher.history, calculator=stranger())


def own_order(monkeypatch: pytest.MonkeyPatch, cheat: int) -> None:
    """One seat mixes, and proves, by another order than its seed gives."""
    plain, honest = shuffle.witness, Mixing.answer

    def constant(self: Mixing, step: str) -> Any:
        with pytest.MonkeyPatch.context() as patch:
            if self.state.seat == cheat:
                patch.setattr(
                    shuffle, "witness", lambda *args: plain(*args)._replace(order=list(range(len(args[2]))))
                )
            return honest(self, step)

    monkeypatch.setattr(Mixing, "answer", constant)


def test_a_mix_by_another_order_than_the_seeds_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proved perfectly, so it does no harm to the cards; but it was not what was committed to."""
    table = real()
    table.run()
    own_order(monkeypatch, 1)
    table.shuffle(range(4))
    monkeypatch.undo()
    audited(table, 1, "mix", "not the order and blinding of the seed")


@pytest.mark.parametrize("steps", [2, 3, 6])
def test_a_mix_of_a_request_that_was_dropped_is_audited_too(
    monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    """A seat is lost before the shuffle is complete, and all mix again: what was written before still
    has to be the seed's, whether it was proved or not."""
    table = real(4, 6)
    table.run()
    own_order(monkeypatch, 1)
    table.begin(Shuffle(tuple(range(6)), 6))
    for _ in range(steps):
        table.step()
    monkeypatch.undo()
    table.lose(3)
    table.shuffle(range(6))
    audited(table, 1, "mix", "not the order and blinding of the seed")


def test_a_key_that_is_not_the_seeds_is_found() -> None:
    table = real(split=False)
    state_of(table, 1).secret = 4242
    table.deal()
    audited(table, 1, "commit", "the key is not the seed's")


def test_a_split_that_is_not_the_seeds_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    table = real()
    plain = key_splitting.split_secrets

    def other(state: State, seat: int, seed: bytes, secret: int) -> list[int]:
        one, two = plain(state, seat, seed, secret)
        return [one + 1, two - 1] if seat == 1 else [one, two]

    monkeypatch.setattr(key_splitting, "split_secrets", other)
    table.run()
    monkeypatch.undo()
    audited(table, 1, "split", "the split is not the seed's")


def test_an_honest_table_has_no_blames() -> None:
    table = real()
    opened(table)
    table.do(Reveal())
    assert table.watcher.audit().blames == ()


@pytest.mark.parametrize(
    "change", [lambda v: bytes(32), lambda v: v[:-1], lambda v: None, lambda v: (1).to_bytes(32, "big")]
)
def test_a_part_given_back_wrongly(change: Callable[[Any], Any]) -> None:
    table = real(4)
    table.deal()
    table.lose(3)
    table.begin(Reveal())
    cheating(table, 1, "return", change)


# Out of place


def test_steps_out_of_turn_are_refused() -> None:
    table = real()
    value = table.decks[1].answer("commit")
    table.write(1, "commit", value)
    for seat, step in ((1, "commit"), (7, "commit"), (0, "mix"), (0, "nonsense")):
        with pytest.raises(RefusedError, match="not expected now"):
            table.watcher.take(seat, step, value)


def test_what_is_no_evidence_proves_nothing() -> None:
    table = real()
    blame = Blame(0, "commit", "commit: shape")
    for events in ([], [None], [["take", 0, "commit"]], [["begin", ["fly"]]], [["begin", ["reveal"]]], [5]):
        assert not recheck(table.setup, blame, events, calculator=stranger())
    assert recheck(table.setup, blame, [["take", 0, "commit", None]], calculator=stranger())


def test_a_secret_of_its_own_for_every_seat_and_deal() -> None:
    """Two seats with the same game secret, or one in two deals, share nothing."""
    keys = set()
    for after in (AFTER, ELSEWHERE):
        for seat in (0, 1):
            keys.add(Deck(setup_of(2, 3, after=after), seat, secret_of(0)).answer("commit")[1])
    assert len(keys) == 4


def test_a_commitment_is_for_one_seat_of_one_deal() -> None:
    """The same seed committed to elsewhere is another commitment, so none can be copied."""
    seed = bytes(32)
    states = [Deck(setup_of(2, 3, after=after))._state for after in (AFTER, ELSEWHERE)]
    made = {key_splitting.commitment(state, seat, seed) for state in states for seat in (0, 1)}
    assert len(made) == 4
