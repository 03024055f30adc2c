"""The catalogue of cheats: each is refused or caught, by name, and the others lose nothing.

docs/threat-model.md lists them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from p2puno.moves import IllegalMove, Innocent, Play, Quiet
from protocol.codec import pack
from protocol.entry import (
    ADMIT,
    AGREE,
    CLAIM,
    COIN,
    DECK,
    LOSS,
    MOVE,
    READY,
    REFUSAL,
    SILENT,
    VOTE,
    Entry,
    write_certificate,
    write_entry,
    write_statement,
)
from protocol.errors import RemoteError
from protocol.verify import BAD, verify_entries
from tests.cheats.cheater import forged, fork, honest_payload, message, send, table_of
from tests.simulation.promises import all_over, check_all
from tests.simulation.test_cases import HOUR, losses, table, to_end, until_due, until_lost, until_window
from tests.simulation.world import Peer, World


def at(kind: str, step: str = "", seeds: range = range(500, 560), **options: Any) -> tuple[World, Peer]:
    """A table at which this is due, and the peer it is due from, who is dishonest from now on."""
    for seed in seeds:
        world = table(4, seed=seed, **options)
        try:
            seat = until_due(world, kind, step)
        except AssertionError:
            continue
        cheat = world.peers[seat]
        cheat.honest = False
        return world, cheat
    raise AssertionError(f"{kind} {step} was never due")


def others(world: World, cheat: Peer) -> list[Peer]:
    return [peer for peer in world.peers if peer is not cheat]


def refused_everywhere(world: World, cheat: Peer, code: str) -> None:
    assert all(peer.refused[code] for peer in others(world, cheat)), [p.refused for p in world.peers]


def nobody_took(world: World, cheat: Peer, entry: Entry) -> None:
    for peer in others(world, cheat):
        assert all(one.body != entry.body for one in table_of(peer).game.entries)


def lost_and_go_on(world: World, cheat: Peer, reason: str = "silent") -> None:
    """The cheat does no more; it is lost, nobody else is, and the match ends as it should."""
    cheat.kill()
    world.run(lambda: bool(world.losses) or all_over(world), HOUR)
    assert losses(world) == [([cheat.seat], reason)]
    assert world.run(lambda: all_over(world), HOUR)
    check_all(world)


def refuse_entry(world: World, cheat: Peer, kind: str, payload: Any, code: str) -> None:
    """Send one bad entry to all: refused by name, not taken, and its author lost after the grace."""
    entry = forged(cheat, kind, payload)
    world.transmit(cheat, None, message(entry))
    cheat.kill()
    world.wait(100)
    nobody_took(world, cheat, entry)
    refused_everywhere(world, cheat, code)
    lost_and_go_on(world, cheat)


# -- the log ------------------------------------------------------------------------------------------------


def test_equivocation() -> None:
    """Two bodies for one place, to all: proved, evidence written, the author lost, the round dealt again."""
    world, cheat = at(MOVE, "turn")
    one, two = fork(cheat)
    world.transmit(cheat, None, one)
    world.wait(1_000)
    world.transmit(cheat, None, two)
    lost_and_go_on(world, cheat, "fork")
    for peer in others(world, cheat):
        assert [(e.seat, e.reason) for e in peer.disk.evidence] == [(cheat.seat, "fork")]


def test_two_invalid_bodies_are_a_fork_too() -> None:
    world, cheat = at(MOVE, "turn")
    for time in (1, 2):
        world.transmit(cheat, None, message(forged(cheat, MOVE, [["keep"], []], time=time)))
    lost_and_go_on(world, cheat, "fork")


def test_out_of_turn() -> None:
    """An entry by somebody else than the seat that is due."""
    world, due = at(MOVE, "turn")
    due.honest = True
    cheat = world.peers[(due.seat + 1) % 4]
    cheat.honest = False
    world.wait(30)
    world.weather.slowest = 1
    entry = forged(cheat, MOVE, [["draw"], []])
    world.transmit(cheat, None, message(entry))
    world.wait(3)
    if table_of(due).game.position == entry.position:
        refused_everywhere(world, cheat, "out-of-turn")
    nobody_took(world, cheat, entry)
    assert world.run(lambda: all_over(world), HOUR)
    check_all(world)


def test_signing_for_another() -> None:
    """An entry that names the seat that is due, signed by another."""
    world, due = at(MOVE, "turn")
    due.kill()
    cheat = world.peers[(due.seat + 1) % 4]
    cheat.honest = False
    world.wait(50)
    entry = forged(cheat, MOVE, [["draw"], []], seat=due.seat)
    send(cheat, None, ["entry", *entry.wire()])
    assert all(p.refused["unsigned"] for p in world.peers if p not in (cheat, due))
    due.honest = True
    due.trouble = world.now
    due.start()
    to_end(world)
    assert losses(world) == []


def test_illegal_move_with_a_valid_share() -> None:
    """A card that does not match, opened as it should be: refused, and the deck is as it was."""
    for seed in range(500, 560):
        world = table(4, seed=seed)
        try:
            cheat = world.peers[until_due(world, MOVE, "turn")]
        except AssertionError:
            continue
        game = table_of(cheat).game
        view, deal = game.view, game.deal
        assert view is not None
        assert deal is not None
        legal = {getattr(move, "card", None) for move in view.moves()}
        bad = [Play(card, face) for card, face in view.hand() if card not in legal]
        if bad and not deal.owing():
            cheat.honest = False
            refuse_entry(world, cheat, MOVE, deal.own_move(bad[0], []), "illegal")
            return
    raise AssertionError("all cards could be played")


GARBAGE: list[Any] = [
    None,
    7,
    b"",
    "x",
    [],
    [None],
    [[], []],
    [["play", 3]],
    ["commit"],
    [b"x" * 32, 1],
    [[1], [2]],
]


@pytest.mark.parametrize(
    ("kind", "step"),
    [(COIN, "commit"), (COIN, "reveal"), (DECK, "commit"), (DECK, "mix"), (MOVE, "turn"), (AGREE, "")],
)
@pytest.mark.parametrize("payload", [GARBAGE[0], GARBAGE[6], GARBAGE[7], GARBAGE[9]])
def test_malformed_payload(kind: str, step: str, payload: Any) -> None:
    """Every kind with a payload that is none, at every peer that it could reach; nothing is changed."""
    world, cheat = at(kind, step, target=1)
    entry = forged(cheat, kind, payload)
    for peer in others(world, cheat):
        game = table_of(peer).game
        if game.position != entry.position:
            continue
        before = game.head, game.digest()
        table_of(peer).receive(cheat.seat, message(entry), peer.now())
        assert (game.head, game.digest()) == before
        assert sum(table_of(peer).faults.values())


def test_withheld_entry_shown_to_one() -> None:
    """An entry sent to one seat only reaches all through it."""
    world, cheat = at(MOVE, "turn")
    cheat.honest = True
    kind, payload = honest_payload(cheat)
    entry = forged(cheat, kind, payload)
    cheat.honest = False
    witness = others(world, cheat)[0]
    world.transmit(cheat, witness.seat, message(entry))
    cheat.kill()
    world.wait(5_000)
    assert all(table_of(p).game.entries[entry.position - 1].body == entry.body for p in others(world, cheat))
    lost_and_go_on(world, cheat)


# -- the deck -----------------------------------------------------------------------------------------------


def spoil(value: Any) -> Any:
    """The same, with one byte changed somewhere in its midst."""
    if isinstance(value, bytes) and value:
        middle = len(value) // 2
        return value[:middle] + bytes([value[middle] ^ 1]) + value[middle + 1 :]
    if isinstance(value, list) and value:
        for place in range(len(value) - 1, -1, -1):
            changed = spoil(value[place])
            if changed != value[place]:
                return [*value[:place], changed, *value[place + 1 :]]
    return value


@pytest.mark.parametrize("step", ["commit", "split", "mix", "prove", "share", "reveal"])
def test_wrong_step_of_the_deck(step: str) -> None:
    """A wrong key, split, proof, share or seed is refused at once. A wrong mix is refused with its proof."""
    world, cheat = at(DECK, step, target=1)
    kind, payload = honest_payload(cheat)
    if step == "mix":
        bad = forged(cheat, kind, [step, [pack_swapped(side) for side in payload[1]]])
        world.transmit(cheat, None, message(bad))
        world.wait(20)
        lost_and_go_on(world, cheat)  # it can prove nothing, and nothing was opened before the proof
        return
    refuse_entry(world, cheat, kind, [step, spoil(payload[1])], "unproved")


def pack_swapped(side: bytes) -> bytes:
    """The mixed list with its first card in two places: a card doubled, another gone."""
    pair = 66
    return side[:pair] + side[:pair] + side[2 * pair :]


def test_reveal_of_another_seed() -> None:
    world, cheat = at(DECK, "reveal", target=1)
    refuse_entry(world, cheat, DECK, ["reveal", b"\7" * 32], "unproved")


def test_false_dispute_of_a_split() -> None:
    world, cheat = at(DECK, "keep", target=1)
    _, payload = honest_payload(cheat)
    lie = [b"\1" * 130 for _ in payload[1]]
    refuse_entry(world, cheat, DECK, ["keep", lie], "unproved")


def bad_box(cheat: Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on this process seals other bytes than it should (all others have sealed, or do not)."""
    from protocol.deck import sealing

    real = sealing.seal

    def seal(calc: Any, context: Any, seed: bytes, key: Any, text: bytes) -> bytes:
        return real(calc, context, seed, key, bytes(len(text)))

    monkeypatch.setattr(sealing, "seal", seal)


