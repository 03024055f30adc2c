"""A long run that ends by itself: `python -m tests.soak [--hours H] [--minutes M] [--seed S]`.

First so many hours of play on virtual time: tables of the simulator one after the other, with all its faults.
Then so many minutes of real processes on loopback: tables of ten in every rule set, where anybody but two is
killed again and again and comes back. Every match must end, with the same right file for all. Those two live
as long as their table: their memory and open files are what a leak would show in.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from random import Random

import protocol.log.entry
from p2puno.options import VARIANTS
from tests.network.players import Player, Room, same_and_right
from tests.simulation.faults import Faults, plan
from tests.simulation.players import Players
from tests.simulation.promises import all_over, check_all
from tests.simulation.world import BrokenPromise, World

HOUR = 3_600_000
SEATS = 10
OPTIONS = ("--target", "800", "--hand-size", "5", "--uno-window", "300")
FLOOD = 100_000
"""So many messages on their way at once multiply by themselves."""
STUCK = 300.0
"""Seconds without an entry after which a game is stuck."""
LATE = 120.0
"""Seconds in which somebody who comes back has caught up, and in which one who has ended the match leaves."""
GROWTH = 1.25
"""By so much may memory grow from the first fifth of a run to its last."""
STRAY_FILES = 10
"""So many open files more than at first are not a leak: somebody is just coming back."""


class Leak(AssertionError):
    """Memory or open files grew."""


@dataclass
class Usage:
    """What a process uses, as often as one looked."""

    unit: str = "MiB"
    """Of memory."""
    memory: list[int] = field(default_factory=list)
    files: list[int] = field(default_factory=list)

    def look(self, player: Player) -> None:
        """What a process has resident, without what the log itself takes."""
        log = player.save.stat().st_size if player.save.exists() else 0
        try:
            pages = int(Path(f"/proc/{player.pid}/statm").read_text().split()[1])
            files = len(os.listdir(f"/proc/{player.pid}/fd"))
        except OSError:
            return  # it has just ended
        self.memory.append((pages * os.sysconf("SC_PAGE_SIZE") - log) // 2**20)
        self.files.append(files)

    def look_inside(self) -> None:
        """What this process holds: what it has resident shows the largest of its tables for ever."""
        gc.collect()
        self.memory.append(sys.getallocatedblocks() // 1000)
        self.files.append(len(os.listdir("/proc/self/fd")))

    def check(self) -> None:
        if len(self.memory) < 10:
            return
        if self.late(self.memory) > GROWTH * self.early(self.memory):
            raise Leak(f"memory grew: {self}")
        if self.late(self.files) > self.early(self.files) + STRAY_FILES:
            raise Leak(f"open files grew: {self}")

    def early(self, values: list[int]) -> int:
        """The most of the first fifth but for the very first, when everything is still being set up."""
        fifth = max(2, len(values) // 5)
        return max(values[fifth // 2 : fifth])

    def late(self, values: list[int]) -> int:
        """What is usual at the end."""
        return sorted(values[-max(2, len(values) // 5) :])[max(1, len(values) // 10) - 1]

    def __str__(self) -> str:
        if len(self.memory) < 2:
            return "not seen"
        return (
            f"memory {self.early(self.memory)} → {self.late(self.memory)} {self.unit}, "
            f"open files {self.early(self.files)} → {self.late(self.files)}"
        )


# -- virtual time -----------------------------------------------------------------------------------------


def virtual(hours: float, seed: int) -> None:
    """Tables of the simulator until they have played so long."""
    passed = matches = entries = faults = 0
    usage, began, broken = Usage("thousand objects"), time.monotonic(), list[int]()
    for number in count(seed):
        if passed >= hours * HOUR:
            break
        chosen = plan(number)
        world = World(number, chosen.terms, chosen.operators, spectators=chosen.spectators)
        Players(world)
        Faults(world, chosen.faults, Random(f"faults {number}"))
        try:
            world.start()
            world.run(lambda w=world: _over(w), chosen.limit)  # type: ignore[misc]
            check_all(world)
        except BrokenPromise as error:
            broken.append(number)
            print(f"  BROKEN: {error}; repeat with python -m tests.simulate --games 1 --seed {number}")
        played = world.now
        passed, matches = passed + played, matches + 1
        entries += len(world.peers[0].disk.entries)
        faults += sum(times for what, times in world.covered.items() if what.startswith("crash"))
        del world
        protocol.log.entry.is_signed.cache_clear()  # type: ignore[attr-defined]  # which the simulator remembers
        usage.look_inside()
        if passed // HOUR > (passed - played) // HOUR:
            print(f"  {passed // HOUR} h: {usage.memory[-1]} {usage.unit}", flush=True)
    print(
        f"virtual time: {passed / HOUR:.1f} h in {time.monotonic() - began:.0f} s; {matches} matches, "
        f"{entries} entries, {faults} crashes; {usage}",
        flush=True,
    )
    usage.check()
    assert not broken, f"promises were broken: seeds {broken}"


def _over(world: World) -> bool:
    if len(world._events) > FLOOD:
        raise BrokenPromise(f"{len(world._events)} messages on their way at once")
    return all_over(world)


# -- real processes ---------------------------------------------------------------------------------------


@dataclass
class Told:
    """What happened at the tables of the real processes."""

    entries: int = 0
    kills: int = 0
    late: int = 0
    """Who was killed so late that the match was over without them."""
    lost: int = 0
    slowest: float = 0.0
    """The longest time in which no entry came."""


def real(minutes: float, seed: int) -> None:
    """Tables of ten processes until the time is up; the last one plays to its end."""
    random, told, matches, began = Random(seed), Told(), 0, time.monotonic()
    for variant in cycle(VARIANTS):
        if time.monotonic() - began >= 60 * minutes:
            break
        with tempfile.TemporaryDirectory() as folder:
            room = Room(Path(folder))
            try:
                _table(room, variant, random, told)
            finally:
                room.clear()
        matches += 1
    print(
        f"real processes: {(time.monotonic() - began) / 60:.0f} min; {matches} matches of {SEATS}, "
        f"{told.entries} entries, {told.kills} kills, {told.late} too late to come back, "
        f"{told.lost} seats lost, "
        f"longest standstill {told.slowest:.0f} s",
        flush=True,
    )


def _table(room: Room, variant: str, random: Random, told: Told) -> None:
    """One match: anybody but the last two is killed now and then, and comes back."""
    began, kills, slowest = time.monotonic(), told.kills, 0.0
    players = room.table(SEATS, "--variant", variant, *OPTIONS)
    for player in players:
        player.hears(r" deals?\b")  # before that there is no game to come back to
    mortal, steady = players[:-2], players[-2:]
    usages = [Usage() for _ in steady]
    away: dict[Player, float] = {}
    returned: dict[Player, float] = {}
    now = began
    next_kill = 0
    for now, still in _watch(steady[0]):
        slowest = max(slowest, still)
        if still > STUCK:
            said = "\n".join(f"--- {player.name}\n{player.text[-600:]}" for player in players)
            raise AssertionError(f"{variant}: no entry for {still:.0f} s\n{said}")
        for player, usage in zip(steady, usages, strict=True):
            usage.look(player)
        # By what happened rather than by the clock: however slow the machine, the game goes on in between.
        told_so_far = steady[0].said.stat().st_size
        over = " the match!" in steady[0].text
        if not away and told_so_far >= next_kill and not over:
            next_kill = told_so_far + random.randrange(500, 6000)
            for victim in random.sample(mortal, random.choice((1, 1, 1, 2, len(mortal)))):
                if victim not in away and not victim.ended:
                    victim.kill()
                    told.kills += 1
                    away[victim] = now + random.uniform(0, 15)
        for player in [player for player, back in away.items() if back <= now]:
            del away[player]
            returned[player] = now
            player.resume()
    # Who comes back when all others have left already finds nobody to tell them the end.
    late = [player for player in mortal if now - returned.get(player, 0) < LATE or player in away]
    late = [player for player in late if not _finished(player)]
    same_and_right(_end(player) for player in players if player not in late)
    for player in late:
        player.clear()
        if not steady[0].save.read_bytes().startswith(player.save.read_bytes()):
            raise AssertionError(f"{player.name}, who was killed late, holds another game")
    told.late += len(late)
    told.entries += steady[0].entries
    told.lost += sum("loses the seat" in line for line in steady[0].text.splitlines())
    told.slowest = max(told.slowest, slowest)
    rounds = steady[0].text.count("The first card is")
    print(
        f"  {variant}: {time.monotonic() - began:.0f} s, {rounds} rounds, {steady[0].entries} entries, "
        f"{told.kills - kills} kills, longest standstill {slowest:.0f} s; "
        + "; ".join(f"{player.name}: {usage}" for player, usage in zip(steady, usages, strict=True)),
        flush=True,
    )
    for usage in usages:
        usage.check()


def _finished(player: Player) -> bool:
    try:
        _end(player)
    except AssertionError:
        return False
    return True


def _end(player: Player) -> Path:
    """Wait for its end, and give its file."""
    player.finish(seconds=LATE)
    return player.save


def _watch(player: Player) -> Iterator[tuple[float, float]]:
    """Now, and for how long the player's game has stood still; every second until it is over."""
    size, since = 0, time.monotonic()
    while not player.ended:
        time.sleep(1)  # what is measured is time itself
        now = time.monotonic()
        if player.save.exists() and (grown := player.save.stat().st_size) != size:
            size, since = grown, now
        yield now, now - since


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--hours", type=float, default=8, help="of virtual time (default 8)")
    parser.add_argument("--minutes", type=float, default=30, help="of real processes (default 30)")
    parser.add_argument("--seed", type=int, default=1, help="where chance begins (default 1)")
    given = parser.parse_args()
    if not Path("/proc/self/statm").exists():
        print("This system has no /proc to read memory and open files from.", file=sys.stderr)
        return 2
    virtual(given.hours, given.seed)
    real(given.minutes, given.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
