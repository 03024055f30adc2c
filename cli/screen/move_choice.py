"""The player's choice before it becomes a move: the lifted card, the selected option, and the answer to it.

Everything here works without a terminal and without keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cli.sessions.hand_order import in_order
from cli.sessions.open_question import is_about_cards, own_catch, own_choice, own_hint, trades_own_hand
from cli.sessions.session import OpenWindow, Session
from cli.settings.settings import Settings, next_order
from cli.words.card_names import card_name
from cli.words.hand_orders import sorted_now
from cli.words.hints import hint_sentence, no_hint_in_lessons
from cli.words.language import _
from cli.words.refusals import reason, risk, why_impossible, why_no_call, why_no_catch, why_not
from p2puno.cards import COLOURS, Face
from p2puno.moves import (
    Accept,
    Ask,
    Blind,
    Call,
    Catch,
    Challenge,
    Choice,
    Draw,
    Fight,
    IllegalMove,
    JumpIn,
    Move,
    Name,
    Play,
    Show,
    Swap,
)


class MoveChoice:
    def __init__(self, session: Session, settings: Settings) -> None:
        self.session = session
        self.settings = settings
        self.order = settings.order
        """How the hand is sorted in this game."""
        self.message = ""
        """The answer to the last key, shown below the table."""
        self.lifted: int | None = None
        """The card that Enter would play."""
        self.cursor = 0
        """Which of the options Enter would select."""
        self.trader: int | None = None
        """The first of the two players who will trade hands."""
        self.moved = False
        """Whether the arrows are being used to select the second one."""
        self.hinted: Move | None = None
        """The move that the hint on the screen proposes: Enter makes it."""

    @property
    def choice(self) -> Choice | None:
        """What our seat must decide now."""
        return own_choice(self.session)

    def hand(self) -> list[tuple[int, Face]]:
        view = self.session.view
        return in_order(view.hand(), self.order) if view else []

    def _asks_for_card(self) -> bool:
        """Whether our seat may answer with a card."""
        view, choice = self.session.view, self.choice
        return view is not None and choice is not None and is_about_cards(view, choice)

    def players(self) -> Sequence[int]:
        """The players that can be chosen, in the order of their keys."""
        choice, view = self.choice, self.session.view
        if choice is None or view is None:
            return ()
        seats = view.round.seats
        own = seats.index(choice.seat)
        around = [*seats[own + 1 :], *seats[:own]]
        if choice.ask is Ask.OPPONENT or trades_own_hand(view, choice):
            return around
        return [*around, choice.seat] if choice.ask is Ask.TRADE else ()

    def _card(self, card: int) -> None:
        """Handle a card's key or a click on it: lift the card, or play or plan it if it is lifted."""
        self.hinted = None
        chosen = self.lifted == card or self.settings.keys == "fast"
        if self.choice is None and chosen:
            self._plan_card(card)
        elif self.choice is None:
            self.lifted = card
        elif not self._asks_for_card():
            self.lifted = None if self.lifted == card else card
        elif chosen:
            self._play(card)
        else:
            self.lifted = card
            self._describe(card)

    def _describe(self, card: int) -> None:
        """Say why a lifted card cannot be played, or what it risks."""
        view = self.session.view
        face = view.face(card) if view else None
        if view is not None and face is not None:
            self.message = why_not(view, card, face) or risk(view, face) or ""

    def _why(self) -> None:
        view = self.session.view
        if self.lifted is None or view is None:
            self.message = _("Lift a card to see whether it can be played.")
            return
        self._describe(self.lifted)
        face = view.face(self.lifted)
        if not self.message and face is not None:
            self.message = _("{card} can be played.").format(card=card_name(face))

    def _hint(self) -> None:
        """Say what hard would do and why, and lift the card if it is one. Enter does it then."""
        view, hint = self.session.view, own_hint(self.session)
        if self.session.coach is not None:
            self.message = no_hint_in_lessons()
            return
        if hint is None or view is None or view.seat is None:
            self.message = _("It is not your turn.")
            return
        self.message = hint_sentence(hint, self.session.names, view.seat, len(view.hand()))
        self.hinted = hint.move
        if isinstance(hint.move, Play | Show):
            self.lifted = hint.move.card
            with_uno = replace(hint.move, uno=True) if isinstance(hint.move, Play) else None
            if len(view.hand()) == 2 and with_uno in view.moves():
                self.hinted = with_uno
        else:
            self.lifted = None
            self._select(hint.move)
            self.message = _("{hint} Enter does it.").format(hint=self.message)

    def _select(self, move: Move) -> None:
        """Select the option that stands for this move, if there are options to select from."""
        view = self.session.view
        if isinstance(move, Name) and view is not None:
            self.cursor = COLOURS[view.round.side].index(move.colour)
        elif isinstance(move, Fight):
            self.cursor = self.players().index(move.opponent)
        elif isinstance(move, Accept | Challenge):
            self.cursor = int(isinstance(move, Challenge))

    def _sort(self) -> None:
        """Sort the hand another way, for this game; the setting does so for all."""
        self.order = next_order(self.order)
        self.message = sorted_now(self.order)

    def _move_lifted(self, key: str) -> None:
        cards = [card for card, _face in self.hand()]
        if not cards:
            return
        if key in ("home", "end"):
            place = 0 if key == "home" else len(cards) - 1
        elif self.lifted is None:
            place = 0 if key == "right" else len(cards) - 1
        else:
            place = (cards.index(self.lifted) + (1 if key == "right" else -1)) % len(cards)
        self.lifted = cards[place]
        if self.choice is not None:
            self._describe(cards[place])

    def _play(self, card: int) -> None:
        view = self.session.view
        assert view is not None
        face = view.face(card)
        blind = Blind() in view.moves()
        move: Move | None = next(
            (m for m in view.moves() if isinstance(m, Play | Show) and m.card == card),
            Blind() if blind and card in view.round.blind else None,
        )
        if move is None:
            self.lifted = card
            self.message = (why_not(view, card, face) if face else None) or _("That is not possible now.")
            return
        self._act(move)
        self.lifted = None

    def _plan_card(self, card: int) -> None:
        view = self.session.view
        face = view.face(card) if view is not None else None
        if face is not None:
            self._plan(Play(card, face))
            self.lifted = None

    def _plan(self, move: Play | Draw) -> None:
        """Choose the move of our next turn while another player must decide."""
        program = self.session.own_program
        if program is None or self.session.pending is not None:
            self.message = _("It is not your turn.")
            return
        try:
            program.plan(move)
        except IllegalMove as error:
            self.message = reason(error)

    def _player(self, seat: int) -> None:
        choice, self.hinted = self.choice, None
        if choice is None or seat not in self.players():
            return
        if choice.ask is Ask.OPPONENT:
            self._act(Fight(seat))
        elif choice.seat not in self.players():  # we are one of the two who trade
            self._act(Swap(min(seat, choice.seat), max(seat, choice.seat)))
        elif self.trader is None:
            self.trader, self.moved = seat, False
            self.message = _("And with whom?")
        elif self.trader == seat:
            self.trader = None
        else:
            self._act(Swap(self.trader, seat))

    def _verb(self, kinds: tuple[type[Move], ...]) -> None:
        """Make the first move of these kinds that is possible."""
        view = self.session.view
        moves = view.moves() if view else []
        move = next((move for move in moves if isinstance(move, kinds)), None)
        if move is None:
            self.message = why_impossible(view, kinds)
        else:
            self._act(move)

    def _act(self, move: Move) -> None:
        try:
            self.session.act(move)
        except IllegalMove as error:
            self.message = reason(error)
            return
        self.trader = None
        if self._waits_for_window():
            self.message = self._waiting_message()

    def _waits_for_window(self) -> bool:
        return self.session.pending is not None and self.session.window is not None

    def _waiting_message(self) -> str:
        if self.session.window is OpenWindow.UNO:
            return _("Your move is waiting for the UNO window to close.")
        return _("Your move waits a moment, because somebody may jump in.")

    def _take_back(self) -> None:
        program = self.session.own_program
        if self.session.take_back() or (program is not None and program.take_back()):
            self.message = _("You took your move back.")
        elif self.trader is not None:
            self.trader = None
        else:
            self.lifted = None

    def _call(self) -> None:
        """Call UNO: now or, if our next-to-last card is planned, together with it."""
        view, program = self.session.view, self.session.own_program
        planned = program.premove if program is not None else None
        jump = self.session.jump
        if jump is not None and view is not None and len(view.hand()) == 2:
            self._claim(replace(jump, uno=True))
            self.message = _("You jump in and call UNO.")
        elif view is not None and isinstance(planned, Play) and len(view.hand()) == 2 and not view.claims():
            self._plan(replace(planned, uno=True))
        else:
            self.message = (why_no_call(view) if view is not None else None) or ""
            if not self.message:
                self._claim(Call())

    def _jump(self) -> None:
        """Jump in with a card identical to the one just laid."""
        view = self.session.view
        jumps = view.jumps() if view is not None else []
        if not jumps:
            self.message = _("You have no card to jump in with now.")
            return
        self._claim(jumps[0])
        if self.session.jump is not None:
            self.message = _("You will jump in as soon as the window closes.")

    def _claim(self, claim: Call | Catch | JumpIn) -> None:
        try:
            self.session.claim(claim)
        except IllegalMove as error:
            self.message = reason(error)

    def _catch(self) -> None:
        view = self.session.view
        catch = own_catch(view) if view is not None else None
        if catch is None:
            self.message = why_no_catch(view)
        else:
            self._claim(catch)
