"""Who may see the page: one-time tokens, cookies and tickets, the Host and Origin of requests, and limits."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hmac import compare_digest

MAX_MESSAGE = 4096
"""Bytes of a message from the page."""
RATE, BURST = 40.0, 80.0
"""Messages per second that a page may send, and at once."""


def secret() -> str:
    """128 random bits, as text for an address."""
    return secrets.token_hex(16)


@dataclass(frozen=True, slots=True)
class Pass:
    """What one browser got for its token. It must show both: cookies are sent to every port of this host."""

    cookie: str
    ticket: str


class Locks:
    """Guards one server, which answers only to this host and port."""

    def __init__(self, host: str, port: int) -> None:
        self.place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        self.cookie = f"p2puno-{port}"
        """The name of our cookie: a browser keeps only one of a name for all ports of this host."""
        self._tokens: set[str] = set()
        self._passes: list[Pass] = []

    @property
    def origin(self) -> str:
        return f"http://{self.place}"

    def new_token(self) -> str:
        """A token for one browser; earlier ones that nobody has used become void."""
        token = secret()
        self._tokens = {token}
        return token

    def redeem(self, token: str) -> Pass | None:
        """Exchange a token for a pass; None if it is unknown or was used."""
        if token not in self._tokens:
            return None
        self._tokens.discard(token)
        given = Pass(secret(), secret())
        self._passes.append(given)
        return given

    def is_for_us(self, headers: Mapping[str, str]) -> bool:
        """Whether a request names this host, and comes from no page of another origin. (A navigation may
        come from anywhere: what it gets has no secrets.)"""
        if headers.get("Host") != self.place or headers.get("Origin", self.origin) != self.origin:
            return False
        site, mode = headers.get("Sec-Fetch-Site", "none"), headers.get("Sec-Fetch-Mode", "navigate")
        return site in ("none", "same-origin") or mode == "navigate"

    def has_cookie(self, header: str) -> str | None:
        """The cookie among those that the browser sent, if we gave it."""
        sent = [part.strip().removeprefix(f"{self.cookie}=") for part in header.split(";")]
        known = (one.cookie for one in self._passes)
        return next((cookie for cookie in known if any(_same(cookie, one) for one in sent)), None)

    def fits(self, cookie: str, ticket: str) -> bool:
        return any(_same(one.cookie, cookie) and _same(one.ticket, ticket) for one in self._passes)


def _same(secret: str, shown: str) -> bool:
    """Compares without telling by the time it takes how much of it is right."""
    return compare_digest(secret.encode(), shown.encode(errors="replace"))


def page_pace() -> list[float]:
    """Messages per second, and at once, that our own page allows itself: a person who hammers is not heard,
    but not disconnected either."""
    return [0.75 * RATE, 0.75 * BURST]


class Rate:
    """Limits how often something may happen; it is given the time."""

    def __init__(self) -> None:
        self._left, self._at = BURST, 0.0

    def allows(self, now: float) -> bool:
        self._left = min(BURST, self._left + max(0.0, now - self._at) * RATE)
        self._at = now
        self._left -= 1
        return self._left >= 0


def security_headers(origin: str) -> list[tuple[str, str]]:
    """Sent with everything. The one policy for markup is for the pictures of cards (page/cards.js)."""
    policy = [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "media-src 'self'",
        f"connect-src 'self' {origin.replace('http', 'ws', 1)}",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types cards",
    ]
    return [
        ("Content-Security-Policy", "; ".join(policy)),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cache-Control", "no-store"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ]
