"""The round as one seat sees it: the public state plus what only that seat knows."""

from __future__ import annotations

from collections.abc import Iterable

from p2puno.cards import Face
from p2puno.moves import Call, Catch, Choice, Claim, IllegalMove, JumpIn, Move
from p2puno.round.state import Round
from p2puno.round.uno import may_call_ahead


class View:
    """`seat` is None for a spectator, who knows only what is public."""

    __slots__ = ("known", "round", "seat")

    def __init__(self, round: Round, seat: int | None) -> None:
        self.round = round
        self.seat = seat
        self.known: tuple[dict[int, Face], ...] = ({}, {}) if len(round.faces) > 1 else ({},)
        """What this seat was shown, by side and card. Handles are never reused, so it only grows."""

    def copy(self) -> View:
        """An independent view of the same position: for another thread."""
        other = View(self.round.copy(), self.seat)
        other.known = tuple(side.copy() for side in self.known)
        return other

    def learn(self, card: int, side: int, face: Face) -> None:
        """A card was opened to this seat alone."""
        self.known[side][card] = face

    def face(self, card: int, side: int | None = None) -> Face | None:
        """The face of a card on a side (by default the one in play), if this seat knows it."""
        if side is None:
            side = self.round.side
        return self.known[side].get(card) or self.round.faces[side].get(card)

    def known_of(self, cards: Iterable[int]) -> list[tuple[int, Face]]:
        """Those of these cards that this seat knows, with their faces."""
        side = self.round.side
        known, public = self.known[side], self.round.faces[side]
        found = []
        for card in cards:
            face = known.get(card) or public.get(card)
            if face is not None:
                found.append((card, face))
        return found

    def hand(self) -> list[tuple[int, Face]]:
        """The cards this seat holds, in the order they came."""
        return [] if self.seat is None else self.known_of(self.round.hands.get(self.seat, ()))

    def moves(self) -> list[Move]:
        """What this seat can do now, if it must choose. Where a card is sealed (B-02), the moves listed are
        the cards that could be shown later."""
        round = self.round
        waiting = round.waiting
        if type(waiting) is not Choice or waiting.seat != self.seat:
            return []
        return round.task.moves(self)

    def check(self, move: Move) -> None:
        """Raise IllegalMove unless this seat may do this, also by the cards that only it can see: what the
        move implies about them must be true."""
        assert self.seat is not None
        after = self.round.copy()
        after.apply(self.seat, move)
        for vow in after.vows[len(self.round.vows) :]:
            faces = ((card, self.face(card, vow.side)) for card in vow.cards)
            if any(face is not None and vow.broken_by(card, face) for card, face in faces):
                raise IllegalMove("K-24", "your cards do not allow that")

    def claims(self) -> list[Claim]:
        """The calls and catches that could have an effect now."""
        round, seat = self.round, self.seat
        if seat is None or seat not in round.hands or round.waiting is None:
            return []
        claims: list[Claim] = []
        if owing := round.uno_owners:
            if seat in owing:
                claims.append(Call())
            if owing != (seat,) and round.uno_open:
                claims.append(Catch(next(owner for owner in owing if owner != seat)))
        if may_call_ahead(round, seat):
            claims.append(Call())
        return claims

    def jumps(self) -> list[JumpIn]:
        """The cards that this seat could lay out of turn now."""
        round = self.round
        if self.seat not in round.hands or not round.claim_open or round.rules.out_of_turn is None:
            return []
        return round.rules.out_of_turn.moves(self)
