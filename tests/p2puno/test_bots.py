"""Bots play by the rules, see only what their seat sees, and are as strong as they should be."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest

from benchmarks.bots import Contest, compete
from p2puno.bots import LEVELS, Bot, make_bot
from p2puno.bots.card_counting import Sight
from p2puno.bots.memory import Memory
from p2puno.cards import Colour, Face
from p2puno.dealer import Dealer, deal
from p2puno.events import Caught, Drew, Event, Judged, Kept
from p2puno.moves import (
    Accept,
    Ask,
    Call,
    Catch,
    Challenge,
    Choice,
    Draw,
    Fight,
    Move,
    Name,
    Play,
    Seal,
    Show,
    Swap,
)
from p2puno.options import VARIANTS, Options
from p2puno.round import Result
from p2puno.view import View
from tests.bot_matches import Endless, play_match, play_round
from tests.notation import read

PLAYERS = (2, 3, 4, 7, 10)


def bots(levels: list[str], random: Random) -> dict[int, Bot]:
    return {seat: make_bot(level, Random(random.getrandbits(64))) for seat, level in enumerate(levels)}


def practise(variant: str, levels: list[str], seed: object) -> tuple[Result, list[tuple[int, Move]]]:
    """A round, and every move of it. The round itself refuses any move that is not legal."""
    random = Random(str(seed))
    table = deal(Options(variant), range(len(levels)), random.randrange(len(levels)), random)
    moves: list[tuple[int, Move]] = []

    def note(seat: int, move: Move, news: list[Event]) -> None:
        moves.append((seat, move))

    return play_round(table, bots(levels, random), random, note, seed), moves


# -- any round, to the end ------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_rounds_are_played_to_the_end(variant: str, players: int, level: str) -> None:
    for seed in range(1 if level == "master" else 3):
        result, _ = practise(variant, [level] * players, f"{variant} {players} {level} {seed}")
        assert result.how in ("out", "blocked")


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_rounds_of_all_levels_together(variant: str, players: int) -> None:
    random = Random(f"{variant} {players}")
    for seed in range(20):
        levels = random.choices(list(LEVELS), k=players)
        result, _ = practise(variant, levels, f"{variant} {players} {seed}")
        assert result.how in ("out", "blocked")


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_same_seed_plays_the_same_round(variant: str) -> None:
    levels = ["easy", "normal", "hard", "master"]
    assert practise(variant, levels, 5) == practise(variant, levels, 5)
    assert practise(variant, levels, 5) != practise(variant, levels, 6)


def test_a_round_without_end_names_its_seed() -> None:
    random = Random(1)
    table = deal(Options(), range(2), 0, random)
    with pytest.raises(Endless, match="'seed 17'"):
        play_round(table, bots(["hard", "hard"], random), random, seed="seed 17", most_moves=3)


def test_there_is_no_level_of_another_name() -> None:
    with pytest.raises(ValueError, match="choose one of easy, normal, hard, master"):
        make_bot("godlike", Random(0))


@pytest.mark.parametrize(
    "options",
    [
        Options("classic", target=150),
        Options("flip", scoring="lowest", target=150),
        Options("battle", mode="partners", target=150),
        Options("crash", mode="partners", scoring="lowest", target=150),
        Options("swap", mode="rotating"),
        Options("classic", mode="challenge", target=150),
        Options("flip", mode="tournament"),
    ],
    ids=lambda options: f"{options.mode}-{options.scoring}",
)
def test_matches_of_every_mode_end_with_a_winner(options: Options) -> None:
    players, random = 4, Random(3)
    seats = bots([list(LEVELS)[seat % 4] for seat in range(players)], random)
    results: list[Result] = []
    match = play_match(options, seats, random, after_round=lambda pairing, result: results.append(result))
    assert match.ended
    assert set(match.ended) <= set(range(players))
    counted = sum(result.how == "out" for result in results)
    if options.mode == "rotating":
        assert counted == 12
    if options.mode == "tournament":
        assert counted == 4
    assert any(match.totals)


# -- what a bot knows -----------------------------------------------------------------------------------


def with_other_hidden_cards(table: Dealer, seat: int, random: Random) -> Dealer:
    """The same to this seat's eyes, but what it cannot see lies otherwise."""
    other = Dealer(table.round.copy(), Random(0))
    for view, old in ((other.views[s], table.views[s]) for s in table.views):
        view.known = tuple(dict(side) for side in old.known)
    for side, faces in enumerate(table.faces):
        seen = {**table.round.faces[side], **table.views[seat].known[side]}
        hidden = [card for card in faces if card not in seen]
        mixed = [faces[card] for card in hidden]
        random.shuffle(mixed)
        moved: dict[int, Face] = dict(zip(hidden, mixed, strict=True))
        other.faces[side].clear()
        other.faces[side].update({**faces, **moved})
        for view in other.views.values():
            view.known[side].update({card: moved[card] for card in view.known[side] if card in moved})
    return other