def test_bad_split_is_disputed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that is not what was published: its keeper opens that seal, and the liar is lost by proof."""
    world, cheat = at(DECK, "split", target=1)
    with monkeypatch.context() as patch:
        bad_box(cheat, patch)
        kind, payload = honest_payload(cheat)
    bad = message(forged(cheat, kind, payload))
    cheat.do(table_of(cheat).receive(None, bad, cheat.now()))
    world.transmit(cheat, None, bad)
    world.run(lambda: bool(world.losses) or all_over(world), HOUR)
    assert losses(world)[0] == ([cheat.seat], "proved")
    assert world.run(lambda: all_over(world), HOUR)
    check_all(world)


@pytest.mark.parametrize("variant", ["swap", "classic"])
def test_bad_seal_is_disputed(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards handed over (swap) or shown (challenge) with other shares than theirs."""
    world, cheat = at(DECK, "seal", seeds=range(500, 700), target=1, variant=variant, hand_size=4)
    with monkeypatch.context() as patch:
        bad_box(cheat, patch)
        kind, payload = honest_payload(cheat)
    world.transmit(cheat, None, message(forged(cheat, kind, payload)))
    cheat.kill()
    world.run(lambda: bool(world.losses) or all_over(world), HOUR)
    assert losses(world)[0] == ([cheat.seat], "proved")
    assert world.run(lambda: all_over(world), HOUR)
    check_all(world)


