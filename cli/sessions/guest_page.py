"""The page of a guest with a phone: where it is, and the key that opens it."""

from __future__ import annotations

import socket
import sys
from base64 import urlsafe_b64encode
from contextlib import closing, suppress
from dataclasses import dataclass

from cli.words.language import _
from protocol.net.keys_and_card import Keys
from protocol.net.listen import own_addresses

KEY_BYTES = 32
FIRST_PORT = 49152
"""From here on, ports belong to no service."""


@dataclass(frozen=True, slots=True)
class GuestPage:
    identity: bytes
    name: str
    host: str
    port: int
    key: bytes

    @property
    def address(self) -> str:
        """What the guest's phone opens. What follows the # is never sent."""
        place = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{place}:{self.port}/#{urlsafe_b64encode(self.key).decode().rstrip('=')}"

    @property
    def about(self) -> str:
        """What the host is told beside the code."""
        text = _(
            "{name} plays on this machine, from a phone in the same network: scan the code with it. "
            "Show it to nobody else. In a network that strangers share, one of them could see this hand."
        )
        return text.format(name=self.name)


def guest_page(keys: Keys, name: str, local: bool) -> GuestPage:
    """The same for the same seat, so that a phone whose page is open comes back to a resumed game."""
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    host = "127.0.0.1" if local else own_addresses()[0]
    derived = HKDF(SHA256(), KEY_BYTES + 2, None, b"p2puno guest page").derive(keys.identity.secret)
    usual = FIRST_PORT + int.from_bytes(derived[KEY_BYTES:], "big") % (65536 - FIRST_PORT)
    return GuestPage(keys.identity.public, name, host, _free_port(host, usual), derived[:KEY_BYTES])


def _free_port(host: str, usual: int) -> int:
    """The usual port or, if it is taken, another one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with closing(socket.socket(family, socket.SOCK_STREAM)) as place:
        if sys.platform != "win32":
            place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # it was ours a moment ago
        with suppress(OSError):
            place.bind((host, usual))
            return usual
        place.bind((host, 0))
        return int(place.getsockname()[1])
