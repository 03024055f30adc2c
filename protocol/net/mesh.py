"""The mesh: one ROUTER for incoming peers, one DEALER to each other peer; only known keys are admitted.

Everything here runs on one event loop and never waits for a peer. A peer is named by its CURVE key (32
bytes).
"""

import asyncio
import os
import time
from collections.abc import Callable, Iterable

import zmq

from protocol.net import frame_kinds as wire
from protocol.net import zmq_sockets as sockets
from protocol.net.address import endpoint, plain, split_endpoint
from protocol.net.async_socket import Pump
from protocol.net.errors import MessageTooBig
from protocol.net.event_loop import report, report_failure, stop
from protocol.net.fault_statistics import Faults
from protocol.net.incoming_connections import Connection, Connections
from protocol.net.keys_and_card import Card, Keys
from protocol.net.limits import Bucket, Buckets, Limits
from protocol.net.listen import listen, own_addresses
from protocol.net.peer_link import Link, Stats, Surroundings
from protocol.net.zap import Gatekeeper, sender
from protocol.remote_errors import MalformedError

_TICK = 0.5
# How many frames other than knocks a stranger may send before its connection is closed: it may be a player
# who is not admitted yet.
_STRIKES = 32

_KNOCKS = (bytes((wire.ASK,)), bytes((wire.SIT,)))

Reply = Callable[[bytes], bool]


