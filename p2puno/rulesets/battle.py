"""Kickin' Battle: two players show cards, the lower number loses (B)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from p2puno.cards import Face, Symbol
from p2puno.decks import classic as classic_deck
from p2puno.events import BattleBegan, BattleShown, BattleWon
from p2puno.moves import NONCE_SIZE, Ask, Fight, IllegalMove, Move, Seal, Show, Waiting, choices, seal
from p2puno.round.drawing import DrawCards
from p2puno.round.naming import NAME_COLOUR
from p2puno.round.task import Task, wrong_move
from p2puno.rulesets import actions, classic

if TYPE_CHECKING:
    from p2puno.round.state import Round
    from p2puno.view import View

LOSER_DRAWS = 2
_OPPONENT, _SEAL = choices(Ask.OPPONENT), choices(Ask.SEAL)
_BATTLE, _UNSEAL = choices(Ask.BATTLE), choices(Ask.UNSEAL)


def battle(round: Round, seat: int, face: Face) -> None:
    round.out = None  # B-04: a round cannot end in a battle
    round.agenda.append(Opponent(seat))


@dataclass(slots=True)
class Opponent(Task):
    """The player of the card chooses the opponent (B-01)."""

    seat: int

    def wait(self, round: Round) -> Waiting:
        return _OPPONENT[self.seat]

    def answer(self, round: Round, move: Move) -> None:
        if type(move) is not Fight:
            raise wrong_move("B-01", "choose whom to battle")
        if move.opponent == self.seat or move.opponent not in round.hands:
            raise IllegalMove("B-01", "another player in the round must be challenged")
        round.agenda[-1] = Battle(self.seat, move.opponent)
        round.news.append(BattleBegan(self.seat, move.opponent))

    def without(self, round: Round, seat: int) -> Task | None:
        return None if seat == self.seat else self

    def moves(self, view: View) -> list[Move]:
        return [Fight(seat) for seat in view.round.seats if seat != self.seat]


@dataclass(slots=True)
class Battle(Task):
    """One exchange: the challenger seals a card, the opponent shows one, the challenger unseals theirs."""

    challenger: int
    challenged: int
    sealed: bytes | None = None
    shown: Face | None = None

    def wait(self, round: Round) -> Waiting | None:
        if self.sealed is None:
            for seat in (self.challenger, self.challenged):
                if not round.hands[seat]:
                    if round.can_draw:
                        round.agenda.append(DrawCards(seat, 1))  # B-04
                    else:
                        self.end(round, seat)  # B-07
                    return None
            return _SEAL[self.challenger]
        if self.shown is None:
            return _BATTLE[self.challenged]
        return _UNSEAL[self.challenger]

    def answer(self, round: Round, move: Move) -> None:
        if self.sealed is None:
            if type(move) is not Seal or len(move.digest) != 32:
                raise wrong_move("B-02", "choose a card, sealed")
            round.agenda[-1] = Battle(self.challenger, self.challenged, move.digest)
            return
        if type(move) is not Show:
            raise wrong_move("B-02", "show a card")
        seat = self.challenged if self.shown is None else self.challenger
        if move.card not in round.hands[seat]:
            raise IllegalMove("B-02", "that card is not in your hand")
        round.check_face(move.card, move.face)
        if self.shown is None:
            round.agenda[-1] = Battle(self.challenger, self.challenged, self.sealed, move.face)
        elif len(move.nonce) != NONCE_SIZE or seal(move.card, move.nonce) != self.sealed:
            raise IllegalMove("B-02", "that is not the card that was sealed")
        round.hands[seat].remove(move.card)
        round.aside.append((seat, move.card))
        round.faces[round.side][move.card] = move.face
        if self.shown is None:
            return
        round.news.append(BattleShown(move.face, self.shown))
        if move.face.number == self.shown.number:
            round.agenda[-1] = Battle(self.challenger, self.challenged)  # B-03
        else:
            self.end(round, self.challenger if move.face.number < self.shown.number else self.challenged)

    def end(self, round: Round, loser: int) -> None:
        winner = self.challenged if loser == self.challenger else self.challenger
        round.hands[loser] += [card for _, card in round.aside]  # B-05
        round.news.append(BattleWon(winner, loser, len(round.aside)))
        round.aside = []
        round.agenda[-1] = Aftermath((self.challenger, self.challenged), winner)
        round.agenda.append(DrawCards(loser, LOSER_DRAWS))

    def without(self, round: Round, seat: int) -> Task | None:
        if seat not in (self.challenger, self.challenged):
            return self
        for owner, card in round.aside:  # L-02
            round.hands[owner].append(card)
        round.aside = []
        remaining = self.challenged if seat == self.challenger else self.challenger
        return Aftermath((remaining,), remaining)

    def moves(self, view: View) -> list[Move]:
        """For the challenger, the cards to show later: the seal follows from the choice."""
        hand = view.round.hands[self.challenged if self.sealed and not self.shown else self.challenger]
        return [Show(card, face) for card, face in view.known_of(hand)]


@dataclass(slots=True)
class Aftermath(Task):
    """A player without cards draws (B-04), and the winner names the colour (B-06)."""

    battlers: tuple[int, ...]
    winner: int

    def wait(self, round: Round) -> Waiting | None:
        for seat in self.battlers:
            if not round.hands[seat]:
                if round.can_draw:
                    round.agenda.append(DrawCards(seat, 1))
                else:
                    round.out = seat  # B-07
                    round.agenda.pop()
                return None
        if self.winner in round.hands:
            round.agenda[-1] = NAME_COLOUR[self.winner]
        else:
            round.agenda.pop()
        return None

    def without(self, round: Round, seat: int) -> Task | None:
        return replace(self, battlers=tuple(other for other in self.battlers if other != seat))


RULES = replace(
    classic.RULES,
    name="battle",
    deck=classic_deck(Symbol.BATTLE),
    effects={**classic.EFFECTS, Symbol.BATTLE: battle},
    openings={**classic.OPENINGS, Symbol.BATTLE: actions.open_wild},
)
