"""Networks of machines, made for a test and gone with it: namespaces on one switch."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest


class Machine:
    """A network namespace with one interface, `eth0`."""

    def __init__(self, holder: subprocess.Popen[bytes]) -> None:
        self._holder = holder

    @property
    def inside(self) -> tuple[str, ...]:
        """What starts a program there."""
        target = f"--target={self._holder.pid}"
        return "nsenter", target, "--user", "--net", "--preserve-credentials"

    @property
    def number(self) -> int:
        return self._holder.pid

    def run(self, *lines: str) -> None:
        subprocess.run([*self.inside, "sh", "-ec", "\n".join(lines)], check=True, timeout=20)

    def hears_nearby(self) -> bool:
        """Whether a program listens there for announcements: multicast DNS, port 5353."""
        table = Path(f"/proc/{self._holder.pid}/net/udp").read_text()
        return any(line.split()[1].endswith(f":{5353:04X}") for line in table.splitlines()[1:])

    def leave_network(self) -> None:
        """The network is gone: no address, no route."""
        self.run("ip addr flush dev eth0")

    def enter_network(self, address: str) -> None:
        """An address of a network with 24 bits, whose first host is the router."""
        router = address.rpartition(".")[0] + ".1"
        self.run(f"ip addr add {address}/24 dev eth0", f"ip route replace default via {router}")


@contextmanager
def machines(addresses: Sequence[str]) -> Iterator[list[Machine]]:
    """So many machines on one switch."""
    if not all(map(shutil.which, ("unshare", "nsenter", "ip"))):
        pytest.skip("no network namespace can be made here")
    with ExitStack() as all_of_them:
        switch = Machine(_hold(all_of_them, ("unshare", "--map-root-user", "--net")))
        found: list[Machine] = []
        try:
            switch.run("ip link add hub type bridge", "ip link set hub up")
            for place, address in enumerate(addresses):
                machine = Machine(_hold(all_of_them, (*switch.inside, "unshare", "--net")))
                switch.run(
                    f"ip link add port{place} type veth peer name eth0 netns {machine.number}",
                    f"ip link set port{place} master hub up",
                )
                machine.run("ip link set lo up", "ip link set eth0 up")
                machine.enter_network(address)
                found.append(machine)
        except subprocess.SubprocessError:
            pytest.skip("no network of namespaces can be made here")
        yield found


def _hold(all_of_them: ExitStack, start: Sequence[str]) -> subprocess.Popen[bytes]:
    """A process that does nothing but to keep a namespace."""
    holder = subprocess.Popen(
        [*start, "sh", "-c", "echo up && exec cat"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    all_of_them.enter_context(holder)
    all_of_them.callback(holder.kill)
    assert holder.stdout is not None
    if holder.stdout.readline() != b"up\n":
        pytest.skip("no network namespace can be made here")
    return holder
