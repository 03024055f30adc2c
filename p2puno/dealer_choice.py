"""The draw for the deal: each player draws a card, the highest number deals (S-02)."""

from collections.abc import Sequence

from p2puno.cards import LIGHT, Face
from p2puno.decks import Deck
from p2puno.moves import Open, Shuffle


class DealerChoice:
    """Waits, like a round, for shuffles and opened cards, until `dealer` is decided."""

    __slots__ = ("_drawers", "_gone", "_order", "_pile", "cards", "dealer", "draws", "waiting")

    def __init__(self, deck: Deck, order: Sequence[int]) -> None:
        self._order = tuple(order)
        self._gone: set[int] = set()
        self._drawers = list(order)
        self._pile: list[int] = []
        self.cards = range(deck.size)
        """The handles of the whole deck after its last shuffle; the round starts with them."""
        self.draws: list[dict[int, Face]] = []
        """The card each seat drew, for each draw."""
        self.dealer: int | None = None
        self.waiting: Shuffle | Open | None = Shuffle(tuple(self.cards), self.cards.stop)

    def shuffled(self) -> None:
        assert type(self.waiting) is Shuffle
        self.cards = range(self.cards.stop, self.cards.stop + len(self.cards))
        self._pile = list(self.cards)
        self._draw()

    def opened(self, faces: Sequence[Face]) -> None:
        assert isinstance(self.waiting, Open)
        drawn = dict(zip(self._drawers, faces, strict=True))
        self.draws.append(drawn)
        highest = max(face.number for face in faces)
        self._drawers = [seat for seat, face in drawn.items() if face.number == highest]
        if len(self._drawers) == 1:
            self.dealer = self._next_in(self._drawers[0])
            self.waiting = None
        elif len(self._pile) < len(self._drawers):
            self.waiting = Shuffle(tuple(self.cards), self.cards.stop)
        else:
            self._draw()

    def leave(self, seat: int) -> None:
        """Remove a seat for good. Its card stays in the draw: leaving does not change who wins it (S-07)."""
        self._gone.add(seat)

    def _next_in(self, winner: int) -> int:
        """The dealer: the winner of the draw, or the next seat that is still present."""
        at = self._order.index(winner)
        return next(seat for seat in self._order[at:] + self._order[:at] if seat not in self._gone)

    def _draw(self) -> None:
        self.waiting = Open(tuple((self._pile.pop(), LIGHT, None) for _ in self._drawers))