def test_false_dispute_of_a_seal() -> None:
    world, cheat = at(DECK, "receipt", seeds=range(500, 700), target=1, variant="swap", hand_size=4)
    refuse_entry(world, cheat, DECK, ["receipt", b"\1" * 130], "unproved")


# -- what only the reveal shows -----------------------------------------------------------------------------


def lying(cheat: Peer, step: str, lie: Any) -> None:
    """Answer a question of truth with a lie whenever it is asked."""
    target = table_of(cheat)
    chosen = target._chosen

    def choose(due: Any) -> Any:
        deal = target.game.deal
        if due.step != step or deal is None or deal.round is None:
            return chosen(due)
        try:
            deal.round.copy().apply(due.seat, lie)
        except IllegalMove:
            return chosen(due)  # everybody can see that card
        return lie

    target._chosen = choose  # type: ignore[method-assign]


@pytest.mark.parametrize(
    ("step", "lie", "truth", "options"),
    [
        ("declare", Quiet(), "declare", {"variant": "crash"}),
        ("declare", Quiet(), "declare", {"variant": "flip"}),
        ("verdict", Innocent(), "guilty", {}),
    ],
    ids=["a Crash kept quiet", "Wild Draw Color drawn past its colour", "a guilty player let go"],
)
def test_lies_are_caught_by_the_audit(step: str, lie: Any, truth: str, options: dict[str, Any]) -> None:
    """The round goes on; when all seeds are revealed, the liar is named and lost by proof."""
    for seed in range(500, 640):
        world = table(3, seed=seed, target=1, hand_size=4, **options)
        while True:
            try:
                seat = until_due(world, MOVE, step)
            except AssertionError:
                break
            cheat = world.peers[seat]
            view = table_of(cheat).game.view
            assert view is not None
            if type(view.moves()[0]).__name__.lower() == truth:
                cheat.honest = False
                lying(cheat, step, lie)
                cheat.do(table_of(cheat).tick(cheat.now()))
                until_lost(world)
                if not world.losses:
                    break
                assert losses(world) == [([cheat.seat], "proved")]
                to_end(world)
                return
            world.wait(100)
    raise AssertionError("nobody had reason to lie")


def test_wrong_agreement() -> None:
    world, cheat = at(AGREE, target=1)
    refuse_entry(world, cheat, AGREE, [b"\0" * 32, []], "illegal")


