"""What can go wrong on the network. Each error carries what `cli` needs to say it in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from protocol.remote_errors import RemoteError


class NetError(Exception):
    """A network operation failed that a person asked for. ``str()`` is for developers."""


class NoCurve(NetError):
    """The ZeroMQ library at hand was built without encryption."""


@dataclass(eq=False)
class PortTaken(NetError):
    """Another program listens where we wanted to."""

    port: int


@dataclass(eq=False)
class CannotBind(NetError):
    """The address is not one of this machine's, or the system forbids it. ``host`` None means all."""

    host: str | None
    error: OSError


class AddressFault(Enum):
    """What is wrong with an address that was typed."""

    CODE = auto()
    URL = auto()
    NO_HOST = auto()
    OPEN_BRACKET = auto()
    AFTER_BRACKET = auto()
    NOT_IPV6_IN_BRACKETS = auto()
    COLONS = auto()
    IPV4 = auto()
    HOST_NAME = auto()
    PORT = auto()
    NOT_A_NUMBER = auto()
    """A peer announced a name: only people may use names."""


@dataclass(eq=False)
class BadAddress(NetError):
    """A text that is not an address."""

    text: str
    fault: AddressFault


@dataclass(eq=False)
class UnknownHost(NetError):
    """The host name cannot be resolved."""

    host: str


@dataclass(eq=False)
class NoAnswer(NetError):
    """Nobody answered our knock."""

    where: str


@dataclass(eq=False)
class WrongCode(NetError):
    """The table that answered is not the one the code belongs to."""

    where: str


@dataclass(eq=False)
class BadAnswer(NetError):
    """The answer to a knock is malformed or inconsistent."""

    where: str
    error: RemoteError


@dataclass(frozen=True, slots=True)
class Unavailable:
    """Tables nearby cannot be announced or found. Returned, not raised: games work without it."""

    error: Exception


class NeedsSelectorLoop(RuntimeError):
    """A bug: the running event loop cannot watch file descriptors (Windows' default loop)."""

    def __init__(self) -> None:
        super().__init__("start the program with protocol.net.event_loop.run")


class MessageTooBig(ValueError):
    """A bug in the layer above: it must split its data into smaller messages."""

    def __init__(self, size: int, limit: int) -> None:
        super().__init__(f"a message of {size} bytes is over the limit of {limit}")
