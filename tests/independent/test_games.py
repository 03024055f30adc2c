"""Whole games, as tables write them: both verifiers reach the same verdict, entry by entry."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from p2puno.house import read_house_rules
from p2puno.options import Options
from tests.independent.compare import follow
from tests.independent.produce import Hall, file_of, found

VARIANTS = ("classic", "flip", "battle", "crash", "swap", "no-mercy")
WRITTEN = (
    "wire",
    "curve",
    "deck",
    "cards",
    "house",
    "round",
    "moves",
    "leaving",
    "match",
    "deal",
    "draw",
    "verifier",
)
Event = tuple[Callable[[Hall], bool], int]


def play(
    options: Options,
    players: int,
    seed: int,
    kills: tuple[Event, ...] = (),
    limit: int = 3000,
    operators: tuple[int, ...] | None = None,
    **terms: Any,
) -> bytes:
    """The file of a game in which these seats fall silent, or come back, when these things happen."""
    genesis = found(options, players, seed, operators, grace=3000, machine_grace=2000, **terms)
    hall, todo = Hall(genesis, seed), list(kills)

    def watch(hall: Hall) -> None:
        if todo and todo[0][0](hall):
            hall.dead ^= {todo.pop(0)[1]}

    hall.watch = watch
    entries = hall.play(limit)
    assert not todo, "what should have happened did not"
    return file_of(genesis, entries)


def at(position: int) -> Callable[[Hall], bool]:
    return lambda hall: hall.first.game.position >= position


def due(kind: str, step: str = "", seat: int | None = None) -> Callable[[Hall], bool]:
    def happens(hall: Hall) -> bool:
        now = hall.first.game.due()
        return now is not None and now.kind == kind and step in (now.step, "") and seat in (now.seat, None)

    return happens


def beaten(seat: int) -> Callable[[Hall], bool]:
    """It should sign how a round came out in which another seat went out."""

    def happens(hall: Hall) -> bool:
        deal = hall.first.game.deal
        if not due("agree", seat=seat)(hall) or deal is None or deal.round is None:
            return False
        return deal.round.out not in (None, seat)

    return happens


def short(variant: str = "classic", **more: Any) -> Options:
    values: dict[str, Any] = {"variant": variant, "target": 1, "uno_window": 0, "hand_size": 3} | more
    return Options(**values)


def test_the_verifier_shares_no_code_with_the_program() -> None:
    for name in WRITTEN:
        tree = ast.parse((Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8"))
        for module in imported(tree):
            assert module.split(".")[0] not in ("protocol", "p2puno", "cli")
            assert not module.startswith("tests.") or module.split(".")[2] in WRITTEN


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            if node.module == "tests.independent":
                yield from (f"{node.module}.{alias.name}" for alias in node.names)
            else:
                yield node.module


@pytest.mark.parametrize(
    ("variant", "players"),
    [*((variant, 2) for variant in VARIANTS), ("classic", 3), ("swap", 3)],
)
def test_games_of_every_rule_set(variant: str, players: int, tmp_path: Path) -> None:
    said = follow(play(short(variant), players, seed=players), tmp_path)
    assert said.state == "complete"
    assert all(revealed for *_, revealed, _ in said.rounds)


@pytest.mark.parametrize(
    ("variant", "house", "players"),
    [
        ("classic", "party", 3),
        ("swap", "family", 2),
        ("flip", "stack-up,deflect,blind-draw,open-hands:3,jump-in", 2),
        ("crash", "draw-until,mercy,no-challenge,false-catch", 2),
        ("battle", "two-decks,no-bluff,clean-finish,doubles", 2),
    ],
)
def test_games_with_house_rules(variant: str, house: str, players: int, tmp_path: Path) -> None:
    options = short(variant, hand_size=4, house_rules=read_house_rules(house, variant))
    said = follow(play(options, players, seed=players), tmp_path)
    assert said.state == "complete"
    assert all(revealed for *_, revealed, _ in said.rounds)


def test_a_game_in_which_somebody_jumps_in(tmp_path: Path) -> None:
    """Also one who is lost later: a jump is verified as it was written."""
    options = short(hand_size=7, house_rules=("two-decks", "seven-zero", "jump-in"))
    data = play(options, 3, seed=4, limit=60)
    said = follow(data, tmp_path)
    assert said.state in ("complete", "cut")
    assert b"jump" in data


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_longer_games(variant: str, tmp_path: Path) -> None:
    assert follow(play(short(variant, hand_size=5), 3, 100), tmp_path).state == "complete"


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(short(mode="partners", target=20), marks=pytest.mark.slow),
        pytest.param(short(mode="partners", scoring="lowest", target=30), marks=pytest.mark.slow),
        short(scoring="lowest", target=20, hand_size=2),
        short(mode="challenge", target=15, hand_size=2),
    ],
    ids=lambda options: f"{options.mode}-{options.scoring}",
)
def test_modes(options: Options, tmp_path: Path) -> None:
    players = 4 if options.mode == "partners" else 3
    assert follow(play(options, players, seed=7), tmp_path).state == "complete"


def test_bots_and_their_operators(tmp_path: Path) -> None:
    """Two seats of one player keep no parts of each other's keys."""
    data = play(short(hand_size=1), 4, seed=4, operators=(0, 0, 2, 3))
    assert follow(data, tmp_path).state == "complete"


