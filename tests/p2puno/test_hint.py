"""Hints: what hard would do, the reason that it weighed, and nothing that the player cannot see."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from p2puno.bots import make_bot
from p2puno.bots.habits import Mind
from p2puno.bots.hint import Hint, Why, hint
from p2puno.bots.memory import Memory
from p2puno.cards import NUMBERS, Face
from p2puno.dealer import Dealer, deal
from p2puno.moves import Ask, Choice, Fight, Move, Name, Play, Show, Swap
from p2puno.options import VARIANTS, Options
from p2puno.view import View
from tests.notation import read

FORCED = (Ask.DECLARE, Ask.VERDICT, Ask.UNSEAL, Ask.DISCARD)
HIDDEN = "? " * 8
NAMING = "| turn: moved next=1 | pending: NameColour(0)"
DOUBT = "| turn: moved next=0 | pending: Doubt(0,1,R,Penalty(4,no))"


def advice(view: View, partner: int | None) -> Hint:
    return hint(Mind(view, Random(0), Memory(), partner))


def shown(move: Move) -> str:
    match move:
        case Play(_, face) | Show(_, face):
            return face.code
        case Name(colour):
            return colour.value
        case Fight(seat):
            return str(seat)
        case Swap(first, second):
            return f"{first}{second}"
    return type(move).__name__


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("classic | 0> R R5 | 0: B3 G7 | 1: ? ? ? ?", ("Draw", Why.NOTHING_FITS, None, 0)),
        ("classic | 0> R R5 | 0: B3 R7 G1 | 1: ? ? ? ?", ("R7", Why.ONLY_FIT, None, 0)),
        ("classic | 0> R R5 | 0: R7 | 1: ? ? ? ?", ("R7", Why.LAST_CARD, None, 0)),
        ("classic | 0> R R5 | 0: R7 W B2 G2 | 1: ? ? ? ? | 2: ? ? ? ?", ("R7", Why.KEEPS_WILD, None, 0)),
        (
            "classic | 0> R R5 | 0: R3 Rs B2 G1 | 1: ? | 2: ? ? ? ? ? ? | 3: ? ? ? ? ? ?",
            ("Rs", Why.FEW_CARDS, 1, 1),
        ),
        (
            f"classic | 0> B B+2 | 0: R2 R4 W+4 R9 W W | 1: {HIDDEN[:10]} | 2: {HIDDEN} | 3: {HIDDEN}",
            ("W+4", Why.MUST_DRAW, 1, 4),
        ),
        (
            "classic | 0> R W R5 | 0: B3 B7 B8 G1 | 1: ? ? ? ? ? | 2: ? ? ? ? ? " + NAMING,
            ("B", Why.MOST_OF_COLOUR, None, 0),
        ),
        (
            "classic scoring=lowest | 0> R R5 | 0: R0 R9 R1 | 1: ? ? ? ? ? | 2: ? ? ? ? ?",
            ("R9", Why.POINTS, None, 0),
        ),
        (
            "swap | 0> B Ws | 0: B3 G1 B2 R4 | 1: ? | 2: ? ? ? ? | turn: moved next=1 | pending: Trade(0)",
            ("01", Why.FEWER_CARDS, None, 0),
        ),
        (
            "battle | 0> R Wb R5 | 0: B9 G2 | 1: ? ? | 2: ? ? ? | turn: moved | pending: Battle(0,2,-,-)",
            ("B9", Why.ODDS, 2, 91),
        ),
        ("classic | 1> B W+4 R5 | 0: B3 G7 B1 | 1: ? " + DOUBT, ("Accept", Why.LEGAL, None, 2)),
        ("classic | 1> B W+4 R5 | 0: B3 G7 B1 | 1: " + "? " * 14 + DOUBT, ("Challenge", Why.BLUFF, None, 76)),
        ("classic | 1> B W+4 R5 | 0: B3 G7 B1 | 1: " + "? " * 6 + DOUBT, ("Challenge", Why.GAMBLE, None, 24)),
    ],
)
def test_the_reason(line: str, expected: tuple[str, Why, int | None, int]) -> None:
    dealer = read(line).dealer
    dealer.serve()
    found = advice(dealer.views[0], None)
    assert (shown(found.move), *found[1:]) == expected


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_hint_is_what_hard_does_and_does_not_depend_on_hidden_cards(variant: str) -> None:
    random = Random(variant)
    seen: set[Why] = set()
    for number in range(4):
        dealer = deal(Options(variant), range(4), number % 4, random)
        bots = [make_bot("hard", random) for _seat in range(4)]
        while dealer.round.result is None:
            waiting = dealer.round.waiting
            assert type(waiting) is Choice
            view = dealer.views[waiting.seat]
            move = bots[waiting.seat].decide(view)
            if waiting.ask not in FORCED:
                found = advice(view, None)
                seen.add(found.why)
                is_kept(found, view)
                if waiting.ask is not Ask.SEAL:
                    assert (
                        replace(move, uno=False) == found.move if type(move) is Play else move == found.move
                    )
                kept = mix_what_is_hidden(dealer, view, random)
                assert advice(view, None) == found
                restore(dealer, kept)
            dealer.round.apply(waiting.seat, move)
            dealer.serve()
    assert len(seen) > 6, seen


def is_kept(found: Hint, view: View) -> None:
    """Whoever is said to keep a card for later holds one now."""
    held = [face for _, face in view.hand()]
    if found.why is Why.KEEPS_WILD:
        assert any(face.wild for face in held)
    elif found.why is Why.KEEPS_ACTIONS:
        assert any(not face.wild and face.symbol not in NUMBERS for face in held)


@pytest.mark.parametrize(
    "options",
    [Options(house_rules=("blind-draw",)), Options(house_rules=("seven-zero",)), Options("flip")],
    ids=["blind", "seven-zero", "flip"],
)
def test_nobody_is_told_to_keep_what_they_do_not_hold(options: Options) -> None:
    """A card that is not seen yet, and hands that are others after the move."""
    random = Random("kept")
    for number in range(12):
        dealer = deal(options, range(3), number % 3, random)
        while dealer.round.result is None:
            waiting = dealer.round.waiting
            assert type(waiting) is Choice
            view = dealer.views[waiting.seat]
            if waiting.ask in (Ask.TURN, Ask.DRAWN, Ask.TRADE):
                is_kept(advice(view, None), view)
            dealer.round.apply(waiting.seat, random.choice(view.moves()))
            dealer.serve()


Faces = tuple[dict[int, Face], ...]


def mix_what_is_hidden(dealer: Dealer, view: View, random: Random) -> Faces:
    """Exchange the faces of all cards that a seat does not know; returns them as they were."""
    kept = tuple(dict(side) for side in dealer.faces)
    for number, side in enumerate(dealer.faces):
        hidden = [card for card in side if view.face(card, number) is None]
        for card, face in zip(
            hidden, random.sample([side[card] for card in hidden], len(hidden)), strict=True
        ):
            side[card] = face
    few = all(len({face for card, face in side.items() if card in hidden}) < 3 for side in dealer.faces)
    assert few or kept != dealer.faces
    return kept


def restore(dealer: Dealer, kept: Faces) -> None:
    for side, faces in zip(dealer.faces, kept, strict=True):
        side.update(faces)
