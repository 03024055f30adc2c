"""A table for tests: set up in one line of notation, played by the codes of the cards.

    t = table("classic | 0> R R5 | 0: R3 G7 | 1: B2 Y9 | pile: G1 +")
    t.play(0, "R3")
    assert t.turn == 1
    with t.refused("T-01"):
        t.play(1, "Y9")

Every step is checked on the way: a move that is accepted was listed for its player, one that is refused
was not and left the round as it was, and no card is ever lost or doubled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from random import Random

import pytest

from p2puno.cards import Colour, Face, face
from p2puno.dealer import Dealer, sealed
from p2puno.events import Event
from p2puno.moves import (
    Accept,
    Ask,
    Blind,
    Call,
    Catch,
    Challenge,
    Choice,
    Declare,
    Draw,
    Fight,
    Guilty,
    IllegalMove,
    Innocent,
    JumpIn,
    Keep,
    Move,
    Name,
    Open,
    Pass,
    Play,
    Quiet,
    Seal,
    Show,
    Shuffle,
    Stop,
    Swap,
)
from p2puno.options import Options
from p2puno.round import Result, Round
from p2puno.rulesets import rule_set
from p2puno.view import View
from tests import notation

NONCE = bytes(32)


class Table:
    """A round with all its cards. Cards that must be shown when drawn are shown by themselves, unless
    `honest` is turned off and the test says what is declared."""

    def __init__(self, dealer: Dealer, shuffles: Sequence[str] = (), honest: bool = True) -> None:
        self.dealer = dealer
        self.round = dealer.round
        self.shuffles = [_wishes(text) for text in shuffles]
        """What the shuffles to come bring to the top."""
        self.honest = honest
        self.news: list[Event] = []
        """What the last step did."""
        self._cards = len(self._places())

    # -- what can be seen -------------------------------------------------------------------------------

    @property
    def waits(self) -> tuple[int, str] | None:
        """Who must choose, and about what; None when the round is over."""
        waiting = self.round.waiting
        if waiting is None:
            return None
        assert type(waiting) is Choice, f"the round waits for {waiting}"
        return waiting.seat, waiting.ask.value

    @property
    def turn(self) -> int:
        """Who is to take a turn; something else pending is a mistake of the test."""
        assert self.waits is not None, "the round is over"
        seat, ask = self.waits
        assert ask == "turn", f"nobody is to take a turn: {self.waits}"
        return seat

    @property
    def colour(self) -> str | None:
        return self.round.colour

    @property
    def top(self) -> str:
        assert self._code(self.round.discard[-1]) == self.round.top.code
        return self.round.top.code

    @property
    def discard(self) -> str:
        """The discard pile, top first."""
        return self._codes(reversed(self.round.discard))

    @property
    def pile(self) -> str:
        """The draw pile, top first."""
        return self._codes(reversed(self.round.pile))

    def hand(self, seat: int) -> str:
        """The cards in a hand, in the order they came."""
        return self._codes(self.round.hands[seat])

    def size(self, seat: int) -> int:
        return len(self.round.hands[seat])

    def can(self, seat: int) -> set[str]:
        """What the seat's view lists, in short: cards by their code (`R3 uno` with a call), colours by
        their letter, seats by their number, everything else by its name."""
        return {_short(move) for move in self.view(seat).moves()}

    def view(self, seat: int | None) -> View:
        return View(self.round, None) if seat is None else self.dealer.views[seat]

    def sees(self, watcher: int | None, owner: int, side: int | None = None) -> str:
        """What one seat (None: a spectator) knows of another's hand; `?` where it knows nothing."""
        view = self.view(watcher)
        known = [view.face(card, side) for card in self.round.hands[owner]]
        return " ".join("?" if each is None else each.code for each in known)

    @property
    def result(self) -> Result:
        assert self.round.result is not None, f"the round is not over: {self.waits}"
        return self.round.result

    def line(self) -> str:
        return notation.write(notation.Position(self.dealer))

    # -- what can be done -------------------------------------------------------------------------------

    def play(self, seat: int, code: str, uno: bool = False) -> None:
        self.move(seat, Play(*self.find(code, seat), uno))

    def draw(self, seat: int) -> None:
        self.move(seat, Draw())

    def keep(self, seat: int) -> None:
        self.move(seat, Keep())

    def skip(self, seat: int) -> None:
        """Neither play nor draw (T-09)."""
        self.move(seat, Pass())

    def name(self, seat: int, colour: str) -> None:
        self.move(seat, Name(Colour(colour)))

    def accept(self, seat: int) -> None:
        self.move(seat, Accept())

    def challenge(self, seat: int) -> None:
        self.move(seat, Challenge())

    def guilty(self, seat: int, code: str, accused: int) -> None:
        self.move(seat, Guilty(*self.find(code, accused)))

    def innocent(self, seat: int) -> None:
        self.move(seat, Innocent())

    def declare(self, seat: int, code: str) -> None:
        self.move(seat, Declare(*self.find(code, seat, last=True)))

    def quiet(self, seat: int) -> None:
        self.move(seat, Quiet())

    def fight(self, seat: int, opponent: int) -> None:
        self.move(seat, Fight(opponent))

    def seal(self, seat: int, code: str) -> Show:
        """The challenger chooses a card; what is returned shows it later."""
        seal, show = sealed(Show(*self.find(code, seat)), NONCE)
        self.move(seat, seal)
        return show

    def show(self, seat: int, code: str) -> None:
        self.move(seat, Show(*self.find(code, seat)))

    def battle(self, challenger: int, code: str, challenged: int, other: str) -> None:
        """One exchange of a battle."""
        show = self.seal(challenger, code)
        self.show(challenged, other)
        self.move(challenger, show)

    def swap(self, seat: int, first: int, second: int) -> None:
        self.move(seat, Swap(first, second))

    def call(self, seat: int) -> None:
        self.move(seat, Call())

    def catch(self, seat: int, whom: int) -> None:
        self.move(seat, Catch(whom))

    def stop(self, seat: int) -> None:
        """Lay no further card in this turn."""
        self.move(seat, Stop())

    def blind(self, seat: int) -> None:
        """Turn up the card just drawn, unseen."""
        self.move(seat, Blind())

    def jump(self, seat: int, code: str, uno: bool = False) -> None:
        """Lay a card out of turn."""
        self.move(seat, JumpIn(*self.find(code, seat), uno))

    def leave(self, seat: int) -> None:
        self.round.news.clear()
        self.round.leave(seat)
        self.settle()

    def move(self, seat: int, move: Move) -> None:
        """Any move at all, also one that its view does not list."""
        listed = _listed(self.view(seat).moves() if seat in self.dealer.views else [], move)
        if type(move) is JumpIn:
            listed = move in self.view(seat).jumps()
        self.round.news.clear()
        try:
            self.round.apply(seat, move)
        except IllegalMove:
            assert not listed, f"{move} is listed for seat {seat}, but refused"
            raise
        assert listed is not False or not self.honest, f"{move} was taken from seat {seat}, but not listed"
        self.settle()

    @contextmanager
    def refused(self, rule: str) -> Iterator[None]:
        """What is tried inside is illegal by this rule, and changes nothing."""
        before, waiting, places = self.round.digest(), self.round.waiting, self._places()
        with pytest.raises(IllegalMove) as illegal:
            yield
        assert illegal.value.rule == rule, f"refused by another rule than {rule}: {illegal.value}"
        assert (self.round.digest(), self.round.waiting, self._places()) == (before, waiting, places)
        assert not self.round.news, "a move that is refused makes no news"

    # -- cards ------------------------------------------------------------------------------------------

    def find(self, code: str, seat: int, last: bool = False) -> tuple[int, Face]:
        """A card with this face: in the seat's hand if there is one (the first, or the last), or anywhere."""
        wanted = face(code)
        faces = self.dealer.faces[self.round.side]
        hand = [card for card in self.round.hands.get(seat, ()) if faces[card] is wanted]
        anywhere = [card for card, bears in sorted(faces.items()) if bears is wanted]
        assert anywhere, f"there is no {code} at this table"
        return (hand[-1 if last else 0] if hand else anywhere[0]), wanted

    def _code(self, card: int) -> str:
        return self.dealer.faces[self.round.side][card].code

    def _codes(self, cards: Sequence[int] | Iterator[int]) -> str:
        return " ".join(self._code(card) for card in cards)

    def _places(self) -> list[int]:
        round = self.round
        return sorted(
            [
                *round.pile,
                *round.discard,
                *(card for _, card in round.aside),
                *(card for hand in round.hands.values() for card in hand),
            ]
        )

    def settle(self) -> None:
        """Answer what needs no decision, and see that all cards are still there."""
        while self.serve():
            pass
        self.news = list(self.round.news)
        self.round.news.clear()
        places = self._places()
        assert len(places) == len(set(places)) == self._cards, "a card was lost or doubled"

    def serve(self) -> bool:
        """Answer one thing that needs no decision; false if there is none."""
        round, faces = self.round, self.dealer.faces
        match round.waiting:
            case Open(items):
                for card, where, to in items:
                    if to is not None:
                        self.view(to).learn(card, where, faces[where][card])
                round.opened([self.dealer.face(card, where) for card, where, to in items if to is None])
            case Shuffle(cards, first):
                self.dealer.remember_left()
                for side in faces:
                    mixed = self._shuffle([side.pop(card) for card in cards])
                    side.update(enumerate(mixed, first))
                round.shuffled()
            case Choice(seat, Ask.DECLARE) if self.honest:
                (move,) = self.view(seat).moves()
                round.apply(seat, move)
            case _:
                return False
        return True

    def _shuffle(self, faces: list[Face]) -> list[Face]:
        """What was wished for on top; the others stay as they were."""
        wishes = self.shuffles.pop(0) if self.shuffles else []
        rest = list(faces)
        for wish in wishes:
            if wish is not None:
                rest.remove(wish)
        given = [wish or rest.pop() for wish in wishes]
        return [*rest, *reversed(given)]


