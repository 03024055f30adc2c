"""The first knock: any seated peer shows the table, and nobody in between passes for it."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
import zmq

from protocol.codec import pack, unpack
from protocol.identity import words
from protocol.lobby.knock import Door, Request, Shown, commit, knock
from protocol.lobby.member_list import Founding, Member
from protocol.net import frame_kinds as wire
from protocol.net import zmq_sockets as sockets
from protocol.net.address import Address, parse
from protocol.net.async_socket import Pump
from protocol.net.errors import BadAnswer, NoAnswer, UnknownHost, WrongCode
from protocol.net.keys_and_card import Card, Keys
from protocol.net.limits import Rate
from protocol.net.udp_key_query import Doorbell, ring
from protocol.remote_errors import MalformedError
from protocol.version import KNOCK
from tests.protocol.net.peers import HOST, Peer, limits, meet, play, running, until

DESCRIPTION = b"classic, 500 points"


def member(peer: Peer) -> Member:
    return Member(peer.keys.identity.public, peer.key)


def shown_in(answer: bytes) -> bytes:
    """The nonce in a SHOW frame."""
    body, _signature = unpack(answer[1:])
    nonce = unpack(body)[4]
    assert isinstance(nonce, bytes)
    return nonce


@dataclass
class Seated:
    """A table of peers with a door at each."""

    peers: list[Peer]
    founding: Founding
    requests: list[tuple[Peer, Request]] = field(default_factory=list)

    def show(self, peer: Peer) -> Shown:
        cards = (peer.mesh.card(), *peer.mesh.cards().values())
        return Shown(self.founding, cards, DESCRIPTION)

    def address(self, seat: int, code: str | None = None) -> Address:
        return Address(HOST, self.peers[seat].mesh.port, code)


@asynccontextmanager
async def table(count: int) -> AsyncIterator[Seated]:
    # Strangers may stay long: on a busy machine these tests take their time.
    few = limits(stranger_time=60.0, knocks=Rate(1, 30, 64e3, 256e3))
    peers = [Peer(limits=few) for _ in range(count)]
    async with running(*peers):
        seated = Seated(peers, Founding.make(peers[0].keys, map(member, peers)))
        for peer in peers:
            Door(
                peer.mesh,
                lambda peer=peer: seated.show(peer),  # type: ignore[misc]
                lambda request, peer=peer: seated.requests.append((peer, request)),  # type: ignore[misc]
            )
        await meet(*peers)
        yield seated


def test_any_seated_peer_shows_the_same_table_and_its_code_fits() -> None:
    async def script() -> None:
        async with table(3) as seated:
            code = seated.founding.code()
            for seat in range(3):
                visitor = Peer()
                async with running(visitor):
                    visit = await knock(visitor.keys, visitor.mesh.card(), seated.address(seat, code))
                    assert visit.table.founding == seated.founding
                    assert visit.table.description == DESCRIPTION
                    assert visit.host == member(seated.peers[seat])
                    assert {c.curve for c in visit.table.cards} == {p.key for p in seated.peers}
                    sitting = asyncio.create_task(visit.sit("Ada", b"hungry"))
                    await until(lambda seat=seat: len(seated.requests) == seat + 1)  # type: ignore[misc]
                    host, request = seated.requests[-1]
                    assert host is seated.peers[seat]
                    assert (request.name, request.blob) == ("Ada", b"hungry")
                    assert Member(request.card.identity, request.card.curve) == member(visitor)
                    assert words(request.safety) == words(visit.safety)
                    # Seated: everybody admits everybody, by the cards alone.
                    for peer in seated.peers:
                        peer.mesh.admit(request.card.curve, request.card.addresses)
                    request.answer(b"welcome")
                    assert await sitting == b"welcome"
                    for card in visit.table.cards:
                        visitor.mesh.admit(card.curve, card.addresses, identity=card.identity)
                    await until(lambda v=visitor: v.there(*seated.peers))  # type: ignore[misc]
                    for peer in seated.peers:
                        peer.mesh.expel(visitor.key)

    play(script())


def test_the_code_stays_when_somebody_sits_down_and_is_another_for_another_table() -> None:
    ada, bob = Keys.fresh(), Keys.fresh()
    seats = [Member(k.identity.public, k.curve_public) for k in (ada, bob)]
    first = Founding.make(ada, seats[:1])
    second = first.again(ada, seats)
    assert first.code() == second.code()
    assert Founding.read(second.blob) == second
    assert Founding.make(ada, seats).code() != first.code()
    assert parse(f"host#{first.code().lower()}").code == first.code()


class Middle:
    """Somebody between visitor and table, who answers the visitor under keys of its own."""

    def __init__(self, seated: Seated, victim: Peer) -> None:
        self.peer = Peer()
        self.seated = seated
        self.victim = victim
        self.requests: list[Request] = []

    def lie(self) -> Shown:
        """A table of its own making."""
        mine = Founding.make(self.peer.keys, [member(self.peer), *map(member, self.seated.peers)])
        return Shown(mine, (self.peer.mesh.card(),), DESCRIPTION)

    def replay(self) -> Shown:
        """The true table's founding and cards, which it can fetch like anyone."""
        return self.seated.show(self.victim)


