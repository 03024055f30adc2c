"""Does everything that is locked have a wheel for every supported Python and system? `python -m tests.wheels`

Where one is missing, pip falls back on a source that most people cannot build. The index is read once for
each package. As pip would, we take only wheels whose hash is in the lock file, and compare their tags and the
Pythons they want with what is supported. No wheel is downloaded. Needs the package index, so it is no part of
the test suite.
"""

from __future__ import annotations

import re
import sys
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from packaging.utils import canonicalize_name, parse_wheel_filename

from tests.index import File, address, files

ROOT = Path(__file__).parents[1]
LOCKS = ("requirements.txt", "requirements-dev.txt", "requirements-app.txt")


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
    return System(
        f"macOS {machine}", tuple(mac_platforms((11, 0), machine)), {**marks, "platform_machine": machine}
    )


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

    @property
    def line(self) -> str:
        """For a lock file of one system: without the marker."""
        return " ".join([self.name, *(f"--hash=sha256:{hash_}" for hash_ in sorted(self.hashes))])


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
    """Those that would be installed there."""
    here = {**system.markers, "python_version": python, "python_full_version": f"{python}.0"}
    here |= {"implementation_name": "cpython", "platform_python_implementation": "CPython"}
    return [pin for pin in pins if pin.requirement.marker is None or pin.requirement.marker.evaluate(here)]


def wheels(pin: Pin) -> list[File]:
    """Its wheels in the index whose hashes are in the lock file; pip would install no other."""
    return [
        file
        for file in files(pin.requirement.name)
        if file.hash in pin.hashes and file.name.endswith(".whl") and _is_for(pin, file)
    ]


def _is_for(pin: Pin, file: File) -> bool:
    name, version, *_ = parse_wheel_filename(file.name)
    return name == canonicalize_name(pin.requirement.name) and version in pin.requirement.specifier


def accepted(python: str, system: System) -> frozenset[Tag]:
    """The tags of the wheels that a CPython of this version takes on this system."""
    interpreter, version = f"cp{python.replace('.', '')}", [int(part) for part in python.split(".")]
    return frozenset(
        [
            *cpython_tags(version, abis=[interpreter], platforms=system.tags),
            *compatible_tags(version, interpreter, system.tags),
        ]
    )


def missing(
    found: Mapping[Pin, Sequence[File]], pythons: Sequence[str], systems: Sequence[System]
) -> Iterator[str]:
    """Everything that cannot be installed somewhere, a line for each."""
    for system, python in product(systems, pythons):
        tags = accepted(python, system)
        for pin in needed(list(found), python, system):
            if not any(_runs(wheel, python, tags) for wheel in found[pin]):
                yield f"{pin.name}: no wheel of the lock file for Python {python} on {system.name}"


def _runs(wheel: File, python: str, accepts: frozenset[Tag]) -> bool:
    *_, tags = parse_wheel_filename(wheel.name)
    return f"{python}.0" in SpecifierSet(wheel.pythons) and not tags.isdisjoint(accepts)


def main() -> int:
    began, pythons = time.monotonic(), supported()
    pins = list(dict.fromkeys(pin for lock in LOCKS for pin in locked(ROOT / lock)))
    print(f"{len(pins)} pins for Python {', '.join(pythons)} on {', '.join(each.name for each in SYSTEMS)}")
    try:
        with ThreadPoolExecutor(8) as executor:
            found = dict(zip(pins, executor.map(wheels, pins), strict=True))
    except OSError as error:
        print(f"The package index {address()} does not answer: {error}")
        return 1
    wrong = list(missing(found, pythons, SYSTEMS))
    print(
        "\n".join([*wrong, "FAILED" if wrong else "each has a wheel"]), f"({time.monotonic() - began:.0f} s)"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
