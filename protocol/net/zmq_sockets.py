"""The two kinds of ZeroMQ socket in a mesh, with every option in one place."""

import asyncio

import zmq
from zmq.utils import z85

from protocol.net.errors import NoCurve
from protocol.net.keys_and_card import Keys
from protocol.net.limits import Limits

# What CURVE (RFC 26) and our kind byte add to a payload, rounded up.
FRAMING = 64
ZAP_DOMAIN = b"p2puno"
_RECEIVE_BUFFER = 512 * 1024


def context() -> "zmq.Context[zmq.Socket[bytes]]":
    """A separate ZeroMQ context, so that two meshes in one process share nothing, not even ZAP."""
    if not zmq.has("curve"):
        raise NoCurve
    return zmq.Context()


async def end(ctx: "zmq.Context[zmq.Socket[bytes]]") -> None:
    """Release a context whose sockets are closed, once what they had to send has left, at most their linger.
    It is released also if we are cancelled meanwhile."""
    # Not in the loop, which it would block. The future is shielded, because cancelling it would take the
    # work back if no thread has begun with it.
    await asyncio.shield(asyncio.get_running_loop().run_in_executor(None, ctx.term))


def router(ctx: "zmq.Context[zmq.Socket[bytes]]", keys: Keys, limits: Limits) -> "zmq.Socket[bytes]":
    """The socket for incoming peers: CURVE server, checked by ZAP, bounded everywhere. Not yet bound."""
    sock = ctx.socket(zmq.ROUTER)
    sock.curve_server = 1
    sock.curve_secretkey = z85.encode(keys.curve_secret)
    sock.zap_domain = ZAP_DOMAIN
    # Sending to a peer that is gone fails at once instead of being dropped silently.
    sock.router_mandatory = 1
    sock.backlog = limits.strangers
    _common(sock, limits)
    sock.linger = 0
    return sock


def dealer(
    ctx: "zmq.Context[zmq.Socket[bytes]]", keys: Keys, server: bytes, limits: Limits
) -> "zmq.Socket[bytes]":
    """The socket to the one peer that holds ``server``'s secret. Not yet connected."""
    sock = ctx.socket(zmq.DEALER)
    sock.curve_serverkey = z85.encode(server)
    sock.curve_publickey = z85.encode(keys.curve_public)
    sock.curve_secretkey = z85.encode(keys.curve_secret)
    # Writable means that the handshake is done. Nothing is queued for an address where nobody answers.
    sock.immediate = 1
    sock.reconnect_ivl = 100
    sock.reconnect_ivl_max = 1000
    sock.connect_timeout = int(limits.dial_max * 1000)
    _common(sock, limits)
    sock.linger = 200
    return sock


def _common(sock: "zmq.Socket[bytes]", limits: Limits) -> None:
    sock.ipv6 = True
    sock.maxmsgsize = limits.message + FRAMING
    sock.sndhwm = limits.high_water
    sock.rcvhwm = limits.high_water
    sock.rcvbuf = _RECEIVE_BUFFER
    sock.handshake_ivl = int(limits.handshake * 1000)
    # For machines that vanish silently: the connection is closed and its memory freed.
    sock.heartbeat_ivl = int(limits.lost * 1000)
    sock.heartbeat_timeout = int(limits.lost * 2000)
