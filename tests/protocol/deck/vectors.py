"""Makes tests/vectors/deck.json: values from fixed secrets that another implementation can check itself
against.

    python -m tests.protocol.deck.vectors

Bytes are written in hexadecimal. docs/cryptography.md says what each field is.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from protocol.deck import derived_secrets, equality, sealed_box, shuffle
from protocol.deck.batch_arithmetic import Calculator
from protocol.deck.group import SECP256K1
from protocol.deck.key_splitting import split_secrets
from protocol.deck.transcript import digest, frame
from tests.protocol.deck.forger import pair_of
from tests.protocol.deck.script import game
from tests.protocol.deck.table import secret_of

PATH = Path(__file__).parents[2] / "vectors" / "deck.json"


def plain(value: Any) -> Any:
    """The same with bytes as text, for JSON."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


def make() -> dict[str, Any]:
    group, calc = SECP256K1, Calculator()
    encode = group.encode
    seed = hashlib.sha256(b"a seed for vectors").digest()
    context = b"a context"

    secret = derived_secrets.scalar(seed, "a secret")
    sources = [group.hash(b"source %d" % i) for i in range(3)]
    images = [group.mul(source, secret) for source in sources]
    key = group.base(secret)
    proofs = [
        {
            "sources": [encode(point) for point in sources[:count]],
            "images": [encode(point) for point in images[:count]],
            "proof": equality.prove(calc, context, seed, secret, key, sources[:count], images[:count]),
        }
        for count in (0, 1, 3)
    ]

    joint = group.base(derived_secrets.scalar(seed, "a joint secret"))
    before = [pair_of(calc, group.base(i + 2), group.hash(b"card %d" % i)) for i in range(3)]
    witness = shuffle.witness(seed, context, before)
    after = shuffle.mix(calc, joint, before, witness)
    generators = shuffle.generators(group, 3)

    box = sealed_box.seal(calc, context, seed, key, b"a text")
    table = game()
    state = table.watcher._state
    audit = table.watcher.audit()
    setup = table.setup
    return {
        "frame": [
            {"parts": [{"bytes": b"ab"}, {"text": "ab"}, {"int": 7}], "framed": frame(b"ab", "ab", 7)},
            {"parts": [], "framed": frame()},
        ],
        "digest": {"label": "a label", "parts": [{"bytes": b"ab"}], "digest": digest("a label", b"ab")},
        "hash_to_point": [
            {"data": b"source %d" % i, "point": encode(point)} for i, point in enumerate(sources)
        ],
        "seed": seed,
        "scalars": {
            "label": "label",
            "values": [f"{value:064x}" for value in derived_secrets.scalars(seed, 3, "label")],
        },
        "permutation": {
            "label": "label",
            "size": 20,
            "order": derived_secrets.permutation(seed, 20, "label"),
        },
        "generators": {"chain": encode(generators.chain), "places": [encode(p) for p in generators.places]},
        "equality": {"context": context, "secret": f"{secret:064x}", "key": encode(key), "proofs": proofs},
        "shuffle": {
            "context": context,
            "joint": encode(joint),
            "before": shuffle.encode_pairs(before),
            "order": witness.order,
            "blinds": [f"{value:064x}" for value in witness.blinds],
            "after": shuffle.encode_pairs(after),
            "proof": shuffle.prove(calc, context, seed, joint, before, after, witness),
        },
        "seal": {
            "context": context,
            "to": encode(key),
            "text": b"a text",
            "sealed": box,
            "dispute": sealed_box.dispute(calc, context, seed, secret, key, box),
        },
        "game": {
            "setup": {
                "game": setup.game,
                "after": setup.after,
                "seats": setup.seats,
                "operators": setup.operators,
                "size": setup.size,
                "sides": setup.sides,
                "split": setup.split,
                "digest": state.digest,
            },
            "seats": [seat_of(table, seat) for seat in setup.seats],
            "faces": [[encode(point) for point in side] for side in state.face_points],
            "events": table.watcher.history,
            "audit": [[*spot, card] for spot, card in sorted(audit.faces.items())],
        },
    }


def seat_of(table: Any, seat: int) -> dict[str, Any]:
    setup, state = table.setup, table.watcher._state
    seed = derived_secrets.deal_seed(secret_of(seat), setup.game, setup.after, seat)
    key = derived_secrets.scalar(seed, "key", state.digest)
    return {
        "secret": secret_of(seat),
        "seed": seed,
        "key": f"{key:064x}",
        "split": [f"{part:064x}" for part in split_secrets(state, seat, seed, key)],
    }


def main() -> None:
    PATH.parent.mkdir(exist_ok=True)
    PATH.write_text(json.dumps(plain(make()), indent=1) + "\n")


if __name__ == "__main__":
    main()
