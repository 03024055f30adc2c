"""Plain mode: a dialogue in lines, for screen readers, slow links, pipes and scripts."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import replace

from cli.cardnames import (
    a_card,
    card_code,
    card_name,
    card_names,
    colour_letter,
    colour_name,
    colour_typed,
    is_card_typed,
)
from cli.hand import in_order, turned_away
from cli.narration import Narrator
from cli.reasons import reason, risk, why_not
from cli.rules_help import help_text
from cli.session import MatchOver, Notice, RoundOver, Session
from cli.words import P_, _, n_, p_
from p2puno.cards import DARK
from p2puno.moves import (
    Accept,
    Ask,
    Call,
    Catch,
    Challenge,
    Choice,
    Draw,
    Fight,
    IllegalMove,
    Keep,
    Move,
    Name,
    Pass,
    Play,
    Show,
    Swap,
)
from p2puno.view import View

Write = Callable[[str], None]

_COMMANDS: Mapping[str, tuple[str, str]] = {
    # What is typed, also in the user's language; the English words always work.
    "draw": P_("command", "draw"),
    "keep": P_("command", "keep"),
    "pass": P_("command", "pass"),
    "uno": P_("command", "uno"),
    "catch": P_("command", "catch"),
    "challenge": P_("command", "challenge"),
    "accept": P_("command", "accept"),
    "hand": P_("command", "hand"),
    "table": P_("command", "table"),
    "say": P_("command", "say"),
    "rules": P_("command", "rules"),
    "help": P_("command", "help"),
    "next": P_("command", "next"),
    "quit": P_("command", "quit"),
}
_MACHINE = (Ask.DECLARE, Ask.VERDICT, Ask.UNSEAL)
"""What the session answers by itself."""

_SHORT = {
    "d": "draw",
    "k": "keep",
    "u": "uno",
    "c": "catch",
    "?": "help",
    "q": "quit",
    "": "next",
    "n": "next",
}


class Quit(Exception):
    """The player has had enough."""


class _End(Exception):
    """There is no more input."""


async def watch(session: Session, write: Write) -> None:
    """Tell the whole match to somebody who only listens."""
    running = asyncio.ensure_future(session.run())
    narrator = Narrator(session.names, session.seat)
    try:
        async for notice in session.notices():
            for sentence in narrator.sentences(notice):
                write(sentence)
    finally:
        await session.leave()
        await asyncio.gather(running)


async def converse(
    session: Session,
    typed: AsyncIterator[str],
    write: Write,
    order: str = "colour",
    patient: bool = False,
) -> None:
    """Play a match by lines; ends with the match, when the input ends, or when the player quits.

    With `patient`, a line is taken up only when the player has something to decide, so that a script can
    be written beforehand; without, it is taken up at once.
    """
    talk = Dialogue(session, write, order)
    inbox: asyncio.Queue[Notice | str | None] = asyncio.Queue()
    running = asyncio.ensure_future(session.run())

    async def hear() -> None:
        async for notice in session.notices():
            inbox.put_nowait(notice)
        inbox.put_nowait(None)

    async def listen() -> None:
        async for line in typed:
            inbox.put_nowait(line)
        inbox.put_nowait(_EOF)

    tasks = [asyncio.ensure_future(hear()), asyncio.ensure_future(listen())]
    lines: deque[str] = deque()
    try:
        write(_("Type ? for the commands."))
        while (item := await inbox.get()) is not None:
            if isinstance(item, str):
                lines.append(item)
            else:
                talk.tell(item)
            while inbox.empty():
                if talk.waiting:
                    await _settle()  # what led to the question is told before it
                    if not inbox.empty():
                        break
                    talk.ask()
                if not lines or (patient and not talk.waiting):
                    break
                talk.take(lines.popleft())
    except _End:
        write(_("The input has ended: you leave the table."))
    except Quit:
        write(_("You leave the table."))
    finally:
        await session.leave()
        for task in tasks:
            task.cancel()
        await asyncio.gather(running, *tasks, return_exceptions=True)


async def _settle() -> None:
    """Let the notices through that were given before now."""
    for _tick in range(3):
        await asyncio.sleep(0)


_EOF = "\0end of input"


class Dialogue:
    """One player's side of the talk."""

    def __init__(self, session: Session, write: Write, order: str = "colour") -> None:
        self.session = session
        self.write = write
        self.order = order
        self.narrator = Narrator(session.names, session.seat)
        self._asked: object = None
        self._warned: object = None
        self._choices: list[Move] = []

    @property
    def waiting(self) -> bool:
        """Whether the player has something to decide or to call out now."""
        session = self.session
        view = session.view
        if session.paused or session.uno_deadline is not None:
            return True
        waiting = view.round.waiting if view else None
        return type(waiting) is Choice and waiting.seat == session.seat and waiting.ask not in _MACHINE

    # -- what is said -----------------------------------------------------------------------------------

    def tell(self, notice: Notice) -> None:
        for sentence in self.narrator.sentences(notice):
            self.write(sentence)
        if isinstance(notice, RoundOver) and self.session.match.ended is None:
            self._asked = None
        if isinstance(notice, MatchOver):
            self._asked = notice

    def ask(self) -> None:
        """Ask for what the game waits for, if that has not been asked yet."""
        session = self.session
        view = session.view
        if session.paused and session.match.ended is None:
            if self._asked != ("pause", session.round_number):
                self._asked = ("pause", session.round_number)
                self.write(_("Press Enter for the next round."))
            return
        if view is None:
            return
        self._warn_of_uno(view)
        waiting = view.round.waiting
        if type(waiting) is not Choice or waiting.seat != session.seat or session.pending is not None:
            return
        if waiting.ask in _MACHINE:
            return
        asked = (session.round_number, waiting, view.round.top, view.round.colour, tuple(view.hand()))
        if asked != self._asked:
            self._asked = asked
            self._question(view, waiting)

    def _warn_of_uno(self, view: View) -> None:
        round = view.round
        if not round.uno_open or self.session.uno_deadline is None:
            self._warned = None
            return
        if self._warned == round.uno_seat or self.session.seat not in round.hands:
            return
        self._warned = round.uno_seat
        assert round.uno_seat is not None
        if round.uno_seat == self.session.seat:
            self.write(_("You have one card left and have not called: type uno!"))
        else:
            text = _("{name} has one card left and has not called UNO: type catch!")
            self.write(text.format(name=self.session.names[round.uno_seat]))

    def _question(self, view: View, waiting: Choice) -> None:
        self._choices = moves = self._offered(view)
        names, round = self.session.names, view.round
        lines: list[str] = []
        match waiting.ask:
            case Ask.TURN | Ask.DRAWN:
                lines.append(self._situation(view))
            case Ask.COLOUR:
                lines.append(_("Name the colour."))
            case Ask.CHALLENGE:
                accused = getattr(round.agenda[-1], "accused", round.turn)
                text = _("Challenge {name}, or draw the cards?")
                lines.append(text.format(name=names[accused]))
            case Ask.OPPONENT:
                lines.append(_("Whom do you challenge to the battle?"))
            case Ask.SEAL | Ask.BATTLE:
                lines.append(_("Choose a card for the battle: the higher number wins, symbols count zero."))
            case Ask.TRADE:
                lines.append(_("Whose hands are traded?"))
            case _:
                pass
        lines += [f"  {number}  {self._move(move, view)}" for number, move in enumerate(moves, 1)]
        if len(view.hand()) == 2 and any(isinstance(move, Play) for move in moves):
            lines.append(_("You have two cards: type uno before the number to call UNO with it."))
        lines.append(_("Your choice?"))
        for line in lines:
            self.write(line)

    def _situation(self, view: View) -> str:
        round = view.round
        text = _("Your turn. On top: {card}. Colour: {colour}. Your hand: {hand}.")
        hand = card_names(face for _card, face in in_order(view.hand(), self.order))
        colour = colour_name(round.colour) if round.colour else "-"
        return text.format(card=card_name(round.top), colour=colour, hand=hand)

    def _offered(self, view: View) -> list[Move]:
        """The moves to choose from, in the order they are numbered."""
        moves = [move for move in view.moves() if not (isinstance(move, Play) and move.uno)]
        ranks = {card: place for place, (card, _face) in enumerate(in_order(view.hand(), self.order))}
        return sorted(moves, key=lambda move: ranks.get(getattr(move, "card", -1), len(ranks)))

    def _move(self, move: Move, view: View) -> str:
        names = self.session.names
        match move:
            case Play(_card, face):
                text = f"{card_name(face)} ({card_code(face)})"
                warning = risk(view, face)
                return f"{text} - {warning}" if warning else text
            case Show(_card, face):
                return f"{card_name(face)} ({card_code(face)})"
            case Draw():
                return self._verb("draw", _("draw a card"))
            case Keep():
                return self._verb("keep", _("keep the card"))
            case Pass():
                return self._verb("pass", _("pass"))
            case Name(colour):
                return f"{colour_name(colour)} ({colour_letter(colour)})"
            case Accept():
                return self._verb("accept", _("draw the cards"))
            case Challenge():
                return self._verb("challenge", _("challenge"))
            case Fight(opponent):
                return names[opponent]
            case Swap(first, second):
                if self.session.seat in (first, second):
                    other = second if first == self.session.seat else first
                    return _("you and {name}").format(name=names[other])
                return _("{first} and {second}").format(first=names[first], second=names[second])
            case _:
                return type(move).__name__

    def _verb(self, command: str, text: str) -> str:
        word = p_(*_COMMANDS[command])
        return text if word == text else f"{text} ({word})"

    # -- what is typed ----------------------------------------------------------------------------------

    def take(self, line: str) -> None:
        """Do what was typed, or say in one sentence why not."""
        if line == _EOF:
            raise _End
        first, _space, rest = line.strip().partition(" ")
        command = self._command(first)
        if command == "say":
            self._say(rest.strip())
        elif command == "uno" and rest and (also := self._command(rest.strip())):
            self._do("uno")
            self._do(also)
        elif command == "uno" and rest:
            self._answer(rest.strip(), uno=True)
        elif command is not None and not (command == "next" and rest):
            self._do(command)
        else:
            words = line.strip()
            with_uno = self._command(words.rpartition(" ")[2]) == "uno"
            self._answer(words.rpartition(" ")[0] if with_uno else words, uno=with_uno)

    def _command(self, word: str) -> str | None:
        word = word.casefold()
        for command, marked in _COMMANDS.items():
            if word in (command, p_(*marked).casefold()):
                return command
        return _SHORT.get(word)

    def _say(self, text: str) -> None:
        if text:
            self.session.say(text)
        else:
            self.write(_("Type what you want to say after the word."))

    def _do(self, command: str) -> None:
        session = self.session
        match command:
            case "quit":
                raise Quit
            case "help":
                self._help()
            case "rules":
                for row in help_text(session.options.variant):
                    self.write(row)
            case "hand":
                self._hand()
            case "table":
                self._table()
            case "next":
                if session.paused:
                    session.proceed()
                else:
                    self._asked = None  # an empty line asks again
            case "uno":
                self._claim(Call())
            case "catch":
                self._catch()
            case _:
                moves: dict[str, tuple[type[Move], ...]] = {
                    "draw": (Draw, Accept),
                    "accept": (Accept,),
                    "keep": (Keep,),
                    "pass": (Pass,),
                    "challenge": (Challenge,),
                }
                wanted = moves[command]
                view = session.view
                move = next((m for m in view.moves() if isinstance(m, wanted)), None) if view else None
                if move is None:
                    self.write(_("That is not possible now."))
                else:
                    self._act(move)

    def _answer(self, text: str, uno: bool) -> None:
        """A number, a card, a colour or a name: whatever the question was about."""
        view = self.session.view
        waiting = view.round.waiting if view else None
        if (
            view is None
            or type(waiting) is not Choice
            or waiting.seat != self.session.seat
            or waiting.ask in _MACHINE
        ):
            if view and any(is_card_typed(text, face) for _card, face in view.hand()):
                self.write(_("It is not your turn."))
            else:
                self._not_understood(text)
            return
        move = self._meant(text, view, waiting)
        if isinstance(move, Play):
            move = replace(move, uno=uno)
        if move is not None:
            self._act(move)
            return
        held = [(card, face) for card, face in view.hand() if is_card_typed(text, face)]
        why = next((why for why in (why_not(view, card, face) for card, face in held) if why), None)
        if why:
            self.write(why)
        else:
            self._not_understood(text)

    def _meant(self, text: str, view: View, waiting: Choice) -> Move | None:
        offered = self._offered(view)
        if waiting.ask is Ask.COLOUR:
            colour = colour_typed(text, view.round.side)
            return Name(colour) if colour else None
        if text.isdecimal():
            number = int(text)
            return offered[number - 1] if 1 <= number <= len(offered) else None
        for move in offered:
            if isinstance(move, Play | Show) and is_card_typed(text, move.face):
                return move
            if isinstance(move, Fight) and text.casefold() == self.session.names[move.opponent].casefold():
                return move
        return None

    def _not_understood(self, text: str) -> None:
        if self.session.paused:
            self.write(_("Press Enter for the next round."))
            return
        self.write(_('"{text}" means nothing here. Type ? for the commands.').format(text=text[:40]))

    def _act(self, move: Move) -> None:
        try:
            self.session.act(move)
        except IllegalMove as error:
            self.write(reason(error))
            return
        if self.session.pending is not None:
            self.write(_("Done, as soon as the time for UNO has passed."))

    def _claim(self, claim: Call | Catch) -> None:
        try:
            self.session.claim(claim)
        except IllegalMove as error:
            self.write(reason(error))

    def _catch(self) -> None:
        view = self.session.view
        owner = view.round.uno_seat if view else None
        if view is None or owner is None or owner == self.session.seat or not view.round.uno_open:
            self.write(_("There is nobody to catch now."))
        else:
            self._claim(Catch(owner))

    # -- what can be looked up --------------------------------------------------------------------------

    def _help(self) -> None:
        def word(command: str) -> str:
            return p_(*_COMMANDS[command])

        rows = [
            (_("number, or card such as R5"), _("play that card or make that choice")),
            (f"{word('draw')}, {word('keep')}, {word('pass')}", _("draw a card, keep it, or pass")),
            (f"{word('uno')}", _("call UNO; with a number or a card after it: play and call")),
            (f"{word('catch')}", _("catch somebody who forgot to call UNO")),
            (f"{word('challenge')}, {word('accept')}", _("answer a wild draw card")),
            (f"{word('hand')}, {word('table')}", _("your cards; everybody else's")),
            (f"{word('say')} ...", _("say something to everybody")),
            (f"{word('rules')}", _("the rules in short")),
            (f"{word('quit')}", _("leave the table")),
        ]
        for typed, meaning in rows:
            self.write(f"  {typed}: {meaning}")

    def _hand(self) -> None:
        view = self.session.view
        hand = in_order(view.hand(), self.order) if view else []
        text = n_("You hold {count} card: {cards}.", "You hold {count} cards: {cards}.", len(hand))
        self.write(text.format(count=len(hand), cards=card_names(face for _card, face in hand)))

    def _table(self) -> None:
        view = self.session.view
        if view is None:
            self.write(_("No round is being played just now."))
            return
        round, match = view.round, self.session.match
        text = _("On top lies {card}; the colour is {colour}.")
        self.write(
            text.format(card=a_card(round.top), colour=colour_name(round.colour) if round.colour else "-")
        )
        if round.two_sided:
            self.write(
                _("The dark side is in play.") if round.side == DARK else _("The light side is in play.")
            )
        self.write(_("Play goes clockwise.") if round.direction > 0 else _("Play goes anticlockwise."))
        for seat in round.order:
            count = len(round.hands.get(seat, ()))
            text = n_("{name}: {count} card, score {score}", "{name}: {count} cards, score {score}", count)
            line = text.format(name=self.session.names[seat], count=count, score=match.totals[seat])
            away = turned_away(view, seat)
            if away:
                line += "; " + _("other sides: {cards}").format(cards=card_names(away))
            self.write(line + ".")
        count = len(round.pile)
        self.write(n_("{count} card to draw.", "{count} cards to draw.", count).format(count=count))
