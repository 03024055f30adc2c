"""`make wheels` tells when a wheel is missing: an index of our own, served on loopback, lacks one."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests import index, wheels

PURE = "somepure-1.0-py3-none-any.whl"
BINARY = [
    f"somebinary-2.0-cp{python}-cp{python}-{platform}.whl"
    for python in ("313", "314")
    for platform in ("manylinux_2_17_x86_64.manylinux2014_x86_64", "macosx_10_9_universal2", "win_amd64")
]
STABLE = ["somestable-3.0-cp311-abi3-win_amd64.whl"]
EVERYWHERE = ("Linux x86_64", "macOS arm64", "Windows amd64")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its base class names it so
        pass


class Index:
    """A package index in a folder, and a lock file of what it holds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.listed: dict[str, list[str]] = {}
        self.extra: dict[str, str] = {}

    def put(self, *names: str) -> None:
        for name in names:
            self.listed.setdefault(name.partition("-")[0], []).append(name)

    def take(self, name: str) -> None:
        self.listed[name.partition("-")[0]].remove(name)

    def lock(self) -> None:
        """Pin everything that is there now."""
        lines = []
        for project, names in self.listed.items():
            marker = " ; sys_platform == 'win32'" if project == "somestable" else ""
            version = names[0].removesuffix(".tar.gz").split("-")[1]
            hashes = "".join(f" \\\n    --hash=sha256:{_hash(name)}" for name in names)
            lines.append(f"{project}=={version}{marker}{hashes}\n    # via somebody\n")
        (self.folder / "requirements.txt").write_text("".join(lines), "utf-8")

    def publish(self) -> None:
        for project, names in self.listed.items():
            links = [
                f'<a href="../files/{name}#sha256={_hash(name)}" {self.extra.get(name, "")}>{name}</a>'
                for name in names
            ]
            (self.folder / project).mkdir(exist_ok=True)
            (self.folder / project / "index.html").write_text("<br/>\n".join(links), "utf-8")


def _hash(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


@pytest.fixture
def published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    served = Index(tmp_path)
    served.put(PURE, *BINARY, *STABLE)
    served.lock()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{server.server_port}/")
    monkeypatch.setattr(wheels, "ROOT", tmp_path)
    monkeypatch.setattr(wheels, "LOCKS", ("requirements.txt",))
    monkeypatch.setattr(wheels, "supported", lambda: ["3.13", "3.14"])
    monkeypatch.setattr(wheels, "SYSTEMS", [each for each in wheels.SYSTEMS if each.name in EVERYWHERE])
    index.address.cache_clear()
    yield served
    index.address.cache_clear()
    server.shutdown()
    thread.join()
    server.server_close()


def test_all_is_well_if_each_has_a_wheel(published: Index, capsys: pytest.CaptureFixture[str]) -> None:
    published.publish()
    assert wheels.main() == 0
    assert "each has a wheel" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("wheel", "where"),
    [
        (BINARY[0], "Python 3.13 on Linux x86_64"),
        (BINARY[4], "Python 3.14 on macOS arm64"),
        (BINARY[5], "Python 3.14 on Windows amd64"),
    ],
)
def test_one_missing_wheel_is_named(
    wheel: str, where: str, published: Index, capsys: pytest.CaptureFixture[str]
) -> None:
    published.take(wheel)
    published.publish()
    assert wheels.main() == 1
    _, *wrong, last = capsys.readouterr().out.splitlines()
    assert wrong == [f"somebinary==2.0: no wheel of the lock file for {where}"]
    assert last.startswith("FAILED")


def test_a_source_is_no_wheel(published: Index, capsys: pytest.CaptureFixture[str]) -> None:
    published.take(STABLE[0])
    published.put("somestable-3.0.tar.gz")
    published.lock()
    published.publish()
    assert wheels.main() == 1
    said = capsys.readouterr().out
    assert "somestable==3.0: no wheel of the lock file for Python 3.13 on Windows amd64" in said
    assert "Linux" not in said.partition("\n")[2], "it is wanted on Windows only"


def test_a_wheel_that_is_not_locked_does_not_count(
    published: Index, capsys: pytest.CaptureFixture[str]
) -> None:
    published.take(BINARY[2])
    published.lock()
    published.put(BINARY[2])
    published.publish()
    assert wheels.main() == 1
    assert "somebinary==2.0: no wheel of the lock file for Python 3.13 on Windows" in capsys.readouterr().out


def test_a_wheel_for_other_pythons_does_not_count(
    published: Index, capsys: pytest.CaptureFixture[str]
) -> None:
    published.extra[PURE] = 'data-requires-python="&gt;=3.8,&lt;3.14"'
    published.publish()
    assert wheels.main() == 1
    wrong = [line for line in capsys.readouterr().out.splitlines() if line.startswith("somepure")]
    assert wrong == [
        f"somepure==1.0: no wheel of the lock file for Python 3.14 on {system}" for system in EVERYWHERE
    ]


def test_an_index_without_the_package_is_told(published: Index, capsys: pytest.CaptureFixture[str]) -> None:
    published.publish()
    (published.folder / "somepure" / "index.html").unlink()
    (published.folder / "somepure").rmdir()
    assert wheels.main() == 1
    assert "HTTP Error 404" in capsys.readouterr().out
