"""A peer as a process; arguments: IDENTITY CURVE PORT KEY@ADDRESS... (secrets in hex).

Prints its address, echoes whatever it hears to whoever said it, and prints notices.
"""

import asyncio
import sys

from protocol.net.event_loop import run
from protocol.net.keys_and_card import Keys
from protocol.net.mesh import Mesh
from tests.protocol.net.peers import HOST, QUICK


async def main(identity: str, curve: str, port: str, *others: str) -> None:
    mesh = Mesh(
        Keys.from_secrets(bytes.fromhex(identity), bytes.fromhex(curve)),
        port=int(port),
        hosts=[HOST],
        limits=QUICK,
        on_message=lambda key, data: print("echo", mesh.send(key, b"echo " + data), flush=True),
        on_connected=lambda key: print("connected", key.hex(), flush=True),
        on_lost=lambda key: print("lost", key.hex(), flush=True),
    )
    await mesh.start()
    print("address", *mesh.address, flush=True)
    for other in others:
        key, _, address = other.partition("@")
        mesh.admit(bytes.fromhex(key), [address])
    await asyncio.Event().wait()


if __name__ == "__main__":
    run(main(*sys.argv[1:]))
