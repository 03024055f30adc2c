"""What a table on the network costs, peers as processes on loopback.

    python -m benchmarks.lan [--quick]

A move counts from when its author's program takes it up until the last peer has checked, applied and recorded
it; only moves that wait for nobody (no UNO window) are counted. A draw counts until every screen is told of
its last share. A share of a drawn card, from the arrival of the share before it until it is recorded, is
compared by its author's hand.

Beside a move, in the same run, before and after the match, are its floors (`lan_floor.py`). Beside a deal,
the multiplications that it needs. All clocks are the machine's one monotonic clock. The machine's load is
printed, because it is in every figure.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from benchmarks.by_hand import GROUPS, Timed, compared, hand_of
from benchmarks.child import child
from benchmarks.lan_floor import DRAWN, FOLDED, PACE, floors, other_end
from benchmarks.rows import Row, at_most

IDLE = 10.0  # seconds
LOOK = 3000  # milliseconds that a player looks at the result of a round
TARGET = {2: 300, 4: 300, 10: 600}  # points, for a few rounds each
WAIT = {4: 150, 10: 300}  # milliseconds that a player may wait for the cards after that
FLOORS = (
    "raw CURVE fan-out",
    "the same with an fsync",
    "with all that a move needs",
    "the bare fold",
    "a draw by the bare fold",
)


def main() -> list[Row]:
    quick = "--quick" in sys.argv
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    rows = []
    for peers in (4,) if quick else (2, 4, 10):
        before = floors(peers)
        traces = play(peers, 100 if quick else TARGET[peers])
        found = [one + other for one, other in zip(before, floors(peers), strict=True)]
        least = []
        for name, floor in zip(FLOORS, found, strict=True):
            if floor:
                print(f"{peers} peers, {name}: {_spread(floor)}")
                least.append(median(floor))
        rows += report_moves(traces, peers, least)
        if peers > 2:  # two have a processor each, as on machines of their own: only moves are interesting
            rows += report_cards(traces, peers, *least[DRAWN:])
    used = idle(3.0 if quick else IDLE)
    print(f"idle CPU of a waiting peer: {used:.2f} %")
    rows.append(Row("idle CPU of a waiting peer", f"{used:.2f} %", goal="below 1 %", met=used < 1))
    return rows


def _spread(milliseconds: Sequence[float]) -> str:
    p99 = quantiles(milliseconds, n=100)[98] if len(milliseconds) > 1 else milliseconds[0]
    return f"p50 {median(milliseconds):.2f} ms, p99 {p99:.2f} ms ({len(milliseconds)})"


# -- a match ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """One entry as one peer took it: when its program began with it, had recorded it, and told the screen."""

    position: int
    seat: int
    kind: str
    step: str
    began: int
    recorded: int
    shown: int
    own: bool


@dataclass(frozen=True)
class Trace:
    """What one peer wrote down."""

    lines: list[Line]
    shares: list[Timed]
    sent: int
    rounds: int


def play(peers: int, target: int) -> list[Trace]:
    """A match of bots that never wait, and what each peer wrote down."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{number}.json" for number in range(peers)]
        # A moment between two moves: what the next player's bot thinks is not to be measured too.
        common = ["--local", "--as-bot", "easy", "--pace", str(PACE)]
        options = ["--players", str(peers), "--target", str(target), "--uno-window", "50", *common]
        opener = child("benchmarks.lan", "peer", str(files[0]), "host", *options, home=Path(folder) / "0")
        assert opener.stdout is not None
        address = next(line.split()[-1] for line in opener.stdout if b"p2puno join" in line).decode()
        joining = ["join", address, "--yes", *common]
        others = [
            child("benchmarks.lan", "peer", str(file), *joining, home=Path(folder) / file.stem)
            for file in files[1:]
        ]
        for process in (opener, *others):
            process.communicate()
        return [_read(file) for file in files]


def _read(file: Path) -> Trace:
    told = json.loads(file.read_text())
    lines, shares = [Line(*line) for line in told["lines"]], [Timed(*share) for share in told["shares"]]
    return Trace(lines, shares, told["sent"], told["rounds"])


