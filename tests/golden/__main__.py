"""Writes the golden files; see `tests.golden.positions`."""

import sys

from p2puno.options import VARIANTS

from .positions import contents, path, pick, stored


def main() -> None:
    for variant in VARIANTS:
        positions = pick(variant) if "--anew" in sys.argv[1:] else stored(variant)
        path(variant).write_text(contents(positions), encoding="utf-8")
        print(f"{path(variant).name}: {len(positions)} positions")


if __name__ == "__main__":
    main()
