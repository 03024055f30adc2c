"""Sitting down at a table on the network: opening one, joining one, watching one, coming back to one.

Everybody is a full peer, bots too.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path

from cli.runtime.crash_report import with_report
from cli.runtime.file_warnings import warnings
from cli.sessions.bot_processes import Companions, bot_names
from cli.sessions.networked import Networked
from cli.sessions.resumed_history import History
from cli.sessions.session import Notice
from cli.sessions.waiting_room import Arrivals, Tell, WaitingRoom, invitation
from cli.words.language import _
from cli.words.narration import listed
from cli.words.translated import translated
from protocol.errors import RemoteError
from protocol.files.journal import Journal
from protocol.files.log_file import LogFile, TakenError, read_log
from protocol.files.old_bot_games import tidy
from protocol.files.private_files import Exposed
from protocol.files.store import JOURNAL_SUFFIX, SECRET_BYTES, Store, StoreError, data_folder
from protocol.identity import words
from protocol.lobby.founding import Founding
from protocol.lobby.joining import join, keep_watching, visit, watch
from protocol.lobby.lobby import LOBBY, Lobby
from protocol.lobby.messages import Description, LobbyError
from protocol.lobby.signing import check_unsigned
from protocol.log.genesis import Genesis, Terms, read_genesis_body
from protocol.net.address import Address, parse, split_endpoint
from protocol.net.errors import PortTaken
from protocol.net.keys import Card, Keys
from protocol.net.mesh import Mesh
from protocol.peer.finding_again import seeking
from protocol.peer.message_forms import ASK_GENESIS, read_genesis_message
from protocol.peer.peer import Peer, seats_of
from protocol.peer.saved_game import load
from protocol.play.game import Game
from protocol.threaded_calculator import calculator

LINGER, LINGER_AGAIN = 30.0, 10.0
"""Seconds that we stay at most after the end, for those who lack the last entries; and if we had all of them
already when we came."""

LOOK_AGAIN = 2.0
"""Seconds between two looks of a spectator whether the game has begun."""

Show = Callable[[Networked], Awaitable[int]]
"""What shows a session to its player, until it is over; returns the exit status."""


class TableError(Exception):
    """It cannot be; one sentence says why and what to do."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A table to be opened."""

    terms: Terms
    seats: int
    name: str
    bots: int = 0
    level: str = "normal"
    port: int | None = None
    local: bool = False
    """Only for this machine: nobody else can join."""
    save: Path | None = None
    pace: float = 1.0
    invites: bool = True
    """Others are to join: say how, and let them find it."""


