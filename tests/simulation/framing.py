"""Whether what honest seats hold and have dropped could be laid side by side to accuse one of them."""

from __future__ import annotations

from collections.abc import Iterator

from protocol.log.entry import Entry
from protocol.replay.compare import PARTED, Comparison, compare
from tests.simulation.world import Peer, World


def comparisons(world: World) -> Iterator[tuple[Peer, Comparison]]:
    """Every line that a peer has dropped, beside the one that it holds."""
    for peer in world.peers:
        for dropped in peer.disk.aside:
            line = _whole(peer.disk.entries, dropped)
            if line:
                mine = world.genesis, peer.disk.entries
                found = compare((world.genesis, line), mine, world.calculator)
                if found.relation == PARTED:
                    yield peer, found


def framed(world: World) -> list[tuple[int, int]]:
    """The honest seats that a comparison would call liars, and where."""
    honest = {peer.seat for peer in world.peers if peer.honest}
    return [
        (seat, found.position)
        for _peer, found in comparisons(world)
        for seat in found.liars
        if seat in honest
    ]


def _whole(entries: list[Entry], dropped: list[Entry]) -> list[Entry]:
    """The dropped line from its beginning, if what it followed still stands."""
    before = entries[: dropped[0].position - 1] if dropped else []
    follows = bool(before) and before[-1].hash == dropped[0].previous
    return [*before, *dropped] if follows else []
