"""The request `Shuffle`: each seat in turn mixes and proves its mix; the last proof creates the new cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from protocol.deck import shuffle
from protocol.deck.batch_arithmetic import Calculator
from protocol.deck.deal_parameters import MAX_CARDS, MAX_NUMBER
from protocol.deck.errors import Blame, InvalidError, MisuseError
from protocol.deck.requests import Shuffle
from protocol.deck.shuffle import Fold, Pair
from protocol.deck.state import Mix, State

MIX, PROVE = "mix", "prove"


class Folds:
    """The folds of all lists of a shuffle, each made once. (Apart from `Mixing`, because the state refers to
    them: a circle of references would keep the memory of a whole deck.)"""

    def __init__(self, calc: Calculator, lists: list[list[list[Pair]]]) -> None:
        self._calc = calc
        self._lists = lists
        self._made: dict[tuple[int, int], Fold] = {}

    def of(self, turn: int, side: int) -> Fold:
        if (turn, side) not in self._made:
            self._made[turn, side] = shuffle.fold(self._calc, self._lists[turn][side])
        return self._made[turn, side]

    def around(self, turn: int, side: int) -> tuple[Fold, Fold]:
        """Those of the lists before and after the mix of this turn."""
        return self.of(turn, side), self.of(turn + 1, side)


@dataclass
class Mixing:
    """`mix`: per side the new list, as bytes. `prove`: per side its proof.

    The next seat may mix before the last mix is proved, so that seats need not wait for each other's proofs.
    But the new handles exist only when everything is proved, so no card of an unproved deck is ever opened.
    """

    state: State
    request: Shuffle
    lists: list[list[list[Pair]]] = field(default_factory=list)
    mixed: list[int] = field(default_factory=list)
    proved: set[int] = field(default_factory=set)
    made: dict[str, list[bytes]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        state, cards = self.state, self.request.cards
        fresh = range(self.request.first, self.request.first + len(cards))
        if not 1 <= len(cards) <= MAX_CARDS or len(set(cards)) != len(cards):
            raise MisuseError("not a list of cards")
        if not state.alive.issuperset(cards):
            raise MisuseError("a card that is not there")
        if not 0 <= self.request.first < MAX_NUMBER or any((handle, 0) in state.pairs for handle in fresh):
            raise MisuseError("handles that were used before")
        self.lists = [[[state.pairs[card, side] for card in cards] for side in range(state.setup.sides)]]
        self.folds = Folds(state.calc, self.lists)
        # The order and all proofs are bound to this request; every repetition has its own number.
        self.number = state.number

    def waiting(self) -> list[tuple[int, str]]:
        to_mix = [(seat, MIX) for seat in self.state.live if seat not in self.mixed][:1]
        return to_mix + [(seat, PROVE) for seat in self.mixed if seat not in self.proved]

    def context(self, seat: int, side: int) -> bytes:
        return self.state.context(seat, MIX, self.number, side)

    def answer(self, step: str) -> Any:
        state = self.state
        seat, seed, _ = state.me()
        turn = self._turn(seat) if step == PROVE else len(self.mixed)
        out = []
        for side, before in enumerate(self.lists[turn]):
            context = self.context(seat, side)
            secret = shuffle.witness(seed, context, before)
            if step == MIX:
                out.append(shuffle.encode_pairs(shuffle.mix(state.calc, state.joint, before, secret)))
            else:
                after = self.lists[turn + 1][side]
                out.append(shuffle.prove(state.calc, context, seed, state.joint, before, after, secret))
        self.made[step] = list(out)  # a copy: the caller may change what we return
        return out

    def take(self, seat: int, step: str, value: object) -> list[Blame]:
        state = self.state
        if not isinstance(value, list | tuple) or len(value) != state.setup.sides:
            raise InvalidError(f"{step}: shape")
        if step == MIX:
            size = len(self.request.cards)
            self.lists.append([shuffle.decode_pairs(state.calc, data, size) for data in value])
            self.mixed.append(seat)
            turn = self._turn(seat)
            for side in range(state.setup.sides):
                lists = self.lists[-2][side], self.lists[-1][side]
                folds = partial(self.folds.around, turn, side)
                state.mixes.append(Mix(seat, self.number, side, *lists, folds))
            self._fold_ahead()
            return []
        turn = self._turn(seat)
        for side, proof in enumerate([] if self._made_by_us(seat, value) else value):
            before, after = self.lists[turn][side], self.lists[turn + 1][side]
            both = self.folds.around(turn, side)
            shuffle.verify(state.calc, self.context(seat, side), state.joint, before, after, proof, both)
        self.proved.add(seat)
        if not self.waiting():
            self._finish()
        return []

    def _fold_ahead(self) -> None:
        """While others mix, prepare the check of their proofs on a free core; our own mix has priority."""
        calc = self.state.calc
        if calc.executor and calc.private and (self.state.seat, MIX) not in self.waiting():
            for turn, sides in enumerate(self.lists):
                for side in range(len(sides)):
                    self.folds.of(turn, side)

    def _made_by_us(self, seat: int, value: object) -> bool:
        """Whether this is our own unchanged proof of our own unchanged mix: no check is needed."""
        if seat != self.state.seat or value != self.made.get(PROVE):
            return False
        ours = [shuffle.encode_pairs(pairs) for pairs in self.lists[self._turn(seat) + 1]]
        return ours == self.made.get(MIX)

    def _turn(self, seat: int) -> int:
        return self.mixed.index(seat)

    def _finish(self) -> None:
        state, first = self.state, self.request.first
        for side, pairs in enumerate(self.lists[-1]):
            for place, pair in enumerate(pairs):
                state.pairs[first + place, side] = pair
        state.alive.difference_update(self.request.cards)
        state.alive.update(range(first, first + len(self.request.cards)))
