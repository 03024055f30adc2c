"""What can go wrong on the network, each with a sentence a person can act on."""


class NetError(Exception):
    """Anything this package raises on purpose; ``str()`` of it is a plain sentence."""


class NoCurve(NetError):
    """The ZeroMQ library at hand was built without encryption."""

    def __init__(self) -> None:
        super().__init__(
            "This ZeroMQ library was built without CURVE encryption: install the pyzmq wheel from PyPI."
        )


class NeedsSelectorLoop(NetError):
    """The running event loop cannot watch file descriptors (Windows' default loop)."""

    def __init__(self) -> None:
        super().__init__(
            "This event loop cannot watch sockets: start the program with protocol.net.event_loop.run."
        )


class PortTaken(NetError):
    """Another program listens where we wanted to."""

    def __init__(self, port: int) -> None:
        self.port = port
        super().__init__(
            f"Port {port} is in use by another program: choose another with --port, or leave out --port."
        )


class CannotBind(NetError):
    """The address is not one of this machine's, or the system forbids it."""

    def __init__(self, host: str, why: str) -> None:
        super().__init__(f"Cannot listen on {host}: {why}. Use an address of this machine, or none at all.")


class BadAddress(NetError):
    """What was typed after ``join`` is no address."""

    def __init__(self, text: str, why: str) -> None:
        shown = "".join(c for c in text[:60] if c.isprintable())
        super().__init__(
            f"“{shown}” is not an address: {why}. Type HOST, HOST:PORT or [IPv6]:PORT, then #CODE."
        )


class UnknownHost(NetError):
    """The host name means nothing here."""

    def __init__(self, host: str) -> None:
        super().__init__(
            f"No machine called “{host}” was found: check the spelling, "
            "or use its IP address (like 192.168.1.20)."
        )


class NoAnswer(NetError):
    """Nobody opened when we knocked."""

    def __init__(self, where: str) -> None:
        super().__init__(
            f"No table answers at {where}: check the address and the port, that the table is still open, "
            "and that the firewall there allows the port, TCP and UDP."
        )


class WrongCode(NetError):
    """The table that answered is not the one the code belongs to."""

    def __init__(self, where: str) -> None:
        super().__init__(
            f"The table at {where} does not match the code: check the code; "
            "if it is right, somebody between you and the table is pretending to be it."
        )


class BadAnswer(NetError):
    """What answered a knock does not hold together."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"The answer from {where} cannot be trusted ({why}): do not join there.")


class MessageTooBig(NetError):
    """A mistake of the layer above: it must cut its data into smaller pieces."""

    def __init__(self, size: int, limit: int) -> None:
        super().__init__(f"A message of {size} bytes is over the limit of {limit}: send it in pieces.")
