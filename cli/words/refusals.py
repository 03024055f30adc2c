"""Why something cannot be done, in one sentence."""

from __future__ import annotations

from cli.words.card_names import a_symbol, card_name, colour_name
from cli.words.language import P_, _, p_
from p2puno.cards import WILD_DRAWS, Face
from p2puno.moves import Ask, Call, Choice, Draw, IllegalMove, Keep, Move, Play
from p2puno.round.uno import trade_pending
from p2puno.view import View

_BY_RULE = {
    "S-05": P_("reason", "It is not your turn."),
    "T-01": P_("reason", "That cannot be played now."),
    "T-02": P_("reason", "If you do not play, you must draw."),
    "T-03": P_("reason", "Play the card you drew, or keep it."),
    "T-04": P_("reason", "After drawing, only the card you drew can be played."),
    "T-09": P_("reason", "There is nothing left to draw: play or pass."),
    "A-04": P_("reason", "Name one of the four colours."),
    "C-01": P_("reason", "Draw the cards, or challenge."),
    "C-03": P_("reason", "The hand proves something else."),
    "B-01": P_("reason", "Choose another player for the battle."),
    "B-02": P_("reason", "Choose a card from your hand for the battle."),
    "W-02": P_("reason", "Choose two different players to trade hands."),
    "G-03": P_("reason", "You have already spoken, or let it pass."),
    "G-10": P_("reason", "That has no effect now."),
    "K-02": P_("reason", "Only certain cards can be laid on a draw card here; otherwise draw the cards."),
    "K-12": P_("reason", "Choose another player to trade hands with."),
    "K-15": P_("reason", "Nobody can be caught before the hands are traded."),
    "K-17": P_("reason", "You can only jump in with a card identical to the one just laid."),
    "K-19": P_("reason", "Nobody can jump in now."),
    "K-21": P_("reason", "Draw until a card fits, then play or keep that one."),
    "K-23": P_("reason", "You hold a card that fits, so you must play one."),
    "K-24": P_("reason", "The house rules do not allow that with your cards."),
    "K-25": P_("reason", "Play the card blind, or keep it unseen."),
    "K-27": P_("reason", "You hold the colour in play, so you must not play a wild draw card."),
    "K-31": P_("reason", "Only another card of the same number, or stop."),
    "L-10": P_("reason", "Only players who are still in are asked to agree, and only once."),
    "G-13": P_("reason", "Only players who are in the round may call or catch."),
}


def reason(error: IllegalMove) -> str:
    """Why the rules forbid a move."""
    known = _BY_RULE.get(error.rule)
    return p_(*known) if known else p_("reason", "Rule {rule} does not allow that.").format(rule=error.rule)


def why_not(view: View, card: int, face: Face) -> str | None:
    """Why a card in our hand cannot be played now; None if it can."""
    round = view.round
    waiting = round.waiting
    if type(waiting) is not Choice or waiting.seat != view.seat:
        return p_(*_BY_RULE["S-05"])
    if waiting.ask in (Ask.SEAL, Ask.BATTLE):
        return None
    if waiting.ask is Ask.DRAWN and card != round.hands[waiting.seat][-1]:
        return p_(*_BY_RULE["T-04"])
    answers = round.rules.answers
    if waiting.ask in (Ask.STACK, Ask.CHALLENGE) and answers is not None:
        return None if face in answers(round) else p_(*_BY_RULE["K-02"])
    if waiting.ask is Ask.DOUBLE:
        return None if face.symbol is round.top.symbol else p_(*_BY_RULE["K-31"])
    if waiting.ask not in (Ask.TURN, Ask.DRAWN):
        return p_(*_BY_RULE["T-01"])
    if face in round.fitting:
        playable = any(type(move) is Play and move.card == card for move in view.moves())
        return None if playable else p_(*_BY_RULE["K-27"])
    colour = colour_name(round.colour) if round.colour else ""
    if round.top.colour is None:
        return p_("reason", "{card} is not {colour}.").format(card=card_name(face), colour=colour)
    text = p_("reason", "{card} is neither {colour} nor {symbol}.")
    return text.format(card=card_name(face), colour=colour, symbol=a_symbol(round.top.symbol))


def why_no_call(view: View) -> str | None:
    """Why our player cannot call UNO yet; None with few cards, where it depends on the moment."""
    if len(view.hand()) <= 2 or Call() in view.claims():
        return None
    return p_("reason", "You call UNO when you play your next-to-last card: just before it, or right after.")


def why_no_catch(view: View | None) -> str:
    """Why our player can catch nobody now."""
    if view is not None and view.round.uno_owners and trade_pending(view.round):
        return p_(*_BY_RULE["K-15"])
    return _("There is nobody to catch now.")


def risk(view: View, face: Face) -> str | None:
    """The risk of playing a wild draw card illegally: it can be challenged (A-05)."""
    round = view.round
    if not round.rules.challenges or face.symbol not in WILD_DRAWS:
        return None
    if round.colour is None or len(view.hand()) < 2:
        return None
    if not any(other.colour == round.colour for _card, other in view.hand()):
        return None
    text = p_("reason", "You hold {colour}: the player who must draw can challenge this and win.")
    return text.format(colour=colour_name(round.colour))


def why_impossible(view: View | None, kinds: tuple[type[Move], ...]) -> str:
    """Why none of these moves, which take no card, can be made now."""
    if view is not None and view.moves() and not view.round.agenda and Draw in kinds:
        return p_(*_BY_RULE["K-23"])
    if view is not None and Keep in kinds and Draw() in view.moves() and view.round.agenda:
        return p_(*_BY_RULE["K-21"])
    return _("That is not possible now.")
