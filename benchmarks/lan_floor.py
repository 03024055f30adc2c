"""The floors of a move on the network: the least that it could take on this machine, in four ways.

- One signature, a fan-out over raw ZeroMQ with CURVE to as many processes, and one verification there.
- The same, with what a move promises besides: it is on disk before it is sent (one `fsync`).
- The same, with all that a move needs, and nothing around it. Its author packs and signs it, applies it to
  the rules, writes it down and syncs. The others unpack it, verify it, check that it follows the last one,
  verify the share of its card and open that, apply the move to the rules and write it down. The same
  libraries do the work, but there is no table, no event loop, no screen and nothing against cheats. Everybody
  knows all cards and plays the same game from the same seed. Shares are made ahead, as in a real game.
- The fold: a recorded game of four, which everybody applies as a real peer does (`Game.apply`), and nothing
  around it but a file: no table, no event loop, no journal, no screen.

Moves come at the pace of the match beside them. A draw has a floor of the fold too: its move and the shares
after it, one after the other, each sent when the first of the others has the one before. Nobody makes a share
or opens the card there.
"""

from __future__ import annotations

import os
import tempfile
import time
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import IO, Any

import zmq
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from benchmarks.child import child
from p2puno.dealer import Dealer, deal
from p2puno.moves import Choice, Move
from p2puno.options import Options
from protocol.codec import pack, unpack
from protocol.deck import Calculator, equality
from protocol.deck.group import POINT_BYTES, SECP256K1, Point
from protocol.files.log_file import read_game
from protocol.log.entry import MOVE
from protocol.log.wire_moves import Showing, read_move, shown_card, write_move
from protocol.play.game import Game as Fold
from protocol.table.messages import read_message

PACE = 0.05  # seconds between two moves, in a match too: until then other programs have used the caches
MESSAGE = 320  # bytes: a usual move, signed
ROUNDS = 60
FIRST = 21  # the first messages pay for the handshakes
RAW, SYNCED, WORKED, FOLDED, DRAWN = range(5)
SIGNATURE = 64
RECORDED = Path(__file__).parents[1] / "replays" / "rotating.uno"
RECORDED_PEERS = 4


class Others:
    """The processes of all other peers."""

    def __init__(self, peers: int, public: bytes) -> None:
        self._context = zmq.Context()
        own_public, own_secret = zmq.curve_keypair()
        self._workers = [child("benchmarks.lan", "floor", public.hex(), str(peers)) for _ in range(peers - 1)]
        self._roads = []
        for worker in self._workers:
            assert worker.stdout is not None
            port, server = worker.stdout.readline().split()
            road = self._context.socket(zmq.DEALER)
            road.rcvtimeo = 30_000
            road.curve_publickey, road.curve_secretkey, road.curve_serverkey = own_public, own_secret, server
            road.connect(f"tcp://127.0.0.1:{int(port)}")
            self._roads.append(road)

    def send(self, data: bytes) -> tuple[int, int]:
        """Send to all; returns when the first and when the last of them was done."""
        for road in self._roads:
            road.send(data)
        done = [int(road.recv()) for road in self._roads]
        return min(done), max(done)

    def close(self) -> None:
        for road, worker in zip(self._roads, self._workers, strict=True):
            road.send(b"")
            worker.wait()
            road.close(0)
        self._context.term()


