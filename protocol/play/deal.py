"""One deal: the round and the deck under it, from the commitments to the audit.

The deal asks the right seats for whatever the round waits for: a player for a move, every seat in turn for a
share or a mix. It takes one entry at a time, in an order that follows from public state.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from p2puno.cards import Face
from p2puno.dealer_choice import DealerChoice
from p2puno.match import Pairing
from p2puno.moves import Blind, Call, Catch, Choice, Draw, IllegalMove, Item, Move, Pass, Play
from p2puno.moves import Open as RoundOpen
from p2puno.moves import Shuffle as RoundShuffle
from p2puno.round import Result, Round
from p2puno.rulesets import rule_set
from p2puno.view import View
from protocol.deck import Deck, Lose, Open, RefusedError, Request, Reveal, Setup
from protocol.deck.opening import SHARE
from protocol.log import wire_moves
from protocol.log.entry import AGREE, DECK, MOVE, Entry
from protocol.log.table_terms import GO_ON
from protocol.play.audited_assertions import Promise, promise_breakers, promise_in, vow_breakers
from protocol.play.claims import asked, call_has_effect, may_claim, open_jump, owing
from protocol.play.deck_requests import deck_requests, showing
from protocol.play.forfeit_points import fined, forfeits, is_void, payment
from protocol.play.window_statements import CALL, check_silences, read_claim, read_jump
from protocol.remote_errors import (
    IllegalError,
    MalformedError,
    OtherStateError,
    OutOfTurnError,
    UnprovedError,
)

if TYPE_CHECKING:
    from protocol.play.game import Game


class Due(NamedTuple):
    """Who must write what now. `step` is the deck's step, or the decision that a player must make."""

    seat: int
    kind: str
    step: str = ""


class SpoiledError(IllegalError):
    """Refused after the deck had changed: the game must be rebuilt from its entries."""


