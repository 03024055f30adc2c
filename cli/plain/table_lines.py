"""The table as lines, for plain mode: questions, options, and things to look up."""

from __future__ import annotations

from collections.abc import Sequence

from cli.plain.typed_commands import word_of
from cli.runtime.qr_code import qr_lines
from cli.sessions.colour_in_play import colour_in_play
from cli.sessions.guest_page import GuestPage
from cli.sessions.hand_order import in_order, laid_open, turned_away
from cli.sessions.open_question import is_about_cards, names_for_roulette, own_hint, trades_own_hand
from cli.sessions.session import Session
from cli.words.card_names import (
    a_card,
    card_code,
    card_name,
    card_names,
    colour_letter,
    colour_name,
    symbol_name,
)
from cli.words.challenge_costs import accept_label, challenge_question, stack_question
from cli.words.hints import hint_sentence, no_hint_in_lessons
from cli.words.language import _, n_
from cli.words.names_in_sentences import with_names
from cli.words.punctuation import with_colon, with_semicolons
from cli.words.refusals import risk
from cli.words.shared_scores import shared_score
from p2puno.cards import DARK
from p2puno.moves import (
    Accept,
    Ask,
    Blind,
    Challenge,
    Choice,
    Draw,
    Fight,
    Keep,
    Move,
    Name,
    Pass,
    Play,
    Show,
    Stop,
    Swap,
)
from p2puno.round.challenge import Doubt
from p2puno.view import View


def offered(view: View, order: str) -> list[Move]:
    """The moves to choose from, in the order of their numbers."""
    moves = [move for move in view.moves() if not (isinstance(move, Play) and move.uno)]
    ranks = {card: place for place, (card, _face) in enumerate(in_order(view.hand(), order))}
    return sorted(moves, key=lambda move: ranks.get(getattr(move, "card", -1), len(ranks)))


def question(session: Session, view: View, waiting: Choice, moves: Sequence[Move], order: str) -> list[str]:
    """What the player must decide, and the options."""
    names, round = session.names, view.round
    lines: list[str] = []
    match waiting.ask:
        case Ask.DRAWN if Blind() in moves:
            lines.append(_("You drew a card face down. Nobody has seen it, not even you."))
        case Ask.TURN | Ask.DRAWN:
            lines.append(_situation(view, order))
            if waiting.ask is Ask.TURN and not any(isinstance(move, Play) for move in moves):
                nothing = _("Nothing fits: draw a card.") if round.can_draw else _("Nothing fits: pass.")
                lines.append(nothing)
        case Ask.COLOUR if names_for_roulette(view, waiting):
            lines.append(_("Name a colour: you draw until it comes."))
        case Ask.COLOUR:
            lines.append(_("Name a colour."))
        case Ask.STACK | Ask.CHALLENGE if is_about_cards(view, waiting):
            lines += _penalty(session, view, order)
        case Ask.DOUBLE:
            lines.append(_("Lay another {symbol}, or stop.").format(symbol=symbol_name(round.top.symbol)))
        case Ask.TRADE if trades_own_hand(view, waiting):
            lines.append(_("With whom do you trade hands? You must choose somebody."))
        case Ask.CHALLENGE:
            doubt = next(task for task in round.agenda if isinstance(task, Doubt))
            assert doubt.accused is not None
            lines.append(challenge_question(doubt.penalty, names[doubt.accused]))
        case Ask.OPPONENT:
            lines.append(_("Who do you challenge to a battle?"))
        case Ask.SEAL | Ask.BATTLE:
            lines.append(_("Choose a card for the battle: the higher number wins, symbols count zero."))
        case Ask.TRADE:
            lines.append(_("Who trades hands?"))
        case _:
            pass
    lines += [f"  {number}  {_move(move, session, view)}" for number, move in enumerate(moves, 1)]
    if len(view.hand()) == 2 and any(isinstance(move, Play) for move in moves):
        lines.append(_("You have two cards: type uno before the number to call UNO with it."))
    return lines


def _penalty(session: Session, view: View, order: str) -> list[str]:
    """A penalty on which the player may lay a card."""
    doubt = next(task for task in view.round.agenda if isinstance(task, Doubt))
    can_stack = any(isinstance(move, Play) for move in view.moves())
    lines = [own_hand(view, order), stack_question(doubt.penalty, can_stack)]
    if doubt.accused is not None:
        lines.append(challenge_question(doubt.penalty, session.names[doubt.accused]))
    return lines


def _situation(view: View, order: str) -> str:
    round = view.round
    text = _("Your turn. Top card: {card}. Colour: {colour}. Your hand: {hand}.")
    hand = card_names(face for _card, face in in_order(view.hand(), order))
    colour = colour_name(round.colour) if round.colour else "-"
    return text.format(card=card_name(round.top), colour=colour, hand=hand)


