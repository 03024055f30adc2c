"""How fast the rules are: random games of four, by turns with RLCard's bare game.

    python -m benchmarks.engine [--slices 5] [--seconds 1]

RLCard 1.2.0 is fetched into `.venv-rlcard` the first time; without it, ours are timed alone. Its players
play whenever they can and draw only when they must, and so do ours in the first table; in the second they
choose among all they may do. One `step` of RLCard is a turn: the colour comes with the wild card, and a
drawn card that fits is played by itself. Here these are moves of their own, so turns are counted as well.
`benchmarks.engine_floor` shows how much of a move is Python, and how much is what the engine can do besides.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from types import TracebackType

from benchmarks.engine_floor import floor
from benchmarks.rows import Row, at_least
from benchmarks.timing import Played, Rates, Slice, play_for, times
from p2puno.dealer import deal, sealed
from p2puno.moves import Ask, Choice, Show
from p2puno.options import VARIANTS, Options
from p2puno.rulesets import rule_set

ROOT = Path(__file__).resolve().parent.parent
RLCARD = "rlcard==1.2.0"
RLCARD_VENV = ROOT / ".venv-rlcard"
PLAYERS = range(4)

# Looking a member of an Enum up, or Random.choice, takes as long as a good part of a move: RLCard's player
# picks as ours do.
TURN, DRAWN, SEAL, UNSEAL = Ask.TURN, Ask.DRAWN, Ask.SEAL, Ask.UNSEAL

POLICIES = {"plays if it can": True, "anything": False}
"""Whether a player draws, keeps or passes only if no card can be played."""


def ours(variant: str, eager: bool, random: Random) -> Callable[[], Played]:
    """A function that plays one round of this rule set."""
    options = Options(variant=variant)
    # The last move listed is to draw, keep or pass, unless a card must be played.
    left_out = 1 if eager and not rule_set(options).must_play else 0

    def game() -> Played:
        dealer = deal(options, PLAYERS, 0, random)
        round, views, serve, roll = dealer.round, dealer.views, dealer.serve, random.random
        round.heard = False  # RLCard makes no events either
        turns = made = 0
        shows: dict[int, Show] = {}
        while True:
            if type(waiting := round.waiting) is not Choice:
                serve()
                if type(waiting := round.waiting) is not Choice:
                    return Played(turns, made)
            seat, ask = waiting.seat, waiting.ask
            if ask is UNSEAL:
                round.apply(seat, shows[seat])
            else:
                moves = views[seat].moves()
                count = len(moves)
                if ask is TURN:
                    turns += 1
                    count -= left_out
                elif ask is DRAWN:
                    count -= left_out
                move = moves[int(roll() * count) if count > 1 else 0]
                if ask is SEAL:
                    assert type(move) is Show
                    move, shows[seat] = sealed(move, random.randbytes(32))
                round.apply(seat, move)
            made += 1

    return game


class RLCard:
    """RLCard's game in a process of its own."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [_python(RLCARD_VENV), "-m", "benchmarks.rlcard_worker"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if self._read() != "ready":
            raise RuntimeError("RLCard's worker does not start")

    def play_for(self, seconds: float) -> Slice:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        games, turns, moves, spent = self._read().split()
        return Slice(int(games), int(turns), int(moves), float(spent))

    def _read(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def __enter__(self) -> RLCard:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.communicate()


def install_rlcard() -> str | None:
    """Make RLCard's virtual environment unless it is there; returns why not, if it cannot be made."""
    done = RLCARD_VENV / "installed"
    if done.exists():
        return None
    print(f"Installing {RLCARD} into {RLCARD_VENV.name} …", flush=True)
    try:
        venv.create(RLCARD_VENV, with_pip=True, clear=True)
        subprocess.run(
            [_python(RLCARD_VENV), "-m", "pip", "install", "--quiet", RLCARD, "setuptools<81"],
            check=True,
            capture_output=True,
            text=True,
        )
    except subprocess.CalledProcessError as error:
        output = error.stderr if isinstance(error.stderr, str) else ""
        return (output.strip().splitlines() or [str(error)])[-1]
    except OSError as error:
        return str(error)
    done.touch()
    return None


def _python(environment: Path) -> str:
    windows = sys.platform == "win32"
    return str(environment / ("Scripts/python.exe" if windows else "bin/python"))


def measure(slices: int, seconds: float, rlcard: RLCard | None) -> dict[tuple[str, str], Rates]:
    """Time everybody by turns, so many times."""
    contenders: dict[tuple[str, str], Callable[[float], Slice]] = {}
    if rlcard is not None:
        contenders["RLCard 1.2.0", "plays if it can"] = rlcard.play_for
    for policy, eager in POLICIES.items():
        for variant in VARIANTS:
            game = ours(variant, eager, Random(f"{variant} {policy}"))
            contenders[variant, policy] = lambda seconds, game=game: play_for(seconds, game)  # type: ignore[misc]
    least = floor(Random("floor"))
    contenders["floor", "plays if it can"] = lambda seconds: play_for(seconds, least)
    rates = {name: Rates() for name in contenders}
    for play in contenders.values():
        play(seconds / 10)  # to warm up
    for _ in range(slices):
        for name, play in contenders.items():
            rates[name].slices.append(play(seconds))
    return rates


def report(rates: dict[tuple[str, str], Rates]) -> None:
    theirs = rates.get(("RLCard 1.2.0", "plays if it can"))
    for policy in POLICIES:
        print(f"\nrandom games of four, player: {policy}")
        print(f"{'':14}{'moves/s':>9} {'(from – to)':>18}{'turns/s':>9}{'× RLCard: moves':>17}{'turns':>7}")
        for (name, each), rate in rates.items():
            if each != policy:
                continue
            moves, turns = rate.moves(), rate.turns()
            line = f"{name:14}{median(moves):9,.0f} {f'({min(moves):,.0f} – {max(moves):,.0f})':>18}"
            line += f"{median(turns):9,.0f}"
            if theirs is not None and rate is not theirs:
                line += f"{times(moves, theirs.moves()):17.2f}{times(turns, theirs.turns()):7.2f}"
            print(line)


def rows(rates: dict[tuple[str, str], Rates]) -> list[Row]:
    """Of players that play whenever they can, as RLCard's do: classic by moves, and all by turns."""
    theirs = rates.get(("RLCard 1.2.0", "plays if it can"))
    classic = rates["classic", "plays if it can"]
    compared = [("classic, moves", "moves/s", classic.moves(), 2)]
    for variant in VARIANTS:
        compared.append((f"{variant}, turns", "turns/s", rates[variant, "plays if it can"].turns(), 1))
    made = []
    for name, unit, ours, goal in compared:
        figure = f"{median(ours):,.0f} {unit}"
        if theirs is None:
            made.append(Row(name, figure))
        else:  # a turn of RLCard is one move
            beside = f"RLCard 1.2.0: {median(theirs.turns()):,.0f} turns/s"
            made.append(Row(name, figure, beside, *at_least(times(ours, theirs.turns()), goal)))
    least = rates["floor", "plays if it can"].moves()
    figure = f"{median(classic.moves()):,.0f} moves/s"
    beside = f"classic without an engine: {median(least):,.0f} moves/s"
    made.append(Row("classic, floor", figure, beside, times(classic.moves(), least)))
    return made


def main(arguments: list[str] | None = None) -> list[Row]:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.engine", description="How fast the rules are."
    )
    parser.add_argument("--slices", type=int, default=5, help="how often each is timed")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each time")
    given = parser.parse_args(arguments)
    why_not = install_rlcard()
    if why_not is None:
        with RLCard() as rlcard:
            rates = measure(given.slices, given.seconds, rlcard)
    else:
        print(f"RLCard could not be installed ({why_not}): ours alone.")
        rates = measure(given.slices, given.seconds, None)
    report(rates)
    return rows(rates)


if __name__ == "__main__":
    main(sys.argv[1:])