class Mesh:
    """Carries bytes between peers.

    ``on_message(key, data)``, ``on_connected(key)`` and ``on_lost(key)`` are called on the loop, for admitted
    keys only; CURVE proves the sender. Messages may be lost (see ``send``), and may arrive before
    ``on_connected``; those on one connection arrive in order. If ``on_message`` raises MalformedError, that
    counts against the sender, who is cut off for a while if it happens repeatedly.
    """

    def __init__(
        self,
        keys: Keys,
        *,
        port: int | None = None,
        hosts: Iterable[str] | None = None,
        on_message: Callable[[bytes, bytes], None],
        on_connected: Callable[[bytes], None] = lambda key: None,
        on_lost: Callable[[bytes], None] = lambda key: None,
        limits: Limits | None = None,
    ) -> None:
        self.keys = keys
        self.limits = limits or Limits()
        self.faults = Faults()
        self._wanted_port = port
        self._hosts = tuple(hosts) if hosts is not None else None
        self._on_message = on_message
        self._on_connected = on_connected
        self._on_lost = on_lost
        self._links: dict[bytes, Link] = {}
        self._session = os.urandom(wire.SESSION)
        self._door: Callable[[bytes, bytes, Reply], None] | None = None
        now = time.monotonic()
        self._knocks_from = Buckets(self.limits.knocks_from)
        self._knocks_all = Bucket(self.limits.knocks_all, now)
        self._strangers_from = Buckets(self.limits.strangers_from)
        self._strangers_all = Bucket(self.limits.strangers_all, now)
        self._ticking: asyncio.Task[None] | None = None
        self._card: Card | None = None
        self.port = 0
        self.address: list[str] = []

    # Life

    async def start(self) -> None:
        """Listen. Raises PortTaken or CannotBind; afterwards ``address`` and ``port`` say where."""
        self._ctx = sockets.context()
        router = sockets.router(self._ctx, self.keys, self.limits)
        self._gatekeeper = Gatekeeper(self._ctx, self._may_enter)
        self._connections = Connections(self._ctx, router, self.limits, self.faults)
        try:
            place = await listen(router, self._wanted_port, self._hosts, self.keys.curve_public)
        except BaseException:
            self._connections.close()
            self._gatekeeper.close()
            router.close(0)
            self._ctx.term()
            raise
        self.port = self._connections.port = place.port
        self.address = place.addresses
        self._doorbell = place.doorbell
        self._router = Pump(router, self._arrived)
        self._around = Surroundings(
            self._ctx,
            self.keys,
            self.limits,
            self.faults,
            self._session,
            lambda: self.card().blob,
            self._router.send,
            self._by_dealer,
        )
        self._ticking = asyncio.create_task(self._tick(), name="mesh")
        self._ticking.add_done_callback(report_failure)

    async def close(self) -> None:
        """Say goodbye and release everything: sockets, tasks, threads."""
        if self._ticking is None:
            return
        ticking, self._ticking = self._ticking, None
        try:
            await stop(ticking)  # `report_failure` has told its error
        finally:  # also if we are cancelled meanwhile
            for link in self._links.values():
                link.say(wire.frame(wire.BYE, self._session))
                link.hang_up(linger=200)
            self._links.clear()
            self._doorbell.close()
            self._connections.close()
            self._router.close(0)
            self._gatekeeper.close()
            await sockets.end(self._ctx)

    def card(self) -> Card:
        """Our keys and addresses, signed."""
        if self._card is None or list(self._card.addresses) != self.address[: len(self._card.addresses)]:
            self._card = self.keys.card(self.address, int(time.time() * 1000))
        return self._card

    def look_around(self) -> list[str]:
        """Tell all peers if this machine's addresses have changed (unless it has none now); returns them."""
        if self._hosts is not None:
            return self.address
        found = [endpoint(number, self.port) for number in own_addresses()]
        if found != self.address and not found[0].startswith("127."):
            self.readdress(found)
        return found

    def readdress(self, addresses: list[str]) -> None:
        """Tell all peers that this machine's addresses have changed."""
        self.address = addresses
        self._card = None
        for link in self._links.values():
            link.greet()

    # Peers

    def admit(
        self,
        key: bytes,
        addresses: Iterable[str] = (),
        *,
        identity: bytes | None = None,
        spectator: bool = False,
    ) -> None:
        """Admit this key, and keep trying to reach it. Admitting again updates addresses and role."""
        if len(key) != 32 or key == self.keys.curve_public:
            raise ValueError("not the key of another peer")
        now = time.monotonic()
        link = self._links.get(key)
        if link is None or link.spectator != spectator:
            if link is not None:
                self.expel(key)
            link = self._links[key] = Link(self._around, key, identity, spectator, now)
        link.identity = identity or link.identity
        self.move(key, addresses)

    def expel(self, key: bytes) -> None:
        """Stop admitting this key and ignore everything from it."""
        link = self._links.pop(key, None)
        if link is None:
            return
        link.hang_up()
        self._connections.release(key, "expelled")
        if link.up:
            link.lose()
            self._call(self._on_lost, key)

    def move(self, key: bytes, addresses: Iterable[str]) -> None:
        """Update a peer's addresses. (A peer that reaches us sends its own.)"""
        wanted = tuple(dict.fromkeys(addresses))[: self.limits.addresses]
        for address in wanted:
            split_endpoint(address)
        if wanted:
            self._links[key].move(wanted, time.monotonic())

    @property
    def peers(self) -> dict[bytes, bool]:
        """Every admitted key, and whether the peer is connected."""
        return {key: link.up for key, link in self._links.items()}

    def cards(self) -> dict[bytes, Card]:
        """The newest signed card of every peer that has shown one."""
        return {key: link.card for key, link in self._links.items() if link.card is not None}

    def stats(self, key: bytes) -> Stats:
        return self._links[key].stats

    def queued(self, key: bytes) -> tuple[int, int]:
        """Messages and bytes queued for this peer."""
        return self._links[key].queued

    def direct(self, key: bytes) -> bool:
        """Whether we can connect to this peer's port (else we answer over the connection it made to us)."""
        return self._links[key].direct

    @property
    def connections(self) -> int:
        """The number of TCP connections to our port, including strangers."""
        return len(self._connections)

    # Messages

    def send(self, key: bytes, data: bytes) -> bool:
        """Send without waiting.

        False if something was lost: the peer is not connected, or its full queue dropped the oldest message.
        """
        if len(data) > self.limits.message:
            raise MessageTooBig(len(data), self.limits.message)
        link = self._links.get(key)
        return link is not None and link.send(wire.frame(wire.DATA, data))

    def broadcast(self, data: bytes, *, spectators: bool = True, first: bytes | None = None) -> int:
        """Send to every admitted peer, and to `first` before the others; returns to how many."""
        if len(data) > self.limits.message:
            raise MessageTooBig(len(data), self.limits.message)
        frame = wire.frame(wire.DATA, data)
        links = [link for link in self._links.values() if spectators or not link.spectator]
        links.sort(key=lambda link: link.key != first)
        return sum(link.send(frame) for link in links)

    def open_door(self, door: Callable[[bytes, bytes, Reply], None] | None) -> None:
        """Set the handler of knocks: ``door(key, frame, reply)``. Without one, ZAP rejects unknown keys."""
        self._door = door

    # Inside

    def _may_enter(self, key: bytes, ip: str) -> bool:
        now = time.monotonic()
        link = self._links.get(key)
        if link is not None:
            allowed = now >= link.banned_until
        else:
            allowed = self._door is not None and self._strangers_from.take(plain(ip), 0, now)
            allowed = allowed and self._strangers_all.take(0, now)
        if not allowed:
            self.faults.count(plain(ip), "key refused")
        return allowed

    def _arrived(self, frames: list[zmq.Frame]) -> None:
        """Handle a message at our ROUTER, from any peer that ZAP let in."""
        body = frames[-1]
        connection = self._connections.of(body)
        if self._connections.ignores(connection):
            return
        key = sender(body)
        link = self._links.get(key)
        if link is not None and time.monotonic() < link.banned_until:
            self._connections.kick(connection, "refused for now")
            return
        if len(frames) != 2:
            self._strike(connection, "several parts")
            return
        if link is None:
            self._stranger(connection, key, frames)
            return
        self._connections.claim(connection, key)
        if not self._within_rate(link, len(body)):
            return
        frame = body.bytes
        if frame[:1] in _KNOCKS:  # not from its mesh, so there is no return path
            self._knocked(key, connection, frame, frames[0].bytes)
            return
        link.way_back = frames[0].bytes
        self._handle(link, frame, connection)

    def _by_dealer(self, link: Link, frames: list[zmq.Frame]) -> None:
        """Handle a message on our own connection: from the link's peer, as CURVE has pinned its key."""
        if len(frames) != 1:
            self._malformed(link, "several parts")
        elif self._within_rate(link, len(frames[0])):
            self._handle(link, frames[0].bytes, None)

    def _within_rate(self, link: Link, size: int) -> bool:
        if link.bucket.take(size, time.monotonic()):
            return True
        link.stats.refused += 1
        link.overrun += 1
        self.faults.count(link.key.hex()[:16], "flood")
        if link.overrun > self.limits.overrun:
            self._cut_off(link, "flood")
        return False

    def _malformed(self, link: Link, why: str) -> None:
        """Count a malformed message. CURVE proves its sender, and no honest program sends one."""
        self.faults.count(link.key.hex()[:16], why)
        link.malformed += 1
        if link.malformed > self.limits.malformed:
            self._cut_off(link, "malformed messages")

    def _cut_off(self, link: Link, why: str) -> None:
        """Close every connection with this peer and refuse its key for a while."""
        link.ban(time.monotonic())
        self._connections.release(link.key, why)

    def _handle(self, link: Link, frame: bytes, connection: Connection | None) -> None:
        kind, payload = (frame[0], frame[1:]) if frame else (0, b"")
        link.stats.received += 1
        link.heard = time.monotonic()
        try:
            if kind == wire.DATA:
                if len(payload) > self._largest(link):
                    raise MalformedError("message too big")
                self._call(self._on_message, link.key, payload)
            elif kind == wire.PING:
                self._pinged(link, *wire.read_ping(payload))
            elif kind == wire.HELLO:
                self._greeted(link, Card.read(payload), connection)
            elif kind == wire.BYE and payload == link.session:
                self._lose(link)
            elif kind != wire.BYE:
                raise MalformedError("unknown kind of frame")
        except MalformedError as error:
            self._malformed(link, str(error))

    def _largest(self, link: Link) -> int:
        return self.limits.spectator_message if link.spectator else self.limits.message

    def _stranger(self, connection: Connection, key: bytes, frames: list[zmq.Frame]) -> None:
        body = frames[1]
        if len(body) > self.limits.knock or self._door is None:
            self._connections.kick(connection, "stranger's frame too big")
            return
        frame = body.bytes
        if frame[:1] not in _KNOCKS:
            self._strike(connection, "stranger's frame")
        else:
            self._knocked(key, connection, frame, frames[0].bytes)

    def _knocked(self, key: bytes, connection: Connection, frame: bytes, way: bytes) -> None:
        if self._door is None or len(frame) > self.limits.knock:
            return
        if not self._may_knock(connection, len(frame)):
            self.faults.count(connection.ip, "too many knocks")
            return
        try:
            self._door(key, frame, lambda answer: self._router.send([way, answer]))
        except MalformedError as error:
            self._strike(connection, str(error))

    def _may_knock(self, connection: Connection, size: int) -> bool:
        """Whether it is within the rates of its connection, its address, and all strangers together."""
        now = time.monotonic()
        if connection.knocks is None:
            connection.knocks = Bucket(self.limits.knocks, now)
        return (
            connection.knocks.take(size, now)
            and self._knocks_from.take(connection.ip, size, now)
            and self._knocks_all.take(size, now)
        )

    def _strike(self, connection: Connection, why: str) -> None:
        self.faults.count(connection.ip, why)
        connection.strikes += 1
        if connection.strikes > _STRIKES:
            self._connections.kick(connection, "too many faults")

    def _pinged(self, link: Link, session: bytes, echo: bytes) -> None:
        if session != link.session:
            # The peer's program has restarted: forget what the old one was told.
            if link.up:
                self._lose(link)
            link.session = session
            link.greet()
        if echo == self._session and not link.up:
            link.up = True
            link.ping()
            self._call(self._on_connected, link.key)

    def _greeted(self, link: Link, card: Card, connection: Connection | None) -> None:
        if card.curve != link.key or (link.identity is not None and card.identity != link.identity):
            raise MalformedError("somebody else's card")
        # Sent by the peer itself just now: accept it whatever its serial, because clocks are sometimes set
        # back.
        moved = link.card is not None and card.serial != link.card.serial
        link.card = card
        found = list(card.addresses)
        if connection is not None and found:
            # The source address with the port it listens on: right even if the peer does not know its own
            # address.
            found.insert(0, endpoint(connection.ip, split_endpoint(found[0])[1]))
        if not moved and link.road_address is not None:
            # Keep what works, though the peer may not know it by this name (a forwarded port, for example).
            found.insert(0, link.road_address)
        self.move(link.key, found)

    def _lose(self, link: Link) -> None:
        was_up = link.up
        link.lose()
        if was_up:
            self._call(self._on_lost, link.key)

    def _call(self, callback: Callable[..., None], *args: bytes) -> None:
        """Call the layer above; its errors are reported, and do not stop the network."""
        try:
            callback(*args)
        except MalformedError:  # not our error, but the sender's
            raise
        except Exception as error:
            report("a callback of the mesh failed", error)

    async def _tick(self) -> None:
        then = next_ping = time.monotonic()
        while True:
            now = time.monotonic()
            # If this program itself was stopped (a long computation, a suspended laptop), that was not the
            # peer's silence.
            stood_still = max(0.0, now - then - 2 * _TICK)
            then = now
            for link in list(self._links.values()):
                link.heard += stood_still
                if link.up and now - link.heard > self.limits.lost:
                    self._lose(link)
                if now >= next_ping:
                    link.tend(now)
            if now >= next_ping:
                next_ping = now + self.limits.ping
            self._connections.sweep(now)
            await asyncio.sleep(_TICK)
