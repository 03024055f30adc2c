"""tests/vectors/log.json: what it says of its games is what both implementations find in them.

The games are not played again, since who speaks when is not a matter of the protocol. But each seat, given
its secrets and the log so far, writes exactly the entry that is there.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from protocol.files.log_file import read_log
from protocol.identity import Identity
from protocol.log.entry import AGREE, DECK, ENTRY_TAG, NOBODY
from protocol.play.game import Game
from tests.independent.compare import follow, summary
from tests.independent.curve import frame
from tests.independent.produce import CALCULATOR
from tests.independent.vectors import FOLDER, GAMES, PATH, described
from tests.independent.wire import records, unpack

VECTORS: dict[str, Any] = {one["file"]: one for one in json.loads(PATH.read_text(encoding="ascii"))}
EVERY = pytest.mark.parametrize("name", VECTORS)


def bodies(name: str) -> list[list[Any]]:
    return [unpack(unpack(record)[0]) for record in records((FOLDER / name).read_bytes())[0][1:]]


@EVERY
def test_both_verifiers_say_what_is_written(name: str, tmp_path: Path) -> None:
    said = summary(follow((FOLDER / name).read_bytes(), tmp_path))
    written = VECTORS[name]["verdict"]
    rounds = [
        (r["number"], r["how"], r["out"], {int(s): n for s, n in r["held"].items()}, r["audited"], r["void"])
        for r in written["rounds"]
    ]
    assert said.pop("rounds") == rounds
    assert said.pop("lost") == [(seat, why) for seat, why in written["lost"]]
    assert said == {key: written[key] for key in said}


@EVERY
def test_digests_are_of_these_texts(name: str) -> None:
    vector, found = VECTORS[name], bodies(name)
    assert vector["agreements"]
    for one in vector["agreements"]:
        match, round = (sha256(one[key].encode()).digest() for key in ("match", "round"))
        assert sha256(match + round).hexdigest() == one["digest"]
        assert found[one["position"] - 1][5] == "agree"
        assert found[one["position"] - 1][6][0].hex() == one["digest"]


@EVERY
def test_seeds_follow_from_the_secrets(name: str) -> None:
    """Each seed that was revealed is derived from the game secret and the hash that the deal follows."""
    vector, found = VECTORS[name], bodies(name)
    game, revealed = bytes.fromhex(vector["game"]), 0
    for deal in vector["deals"]:
        assert found[deal["number"] - 1][3].hex() == deal["after"]
        for seat, seed in deal["seeds"].items():
            info = frame(b"p2puno deck 1", "seed", game, bytes.fromhex(deal["after"]), int(seat))
            secret = bytes.fromhex(vector["seats"][int(seat)]["secret"])
            assert HKDF(SHA256(), 32, salt=None, info=info).derive(secret).hex() == seed
    seeds = {seed for deal in vector["deals"] for seed in deal["seeds"].values()}
    for body in found:
        if body[5] == DECK and body[6][0] == "reveal":
            assert body[6][1].hex() in seeds
            revealed += 1
    assert revealed


@EVERY
def test_every_seat_writes_what_it_wrote(name: str) -> None:
    """Steps of the deck and agreements follow from the secrets and the log; signatures from the key."""
    vector = VECTORS[name]
    genesis, entries = read_log(FOLDER / name)
    for seat, own in enumerate(vector["seats"]):
        game = Game(genesis, seat, bytes.fromhex(own["secret"]), CALCULATOR)
        identity = Identity(bytes.fromhex(own["key"]))
        assert identity.public == genesis.players[seat].key
        for entry in entries:
            due = game.due()
            if entry.seat == seat and entry.kind in (DECK, AGREE):
                assert due is not None
                assert game.deal is not None
                asks = entry.payload[1] if entry.kind == AGREE else []
                assert game.deal.own_payload(due, asks) == entry.payload
            if entry.seat == seat != NOBODY:
                assert identity.sign(ENTRY_TAG, entry.body) == entry.signature
            game.apply(entry)


@EVERY
def test_the_file_says_all_that_is_in_the_games(name: str) -> None:
    seed = GAMES[name.removesuffix(".uno")][1]
    assert json.loads(json.dumps(described(FOLDER / name, seed))) == VECTORS[name]


def test_what_the_vectors_are_for() -> None:
    assert len(VECTORS["match.uno"]["agreements"]) == 2
    dropout = VECTORS["dropout.uno"]
    assert dropout["verdict"]["lost"] == [[1, "silent"]]
    assert [one["seat"] for one in dropout["returns"]] == [0, 2]
    seals = VECTORS["trade.uno"]["seals"]
    there, back = ({card for card, _ in seals[at]["cards"]} for at in (0, 3))
    assert (seals[0]["by"], seals[3]["to"]) == (0, 0)
    assert there & back
