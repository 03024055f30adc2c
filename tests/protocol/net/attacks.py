"""What intruders do, run as a program of its own; arguments: KIND PORT COUNT KEY... (keys in hex).

Prints ``ready`` when the attack has been made, and keeps its connections until it is killed.
"""

import socket
import struct
import sys
import time
from contextlib import suppress

import zmq
from zmq.utils import z85

HOST = "127.0.0.1"
# ZMTP 3.0: signature, version, mechanism, as-server, filler.
GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x00" + b"CURVE".ljust(20, b"\0") + bytes(32)


def connections(port: int, count: int, say: bytes) -> list[socket.socket]:
    """Many connections, each saying the same and then nothing."""
    held = []
    for _ in range(count):
        with suppress(OSError):
            sock = socket.create_connection((HOST, port), timeout=5)
            held.append(sock)
            if say:
                sock.send(say)
    return held


def admitted(port: int, server: bytes, public: bytes, secret: bytes) -> "zmq.Socket[bytes]":
    """A DEALER with a key the table knows, which keeps to no limit."""
    ctx: zmq.Context[zmq.Socket[bytes]] = zmq.Context.instance()
    sock = ctx.socket(zmq.DEALER)
    sock.curve_serverkey = z85.encode(server)
    sock.curve_publickey = z85.encode(public)
    sock.curve_secretkey = z85.encode(secret)
    sock.linger = 0
    sock.immediate = 1
    sock.reconnect_ivl = 50
    sock.connect(f"tcp://{HOST}:{port}")
    return sock


def flood(port: int, size: int, *keys: bytes) -> None:
    """As much as goes, and again after being refused, for ever."""
    print("ready", flush=True)
    while True:
        sock = admitted(port, *keys)
        while sock.poll(300, zmq.POLLOUT):
            with suppress(zmq.ZMQError):
                sock.send(b"\x01" + bytes(size), zmq.DONTWAIT)
        sock.close(0)


def main() -> None:
    kind, port, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    keys = [bytes.fromhex(text) for text in sys.argv[4:]]
    held: object = None
    if kind == "half-open":
        held = connections(port, count, b"")
    elif kind == "greeting":
        held = connections(port, count, GREETING)
    elif kind == "garbage":
        held = connections(port, count, b"GET / HTTP/1.1\r\n\r\n" * 20)
    elif kind == "gigabyte":  # announced in a ZMTP command's length, long form
        held = connections(port, count, GREETING + b"\x06" + struct.pack(">Q", 1 << 30) + bytes(10000))
    elif kind == "flood":
        flood(port, count, *keys)
    print("ready", flush=True)
    while held is not None:
        time.sleep(1)


if __name__ == "__main__":
    main()
