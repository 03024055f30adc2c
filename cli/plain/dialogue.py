"""Plain mode: a line-based dialogue, for screen readers, slow links, pipes and scripts."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import replace

from cli.plain.bot_level_and_speed import bots_told
from cli.plain.calling import call, catch
from cli.plain.coaching import coach_lines
from cli.plain.jumping import Twins, jump_in
from cli.plain.planning import may_plan, plan, take_back
from cli.plain.table_lines import code_lines, commands, hint_line, offered, own_hand, question, table
from cli.plain.typed_commands import MOVES, command_of, meant, word_of
from cli.runtime.sounds import Tone
from cli.sessions.open_question import own_choice
from cli.sessions.session import Busy, Coach, Forgiving, Notice, OpenWindow, Session, Trouble
from cli.sessions.uno_news import UnoNews
from cli.settings.settings import Settings, next_order
from cli.words.card_names import is_card_typed
from cli.words.hand_orders import sorted_now
from cli.words.house_rules import house_rules_in_words
from cli.words.language import _
from cli.words.narration import Narrator
from cli.words.punctuation import with_colon
from cli.words.refusals import reason, why_impossible, why_not
from cli.words.rules_help import help_text
from p2puno.moves import Choice, Draw, IllegalMove, Move, Play
from p2puno.view import View
from protocol.play.news import MatchOver, RoundOver
from protocol.table.default_move import FORCED

Write = Callable[[str], None]
Ring = Callable[[Tone], None]


def quiet(tone: Tone) -> None:
    """Make no sound."""


class Quit(Exception):
    """The player wants to leave."""


class _End(Exception):
    """The input has ended."""


async def watch(session: Session, write: Write, rounds: int | None = None) -> None:
    """Narrate the match, or a number of its rounds, to a spectator."""
    running = asyncio.ensure_future(session.run())
    narrator = Narrator(session.names, None, session.options)  # no spectator is "you"
    try:
        async for notice in session.notices():
            for sentence in narrator.sentences(notice):
                write(sentence)
            if rounds is not None and isinstance(notice, RoundOver):
                rounds -= 1
                if rounds <= 0:
                    break
    finally:
        await session.leave()
        await running


async def converse(
    session: Session,
    typed: AsyncIterator[str],
    write: Write,
    settings: Settings,
    patient: bool = False,
    ring: Ring = quiet,
) -> list[str]:
    """Play a match by lines; ends with the match, when the input ends, or when the player quits. Returns the
    lines that were read and not needed.

    With `patient`, a line is read only when the player has something to decide, so that a script can be
    written in advance; without it, immediately. `ring` plays a sound.
    """
    talk = Dialogue(session, write, settings, ring)
    inbox: asyncio.Queue[Notice | str | None] = asyncio.Queue()
    running = asyncio.ensure_future(session.run())

    async def hear() -> None:
        try:
            async for notice in session.notices():
                inbox.put_nowait(notice)
        finally:
            inbox.put_nowait(None)

    async def listen() -> None:
        try:
            async for line in typed:
                inbox.put_nowait(line)
        finally:
            inbox.put_nowait(_EOF)

    tasks = [asyncio.ensure_future(hear()), asyncio.ensure_future(listen())]
    lines: deque[str] = deque()
    try:
        if house := house_rules_in_words(session.options.house_rules):
            write(with_colon(_("House rules"), house) + ".")
        write(_("Type ? for the commands."))
        while (item := await inbox.get()) is not None:
            if isinstance(item, str):
                lines.append(item)
            else:
                talk.tell(item)
            while inbox.empty():
                if talk.waiting or talk.coach_has_news:
                    await _settle()  # narrate the events before the question
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
        ends = await asyncio.gather(running, *tasks, return_exceptions=True)
        for failed in (end for end in ends if isinstance(end, Exception)):
            raise failed
    while not inbox.empty():
        if isinstance(item := inbox.get_nowait(), str):
            lines.append(item)
    return [line for line in lines if line != _EOF]


async def _settle() -> None:
    """Let the notices through that were given before now."""
    for _tick in range(3):
        await asyncio.sleep(0)


_EOF = "\0end of input"


class Dialogue:
    """One player's side of the dialogue."""

    def __init__(self, session: Session, write: Write, settings: Settings, ring: Ring = quiet) -> None:
        self.session = session
        self._ring = ring
        self._uno_news = UnoNews(session)
        self._write = write
        self.order = settings.order
        if session.own_program is not None:
            session.own_program.keeps = not settings.ask_to_keep
            session.own_program.only_moves = True
        self._interrupted = False
        """Something was written below the question."""
        self.narrator = Narrator(session.names, session.seat, session.options)
        self._asked: object = None
        self._warned: object = None
        self._twins = Twins(session)
        self._coached: list[str] = []
        """What the coach of a lesson said last."""
        self._looking = False
        """The player was told the result of a round and has typed nothing since."""

    def write(self, line: str) -> None:
        self._interrupted = True
        self._write(line)

    @property
    def waiting(self) -> bool:
        """Whether the player has something to decide or to call out now."""
        session = self.session
        if session.coach is not None and session.coach.offer is not None:
            return True
        return session.window is OpenWindow.UNO or self._twins.there or own_choice(session) is not None

    @property
    def coach_has_news(self) -> bool:
        """Whether the coach of a lesson says something else than before."""
        coach = self.session.coach
        return coach is not None and coach_lines(coach) != self._coached

    @property
    def _stuck(self) -> bool:
        """Whether the match waits for a player who is gone."""
        status = self.session.status
        return (
            self.session.seat is not None
            and status is not None
            and status.kind in (Busy.SUSPENDED, Busy.SHORT)
        )

    # -- what is said -----------------------------------------------------------------------------------

    def tell(self, notice: Notice) -> None:
        for sentence in self.narrator.sentences(notice):
            self.write(sentence)
        if self._uno_news.hear(notice):
            self._ring(Tone.UNO)
        if isinstance(notice, Trouble) and self._stuck:
            word = word_of("end")
            self.write(_("To end the match for good, type: {word}").format(word=word))
        if isinstance(notice, Forgiving) and notice.by is None and self.session.seat in notice.missing:
            self._say_how_to_forgive(notice.seat)
        if isinstance(notice, RoundOver) and self.session.match.ended is None:
            self._asked = None
            self._look(True)
        if isinstance(notice, MatchOver):
            self._asked = notice

    def ask(self) -> None:
        """Ask for what the game waits for, unless it was asked already and nothing was written below."""
        session = self.session
        view = session.view
        if view is None:
            return
        self._let_coach_speak()
        self._warn_of_uno(view)
        self._tell(self._twins.news())
        if (waiting := own_choice(session)) is None:
            return
        asked = (session.round_number, waiting, view.round.top, view.round.colour, tuple(view.hand()))
        if asked != self._asked:
            self._asked = asked
            self._ring(Tone.TURN)
            self._tell(question(session, view, waiting, offered(view, self.order), self.order))
        if self._interrupted:
            self.write(_("Your choice?"))
            self._interrupted = False

    def _let_coach_speak(self) -> None:
        if self.session.coach is not None:
            said = coach_lines(self.session.coach)
            self._tell(line for line in said if line not in self._coached)
            self._coached = said

    def _warn_of_uno(self, view: View) -> None:
        round = view.round
        if self.session.window is not OpenWindow.UNO:
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

    # -- what is typed ----------------------------------------------------------------------------------

    def take(self, line: str) -> None:
        """Execute a typed line, or say in one sentence why not."""
        if line == _EOF:
            raise _End
        self._look(False)
        first, _space, rest = line.strip().partition(" ")
        command = command_of(first)
        if command == "say":
            self._say(rest.strip())
        elif command == "forgive":
            self._forgive(rest.strip())
        elif command == "bots":
            self.write(bots_told(self.session.bots, rest.strip()))
        elif command == "guest" and self.session.guests:
            self._tell(line for page in self.session.guests for line in code_lines(page))
        elif self.session.coach is not None and command in ("next", "again", "skip"):
            self._ask_coach(self.session.coach, command)
        elif command == "uno" and rest and (also := command_of(rest.strip())):
            self._do("uno")
            self._do(also)
        elif command == "uno" and rest:
            self._answer(rest.strip(), uno=True)
        elif command is not None and not (command == "next" and rest):
            self._do(command)
        else:
            words = line.strip()
            with_uno = command_of(words.rpartition(" ")[2]) == "uno"
            self._answer(words.rpartition(" ")[0] if with_uno else words, uno=with_uno)

    def _look(self, looking: bool) -> None:
        if looking != self._looking:
            self._looking = looking
            self.session.look_at_result(looking)

    def _tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def _say(self, text: str) -> None:
        if text:
            self.session.say(text)
        else:
            self.write(_("Type what you want to say after the word."))

    def _forgive(self, name: str) -> None:
        """Agree that the player of this name comes back; without a name, show the votes."""
        session = self.session
        pleas = {session.names[plea.seat].casefold(): plea for plea in session.pleas}
        plea = pleas.get(name.casefold())
        if plea is not None:
            try:
                session.forgive(plea.seat)
            except IllegalMove as error:
                self.write(reason(error))
            return
        if not pleas:
            self.write(_("Nobody was put out for cheating."))
        elif name:
            self.write(_("{name} was not put out for cheating.").format(name=name[:40]))
        for plea in pleas.values():
            self.write(self.narrator.plea(plea))
            if session.seat in plea.missing:
                self._say_how_to_forgive(plea.seat)

    def _say_how_to_forgive(self, seat: int) -> None:
        word = f"{word_of('forgive')} {self.session.names[seat]}"
        self.write(_("To agree, for good, type: {word}").format(word=word))

    def _do(self, command: str) -> None:
        session = self.session
        match command:
            case "quit":
                raise Quit
            case "help":
                self._tell(commands(session))
            case "rules":
                self._tell(help_text(session.options))
            case "hand":
                self.write(own_hand(session.view, self.order))
            case "back":
                self.write(take_back(session))
            case "hint":
                self.write(hint_line(session))
            case "sort":
                self.order = next_order(self.order)
                self.write(sorted_now(self.order))
                self._asked = None  # the numbers have changed
            case "table":
                self._tell(table(session))
            case "next":
                self._asked = None  # an empty line asks again
            case "end":
                self._end()
            case "uno":
                self._tell(filter(None, [call(session)]))
            case "catch":
                self._tell(filter(None, [catch(session)]))
            case "jump":
                self._tell(filter(None, [jump_in(session)]))
            case _:
                wanted = MOVES[command]
                view = session.view
                move = next((m for m in view.moves() if isinstance(m, wanted)), None) if view else None
                if command == "draw" and may_plan(session):
                    self._tell(plan(session, Draw()))
                elif move is None:
                    self.write(why_impossible(view, wanted))
                else:
                    self._act(move)

    def _ask_coach(self, coach: Coach, command: str) -> None:
        """Take a command that is about the lesson, not about the game."""
        self._asked = None
        self._coached = []
        if command == "again":
            coach.again()
        elif command == "skip":
            coach.skip()
        elif coach.offer is not None:
            coach.proceed()

    def _end(self) -> None:
        """End the match; only a match that is stuck can be ended by a command."""
        if not self._stuck:
            self.write(_("The match is still going: you can leave it now, but not end it."))
        elif self.session.settle():
            raise Quit

    def _answer(self, text: str, uno: bool) -> None:
        """Parse a number, a card, a colour or a name, depending on the question."""
        view = self.session.view
        waiting = view.round.waiting if view else None
        if (
            view is None
            or type(waiting) is not Choice
            or waiting.seat != self.session.seat
            or waiting.ask in FORCED
        ):
            hand = view.hand() if view else []
            plays = [Play(card, face, uno) for card, face in hand if is_card_typed(text, face)]
            if plays and may_plan(self.session):
                self._tell(plan(self.session, plays[0]))
            elif plays:
                self.write(_("It is not your turn."))
            else:
                self._not_understood(text)
            return
        move = meant(text, view, waiting, offered(view, self.order), self.session.names)
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

    def _not_understood(self, text: str) -> None:
        coach = self.session.coach
        if coach is not None and coach.offer is not None:
            self.write(coach_lines(coach)[-1])
            return
        self.write(
            _('"{text}" is not a command or a choice here. Type ? for the commands.').format(text=text[:40])
        )

    def _act(self, move: Move) -> None:
        try:
            self.session.act(move)
        except IllegalMove as error:
            self.write(reason(error))
            return
        if self.session.pending is not None and self.session.window is OpenWindow.JUMP_IN:
            self.write(_("Your move will be made when nobody can jump in any more."))
        elif self.session.pending is not None and self.session.window is OpenWindow.UNO:
            self.write(_("It will be done as soon as the time for UNO has passed."))
