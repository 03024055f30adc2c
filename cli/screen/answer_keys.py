"""What the keys do that answer a question at the table, or plan a move while others play.

Keys have names ("d", "enter", "left"), so that all of this works without a terminal.
"""

from __future__ import annotations

from cli.screen.move_choice import MoveChoice
from cli.sessions.hand_order import card_keys
from cli.sessions.session import Session
from cli.settings.key_bindings import TABLE, Action, Bindings
from cli.settings.settings import Settings
from cli.words.card_names import colour_letter
from cli.words.language import _
from p2puno.cards import COLOURS
from p2puno.moves import Accept, Ask, Challenge, Choice, Draw, Keep, Move, Name, Pass, Stop

_VERBS: dict[Action | None, tuple[type[Move], ...]] = {
    Action.DRAW: (Draw, Accept, Pass),
    Action.KEEP: (Keep, Stop),
    Action.CHALLENGE: (Challenge,),
}
_SPACE = (Draw, Keep, Accept, Pass, Stop)
"""The space bar makes the first of these that is possible."""


class AnswerKeys(MoveChoice):
    def __init__(self, session: Session, settings: Settings) -> None:
        super().__init__(session, settings)
        self.bindings = Bindings(TABLE, settings.bindings)

    def card_keys(self) -> dict[int, str]:
        """The keys above the cards of the hand."""
        return card_keys((card for card, _face in self.hand()), self.bindings.keys.values())

    def _press_waiting(self, key: str, action: Action | None) -> None:
        """Handle a key while another player must decide: the move of our next turn can be planned."""
        card = self._card_of(key)
        if key in ("left", "right", "home", "end"):
            self._move_lifted(key)
        elif card is not None:
            self._card(card)
        elif key == "enter" and self.lifted is not None:
            self._plan_card(self.lifted)
        elif action is Action.DRAW or key == "space":
            self._plan(Draw())
        elif action in _VERBS or key == "enter":
            self.message = _("It is not your turn.")
        if self._waits_for_window():
            self.message = self._waiting_message()

    def _card_of(self, key: str) -> int | None:
        return next((card for card, own in self.card_keys().items() if own == key and key), None)

    def _press_choice(self, key: str, action: Action | None, choice: Choice) -> None:
        match choice.ask:
            case Ask.COLOUR:
                self._press_colour(key)
            case Ask.OPPONENT | Ask.TRADE:
                self._press_player(key)
            case Ask.CHALLENGE if not self._asks_for_card():
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
                self._play(view.round.hands[self.choice.seat][-1])  # the drawn card, whatever is lifted
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

    def names_colour(self, key: str) -> bool:
        """Whether this key names a colour now."""
        view, choice = self.session.view, self.choice
        if view is None or choice is None or choice.ask is not Ask.COLOUR:
            return False
        return any(colour_letter(colour).lower() == key for colour in COLOURS[view.round.side])
