"""Makes the games in replays/ anew: `python -m tests.replay.make_samples [NAME …]`.

A sample is kept as long as programs of its protocol version are to read it; this is how each came to be.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from protocol.deck import Calculator
from protocol.files.log_file import LogFile
from protocol.log.entry import MOVE
from tests.cheats.cheater import fork
from tests.network.players import QUICK, Room
from tests.simulation.players import Players
from tests.simulation.promises import all_over
from tests.simulation.test_cases import HOUR, until_due
from tests.simulation.world import World, quick_terms

FOLDER = Path(__file__).parents[2] / "replays"


def demo(name: str, *options: str) -> None:
    """Bots over real sockets, each a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / f"{name}.uno"
        command = [sys.executable, "-m", "cli", "demo", "--uno-window", "100", *options, "--save", str(made)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        shutil.copy(made, FOLDER)


def dropout() -> None:
    """Four players; the one who opened the table is killed and stays away."""
    with tempfile.TemporaryDirectory() as folder:
        room = Room(Path(folder))
        try:
            players = room.table(4, *QUICK, "--grace", "3")
            players[0].records(60)
            players[0].kill()
            for player in players[1:]:
                player.finish()
            shutil.copy(players[1].save, FOLDER / "dropout.uno")
        finally:
            room.clear()


def resumed() -> None:
    """Three players, all killed in the middle of a round and started again."""
    with tempfile.TemporaryDirectory() as folder:
        room = Room(Path(folder))
        try:
            players = room.table(3, *QUICK, "--target", "60")
            players[1].records(33)
            for player in players:
                player.kill()
            for player in players:
                player.resume()
            for player in players:
                player.finish()
            shutil.copy(players[0].save, FOLDER / "resumed.uno")
        finally:
            room.clear()


def tournament() -> None:
    """Five bots in two stages; one sits out in each. The journals with their secrets are left out."""
    folder = FOLDER / "tournament"
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory() as home:
        made = Path(home) / "tournament"
        options = ("--players", "5", "--stages", "2", "--hand-size", "1", "--uno-window", "50")
        command = [sys.executable, "-m", "cli", "demo", "--tournament", *options, "--save", str(made)]
        subprocess.run(command, check=True, env={**os.environ, "P2PUNO_HOME": home})
        folder.mkdir()
        for path in made.glob("*.uno"):
            shutil.copy(path, folder)


def cheat() -> None:
    """Four players in the simulator, with the real group; one signs two different entries for one place."""
    world = World(16, quick_terms(target=1), tuple(range(4)), calculator=Calculator())
    Players(world, asleep=0)
    world.start()
    seat = until_due(world, MOVE, "turn")
    forker = world.peers[seat]
    forker.honest = False
    others = [other for other in range(4) if other != seat]
    one, two = fork(forker)
    world.cut = {frozenset((others[0], other)) for other in others[1:]}
    world.transmit(forker, others[0], one)
    for other in others[1:]:
        world.transmit(forker, other, two)
    forker.kill()
    world.wait(3_000)
    world.heal()
    assert world.run(lambda: all_over(world), HOUR)
    path = FOLDER / "cheat.uno"
    path.unlink(missing_ok=True)
    log = LogFile(path, world.genesis)
    for entry in world.peers[others[0]].disk.entries:
        log.append(entry)
    log.close()
    [evidence] = world.peers[others[0]].disk.evidence
    (FOLDER / "cheat.evidence").write_bytes(evidence.record)


SAMPLES: dict[str, Callable[[], None]] = {
    "classic": lambda: demo("classic", "--players", "3", "--target", "60"),
    "flip": lambda: demo("flip", "--players", "2", "--variant", "flip", "--target", "60"),
    "battle": lambda: demo("battle", "--players", "3", "--variant", "battle", "--target", "60"),
    "crash": lambda: demo("crash", "--players", "3", "--variant", "crash", "--target", "60"),
    "swap": lambda: demo("swap", "--players", "3", "--variant", "swap", "--target", "60"),
    "no-mercy": lambda: demo("no-mercy", "--players", "3", "--variant", "no-mercy", "--target", "60"),
    "partners": lambda: demo("partners", "--players", "4", "--mode", "partners", "--target", "40"),
    "rotating": lambda: demo("rotating", "--players", "4", "--mode", "rotating", "--hand-size", "1"),
    "tournament": tournament,
    "challenge": lambda: demo("challenge", "--players", "3", "--mode", "challenge", "--target", "60"),
    "family": lambda: demo("family", "--players", "3", "--house", "family", "--target", "60"),
    "party": lambda: demo("party", "--players", "4", "--house", "party", "--target", "60"),
    "dropout": dropout,
    "resumed": resumed,
    "cheat": cheat,
}


if __name__ == "__main__":
    for wanted in sys.argv[1:] or SAMPLES:
        SAMPLES[wanted]()
        print(wanted, flush=True)
