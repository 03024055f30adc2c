"""From the first knock to leaving: hosting, joining, watching and resuming are one life cycle.

    find → greet → sit → sign → play → linger → leave

Hosting starts with a seat at one's own table; spectators neither sit nor sign; resuming starts with the
signed genesis. Everybody is a full peer, including bots.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path

from protocol.files.old_bot_games import tidy
from protocol.files.private_files import make_folder
from protocol.files.private_journal import Journal, Private
from protocol.files.store import Store
from protocol.hall.running_hall import RunningHall
from protocol.lobby.errors import LobbyError, Refusal
from protocol.lobby.joining import join as ask_for_seat
from protocol.lobby.joining import keep_watching, visit
from protocol.lobby.joining import watch as ask_to_watch
from protocol.lobby.knock import Visit
from protocol.lobby.lan_announcement import announce
from protocol.lobby.lobby import Lobby
from protocol.lobby.member_list import Founding
from protocol.lobby.messages import Description
from protocol.lobby.newest_cards import newest_cards
from protocol.log.genesis import Genesis
from protocol.log.roster import Roster
from protocol.log.table_terms import Terms
from protocol.make_calculator import calculator
from protocol.net.address import Address, parse, split_endpoint
from protocol.net.errors import NetError
from protocol.net.event_loop import beside
from protocol.net.keys_and_card import Card, Keys
from protocol.net.mesh import Mesh
from protocol.participant import events
from protocol.participant.bot_launcher import Bots, OwnBots, bots_of, dismissing, look_after, unless_bots_end
from protocol.participant.callbacks import Observer
from protocol.participant.errors import ParticipantError, Reason
from protocol.participant.evening_score import read_evening
from protocol.participant.lobby_news import observe
from protocol.participant.own_files import check_save, check_unsigned, free_name, open_interrupted, open_log
from protocol.participant.participant import Participant
from protocol.participant.tournament_night import Night
from protocol.peer.message_checks import ASK_GENESIS, read_genesis_message
from protocol.play.game import Game

LOOK_AGAIN = 2.0
"""Seconds after which a spectator asks again whether the game has begun."""
ASK_AGAIN = 0.5
"""Seconds after which a spectator asks again for the genesis."""
MAX_ADDRESSES = 3
"""How many of our addresses an invitation names."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A table to open."""

    terms: Terms
    seats: int
    name: str
    bots: tuple[str, ...] = ()
    """Their names."""
    port: int | None = None
    local: bool = False
    """Whether only programs on this machine can join."""
    save: Path | None = None
    collects: bool = False
    """In a tournament: fetch the logs of all tables."""
    invites: bool = True
    """Whether others can join: then report how, and announce the table."""
    visitors: tuple[str, ...] = ()
    """The names of people who play on this machine, from their phones."""


async def host(opening: Opening, store: Store, observer: Observer, bots: Bots) -> None:
    """Open a table, wait until all seats are taken, and play."""
    check_save(opening.save)
    tidy(store)
    me = Participant(observer, store, store.keys(), opening.save, collects=opening.collects)
    me.report_exposed(store.exposed)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(dismissing(bots))
        mesh = await stack.enter_async_context(me.online(opening.port, opening.local))
        lobby = me.enter(Lobby.open(mesh, opening.terms, opening.seats, opening.name))
        observe(lobby, observer.tell)
        own_bots = OwnBots(bots, opening.local)
        lobby.asked = _compare_guests(observer, own_bots)
        code = await asyncio.to_thread(lobby.founding.code)
        if opening.invites:
            observer.tell(_invitation(mesh, code))
            if not opening.local:
                if _are_here(mesh.address):
                    observer.tell(events.NoNetwork())
                announcing = announce(lobby, lambda why: observer.tell(events.NotAnnounced(why)))
                await stack.enter_async_context(beside(announcing, "announcement"))
        own_bots.sit_at(lobby, code)
        own_bots.start(opening.bots)
        own_bots.start(opening.visitors, visitors=True)
        started = unless_bots_end(wait_for_genesis(lobby), bots)
        genesis = await observer.wait(lobby, started, own_bots)
        async with beside(look_after(bots, observer.tell), "bots"):
            await _play_on(me, genesis, opening.local, opening.invites, own_bots)