def test_missing_reveal() -> None:
    """Who will not reveal is lost; the split opens its cards all the same."""
    world, cheat = at(DECK, "reveal", target=1)
    lost_and_go_on(world, cheat)
    deal = table_of(others(world, cheat)[0]).game.finished[0]
    assert deal.deck.audit().complete


# -- the UNO window -----------------------------------------------------------------------------------------


def open_window(seats: int = 4) -> tuple[World, Peer, Peer]:
    """A table with an open window: the world, the next player (dishonest), and another."""
    for seed in range(700, 760):
        world = table(seats, seed=seed, target=1)
        for peer in world.peers:
            table_of(peer).window.keep_silent = lambda: None  # type: ignore[method-assign]
            table_of(peer).window.claim = lambda said: True  # type: ignore[method-assign]

        found = until_window(world)
        if found is not None:
            peer, deal = found
            world.weather.slowest = 1
            peer.honest = False
            witness = world.peers[deal.owing()[0]]
            world.wait(1_500)
            assert table_of(witness).game.head == table_of(peer).game.head
            return world, peer, witness
    raise AssertionError("no window was open")


def statement(peer: Peer, kind: str, values: list[Any], seat: int | None = None) -> Any:
    assert peer.identity is not None
    author = peer.seat if seat is None else seat
    return write_statement(peer.identity, table_of(peer).game.id, kind, author, values)


def refusal_at(peer: Peer, sender: Peer, entry: Entry) -> str:
    """The code with which a peer refuses an entry; its state must not change."""
    game = table_of(peer).game
    assert sender is not peer
    before = game.head, game.digest()
    with pytest.raises(RemoteError) as refused:
        game.apply(entry)
    assert (game.head, game.digest()) == before
    return refused.value.code


def test_turn_begun_without_silences() -> None:
    _, cheat, witness = open_window()
    assert refusal_at(witness, cheat, forged(cheat, MOVE, [["draw"], []])) == "out-of-turn"


def test_silences_forged_or_of_another_window() -> None:
    _, cheat, witness = open_window()
    deal = table_of(cheat).game.deal
    assert deal is not None
    owing = deal.owing()
    bogus = [statement(cheat, SILENT, deal.window_values(), seat).signature for seat in owing]
    assert refusal_at(witness, cheat, forged(cheat, MOVE, [["draw"], bogus])) == "unsigned"
    world = witness.world
    old = [statement(world.peers[s], SILENT, [1, deal.window_hash]).signature for s in owing]
    assert refusal_at(witness, cheat, forged(cheat, MOVE, [["draw"], old])) == "unsigned"


def test_claim_wrongly_admitted() -> None:
    """Forged, of another window, or admitted twice."""
    world, cheat, witness = open_window()
    deal = table_of(cheat).game.deal
    assert deal is not None
    window = deal.window_values()
    owner = deal.round.uno_seat if deal.round is not None else None
    caller = world.peers[next(s for s in deal.owing() if s not in (owner, witness.seat))]
    bogus = statement(cheat, CLAIM, [*window, "catch"], caller.seat)
    assert refusal_at(witness, cheat, forged(cheat, ADMIT, bogus.wire())) == "unsigned"
    old = statement(caller, CLAIM, [window[0], b"\0" * 32, "catch"])
    assert refusal_at(witness, cheat, forged(cheat, ADMIT, old.wire())) == "out-of-turn"
    assert refusal_at(witness, cheat, forged(cheat, ADMIT, [b"x", b"y"])) == "malformed"
    deal.claimed.add(caller.seat)
    for peer in (witness,):
        theirs = table_of(peer).game.deal
        assert theirs is not None
        theirs.claimed.add(caller.seat)
    good = statement(caller, CLAIM, [*window, "catch"])
    assert refusal_at(witness, cheat, forged(cheat, ADMIT, good.wire())) == "out-of-turn"


def test_refusing_to_admit_a_claim() -> None:
    """The next player ignores a claim: the turn cannot begin without it, so it is lost in the end."""
    world, cheat, witness = open_window()
    deal = table_of(cheat).game.deal
    assert deal is not None
    claim = statement(witness, CLAIM, [*deal.window_values(), "catch"])
    for peer in world.peers:
        if peer is not cheat:
            table_of(peer).window.take(claim)
            for other in deal.owing():
                if other != witness.seat:
                    table_of(peer).window.take(statement(world.peers[other], SILENT, deal.window_values()))
            table_of(peer).window.take(statement(cheat, READY, deal.window_values()))
    table_of(cheat)._payload = lambda due: None  # type: ignore[method-assign]
    world.run(lambda: bool(world.losses), HOUR)
    assert losses(world)[0] == ([cheat.seat], "silent")


