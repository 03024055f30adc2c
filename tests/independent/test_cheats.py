"""What shows only at the end, or only to two: both verifiers name the same seats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from p2puno.moves import Draw, IllegalMove, Innocent, Move, Quiet
from p2puno.options import Options
from p2puno.round.challenge import Verdict as VerdictTask
from p2puno.round.drawing import Declaration
from p2puno.round.turn import Turn
from p2puno.view import View
from protocol.codec import pack, unpack
from protocol.deck import Calculator, opening, passing, shuffle
from protocol.deck.state import State
from protocol.log.entry import ENTRY_TAG, STATEMENT_TAG, Entry, statement_body, write_certificate
from protocol.play.game import Game
from protocol.version import FIRST_HOUSE_RULES, RULES
from tests.independent import compare
from tests.independent.compare import both, follow
from tests.independent.produce import CALCULATOR, Hall, bytes_of, file_of, found, identity_of
from tests.independent.test_games import short
from tests.independent.verifier import Log, Verdict
from tests.independent.wire import read_entry, read_genesis


def hall_of(options: Options, players: int, seed: int) -> Hall:
    return Hall(found(options, players, seed, grace=3000, machine_grace=2000), seed)


def finished(hall: Hall, folder: Path, limit: int = 1500) -> Verdict:
    return follow(file_of(hall.genesis, hall.play(limit)), folder)


def other_body(entry: Entry) -> bytes:
    """The same entry, a millisecond later."""
    body = unpack(entry.body)
    body[7] += 1
    return pack(body)


@pytest.mark.parametrize(
    ("seats", "fallen", "lost"),
    [(3, set(), []), (5, {3}, [(3, "silent")])],
    ids=["alone", "beside one who fell"],
)
def test_a_fork_is_taken_back_and_its_author_lost(
    seats: int, fallen: set[int], lost: list[tuple[int, str]], tmp_path: Path
) -> None:
    """Whoever is lost by the same certificate and has only kept silent is not called a forger."""
    hall = hall_of(short(hand_size=2), seats, 32)
    done: list[int] = []

    def fork(hall: Hall) -> None:
        """Seat 1 signs its last entry with another time, and shows that to seat 2."""
        game = hall.first.game
        mine = [entry for entry in game.entries if entry.seat == 1 and entry.kind == "move"]
        if done or not mine or game.position - mine[-1].position > 3:
            return
        done.append(mine[-1].position)
        raw = other_body(mine[-1])
        entry = ["entry", raw, identity_of(32, 1).sign(ENTRY_TAG, raw)]
        hall._send(2, hall.tables[2].receive(1, pack(entry), hall.now))
        hall.dead |= fallen

    hall.watch = fork
    said = finished(hall, tmp_path)
    assert said.lost == [(1, "fork"), *lost]
    assert said.state == "complete"


@pytest.mark.parametrize("alone", [False, True], ids=["beside another", "alone"])
def test_proofs_change_nothing_that_counts(alone: bool) -> None:
    """Copies of one certificate may bear different proofs, since they are not in its body. Whether the round
    of who went out pays must not depend on which copy somebody got."""
    seed = 5
    hall = hall_of(short(hand_size=1, target=60), 5, seed)
    entries = hall.play(400)
    at = next(entry.position for entry in entries if entry.kind == "agree")
    before = Game(hall.genesis, calculator=CALCULATOR)
    before.replay(entries[: at - 1])
    assert before.deal is not None
    assert before.deal.round is not None
    out = before.deal.round.out
    assert out is not None
    lost = [out] if alone else sorted((out, (out + 1) % 5))

    def fork_of(seat: int) -> list[Any]:
        mine = next(entry for entry in entries[: at - 1] if entry.seat == seat)
        raw = other_body(mine)
        return ["fork", mine.wire(), [raw, identity_of(seed, seat).sign(ENTRY_TAG, raw)]]

    values = [at, before.head, lost, "fork"]
    votes = [
        identity_of(seed, seat).sign(STATEMENT_TAG, statement_body(before.id, "vote", seat, values))
        for seat in range(5)
        if seat not in lost
    ]
    for forkers in [lost, *([seat] for seat in lost)]:
        game, log = Game(hall.genesis, calculator=CALCULATOR), Log(read_genesis(pack(hall.genesis.wire())))
        game.replay(entries[: at - 1])
        for entry in entries[: at - 1]:
            log.feed(read_entry(entry.wire()))
        entry = write_certificate(
            game.id, at, game.head, lost, "fork", votes, [fork_of(seat) for seat in forkers]
        )
        game.apply(entry)
        log.feed(read_entry(entry.wire()))
        assert game.deal is not None
        assert log.deal is not None
        assert not game.deal.void
        assert not log.deal.void


@pytest.mark.parametrize(
    ("task", "variant", "lie", "seed"),
    [(VerdictTask, "classic", Innocent(), 0), (Declaration, "crash", Quiet(), 0)],
    ids=["lets a guilty player go", "keeps a Crash quiet"],
)
def test_a_lie_that_the_reveal_shows(
    task: Any, variant: str, lie: object, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All who can lie do so; the first round in which one is found out loses the liar."""
    monkeypatch.setattr(task, "moves", lambda self, view: [lie])
    for attempt in range(seed, seed + 12):
        hall = hall_of(short(variant, hand_size=7), 3, attempt)
        entries = hall.play(1500)
        if any(entry.kind == "loss" for entry in entries):
            break
    said = follow(file_of(hall.genesis, entries), tmp_path)
    assert said.lost
    assert {why for _, why in said.lost} == {"proved"}


