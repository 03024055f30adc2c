"""What each seat's program knows of hidden cards at every step, with house rules that hide or show some."""

from __future__ import annotations

from collections import Counter

import pytest

from p2puno.moves import Ask, Choice
from protocol.codec import unpack
from protocol.log.entry import SILENT, read_statement
from protocol.play.deal import Deal
from tests.cheats.cheater import table_of
from tests.cheats.twin_scene import twin_window
from tests.simulation.promises import all_over
from tests.simulation.test_cases import HOUR, table
from tests.simulation.world import Peer, World

LIMIT = 3


def known(deal: Deal, card: int) -> bool:
    """Whether a program can tell a card on the side in play: by its shares, or by what it has noted."""
    assert deal.round is not None
    assert deal.view is not None
    by_shares = deal.deck.face(card, deal.round.side) is not None
    return by_shares or deal.view.face(card) is not None


def public(deal: Deal, card: int) -> bool:
    assert deal.round is not None
    return deal.deck.public(card, deal.round.side) is not None


class Watch:
    """Looks at what every program knows after each of its steps, until the round is decided."""

    def __init__(self, world: World) -> None:
        self.seen: Counter[str] = Counter()
        self._world = world

    def look(self) -> bool:
        for peer in self._world.peers:
            deal = table_of(peer).game.deal
            if (
                deal is None
                or deal.round is None
                or deal.agreeing
                or deal.revealing
                or deal.result is not None
            ):
                continue
            if isinstance(deal.round.waiting, Choice) and not deal.deck.waiting():
                self._check(peer, deal)
        return all_over(self._world)

    def _check(self, peer: Peer, deal: Deal) -> None:
        round = deal.round
        assert round is not None
        assert isinstance(round.waiting, Choice)
        # In a challenge (C-02), or because it was in our hand before hands were traded.
        shown = {(card, side) for _, items in deal.shown for card, side, to in items if to == peer.seat}
        for seat, hand in round.hands.items():
            is_open = round.waiting.ask is Ask.TURN and "open-hands:3" in round.options.house_rules
            for card in hand:
                if card in round.blind:
                    self.seen["blind"] += 1
                    assert not known(deal, card), "a card that nobody has seen (K-25)"
                elif is_open and len(hand) <= LIMIT:
                    self.seen["open"] += 1
                    assert public(deal, card), "a hand that is laid open (K-36)"
                elif seat == peer.seat:
                    self.seen["own"] += 1
                    assert known(deal, card), "the own hand"
                else:
                    self.seen["hidden"] += 1
                    told = public(deal, card) or (card, round.side) in shown
                    assert known(deal, card) <= told, "somebody else's hand"


@pytest.mark.rule("K-25", "K-26")
@pytest.mark.parametrize("house_rules", [("blind-draw",), ("seven-zero", "blind-draw")], ids=",".join)
def test_a_card_drawn_blind_is_known_to_no_program(house_rules: tuple[str, ...]) -> None:
    world = table(3, seed=31, target=1, hand_size=5, house_rules=house_rules)
    watch = Watch(world)
    assert world.run(watch.look, HOUR)
    assert watch.seen["blind"] > 20
    assert watch.seen["hidden"] > 100


@pytest.mark.rule("K-36")
@pytest.mark.parametrize("house_rules", [(), ("blind-draw",)], ids=str)
def test_only_small_hands_are_open_to_all_programs(house_rules: tuple[str, ...]) -> None:
    world = table(3, seed=32, target=1, hand_size=5, house_rules=(*house_rules, "open-hands:3"))
    watch = Watch(world)
    assert world.run(watch.look, HOUR)
    assert watch.seen["open"] > 20
    assert watch.seen["hidden"] > 100


@pytest.mark.rule("K-20")
def test_a_player_who_could_jump_in_and_does_not_sends_what_all_others_send() -> None:
    """Until the turn begins, neither the kind nor the size of what seats sign tells who holds a twin. (That
    it comes at the same time is in test_jumping.py.)"""
    world, next_player, could = twin_window()
    view = table_of(next_player).game.view
    assert view is not None
    next_player.act(view.moves()[-1])
    signed: dict[int, set[tuple[str, int]]] = {peer.seat: set() for peer in world.peers}
    before = table_of(next_player).game.position

    def listen(message: bytes) -> None:
        value = unpack(message)
        if value[0] == "statement":
            said = read_statement(value[1:])
            signed[said.seat].add((said.kind, len(message)))

    world.on_send = listen
    assert world.run(lambda: table_of(next_player).game.position > before, 60_000)
    del signed[next_player.seat]
    assert could[0].seat in signed
    (alike,) = set(map(frozenset, signed.values()))
    assert [kind for kind, _ in alike] == [SILENT]