@pytest.mark.parametrize("trick", ["lie", "replay"])
def test_a_man_in_the_middle_fails_when_the_code_is_given(trick: str) -> None:
    async def script() -> None:
        async with table(2) as seated:
            middle = Middle(seated, seated.peers[0])
            visitor = Peer()
            async with running(middle.peer, visitor):
                Door(middle.peer.mesh, getattr(middle, trick), middle.requests.append)
                address = Address(HOST, middle.peer.mesh.port, seated.founding.code())
                with pytest.raises((WrongCode, BadAnswer)) as failure:
                    await knock(visitor.keys, visitor.mesh.card(), address)
                assert isinstance(failure.value, WrongCode if trick == "lie" else BadAnswer)
                assert middle.requests == []

    play(script())


def test_without_a_code_the_safety_words_differ_under_a_man_in_the_middle() -> None:
    async def script() -> None:
        async with table(2) as seated:
            middle = Middle(seated, seated.peers[0])
            visitor = Peer()
            async with running(middle.peer, visitor):
                Door(middle.peer.mesh, middle.lie, middle.requests.append)
                there = Address(HOST, middle.peer.mesh.port)
                visit = await knock(visitor.keys, visitor.mesh.card(), there)
                onward = await knock(middle.peer.keys, middle.peer.mesh.card(), seated.address(0))
                waiting = [
                    asyncio.create_task(visit.sit("Ada", b"")),
                    asyncio.create_task(onward.sit("Ada", b"")),
                ]
                await until(lambda: middle.requests and seated.requests)
                seen_by_host = seated.requests[0][1].safety
                assert visit.safety == middle.requests[0].safety
                assert onward.safety == seen_by_host
                assert visit.safety != seen_by_host
                for task in waiting:
                    task.cancel()
                await asyncio.gather(*waiting, return_exceptions=True)

    play(script())


def test_a_bell_that_names_the_true_key_from_a_false_place_leads_nowhere() -> None:
    async def script() -> None:
        async with table(1) as seated:
            visitor = Peer()
            loop = asyncio.get_running_loop()
            bell, _ = await loop.create_datagram_endpoint(
                lambda: Doorbell(seated.peers[0].key), local_addr=(HOST, 0)
            )
            port = bell.get_extra_info("sockname")[1]
            async with running(visitor):
                with pytest.raises(NoAnswer):
                    await knock(visitor.keys, visitor.mesh.card(), Address(HOST, port), timeout=1.0)
            bell.close()

    play(script())


def test_nobody_there_and_names_nobody_knows() -> None:
    async def script() -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as silent:
            silent.bind((HOST, 0))
            with pytest.raises(NoAnswer, match=HOST):
                await ring(HOST, silent.getsockname()[1], 0.3)
        with pytest.raises(UnknownHost, match="x" * 64):
            await ring("x" * 64, 1, 1.0)  # no name server is asked for what can be no name

    play(script())


def test_a_host_name_and_ipv6_lead_to_the_table_too() -> None:
    async def script() -> None:
        host = Peer(host="::1")
        visitor = Peer()
        async with running(host, visitor):
            founding = Founding.make(host.keys, [member(host)])
            Door(host.mesh, lambda: Shown(founding, (host.mesh.card(),), b""), lambda request: None)
            visit = await knock(visitor.keys, visitor.mesh.card(), Address("::1", host.mesh.port))
            assert visit.host == member(host)
        async with table(1) as seated, running(visitor := Peer()):
            address = Address("localhost", seated.address(0).port)
            assert (await knock(visitor.keys, visitor.mesh.card(), address)).table.founding

    play(script())


def test_the_bell_answers_only_whole_rings_and_never_with_more_than_it_got() -> None:
    async def script() -> None:
        peer = Peer()
        async with running(peer):
            loop = asyncio.get_running_loop()
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
                sock.setblocking(False)
                sock.connect((HOST, peer.mesh.port))
                for junk in (b"", b"p2puno?\x01", b"p2puno?\x01" + bytes(1000), b"p2puno?\x02" + bytes(120)):
                    sock.send(junk)
                ringing = b"p2puno?\x01" + bytes(120)
                sock.send(ringing)
                answer = await asyncio.wait_for(loop.sock_recv(sock, 2000), 10)
                assert answer == b"p2puno!\x01" + bytes(16) + peer.key
                assert len(answer) <= len(ringing)
                with pytest.raises(BlockingIOError):
                    sock.recv(2000)

    play(script())