def _listed(moves: Sequence[Move], move: Move) -> bool | None:
    """Whether a view lists this move, in the shape in which views list it; None where views list none."""
    if isinstance(move, Call | Catch | JumpIn | Seal) or (type(move) is Show and move.nonce):
        return None
    if type(move) is Play and move not in moves:
        move = replace(move, uno=False)  # a call that has no effect (G-12) is not listed
    elif type(move) is Swap:
        move = Swap(min(move.first, move.second), max(move.first, move.second))
    return move in moves


def _short(move: Move) -> str:
    match move:
        case Play(_, shown, uno):
            return f"{shown} uno" if uno else f"{shown}"
        case Guilty(_, shown) | Declare(_, shown):
            return f"{type(move).__name__.lower()} {shown}"
        case Show(_, shown):
            return f"{shown}"
        case Name(colour):
            return colour.value
        case Fight(opponent):
            return f"{opponent}"
        case Swap(first, second):
            return f"{first}-{second}"
        case _:
            return type(move).__name__.lower()


def table(line: str, *shuffles: str, honest: bool = True) -> Table:
    """The position, ready to be played.

    `shuffles`: the cards that the shuffles to come bring to the top, in this order; `7*?` stands for any
    seven. Each side of two-sided cards is a shuffle of its own, the light one first.
    """
    return Table(notation.read(line).dealer, shuffles, honest)


