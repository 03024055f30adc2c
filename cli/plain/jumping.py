"""Jumping in, in lines: says when the player can, and does it."""

from __future__ import annotations

from cli.plain.typed_commands import word_of
from cli.sessions.session import Session
from cli.words.card_names import a_card
from cli.words.language import _
from cli.words.refusals import reason
from p2puno.moves import IllegalMove


def jump_in(session: Session) -> str:
    """Jump in with a card identical to the one just laid; the sentence says what comes of it."""
    jumps = session.view.jumps() if session.view is not None else []
    if not jumps:
        return _("You have no card to jump in with now.")
    try:
        session.claim(jumps[0])
    except IllegalMove as error:
        return reason(error)
    return _("You will jump in as soon as the window closes.") if session.jump is not None else ""


class Twins:
    """Notices that the player holds a card identical to the one just laid."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._told: int | None = None

    @property
    def there(self) -> bool:
        """Whether the player can jump in now."""
        view = self._session.view
        return view is not None and self._session.uno_deadline is not None and bool(view.jumps())

    def news(self) -> list[str]:
        """Says once for each card that the player can jump in with it."""
        view = self._session.view
        jumps = view.jumps() if view is not None and self.there else []
        before, self._told = self._told, jumps[0].card if jumps else None
        if self._told in (None, before):
            return []
        text = _("You hold {card}, too: type {word} to jump in!")
        return [text.format(card=a_card(jumps[0].face), word=word_of("jump"))]
