"""All benchmarks, or those named: `python -m benchmarks [NAME …]`.

Each has a section of docs/benchmarks.md, which is written anew; the others stay as they are.
"""

from __future__ import annotations

import os
import platform
import sys
import time
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import benchmarks
from benchmarks.rows import markdown

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
INTRODUCTION = """# Benchmarks

Written by `make bench`. Each figure is compared with that of a peer, or with the raw operations that it needs
at least, measured in the same run. Look at the ratio: it depends little on the machine. Each file in
`benchmarks/` begins with what the benchmark does; docs/cryptography.md has the deck's steps one by one.
"""
HEADING = "\n## "


def main() -> None:
    names = sys.argv[1:]
    del sys.argv[1:]  # what follows reads its own options from there
    for name in names or sorted(found.name for found in iter_modules(benchmarks.__path__)):
        if name != "__main__":
            run(name)


def run(name: str) -> None:
    """Run one, if it is a benchmark, print its table and put it into the page."""
    module = import_module(f"benchmarks.{name}")
    if not hasattr(module, "main"):
        return
    load, began = os.getloadavg()[0], time.monotonic()
    title = f"{name}: {(module.__doc__ or '').splitlines()[0]}"
    print(f"== {title}", flush=True)
    if rows := module.main():
        about = f"{machine()}; load {load:.1f} before it began; {time.monotonic() - began:.0f} s."
        section = f"{title}\n\n{markdown(rows)}\n{about}\n"
        print(section, flush=True)
        put(name, section)


def put(name: str, section: str) -> None:
    """Replace the section of this name, or add it."""
    _, *sections = PAGE.read_text("utf-8").split(HEADING)
    others = [each for each in sections if not each.startswith(f"{name}:")]
    PAGE.write_text(HEADING.join([INTRODUCTION, *sorted([*others, section])]), "utf-8")


def machine() -> str:
    """What this was measured on."""
    model = platform.processor() or platform.machine()
    memory = ""
    cpuinfo, meminfo = Path("/proc/cpuinfo"), Path("/proc/meminfo")
    if cpuinfo.exists() and meminfo.exists():
        known = dict(line.split("\t", 1) for line in cpuinfo.read_text().splitlines() if "\t" in line)
        model = known.get("model name", model).strip("\t: ")
        memory = f", {int(meminfo.read_text().split()[1]) / 2**20:.0f} GiB of memory"
    return (
        f"{model}, {os.cpu_count()} processors{memory}; {platform.system()}, "
        f"Python {platform.python_version()}"
    )


if __name__ == "__main__":
    main()
