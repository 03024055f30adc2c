"""The match (protocol.md §18), and what agreements say of it (§13)."""

from __future__ import annotations

import json
from typing import Any

from tests.independent.wire import hashed

Result = tuple[str, int, int | None, dict[int, int]]
ROTATING = [[0, 1, 2, 3], [0, 2, 1, 3], [0, 1, 3, 2]]
TOURNAMENT, MIRRORED = [0, 1, 2, 3], [0, 3, 2, 1]
ROUNDS = 4


class Match:
    def __init__(self, options: dict[str, Any], players: int) -> None:
        self.options, self.players = options, players
        self.mode: str = options["mode"]
        self.lowest = options["scoring"] == "lowest"
        self.short_handed = self.mode in ("single", "challenge")
        self.staged = self.mode in ("rotating", "tournament")
        self.totals = [0] * players
        self.playing = list(range(players))
        self.gone: list[int] = []
        self.knocked_out: list[list[int]] = []
        self.stage = 0
        self.dealers: dict[int, int] = {}
        self.ended: list[int] | None = None
        self.played: dict[int, int] = {}
        self.played = dict.fromkeys(range(len(self.tables())), 0)

    def tables(self) -> list[list[int]]:
        if self.mode == "rotating":
            return [ROTATING[self.stage % 3]]
        if self.mode == "tournament":
            return [MIRRORED if self.played.get(0, 0) >= 2 else TOURNAMENT]
        return [list(range(4)) if self.mode == "partners" else list(self.playing)]

    def next_table(self) -> tuple[int, list[int], int | None] | None:
        """The table that plays next, its seats, and who deals there if that is known."""
        if self.ended is not None:
            return None
        for table, seats in enumerate(self.tables()):
            if self.staged and self.played[table] >= ROUNDS:
                continue
            if not self.short_handed and any(seat in self.gone for seat in seats):
                continue
            dealer = self.dealers.get(table)
            if dealer is not None and self.short_handed and dealer not in self.playing:
                dealer = self._left(table, dealer)
            return table, seats, dealer
        return None

    def _left(self, table: int, seat: int) -> int:
        by_number = self.short_handed or self.mode == "tournament"
        order = list(range(self.players)) if by_number else self.tables()[table]
        at = order.index(seat) + 1
        around = order[at:] + order[:at]
        return next(s for s in around if not self.short_handed or s in self.playing)

    def record(self, table: int, result: Result, pays: dict[int, int] | None = None) -> None:
        how, dealer, _, _ = result
        self.dealers[table] = dealer
        if how != "out":
            return
        self._score(table, result, result[3] if pays is None else pays)
        self.played[table] += 1
        self.ended = self._winners()
        if self.playing:
            self.dealers[table] = self._left(table, dealer)
        if self.staged and all(count >= ROUNDS for count in self.played.values()):
            self.stage += 1
            self.ended = self._winners()
            self.played = dict.fromkeys(self.played, 0)
            self.dealers = {}

    def charge(self, points: dict[int, int]) -> None:
        for seat, more in points.items():
            self.totals[seat] += more
        beaten = [s for s in self.playing if self.totals[s] >= self.options["target"]]
        if self.mode == "challenge" and beaten:
            self.knocked_out.append(beaten)
            self.playing = [s for s in self.playing if s not in beaten]
            self.gone += beaten

    def forfeit(self, points: dict[int, int]) -> None:
        """A round was given up."""
        if self.lowest or self.mode == "challenge":
            self.charge(points)
            self.ended = self._winners()

    def may_return(self, seat: int) -> bool:
        out = any(seat in group for group in self.knocked_out)
        charged = self.mode == "challenge" or (self.mode == "single" and self.lowest)
        return seat in self.gone and not out and not (charged and self.totals[seat] >= self.options["target"])

    def _score(self, table: int, result: Result, pays: dict[int, int]) -> None:
        _, _, out, held = result
        assert out is not None
        if self.lowest or self.mode == "challenge":
            self.charge(held)
        elif self.mode == "single":
            self.totals[out] += sum(points for seat, points in pays.items() if seat != out)
        else:
            seats = self.tables()[table]
            partner = seats[(seats.index(out) + 2) % 4]
            points = sum(points for seat, points in pays.items() if seat not in (out, partner))
            for seat in (out, partner) if self.staged else (out,):
                self.totals[seat] += points

    def _winners(self) -> list[int] | None:
        target = self.options["target"]
        if self.mode == "challenge":
            if self.playing:
                return list(self.playing) if len(self.playing) == 1 else None
            last = self.knocked_out[-1]
            least = min(self.totals[seat] for seat in last)
            return [seat for seat in last if self.totals[seat] == least]
        if self.staged:
            length = 3 * self.options["cycles"] if self.mode == "rotating" else 1
            return self._leaders() if self.stage >= length else None
        if self.mode == "single":
            totals = [self.totals[seat] for seat in self.playing]
            if max(totals) < target:
                return None
            best = min(totals) if self.lowest else max(totals)
            return [seat for seat in self.playing if self.totals[seat] == best]
        pairs = [self.totals[0] + self.totals[2], self.totals[1] + self.totals[3]]
        if max(pairs) < target:
            return None
        if self.lowest:
            return self._leaders()
        return [0, 2] if pairs[0] >= target else [1, 3]

    def _leaders(self) -> list[int]:
        if self.staged:
            return [seat for seat, total in enumerate(self.totals) if total == max(self.totals)]
        pairs = [self.totals[0] + self.totals[2], self.totals[1] + self.totals[3]]
        if pairs[0] == pairs[1]:
            return [0, 1, 2, 3]
        return [0, 2] if (pairs[0] < pairs[1]) == self.lowest else [1, 3]

    def leave(self, seat: int) -> None:
        if self.ended is None and seat in self.playing:
            self.playing.remove(seat)
            self.gone.append(seat)
            if len(self.playing) == 1:
                self.ended = list(self.playing)

    def rejoin(self, seat: int) -> None:
        self.gone.remove(seat)
        self.playing = sorted([*self.playing, seat])

    def end_as_it_stands(self) -> None:
        self.ended = self._leaders()

    def option_pairs(self) -> list[Any]:
        return [[name, value] for name, value in self.options.items()]

    def fields(self) -> dict[str, Any]:
        """What an agreement is about (§13)."""
        return {
            "dealers": sorted(self.dealers.items()),
            "ended": self.ended,
            "gone": self.gone,
            "knocked_out": self.knocked_out,
            "options": self.option_pairs(),
            "played": sorted(self.played.items()),
            "players": self.players,
            "playing": self.playing,
            "stage": self.stage,
            "totals": self.totals,
        }


def json_text(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def json_hash(value: object) -> bytes:
    return hashed(json_text(value).encode())
