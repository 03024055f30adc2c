"""Does everything that is locked have a wheel for every supported Python and system? `python -m tests.wheels`

Where one is missing, pip falls back on a source that most people cannot build. pip is asked, as it is set up
here, what it would install elsewhere; it reads what the index tells of each wheel and downloads none. Each
wheel must also be one whose hash is in the lock file. Needs the package index, so it is no part of the test
suite.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

ROOT = Path(__file__).parents[1]
LOCKS = ("requirements.txt", "requirements-dev.txt")


def supported() -> list[str]:
    """The Pythons that pyproject.toml names, oldest first."""
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["classifiers"]
    found = [re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", line) for line in classifiers]
    return [match[1] for match in found if match]


class System(NamedTuple):
    """What wheels may be tagged with that run there, and what its Python says of itself in markers."""

    name: str
    tags: tuple[str, ...]
    markers: Mapping[str, str]


def _linux(machine: str) -> System:
    tags = [f"manylinux_2_{minor}_{machine}" for minor in range(28, 16, -1)]
    marks = {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"}
    return System(
        f"Linux {machine}", (*tags, f"manylinux2014_{machine}"), {**marks, "platform_machine": machine}
    )


def _macos(machine: str) -> System:
    marks = {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"}
    return System(f"macOS {machine}", (f"macosx_11_0_{machine}",), {**marks, "platform_machine": machine})


def _windows(machine: str) -> System:
    marks = {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"}
    return System(f"Windows {machine}", (f"win_{machine}",), {**marks, "platform_machine": machine.upper()})


SYSTEMS = (_linux("x86_64"), _linux("aarch64"), _macos("x86_64"), _macos("arm64"), _windows("amd64"))


class Pin(NamedTuple):
    """One line of a lock file."""

    requirement: Requirement
    hashes: frozenset[str]

    @property
    def name(self) -> str:
        return f"{self.requirement.name}{self.requirement.specifier}"


def locked(lock: Path) -> list[Pin]:
    """What it pins; whatever it says that is no pin with hashes is a mistake."""
    lines = [line.partition(" #")[0] for line in lock.read_text("utf-8").splitlines()]
    text = "\n".join(line for line in lines if not line.lstrip().startswith("#")).replace("\\\n", " ")
    pins = []
    for line in filter(None, map(str.strip, text.splitlines())):
        what, *hashes = re.split(r"\s+--hash=sha256:", line)
        pins.append(Pin(Requirement(what), frozenset(hash_.strip() for hash_ in hashes)))
    return pins


def needed(pins: Sequence[Pin], python: str, system: System) -> list[Pin]:
    """Those that would be installed there; pip takes markers to be about the Python that it runs in."""
    here = {**system.markers, "python_version": python, "python_full_version": f"{python}.0"}
    here |= {"implementation_name": "cpython", "platform_python_implementation": "CPython"}
    return [pin for pin in pins if pin.requirement.marker is None or pin.requirement.marker.evaluate(here)]


class Answer(NamedTuple):
    """What is wrong in one place; which pins need not be asked for again, there or anywhere."""

    wrong: list[str]
    later: frozenset[Pin]
    """Their wheels are for every later Python of this system too."""
    anywhere: frozenset[Pin]
    """Their wheels are for every system."""


def merged(answers: Sequence[Answer]) -> Answer:
    return Answer(
        [line for answer in answers for line in answer.wrong],
        frozenset(pin for answer in answers for pin in answer.later),
        frozenset(pin for answer in answers for pin in answer.anywhere),
    )


def ask(pins: Sequence[Pin], python: str, system: System) -> Answer:
    """Ask pip for all at once, as if it ran there."""
    pins = needed(pins, python, system)
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report"
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        command += ["--dry-run", "--ignore-installed", "--no-deps", "--only-binary", ":all:"]
        command += ["--target", str(Path(folder) / "target"), "--report", str(report)]
        command += ["--implementation", "cp", "--python-version", python]
        command += [word for tag in system.tags for word in ("--platform", tag)]
        command += [pin.name for pin in pins]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode and len(pins) > 1:  # it names only the first that it does not find
            return merged([ask([pin], python, system) for pin in pins])
        if done.returncode:
            errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR: ")]
            why = errors[-1].removeprefix("ERROR: ") if errors else done.stderr
            return Answer([f"{pins[0].name}: {why}"], frozenset(), frozenset())
        found = {
            canonicalize_name(each["metadata"]["name"]): each["download_info"]
            for each in json.loads(report.read_text("utf-8"))["install"]
        }
    wrong: list[str] = []
    later: set[Pin] = set()
    anywhere: set[Pin] = set()
    for pin in pins:
        info = found[canonicalize_name(pin.requirement.name)]
        wheel = unquote(info["url"].rpartition("/")[2])
        *_, tags = parse_wheel_filename(wheel)
        if info["archive_info"]["hashes"]["sha256"] not in pin.hashes:
            wrong.append(f"{pin.name}: the hash of {wheel} is not in the lock file")
        elif {tag.abi for tag in tags} <= {"abi3", "none"}:
            later.add(pin)
            if {tag.platform for tag in tags} == {"any"}:
                anywhere.add(pin)
    return Answer(wrong, frozenset(later), frozenset(anywhere))


def ask_all(pins: Sequence[Pin], pythons: Sequence[str], system: System) -> list[str]:
    """What is wrong on one system."""
    wrong = []
    for python in pythons:
        answer = ask(pins, python, system)
        wrong += [f"Python {python}, {system.name}: {line}" for line in answer.wrong]
        pins = [pin for pin in pins if pin not in answer.later]
    return wrong


def main() -> int:
    began, pythons = time.monotonic(), supported()
    pins = list(dict.fromkeys(pin for lock in LOCKS for pin in locked(ROOT / lock)))
    print(f"{len(pins)} pins for Python {', '.join(pythons)} on {', '.join(each.name for each in SYSTEMS)}")
    anywhere = ask(pins, pythons[0], SYSTEMS[0]).anywhere
    rest = [pin for pin in pins if pin not in anywhere]
    with ThreadPoolExecutor(len(SYSTEMS)) as executor:
        answers = list(executor.map(lambda system: ask_all(rest, pythons, system), SYSTEMS))
    wrong = [line for answer in answers for line in answer]
    print(
        "\n".join([*wrong, "FAILED" if wrong else "each has a wheel"]), f"({time.monotonic() - began:.0f} s)"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