def test_a_visitor_must_keep_its_word_and_its_keys() -> None:
    async def script() -> None:
        async with table(1) as seated:
            host = seated.peers[0]
            visitor = Peer()
            answers: list[bytes] = []
            async with running(visitor):
                ctx = sockets.context()
                sock = sockets.dealer(ctx, visitor.keys, host.key, host.mesh.limits)
                sock.connect(f"tcp://{HOST}:{host.mesh.port}")
                ready = asyncio.Event()
                pump = Pump(sock, lambda f: answers.append(f[0].bytes), ready.set)
                await asyncio.wait_for(ready.wait(), 20)
                faults = host.mesh.faults.total

                async def refused(frame: bytes, why: str) -> None:
                    count = faults[why]
                    assert pump.send([frame])
                    await until(lambda: faults[why] > count, why)

                # Somebody else's card; a card forged; a nonce not committed to; sitting without asking.
                other = Keys.fresh().card([], 1)
                ask = wire.frame(wire.ASK, pack([KNOCK, other.blob, commit(b"n")]))
                await refused(ask, "somebody else's card")
                forged = bytearray(visitor.mesh.card().blob)
                forged[-1] ^= 1
                ask = wire.frame(wire.ASK, pack([KNOCK, bytes(forged), commit(b"n")]))
                await refused(ask, "not signed by its identity")
                pump.send([wire.frame(wire.ASK, pack([KNOCK, visitor.mesh.card().blob, commit(b"n")]))])
                await until(lambda: len(answers) == 1, "the table")
                mine, founding = visitor.mesh.card().blob, seated.founding.blob
                shown = shown_in(answers[0])

                def sit(*parts: object) -> bytes:
                    return wire.frame(wire.SIT, pack([*parts]))

                wrong = "not what was shown for that nonce"
                await refused(sit(mine, founding, shown, b"m", "Ada", b""), wrong)
                await refused(sit(mine, founding, bytes(32), b"n", "Ada", b""), wrong)
                await refused(sit(mine, founding + b"\0", shown, b"n", "Ada", b""), wrong)
                await refused(sit(other.blob, founding, shown, b"n", "Ada", b""), "somebody else's card")
                await refused(sit(mine, founding, shown, b"n", "A\x1b[2J", b""), "not a request for a seat")
                await refused(wire.frame(wire.SIT, b"\xc1"), "not msgpack as we use it: FormatError")
                assert seated.requests == []
                for _ in range(2):  # repeated, as its answer may be lost
                    pump.send([sit(mine, founding, shown, b"n", "Ada", b"")])
                await until(lambda: len(seated.requests) == 1)
                seated.requests[0][1].answer(b"welcome")
                await until(lambda: answers[-1] == wire.frame(wire.VERDICT, b"welcome"), "the verdict")
                assert len(seated.requests) == 1
                pump.close()
                ctx.term()

    play(script())


def test_strangers_are_heard_only_when_they_knock_and_only_a_little() -> None:
    async def script() -> None:
        async with table(2) as seated:
            host = seated.peers[0]
            stranger = Keys.fresh()
            answers: list[bytes] = []
            ctx = sockets.context()
            sock = sockets.dealer(ctx, stranger, host.key, host.mesh.limits)
            sock.setsockopt(zmq.LINGER, 0)
            sock.connect(f"tcp://{HOST}:{host.mesh.port}")
            ready = asyncio.Event()
            pump = Pump(sock, lambda f: answers.append(f[0].bytes), ready.set)
            await asyncio.wait_for(ready.wait(), 20)
            faults = host.mesh.faults.total
            assert pump.send([wire.frame(wire.DATA, b"let me in")])
            await until(lambda: faults["stranger's frame"] == 1)
            ask = wire.frame(wire.ASK, pack([KNOCK, stranger.card([], 1).blob, commit(b"n")]))
            while faults["too many knocks"] == 0:
                pump.send([ask])
                await asyncio.sleep(0)
            await until(
                lambda: pump.send([wire.frame(wire.ASK, bytes(host.mesh.limits.knock))]), "room for one more"
            )
            await until(lambda: faults["stranger's frame too big"] == 1, "the door being shut")
            await until(lambda: host.there(seated.peers[1]))
            assert host.heard == []
            assert {answer[0] for answer in answers} == {wire.SHOW}
            pump.close(0)
            ctx.term()

    play(script())