def floors(peers: int) -> list[list[float]]:
    """Milliseconds from before the signature until the last of the others is done, for each floor; those of a
    draw only at a table like that of the recorded game."""
    key = Ed25519PrivateKey.generate()
    others = Others(peers, key.public_key().public_bytes_raw())
    taken: list[list[float]] = [[], [], [], [], []]
    game = Game(peers)
    with tempfile.TemporaryFile() as file:
        for number in range(3 * ROUNDS + FIRST):
            kind = number % 3
            chosen = game.choose() if kind == WORKED else None
            began = time.monotonic_ns()
            body = game.write(*chosen) if chosen is not None else number.to_bytes(4, "big") * (MESSAGE // 4)
            signed = bytes([kind]) + body + key.sign(body)
            if kind != RAW:
                _sync(file, signed)
            _, last = others.send(signed)
            if number >= FIRST:
                taken[kind].append((last - began) / 1e6)
            time.sleep(PACE)
        genesis, entries = read_game(RECORDED)
        fold = Fold(genesis)
        # For the last move and each entry since: how long until one of the others has it, and until all have.
        steps: list[tuple[float, float]] = []
        for entry in entries:
            if entry.kind == MOVE:
                if len(steps) == peers == RECORDED_PEERS:  # a draw, and a share of each of the others
                    taken[DRAWN].append(sum(one for one, _ in steps[:-1]) + steps[-1][1])
                if len(taken[FOLDED]) == ROUNDS:
                    break
                steps = []
                time.sleep(PACE)
            began = time.monotonic_ns()
            key.sign(pack(unpack(entry.body)))
            data = bytes([FOLDED]) + pack(["entry", *entry.wire()])
            fold.apply(entry, signed=True)
            _sync(file, data)
            first, last = others.send(data)
            steps.append(((first - began) / 1e6, (last - began) / 1e6))
            if entry.kind == MOVE:
                taken[FOLDED].append(steps[0][1])
    others.close()
    return taken


def _sync(file: IO[bytes], data: bytes) -> None:
    file.write(data)
    file.flush()
    os.fsync(file.fileno())


def other_end(public: str, peers: int) -> None:
    """The process of another peer: do what the message asks for, say when it is done."""
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
    context = zmq.Context()
    router = context.socket(zmq.ROUTER)
    server, router.curve_secretkey = zmq.curve_keypair()
    router.curve_publickey, router.curve_server = server, True
    port = router.bind_to_random_port("tcp://127.0.0.1")
    game, fold = Game(peers), Fold(read_game(RECORDED)[0])
    print(port, server.decode(), flush=True)
    with tempfile.TemporaryFile() as file:
        while True:
            who, signed = router.recv_multipart()
            if not signed:
                return
            if signed[0] == FOLDED:
                (entry,) = read_message(signed[1:]).parts
                fold.apply(entry)
            else:
                body = signed[1:-SIGNATURE]
                key.verify(signed[-SIGNATURE:], body)
                if signed[0] == WORKED:
                    game.take(body)
            if signed[0] in (WORKED, FOLDED):
                file.write(signed)
            router.send_multipart([who, str(time.monotonic_ns()).encode()])


class Game:
    """A game that everybody plays alike, with a share for each card that is played."""

    def __init__(self, peers: int) -> None:
        self._peers = peers
        self._random, self._seeds = Random(1), count()
        self._calculator = Calculator()
        self._secret, self._context = 12345, b"floor"
        self._key = SECP256K1.base(self._secret)
        self._others = [SECP256K1.base(number + 2) for number in range(peers - 1)]
        self._head = bytes(32)
        self._position = 0
        self._dealer = self._deal()

    def _deal(self) -> Dealer:
        return deal(Options(), range(self._peers), 0, Random(next(self._seeds)))

    def _source(self) -> Point:
        """The point that hides the next card."""
        return SECP256K1.hash(self._position.to_bytes(4, "big"))

    def choose(self) -> tuple[int, Move, Any]:
        """Any legal move of the seat whose turn it is, and the share of its card."""
        waiting = self._dealer.round.waiting
        assert isinstance(waiting, Choice)
        move = self._random.choice(self._dealer.views[waiting.seat].moves())
        if shown_card(move) is None:
            return waiting.seat, move, None
        source = self._source()
        image = SECP256K1.mul(source, self._secret)
        proof = equality.prove(
            self._calculator, self._context, bytes(32), self._secret, self._key, [source], [image]
        )
        return waiting.seat, move, SECP256K1.encode(image) + proof

    def write(self, seat: int, move: Move, share: Any) -> bytes:
        """The body of the author's move, which is applied here."""
        body = pack([self._head, self._position, seat, write_move(move, share), time.time_ns() // 1_000_000])
        self._apply(seat, move, body)
        return body

    def take(self, body: bytes) -> None:
        """Check and apply the move of another peer."""
        previous, position, seat, wire, _ = unpack(body)
        assert (previous, position) == (self._head, self._position)
        move = read_move(wire)
        if isinstance(move, Showing):
            self._open(move.share)
            move = move.bearing(self._dealer.face(move.card, self._dealer.round.side))
        self._apply(seat, move, body)

    def _open(self, share: bytes) -> None:
        """Verify a share, and do the sums that show its card."""
        source, image = self._source(), SECP256K1.decode(share[:POINT_BYTES])
        proof = share[POINT_BYTES:]
        equality.verify(self._calculator, self._context, self._key, [source], [image], proof)
        mask = SECP256K1.neg(SECP256K1.add([*self._others, image]))
        SECP256K1.encode(SECP256K1.add([source, mask]))

    def _apply(self, seat: int, move: Move, body: bytes) -> None:
        self._dealer.round.apply(seat, move)
        self._dealer.serve()
        if self._dealer.round.result is not None:
            self._dealer = self._deal()
        self._head, self._position = sha256(body).digest(), self._position + 1