class Deal:
    def __init__(self, game: Game, pairing: Pairing, number: int, after: bytes) -> None:
        self.game = game
        self.pairing = pairing
        self.number = number
        """The position of its first entry; reports use it as the deal's name."""
        self.rules = rule_set(game.options, game.genesis.first_rules)
        seats = tuple(sorted(pairing.seats.order))
        # In a deal an operator is named by their lowest seat in it: their own may be out of the match.
        operators = [game.genesis.players[seat].operator for seat in seats]
        representatives = tuple(seats[operators.index(operator)] for operator in operators)
        self.operators = dict(zip(seats, operators, strict=True))
        setup = Setup(
            game=game.id,
            after=after,
            seats=seats,
            operators=representatives,
            size=self.rules.deck.size,
            sides=len(self.rules.deck.sides),
            split=game.terms.dropout == GO_ON,
        )
        mine = game.seat in seats and game.secret is not None
        self.deck = Deck(
            setup,
            game.seat if mine else None,
            game.secret if mine else None,
            calculator=game.calculator,
        )
        self.draw = DealerChoice(self.rules.deck, pairing.seats.order) if pairing.dealer is None else None
        """The draw for the deal (S-02), if this deal begins with one."""
        self.stranded = False
        """Whether the draw is over, but the round must wait until a seat is back (L-04)."""
        self.round: Round | None = None
        self.view: View | None = None
        self.revealing = False
        self.agreed: list[int] = []
        self.asks: list[set[int]] = []
        """For every agreement, the lost seats that its author agrees to take back."""
        self.window: int | None = None
        """The position at which the last card was laid: what is claimed out of turn is about that card."""
        self.window_hash = b""
        """The hash of that entry. Statements about the window name it."""
        self.claimed: set[int] = set()
        """The seats whose claim about UNO was admitted in this window."""
        self.promises: list[Promise] = []
        self.result: Result | None = None
        self.offenders: tuple[int, ...] = ()
        self.pays: Mapping[int, int] = {}
        """What each hand pays to the player who went out: its points, but see L-06 and L-08."""
        self.guilty: set[int] = set()
        """Seats that a dispute or the audit has shown to have cheated in this deal."""
        self.lost: set[int] = set()
        self.faces: dict[tuple[int, int], int] = {}
        """After the reveal, every face that can be known, including cards that were mixed again later."""
        self.audited = False
        """Whether every seat revealed its seed, so that every step was checked and every card is known."""
        self.shown: list[tuple[int, tuple[Item, ...]]] = []
        """The cards that became known at each position, and to whom, for replays."""
        self._queue: list[Request] = []
        self._asked: RoundShuffle | RoundOpen | None = None

    # -- who must do what -------------------------------------------------------------------------------

    @property
    def agreeing(self) -> bool:
        """Whether the round is decided and its result is being countersigned."""
        return not self.revealing and self.round is not None and _decided(self.round)

    @property
    def void(self) -> bool:
        """Whether nobody is paid for this round, because a seat of who would be has cheated (L-08)."""
        out = None if self.round is None else self.round.out
        return is_void(self.game.genesis, self.pairing.seats, out, self.guilty)

    @property
    def verified(self) -> bool | None:
        """Whether the audit found everything in order. None if not all could be checked."""
        return False if self.void else self.audited or None

    def due(self) -> Due | None:
        if waiting := self.deck.waiting():
            seat, step = waiting[0]
            return Due(seat, DECK, step)
        if self.agreeing:
            missing = [seat for seat in self.game.match.playing if seat not in self.agreed]
            return Due(missing[0], AGREE) if missing else None
        if self.round is not None and type(self.round.waiting) is Choice:
            return Due(self.round.waiting.seat, MOVE, self.round.waiting.ask)
        return None

    def owing(self, move: Move | wire_moves.Showing | None = None) -> tuple[int, ...]:
        """The seats that must claim or keep silent before the next turn can begin, with this move (G-11)."""
        round, due = self.round, self.game.due()
        if round is None or due is None or due.kind != MOVE or not round.turn_due:
            return ()
        begins = move is None or isinstance(move, Play | Draw | Pass | wire_moves.Showing)
        return owing(round, due.seat, self.claimed) if begins else ()

    def jumping(self) -> tuple[int, ...]:
        """The seats that may lay a card out of turn now, in the order in which they are asked."""
        due = self.game.due()
        if self.round is None or due is None or due.kind != MOVE or not self.round.claim_open:
            return ()
        return asked(self.round, due.seat)

    # -- what was written -------------------------------------------------------------------------------

    def take(self, entry: Entry) -> None:
        """Apply an entry of the seat that is due, or raise and change nothing."""
        match entry.kind:
            case "deck":
                self._take_step(entry)
            case "move":
                self._take_move(entry)
            case "admit":
                self._take_claim(entry)
            case "agree":
                self._take_agreement(entry)
        self.serve()

    def _take_step(self, entry: Entry) -> None:
        match entry.payload:
            case [str(step), value]:
                pass
            case _:
                raise MalformedError("a step of the deck has a name and a value", entry.seat)
        if (entry.seat, step) != self.deck.waiting()[0]:
            raise OutOfTurnError("not the step that is due", entry.seat)
        try:
            blames = self.deck.take(entry.seat, step, value)
        except RefusedError as refused:
            raise UnprovedError(str(refused), entry.seat, step) from None
        if blames:
            self.offenders = tuple(sorted({blame.seat for blame in blames}))

    def _take_move(self, entry: Entry) -> None:
        round = self.round
        assert round is not None
        match entry.payload:
            case [wire, [*silences]]:
                move = wire_moves.read_move(wire)
            case _:
                raise MalformedError("a move comes with the silences it needs", entry.seat)
        if type(move) is Call and not call_has_effect(round, entry.seat):
            raise IllegalError("a call of UNO that has no effect (G-12)", entry.seat)
        owing = self.owing(move)
        check_silences(self.game.genesis, self.window_values(), owing, silences, entry.seat)
        spoiled = False
        if isinstance(move, wire_moves.Showing):
            face, spoiled = self._open(entry.seat, move)
            move = move.bearing(face)
        try:
            promise = promise_in(round, entry.seat, move)
            round.apply(entry.seat, move)
        except IllegalMove as illegal:
            kind = SpoiledError if spoiled else IllegalError
            raise kind(str(illegal), entry.seat, illegal.rule) from None
        if promise is not None:
            self.promises.append(promise)
        if isinstance(move, Play | Blind):
            self._open_window(entry)

    def _open_window(self, entry: Entry) -> None:
        """A card was laid: whatever is claimed now is about this card."""
        self.window, self.window_hash = entry.position, entry.hash
        self.claimed = set()

    def _open(self, seat: int, move: wire_moves.Showing) -> tuple[Face, bool]:
        """The face of the card shown, and whether opening it changed the deck."""
        round = self.round
        assert round is not None
        place = (move.card, round.side)
        if not any(move.card in hand for hand in round.hands.values()):
            raise IllegalError("a card that is in nobody's hand", seat)
        if (known := self.deck.public(*place)) is not None:
            if move.share is not None:
                raise MalformedError("a share of a card that all can see", seat)
            return self.face(round.side, known), False
        try:
            self.deck.take(seat, SHARE, move.share, Open(((*place, None),), by=seat))
        except RefusedError as refused:
            raise UnprovedError(str(refused), seat, SHARE) from None
        shown = self.deck.public(*place)
        assert shown is not None
        return self.face(round.side, shown), True

    def window_values(self) -> list[Any]:
        """The values by which claims and silences identify the window."""
        return [self.window, self.window_hash]

    def _take_claim(self, entry: Entry) -> None:
        round = self.round
        assert round is not None
        if isinstance(entry.payload, list) and len(entry.payload) == 3:
            self._take_jump(entry, round)
            return
        window = self.window_values() if may_claim(round) else None
        speakers = round.hands.keys() - self.claimed
        seat, word = read_claim(self.game.genesis, window, speakers, entry)
        owner = round.turn if round.uno_seat is None else round.uno_seat
        round.apply(seat, Call() if word == CALL else Catch(owner))
        self.claimed.add(seat)

    def _take_jump(self, entry: Entry, round: Round) -> None:
        order = self.jumping()
        window = self.window_values() if order else None
        jump = read_jump(self.game.genesis, window, order, entry)
        move, spoiled = open_jump(self, jump)
        try:
            round.apply(jump.seat, move)
        except IllegalMove as illegal:
            kind = SpoiledError if spoiled else IllegalError
            raise kind(str(illegal), entry.seat, illegal.rule) from None
        self._open_window(entry)

    def _take_agreement(self, entry: Entry) -> None:
        match entry.payload:
            case [bytes(digest), [*asks]]:
                pass
            case _:
                raise MalformedError("an agreement is a digest and who may come back", entry.seat)
        if digest != self.game.digest():
            raise OtherStateError("agrees to another state than ours", entry.seat)
        self.asks.append(self.game.read_asks(asks, entry.seat))
        self.agreed.append(entry.seat)

    # -- what follows -----------------------------------------------------------------------------------

    def serve(self) -> None:
        """Continue until an entry is needed."""
        while not (self.offenders or self.stranded or self.result is not None or self.deck.waiting()):
            round = self.round
            if self._queue:
                self.deck.begin(self._queue.pop(0))
            elif self._asked is not None:
                self._answer(self._asked)
            elif round is None:
                if self.draw is not None and self.draw.waiting is not None:
                    self._ask(self.draw.waiting)
                else:
                    self._begin_round()
            elif self.revealing:
                self._audit()
            elif _decided(round):
                if any(seat not in self.agreed for seat in self.game.match.playing):
                    return
                self.revealing = True
                self.deck.begin(Reveal())
                if self.lost:
                    self._strike(sorted(self.lost))
            elif isinstance(round.waiting, RoundShuffle | RoundOpen):
                self._ask(round.waiting)
            else:
                return

    def _begin_round(self) -> None:
        """Begin the round: all keys and the dealer are known."""
        pairing, draw, first = self.pairing, self.draw, 0
        if draw is not None:
            assert draw.dealer is not None
            self.game.match.dealer_drawn(pairing.table, draw.dealer)
            self.game.draws.append(draw)
            self.pairing = pairing = pairing._replace(dealer=draw.dealer)
            first = draw.cards.start
        if self.lost and not self.game.match.mode.short_handed:
            self.stranded = True
            return
        assert pairing.dealer is not None
        order = [seat for seat in pairing.seats.order if seat not in self.lost]
        self.round = Round(self.rules, self.game.options, order, pairing.dealer, first)
        self.view = View(self.round, self.game.seat)

    def _ask(self, waiting: RoundShuffle | RoundOpen) -> None:
        """Ask the deck for what the draw or the round waits for."""
        self._asked = waiting
        self._queue = deck_requests(waiting, self.round)

    def _answer(self, asked: RoundShuffle | RoundOpen) -> None:
        """The deck has finished the request: tell the draw or the round."""
        self._asked = None
        waits = self.draw if self.round is None else self.round
        assert waits is not None
        if isinstance(asked, RoundShuffle):
            waits.shuffled()
            return
        self._learn(asked)
        self.shown.append((self.game.position, asked.items))
        waits.opened([self._public(card, side) for card, side, to in asked.items if to is None])

    def face(self, side: int, card: int) -> Face:
        return self.rules.deck.sides[side][card]

    def _public(self, card: int, side: int) -> Face:
        known = self.deck.public(card, side)
        assert known is not None
        return self.face(side, known)

    def _learn(self, waiting: RoundOpen) -> None:
        view = self.view
        if view is None or view.seat is None:
            return
        for card, side, to in waiting.items:
            if to == view.seat and (known := self.deck.face(card, side)) is not None:
                view.learn(card, side, self.face(side, known))

    def _audit(self) -> None:
        """After the reveal: count the points, and look for lies about hidden cards."""
        round = self.round
        assert round is not None
        audit = self.deck.audit()
        self.faces, self.audited = audit.faces, audit.complete
        guilty = {blame.seat for blame in audit.blames}
        self.game.strayed = self.game.strayed or bool(guilty)
        guilty |= promise_breakers(self.promises, audit.faces, self.rules.deck)
        guilty |= vow_breakers(round.vows, audit.faces, self.rules.deck)
        if isinstance(round.waiting, RoundOpen):
            known = [(side, audit.faces.get((card, side))) for card, side, _ in round.waiting.items]
            round.opened([None if card is None else self.face(side, card) for side, card in known])
        assert round.result is not None
        self.result = round.result
        self.pays = payment(round, round.result.held, self.operators, audit.opened, self.faces)
        self.guilty |= guilty
        self.offenders = tuple(sorted(guilty - self.lost))

    def close(self) -> None:
        """All guilty seats are lost, so the score is final. Free the deck's memory."""
        assert self.result is not None
        self.result = fined(self.result, self.game.genesis, self.guilty, self.game.match.mode.charges)
        if self.void:
            self.pays = {}
        del self.deck

    def forfeits(self) -> dict[int, int]:
        """What the round costs the seats that were lost in it, if it cannot be finished (L-07)."""
        return {} if self.round is None else forfeits(self.round, self.operators, self.lost)

    # -- without a seat ---------------------------------------------------------------------------------

    def lose(self, seats: Sequence[int], proved: Collection[int]) -> bool:
        """Continue without these seats, some of them proved to have cheated. False if that is impossible:
        then the round must be dealt again."""
        self.guilty.update(proved)
        gone = tuple(seat for seat in seats if seat in self.deck.setup.seats)
        self.lost.update(gone)
        self.offenders = tuple(seat for seat in self.offenders if seat not in seats)
        drawing = self.draw is not None and self.round is None
        short_handed = self.game.match.mode.short_handed
        if self.result is not None:
            pass  # everything is counted already
        elif self.revealing:
            if gone:
                self._strike(gone)
        elif self.agreeing:
            pass  # they are removed from the deck when the reveal begins
        elif not (drawing or short_handed) or not self.deck.can_lose(gone):
            return False
        elif gone:
            self.deck.begin(Lose(gone))
            self._queue, self._asked = [], None
            if self.round is not None:
                for seat in gone:
                    if not _decided(self.round):  # by one that left before it, of the same player (K-40)
                        self.round.leave(seat)
            elif self.draw is not None and short_handed:  # otherwise the table waits for the seat
                for seat in gone:
                    self.draw.leave(seat)
        self.serve()
        return True

    def _strike(self, seats: Sequence[int]) -> None:
        """Reveal without these seats. Losing seats drops pending requests, so the reveal starts again."""
        self.deck.begin(Lose(tuple(seats)))
        self.deck.begin(Reveal())

    # -- our own part -----------------------------------------------------------------------------------

    def own_payload(self, due: Due, asks: list[Any]) -> Any:
        """The payload of an entry that needs no decision of the player: a deck step or an agreement."""
        if due.kind == DECK:
            return [due.step, self.deck.answer(due.step)]
        return [self.game.digest(), asks]

    def own_move(self, move: Move, silences: list[bytes]) -> Any:
        """The payload of our move, with the share that opens its card."""
        assert self.round is not None
        card = wire_moves.shown_card(move)
        request = None if card is None else showing(self.deck, card, self.round.side, self.game.seat)
        share = None if request is None else self.deck.answer(SHARE, request)
        return [wire_moves.write_move(move, share), silences]


def _decided(round: Round) -> bool:
    """Whether the play is over and only the hands must be opened and counted."""
    return round.result is not None or round.counting