class Knocker:
    """A stranger at a door, who asks as often as it likes, from a loopback address of its own."""

    def __init__(self, host: Peer, source: str = HOST) -> None:
        self.keys = Keys.fresh()
        self.answers = 0
        self.ask = wire.frame(wire.ASK, pack([KNOCK, self.keys.card([], 1).blob, commit(b"n")]))
        self._ctx = sockets.context()
        sock = sockets.dealer(self._ctx, self.keys, host.key, host.mesh.limits)
        sock.setsockopt(zmq.LINGER, 0)
        sock.connect(f"tcp://{source}:0;{HOST}:{host.mesh.port}")
        self.pump = Pump(sock, self._answered)

    def _answered(self, frames: list[zmq.Frame]) -> None:
        self.answers += 1

    def close(self) -> None:
        self.pump.close(0)
        self._ctx.term()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has more than one loopback address by itself")
def test_a_stranger_who_knocks_without_end_keeps_nobody_else_out() -> None:
    async def script() -> None:
        async with table(1) as seated:
            host, visitor = seated.peers[0], Peer()
            strangers = [Knocker(host, "127.0.0.2") for _ in range(4)]

            async def knock_on() -> None:
                while True:
                    for stranger in strangers:
                        stranger.pump.send([stranger.ask])
                    await asyncio.sleep(0.01)

            async with running(visitor):
                knocking = asyncio.create_task(knock_on())
                await until(lambda: host.mesh.faults.of("127.0.0.2")["too many knocks"] > 400, "the storm")
                visit = await knock(visitor.keys, visitor.mesh.card(), seated.address(0))
                sitting = asyncio.create_task(visit.sit("Ada", b""))
                await until(lambda: seated.requests, "the request")
                seated.requests[0][1].answer(b"welcome")
                assert await sitting == b"welcome"
                assert host.mesh.faults.of(HOST)["too many knocks"] == 0
                knocking.cancel()
            for stranger in strangers:
                stranger.close()

    play(script())


def test_a_visitor_who_compares_words_is_not_forgotten_for_others_who_knock() -> None:
    async def script() -> None:
        many = Rate(1e6, 1e6, 1e9, 1e9)  # not what is tested here
        host = Peer(limits=limits(stranger_time=60.0, knocks_from=many, strangers_from=many))
        visitor = Peer()
        async with running(host, visitor):
            founding = Founding.make(host.keys, [member(host)])
            requests: list[Request] = []
            Door(host.mesh, lambda: Shown(founding, (host.mesh.card(),), b""), requests.append)
            visit = await knock(visitor.keys, visitor.mesh.card(), Address(HOST, host.mesh.port))
            for _ in range(70):
                stranger = Knocker(host)
                await until(lambda s=stranger: s.pump.send([s.ask]), "the connection")  # type: ignore[misc]
                await until(lambda s=stranger: s.answers, "the table")  # type: ignore[misc]
                stranger.close()
            sitting = asyncio.create_task(visit.sit("Ada", b""))
            await until(lambda: requests, "the request")
            assert requests[0].safety == visit.safety
            requests[0].answer(b"welcome")
            assert await sitting == b"welcome"

    play(script())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has more than one loopback address by itself")
def test_connections_from_one_address_close_nobody_elses() -> None:
    async def script() -> None:
        host = Peer(limits=limits(strangers=20, stranger_time=60.0))
        async with running(host):
            patient = socket.create_connection((HOST, host.mesh.port))
            await until(lambda: host.mesh.connections == 1)
            crowd = []
            for number in range(40):
                crowd.append(
                    socket.create_connection((HOST, host.mesh.port), source_address=("127.0.0.2", 0))
                )
                await until(lambda n=number: host.mesh.connections >= min(20, n + 2))  # type: ignore[misc]
            await until(lambda: host.mesh.faults.of("127.0.0.2")["too many strangers"] == 21, "room")
            assert host.mesh.faults.of(HOST)["too many strangers"] == 0
            for sock in (patient, *crowd):
                sock.close()

    play(script())


def test_cards_and_foundings_are_refused_in_every_broken_form() -> None:
    keys = Keys.fresh()
    card = keys.card(["127.0.0.1:1", "[::1]:2"], 7)
    assert Card.read(card.blob) == card
    founding = Founding.make(keys, [Member(keys.identity.public, keys.curve_public)])
    for good, read in ((card.blob, Card.read), (founding.blob, Founding.read)):
        for at in range(len(good)):
            for broken in (good[:at], good[:at] + bytes((good[at] ^ 1,)) + good[at + 1 :]):
                with pytest.raises(MalformedError):
                    read(broken)
        with pytest.raises(MalformedError):
            read(good + b"\0")
    with pytest.raises(MalformedError, match="not an address"):
        Card.read(keys.card(["localhost:1"], 1).blob)
    twice = Member(keys.identity.public, keys.curve_public)
    with pytest.raises(MalformedError, match="twice"):
        Founding.read(Founding.make(keys, [twice, twice]).blob)
    with pytest.raises(MalformedError, match="opened"):  # guests look for whoever opened the table
        Founding.read(Founding.make(keys, [Member(Keys.fresh().identity.public, bytes(32))]).blob)
