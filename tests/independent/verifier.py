"""From a game's file to a verdict (protocol.md §9 to §17 and §21)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.independent.deal import Deal
from tests.independent.match import Match, json_hash
from tests.independent.wire import (
    MAGIC,
    Bad,
    Entry,
    Genesis,
    check_signature,
    hashed,
    is_damage,
    need,
    read_entry,
    read_genesis,
    read_proof,
    records,
    statement,
    unpack,
)

COMPLETE, CUT, BAD = "complete", "cut", "bad"


@dataclass
class Verdict:
    state: str
    entries: int = 0
    totals: list[int] = field(default_factory=list)
    winners: list[int] | None = None
    rounds: list[tuple[int, str, int | None, dict[int, int], bool, bool]] = field(default_factory=list)
    """Number, how it ended, who went out, points held, all revealed, void."""
    lost: list[tuple[int, str]] = field(default_factory=list)
    position: int | None = None
    offender: int | None = None
    code: str | None = None
    why: str = ""


class Log:
    """Fed entries one by one."""

    def __init__(self, genesis: Genesis) -> None:
        self.genesis, self.id = genesis, genesis.id
        self.match = Match(genesis.options, len(genesis.seats))
        self.position, self.head = 1, genesis.id
        self.deal: Deal | None = None
        self.follows, self.hash = 0, genesis.id
        """The position and the hash of the entry that what begins now follows."""
        self.after = genesis.id
        """That hash where a round was last started."""
        self.lost_at: dict[int, int] = {}
        self.condemned: set[int] = set()
        self.choices: dict[int, str] = {}
        self.verdict = Verdict(CUT)
        self._start()

    @property
    def over(self) -> bool:
        return self.match.ended is not None and self.deal is None

    def due(self) -> tuple[int, str] | None:
        if self.over or self.condemned:
            return None
        if self.deal is not None:
            return self.deal.due()
        return next(s for s in self.match.playing if s not in self.choices), "settle"

    def digest(self) -> bytes:
        assert self.deal is not None
        fields = self.deal.round_fields(self.match.option_pairs())
        return hashed(json_hash(self.match.fields()) + json_hash(fields))

    def key(self, seat: int) -> bytes:
        return self.genesis.seats[seat].key

    def feed(self, entry: Entry) -> None:
        need(entry.game == self.id, "another game", "foreign")
        follows = entry.position == self.position and entry.previous == self.head
        need(follows, "not the entry that follows", "out-of-turn")
        self.follows, self.hash = self.position, hashed(entry.body)
        if entry.kind == "loss":
            self._loss(entry)
        else:
            self._written(entry)
        self.position += 1
        self.head = hashed(entry.body)
        self.verdict.entries += 1
        self._follow()

    def _written(self, entry: Entry) -> None:
        due = self.due()
        if due is None:
            raise Bad("out-of-turn", "nothing is due", self._author(entry))
        kinds = ("move", "admit") if due[1] == "move" else (due[1],)
        if entry.seat != due[0] or entry.kind not in kinds:
            raise Bad("out-of-turn", "not due", self._author(entry))
        check_signature(self.key(entry.seat), "entry", entry.body, entry.signature, entry.seat)
        try:
            if self.deal is not None:
                self.deal.take(entry)
            else:
                self._settle(entry)
        except Bad as bad:
            bad.seat = entry.seat if bad.seat is None else bad.seat
            raise

    def _author(self, entry: Entry) -> int | None:
        """Who signed an entry that follows, but was not due (§21)."""
        if entry.seat >= len(self.genesis.seats):
            return None
        try:
            check_signature(self.key(entry.seat), "entry", entry.body, entry.signature, entry.seat)
        except Bad:
            return None
        return entry.seat

    # -- rounds

    def _start(self) -> None:
        self.deal = None
        self.choices, self.after = {}, self.hash
        table = self.match.next_table()
        if table is None:
            return
        self.deal = Deal(self, self.follows + 1, *table)

    def _follow(self) -> None:
        deal = self.deal
        if deal is None:
            return
        if deal.stranded:
            self._start()
            return
        self.condemned = deal.guilty & set(self.match.playing)
        if deal.counted and self.condemned == set(self.match.playing):
            self.condemned = set()
        if self.condemned or not deal.counted:
            return
        result = deal.result()
        self.verdict.rounds.append(
            (deal.number, result[0], result[2], dict(result[3]), deal.complete, deal.void)
        )
        self.deal = None
        self.match.record(deal.table, result, deal.pays())
        if self.match.ended is None and deal.asks:
            for seat in sorted(set.intersection(*deal.asks)):
                if self.match.may_return(seat):
                    self.match.rejoin(seat)
        self._start()

    # -- losses (§15)

    def _loss(self, entry: Entry) -> None:
        payload, borne = entry.payload, unpack(entry.signature)
        need(isinstance(payload, list) and len(payload) == 2 and entry.time == 0, "a certificate")
        need(isinstance(borne, list) and len(borne) == 2, "votes and proofs")
        (lost, reason), (votes, proofs) = payload, borne
        fits = isinstance(lost, list) and isinstance(votes, list) and isinstance(proofs, list)
        need(fits and len(proofs) <= 10 and reason in ("silent", "fork", "proved"), "a certificate")
        forkers = set()
        for message in proofs:
            seat, position = read_proof(self.genesis, message)
            need(position > self.lost_at.get(seat, 0), "settled by a loss", "out-of-turn")
            forkers.add(seat)
        self._check_loss(lost, reason, forkers)
        voters = [seat for seat in self.match.playing if seat not in lost]
        need(len(votes) == len(voters), "a vote of each")
        need(all(isinstance(vote, bytes) for vote in votes), "a vote is a signature")
        try:
            self._check_votes(entry, voters, votes, reason)
        except Bad:
            if reason != "fork":
                raise
            self._check_votes(entry, voters, votes, "again")
        for seat in lost:  # who is not proved to have done anything has only kept silent
            self.verdict.lost.append((seat, reason if seat in self.condemned | forkers else "silent"))
        self._lose(lost, reason, set(self.condemned))

    def _check_votes(self, entry: Entry, voters: list[int], votes: list[bytes], reason: str) -> None:
        for seat, vote in zip(voters, votes, strict=True):
            values = [entry.position, entry.previous, entry.payload[0], reason]
            said = statement(self.id, "vote", seat, values)
            check_signature(self.key(seat), "statement", said, vote, seat)

    def _check_loss(self, lost: list[Any], reason: str, forkers: set[int]) -> None:
        playing = self.match.playing
        possible = (
            all(type(s) is int for s in lost) and lost == sorted(set(lost)) and set(lost) <= set(playing)
        )
        left = len(playing) - len(lost)
        need(possible and bool(lost) and left > 0 and not self.over, "nobody to lose", "out-of-turn")
        proved = self.condemned | forkers
        wanted = "proved" if self.condemned else "fork" if forkers else "silent"
        right = reason == wanted and proved <= set(lost) and not (self.condemned and forkers)
        need(right, "those whom a proof names first", "out-of-turn")
        if proved == set(lost):
            return
        operator = {seat: self.genesis.seats[seat].operator for seat in playing if seat not in proved}
        everybody = set(operator.values())
        ours = everybody - {operator[seat] for seat in lost if seat not in proved}
        need(len(everybody) != 2, "two wait for each other", "out-of-turn")
        half = 2 * len(ours) == len(everybody) and operator[min(operator)] in ours
        need(2 * len(ours) > len(everybody) or half, "too few", "out-of-turn")

    def _lose(self, lost: list[int], reason: str, guilty: set[int]) -> None:
        self.condemned -= set(lost)
        for seat in lost:
            self.match.leave(seat)
            self.lost_at[seat] = self.position
        if self.match.ended is not None:
            self.deal = None
        elif self.deal is None:
            self._start()
        elif not self.deal.lose(lost, reason, guilty, self.match.short_handed):
            self.match.forfeit(self.deal.forfeits())
            self._start()

    # -- waiting and coming back (§17)

    def read_asks(self, asks: object) -> set[int]:
        if not isinstance(asks, list):
            raise Bad("malformed", "asks")
        found = set()
        for ask in asks:
            need(isinstance(ask, list) and len(ask) == 2 and type(ask[0]) is int, "an ask")
            seat, signature = ask
            need(self.match.may_return(seat), "nobody who could come back")
            body = statement(self.id, "back", seat, [self.after])
            check_signature(self.key(seat), "statement", body, signature, seat)
            found.add(seat)
        return found

    def _settle(self, entry: Entry) -> None:
        payload = entry.payload
        need(isinstance(payload, list) and len(payload) == 2, "a settlement")
        choice, asks = payload
        if choice == "end":
            need(asks == [], "a settlement")
        else:
            need(choice == "reseat" and self.read_asks(asks) >= set(self.match.gone), "a settlement")
        self.choices[entry.seat] = choice
        if len(self.choices) < len(self.match.playing):
            return
        chosen, self.choices = set(self.choices.values()), {}
        if chosen == {"end"}:
            self.match.end_as_it_stands()
        elif chosen == {"reseat"}:
            for seat in list(self.match.gone):
                self.match.rejoin(seat)
            self._start()

    def say(self, whole: bool, wrong: Bad | None) -> Verdict:
        said = self.verdict
        said.state = BAD if wrong else COMPLETE if self.over and whole else CUT
        said.totals, said.winners = list(self.match.totals), self.match.ended
        if said.state == CUT:
            said.code = "unfinished" if whole else "torn"
        if wrong is not None:
            said.position, said.offender, said.code = self.position, wrong.seat, wrong.code
            said.why = str(wrong)
        return said


def verify(data: bytes) -> Verdict:
    """The verdict on a file's bytes."""
    try:
        found, whole = records(data)
    except Bad as bad:
        return Verdict(BAD, code=bad.code, why=str(bad))
    try:
        if not found:
            damaged = is_damage(data[len(MAGIC) :])
            raise Bad("damaged" if damaged else "torn", "no genesis")
        log = Log(read_genesis(found[0]))
    except Bad as bad:
        return Verdict(BAD, position=0, code=bad.code, why=str(bad))
    wrong: Bad | None = None
    for record in found[1:]:
        try:
            log.feed(read_entry(unpack(record)))
        except Bad as bad:
            wrong = bad
            break
    size = sum(8 + len(record) for record in found)
    if wrong is None and is_damage(data[len(MAGIC) + size :]):
        wrong = Bad("damaged", "more than a torn tail")
    return log.say(whole, wrong)
