"""What a coalition could compute of hidden cards, from everything that honest seats ever let out.

A card is hidden as long as somebody at the deal has kept back a share of it. The glass deck hides nothing by
itself, so this keeps books instead: every share, seed and part of a key that an honest seat published, on
any line of the log, also one that was dropped, and whatever was sealed to a member of the coalition.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from p2puno.moves import Item, Open
from protocol.deck import Setup
from protocol.deck.group import Point
from protocol.deck.state import Spot, State
from protocol.log import wire_moves
from protocol.log.entry import ADMIT, MOVE, Entry
from protocol.play.deal import Deal
from protocol.play.game import Game
from protocol.play.window_statements import Jump, jump_admitted

PILE = 4
"""How many cards of the draw pile are looked at, from the top."""


def state_of(deal: Deal | None) -> State | None:
    """What the deck of a deal holds; None when it was put away."""
    deck = getattr(deal, "deck", None)
    return deck._state if deck is not None else None


def asked(deal: Deal) -> tuple[Item, ...]:
    """The cards that are being opened. The hands at the end of a round wait for all to agree."""
    waiting = deal.round.waiting if deal.round is not None and not deal.agreeing else None
    return waiting.items if isinstance(waiting, Open) else ()


class Knowledge:
    def __init__(self, coalition: Collection[int]) -> None:
        self.coalition = frozenset(coalition)
        self.seeds: set[bytes] = set()
        """Seeds that honest seats have published."""
        self.committed: dict[tuple[bytes, int], bytes] = {}
        """The seed that each honest seat has committed to, by deal (its digest) and seat."""
        self._units: set[tuple[object, object]] = set()
        """Shares that are known: the key (or part of one) that made them, and the point they are of."""
        self._parts: set[tuple[bytes, int, int]] = set()
        """Parts of keys given back: deal, whose key, which keeper."""
        self._openings: dict[tuple[bytes, Point], set[int | None]] = {}
        """To whom each card was ever opened or passed by the rules, on any line that an honest seat has held:
        by deal and point. All (None) or a seat."""
        self._draws: dict[tuple[bytes, Point], set[int]] = {}
        """The seats that drew a card, on any line: all others gave their shares of it to everybody."""

    def follow(self, game: Game, entry: Entry) -> None:
        """Take down what the rules open now that an honest seat has taken this entry."""
        deal, state = game.deal, state_of(game.deal)
        if deal is None or state is None or deal.round is None:
            return
        if entry.kind == MOVE:
            move = wire_moves.read_move(entry.payload[0])
            spot = (move.card, deal.round.side) if isinstance(move, wire_moves.Showing) else None
            if spot in state.pairs:
                self._openings.setdefault((state.digest, state.pairs[spot].a), set()).add(None)
        if entry.kind == ADMIT and (jump := jump_admitted(entry)) is not None:
            self.shows(deal, jump)
        for card, side, to in asked(deal):
            if (card, side) not in state.pairs:
                continue
            point = state.digest, state.pairs[card, side].a
            self._openings.setdefault(point, set()).add(to)
            passed = any(
                card in hand for seat, hand in deal.round.hands.items() if seat != to
            )  # under seal, by who holds it
            if to is not None and not passed:
                self._draws.setdefault(point, set()).add(to)

    def shows(self, deal: Deal, jump: Jump) -> None:
        """A seat jumps in with this card, and so shows it to everybody, whether the jump counts or not."""
        state, round = state_of(deal), deal.round
        if state is None or round is None or (jump.card, round.side) not in state.pairs:
            return
        spot = jump.card, round.side
        card = state.digest, state.pairs[spot].a
        self._openings.setdefault(card, set()).add(None)
        self._units.update((state.unit_key(unit), state.pairs[spot].a) for unit in state.missing(spot))

    def was_opened(self, state: State, spot: Spot) -> bool:
        """Whether the rules have opened this card to everybody or to the coalition, on any line."""
        to = self._openings.get((state.digest, state.pairs[spot].a), set())
        return None in to or not self.coalition.isdisjoint(to)

    def drawn_twice(self, state: State, spot: Spot) -> bool:
        """Whether two seats drew this card, on two lines: each gave away its share where the other drew."""
        return len(self._draws.get((state.digest, state.pairs[spot].a), ())) > 1

    def gather(self, seat: int, game: Game) -> None:
        """Take down what this seat has let out, if it is honest, or got, if it is of the coalition."""
        state = state_of(game.deal)
        if state is None:
            return
        if seat in self.coalition:
            for spot, received in state.received.items():
                self._units.update((state.unit_key(unit), state.pairs[spot].a) for unit in received)
            return
        if state.seed is not None and seat in state.keys:
            self.committed[state.digest, seat] = state.seed
        for spot, shares in state.shares.items():
            for unit in shares:
                if unit[0] == seat:
                    self._units.add((state.unit_key(unit), state.pairs[spot].a))
        self._parts.update((state.digest, of, keeper) for of, keeper in state.returned if keeper == seat)

    def hides_anything(self, setup: Setup) -> bool:
        """Whether the keys of this deal hide anything from the coalition: all other operators together have
        all parts of a key, and always could read its cards."""
        honest = {op for seat, op in self._operators(setup) if seat not in self.coalition}
        return not setup.splits or len(honest) > 1

    @staticmethod
    def _operators(setup: Setup) -> Iterator[tuple[int, int]]:
        return zip(setup.seats, setup.operators, strict=True)

    def keys_known(self, state: State) -> list[int]:
        """The honest seats of a deal whose whole key the coalition has."""
        honest = [seat for seat in state.setup.seats if seat not in self.coalition]
        return [
            seat
            for seat in honest
            if self.committed.get((state.digest, seat)) in self.seeds or self._put_together(state, seat)
        ]

    def _put_together(self, state: State, seat: int) -> bool:
        keepers = state.setup.keepers(seat)  # none for a player at a table of two operators
        return bool(keepers) and all(
            keeper in self.coalition or (state.digest, seat, keeper) in self._parts for keeper in keepers
        )

    def cards_known(self, seat: int, deal: Deal) -> list[tuple[str, Spot]]:
        """Cards that are hidden by the rules, in an honest hand, face down in a hand, or on top of the pile,
        and known all the same."""
        state, round = state_of(deal), deal.round
        if state is None or round is None or seat not in state.keys:
            return []
        cards = [("hand", card) for card in round.hands.get(seat, ())]
        cards += [("pile", card) for card in round.pile[-PILE:]]
        cards += [("blind", card) for card in round.blind]  # whoever holds it (K-25)
        hidden = [(where, (card, round.side)) for where, card in cards if (card, round.side) in state.pairs]
        return [
            (where, spot)
            for where, spot in hidden
            if all(self._has_share(state, spot, one) for one in state.setup.seats)
            and not self.may_know(deal, spot)
        ]

    def _has_share(self, state: State, spot: Spot, seat: int) -> bool:
        a = state.pairs[spot].a
        if seat in self.coalition or (state.keys[seat], a) in self._units:
            return True
        keepers = state.setup.keepers(seat) if state.setup.splits and seat in state.lost else ()
        return bool(keepers) and all(
            keeper in self.coalition or (state.split_keys[seat, keeper], a) in self._units
            for keeper in keepers
        )

    def may_know(self, deal: Deal, spot: Spot) -> bool:
        """Whether everybody, or a member of the coalition, was or is being shown this card on this line."""
        items = [item for _, shown in deal.shown for item in shown]
        items += asked(deal)
        return deal.deck.public(*spot) is not None or any(
            (card, side) == spot and (to is None or to in self.coalition) for card, side, to in items
        )
