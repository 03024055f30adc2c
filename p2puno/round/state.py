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
from itertools import filterfalse

from p2puno.cards import LIGHT, Colour, Face
from p2puno.events import MISSED, Event, Left, PutOut
from p2puno.moves import (
    CLAIMS,
    Ask,
    Call,
    Catch,
    Choice,
    Claim,
    IllegalMove,
    Item,
    JumpIn,
    Move,
    Shuffle,
    Waiting,
)
from p2puno.options import Options
from p2puno.round import uno
from p2puno.round.challenge import Doubt, Penalty
from p2puno.round.dealing import Deal
from p2puno.round.drawing import MixPile, MixUnderPile
from p2puno.round.ending import Count, LayOpen, Result, fewest_cards_win
from p2puno.round.rule_set import RuleSet
from p2puno.round.task import Look, Task, not_the_face
from p2puno.round.turn import TURN, TURNS
from p2puno.round.vow import Vow

HOUSE_STATE = ("blind", "expelled", "laid", "shuffles", "uno_also", "vows")
"""State that only house rules use. It is part of the digest where it is not empty, so that the digests of
games without house rules are what they were before there were any."""
EMPTY: tuple[object, ...] = (None, ())
APART = (
    "agenda", "faces", "fitting", "heard", "news", "options", "owed", "ring", "rules", "task", "waiting",
)  # fmt: skip
"""What is not in the digest, follows from what is, or is written there in a form of its own."""


