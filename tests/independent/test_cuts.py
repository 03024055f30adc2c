"""A log that was cut is right as far as it goes, and both verifiers say how far that is.

`compare.follow` looks at every position of every game; here the files themselves are cut.
"""

from __future__ import annotations

from pathlib import Path

from tests.independent.compare import both
from tests.independent.test_games import play, short
from tests.independent.wire import records


def ends(data: bytes) -> list[int]:
    """Where each record ends."""
    at, out = 13, []
    for record in records(data)[0]:
        at += 8 + len(record)
        out.append(at)
    return out


def test_a_cut_file(tmp_path: Path) -> None:
    data = play(short(hand_size=1), 2, seed=8)
    where = ends(data)
    for size in (0, 5, 13, 20, where[0] - 1):
        assert both(data[:size], tmp_path).state == "bad"
    for entries in (0, 1, 5, 9, len(where) - 2, len(where) - 1):
        said = both(data[: where[entries]], tmp_path)
        assert said.state == ("complete" if entries == len(where) - 1 else "cut")
        assert said.entries == entries
        for torn in (1, 8, 30):
            if entries < len(where) - 1:
                said = both(data[: where[entries] + torn], tmp_path)
                assert (said.state, said.entries) == ("cut", entries)
    said = both(data + b"\0", tmp_path)  # more than the whole game
    assert (said.state, said.entries) == ("cut", len(where) - 1)
