"""Writes the golden files; see `tests.golden.positions`, `tests.golden.told` and `tests.golden.narrated`."""

import sys

from p2puno.options import VARIANTS

from .narrated import ROUNDS, narrated, narrated_path
from .positions import FILES, contents, path, pick, stored
from .told import told, told_path


def main() -> None:
    for name in FILES:
        positions = pick(name) if "--anew" in sys.argv[1:] else stored(name)
        path(name).write_text(contents(positions), encoding="utf-8")
        print(f"{path(name).name}: {len(positions)} positions")
    for variant in VARIANTS:
        told_path(variant).write_text(told(variant), encoding="utf-8")
    for preset in ROUNDS:
        narrated_path(preset).write_text(narrated(preset), encoding="utf-8")


if __name__ == "__main__":
    main()
