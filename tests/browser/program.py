"""The program with its page, started as a person starts it, and the address that it prints."""

from __future__ import annotations

import os
import queue
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import TracebackType

ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/open/[0-9a-f]{32}")


class Program:
    """`p2puno` without a terminal: it prints what goes on, and the table is in the browser."""

    def __init__(self, home: Path, *arguments: str) -> None:
        environ = {key: value for key, value in os.environ.items() if key not in ("BROWSER", "DISPLAY")}
        environ |= {"P2PUNO_HOME": str(home), "P2PUNO_CONFIG": str(home / "settings.toml"), "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cli", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environ,
        )
        self.printed: list[str] = []
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.printed.append(line.rstrip())
            self._lines.put(line)
        self._lines.put("")

    def find(self, pattern: str | re.Pattern[str], seconds: float = 30.0) -> str:
        """What the program prints that fits this."""
        end = time.monotonic() + seconds
        while line := self._lines.get(timeout=max(0.1, end - time.monotonic())):
            if found := re.search(pattern, line):
                return found.group(0)
        raise AssertionError("it ended: " + "\n".join(self.printed))

    @property
    def address(self) -> str:
        """The address that it tells the player to open."""
        return self.find(ADDRESS)

    def __enter__(self) -> Program:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
