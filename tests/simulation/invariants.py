"""What must hold at every step of every run, whatever a coalition does; each with a name to fail by."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection
from functools import partial
from typing import Any

import protocol.log.entry
from protocol.codec import pack, unpack
from protocol.deck.state import Spot
from protocol.identity import Identity
from protocol.log.entry import AGREE, DECK, MOVE, SILENCE, Entry, Statement, read_statement
from protocol.play.deal import Deal
from protocol.play.game import Game
from protocol.play.window_statements import jump_in
from protocol.table.outputs import Evidence, Output, Rewind, Send, Store
from tests.simulation.finality import Finality, signers
from tests.simulation.knowledge import Knowledge, state_of
from tests.simulation.world import BrokenPromise, Peer, World

NAMES = (
    "signed twice",  # two entries, or a vote and its refusal, by an honest seat at one place
    "spent seed",  # an honest seat commits to a seed that it has published
    "final lost",  # something final was taken back at an honest seat
    "final differs",  # two honest seats that are both still in differ in what is final
    "end taken back",  # an honest seat left an end that all of them held, and one operator alone cheats
    "wrongly lost",  # an honest seat was lost although it answered, or evidence speaks against one
    "face known",  # the coalition could compute a face that the rules keep hidden
    "miscounted",  # an honest seat's hand was not counted as what it was
    "bounds",  # an honest seat keeps, sends or computes more than the documents allow
    "no progress",  # the honest seats could have finished the match without the coalition, and did not
    "points",  # over many games, cheating pays
)

SENDS = 64 + 64
"""Messages that one message may cause: a batch of entries, and what is handed on to all."""
KEPT, KEPT_BYTES = 512 + 10 * 256, (16 << 20) + (2 << 20)
"""Things, and bytes of them, that a table keeps besides its log: entries ahead (512, 16 MiB), answers (256
for each voter), ballots and statements of one place."""
WORK = 12
"""How many entries may be applied for each entry of the log, in a whole game: what taking it back costs."""
HASHES = 4_000
"""Hashes of entries that one message may cost: a batch, or what is kept ahead."""
COLLECTIONS = (dict, list, tuple, set, frozenset, deque)
STATEMENT = pack(["statement", b"", b""])[:11]
"""How messages with a statement begin."""
WEIGHED = 31
"""How many steps lie between two looks at what a peer keeps."""


class Broken(BrokenPromise):
    def __init__(self, name: str, why: str) -> None:
        assert name in NAMES
        super().__init__(f"[{name}] {why}")
        self.name = name


class WatchedGame(Game):
    """Counts the entries that are applied, also when the log is played over, and tells what each opens."""

    applied = 0

    def __init__(self, peer: Watched, *given: Any) -> None:
        self._peer = peer
        super().__init__(*given)

    def apply(self, entry: Entry, signed: bool = False) -> None:
        self.applied += 1
        super().apply(entry, signed)
        self._peer.watch.knowledge.follow(self, entry)


class Hashes:
    """Counts the hashes of entries that are computed in this process: work that no clock has to measure."""

    count = 0

    @classmethod
    def digest(cls, body: bytes) -> bytes:
        cls.count += 1
        return _digest(body)


_digest = protocol.log.entry.digest
protocol.log.entry.digest = Hashes.digest


class Watched(Peer):
    """An honest peer whose every output is looked at."""

    watch: Watch
    applied = 0
    """How many entries were applied in earlier lives."""

    def __init__(self, world: World, seat: int, watching: bool = False) -> None:
        super().__init__(world, seat, watching)
        self.make_game = partial(WatchedGame, self)

    def receive(self, sender: int, message: bytes) -> None:
        self.sends, before = 0, Hashes.count
        super().receive(sender, message)
        self.watch.answered(self, message, Hashes.count - before)

    def kill(self) -> None:
        if self.table is not None:
            self.applied += self.work
        super().kill()

    @property
    def work(self) -> int:
        game = self.table.game if self.table is not None else None
        return game.applied if isinstance(game, WatchedGame) else 0

    sends = 0

    def _carry_out(self, output: Output) -> None:
        super()._carry_out(output)
        match output:
            case Send(_, message):
                self.sends += 1
                self.watch.says(self, message)
            case Rewind(position):
                self.watch.went_back(self, position)
            case Evidence(seat, reason):
                self.watch.accused(seat, reason)
            case Store(entry) if entry.seat == self.seat and entry.kind == DECK:
                self.watch.wrote(self, entry)


class Watch:
    """Follows all peers of a world. `ignored`: names of what may be broken, to find what lies behind it."""

    def __init__(
        self, world: World, coalition: Collection[int], ignored: Collection[str] = (), silent: bool = False
    ) -> None:
        self.world = world
        self.coalition = frozenset(coalition)
        self.ignored = frozenset(ignored)
        self.knowledge = Knowledge(coalition)
        self.finality: dict[Peer, Finality] = {}
        self.leftovers = 0
        """The most cards at once that were hidden and known because the rules had opened them on a line that
        was dropped, or in a request that was. Documented: at most what was not final."""
        self.heaviest: Counter[str] = Counter()
        """The most of each kind of burden that an honest peer had to bear."""
        self._heads: dict[Peer, tuple[int, bytes]] = {}
        self._end = b""
        """The end that all honest seats hold, if they do."""
        self._alone = len({world.genesis.players[seat].operator for seat in self.coalition}) == 1
        self._seen_losses = 0
        self._opened: dict[bytes, set[int]] = {}
        """The honest seats that have revealed their seeds after all had agreed, by deal (its digest)."""
        self._places: dict[tuple[int, bytes], tuple[int, bytes]] = {}
        """Where each honest seat first committed to each seed."""
        self._held: dict[Deal, int] = {}
        """What each honest seat held when a round was decided (every peer has its own object for it)."""
        self._counted: dict[Peer, int] = {}
        self.steps = 0
        for peer in world.everybody:
            if isinstance(peer, Watched):
                peer.watch = self
        world.on_look.append(self._tick if silent else self.look)

    def _tick(self, peer: Peer) -> None:
        self.steps += 1

    def fail(self, name: str, why: str) -> None:
        if name not in self.ignored:
            raise Broken(name, why)
        self.world.count(f"broken: {name}")

    # -- what is let out --------------------------------------------------------------------------------

    def says(self, peer: Peer, message: bytes) -> None:
        """An honest seat says something: a jump shows a card, whether it counts or not."""
        if not message.startswith(STATEMENT) or peer.table is None or peer.table.game.deal is None:
            return
        said = read_statement(unpack(message)[1:])
        if said.seat == peer.seat and (jump := jump_in(said)) is not None:
            self.knowledge.shows(peer.table.game.deal, jump)

    def wrote(self, peer: Peer, entry: Entry) -> None:
        """An honest seat has written a step of the deck."""
        step, value = entry.payload[:2]
        if step == "reveal":
            self._reveals(peer, entry, value)
        state = state_of(peer.table.game.deal) if peer.table is not None else None
        if step != "commit" or state is None or state.seed is None:
            return
        place = entry.position, entry.previous
        if self._places.setdefault((peer.seat, state.seed), place) == place:
            return
        if state.seed in self.knowledge.seeds:
            self.fail(
                "spent seed", f"seat {peer.seat} commits at {entry.position} to a seed it has published"
            )

    def _reveals(self, peer: Peer, entry: Entry, seed: bytes) -> None:
        """Seeds open every hand, so the round's end must be final: all in the match have agreed to it."""
        self.knowledge.seeds.add(seed)
        if peer.table is None:
            return
        game = peer.table.game
        before = game.entries[: entry.position - 1]
        last = max((one.position for one in before if one.kind == MOVE), default=0)
        agreed = {one.seat for one in before[last:] if one.kind == AGREE}
        missing = set(game.playing_at(entry.position)) - agreed
        if missing:
            self.fail("face known", f"seat {peer.seat} reveals at {entry.position} before {missing} agreed")
        for (digest, seat), committed in self.knowledge.committed.items():
            if seat == peer.seat and committed == seed:
                self._opened.setdefault(digest, set()).add(seat)

    def answered(self, peer: Watched, message: bytes, hashes: int) -> None:
        self.heaviest["sends"] = max(self.heaviest["sends"], peer.sends)
        self.heaviest["hashes"] = max(self.heaviest["hashes"], hashes)
        if peer.sends > SENDS:
            self.fail("bounds", f"seat {peer.seat} sent {peer.sends} messages because of {message[:12]!r}")
        if hashes > HASHES:
            self.fail("bounds", f"seat {peer.seat} computed {hashes} hashes because of {message[:12]!r}")

    def accused(self, seat: int, reason: str) -> None:
        if seat not in self.coalition:
            self.fail("wrongly lost", f"evidence against honest seat {seat}: {reason}")

    # -- what stands ------------------------------------------------------------------------------------

    def went_back(self, peer: Peer, position: int) -> None:
        standing = self.finality.get(peer)
        if self._end and self._alone:
            self.fail("end taken back", f"seat {peer.seat} went back to {position}")
        self._end = b""
        if standing is None:
            return
        self.heaviest["taken back"] = max(self.heaviest["taken back"], len(peer.disk.aside[-1]))
        if position <= standing.final:
            self.fail(
                "final lost", f"seat {peer.seat} went back to {position}, and {standing.final} was final"
            )
            self.finality[peer] = Finality(self.world.genesis)

    def look(self, peer: Peer) -> None:
        """After every step of every peer."""
        table = peer.table
        if table is None:
            return
        game = table.game
        self.steps += 1
        if isinstance(peer, Watched) and self.steps % WEIGHED == 0:
            self._weigh(peer, table)
        position, head = self._heads.get(peer, (1, b""))
        if head == game.head:
            return
        self._heads[peer] = game.position, game.head
        new = game.entries[min(position, game.position) - 1 :]
        if not peer.honest or any(entry.seat == peer.seat for entry in new):
            self.knowledge.gather(peer.seat, game)
        if not peer.honest:
            return
        self._stands(peer, game)
        self._ends()
        self._losses()
        if not peer.watching:
            self._hidden(peer, game)
            self._count(peer, game)

    def _stands(self, peer: Peer, game: Game) -> None:
        standing = self.finality.setdefault(peer, Finality(self.world.genesis))
        before = standing.final
        if not standing.follow(game.entries, game.match.playing):
            self.fail("final lost", f"seat {peer.seat} lacks at {game.position} what was final")
            self.finality[peer] = Finality(self.world.genesis)
        if standing.final == before:
            return
        for other, theirs in self.finality.items():
            table = other.table
            if other is peer or table is None or peer.watching or other.watching:
                continue
            if {peer.seat, other.seat} <= set(game.match.playing) & set(
                table.game.match.playing
            ) and not standing.agrees(theirs):
                self.fail("final differs", f"seats {peer.seat} and {other.seat} at {standing.final}")

    def _ends(self) -> None:
        tables = [peer.table for peer in self.world.peers if peer.honest]
        ends = {table.game.head if table is not None and table.game.over else b"" for table in tables}
        self._end = ends.pop() if len(ends) == 1 else b""

    # -- who is lost ------------------------------------------------------------------------------------

    def _losses(self) -> None:
        world, terms = self.world, self.world.genesis.terms
        patience = terms.grace + 6 * terms.machine_grace
        for entry, calm in world.losses[self._seen_losses :]:
            lost, reason = entry.payload[:2]
            voters = [seat for seat in signers(world.genesis, entry) if seat not in self.coalition]
            for seat in set(lost) - self.coalition:
                where = f"honest seat {seat} was lost at {entry.position}"
                if reason != SILENCE and set(lost).isdisjoint(self.coalition):
                    self.fail("wrongly lost", f"{where}: {reason}")
                if not voters:
                    world.count("outvoted")  # a majority of operators may always do that
                elif calm[seat] > patience:
                    self.fail("wrongly lost", f"{where} ({reason}) although it answered, by {voters}")
        self._seen_losses = len(world.losses)

    # -- what is hidden ---------------------------------------------------------------------------------

    def _hidden(self, peer: Peer, game: Game) -> None:
        """Only seats still in the deal tell: nothing is opened that they have not got to themselves."""
        deal, state = game.deal, state_of(game.deal)
        if deal is None or state is None or deal.round is None or deal.revealing:
            return
        if deal.agreeing:  # decided: its cards do not matter now; `_reveals` checks that nobody reveals early
            return
        if peer.seat not in state.live or peer.seat not in game.match.playing:
            return
        if not self.knowledge.hides_anything(state.setup):
            return
        known = self.knowledge.keys_known(state)
        if known and self._is_over(peer, game, state.digest):
            return
        if known:
            self.fail("face known", f"the keys of seats {known} are known at {game.position}, in play")
            return
        cards = self.knowledge.cards_known(peer.seat, deal)
        for where, spot in cards:
            if self.knowledge.was_opened(state, spot):
                continue
            if not self.knowledge.drawn_twice(state, spot):
                self.fail("face known", f"{where} {spot} of seat {peer.seat} at {game.position}")
            elif where == "hand" and _drawn_at(deal, spot) <= self.finality[peer].final:
                # One of the two lines stands, so both seats may hold the card for good.
                self.fail(
                    "face known", f"seat {peer.seat} drew {spot} for good, and another seat drew it too"
                )
            self.world.count(f"drawn twice, in a {where}")
        if not self._further(game):  # else they may have been opened there
            self.leftovers = max(self.leftovers, len(cards))

    def _is_over(self, peer: Peer, game: Game, digest: bytes) -> bool:
        """Whether a deal that a seat still plays is over all the same, and it only has not heard of it.

        The others have revealed it when its end was final where they are. Either this seat is behind them, or
        they have lost it there. One of them whom it waits for will never write here again (that would be
        "final lost"), so nothing more can happen in this deal here. If all of them are lost here, the deal
        goes on without them, and its cards must stay hidden.
        """
        others = self._opened.get(digest, set()) - {peer.seat}
        return not others.isdisjoint(game.match.playing)

    def _further(self, game: Game) -> list[Game]:
        """What the honest seats hold that have got further on the same line."""
        at = len(game.entries)
        games = [peer.table.game for peer in self.world.peers if peer.honest and peer.table is not None]
        return [
            other
            for other in games
            if len(other.entries) > at and other.entries[at - 1].body == game.entries[-1].body
        ]

    def _count(self, peer: Peer, game: Game) -> None:
        """An honest hand counts what is in it, whatever others withhold."""
        deal, done = game.deal, game.finished
        round = deal.round if deal is not None else None
        hand = round.hands.get(peer.seat) if round is not None else None
        if deal is not None and round is not None and hand is not None and deal.agreeing and deal.view:
            points, known = deal.rules.deck.points, deal.view.hand()
            if peer.seat == round.out:  # with mercy, perhaps with cards in hand (K-34)
                self._held[deal] = 0
            elif len(known) == len(hand):  # else some are face down (K-25)
                self._held[deal] = sum(points[face] for _, face in known)
        before, self._counted[peer] = self._counted.get(peer, 0), len(done)
        if len(done) <= before:
            return
        result, held = done[-1].result, self._held.get(done[-1])
        if result is None or held is None or result.how != "out" or peer.seat in done[-1].lost:
            return
        counted = result.held.get(peer.seat)
        if counted != held:
            self.fail("miscounted", f"seat {peer.seat} held {held}, counted {counted} at {game.position}")

    # -- what it costs ----------------------------------------------------------------------------------

    def _weigh(self, peer: Watched, table: object) -> None:
        things, size = weigh(table)
        work = peer.applied + peer.work
        allowed = WORK * (len(peer.disk.entries) + 200)
        self.heaviest["kept"] = max(self.heaviest["kept"], things)
        self.heaviest["kept bytes"] = max(self.heaviest["kept bytes"], size)
        self.heaviest["work %"] = max(self.heaviest["work %"], 100 * work // allowed)
        if things > KEPT or size > KEPT_BYTES:
            self.fail("bounds", f"seat {peer.seat} keeps {things} things of {size} bytes")
        if work > allowed:
            self.fail(
                "bounds", f"seat {peer.seat} applied {work} entries for a log of {len(peer.disk.entries)}"
            )


def _drawn_at(deal: Deal, spot: Spot) -> int:
    """The position at which a card became known to the seat that holds it."""
    return max(
        (at for at, items in deal.shown if any((card, side) == spot for card, side, _ in items)),
        default=deal.game.position,
    )


def weigh(table: object) -> tuple[int, int]:
    """How many things a table and its helpers keep in collections besides the game, and how many bytes. A
    collection in a collection is no thing by itself; an entry or a statement is one."""
    things = size = 0
    seen: set[int] = set()
    todo: deque[Any] = deque(vars(table).values())
    while todo:
        one = todo.popleft()
        if isinstance(one, bytes | bytearray):
            size += len(one)
            continue
        if one is None or isinstance(one, int | str | float | Game | Identity | Peer) or id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, Entry | Statement):
            size += len(one.body) + len(one.signature)
        elif isinstance(one, COLLECTIONS):
            kept = list(one.values() if isinstance(one, dict) else one)
            things += sum(isinstance(each, Statement) or not isinstance(each, COLLECTIONS) for each in kept)
            todo.extend(kept)
        elif type(one).__module__.startswith("protocol."):
            names = getattr(type(one), "__slots__", ()) or vars(one)
            todo.extend(getattr(one, name, None) for name in names)
    return things, size
