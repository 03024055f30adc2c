"""The public state of a round, and the only way to advance it.

A round waits for exactly one thing, `waiting`, and is fed the answer: `apply` for a choice, `shuffled` and
`opened` for the cards. Cards are handles: a handle names one card from one shuffle to the next. `faces` has
the face of a handle once it is public; no other part of the round knows it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from hashlib import sha256

from p2puno.cards import LIGHT, Colour, Face
from p2puno.events import Event, Left, Missed
from p2puno.moves import Call, Catch, Choice, Claim, IllegalMove, Item, Move, Open, Shuffle, Waiting
from p2puno.options import Options
from p2puno.round import uno
from p2puno.round.dealing import Deal
from p2puno.round.drawing import MixPile
from p2puno.round.ending import Count, LayOpen, Result
from p2puno.round.rule_set import RuleSet
from p2puno.round.task import Look, Task, not_the_face
from p2puno.round.turn import TURN


class Round:
    """Public, mutable, and identical on all peers that were fed the same answers."""

    __slots__ = (
        "agenda", "aside", "colour", "dealer", "direction", "discard", "drew", "faces", "hands",
        "left", "moved", "news", "next_card", "options", "order", "out", "passes", "pile", "result",
        "ring", "rules", "seats", "side", "top", "turn", "uno_ahead", "uno_called", "uno_heard",
        "uno_seat", "upcoming", "waiting",
    )  # fmt: skip

    seats: list[int]
    """The seats still in the round, clockwise."""
    ring: Mapping[int, Mapping[int, int]]
    """The next seat after each seat, by direction; includes seats that left."""

    def __init__(
        self, rules: RuleSet, options: Options, order: Sequence[int], dealer: int, first: int = 0
    ) -> None:
        """`first` is the lowest handle of the deck: not 0 after a draw for the deal (S-02)."""
        self.rules = rules
        self.options = options
        self.order = tuple(order)
        """All seats clockwise, including those that left."""
        self.dealer = dealer
        self.hands: dict[int, list[int]] = {seat: [] for seat in order}
        self.left: dict[int, tuple[int, tuple[int, ...]]] = {}
        """What each departed seat held, and the side in play at that time (L-05)."""
        self.pile = list(range(first, first + rules.deck.size))
        """The draw pile, top card last."""
        self.discard: list[int] = []
        """The discard pile, top card last."""
        self.aside: list[tuple[int, int]] = []
        """The cards played in the current battle, with their owners (B-03)."""
        self.faces: tuple[dict[int, Face], ...] = tuple({} for _ in rules.deck.sides)
        """The public faces since the last shuffle, by side and card."""
        self.next_card = first + rules.deck.size
        """The lowest handle that no card has had yet: a shuffle gives new handles from here on."""
        self.side = LIGHT
        self.top = rules.deck.sides[LIGHT][0]
        """The face on top of the discard pile (arbitrary before the first card is turned up)."""
        self.colour: Colour | None = None
        self.direction = 1
        self.sit(order)
        self.turn = dealer
        self.moved = True
        """Whether the current player has begun their turn; its consequences are on the agenda."""
        self.drew = False
        """Whether the current player drew and has not played a card since."""
        self.upcoming = dealer
        """Whose turn comes next, as things stand."""
        self.passes = 0
        """How many players in a row have passed because there was no card to draw (G-09)."""
        self.out: int | None = None
        """The seat that has gone out, if any."""
        self.uno_seat: int | None = None
        """The seat that played its next-to-last card and can be caught until the next turn begins (G-03)."""
        self.uno_called = False
        """Whether that seat has called UNO."""
        self.uno_ahead = False
        """Whether the current player has called UNO before playing the next-to-last card (G-12)."""
        self.uno_heard: tuple[tuple[int, Claim], ...] = ()
        """Claims made while that card takes effect; they are judged when the effect is complete (G-05)."""
        self.agenda: list[Task] = [Deal()]
        """Pending tasks, the next one last. When it is empty, a turn begins."""
        self.waiting: Waiting | None = None
        """What must be answered next; None when the round is over."""
        self.result: Result | None = None
        self.news: list[Event] = []
        """Events for the caller to take; not part of the state."""
        self._advance()

    def __repr__(self) -> str:
        hands = ", ".join(f"{seat}: {len(hand)}" for seat, hand in self.hands.items())
        return f"<Round: {self.rules.name}, {self.top.code} on top, hands {hands}, waits for {self.waiting}>"

    # -- the answers ------------------------------------------------------------------------------------

    def apply(self, seat: int, move: Move) -> None:
        """Apply a seat's move, or raise IllegalMove and change nothing."""
        kind = type(move)
        if kind is Call or kind is Catch:
            agenda = len(self.agenda)
            uno.claim(self, seat, move)  # type: ignore[arg-type]  # mypy does not narrow by `kind`
            if len(self.agenda) == agenda:
                return
        else:
            waiting = self.waiting
            if type(waiting) is not Choice:
                raise IllegalMove("S-05", "no move is asked for now")
            if waiting.seat != seat:
                raise IllegalMove("S-05", "it is somebody else's turn")
            (self.agenda[-1] if self.agenda else TURN).answer(self, move)
        self._advance()

    def shuffled(self) -> None:
        """The requested shuffle is done."""
        waiting = self.waiting
        assert type(waiting) is Shuffle, f"no shuffle is waited for, but {waiting}"
        for side in self.faces:
            if side:
                for card in waiting.cards:
                    side.pop(card, None)
        first, self.next_card = waiting.first, waiting.first + len(waiting.cards)
        self.agenda[-1].shuffled(self, list(range(first, self.next_card)))
        self._advance()

    def opened(self, faces: Sequence[Face | None] = ()) -> None:
        """The requested cards were opened: `faces` of the public ones, in order.

        None stands for a card that its holder refuses to show when hands are counted.
        """
        waiting = self.waiting
        assert type(waiting) is Open, f"no card is waited for, but {waiting}"
        self.agenda[-1].opened(self, faces)
        self._advance()

    def leave(self, seat: int) -> None:
        """Remove a seat for good (L)."""
        if seat not in self.hands or self.result is not None or self.counting:
            raise IllegalMove("L-01", "that seat is not in the round, or the round is over")
        self.news.append(Left(seat))
        successor = self.next(seat)
        kept = (task.without(self, seat) for task in tuple(self.agenda))
        self.agenda = [task for task in kept if task is not None]
        hand = self.hands.pop(seat)
        self.left[seat] = self.side, tuple(hand)
        self.pile += hand
        self.sit([other for other in self.seats if other != seat])
        if self.uno_seat == seat:
            self.uno_seat = None
        self.uno_heard = tuple(heard for heard in self.uno_heard if heard[0] != seat)
        if self.upcoming == seat:
            self.upcoming = successor
        if self.turn == seat and (not self.moved or self.drew):  # L-03
            self.moved = self.drew = self.uno_ahead = False
            self.turn = successor
        self.passes = 0
        if len(self.seats) == 1:
            self.finish(Result("abandoned", self.dealer, None, {}))
            return
        mixing = any(isinstance(task, MixPile | Deal) for task in self.agenda)
        if self.pile and not mixing:
            self.agenda.append(MixPile())
        self._advance()

    # -- what tasks do to the round ---------------------------------------------------------------------

    def sit(self, seats: Sequence[int]) -> None:
        """Set the seats still in the round."""
        self.seats = list(seats)
        self.ring = _ring(self.order, tuple(seats))

    def next(self, seat: int) -> int:
        """The next seat, in the direction of play."""
        return self.ring[self.direction][seat]

    def miss_turn(self, seat: int) -> None:
        """Skip `seat`; with two players, the other one plays again (H-02, H-03)."""
        self.upcoming = self.next(seat)
        self.news.append(Missed(seat))

    @property
    def can_draw(self) -> bool:
        return bool(self.pile) or len(self.discard) > 1

    @property
    def two_sided(self) -> bool:
        return len(self.faces) > 1

    @property
    def top_shown(self) -> Face | None:
        """The face on top of the discard pile, once the first card is turned up."""
        return self.top if self.discard and self.discard[-1] in self.faces[self.side] else None

    @property
    def holdings(self) -> dict[int, tuple[int, Sequence[int]]]:
        """What counts for each seat, clockwise: its hand on the side in play, or its last hand (L-05)."""
        return {
            seat: self.left[seat] if seat in self.left else (self.side, self.hands[seat])
            for seat in self.order
        }

    @property
    def counting(self) -> bool:
        """Whether the round is decided: hands are being revealed and counted."""
        return bool(self.agenda) and type(self.agenda[0]) is Count

    @property
    def uno_open(self) -> bool:
        """Whether a player may be caught: the next turn waits for the table's UNO window (G-11)."""
        return self.uno_seat is not None and not self.uno_called

    def turned_away(self, cards: Iterable[int]) -> list[Item]:
        """The sides of cards in hands and on top of the draw pile that everybody sees (F-06)."""
        other = 1 - self.side
        return [Item(card, other, None) for card in cards if card not in self.faces[other]]

    def set_pile(self, cards: list[int]) -> None:
        """Set a freshly shuffled draw pile."""
        self.pile = cards
        if self.two_sided and (items := self.turned_away(cards[-1:])):
            self.agenda.append(Look(tuple(items)))

    def check_face(self, card: int, face: Face) -> None:
        """Raise unless the card can have this face."""
        if face not in self.rules.faces[self.side] or self.faces[self.side].get(card, face) is not face:
            raise not_the_face()

    def finish(self, result: Result) -> None:
        self.result = result
        self.agenda.clear()
        self.waiting = None

    def _advance(self) -> None:
        """Do everything that needs no answer."""
        while self.result is None:
            if self.agenda:
                waiting = self.agenda[-1].wait(self)
                if waiting is not None:
                    self.waiting = waiting
                    return
            elif self.out is not None:
                self.agenda.append(LayOpen())
            elif self.uno_heard:
                uno.judge(self)
            else:
                if self.moved:
                    if self.uno_seat is not None and len(self.hands[self.uno_seat]) != 1:
                        self.uno_seat = None  # G-05: nothing left to catch
                    self.turn = self.upcoming
                    self.moved = self.drew = self.uno_ahead = False
                self.waiting = TURN.wait(self)
                return

    # -- as a whole -------------------------------------------------------------------------------------

    def copy(self) -> Round:
        """An independent round in the same state, without the events."""
        other = object.__new__(Round)
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        other.seats = self.seats.copy()
        other.hands = {seat: hand.copy() for seat, hand in self.hands.items()}
        other.left = self.left.copy()
        other.pile = self.pile.copy()
        other.discard = self.discard.copy()
        other.aside = self.aside.copy()
        other.faces = tuple(side.copy() for side in self.faces)
        other.agenda = self.agenda.copy()
        other.news = []
        return other

    def digest(self) -> bytes:
        """SHA-256 of the public state; peers with different digests do not play the same game."""
        skipped = ("agenda", "news", "options", "ring", "rules", "waiting", "faces")
        state = {name: _plain(getattr(self, name)) for name in self.__slots__ if name not in skipped}
        state["rules"] = self.rules.name
        state["options"] = self.options.key()
        state["agenda"] = [_plain(task) for task in self.agenda]
        state["faces"] = [sorted((card, face.code) for card, face in side.items()) for side in self.faces]
        return sha256(json.dumps(state, sort_keys=True, separators=(",", ":")).encode()).digest()


@lru_cache(maxsize=256)
def _ring(order: tuple[int, ...], seats: tuple[int, ...]) -> Mapping[int, Mapping[int, int]]:
    """The next seat after each seat, in both directions; includes seats that left."""
    ring = {}
    for direction in (1, -1):
        circle = order[::direction]
        ring[direction] = {
            seat: next(other for other in circle[i + 1 :] + circle[: i + 1] if other in seats)
            for i, seat in enumerate(circle)
        }
    return ring


def _plain(value: object) -> object:
    """The value as lists, numbers and strings."""
    if isinstance(value, Face):
        return value.code
    if is_dataclass(value):
        return [type(value).__name__, *(_plain(getattr(value, field.name)) for field in fields(value))]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, bytes):
        return value.hex()
    return value
