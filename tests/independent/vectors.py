"""Makes tests/vectors/log.json and the games beside it: logs from fixed secrets that another implementation
can check itself against.

    python -m tests.independent.vectors

docs/protocol.md, section 23, says what each field is.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from p2puno.moves import Move, Play
from p2puno.options import Options
from protocol.deck import derived_secrets
from protocol.deck.passing import Passing
from protocol.files.log_file import read_log
from protocol.log.entry import AGREE, DECK
from protocol.play.game import Game
from protocol.replay.verify import verify
from tests.independent.match import json_text
from tests.independent.produce import CALCULATOR, Hall, bytes_of, file_of, found, identity_of
from tests.independent.test_games import Event, due, short
from tests.independent.verifier import Log
from tests.independent.wire import read_entry, read_genesis, records, unpack

FOLDER = Path(__file__).parents[1] / "vectors"
PATH = FOLDER / "log.json"


class Trading(Hall):
    """Players who lay a Rock-'n'-Swap as soon as they can, so that hands are traded back."""

    def choose(self, plays: list[Play], moves: Sequence[Move]) -> Move:
        swaps = [move for move in plays if move.face.symbol == "Ws"]
        return super().choose(swaps or plays, moves)


def _played(hall: Hall, kills: tuple[Event, ...] = ()) -> bytes:
    todo = list(kills)

    def watch(hall: Hall) -> None:
        if todo and todo[0][0](hall):
            hall.dead ^= {todo.pop(0)[1]}

    hall.watch = watch
    return file_of(hall.genesis, hall.play())


def _hall(kind: type[Hall], options: Options, players: int, seed: int) -> Hall:
    return kind(found(options, players, seed, grace=3000, machine_grace=2000), seed)


def match(seed: int) -> bytes:
    return _played(_hall(Hall, short(hand_size=2, target=60), 2, seed))


def dropout(seed: int) -> bytes:
    """Seat 1 falls silent in its turn and never reveals its seed: the others return the parts of its key."""
    return _played(_hall(Hall, short(hand_size=2), 3, seed), ((due("move", "turn", 1), 1),))


def trade(seed: int) -> bytes:
    return _played(_hall(Trading, short("swap", hand_size=7), 2, seed))


GAMES: dict[str, tuple[Callable[[int], bytes], int]] = {
    "match": (match, 4),
    "dropout": (dropout, 1),
    "trade": (trade, 8),
}


def described(path: Path, seed: int) -> dict[str, Any]:
    """What log.json says of one game."""
    genesis, entries = read_log(path)
    verdict = asdict(verify(path, CALCULATOR))
    del verdict["wrong"]  # an error of this program; the code says what it means
    del verdict["sides"]  # follow from the options
    players = len(genesis.players)
    return {
        "file": path.name,
        "seats": [
            {"key": identity_of(seed, seat).secret.hex(), "secret": bytes_of("secret", seed, seat).hex()}
            for seat in range(players)
        ],
        "game": genesis.game.hex(),
        "head": list(entries)[-1].hash.hex(),
        "verdict": verdict,
        "deals": list(_deals(path, seed)),
        "agreements": list(_agreements(path)),
        "returns": [
            {"position": entry.position, "seat": entry.seat, "value": entry.payload[1].hex()}
            for entry in entries
            if entry.kind == DECK and entry.payload[0] == "return"
        ],
        "seals": list(_seals(path)),
    }


def _deals(path: Path, seed: int) -> Iterator[dict[str, Any]]:
    """Each deal, the hash that it follows, and the seeds that follow from it."""
    genesis, entries = read_log(path)
    game = Game(genesis, calculator=CALCULATOR)
    number = 0
    for entry in entries:
        if game.deal is not None and game.deal.number != number:
            number = game.deal.number
            yield {
                "number": number,
                "after": game.after.hex(),
                "seeds": {
                    str(seat): derived_secrets.deal_seed(
                        bytes_of("secret", seed, seat), genesis.game, game.after, seat
                    ).hex()
                    for seat in game.deal.operators
                },
            }
        game.apply(entry)


def _agreements(path: Path) -> Iterator[dict[str, Any]]:
    """The first agreement of each round: the texts that are hashed, by the second implementation."""
    first, *rest = records(path.read_bytes())[0]
    log, before = Log(read_genesis(first)), ""
    for record in rest:
        entry = read_entry(unpack(record))
        if entry.kind == AGREE != before:
            assert log.deal is not None
            yield {
                "position": entry.position,
                "match": json_text(log.match.fields()),
                "round": json_text(log.deal.round_fields(log.match.option_pairs())),
                "digest": log.digest().hex(),
            }
        before = entry.kind
        log.feed(entry)


def _seals(path: Path) -> Iterator[dict[str, Any]]:
    """The cards that are passed under seal."""
    genesis, entries = read_log(path)
    game = Game(genesis, calculator=CALCULATOR)
    for entry in entries:
        if entry.kind == DECK and entry.payload[0] == "seal":
            assert game.deal is not None
            passing = game.deal.deck._pending
            assert isinstance(passing, Passing)
            kind, cards, by, to = passing.request
            yield {
                "position": entry.position,
                "kind": kind,
                "by": by,
                "to": to,
                "cards": list(map(list, cards)),
            }
        game.apply(entry)


def main() -> None:
    said = []
    for name, (make, seed) in GAMES.items():
        path = FOLDER / f"{name}.uno"
        path.write_bytes(make(seed))
        said.append(described(path, seed))
        print(path.name, path.stat().st_size, "bytes", file=sys.stderr)
    PATH.write_text(json.dumps(said, indent=1) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
