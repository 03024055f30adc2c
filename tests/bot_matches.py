"""Practice: players in memory play rounds and matches to the end, dealt from a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol

from p2puno.bots import Bot
from p2puno.dealer import Dealer, deal, draw_for_deal
from p2puno.events import Event
from p2puno.match import Match, Pairing
from p2puno.moves import Ask, Choice, Claim, Move
from p2puno.options import Options
from p2puno.round import Result
from p2puno.view import View
from protocol.play.claims import asked

MOST_MOVES = 20_000
MOST_ROUNDS = 2_000
"""Bounds that no round and no match comes near, unless bots lead each other round in circles."""


class Player(Protocol):
    """Whoever decides for a seat; `Bot` does."""

    partner: int | None

    def decide(self, view: View) -> Move: ...
    def speak(self, view: View) -> Claim | None: ...
    def hear(self, view: View, event: Event) -> None: ...


Observer = Callable[[int, Move, list[Event]], None]
"""Is told who moved, how, and what followed."""


class Endless(RuntimeError):
    """A round or a match did not end; the message names the seed it was dealt from."""


def play_round(
    table: Dealer,
    players: Mapping[int, Player],
    random: Random,
    observer: Observer | None = None,
    seed: object = None,
    most_moves: int = MOST_MOVES,
) -> Result:
    """Play a dealt round to its end. `random` only decides who is heard first when UNO can be caught.

    Raises Endless, naming `seed`, if it takes more than `most_moves` moves.
    """
    round, views = table.round, table.views
    for _ in range(most_moves):
        waiting = round.waiting
        if waiting is None:
            assert round.result is not None
            return round.result
        assert type(waiting) is Choice, f"the dealer left {waiting} unanswered"
        seat = waiting.seat
        if waiting.ask is Ask.TURN and _hear_claims(table, players, random, observer):
            continue
        if round.claim_open and _hear_jumps(table, players, observer, seat):
            continue
        _apply(table, players, observer, seat, players[seat].decide(views[seat]))
    raise Endless(f"no end after {most_moves} moves of {round.rules.name}: seed {seed!r}")


def play_match(
    options: Options,
    players: Mapping[int, Player],
    random: Random,
    observer: Observer | None = None,
    after_round: Callable[[Pairing, Result], None] | None = None,
    seed: object = None,
) -> Match:
    """Play a match of any mode until somebody has won. Tables of a tournament play one after the other.

    Raises Endless, naming `seed`, if a round or the match does not end.
    """
    match = Match(options, len(players))
    for _ in range(MOST_ROUNDS):
        if match.ended is not None:
            return match
        for pairing in match.pairings():
            order = pairing.seats.order
            dealer = pairing.dealer
            if dealer is None:
                dealer = draw_for_deal(options, order, random).dealer
                assert dealer is not None
                match.dealer_drawn(pairing.table, dealer)
            for seat in order:
                players[seat].partner = match.partner(seat)
            result = play_round(deal(options, order, dealer, random), players, random, observer, seed)
            match.record(pairing.table, result)
            if after_round is not None:
                after_round(pairing, result)
    raise Endless(f"no end after {MOST_ROUNDS} rounds of {options}: seed {seed!r}")


def _hear_claims(
    table: Dealer, players: Mapping[int, Player], random: Random, observer: Observer | None
) -> bool:
    """Let seats speak before a turn begins; True if the position is another one since.

    Whoever laid their next-to-last card without calling can be caught until then (G-03), and the turn does
    not begin before all had time to speak (G-11); who is first, is chance. That card's effect is complete
    by now, so what is said is judged at once (G-05). Otherwise only whose turn it is has something to say:
    UNO, before laying the next-to-last card (G-02).
    """
    round, views = table.round, table.views
    if round.uno_open:
        order = list(round.seats)
        random.shuffle(order)
    elif len(round.hands[round.turn]) == 2:
        order = [round.turn]
    else:
        return False
    waiting, changed = round.waiting, False
    for seat in order:
        claim = players[seat].speak(views[seat])
        if claim is not None:
            _apply(table, players, observer, seat, claim)
            changed = changed or round.waiting != waiting
        if not round.uno_open:
            break
    return changed


def _hear_jumps(table: Dealer, players: Mapping[int, Player], observer: Observer | None, due: int) -> bool:
    """Let the first seat lay a card out of turn that can and wants to (K-17); False if none does."""
    for seat in asked(table.round, due):
        player = players[seat]
        jump = player.jump(table.views[seat]) if isinstance(player, Bot) else None
        if jump is not None:
            _apply(table, players, observer, seat, jump)
            return True
    return False


def _apply(
    table: Dealer, players: Mapping[int, Player], observer: Observer | None, seat: int, move: Move
) -> None:
    """Make a move, answer what needs no player, and tell everybody what happened."""
    round = table.round
    round.apply(seat, move)
    table.serve()
    news, round.news = round.news, []
    for other in round.seats:
        player, view = players[other], table.views[other]
        for event in news:
            player.hear(view, event)
    if observer is not None:
        observer(seat, move, news)
