"""Many games with a coalition: how often what happened, and whether cheating paid."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt

from tests.simulation.coalition import Outcome

SIGMAS = 4.0
"""How far above honest play a coalition may come by chance."""
ENOUGH = 30
"""With fewer games nothing is said about chance."""


@dataclass
class Difference:
    """The mean of what cheating gave a coalition over what the same seats had by honest play."""

    games: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.games, self.total, self.squares = self.games + 1, self.total + value, self.squares + value**2

    @property
    def mean(self) -> float:
        return self.total / self.games if self.games else 0.0

    @property
    def sigmas(self) -> float:
        """How many standard errors the mean is above nothing."""
        if self.games < ENOUGH:
            return 0.0
        error = sqrt(max(self.squares / self.games - self.mean**2, 1e-9) / self.games)
        return self.mean / error


@dataclass
class Tally:
    games: int = 0
    entries: int = 0
    unfinished: int = 0
    leftovers: int = 0
    tables: Counter[str] = field(default_factory=Counter)
    covered: Counter[str] = field(default_factory=Counter)
    heaviest: Counter[str] = field(default_factory=Counter)
    gains: dict[str, Difference] = field(default_factory=dict)
    broken: dict[str, list[int]] = field(default_factory=dict)
    """By name of what was broken, the seeds."""

    def add(self, cheated: Outcome, honest: Outcome | None) -> None:
        plan, options = cheated.plan, cheated.plan.terms.options
        self.games += cheated.over
        self.entries += cheated.entries
        self.unfinished += not cheated.over
        self.covered += cheated.covered
        self.leftovers = max(self.leftovers, cheated.leftovers)
        for what, most in cheated.heaviest.items():
            self.heaviest[what] = max(self.heaviest[what], most)
        names = [habit.__name__ for habit in plan.habits]
        scoring = "challenge" if options.mode == "challenge" else options.scoring
        for what in (options.variant, options.mode, scoring, f"{plan.seats} seats", plan.terms.dropout):
            self.tables[what] += 1
        self.tables[plan.weather] += 1
        self.tables["with bots"] += len(set(plan.operators)) < plan.seats
        if honest is None or not (cheated.over and honest.over):
            return
        if plan.outvotes:  # such a coalition can lose whom it likes, and no protocol prevents it
            self._gain("wins, as the majority", cheated.won - honest.won)
            return
        for name in ("all", scoring, plan.terms.dropout, *names):
            self._gain(f"wins, {name}", cheated.won - honest.won)
            self._gain(f"deals first, {name}", cheated.dealt - honest.dealt)
            self._gain(f"points, {name}", cheated.points - honest.points)

    def _gain(self, what: str, value: float) -> None:
        self.gains.setdefault(what, Difference()).add(value)

    def pays(self) -> list[str]:
        """What cheating gave more of than chance could."""
        return [
            what
            for what, gain in self.gains.items()
            if gain.sigmas > SIGMAS and what != "wins, as the majority"
        ]

    def report(self) -> None:
        print("tables: " + ", ".join(f"{what} {times}" for what, times in sorted(self.tables.items())))
        print("happened: " + ", ".join(f"{what} {times}" for what, times in sorted(self.covered.items())))
        print("at most: " + ", ".join(f"{what} {most}" for what, most in sorted(self.heaviest.items())))
        print(f"at most {self.leftovers} hidden cards known at once because of a dropped line")
        for what, gain in sorted(self.gains.items()):
            print(
                f"  {what:28} {gain.mean:+.3f} over honest play, {gain.sigmas:+.1f} sigma, {gain.games} games"
            )
        for name, seeds in sorted(self.broken.items()):
            print(f"BROKEN {name}: {len(seeds)} games, seeds {', '.join(map(str, seeds[:12]))}")
