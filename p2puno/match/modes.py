"""The match modes: who sits together, what a round is worth, and who wins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from p2puno.match.schedule import MIRRORED, ROTATING, ROUNDS_A_SEATING, STAGE, Seats, across
from p2puno.round.ending import Result

if TYPE_CHECKING:
    from p2puno.match.state import Match


class Mode:
    """Each for themselves: the first to reach the target wins (P-01, P-02)."""

    short_handed = True
    """Whether a round continues after a seat has left (L-03), or is void (L-04)."""

    def tables(self, match: Match) -> tuple[Seats, ...]:
        """The current tables, with the seats at each."""
        return (Seats(tuple(match.playing), partners=False),)

    def stage_length(self) -> int | None:
        """How many rounds are played before players change seats; None if they never do."""
        return None

    def dealing_order(self, match: Match, table: int) -> tuple[int, ...]:
        """The seats in the order in which they deal."""
        return tuple(range(match.players)) if self.short_handed else self.tables(match)[table].order

    charges = False
    """Whether players are charged for the cards they hold, instead of paying the player who goes out."""

    def score(self, match: Match, seats: Seats, result: Result, pays: Mapping[int, int]) -> None:
        """Score a round. `pays`: what each hand is worth to the player who went out."""
        winner = result.out
        if winner is not None:
            match.totals[winner] += sum(points for seat, points in pays.items() if seat != winner)

    def put_out(self, match: Match) -> None:
        """Remove players whose charges have reached the limit from the match (E-01)."""

    def barred(self, match: Match, seat: int) -> bool:
        """Whether a seat that left may not come back because of its charges (L-09)."""
        return False

    def winners(self, match: Match) -> tuple[int, ...] | None:
        """The winners, once there are any."""
        best = max(match.totals[seat] for seat in match.playing)
        return match.having(best) if best >= match.options.target else None

    def ranked(self, match: Match) -> list[tuple[int, ...]]:
        """All seats in groups that share a place, best first. Seats that left come last."""
        return _by_total(match, match.playing, -1) + _by_total(match, match.gone, -1)


class Lowest(Mode):
    """Players are charged for the cards they hold; at the target, the lowest total wins (P-03)."""

    charges = True

    def score(self, match: Match, seats: Seats, result: Result, pays: Mapping[int, int]) -> None:
        match.add(result.held)

    def barred(self, match: Match, seat: int) -> bool:
        return match.totals[seat] >= match.options.target

    def winners(self, match: Match) -> tuple[int, ...] | None:
        if max(match.totals[seat] for seat in match.playing) < match.options.target:
            return None
        return match.having(min(match.totals[seat] for seat in match.playing))  # P-05

    def ranked(self, match: Match) -> list[tuple[int, ...]]:
        return _by_total(match, match.playing, 1) + _by_total(match, match.gone, 1)


class Partners(Mode):
    """Two fixed pairs; the scores of both partners are added (R-01, R-03)."""

    short_handed = False
    pairs = ((0, 2), (1, 3))

    def tables(self, match: Match) -> tuple[Seats, ...]:
        return (across(*self.pairs),)

    def score(self, match: Match, seats: Seats, result: Result, pays: Mapping[int, int]) -> None:
        if result.out is not None:
            match.totals[result.out] += opponents_points(seats, result.out, pays)

    def winners(self, match: Match) -> tuple[int, ...] | None:
        return next((pair for pair in self.pairs if _sum(match, pair) >= match.options.target), None)

    def ranked(self, match: Match) -> list[tuple[int, ...]]:
        return self._ranked(match, -1)

    def _ranked(self, match: Match, sign: int) -> list[tuple[int, ...]]:
        first, second = sorted(self.pairs, key=lambda pair: sign * _sum(match, pair))
        if _sum(match, first) == _sum(match, second):
            return [tuple(sorted(first + second))]
        return [first, second]


class PartnersLowest(Partners):
    """Two fixed pairs, charged; the pair with the lower total wins (P-03, R-03)."""

    charges = True

    def score(self, match: Match, seats: Seats, result: Result, pays: Mapping[int, int]) -> None:
        match.add(result.held)

    def winners(self, match: Match) -> tuple[int, ...] | None:
        if max(_sum(match, pair) for pair in self.pairs) < match.options.target:
            return None
        return self.ranked(match)[0]

    def ranked(self, match: Match) -> list[tuple[int, ...]]:
        return self._ranked(match, 1)


class Scheduled(Mode):
    """Partners change by a schedule; each player keeps what they scored with each partner; most points win
    (R-02)."""

    short_handed = False

    def __init__(self, schedule: tuple[tuple[Seats, ...], ...]) -> None:
        self.schedule = schedule

    def tables(self, match: Match) -> tuple[Seats, ...]:
        return self.schedule[match.stage % len(self.schedule)]

    def stage_length(self) -> int | None:
        return ROUNDS_A_SEATING

    def score(self, match: Match, seats: Seats, result: Result, pays: Mapping[int, int]) -> None:
        if result.out is not None:
            points = opponents_points(seats, result.out, pays)
            for seat in (result.out, seats.partner(result.out)):
                assert seat is not None
                match.totals[seat] += points

    def winners(self, match: Match) -> tuple[int, ...] | None:
        if match.stage < len(self.schedule) * match.options.cycles:
            return None
        return self.ranked(match)[0]

    def ranked(self, match: Match) -> list[tuple[int, ...]]:
        return _by_total(match, range(match.players), -1)


class TournamentTable(Scheduled):
    """One table in one stage of a tournament: four rounds with one partner, seats mirrored after two; each
    deals once. Both partners keep what they scored together (M-01, M-03)."""

    def __init__(self) -> None:
        super().__init__(((STAGE,),))

    def tables(self, match: Match) -> tuple[Seats, ...]:
        return (MIRRORED if match.played.get(0, 0) >= ROUNDS_A_SEATING // 2 else STAGE,)

    def dealing_order(self, match: Match, table: int) -> tuple[int, ...]:
        return STAGE.order

    def winners(self, match: Match) -> tuple[int, ...] | None:
        return self.ranked(match)[0] if match.stage else None


class ChallengeUno(Mode):
    """A player who reaches the amount is out of the match; the last one left wins (E)."""

    charges = True

    def score(self, match: Match, seats: Seats, result: Result, pays: Mapping[int, int]) -> None:
        match.add(result.held)
        self.put_out(match)

    def barred(self, match: Match, seat: int) -> bool:
        return match.totals[seat] >= match.options.target

    def put_out(self, match: Match) -> None:
        match.knock_out(tuple(s for s in match.playing if match.totals[s] >= match.options.target))

    def winners(self, match: Match) -> tuple[int, ...] | None:
        # If the player who went out has left the match and the round knocked out everybody else, nobody
        # remains: the best of those knocked out wins.
        return self.ranked(match)[0] if len(match.playing) <= 1 else None

    def ranked(self, match: Match) -> list[tuple[int, ...]]:
        places = _by_total(match, match.playing, 1)
        for out_together in reversed(match.knocked_out):  # E-03: by round, then by lower total
            places += _by_total(match, out_together, 1)
        knocked_out = {seat for group in match.knocked_out for seat in group}
        return places + _by_total(match, [seat for seat in match.gone if seat not in knocked_out], 1)


def opponents_points(seats: Seats, out: int, pays: Mapping[int, int]) -> int:
    """The points in the hands of the two opponents of the player who went out (R-01)."""
    own = (out, seats.partner(out))
    return sum(points for seat, points in pays.items() if seat not in own)


def _sum(match: Match, pair: tuple[int, int]) -> int:
    return sum(match.totals[seat] for seat in pair)


def _by_total(match: Match, seats: Iterable[int], sign: int) -> list[tuple[int, ...]]:
    seats = list(seats)
    totals = sorted({match.totals[seat] for seat in seats}, key=lambda total: sign * total)
    return [tuple(seat for seat in seats if match.totals[seat] == total) for total in totals]


_MODES: dict[tuple[str, str], Mode] = {
    ("single", "points"): Mode(),
    ("single", "lowest"): Lowest(),
    ("partners", "points"): Partners(),
    ("partners", "lowest"): PartnersLowest(),
    ("rotating", "points"): Scheduled(ROTATING),
    ("tournament", "points"): TournamentTable(),
    ("challenge", "points"): ChallengeUno(),
}


def sides(mode: str, seats: int) -> tuple[tuple[int, ...], ...]:
    """The seats that share a score (R-03): both pairs of fixed partners; otherwise every seat by itself."""
    return Partners.pairs if mode == "partners" else tuple((seat,) for seat in range(seats))


def mode_of(mode: str, scoring: str) -> Mode:
    return _MODES[mode, scoring]
