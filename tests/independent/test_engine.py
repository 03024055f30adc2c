"""The machine of docs/protocol.md §19 and the program's round go through the same states, step by step.

Here no deck is needed, so thousands of positions of every rule set can be compared, and seats can leave
wherever they like.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from p2puno.dealer import Dealer
from p2puno.match import Match as ProgramMatch
from p2puno.moves import Ask, Call, Catch, Choice, Keep, Move, Open, Play, Shuffle, seal
from p2puno.moves import Seal as SealMove
from p2puno.moves import Show as ShowMove
from p2puno.options import Options
from p2puno.round import Result
from p2puno.round.state import Round as ProgramRound
from p2puno.rulesets import rule_set
from protocol.log.wire_moves import Showing, read_move, write_move
from protocol.play.claims import call_has_effect
from tests.independent.house import may_be_twin
from tests.independent.leaving import digest_fields, leave
from tests.independent.match import Match, json_hash
from tests.independent.moves import Round
from tests.independent.wire import OPTIONS, Bad
from tests.simulation.house_rules import random_house_rules

VARIANTS = ("classic", "flip", "battle", "crash", "swap", "no-mercy")


class Pair:
    """The program's round with a dealer who knows all cards, and ours fed the same answers."""

    def __init__(
        self, options: Options, order: list[int], dealer: int, random: Random, first_rules: bool = False
    ) -> None:
        self.random = random
        theirs = ProgramRound(rule_set(options, first_rules), options, order, dealer)
        self.dealer = Dealer(theirs, random)
        self.theirs = theirs
        house_rules = list(options.house_rules)
        plain = {name: getattr(options, name) for name in OPTIONS} | {"house_rules": house_rules}
        self.options = [[name, value] for name, value in plain.items()]
        self.ours = Round(plain, order, dealer)
        self.ours.first_rules = first_rules
        self.sealed: tuple[int, bytes] | None = None

    def step(self) -> None:
        waiting = self.theirs.waiting
        self.compare()
        if isinstance(waiting, Shuffle):
            self.dealer._shuffle(waiting)
            self.ours.shuffled()
        elif isinstance(waiting, Open):
            codes: list[str | None] = [
                self.dealer.face(card, side).code for card, side, to in waiting.items if to is None
            ]
            self.dealer._open(waiting)
            self.ours.opened(codes)
        elif isinstance(waiting, Choice):
            self._choose(waiting)

    def _choose(self, waiting: Choice) -> None:
        for seat in list(self.theirs.hands):
            wrong = "false-catch" in self.ours.house and self.random.random() < 0.1
            if (self.theirs.uno_seat is not None or wrong) and self.random.random() < 0.15:
                owner = self.theirs.turn if self.theirs.uno_seat is None else self.theirs.uno_seat
                said = Call() if self.random.random() < 0.3 else Catch(owner)
                self.theirs.apply(seat, said)
                self.ours.say(seat, "call" if isinstance(said, Call) else "catch")
                if self.theirs.waiting != waiting:
                    return
        assert may_be_twin(self.ours) == self.theirs.claim_open
        jumps = [(s, jump) for s, view in self.dealer.views.items() for jump in view.jumps()]
        if jumps and self.random.random() < 0.8:
            seat, jump = self.random.choice(jumps)
            self.theirs.apply(seat, jump)
            self.ours.jump(seat, jump.card, jump.face.code, jump.uno)
            return
        if self.random.random() < 0.05:
            self._call(waiting.seat)
            return
        moves = self.dealer.views[waiting.seat].moves()
        plays = [move for move in moves if isinstance(move, Play)]
        move = self.random.choice(plays if plays and self.random.random() < 0.85 else moves)
        if waiting.ask == "seal":
            assert isinstance(move, ShowMove)
            self.sealed = move.card, self.random.randbytes(32)
            move = SealMove(seal(*self.sealed))
        elif waiting.ask == "unseal":
            assert self.sealed is not None
            card, nonce = self.sealed
            move = ShowMove(card, self.dealer.faces[self.theirs.side][card], nonce)
        self._apply(waiting.seat, move)

    def _call(self, seat: int) -> None:
        if call_has_effect(self.theirs, seat):
            self.theirs.apply(seat, Call())
            self.ours.apply(seat, ["call"], None)
        else:  # the log refuses such a move (protocol.md §19.5); the program's round never sees it
            with pytest.raises(Bad):
                self.ours.apply(seat, ["call"], None)

    def _apply(self, seat: int, move: Move) -> None:
        wire = write_move(move, None)
        shown = read_move(wire)
        face = None
        if isinstance(shown, Showing):
            face = self.dealer.faces[self.theirs.side][shown.card].code
        self.theirs.apply(seat, move)
        self.ours.apply(seat, wire, face)

    def leave(self) -> None:
        if self.theirs.counting:
            return
        seat = self.random.choice([*self.theirs.seats, *self.theirs.expelled])
        self.theirs.leave(seat)
        leave(self.ours, seat)

    def compare(self) -> None:
        theirs, ours = self.theirs, self.ours
        assert as_theirs(ours) == {
            "hands": theirs.hands,
            "pile": theirs.pile,
            "discard": theirs.discard,
            "aside": theirs.aside,
            "faces": [{card: face.code for card, face in side.items()} for side in theirs.faces],
            "next_card": theirs.next_card,
            "side": theirs.side,
            "top": theirs.top.code,
            "colour": theirs.colour,
            "direction": theirs.direction,
            "turn": theirs.turn,
            "upcoming": theirs.upcoming,
            "flags": (theirs.moved, theirs.drew, theirs.passes, theirs.out),
            "uno": (theirs.uno_seat, theirs.uno_called, theirs.uno_ahead, len(theirs.uno_heard)),
            "house": (list(theirs.uno_also), list(theirs.blind), list(theirs.expelled), theirs.laid),
            "vows": [
                (v.seat, list(v.cards), v.side, sorted(f.code for f in v.faces), v.fit) for v in theirs.vows
            ],
            "seats": theirs.seats,
            "agenda": len(theirs.agenda),
            "waiting": plain_waiting(theirs.waiting),
            "result": None if theirs.result is None else (*theirs.result[:3], dict(theirs.result.held)),
        }
        if theirs.result is not None or theirs.counting:
            assert json_hash(digest_fields(ours, self.options)) == theirs.digest()