def seat_1_always_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it holds, unless everybody can see that it must not. The others do what they must."""
    honest, check = Turn.moves, View.check

    def lie(turn: Turn, view: View) -> list[Move]:
        try:
            view.round.copy().apply(1, Draw())
        except IllegalMove:
            return honest(turn, view)
        return [Draw()]

    def trust(view: View, move: Move) -> None:
        if view.seat != 1:
            check(view, move)

    monkeypatch.setattr(Turn, "moves", lie)
    monkeypatch.setattr(View, "check", trust)


def test_a_vow_that_the_reveal_shows_to_be_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat_1_always_draws(monkeypatch)
    said = finished(hall_of(short(hand_size=4, house_rules=("force",)), 3, 3), tmp_path)
    assert said.lost == [(1, "proved")]


@pytest.mark.rule("L-08")
@pytest.mark.parametrize(
    ("operators", "more", "rules"),
    [
        ((0, 0, 2), {}, RULES),
        ((0, 0, 2), {}, FIRST_HOUSE_RULES),
        ((0, 0, 2), {"scoring": "lowest", "target": 40}, RULES),
        pytest.param((0, 3, 2, 3), {"mode": "partners"}, RULES, marks=pytest.mark.long),
    ],
    ids=["points", "points, the first rules", "lowest", "partners"],
)
def test_a_bot_lies_for_its_player(
    operators: tuple[int, ...],
    more: dict[str, Any],
    rules: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Seat 1 is a bot. Both verifiers agree on who is paid and charged, whoever goes out."""
    seat_1_always_draws(monkeypatch)
    options = short(hand_size=4, house_rules=("force",), **more)
    own = {1, operators[1]}
    voids = set()
    for seed in range(12):
        founded = found(options, len(operators), seed, operators, rules, grace=3000, machine_grace=2000)
        said = finished(Hall(founded, seed), tmp_path)
        if said.lost[:1] != [(1, "proved")]:
            continue
        _, _, out, held, _, void = said.rounds[0]
        assert void == (out in own and rules == RULES)
        if options.scoring == "lowest":
            assert {held[seat] for seat in own} == {max(held.values())}
        voids.add(out in own)
        if len(voids) == 2:
            return
    raise AssertionError("always the same went out")


@pytest.mark.parametrize(
    ("operators", "dropout"),
    [((0, 1, 1), "redeal"), ((0, 1, 1), "go-on"), ((0, 1, 2, 1), "go-on")],
    ids=["keys are not split", "two players: the bot's key is split", "three: all keys are split"],
)
@pytest.mark.parametrize(
    "options",
    [
        pytest.param(short("swap", hand_size=5), id="points"),
        pytest.param(
            short("swap", hand_size=4, scoring="lowest", target=300), id="lowest", marks=pytest.mark.long
        ),
    ],
)
def test_a_key_that_does_not_fit_its_seed(
    operators: tuple[int, ...],
    dropout: str,
    options: Options,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In its first deal one bot uses another key. Hands are swapped, and each card that can be opened without
    its seed counts what it is."""
    honest, bot, cheated = State.__post_init__, len(operators) - 1, list[bytes]()

    def another_key(state: State) -> None:
        honest(state)
        if state.seat == bot and state.digest in (cheated or [state.digest]):
            cheated[:] = [state.digest]
            state.secret = 4242

    monkeypatch.setattr(State, "__post_init__", another_key)
    genesis = found(options, len(operators), 61, operators, grace=3000, machine_grace=2000, dropout=dropout)
    said = finished(Hall(genesis, 61), tmp_path)
    assert said.lost == [(bot, "proved")]
    assert said.rounds[0][4] == (dropout == "go-on")


def test_a_mix_that_does_not_follow_the_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof of shuffle holds, so nobody can tell before the reveal; then the mixer is named. Here all
    are: nobody is left who could lose them, and the round counts for nobody."""
    honest = shuffle.witness

    def biased(seed: bytes, context: bytes, before: Any) -> Any:
        """As if every seat had derived its orders with another label."""
        return honest(bytes_of(seed), context, before)

    with monkeypatch.context() as patch:
        patch.setattr(shuffle, "witness", biased)
        hall = hall_of(short(hand_size=1), 2, 43)
        data = file_of(hall.genesis, hall.play())
    monkeypatch.setattr(compare, "CALCULATOR", Calculator())
    said = both(data, tmp_path)
    assert (said.state, said.lost, said.totals) == ("cut", [], [0, 0])
    assert {round[-1] for round in said.rounds} == {True}


@pytest.mark.slow
def test_a_bad_seal_is_disputed_and_its_author_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = opening.encode_single

    def zeros(state: Any, got: Any) -> bytes:
        """Seat 1 seals shares that are none; what is relayed in the open is not touched."""
        text = honest(state, got)
        return bytes(len(text)) if state.seat == 1 else text

    monkeypatch.setattr(passing, "encode_single", zeros)
    for seed in range(50, 62):
        hall = hall_of(short("swap"), 3, seed)
        entries = hall.play(1500)
        if any(entry.kind == "loss" for entry in entries):
            break
    said = follow(file_of(hall.genesis, entries), tmp_path)
    assert said.lost == [(1, "proved")]
