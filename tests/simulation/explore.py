"""Try all that can happen at a small table: `python -m tests.simulation.explore --seats 4 --liars 0,3`.

Honest seats are the real tables of a toy game (`toy.py`). What was ever sent may reach any of them at any
time, any number of times, or not yet. Liars have seen all of it, and show what they sign to whom they like.
All states are searched, breadth first, so the trace of a violation is a shortest one. From every state the
explorer also tries whether the honest seats come together once everything reaches them and time passes.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any

from protocol.codec import pack
from protocol.log.entry import (
    AGREE,
    FORK,
    LOSS,
    NOBODY,
    REFUSAL,
    SILENCE,
    VOTE,
    Entry,
    write_certificate,
    write_entry,
    write_statement,
)
from tests.simulation.toy import Event, Messages, Seat, Snapshot, Violation, due_after, make_table

ROUNDS = 16
"""How often time passes before honest seats must have come together."""


@dataclass(frozen=True)
class Bounds:
    seats: int = 3
    liars: tuple[int, ...] = (0,)
    operators: tuple[int, ...] = ()
    length: int = 3
    forks: int = 1
    """How many second bodies the liars sign."""
    lies: int = 0
    """How often they sign both a vote and its refusal."""
    ticks: int = 2
    """How often time passes before all is said."""
    crashes: int = 0
    parted: bool = False
    """Time may pass while honest seats have not heard each other."""
    ballots: bool = False
    """Liars also vote first, against anybody."""
    states: int = 10_000_000
    heal: bool = True


State = tuple[tuple[int, ...], int, int, int, int, int]
"""Each honest seat's snapshot, the messages sent (bits); what is left of ticks, forks, lies and crashes."""

Name = tuple[Any, ...]
"""A step: what it is, at which seat, which message or who was heard, after how many outputs it crashed."""


@dataclass
class Found:
    states: int = 0
    steps: int = 0
    healed: int = 0
    complete: bool = False
    violations: dict[str, list[str]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)


