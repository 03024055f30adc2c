"""The draw for the deal, by a coin that nobody can steer: all commit to a number, then all show it (S-02)."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from p2puno.dealer_choice import DealerChoice
from p2puno.decks import Deck
from p2puno.moves import Open, Shuffle
from protocol.codec import pack
from protocol.deck import seeds
from protocol.errors import IllegalError, MalformedError

NUMBER_BYTES = 32
COMMIT, REVEAL = "commit", "reveal"


class Coin:
    """`[step, 32 bytes]` from every seat: all commitments, then all numbers, in the order of seats."""

    def __init__(self, game: bytes, number: int, deck: Deck, order: Sequence[int]) -> None:
        self.game = game
        self.number = number
        """Which coin of the game this is: a number is used once."""
        self.order = tuple(order)
        self.choice = DealerChoice(deck, order)
        self._deck = deck
        self._commitments: dict[int, bytes] = {}
        self._numbers: dict[int, bytes] = {}

    def due(self) -> tuple[int, str] | None:
        seats = sorted(self.order)
        for seat in seats:
            if seat not in self._commitments:
                return seat, COMMIT
        for seat in seats:
            if seat not in self._numbers:
                return seat, REVEAL
        return None

    def own_value(self, seat: int, step: str, secret: bytes) -> bytes:
        number = seeds.stream(secret, NUMBER_BYTES, "coin", self.game, self.number, seat)
        return self._commitment(seat, number) if step == COMMIT else number

    def take(self, seat: int, step: str, value: object) -> None:
        if not isinstance(value, bytes) or len(value) != NUMBER_BYTES:
            raise MalformedError("a coin takes 32 bytes", seat)
        if step == COMMIT:
            self._commitments[seat] = value
            return
        if self._commitment(seat, value) != self._commitments[seat]:
            raise IllegalError("not the number that was committed to", seat)
        self._numbers[seat] = value
        if self.due() is None:
            self._draw()

    def _commitment(self, seat: int, number: bytes) -> bytes:
        return sha256(pack(["p2puno/coin", self.game, self.number, seat, number])).digest()

    def _draw(self) -> None:
        """All numbers together are the seed of the shuffles that the draw asks for."""
        joint = sha256(
            pack(["p2puno/draw", self.game, self.number, [self._numbers[s] for s in sorted(self.order)]])
        ).digest()
        faces = self._deck.sides[0]
        drawn: dict[int, int] = {}
        while self.choice.dealer is None:
            waiting = self.choice.waiting
            if type(waiting) is Shuffle:
                order = seeds.permutation(joint, len(faces), "draw", waiting.first)
                drawn = {waiting.first + place: card for place, card in enumerate(order)}
                self.choice.shuffled()
            elif type(waiting) is Open:
                self.choice.opened([faces[drawn[item.card]] for item in waiting.items])
