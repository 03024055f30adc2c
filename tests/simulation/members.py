"""The seats of a coalition: real programs whose every word passes through one mind that they share."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any

from p2puno.moves import Move
from protocol.codec import pack, unpack
from protocol.deck import MisuseError, Request
from protocol.deck.group import ORDER
from protocol.log.entry import MOVE, Entry, read_entry, read_statement, write_entry, write_statement
from protocol.play.deal import Deal
from protocol.play.game import Game
from protocol.remote_errors import RemoteError
from protocol.table.outputs import Output, Rewind, Send
from tests.simulation.cheating import CheatingTable
from tests.simulation.world import Disk, Peer, World

if TYPE_CHECKING:
    from tests.simulation.habits import Habit

TURN = 350
"""Milliseconds between two things that a coalition does by itself, on average."""
DIZZY = 40
"""How often a member goes back before it leaves for good."""


class ForgingGame(Game):
    """The game of a seat that does not follow its seed: spoils the deck of each deal as it begins."""

    def __init__(self, member: Member, *given: Any) -> None:
        self._member = member
        super().__init__(*given)

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name == "deal" and isinstance(value, Deal):
            self._member.spoil(value)


class Member(Peer):
    """A seat of the coalition. It plays the real program, but the mind sees and changes what it says."""

    def __init__(self, world: World, seat: int, watching: bool = False) -> None:
        super().__init__(world, seat, watching)
        self.honest = False
        self.mind: Mind | None = None
        self.muted_until = 0
        """Until when nothing that it says is let out."""
        self.audience: frozenset[int] | None = None
        """The only honest seats that it talks with; None: all."""
        self.line = 0
        """0 for the seat itself, else the number of the fork that this double of it follows."""
        self.copies: list[Disk] = []
        """Older copies of its files."""
        self.turns = 0
        """How often it went back."""
        self.gone = False
        """It has left for good."""
        self.make_game = partial(ForgingGame, self)
        self.make_table = partial(CheatingTable, self)

    def _carry_out(self, output: Output) -> None:
        if isinstance(output, Send) and self.mind is not None:
            self.mind.post(self, output.to, output.message)
        else:
            super()._carry_out(output)
        if isinstance(output, Rewind):
            self.turns += 1
            if self.turns > DIZZY:  # it would play its log over without end, which costs nobody but us
                self.gone = True

    def do(self, outputs: Sequence[Output]) -> None:
        super().do(outputs)
        if self.gone and self.table is not None:
            self.kill()

    def start(self) -> None:
        if not self.gone:
            with self._stumbling():
                super().start()

    def act(self, move: Move) -> None:
        with self._stumbling():
            super().act(move)

    def receive(self, sender: int, message: bytes) -> None:
        mind = self.mind
        if mind is None or self.table is None:
            self.take(sender, message)
        elif self.world.now >= mind.apart_until and (self.audience is None or sender in self.audience):
            delay = mind.hears(self, sender, message)
            if delay:
                self.world.after(delay, lambda: self.take(sender, message))
            else:
                self.take(sender, message)

    def take(self, sender: int, message: bytes) -> None:
        """A message reaches the program."""
        with self._stumbling():
            super().receive(sender, message)

    def _tick(self, life: int) -> None:
        with self._stumbling():
            super()._tick(life)

    @contextmanager
    def _stumbling(self) -> Iterator[None]:
        """The real program is not made to lie, and may trip over its own lies: then it has left."""
        try:
            yield
        except (RemoteError, MisuseError, RuntimeError):
            self.gone = True
            self.kill()
            self.world.count("stumbled")

    def spoil(self, deal: Deal) -> None:
        """Change what this seat says of the deck in a deal, as it likes."""
        state, answer, mind = deal.deck._state, deal.deck.answer, self.mind
        if mind is None or state.seed is None or self.seat not in mind.forgers:
            return
        seed, lies = state.seed, mind.lies(state.digest, self.seat)
        if "key" in lies:
            state.secret = (state.secret or 0) % (ORDER - 1) + 1

        def forged(step: str, request: Request | None = None) -> Any:
            if (step in ("mix", "prove") and "mix" in lies) or (step == "split" and "split" in lies):
                state.seed = sha256(seed).digest()
            try:
                value = answer(step, request)
            finally:
                state.seed = seed
            return garbled(value) if step in ("split", "seal") and "box" in lies else value

        if lies:
            self.world.count("wrong " + " ".join(lies))
            deal.deck.answer = forged  # type: ignore[method-assign]


def garbled(value: Any) -> Any:
    """The same shape with one bit turned."""
    if isinstance(value, bytes):
        return value[:-1] + bytes([value[-1] ^ 1]) if value else value
    if isinstance(value, list | tuple) and value:
        return [*value[:-1], garbled(value[-1])]
    return value


@dataclass
class Held:
    """Another body for an entry that a member wrote, signed and not shown yet."""

    seat: int
    entry: Entry
    other: Entry

    def proof(self) -> bytes:
        return pack(["fork", self.entry.wire(), self.other.wire()])

    def alone(self) -> bytes:
        return pack(["entry", *self.other.wire()])


@dataclass
class Mind:
    """What all members know and decide together."""

    world: World
    seats: frozenset[int]
    random: Random
    habits: Sequence[Habit]
    until: int
    """When it gives up cheating."""
    forging: float = 0.0
    """How likely each lie about the deck is, in each deal."""
    forgeries: tuple[str, ...] = ("key", "mix", "split", "box")
    """What may be wrong in a deck."""
    forgers: frozenset[int] = frozenset()
    """The members that do it."""
    bag: list[Held] = field(default_factory=list)
    apart_until: int = 0
    """Until when the members' programs and the honest ones hear nothing of each other, votes least of all."""
    lines: int = 0
    _lies: dict[tuple[bytes, int], list[str]] = field(default_factory=dict)
    _sent: set[bytes] = field(default_factory=set)
    _heads: dict[Member, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for member in self.members:
            member.mind = self
        for habit in self.habits:
            habit.join(self)
        self.world.on_look.append(self.look)
        self.world.after(TURN, self._act)
        self.world.after(self.until, self.stop)

    @property
    def members(self) -> list[Member]:
        return [peer for peer in self.world.peers if isinstance(peer, Member)]

    @property
    def active(self) -> bool:
        return self.world.now < self.until

    def playing(self) -> list[Member]:
        """The members that are there and, by their own logs, still in."""
        return [
            member
            for member in self.members
            if member.table is not None and member.seat in member.table.game.match.playing
        ]

    def audience(self, chance: float = 0.5) -> list[int]:
        """Some of the others, at least one."""
        honest = [peer.seat for peer in self.world.peers if peer.seat not in self.seats]
        some = [seat for seat in honest if self.random.random() < chance]
        return some or [self.random.choice(honest)]

    # -- what members say -------------------------------------------------------------------------------

    def post(self, member: Member, to: int | bytes | None, message: bytes) -> None:
        """A member's program wants to send this: to whom, and when, if at all?"""
        world, delays = self.world, dict[int, int | None]()
        value = unpack(message) if self.active and member.line == 0 else None
        if value is not None and value[0] == "entry":
            entry = read_entry(value[1:])
            if entry.seat == member.seat and entry.body not in self._sent:
                self._sent.add(entry.body)
                for habit in self.habits:
                    habit.writes(member, entry, delays)
        elif value is not None and value[0] == "statement":
            said = read_statement(value[1:])
            if said.seat == member.seat:
                for habit in self.habits:
                    habit.says(member, said, delays)
        if world.now < member.muted_until:
            return  # accomplices do not hear it either: their programs would hand it on
        for peer in world.everybody:
            if peer is member or (to is not None and peer.seat != to):
                continue
            if isinstance(peer, Member):
                if peer.line == member.line:
                    world.after(1, partial(self._tell, peer, member.seat, message))
                continue
            if world.now < self.apart_until:
                continue
            if member.audience is not None and peer.seat not in member.audience:
                continue
            delay = delays.get(peer.seat, 0)
            if delay:
                world.after(delay, partial(world.transmit, member, peer.seat, message))
            elif delay is not None:
                world._pass(member, peer, message)

    @staticmethod
    def _tell(peer: Member, sender: int, message: bytes) -> None:
        peer.take(sender, message)

    def send(self, member: Member, message: bytes, seats: Collection[int] | None = None) -> None:
        """Say something that the program itself would not, to some or to all, accomplices too."""
        for peer in self.world.peers:
            if peer is not member and (seats is None or peer.seat in seats or peer.seat in self.seats):
                self.world._pass(member, peer, message)
        if seats is None or self.random.random() < 0.5:  # its own program follows what it has said
            self.world.after(1, partial(self._tell, member, member.seat, message))

    def say(self, member: Member, kind: str, values: list[Any], seats: Collection[int] | None = None) -> None:
        assert member.identity is not None
        said = write_statement(member.identity, self.world.genesis.game, kind, member.seat, values)
        self.world.count(f"said {kind}")
        self.send(member, pack(["statement", *said.wire()]), seats)

    # -- what members hear ------------------------------------------------------------------------------

    def hears(self, member: Member, sender: int, message: bytes) -> int:
        """How long a message is kept from a member's program."""
        if not self.active or member.line:
            return 0
        value = unpack(message)
        if value[0] != "statement":
            return 0
        try:
            said = read_statement(value[1:])
        except RemoteError:
            return 0
        if said.seat in self.seats:
            return 0
        return max((habit.hears(member, said) for habit in self.habits), default=0)

    def look(self, peer: Peer) -> None:
        if not self.active or not isinstance(peer, Member) or peer.line or peer.table is None:
            return
        if self._heads.get(peer) != peer.table.game.head:
            self._heads[peer] = peer.table.game.head
            for habit in self.habits:
                habit.follows(peer)

    # -- what it does by itself -------------------------------------------------------------------------

    def _act(self) -> None:
        if self.active:
            self.world.after(1 + self.random.randrange(2 * TURN), self._act)
            if self.habits:
                self.random.choice(self.habits).acts()

    def stop(self) -> None:
        """From now on all play honestly, with what they have."""
        for double in self.world.doubles:
            double.kill()
        self.world.doubles.clear()
        for member in self.members:
            member.lying, member.withholding, member.muted_until = False, 0.0, 0
            if member.table is None:
                member.start()

    def lies(self, deal: bytes, seat: int) -> list[str]:
        """What is wrong in a member's part of a deal: the same whenever its log is played over."""
        random = Random(deal + bytes([seat]))
        chosen = [lie for lie in self.forgeries if self.active and random.random() < self.forging]
        return self._lies.setdefault((deal, seat), chosen)

    # -- signing again ----------------------------------------------------------------------------------

    def another(self, member: Member, entry: Entry, spoiled: Any = None) -> Held:
        """Another body for an entry of a member: another time, another move, or anything."""
        kind, payload, time = entry.kind, entry.payload, entry.time
        draw = self.random.random()
        if spoiled is not None:
            payload = spoiled
        elif draw < 0.3 and kind == MOVE:
            payload = self._another_move(member, entry) or payload
        elif draw < 0.4:
            kind, payload = self.random.choice(
                (("move", [["draw"], []]), ("deck", ["share", []]), ("agree", []))
            )
        assert member.identity is not None
        other = write_entry(
            member.identity, entry.game, entry.position, entry.previous, entry.seat, kind, payload, time + 1
        )
        self.world.count(f"forked {entry.kind}")
        return Held(member.seat, entry, other)

    def _another_move(self, member: Member, entry: Entry) -> Any:
        """A legal move in the place of another, with the silences that this had."""
        assert member.table is not None
        game = member.make_game(self.world.genesis, member.seat, member.secret, self.world.calculator)
        game.replay(member.table.game.entries[: entry.position - 1])
        if game.head != entry.previous or game.view is None or game.deal is None:
            return None
        moves = game.view.moves()
        move = self.random.choice(moves) if moves else None
        try:
            return game.deal.own_move(move, entry.payload[1]) if move is not None else None
        except (RemoteError, AssertionError, ValueError, TypeError):
            return None

    def double(self, held: Held, audience: Collection[int]) -> None:
        """Build on both lines: a second program for every member, on the other line, for this audience."""
        self.lines += 1
        world, doubles = self.world, []
        for member in self.members:
            own = member.table.game.entries[: held.entry.position - 1] if member.table is not None else []
            if len(own) != held.entry.position - 1 or (own and own[-1].hash != held.other.previous):
                continue
            double = Member(world, member.seat)
            double.mind, double.line, double.audience = self, self.lines, frozenset(audience)
            double.disk.entries = [*own, held.other]
            doubles.append(double)
        for double in doubles:
            double.start()
            if double.table is None:
                return  # what was signed there can be built upon by nobody
            world.doubles.append(double)
            world.after(1 + self.random.randrange(20_000), double.kill)
        world.count("doubles")

    def restore(self, member: Member) -> None:
        """Start a member again from older files."""
        if member.copies:
            copied = self.random.choice(member.copies)
            member.kill()
            member.disk = copy_disk(copied)
            member.start()
            self.world.count("older files")


def copy_disk(disk: Disk) -> Disk:
    other = copy(disk)
    other.entries, other.notes, other.wrote = list(disk.entries), list(disk.notes), list(disk.wrote)
    other.evidence, other.aside = [], []
    return other
