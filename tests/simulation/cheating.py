"""A program that is the real one but for two habits: it lies where it can, and keeps some entries back."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from p2puno.cards import WILD_DRAWS
from p2puno.moves import Ask, Draw, IllegalMove, Innocent, Keep, Move, Play, Quiet
from p2puno.view import View
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
        view = self._context.game.view
        if not self.peer.lying or truth is None or view is None:
            return truth
        known = LIES.get(due.step)
        if known is not None and known != truth and _is_possible(view, known):
            lie: Move | None = known
        else:
            lie = broken_vow(view)
        if lie is None:
            return truth
        self.peer.world.count("lied " + due.step)
        return lie


def _is_possible(view: View, move: Move) -> bool:
    """Whether nobody can see that a move is illegal."""
    assert view.seat is not None
    try:
        view.round.copy().apply(view.seat, move)
    except IllegalMove:
        return False
    return True


def broken_vow(view: View) -> Move | None:
    """A move that only the player of this view knows to be illegal, if there is one: with a house rule, it
    implies something about their cards that is not true."""
    bluffs = (Play(card, face) for card, face in view.hand() if face.symbol in WILD_DRAWS)
    moves: list[Move] = [Draw(), Keep(), *bluffs]
    for move in moves:
        if _is_possible(view, move):
            try:
                view.check(move)
            except IllegalMove:
                return move
    return None


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
