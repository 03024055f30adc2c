"""What the keys do: from a key pressed to a move made, with everything that can be taken back before.

The keys are words ("d", "enter", "left"), so that all of this works without a terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from time import monotonic

from cli.screen.scene import Line, Option
from cli.sessions.hand_order import KeyRing, in_order
from cli.sessions.session import Busy, Changed, Happened, Notice, Said, Session, Trouble
from cli.settings.key_bindings import TABLE, Action, Bindings
from cli.settings.settings import Settings
from cli.words.card_names import card_name, colour_letter
from cli.words.language import _
from cli.words.narration import Narrator
from cli.words.refusals import reason, risk, why_not
from p2puno.cards import COLOURS, Face
from p2puno.events import Dealt, Drew
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
from protocol.play.news import MatchOver, RoundOver
from protocol.table.autopilot import FORCED

LOG_LENGTH = 500

_VERBS: dict[Action | None, tuple[type[Move], ...]] = {
    Action.DRAW: (Draw, Accept, Pass),
    Action.KEEP: (Keep,),
    Action.CHALLENGE: (Challenge,),
}
_SPACE = (Draw, Keep, Accept, Pass)
"""What the space bar does, the first of these that is possible."""


class Panel(StrEnum):
    """What can cover the table."""

    HELP = "help"
    RULES = "rules"
    HANDS = "hands"
    FORGIVE = "forgive"
    QUIT = "quit"
    ROUND = "round"
    MATCH = "match"
    KEYS = "keys"
    """The keys of a replay."""


_LOOKED_UP = (None, Panel.HELP, Panel.RULES, Panel.HANDS)
"""The panels that a player looks things up in, while the round goes on."""


class Controls:
    """The player's side of the screen: what is lifted, what is looked at, and what was said last."""

    def __init__(self, session: Session, settings: Settings, rematch: bool = False) -> None:
        self.session = session
        self.rematch = rematch
        """Whether another match can be had at once when this one is over."""
        self.settings = settings
        self.narrator = Narrator(session.names, session.seat)
        self.bindings = Bindings(TABLE, settings.bindings)
        self.keyring = KeyRing(self.bindings.keys.values())
        self.log: list[Line] = []
        self.message = ""
        self.lifted: int | None = None
        """The card that Enter would play."""
        self.cursor = 0
        """Which of the options Enter would take."""
        self.trader: int | None = None
        """The first of the two who will trade hands."""
        self.moved = False
        """The arrows are being used to choose the second."""
        self.panel: Panel | None = None
        self.scroll = 0
        self.back = 0
        """How many lines the log is turned back."""
        self.typing = False
        self.round_over: RoundOver | None = None
        self.match_over: MatchOver | None = None
        self.left = False
        self.again = False
        self._asked: object = None
        self._shuffles = 0
        self._drawing: Drew | None = None
        self.busy_since: float | None = None
        """Since when the table has been busy with something that is no player's choice."""
        for notice in session.told:
            self._write(notice)

    # -- what is there to decide ------------------------------------------------------------------------

    @property
    def choice(self) -> Choice | None:
        """What the own seat must decide now."""
        view = self.session.view
        waiting = view.round.waiting if view else None
        if type(waiting) is not Choice or waiting.seat != self.session.seat or self.session.pending:
            return None
        return waiting if waiting.ask not in FORCED else None

    def hand(self) -> list[tuple[int, Face]]:
        view = self.session.view
        return in_order(view.hand(), self.settings.order) if view else []

    def players(self) -> Sequence[int]:
        """The players that can be chosen, in the order of their keys."""
        choice, view = self.choice, self.session.view
        if choice is None or view is None:
            return ()
        seats = view.round.seats
        own = seats.index(choice.seat)
        around = [*seats[own + 1 :], *seats[:own]]
        if choice.ask is Ask.OPPONENT:
            return around
        return [*around, choice.seat] if choice.ask is Ask.TRADE else ()

    def hear(self, notice: Notice) -> bool:
        """Take what happened; True if it has become the own turn to decide."""
        self._count_shuffles(notice)
        if self.session.status is None:
            self.busy_since = None
        elif self.busy_since is None:
            self.busy_since = monotonic()
        if isinstance(notice, Happened) and self.choice is None and not self._waits_for_window():
            self.message = ""  # what it answered is long past
        self._write(notice)
        if isinstance(notice, RoundOver):
            self.round_over = notice
            if self.session.paused or self.session.seat is None:
                self.panel, self.scroll = Panel.ROUND, 0
        elif isinstance(notice, MatchOver):
            self.match_over, self.panel, self.scroll = notice, Panel.MATCH, 0
        return self._settle()

    def _write(self, notice: Notice) -> None:
        """Put it into the log, unless it is shown elsewhere."""
        kind = "chat" if isinstance(notice, Said) else "alert" if isinstance(notice, Trouble) else "log"
        if isinstance(notice, RoundOver):
            self.log.append(Line(_("Round {number} is over.").format(number=notice.number)))
        elif not isinstance(notice, MatchOver):
            self.log += [Line(text, kind) for text in self.narrator.sentences(self._drawn_in_all(notice))]
        del self.log[:-LOG_LENGTH]

    def _drawn_in_all(self, notice: Notice) -> Notice:
        """Cards that somebody else draws one by one are told of in one line, which grows."""
        event = notice.event if isinstance(notice, Happened) else None
        if isinstance(notice, Changed):
            return notice
        if not isinstance(event, Drew) or event.seat == self.session.seat:
            self._drawing = None
            return notice
        before, self._drawing = self._drawing, event
        if before is None or before.seat != event.seat or not self.log:
            return notice
        self.log.pop()
        self._drawing = Drew(event.seat, before.cards + event.cards, event.penalty)
        return Happened(self._drawing)

    def _count_shuffles(self, notice: Notice) -> None:
        """Say at the end of a deal what was done while the player waited for it."""
        status = self.session.status
        if status is not None and status.kind is Busy.SHUFFLING:
            self._shuffles = status.of
        elif self._shuffles > 1 and isinstance(notice, Happened) and isinstance(notice.event, Dealt):
            text = (
                _("The deck was shuffled by both in turn, and every shuffle was proved.")
                if self._shuffles == 2
                else _("The deck was shuffled by all {count} in turn, and every shuffle was proved.")
            )
            self.log.append(Line(text.format(count=self._shuffles), "good"))
            self._shuffles = 0

    def _settle(self) -> bool:
        """Put away what belonged to a question that is answered."""
        view, choice = self.session.view, self.choice
        cards = [card for card, _face in self.hand()]
        if self.lifted not in cards:
            self.lifted = None
        if self.panel is Panel.ROUND and view is not None and view.round.result is None:
            self.panel = None  # the next round has begun
        asked = (self.session.round_number, choice, len(cards)) if choice else None
        if asked == self._asked:
            return False
        if self._asked is not None:
            self.lifted = None  # also if our program answered, because the time was up
        self._asked = asked
        if choice is None or view is None:
            return False
        self.cursor, self.trader, self.message = 0, None, ""
        if choice.ask is Ask.DRAWN:
            drawn = view.round.hands[choice.seat][-1]
            playable = any(isinstance(move, Play) for move in view.moves())
            self.lifted = drawn if playable else None
        return True

    def option(self, action: Action, label: str, chosen: bool = False, strong: bool = False) -> Option:
        """An action offered below the table, with its key, to be clicked too."""
        return Option(self.bindings.keys.get(action, ""), label, f"do:{action}", chosen, strong=strong)

    # -- keys -------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Do what a key means now. A letter that names a colour, or means something to the panel that covers
        the table, does not do its action as well."""
        action = self.bindings.action(key)
        if self.panel:
            own = action in (Action.UNO, Action.CATCH, Action.LEAVE, Action.HELP)
        else:
            own = action in (Action.UNO, Action.CATCH) or not self._names_colour(key)
        self._press(key, action if own else None)

    def _press(self, key: str, action: Action | None) -> None:
        self.message = ""
        if action is Action.UNO:
            self._claim(Call())
        elif action is Action.CATCH and self.panel in _LOOKED_UP:
            self._catch()
        elif self.panel:
            self._press_panel(key, action)
        elif key == "escape":
            self._take_back()
        elif action is Action.LEAVE or key == "c-c":
            self._cover(Panel.QUIT)
        elif action is Action.CHAT or (key == "t" and not self._names_colour(key)):
            self.typing = self.session.seat is not None
        elif action is Action.HELP:
            self._cover(Panel.HELP)
        elif action is Action.HANDS:
            self._cover(Panel.HANDS)
        elif action is Action.FORGIVE:
            self._look_at_pleas()
        elif action is Action.WHY:
            self._why()
        elif key in ("pageup", "pagedown"):
            self.back = min(max(0, self.back + (5 if key == "pageup" else -5)), max(0, len(self.log) - 5))
        elif self.choice is None:
            self._press_waiting(key, action)
        else:
            self._press_choice(key, action, self.choice)
        self._settle()

    def _cover(self, panel: Panel) -> None:
        self.panel, self.scroll = panel, 0

    def click(self, target: str) -> None:
        """Do what a click on something means: on an action, a key, a card or a player."""
        kind, _colon, rest = target.partition(":")
        if kind == "do":
            self._press("", Action(rest))
        elif kind == "key":
            self._press(rest, None)
        elif kind == "card":
            self.message = ""
            self._card(int(rest))
            self._settle()
        elif kind == "seat":
            self.message = ""
            self._player(int(rest))
            self._settle()

    def say(self, text: str) -> None:
        """Chat was typed; an empty line says nothing."""
        self.typing = False
        text = " ".join(text.split())
        if text:
            self.session.say(text[:300])

    def _press_panel(self, key: str, action: Action | None) -> None:
        """A key while something covers the table."""
        leave = action is Action.LEAVE
        if key in ("up", "k"):
            self.scroll = max(0, self.scroll - 1)
        elif key in ("down", "j"):
            self.scroll += 1
        elif key == "pageup":
            self.scroll = max(0, self.scroll - 10)
        elif key in ("pagedown", "space"):
            self.scroll += 10
        elif self.panel is Panel.FORGIVE and key.isdecimal():
            self._forgive(int(key))
        elif self.panel is Panel.QUIT:
            self.left = leave or key in ("y", "enter", "c-c") or (key == "e" and self.session.settle())
            self.panel = None
        elif key == "c-c":
            self.panel = Panel.QUIT
        elif self.panel is Panel.HELP and key == "r":
            self._cover(Panel.RULES)
        elif self.panel is Panel.ROUND:
            if key == "enter":
                self.panel = None
                self.session.proceed()
            elif leave:
                self.panel = Panel.QUIT
        elif self.panel is Panel.MATCH:
            self.left = leave or key in ("enter", "escape")
            if key == "a" and self.rematch:
                self.left = self.again = True
        elif leave or action is Action.HELP or key in ("escape", "enter"):
            self.panel = None

    def _press_waiting(self, key: str, action: Action | None) -> None:
        """A key while somebody else must decide: cards can be looked at and lifted beforehand."""
        card = self._card_of(key)
        if key in ("left", "right"):
            self._move_lifted(key)
        elif card is not None:
            self.lifted = None if self.lifted == card else card
        elif action in _VERBS or key in ("space", "enter"):
            self.message = _("It is not your turn.")
        if self._waits_for_window():
            self.message = _("Your move is waiting for the UNO window to close; Esc takes it back.")

    def _press_choice(self, key: str, action: Action | None, choice: Choice) -> None:
        match choice.ask:
            case Ask.COLOUR:
                self._press_colour(key)
            case Ask.OPPONENT | Ask.TRADE:
                self._press_player(key)
            case Ask.CHALLENGE:
                self._press_challenge(key, action)
            case _:
                self._press_card(key, action)

    def _press_card(self, key: str, action: Action | None) -> None:
        card = self._card_of(key)
        if card is not None:
            self._card(card)
        elif key in ("left", "right", "home", "end"):
            self._move_lifted(key)
        elif key == "enter":
            view = self.session.view
            if view is not None and self.choice is not None and self.choice.ask is Ask.DRAWN:
                self._play(view.round.hands[self.choice.seat][-1])  # as the question says, whatever is lifted
            elif self.lifted is None:
                self.message = _("Lift a card first, with its key or the arrows.")
            else:
                self._play(self.lifted)
        elif action in _VERBS or key == "space":
            self._verb(_VERBS.get(action, _SPACE))

    def _press_colour(self, key: str) -> None:
        view = self.session.view
        assert view is not None
        colours = COLOURS[view.round.side]
        if key in ("left", "right"):
            self.cursor = (self.cursor + (1 if key == "right" else -1)) % 4
        elif key == "enter":
            self._act(Name(colours[self.cursor]))
        elif key.isdecimal() and 1 <= int(key) <= 4:
            self._act(Name(colours[int(key) - 1]))
        else:
            named = next((c for c in colours if colour_letter(c).lower() == key), None)
            if named:
                self._act(Name(named))
            else:
                self.message = _("Name a colour: 1 to 4, or the arrows and Enter.")

    def _press_player(self, key: str) -> None:
        players = self.players()
        if key in ("left", "right", "up", "down"):
            self.cursor = (self.cursor + (1 if key in ("right", "down") else -1)) % len(players)
            self.moved = True
        elif key == "enter":
            self._player(players[self.cursor])
        elif key.isdecimal() and int(key or 0) <= len(players):
            self._player(players[int(key) - 1])
        else:
            self.message = _("Choose a player by number, or with the arrows and Enter.")

    def _press_challenge(self, key: str, action: Action | None) -> None:
        if key in ("left", "right", "up", "down"):
            self.cursor = 1 - self.cursor
        elif key == "enter":
            self._verb(_VERBS[(Action.DRAW, Action.CHALLENGE)[self.cursor]])
        elif action in (Action.DRAW, Action.CHALLENGE) or key == "space":
            self._verb(_VERBS[action or Action.DRAW])
        else:
            text = _("Press {draw} to draw the cards, or {challenge} to challenge.")
            keys = self.bindings.keys
            self.message = text.format(draw=keys[Action.DRAW], challenge=keys[Action.CHALLENGE])

    # -- what is done -----------------------------------------------------------------------------------

    def _card_of(self, key: str) -> int | None:
        keys = self.keyring.keys(card for card, _face in self.hand())
        return next((card for card, own in keys.items() if own == key and key), None)

    def _card(self, card: int) -> None:
        """A card's key, or a click on it: lift it, or play it if it is lifted."""
        if self.choice is None or self.choice.ask not in (Ask.TURN, Ask.DRAWN, Ask.SEAL, Ask.BATTLE):
            self.lifted = None if self.lifted == card else card
        elif self.lifted == card or self.settings.keys == "fast":
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
        move: Move | None = next(
            (m for m in view.moves() if isinstance(m, Play | Show) and m.card == card), None
        )
        if move is None:
            self.lifted = card
            self.message = (why_not(view, card, face) if face else None) or _("That is not possible now.")
            return
        self._act(move)
        self.lifted = None

    def _player(self, seat: int) -> None:
        choice = self.choice
        if choice is None or seat not in self.players():
            return
        if choice.ask is Ask.OPPONENT:
            self._act(Fight(seat))
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
            self.message = _("That is not possible now.")
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
            self.message = _("Your move is waiting for the UNO window to close; Esc takes it back.")

    def _waits_for_window(self) -> bool:
        view = self.session.view
        return self.session.pending is not None and view is not None and view.round.uno_open

    def _take_back(self) -> None:
        if self.session.take_back():
            self.message = _("You took your move back.")
        elif self.trader is not None:
            self.trader = None
        else:
            self.lifted = None

    def _claim(self, claim: Call | Catch) -> None:
        try:
            self.session.claim(claim)
        except IllegalMove as error:
            self.message = reason(error)

    def _catch(self) -> None:
        view = self.session.view
        owner = view.round.uno_seat if view and view.round.uno_open else None
        if owner is None or owner == self.session.seat:
            self.message = _("There is nobody to catch now.")
        else:
            self._claim(Catch(owner))

    def _look_at_pleas(self) -> None:
        if self.session.pleas:
            self._cover(Panel.FORGIVE)
        else:
            self.message = _("Nobody was put out for cheating.")

    def _forgive(self, number: int) -> None:
        """Agree that the one with this number comes back."""
        pleas = self.session.pleas
        if 1 <= number <= len(pleas):
            try:
                self.session.forgive(pleas[number - 1].seat)
            except IllegalMove as error:
                self.panel, self.message = None, reason(error)

    def _names_colour(self, key: str) -> bool:
        """Whether this key names a colour now."""
        view, choice = self.session.view, self.choice
        if view is None or choice is None or choice.ask is not Ask.COLOUR:
            return False
        return any(colour_letter(colour).lower() == key for colour in COLOURS[view.round.side])
