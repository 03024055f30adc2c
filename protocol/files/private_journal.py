"""A journal: the private data of one player about one game, in a file beside the game's own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from glob import escape
from itertools import islice
from pathlib import Path

from protocol.codec import pack, unpack
from protocol.files.errors import FileFault, StoreError
from protocol.files.log_file import (
    JOURNAL_MAGIC,
    MAGIC,
    LogFile,
    RecordFile,
    TakenError,
    fingerprint,
    read_records,
)
from protocol.files.private_files import Exposed, repair
from protocol.files.store import JOURNAL_SUFFIX, SECRET_BYTES
from protocol.log.entry import Entry, read_entry
from protocol.net.keys_and_card import Keys
from protocol.remote_errors import RemoteError


@dataclass(slots=True)
class Private:
    """The contents of a journal."""

    seat: int = -1
    secret: bytes = b""
    keys: Keys | None = None
    operator: bytes = b""
    """The identity of the player who runs this seat; a bot's differs from its own."""
    level: str = ""
    """The bot's level, if a bot plays."""
    word: bytes = b""
    """The signature of a bot's player that it is theirs."""
    founding: bytes = b""
    body: bytes = b""
    """The genesis that we signed, or are about to sign."""
    cards: list[bytes] = field(default_factory=list)
    notes: list[bytes] = field(default_factory=list)
    over: bool = False
    vouched: tuple[int, bytes] = 0, b""
    """How many records of the game's file were verified, and their fingerprint."""
    strayed: bool = True
    """Whether an audit in these records may have named a seat that did not follow its seed."""
    wrote: list[Entry] = field(default_factory=list)
    """All entries of ours, also those that the game's file no longer has."""
    evening: list[object] = field(default_factory=list)
    """The results of the matches before this one at the same table, as `Evening.wire` gives them."""
    doubt: bool = False
    """Whether entries of ours may be missing, and the other players have not sent them yet."""
    watched: bool = False
    """Whether a bot has played this seat while the player watched: the game does not count as theirs."""

    @property
    def played(self) -> bool:
        """Whether the game has certainly begun, according to this journal; its file may be elsewhere."""
        return bool(self.vouched[0] or self.wrote or self.notes or self.doubt or self.over)

    def vouches_for(self, records: list[bytes]) -> bool:
        """Whether these first records of the game's file were verified before, and are unchanged."""
        return self.vouched == (len(records), fingerprint(records))


def read_journal(log: Path) -> Private:
    """Read the journal beside a game's file. Raises StoreError."""
    path = log.with_suffix(JOURNAL_SUFFIX)
    return _private_in(read_records(path, JOURNAL_MAGIC), path)


def vouched_for(log: Path, own: Private) -> int:
    """How many records at the start of the game's file were verified by our program while it played; 0 if the
    file is not the one that it wrote. Raises OSError and RemoteError."""
    first = list(islice(read_records(log, MAGIC), own.vouched[0]))
    return len(first) if own.vouches_for(first) else 0


def _private_in(records: Iterable[bytes], path: Path) -> Private:
    own = Private()
    try:
        for record in records:
            match unpack(record):
                case ["own", int(seat), bytes(secret), bytes(identity), bytes(curve)]:
                    if len(secret) != SECRET_BYTES:
                        raise ValueError("a secret of another length")
                    own.seat, own.secret = seat, secret
                    own.keys = Keys.from_secrets(identity, curve)
                case ["game", bytes(founding), bytes(body)]:
                    own.founding, own.body = founding, body
                case ["run", bytes(operator), str(level), *word]:
                    own.operator, own.level = operator, level
                    own.word = word[0] if word and isinstance(word[0], bytes) else b""
                case ["evening", [*results]]:
                    own.evening = results
                case ["note", bytes(said)]:
                    own.notes.append(said)
                case ["cards", [*cards]]:
                    own.cards = [card for card in cards if isinstance(card, bytes)]
                case ["vouch", int(count), bytes(known), bool(strayed)] if count >= 0:
                    own.vouched, own.strayed = (count, known), strayed
                case ["wrote", bytes(body), bytes(signature)]:
                    own.wrote.append(read_entry([body, signature]))
                case ["doubt", bool(doubt)]:
                    own.doubt = doubt
                case ["watched"]:
                    own.watched = True
                case ["over"]:
                    own.over = True
                case ["open"]:
                    own.over = False
    except (RemoteError, ValueError) as error:
        raise StoreError(FileFault.JOURNAL_DAMAGED, path, error) from error
    except OSError as error:
        raise StoreError(FileFault.UNUSABLE, path, error) from error
    return own