def dealt(
    variant: str,
    *shuffles: str,
    players: int = 3,
    dealer: int = 0,
    hand_size: int = 7,
    house: tuple[str, ...] = (),
) -> Table:
    """A round from its very beginning; `shuffles` as for `table`, the deal being the first."""
    t = undealt(variant, *shuffles, players=players, dealer=dealer, hand_size=hand_size, house=house)
    t.settle()
    return t


def undealt(
    variant: str,
    *shuffles: str,
    players: int = 3,
    dealer: int = 0,
    hand_size: int = 7,
    house: tuple[str, ...] = (),
) -> Table:
    """The same before anything is done."""
    options = Options(variant, hand_size=hand_size, house_rules=house)
    round = Round(rule_set(options), options, range(players), dealer)
    return Table(Dealer(round, Random(0)), shuffles)


def opened(
    variant: str, *cards: str, players: int = 3, dealer: int = 0, house: tuple[str, ...] = ()
) -> Table:
    """A round dealt so that these cards are turned up, one after the other as long as they go back.
    What follows a card lies under it. Two-sided cards are `light:dark`."""
    shuffles: list[str] = []
    for number, card in enumerate(cards):
        above = f"{7 * players}*? " if number == 0 else ""
        shuffles += [above + side for side in card.split(":")]
    return dealt(variant, *shuffles, players=players, dealer=dealer, house=house)


def _wishes(text: str) -> list[Face | None]:
    wishes: list[Face | None] = []
    for word in text.split():
        count, _, code = word.rpartition("*")
        wishes += [None if code == "?" else face(code)] * int(count or 1)
    return wishes