@dataclass(slots=True)
class Seated:
    """One who sits, or wants to, with all that is theirs; brings what the network says where it belongs: to
    the lobby until the game begins, then to the peer."""

    store: Store
    keys: Keys
    save: Path | None = None
    operator: bytes = b""
    """Who runs us, if we are a bot, and their word for it."""
    word: bytes = b""
    level: str = ""
    lobby: Lobby | None = None
    hear: Callable[[bytes, bytes], None] | None = None
    """What takes the lobby's place for who only watches."""
    compare: list[str] = field(default_factory=list)
    """Words that our player may want to compare with who came in without the code."""
    journal: Journal | None = None
    peer: Peer | None = None
    session: Networked | None = None

    async def open_mesh(self, port: int | None, local: bool) -> Mesh:
        mesh = Mesh(
            self.keys,
            port=port,
            hosts=("127.0.0.1",) if local else None,
            on_message=self.message,
            on_connected=self.connected,
            on_lost=self.lost,
        )
        try:
            await mesh.start()
        except BaseException:
            self.leave()
            raise
        return mesh

    def enter(self, lobby: Lobby) -> Lobby:
        self.lobby = lobby
        lobby.signing = self.signing
        return lobby

    def signing(self, body: bytes) -> None:
        """From our signature on the game may exist: write down all we need to play it."""
        assert self.lobby is not None
        check_unsigned(self.store, self.lobby.founding, self.keys.identity)
        _terms, players = read_genesis_body(body)
        seat = next(n for n, player in enumerate(players) if player.key == self.keys.identity.public)
        path = self.save or self.store.path_for(body, seat, bot=bool(self.level))
        journal = Journal(path, new=True)
        if self.save is not None:
            self.store.remember(path)
        self.compare += warnings(journal.exposed)
        operator = self.operator or self.keys.identity.public
        founding = self.lobby.founding.blob
        journal.roster([card.blob for card in self.lobby.newest_cards()])
        journal.begin(seat, os.urandom(SECRET_BYTES), self.keys, operator, self.level, founding, body)
        self.journal = journal

    def message(self, key: bytes, data: bytes) -> None:
        if self.peer is not None and data[:1] != LOBBY:
            self.peer.receive(key, data)
        elif self.lobby is not None:
            self.lobby.receive(key, data)
        elif self.hear is not None:
            self.hear(key, data)

    def connected(self, key: bytes) -> None:
        if self.lobby is not None:
            self.lobby.connected(key)
        if self.peer is not None and self.session is not None and key in self.peer.seats:
            self.session.came(self.peer.seats[key])
            self.peer.connected(key)

    def lost(self, key: bytes) -> None:
        if self.peer is not None and self.session is not None and key in self.peer.seats:
            self.session.went(self.peer.seats[key])

    def show_words(self, name: str, safety: bytes, tell: Tell) -> None:
        """Somebody sits down here."""
        text = _("If {name} joined without the code, they see these words: {words}")
        self.compare_words(text.format(name=name, words=words(safety)), tell)

    def compare_words(self, line: str, tell: Tell) -> None:
        """Tell them now; the screen may cover them at once, so they are shown there again."""
        if line not in self.compare:
            self.compare.append(line)
            tell(line)

    def warn_of_exposed(self, exposed: Mapping[Path, Exposed], tell: Tell) -> None:
        for line in warnings(exposed):
            self.compare_words(line, tell)

    def warn(self, text: str) -> None:
        if self.session is not None:
            self.session.warn(text)

    def leave(self) -> None:
        """Let go of the keys, and of the journal of a game that may never have begun."""
        self.store.close()
        if self.journal is not None and self.lobby is not None and self.lobby.genesis is None:
            self.journal.close()


def check_save(path: Path | None) -> None:
    """Raise if a game cannot be recorded there."""
    if path is None:
        return
    if path.suffix == JOURNAL_SUFFIX:
        raise TableError(_("{path} is the name of a private journal: choose another.").format(path=path))
    if path.is_dir():
        raise TableError(_("{path} is a folder: give the name of a file in it.").format(path=path))
    if os.path.lexists(path) or os.path.lexists(path.with_suffix(JOURNAL_SUFFIX)):
        raise TableError(
            _("{path} exists already: choose another name, or go on with it: p2puno resume {path}").format(
                path=path
            )
        )
    if not path.parent.is_dir():
        raise TableError(_("There is no folder {path}.").format(path=path.parent))


# -- opening a table ------------------------------------------------------------------------------------


