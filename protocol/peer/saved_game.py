"""Replaying the saved file of a game that is resumed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice

from protocol.deck import Calculator
from protocol.files.journal import Journal
from protocol.files.log_file import MAGIC, LogFile, entries_in, read_records
from protocol.log.entry import Entry
from protocol.log.genesis import Genesis
from protocol.peer.step import Step, take_news
from protocol.play.game import Game


def load(
    log: LogFile,
    genesis: Genesis,
    journal: Journal | None,
    calculator: Calculator | None,
    on_step: Callable[[Game, Step], None] | None = None,
) -> Game:
    """The game as it stands in its file; `on_step` is told how it came to that."""
    seat = journal.own.seat if journal is not None else None
    secret = journal.own.secret if journal is not None else None
    game = Game(genesis, seat, secret, calculator)
    records = read_records(log.path, MAGIC)
    # Read once: what is found to be as it was is what is gone through.
    first = list(islice(records, journal.own.vouched[0])) if journal is not None else []
    vouched = len(first) if journal is not None and journal.vouches_for(first) else 0
    entries = entries_in(chain(first, records))
    if on_step is not None:
        entries = _followed(game, entries, on_step)
    game.replay(islice(entries, max(0, vouched - 1)))  # the first record is the genesis
    for entry in entries:
        game.apply(entry)
    return game


def _followed(game: Game, entries: Iterator[Entry], on_step: Callable[[Game, Step], None]) -> Iterator[Entry]:
    """The entries; what came of each is told when the next one is asked for."""
    for entry in entries:
        before = game.deal.round if game.deal is not None else None
        yield entry
        on_step(game, Step((entry,), take_news(game, before), (), game.view, None, None))
