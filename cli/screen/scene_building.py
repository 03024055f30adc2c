"""Builds a scene from the session and the controls."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from cli.screen.coaching import coach_options, coach_prompt, coach_words
from cli.screen.house_prompts import house_options, house_prompt, jump_window, program_prompt, waiting_prompt
from cli.screen.overlays import overlay
from cli.screen.scene import TITLE_JOINT, HandCard, Option, Scene, Seat, Window
from cli.screen.table_controls import Controls
from cli.sessions.colour_in_play import colour_in_play
from cli.sessions.hand_order import seen_of_hand
from cli.sessions.open_question import is_about_cards
from cli.sessions.session import Busy, OpenWindow, Session
from cli.settings.key_bindings import Action
from cli.words.card_names import a_card, card_name, colour_letter, colour_name
from cli.words.challenge_costs import accept_label, challenge_question
from cli.words.clock_text import clock_text
from cli.words.house_rules import house_rules_in_short
from cli.words.language import _, n_
from cli.words.planned_moves import planned_move
from cli.words.punctuation import with_colon
from cli.words.refusals import why_not
from cli.words.rules_help import mode_name, variant_name
from cli.words.shared_scores import shared_score
from cli.words.terms_in_words import aims
from p2puno.cards import COLOURS, LIGHT, Face
from p2puno.moves import Ask, Blind, Call, Choice, Draw, Keep, Pass, Play, Show
from p2puno.round.challenge import Doubt, Verdict
from p2puno.rulesets.battle import Battle
from p2puno.view import View

CALM = 0.6
"""Seconds that the table may be busy during a round before the screen says so."""
LONGEST = 300
"""A clock is shown once fewer seconds than this are left."""


def stage(controls: Controls, now: float) -> Scene:
    """Everything visible at a moment of time.monotonic()."""
    session = controls.session
    view = session.view
    own, others = _seats(controls)
    base = Scene(
        title=_title(session),
        side=view.round.side if view else LIGHT,
        two_sided=session.options.variant == "flip",
        own=own,
        others=others,
        message=controls.message,
        coach=coach_words(controls),
        log=controls.log.visible(),
        overlay=overlay(controls),
        help_key=controls.bindings.keys[Action.HELP],
        typing=controls.typing,
        clock=_clock(session, now),
    )
    if view is None or view.round.top_shown is None:
        busy, idle = session.status, _("Between two rounds ...") if view is None else _("Dealing ...")
        status = controls.log.narrator.status(busy) if busy else idle
        progress = (busy.step - 1, busy.of) if busy is not None and busy.of > 1 and busy.step else None
        prompt = _put_out(controls) or status
        return replace(base, news=status, progress=progress, prompt=prompt, options=_always(controls))
    round = view.round
    top_of_pile = round.pile[-1] if round.pile else None
    prompt = _prompt(controls, view, now)
    return replace(
        base,
        top=round.top,
        colour=colour_in_play(round),
        direction=round.direction,
        pile=len(round.pile),
        pile_shows=round.faces[1 - round.side].get(top_of_pile)
        if round.two_sided and top_of_pile is not None
        else None,
        battle=_battle(view, session),
        news=_news(view, session),
        hand=_hand(controls, view),
        prompt=prompt,
        urgent=controls.choice is not None,
        options=(*_options(controls, view), *coach_options(controls), *_always(controls)),
        window=_window(controls, view, now),
    )


def _title(session: Session) -> str:
    if session.coach is not None:
        return session.coach.title
    options = session.options
    parts = [variant_name(options.variant)]
    if house := house_rules_in_short(options.house_rules, options.variant):
        parts.append(house)
    if session.round_number:
        parts.append(_("round {number}").format(number=session.round_number))
    if options.mode != "single":
        parts.append(mode_name(options.mode))
    return TITLE_JOINT.join([*parts, *aims(options)])


def _seats(controls: Controls) -> tuple[Seat | None, tuple[Seat, ...]]:
    session, view = controls.session, controls.session.view
    order = view.round.order if view else tuple(range(len(session.names)))
    waiting = view.round.waiting if view else None
    to_move = waiting.seat if type(waiting) is Choice else None
    players = controls.players()

    def seat(number: int) -> Seat:
        round = view.round if view else None
        hand = round.hands.get(number) if round else None
        uno = ""
        if round and hand is not None and len(hand) == 1:
            uno = "open" if round.uno_open and round.uno_seat == number else "called"
        partner = session.seat is not None and session.match.partner(session.seat) == number
        key = str(players.index(number) + 1) if number in players else ""
        return Seat(
            seat=number,
            name=session.names[number],
            cards=None if hand is None else len(hand),
            waits=round is None or not round.discard,
            score=shared_score(session.options, session.match.totals, number),
            to_move=to_move == number,
            away=number in session.away,
            dealer=bool(round and round.dealer == number),
            partner=partner,
            uno=uno,
            turned_away=tuple(seen_of_hand(view, number)) if view else (),
            key=key,
            chosen=bool(key)
            and number == (players[controls.cursor] if controls.trader is None else controls.trader),
        )

    if session.seat is None or session.seat not in order:
        return None, tuple(seat(number) for number in order)
    own = order.index(session.seat)
    return seat(session.seat), tuple(seat(number) for number in (*order[own + 1 :], *order[:own]))


def _hand(controls: Controls, view: View) -> tuple[HandCard, ...]:
    hand = controls.hand()
    keys = controls.card_keys()
    choice = controls.choice
    possible = {move.card for move in view.moves() if isinstance(move, Play | Show)} if choice else set()
    if choice is None:  # what could be played on our turn
        fitting = view.round.fitting
        possible = {card for card, face in hand if face in fitting}
    # While a colour or a player is chosen, the player looks at the hand to decide.
    of_cards = choice is None or is_about_cards(view, choice)
    of_cards &= choice is not None or colour_in_play(view.round) is not None
    away = view.round.faces[1 - view.round.side] if view.round.two_sided else {}
    program = controls.session.own_program
    premove = program.premove if program is not None else None
    planned = premove.card if isinstance(premove, Play) else None
    own = view.round.hands.get(view.seat, ()) if view.seat is not None else ()
    unseen = [card for card in own if card in view.round.blind and view.face(card) is None]
    blind = Blind() in view.moves()
    return tuple(
        HandCard(
            card,
            face,
            keys[card],
            playable=card in possible,
            selected=card == controls.lifted,
            planned=card == planned,
            other_side=away.get(card),
            dim=of_cards and card not in possible and card not in (controls.lifted, planned),
        )
        for card, face in hand
    ) + tuple(HandCard(card, None, "", playable=blind, selected=False) for card in unseen)


def _news(view: View, session: Session) -> str:
    """What is pending for whom."""
    doubt = next((task for task in view.round.agenda if isinstance(task, Doubt | Verdict)), None)
    if doubt is None:
        return ""
    name = _("you") if doubt.victim == session.seat else session.names[doubt.victim]
    if doubt.penalty.to_colour:
        return with_colon(name, accept_label(doubt.penalty))
    count = doubt.penalty.count
    return n_("{name}: draw {count} card", "{name}: draw {count} cards", count).format(name=name, count=count)


def _battle(view: View, session: Session) -> tuple[str, tuple[Face, ...]] | None:
    task = next((task for task in view.round.agenda if isinstance(task, Battle)), None)
    if task is None:
        return None
    public = view.round.faces[view.round.side]
    first, second = sorted((task.challenger, task.challenged), key=lambda seat: seat == session.seat)
    names = session.names[first], session.names[second]
    shown = [
        [public[card] for seat, card in view.round.aside if seat == side and card in public]
        for side in (first, second)
    ]
    faces = tuple(chain.from_iterable(zip(*shown, strict=False)))  # both cards of each tie, in this order
    if second == session.seat:
        return _("{name} vs you").format(name=names[0]), faces
    return _("{first} vs {second}").format(first=names[0], second=names[1]), faces


def _window(controls: Controls, view: View, now: float) -> Window | None:
    session, round = controls.session, view.round
    if session.uno_deadline is None:
        return None
    length = max(session.options.uno_window / 1000, 0.001)
    left = min(1.0, max(0.0, (session.uno_deadline - now) / length))
    if not round.uno_open or round.uno_seat is None:
        return jump_window(controls, view, left)
    own = round.uno_seat == session.seat
    key = controls.bindings.keys[Action.UNO if own else Action.CATCH]
    return Window(session.names[round.uno_seat], own, left, key)


def seconds_left(deadline: float | None, now: float) -> int | None:
    """The seconds left, if the time limit is short enough to show."""
    left = None if deadline is None else max(0, round(deadline - now))
    return left if left is not None and left <= LONGEST else None


def _clock(session: Session, now: float) -> str:
    left = seconds_left(session.turn_deadline, now)
    waiting = session.view.round.waiting if session.view else None
    if left is None:
        return ""
    seat = waiting.seat if type(waiting) is Choice else None
    name = session.names[seat] if seat is not None else None
    own = seat is not None and seat == session.seat
    return clock_text(left, name, own, seat in session.away)


# -- what is asked --------------------------------------------------------------------------------------


def _prompt(controls: Controls, view: View, now: float) -> str:
    choice, names = controls.choice, controls.session.names
    if offered := coach_prompt(controls):
        return offered
    if choice is None:
        return _others_prompt(controls, view, now)
    if controls.lifted is not None and choice.ask is not Ask.DRAWN and is_about_cards(view, choice):
        return _lifted_prompt(view, controls.lifted)
    if asked := house_prompt(controls, view, choice):
        return asked
    match choice.ask:
        case Ask.TURN:
            return _turn_prompt(view)
        case Ask.DRAWN:
            face = view.face(view.round.hands[choice.seat][-1])
            drawn = card_name(face) if face else ""
            if any(isinstance(move, Play) for move in view.moves()):
                return _("You drew: {card}. Play it, or keep it.").format(card=drawn)
            return _("You drew: {card}, which does not fit. Keep it.").format(card=drawn)
        case Ask.COLOUR:
            return _("Name a colour.")
        case Ask.CHALLENGE:
            doubt = next(task for task in view.round.agenda if isinstance(task, Doubt))
            assert doubt.accused is not None
            return challenge_question(doubt.penalty, names[doubt.accused])
        case Ask.OPPONENT:
            return _("Who do you challenge to a battle?")
        case Ask.SEAL | Ask.BATTLE:
            return _("Choose a card for the battle: the higher number wins, symbols count zero.")
        case Ask.TRADE:
            return _("Who trades hands? Choose two players.")
        case _:
            return ""


def _turn_prompt(view: View) -> str:
    if any(isinstance(move, Play) for move in view.moves()):
        return _("Your turn: play a card or draw one.")
    if view.round.can_draw:
        return _("Your turn: nothing fits, so draw a card.")
    return _("Your turn: nothing fits, and nothing is left to draw, so pass.")


def _lifted_prompt(view: View, card: int) -> str:
    face = view.face(card)
    if face is None:
        return ""
    illegal, legal = _("{card} cannot be played now."), _("{card}: play it, or put it back.")
    return (illegal if why_not(view, card, face) else legal).format(card=card_name(face))


def _others_prompt(controls: Controls, view: View, now: float) -> str:
    session, waiting = controls.session, view.round.waiting
    if put_out := _put_out(controls):
        return put_out
    if session.status is not None and session.status.kind is Busy.SUSPENDED:
        return controls.log.narrator.status(session.status)
    if session.pending is not None and session.window is OpenWindow.UNO:
        return _("Your move will be made when the UNO window closes.")
    if session.pending is not None and session.window is OpenWindow.JUMP_IN:
        return _("Your move will be made when nobody can jump in any more.")
    if session.jump is not None:
        return _("You jump in with {card}.").format(card=a_card(session.jump.face))
    if own := _own_program_prompt(controls, view):
        return own
    if type(waiting) is not Choice:
        since = controls.busy_since
        brief = since is not None and now - since < CALM
        return controls.log.narrator.status(session.status) if session.status and not brief else ""
    if waiting.seat == session.seat:
        return ""  # our own move is on its way
    name = session.names[waiting.seat]
    match waiting.ask:
        case Ask.COLOUR:
            text = _("{name} is naming a colour ...")
        case Ask.CHALLENGE | Ask.VERDICT:
            text = _("{name} may challenge ...")
        case Ask.OPPONENT | Ask.SEAL | Ask.BATTLE | Ask.UNSEAL:
            text = _("{name} is choosing for the battle ...")
        case Ask.TRADE:
            text = _("{name} is choosing who trades hands ...")
        case _:
            text = waiting_prompt(waiting.ask) or _("{name}'s turn ...")
    return text.format(name=name)


def _own_program_prompt(controls: Controls, view: View) -> str:
    """What our own program will do on our turn, or does now."""
    session = controls.session
    program = session.own_program
    if program is None or view.seat not in view.round.hands:
        return ""
    if controls.lifted is not None and (face := view.face(controls.lifted)) is not None:
        return _("{card}: plan it for your turn, or put it back.").format(card=card_name(face))
    if program.premove is not None:
        return planned_move(program.premove)
    if forced := program_prompt(controls, view):
        return forced
    waiting = view.round.waiting
    if program.answers and type(waiting) is Choice and waiting.ask is Ask.DRAWN:
        drawn = view.face(view.round.hands[waiting.seat][-1])
        return _("You drew: {card}, which does not fit. You keep it.").format(
            card=card_name(drawn) if drawn else ""
        )
    return ""


def _put_out(controls: Controls) -> str:
    """The permanent message for a player who was put out for cheating."""
    session = controls.session
    return next((controls.log.narrator.plea(plea) for plea in session.pleas if plea.seat == session.seat), "")


def _options(controls: Controls, view: View) -> tuple[Option, ...]:
    choice = controls.choice
    if coach_prompt(controls):
        return ()
    found: list[Option] = []
    for claim in view.claims():
        if isinstance(claim, Call):
            if _is_call_useful(view, choice):
                found.append(controls.option(Action.UNO, _("UNO!"), strong=True))
        else:
            found.append(controls.option(Action.CATCH, _("catch!"), strong=True))
    found += house_options(controls, view)
    found += _lifted_options(controls, view)
    if choice is None:
        return tuple(found)
    moves = view.moves()
    match choice.ask:
        case Ask.TURN:
            if Draw() in moves or Pass() in moves:
                found.append(controls.option(Action.DRAW, _("draw") if Draw() in moves else _("pass")))
            found += _hint(controls)
        case Ask.DRAWN:
            if Keep() in moves and Blind() not in moves:
                found += [controls.option(Action.KEEP, _("keep")), *_hint(controls)]
        case Ask.COLOUR:
            for number, colour in enumerate(COLOURS[view.round.side]):
                letter = colour_letter(colour).lower()
                label = colour_name(colour) + (f" ({letter})" if letter not in "uc" else "")
                chosen = number == controls.cursor
                found.append(Option(str(number + 1), label, f"key:{number + 1}", chosen, colour))
        case Ask.CHALLENGE if not is_about_cards(view, choice):
            doubt = next(task for task in view.round.agenda if isinstance(task, Doubt))
            found.append(controls.option(Action.DRAW, accept_label(doubt.penalty), controls.cursor == 0))
            found.append(controls.option(Action.CHALLENGE, _("challenge"), controls.cursor == 1))
            found += _hint(controls)
        case Ask.OPPONENT | Ask.TRADE:
            for number, seat in enumerate(controls.players()):
                name = _("you") if seat == choice.seat else controls.session.names[seat]
                first = controls.trader == seat
                chosen = (
                    first if controls.trader is not None and not controls.moved else number == controls.cursor
                )
                found.append(Option(str((number + 1) % 10), name + "*" * first, f"seat:{seat}", chosen))
        case _:
            pass
    return tuple(found)


def _is_call_useful(view: View, choice: Choice | None) -> bool:
    """Whether a call of UNO is offered: not ahead of a card that cannot be played."""
    if view.seat in view.round.uno_owners or choice is None or choice.ask is not Ask.TURN:
        return True
    return any(isinstance(move, Play) for move in view.moves())


def _hint(controls: Controls) -> list[Option]:
    """A lesson has a coach instead."""
    return [controls.option(Action.HINT, _("hint"))] if controls.session.coach is None else []


def _lifted_options(controls: Controls, view: View) -> list[Option]:
    """What can be done with the lifted card, or with a move that is not made yet."""
    choice, card, session = controls.choice, controls.lifted, controls.session
    face = view.face(card) if card is not None else None
    if card is None or face is None:
        planned = session.own_program is not None and session.own_program.premove is not None
        waits = session.pending is not None and session.window is not None
        return (
            [Option(_("Esc"), _("take back"), "key:escape")] if choice is None and (planned or waits) else []
        )
    drawn = choice is not None and choice.ask is Ask.DRAWN
    if choice is not None and not drawn and not is_about_cards(view, choice):
        return []
    found = [] if drawn else [Option(_("Esc"), _("put back"), "key:escape")]
    if choice is None or not why_not(view, card, face):
        found.insert(0, Option(_("Enter"), _("play") if choice is not None else _("plan"), "key:enter"))
    return found


def _always(controls: Controls) -> tuple[Option, ...]:
    session = controls.session
    chats = session.seat is not None and session.coach is None
    found = [controls.option(Action.CHAT, _("chat"))] if chats else []
    if any(controls.session.seat in plea.missing for plea in controls.session.pleas):
        found.append(controls.option(Action.FORGIVE, _("let back in")))
    if controls.session.options.variant == "flip":
        found.append(controls.option(Action.HANDS, _("all hands")))
    if session.guests:
        found.append(controls.option(Action.GUEST, _("guest's code")))
    found += [controls.option(Action.HELP, _("keys")), controls.option(Action.LEAVE, _("leave"))]
    return tuple(option for option in found if not controls.names_colour(option.key))
