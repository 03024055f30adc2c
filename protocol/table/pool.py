"""Entries that are not in our log: entries that came early, and entries of another line.

Every entry here has a good signature of its author. (A certificate is checked when it is tried.) Each sender
has a quota, so nobody can crowd out the others.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from protocol.log.entry import NOBODY, Entry, digest
from protocol.table.outputs import Party

AHEAD = 512
"""How far beyond our log an entry may be, and how many entries we keep for one sender."""
SENDER_BYTES = 2 << 20
"""How many bytes we keep for one sender."""


class Kept:
    """One entry, the peers that sent it, and whether it was tried and refused."""

    __slots__ = ("entry", "hash", "owner", "refused", "senders", "size")

    def __init__(self, entry: Entry, sender: Party | None) -> None:
        self.entry = entry
        self.hash = entry.hash
        self.owner = sender
        """The sender whose quota it counts against."""
        self.senders = {sender}
        self.refused = False
        """It was tried at its place and can never be taken."""
        self.size = len(entry.body) + len(entry.signature)


def _key(entry: Entry) -> bytes:
    """Certificates with one body may carry different votes, good ones and forged ones."""
    return digest(entry.body + entry.signature) if entry.seat == NOBODY else entry.hash


class Pool:
    def __init__(self) -> None:
        self._kept: dict[bytes, Kept] = {}
        self._after: dict[bytes, list[Kept]] = {}
        """What follows a hash."""

    def find(self, entry: Entry, sender: Party | None) -> Kept | None:
        """Find this entry, and remember that this peer sent it too."""
        kept = self._kept.get(_key(entry))
        if kept is not None:
            kept.senders.add(sender)
        return kept

    def add(self, entry: Entry, sender: Party | None) -> Kept | None:
        """Keep an entry. If the sender's quota is used up, its entry farthest ahead is dropped."""
        if (known := self.find(entry, sender)) is not None:
            return known
        kept = Kept(entry, sender)
        if self._kept and not self._make_room(kept):
            return None
        self._kept[_key(entry)] = kept
        self._after.setdefault(entry.previous, []).append(kept)
        return kept

    def _make_room(self, kept: Kept) -> bool:
        """Drop the entries of its sender that are farther ahead, as far as the quota needs that."""
        own = [one for one in self._kept.values() if one.owner == kept.owner]
        room = SENDER_BYTES - sum(one.size for one in own)
        own.sort(key=lambda one: one.entry.position)
        while own and (len(own) >= AHEAD or room < kept.size):
            last = own.pop()
            if last.entry.position <= kept.entry.position:
                return False
            room += last.size
            self._remove(last)
        return True

    def _remove(self, kept: Kept) -> None:
        del self._kept[_key(kept.entry)]
        after = self._after[kept.entry.previous]
        after.remove(kept)
        if not after:
            del self._after[kept.entry.previous]

    def drop(self, entry: Entry) -> None:
        kept = self._kept.get(_key(entry))
        if kept is not None:
            self._remove(kept)

    def forget(self, final: int) -> None:
        """Drop all entries up to the final position: they no longer matter."""
        for kept in [one for one in self._kept.values() if one.entry.position <= final]:
            self._remove(kept)

    # -- asking -----------------------------------------------------------------------------------------

    def following(self, head: bytes) -> list[Kept]:
        """What follows this hash, in the order it came."""
        return list(self._after.get(head, ()))

    def gap(self, sender: Party | None, position: int) -> int:
        """The first position from here on of which this sender has sent us nothing."""
        sent = {kept.entry.position for kept in self._kept.values() if sender in kept.senders}
        while position in sent:
            position += 1
        return position

    def builders(self, heads: Iterable[bytes]) -> set[int]:
        """The authors of entries on top of these hashes. (Votes in certificates are not checked here, so they
        do not count.)"""
        return {kept.entry.seat for kept in self.above(heads)} - {NOBODY}

    def above(self, heads: Iterable[bytes]) -> Iterator[Kept]:
        """Everything on top of these hashes, the nearest first, and each once: certificates that differ only
        in their votes have one hash, so many ways may lead to what follows them."""
        left = deque(heads)
        seen = set(left)
        while left:
            for kept in self._after.get(left.popleft(), ()):
                yield kept
                if kept.hash not in seen:
                    seen.add(kept.hash)
                    left.append(kept.hash)
