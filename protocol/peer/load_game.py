"""Loads the game's file when a game is resumed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice

from protocol.collector import collector_off
from protocol.deck import Calculator
from protocol.files.log_file import MAGIC, LogFile, entries_in, read_records
from protocol.files.private_journal import Journal
from protocol.log.entry import Entry
from protocol.log.genesis import Genesis
from protocol.play.game import Game
from protocol.play.news import News, NewsReader


@collector_off()
def load(
    log: LogFile,
    genesis: Genesis,
    journal: Journal | None,
    calculator: Calculator | None,
    on_news: Callable[[Game, News], None] | None = None,
) -> Game:
    """Replay the game from its file, and report its news to `on_news`. The journal gets copies of our entries
    that it lacks."""
    seat = journal.own.seat if journal is not None else None
    secret = journal.own.secret if journal is not None else None
    game = Game(genesis, seat, secret, calculator)
    records = read_records(log.path, MAGIC)
    # Read once, so that the records that were checked are the ones that are replayed.
    first = list(islice(records, journal.own.vouched[0])) if journal is not None else []
    vouched = len(first) if journal is not None and journal.vouches_for(first) else 0
    entries = entries_in(chain(first, records))
    if on_news is not None:
        entries = _followed(game, entries, on_news)
    strayed = journal is None or journal.own.strayed
    game.replay(islice(entries, max(0, vouched - 1)), strayed)  # the first record is the genesis
    for entry in entries:
        game.apply(entry)
    if journal is not None:
        journal.complete(entry for entry in game.entries if entry.seat == seat)
    return game


def _followed(game: Game, entries: Iterator[Entry], on_news: Callable[[Game, News], None]) -> Iterator[Entry]:
    """Yield the entries, and report each one's news when the next is requested."""
    reader = NewsReader(game)
    for entry in entries:
        yield entry
        on_news(game, reader.read((entry,)))
