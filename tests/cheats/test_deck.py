"""Cheating with steps of the deck: keys, mixes, proofs, shares, seals, seeds."""

from __future__ import annotations

from typing import Any

import pytest

from p2puno.moves import Play, Show
from protocol.deck import Calculator, Memo
from protocol.log.entry import (
    AGREE,
    DECK,
    MOVE,
)
from protocol.play.game import Game
from tests.cheats.cheater import forged, honest_payload, message, table_of
from tests.cheats.scene import (
    at,
    lost_and_go_on,
    others,
    refuse_entry,
)
from tests.simulation.glass_deck import GLASS
from tests.simulation.promises import all_over, check_all
from tests.simulation.test_cases import HOUR, losses, to_end, until_due, until_lost
from tests.simulation.world import Peer


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


@pytest.mark.parametrize("step", ["commit", "split", "prove", "share"])
def test_wrong_step_of_the_deck(step: str) -> None:
    """A wrong key, split, proof or share is refused at once."""
    world, cheat = at(DECK, step, target=1)
    kind, payload = honest_payload(cheat)
    refuse_entry(world, cheat, kind, [step, spoil(payload[1])], "unproved")


def test_wrong_mix() -> None:
    """A card doubled, another gone: no proof can follow, and nothing was opened before the proof."""
    world, cheat = at(DECK, "mix", target=1)
    kind, payload = honest_payload(cheat)
    bad = forged(cheat, kind, ["mix", [pack_swapped(side) for side in payload[1]]])
    world.transmit(cheat, None, message(bad))
    cheat.kill()
    world.wait(20)
    lost_and_go_on(world, cheat)


def test_card_opened_wrongly() -> None:
    """A card played with another share than its own."""
    world, cheat = at(MOVE, "turn")
    game = table_of(cheat).game
    view, deal = game.view, game.deal
    assert view is not None
    assert deal is not None
    (name, card, uno, share), silences = deal.own_move(Play(*view.hand()[0]), [])
    refuse_entry(world, cheat, MOVE, [[name, card, uno, spoil(share)], silences], "unproved")


def test_another_card_than_sealed() -> None:
    """In a battle the challenger has seen what the other shows, and would rather show another card."""
    for first in range(500, 600):
        world, cheat = at(MOVE, "unseal", seeds=range(first, 600), variant="battle", hand_size=4)
        game = table_of(cheat).game
        view, deal = game.view, game.deal
        assert view is not None
        assert deal is not None
        sealed = honest_payload(cheat)[1][0]
        other = [(card, face) for card, face in view.hand() if card != sealed[1]]
        if other:
            move = deal.own_move(Show(*other[0], sealed[2]), [])
            refuse_entry(world, cheat, MOVE, move, "illegal")
            return
    raise AssertionError("nobody had another card")


def pack_swapped(side: bytes) -> bytes:
    """The mixed list with its first card in two places: a card doubled, another gone."""
    pair = 66
    return side[:pair] + side[:pair] + side[2 * pair :]


def test_a_mix_by_another_seed_is_found_by_the_audit_also_when_the_log_is_replayed() -> None:
    """Nobody can see it during the round. A program that has named the cheat names it again after a restart,
    although it trusts the proofs in its own log."""
    world, cheat = at(DECK, "mix", target=1, hand_size=4)
    deal = table_of(cheat).game.deal
    assert deal is not None
    state = deal.deck._state
    committed, state.seed = state.seed, b"\7" * 32
    cheat.do(table_of(cheat).tick(cheat.now()))
    until_due(world, AGREE)
    state.seed = committed
    until_lost(world)
    assert losses(world) == [([cheat.seat], "proved")]
    to_end(world)
    witness = others(world, cheat)[0]
    game = table_of(witness).game
    assert game.strayed
    again = Game(world.genesis, calculator=Calculator(GLASS, memo=Memo()))
    again.replay(game.entries, game.strayed)
    assert again.strayed
    assert (again.head, again.match.digest()) == (game.head, game.match.digest())


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
    from protocol.deck import sealed_box

    real = sealed_box.seal

    def seal(calc: Any, context: Any, seed: bytes, key: Any, text: bytes) -> bytes:
        return real(calc, context, seed, key, bytes(len(text)))

    monkeypatch.setattr(sealed_box, "seal", seal)


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


def test_missing_reveal() -> None:
    """Who will not reveal is lost; the split opens its cards all the same."""
    world, cheat = at(DECK, "reveal", target=1)
    lost_and_go_on(world, cheat)
    deal = table_of(others(world, cheat)[0]).game.finished[0]
    assert deal.round is not None
    for side, cards in deal.round.holdings.values():
        assert all((card, side) in deal.faces for card in cards)
    assert not deal.audited  # its mixes could not be compared with its seed
