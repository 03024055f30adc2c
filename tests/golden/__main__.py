"""Writes the golden files; see `tests.golden.positions` and `tests.golden.told`."""

import sys

from p2puno.options import VARIANTS

from .positions import contents, path, pick, stored
from .told import told, told_path


def main() -> None:
    for variant in VARIANTS:
        positions = pick(variant) if "--anew" in sys.argv[1:] else stored(variant)
        path(variant).write_text(contents(positions), encoding="utf-8")
        print(f"{path(variant).name}: {len(positions)} positions")
        told_path(variant).write_text(told(variant), encoding="utf-8")


if __name__ == "__main__":
    main()
