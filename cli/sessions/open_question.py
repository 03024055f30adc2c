"""What our seat must decide, on the screen and in lines."""

from __future__ import annotations

from cli.sessions.session import Session
from p2puno.bots.hint import Hint
from p2puno.moves import Ask, Catch, Choice, Swap
from p2puno.round.challenge import Pay
from p2puno.round.uno import trade_pending
from p2puno.view import View
from protocol.table.default_move import FORCED


def own_hint(session: Session) -> Hint | None:
    """A hint for what the player must decide now."""
    view, adviser = session.view, session.adviser
    if view is None or view.seat is None or adviser is None or own_choice(session) is None:
        return None
    return adviser.hint(view, session.match.partner(view.seat))


def own_choice(session: Session) -> Choice | None:
    """What the player must decide now, unless the program decides or a move is already pending."""
    if session.coach is not None and session.coach.offer is not None:
        return None  # the lesson is over
    waiting = session.view.round.waiting if session.view else None
    if type(waiting) is not Choice or waiting.seat != session.seat or session.pending is not None:
        return None
    if waiting.ask in FORCED or (session.own_program is not None and session.own_program.answers):
        return None
    return waiting


def own_catch(view: View) -> Catch | None:
    """The catch that our player can make now: of somebody who owes the call or, where a wrong catch has a
    price (K-38), of the player whose turn it is."""
    round = view.round
    catch = next((claim for claim in view.claims() if isinstance(claim, Catch)), None)
    if catch is None and round.rules.wrong_catch and view.seat in round.hands and not trade_pending(round):
        return Catch(round.turn)
    return catch


def is_about_cards(view: View, choice: Choice) -> bool:
    """Whether the player answers with a card, or with a command instead of one."""
    if choice.ask is Ask.CHALLENGE:
        return view.round.rules.answers is not None
    return choice.ask in (Ask.TURN, Ask.DRAWN, Ask.SEAL, Ask.BATTLE, Ask.STACK, Ask.DOUBLE)


def names_for_roulette(view: View, choice: Choice) -> bool:
    """Whether the player names a colour until which they must draw themselves (N-21)."""
    below = view.round.agenda[-2:-1]
    return choice.ask is Ask.COLOUR and any(type(task) is Pay and task.seat == choice.seat for task in below)


def trades_own_hand(view: View, choice: Choice) -> bool:
    """Whether the player chooses with whom to trade their own hand, not which two hands are traded."""
    swaps = [move for move in view.moves() if isinstance(move, Swap)]
    return choice.ask is Ask.TRADE and all(choice.seat in (swap.first, swap.second) for swap in swaps)
