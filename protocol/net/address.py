"""Where a table is.

``HOST``, ``HOST:PORT``, ``[v6]:PORT``, a bare IPv6 number, each with ``#CODE`` or without.
"""

import ipaddress
import re
from dataclasses import dataclass

from protocol.net.errors import BadAddress

# 866 spells UNO on a telephone. Below the range of outgoing ports (32768 and up), so that no outgoing
# connection can occupy it; above 1024, so that it needs no privilege; in no common list of services.
DEFAULT_PORT = 10866
PORTS = range(DEFAULT_PORT, DEFAULT_PORT + 32)
"""Tried in this order, also to find peers that moved: enough for several tables on one machine."""

CODE_LENGTH = 8
# Crockford's alphabet: no letter that looks like a digit or another letter.
CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ALIKE = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
_NAME = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9_-]{1,63}(?<!-))*\.?\Z")


@dataclass(frozen=True, slots=True)
class Address:
    """A host (name or number, without brackets), a port and, optionally, the code that pins its keys."""

    host: str
    port: int = DEFAULT_PORT
    code: str | None = None

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == DEFAULT_PORT else f":{self.port}"
        return host + port + (f"#{self.code}" if self.code else "")

    @property
    def where(self) -> str:
        """Host and port without the code: for messages to people."""
        return endpoint(self.host, self.port)


def endpoint(host: str, port: int) -> str:
    """``host:port``, IPv6 in brackets: the form in which peers announce addresses."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def parse(text: str) -> Address:
    """What a person typed after ``join``. Raises BadAddress, saying what is wrong."""
    rest, mark, code = text.strip().partition("#")
    host, port = _host_and_port(rest.strip(), text)
    return Address(host, port, _code(code, text) if mark else None)


def _code(text: str, whole: str) -> str:
    """Parse a typed code: any case, dashes and spaces ignored, look-alikes (O, I, L) read as digits."""
    code = text.upper().translate(_ALIKE)
    if len(code) != CODE_LENGTH or any(c not in CODE_ALPHABET for c in code):
        raise BadAddress(whole, f"the code after # must have {CODE_LENGTH} letters and digits")
    return code


def split_endpoint(text: str) -> tuple[str, int]:
    """Parse a peer's announced address: a number and a port, never a name. Raises BadAddress."""
    host, port = _host_and_port(text, text)
    if not is_number(host):
        raise BadAddress(text, "peers announce numbers, not names")
    return host, port


def is_number(host: str) -> bool:
    """Whether this is an IP address rather than a name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def plain(host: str) -> str:
    """Convert an IPv4 address that came through an IPv6 socket (``::ffff:1.2.3.4``) to IPv4."""
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(number, ipaddress.IPv6Address) and number.ipv4_mapped is not None:
        return str(number.ipv4_mapped)
    return host


def _host_and_port(text: str, whole: str) -> tuple[str, int]:
    if not text:
        raise BadAddress(whole, "the host is missing")
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket:
            raise BadAddress(whole, "the bracket is not closed")
        if rest and not rest.startswith(":"):
            raise BadAddress(whole, "only :PORT can follow the bracket")
        if ":" not in host or not is_number(host):
            raise BadAddress(whole, "brackets must hold an IPv6 address")
        return host, _port(rest[1:], whole) if rest else DEFAULT_PORT
    if text.count(":") > 1:
        if not is_number(text):
            raise BadAddress(whole, "it has several colons but is not an IPv6 address")
        return text, DEFAULT_PORT
    host, colon, port = text.partition(":")
    if not host:
        raise BadAddress(whole, "the host is missing")
    if re.fullmatch(r"[0-9.]+", host) and not is_number(host):
        raise BadAddress(whole, "an IPv4 address has four parts from 0 to 255")
    if not is_number(host) and not _NAME.match(host):
        raise BadAddress(whole, "the host name has characters that are not allowed")
    return host, _port(port, whole) if colon else DEFAULT_PORT


def _port(text: str, whole: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and 0 < int(text) < 65536):
        raise BadAddress(whole, "a port is a number from 1 to 65535")
    return int(text)
