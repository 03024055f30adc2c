"""What only a network shows: tables that are found by themselves, and what the doctor says of it.

Everything is in a network of its own, made for the test and gone with it: nothing leaves this machine.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal

UP = " && ".join(
    (
        "ip link set lo up",
        "ip link add here type veth peer name there",
        "ip addr add 10.9.0.1/24 dev here",
        "ip link set here up",
        "ip link set there up",
        "ip route add default dev here",
        "echo up",
        "exec cat",
    )
)
P2PUNO = (sys.executable, "-m", "cli")


@pytest.fixture
def inside() -> Iterator[tuple[str, ...]]:
    """What starts a program in that network."""
    if not all(map(shutil.which, ("unshare", "nsenter", "ip"))):
        pytest.skip("no network namespace can be made here")
    with subprocess.Popen(
        ["unshare", "--map-root-user", "--net", "sh", "-c", UP],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as holder:
        assert holder.stdout is not None
        if holder.stdout.readline() != b"up\n":
            pytest.skip("no network namespace can be made here")
        yield "nsenter", f"--target={holder.pid}", "--user", "--net", "--preserve-credentials"
        holder.kill()


def doctor(inside: tuple[str, ...], home: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*inside, *P2PUNO, "doctor"],
        env={**os.environ, "P2PUNO_HOME": str(home), "LANGUAGE": "en"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_doctor_where_all_is_well(inside: tuple[str, ...], tmp_path: Path) -> None:
    done = doctor(inside, tmp_path)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "10.9.0.1" in done.stdout
    assert "Tables nearby can be announced and found." in done.stdout
    assert done.stdout.endswith("Everything is fine.\n")


def test_the_doctor_where_nothing_can_be_kept(inside: tuple[str, ...], tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.touch()
    done = doctor(inside, home)
    assert (done.returncode, done.stderr) == (1, ""), done.stdout
    assert done.stdout.count("  NO  ") == 2
    assert "Set P2PUNO_HOME to a folder that you own." in done.stdout


def test_a_table_nearby_is_chosen_from_a_list(inside: tuple[str, ...], tmp_path: Path) -> None:
    def start(name: str, *arguments: str) -> Terminal:
        return Terminal(
            *arguments,
            *("--name", name),
            program=(*inside, *P2PUNO),
            config=tmp_path / "settings.toml",
            P2PUNO_HOME=str(tmp_path / name),
        )

    def looks() -> Terminal:
        """Again, as long as the table has not been heard of: a machine that does much else takes its time."""
        for _ in range(30):
            terminal = start("Zoe", "join")
            if "Ada" in terminal.until(lambda text: re.search(r"1\. Ada|no table was found", text), "a list"):
                return terminal
            terminal.__exit__()
        raise AssertionError("the table was never found")

    with start("Ada", "host", "--players", "2") as ada:
        ada.sees(r"p2puno join 10\.9\.0\.1#")
        with looks() as zoe:
            zoe.sees(r"Which one\? \[1\]")
            zoe.type("\x03")
            assert zoe.ends() == 130, "one Ctrl-C is enough"
        with looks() as zoe:
            zoe.sees(r"1\. Ada: Classic UNO, .*1 of 2 seats taken; 10\.9\.0\.1")
            zoe.type("x\r2\r1\r")  # nothing that is there, twice
            zoe.sees(r"Take a seat\?")
            zoe.type("\r")
            for player in (ada, zoe):
                player.sees(r"The first card is")
                player.type("q")
                player.sees("Leave the game")
                assert player.ends(pressing="\r") == 0
