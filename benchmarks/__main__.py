"""Runs every benchmark there is, in the order of their names."""

from importlib import import_module
from pkgutil import iter_modules

import benchmarks


def main() -> None:
    for found in sorted(iter_modules(benchmarks.__path__), key=lambda module: module.name):
        if found.name == "__main__":
            continue
        module = import_module(f"benchmarks.{found.name}")
        if hasattr(module, "main"):
            print(f"== {found.name}: {(module.__doc__ or '').splitlines()[0]}", flush=True)
            module.main()
            print(flush=True)


if __name__ == "__main__":
    main()