# -- votes --------------------------------------------------------------------------------------------------


def certificate(
    world: World, peer: Peer, lost: list[int], reason: str, voters: list[Peer], proofs: Any
) -> Entry:
    game = table_of(peer).game
    votes = [statement(voter, VOTE, [game.position, game.head, lost, reason]).signature for voter in voters]
    return write_certificate(game.id, game.position, game.head, lost, reason, votes, proofs)


def test_forged_certificate() -> None:
    """Without the vote of every other seat, or with votes signed by somebody else, nobody is lost."""
    world, cheat = at(MOVE, "turn")
    victim = world.peers[(cheat.seat + 1) % 4]
    rest = [peer for peer in world.peers if peer is not victim]
    witness = next(peer for peer in rest if peer is not cheat)
    world.run(lambda: table_of(witness).game.head == table_of(cheat).game.head, 5_000)
    few = certificate(world, cheat, [victim.seat], "silent", [cheat], [])
    assert refusal_at(witness, cheat, few) == "malformed"
    own = certificate(world, cheat, [victim.seat], "silent", [cheat, cheat, cheat], [])
    assert refusal_at(witness, cheat, own) == "unsigned"
    for reason in ("fork", "proved"):
        alone = [peer.seat for peer in world.peers if peer is not cheat]
        coup = certificate(world, cheat, alone, reason, [cheat], [])
        assert refusal_at(witness, cheat, coup) == "out-of-turn"


def test_coup_with_a_true_proof() -> None:
    """A true proof against one seat does not let its holder throw out the others with it."""
    world, cheat = at(MOVE, "turn")
    accomplice = world.peers[(cheat.seat + 1) % 4]
    game = table_of(cheat).game
    assert accomplice.identity is not None
    pair = [
        write_entry(
            accomplice.identity, game.id, game.position, game.head, accomplice.seat, MOVE, [], t
        ).wire()
        for t in (1, 2)
    ]
    witness = world.peers[(cheat.seat + 2) % 4]
    world.run(lambda: table_of(witness).game.head == game.head, 5_000)
    alone = [peer.seat for peer in world.peers if peer is not cheat]
    coup = certificate(world, cheat, alone, "fork", [cheat], [["fork", *pair]])
    assert refusal_at(witness, cheat, coup) == "out-of-turn"


def test_vote_replayed() -> None:
    """A vote names position and head: elsewhere it counts for nothing."""
    world, cheat = at(MOVE, "turn")
    victim = world.peers[(cheat.seat + 1) % 4]
    votes = [
        statement(peer, VOTE, [3, b"\1" * 32, [victim.seat], "silent"])
        for peer in world.peers
        if peer is not victim
    ]
    for said in votes:
        send(cheat, None, ["statement", *said.wire()])
    cheat.honest = True
    to_end(world)
    assert losses(world) == []


def test_vote_and_refusal() -> None:
    """Both for one ballot: a proof, evidence, and the author is lost."""
    world, cheat = at(MOVE, "turn")
    game = table_of(cheat).game
    victim = (cheat.seat + 1) % 4
    values = [game.position, game.head, [victim], "silent"]
    send(cheat, None, ["statement", *statement(cheat, REFUSAL, values).wire()])
    send(cheat, None, ["statement", *statement(cheat, VOTE, values).wire()])
    lost_and_go_on(world, cheat, "fork")
    for peer in others(world, cheat):
        assert [(e.seat, e.reason) for e in peer.disk.evidence] == [(cheat.seat, "equivocation")]


def test_refusal_without_an_entry() -> None:
    """A seat refuses every vote against one that is gone, and has nothing to show: both are lost."""
    world = table(5, seed=600, target=1)
    gone = world.peers[until_due(world, MOVE, "turn")]
    gone.kill()
    cheat = world.peers[(gone.seat + 1) % 5]
    cheat.honest = False
    table_of(cheat).voting.tick = lambda: None  # type: ignore[method-assign]
    game = table_of(cheat).game
    world.wait(100)
    values = [game.position, game.head, [gone.seat], "silent"]
    send(cheat, None, ["statement", *statement(cheat, REFUSAL, values).wire()])
    until_lost(world)
    assert sorted(losses(world)[0][0]) == sorted([gone.seat, cheat.seat])
    gone.start()
    to_end(world)


