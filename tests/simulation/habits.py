"""What a coalition may do, one habit at a time; a plan gives it some of them.

The first ones choose at random. The last ones are attacks that once worked, step by step.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from p2puno.moves import Catch, IllegalMove
from protocol.log.entry import (
    AGAIN,
    AGREE,
    CLAIM,
    DECK,
    FORK,
    REFUSAL,
    SILENCE,
    STRENGTH,
    VOTE,
    Entry,
    Statement,
)
from protocol.table.voting import PROOF_TIME
from tests.simulation.members import Held, Member, Mind, copy_disk, garbled
from tests.simulation.noise import Noise

Delays = dict[int, int | None]
"""For some seats, how long a message to them is held back; None: it is not sent."""
APART = 620
"""Milliseconds between two proofs: more than what a table waits before it goes back again for one seat."""


class Habit:
    mind: Mind
    accomplices = False
    """Whether it takes two seats: one to be lost, and one to gain by it."""
    carried_out = False
    """Whether an attack has found its moment."""

    def join(self, mind: Mind) -> None:
        self.mind = mind

    def writes(self, member: Member, entry: Entry, delays: Delays) -> None:
        """A member has written an entry of its own, which has not been sent yet."""

    def says(self, member: Member, said: Statement, delays: Delays) -> None:
        """A member has signed a statement, which has not been sent yet."""

    def hears(self, member: Member, said: Statement) -> int:
        """An honest seat's statement reaches a member. Gives how long its program must wait for it."""
        return 0

    def follows(self, member: Member) -> None:
        """A member's log went on, or back."""

    def acts(self) -> None:
        """Some time has passed."""

    @property
    def random(self) -> Random:
        return self.mind.random

    def own(self, member: Member) -> list[Entry]:
        """What a member has written, as far as its log still has it."""
        entries = member.table.game.entries if member.table is not None else []
        return [entry for entry in entries if entry.seat == member.seat]


# -- at random ------------------------------------------------------------------------------------------


class Forks(Habit):
    """Two bodies for what is being written: one for some, the other for the rest; or kept for later."""

    def join(self, mind: Mind) -> None:
        super().join(mind)
        self.chance = self.random.choice((0.01, 0.03, 0.1))

    def writes(self, member: Member, entry: Entry, delays: Delays) -> None:
        mind, random = self.mind, self.random
        if random.random() >= self.chance:
            return
        held = mind.another(member, entry)
        mind.bag.append(held)
        draw = random.random()
        if draw < 0.4:
            return
        seats = mind.audience()
        for seat in seats:
            delays[seat] = None if draw < 0.8 else random.randrange(1, 300)
        mind.send(member, held.alone(), seats)
        if random.random() < 0.4 and not mind.world.doubles:
            mind.double(held, seats)


class OldForks(Habit):
    """Other bodies for what was written before, long ago or just now."""

    def acts(self) -> None:
        mind, random = self.mind, self.random
        members = mind.playing()
        if not members or random.random() < 0.5:
            return
        member = random.choice(members)
        own = self.own(member)
        if not own:
            return
        entry = random.choice(own[-12:] if random.random() < 0.7 else own)
        held = mind.another(member, entry)
        if random.random() < 0.6:
            mind.bag.append(held)
        else:
            show(mind, held)


class Moments(Habit):
    """Contradictions that were kept are shown when it hurts most."""

    def follows(self, member: Member) -> None:
        mind, random = self.mind, self.random
        if not mind.bag or member.table is None:
            return
        game = member.table.game
        due = game.due()
        hurts = game.over or (due is not None and (due.kind == AGREE or due.step in ("reveal", "commit")))
        if random.random() < (0.2 if hurts else 0.01):
            show(mind, mind.bag.pop(random.randrange(len(mind.bag))))

    def acts(self) -> None:
        if self.mind.bag and self.random.random() < 0.2:
            show(self.mind, self.mind.bag.pop())


def show(mind: Mind, held: Held) -> None:
    member = mind.world.peers[held.seat]
    assert isinstance(member, Member)
    if member.table is None:
        return
    random = mind.random
    seats = None if random.random() < 0.5 else mind.audience()
    mind.send(member, held.proof() if random.random() < 0.5 else held.alone(), seats)
    mind.world.count("shown")


