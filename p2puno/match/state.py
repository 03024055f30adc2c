"""The match: adds up rounds until somebody has won. It knows nothing about cards."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from p2puno.match.modes import Mode, mode_of
from p2puno.match.schedule import Seats
from p2puno.options import Options
from p2puno.round.ending import Result


class Pairing(NamedTuple):
    """A round to play: which table, who sits there, and who deals (None: draw for the deal, S-02)."""

    table: int
    seats: Seats
    dealer: int | None


class Match:
    """Mutable; updated with the results of rounds. Seats are numbered from 0, at one table clockwise."""

    __slots__ = (
        "_dealers", "ended", "gone", "knocked_out", "mode", "options", "played", "players",
        "playing", "stage", "totals",
    )  # fmt: skip

    def __init__(self, options: Options, players: int) -> None:
        options.check_players(players)
        self.options = options
        self.players = players
        self.mode: Mode = mode_of(options.mode, options.scoring)
        self.totals = [0] * players
        self.playing = list(range(players))
        """The seats still in the match, clockwise."""
        self.gone: list[int] = []
        """Seats no longer in the match: left (L), or knocked out (E-01)."""
        self.knocked_out: list[tuple[int, ...]] = []
        """The seats knocked out, round by round."""
        self.stage = 0
        """How often players have changed seats."""
        self.played: dict[int, int]
        """The counted rounds in this stage, by table; blocked and void rounds do not count (G-09, L-04)."""
        self._dealers: dict[int, int]
        self.ended: tuple[int, ...] | None = None
        """The winners, when the match is over."""
        self._new_stage()

    # -- the next rounds ---------------------------------------------------------------------------------

    def pairings(self) -> tuple[Pairing, ...]:
        """The rounds that can be played now: one for each table with rounds left in this stage."""
        if self.ended is not None:
            return ()
        length = self.mode.stage_length()
        return tuple(
            Pairing(table, seats, self._dealer(table))
            for table, seats in enumerate(self.mode.tables(self))
            if (length is None or self.played[table] < length)
            and (self.mode.short_handed or not any(seat in self.gone for seat in seats.order))
        )

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats without which the match cannot continue (L-04)."""
        return () if self.mode.short_handed or self.ended is not None else tuple(self.gone)

    @property
    def absent(self) -> set[int]:
        """The seats that left and may come back: not those knocked out (E-01) or charged too much (L-09)."""
        left = set(self.gone).difference(*self.knocked_out)
        return {seat for seat in left if not self.mode.barred(self, seat)}

    def partner(self, seat: int) -> int | None:
        """Who plays with this seat in this stage, at whichever table it sits."""
        return next((seats.partner(seat) for seats in self.mode.tables(self) if seat in seats.order), None)

    # -- what happened ----------------------------------------------------------------------------------

    def dealer_drawn(self, table: int, seat: int) -> None:
        """Record the winner of the draw for the deal (S-02)."""
        self._dealers[table] = seat

    def record(self, table: int, result: Result, pays: Mapping[int, int] | None = None) -> None:
        """Score a round. `pays`: what going out earns for each hand, if not its count (L-06)."""
        self._dealers[table] = result.dealer
        if result.how != "out":
            return  # G-09: the same dealer deals again
        self.mode.score(self, self.mode.tables(self)[table], result, result.held if pays is None else pays)
        self.played[table] += 1
        if self.playing:
            self._dealers[table] = self._left_of(table, result.dealer)
        length = self.mode.stage_length()
        if length is not None and all(count >= length for count in self.played.values()):
            self.stage += 1
            self._new_stage()
        self.ended = self.mode.winners(self)

    def forfeit(self, points: Mapping[int, int]) -> None:
        """Charge the seats without which a round could not continue, where cards are charged (L-07)."""
        if self.mode.charges:
            self.add(points)
            self.mode.put_out(self)
            self.ended = self.mode.winners(self)

    def add(self, points: Mapping[int, int]) -> None:
        """Add to the totals of these seats, whether they are still in or not (L-05)."""
        for seat, more in points.items():
            self.totals[seat] += more

    def knock_out(self, seats: tuple[int, ...]) -> None:
        if seats:
            self.knocked_out.append(seats)
        for seat in seats:
            self._remove(seat)

    def leave(self, seat: int) -> None:
        """Remove a seat that is in; the match continues without it, or waits for it (L-03, L-04)."""
        self._remove(seat)
        if len(self.playing) == 1:
            self.ended = tuple(self.playing)

    def rejoin(self, seat: int) -> None:
        """Take back a seat that left and was not knocked out, with the total it had."""
        self.gone.remove(seat)
        self.playing = sorted((*self.playing, seat))

    def end_as_it_stands(self) -> None:
        """End the match because the remaining players do not want to wait for a missing seat (L-04)."""
        self.ended = self.mode.ranked(self)[0]

    # -- as a whole -------------------------------------------------------------------------------------

    def having(self, total: int) -> tuple[int, ...]:
        """The seats still in the match with this total."""
        return tuple(seat for seat in self.playing if self.totals[seat] == total)

    def ranking(self) -> list[tuple[int, ...]]:
        """All seats in groups that share a place, best first."""
        return self.mode.ranked(self)

    def digest(self) -> bytes:
        """SHA-256 of the whole state, options included."""
        return sha256(self.text().encode()).digest()

    def text(self) -> str:
        """The whole state, options included, as JSON."""
        state = {
            name: getattr(self, name)
            for name in self.__slots__
            if name not in ("mode", "options", "_dealers")
        }
        state["options"] = self.options.key()
        state["dealers"] = sorted(self._dealers.items())
        state["played"] = sorted(self.played.items())
        return json.dumps(state, sort_keys=True, separators=(",", ":"))

    def _dealer(self, table: int) -> int | None:
        """The next dealer: the one whose turn it is, or the next seat if that one is out (S-06, L-03)."""
        dealer = self._dealers.get(table)
        if dealer is None or not self.mode.short_handed or dealer in self.playing:
            return dealer
        return self._left_of(table, dealer)

    def _left_of(self, table: int, seat: int) -> int:
        """The next seat clockwise that is still in."""
        order = self.mode.dealing_order(self, table)
        after = order.index(seat) + 1
        return next(
            other for other in order[after:] + order if other in self.playing or not self.mode.short_handed
        )

    def _remove(self, seat: int) -> None:
        self.playing.remove(seat)
        self.gone.append(seat)

    def _new_stage(self) -> None:
        self.played = {}
        self.played = dict.fromkeys(range(len(self.mode.tables(self))), 0)
        self._dealers = {}  # S-06: draw again at each table and seating