async def join(
    me: Participant, address: str, name: str, local: bool = False, port: int | None = None
) -> None:
    """Take a seat at the table at this address, and play."""
    with closing(me):
        check_save(me.save)
        where = parse(address)
        async with me.online(port, local) as mesh:
            me.report_exposed(me.store.exposed)
            if (lobby := await _sit(me, mesh, where, name)) is None:
                return
            genesis = await me.observer.wait(lobby, wait_for_genesis(lobby), None)
            await _play_on(me, genesis, local, bool(where.code) and not me.level)


async def _play_on(
    me: Participant,
    genesis: Genesis | None,
    local: bool,
    invites: bool,
    own_bots: OwnBots | None = None,
    places: tuple[Address, ...] = (),
) -> None:
    """Play this match, and all that follow it at the same table; or a tournament."""
    if isinstance(genesis, Roster):
        async with me.seek_lost(local, places):
            await _tournament(me, genesis)
        return
    while genesis is not None:
        async with me.seek_lost(local, places):
            again = await me.play(genesis)
            genesis = await _another(me, local, invites, own_bots) if again else None
        places = ()


async def _tournament(me: Participant, roster: Roster) -> None:
    lobby, journal = me.lobby, me.journal
    assert lobby is not None
    assert journal is not None
    running = RunningHall(lobby.mesh, roster, journal.log.parent, lobby.newest_cards)
    await Night(me, roster, running).run()


async def _another(me: Participant, local: bool, invites: bool, own_bots: OwnBots | None) -> Genesis | None:
    """Wait for the next match at the same table; None if our player leaves."""
    following, tell = me.next, me.observer.tell
    assert following is not None
    try:
        while True:
            lobby = await following.table()
            observe(lobby, tell, known={guest.identity for guest in following.before.guests})
            async with AsyncExitStack() as stack:
                code = await asyncio.to_thread(lobby.founding.code)
                if own_bots is not None:
                    own_bots.sit_at(lobby, code)
                    lobby.asked = _compare_guests(me.observer, own_bots)
                if invites:
                    tell(_invitation(lobby.mesh, code))
                if invites and not local and lobby.opener:
                    announcing = announce(lobby, lambda why: None)
                    await stack.enter_async_context(beside(announcing, "announcement"))
                try:
                    started = wait_for_genesis(lobby, following.started())
                    genesis = await me.observer.wait(lobby, started, own_bots)
                    if genesis is not None:
                        await me.begin_next()
                    return genesis
                except LobbyError as error:
                    if error.refusal is not Refusal.CLOSED:
                        raise
                    if following.host_left(lobby):
                        tell(events.HostLeft(lobby.host))
                    following.leave(lobby)  # somebody else opens another table
    finally:
        await me.leave_next()


async def _sit(me: Participant, mesh: Mesh, where: Address, name: str) -> Lobby | None:
    """Knock, and take a seat; None if our player does not want one there."""
    tell = me.observer.tell
    tell(events.Knocking(where))
    seen, table = await visit(mesh, where)
    check_unsigned(me.store, seen.table.founding, me.keys.identity)
    if table.begun:
        if any(member.identity == me.keys.identity.public for member in seen.table.founding.members):
            raise ParticipantError(Reason.OWN_SEAT)
        raise LobbyError(Refusal.BEGUN)
    if not await me.observer.accept(table, None if where.code else seen.safety):
        return None
    has_code = where.code is not None
    lobby = me.enter(await ask_for_seat(mesh, seen, table, name, me.operator or None, me.word, has_code))
    observe(lobby, tell, shown=table.names)
    if not where.code:
        tell(events.HostToCompare(seen.safety))
    tell(events.SeatGranted())
    # Without the code we cannot know whose table this is, so we invite nobody to it.
    if where.code and not me.level and len(table.names) + 1 < table.seats:
        code = await asyncio.to_thread(lobby.founding.code)
        founder = seen.table.founding.founder
        opened_at = [card.addresses for card in seen.table.cards if card.identity == founder]
        if opened_at and _are_here(opened_at[0]) and not _are_here(mesh.address):
            # Players on other machines could reach us, but not the opener.
            tell(events.Invitation(opened_at[0], code, here=True))
        else:
            tell(_invitation(mesh, code))
    return lobby


