"""What all tests of the game share."""

import pytest

from p2puno.bots import master


@pytest.fixture(autouse=True)
def quick_master(monkeypatch: pytest.MonkeyPatch) -> None:
    """master plays on in one deal only: as legal, as honest, and much faster."""
    for effort in ("EFFORT", "HIDDEN"):
        monkeypatch.setattr(master, effort, master.Effort(stages=1, deals=1, prior=30))
