"""Another history means other secrets: nothing that was shown on a dropped line serves on the next."""

from __future__ import annotations

import pytest

from protocol.log.entry import AGREE, BACK, DECK, Entry, Statement, write_entry, write_statement
from protocol.play.game import Game
from protocol.remote_errors import RemoteError
from tests.cheats.cheater import table_of
from tests.simulation.test_cases import HOUR, table, until_due
from tests.simulation.world import Peer, World


def second_deal() -> tuple[World, list[Entry]]:
    """A table of three right before the second deal, whose first commitment is the last of the entries."""
    world = table(3, seed=3, target=500, hand_size=3)

    def deal() -> bool:
        game = table_of(world.peers[0]).game
        return bool(game.finished) and game.deal is not None and game.position > game.deal.number

    assert world.run(deal, HOUR)
    game = table_of(world.peers[0]).game
    assert game.deal is not None
    return world, game.entries[: game.deal.number]


def fed(world: World, peer: Peer, entries: list[Entry]) -> Game:
    game = Game(world.genesis, peer.seat, peer.secret, world.calculator)
    for entry in entries:
        game.apply(entry)
    return game


def rewritten(peer: Peer, entry: Entry, previous: bytes | None = None) -> Entry:
    """The same by the same seat, in another body."""
    assert peer.identity is not None
    before = entry.previous if previous is None else previous
    time = entry.time + (previous is None)
    return write_entry(
        peer.identity, entry.game, entry.position, before, entry.seat, entry.kind, entry.payload, time
    )


def test_a_deal_at_the_same_place_of_another_history_has_another_seed() -> None:
    """Only the body of the last reveal differs: in a log that was taken back to there, nobody uses the seed
    again that they may have revealed on the other line."""
    world, (*before, last, commit) = second_deal()
    other = rewritten(world.peers[last.seat], last)
    for peer in world.peers:
        one, two = (fed(world, peer, [*before, end]) for end in (last, other))
        assert one.deal is not None
        assert two.deal is not None
        assert one.deal.number == two.deal.number
        assert one.deal.deck._state.me()[1:] != two.deal.deck._state.me()[1:]
    game = fed(world, world.peers[commit.seat], [*before, other])
    assert commit.kind == DECK
    with pytest.raises(RemoteError, match="commit") as refused:
        game.apply(rewritten(world.peers[commit.seat], commit, other.hash))
    assert refused.value.code == "unproved"


def test_a_wish_to_come_back_is_of_one_history() -> None:
    world = table(4, seed=5, target=500, hand_size=3)
    world.peers[3].kill()
    assert world.run(lambda: bool(world.losses), HOUR)
    until_due(world, AGREE)
    gone, here = world.peers[3], world.peers[0]
    game = table_of(here).game
    assert gone.identity is not None
    wish = write_statement(gone.identity, game.id, BACK, gone.seat, [game.after])

    def asks(said: Statement) -> set[int]:
        return game.read_asks([[said.seat, said.signature]], here.seat)

    assert asks(wish) == {3}
    elsewhere = write_statement(gone.identity, game.id, BACK, gone.seat, [game.head])
    with pytest.raises(RemoteError) as refused:
        asks(elsewhere)
    assert refused.value.code == "unsigned"