async def host(opening: Opening, show: Show, room: WaitingRoom) -> int:
    """Open a table, wait until all seats are taken, play."""
    check_save(opening.save)
    store = Store(data_folder())
    tidy(store)
    seated = Seated(store, store.keys(), opening.save)
    seated.warn_of_exposed(store.exposed, room.tell)
    mesh = await seated.open_mesh(opening.port, opening.local)
    bots = Companions(opening.local, opening.pace)
    announced: Callable[[], Awaitable[None]] | None = None
    try:
        lobby = seated.enter(Lobby.open(mesh, opening.terms, opening.seats, opening.name))
        lobby.changed = Arrivals(lobby, room.tell)
        lobby.asked = lambda identity, name, safety: (
            None if identity in bots.identities else seated.show_words(name, safety, room.tell)
        )
        code = await asyncio.to_thread(lobby.founding.code)
        if opening.invites:
            room.invite(invitation(mesh, code))
            if not opening.local and all(place.startswith("127.") for place in mesh.address):
                room.tell(_("This machine is on no network now: only programs on it can join."))
            if not opening.local:
                from cli.sessions.nearby_tables import announce

                announced = await announce(lobby, room.tell)
        names = bot_names(opening.bots, opening.name)
        bots.sit_down(seated.keys, mesh.port, code, opening.level, names)
        genesis = await room.wait(lobby, _or_fail(_started(lobby), bots))
        if genesis is None:
            return 0
        async with _seeking(lobby, opening.local), bots.looked_after(seated.warn):
            return await _play(seated, mesh, genesis, show, room.tell)
    finally:
        if announced is not None:
            await announced()
        seated.leave()
        await mesh.close()
        await asyncio.to_thread(bots.dismiss)


async def _or_fail(started: Awaitable[Genesis], bots: Companions) -> Genesis:
    """Wait for the game to begin; a bot that ends before that is told of instead of waited for."""
    waiting = asyncio.ensure_future(started)
    try:
        while not waiting.done():
            await asyncio.wait([waiting], timeout=0.3)
            if bots.failed and not waiting.done():
                text = _("A bot could not sit down: try again, or with fewer --bots.")
                raise TableError(with_report(text, bots.report))
        return await waiting
    finally:
        waiting.cancel()


# -- joining --------------------------------------------------------------------------------------------


async def sit_down(
    seated: Seated,
    address: str,
    name: str,
    show: Show,
    room: WaitingRoom,
    accept: Callable[[Description, str | None], bool],
    local: bool = False,
    port: int | None = None,
) -> int:
    """Join the table at this address and play. `accept` is shown what is played, and the safety words."""
    try:
        check_save(seated.save)
        where = parse(address)
    except BaseException:
        seated.leave()
        raise
    mesh = await seated.open_mesh(port, local)
    try:
        seated.warn_of_exposed(seated.store.exposed, room.tell)
        room.tell(_knocking(where))
        seen, described = await visit(mesh, where)
        check_unsigned(seated.store, seen.table.founding, seated.keys.identity)
        if described.begun:
            if any(member.identity == seated.keys.identity.public for member in seen.table.founding.members):
                raise TableError(_("You have a seat in that game: type p2puno resume"))
            raise LobbyError("begun")
        if not accept(described, None if where.code else words(seen.safety)):
            return 1
        lobby = seated.enter(await join(mesh, seen, described, name, seated.operator or None, seated.word))
        lobby.changed = Arrivals(lobby, room.tell)
        if not where.code:
            text = _("You joined without the code: whoever let you in sees these words: {words}")
            seated.compare_words(text.format(words=words(seen.safety)), room.tell)
        room.tell(_("You have a seat. The game begins when all are there."))
        # Who came without the code cannot know whose table this is: they ask nobody else to it.
        if where.code and not seated.level and len(described.names) + 1 < described.seats:
            room.invite(invitation(mesh, await asyncio.to_thread(lobby.founding.code)))
        genesis = await room.wait(lobby, _started(lobby))
        if genesis is None:
            return 0
        async with _seeking(lobby, local):
            return await _play(seated, mesh, genesis, show, room.tell)
    finally:
        seated.leave()
        await mesh.close()


def _knocking(where: Address) -> str:
    """It can take a while before nobody has answered."""
    return _("Knocking at {address} ...").format(address=where.where)


