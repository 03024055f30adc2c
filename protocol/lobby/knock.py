"""The knock: how a visitor with an address, and perhaps a code, learns a table's keys.

    visitor                             any seated peer
    ring (UDP)            ->
                          <-            CURVE key (proves nothing yet)
    ASK  card, H(nonce)   ->            (over CURVE, the port of the mesh)
                          <-            SHOW  founding, cards, description, its nonce, signed by its identity
    SIT  what was shown,  ->            to the layer above, with the safety bytes
         nonce, request
                          <-            VERDICT  the layer above's answer

The visitor commits to its nonce before it sees the other's. So a man in the middle cannot choose keys or
nonces such that both sides see the same safety bytes: it has one guess.

A visitor that only asks is not remembered, so no number of knocks can evict a visitor who is still comparing
words. The answering peer derives its nonce from what was asked and shown, and SIT returns it.
"""

import asyncio
import hashlib
import hmac
import os
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

import zmq

from protocol.codec import pack
from protocol.identity import is_printable
from protocol.lobby.member_list import Founding, Member
from protocol.net import frame_kinds as wire
from protocol.net import zmq_sockets as sockets
from protocol.net.address import Address, endpoint, plain
from protocol.net.async_socket import Pump
from protocol.net.errors import BadAnswer, NoAnswer, WrongCode
from protocol.net.keys_and_card import Card, Keys, check_signed, fields
from protocol.net.limits import Limits
from protocol.net.mesh import Mesh, Reply
from protocol.net.udp_key_query import ring
from protocol.remote_errors import KnockVersionError, MalformedError
from protocol.version import KNOCK

NONCE = 32
MAX_NAME = 64  # characters
MAX_REQUEST = 1024
MAX_DESCRIPTION = 32 * 1024
MAX_VERDICT = 4096
_SITTING = 64  # visitors whose verdict is remembered; others' repeated requests count as new
_AGAIN = 2.0  # seconds before a visitor without an answer repeats its request
_SHOW_TAG = b"p2puno/net/show/1\0"
_SAFETY_TAG = b"p2puno/net/safety/1\0"


@dataclass(frozen=True, slots=True)
class Shown:
    """A table as a seated peer shows it.

    The founding, the newest cards of those seated, and opaque words of the layer above.
    """

    founding: Founding
    cards: tuple[Card, ...]
    description: bytes


@dataclass(slots=True)
class Request:
    """A request for a seat. The visitor has the same ``safety`` bytes if nobody is in between."""

    card: Card
    name: str
    blob: bytes
    safety: bytes
    _answer: Callable[[bytes], None]

    def answer(self, verdict: bytes) -> None:
        """Send the verdict to the visitor. (The layer above must admit the key to the mesh itself.)"""
        if len(verdict) > MAX_VERDICT:
            raise ValueError("the verdict is too long")
        self._answer(verdict)


@dataclass(slots=True)
class _Sitting:
    """A visitor who has asked for a seat with this frame."""

    frame: bytes
    reply: Reply
    verdict: bytes | None = None

    def answer(self, verdict: bytes) -> None:
        self.verdict = verdict
        self.reply(wire.frame(wire.VERDICT, verdict))


