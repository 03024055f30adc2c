"""What must hold after every run."""

from __future__ import annotations

from protocol.log.entry import SILENCE
from protocol.replay.verify import COMPLETE, verify_entries
from tests.simulation.world import BrokenPromise, Peer, World


def all_over(world: World) -> bool:
    return all(peer.table is not None and peer.table.game.over for peer in world.everybody if peer.honest)


def ended_alike(world: World) -> bool:
    """Whether the match is over for all honest peers, with the same log: a seat that was cut off may have an
    end that is not final, and goes back when it meets the others."""
    tables = [peer.table for peer in world.everybody if peer.honest]
    return all_over(world) and len({table.game.head for table in tables if table is not None}) == 1


def check_all(world: World, verified: bool = True) -> None:
    """All honest peers hold the same complete, verified log; no honest seat was wronged."""
    honest = [peer for peer in world.everybody if peer.honest]
    tables = [peer.table for peer in honest]
    games = [table.game for table in tables if table is not None]
    if len(games) != len(honest) or not all(game.over for game in games):
        raise BrokenPromise(f"the game did not end: {[where(peer) for peer in honest]}")
    if len({game.head for game in games}) != 1 or len({game.digest() for game in games}) != 1:
        raise BrokenPromise(f"logs differ: {[where(peer) for peer in honest]}")
    if len({(tuple(game.match.totals), game.match.ended) for game in games}) != 1:
        raise BrokenPromise("scores differ")
    for peer, game in zip(honest, games, strict=True):
        if [entry.body for entry in peer.disk.entries] != [entry.body for entry in game.entries]:
            raise BrokenPromise(f"what seat {peer.seat} has on disk is not its log")
    if verified:
        verdict = verify_entries(world.genesis, honest[0].disk.entries, calculator=world.calculator)
        if verdict.state != COMPLETE:
            raise BrokenPromise(f"the log does not verify: {verdict.position} {verdict.reason}")
        if verdict.totals != tuple(games[0].match.totals):
            raise BrokenPromise("the verified scores are others")
    check_losses(world)


def check_losses(world: World) -> None:
    terms = world.genesis.terms
    patience = terms.grace + 6 * terms.machine_grace
    for entry, calm in world.losses:
        lost, reason = entry.payload
        for seat in lost:
            peer = world.peers[seat]
            if peer.honest and reason != SILENCE and len(lost) == 1:
                raise BrokenPromise(f"honest seat {seat} lost at {entry.position}: {reason}")
            # Who neither votes nor answers is lost together with whom a proof names.
            if peer.honest and calm[seat] > patience:
                raise BrokenPromise(f"seat {seat} was lost at {entry.position} although it could be reached")
    for peer in world.everybody:
        for evidence in peer.disk.evidence:
            if world.peers[evidence.seat].honest:
                raise BrokenPromise(f"evidence against honest seat {evidence.seat}: {evidence.reason}")


def where(peer: Peer) -> str:
    if peer.table is None:
        return f"{peer.seat}: down"
    game = peer.table.game
    return (
        f"{peer.seat}: at {game.position} {game.head.hex()[:6]} due {game.due()} over {game.over} "
        f"playing {game.match.playing} locked {peer.table.voting.locked}"
    )
