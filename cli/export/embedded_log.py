"""The signed log of a game for its page, which checks it (verify.js).

It shows all hands once a round is over, so only a page for all perspectives has it.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from protocol.replay.recording import Recording


def embedded_log(recording: Recording) -> dict[str, Any]:
    genesis = recording.genesis
    return {
        "genesis": [_text(genesis.body), [_text(signature) for signature in genesis.signatures]],
        "entries": [[_text(entry.body), _text(entry.signature)] for entry in recording.entries],
        "agreements": {
            str(position): [match, _text(digest)]
            for position, (match, digest) in recording.agreements.items()
        },
    }


def _text(value: bytes) -> str:
    return b64encode(value).decode()
