"""Several files of one game: what `p2puno verify` says about where they diverge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from cli.words.language import _, n_
from cli.words.names_in_sentences import with_names
from cli.words.narration import listed
from protocol.deck import Calculator
from protocol.files.log_file import read_game
from protocol.log.entry import Entry
from protocol.log.genesis import Genesis
from protocol.replay.compare import FORK, OTHER, PREFIX, SAME, Comparison, OnBoth, Signed, compare

Pair = tuple[Path, Path]


def compare_files(
    games: Sequence[tuple[Path, int]], calculator: Calculator
) -> Iterator[tuple[Pair, Comparison]]:
    """Compare each file with the first one of the same game; two files are always compared. `games` has the
    files, each with the number of its valid entries."""
    first: dict[bytes, tuple[Path, int]] = {}
    for path, right in games:
        game = read_game(path)[0].game
        known = games[0] if len(games) == 2 else first.get(game)
        if known is not None and known[0] is not path:
            yield (known[0], path), compare(_read(*known), _read(path, right), calculator)
        first.setdefault(game, (path, right))


def _read(path: Path, right: int) -> tuple[Genesis, list[Entry]]:
    genesis, entries = read_game(path)
    return genesis, list(islice(entries, right))


def tell_comparison(pair: Pair, compared: Comparison) -> list[str]:
    """A comparison in sentences."""
    one, other = pair
    if compared.relation == OTHER:
        return [with_names(_("{one} and {other} are different games."), one=one, other=other)]
    if compared.relation == SAME:
        return [with_names(_("{one} and {other} are the same, entry for entry."), one=one, other=other)]
    if compared.relation == PREFIX:
        shorter, longer = (one, other) if compared.longer else (other, one)
        text = _("{shorter} is the beginning of {longer}, which continues from entry {n}.")
        return [text.format(shorter=shorter, longer=longer, n=compared.position)]
    text = _(
        "{one} and {other} are from the same game, but differ from entry {n} on: only one of "
        "them can be valid."
    )
    names = [player.name for player in read_game(one)[0].players]
    lines = [with_names(text, one=one, other=other, n=compared.position)]
    lines += [f"  {line}" for both in compared.both for line in _on_both(both, names)]
    lines += [f"  {_verdict(both, names, compared.position)}" for both in compared.both if both.proved]
    if not compared.liars:
        text = _(
            "This does not prove that anybody cheated: an entry can be taken back until everybody "
            "has signed after it."
        )
        lines.append(f"  {text}")
    return lines


def _on_both(both: OnBoth, names: Sequence[str]) -> list[str]:
    text = _("{name} signed in both files: {first} in the first, {second} in the second")
    first, second = (_signatures(part, names) for part in (both.first, both.second))
    return [text.format(name=names[both.seat], first=first, second=second)]


def _signatures(signed: Sequence[Signed], names: Sequence[str]) -> str:
    entries = [one.position for one in signed if not one.lost]
    parts = []
    if entries:
        text = n_("{count} entry (at {n})", "{count} entries (the first at {n})", len(entries))
        parts.append(text.format(count=len(entries), n=entries[0]))
    for one in signed:
        if one.lost:
            lost = listed([names[seat] for seat in one.lost])
            parts.append(_("a vote at {n} to remove {names}").format(n=one.position, names=lost))
    return listed(parts)


def _verdict(both: OnBoth, names: Sequence[str], position: int) -> str:
    if both.proved == FORK:
        text = _(
            "{name} cheated, and the two files prove it: each has a different entry for position "
            "{n}, signed by {name}."
        )
    else:
        text = _(
            "{name} cheated, and the two files prove it: in each, {name} played on after all "
            "remaining players had signed after entry {n}."
        )
    return text.format(name=names[both.seat], n=position)