class Votes(Habit):
    """Votes that are given, refused, delayed, given and refused; also such as nobody asked for."""

    def says(self, member: Member, said: Statement, delays: Delays) -> None:
        mind, random = self.mind, self.random
        if said.kind not in (VOTE, REFUSAL):
            return
        draw = random.random()
        if draw < 0.3:
            return
        for seat in mind.audience(0.7):
            delays[seat] = None if draw < 0.6 else random.randrange(1, 5_000)
        if draw > 0.9:
            other = REFUSAL if said.kind == VOTE else VOTE
            mind.say(member, other, said.values, mind.audience())

    def hears(self, member: Member, said: Statement) -> int:
        mind, random = self.mind, self.random
        if said.kind not in (VOTE, REFUSAL) or random.random() > 0.1:
            return 0
        for other in mind.playing():
            draw = random.random()
            if draw < 0.4 and other.seat not in said.values[2]:
                kind = VOTE if random.random() < 0.6 else REFUSAL
                mind.say(other, kind, said.values, None if draw < 0.2 else mind.audience())
        return random.choice((0, 0, 500, 3_000))

    def acts(self) -> None:
        mind, random = self.mind, self.random
        members = mind.playing()
        if not members or random.random() < 0.6:
            return
        game = members[0].table.game if members[0].table is not None else None
        if game is None:
            return
        place = [game.position, game.head]
        if game.entries and random.random() < 0.3:
            entry = random.choice(game.entries[-20:])
            place = [entry.position, entry.previous]
        honest = [seat for seat in game.match.playing if seat not in mind.seats]
        lost = sorted(seat for seat in honest if random.random() < 0.4)
        reason = SILENCE if random.random() < 0.7 else random.choice(list(STRENGTH))
        for member in members:
            if lost and random.random() < 0.8:
                mind.say(member, VOTE, [*place, lost, reason], mind.audience(0.8))


class Silence(Habit):
    """Says nothing for a while, sends what it writes to some only, leaves, and comes back."""

    def writes(self, member: Member, entry: Entry, delays: Delays) -> None:
        if self.random.random() < 0.02:
            delay = self.random.choice((None, 300, 3_000))
            delays.update(dict.fromkeys(self.mind.audience(), delay))

    def acts(self) -> None:
        mind, random, world = self.mind, self.random, self.mind.world
        members = mind.playing()
        if not members or random.random() < 0.85:
            return
        member = random.choice(members)
        if random.random() < 0.5:
            member.muted_until = world.now + random.choice((500, 3_000, 8_000, 20_000))
            world.count("mute")
        else:
            world.crash(member, random.choice((100, 3_000, 12_000, 30_000)))
            world.count("left")


class OlderFiles(Habit):
    """Keeps copies of its files, and starts again from one of them."""

    def acts(self) -> None:
        mind, random = self.mind, self.random
        for member in mind.playing():
            if random.random() < 0.3:
                member.copies = [*member.copies[-2:], copy_disk(member.disk)]
            elif random.random() < 0.08:
                mind.restore(member)


class WrongDeck(Habit):
    """Keys, splits, mixes and shares that are not those of the seed."""

    def join(self, mind: Mind) -> None:
        super().join(mind)
        mind.forging, mind.forgers = self.random.choice((0.05, 0.15)), mind.seats

    def writes(self, member: Member, entry: Entry, delays: Delays) -> None:
        """Now and then the others get something spoiled in the place of a step, and the step later."""
        mind, random = self.mind, self.random
        if entry.kind != DECK or random.random() > mind.forging / 10:
            return
        held = mind.another(member, entry, [entry.payload[0], garbled(entry.payload[1])])
        delays.update(dict.fromkeys(range(len(mind.world.peers)), random.choice((None, 1_000, 5_000))))
        mind.send(member, held.alone(), mind.audience(0.8))


class Lies(Habit):
    """Says of its cards what nobody can check before the audit."""

    def join(self, mind: Mind) -> None:
        super().join(mind)
        for member in mind.members:
            member.lying = True


