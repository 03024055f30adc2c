"""The whole program as one file that needs no Python, for the system it is made on: `make app`.

It is made by PyInstaller, tried, and put into dist/.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import protocol.deck  # noqa: F401 - with it comes the group's library, see below

ROOT = Path(__file__).parents[1]
UNUSED = ("pkg_resources", "pygments", "setuptools", "unittest")
"""Libraries can do without these, but PyInstaller cannot know."""


def build(folder: Path) -> Path:
    """Make it in this folder; returns where it is."""
    options = ["--onefile", "--name", "p2puno", "--noconfirm", "--log-level", "ERROR"]
    # Commands are imported by their names; catalogs, completions and the page's template are no modules.
    options += ["--collect-submodules", "cli.commands", "--collect-data", "cli"]
    # The group's library imports its backend from C.
    backends = [name for name in sys.modules if name.endswith("_cffi_backend")]
    options += [word for name in backends for word in ("--hidden-import", name)]
    options += [word for name in UNUSED for word in ("--exclude-module", name)]
    if sys.platform == "linux":
        options += ["--strip"]  # half of it would be symbols for debuggers
    with tempfile.TemporaryDirectory() as work:
        options += ["--distpath", str(folder), "--workpath", work, "--specpath", work]
        command = [sys.executable, "-m", "PyInstaller", *options, str(ROOT / "cli" / "__main__.py")]
        subprocess.run(command, cwd=ROOT, check=True)
    return folder / ("p2puno.exe" if os.name == "nt" else "p2puno")


def main() -> None:
    from tests.install import try_out

    if sys.platform == "linux" and not shutil.which("objdump"):
        sys.exit("PyInstaller needs objdump here: install it (Debian, Ubuntu: apt-get install binutils)")
    with tempfile.TemporaryDirectory() as folder:
        try:
            app = build(ROOT / "dist")
        except subprocess.CalledProcessError:
            sys.exit("PyInstaller has not made it, and says why above.")
        try_out(app, Path(folder))


if __name__ == "__main__":
    main()
