"""The moves of a round, by what was asked (protocol.md §19.4)."""

from __future__ import annotations

from typing import Any

from tests.independent.cards import DARK, LIGHT, colour_of, number_of, symbol_of
from tests.independent.round import Machine, Penalty, Task
from tests.independent.wire import Bad, hashed


def rule(holds: bool, why: str) -> None:
    if not holds:
        raise Bad("illegal", why)


class Round(Machine):
    def apply(self, seat: int, move: list[Any], face: str | None) -> None:
        """A move of the seat that is asked, with the face of the card it shows."""
        name = move[0]
        if name == "call":
            open_window = self.uno_seat == seat and not self.uno_called
            rule(open_window or (self.may_call_ahead(seat) and not self.uno_ahead), "a call without effect")
            self.say(seat, "call")
            return
        assert self.waiting is not None
        ask = self.waiting[2]
        wanted = {
            "turn": ("play", "draw", "pass"),
            "drawn": ("play", "keep"),
            "colour": ("name",),
            "challenge": ("accept", "challenge"),
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
        self._check_play(self.turn, move[1], face)
        self._begin()
        self._lay(self.turn, move[1], face, move[2])

    def _turn_draw(self, move: list[Any], face: None) -> None:
        rule(self.can_draw(), "nothing to draw")
        self._begin()
        self.drew = True
        self.agenda.append(("draw", self.turn, 1, None, ("drawn", self.turn)))

    def _turn_pass(self, move: list[Any], face: None) -> None:
        rule(not self.can_draw(), "who does not play must draw")
        passes = self.passes + 1
        self._begin()
        self.passes = passes
        if passes >= len(self.seats):
            self.result = ("blocked", self.dealer, None, {})

    def _drawn_play(self, move: list[Any], face: str, seat: int) -> None:
        rule(move[1] == self.hands[seat][-1], "only the card drawn")
        self._check_play(seat, move[1], face)
        self.agenda.pop()
        self._lay(seat, move[1], face, move[2])

    def _drawn_keep(self, move: list[Any], face: None, seat: int) -> None:
        self.agenda.pop()

    def _check_play(self, seat: int, card: int, face: str) -> None:
        rule(card in self.hands[seat], "not in the hand")
        colour = colour_of(face)
        fits = colour is None or colour == self.colour or symbol_of(face) == symbol_of(self.top)
        rule(fits, f"{face} on {self.top}, {self.colour}")

    def _lay(self, seat: int, card: int, face: str, said_uno: bool) -> None:
        before = self.colour
        hand = self.hands[seat]
        hand.remove(card)
        self.discard.append(card)
        self.faces[self.side][card] = self.top = face
        self.colour = colour_of(face) or self.colour
        self.drew = False
        if len(hand) == 1:
            self.uno_seat, self.uno_called, self.uno_heard = seat, said_uno or self.uno_ahead, []
        elif not hand:
            self.out = seat
        self._effect(seat, symbol_of(face), before)

    def _effect(self, seat: int, symbol: str, before: str | None) -> None:
        push = self.agenda.append
        victim = self.next(seat)
        if symbol == "r" and len(self.seats) > 2:
            self.direction = -self.direction
            self.upcoming = self.next(seat)
        elif symbol in ("r", "s"):
            self.upcoming = self.next(victim)
        elif symbol == "e":
            self.upcoming = seat
        elif symbol in ("+1", "+2", "+5"):
            self.upcoming = self.next(victim)
            push(("draw", victim, int(symbol[1]), None, None))
        elif symbol in ("W", "Wc"):
            if self.out is None:
                push(("name", seat))
        elif symbol in ("W+2", "W+4", "W+c"):
            penalty = {"W+2": (2, False), "W+4": (4, False), "W+c": (0, True)}[symbol]
            if self.out is None:
                push(("doubt", victim, seat, before, penalty))
                push(("name", seat))
            else:
                push(("pay", victim, penalty))
                if symbol == "W+c":
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
        self.become(*self.draws(victim, penalty))
        self.upcoming = self.next(victim)

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
        self.become(*self.draws(accused, penalty))

    def _verdict_innocent(
        self, move: list[Any], face: None, victim: int, accused: int, colour: str | None, penalty: Penalty
    ) -> None:
        public = [self.known(card) for card in self.hands[accused]]
        rule(
            not any(f is not None and colour is not None and colour_of(f) == colour for f in public),
            "all see it",
        )
        self.become(*self.draws(victim, penalty, 2))
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
        self.become("handover", seat, first, second)