async def watch(
    address: str, name: str, store: Store, observer: Observer, save: Path | None = None, local: bool = False
) -> None:
    """Follow the game at this address without a seat."""
    check_save(save)
    where = parse(address)
    me = Participant(observer, store, Keys.fresh())  # a player on this machine may be using the stored keys
    async with me.online(None, local) as mesh:
        places, again = [where], True
        seen: Visit | None = None
        while again and (seen := await _find_game(me, mesh, places, seen)) is not None:
            genesis = await _fetch_genesis(me, mesh, seen, name)
            if isinstance(genesis, Roster):
                await _watch_tournament(me, mesh, genesis, seen, name, save)
                return
            log = open_log(free_name(save) if save else store.path_for(genesis.body, None), genesis)
            cards = list(seen.table.cards)
            places = [Address(*split_endpoint(place)) for card in cards for place in card.addresses]
            async with beside(keep_watching(mesh, seen.table.founding, [where, *places], name), "watching"):
                again = await me.run(mesh, Game(genesis, calculator=calculator()), log, cards)


async def _watch_tournament(
    me: Participant, mesh: Mesh, roster: Roster, seen: Visit, name: str, save: Path | None
) -> None:
    folder = (free_name(save) if save else me.store.path_for(roster.body, None)).with_suffix("")
    make_folder(folder)
    known = {card.identity: card for card in seen.table.cards}
    places = [Address(*split_endpoint(place)) for card in known.values() for place in card.addresses]
    running = RunningHall(mesh, roster, folder, lambda: newest_cards(known, mesh))
    async with beside(keep_watching(mesh, seen.table.founding, places, name), "watching"):
        await Night(me, roster, running).run()


async def _find_game(
    me: Participant, mesh: Mesh, places: Sequence[Address], last: Visit | None
) -> Visit | None:
    """Knock until a game there has begun. After the `last` one, only its players are believed; None when all
    of them are gone."""
    told: tuple[tuple[str, ...], int] | None = None
    if last is None:
        me.observer.tell(events.Knocking(places[0]))
    while True:
        for place in places:
            if last is None:
                seen, table = await visit(mesh, place)
            else:
                found = await _visit_again(mesh, place, last)
                if found is None:
                    continue
                seen, table = found
            if table.begun:
                return seen
            if told != (table.names, table.seats):
                told = table.names, table.seats
                me.observer.tell(events.WaitingForPlayers(*told))
            break
        else:
            if not any(mesh.peers.values()):
                return None
        await asyncio.sleep(LOOK_AGAIN)


async def _visit_again(mesh: Mesh, place: Address, last: Visit) -> tuple[Visit, Description] | None:
    """The table that a player of the last match shows us now, unless it is still that of the last match."""
    with suppress(NetError, LobbyError, OSError):
        seen, table = await visit(mesh, place, LOOK_AGAIN)
        before = last.table.founding
        if seen.host in before.members and seen.table.founding.table != before.table:
            return seen, table
    return None