class Explorer:
    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        operators = bounds.operators or tuple(range(bounds.seats))
        self.genesis, self.identities = make_table(bounds.seats, operators)
        self.messages = Messages()
        self.honest = [seat for seat in range(bounds.seats) if seat not in bounds.liars]
        self.seats = [
            Seat(
                self.genesis,
                seat,
                self.identities[seat],
                self.messages,
                self.honest,
                bounds.length,
                bounds.crashes > 0,
            )
            for seat in self.honest
        ]
        self.found = Found()
        self._lines: dict[bytes, tuple[int, tuple[int, ...], int]] = {
            self.genesis.game: (1, tuple(range(bounds.seats)), 0)
        }
        self._entries: dict[bytes, Entry] = {}
        self._looked = 0
        self._against_honest = 0
        """Votes of honest seats against honest seats."""
        self._own = [0] * len(self.seats)
        self._conflicts: list[int] = []
        self._signed: dict[Any, list[int]] = {}
        self._candidates: dict[int, list[tuple[str, int, int]]] = {}
        self._healed: dict[tuple[tuple[int, ...], int], str | None] = {}
        self._parents: dict[State, tuple[State, Name] | None] = {}

    # -- messages ----------------------------------------------------------------------------------------

    def _register(self) -> None:
        """Look at messages that are new."""
        for message in self.messages.all[self._looked :]:
            self._conflicts.append(0)
            if message.author in self.honest:
                self._own[self.honest.index(message.author)] |= 1 << message.number
            if message.entry is not None:
                self._entries[message.entry.hash] = message.entry
            key: Any = None
            if message.entry is not None and message.author != NOBODY:
                key = message.author, message.entry.position, message.entry.previous
            elif message.said is not None and message.kind in (VOTE, REFUSAL):
                key = message.author, pack(message.said.values)
            lost = message.said.values[2] if message.said is not None and message.kind == VOTE else ()
            if message.author in self.honest and set(lost) & set(self.honest):
                self._against_honest |= 1 << message.number
            if key is not None and message.author in self.honest:
                for other in self._signed.get(key, ()):
                    self._conflicts[other] |= 1 << message.number
                    self._conflicts[message.number] |= 1 << other
                self._signed.setdefault(key, []).append(message.number)
        self._looked = len(self.messages.all)

    def _line(self, head: bytes) -> tuple[int, tuple[int, ...], int] | None:
        """After this hash: the next position, who is in, and whom the last entry wants."""
        known = self._lines.get(head)
        if known is not None:
            return known
        entry = self._entries.get(head)
        before = self._line(entry.previous) if entry is not None else None
        if entry is None or before is None:
            return None
        position, playing, wanted = before
        if entry.kind == LOSS:
            playing = tuple(seat for seat in playing if seat not in entry.payload[0])
        else:
            wanted = entry.payload[0]
        self._lines[head] = line = position + 1, playing, wanted
        return line

    def _number(self, raw: bytes) -> int:
        number = self.messages.number(raw)
        assert number is not None
        return number

    def _lies(self, soup: int) -> list[tuple[str, int, int]]:
        """What liars could sign now: what it costs, its number, and what else is known with it."""
        known = self._candidates.get(soup)
        if known is None:
            self._register()
            said = [message for message in self.messages.all if soup >> message.number & 1]
            known = self._candidates[soup] = [
                *self._entries_to_write(said),
                *self._words_to_say(said, soup),
                *self._proofs_to_show(said),
            ]
            self._register()
        return known

    def _entries_to_write(self, said: list[Any]) -> Iterator[tuple[str, int, int]]:
        bounds = self.bounds
        heads = [self.genesis.game, *(m.entry.hash for m in said if m.entry is not None)]
        bodies = Counter((m.author, m.entry.previous) for m in said if m.entry is not None)
        for head in heads:
            line = self._line(head)
            if line is None:
                continue
            position, playing, wanted = line
            due = due_after(playing, wanted)
            if (
                position > bounds.length
                or due not in bounds.liars
                or len(playing) < 2
                or bodies[due, head] > 1
            ):
                continue
            for chosen in playing:
                if chosen == due:
                    continue
                entry = write_entry(
                    self.identities[due], self.genesis.game, position, head, due, AGREE, [chosen], 0
                )
                yield ("fork" if bodies[due, head] else "", self._number(pack(["entry", *entry.wire()])), 0)

    def _proofs_to_show(self, said: list[Any]) -> Iterator[tuple[str, int, int]]:
        """A fork as a proof, either body first."""
        own = [m.entry for m in said if m.entry is not None and m.author in self.bounds.liars]
        for one in own:
            for other in own:
                if one is not other and (one.seat, one.previous) == (other.seat, other.previous):
                    yield "", self._number(pack(["fork", one.wire(), other.wire()])), 0

    def _words_to_say(self, said: list[Any], soup: int) -> Iterator[tuple[str, int, int]]:
        ballots: dict[Any, dict[int, bytes]] = {}
        for message in said:
            if message.kind in (VOTE, REFUSAL) and message.author in self.honest:
                position, head, lost, reason = message.said.values
                votes = ballots.setdefault((position, head, tuple(lost), reason), {})
                if message.kind == VOTE:
                    votes[message.author] = message.said.signature
        if self.bounds.ballots:
            for head in {m.entry.hash for m in said if m.entry is not None} | {self.genesis.game}:
                line = self._line(head)
                if line is not None:
                    for seat in line[1]:
                        ballots.setdefault((line[0], head, (seat,), SILENCE), {})
                        if seat in self.bounds.liars:
                            ballots.setdefault((line[0], head, (seat,), FORK), {})
        for (position, head, lost, reason), votes in ballots.items():
            line = self._line(head)
            if line is None:
                continue
            values = [position, head, list(lost), reason]
            voters = [seat for seat in line[1] if seat not in lost]
            complete = 0
            for liar in self.bounds.liars:
                if liar not in voters:
                    continue
                both = [
                    self._number(
                        pack(
                            [
                                "statement",
                                *write_statement(
                                    self.identities[liar], self.genesis.game, kind, liar, values
                                ).wire(),
                            ]
                        )
                    )
                    for kind in (VOTE, REFUSAL)
                ]
                for number, other in (both, both[::-1]):
                    if not soup >> number & 1:
                        yield ("lie" if soup >> other & 1 else "", number, 0)
                votes[liar] = self.messages[both[0]].said.signature  # type: ignore[union-attr]
                complete |= 1 << both[0]
                if soup >> both[1] & 1 and not soup >> both[0] & 1:
                    del votes[liar]  # that would be a lie: said as such first
            if voters and all(seat in votes for seat in voters):
                proofs = self._proofs(said, lost) if reason == FORK else []
                if proofs is None:
                    continue
                entry = write_certificate(
                    self.genesis.game, position, head, list(lost), reason, [votes[s] for s in voters], proofs
                )
                number = self._number(pack(["entry", *entry.wire()]))
                yield "", number, complete

    def _proofs(self, said: list[Any], lost: tuple[int, ...]) -> list[Any] | None:
        """A proof against each liar of these for which there is one."""
        proofs = []
        for seat in lost:
            own = [m for m in said if m.author == seat]
            for one, other in combinations(own, 2):
                if one.entry and other.entry and one.entry.previous == other.entry.previous:
                    proofs.append(["fork", one.entry.wire(), other.entry.wire()])
                    break
                if one.said and other.said and one.said.values == other.said.values:
                    vote, refusal = (one, other) if one.kind == VOTE else (other, one)
                    proofs.append(["equivocation", vote.said.wire(), refusal.said.wire()])
                    break
        return proofs or None

    # -- steps -------------------------------------------------------------------------------------------

    def _step(self, state: State, at: int, event: Event, soup: int) -> tuple[tuple[int, ...], int]:
        """One seat's event; returns the seats and the messages after it."""
        snapshots = state[0]
        after, sent = self.seats[at].after(snapshots[at], event)
        if sent & ~soup:
            self._register()
            self._check_signed(soup | sent, sent & ~soup)
        return (*snapshots[:at], after, *snapshots[at + 1 :]), soup | sent

    def _check_signed(self, soup: int, new: int) -> None:
        for number in _bits(new):
            if self._conflicts[number] & soup:
                message = self.messages[number]
                raise Violation(f"seat {message.author} signed two things at one place ({message.kind})")

    def successors(self, state: State) -> Iterator[tuple[Name, Any]]:
        """(name, next state or the Violation)."""
        snapshots, soup, ticks, forks, lies, crashes = state
        settled = True
        for at, seat in enumerate(self.seats):
            for number in _bits(soup & ~self._own[at] & ~seat.quiet[snapshots[at]]):
                event = ("receive", number)
                name = "", seat.seat, number
                yield from self._try(name, state, at, event, soup, (ticks, forks, lies), crashes)
                if settled and self._matters(snapshots[at], at, event, soup):
                    settled = False
            for cost, number, known in self._lies(soup):
                if (cost == "fork" and not forks) or (cost == "lie" and not lies) or soup >> number & 1:
                    continue
                left = ticks, forks - (cost == "fork"), lies - (cost == "lie")
                name = cost or "new", seat.seat, number
                yield from self._try(
                    name, state, at, ("receive", number), soup | 1 << number | known, left, crashes
                )
        if ticks and (settled or self.bounds.parted):
            yield from self._ticks(state)

    def _matters(self, snapshot: int, at: int, event: Event, soup: int) -> bool:
        try:
            after, sent = self.seats[at].after(snapshot, event)
        except Violation:
            return True
        return after != snapshot or bool(sent & ~soup)

    def _try(
        self,
        name: Name,
        state: State,
        at: int,
        event: Event,
        soup: int,
        left: tuple[int, int, int],
        crashes: int,
    ) -> Iterator[tuple[Name, Any]]:
        try:
            snapshots, more = self._step(state, at, event, soup)
        except Violation as violation:
            yield name, violation
            return
        if snapshots != state[0] or more != soup:
            yield name, (snapshots, more, *left, crashes)
        if crashes and snapshots != state[0]:
            for count in range(self.seats[at].outputs(state[0][at], event) + 1):
                try:
                    snapshots, more = self._step(state, at, ("crash", event, count), soup)
                except Violation as violation:
                    yield (*name, count), violation
                    continue
                yield (*name, count), (snapshots, more, *left, crashes - 1)

    def _ticks(self, state: State) -> Iterator[tuple[Name, Any]]:
        _, soup, ticks, forks, lies, crashes = state
        everybody, honest = tuple(range(self.bounds.seats)), tuple(self.honest)
        if self.bounds.parted:
            for heard in (everybody, honest, ()):
                for at, seat in enumerate(self.seats):
                    name: Name = "time", seat.seat, heard
                    yield from self._try(
                        name, state, at, ("tick", heard), soup, (ticks - 1, forks, lies), crashes
                    )
            return
        for heard in (everybody, honest):
            name = "time", "all", heard
            try:
                after = self._all_tick(state, heard)
            except Violation as violation:
                yield name, violation
                continue
            yield name, (*after, ticks - 1, forks, lies, crashes)

    def _all_tick(self, state: State, heard: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
        snapshots, soup = state[0], state[1]
        for at in range(len(self.seats)):
            snapshots, soup = self._step((snapshots, soup, 0, 0, 0, 0), at, ("tick", heard), soup)
        return snapshots, soup

    # -- what must hold ----------------------------------------------------------------------------------

    def check(self, state: State) -> None:
        """Of every two honest seats, both of which are in as they see it, what is final is the same."""
        views = [seat.snapshots[number] for seat, number in zip(self.seats, state[0], strict=True)]
        for one, other in combinations(range(len(views)), 2):
            a, b = views[one], views[other]
            if not _one_line(a.final, b.final):
                raise Violation(self._excuse(views) + "two honest seats differ in what is final")
            if not (_one_line(a.final, b.log[: len(a.final)]) and _one_line(b.final, a.log[: len(b.final)])):
                raise Violation(
                    self._excuse(views) + "an honest seat holds another entry where one is final at another"
                )

    def _excuse(self, views: list[Snapshot]) -> str:
        """Whether somebody honest was lost for silence: then the table was parted, with a liar in between."""
        out = any(seat not in view.playing for view in views for seat in self.honest)
        return "parted: " if out else ""

    def heal(self, state: State) -> str | None:
        """Let everything reach everybody, and time pass: None, or what is wrong in the end."""
        snapshots, soup = state[0], state[1]
        way = []
        verdict: str | None = "?"
        for _ in range(ROUNDS):
            key = snapshots, soup
            if key in self._healed:
                verdict = self._healed[key]
                break
            way.append(key)
            try:
                snapshots, soup = self._spread(snapshots, soup)
                self.check((snapshots, soup, 0, 0, 0, 0))
                snapshots, soup = self._all_tick((snapshots, soup, 0, 0, 0, 0), tuple(self.honest))
                snapshots, soup = self._spread(snapshots, soup)
                self.check((snapshots, soup, 0, 0, 0, 0))
            except Violation as violation:
                verdict = str(violation)
                break
            verdict = self._verdict(snapshots, soup)
            if verdict is None:
                break
        for key in way:
            self._healed[key] = verdict
        return verdict

    def _spread(self, snapshots: tuple[int, ...], soup: int) -> tuple[tuple[int, ...], int]:
        """Everything that was sent reaches everybody, until nothing new comes of it."""
        for _ in range(200):
            before = snapshots, soup
            for at in range(len(self.seats)):
                for number in _bits(soup & ~self._own[at] & ~self.seats[at].quiet[snapshots[at]]):
                    snapshots, soup = self._step((snapshots, soup, 0, 0, 0, 0), at, ("receive", number), soup)
            if (snapshots, soup) == before:
                return before
        raise Violation("messages go on for ever")

    def _verdict(self, snapshots: tuple[int, ...], soup: int) -> str | None:
        views = [seat.snapshots[number] for seat, number in zip(self.seats, snapshots, strict=True)]
        excuse = self._excuse(views) or ("parted: " if soup & self._against_honest else "")
        inside = [view for seat, view in zip(self.honest, views, strict=True) if seat in view.playing]
        if len({view.log for view in inside}) > 1:
            return excuse + "honest seats that are in do not come to one log"
        if any(view.over or view.position > self.bounds.length for view in inside):
            return None
        playing = inside[0].playing if inside else ()
        operators = {self.genesis.players[seat].operator for seat in playing}
        if len(operators) <= 2 and all(view.suspended for view in inside):
            return None  # two wait for each other
        mine = {self.genesis.players[seat].operator for seat in playing if seat in self.honest}
        if 2 * len(mine) <= len(operators) and all(view.suspended for view in inside):
            return None  # too few to go on by themselves
        return excuse + "honest seats do not go on"

    # -- the search --------------------------------------------------------------------------------------

    def first(self) -> State:
        snapshots, soup = [], 0
        for seat in self.seats:
            number, sent = seat.begin()
            snapshots.append(number)
            soup |= sent
        bounds = self.bounds
        self._register()
        return tuple(snapshots), soup, bounds.ticks, bounds.forks, bounds.lies, bounds.crashes

    def run(self, seconds: float = 1e9, stop: int = 1) -> Found:
        """Search everything, or until so many kinds of violation are found, or the time is over."""
        found, end = self.found, time.monotonic() + seconds
        start = self.first()
        self._parents[start] = None
        todo = deque([start])
        while todo:
            state = todo.popleft()
            found.states += 1
            self._look(state)
            if len(found.violations) >= stop or found.states >= self.bounds.states or time.monotonic() > end:
                return found
            for name, after in self.successors(state):
                found.steps += 1
                if isinstance(after, Violation):
                    self._report(str(after), state, name)
                elif after not in self._parents:
                    self._parents[after] = state, name
                    todo.append(after)
        found.complete = True
        return found

    def follow(self, *steps: str) -> State:
        """One way that is known: each step is the first whose text has all these words (split at `|`)."""
        state = self.first()
        for step in steps:
            words = step.split("|")
            after = next(
                after for name, after in self.successors(state) if all(w in self.tell(name) for w in words)
            )
            if isinstance(after, Violation):
                raise after
            state = after
            self.check(state)
        return state

    def walk(self, random: Random, steps: int) -> None:
        """One way at random through what can happen."""
        state = self.first()
        self._parents = {state: None}
        for _ in range(steps):
            choices = list(self.successors(state))
            if not choices:
                break
            kind = random.choice(sorted({_kind(name) for name, _ in choices}))
            name, after = random.choice([choice for choice in choices if _kind(choice[0]) == kind])
            self.found.steps += 1
            if isinstance(after, Violation):
                self._report(str(after), state, name)
                return
            if after not in self._parents:
                self._parents[after] = state, name
            state = after
            self.found.states += 1
            try:
                self.check(state)
            except Violation as violation:
                self._report(str(violation), state)
                return
        self._look(state)

    def _look(self, state: State) -> None:
        try:
            self.check(state)
        except Violation as violation:
            self._report(str(violation), state)
        if self.bounds.heal:
            self.found.healed += 1
            verdict = self.heal(state)
            if verdict is not None:
                self._report("in the end: " + verdict, state)

    def _report(self, what: str, state: State, last: Name | None = None) -> None:
        if "parted: " in what and self.bounds.parted:
            self.found.counts[what] += 1
            return
        if what in self.found.violations:
            return
        self.found.violations[what] = [*self.trace(state), *([self.tell(last)] if last else [])]

    def trace(self, state: State) -> list[str]:
        steps: list[str] = []
        parent = self._parents.get(state)
        while parent is not None:
            steps.append(self.tell(parent[1]))
            parent = self._parents[parent[0]]
        return steps[::-1]

    def tell(self, name: Name) -> str:
        what, seat, about, *crash = name
        text = (
            f"time passes at {seat}, heard {list(about)}"
            if what == "time"
            else f"{seat} hears {what} {self.name(about)}".replace("  ", " ")
        )
        return f"{text}; crashes after {crash[0]} outputs" if crash else text

    def name(self, number: int) -> str:
        message = self.messages[number]
        if message.entry is not None:
            entry = message.entry
            what = (
                f"loss of {entry.payload}"
                if entry.kind == LOSS
                else f"by {entry.seat}: next {entry.payload[0]}"
            )
            place = f"at {entry.position} after {self._short(entry.previous)}"
            return f"entry {self._short(entry.hash)} {place} {what}"
        if message.said is not None:
            position, head, lost, reason = message.said.values
            return (
                f"{message.kind} by {message.author} at {position} after {self._short(head)}: {lost} {reason}"
            )
        return f"{message.kind} {number}"

    def _short(self, head: bytes) -> str:
        return "start" if head == self.genesis.game else head.hex()[:4]


def _kind(name: Name) -> str:
    return "crash" if len(name) > 3 else "" if name[0] in ("", "new", "fork", "lie") else name[0]


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _one_line(one: tuple[bytes, ...], other: tuple[bytes, ...]) -> bool:
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation.explore", description=__doc__)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--liars", default="0", help="seats, such as 0,2")
    parser.add_argument("--operators", default="", help="for each seat, the seat whose player runs it")
    for name in ("length", "forks", "lies", "ticks", "crashes"):
        parser.add_argument(f"--{name}", type=int, default=getattr(Bounds, name))
    parser.add_argument("--parted", action="store_true")
    parser.add_argument("--ballots", action="store_true")
    parser.add_argument("--no-heal", action="store_true")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--states", type=int, default=10_000_000)
    parser.add_argument("--stop", type=int, default=1, help="after so many kinds of violation")
    parser.add_argument("--walks", type=int, default=0, help="so many ways at random, instead of all")
    parser.add_argument("--steps", type=int, default=30, help="how long each of them is")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    bounds = Bounds(
        given.seats,
        _seats(given.liars),
        _seats(given.operators),
        given.length,
        given.forks,
        given.lies,
        given.ticks,
        given.crashes,
        given.parted,
        given.ballots,
        given.states,
        not given.no_heal,
    )
    explorer, began = Explorer(bounds), time.monotonic()
    if given.walks:
        random = Random(given.seed)
        for _ in range(given.walks):
            explorer.walk(random, given.steps)
            if len(explorer.found.violations) >= given.stop or time.monotonic() - began > given.seconds:
                break
        found = explorer.found
    else:
        found = explorer.run(given.seconds, given.stop)
    for what, trace in found.violations.items():
        print(f"VIOLATION {what}")
        for step in trace:
            print("   ", step)
    for what, times in found.counts.items():
        print(f"{times} {what}")
    tried = sum(seat.tried for seat in explorer.seats)
    snapshots = sum(len(seat.snapshots) for seat in explorer.seats)
    print(
        f"{found.states} states, {found.steps} steps, {tried} events of {snapshots}"
        f" seat states, {len(explorer.messages.all)} messages, {time.monotonic() - began:.0f} s, "
        f"{'complete' if found.complete else 'NOT complete'}, {len(found.violations)} violations"
    )
    return 1 if found.violations else 0


def _seats(text: str) -> tuple[int, ...]:
    return tuple(int(seat) for seat in text.split(",") if seat)


if __name__ == "__main__":
    sys.exit(main())