class Flood(Habit):
    """Well signed nonsense, as much as it likes."""

    def join(self, mind: Mind) -> None:
        super().join(mind)
        Noise(self.random.choice(mind.members), self.random, mind.until)


# -- attacks that once worked ---------------------------------------------------------------------------


class WalkBack(Habit):
    """After the seeds of a round are shown, one seat publishes a fork of its agreement, and then, while the
    others of the coalition keep their votes back, forks of what it wrote in the rounds before."""

    accomplices = True

    def __init__(self, depth: int | None = None, late: bool = False) -> None:
        self.depth = depth
        """How many entries it forks besides the agreement; None: by chance."""
        self.late = late
        """Only when the match is over."""

    def follows(self, member: Member) -> None:
        mind, random = self.mind, self.random
        if self.carried_out or member.table is None or len(mind.playing()) < 2:
            return
        game = member.table.game
        if self.late and not game.over:
            return
        marks = [
            entry
            for entry in self.own(member)
            if entry.kind == AGREE or (entry.kind == DECK and entry.payload[0] == "reveal")
        ]
        agreements = [entry for entry in marks if entry.kind == AGREE]
        if len(agreements) < 2 or member.seat not in game.match.playing:
            return
        shown = [
            entry
            for entry in game.entries[agreements[-1].position :]
            if entry.kind == DECK and entry.payload[0] == "reveal" and entry.seat not in mind.seats
        ]
        if not shown or random.random() > (0.8 if game.over else 0.3):
            return
        self.carried_out = True
        mind.world.count("walk back")
        earlier = [entry for entry in reversed(marks) if entry.position < agreements[-1].position]
        depth = self.depth or random.choice((1, 1, 2, 3, 5))
        steps = [agreements[-1], *earlier[:depth]]
        for number, entry in enumerate(steps):
            mind.world.after(1 + number * APART, lambda entry=entry: self._show(member, entry))  # type: ignore[misc]
        mind.apart_until = mind.world.now + len(steps) * APART

    def _show(self, member: Member, entry: Entry) -> None:
        held = self.mind.another(member, entry, entry.payload)
        self.mind.send(member, held.proof())


class Veto(Habit):
    """When an honest seat has gone out, a seat of the coalition forks something it wrote in that round."""

    accomplices = True

    def join(self, mind: Mind) -> None:
        super().join(mind)
        self.disputed: list[bytes] = []
        """The last entries of the rounds that it tried to undo."""

    def follows(self, member: Member) -> None:
        mind = self.mind
        deal = member.table.game.deal if member.table is not None else None
        if deal is None or deal.round is None or not deal.agreeing or deal.round.out in mind.seats:
            return
        if len(mind.playing()) < 2 or self.random.random() > 0.3:
            return
        started = deal.number if isinstance(deal.number, int) else 0
        own = [entry for entry in self.own(member) if entry.position > started and entry.kind != AGREE]
        if own:
            self.carried_out = True
            mind.world.count("veto")
            self.disputed.append(deal.game.head)
            entry = self.random.choice(own)
            mind.send(member, mind.another(member, entry, entry.payload).proof())


class WrongKey(Habit):
    """A seat of the coalition has a key that is not its seed's, so that the audit finds no faces with it."""

    accomplices = True
    carried_out = True

    def join(self, mind: Mind) -> None:
        super().join(mind)
        operators = {player.operator for player in mind.world.genesis.players}
        bots = [seat for seat in mind.seats if seat not in operators]
        mind.forging, mind.forgeries = 1.0, ("key",)
        mind.forgers = frozenset([self.random.choice(bots or sorted(mind.seats))])


class Quit(Habit):
    """Is lost at the agreement whenever the round went badly, and asks to be seated again."""

    accomplices = True

    def join(self, mind: Mind) -> None:
        super().join(mind)
        self.bad = self.random.choice((5, 15))
        self.fled: list[tuple[int, int]] = []
        """Who left with how many points in hand."""

    def writes(self, member: Member, entry: Entry, delays: Delays) -> None:
        game = member.table.game if member.table is not None else None
        if game is None or entry.kind != AGREE or game.deal is None or game.deal.view is None:
            return
        points = sum(game.deal.rules.deck.points[face] for _, face in game.deal.view.hand())
        if points >= self.bad and len(self.mind.playing()) > 1:
            world = self.mind.world
            self.carried_out = True
            world.count("quit")
            self.fled.append((member.seat, points))
            member.muted_until = world.now + 3 * world.genesis.terms.machine_grace

    def follows(self, member: Member) -> None:
        if member.table is not None and member.seat not in member.table.game.match.playing:
            member.muted_until = 0  # now it asks to come back