def as_theirs(ours: Round) -> dict[str, Any]:
    waiting = ours.waiting
    if waiting is not None and waiting[0] == "open":
        waiting = ("open", [tuple(item) for item in waiting[1]])
    return {
        "hands": ours.hands,
        "pile": ours.pile,
        "discard": ours.discard,
        "aside": ours.aside,
        "faces": ours.faces,
        "next_card": ours.next_card,
        "side": ours.side,
        "top": ours.top,
        "colour": ours.colour,
        "direction": ours.direction,
        "turn": ours.turn,
        "upcoming": ours.upcoming,
        "flags": (ours.moved, ours.drew, ours.passes, ours.out),
        "uno": (ours.uno_seat, ours.uno_called, ours.uno_ahead, len(ours.uno_heard)),
        "house": (ours.uno_also, ours.blind, ours.expelled, ours.laid),
        "vows": ours.vows,
        "seats": ours.seats,
        "agenda": len(ours.agenda),
        "waiting": waiting,
        "result": ours.result,
    }


def plain_waiting(waiting: object) -> object:
    match waiting:
        case Shuffle(cards, first):
            return ("shuffle", list(cards), first)
        case Open(items):
            return ("open", [tuple(item) for item in items])
        case Choice(seat, ask):
            return ("choice", seat, ask.value)
    return None


