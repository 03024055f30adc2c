"""Losing a seat: votes that lock, refusals that unlock, and the certificate that all others sign.

A *place* is a position and the head before it. A *ballot* is a set of seats to lose there, and why. The rules
are in docs/protocol.md §15. docs/threat-model.md ("Why the votes are safe") says why honest seats never part
and why every vote ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from p2puno.options import MAX_SEATS
from protocol.codec import are_whole, pack, unpack
from protocol.log.entry import (
    AGAIN,
    FORK,
    LOSS,
    MOVE,
    PROVED,
    REFUSAL,
    SETTLE,
    SILENCE,
    STRENGTH,
    VOTE,
    Ballot,
    Entry,
    Place,
    Statement,
    ballot_of,
    read_statement,
    write_certificate,
)
from protocol.remote_errors import MalformedError, OutOfTurnError
from protocol.table.context import Context, Decision, Prove, note, show, tell
from protocol.table.end_holders import EndHolders
from protocol.table.forks import Forks
from protocol.table.outputs import Note, Output, Party
from protocol.table.window import Window

MAX_BALLOTS = 16
"""How many ballots of one seat we accept at one place. An honest seat needs a handful."""
MAX_ANSWERS = 256
"""How many ballots of one voter we ever refuse at places that our log has passed."""
PROOF_TIME = 2_000
"""How many milliseconds we wait for the proof that a vote relies on. Peers repeat proofs every second."""

FORKS = (FORK, AGAIN)


class _Key(NamedTuple):
    place: Place
    ballot: Ballot


class Voting:
    def __init__(
        self, context: Context, window: Window, forks: Forks, holders: EndHolders, notes: Iterable[bytes]
    ) -> None:
        self._context = context
        self._window = window
        self._forks = forks
        self._holders = holders
        self._votes: dict[Ballot, dict[int, Statement]] = {}
        """All votes for the place that our log is at."""
        self._own: dict[_Key, Statement] = {}
        """All votes that we ever cast: they may lock us again if the log goes back."""
        self._refusals: dict[_Key, dict[int, Statement]] = {}
        """All refusals for the place that our log is at. Elsewhere our own, which bind us, and those of our
        ballots, which unlock us."""
        self._cast_at: dict[Ballot, int] = {}
        """When we voted for our ballots here."""
        self._died_at: dict[Ballot, int] = {}
        """When we first saw a refusal of a ballot here."""
        self.suspended: tuple[int, ...] = ()
        """The seats that the match waits for, because too few are left to lose them."""
        self._answered: Counter[int] = Counter()
        """How many ballots at places behind us we have refused, by voter."""
        self._behind: dict[tuple[Place, int], set[int]] = {}
        """Who votes to lose a seat for a contradiction at a place behind us that is not final."""
        self._doubted: dict[_Key, int] = {}
        """When we first heard of such a ballot. There may be a proof that we do not know yet."""
        self._reasons: set[bytes] = set()
        """The reasons for our refusals here that are on disk."""
        for record in notes:
            match unpack(record):
                case ["statement", *wire]:
                    said = read_statement(wire)
                    if said.kind == VOTE:
                        self._own[_read(said)] = said
                    else:
                        self._refusals.setdefault(_read(said), {})[said.seat] = said
        self.moved()

    # -- what holds us ----------------------------------------------------------------------------------

    @property
    def _here(self) -> Place:
        return self._context.game.position, self._context.game.head

    def _own_here(self) -> list[Ballot]:
        """The ballots that we voted for here."""
        here = self._here
        return [key.ballot for key in self._own if key.place == here]

    def _refusals_here(self) -> list[tuple[Ballot, dict[int, Statement]]]:
        return [(key.ballot, by) for key, by in self._refusals.items() if key.place == self._here]

    def _refusers(self, ballot: Ballot) -> set[int]:
        """The seats that refused a ballot here."""
        return set(self._refusals.get(_Key(self._here, ballot), ()))

    def _alive(self) -> list[Ballot]:
        """Our own ballots here that can still become a certificate: no seat whose vote they need refused."""
        if not self._own:
            return []
        voters = self._context.game.voters
        return [
            ballot for ballot in self._own_here() if self._refusers(ballot).isdisjoint(voters(ballot.lost))
        ]

    @property
    def locked(self) -> bool:
        """We have voted here, and may write nothing."""
        return bool(self._alive())

    def may_take(self, entry: Entry) -> bool:
        """Whether our votes let us take an entry for this place."""
        alive = self._alive()
        if entry.kind != LOSS or not alive:
            return not alive
        ballot = ballot_of(entry)
        return self._context.seat in ballot.lost or all(own.within(ballot) for own in alive)

    def fork_voters(self, place: Place, seat: int) -> set[int]:
        """The seats that have voted at a place to lose this seat for a contradiction."""
        found = set(self._behind.get((place, seat), ()))
        if place == self._here:
            for ballot, by in self._votes.items():
                if ballot.reason in FORKS and seat in ballot.lost:
                    found |= set(by)
        return found

    def moved(self) -> None:
        """Our log went forward or back: forget what was said about other places and no longer matters."""
        self._died_at, self._reasons, self.suspended = {}, set(), ()
        if not (self._own or self._refusals or self._behind or self._doubted):  # as in most games
            self._votes, self._cast_at = {}, {}
            return
        here, mine, final = self._here, self._context.seat, self._context.game.final
        self._votes = {key.ballot: {said.seat: said} for key, said in self._own.items() if key.place == here}
        refusals = {
            key: by if key.place == here or key in self._own else {s: by[s] for s in by if s == mine}
            for key, by in self._refusals.items()
        }
        self._refusals = {key: by for key, by in refusals.items() if by}
        self._behind = {key: by for key, by in self._behind.items() if key[0][0] > final}
        self._doubted = {key: at for key, at in self._doubted.items() if key.place[0] > final}
        self._cast_at = {ballot: self._cast_at.get(ballot, self._context.now) for ballot in self._votes}

    # -- casting ----------------------------------------------------------------------------------------

    def tick(self) -> list[Decision]:
        """Vote, if what the log waits for does not come."""
        context, game = self._context, self._context.game
        if context.seat is None or context.seat not in game.match.playing or game.over:
            return []
        ballot = self._wanted()
        if ballot is None or context.seat in (*ballot.lost, *self._refusers(ballot)):
            return []
        if ballot in self._own_here() or not all(
            own.within(ballot) or ballot.within(own) for own in self._alive()
        ):
            return []
        try:
            game.check_loss(_written(ballot), self._forkers(ballot))
        except OutOfTurnError:
            self.suspended = ballot.lost
            return []
        said = context.sign(VOTE, [*self._here, list(ballot.lost), ballot.reason])
        self._cast_at[ballot] = context.now
        self._own[_Key(self._here, ballot)] = said
        self._votes.setdefault(ballot, {})[said.seat] = said
        return [note(said), tell(said)]

    def _forkers(self, ballot: Ballot) -> list[int]:
        """The seats of a ballot that are proved to have contradicted themselves, if that is its reason."""
        return [seat for seat in self._forks.authors() if seat in ballot.lost and ballot.reason in FORKS]

    def _wanted(self) -> Ballot | None:
        """The next ballot that we would vote for, if any."""
        base = self._base()
        if base is None:
            return None
        alive, own = self._alive(), self._own_here()
        if base not in own and not any(base.within(ballot) for ballot in alive):
            # What we voted for before we heard of a contradiction stands. The new ballot includes it.
            wider = alive if base.reason != SILENCE else []
            base = Ballot(tuple(sorted({*base.lost}.union(*(b.lost for b in wider)))), base.reason)
        if base not in own:
            return base
        chain = [ballot for ballot in own if base.within(ballot) and ballot.reason == base.reason]
        top = max(chain, key=lambda ballot: len(ballot.lost))
        away = self._not_voting(base, top, set(self._votes[base]).union(*map(self._refusers, chain)))
        if not away:
            return None
        still = [ballot for ballot in alive if base.within(ballot)]
        return Ballot(tuple(sorted({*top.lost, *away}.union(*(b.lost for b in still)))), base.reason)

    def _not_voting(self, base: Ballot, top: Ballot, answered: set[int]) -> set[int]:
        """The other seats that keep our widest ballot from becoming a certificate: they are away, or for a
        long time have not answered, or refuse a ballot and show nothing."""
        context, game = self._context, self._context.game
        now, patience = context.now, game.terms.machine_grace
        if now - self._cast_at.get(top, now) < patience:
            return set()
        missing = [seat for seat in game.voters(top.lost) if seat not in self._votes.get(top, ())]
        due = game.due()
        # Whoever hears a seat that must settle sees no reason to vote.
        settling = base.reason == SILENCE and due is not None and due.kind == SETTLE
        answering = game.terms.grace + 2 * patience
        mute = now - self._cast_at.get(base, now) >= answering and not settling
        # An honest seat that was started again may follow us to the widest ballot twice as late.
        stuck = now - self._cast_at.get(top, now) >= 2 * answering and not settling
        away = {
            seat
            for seat in missing
            if context.silent_for(seat) >= patience or stuck or (mute and seat not in answered)
        }
        return (away | self._obstructing(base) | self._obstructing(top)) - {context.seat}

    def _obstructing(self, ballot: Ballot) -> set[int]:
        """Seats that refused a ballot and for a long time did not show what makes it needless."""
        game, now = self._context.game, self._context.now
        by = self._refusers(ballot) - set(ballot.lost)
        since = self._died_at.setdefault(ballot, now) if by else now
        return by & set(game.match.playing) if now - since >= 3 * game.terms.machine_grace else set()

    def _base(self) -> Ballot | None:
        """The seats that we ourselves see a reason to lose."""
        context, game = self._context, self._context.game
        if game.condemned:  # `Forks.may_take` wants those named, too, who contradicted themselves here
            here = [seat for seat in self._forks.authors() if self._forks.is_about(self._here, [seat])]
            return Ballot(tuple(sorted({*game.condemned, *here})), PROVED)
        if forkers := self._forks.authors():
            first = Ballot(forkers, FORK)
            dead = self._refusers(first) & set(game.voters(forkers))
            return Ballot(forkers, AGAIN) if dead and self._forks.is_about(self._here, forkers) else first
        if waited := self._window.blocking():
            return Ballot(waited, SILENCE)
        due = game.due()
        if due is None or due.seat == context.seat:
            return None
        late = context.now - context.since
        grace = game.terms.grace if due.kind in (MOVE, SETTLE) else game.terms.machine_grace
        if due.kind == SETTLE:  # a player may take long to decide, but must be there
            late = min(late, context.silent_for(due.seat))
        return Ballot((due.seat,), SILENCE) if late >= grace or self._window.overdue() else None

    def repeat(self) -> list[Output]:
        """Send all votes and refusals for this place again, others' too: some peers may not be connected."""
        heard = [*self._votes.items(), *self._refusals_here()]
        return [tell(said) for _, by in heard for said in by.values()]

    # -- hearing ----------------------------------------------------------------------------------------

    def take_vote(self, said: Statement, sender: Party | None) -> list[Decision]:
        """Count a vote, or answer it. A vote is small and can be repeated forever, so what we said before
        goes only to the peer that sent it: otherwise one peer could make us flood all others."""
        key = place, ballot = _read(said)
        game, mine = self._context.game, self._context.seat
        refused = self._refusals.get(key, {}).get(said.seat)
        if refused is not None:
            return [Prove(["equivocation", said.wire(), refused.wire()])]
        if place != self._here:
            if place[0] < game.position and said.seat != mine:
                return self._answer(key, said.seat, sender)
            return []
        if said.seat not in game.match.playing or said.seat in ballot.lost:
            raise OutOfTurnError("a vote that cannot count", said.seat)
        if said.seat in self._votes.get(ballot, ()):
            return self._judge(ballot, sender) if said.seat != mine else []
        if said.seat != mine and sum(said.seat in by for by in self._votes.values()) >= MAX_BALLOTS:
            raise OutOfTurnError("too many ballots", said.seat)
        self._votes.setdefault(ballot, {})[said.seat] = said
        return [tell(said), *self._judge(ballot, sender)]

    def _certificates(self) -> list[Entry]:
        """The ballots here that all seats outside them voted for, as certificates, the widest first."""
        game, votes, found = self._context.game, self._votes, []
        for ballot in sorted(votes, key=lambda ballot: len(ballot.lost), reverse=True):
            voters, forkers = game.voters(ballot.lost), self._forkers(ballot)
            try:
                game.check_loss(_written(ballot), forkers)
            except OutOfTurnError:
                continue
            if all(seat in votes[ballot] for seat in voters):
                signatures = [votes[ballot][seat].signature for seat in voters]
                proofs = [self._forks.proof(seat) for seat in forkers]
                lost, reason = _written(ballot)
                found.append(write_certificate(game.id, *self._here, list(lost), reason, signatures, proofs))
        return found

    def certificate(self) -> Entry | None:
        """The widest certificate that is complete and that we may take."""
        if not self._votes:
            return None
        return next((entry for entry in self._certificates() if self.may_take(entry)), None)

    # -- refusing ---------------------------------------------------------------------------------------

    def _judge(self, ballot: Ballot, sender: Party | None) -> list[Decision]:
        """Somebody votes where our log is: refuse if we know that the ballot is needless."""
        complete = [ballot_of(entry) for entry in self._certificates() if self._forks.may_take(entry)]
        overtaken = complete and not any(ballot.within(other) for other in complete)
        mistaken = ballot.reason == SILENCE and (
            self._window.all_spoke(ballot.lost) or bool(self._forks.authors())
        )
        return self._refuse(_Key(self._here, ballot), sender) if overtaken or mistaken else []

    def _answer(self, key: _Key, voter: int, sender: Party | None) -> list[Decision]:
        """Somebody votes at a place that we have passed: show what was written there."""
        (place, ballot), game, now = key, self._context.game, self._context.now
        entry = game.entries[place[0] - 1]
        if entry.previous != place[1]:
            return []
        playing = game.playing_at(place[0])
        if voter not in playing or voter in ballot.lost or not set(ballot.lost) <= set(playing):
            raise OutOfTurnError("a vote that cannot count", voter)
        if ballot.reason in FORKS and place[0] > game.final:
            for seat in ballot.lost:  # if we know a proof about that place, it takes us back there
                self._behind.setdefault((place, seat), set()).add(voter)
            since = now
            if len(self._doubted) < MAX_ANSWERS or key in self._doubted:
                since = self._doubted.setdefault(key, now)
            if self._forks.is_about(place, ballot.lost) or now - since < PROOF_TIME:
                return []
            if ballot.reason == AGAIN and set(ballot.lost) <= set(game.match.playing):
                # Refusing this, too, would leave no ballot if a proof about that place comes later.
                return [show(entry, sender)]
        if entry.kind == LOSS and ballot.within(ballot_of(entry)):
            return [show(entry, sender)]
        if key not in self._refusals:
            self._answered[voter] += 1
            if self._answered[voter] > MAX_ANSWERS:
                raise OutOfTurnError("too many ballots", voter)
        return [*self._refuse(key, sender), show(entry, sender)]

    def _refuse(self, key: _Key, sender: Party | None) -> list[Decision]:
        """Refuse a ballot, if our vote for it would count and we have not voted for it: to all if we had not
        before. The sender is told who else refused it."""
        seat, (place, ballot) = self._context.seat, key
        known = self._refusals.setdefault(key, {})
        counts = seat in self._context.game.playing_at(place[0]) and seat not in ballot.lost
        out: list[Decision] = [tell(said, sender) for said in known.values()]
        if counts and seat not in known and key not in self._own:
            out += self._keep_reason()
            said = self._context.sign(REFUSAL, [*place, list(ballot.lost), ballot.reason])
            out += [note(said), tell(said)]
            known[said.seat] = said
        return out

    def _keep_reason(self) -> list[Output]:
        """Note what makes ballots here needless. It must survive a restart, as the refusal does."""
        records = {pack(record) for record in (*self._window.records(), *self._forks.records())}
        fresh = sorted(records - self._reasons)
        self._reasons |= records
        return [Note(record) for record in fresh]

    def take_refusal(self, said: Statement) -> list[Decision]:
        key = place, ballot = _read(said)
        here = place == self._here
        vote = self._votes.get(ballot, {}).get(said.seat) if here else None
        if vote is not None:
            return [Prove(["equivocation", vote.wire(), said.wire()])]
        own = key in self._own
        if not here and not own:
            return []
        if here and said.seat not in self._context.game.voters(ballot.lost):
            raise OutOfTurnError("a refusal that cannot count", said.seat)
        many = sum(said.seat in by for other, by in self._refusals.items() if other.place == place)
        if said.seat in self._refusals.get(key, ()) or (not own and many >= MAX_BALLOTS):
            return []
        self._refusals.setdefault(key, {})[said.seat] = said
        out: list[Decision] = [note(said)] if own else []
        return [*out, tell(said)] if here else out

    # -- late certificates ------------------------------------------------------------------------------

    def try_late(self, entry: Entry) -> Prove | int | None:
        """Judge a certificate for a place where our log has gone on with something else. Returns the position
        to go back to for it, or a proof that somebody contradicted itself, or None if we do not take it.

        Only seats that a certificate names, or that hold a narrower one, can have passed its place honestly,
        unless somebody signed both a vote and its refusal.
        """
        context, game = self._context, self._context.game
        ours, ballot = game.entries[entry.position - 1], ballot_of(entry)
        if ours.kind == LOSS and not _prevails(ballot, ballot_of(ours)):
            return None
        votes, _ = game.check_certificate(entry)
        for vote in votes if context.seat not in ballot.lost else ():
            refusal = self._refusals.get(_read(vote), {}).get(vote.seat)
            if refusal is not None:
                return Prove(["equivocation", vote.wire(), refusal.wire()])
        if ballot.reason != FORK and self._holders.belie({vote.seat for vote in votes}):
            return None
        return entry.position


def _written(ballot: Ballot) -> Ballot:
    """The ballot that a certificate writes down."""
    return Ballot(ballot.lost, FORK) if ballot.reason == AGAIN else ballot


def _prevails(one: Ballot, other: Ballot) -> bool:
    """Whether a certificate for one ballot replaces one for the other at the same place: the wider stands.
    (Only if an operator voted against its own votes is neither wider. Then all still choose the same one.)"""
    if one.within(other) or other.within(one):
        return other.within(one)
    return (-len(one.lost), one) < (-len(other.lost), other)


def _read(said: Statement) -> _Key:
    """The place and the ballot that a vote or a refusal names."""
    match said.values:
        case [int(position), bytes(head), [*lost], str(reason)] if (
            reason in STRENGTH
            and are_whole(position, *lost)
            and position >= 1
            and 0 < len(lost) < MAX_SEATS
            and lost == sorted(set(lost))
        ):
            return _Key((position, head), Ballot(tuple(lost), reason))
    raise MalformedError("not a vote", said.seat)
