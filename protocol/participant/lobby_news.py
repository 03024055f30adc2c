"""Reports what happens in a lobby: who comes, leaves, agrees, chats and proposes, and what is played."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from protocol.lobby.lobby import Lobby
from protocol.log.table_terms import Terms
from protocol.participant import events


def observe(
    lobby: Lobby,
    tell: Callable[[events.Event], None],
    known: Collection[bytes] = (),
    shown: Collection[str] = (),
) -> None:
    """Report what happens in this lobby from now on. `known` are the players of the last match, who need no
    introduction. `shown` are the names that our player saw at the table before sitting down there."""
    news = _LobbyNews(lobby, tell, known, shown)
    before = lobby.changed

    def changed() -> None:
        before()
        news.look()

    lobby.changed = changed
    lobby.said = news.said
    lobby.proposed = news.proposed


class _LobbyNews:
    def __init__(
        self,
        lobby: Lobby,
        tell: Callable[[events.Event], None],
        known: Collection[bytes],
        shown: Collection[str],
    ) -> None:
        self._lobby = lobby
        self._tell = tell
        self._own = lobby.mesh.keys.identity.public
        self._seated: Mapping[bytes, str] = {}
        self._unannounced = set(known)
        self._shown = shown
        self._mark = lobby.mark
        self._agreed = lobby.agreed
        self._confirming = bool(known)
        """Whether a seat is not agreement: at the first table it is, until something is changed."""

    def look(self) -> None:
        """Report what is new in the list."""
        lobby = self._lobby
        names = {guest.identity: guest.name for guest in lobby.guests}
        taken, seats = len(names), lobby.seats
        for identity, name in names.items():
            if identity in {self._own, *self._seated, *self._unannounced}:
                continue
            machine = self._whose_machine(identity)
            if name not in self._shown:
                self._tell(events.SatDown(name, taken, seats, machine))
            elif machine:
                self._tell(events.VisitorSeated(name, machine))
        for identity, name in self._seated.items():
            if identity not in {self._own, *names}:
                self._tell(events.StoodUp(name, taken, seats, removed=identity in lobby.removed))
        self._unannounced -= names.keys()
        self._seated = names
        if self._own in names:
            self._shown = ()  # from now on a name that is new has just come
        self._look_at_agreement(names)

    def _look_at_agreement(self, names: Mapping[bytes, str]) -> None:
        lobby = self._lobby
        if lobby.mark != self._mark:
            self._mark, self._agreed, self._confirming = lobby.mark, frozenset(), True
            if self._own in lobby.agreed:
                self._tell(events.OwnChange(lobby.terms, lobby.seats, proposed=not lobby.opener))
            else:
                self._tell(events.RulesChanged(lobby.terms, lobby.seats, lobby.machines))
        people = {guest.identity for guest in lobby.guests if guest.operator == guest.identity}
        for identity in (lobby.agreed - self._agreed) & people - {self._own}:
            if self._confirming:
                self._tell(events.Agreed(names[identity]))
        self._agreed = lobby.agreed

    def said(self, guest: bytes, text: str) -> None:
        self._tell(events.Chatted(self._name(guest), text))

    def proposed(self, guest: bytes, terms: Terms) -> None:
        own = guest == self._own
        self._tell(events.OwnProposal(terms) if own else events.Proposed(self._name(guest), terms))

    def _whose_machine(self, identity: bytes) -> str:
        """Who runs the machine on which a visitor plays; empty for everybody else."""
        guest = next(guest for guest in self._lobby.guests if guest.identity == identity)
        return self._name(guest.operator) if guest.is_visitor else ""

    def _name(self, identity: bytes) -> str:
        return next((guest.name for guest in self._lobby.guests if guest.identity == identity), "?")
