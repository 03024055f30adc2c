"""The wheel alone, in clean environments of every Python found: `python -m tests.install`.

Each is installed, plays a game, verifies it, and is uninstalled again; nothing may be left but games. pipx
and uv are tried too, with the newest Python. Needs the package index, so it is no part of the test suite.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.wheels import supported

ROOT = Path(__file__).parents[1]


class Failed(Exception):
    """A step went wrong; what it said."""


def run(*command: str | Path, folder: Path, **environ: str) -> str:
    """Run it where there is no repository around, and return what it prints."""
    # Folders of modules that this process was given must not help out.
    env = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))
    }
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env={**env, **environ},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )
    if done.returncode:
        said = (done.stdout + done.stderr)[-1500:]
        raise Failed(f"{' '.join(str(word) for word in command)}: status {done.returncode}\n{said}")
    return done.stdout


def pythons() -> dict[str, Path]:
    """Where each version is, if it is; pyenv shows all it has only when asked to."""
    environ: dict[str, str] = {}
    if shutil.which("pyenv"):
        environ["PYENV_VERSION"] = ":".join(run("pyenv", "versions", "--bare", folder=ROOT).split())
    found = {}
    for version in supported():
        if command := shutil.which(f"python{version}"):
            try:
                where = run(command, "-c", "import sys; print(sys.executable)", folder=ROOT, **environ)
            except Failed:
                continue
            found[version] = Path(where.strip())
    return found


def build(folder: Path) -> Path:
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, folder=ROOT)
    (wheel,) = folder.glob("*.whl")
    return wheel


def try_out(p2puno: Path, folder: Path) -> None:
    """Play, verify, and use what a wheel easily lacks: catalogues and the page's template."""
    home = private(folder)
    game = folder / "game.uno"
    run(p2puno, "--version", folder=folder, **home)
    options = ("--players", "2", "--hand-size", "3", "--target", "1", "--uno-window", "50", "--save", game)
    run(p2puno, "demo", *options, folder=folder, **home)
    if "complete and valid" not in run(p2puno, "verify", game, "--lang", "en", folder=folder, **home):
        raise Failed("the game that was played does not verify")
    run(p2puno, "export", game, "--output", folder / "game.html", folder=folder, **home)
    if "exemplos" not in run(p2puno, "play", "--lang", "pt", "--help", folder=folder, **home):
        raise Failed("there is no Portuguese")
    run(p2puno, "completion", "bash", folder=folder, **home)


def private(folder: Path) -> Mapping[str, str]:
    """A home where nothing was before."""
    home = folder / "home"
    home.mkdir(exist_ok=True)
    return {"HOME": str(home), "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "", "P2PUNO_HOME": ""}


def left_behind(folder: Path, *places: Path) -> Iterator[Path]:
    """What is there after all was uninstalled, and should not be."""
    data = folder / "home" / ".local" / "share" / "p2puno"
    for path in (folder / "home").rglob("*"):
        if path.is_file() and data not in path.parents:
            yield path
    for place in places:
        for path in place.iterdir():
            if path.name in ("p2puno", "protocol", "cli") or path.name.startswith("p2puno-"):
                yield path


def by_pip(python: Path, wheel: Path, folder: Path) -> None:
    environment = folder / "venv"
    run(python, "-m", "venv", environment, folder=folder)
    inner = environment / "bin" / "python"
    run(inner, "-m", "pip", "install", "--quiet", wheel, folder=folder)
    try_out(environment / "bin" / "p2puno", folder)
    if not run(inner, "-m", "cli", "--version", folder=folder, **private(folder)).startswith("p2puno"):
        raise Failed("python -m cli is something else")
    run(inner, "-m", "pip", "uninstall", "--quiet", "--yes", "p2puno", folder=folder)
    if left := list(left_behind(folder, environment / "bin", *environment.glob("lib/*/site-packages"))):
        raise Failed(f"left behind: {left}")


def tool(name: str, folder: Path) -> Path:
    """The program of this name, fetched if it is not here."""
    if found := shutil.which(name):
        return Path(found)
    run(sys.executable, "-m", "venv", folder / "tool", folder=folder)
    run(folder / "tool" / "bin" / "python", "-m", "pip", "install", "--quiet", name, folder=folder)
    return folder / "tool" / "bin" / name


def by_pipx(python: Path, wheel: Path, folder: Path) -> None:
    pipx = tool("pipx", folder)
    places = {"PIPX_HOME": str(folder / "pipx"), "PIPX_BIN_DIR": str(folder / "bin")}
    run(pipx, "install", "--python", python, wheel, folder=folder, **places)
    try_out(folder / "bin" / "p2puno", folder)
    run(pipx, "uninstall", "p2puno", folder=folder, **places)
    if left := list(left_behind(folder, folder / "pipx" / "venvs", folder / "bin")):
        raise Failed(f"left behind: {left}")


def by_uv(python: Path, wheel: Path, folder: Path) -> None:
    uv = tool("uv", folder)
    places = {"UV_TOOL_DIR": str(folder / "uv"), "UV_TOOL_BIN_DIR": str(folder / "bin")}
    run(uv, "tool", "install", "--python", python, wheel, folder=folder, **places)
    try_out(folder / "bin" / "p2puno", folder)
    run(uv, "tool", "uninstall", "p2puno", folder=folder, **places)
    if left := list(left_behind(folder, folder / "uv", folder / "bin")):
        raise Failed(f"left behind: {left}")


def main() -> int:
    found, failed = pythons(), 0
    ways = [(f"pip, Python {version}", by_pip, python) for version, python in found.items()]
    newest = list(found.values())[-1:]
    ways += [(name, way, python) for name, way in (("pipx", by_pipx), ("uv", by_uv)) for python in newest]
    with tempfile.TemporaryDirectory() as name:
        wheel = build(Path(name))
        for what, way, python in ways:
            folder = Path(name) / what
            folder.mkdir()
            began = time.monotonic()
            try:
                way(python, wheel, folder)
            except Failed as error:
                failed += 1
                print(f"{what}: FAILED\n{error}", flush=True)
            else:
                print(
                    f"{what}: installs, plays, verifies, goes ({time.monotonic() - began:.0f} s)", flush=True
                )
    for missing in [version for version in supported() if version not in found]:
        print(f"Python {missing} is not here: not tried")
    return 1 if failed or not found else 0


if __name__ == "__main__":
    sys.exit(main())
