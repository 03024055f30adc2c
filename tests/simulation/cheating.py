"""A program that is the real one but for two habits: it lies where it can, and keeps some entries back."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from p2puno.moves import Ask, IllegalMove, Innocent, Move, Quiet
from protocol.identity import Identity
from protocol.log.entry import Entry
from protocol.play.deal import Due
from protocol.play.game import Game
from protocol.table.outputs import Output
from protocol.table.own_entries import OwnEntries
from protocol.table.table import Table
from tests.simulation.world import Peer

LIES: dict[str, Move] = {Ask.DECLARE: Quiet(), Ask.VERDICT: Innocent()}


class CheatingEntries(OwnEntries):
    peer: Peer

    def next(self, due: Due) -> tuple[list[Output], Entry | None]:
        if self.peer.withholding and Random(self._context.game.head).random() < self.peer.withholding:
            self.peer.world.count("withheld " + due.kind)
            return [], None
        return super().next(due)

    def _chosen(self, due: Due) -> Move | None:
        truth = super()._chosen(due)
        lie = LIES.get(due.step)
        deal = self._context.game.deal
        if not self.peer.lying or lie in (None, truth) or deal is None or deal.round is None:
            return truth
        try:
            deal.round.copy().apply(due.seat, lie)
        except IllegalMove:
            return truth  # everybody can see that card
        self.peer.world.count("lied " + due.step)
        return lie


class CheatingTable(Table):
    make_own = CheatingEntries
    own: CheatingEntries

    def __init__(
        self,
        peer: Peer,
        game: Game,
        identity: Identity | None,
        now: int,
        notes: Iterable[bytes] = (),
        wrote: Iterable[Entry] = (),
    ) -> None:
        super().__init__(game, identity, now, notes, wrote)
        self.own.peer = peer
