"""One deal of a log: deck, round, claims, agreement, reveal and audit (protocol.md §11 to §15)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from tests.independent.cards import colour_of, highest_points, symbol_of
from tests.independent.deck import Deck
from tests.independent.draw import Draw
from tests.independent.house import cards_of, may_be_twin
from tests.independent.leaving import digest_fields, leave
from tests.independent.moves import Round
from tests.independent.wire import (
    Bad,
    Entry,
    Statement,
    check_signature,
    hashed,
    need,
    read_statement,
    statement,
    whole,
)

if TYPE_CHECKING:
    from tests.independent.verifier import Log

BARE = {"draw", "keep", "stop", "blind", "pass", "accept", "challenge", "innocent", "quiet", "call"}
SHOWING = {"play", "guilty", "declare", "show"}
Promise = tuple[int, list[int], int, str | None, bool]
"""Who promised that these cards have, on this side, not this colour, and are no Crash."""


def read_move(value: object) -> list[Any]:
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        raise Bad("malformed", "not a move")
    number = {"name": 2, "fight": 2, "seal": 2, "swap": 3} | dict.fromkeys(SHOWING, 4)
    name, rest = value[0], value[1:]
    need(len(value) == (1 if name in BARE else number.get(name, -1)), "not a move")
    if name in SHOWING:
        kinds: dict[str, type] = {"play": bool, "show": bytes}
        need(type(rest[0]) is int and isinstance(rest[1], kinds.get(name, type(None))), "not a move")
    elif name in ("fight", "swap"):
        need(all(type(seat) is int for seat in rest), "not a move")
    elif name == "name":
        need(isinstance(rest[0], str) and rest[0] in set("BGRYPTOU"), "not a colour")
    elif name == "seal":
        need(isinstance(rest[0], bytes), "not a seal")
    return value


class Deal:
    def __init__(self, log: Log, number: int, table: int, order: list[int], dealer: int | None) -> None:
        self.log, self.number, self.table, self.order, self.dealer = log, number, table, order, dealer
        self.variant: str = log.genesis.options["variant"]
        self.cards = cards_of(self.variant, log.genesis.options["house_rules"])
        seats = sorted(order)
        operators = [log.genesis.seats[seat].operator for seat in seats]
        lowest = [seats[operators.index(operator)] for operator in operators]
        size, split = len(self.cards[0]), log.genesis.split
        self.deck = Deck(log.id, log.after, seats, lowest, size, len(self.cards), split)
        self.draw = Draw(len(self.cards[0]), order) if dealer is None else None
        self.stranded = False
        """The draw is out, and the match waits for a seat before the round can be played."""
        self.round: Round | None = None
        self.asked: Any = None
        self.queue: list[Any] = []
        self.window: list[Any] = []
        """Position and hash of the move that opened it."""
        self.claimed: set[int] = set()
        self.agreed: list[int] = []
        self.asks: list[set[int]] = []
        self.promises: list[Promise] = []
        self.revealing = self.counted = self.complete = False
        self.lost: set[int] = set()
        self.caught: set[int] = set()
        """Lost by proof."""
        self.withheld = False
        """A seat of the player who went out has an unknown key."""
        self.guilty: set[int] = set()

    # -- who is entitled

    def due(self) -> tuple[int, str] | None:
        step = self.deck.waiting()
        if step is not None:
            return step[0], "deck"
        round = self.round
        assert round is not None
        if round.decided():
            return next(s for s in self.log.match.playing if s not in self.agreed), "agree"
        assert round.waiting is not None
        return round.waiting[1], "move"

    def take(self, entry: Entry) -> None:
        getattr(self, "_take_" + entry.kind)(entry)
        self.serve()

    def _take_deck(self, entry: Entry) -> None:
        payload = entry.payload
        need(isinstance(payload, list) and len(payload) == 2 and isinstance(payload[0], str), "a step")
        need((entry.seat, payload[0]) == self.deck.waiting(), "not the step that is due", "out-of-turn")
        self.guilty |= self.deck.take(entry.seat, payload[0], payload[1])

    # -- moves and claims (§11.3, §12)

    def _take_move(self, entry: Entry) -> None:
        round = self.round
        assert round is not None
        assert round.waiting is not None
        payload = entry.payload
        need(isinstance(payload, list) and len(payload) == 2 and isinstance(payload[1], list), "a move")
        move, silences = read_move(payload[0]), payload[1]
        self._check_silences(entry.seat, move[0], silences)
        face = self._show(entry.seat, move[1], move[3]) if move[0] in SHOWING else None
        task = round.agenda[-1] if round.agenda else ("turn",)
        promise: Promise | None = None
        if move[0] == "quiet" and task[0] == "declare":
            card = round.hands[entry.seat][-1]
            promise = (entry.seat, [card], round.side, task[3], self.variant == "crash")
        elif move[0] == "innocent" and task[0] == "verdict":
            promise = (entry.seat, list(round.hands[task[2]]), round.side, task[3], False)
        round.apply(entry.seat, move, face)
        if promise is not None:
            self.promises.append(promise)
        if move[0] in ("play", "blind"):
            self._open_window(entry)

    def _open_window(self, entry: Entry) -> None:
        self.window, self.claimed = [entry.position, hashed(entry.body)], set()

    def _check_silences(self, author: int, name: str, silences: list[Any]) -> None:
        round = self.round
        assert round is not None
        assert round.waiting is not None
        owing: list[int] = []
        closing = name in ("play", "draw", "pass") or name in SHOWING
        begins = not round.agenda or (round.agenda[-1][0] == "doubt" and round.stacks)
        if begins and closing:
            others = [seat for seat in round.seats if seat != author]
            if may_be_twin(round):
                owing = others
            elif round.uno_seat is not None and not round.uno_called:
                owing = [seat for seat in others if seat not in self.claimed]
        need(len(silences) == len(owing), "a silence of each", "out-of-turn")
        for seat, signature in zip(owing, silences, strict=True):
            need(isinstance(signature, bytes), "a silence")
            self._check_silence(seat, signature)

    def _check_silence(self, seat: int, signature: object) -> None:
        body = statement(self.log.id, "silent", seat, self.window)
        check_signature(self.log.key(seat), "statement", body, signature, seat)

    def _take_jump(self, entry: Entry) -> None:
        round, (body, signature, words) = self.round, entry.payload
        assert round is not None
        need(isinstance(words, list), "words")
        claim = self._read_jump([body, signature])
        order: list[int] = []
        if may_be_twin(round):
            seat = round.next(entry.seat)
            while seat != entry.seat:
                order.append(seat)
                seat = round.next(seat)
        self._check_claim(claim, bool(order), order)
        others = [seat for seat in order if seat != claim.seat]
        need(len(words) == len(others), "a word of each", "out-of-turn")
        for seat, word in zip(others, words, strict=True):
            if not isinstance(word, list):
                need(isinstance(word, bytes), "a silence")
                self._check_silence(seat, word)
                continue
            need(order.index(seat) > order.index(claim.seat), "another jumps first", "out-of-turn")
            self._check_claim(self._read_jump(word), True, [seat])
        card, uno, share = claim.values[3:]
        need(card in round.hands[claim.seat], "not in the hand", "illegal")
        if self.deck.public((card, round.side)) is None:
            share = [[], share]
        face = self._show(claim.seat, card, share, single=True)
        round.jump(claim.seat, card, face, uno)
        self._open_window(entry)

    def _read_jump(self, value: object) -> Statement:
        claim = read_statement(value)
        need(claim.kind == "claim" and len(claim.values) == 6 and claim.values[2] == "jump", "not a jump")
        window, at, _, card, uno, share = claim.values
        need(type(window) is int and isinstance(at, bytes) and type(card) is int, "not a jump")
        need(isinstance(uno, bool) and (share is None or isinstance(share, bytes)), "not a jump")
        return claim

    def _check_claim(self, claim: Statement, is_open: bool, speakers: Collection[int]) -> None:
        present = is_open and claim.game == self.log.id and claim.values[:2] == self.window
        need(present, "no open window", "out-of-turn")
        need(claim.seat in speakers, "nothing to say", "out-of-turn")
        check_signature(self.log.key(claim.seat), "statement", claim.body, claim.signature, claim.seat)

    def _show(self, seat: int, card: int, share: object, single: bool = False) -> str:
        """The face of a card that a move shows."""
        round = self.round
        assert round is not None
        held = any(card in hand for hand in round.hands.values())
        need(held, "a card in nobody's hand", "illegal")
        spot = (card, round.side)
        if self.deck.public(spot) is None:
            self.deck.open([(*spot, None)], by=seat, single=single)
            self.deck.take(seat, "share", share)
        else:
            need(share is None, "a share of a card that all can see")
        shown = self.deck.public(spot)
        assert shown is not None
        return self.cards[round.side][shown]

    def _take_admit(self, entry: Entry) -> None:
        round = self.round
        assert round is not None
        if isinstance(entry.payload, list) and len(entry.payload) == 3:
            self._take_jump(entry)
            return
        claim = read_statement(entry.payload)
        fits = claim.kind == "claim" and len(claim.values) == 3 and claim.values[2] in ("call", "catch")
        need(fits and whole(claim.values[0], 0, 1 << 53), "not a claim")
        taken = round.uno_seat is not None or "false-catch" in round.house
        self._check_claim(claim, taken, round.hands.keys() - self.claimed)
        round.say(claim.seat, claim.values[2])
        self.claimed.add(claim.seat)

    # -- the end (§13, §14)

    def round_fields(self, options: list[Any]) -> dict[str, Any]:
        assert self.round is not None
        return digest_fields(self.round, options)

    def _take_agree(self, entry: Entry) -> None:
        payload = entry.payload
        fits = isinstance(payload, list) and len(payload) == 2
        need(fits and isinstance(payload[0], bytes) and isinstance(payload[1], list), "an agreement")
        need(payload[0] == self.log.digest(), "agrees to another state", "illegal")
        self.asks.append(self.log.read_asks(payload[1]))
        self.agreed.append(entry.seat)

    def serve(self) -> None:
        """Go on until an entry is needed."""
        while not self.guilty and not self.counted and self.deck.waiting() is None:
            if self.queue:
                self._ask_deck(self.queue.pop(0))
                continue
            round = self.round
            if self.asked is not None:
                asked, self.asked = self.asked, None
                waits = round or self.draw
                assert waits is not None
                if asked[0] == "shuffle":
                    waits.shuffled()
                else:
                    spots = [(card, side) for card, side, to in asked[1] if to is None]
                    waits.opened([self._face(spot, self.deck.public(spot)) for spot in spots])
            elif round is None:
                if self.draw is not None and self.draw.winner is None:
                    self.asked = self.draw.waiting
                    self.queue = [self.asked]
                    continue
                self._begin_round()
                if self.stranded:
                    return
            elif self.revealing:
                self._count()
            elif round.decided():
                if any(seat not in self.agreed for seat in self.log.match.playing):
                    return
                self.revealing = True
                self.deck.lost |= self.lost
                self.deck.reveal()
            elif round.waiting is not None and round.waiting[0] != "choice":
                self.asked = round.waiting
                self.queue = self._requests(round)
            else:
                return

    def _begin_round(self) -> None:
        """§10: with the dealer that the draw has found, if there was one."""
        first, match = 0, self.log.match
        if self.draw is not None:
            winner = self.draw.winner
            assert winner is not None
            at, first = self.order.index(winner), self.draw.first
            around = self.order[at:] + self.order[:at]
            gone = self.lost if match.short_handed else set[int]()
            self.dealer = match.dealers[self.table] = next(seat for seat in around if seat not in gone)
        self.stranded = bool(self.lost) and not match.short_handed
        if not self.stranded:
            assert self.dealer is not None
            order = [seat for seat in self.order if seat not in self.lost]
            self.round = Round(self.log.genesis.options, order, self.dealer, first)
            self.round.first_rules = self.log.genesis.first_rules

    def _face(self, spot: tuple[int, int], card: int | None) -> str | None:
        return None if card is None else self.cards[spot[1]][card]

    def _requests(self, round: Round) -> list[Any]:
        """§11.2"""
        asked = round.waiting
        assert asked is not None
        if asked[0] == "shuffle":
            return [asked]
        opened, passed = [], dict[tuple[int, int], list[tuple[int, int]]]()
        for card, side, to in asked[1]:
            holder = next((seat for seat, hand in round.hands.items() if card in hand), None)
            if to is None or holder is None or holder == to:
                opened.append((card, side, to))
            else:
                passed.setdefault((holder, to), []).append((card, side))
        kind = "give" if round.agenda[-1][0] in ("handover", "passon") else "show"
        first: list[Any] = [("open", opened)] if opened else []
        return first + [("send", kind, spots, by, to) for (by, to), spots in passed.items()]

    def _ask_deck(self, request: Any) -> None:
        getattr(self.deck, request[0])(*request[1:])

    def _count(self) -> None:
        round = self.round
        assert round is not None
        guilty, faces, known, self.complete = self.deck.audit()
        if round.out is not None:
            player = self.player(round.out)
            self.withheld = any(self.player(seat) == player and seat not in known for seat in self.order)
        held = round.held().items()
        self.hidden = {seat: sum((c, side) not in faces for c in cards) for seat, (side, cards) in held}
        for seat, cards, side, colour, crash in self.promises:
            shown = [self._face((card, side), faces.get((card, side))) for card in cards]
            for face in shown:
                if face is not None and (
                    (colour is not None and colour_of(face) == colour) or (crash and symbol_of(face) == "Wc")
                ):
                    guilty.add(seat)
        for seat, cards, side, codes, fit in round.vows:
            shown = [self._face((card, side), faces.get((card, side))) for card in cards]
            if any(face is not None and (face in codes) != fit for face in shown):
                guilty.add(seat)
        if round.waiting is not None and round.waiting[0] == "open":
            spots = [(card, side) for card, side, _ in round.waiting[1]]
            round.opened([self._face(spot, faces.get(spot)) for spot in spots])
        self.counted = True
        self.caught |= guilty
        self.guilty = guilty - self.lost

    def player(self, seat: int) -> int:
        return self.log.genesis.seats[seat].operator

    @property
    def void(self) -> bool:
        out = None if self.round is None else self.round.out
        if out is None or self.log.genesis.first_rules:
            return out in self.caught
        pairs = self.log.genesis.options["mode"] in ("partners", "rotating", "tournament")
        partner = self.order[(self.order.index(out) + 2) % 4] if pairs else out
        return out in self.liable or partner in self.liable

    @property
    def liable(self) -> set[int]:
        """§14.5."""
        if self.log.genesis.first_rules:
            return self.caught
        players = {self.player(seat) for seat in self.caught}
        return {seat for seat in range(len(self.log.genesis.seats)) if self.player(seat) in players}

    def result(self) -> tuple[str, int, int | None, dict[int, int]]:
        assert self.round is not None
        assert self.round.result is not None
        how, dealer, out, held = self.round.result
        options = self.log.genesis.options
        charged = options["scoring"] == "lowest" or options["mode"] == "challenge"
        for seat in held.copy():
            if seat in self.liable and (seat == out or (charged and not self.log.genesis.first_rules)):
                held = {**held, seat: max(self.round.result[3].values())}
        return how, dealer, out, held

    def pays(self) -> dict[int, int]:
        """What each hand is worth to who went out (§14)."""
        held = self.result()[3]
        if self.void:
            return {}
        highest = highest_points(self.variant) if self.withheld else 0
        return {seat: points - highest * self.hidden[seat] for seat, points in held.items()}

    def forfeits(self) -> dict[int, int]:
        """§15: what a round that is dealt again costs."""
        if self.round is None:
            return {}
        players = {self.player(seat) for seat in self.lost}
        highest, held = highest_points(self.variant), self.round.held().items()
        return {seat: highest * len(cards) for seat, (_, cards) in held if self.player(seat) in players}

    # -- without a seat (§15)

    def lose(self, lost: list[int], reason: str, guilty: set[int], short_handed: bool) -> bool:
        """Go on without these seats; False if the round must be dealt again."""
        self.caught |= guilty
        self.guilty -= set(lost)
        gone = [seat for seat in lost if seat in self.order]
        self.lost.update(gone)
        if self.counted:
            return True
        if self.revealing:
            self.deck.lose(gone)
        elif self.round is None or not self.round.decided():
            drawing = self.draw is not None and self.round is None
            if not (short_handed or drawing) or not self.deck.can_lose(gone):
                return False
            if gone:
                self.deck.lose(gone)
                self.queue, self.asked = [], None
            if self.round is not None:
                for seat in gone:
                    if not self.round.decided():
                        leave(self.round, seat)
        self.serve()
        return True
