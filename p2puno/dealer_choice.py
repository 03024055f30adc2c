"""The draw for the deal: everyone draws a card, the highest number deals (S-02)."""

from collections.abc import Sequence

from p2puno.cards import LIGHT, Face
from p2puno.decks import Deck
from p2puno.moves import Item, Open, Shuffle


class DealerChoice:
    """Waits like a round, for shuffles and for cards opened to all, until `dealer` is found."""

    __slots__ = ("_cards", "_drawers", "_pile", "dealer", "draws", "waiting")

    def __init__(self, deck: Deck, order: Sequence[int]) -> None:
        self._drawers = list(order)
        self._cards = range(deck.size)
        self._pile: list[int] = []
        self.draws: list[dict[int, Face]] = []
        """Who drew what, draw by draw."""
        self.dealer: int | None = None
        self.waiting: Shuffle | Open | None = Shuffle(tuple(self._cards), self._cards.stop)

    def shuffled(self) -> None:
        assert type(self.waiting) is Shuffle
        self._cards = range(self._cards.stop, self._cards.stop + len(self._cards))
        self._pile = list(self._cards)
        self._draw()

    def opened(self, faces: Sequence[Face]) -> None:
        assert type(self.waiting) is Open
        drawn = dict(zip(self._drawers, faces, strict=True))
        self.draws.append(drawn)
        highest = max(face.number for face in faces)
        self._drawers = [seat for seat, face in drawn.items() if face.number == highest]
        if len(self._drawers) == 1:
            self.dealer = self._drawers[0]
            self.waiting = None
        elif len(self._pile) < len(self._drawers):
            self.waiting = Shuffle(tuple(self._cards), self._cards.stop)
        else:
            self._draw()

    def _draw(self) -> None:
        self.waiting = Open(tuple(Item(self._pile.pop(), LIGHT, None) for _ in self._drawers))
