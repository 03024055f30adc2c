"""The event loop where a signal does not interrupt it, as on Windows."""

import asyncio
import signal
import sys
import threading

import pytest

from protocol.net.event_loop import woken_by_signals

PATIENCE = 20.0


@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="needs a signal that nobody uses")
def test_a_signal_taken_by_another_thread_wakes_the_loop() -> None:
    """A signal that another thread takes leaves ``select`` waiting: as every signal does on Windows."""
    handled, go = asyncio.Event(), threading.Event()

    def send() -> None:
        go.wait()
        signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)

    async def main(loop: asyncio.AbstractEventLoop) -> None:
        signal.signal(signal.SIGUSR1, lambda *_: loop.call_soon_threadsafe(handled.set))
        threading.Thread(target=send).start()
        go.set()
        async with asyncio.timeout(PATIENCE):
            await handled.wait()

    before, interval = signal.getsignal(signal.SIGUSR1), sys.getswitchinterval()
    sys.setswitchinterval(PATIENCE * 2)  # the other thread runs only once the loop waits
    try:
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            loop = runner.get_loop()
            with woken_by_signals(loop):
                runner.run(main(loop))
    finally:
        sys.setswitchinterval(interval)
        signal.signal(signal.SIGUSR1, before)