# -- without a seat


@pytest.mark.parametrize(
    ("kill", "terms", "lost", "audited"),
    [
        pytest.param((at(2), 1), {}, 1, True, id="commit"),
        pytest.param((due("deck", "split", 1), 1), {}, 1, True, id="split"),
        pytest.param((due("deck", "prove", 1), 1), {}, 1, False, id="draw, mixing"),
        pytest.param((due("deck", "share", 2), 2), {}, 2, False, id="draw, opening"),
        pytest.param((due("deck", "share", 2), 2), {"dropout": "redeal"}, 2, True, id="draw, redeal"),
        pytest.param((at(30), 1), {"dropout": "redeal"}, 1, True, id="redeal"),
        pytest.param((at(32), 2), {}, 2, False, id="go on"),
        pytest.param((due("agree", seat=1), 1), {}, 1, False, id="agree"),
        pytest.param((due("deck", "reveal", 1), 1), {}, 1, False, id="reveal"),
        pytest.param((due("deck", "reveal", 1), 1), {"dropout": "redeal"}, 1, False, id="reveal unsplit"),
    ],
)
def test_a_seat_is_lost(kill: Event, terms: dict[str, Any], lost: int, audited: bool, tmp_path: Path) -> None:
    said = follow(play(short(hand_size=2), 3, 6, (kill,), **terms), tmp_path)
    assert said.state == "complete"
    assert said.lost == [(lost, "silent")]
    assert said.rounds[0][4] == audited
    assert all(revealed for *_, revealed, _ in said.rounds[1:])


@pytest.mark.parametrize(
    "scoring", [{"scoring": "lowest"}, {"mode": "challenge"}], ids=["lowest", "challenge"]
)
@pytest.mark.parametrize(
    ("variant", "kill", "terms"),
    [
        pytest.param("classic", (at(30), 1), {"dropout": "redeal"}, id="redeal"),
        pytest.param("flip", (at(40), 2), {}, id="go on"),
        pytest.param("swap", (beaten(2), 2), {"dropout": "redeal"}, id="agree"),
    ],
)
def test_a_seat_is_lost_and_charged(
    scoring: dict[str, Any], variant: str, kill: Event, terms: dict[str, Any], tmp_path: Path
) -> None:
    said = follow(play(short(variant, target=150, **scoring), 3, 6, (kill,), **terms), tmp_path)
    ((lost, why),) = said.lost
    assert (said.state, why) == ("complete", "silent")
    assert said.totals[lost] > 0


@pytest.mark.slow
def test_two_seats_are_lost_one_after_the_other(tmp_path: Path) -> None:
    """The second loss in a round deals it again."""
    said = follow(play(short(), 5, 5, ((at(40), 2), (at(80), 0))), tmp_path)
    assert said.state == "complete"
    assert [seat for seat, _ in said.lost] == [2, 0]


def test_two_players_wait_for_each_other(tmp_path: Path) -> None:
    said = follow(play(short(), 2, 5, ((at(20), 1),), limit=40), tmp_path)
    assert said.state == "cut"
    assert said.lost == []


def lost(seat: int) -> Callable[[Hall], bool]:
    return lambda hall: seat in hall.first.game.match.gone


@pytest.mark.parametrize("step", ["split", "share"])
def test_partners_wait_for_the_missing_who_comes_back(step: str, tmp_path: Path) -> None:
    """Also if it is lost in the draw for the deal."""
    options = short(mode="partners", hand_size=1)
    said = follow(play(options, 4, 6, ((due("deck", step, 3), 3), (lost(3), 3))), tmp_path)
    assert said.lost == [(3, "silent")]
    assert said.state == "complete"


def test_partners_end_the_match_as_it_stands(tmp_path: Path) -> None:
    genesis = found(short(mode="partners", hand_size=1), 4, 6, grace=3000, machine_grace=2000)
    hall = Hall(genesis, 6)

    def watch(hall: Hall) -> None:
        if due("deck", "split", 3)(hall):
            hall.dead.add(3)
        for table in hall.tables.values():
            table.own.wants_end = True

    hall.watch = watch
    said = follow(file_of(genesis, hall.play(200)), tmp_path)
    assert (said.state, said.winners) == ("complete", [0, 1, 2, 3])


def test_a_lost_seat_is_seated_again_at_the_next_round(tmp_path: Path) -> None:
    options = short(target=60, hand_size=1)
    said = follow(play(options, 3, 7, ((at(2), 1), (lost(1), 1))), tmp_path)
    assert said.state == "complete"
    assert 1 not in said.rounds[0][3]
    assert 1 in said.rounds[-1][3]
