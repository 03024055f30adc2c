"""Verifies a game's file; needs no other data."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from p2puno.match.modes import sides
from protocol.deck import Calculator, Trust
from protocol.files.log_file import read_game
from protocol.log.entry import Entry
from protocol.log.genesis import Genesis
from protocol.play.deal import Deal
from protocol.play.game import Game
from protocol.remote_errors import Code, NotAGameError, RemoteError

COMPLETE, CUT, BAD = "complete", "cut", "bad"
Progress = Callable[[int, int], None]


class Log(Protocol):
    """A game's entries: a list, or those of a file."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Entry]: ...


@dataclass(frozen=True)
class RoundReport:
    """The outcome of one deal."""

    number: int
    table: int
    how: str
    out: int | None
    held: dict[int, int]
    audited: bool
    """Whether all seeds were revealed, so that every card and every mix was checked again."""
    void: bool


@dataclass(frozen=True)
class Verdict:
    state: str
    """`complete`: to the end of the match; `cut`: valid so far; `bad`: not to be trusted."""
    entries: int
    players: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    """The players' public keys, in hex: their identities, whatever their names."""
    totals: tuple[int, ...] = ()
    sides: tuple[tuple[int, ...], ...] = ()
    """The seats that share a score: both pairs of fixed partners, otherwise every seat by itself."""
    winners: tuple[int, ...] | None = None
    rounds: tuple[RoundReport, ...] = ()
    lost: tuple[tuple[int, str], ...] = ()
    """The seats lost on the way, and why."""
    position: int | None = None
    """The position of the first wrong entry; 0 if it is the genesis, None if there is no log at all."""
    offender: int | None = None
    """The author of the first wrong entry, if its signature is valid."""
    code: Code | None = None
    """What is wrong or missing, for programs; None for a complete game."""
    reason: str = ""
    """A description of `wrong` for developers."""
    wrong: RemoteError | None = field(default=None, compare=False, repr=False)
    """Why the first wrong entry, or the file, is refused."""


def verify(path: Path, calculator: Calculator | None = None, progress: Progress | None = None) -> Verdict:
    """Check every signature, entitlement, rule, proof and audit, and recompute the scores."""
    try:
        genesis, entries = read_game(path)
    except RemoteError as error:
        position = None if error.code is Code.UNREADABLE or isinstance(error, NotAGameError) else 0
        return Verdict(BAD, 0, position=position, code=error.code, reason=error.why, wrong=error)
    return verify_entries(genesis, entries, entries.whole, calculator, progress)


def verify_entries(
    genesis: Genesis,
    entries: Log,
    whole: bool = True,
    calculator: Calculator | None = None,
    progress: Progress | None = None,
    checked: Container[int] | None = None,
) -> Verdict:
    """`checked`: the positions to check, if another process checks the others; they are trusted here."""
    game = Game(genesis, calculator=calculator)
    wrong: RemoteError | None = None
    try:
        for count, entry in enumerate(entries, 1):
            trusted = checked is not None and count not in checked
            with game.calculator.memo.trusting(Trust.AUDITS if trusted else Trust.NOTHING):
                game.apply(entry, signed=trusted)
            if progress is not None:
                progress(count, len(entries))
    except RemoteError as error:
        wrong = error
    state = BAD if wrong is not None else COMPLETE if game.over and whole else CUT
    code = wrong.code if wrong is not None else None
    if state == CUT:
        code = Code.UNFINISHED if whole else Code.TORN
    return Verdict(
        state=state,
        entries=len(game.entries),
        players=tuple(player.name for player in genesis.players),
        keys=tuple(player.key.hex() for player in genesis.players),
        totals=tuple(game.match.totals),
        sides=sides(genesis.terms.options.mode, len(genesis.players)),
        winners=game.match.ended,
        rounds=tuple(_report(deal) for deal in game.finished),
        lost=tuple((loss.seat, loss.reason) for loss in game.losses),
        position=game.position if wrong is not None else None,
        offender=wrong.seat if wrong is not None else None,
        code=code,
        reason=wrong.why if wrong is not None else "" if whole else "the end of the file is incomplete",
        wrong=wrong,
    )


def _report(deal: Deal) -> RoundReport:
    result = deal.result
    assert result is not None
    return RoundReport(
        number=deal.number,
        table=deal.pairing.table,
        how=result.how,
        out=result.out,
        held=dict(result.held),
        audited=deal.audited,
        void=deal.void,
    )
