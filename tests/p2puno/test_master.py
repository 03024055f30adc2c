"""master: its deals fit what it knows, it changes nothing while it thinks, and it plays sensible moves."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from p2puno.bots import Bot, make_bot, master
from p2puno.bots.foresight import SIZE, Foresight
from p2puno.bots.habits import Mind
from p2puno.bots.master import Effort, search
from p2puno.bots.master_weights import networks
from p2puno.bots.memory import Memory
from p2puno.bots.network import FIRST, SECOND, of_weights, read
from p2puno.bots.playing_on import play_on
from p2puno.bots.possible_deals import PossibleDeals
from p2puno.cards import Colour, Symbol
from p2puno.dealer import Dealer, deal
from p2puno.events import Drew, Named
from p2puno.house import read_house_rules
from p2puno.moves import Ask, Choice, Play
from p2puno.options import VARIANTS, Options
from p2puno.rulesets import rule_set
from p2puno.view import View
from tests.bot_matches import play_round
from tests.notation import read as position
from tests.p2puno.test_any_round import check_all
from tests.p2puno.walk import Course, Walk


def after_some_moves(variant: str, moves: int, seed: int = 1) -> tuple[Dealer, dict[int, Bot]]:
    random = Random(f"{variant} {seed}")
    table = deal(Options(variant), range(4), 0, random)
    bots = {seat: make_bot("hard", Random(seat)) for seat in range(4)}
    for _ in range(moves):
        waiting = table.round.waiting
        if type(waiting) is not Choice:
            break
        table.round.apply(waiting.seat, bots[waiting.seat].decide(table.views[waiting.seat]))
        table.serve()
        news, table.round.news = table.round.news, []
        for seat, bot in bots.items():
            for event in news:
                bot.hear(table.views[seat], event)
    return table, bots


def mind_of(bot: Bot, view: View) -> Mind:
    return Mind(view, Random(7), bot._memory, None)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("moves", [0, 25, 60])
def test_every_deal_has_all_cards_and_those_it_knows_in_place(variant: str, moves: int) -> None:
    table, bots = after_some_moves(variant, moves)
    for seat in table.round.seats:
        view = table.views[seat]
        deals = PossibleDeals(mind_of(bots[seat], view))
        for faces in (deals.draw(), deals.draw()):
            for side, all_faces in enumerate(table.round.rules.deck.sides):
                assert Counter(faces[side].values()) == Counter(all_faces)
                assert faces[side].keys() == table.faces[side].keys()
                known = {card: face for card in faces[side] if (face := view.face(card, side)) is not None}
                assert known.items() <= faces[side].items()


def test_deals_differ_and_keep_to_what_was_remembered() -> None:
    table = position("classic | 0> R R5 | 0: R3 B2 G1 | 1: ? ? ? ? | 2: ? ? ?").dealer
    memory = Memory()
    table.round.hands[1].append(table.round.pile.pop())  # seat 1 could not play on red, and drew
    memory.hear(table.views[0], Drew(1, 1, penalty=False))
    deals = PossibleDeals(Mind(table.views[0], Random(1), memory, None))
    drawn = [deals.draw()[0] for _ in range(200)]
    kept = [faces[card] for faces in drawn for card in table.round.hands[1][:4]]
    red = sum(face.colour is Colour.RED or face.symbol is Symbol.N5 for face in kept)
    assert 0 < red / len(kept) < 0.1, "a quarter of the deck is red"
    assert len({tuple(faces.items()) for faces in drawn}) == 200


@pytest.mark.parametrize("variant", VARIANTS)
def test_playing_on_changes_nothing_and_stops_when_our_turn_begins(variant: str) -> None:
    for seed in range(4):
        table, bots = after_some_moves(variant, 20, seed)
        waiting = table.round.waiting
        assert type(waiting) is Choice
        view = table.views[waiting.seat]
        before, known = table.round.digest(), [dict(side) for side in view.known]
        mind = mind_of(bots[waiting.seat], view)
        if waiting.ask in (Ask.SEAL, Ask.UNSEAL):
            continue
        for move in view.moves():
            later = play_on(mind, PossibleDeals(mind).draw(), move, Random(3))
            now = later.round.waiting
            assert now is None or (type(now) is Choice and (now.seat, now.ask) == (waiting.seat, Ask.TURN))
        assert table.round.digest() == before
        assert [dict(side) for side in view.known] == known


def test_a_network_is_read_as_it_was_written() -> None:
    random = Random(5)
    count = 2 + SECOND + FIRST * (1 + SIZE) + SECOND * (1 + FIRST)
    network = of_weights([random.randrange(-400, 400) / 2048 for _ in range(count)])
    assert read(network.text()) == network
    assert network.value([0.0] * SIZE, 0.5) != network.value([1.0] * SIZE, 0.5)
    assert network.value([0.0] * SIZE, 0.5) != network.value([0.0] * SIZE, 0.6)


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if networks(variant) is not None])
def test_networks_see_who_wins(variant: str) -> None:
    """They read the description they were fitted on: otherwise they would guess."""
    right = 0.0
    for seed in range(12):
        table, bots = after_some_moves(variant, 30, seed)
        while type(waiting := table.round.waiting) is Choice and waiting.ask is not Ask.TURN:
            table.round.apply(waiting.seat, bots[waiting.seat].decide(table.views[waiting.seat]))
            table.serve()
        sizes = {seat: len(hand) for seat, hand in table.round.hands.items()}
        few, many = min(sizes, key=sizes.__getitem__), max(sizes, key=sizes.__getitem__)
        ahead, behind = (Foresight(mind_of(bots[seat], table.views[seat])) for seat in (few, many))
        right += ahead.before_turn() > behind.before_turn() or sizes[few] == sizes[many]
    assert right >= 10


def test_every_rule_set_has_networks_for_each_side() -> None:
    for name in VARIANTS:
        found = networks(name)
        if name == "no-mercy":  # master judges its positions like hard
            assert found is None
        else:
            assert found is not None
            assert len(found) == len(rule_set(Options(name)).deck.sides)


def test_memory_keeps_a_named_colour_until_its_namer_draws_on_it() -> None:
    table = position("classic | 0> R R5 | 0: R3 B2 G1 | 1: ? ? ? ? | 2: ? ? ?").dealer
    memory = Memory()
    memory.hear(table.views[0], Named(1, Colour.RED))
    memory.hear(table.views[0], Named(2, Colour.BLUE))
    memory.hear(table.views[0], Drew(1, 2, penalty=True))
    assert memory.named.get(1) is Colour.RED
    memory.hear(table.views[0], Drew(1, 1, penalty=False))
    memory.hear(table.views[0], Drew(2, 1, penalty=False))
    assert memory.named.get(1) is None
    assert memory.named.get(2) is Colour.BLUE


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("classic | 0> R R5 | 0: R3 | 1: ? ? | 2: ? ? | 3: ? ?", "R3"),
        ("classic | 0> R R5 | 0: R3 R+2 B8 G1 | 1: ? | 2: ? ? ? ? ? | 3: ? ? ? ? ?", "R+2"),
        ("classic | 0> R R5 | 0: R3 Rr B8 G1 | 1: ? | 2: ? ? ? ? ? | 3: ? ? ? ? ? ?", "Rr"),
    ],
)
def test_master_goes_out_and_holds_off_a_player_with_one_card(line: str, code: str) -> None:
    for seed in range(3):
        move = make_bot("master", Random(seed)).decide(position(line).dealer.views[0])
        assert type(move) is Play
        assert move.face.code == code


def test_more_deals_change_some_decisions() -> None:
    """Otherwise playing on would be for nothing."""
    differed = 0
    for seed in range(25):
        table, bots = after_some_moves("classic", 8 + seed % 12, seed)
        waiting = table.round.waiting
        if type(waiting) is not Choice or waiting.ask is not Ask.TURN:
            continue
        view = table.views[waiting.seat]
        moves = [move for move in view.moves() if type(move) is not Play or not move.uno]
        mind = mind_of(bots[waiting.seat], view)
        judged, searched = (
            search(mind, moves, PossibleDeals(mind), Effort(deals=deals, close=0.2, prior=1))
            for deals in (0, 8)
        )
        differed += judged != searched
    assert differed


def test_master_plays_with_partners_and_charged_points() -> None:
    options = Options("battle", mode="partners", scoring="lowest")
    random = Random(2)
    table = deal(options, range(4), 0, random)
    bots = {seat: make_bot("master", Random(seat), (seat + 2) % 4) for seat in range(4)}
    assert play_round(table, bots, random).how in ("out", "blocked")


@pytest.mark.parametrize(
    ("variant", "players", "leaves", "seed", "house"),
    [
        ("classic", 5, True, 31, "deflect,no-bluff,clean-finish"),
        ("flip", 3, True, 3, "stack-up,draw-until,force,false-catch"),
        ("battle", 4, False, 8, "blind-draw,stack-any,seven-zero,mercy"),
        ("swap", 3, False, 9, "doubles,jump-in,open-hands:2,two-decks"),
    ],
)
def test_master_plays_on_with_house_rules_and_after_seats_have_left(
    variant: str, players: int, leaves: bool, seed: int, house: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(master, "EFFORT", Effort(stages=1, deals=2, close=0.1))
    check_all(Walk(Course(variant, players, "master", leaves, seed, read_house_rules(house, variant))))
