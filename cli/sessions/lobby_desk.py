"""What a player can do in a lobby: agree, chat, change or propose what is played, and remove guests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cli.options.network_options import check_name
from cli.runtime.command_runner import CommandError
from cli.sessions.bot_names import NAMES
from cli.words.error_sentences import error_sentence
from cli.words.house_rules import set_of
from cli.words.language import _
from p2puno.house import read_house_rules
from p2puno.options import OptionError
from protocol.lobby.lobby import Lobby
from protocol.lobby.messages import Guest
from protocol.lobby.names import are_alike
from protocol.log.table_terms import Terms
from protocol.participant.bot_launcher import OwnBots

NUMBERS = ("target", "hand_size", "uno_penalty", "cycles", "seats", "bots")
WORDS = ("variant", "mode", "scoring", "house", "level")

_OF_OPTIONS = (*NUMBERS[:-2], *WORDS[:-2])
"""Those that are a field of `Options` by the same name."""


class LobbyDesk:
    """Each method returns a sentence that says why not, or is empty."""

    def __init__(self, lobby: Lobby, own_bots: OwnBots | None = None) -> None:
        self.lobby = lobby
        self.own_bots = own_bots if lobby.opener else None
        self.own = lobby.mesh.keys.identity.public
        self.proposal: Terms | None = None
        """What a guest proposed last, for the host to take over."""
        before = lobby.proposed

        def proposed(guest: bytes, terms: Terms) -> None:
            if guest != self.own:
                self.proposal = terms
            before(guest, terms)

        lobby.proposed = proposed

    @property
    def seated(self) -> bool:
        return any(guest.identity == self.own for guest in self.lobby.guests)

    @property
    def must_agree(self) -> bool:
        return self.seated and self.own not in self.lobby.agreed

    @property
    def name(self) -> str:
        return next((guest.name for guest in self.lobby.guests if guest.identity == self.own), "")

    @property
    def bots(self) -> int:
        """How many bots of ours have a seat."""
        return len(self.own_bots.seated) if self.own_bots is not None else 0

    def values(self) -> dict[str, str]:
        """What is played, as `apply` takes it."""
        options = self.lobby.terms.options
        known = {name: str(getattr(options, name)) for name in _OF_OPTIONS}
        level = self.own_bots.level if self.own_bots is not None else "normal"
        return {
            **known,
            "house": set_of(options.house_rules, options.variant),
            "seats": str(self.lobby.seats),
            "bots": str(self.bots),
            "level": level,
        }

    def apply(self, given: Mapping[str, str]) -> str:
        """As the host, play this from now on; as a guest, propose it."""
        now, seats, bots = self.values(), self.lobby.seats, self.bots
        wanted = {name: value for name, value in given.items() if now.get(name) != value}
        try:
            rules: dict[str, Any] = {name: _read(name, value) for name, value in wanted.items()}
            level = str(rules.pop("level", now["level"]))
            seats, bots = int(rules.pop("seats", seats)), int(rules.pop("bots", bots))
            if "variant" in rules or "house" in rules:
                variant = str(rules.get("variant", now["variant"]))
                house = str(rules.pop("house", now["house"]))
                rules["house_rules"] = read_house_rules(house, variant)
            terms = replace(self.lobby.terms, options=replace(self.lobby.terms.options, **rules))
            terms.check_players(seats)
        except (OptionError, TypeError, ValueError) as error:
            unknown = _("That is not an option of a table, or not a value for it.")
            return error_sentence(error) if isinstance(error, OptionError) else unknown
        if not self.lobby.opener:
            if terms == self.lobby.terms:
                return _("That is what is played already.")
            self.lobby.propose(terms)
            return ""
        return self._change(terms, seats, bots, level)

    def _change(self, terms: Terms, seats: int, bots: int, level: str) -> str:
        people = len(self.lobby.guests) - self.bots
        if people + bots > seats:
            return _("There are more players than seats: remove somebody first, or add seats.")
        own_bots = self.own_bots
        if own_bots is not None:
            other = level != own_bots.level
            if other or bots < self.bots:
                own_bots.remove(self.bots if other else self.bots - bots)
            own_bots.level = level
        self.lobby.change(terms, seats)
        self.lobby.agree()  # the host has just chosen it
        if own_bots is not None and bots > self.bots:
            own_bots.start(self._free_names()[: bots - self.bots])
        return ""

    def take_proposal(self) -> str:
        """As the host, play what was proposed last."""
        if self.proposal is None or not self.lobby.opener:
            return _("Nobody has proposed anything.")
        options = self.proposal.options
        house = set_of(options.house_rules, options.variant)
        wrong = self.apply({**{name: str(getattr(options, name)) for name in _OF_OPTIONS}, "house": house})
        if not wrong:
            self.proposal = None
        return wrong

    @property
    def may_add_guest(self) -> bool:
        """Whether our player can give a seat to somebody with only a phone."""
        lobby = self.lobby
        return self.own_bots is not None and not lobby.signed and lobby.terms.options.mode != "tournament"

    def add_guest(self, name: str) -> str:
        """As the host, give a seat on this machine to somebody with only a phone."""
        if self.own_bots is None or not self.may_add_guest:
            return _("Only the host can add a guest, and not in a tournament.")
        if len(self.lobby.guests) >= self.lobby.seats:
            return _("Every seat is taken: remove somebody first, or add seats.")
        try:
            self.own_bots.start([check_name(" ".join(name.split()))], visitors=True)
        except CommandError as error:
            return f"{str(error)[:1].upper()}{str(error)[1:]}."
        return ""

    def may_remove(self, guest: Guest) -> str:
        if not self.lobby.opener:
            return _("Only the host can remove somebody.")
        if guest.identity == self.own:
            return _("You cannot remove yourself: leave instead.")
        return ""

    def remove(self, guest: Guest) -> None:
        """As the host, remove a guest whom we may remove. What runs on our machine ends; it can be added
        again."""
        if self.own_bots is not None and self.own_bots.runs(guest):
            self.own_bots.remove_one(guest.identity)
        else:
            self.lobby.remove(guest.identity)

    def let_back(self, name: str) -> str:
        """As the host, let a removed guest come back."""
        removed = {known.casefold(): identity for identity, known in self.lobby.removed.items()}
        if name.casefold() not in removed:
            return _("Nobody of that name was removed.")
        self.lobby.let_back(removed[name.casefold()])
        return ""

    def say(self, text: str) -> None:
        self.lobby.say(text)

    def _free_names(self) -> list[str]:
        taken = [guest.name for guest in self.lobby.guests]
        free = [name for name in NAMES if not any(are_alike(name, other) for other in taken)]
        return [*free, *NAMES * (self.lobby.seats // len(NAMES))]  # the lobby adds numbers


def _read(name: str, value: str) -> str | int:
    if name in NUMBERS:
        return int(value)
    if name in WORDS:
        return value
    raise ValueError(name)
