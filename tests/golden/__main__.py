"""Writes the golden files; see `tests.golden.positions` and `tests.golden.told`."""

import sys

from p2puno.options import VARIANTS

from .positions import FILES, contents, path, pick, stored
from .told import told, told_path


def main() -> None:
    for name in FILES:
        positions = pick(name) if "--anew" in sys.argv[1:] else stored(name)
        path(name).write_text(contents(positions), encoding="utf-8")
        print(f"{path(name).name}: {len(positions)} positions")
    for variant in VARIANTS:
        told_path(variant).write_text(told(variant), encoding="utf-8")


if __name__ == "__main__":
    main()