def test_framing_an_honest_seat() -> None:
    """A proof made of somebody else's signatures, or of one entry twice, proves nothing."""
    world, cheat = at(MOVE, "turn")
    game = table_of(cheat).game
    victim = world.peers[(cheat.seat + 1) % 4]
    first = next(entry for entry in game.entries if entry.seat == victim.seat)
    made_up = write_entry(
        world.identities[cheat.seat], game.id, first.position, first.previous, victim.seat, first.kind, 1, 1
    )
    send(cheat, None, ["fork", first.wire(), made_up.wire()])
    send(cheat, None, ["fork", first.wire(), first.wire()])
    later = next(e for e in game.entries if e.seat == victim.seat and e.position > first.position)
    send(cheat, None, ["fork", first.wire(), later.wire()])
    refused = [peer.refused for peer in others(world, cheat)]
    assert all(codes["unsigned"] >= 1 and codes["malformed"] >= 2 for codes in refused)
    cheat.honest = True
    to_end(world)
    assert losses(world) == []


def test_lone_voter_stalls_nothing() -> None:
    """A seat that votes an honest, present one out is refused, and the game goes on."""
    world, due = at(MOVE, "turn")
    due.honest = True
    cheat = world.peers[(due.seat + 1) % 4]
    game = table_of(cheat).game
    values = [game.position, game.head, [due.seat], "silent"]
    send(cheat, None, ["statement", *statement(cheat, VOTE, values).wire()])
    world.run(lambda: all_over(world), HOUR)
    assert losses(world) == []


# -- replay and noise ---------------------------------------------------------------------------------------


def test_replay_of_an_old_game() -> None:
    """A whole game played before, by the same keys: of another game, every entry of it."""
    old = table(3, seed=801, target=1)
    to_end(old)
    world, cheat = at(MOVE, "turn")
    entries = old.peers[0].disk.entries
    for entry in entries[:40]:
        world.transmit(cheat, None, message(entry))
    world.wait(100)
    refused_everywhere(world, cheat, "foreign")
    assert verify_entries(world.genesis, entries, calculator=world.calculator).state == BAD
    cheat.honest = True
    to_end(world)
    assert losses(world) == []


def test_garbage_floods_are_bounded() -> None:
    """Thousands of useless messages of every kind: refused, nothing is kept, and the game goes on."""
    world, cheat = at(MOVE, "turn")
    game = table_of(cheat).game
    victim = others(world, cheat)[0]
    random = world.random
    head = game.head
    assert cheat.identity is not None

    def early(number: int) -> list[Any]:
        entry = write_entry(cheat.identity, game.id, 50 + number, head, cheat.seat, MOVE, [], number)  # type: ignore[arg-type]
        return ["entry", *entry.wire()]

    kinds: list[Callable[[int], list[Any]]] = [
        lambda number: [random.randbytes(40)],
        lambda number: ["head", 10**9 + number, random.randbytes(32)],
        lambda number: ["want", number],
        early,
        lambda number: [
            "statement",
            *statement(cheat, VOTE, [game.position, game.head, [number % 3], "silent"]).wire(),
        ],
        lambda number: [
            "statement",
            *statement(cheat, REFUSAL, [number, random.randbytes(32), [number % 3], "silent"]).wire(),
        ],
        lambda number: [
            "statement",
            *statement(cheat, CLAIM, [number, random.randbytes(32), "catch"]).wire(),
        ],
    ]
    target = table_of(victim)
    for number in range(700):
        target.receive(cheat.seat, pack(kinds[number % len(kinds)](number)), victim.now())
    for number in range(50):
        target.receive(None, random.randbytes(number), victim.now())
    fetching, voting, window = target.fetching, target.voting, target.window
    assert len(fetching._ahead) <= 512
    assert len(voting._votes) <= 16
    assert sum(len(ballots) for ballots in voting._refusals.values()) <= 16
    assert not window.claims
    assert sum(target.faults.values()) > 100
    assert len(target.faults) < 20


def test_certificate_has_one_body() -> None:
    """Two valid signatures of one vote make no second body of the certificate, so they split nothing."""
    world, cheat = at(MOVE, "turn")
    one = certificate(world, cheat, [1], "silent", [cheat], [])
    two = write_certificate(one.game, one.position, one.previous, [1], "silent", [b"other"], [])
    assert one.hash == two.hash
    assert one.kind == LOSS
    assert world.now >= 0
