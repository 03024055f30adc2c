"""Recorded games: opening and seeking in a long match, and what verifying costs.

    python -m benchmarks.replay [FILE]

Without a file, bots of ten seats play a match in the simulator first, over the glass group (whose proofs
are checked, but cost nothing).
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time

from benchmarks.rows import Row
from cli.replay.bookmarks import Bookmarks
from cli.replay.replay_keys import ReplayControls, scene, with_progress
from cli.replay.replay_session import ReplaySession
from cli.screen.table_picture import draw
from cli.settings.settings import Settings
from protocol.deck import Calculator
from protocol.files.log_file import LogFile, read_log
from protocol.identity import is_signed
from protocol.log.entry import ENTRY_TAG
from protocol.replay.recording import Recording, open_recording
from protocol.replay.verify import Verdict, verify
from tests.simulation.glass_deck import GLASS


def timed(what: Callable[[], object]) -> tuple[float, object]:
    """Seconds of this program's own: what else the machine does hardly counts."""
    start = process_time()
    result = what()
    return process_time() - start, result


def long_match(path: Path, seats: int = 10, target: int = 3000) -> None:
    """A match of many rounds, on virtual time."""
    from tests.simulation.players import Players
    from tests.simulation.promises import all_over
    from tests.simulation.world import World, quick_terms

    world = World(7, quick_terms(target=target, hand_size=7), tuple(range(seats)))
    Players(world, asleep=0)
    world.start()
    world.run(lambda: all_over(world), 1_000_000_000)
    log = LogFile(path, world.genesis)
    for entry in world.peers[0].disk.entries:
        log.append(entry)
    log.close()


def look(name: str, path: Path, calculator: Calculator) -> list[Row]:
    genesis, recorded = read_log(path)
    entries = list(recorded)
    count = len(entries)
    print(f"{name}: {len(genesis.players)} players, {count} entries, {path.stat().st_size / 1024:.0f} kB")
    opening, recording = timed(lambda: open_recording(path, calculator))
    assert isinstance(recording, Recording)
    rounds = sum(len(moment.news.rounds) for moment in recording.moments)
    row("open and go through", opening, count, f"{rounds} rounds, {len(recording.beats)} steps to seek among")
    to_end = _seek(recording)
    fresh = Calculator(calculator.group)
    checking, verdict = timed(lambda: verify(path, fresh))
    assert isinstance(verdict, Verdict)
    assert verdict.state == "complete", verdict
    row("verify", checking, count)
    signed = [entry for entry in entries if entry.seat >= 0]

    def signatures() -> None:
        for entry in signed:
            assert is_signed(genesis.players[entry.seat].key, ENTRY_TAG, entry.body, entry.signature)

    signing, _none = timed(signatures)
    row("of that, signatures alone", signing, len(signed), f"{100 * signing / checking:.0f} % of verify")
    match = f"{count} entries of {len(genesis.players)} players {name}"
    beside = f"signatures alone: {len(signed) / signing:,.0f} entries/s"
    return [
        Row(f"open {match}", f"{opening:.2f} s"),
        Row(f"seek to its end ({name})", f"{to_end * 1000:.1f} ms"),
        Row(f"verify it ({name})", f"{count / checking:,.0f} entries/s", beside, checking / signing),
    ]


def _seek(recording: Recording) -> float:
    """To the end, and anywhere, up to the picture that is drawn of it; seconds for the first of these."""
    session = ReplaySession(recording)
    controls = ReplayControls(session, Settings(), Bookmarks(b"", Path("/nonexistent")))

    def shown(beat: int) -> None:
        session.seek(beat)
        seen = scene(controls, 0.0)
        with_progress(draw(seen, 120, 40), seen, "#", ".")

    first, _none = timed(lambda: shown(session.beats - 1))
    print(f"  the end, the first time    {first * 1000:8.1f} ms")
    random = Random(1)
    places = [random.randrange(session.beats) for _ in range(200)]

    def about() -> None:
        for place in places:
            session.seek(place)
            assert session.view is not None or place < 2

    def pictures() -> None:
        for place in places:
            shown(place)

    for name, what in (("anywhere, on average", about), ("anywhere, and drawn", pictures)):
        seconds, _none = timed(what)
        print(f"  {name:<26} {seconds / len(places) * 1000:8.1f} ms")
    return first


def row(what: str, seconds: float, entries: int, more: str = "") -> None:
    print(f"  {what:<26} {seconds:8.2f} s   {entries / seconds:8,.0f} entries/s   {more}".rstrip())


def main() -> list[Row]:
    if sys.argv[1:]:
        return [row for name in sys.argv[1:] for row in look(name, Path(name), Calculator())]
    sample = Path(__file__).parents[1] / "replays" / "challenge.uno"
    rows = look("with group arithmetic", sample, Calculator())
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "long.uno"
        long_match(made)
        return rows + look("without group arithmetic", made, Calculator(GLASS))


if __name__ == "__main__":
    main()
