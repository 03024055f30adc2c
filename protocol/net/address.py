"""Parses and formats the address of a table.

The forms are ``HOST``, ``HOST:PORT``, ``[v6]:PORT`` and a bare IPv6 number, each with or without ``#CODE``.
"""

import ipaddress
import re
from dataclasses import dataclass

from protocol.net.errors import AddressFault, BadAddress

# 866 spells UNO on a telephone. Below the range of outgoing ports (32768 and up), so that no outgoing
# connection can occupy it; above 1024, so that it needs no privilege; not used by a well-known service.
DEFAULT_PORT = 10866
PORTS = range(DEFAULT_PORT, DEFAULT_PORT + 32)
"""The ports to try, in order, for listening and to find peers that moved: enough for several tables."""

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
    """The address that a person typed. Raises BadAddress."""
    rest, mark, code = text.strip().partition("#")
    if "://" in rest:
        raise BadAddress(text, AddressFault.URL)
    host, port = _host_and_port(rest.strip(), text)
    return Address(host, port, _code(code, text) if mark else None)


def _code(text: str, whole: str) -> str:
    """Parse a typed code: any case, dashes and spaces ignored, look-alikes (O, I, L) read as digits."""
    code = text.upper().translate(_ALIKE)
    if len(code) != CODE_LENGTH or any(c not in CODE_ALPHABET for c in code):
        raise BadAddress(whole, AddressFault.CODE)
    return code


def split_endpoint(text: str) -> tuple[str, int]:
    """Parse a peer's announced address: a number and a port, never a name. Raises BadAddress."""
    host, port = _host_and_port(text, text)
    if not is_number(host):
        raise BadAddress(text, AddressFault.NOT_A_NUMBER)
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
        raise BadAddress(whole, AddressFault.NO_HOST)
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket:
            raise BadAddress(whole, AddressFault.OPEN_BRACKET)
        if rest and not rest.startswith(":"):
            raise BadAddress(whole, AddressFault.AFTER_BRACKET)
        if ":" not in host or not is_number(host):
            raise BadAddress(whole, AddressFault.NOT_IPV6_IN_BRACKETS)
        return host, _port(rest[1:], whole) if rest else DEFAULT_PORT
    if text.count(":") > 1:
        if not is_number(text):
            raise BadAddress(whole, AddressFault.COLONS)
        return text, DEFAULT_PORT
    host, colon, port = text.partition(":")
    if not host:
        raise BadAddress(whole, AddressFault.NO_HOST)
    if re.fullmatch(r"[0-9.]+", host) and not is_number(host):
        raise BadAddress(whole, AddressFault.IPV4)
    if not is_number(host) and not _NAME.match(host):
        raise BadAddress(whole, AddressFault.HOST_NAME)
    return host, _port(port, whole) if colon else DEFAULT_PORT


def _port(text: str, whole: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and 0 < int(text) < 65536):
        raise BadAddress(whole, AddressFault.PORT)
    return int(text)