class Door:
    """Answers knocks at a mesh. ``show`` returns the current table, or None if there is none to show."""

    def __init__(
        self, mesh: Mesh, show: Callable[[], Shown | None], on_request: Callable[[Request], None]
    ) -> None:
        self._keys = mesh.keys
        self._show = show
        self._on_request = on_request
        self._secret = os.urandom(NONCE)
        self._sitting: OrderedDict[bytes, _Sitting] = OrderedDict()
        self._mesh = mesh
        mesh.open_door(self._knocked)

    def close(self) -> None:
        """Stop answering: from now on ZAP rejects unknown keys."""
        self._mesh.open_door(None)
        self._sitting.clear()

    def _knocked(self, key: bytes, frame: bytes, reply: Reply) -> None:
        if frame[0] == wire.ASK:
            self._asked(key, frame, reply)
        else:
            self._sits(key, frame, reply)

    def _asked(self, key: bytes, frame: bytes, reply: Reply) -> None:
        version, blob, commitment = fields(frame[1:], int, bytes, bytes)
        card = Card.read(blob)
        if version != KNOCK or len(commitment) != 32:
            raise MalformedError("not a knock of this version")
        if card.curve != key:
            raise MalformedError("somebody else's card")
        table = self._show()
        if table is None:
            return
        nonce = self._nonce(key, commitment, table.founding.blob)
        cards = [c.blob for c in table.cards]
        body = pack([KNOCK, table.founding.blob, cards, table.description, nonce, self._keys.identity.public])
        signature = self._keys.identity.sign(_SHOW_TAG, _transcript(frame, self._keys.curve_public, body))
        reply(wire.frame(wire.SHOW, pack([body, signature])))

    def _nonce(self, key: bytes, commitment: bytes, founding: bytes) -> bytes:
        """Our nonce for a visitor: unpredictable, and different for each key, commitment and founding."""
        return hmac.digest(self._secret, pack([key, commitment, founding]), "sha256")

    def _sits(self, key: bytes, frame: bytes, reply: Reply) -> None:
        known = self._sitting.get(key)
        if known is not None and known.frame == frame:
            known.reply = reply
            if known.verdict is not None:
                known.answer(known.verdict)
            return
        blob, founding, shown, nonce, name, request = fields(
            frame[1:], bytes, bytes, bytes, bytes, str, bytes
        )
        if not hmac.compare_digest(self._nonce(key, commit(nonce), founding), shown):
            raise MalformedError("not what was shown for that nonce")
        card = Card.read(blob)
        if card.curve != key:
            raise MalformedError("somebody else's card")
        if len(name) > MAX_NAME or not is_printable(name) or len(request) > MAX_REQUEST:
            raise MalformedError("not a request for a seat")
        us = Member(self._keys.identity.public, self._keys.curve_public)
        safety = safety_bytes(founding, us, Member(card.identity, key), nonce, shown)
        sitting = self._sitting[key] = _Sitting(frame, reply)
        while len(self._sitting) > _SITTING:
            self._sitting.popitem(last=False)
        self._on_request(Request(card, name, request, safety, sitting.answer))


def commit(nonce: bytes) -> bytes:
    """A visitor's commitment to its nonce."""
    return hashlib.sha256(b"p2puno/net/nonce/1\0" + nonce).digest()


def safety_bytes(founding: bytes, host: Member, visitor: Member, theirs: bytes, ours: bytes) -> bytes:
    """32 bytes over everything on which both sides must agree: table, both sides' keys and nonces."""
    whole = pack([founding, host.identity, host.curve, visitor.identity, visitor.curve, theirs, ours])
    return hashlib.sha256(_SAFETY_TAG + whole).digest()


def _transcript(ask: bytes, curve: bytes, body: bytes) -> bytes:
    return hashlib.sha256(ask).digest() + curve + body


class Visit:
    """A table that answered, verified. Ask for a seat with ``sit``, or just ``close``."""

    def __init__(
        self,
        keys: Keys,
        card: Card,
        where: str,
        server: bytes,
        table: Shown,
        member: Member,
        safety: bytes,
        nonce: bytes,
        shown: bytes,
        limits: Limits,
    ) -> None:
        self._keys = keys
        self._where = where
        self._server = server
        self._nonce = nonce
        self._shown = shown
        self._limits = limits
        self.card = card
        self.table = table
        self.host = member
        self.safety = safety

    async def sit(self, name: str, blob: bytes, timeout: float = 20.0) -> bytes:
        """Ask for a seat; returns the table's verdict (opaque). Raises NoAnswer after the timeout."""
        founding = self.table.founding.blob
        request = wire.frame(wire.SIT, pack([self.card.blob, founding, self._shown, self._nonce, name, blob]))
        answer = await _exchange(
            self._keys, self._where, self._server, request, wire.VERDICT, timeout, self._limits
        )
        return answer[:MAX_VERDICT]


