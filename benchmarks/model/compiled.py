"""Compiles the programs of the model, and writes what they read of the engine. It wants g++."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from shutil import which
from subprocess import run
from tempfile import TemporaryDirectory

from benchmarks.model.record import networks, weights

HERE = Path(__file__).parent
# Without contracting sums and products the numbers are the engine's, to the last bit.
FLAGS = ("-O3", "-march=native", "-ffp-contract=off", "-std=c++17")


def can_compile() -> bool:
    return which("g++") is not None


@cache
def _folder() -> TemporaryDirectory[str]:
    """Where compiled programs and their inputs are, until this process ends."""
    return TemporaryDirectory()


@cache
def program(name: str) -> Path:
    """The program of this name, compiled."""
    made = Path(_folder().name, name)
    run(["g++", *FLAGS, HERE / f"{name}.cpp", "-o", made], check=True)
    return made


@cache
def inputs(variant: str) -> tuple[Path, Path]:
    """The weights of hard and the networks of master, in files."""
    folder = Path(_folder().name)
    files = folder / "weights", folder / f"networks.{variant}"
    files[0].write_text(weights())
    files[1].write_text(networks(variant))
    return files
