"""`python -m tests.windows [TRIAL …]`: the program on Windows, by wine, in a network of its own.

Where wine is missing, nothing is tried, and that is said. What wine leaves open is in the README.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from contextlib import ExitStack
from pathlib import Path

from tests.install import ROOT, Failed
from tests.network.test_nearby import UP
from tests.windows.trials import TRIALS, Place
from tests.windows.wine import NotHere, Windows

FOLDER = ROOT / "build" / "windows"
INSIDE = "--inside"


def main(arguments: list[str]) -> int:
    windows = Windows(FOLDER)
    if arguments[:1] == [INSIDE]:
        return try_all(windows, arguments[1:])
    try:
        windows.prepare()
    except NotHere as missing:
        print(f"Windows was not tried: {missing}.")
        return 0
    except Failed as error:
        print(f"Windows cannot be tried: {error}")
        return 1
    finally:
        if shutil.which("wineserver"):
            windows.stop()  # it makes the sockets, so it must be started anew in that network
    own = ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--map-root-user", "--net"]
    up = UP.replace("exec cat", 'exec "$@"')
    return subprocess.call(
        [*own, "sh", "-c", up, "sh", sys.executable, "-m", __package__, INSIDE, *arguments]
    )


def try_all(windows: Windows, names: list[str]) -> int:
    failed = 0
    try:
        for trial in TRIALS:
            if names and trial.__name__ not in names:
                continue
            began = time.monotonic()
            with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
                try:
                    trial(Place(windows, Path(folder), stack))
                except Exception:
                    failed += 1
                    print(f"FAILED  {trial.__name__}: {trial.__doc__}", flush=True)
                    traceback.print_exc()
                else:
                    seconds = time.monotonic() - began
                    print(f"    ok  {trial.__name__}: {trial.__doc__} ({seconds:.0f} s)", flush=True)
    finally:
        windows.stop()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