def _move(move: Move, session: Session, view: View) -> str:
    names = session.names
    match move:
        case Play(_card, face):
            text = f"{card_name(face)} ({card_code(face)})"
            warning = risk(view, face)
            return f"{text} - {warning}" if warning else text
        case Show(_card, face):
            return f"{card_name(face)} ({card_code(face)})"
        case Draw():
            return _verb("draw", _("draw a card"))
        case Keep():
            return _verb("keep", _("keep the card"))
        case Blind():
            return _verb("blind", _("play it blind"))
        case Stop():
            return _verb("stop", _("stop"))
        case Pass():
            return _verb("pass", _("pass"))
        case Name(colour):
            return f"{colour_name(colour)} ({colour_letter(colour)})"
        case Accept():
            doubt = next(task for task in view.round.agenda if isinstance(task, Doubt))
            return _verb("accept", accept_label(doubt.penalty))
        case Challenge():
            return _verb("challenge", _("challenge"))
        case Fight(opponent):
            return names[opponent]
        case Swap(first, second):
            if session.seat in (first, second):
                other = second if first == session.seat else first
                waiting = view.round.waiting
                if type(waiting) is Choice and trades_own_hand(view, waiting):
                    count = len(view.round.hands[other])
                    text = n_("{name}, {count} card", "{name}, {count} cards", count)
                    return text.format(name=names[other], count=count)
                return with_names(_("you and {name}"), name=names[other])
            return with_names(_("{first} and {second}"), first=names[first], second=names[second])
        case _:
            return type(move).__name__


def _verb(command: str, text: str) -> str:
    word = word_of(command)
    return text if word == text else f"{text} ({word})"


# -- what can be looked up ------------------------------------------------------------------------------


def code_lines(page: GuestPage) -> list[str]:
    """The code for a guest's phone."""
    return [*qr_lines(page.address), page.address, page.about]


def commands(session: Session) -> list[str]:
    """The commands that can be typed, in a game, in a lesson, with house rules, or with a guest."""
    rows = [
        (_("number, or card such as R5"), _("play that card or make that choice")),
        (f"{word_of('draw')}, {word_of('keep')}, {word_of('pass')}", _("draw a card, keep it, or pass")),
        (
            _("the same before your turn"),
            _("plan the card or the draw: it is done when your turn comes, if possible"),
        ),
        (word_of("back"), _("take back a planned or waiting move")),
        (word_of("uno"), _("call UNO; with a number or a card after it: play it and call")),
        (word_of("catch"), _("catch somebody who forgot to call UNO")),
        (f"{word_of('challenge')}, {word_of('accept')}", _("answer a wild draw card")),
        (f"{word_of('hand')}, {word_of('table')}", _("your cards; everybody else's")),
        (word_of("hint"), _("what a hard bot would do, and why")),
        (word_of("sort"), _("sort your hand by colour, by number, or as drawn")),
        (f"{word_of('say')} ...", _("say something to everybody")),
        (f"{word_of('forgive')} ...", _("let somebody back in who was put out for cheating")),
        (f"{word_of('bots')} ...", _("level or speed of your bots, such as hard or 2")),
        (word_of("rules"), _("the rules in short")),
        (word_of("end"), _("end a match that is waiting for an absent player")),
        (word_of("quit"), _("leave the table")),
    ]
    if session.options.house_rules:
        words = f"{word_of('jump')}, {word_of('stop')}, {word_of('blind')}"
        rows.insert(7, (words, _("house rules: jump in, lay no further card, play an unseen card")))
    if session.guests:
        rows.insert(-3, (word_of("guest"), _("show a guest's code")))
    if session.coach is not None:
        rows.insert(-1, (f"{word_of('again')}, {word_of('skip')}", _("this lesson again; the next lesson")))
    return ["  " + with_colon(typed, meaning) for typed, meaning in rows]


def hint_line(session: Session) -> str:
    """What a hard bot would do, and why."""
    if session.coach is not None:
        return no_hint_in_lessons()
    view, hint = session.view, own_hint(session)
    if hint is None or view is None or view.seat is None:
        return _("It is not your turn.")
    return hint_sentence(hint, session.names, view.seat, len(view.hand()))


def own_hand(view: View | None, order: str) -> str:
    hand = in_order(view.hand(), order) if view else []
    text = n_("You hold {count} card: {cards}.", "You hold {count} cards: {cards}.", len(hand))
    return text.format(count=len(hand), cards=card_names(face for _card, face in hand))


def table(session: Session) -> list[str]:
    """All piles and all players."""
    view = session.view
    if view is None or view.round.top_shown is None:
        return [_("No round is in progress.")]
    round = view.round
    text = _("Top card: {card}. Colour: {colour}.")
    colour = colour_in_play(round)
    lines = [
        text.format(card=a_card(round.top), colour=colour_name(colour) if colour else _("no colour yet"))
    ]
    if round.two_sided:
        lines.append(
            _("The dark side is in play.") if round.side == DARK else _("The light side is in play.")
        )
    lines.append(_("Play goes clockwise.") if round.direction > 0 else _("Play goes anticlockwise."))
    for seat in round.order:
        count = len(round.hands.get(seat, ()))
        text = n_("{name}: {count} card, score {score}", "{name}: {count} cards, score {score}", count)
        score = shared_score(session.options, session.match.totals, seat)
        line = text.format(name=session.names[seat], count=count, score=score)
        if session.seat is not None and session.match.partner(session.seat) == seat:
            line += ", " + _("your partner")
        if shown := laid_open(view, seat):
            line = with_semicolons((line, _("open: {cards}").format(cards=card_names(shown))))
        away = turned_away(view, seat)
        if away:
            line = with_semicolons((line, _("other sides: {cards}").format(cards=card_names(away))))
        lines.append(line + ".")
    count = len(round.pile)
    return [
        *lines,
        n_("{count} card left in the draw pile.", "{count} cards left in the draw pile.", count).format(
            count=count
        ),
    ]
