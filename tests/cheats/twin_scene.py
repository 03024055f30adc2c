"""A table with the house rule `jump-in` at which somebody could jump in, and nobody has said anything yet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from p2puno.moves import JumpIn
from protocol.log.entry import CLAIM, SILENT, Statement
from protocol.play.claims import own_jump
from protocol.play.deal import Deal
from protocol.table.table import Table
from tests.cheats.cheater import statement, table_of
from tests.simulation.promises import all_over
from tests.simulation.test_cases import HOUR, table
from tests.simulation.world import Peer, World


def deal_of(peer: Peer) -> Deal:
    deal = table_of(peer).game.deal
    assert deal is not None
    return deal


def jumps_of(peer: Peer) -> list[JumpIn]:
    view = table_of(peer).game.view
    return view.jumps() if view is not None else []


def twin_window(jumpers: int = 1, uno: bool = False, first_seed: int = 800) -> tuple[World, Peer, list[Peer]]:
    """The world, the next player, and those who could jump in, in the order in which they are asked. `uno`:
    the player of the last card can also be caught. The players do nothing from now on."""
    for seed in range(first_seed, first_seed + 400):
        world = table(
            4,
            seed=seed,
            target=1,
            hand_size=2 if uno else 8,
            house_rules=("two-decks", "jump-in"),
        )
        found = _search(world, jumpers, uno)
        if found is not None:
            next_player, order = found
            world._events.clear()
            world.on_look.clear()
            world.weather.slowest = 1
            for peer in world.peers:
                world.after(1, lambda peer=peer: peer._tick(peer.life))  # type: ignore[misc]
            heads = {table_of(peer).game.head for peer in world.peers}
            assert len(heads) == 1
            return world, next_player, order
    raise AssertionError("nobody could jump in")


def _search(world: World, jumpers: int, uno: bool) -> tuple[Peer, list[Peer]] | None:
    found: list[tuple[Peer, list[Peer]]] = []

    def look() -> bool:
        tables = [table_of(peer) for peer in world.peers]
        if len({table.game.head for table in tables}) > 1 or any(map(_said_anything, tables)):
            return False
        deal = tables[0].game.deal
        due = deal.due() if deal is not None else None
        if deal is None or due is None or deal.round is None or (uno and not deal.round.uno_open):
            return False
        order = [world.peers[seat] for seat in deal.jumping() if jumps_of(world.peers[seat])]
        if len(order) >= jumpers:
            found.append((world.peers[due.seat], order))
        return bool(found)

    world.run(lambda: look() or all_over(world), HOUR)
    return found[0] if found else None


def _said_anything(table: Table) -> bool:
    window = table.window
    return bool(window.claims or window.jumps or window.silences or window._wish or window._ready)


def jump_claim(peer: Peer, **changed: Any) -> Statement:
    """The claim of a peer that jumps in, with some of its values changed."""
    deal = deal_of(peer)
    names = ("window", "hash", "word", "card", "uno", "share")
    values = dict(zip(names, own_jump(deal, jumps_of(peer)[0]), strict=True)) | changed
    return statement(peer, CLAIM, list(values.values()))


def another_card_of_its_own(peer: Peer) -> Statement:
    """A claim with a card that is not the twin, opened as it should be."""
    deal, view, move = deal_of(peer), table_of(peer).game.view, jumps_of(peer)[0]
    assert view is not None
    card, face = next((card, face) for card, face in view.hand() if face is not move.face)
    return statement(peer, CLAIM, own_jump(deal, replace(move, card=card, face=face)))


def silence(peer: Peer) -> bytes:
    said: Statement = statement(peer, SILENT, deal_of(peer).window_values())
    return said.signature


def words(world: World, next_player: Peer, jumper: Peer) -> list[Any]:
    """The silences of all others."""
    order = deal_of(next_player).jumping()
    return [silence(world.peers[seat]) for seat in order if seat != jumper.seat]