class Journal:
    """A journal open for writing: keys, secret, roster, votes. Everything is on disk before it is used.

    It is locked while it is open: two programs never play one seat at once.
    """

    def __init__(self, log: Path, new: bool = False) -> None:
        """`new`: refuse a journal that exists already, because another program made it."""
        self.log = log
        self.path = log.with_suffix(JOURNAL_SUFFIX)
        try:
            self._file = RecordFile(self.path, JOURNAL_MAGIC, private=True, new=new)
        except TakenError:
            raise StoreError(FileFault.IN_USE, self.path) from None
        except FileExistsError:
            raise StoreError(FileFault.EXISTS, self.path) from None
        except (RemoteError, OSError) as error:
            raise StoreError(FileFault.UNUSABLE, self.path, error) from error
        copies = sorted(self.path.parent.glob(f"{escape(self.path.name)}.torn-*"))
        exposed = {self.path: self._file.exposed} | {copy: repair(copy) for copy in copies}
        self.exposed = {path: how for path, how in exposed.items() if how is not Exposed.NO}
        """The files of this journal that other users of the machine could read."""
        self.own = _private_in(self._file.records(), self.path)
        if self._file.damaged:
            self.doubt(True)

    def begin(
        self,
        seat: int,
        secret: bytes,
        keys: Keys,
        operator: bytes,
        level: str,
        founding: bytes,
        body: bytes,
        word: bytes = b"",
        evening: list[object] | None = None,
    ) -> None:
        """Store everything that we need to continue after a restart, before we sign the genesis."""
        own = self.own
        own.seat, own.secret, own.keys, own.operator, own.level = seat, secret, keys, operator, level
        own.founding, own.body, own.word, own.evening = founding, body, word, evening or []
        self._file.append(pack(["own", seat, secret, keys.identity.secret, keys.curve_secret]), sync=False)
        self._file.append(pack(["run", operator, level, word]), sync=False)
        if own.evening:
            self._file.append(pack(["evening", own.evening]), sync=False)
        self._file.append(pack(["game", founding, body]))

    def watch(self) -> None:
        """Record that a bot plays this seat while the player watches."""
        if not self.own.watched:
            self.own.watched = True
            self._file.append(pack(["watched"]))

    def note(self, record: bytes) -> None:
        self._file.append(pack(["note", record]))

    def roster(self, cards: list[bytes]) -> None:
        """Store the newest cards of all players: where to find them after a restart."""
        if cards != self.own.cards:
            self.own.cards = cards
            self._file.append(pack(["cards", cards]))

    def vouch(self, log: LogFile, strayed: bool) -> None:
        """Record that the game's file was verified and is on disk: it need not be verified again. `strayed`:
        an audit has named a seat, so the audits must be repeated."""
        self.own.vouched, self.own.strayed = (log.count, log.fingerprint), strayed
        self._file.append(pack(["vouch", *self.own.vouched, strayed]), sync=False)
        self._file.flush()

    def wrote(self, entries: list[Entry]) -> None:
        """Keep a copy of these entries of ours before they are sent. They are in the game's file, on disk; if
        that is lost, only the same may be signed at their places."""
        for entry in entries:
            self.own.wrote.append(entry)
            self._file.append(pack(["wrote", *entry.wire()]), sync=False)
        self._file.flush()

    def complete(self, entries: Iterable[Entry]) -> None:
        """Keep copies of those of our entries that are missing here: a power cut may have cost us the last
        ones, and they may leave the game's file."""
        known = {entry.body for entry in self.own.wrote}
        self.wrote([entry for entry in entries if entry.body not in known])

    def doubt(self, doubt: bool) -> None:
        """Record whether entries of ours may be missing; this survives a restart."""
        if doubt != self.own.doubt:
            self.own.doubt = doubt
            self._file.append(pack(["doubt", doubt]))

    def vouch_for_nothing(self) -> None:
        """The game's file is about to be cut: the entries of ours that it loses remain recorded here."""
        self.own.vouched = 0, b""
        self._file.append(pack(["vouch", 0, b"", True]))

    def vouches_for(self, records: list[bytes]) -> bool:
        return self.own.vouches_for(records)

    def over(self) -> None:
        """Mark the game as over: nothing is left to resume."""
        if not self.own.over:
            self.own.over = True
            self._file.append(pack(["over"]))

    def reopen(self) -> None:
        """Mark a game as begun although it was given up before."""
        if self.own.over:
            self.own.over = False
            self._file.append(pack(["open"]))

    def restore(self) -> bool:
        """If the file was deleted or moved, write it again; returns whether it was."""
        return self._file.restore()

    def close(self) -> None:
        self._file.close()

    def discard(self) -> None:
        """Delete the journal: nobody will need it."""
        self._file.close()
        self.path.unlink(missing_ok=True)