def play(variant: str, seed: int, leaving: float = 0.0, house: bool = False) -> ProgramRound:
    random = Random(f"{variant} {seed}")
    players = random.randint(2, 7)
    size = random.choice((1, 2, 3, 5, 7))
    if random.random() < 0.2:  # little is left to draw, so that piles run out and rounds are blocked
        size = 100 // players if 100 // players <= 20 else 20
    house_rules = random_house_rules(Random(f"house {variant} {seed}"), variant) if house else ()
    options = Options(variant=variant, hand_size=size, house_rules=house_rules)
    order = random.sample(range(10), players)
    pair = Pair(options, order, random.choice(order), random)
    for _ in range(1500):
        if pair.theirs.result is not None:
            break
        if leaving and random.random() < leaving and len(pair.theirs.seats) > 2 and not pair.theirs.counting:
            pair.compare()
            pair.leave()
        try:
            pair.step()
        except Exception as error:
            error.add_note(f"{variant} {seed}, leaving {leaving}, house rules {house_rules}")
            raise
    pair.compare()
    return pair.theirs


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_machine_goes_through_the_same_states(variant: str) -> None:
    ends = [play(variant, seed).result for seed in range(30)]
    assert {end.how for end in ends if end is not None} >= {"out"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_and_so_it_does_when_seats_leave(variant: str) -> None:
    for seed in range(1000, 1030):
        play(variant, seed, leaving=0.02)


@pytest.mark.parametrize("variant", VARIANTS)
def test_and_with_house_rules(variant: str) -> None:
    for seed in range(2000, 2060):
        play(variant, seed, leaving=0.01 if seed % 2 else 0.0, house=True)


@pytest.mark.rule("K-41")
@pytest.mark.parametrize("seed", [11, 18, 29])
def test_and_when_the_fewest_cards_win(seed: int) -> None:
    options = Options(hand_size=10, house_rules=("draw-until",))
    pair = Pair(options, list(range(10)), 0, Random(f"long {seed}"), first_rules=True)
    while pair.theirs.result is None:
        pair.step()
    pair.compare()
    assert (pair.theirs.shuffles or 0) >= 10
    assert all(pair.theirs.hands.values()), "nobody went out"


@pytest.mark.rule("K-42")
def test_and_when_draws_become_short() -> None:
    """Cards that do not fit are kept, although more could be drawn."""
    kept = 0
    for seed in range(5):
        options = Options(hand_size=7, house_rules=("seven-zero", "draw-until"))
        pair = Pair(options, list(range(10)), 0, Random(f"long {seed}"))
        while pair.theirs.result is None:
            waiting = pair.theirs.waiting
            if isinstance(waiting, Choice) and waiting.ask is Ask.DRAWN and pair.theirs.can_draw:
                kept += pair.dealer.views[waiting.seat].moves() == [Keep()]
            pair.step()
        pair.compare()
    assert kept > 10


def test_moves_against_the_rules_are_refused() -> None:
    """Every move that the program refuses, ours refuses too: all cards of a hand, fitting or not."""
    refused = 0
    for seed in range(40):
        random = Random(seed)
        # Not no-mercy: what hidden cards forbid there, only the audit can refuse.
        pair = Pair(Options(variant=random.choice(VARIANTS[:-1])), [0, 1, 2], 0, random)
        for _ in range(60):
            waiting = pair.theirs.waiting
            if isinstance(waiting, Choice):
                legal = {str(write_move(m, None)) for m in pair.dealer.views[waiting.seat].moves()}
                for wire in everything(pair):
                    shown = read_move(wire)
                    face = None
                    if isinstance(shown, Showing):
                        face = pair.dealer.faces[pair.theirs.side][shown.card].code
                    if str(wire) not in legal and waiting.ask in ("turn", "colour", "challenge", "drawn"):
                        with pytest.raises(Bad):
                            pair.ours.apply(waiting.seat, wire, face)
                        refused += 1
            if pair.theirs.result is not None:
                break
            pair.step()
    assert refused > 1000


def everything(pair: Pair) -> list[list[Any]]:
    """Moves of all kinds, with all cards in all hands."""
    names = ("draw", "keep", "pass", "accept", "challenge", "innocent", "quiet")
    moves: list[list[Any]] = [[name] for name in names]
    moves += [["name", colour] for colour in "BGRYPTOU"]
    moves += [["play", c, False, None] for hand in pair.theirs.hands.values() for c in hand]
    return [*moves, ["fight", 1], ["swap", 0, 1], ["seal", bytes(32)]]


MODES = [
    ("single", "points"),
    ("single", "lowest"),
    ("partners", "points"),
    ("partners", "lowest"),
    ("rotating", "points"),
    ("challenge", "points"),
    ("tournament", "points"),
]


@pytest.mark.parametrize(("mode", "scoring"), MODES)
def test_matches_add_up_alike(mode: str, scoring: str) -> None:
    for seed in range(40):
        random = Random(f"{mode} {scoring} {seed}")
        players = {"partners": 4, "rotating": 4, "tournament": 4}.get(mode, random.randint(2, 6))
        options = Options(mode=mode, scoring=scoring, target=random.choice((30, 200)))
        theirs = ProgramMatch(options, players)
        plain = {name: getattr(options, name) for name in OPTIONS} | {"house_rules": []}
        ours = Match(plain, players)
        for _ in range(200):
            assert json_hash(ours.fields()) == theirs.digest()
            pairings = theirs.pairings()
            table = ours.next_table()
            if not pairings:
                assert table is None
                break
            first = pairings[0]
            assert table == (first.table, list(first.seats.order), first.dealer)
            _go_on(random, theirs, ours, first.table, list(first.seats.order), first.dealer)
        if theirs.ended is None:
            theirs.end_as_it_stands()
            ours.end_as_it_stands()
        assert json_hash(ours.fields()) == theirs.digest()


def _go_on(
    random: Random, theirs: ProgramMatch, ours: Match, table: int, order: list[int], dealer: int | None
) -> None:
    if dealer is None:
        drawn = random.choice(order)
        theirs.dealer_drawn(table, drawn)
        ours.dealers[table] = drawn
    elif random.random() < 0.05 and len(theirs.playing) > 2:
        seat = random.choice(theirs.playing)
        theirs.leave(seat)
        ours.leave(seat)
    elif random.random() < 0.1:
        knocked_out = {seat for group in theirs.knocked_out for seat in group}
        for seat in sorted(set(theirs.gone) - knocked_out):
            assert ours.may_return(seat) == (seat in theirs.absent)
            if seat in theirs.absent:
                theirs.rejoin(seat)
                ours.rejoin(seat)
    elif random.random() < 0.1:
        lost = {seat: 50 * random.randint(0, 7) for seat in random.sample(range(theirs.players), 2)}
        theirs.forfeit(lost)
        ours.forfeit(lost)
    else:
        how = "blocked" if random.random() < 0.1 else "out"
        out = random.choice(order) if how == "out" else None
        held = {s: 0 if s == out else random.randint(0, 60) for s in order} if how == "out" else {}
        gone = [s for s in theirs.gone if how == "out" and theirs.mode.short_handed]
        held |= {s: random.randint(0, 60) for s in gone}
        pays = {s: random.randint(0, points) for s, points in held.items()}
        theirs.record(table, Result(how, dealer, out, held), pays)  # type: ignore[arg-type]
        ours.record(table, (how, dealer, out, held), pays)
