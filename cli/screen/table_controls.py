"""What the keys do at the table.

Keys have names ("d", "enter", "left"), so that all of this works without a terminal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from time import monotonic

from cli.screen.answer_keys import AnswerKeys
from cli.screen.early_keys import CLOSING, EarlyKeys
from cli.screen.panels import LOOKED_UP, Panel
from cli.screen.scene import Option
from cli.screen.table_log import TableLog
from cli.screen.table_settings import TableSettings
from cli.sessions.session import Happened, Notice, Session
from cli.settings.key_bindings import Action
from cli.settings.settings import Settings
from cli.words.language import _, n_
from cli.words.refusals import reason
from p2puno.events import Drew, Played
from p2puno.moves import Ask, IllegalMove, Play
from protocol.play.news import MatchOver, RoundOver

_ON_PANELS = (Action.UNO, Action.CATCH, Action.LEAVE, Action.HELP, Action.SETTINGS, Action.GUEST)
"""What a key means while a panel is open, too."""
RESULT_FOR_SPECTATORS = 12.0
"""Seconds for which spectators see the result of a round."""


class Controls(AnswerKeys):
    """What the player's keys and clicks do: make moves, open panels, scroll the log, leave."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        rematch: bool = False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(session, settings)
        self._clock = clock
        if session.own_program is not None:
            session.own_program.keeps = not settings.ask_to_keep
            session.own_program.only_moves = True
        self.rematch = rematch
        """Whether whoever shows the session starts another one; a session among peers says so itself."""
        self.log = TableLog(session)
        self.table_settings = TableSettings()
        self.panel: Panel | None = None
        self.scroll = 0
        self.typing = False
        self.round_over: RoundOver | None = None
        self.match_over: MatchOver | None = None
        self.left = False
        self.again = False
        self._asked: object = None
        self._looking = False
        """The session knows that the player looks at the result of a round."""
        self._shown_at = 0.0
        self.later_results: deque[RoundOver] = deque()
        """Rounds that ended while the player was looking at the result of an earlier one."""
        self._moves_behind = 0
        """How many moves were made while the player was looking at a result."""
        self._early = EarlyKeys()
        self._last_key = ""
        self.open_browser: Callable[[], None] | None = None
        """Opens the table in the player's browser."""
        self.busy_since: float | None = None
        """When the table began to work on something that no player decides, for example a shuffle."""

    @property
    def can_play_again(self) -> bool:
        return self.rematch or self.session.rematch is not None

    @property
    def can_choose_rules(self) -> bool:
        """Whether the rules of the next match can be changed or proposed before the player agrees to it."""
        rematch = self.session.rematch
        return rematch is not None and rematch.people and self.session.seat is not None

    def hear(self, notice: Notice) -> bool:
        """Update from a notice; True if our seat must now decide something new."""
        if self.session.status is None:
            self.busy_since = None
        elif self.busy_since is None:
            self.busy_since = self._clock()
        if isinstance(notice, Happened) and self.choice is None and not self._waits_for_window():
            self.message = ""  # the message answered an earlier key
        self.log.add(notice)
        if isinstance(notice, RoundOver):
            self._hear_result(notice)
        elif isinstance(notice, MatchOver):
            self.match_over = notice
            self._cover(Panel.MATCH)
            self._early.appeared(self._clock())
        elif self.panel is Panel.ROUND and isinstance(notice, Happened):
            self._moves_behind += isinstance(notice.event, Played | Drew)
        return self._settle()

    def _hear_result(self, result: RoundOver) -> None:
        """Show the result of a round: now or, if the player still looks at an earlier one, after that."""
        ended = self.session.match.ended is not None
        if self.panel is Panel.ROUND and self.session.seat is not None and not ended:
            self.later_results.append(result)
            return
        self.later_results.clear()
        self.round_over = result
        if not ended:
            self._show_result()

    def _show_result(self) -> None:
        self._cover(Panel.ROUND)
        self._shown_at = self._clock()
        self._moves_behind = 0
        self._early.appeared(self._shown_at)

    def _settle(self) -> bool:
        """Reset what belonged to an answered question; True if there is a new one."""
        view, choice = self.session.view, self.choice
        cards = [card for card, _face in self.hand()]
        if self.lifted not in cards:
            self.lifted = None
        self._look()
        asked = (self.session.round_number, choice, len(cards)) if choice else None
        if asked == self._asked:
            return False
        if self._asked is not None:
            self.lifted = None  # also if our program answered after a timeout
        self._asked = asked
        if choice is None or view is None:
            return False
        self.cursor, self.trader, self.message, self.hinted = 0, None, "", None
        if self.panel is None:
            self._expect_early_keys(choice.ask)
        if choice.ask is Ask.DRAWN:
            drawn = view.round.hands[choice.seat][-1]
            playable = any(isinstance(move, Play) for move in view.moves())
            self.lifted = drawn if playable else None
        return True

    def _expect_early_keys(self, ask: Ask) -> None:
        """A question has appeared. On our turn the keys mean what they meant before, when they planned it."""
        if ask is Ask.CHALLENGE:
            self._early.appeared(self._clock())  # others decide when this is asked
        elif ask is not Ask.TURN:
            self._early.appeared(self._clock(), CLOSING | {self._last_key})

    def _look(self) -> None:
        """A player looks at the result of a round until a key is pressed, though the next one has begun. For
        a spectator, who may press no key all evening, it goes away by itself."""
        if self.session.seat is None:
            if self.panel is Panel.ROUND and self._clock() - self._shown_at >= RESULT_FOR_SPECTATORS:
                self.panel = None
        elif self._looking != (self.panel is Panel.ROUND):
            self._looking = not self._looking
            self.session.look_at_result(self._looking)
            bots = self.session.bots
            if bots is not None and self.session.grace is None:  # nobody else waits
                bots.hold(self._looking)

    def option(self, action: Action, label: str, chosen: bool = False, strong: bool = False) -> Option:
        """An action offered below the table, with its key; it can also be clicked."""
        return Option(self.bindings.keys.get(action, ""), label, f"do:{action}", chosen, strong=strong)

    def press(self, key: str) -> None:
        """Handle a key. A letter that names a colour, or means something to the open panel, does not also
        trigger its action."""
        action = self.bindings.action(key)
        if self.panel:
            own = action in _ON_PANELS
        else:
            own = action in (Action.UNO, Action.CATCH) or not self.names_colour(key)
        self._press(key, action if own else None)

    def skipped(self, key: str) -> None:
        """This key has only skipped what covered the screen for a moment."""
        self._early.appeared(self._clock(), CLOSING | {key})

    def _press(self, key: str, action: Action | None) -> None:
        hinted, self.hinted, self.message = self.hinted, None, ""
        if action is Action.UNO:
            self._call()
        elif action is Action.CATCH and self.panel in LOOKED_UP:
            self._catch()
        elif action is Action.JUMP and not self.panel:
            self._jump()
        elif self.panel:
            self._press_cover(key, action)
        elif key == "escape":
            self._take_back()
        elif action is Action.LEAVE or key == "c-c":
            self._cover(Panel.QUIT)
        elif action is Action.CHAT or (key == "t" and not self.names_colour(key)):
            self.typing = self.session.seat is not None
        elif action is Action.HELP:
            self._cover(Panel.HELP)
        elif action is Action.HANDS:
            self._cover(Panel.HANDS)
        elif action is Action.SETTINGS:
            self._cover(Panel.SETTINGS)
        elif action is Action.BROWSER:
            self.browse()
        elif action is Action.GUEST and self.session.guests:
            self._cover(Panel.GUEST)
        elif action is Action.FORGIVE:
            self._look_at_pleas()
        elif action is Action.WHY:
            self._why()
        elif action is Action.SORT:
            self._sort()
        elif action is Action.HINT:
            self._hint()
        elif key in ("pageup", "pagedown"):
            self.log.turn(1 if key == "pageup" else -1)
        elif self._early.take(key, self._clock()):
            self.message = _("That key came too early: press it again.") if self.choice else ""
            self.hinted = hinted
        elif self._press_coach(key):
            pass
        elif self.choice is None:
            self._press_waiting(key, action)
        elif key == "enter" and hinted is not None:
            self._act(hinted)
            self.lifted = None
        else:
            self._press_choice(key, action, self.choice)
        self._last_key = key
        self._settle()

    def browse(self) -> None:
        if self.open_browser is not None:
            self.open_browser()

    def _cover(self, panel: Panel) -> None:
        self.panel, self.scroll = panel, 0

    @property
    def question(self) -> object:
        """What a click would answer: different whenever clicks mean something else."""
        return self._asked, self.panel

    def click(self, target: str, aimed: bool = False) -> None:
        """Handle a click on an action, a key, a card or a player. `aimed`: the player has certainly seen what
        it means now."""
        if aimed:
            self._early.forget()
        kind, _colon, rest = target.partition(":")
        if kind == "do":
            if self.panel is Panel.HELP and rest != Action.HELP:
                self.panel = None  # a line of the list of keys was clicked
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
        """Send typed chat, unless it is empty."""
        self.typing = False
        text = " ".join(text.split())
        if text:
            self.session.say(text[:300])

    def _press_cover(self, key: str, action: Action | None) -> None:
        """Handle a key while a panel is open. A key that closes it does not act on what it covered, and a
        result that has just appeared is not closed by a key meant for the table."""
        result = self.panel in (Panel.ROUND, Panel.MATCH)
        if result and key != "c-c" and self._early.take(key, self._clock()):
            return
        before = self.panel
        self._press_panel(key, action)
        if self.panel is None:
            self._early.appeared(self._clock(), CLOSING | {key})
            if before is Panel.ROUND:
                self._leave_result()

    def _leave_result(self) -> None:
        """Show the result of the next round if it is over already; else say what the player has missed."""
        if self.later_results:
            self.round_over = self.later_results.popleft()
            self._show_result()
        elif count := self._moves_behind:
            text = n_(
                "While you looked at the result, {count} move was made: PgUp shows what happened.",
                "While you looked at the result, {count} moves were made: PgUp shows what happened.",
                count,
            )
            self.log.note(text.format(count=count))

    def _press_panel(self, key: str, action: Action | None) -> None:
        """Handle a key while a panel is open."""
        leave = action is Action.LEAVE
        closing = leave or action in (Action.HELP, Action.SETTINGS) or key in ("escape", "enter")
        if self.panel is Panel.SETTINGS and not closing and key != "c-c":
            self.settings = self.table_settings.press(key, self.session, self.settings)
        elif key in ("up", "k"):
            self.scroll = max(0, self.scroll - 1)
        elif key in ("down", "j"):
            self.scroll += 1
        elif key == "pageup":
            self.scroll = max(0, self.scroll - 10)
        elif key in ("pagedown", "space"):
            self.scroll += 10
        elif self.panel is Panel.GUEST and action is Action.GUEST:
            self.scroll += 1
            self.panel = Panel.GUEST if self.scroll < len(self.session.guests) else None
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
            if key in ("enter", "escape"):
                self.panel = None
            elif leave:
                self.panel = Panel.QUIT
        elif self.panel is Panel.MATCH:
            self.left = leave or key in ("enter", "escape")
            if key == "a" and self.can_play_again:
                self.left = self.again = True
                self.session.play_again()
            elif key == "r" and self.can_choose_rules:
                self.left = True
                self.session.play_again(agreed=False)
        elif closing:
            self.panel = None

    def _press_coach(self, key: str) -> bool:
        """Handle a key that is for the coach of a lesson; False if it is not."""
        coach = self.session.coach
        if coach is None:
            return False
        if coach.offer is not None and key in ("enter", "space"):
            coach.proceed()
        elif key == "backspace":
            coach.again()
        elif key == "tab":
            coach.skip()
        else:
            return False
        return True

    def _look_at_pleas(self) -> None:
        if self.session.pleas:
            self._cover(Panel.FORGIVE)
        else:
            self.message = _("Nobody was put out for cheating.")

    def _forgive(self, number: int) -> None:
        """Agree that the player with this number comes back."""
        pleas = self.session.pleas
        if 1 <= number <= len(pleas):
            try:
                self.session.forgive(pleas[number - 1].seat)
            except IllegalMove as error:
                self.panel, self.message = None, reason(error)