class Round:
    """Public, mutable, and identical on all peers that were fed the same answers."""

    __slots__ = (
        "agenda", "aside", "blind", "colour", "dealer", "direction", "discard", "drew", "expelled",
        "faces", "fitting", "hands", "heard", "laid", "left", "moved", "news", "next_card", "options",
        "order", "out", "owed", "passes", "pile", "result", "ring", "rules", "seats", "shuffles", "side",
        "task", "top", "turn", "uno_ahead", "uno_also", "uno_called", "uno_heard", "uno_seat", "upcoming",
        "vows", "waiting",
    )  # fmt: skip

    seats: list[int]
    """The seats still in the round, clockwise."""
    ring: Mapping[int, Mapping[int, int]]
    """The next seat after each seat, by direction; includes seats that left."""
    task: Task
    """The task that waits and takes the answer: the next one on the agenda, or else the turn."""
    top: Face
    """The face on top of the discard pile (arbitrary before the first card is turned up)."""
    colour: Colour | None
    fitting: frozenset[Face]
    """The faces that may be played now: same number, colour or symbol, and wild cards (T-01, T-06)."""

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
        self.faces: tuple[dict[int, Face], ...] = tuple([{} for _ in rules.deck.sides])
        """The public faces since the last shuffle, by side and card."""
        self.next_card = first + rules.deck.size
        """The lowest handle that no card has had yet: a shuffle gives new handles from here on."""
        self.side = LIGHT
        self.cover(rules.deck.sides[LIGHT][0], None)
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
        self.uno_also: tuple[int, ...] = ()
        """While `uno_seat` is set: more seats that owe the call, because hands were traded."""
        self.uno_heard: tuple[tuple[int, Claim], ...] = ()
        """Claims made while that card takes effect; they are judged when the effect is complete (G-05)."""
        self.owed: Penalty | None = None
        """While a card is being laid on a pending penalty, that penalty: the card's effect takes it over."""
        self.laid: int | None = None
        """The last coloured card laid, until somebody draws or passes: while it is on top, it may be answered
        out of turn. Only kept where the rules allow that."""
        self.blind: tuple[int, ...] = ()
        """Cards in hands that not even their holders have seen yet."""
        self.expelled: tuple[int, ...] = ()
        """Seats that hold no cards any more, but are still in the match."""
        self.shuffles: int | None = None
        """How often the discard pile was shuffled, where the rules limit that."""
        self.vows: tuple[Vow, ...] = ()
        """What seats have implied about hidden cards: the audit checks it when their faces are known."""
        self.agenda: list[Task] = [Deal()]
        """Pending tasks, the next one last. When it is empty, a turn begins."""
        self.waiting: Waiting | None = None
        """What must be answered next; None when the round is over."""
        self.result: Result | None = None
        self.news: list[Event] = []
        """Events for the caller to take; not part of the state."""
        self.heard = True
        """Whether anybody takes them. If not, `Played` and `Drew` are left out: there are many."""
        self._advance()

    def __repr__(self) -> str:
        hands = ", ".join(f"{seat}: {len(hand)}" for seat, hand in self.hands.items())
        return f"<Round: {self.rules.name}, {self.top.code} on top, hands {hands}, waits for {self.waiting}>"

    # -- the answers ------------------------------------------------------------------------------------

    def apply(self, seat: int, move: Move) -> None:
        """Apply a seat's move, or raise IllegalMove and change nothing."""
        waiting = self.waiting
        if type(waiting) is Choice and waiting.seat == seat and type(move) not in CLAIMS:  # most moves
            self.task.answer(self, move)
        elif type(move) is Call or type(move) is Catch:
            agenda = len(self.agenda)
            uno.claim(self, seat, move)
            if len(self.agenda) == agenda:
                return
        elif type(waiting) is not Choice:
            raise IllegalMove("S-05", "no move is asked for now")
        elif type(move) is JumpIn and self.rules.out_of_turn is not None:
            self.rules.out_of_turn.take(self, seat, move)
        else:
            raise IllegalMove("S-05", "it is somebody else's turn")
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
        self.task.shuffled(self, list(range(first, self.next_card)))
        self._advance()

    def opened(self, faces: Sequence[Face | None] = ()) -> None:
        """The requested cards were opened: `faces` of the public ones, in order.

        None stands for a card that its holder refuses to show when hands are counted.
        """
        self.task.opened(self, faces)
        self._advance()

    def leave(self, seat: int) -> None:
        """Remove a seat for good (L)."""
        expelled = seat in self.expelled
        if not (expelled or seat in self.hands) or self.result is not None or self.counting:
            raise IllegalMove("L-01", "that seat is not in the round, or the round is over")
        self.news.append(Left(seat))
        if expelled:
            self.expelled = tuple(other for other in self.expelled if other != seat)
            return
        self.pile += self._remove(seat)
        if self.result is None:
            mixing = any(isinstance(task, MixPile | Deal) for task in self.agenda)
            if self.pile and not mixing and len(self.seats) > 1:  # else the last one in has won (K-40)
                self.agenda.append(MixPile())
            self._advance()

    def expel(self, seat: int) -> None:
        """Put a seat out of the round, but not out of the match. Its hand goes under the draw pile."""
        self.news.append(PutOut(seat))
        self.expelled = (*self.expelled, seat)
        hand = self._remove(seat)
        self.pile[:0] = hand
        if self.out is None:
            self.agenda.append(MixUnderPile(len(hand)))

    def _remove(self, seat: int) -> list[int]:
        """Take a seat and all that waits for it out of the round, and return its hand."""
        successor = self.next(seat)
        kept = (task.without(self, seat) for task in tuple(self.agenda))
        self.agenda = [task for task in kept if task is not None]
        hand = self.hands.pop(seat)
        self.left[seat] = self.side, tuple(hand)
        self.sit([other for other in self.seats if other != seat])
        uno.drop_owner(self, seat)
        self.uno_heard = tuple(heard for heard in self.uno_heard if heard[0] != seat)
        if self.upcoming == seat:
            self.upcoming = successor
        if self.turn == seat and (not self.moved or self.drew):  # L-03
            self.moved = self.drew = self.uno_ahead = False
            self.turn = successor
        self.passes = 0
        self.blind = tuple(card for card in self.blind if card not in hand)
        if len(self.seats) == 1:
            if self.expelled:  # the last one in the round wins it
                self.out, self.agenda = self.seats[0], []
            else:
                self.finish(Result("abandoned", self.dealer, None, {}))
        return hand

    # -- what tasks do to the round ---------------------------------------------------------------------

    def sit(self, seats: Sequence[int]) -> None:
        """Set the seats still in the round."""
        self.seats = list(seats)
        self.ring = _ring(self.order, tuple(seats))

    def cover(self, top: Face, colour: Colour | None) -> None:
        """Set the face on top of the discard pile and the colour in play, on the side in play."""
        self.top = top
        self.colour = colour
        self.fitting = self.rules.matching[self.side][colour][top.symbol]

    def next(self, seat: int) -> int:
        """The next seat, in the direction of play."""
        return self.ring[self.direction][seat]

    def miss_turn(self, seat: int) -> None:
        """Skip `seat`; with two players, the other one plays again (H-02, H-03)."""
        self.upcoming = self.ring[self.direction][seat]
        self.news.append(MISSED[seat])

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
        """What counts for each seat, clockwise: its hand on the side in play, or its last hand (L-05). The
        winner holds nothing that counts, also as the last one in the round with cards in hand (K-34)."""
        held: dict[int, tuple[int, Sequence[int]]] = {}
        for seat in self.order:
            hand = () if seat == self.out else self.hands.get(seat, ())
            held[seat] = self.left.get(seat, (self.side, hand))
        return held

    @property
    def counting(self) -> bool:
        """Whether the round is decided: hands are being revealed and counted."""
        return bool(self.agenda) and type(self.agenda[0]) is Count

    @property
    def uno_open(self) -> bool:
        """Whether a player may be caught: the next turn waits for the table's UNO window (G-11)."""
        return self.uno_seat is not None and not self.uno_called and not uno.trade_pending(self)

    @property
    def uno_owners(self) -> tuple[int, ...]:
        """The seats that owe the call and may be caught now: usually one at most. A catch is about all."""
        return uno.owners(self)

    @property
    def claim_open(self) -> bool:
        """Whether cards may be laid out of turn: the next turn waits for a window, as for `uno_open`."""
        return self.rules.out_of_turn is not None and self.rules.out_of_turn.is_open(self)

    @property
    def turn_due(self) -> bool:
        """Whether a turn begins (T-05) if the seat that must choose lays a card."""
        return not self.agenda or (type(self.agenda[-1]) is Doubt and self.rules.answers is not None)

    def turned_away(self, cards: Iterable[int]) -> list[Item]:
        """The sides of cards in hands and on top of the draw pile that everybody sees (F-06)."""
        other = 1 - self.side
        public = self.faces[other]
        turned: list[Item] = []
        for card in cards:
            if card not in public:
                turned.append((card, other, None))
        return turned

    def set_pile(self, cards: list[int]) -> None:
        """Set a freshly shuffled draw pile."""
        self.pile = cards
        if self.two_sided and (seen := self.turned_away(cards[-1:])):
            self.agenda.append(Look(tuple(seen)))

    def check_face(self, card: int, face: Face) -> None:
        """Raise unless the card can have this face."""
        if face not in self.rules.faces[self.side] or self.faces[self.side].get(card, face) is not face:
            raise not_the_face()

    def vow(self, seat: int, cards: Sequence[int], faces: frozenset[Face], *, fit: bool) -> None:
        """Record that a seat implies that all of these cards have one of these faces, or that none has."""
        hidden = tuple(filterfalse(self.faces[self.side].__contains__, cards))
        if hidden:
            self.vows = (*self.vows, Vow(seat, hidden, self.side, faces, fit))

    def finish(self, result: Result) -> None:
        self.result = result
        self.agenda.clear()
        self.task, self.waiting = TURN, None

    def _advance(self) -> None:
        """Do everything that needs no answer."""
        while True:
            if self.agenda:
                waiting = self.agenda[-1].wait(self)
                if waiting is not None and not (self.blind and self._see_blind(waiting)):
                    self.task, self.waiting = self.agenda[-1], waiting
                    return
            elif self.result is not None:  # `finish` empties the agenda
                return
            elif self.out is not None:
                self.agenda.append(LayOpen())
            elif self.uno_heard:
                uno.judge(self)
            else:
                if self.moved:
                    if self.uno_seat is not None:
                        uno.drop_owners(self)
                    self.turn = self.upcoming
                    self.moved = self.drew = self.uno_ahead = False
                waiting = TURNS[self.turn]
                if not (self.rules.prepares_turns and self._prepare(waiting)):
                    self.task, self.waiting = TURN, waiting
                    return

    def _prepare(self, waiting: Waiting) -> bool:
        """Whether something must be done before the turn can begin."""
        limit = self.rules.shuffle_limit
        if limit is not None and self.shuffles is not None and self.shuffles >= limit:
            fewest_cards_win(self)
            return True
        task = self.rules.before_turn(self) if self.rules.before_turn is not None else None
        if task is not None:
            self.agenda.append(task)
            return True
        return bool(self.blind) and self._see_blind(waiting)

    def _see_blind(self, waiting: Waiting) -> bool:
        """Whether the seat that must choose first sees a card that it has not seen yet."""
        if type(waiting) is not Choice or waiting.ask is Ask.DRAWN:
            return False
        hand = self.hands[waiting.seat]
        cards = [card for card in self.blind if card in hand]
        self.blind = tuple(card for card in self.blind if card not in cards)
        side = self.side
        unseen = [(card, side, waiting.seat) for card in cards if card not in self.faces[side]]
        if unseen:
            self.agenda.append(Look(tuple(unseen)))
        return bool(unseen)

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
        state = {
            name: _plain(value)
            for name in self.__slots__
            if name not in APART and ((value := getattr(self, name)) not in EMPTY or name not in HOUSE_STATE)
        }
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
    if isinstance(value, frozenset):
        return sorted(str(_plain(item)) for item in value)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, bytes):
        return value.hex()
    return value