async def knock(
    keys: Keys, card: Card, address: Address, *, timeout: float = 8.0, limits: Limits | None = None
) -> Visit:
    """Ask the peer at the address to show its table.

    With a code, the result is exactly that table, or WrongCode is raised. Without one, the two players should
    compare ``safety`` in words. Raises UnknownHost, NoAnswer, WrongCode or BadAnswer.
    """
    limits = limits or Limits()
    end = time.monotonic() + timeout
    ip, port, server = await ring(address.host, address.port, timeout)
    nonce = os.urandom(NONCE)
    ask = wire.frame(wire.ASK, pack([KNOCK, card.blob, commit(nonce)]))
    place = endpoint(plain(ip), port)
    left = max(0.5, end - time.monotonic())
    answer = await _exchange(keys, place, server, ask, wire.SHOW, left, limits)
    try:
        table, member, theirs = _read_show(ask, server, answer)
    except (MalformedError, KnockVersionError) as error:
        raise BadAnswer(address.where, error) from error
    if address.code is not None:
        code = await asyncio.to_thread(table.founding.code)
        if not hmac.compare_digest(code, address.code):
            raise WrongCode(address.where)
    us = Member(card.identity, card.curve)
    safety = safety_bytes(table.founding.blob, member, us, nonce, theirs)
    return Visit(keys, card, place, server, table, member, safety, nonce, theirs, limits)


def _read_show(ask: bytes, server: bytes, payload: bytes) -> tuple[Shown, Member, bytes]:
    """The table, who showed it, and its nonce. Raises MalformedError unless everything is signed and
    consistent, and KnockVersionError."""
    body, signature = fields(payload, bytes, bytes)
    version, blob, cards, description, nonce, identity = fields(body, int, bytes, list, bytes, bytes, bytes)
    if version != KNOCK or len(nonce) != NONCE or len(description) > MAX_DESCRIPTION:
        raise KnockVersionError
    founding = Founding.read(blob)
    # The handshake proves that the answering peer holds this CURVE key. It must be a seated peer's.
    member = Member(identity, server)
    if member not in founding.members:
        raise MalformedError("whoever answered does not sit at that table")
    check_signed(identity, _SHOW_TAG, _transcript(ask, server, body), signature)
    if len(cards) > len(founding.members) or any(type(c) is not bytes for c in cards):
        raise MalformedError("not the cards of those seated")
    read = tuple(Card.read(c) for c in cards)
    if any(Member(c.identity, c.curve) not in founding.members for c in read):
        raise MalformedError("a card of somebody not seated")
    return Shown(founding, read, description), member, nonce


async def _exchange(
    keys: Keys, where: str, server: bytes, request: bytes, want: int, timeout: float, limits: Limits
) -> bytes:
    """Repeat a request over CURVE until a frame of this kind answers; its payload. Raises NoAnswer."""
    ctx = sockets.context()
    sock = sockets.dealer(ctx, keys, server, limits)
    answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def received(frames: list[zmq.Frame]) -> None:
        frame = frames[0].bytes
        if len(frames) == 1 and frame[:1] == bytes((want,)) and not answer.done():
            answer.set_result(frame[1:])

    asked: list[float] = []

    def writable() -> None:
        if not asked and pump.send([request]):
            asked.append(time.monotonic())

    pump = Pump(sock, received, writable)
    try:
        sock.connect(f"tcp://{where}")
        async with asyncio.timeout(timeout):
            while not (await asyncio.wait([answer], timeout=_AGAIN))[0]:
                asked.clear()
                writable()
        return answer.result()
    except TimeoutError as error:
        raise NoAnswer(where) from error
    finally:
        answer.cancel()
        pump.close(0)
        await sockets.end(ctx)
