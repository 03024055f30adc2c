"""Practice from a recorded position: take over a seat at any turn of a revealed round, against bots.

Nothing is recorded. All cards are where they were, but later shuffles give new orders.
"""

from __future__ import annotations

from copy import deepcopy
from random import Random

from cli.sessions.in_memory import Practice
from cli.sessions.session import Trouble
from cli.words.language import _, n_
from p2puno.bots import make_bot
from p2puno.dealer import Dealer
from p2puno.moves import Ask, Choice
from p2puno.view import View
from protocol.play.news import match_over
from protocol.replay.recording import Recording


class NotPossible(Exception):
    """The seat cannot be taken over at that turn; the message says why."""


def starting_index(recording: Recording, turn: int, seat: int) -> int:
    """The moment to continue from: this turn, or the last one that began before it."""
    last = recording.moments[-1].turn if recording.moments else 0
    if turn > last:
        text = n_("the game has only {count} turn", "the game has only {count} turns", last)
        raise NotPossible(text.format(count=last))
    index = recording.at_turn(turn)
    while index >= 0:
        round = recording.moments[index].round
        if round is not None:
            waiting = round.waiting
            if type(waiting) is Choice and waiting.ask is Ask.TURN and not round.agenda:
                break
        index -= 1
    if index < 0:
        raise NotPossible(_("no turn has started at that point"))
    moment = recording.moments[index]
    assert moment.round is not None
    if not recording.deals[moment.deal].faces:
        raise NotPossible(_("that round was never revealed, so its cards are not known"))
    if seat not in moment.round.hands:
        raise NotPossible(_("{name} is not in the round at that point").format(name=recording.names[seat]))
    return index


def dealer_at(recording: Recording, index: int, random: Random) -> Dealer:
    """A dealer with all cards in place, and views with what each seat knew."""
    moment = recording.moments[index]
    assert moment.round is not None
    dealer = Dealer(moment.round.copy(), random)
    for side in dealer.faces:
        side.clear()
    for (card, which), face in recording.faces(index).items():
        dealer.faces[which][card] = face
    for seat in dealer.round.order:
        seen = recording.view(index, seat)
        view = View(dealer.round, seat)
        if seen is not None:
            view.known = tuple(dict(side) for side in seen.known)
        dealer.views[seat] = view
    return dealer


class PlayOn(Practice):
    """One round, from the recorded position to its end."""

    def __init__(
        self,
        recording: Recording,
        index: int,
        seat: int,
        *,
        seed: str,
        level: str = "normal",
        pace: float = 1.0,
    ) -> None:
        super().__init__(recording.options, recording.names, seat, seed=seed, level=level, pace=pace)
        self._recording = recording
        self._index = index
        self.match = deepcopy(recording.moments[index].match)
        self.round_number = recording.moments[index].round_number

    async def _play_match(self) -> None:
        moment = self._recording.moments[self._index]
        pairing = self._recording.deals[moment.deal].pairing
        self.table = pairing.table
        dealer = self._dealer = dealer_at(self._recording, self._index, self._cards)
        for seat in dealer.round.seats:
            random = Random(f"{self._seed}/bot/{seat}")
            self._players[seat] = make_bot(self.level, random, self.match.partner(seat))
        self._news(dealer)
        result = await self._play_round(dealer)
        self.match.ended = None
        await self._end_round(pairing, dealer, result)
        self._tell(Trouble(_("This was practice: nothing was recorded.")))
        self._tell_end()

    def _tell_end(self) -> None:
        if self.match.ended is not None:
            self._tell(match_over(self.match))