class Steer(Habit):
    """The one who sees first who will deal leaves if it is the wrong one, and so does not show it."""

    accomplices = True

    def join(self, mind: Mind) -> None:
        super().join(mind)
        self.drawn: list[int | None] = []
        """Who would have dealt."""
        self._draws: dict[int, int] = {}

    def writes(self, member: Member, entry: Entry, delays: Delays) -> None:
        mind, game = self.mind, member.table.game if member.table is not None else None
        if game is None or game.finished:
            return
        before = self._draws.get(member.seat, 0)
        self._draws[member.seat] = len(game.draws)
        own = self.own(member)
        if len(game.draws) <= before or len(mind.playing()) < 2 or len(own) < 2:
            return
        if entry.body != own[-1].body:
            return
        if game.draws[-1].dealer in mind.seats:
            return
        self.carried_out = True
        mind.world.count("steer")
        self.drawn.append(game.draws[-1].dealer)
        delays.update({peer.seat: None for peer in mind.world.peers})
        mind.send(member, mind.another(member, own[-2], own[-2].payload).proof())


class RefusedAhead(Habit):
    """Members vote to lose one of their own at the place of its newest entry. When the others have had time
    to refuse that, it contradicts itself there."""

    accomplices = True

    def follows(self, member: Member) -> None:
        mind, random = self.mind, self.random
        game = member.table.game if member.table is not None else None
        if game is None or not game.entries or random.random() > 0.15:
            return
        entry = game.entries[-1]
        if entry.seat not in mind.seats or entry.seat == member.seat:
            return
        friends = [friend for friend in mind.playing() if friend.seat != entry.seat]
        cheat = mind.world.peers[entry.seat]
        if not friends or not isinstance(cheat, Member):
            return
        self.carried_out = True
        world, friend = mind.world, random.choice(friends)
        world.count("refused ahead")
        reasons = random.choice(((FORK, AGAIN), (FORK, AGAIN), (FORK,), (AGAIN,)))
        for delay in (1, PROOF_TIME // 3, 2 * PROOF_TIME // 3, PROOF_TIME + 150):
            for reason in reasons:
                ballot = [entry.position, entry.previous, [entry.seat], reason]
                world.after(delay, partial(self._vote, friend, ballot))
        for each in mind.members:  # none of them goes on meanwhile
            each.muted_until = world.now + PROOF_TIME + 300
        held = mind.another(cheat, entry, entry.payload)
        world.after(PROOF_TIME + 250, lambda: show(mind, held) if mind.active else None)

    def _vote(self, friend: Member, ballot: list[Any]) -> None:
        if self.mind.active and friend.table is not None:
            honest = [peer.seat for peer in self.mind.world.peers if peer.seat not in self.mind.seats]
            self.mind.say(friend, VOTE, ballot, honest)


class CatchFirst(Habit):
    """The next player hears a call of UNO, waits, and admits a catch of its own before it."""

    def hears(self, member: Member, said: Statement) -> int:
        if said.kind != CLAIM or member.table is None or said.values[2] != "call":
            return 0
        due = member.table.game.due()
        if due is None or due.seat != member.seat:
            return 0
        try:
            member.act(Catch(said.seat))
        except IllegalMove:
            return 0
        self.mind.world.count("catch first")
        return 50


RANDOM: tuple[type[Habit], ...] = (
    Forks,
    OldForks,
    Moments,
    Votes,
    Silence,
    OlderFiles,
    WrongDeck,
    Lies,
    Flood,
)
NAMED: tuple[type[Habit], ...] = (WalkBack, WrongKey, Veto, Quit, Steer, CatchFirst)
