"""Compiles the programs of the model, and writes what they read of the engine. It wants g++."""

from __future__ import annotations

from pathlib import Path
from shutil import which
from subprocess import run

from benchmarks.model.record import networks, weights

HERE = Path(__file__).parent
# Without contracting sums and products the numbers are the engine's, to the last bit.
FLAGS = ("-O3", "-march=native", "-ffp-contract=off", "-std=c++17")


def can_compile() -> bool:
    return which("g++") is not None


def program(name: str, folder: Path) -> Path:
    """The program of this name, compiled into a folder."""
    made = folder / name
    run(["g++", *FLAGS, HERE / f"{name}.cpp", "-o", made], check=True)
    return made


def inputs(variant: str, folder: Path) -> tuple[Path, Path]:
    """The weights of hard and the networks of master, written into a folder."""
    files = folder / "weights", folder / f"networks.{variant}"
    files[0].write_text(weights())
    files[1].write_text(networks(variant))
    return files