async def _fetch_genesis(me: Participant, mesh: Mesh, seen: Visit, name: str) -> Genesis:
    """Ask to watch, and fetch the genesis of exactly the players that were shown to us."""
    got: asyncio.Future[Genesis] = asyncio.get_running_loop().create_future()
    members = {member.identity for member in seen.table.founding.members}

    def hear(key: bytes, frame: bytes) -> None:
        genesis = read_genesis_message(frame)
        if genesis is not None and not got.done() and {p.key for p in genesis.players} == members:
            got.set_result(genesis)

    me.hear = hear
    await ask_to_watch(mesh, seen, name)
    while not got.done():
        mesh.broadcast(ASK_GENESIS)
        await asyncio.wait([got], timeout=ASK_AGAIN)
    return got.result()


async def resume(
    path: Path, store: Store, observer: Observer, bots: Bots, found_at: Sequence[str] = ()
) -> None:
    """Resume an interrupted game from its files, together with our bots. `found_at` has addresses where other
    players may be now."""
    places = tuple(parse(address) for address in found_at)
    journal, genesis = open_interrupted(path)
    own = journal.own
    assert own.keys is not None
    save = None if path.parent in (store.games, store.bots) else path  # beside it, if there are more matches
    me = Participant(observer, store, own.keys, save, own.operator, own.word, own.level, journal)
    me.evening = read_evening(own.evening)
    me.report_exposed(journal.exposed)
    cards = [Card.read(blob) for blob in own.cards]
    port, local = _last_port(own, cards)
    async with dismissing(bots), me.online(port, local, any_port=True) as mesh:
        lobby = me.enter(Lobby.again(mesh, Founding.read(own.founding), cards, own.body, genesis))
        if own.operator == own.keys.identity.public:
            for log in bots_of(store, own.keys, own.body):
                bots.resume(log, local)
        async with beside(look_after(bots, observer.tell), "bots"):
            if genesis is None:
                observer.tell(events.WaitingForGenesis())
                async with me.seek_lost(local, places):
                    genesis = await wait_for_genesis(lobby, journal=journal)
                journal.reopen()
            own_bots = OwnBots(bots, local) if not me.level else None
            await _play_on(me, genesis, local, not me.level, own_bots, places)


def _last_port(own: Private, cards: list[Card]) -> tuple[int | None, bool]:
    """The port on which we listened last, and whether that was for this machine only."""
    assert own.keys is not None
    card = next((card for card in cards if card.identity == own.keys.identity.public), None)
    places = [split_endpoint(address) for address in card.addresses] if card is not None else []
    if not places:
        return None, False
    return places[0][1], all(host.startswith("127.") for host, _port in places)


async def wait_for_genesis(
    lobby: Lobby, started: Awaitable[Genesis] | None = None, journal: Journal | None = None
) -> Genesis:
    """Wait until all have signed. Raises ParticipantError if not all do in time; then a resumed game, whose
    `journal` is given, is marked as given up."""
    try:
        return await (started or lobby.started())
    except LobbyError as error:
        if error.refusal is not Refusal.UNSIGNED:
            raise
        if journal is None:
            raise ParticipantError(Reason.UNSIGNED, names=lobby.missing) from error
        journal.over()
        raise ParticipantError(Reason.GIVEN_UP, path=journal.log, names=lobby.missing) from error


def _compare_guests(observer: Observer, own_bots: OwnBots) -> Callable[[bytes, str, bytes], None]:
    """Reports the safety bytes of everybody who sits down here, except our own bots."""

    def asked(identity: bytes, name: str, safety: bytes) -> None:
        if identity not in own_bots.known:
            observer.tell(events.GuestToCompare(name, safety))

    return asked


def _invitation(mesh: Mesh, code: str) -> events.Invitation:
    return events.Invitation(tuple(mesh.address[:MAX_ADDRESSES]), code, _are_here(mesh.address))


def _are_here(addresses: Sequence[str]) -> bool:
    """Whether only programs on this machine can use these addresses."""
    return all(place.startswith("127.") for place in addresses)