async def look_on(address: str, name: str, show: Show, tell: Tell, save: Path | None, local: bool) -> int:
    """Follow a game without a seat."""
    check_save(save)
    where = parse(address)
    store = Store(data_folder())
    seated = Seated(store, Keys.fresh())  # a spectator may sit on the same machine as a player
    mesh = await seated.open_mesh(None, local)
    got: asyncio.Future[Genesis] = asyncio.get_running_loop().create_future()
    again: asyncio.Task[None] | None = None
    try:
        tell(_knocking(where))
        seen, described = await visit(mesh, where)
        if not described.begun:
            tell(
                _("The game has not begun: {taken} of {seats} are there.").format(
                    taken=len(described.names), seats=described.seats
                )
            )
        while not described.begun:
            await asyncio.sleep(LOOK_AGAIN)
            seen, described = await visit(mesh, where)
        members = {member.identity for member in seen.table.founding.members}

        def hear(key: bytes, message: bytes) -> None:
            genesis = read_genesis_message(message)
            if genesis is not None and not got.done() and {p.key for p in genesis.players} == members:
                got.set_result(genesis)

        seated.hear = hear
        await watch(mesh, seen, name)
        while not got.done():
            mesh.broadcast(ASK_GENESIS)
            await asyncio.wait([got], timeout=0.5)
        genesis = got.result()
        log = _open_log(save or store.path_for(genesis.body, None), genesis)
        known = [Address(*split_endpoint(place)) for card in seen.table.cards for place in card.addresses]
        again = asyncio.create_task(keep_watching(mesh, seen.table.founding, [where, *known], name))
        return await _run(
            seated, mesh, Game(genesis, calculator=calculator()), log, list(seen.table.cards), show, tell
        )
    finally:
        if again is not None:
            again.cancel()
            await asyncio.gather(again, return_exceptions=True)
        await mesh.close()


# -- coming back ----------------------------------------------------------------------------------------


async def resume(path: Path, show: Show, tell: Tell, pace: float = 1.0, found_at: Sequence[str] = ()) -> int:
    """Go on with a game that was interrupted, from its files; our bots come back too. `found_at` are
    addresses where others may be now."""
    elsewhere = [parse(address) for address in found_at]
    if not path.with_suffix(JOURNAL_SUFFIX).exists():
        raise TableError(_("The private journal of this game is not beside it: it can only be watched."))
    journal = Journal(path)
    own = journal.own
    if own.keys is None or not own.body:
        journal.close()
        if path.exists():
            text = _("The private journal of this game is damaged ({path}): it can only be watched.")
            raise TableError(text.format(path=journal.path))
        raise TableError(_("This game had not begun when it was interrupted."))
    genesis = _genesis_of(path)
    if genesis is not None and genesis.body != own.body:
        journal.close()
        text = _(
            "{path} is another game's file: move it away, and this game is fetched again from the others."
        )
        raise TableError(text.format(path=path))
    store = Store(data_folder())
    seated = Seated(store, own.keys, path, own.operator, level=own.level, journal=journal)
    seated.warn_of_exposed(journal.exposed, tell)
    cards = [Card.read(blob) for blob in own.cards]
    card = next((card for card in cards if card.identity == own.keys.identity.public), None)
    places = [split_endpoint(address) for address in card.addresses] if card is not None else []
    local = bool(places) and all(number.startswith("127.") for number, _port in places)
    try:
        mesh = await seated.open_mesh(places[0][1] if places else None, local)
    except PortTaken:
        mesh = await seated.open_mesh(None, local)  # any will do: we tell the others
    bots = Companions(local, pace)
    try:
        lobby = seated.enter(Lobby.again(mesh, Founding.read(own.founding), cards, own.body, genesis))
        if own.operator == own.keys.identity.public:
            bots.come_back(store, own.body, own.keys)
        async with _seeking(lobby, local, elsewhere), bots.looked_after(seated.warn):
            lost = genesis is None
            if genesis is None:
                tell(_("Waiting for the others to find out whether the game has begun."))
                genesis = await _started(lobby, journal)
                journal.reopen()
            return await _play(seated, mesh, genesis, show, tell, careful=lost)
    finally:
        await mesh.close()
        await asyncio.to_thread(bots.dismiss)
        journal.close()