class Doubter:
    """A bot that decides twice: in the round as it is, and with hidden faces exchanged."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.partner: int | None = None
        self.table: Dealer | None = None
        self.random = Random(0)
        self.differed = 0

    def decide(self, view: View) -> Move:
        assert self.table is not None
        assert view.seat is not None
        twin = deepcopy(self.bot)
        other = with_other_hidden_cards(self.table, view.seat, self.random)
        self.differed += other.faces != self.table.faces
        move = self.bot.decide(view)
        assert twin.decide(other.views[view.seat]) == move
        return move

    def speak(self, view: View) -> Call | Catch | None:
        return self.bot.speak(view)

    def hear(self, view: View, event: Event) -> None:
        self.bot.hear(view, event)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_decisions_do_not_depend_on_hidden_faces(variant: str, level: str) -> None:
    for seed in range(1 if level == "master" else 2):
        random = Random(seed)
        players = {s: Doubter(bot) for s, bot in bots([level] * 4, random).items()}
        table = deal(Options(variant), range(4), 0, random)
        for player in players.values():
            player.table = table
        play_round(table, players, random, seed=seed)
        assert sum(player.differed for player in players.values()) > 20


def test_seen_and_unseen_cards_are_the_whole_deck() -> None:
    for variant in VARIANTS:
        random = Random(variant)
        table = deal(Options(variant), range(4), 0, random)
        players = bots(["hard"] * 4, random)
        for _ in range(60):
            waiting = table.round.waiting
            if waiting is None:
                break
            assert type(waiting) is Choice
            seat, view = waiting.seat, table.views[waiting.seat]
            for side in range(len(table.faces)):
                sight = Sight(view, Memory(), side)
                seen = {**table.round.faces[side], **view.known[side]}
                live = [card for card in table.faces[side] if card in seen]
                assert sight.total == len(table.faces[side]) - len(live)
            table.round.apply(seat, players[seat].decide(view))
            table.serve()


# -- UNO ------------------------------------------------------------------------------------------------

TWO_CARDS = "classic | 0> R R5 | 0: R3 R7 | 1: B2 B9 G1 | 2: B3 B8 G2 | 3: G3 G4 G6"


def plays_with_call(level: str, times: int) -> int:
    view = read(TWO_CARDS).dealer.views[0]
    moves = [make_bot(level, Random(seed)).decide(view) for seed in range(times)]
    return sum(type(move) is Play and move.uno for move in moves)


def test_a_seat_that_drew_and_left_is_no_trouble() -> None:
    """Both may come to a bot in one step: then the hand is already gone."""
    dealer = read("classic | 0> R R5 | 0: R3 | 1: left | 2: ? ?").dealer
    for event in (Drew(1, 1, False), Kept(1)):
        Memory().hear(dealer.views[0], event)


def test_easy_forgets_uno_now_and_then() -> None:
    assert 100 < plays_with_call("easy", 200) < 180


def test_normal_calls_uno_nearly_always() -> None:
    assert 170 < plays_with_call("normal", 200) < 200


def test_hard_always_calls_uno() -> None:
    assert plays_with_call("hard", 200) == 200


FORGOTTEN = "classic | 1> R R5 | 0: R3 | 1: B2 B9 G1 | 2: B3 B8 G2 | 3: G3 G4 G6 | uno: 0"


def catches(level: str, times: int, partner: int | None = None) -> int:
    view = read(FORGOTTEN).dealer.views[2]
    said = [make_bot(level, Random(seed), partner).speak(view) for seed in range(times)]
    assert all(claim in (None, Catch(0)) for claim in said)
    return sum(claim is not None for claim in said)


def test_the_better_the_level_the_more_it_catches() -> None:
    assert 0 < catches("easy", 200) < catches("normal", 200) < catches("hard", 200) == 200


def test_nobody_catches_their_partner() -> None:
    assert [catches(level, 50, partner=0) for level in LEVELS] == [0, 0, 0, 0]


def test_hard_calls_late_if_the_call_was_forgotten() -> None:
    assert make_bot("hard", Random(0)).speak(read(FORGOTTEN).dealer.views[0]) == Call()


def test_nobody_speaks_when_nothing_can_be_said() -> None:
    dealer = read(TWO_CARDS).dealer
    assert all(make_bot(level, Random(0)).speak(dealer.views[1]) is None for level in LEVELS)


def test_the_driver_lets_everybody_catch_before_the_next_turn() -> None:
    caught = 0
    for seed in range(20):
        first: list[Event] = []

        def note(seat: int, move: Move, news: list[Event], first: list[Event] = first) -> None:
            first.extend(news if not first else ())

        players = bots(["easy", "hard", "hard", "hard"], Random(seed))
        play_round(read(FORGOTTEN).dealer, players, Random(seed), note)
        caught += Caught(0, 1) in first or Caught(0, 2) in first or Caught(0, 3) in first
    assert 12 < caught < 20  # but who speaks first is chance, and now and then the forgetful one does (G-02)


# -- choosing well --------------------------------------------------------------------------------------


def decision(level: str, position: str, partner: int | None = None, seed: int = 0) -> Move:
    table = read(position).dealer
    waiting = table.round.waiting
    assert type(waiting) is Choice
    return make_bot(level, Random(seed), partner).decide(table.views[waiting.seat])


def played(move: Move) -> str:
    assert type(move) is Play
    return move.face.code


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_wilds_are_kept_while_something_else_fits(level: str) -> None:
    position = "classic | 0> R R5 | 0: W R3 W+4 G7 | 1: ? ? ? ? ? | 2: ? ? ? ? ? | 3: ? ? ? ? ?"
    assert played(decision(level, position)) == "R3"


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_the_colour_named_is_the_one_held_most(level: str) -> None:
    position = (
        "classic | 0> R W R5 | 0: G3 G7 G9 B1 | 1: ? ? ? ? ? | 2: ? ? ? ? ? | 3: ? ? ? ? ? "
        "| turn: moved next=1 | pending: NameColour(0)"
    )
    assert decision(level, position) == Name(Colour.GREEN)


def test_easy_plays_anything_that_fits() -> None:
    position = "classic | 0> R R5 | 0: W R3 W+4 G5 B2 | 1: ? ? ? ? ? | 2: ? ? ? | 3: ? ? ? ?"
    moves = [decision("easy", position, seed=seed) for seed in range(200)]
    assert {move.face.code for move in moves if type(move) is Play} == {"W", "R3", "W+4", "G5"}
    assert 0 < sum(type(move) is Draw for move in moves) < 40


def test_hard_goes_out_when_it_can() -> None:
    assert played(decision("hard", "classic | 0> R R5 | 0: R3 | 1: ? ? | 2: ? ? | 3: ? ?")) == "R3"


def test_hard_hits_the_next_player_who_is_about_to_go_out() -> None:
    position = "classic | 0> R R5 | 0: R3 R+2 R7 R9 | 1: ? | 2: ? ? ? ? ? ? | 3: ? ? ? ? ? ?"
    assert played(decision("hard", position)) == "R+2"


def test_hard_turns_play_away_from_who_is_about_to_go_out() -> None:
    position = "classic | 0> R R5 | 0: R3 Rr R7 R9 | 1: ? | 2: ? ? ? ? ? ? | 3: ? ? ? ? ? ?"
    assert played(decision("hard", position)) == "Rr"


def test_hard_spares_its_partner_for_whom_it_would_hit_a_rival() -> None:
    # Partners sit across, so with three seats between them only a trade or a battle can hit a partner.
    position = "battle mode=partners | 0> R Wb R5 | 0: R9 B1 | 1: ? ? ? ? | 2: ? | 3: ? ? ? ? ? {}"
    position = position.format("| turn: moved next=1 | pending: Opponent(0)")
    assert decision("hard", position, partner=2) != Fight(2)
    assert decision("hard", position) == Fight(2)
    assert all(decision("normal", position, partner=2, seed=seed) != Fight(2) for seed in range(30))


def test_hard_does_not_play_a_colour_the_next_player_is_known_to_hold() -> None:
    # Seat 1 has one card, and everybody has seen it.
    position = "classic | 0> R R5 | 0: R3 B5 Y1 Y2 | 1: {}! | 2: ? ? ? ? ? | 3: ? ? ? ? ?"
    assert played(decision("hard", position.format("R8"))) == "B5"
    assert played(decision("hard", position.format("B8"))) == "R3"


# -- challenging ----------------------------------------------------------------------------------------

LAID = (
    "classic | 0> B W+4 R5 | 0: {hand} | 1: R1 G2 Y3 | 2: ? ? ? ? | 3: ? ? ? ? "
    "| turn: moved next=1 | pending: Doubt(1,0,R,Penalty(4,no))"
)


def test_hard_challenges_when_it_knows_a_card_that_proves_guilt() -> None:
    assert decision("hard", LAID.format(hand="R7@1 ? ?")) == Challenge()
    assert decision("hard", LAID.format(hand="R7! ? ?")) == Challenge()


def test_hard_does_not_challenge_a_hand_it_knows_to_be_innocent() -> None:
    assert decision("hard", LAID.format(hand="G7@1 B3! Y9@1")) == Accept()


def test_hard_challenges_in_flip_what_everybody_saw_before_the_flip() -> None:
    # After a flip everybody knows both sides of the cards that were in hands before it.
    position = (
        "flip | 0> light B W+2:T3 R5:P4 | 0: R7:T5! ?:? | 1: R1:T1 G2:T2 Y3:P3 | 2: ?:? ?:? | 3: ?:? ?:? "
        "| turn: moved next=1 | pending: Doubt(1,0,R,Penalty(2,no))"
    )
    assert decision("hard", position) == Challenge()


def test_hard_learns_who_bluffs() -> None:
    position = LAID.format(hand="? ? ? ? ?")
    table = read(position).dealer
    credulous, wary = make_bot("hard", Random(0)), make_bot("hard", Random(0))
    for _ in range(12):
        credulous.hear(table.views[1], Judged(1, 0, False))
        wary.hear(table.views[1], Judged(1, 0, True))
    assert credulous.decide(table.views[1]) == Accept()
    assert wary.decide(table.views[1]) == Challenge()


# -- flip, battle, swap ---------------------------------------------------------------------------------


def test_hard_flips_to_the_side_that_is_good_for_it() -> None:
    # On the dark side seat 0 holds a wild card and numbers, and the next player has nothing that fits P9.
    good = "flip | 0> light R R5:P9 | 0: Rf:T1 R3:W G9:P4 | 1: R8:T5 R9:T6 | 2: {} | 3: {}"
    rest = "?:? ?:? ?:? ?:? ?:?"
    assert played(decision("hard", good.format(rest, rest))) == "Rf"
    # Here the flip would let the next player, who has a dark wild, go out.
    bad = "flip | 0> light R R5:P9 | 0: Rf:T1 R3:T2 G9:T4 | 1: B8:W | 2: {} | 3: {}"
    assert played(decision("hard", bad.format(rest, rest))) == "R3"


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_the_highest_number_goes_into_battle(level: str) -> None:
    position = (
        "battle | 0> R Wb R5 | 0: R1 B9 G4 | 1: ? ? ? | 2: ? ? ? ? | 3: ? ? ? ? "
        "| turn: moved next=1 | pending: Battle(0,1,-,-)"
    )
    table = read(position).dealer
    bot = make_bot(level, Random(0))
    sealed = bot.decide(table.views[0])
    assert type(sealed) is Seal
    table.round.apply(0, sealed)
    assert table.round.waiting == Choice(1, Ask.BATTLE)
    table.round.apply(1, table.views[1].moves()[0])
    shown = bot.decide(table.views[0])
    assert type(shown) is Show
    assert shown.face.code == "B9"
    table.round.apply(0, shown)  # it is what was sealed, or this would be refused (B-02)


def test_hard_battles_who_can_be_seen_to_lose() -> None:
    position = (
        "battle | 0> R Wb R5 | 0: B5 G4 | 1: R9! B9! ? | 2: R1! B2! G3! | 3: R8! B8! ? "
        "| turn: moved next=1 | pending: Opponent(0)"
    )
    assert decision("hard", position) == Fight(2)


TRADE = (
    "swap | 0> R Ws R5 | 0: {} | 1: ? ? ? ? ? | 2: ? ? | 3: ? ? ? ? | turn: moved next=1 | pending: Trade(0)"
)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_the_smallest_hand_is_taken_in_a_swap(level: str) -> None:
    assert decision(level, TRADE.format("R1 G2 B3 Y4 R6 G7")) == Swap(0, 2)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_small_hand_is_not_given_away(level: str) -> None:
    move = decision(level, TRADE.format("R1"))
    assert type(move) is Swap
    assert 0 not in (move.first, move.second)


def test_hard_plays_the_card_it_drew_to_get_down_to_one() -> None:
    position = (
        "classic | 0> R R5 | 0: R1 R3 | 1: ? ? | 2: ? ? | 3: ? ? | turn: drew next=1 | pending: Drawn(0)"
    )
    move = decision("hard", position)
    assert played(move) == "R3"
    assert type(move) is Play
    assert move.uno


# -- strength -------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_each_level_is_stronger_than_the_one_below(variant: str) -> None:
    """A smoke test with a fixed seed; `python -m benchmarks.bots` measures it properly."""
    normal = compete(Contest(variant, ("normal", "easy", "easy", "easy")), 1, 200, 1)
    hard = compete(Contest(variant, ("hard", "normal", "normal", "normal")), 1, 300, 1)
    assert normal.share > 0.27
    assert hard.share > 0.25
