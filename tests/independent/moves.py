"""The moves of a round, by what was asked (protocol.md §19.4)."""

from __future__ import annotations

from typing import Any

from tests.independent.cards import DARK, LIGHT, colour_of, number_of, symbol_of
from tests.independent.house import PENALTY, answers, fitting
from tests.independent.leaving import expel
from tests.independent.round import Machine, Penalty, Task
from tests.independent.wire import Bad, hashed

WILD_DRAWS = ("W+2", "W+4", "W+c")


def rule(holds: bool, why: str) -> None:
    if not holds:
        raise Bad("illegal", why)


class Round(Machine):
    def expel(self, seat: int) -> None:
        expel(self, seat)

    def apply(self, seat: int, move: list[Any], face: str | None) -> None:
        """A move of the seat that is asked, with the face of the card it shows."""
        name = move[0]
        if name == "call":
            rule(
                seat in self.owners() or (self.may_call_ahead(seat) and not self.uno_ahead),
                "a call without effect",
            )
            self.say(seat, "call")
            return
        assert self.waiting is not None
        ask = self.waiting[2]
        wanted = {
            "turn": ("play", "draw", "pass"),
            "drawn": ("play", "keep", "draw", "blind"),
            "colour": ("name",),
            "challenge": ("accept", "challenge", "play"),
            "stack": ("accept", "play"),
            "double": ("play", "stop"),
            "discard": ("play", "stop"),
            "verdict": ("guilty", "innocent"),
            "declare": ("declare", "quiet"),
            "opponent": ("fight",),
            "seal": ("seal",),
            "battle": ("show",),
            "unseal": ("show",),
            "trade": ("swap",),
        }[ask]
        rule(name in wanted, f"{name} when asked {ask}")
        task = self.agenda[-1] if self.agenda else ("turn",)
        getattr(self, f"_{ask}_{name}")(move, face, *task[1:])
        self.go_on()

    def _begin(self) -> None:
        self.uno_seat = None
        self.moved, self.passes = True, 0
        self.upcoming = self.next(self.turn)

    def _turn_play(self, move: list[Any], face: str) -> None:
        self._check_play(self.turn, move[1], face, fitting(self))
        self._begin()
        self._lay(self.turn, move[1], face, move[2])

    def _turn_draw(self, move: list[Any], face: None) -> None:
        rule(self.can_draw(), "nothing to draw")
        if "force" in self.house:
            self._decline(self.turn, self.hands[self.turn])
        self._begin()
        self.drew, self.laid = True, None
        self.agenda.append(self._own_draw(self.turn))

    def _own_draw(self, seat: int) -> Task:
        return ("draw", seat, 1, None, ("drawn", seat))

    def _decline(self, seat: int, cards: list[int], but: tuple[str, ...] = ()) -> None:
        """Lay none of these cards, although one that fits would have to be laid."""
        faces = fitting(self, but)
        rule(not any(self.known(card) in faces for card in cards), "all see a card that fits")
        self.vow(seat, cards, faces, False)

    def _but(self) -> tuple[str, ...]:
        return WILD_DRAWS if "no-bluff" in self.house else ()

    def _turn_pass(self, move: list[Any], face: None) -> None:
        rule(not self.can_draw(), "who does not play must draw")
        if "force" in self.house:
            self._decline(self.turn, self.hands[self.turn])
        passes = self.passes + 1
        self._begin()
        self.passes, self.laid = passes, None
        if passes >= len(self.seats):
            self.result = ("blocked", self.dealer, None, {})

    def _drawn_play(self, move: list[Any], face: str, seat: int) -> None:
        rule("blind-draw" not in self.house, "turn it up or keep it")
        rule(move[1] == self.hands[seat][-1], "only the card drawn")
        self._check_play(seat, move[1], face, fitting(self))
        self.agenda.pop()
        self._lay(seat, move[1], face, move[2])

    def _drawn_draw(self, move: list[Any], face: None, seat: int) -> None:
        rule(self.draws_on(), "play the card or keep it")
        self._decline(seat, self.hands[seat][-1:], self._but())
        self.agenda[-1] = self._own_draw(seat)

    def _drawn_keep(self, move: list[Any], face: None, seat: int) -> None:
        drawn = self.hands[seat][-1:]
        if self.draws_on():
            rule("force" not in self.house, "lay it or draw on")
            public = self.known(drawn[0])
            rule(public is None or public in fitting(self), "all see that it does not fit")
            self.vow(seat, drawn, fitting(self), True)
        elif "force" in self.house:
            self._decline(seat, drawn, self._but())
        self.agenda.pop()

    def _drawn_blind(self, move: list[Any], face: None, seat: int) -> None:
        rule("blind-draw" in self.house, "play the card or keep it")
        self.become("turnblind", seat)

    def _turned(self, seat: int, face: str | None) -> None:
        card = self.hands[seat][-1]
        assert face is not None
        self.agenda.pop()
        self.blind = [other for other in self.blind if other != card]
        self.faces[self.side][card] = face
        if face in fitting(self):
            self._lay(seat, card, face, False)

    def _double_play(self, move: list[Any], face: str, seat: int, last: str) -> None:
        same = {code for code in self.cards[self.side] if symbol_of(code) == symbol_of(last)}
        self._check_play(seat, move[1], face, same)
        self.agenda.pop()
        self._lay(seat, move[1], face, move[2])

    def _double_stop(self, move: list[Any], face: None, seat: int, last: str) -> None:
        self.agenda.pop()
        self._seven_zero(seat, symbol_of(last))

    def _discard_play(self, move: list[Any], face: str, seat: int, colour: str) -> None:
        self._check_play(seat, move[1], face, {c for c in self.cards[0] if colour_of(c) == colour})
        hand = self.hands[seat]
        hand.remove(move[1])
        self.discard[-1:] = [move[1], self.discard[-1]]
        self.faces[0][move[1]] = face
        self._few_left(seat, move[2])
        if not hand:
            self.agenda.pop()

    def _discard_stop(self, move: list[Any], face: None, seat: int, colour: str) -> None:
        faces = {code for code in self.cards[0] if colour_of(code) == colour}
        rule(not any(self.known(card) in faces for card in self.hands[seat]), "all see one that must go")
        self.vow(seat, self.hands[seat], faces, False)
        self.agenda.pop()

    def _seven_zero(self, seat: int, symbol: str) -> None:
        if "seven-zero" not in self.house or self.out is not None:
            return
        if symbol == "7":
            self.agenda.append(("owntrade", seat))
        elif symbol == "0":
            self.agenda += [("oneleft", None), ("passon", seat)]

    def jump(self, seat: int, card: int, face: str, said_uno: bool) -> None:
        """A card out of turn, by a seat that may jump in now."""
        self._check_play(seat, card, face, {self.top})
        rule(card not in self.blind, "a card that its holder has not seen")
        self.turn, self.uno_ahead = seat, False
        self._begin()
        self._lay(seat, card, face, said_uno)
        self.go_on()

    def _check_play(self, seat: int, card: int, face: str, faces: set[str]) -> None:
        rule(card in self.hands[seat], "not in the hand")
        rule(face in faces, f"{face} on {self.top}, {self.colour}")
        if "no-bluff" in self.house and symbol_of(face) in WILD_DRAWS:
            others = [self.known(other) for other in self.hands[seat] if other != card]
            seen = [other for other in others if other is not None and colour_of(other) is not None]
            rule(not any(colour_of(other) == self.colour for other in seen), "all see the colour")

    def _lay(self, seat: int, card: int, face: str, said_uno: bool) -> None:
        before = self.colour
        hand = self.hands[seat]
        hand.remove(card)
        self.discard.append(card)
        self.faces[self.side][card] = self.top = face
        self.colour = colour_of(face) or self.colour
        self.drew = False
        self._few_left(seat, said_uno)
        if "jump-in" in self.house and colour_of(face) is not None:
            self.laid = card
        symbol = symbol_of(face)
        unclean = "clean-finish" in self.house and self.out == seat
        if not unclean or not (symbol[0] == "W" or symbol in PENALTY):
            self._effect(seat, face, before)
            return
        self.out, already = None, len(self.agenda)
        self._effect(seat, face, before)
        self.agenda[already:] = [
            ("doubt", task[1], None, None, task[4]) if task[0] == "doubt" else task
            for task in self.agenda[already:]
        ]
        self.agenda.append(("draw", seat, 2, None, None))

    def _few_left(self, seat: int, said_uno: bool) -> None:
        """The seat has laid or put away a card: it may be the last or the next-to-last one."""
        hand = self.hands[seat]
        if len(hand) == 1:
            self.uno_seat, self.uno_called, self.uno_heard = seat, said_uno or self.uno_ahead, []
            self.uno_also = []
        elif not hand:
            self.out = seat

    def _effect(self, seat: int, face: str, before: str | None) -> None:
        push, symbol = self.agenda.append, symbol_of(face)
        victim = self.next(seat)
        if symbol[0] in "0123456789":
            if "doubles" not in self.house:
                self._seven_zero(seat, symbol)
            elif self.out is None:
                push(("another", seat, face))
        elif symbol in ("r", "s") and self.owed is not None:
            if symbol == "r" and len(self.seats) > 2:
                self.direction = -self.direction
            self.upcoming = self.next(seat)
            self.hit(self.upcoming, (0, 0))
        elif symbol == "r" and len(self.seats) > 2:
            self.direction = -self.direction
            self.upcoming = self.next(seat)
        elif symbol in ("r", "s"):
            self.upcoming = self.next(victim)
        elif symbol == "e":
            self.upcoming = seat
        elif symbol in ("+1", "+2", "+4", "+5"):
            self.hit(victim, PENALTY[symbol])
        elif symbol in ("W", "Wc"):
            if self.out is None:
                push(("name", seat))
        elif symbol == "d" and self.out is None:
            push(("discardcolour", seat, colour_of(face)))
        elif symbol == "Wr":
            self.upcoming = self.next(victim)
            self.agenda += [("pay", victim, (0, 1)), ("name", victim)]
        elif symbol == "W+4r" and self.out is not None and len(self.seats) == 2:
            self.owed = None
        elif symbol in ("W+2", "W+4", "W+c", "W+6", "W+10", "W+4r"):
            if symbol == "W+4r" and len(self.seats) == 2:
                victim = seat
            elif symbol == "W+4r":
                self.direction = -self.direction
                victim = self.upcoming = self.next(seat)
            if "no-bluff" in self.house:
                codes = {code for code in self.cards[self.side] if colour_of(code) is not None}
                self.vow(seat, self.hands[seat], {c for c in codes if colour_of(c) == before}, False)
            penalty = self.with_owed(PENALTY[symbol])
            if self.out is None:
                trusting = {"no-bluff", "no-challenge"} & self.house.keys()
                push(("doubt", victim, None if trusting else seat, before, penalty))
                push(("name", seat))
            else:
                push(("pay", victim, penalty))
                if penalty[1]:
                    push(("name", seat))
        elif symbol == "Wb":
            self.out = None
            push(("opponent", seat))
        elif symbol == "Ws" and self.out is None:
            push(("trade", seat))
            push(("name", seat))
        elif symbol == "f":
            self._turn_over(seat)

    def _colour_name(self, move: list[Any], face: None, seat: int) -> None:
        rule(move[1] in (DARK if self.side else LIGHT), "a colour of the side in play")
        self.agenda.pop()
        self.colour = move[1]

    def _challenge_accept(
        self, move: list[Any], face: None, victim: int, accused: int, colour: str | None, penalty: Penalty
    ) -> None:
        self.agenda[-1:] = self.draws(victim, penalty)
        self.upcoming = self.next(victim)

    _stack_accept = _challenge_accept

    def _challenge_play(
        self, move: list[Any], face: str, victim: int, accused: int, colour: str | None, penalty: Penalty
    ) -> None:
        rule(self.stacks, "accept or challenge")
        self._check_play(victim, move[1], face, answers(self))
        self.agenda.pop()
        below = len(self.agenda)
        self._judge_heard()
        caught = self.agenda[below:]
        del self.agenda[below:]
        self.turn, self.owed = victim, penalty
        self._begin()
        self._lay(victim, move[1], face, move[2])
        self.agenda += caught

    _stack_play = _challenge_play

    def _challenge_challenge(
        self, move: list[Any], face: None, victim: int, accused: int, colour: str | None, penalty: Penalty
    ) -> None:
        self.become("verdict", victim, accused, colour, penalty)
        self.look([(card, self.side, victim) for card in self.hands[accused] if self.known(card) is None])

    def _verdict_guilty(
        self, move: list[Any], face: str, victim: int, accused: int, colour: str | None, penalty: Penalty
    ) -> None:
        rule(move[1] in self.hands[accused], "not in the hand that was shown")
        rule(colour is not None and colour_of(face) == colour, "that proves nothing")
        self.faces[self.side][move[1]] = face
        self.agenda[-1:] = self.draws(accused, penalty)

    def _verdict_innocent(
        self, move: list[Any], face: None, victim: int, accused: int, colour: str | None, penalty: Penalty
    ) -> None:
        public = [self.known(card) for card in self.hands[accused]]
        rule(
            not any(f is not None and colour is not None and colour_of(f) == colour for f in public),
            "all see it",
        )
        self.agenda[-1:] = self.draws(victim, penalty, 2)
        self.upcoming = self.next(victim)

    def must_show(self, face: str, until: str | None) -> bool:
        crash = self.variant == "crash" and symbol_of(face) == "Wc"
        return crash or (until is not None and colour_of(face) == until)

    def _declare_quiet(
        self, move: list[Any], face: None, seat: int, count: int, until: str | None, then: Task | None
    ) -> None:
        public = self.known(self.hands[seat][-1])
        rule(public is None or not self.must_show(public, until), "all see that it must be shown")
        self._after_declaring(seat, count, until, then)

    def _declare_declare(
        self, move: list[Any], face: str, seat: int, count: int, until: str | None, then: Task | None
    ) -> None:
        card = move[1]
        rule(card == self.hands[seat][-1], "only the card just drawn")
        rule(self.must_show(face, until), "not one to be shown")
        self.faces[self.side][card] = face
        if until is None:
            self._after_declaring(seat, count, until, then)
        else:
            self.become("draw", seat, count, None, None)
        if symbol_of(face) == "Wc":
            if then is not None:
                self.agenda.pop()
                self.drew = False
            self.hands[seat].remove(card)
            self.discard.append(card)
            self.top = face
            self.agenda += [("name", seat), ("crash", seat, self.next(seat))]

    def _after_declaring(self, seat: int, count: int, until: str | None, then: Task | None) -> None:
        if until is not None:
            self.become("draw", seat, count, until, None)
        elif then is not None:
            self.become(*then)
        else:
            self.become("draw", seat, count - 1, None, None)

    def _opponent_fight(self, move: list[Any], face: None, seat: int) -> None:
        rule(move[1] != seat and move[1] in self.hands, "another player in the round")
        self.become("battle", seat, move[1], None, None)

    def _seal_seal(self, move: list[Any], face: None, a: int, b: int, sealed: None, shown: None) -> None:
        rule(len(move[1]) == 32, "a seal has 32 bytes")
        self.become("battle", a, b, move[1], None)

    def _battle_show(self, move: list[Any], face: str, a: int, b: int, sealed: bytes, shown: None) -> None:
        self._set_aside(b, move[1], face)
        self.become("battle", a, b, sealed, face)

    def _unseal_show(self, move: list[Any], face: str, a: int, b: int, sealed: bytes, shown: str) -> None:
        nonce, card = move[2], move[1]
        fits = len(nonce) == 32 and hashed(b"p2puno/battle" + nonce + card.to_bytes(4, "big")) == sealed
        rule(fits, "not the card that was sealed")
        self._set_aside(a, card, face)
        if number_of(face) == number_of(shown):
            self.become("battle", a, b, None, None)
        else:
            self._lose_battle(a, b, a if number_of(face) < number_of(shown) else b)

    def _set_aside(self, seat: int, card: int, face: str) -> None:
        rule(card in self.hands[seat], "not in the hand")
        self.hands[seat].remove(card)
        self.aside.append((seat, card))
        self.faces[self.side][card] = face

    def _trade_swap(self, move: list[Any], face: None, seat: int) -> None:
        first, second = move[1:]
        rule(first != second and {first, second} <= set(self.seats), "two different players")
        if self.agenda[-1][0] == "owntrade":
            rule(seat in (first, second), "the own hand")
            self.agenda[-1:] = [("oneleft", (first, second)), ("handover", seat, first, second)]
        else:
            self.become("handover", seat, first, second)
