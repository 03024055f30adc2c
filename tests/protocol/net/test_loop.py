"""The event loop where a signal does not interrupt it, as on Windows; and work beside a block of code."""

import asyncio
import signal
import sys
import threading

import pytest

from protocol.net.event_loop import beside, woken_by_signals

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


def test_who_is_cancelled_while_work_beside_cleans_up_is_cancelled() -> None:
    async def main() -> None:
        cleaning, done = asyncio.Event(), asyncio.Event()

        async def work() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                cleaning.set()
                await done.wait()

        async def block() -> None:
            async with beside(work(), "work"):
                await asyncio.sleep(0)  # until it has begun

        task = asyncio.ensure_future(block())
        await cleaning.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        done.set()

    asyncio.run(main())


def test_what_work_beside_has_raised_is_raised_at_the_end_of_the_block() -> None:
    async def fail() -> None:
        raise ValueError("no work")

    async def main() -> None:
        async with beside(fail(), "work"):
            await asyncio.sleep(0)
            went_on.append(True)

    went_on: list[bool] = []
    with pytest.raises(ValueError, match="no work"):
        asyncio.run(main())
    assert went_on
