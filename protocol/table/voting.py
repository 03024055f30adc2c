"""Losing a seat: votes that lock, refusals that unlock, and the certificate that all others sign.

A *place* is a position and the head before it; a *ballot* is a set of seats to lose there, and why. Of two
ballots one is *wider* if it loses the same seats and perhaps more, for as strong a reason.

* A **vote** for a ballot at a place is on disk before it is sent. A **certificate** is the vote of every seat
  outside the ballot.
* A **refusal** of a ballot is the promise never to vote for it there; it is given only by a seat that has
  not voted for it, and is on disk before it is sent. One refusal by a seat whose vote it needs (in the match
  there, and outside the ballot) and the ballot is *dead*: it can never become a certificate. Who was lost
  before refuses nothing. Both from one seat are a proof against that seat.
* Who has voted takes an entry at that place only when all its ballots there are dead, and a certificate only
  if it is as wide as each of its ballots that is not dead (or names the seat itself). Who has taken something
  at a place votes there no more. Ballots of one seat that are not dead are always one within the other.

**Why two honest seats that remain never part.** Say ballot L has its certificate. Every honest seat outside
L voted for it, and no honest refusal of it exists, so for them it is never dead. Hence none of them takes an
entry at that place, before (it would not have voted) or after (L is not dead); nor a narrower certificate.
Two certificates of one place share an operator with all its seats (`Game.check_loss`), whose votes are one
within the other: so one ballot is the wider, all outside it hold to it, and only seats that it loses can hold
the narrower one, or an entry. They go back when they hear of it (`forks.py`), watch, and ask to be seated
again.

**Why it ends** when everybody left can talk again. A seat that has passed the place refuses whatever it had
not voted for, and hands on the refusals by which it passed. A seat that sees a complete certificate it may
not take yet, because of a wider ballot of its own, refuses all other ballots it had not voted for: "nobody
votes for a larger set after seeing a smaller one's certificate". So the widest complete ballot wins, and
every wider one is dead, because somebody outside it is there and did not vote for it. A seat that is not
there, or there and mute, or refuses but does not show why, is added to the ballot. Votes and refusals are
handed on to all, so a broken path between two seats that both reach a third does no harm.

A refusal is only signed by who keeps on disk what makes the ballot needless: the entry or certificate that
took the place, the word of the seat that was thought silent, or the proof of a contradiction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple, Protocol

from p2puno.options import MAX_SEATS
from protocol.codec import are_whole, pack, unpack
from protocol.errors import MalformedError, OutOfTurnError
from protocol.log.entry import (
    LOSS,
    MOVE,
    REFUSAL,
    SETTLE,
    VOTE,
    Entry,
    Statement,
    read_statement,
    write_certificate,
)
from protocol.play.game import FORK, LOSS_REASONS, PROVED, SILENCE
from protocol.table.context import Context, Decision, Prove, note, show, tell
from protocol.table.outputs import Note, Output, Party
from protocol.table.window import Window

Place = tuple[int, bytes]
MAX_BALLOTS = 16
"""How many ballots of one place are listened to from one seat; an honest one needs a handful."""
PROOF_TIME = 2_000
"""Milliseconds within which a proof follows the votes that rely on it: it is repeated every second."""
MAX_ANSWERS = 256
"""How many ballots at places that we have passed are refused for one voter, ever."""


class Ballot(NamedTuple):
    lost: tuple[int, ...]
    reason: str

    def within(self, other: Ballot) -> bool:
        """Whether the other loses the same seats, and perhaps more, for as strong a reason."""
        return set(self.lost) <= set(other.lost) and LOSS_REASONS.index(self.reason) <= LOSS_REASONS.index(
            other.reason
        )


def ballot_of(certificate: Entry) -> Ballot:
    match certificate.payload:
        case [[*lost], ("silent" | "fork" | "proved") as reason] if are_whole(*lost):
            return Ballot(tuple(lost), reason)
    raise MalformedError("not a certificate")


class Contradictions(Protocol):
    """What voting asks of the proofs that are known (`forks.py`)."""

    def authors(self) -> tuple[int, ...]: ...
    def is_about(self, place: Place, seats: Iterable[int]) -> bool: ...
    def proof(self, seat: int) -> list[object]: ...
    def records(self) -> list[list[object]]: ...


class Voting:
    def __init__(
        self, context: Context, window: Window, forks: Contradictions, notes: Iterable[bytes]
    ) -> None:
        self._context = context
        self._window = window
        self._forks = forks
        self._votes: dict[Ballot, dict[int, Statement]] = {}
        """All votes for the place that the log is at."""
        self._own: dict[Place, dict[Ballot, Statement]] = {}
        """All that we ever voted: somebody may be held up by it long after we have passed the place."""
        self._refusals: dict[Place, dict[Ballot, dict[int, Statement]]] = {}
        self._cast_at: dict[Ballot, int] = {}
        self._died_at: dict[Ballot, int] = {}
        self.suspended: tuple[int, ...] = ()
        """Without whom nothing can go on here, and whom too few could lose."""
        self._answered: Counter[int] = Counter()
        self._behind: dict[tuple[Place, int], set[int]] = {}
        """Who votes to lose a seat for a contradiction at a place behind us that is not final."""
        self._doubted: dict[tuple[Place, Ballot], int] = {}
        """Since when we have heard of such votes, for which there may be a proof that we do not know."""
        self._reasons: set[bytes] = set()
        """What is on disk of why ballots here are needless."""
        for record in notes:
            match unpack(record):
                case ["statement", *wire]:
                    said = read_statement(wire)
                    place, ballot = _read(said)
                    if said.kind == VOTE:
                        self._own.setdefault(place, {})[ballot] = said
                        self._cast_at[ballot] = context.now
                    else:
                        self._refusals.setdefault(place, {}).setdefault(ballot, {})[said.seat] = said
        self.moved()

    # -- what holds us ----------------------------------------------------------------------------------

    @property
    def _here(self) -> Place:
        return self._context.game.position, self._context.game.head

    def _alive(self) -> list[Ballot]:
        """Our own ballots here that can still become a certificate: nobody whose vote they need refused."""
        refusals = self._refusals.get(self._here, {})
        voters = self._context.game.voters
        return [
            ballot
            for ballot in self._own.get(self._here, ())
            if not any(seat in voters(ballot.lost) for seat in refusals.get(ballot, ()))
        ]

    @property
    def locked(self) -> bool:
        """We have voted here, and may write nothing."""
        return bool(self._alive())

    def may_take(self, entry: Entry) -> bool:
        """Whether an entry for this place may be taken now."""
        alive = self._alive()
        if entry.kind != LOSS or not alive:
            return not alive
        ballot = ballot_of(entry)
        return self._context.seat in ballot.lost or all(own.within(ballot) for own in alive)

    def fork_voters(self, place: Place, seat: int) -> set[int]:
        """The seats that have voted at a place to lose this one for a contradiction."""
        found = set(self._behind.get((place, seat), ()))
        if place == self._here:
            found.update(*(by for ballot, by in self._votes.items() if _for_fork(ballot, seat)))
        return found

    def moved(self) -> None:
        """The log went on, or back: votes are about another place now."""
        self._votes = {}
        self.suspended = ()
        self._died_at = {}
        self._reasons = set()
        self._forget()
        if self._here not in self._own:
            self._cast_at = {}
        elif self._context.seat is not None:
            for ballot, said in self._own[self._here].items():
                self._votes[ballot] = {self._context.seat: said}
                self._cast_at.setdefault(ballot, self._context.now)

    def _forget(self) -> None:
        """Of refusals elsewhere we need our own, which bind us, and those of our own votes, which free us."""
        here, mine, final = self._here, self._context.seat, self._context.game.final
        self._behind = {key: by for key, by in self._behind.items() if key[0][0] > final}
        self._doubted = {
            key: at for key, at in self._doubted.items() if (key[0], key[1].lost[0]) in self._behind
        }
        for place in [place for place in self._refusals if place != here]:
            own = self._own.get(place, ())
            ballots = {
                ballot: by if ballot in own else {seat: said for seat, said in by.items() if seat == mine}
                for ballot, by in self._refusals[place].items()
            }
            self._refusals[place] = {ballot: by for ballot, by in ballots.items() if by}
            if not self._refusals[place]:
                del self._refusals[place]

    # -- casting ----------------------------------------------------------------------------------------

    def tick(self) -> list[Decision]:
        """Vote, if what the log waits for does not come."""
        context, game = self._context, self._context.game
        if context.seat is None or context.seat not in game.match.playing or game.over:
            return []
        ballot = self._wanted()
        if ballot is None or ballot in self._own.get(self._here, ()) or context.seat in ballot.lost:
            return []
        if not all(own.within(ballot) or ballot.within(own) for own in self._alive()):
            return []
        if context.seat in self._refusals.get(self._here, {}).get(ballot, ()):
            return []
        try:
            game.check_loss(ballot.lost, ballot.reason, self._forkers(ballot))
        except OutOfTurnError:
            self.suspended = ballot.lost
            return []
        return self._cast(ballot)

    def _forkers(self, ballot: Ballot) -> list[int]:
        if ballot.reason != FORK:
            return []
        return [seat for seat in self._forks.authors() if seat in ballot.lost]

    def _wanted(self) -> Ballot | None:
        """The next ballot that we would vote for, if any."""
        context, game = self._context, self._context.game
        base = self._base()
        if base is None:
            return None
        own = self._own.get(self._here, {})
        if base not in own and not any(base.within(ballot) for ballot in self._alive()):
            # What we voted for before we heard of a contradiction stands, and is widened by it.
            wider = [ballot for ballot in self._alive() if base.reason != SILENCE == ballot.reason]
            return Ballot(tuple(sorted({*base.lost}.union(*(b.lost for b in wider)))), base.reason)
        if base not in own:
            return base
        top = max((b for b in self._alive() if base.within(b)), key=lambda b: len(b.lost), default=base)
        patience = game.terms.machine_grace
        if context.now - self._cast_at.get(top, context.now) < patience:
            return None
        missing = [seat for seat in game.voters(top.lost) if seat not in self._votes.get(top, ())]
        words = {seat for votes in self._votes.values() for seat in votes}
        words |= {seat for said in self._refusals.get(self._here, {}).values() for seat in said}
        mute = context.now - self._cast_at.get(base, context.now) >= game.terms.grace + 2 * patience
        away = {
            seat
            for seat in missing
            if seat != context.seat and (context.silent_for(seat) >= patience or (mute and seat not in words))
        }
        away |= self._obstructing(base) - {context.seat}
        return Ballot(tuple(sorted({*top.lost, *away})), top.reason) if away else None

    def _obstructing(self, base: Ballot) -> set[int]:
        """Seats that refused without showing, in all this time, what makes the ballot needless."""
        game, now = self._context.game, self._context.now
        by = set(self._refusals.get(self._here, {}).get(base, ())) - set(base.lost)
        since = self._died_at.setdefault(base, now) if by else now
        return by & set(game.match.playing) if now - since >= 3 * game.terms.machine_grace else set()

    def _base(self) -> Ballot | None:
        """Those without whom we would go on, as far as we can tell by ourselves."""
        context, game = self._context, self._context.game
        if game.condemned:
            return Ballot(tuple(sorted(game.condemned)), PROVED)
        if forkers := self._forks.authors():
            return Ballot(forkers, FORK)
        if waited := self._window.blocking():
            return Ballot(waited, SILENCE)
        due = game.due()
        if due is None or due.seat == context.seat:
            return None
        late = context.now - context.since
        grace = game.terms.grace if due.kind in (MOVE, SETTLE) else game.terms.machine_grace
        if due.kind == SETTLE:  # who thinks it over is waited for, but not who is away
            late = min(late, context.silent_for(due.seat))
        return Ballot((due.seat,), SILENCE) if late >= grace or self._window.overdue() else None

    def _cast(self, ballot: Ballot) -> list[Decision]:
        said = self._context.sign(VOTE, [*self._here, list(ballot.lost), ballot.reason])
        self._own.setdefault(self._here, {})[ballot] = said
        self._cast_at[ballot] = self._context.now
        self._votes.setdefault(ballot, {})[said.seat] = said
        return [note(said), tell(said)]

    def repeat(self) -> list[Output]:
        """Say again what was voted and refused here, by us and by others: paths may be broken."""
        refusals = self._refusals.get(self._here, {})
        return [tell(said) for by in (*self._votes.values(), *refusals.values()) for said in by.values()]

    # -- hearing ----------------------------------------------------------------------------------------

    def take_vote(self, said: Statement, sender: Party | None) -> list[Decision]:
        """Count a vote, or answer it. A vote is small and can be repeated without end, so what we have said
        before goes only to who sent it: else that one could make us flood all others."""
        place, ballot = _read(said)
        game, mine = self._context.game, self._context.seat
        refused = self.refusal_of(place, ballot, said.seat)
        if refused is not None:
            return [Prove(["equivocation", said.wire(), refused.wire()])]
        if place != self._here:
            if place[0] < game.position and said.seat != mine:
                return self._answer(place, ballot, said.seat, sender)
            return []
        if said.seat not in game.match.playing or said.seat in ballot.lost:
            raise OutOfTurnError("a vote that cannot count", said.seat)
        if said.seat in self._votes.get(ballot, ()):
            return self._judge(ballot, sender) if said.seat != mine else []
        cast = sum(said.seat in votes for votes in self._votes.values())
        if cast >= MAX_BALLOTS and said.seat != mine:
            raise OutOfTurnError("too many ballots", said.seat)
        self._votes.setdefault(ballot, {})[said.seat] = said
        return [tell(said), *self._judge(ballot, sender)]

    def _certificates(self) -> list[tuple[Ballot, Entry]]:
        """The ballots here that everybody outside them voted for, as certificates."""
        game = self._context.game
        found = []
        for ballot, votes in self._votes.items():
            forkers = self._forkers(ballot)
            try:
                game.check_loss(ballot.lost, ballot.reason, forkers)
            except OutOfTurnError:
                continue
            voters = game.voters(ballot.lost)
            if all(seat in votes for seat in voters):
                signatures = [votes[seat].signature for seat in voters]
                proofs = [self._forks.proof(seat) for seat in forkers]
                lost = list(ballot.lost)
                entry = write_certificate(game.id, *self._here, lost, ballot.reason, signatures, proofs)
                found.append((ballot, entry))
        return sorted(found, key=lambda pair: len(pair[0].lost), reverse=True)

    def certificate(self) -> Entry | None:
        """The widest certificate that is complete and that we may take."""
        if not self._votes:
            return None
        return next((entry for _, entry in self._certificates() if self.may_take(entry)), None)

    # -- refusing ---------------------------------------------------------------------------------------

    def _judge(self, ballot: Ballot, sender: Party | None) -> list[Decision]:
        """Somebody votes so where we are: refuse if we know that it is needless."""
        complete = [other for other, _ in self._certificates()]
        overtaken = complete and ballot not in complete and not any(ballot.within(c) for c in complete)
        mistaken = ballot.reason == SILENCE and (
            self._window.all_spoke(ballot.lost) or bool(self._forks.authors())
        )
        return self._refuse(self._here, ballot, sender) if overtaken or mistaken else []

    def _answer(self, place: Place, ballot: Ballot, voter: int, sender: Party | None) -> list[Decision]:
        """Somebody votes at a place that we have passed: show what was written there."""
        game = self._context.game
        entry = game.entries[place[0] - 1]
        if entry.previous != place[1]:
            return []
        playing = game.playing_at(place[0])
        if voter not in playing or voter in ballot.lost or not set(ballot.lost) <= set(playing):
            raise OutOfTurnError("a vote that cannot count", voter)
        if ballot.reason == FORK and place[0] > game.final and not game.over:
            for seat in ballot.lost:  # if we know a proof about that place, it takes us back there
                self._behind.setdefault((place, seat), set()).add(voter)
            since = self._context.now
            if len(self._doubted) < MAX_ANSWERS or (place, ballot) in self._doubted:
                since = self._doubted.setdefault((place, ballot), since)
            if self._forks.is_about(place, ballot.lost) or self._context.now - since < PROOF_TIME:
                return []
        out: list[Decision] = []
        if entry.kind != LOSS or not ballot.within(ballot_of(entry)):
            if ballot not in self._refusals.get(place, ()):
                self._answered[voter] += 1
                if self._answered[voter] > MAX_ANSWERS:
                    raise OutOfTurnError("too many ballots", voter)
            out = self._refuse(place, ballot, sender)
        return [*out, show(entry, sender)]

    def _refuse(self, place: Place, ballot: Ballot, sender: Party | None) -> list[Decision]:
        """Refuse a ballot, to all if we had not before, and tell the sender who else did."""
        seat = self._context.seat
        known = self._refusals.setdefault(place, {}).setdefault(ballot, {})
        counts = seat in self._context.game.playing_at(place[0]) and seat not in ballot.lost
        out: list[Decision] = [tell(said, sender) for said in known.values()]
        if counts and seat not in known and ballot not in self._own.get(place, ()):
            out += self._keep_reason()
            said = self._context.sign(REFUSAL, [*place, list(ballot.lost), ballot.reason])
            out += [note(said), tell(said)]
            known[said.seat] = said
        return out

    def _keep_reason(self) -> list[Output]:
        """What makes ballots here needless must outlive a restart, as the refusal does."""
        records = {pack(record) for record in (*self._window.records(), *self._forks.records())}
        fresh = sorted(records - self._reasons)
        self._reasons |= records
        return [Note(record) for record in fresh]

    def take_refusal(self, said: Statement) -> list[Decision]:
        place, ballot = _read(said)
        vote = self._votes.get(ballot, {}).get(said.seat) if place == self._here else None
        if vote is not None:
            return [Prove(["equivocation", vote.wire(), said.wire()])]
        own = ballot in self._own.get(place, ())
        if place != self._here and not own:
            return []
        if place == self._here and said.seat not in self._context.game.voters(ballot.lost):
            raise OutOfTurnError("a refusal that cannot count", said.seat)
        ballots = self._refusals.setdefault(place, {})
        many = sum(said.seat in by for by in ballots.values()) >= MAX_BALLOTS
        if said.seat in ballots.get(ballot, ()) or (not own and many):
            return []
        ballots.setdefault(ballot, {})[said.seat] = said
        out: list[Decision] = [note(said)] if own else []
        return [*out, tell(said)] if place == self._here else out

    def refusal_of(self, place: Place, ballot: Ballot, seat: int) -> Statement | None:
        return self._refusals.get(place, {}).get(ballot, {}).get(seat)


def _for_fork(ballot: Ballot, seat: int) -> bool:
    return ballot.reason == FORK and seat in ballot.lost


def _read(said: Statement) -> tuple[Place, Ballot]:
    """The place and the ballot that a vote or a refusal names."""
    match said.values:
        case [int(position), bytes(head), [*lost], str(reason)] if (
            reason in LOSS_REASONS
            and are_whole(position, *lost)
            and position >= 1
            and 0 < len(lost) < MAX_SEATS
            and lost == sorted(set(lost))
        ):
            return (position, head), Ballot(tuple(lost), reason)
    raise MalformedError("not a vote", said.seat)
