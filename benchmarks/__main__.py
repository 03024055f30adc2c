"""All benchmarks, and one table of them: `python -m benchmarks [NAME …]`.

Without names all are run, and the table is written to docs/benchmarks.md as well.
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
from benchmarks.rows import Row, markdown

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"


def main() -> None:
    names, rows, began = sys.argv[1:], list[Row](), time.monotonic()
    del sys.argv[1:]  # what follows reads its own options from there
    load = os.getloadavg()[0]
    for name in names or sorted(found.name for found in iter_modules(benchmarks.__path__)):
        module = import_module(f"benchmarks.{name}") if name != "__main__" else None
        if module is not None and hasattr(module, "main"):
            print(f"== {name}: {(module.__doc__ or '').splitlines()[0]}", flush=True)
            rows += [row._replace(name=f"{name}: {row.name}") for row in module.main() or ()]
            print(flush=True)
    table = markdown(rows)
    about = f"{machine()}; load {load:.1f} before it began; {(time.monotonic() - began) / 60:.0f} minutes."
    print(f"{table}\n{about}")
    if not names:
        PAGE.write_text(PAGE_TEXT.format(table=table, about=about), "utf-8")


PAGE_TEXT = """# Benchmarks

Written by `make bench`. Each figure stands beside that of a peer, or of the raw operations it cannot do
without, measured in the same run; the ratio is what to look at, since it depends little on the machine. What
each benchmark does is told at the top of its file in `benchmarks/`; docs/cryptography.md has the deck's steps
one by one.

{table}
{about}
"""


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