def peer(trace: str, arguments: list[str]) -> None:
    """A peer that writes down when it took what."""
    from cli.main import main as p2puno
    from protocol.deck.key_splitting import COMMIT
    from protocol.deck.opening import SHARE
    from protocol.net.mesh import Mesh
    from protocol.peer import peer as module

    lines: list[Line] = []
    shares: list[Timed] = []
    totals = {"sent": 0, "rounds": 0}
    write, step, close = module.Peer._write, module.Peer._step, module.Peer.close
    times: dict[int, tuple[int, int]] = {}

    def recording(self: module.Peer, job: Any) -> Any:
        began = time.monotonic_ns()
        sends = write(self, job)
        recorded = time.monotonic_ns()
        for entry in self._unshown.applied:
            times.setdefault(entry.position, (began, recorded))
        return sends

    def showing(self: module.Peer) -> Any:
        result = step(self)
        shown = time.monotonic_ns()
        names = [""]
        for entry in result.applied if result is not None else ():
            name = entry.payload[0] if entry.payload and isinstance(entry.payload[0], str) else ""
            names.append("commit" if name == COMMIT else name)
            own = entry.seat == self.game.seat
            began, recorded = times.pop(entry.position)
            lines.append(Line(entry.position, entry.seat, entry.kind, names[-1], began, recorded, shown, own))
            view = self.game.view
            if own and names[-2:] == [SHARE, SHARE] and view is not None and view.hand():
                shares.append(Timed(SHARE, entry.seat, (recorded - began) / 1e9, *hand_of(view)))
        return result

    async def closing(self: module.Peer) -> None:
        assert isinstance(self.mesh, Mesh)
        totals["sent"] = sum(self.mesh.stats(key).sent_bytes for key in self.mesh.peers)
        totals["rounds"] = len(self.game.finished)
        await close(self)

    module.Peer._write, module.Peer._step = recording, showing  # type: ignore[method-assign]
    module.Peer.close = closing  # type: ignore[method-assign]
    status = p2puno(arguments)
    told = {"lines": [astuple(line) for line in lines], "shares": shares, **totals}
    Path(trace).write_text(json.dumps(told))
    sys.exit(status)


def report_moves(traces: list[Trace], peers: int, floors: list[float]) -> list[Row]:
    at = _joined(traces)
    moves = [(at[move].recorded - at[move].began) / 1e6 for move in _plain_moves(traces, at)]
    raw, synced, worked, folded = (median(moves) / floor for floor in floors[:DRAWN])
    print(f"{peers} peers, a move until all have it: {_spread(moves)}")
    print(
        f"{peers} peers, {raw:.1f} times raw, {synced:.1f} with an fsync, "
        f"{worked:.1f} with all that it needs, {folded:.1f} the bare fold"
    )
    figure = f"p50 {median(moves):.2f} ms"
    beside = f"signed, raw CURVE fan-out: {floors[0]:.2f} ms; with an fsync: {floors[1]:.2f} ms"
    needed = f"all that a move needs, without a table: {floors[2]:.2f} ms"
    return [
        Row(f"{peers} peers, a move until all have it", figure, beside, *at_most(raw, 2)),
        Row(f"{peers} peers, the same", figure, needed, worked),
        Row(f"{peers} peers, the same", figure, f"the fold alone: {floors[FOLDED]:.2f} ms", folded),
    ]


def report_cards(traces: list[Trace], peers: int, folded: float | None = None) -> list[Row]:
    """`folded`: the floor of a draw at such a table, if there is one."""
    at = _joined(traces)
    rows: list[Row] = []
    draws, deals = [], []
    for first, last in _runs(at):
        dealt = next((one for one in range(first, last + 1) if at[one].step == "commit"), None)
        if dealt is not None:  # perhaps after the reveal of the last one
            deals.append((at[last].shown - at[dealt].began) / 1e6)
        elif first - 1 in at and at[first - 1].kind == "move" and last - first + 1 == peers - 1:
            draws.append((at[last].shown - at[first - 1].began) / 1e6)
    if draws:
        print(f"{peers} peers, a draw until the card is seen: {_spread(draws)}")
        name, figure = f"{peers} peers, a draw until the card is seen", f"p50 {median(draws):.2f} ms"
        beside, ratio = "", None
        if folded is not None:
            beside, ratio = f"the fold alone: {folded:.2f} ms", median(draws) / folded
        rows.append(Row(name, figure, beside, ratio))
    print(f"{peers} peers, a whole deal: {_spread(deals)}")
    rows.append(Row(f"{peers} peers, a whole deal", f"{median(deals):.0f} ms"))
    if behind := _cards_after_result(traces, at):
        print(f"{peers} peers, from the result of a round to the cards of the next: {_spread(behind)}")
        floor = arithmetic(peers)
        print(f"{peers} peers, the multiplications of such a deal on all processors: {floor:.0f} ms")
        wait, goal = max(0.0, max(behind) - LOOK), WAIT[peers]
        name = f"{peers} peers, longest wait for cards by who looks at a result for {LOOK / 1000:g} s"
        beside = (
            f"from result to cards: {median(behind):.0f} ms, at most {max(behind):.0f} ms; "
            f"its multiplications alone: {floor:.0f} ms"
        )
        ratio = median(behind) / floor
        rows.append(Row(name, f"{wait:.0f} ms", beside, ratio, f"at most {goal} ms", wait <= goal))
    timed = [share for trace in traces for share in trace.shares]
    for group in GROUPS:
        if len({getattr(share, group) for share in timed}) == 2:
            rows.append(compared(timed, f"{peers} peers, a share on the network", group))
            print(f"{rows[-1].name}: {rows[-1].ratio:.2f} times; {rows[-1].beside}")
    rounds = max(trace.rounds for trace in traces)
    sent = sum(trace.sent for trace in traces) / len(traces) / max(rounds, 1)
    print(f"{peers} peers, sent by each peer in a round, to all others together: {sent / 1000:.0f} kB")
    rows.append(Row(f"{peers} peers, sent by each in a round", f"{sent / 1000:.0f} kB"))
    return rows