async def _started(lobby: Lobby, journal: Journal | None = None) -> Genesis:
    """Wait for the game to begin. One that not everybody signs is given up; `journal` is that of a game we
    have come back to."""
    try:
        return await lobby.started()
    except LobbyError as error:
        if error.word != "unsigned":
            raise
        if journal is not None:
            journal.over()
        names = listed(lobby.missing)
        if journal is None:
            text = _("The game has not begun, as {names} did not sign it in time: open or join a new table.")
            raise TableError(text.format(names=names)) from error
        text = _(
            "Nobody here knows that this game has begun, and {names} did not sign it: it is given up. "
            "If they have it after all, type p2puno resume {path}"
        )
        raise TableError(text.format(names=names, path=journal.log)) from error


def _seeking(lobby: Lobby, local: bool, places: Sequence[Address] = ()) -> AbstractAsyncContextManager[None]:
    """Whoever gets lost on the network is looked for, as long as the game goes on."""
    table = lobby.founding.salt.hex()[:12]
    return seeking(lobby.mesh, lobby.newest_cards, table, places=places, nearby=not local)


def _genesis_of(path: Path) -> Genesis | None:
    """What the game's file begins with, if it was written."""
    try:
        return read_log(path)[0] if path.exists() else None
    except RemoteError:
        return None


# -- playing --------------------------------------------------------------------------------------------


async def _play(
    seated: Seated, mesh: Mesh, genesis: Genesis, show: Show, tell: Tell, careful: bool = False
) -> int:
    """The game has begun: record it, and show it until it is over."""
    lobby, journal = seated.lobby, seated.journal
    assert lobby is not None
    assert journal is not None
    log = _open_log(journal.log, genesis)
    try:
        # A bot leaves the cores to its player, whose program does the same work beside it.
        calc = calculator(alone=bool(seated.level))
        history = History()
        hear = None if seated.level else history.hear
        game = await asyncio.to_thread(load, log, genesis, journal, calc, hear)
    except RemoteError as error:
        log.close()
        raise _damaged(log.path, error) from error
    cards = list(lobby.cards.values())
    return await _run(seated, mesh, game, log, cards, show, tell, careful, history.told)


def _open_log(path: Path, genesis: Genesis) -> LogFile:
    try:
        return LogFile(path, genesis)
    except RemoteError as error:
        raise _damaged(path, error) from error
    except TakenError as error:
        raise StoreError("This game is being played by another p2puno on this machine.") from error


def _damaged(path: Path, error: RemoteError) -> StoreError:
    text = _("{path} is damaged ({why}): move it away, and it is fetched again from the others.")
    return StoreError(text.format(path=path, why=translated(error.why)))


async def _run(
    seated: Seated,
    mesh: Mesh,
    game: Game,
    log: LogFile,
    cards: list[Card],
    show: Show,
    tell: Tell,
    careful: bool = False,
    told: Iterable[Notice] = (),
) -> int:
    session = Networked(game, seated.compare, told)
    session.level = seated.level
    seats = seats_of(game.genesis, cards)
    peer = Peer(mesh, game, log, seated.journal, seats, session.step, session.heard, careful)
    session.peer = peer
    seated.session, seated.peer = session, peer
    for key, up in mesh.peers.items():
        if up and key in seats:
            session.came(seats[key])
    linger = LINGER_AGAIN if game.over else LINGER
    try:
        status = await show(session)
        if game.over and game.seat is not None:
            waited_for = peer.lacking() & session.away
            if waited_for and linger == LINGER:
                names = ", ".join(session.names[seat] for seat in sorted(waited_for))
                tell(
                    _("{names} may come back for the end of the game: we wait a little.").format(names=names)
                )
            await peer.linger(linger)
        return status
    finally:
        await peer.close()
