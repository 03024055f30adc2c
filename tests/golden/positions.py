"""Golden files: positions of each rule set, and of all of them with house rules, with what can be done in
them, and who is asked what next.

A position is written as the seat that must choose sees it; under it stand its moves by the faces of the
cards, grouped by what follows, and the calls and catches that would count:

    classic | 1> R R5 | 0: ? ? | 1: R3 R5 W | pile: +103 | dealer: 0
      1 turn: R3 R5 → 0 turn; W → 1 colour; draw → 1 drawn

So a change of the rules shows in a diff of these files. `python -m tests.golden` writes the lines under
the positions again, `python -m tests.golden --anew` picks new positions first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from p2puno.dealer import sealed
from p2puno.house import HOUSE_RULES, PRESETS, read_house_rules
from p2puno.moves import (
    Ask,
    Catch,
    Choice,
    Declare,
    Fight,
    Guilty,
    JumpIn,
    Move,
    Name,
    Play,
    Show,
    Swap,
)
from p2puno.options import VARIANTS
from tests.notation import Position, read, write
from tests.p2puno.walk import Course, Walk, courses

FOLDER = Path(__file__).parent
COUNT = 40
WIDTH = 330
"""Positions with longer lines are not picked, unless nothing is left to draw."""


FILES = (*VARIANTS, "house")
"""One of each rule set, and one of all of them with house rules."""


def path(variant: str) -> Path:
    return FOLDER / f"{variant}.txt"


def stored(variant: str) -> list[str]:
    """The positions of a golden file."""
    lines = path(variant).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith(" ")]


def contents(positions: list[str]) -> str:
    """What the golden file of these positions must hold."""
    return "\n".join("\n".join([text, *answers(text)]) + "\n" for text in positions)


def answers(text: str) -> list[str]:
    """The lines that belong under a position."""
    dealer = read(text).dealer
    waiting = dealer.round.waiting
    assert isinstance(waiting, Choice)
    following: dict[str, list[str]] = {}
    for move in dealer.views[waiting.seat].moves():
        codes = following.setdefault(_next(text, waiting, move), [])
        if (code := _code(move)) not in codes:
            codes.append(code)
    groups = (" ".join(codes) + (f" → {then}" if then else "") for then, codes in following.items())
    lines = [f"  {waiting.seat} {waiting.ask}: {'; '.join(groups)}"]
    claims = [
        f"{seat} {_code(claim)}"
        for seat, view in dealer.views.items()
        for claim in (*view.claims(), *view.jumps())
    ]
    return lines + ([f"  claims: {'; '.join(claims)}"] if claims else [])


def _next(text: str, waiting: Choice, move: Move) -> str:
    """What is asked of whom after this move; nothing where that hangs on a card sealed before."""
    if waiting.ask is Ask.UNSEAL:
        return ""
    if waiting.ask is Ask.SEAL:
        assert isinstance(move, Show)
        move, _ = sealed(move, bytes(32))
    dealer = read(text).dealer  # a new one for each move: to play on changes it
    dealer.round.apply(waiting.seat, move)
    dealer.serve()
    after = dealer.round.waiting
    if isinstance(after, Choice):
        return f"{after.seat} {after.ask}"
    assert dealer.round.result is not None
    return dealer.round.result.how


def _code(move: Move) -> str:
    match move:
        case Play(_, face, uno):
            return face.code + ("!" if uno else "")
        case Guilty(_, face) | Declare(_, face) | Show(_, face):
            return f"{type(move).__name__.lower()}-{face.code}"
        case Name(colour):
            return colour.value
        case Fight(opponent):
            return f"fight-{opponent}"
        case Swap(first, second):
            return f"swap-{first}-{second}"
        case Catch(seat):
            return f"catch-{seat}"
        case JumpIn(_, face, uno):
            return f"jump-{face.code}" + ("!" if uno else "")
        case _:
            return type(move).__name__.lower()


# -- picking positions ----------------------------------------------------------------------------------


def pick(variant: str) -> list[str]:
    """Seeded positions, as many of each kind of choice as there are, until there are enough."""
    kinds: dict[str, list[str]] = {}
    seen = set()
    for kind, sort, text in _candidates(variant):
        if sort not in seen:
            seen.add(sort)
            kinds.setdefault(kind, []).append(text)
    picked: list[str] = []
    count = max(COUNT, len(kinds))
    while len(picked) < count and any(kinds.values()):
        for texts in kinds.values():
            if texts and len(picked) < count:
                picked.append(texts.pop(0))
    return sorted(picked, key=lambda text: (text.count("pending"), text))


def _candidates(variant: str) -> Iterator[tuple[str, object, str]]:
    """Positions as their chooser sees them, with the kind and the sort they are of."""
    for course in _house_courses() if variant == "house" else _courses(variant):
        walk = Walk(course)
        for _ in walk.steps():
            round = walk.round
            waiting = round.waiting
            if not isinstance(waiting, Choice) or len(round.discard) + len(walk.order) > 60:
                continue
            moves = walk.dealer.views[waiting.seat].moves()
            kind = "pass" if not round.can_draw else "uno" if round.uno_open else waiting.ask.value
            kind = " ".join((kind, *course.house))
            text = compact(write(Position(walk.dealer), waiting.seat))
            if len(text) > WIDTH and kind != "pass":
                continue
            sort = (
                kind,
                course.players,
                round.top.symbol,
                len(round.order) - len(round.seats),
                len(moves) < 3,
            )
            yield kind, sort, text


def _courses(variant: str) -> list[Course]:
    """By seed first, so that all numbers of players and all ways to play come up soon."""
    return sorted(courses(6, [variant], (4, 3, 2, 5)), key=lambda course: course.seed)


def _house_courses() -> Iterator[Course]:
    """Each house rule and each preset, in one rule set after the other."""
    for number, name in enumerate((*HOUSE_RULES, *PRESETS)):
        fit = VARIANTS if name in PRESETS else HOUSE_RULES[name].variants
        variant = fit[number % len(fit)]
        house = read_house_rules(name, variant)
        yield Course(variant, 3, "greedy", False, number, house)
        yield Course(variant, 4, "chance", True, number, house)


def compact(text: str) -> str:
    """Runs of unknown cards in the draw pile as the number of them."""
    before, pile, after = re.split(r"(?<=pile:)((?: [^|]*)?)(?= \|)", text, maxsplit=1)
    pile = re.sub(r" \?(?: \?)*(?= |$)", lambda run: f" +{run[0].count('?')}", pile)
    pile = re.sub(r" \?:\?(?: \?:\?)*(?= |$)", lambda run: f" +{run[0].count('?:?')}", pile)
    return before + pile + after