def arithmetic(peers: int) -> float:
    """Milliseconds that this machine needs at least for a deal among so many peers: the multiplications of
    all of them, evenly on all processors."""
    from benchmarks.deck import deal

    measured = deal(peers, sides=1)
    ours = [costs for (seat, _), costs in measured.answers.items() if seat == 0]
    theirs = [costs for (seat, _), costs in measured.takes.items() if seat != 0]
    costs = [cost for some in (*ours, *theirs) for cost in some]
    seconds = sum(cost.products * cost.raw.product + cost.bases * cost.raw.base for cost in costs)
    return 1000 * peers * seconds / (os.cpu_count() or 1)


def _cards_after_result(traces: list[Trace], at: dict[int, Line]) -> list[float]:
    """For each round but the first, the longest that a peer had to wait between the result of the round
    before and its own cards. The next deal begins at once, whoever still looks at the result."""
    shown = [{line.position: line.shown for line in trace.lines} for trace in traces]
    waits = []
    for first, last in _runs(at):
        revealed = [one for one in range(first, last) if at[one].step in ("reveal", "return")]
        if revealed and at[last].step == "share":
            waits.append(max((one[last] - one[revealed[-1]]) / 1e6 for one in shown))
    return waits


def _joined(traces: list[Trace]) -> dict[int, Line]:
    """By position: when its author began, and when the last peer had recorded and shown it."""
    joined: dict[int, Line] = {}
    for line in (line for trace in traces for line in trace.lines):
        known = joined.get(line.position, line)
        joined[line.position] = replace(
            known,
            began=line.began if line.own else known.began,
            recorded=max(known.recorded, line.recorded),
            shown=max(known.shown, line.shown),
        )
    return joined


def _plain_moves(traces: list[Trace], at: dict[int, Line]) -> Iterator[int]:
    """Moves that were the only thing their author's program did at that time."""
    starts = Counter(line.began for trace in traces for line in trace.lines if line.own)
    for position, line in at.items():
        if line.kind == "move" and starts[line.began] == 1:
            yield position


def _runs(at: dict[int, Line]) -> Iterator[tuple[int, int]]:
    """Where entries of the deck follow each other: first and last position."""
    first = None
    for position in range(1, max(at) + 2):
        if position in at and at[position].kind == "deck":
            first = first or position
        elif first is not None:
            yield first, position - 1
            first = None


# -- the rest ---------------------------------------------------------------------------------------------


def idle(seconds: float) -> float:
    """Per cent of one processor that a peer uses while somebody thinks."""
    with tempfile.TemporaryDirectory() as folder:
        slow = ["--local", "--as-bot", "normal", "--pace", "10000"]
        players = []
        opener = child("cli", "host", "--players", "3", *slow, home=Path(folder) / "a")
        assert opener.stdout is not None
        address = next(line.split()[-1] for line in opener.stdout if b"p2puno join" in line).decode()
        players = [opener]
        for name in "bc":
            players.append(child("cli", "join", address, "--yes", *slow, home=Path(folder) / name))
        next(line for line in opener.stdout if b" deal" in line)
        time.sleep(5)  # cards are still being dealt
        before, then = [_used(player.pid) for player in players], time.monotonic()
        time.sleep(seconds)
        passed = time.monotonic() - then
        used = [_used(player.pid) - ticks for player, ticks in zip(players, before, strict=True)]
        for player in players:
            player.kill()
            player.communicate()
        return 100 * max(used) / os.sysconf("SC_CLK_TCK") / passed


def _used(pid: int) -> int:
    """Ticks of the processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


if __name__ == "__main__":
    if sys.argv[1:2] == ["floor"]:
        other_end(sys.argv[2], int(sys.argv[3]))
    elif sys.argv[1:2] == ["peer"]:
        peer(sys.argv[2], sys.argv[3:])
    else:
        main()
