"""What the screen asks and offers only where house rules are played, and in No Mercy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.screen.scene import Option, Window
from cli.sessions.open_question import is_about_cards, names_for_roulette, trades_own_hand
from cli.settings.key_bindings import Action
from cli.words.card_names import card_name, symbol_name
from cli.words.challenge_costs import accept_label, challenge_question, stack_question
from cli.words.language import _
from p2puno.moves import Accept, Ask, Blind, Challenge, Choice, Draw, Keep, Play, Stop
from p2puno.round.challenge import Doubt
from p2puno.view import View

if TYPE_CHECKING:
    from cli.screen.table_controls import Controls


def pending_on(view: View) -> Doubt | None:
    """The penalty that somebody must draw, challenge or answer with a card."""
    return next((task for task in view.round.agenda if isinstance(task, Doubt)), None)


def house_prompt(controls: Controls, view: View, choice: Choice) -> str:
    """The question that only a house rule asks; empty if it is none of them."""
    moves = view.moves()
    if choice.ask is Ask.STACK or (choice.ask is Ask.CHALLENGE and is_about_cards(view, choice)):
        return _stack_prompt(controls, view)
    if choice.ask is Ask.DOUBLE:
        return _("Lay another {symbol}, or stop.").format(symbol=symbol_name(view.round.top.symbol))
    if names_for_roulette(view, choice):
        return _("Name a colour: you draw until it comes.")
    if trades_own_hand(view, choice):
        return _("With whom do you trade hands? You must choose somebody.")
    if choice.ask is Ask.DRAWN:
        return _drawn_prompt(view, choice)
    if choice.ask is Ask.TURN and Draw() not in moves and view.round.can_draw:
        return _("Your turn: play a card. You must, because one fits.")
    return ""


def _stack_prompt(controls: Controls, view: View) -> str:
    doubt = pending_on(view)
    assert doubt is not None
    can_stack = any(isinstance(move, Play) for move in view.moves())
    asked = stack_question(doubt.penalty, can_stack)
    if doubt.accused is None:
        return asked
    names = controls.session.names
    return challenge_question(doubt.penalty, names[doubt.accused]) if not can_stack else asked


def _drawn_prompt(view: View, choice: Choice) -> str:
    moves = view.moves()
    if Blind() in moves:
        return _("You drew a card face down: play it blind, or keep it unseen.")
    face = view.face(view.round.hands[choice.seat][-1])
    drawn = card_name(face) if face else ""
    if moves == [Draw()]:
        return _("You drew: {card}, which does not fit. Draw on.").format(card=drawn)
    if Keep() not in moves:
        return _("You drew: {card}, which fits. You must play it.").format(card=drawn)
    return ""


def waiting_prompt(ask: Ask) -> str:
    """What another player is deciding by a house rule; empty if it is none."""
    if ask is Ask.STACK:
        return _("{name} draws, or lays a card on it ...")
    if ask is Ask.DISCARD:
        return _("{name} discards a colour ...")
    return _("{name} may lay another card ...") if ask is Ask.DOUBLE else ""


def program_prompt(controls: Controls, view: View) -> str:
    """What our own program does now because nothing else is possible."""
    waiting, program = view.round.waiting, controls.session.own_program
    if program is None or not program.answers or type(waiting) is not Choice:
        return ""
    moves, doubt = view.moves(), pending_on(view)
    if waiting.ask is Ask.DRAWN and moves == [Draw()]:
        face = view.face(view.round.hands[waiting.seat][-1])
        drawn = card_name(face) if face else ""
        return _("You drew: {card}, which does not fit. You draw on.").format(card=drawn)
    if moves == [Accept()] and doubt is not None:
        return stack_question(doubt.penalty, False)
    return ""


def house_options(controls: Controls, view: View) -> list[Option]:
    """What keys do only by house rules."""
    found = []
    if view.jumps() and controls.session.jump is None:
        found.append(controls.option(Action.JUMP, _("jump in!"), strong=True))
    choice = controls.choice
    if choice is None:
        return found
    moves, doubt = view.moves(), pending_on(view)
    if is_about_cards(view, choice) and doubt is not None and Accept() in moves:
        found.append(controls.option(Action.DRAW, accept_label(doubt.penalty)))
        if Challenge() in moves:
            found.append(controls.option(Action.CHALLENGE, _("challenge")))
        found.append(controls.option(Action.HINT, _("hint")))
    if Blind() in moves:
        found.append(Option(_("Enter"), _("play blind"), "key:enter"))
        found.append(controls.option(Action.KEEP, _("keep unseen")))
    elif choice.ask is Ask.DRAWN and Draw() in moves:
        found.append(controls.option(Action.DRAW, _("draw on")))
    if Stop() in moves:
        found.append(controls.option(Action.KEEP, _("stop")))
    return found


def jump_window(controls: Controls, view: View, left: float) -> Window | None:
    """Tells the player that they can jump in, and with what."""
    jumps = view.jumps()
    if not jumps or controls.session.jump is not None:
        return None
    name = card_name(jumps[0].face)
    return Window(name, True, left, controls.bindings.keys[Action.JUMP], jump=True)
