"""Players of random legal moves and claims."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random

from p2puno.moves import Challenge, IllegalMove, Move, Play
from protocol.log.entry import MOVE
from protocol.play.deal import Deal
from protocol.table.default_move import FORCED
from tests.simulation.world import Peer, World


class Players:
    """Moves for every peer some time after it is asked to."""

    def __init__(self, world: World, slowest: int = 400, asleep: float = 0.02) -> None:
        self.world = world
        self.random = Random(world.random.random())
        self.slowest = slowest
        self.asleep = asleep
        """How often a player does nothing, so that the program moves when time is up."""
        self._asked: dict[Peer, tuple[int, bytes]] = {}
        self._windows: dict[Peer, bytes] = {}
        world.on_look.append(self.look)

    def look(self, peer: Peer) -> None:
        table = peer.table
        if table is None or peer.watching:
            return
        due = table.game.due()
        place = table.game.position, table.game.head
        if due is not None and (due.seat, due.kind) == (peer.seat, MOVE) and due.step not in FORCED:
            if self._asked.get(peer) != place and table.own.intent is None:
                self._asked[peer] = place
                if self.random.random() >= self.asleep:
                    self.world.after(self.random.randrange(1, self.slowest), lambda: self._move(peer))
        elif table.game.stalled and not table.own.wants_end and self.random.random() < 0.001:
            peer.do(table.settle(True, peer.now()))
        deal = table.game.deal
        if deal is not None and deal.window is not None and self._windows.get(peer) != deal.window_hash:
            self._windows[peer] = deal.window_hash
            if self.random.random() < 0.3 or self._may_jump(deal):
                self.world.after(self.random.randrange(1, 600), lambda: self._claim(peer))

    @staticmethod
    def _may_jump(deal: Deal) -> bool:
        """Whether our player would jump in with a card, if that is allowed in time."""
        round, view = deal.round, deal.view
        if round is None or view is None or round.rules.out_of_turn is None:
            return False
        return any(face is round.top for _, face in view.hand())

    def _move(self, peer: Peer) -> None:
        table = peer.table
        if table is None or table.game.view is None:
            return
        table.own.prepare_moves()
        moves = table.game.view.moves()
        if moves and table.game.due() is not None:
            self._try(peer, self.choose(moves, len(table.game.view.hand())))

    def choose(self, moves: list[Move], cards: int) -> Move:
        plays = [move for move in moves if isinstance(move, Play)]
        if plays and self.random.random() < 0.9:
            play = self.random.choice(plays)
            return replace(play, uno=cards == 2 and self.random.random() < 0.5)
        challenges = [move for move in moves if isinstance(move, Challenge)]
        if challenges and self.random.random() < 0.6:
            return challenges[0]
        return self.random.choice(moves)

    def _claim(self, peer: Peer) -> None:
        table = peer.table
        view = table.game.view if table is not None else None
        if table is None or view is None:
            return
        claims, jumps = view.claims(), view.jumps()
        if claims:
            self._try(peer, self.random.choice(claims))
        if jumps:
            self._try(peer, replace(self.random.choice(jumps), uno=self.random.random() < 0.5))

    def _try(self, peer: Peer, move: Move) -> None:
        with suppress(IllegalMove):  # somebody was faster
            peer.act(move)
