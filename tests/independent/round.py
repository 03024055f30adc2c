"""The round as a machine (protocol.md §19): what is public of it, and what it waits for."""

from __future__ import annotations

from typing import Any

from tests.independent.cards import colour_of, highest_points, points_of, symbol_of
from tests.independent.house import (
    LIMIT,
    LONG_DRAWS,
    PENALTY,
    SHUFFLES,
    cards_of,
    fewest_cards,
    open_hands,
    rules_of,
)

Item = tuple[int, int, int | None]
Task = tuple[Any, ...]
"""The name of a task of §19.4 and its values."""
Penalty = tuple[int, int]
"""How many cards, and how often to draw until the colour in play before."""
Vow = tuple[int, list[int], int, list[str], bool]
"""Who implied that these cards have, on this side, one of these faces, or none of them."""


class Machine:
    """Everything but the moves, which `moves.Round` adds."""

    def __init__(self, options: dict[str, Any], order: list[int], dealer: int, first: int = 0) -> None:
        self.options, self.order, self.dealer = options, list(order), dealer
        self.variant: str = options["variant"]
        self.house = rules_of(self.variant, options["house_rules"])
        self.first_rules = False
        self.stacks = bool({"stack-same", "stack-up", "stack-any", "deflect"} & self.house.keys())
        self.cards = cards = cards_of(self.variant, options["house_rules"])
        self.two_sided = len(cards) == 2
        self.seats = list(order)
        self.hands: dict[int, list[int]] = {seat: [] for seat in order}
        self.left: dict[int, tuple[int, list[int]]] = {}
        self.pile = list(range(first, first + len(cards[0])))
        self.discard: list[int] = []
        self.aside: list[tuple[int, int]] = []
        self.faces: list[dict[int, str]] = [{} for _ in cards]
        self.next_card = first + len(cards[0])
        self.side, self.direction, self.passes = 0, 1, 0
        self.top = cards[0][0]
        self.colour: str | None = None
        self.turn = self.upcoming = dealer
        self.moved, self.drew = True, False
        self.out: int | None = None
        self.uno_seat: int | None = None
        self.uno_called = self.uno_ahead = False
        self.uno_heard: list[tuple[int, str, int]] = []
        """Who said what about whom."""
        self.uno_also: list[int] = []
        self.laid: int | None = None
        self.shuffles: int | None = None
        self.blind: list[int] = []
        self.expelled: list[int] = []
        self.vows: list[Vow] = []
        self.owed: Penalty | None = None
        self.agenda: list[Task] = [("deal",)]
        self.result: tuple[str, int, int | None, dict[int, int]] | None = None
        self.waiting: Task | None = None
        """("shuffle", cards, first), ("open", items), ("choice", seat, ask), or None when it is over."""
        self.go_on()

    # -- small things

    def next(self, seat: int) -> int:
        circle = self.order[:: self.direction]
        at = circle.index(seat) + 1
        return next(other for other in circle[at:] + circle[:at] if other in self.seats)

    def can_draw(self) -> bool:
        return bool(self.pile) or len(self.discard) > 1

    def draws_on(self) -> bool:
        """§19.7, draw-until."""
        long = self.first_rules or self.variant == "no-mercy" or (self.shuffles or 0) < LONG_DRAWS
        return "draw-until" in self.house and self.can_draw() and long

    def known(self, card: int) -> str | None:
        return self.faces[self.side].get(card)

    def away(self, cards: list[int]) -> list[Item]:
        other = 1 - self.side
        return [(c, other, None) for c in cards if c not in self.faces[other]] if self.two_sided else []

    def look(self, items: list[Item]) -> None:
        if items:
            self.agenda.append(("look", items))

    def become(self, *task: Any) -> None:
        self.agenda[-1] = task

    def draws(self, seat: int, penalty: Penalty, extra: int = 0) -> list[Task]:
        """The tasks by which a seat draws a penalty, the next one last."""
        last = ("draw", seat, penalty[0] + extra, self.colour if penalty[1] else None, None)
        return [last, *[("draw", seat, 0, self.colour, None)] * (penalty[1] - 1)]

    def vow(self, seat: int, cards: list[int], faces: set[str], fit: bool) -> None:
        hidden = [card for card in cards if self.known(card) is None]
        if hidden:
            self.vows.append((seat, hidden, self.side, sorted(faces), fit))

    def hit(self, victim: int, penalty: Penalty) -> None:
        penalty = self.with_owed(penalty)
        if self.stacks and self.out is None:
            self.agenda.append(("doubt", victim, None, None, penalty))
        else:
            self.upcoming = self.next(victim)
            self.agenda += self.draws(victim, penalty)

    def with_owed(self, penalty: Penalty) -> Penalty:
        owed, self.owed = self.owed or (0, 0), None
        return penalty[0] + owed[0], penalty[1] + owed[1]

    def owners(self) -> list[int]:
        return [] if self.uno_seat is None or self.uno_called else [self.uno_seat, *self.uno_also]

    def set_owners(self, seats: list[int]) -> None:
        self.uno_seat, self.uno_also = (seats[0], seats[1:]) if seats else (None, [])

    def decided(self) -> bool:
        return self.result is not None or (bool(self.agenda) and self.agenda[0][0] == "count")

    # -- the loop

    def go_on(self) -> None:
        while self.result is None:
            if self.agenda:
                task = self.agenda[-1]
                self.waiting = getattr(self, "_go_" + task[0])(*task[1:])
                if self.waiting is not None and not self._see_blind():
                    return
            elif self.out is not None:
                self.agenda.append(("layopen",))
            elif self.uno_heard:
                self._judge_heard()
            else:
                if self.moved:
                    if self.uno_seat is not None:
                        kept = [self.uno_seat, *self.uno_also]
                        self.set_owners([seat for seat in kept if len(self.hands[seat]) == 1])
                    self.turn = self.upcoming
                    self.moved = self.drew = self.uno_ahead = False
                if (self.shuffles or 0) >= SHUFFLES:
                    self.out = fewest_cards(self)
                    continue
                self.waiting = ("choice", self.turn, "turn")
                if items := open_hands(self):
                    self.look(items)
                elif not self._see_blind():
                    return
        self.agenda, self.waiting = [], None

    def _see_blind(self) -> bool:
        """Whether the seat that is asked must see a card first."""
        assert self.waiting is not None
        if self.waiting[0] != "choice" or self.waiting[2] == "drawn":
            return False
        cards = [card for card in self.blind if card in self.hands[self.waiting[1]]]
        self.blind = [card for card in self.blind if card not in cards]
        items: list[Item] = [(c, self.side, self.waiting[1]) for c in cards if self.known(c) is None]
        self.look(items)
        return bool(items)

    def shuffled(self) -> None:
        assert self.waiting is not None
        _, cards, first = self.waiting
        for side in self.faces:
            for card in cards:
                side.pop(card, None)
        self.next_card = first + len(cards)
        fresh = list(range(first, self.next_card))
        task = self.agenda[-1]
        getattr(self, "_mixed_" + task[0])(fresh, *task[1:])
        self.go_on()

    def opened(self, faces: list[str | None]) -> None:
        """The faces of the items for all, in order; None for what nobody can know."""
        task = self.agenda.pop()
        if task[0] == "look":
            for (card, side, _), face in zip([i for i in task[1] if i[2] is None], faces, strict=True):
                if face is not None:
                    self.faces[side][card] = face
        elif task[0] == "turnblind":
            self.agenda.append(task)
            self._turned(task[1], faces[0])
        else:
            self._trade(self._routes(task))
        self.go_on()

    # -- tasks that need no player

    def _go_look(self, items: list[Item]) -> Task:
        return ("open", items)

    def _go_deal(self) -> Task:
        return ("shuffle", list(self.pile), self.next_card)

    def _mixed_deal(self, fresh: list[int]) -> None:
        self.pile = fresh
        seats = [self.next(self.dealer)]
        while len(seats) < len(self.seats):
            seats.append(self.next(seats[-1]))
        for _ in range(self.options["hand_size"]):
            for seat in seats:
                self.hands[seat].append(self.pile.pop())
        items: list[Item] = [(card, 0, seat) for seat in seats for card in self.hands[seat]]
        self.become("turnup", items + self.away([card for card, _, _ in items]))

    def _go_turnup(self, items: list[Item]) -> None:
        card = self.pile.pop()
        self.discard.append(card)
        self.become("opening", card)
        self.look([*items, (card, 0, None), *self.away([card, *self.pile[-1:]])])

    def _go_opening(self, card: int) -> None:
        face = self.faces[0][card]
        symbol = symbol_of(face)
        if self.variant == "no-mercy" and not symbol.isdigit() and self.pile:
            self.become("turnup", [])
            return
        if symbol in {"flip": ("W+2",), "swap": ("W+4", "Ws")}.get(self.variant, ("W+4",)):
            self.become("turnup", [])
            self.agenda.append(("mixpile",))
            self.pile.append(self.discard.pop())
            return
        self.agenda.pop()
        self.top, self.colour = face, colour_of(face)
        first = self.upcoming = self.next(self.dealer)
        if self.variant == "no-mercy":
            return
        if symbol in ("+1", "+2"):
            self.hit(first, PENALTY[symbol])
        elif symbol == "r":
            self.direction = -1
            self.upcoming = self.dealer if self.dealer in self.hands else self.next(self.dealer)
        elif symbol == "s":
            self.upcoming = self.next(first)
        elif symbol in ("W", "Wb", "Wc"):
            self.agenda.append(("name", first))
        elif symbol == "f":
            self._turn_over(first)

    def _go_mixpile(self) -> Task:
        return ("shuffle", list(self.pile), self.next_card)

    def _mixed_mixpile(self, fresh: list[int]) -> None:
        self.agenda.pop()
        self.pile = fresh
        self.look(self.away(fresh[-1:]))

    def _go_mixunder(self, count: int) -> Task:
        return ("shuffle", self.pile[:count], self.next_card)

    def _mixed_mixunder(self, fresh: list[int], count: int) -> None:
        self._mixed_mixpile(fresh + self.pile[count:])

    def _go_reshuffle(self) -> Task | None:
        if self.pile:
            self.agenda.pop()
            return None
        return ("shuffle", self.discard[:-1], self.next_card)

    def _mixed_reshuffle(self, fresh: list[int]) -> None:
        self.discard = self.discard[-1:]
        if self.house:
            self.shuffles = (self.shuffles or 0) + 1
        self._mixed_mixpile(fresh)

    def _go_draw(self, seat: int, count: int, until: str | None, then: Task | None) -> None:
        if count == 0 and until is None:
            self.agenda.pop()
            return
        if self._too_many(seat):
            self.expel(seat)
            return
        if not self.pile:
            if len(self.discard) > 1:
                self.agenda.append(("reshuffle",))
            else:
                self.agenda.pop()
            return
        declaring = until is not None or (self.variant == "crash" and self.out is None)
        number = 1 if declaring else min(count, len(self.pile))
        if "mercy" in self.house and self.out is None:
            number = min(number, LIMIT - len(self.hands[seat]))
        taken = [self.pile.pop() for _ in range(number)]
        self.hands[seat] += taken
        if self._too_many(seat):
            self.expel(seat)
            return
        if declaring:
            self.become("declare", seat, count, until, then)
        elif then is not None:
            self.become(*then)
        else:
            self.become("draw", seat, count - len(taken), None, None)
        items: list[Item] = [(card, self.side, seat) for card in taken if self.known(card) is None]
        if then is not None and "blind-draw" in self.house:
            self.blind += taken
            items = []
        self.look(items + self.away([*taken, *self.pile[-1:]]))

    def _too_many(self, seat: int) -> bool:
        return "mercy" in self.house and self.out is None and len(self.hands[seat]) >= LIMIT

    def expel(self, seat: int) -> None:
        raise NotImplementedError

    def _turned(self, seat: int, face: str | None) -> None:
        raise NotImplementedError

    def _go_crash(self, drawer: int, other: int) -> Task:
        return ("shuffle", self.hands[drawer] + self.hands[other], self.next_card)

    def _mixed_crash(self, fresh: list[int], drawer: int, other: int) -> None:
        self.hands[other], self.hands[drawer] = fresh[0::2], fresh[1::2]
        self.become(
            "look", [(card, self.side, seat) for seat in (other, drawer) for card in self.hands[seat]]
        )

    def _go_pay(self, seat: int, penalty: Penalty) -> None:
        self.agenda[-1:] = self.draws(seat, penalty)

    def _go_aftermath(self, battlers: tuple[int, ...], winner: int) -> None:
        for seat in battlers:
            if not self.hands[seat]:
                if self.can_draw():
                    self.agenda.append(("draw", seat, 1, None, None))
                else:
                    self.out = seat
                    self.agenda.pop()
                return
        if winner in self.hands:
            self.become("name", winner)
        else:
            self.agenda.pop()

    def _go_handover(self, *_: int) -> Task | None:
        routes = self._routes(self.agenda[-1])
        items = [
            (card, self.side, to)
            for owner, to in routes.items()
            for card in self.hands[owner]
            if self.known(card) is None and card not in self.blind
        ]
        if items:
            return ("open", items)
        self.agenda.pop()
        self._trade(routes)
        return None

    _go_passon = _go_handover

    def _routes(self, task: Task) -> dict[int, int]:
        """Who gets the hand of whom, in the order of the owners."""
        if task[0] == "passon":
            return {seat: self.next(seat) for seat in self.seats}
        return {task[2]: task[3], task[3]: task[2]}

    def _trade(self, routes: dict[int, int]) -> None:
        self.hands.update({to: self.hands[owner] for owner, to in routes.items()})

    def _go_oneleft(self, traders: tuple[int, ...] | None) -> None:
        self.agenda.pop()
        said = any(what == "call" and seat == self.uno_seat for seat, what, _ in self.uno_heard)
        called = self.uno_seat if self.uno_called or said else None
        seats = self.seats if traders is None else traders
        owners = [seat for seat in seats if len(self.hands[seat]) == 1 and seat != called]
        if owners:
            self.uno_called, self.uno_heard = False, []
            self.set_owners(owners)

    def _go_turnblind(self, seat: int) -> Task | None:
        card = self.hands[seat][-1]
        if self.known(card) is None:
            return ("open", [(card, self.side, None)])
        self._turned(seat, self.known(card))
        return None

    def _go_layopen(self) -> None:
        self.become("count")
        held = {seat: held for seat, held in self.held().items() if seat != self.out}
        every = [(card, side) for side, cards in held.values() for card in cards]
        self.look([(card, side, None) for card, side in every if card not in self.faces[side]])

    def held(self) -> dict[int, tuple[int, list[int]]]:
        """For each seat, the side and the cards that count for it."""
        return {seat: self.left.get(seat) or (self.side, self.hands[seat]) for seat in self.order}

    def _go_count(self) -> None:
        held = {}
        for seat, (side, cards) in self.held().items():
            faces = [self.faces[side].get(card) for card in cards]
            high = highest_points(self.variant)
            held[seat] = sum(high if face is None else points_of(self.variant, face) for face in faces)
        if self.out is not None and self.out in self.hands:
            held[self.out] = 0
        self.result = ("out", self.dealer, self.out, held)

    # -- tasks that ask

    def _go_drawn(self, seat: int) -> Task:
        return ("choice", seat, "drawn")

    def _go_discardcolour(self, seat: int, colour: str) -> Task:
        return ("choice", seat, "discard")

    def _go_another(self, seat: int, face: str) -> Task:
        return ("choice", seat, "double")

    def _go_declare(self, seat: int, count: int, until: str | None, then: Task | None) -> Task:
        return ("choice", seat, "declare")

    def _go_name(self, seat: int) -> Task:
        return ("choice", seat, "colour")

    def _go_doubt(
        self, victim: int, accused: int | None, colour: str | None, penalty: Penalty
    ) -> Task | None:
        if accused is not None:
            return ("choice", victim, "challenge")
        if self.stacks:
            return ("choice", victim, "stack")
        self.agenda[-1:] = self.draws(victim, penalty)
        self.upcoming = self.next(victim)
        return None

    def _go_verdict(self, victim: int, accused: int, colour: str | None, penalty: Penalty) -> Task:
        return ("choice", victim, "verdict")

    def _go_opponent(self, seat: int) -> Task:
        return ("choice", seat, "opponent")

    def _go_trade(self, seat: int) -> Task:
        return ("choice", seat, "trade")

    _go_owntrade = _go_trade

    def _go_battle(self, challenger: int, other: int, sealed: bytes | None, shown: str | None) -> Task | None:
        if sealed is None:
            for seat in (challenger, other):
                if not self.hands[seat]:
                    if self.can_draw():
                        self.agenda.append(("draw", seat, 1, None, None))
                    else:
                        self._lose_battle(challenger, other, seat)
                    return None
            return ("choice", challenger, "seal")
        return ("choice", other, "battle") if shown is None else ("choice", challenger, "unseal")

    def _lose_battle(self, challenger: int, other: int, loser: int) -> None:
        self.hands[loser] += [card for _, card in self.aside]
        self.aside = []
        self.become("aftermath", (challenger, other), challenger if loser == other else other)
        self.agenda.append(("draw", loser, 2, None, None))

    def _turn_over(self, namer: int) -> None:
        self.side = 1 - self.side
        self.discard.reverse()
        self.pile.reverse()
        self.top = self.faces[self.side][self.discard[-1]]
        self.colour = colour_of(self.top)
        if self.colour is None and self.out is None:
            self.agenda.append(("name", namer))
        self.look(self.away([*(c for hand in self.hands.values() for c in hand), *self.pile[-1:]]))

    # -- calls and catches (§19.5)

    def may_call_ahead(self, seat: int) -> bool:
        may_lay = not self.moved or self.drew or self.waiting == ("choice", seat, "double")
        return seat == self.turn and len(self.hands[seat]) == 2 and may_lay

    def say(self, seat: int, what: str) -> None:
        owner = self.turn if self.uno_seat is None else self.uno_seat
        about = seat if what == "call" else owner
        ahead = self.may_call_ahead(seat)
        if about in self.owners() or (what == "catch" and "false-catch" in self.house):
            if self.moved or self.agenda:
                self.uno_heard.append((seat, what, owner))
            elif self._judge(seat, what, owner, self.owners()):
                self.go_on()
        elif what == "call" and ahead:
            self.uno_ahead = True

    def _judge(self, seat: int, what: str, about: int, named: list[int]) -> bool:
        """Whether somebody must draw for it. `named` are the owners when it was said."""
        owners = self.owners()
        if what == "call":
            if owners == [seat]:
                self.uno_called = True
            elif seat in owners:
                self.set_owners([owner for owner in owners if owner != seat])
            return False
        caught = [owner for owner in owners if owner != seat and len(self.hands[owner]) == 1]
        if about not in named or not caught:
            if "false-catch" in self.house:
                self.agenda.append(("draw", seat, 1, None, None))
            return "false-catch" in self.house
        self.set_owners([owner for owner in owners if owner not in caught])
        self.agenda += [("draw", owner, self.options["uno_penalty"], None, None) for owner in caught]
        return True

    def _judge_heard(self) -> None:
        heard, self.uno_heard = self.uno_heard, []
        named = self.owners()
        for said in heard:
            self._judge(*said, named)
