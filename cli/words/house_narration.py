"""Sentences for what happens only with house rules, and in No Mercy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cli.words.card_names import a_card
from cli.words.language import _, n_
from cli.words.names_in_sentences import with_names
from p2puno import events as ev


class HouseNarrator:
    """Tells events of house rules, from the seat of one player or of a spectator."""

    names: Sequence[str]
    seat: int | None

    def _who(self, seat: int, you: str, name: str) -> str:
        """One of two sentences about a seat."""
        return you if seat == self.seat else with_names(name, name=self.names[seat])

    def _two(self, seat: int, other: int, you: str, at_you: str, name: str) -> str:
        """One of three sentences about a seat that does something to another."""
        text = you if seat == self.seat else at_you if other == self.seat else name
        return with_names(text, name=self.names[seat], other=self.names[other])

    def _jumped_in(self, event: ev.JumpedIn) -> str:
        return self._who(event.seat, _("You jump in!"), _("{name} jumps in!"))

    def _deflected(self, event: ev.Deflected) -> str:
        return self._two(
            event.seat,
            event.victim,
            _("You pass the penalty on to {other}."),
            _("{name} passes the penalty on to you."),
            _("{name} passes the penalty on to {other}."),
        )

    def _hands_passed(self, event: ev.HandsPassed) -> str:
        giver = next((self.names[giver] for giver, getter in event.passed if getter == self.seat), None)
        getter = next((self.names[getter] for giver, getter in event.passed if giver == self.seat), None)
        if giver is None or getter is None:
            return _("Everybody passes their hand on to the next player.")
        text = _("Everybody passes their hand on: {giver} gives you theirs, and yours goes to {getter}.")
        return text.format(giver=giver, getter=getter)

    def _turned_blind(self, event: ev.TurnedBlind) -> str:
        you, name = _("You play blind, and it is {card}."), _("{name} plays blind, and it is {card}.")
        text = you if event.seat == self.seat else name
        return text.format(name=self.names[event.seat], card=a_card(event.face))

    def _not_finished(self, event: ev.NotFinished) -> str:
        you = _("Your last card must not be this one: you draw two instead of winning.")
        name = _("The last card must not be this one: {name} draws two instead of winning.")
        return self._who(event.seat, you, name)

    def _covered(self, event: ev.Covered) -> str:
        text = _("The first card would be {card}: only a number opens, and another is turned up.")
        return text.format(card=a_card(event.face))

    def _discarded(self, event: ev.Discarded) -> str:
        text = _("You discard {card}.") if event.seat == self.seat else _("{name} discards {card}.")
        return text.format(name=self.names[event.seat], card=a_card(event.face))

    def _put_out(self, event: ev.PutOut) -> str:
        you = _("You hold too many cards: you are out of the round.")
        return self._who(event.seat, you, _("{name} holds too many cards and is out of the round."))

    def _shuffles_left(self, event: ev.ShufflesLeft) -> str:
        text = n_(
            "It can be shuffled {count} more time: then the round ends, and the fewest cards win.",
            "It can be shuffled {count} more times: then the round ends, and the fewest cards win.",
            event.count,
        )
        return text.format(count=event.count)

    def _short_draws(self, event: ev.ShortDraws) -> str:
        return _("The discard pile was shuffled three times: from now on a player draws one card only.")

    def _fewest_cards(self, event: ev.FewestCards) -> str:
        you = _("The discard pile was shuffled too often: the round ends, you hold the fewest cards.")
        name = _("The discard pile was shuffled too often: the round ends, {name} holds the fewest cards.")
        return self._who(event.seat, you, name)


HOUSE_EVENTS: dict[type[ev.Event], Callable[[Any, Any], str]] = {
    ev.JumpedIn: HouseNarrator._jumped_in,
    ev.Deflected: HouseNarrator._deflected,
    ev.HandsPassed: HouseNarrator._hands_passed,
    ev.TurnedBlind: HouseNarrator._turned_blind,
    ev.NotFinished: HouseNarrator._not_finished,
    ev.Covered: HouseNarrator._covered,
    ev.Discarded: HouseNarrator._discarded,
    ev.PutOut: HouseNarrator._put_out,
    ev.ShortDraws: HouseNarrator._short_draws,
    ev.ShufflesLeft: HouseNarrator._shuffles_left,
    ev.FewestCards: HouseNarrator._fewest_cards,
}
