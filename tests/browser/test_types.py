"""The types of the page's modules, checked by TypeScript where `tsc` is installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

TSC = shutil.which("tsc")


@pytest.mark.skipif(TSC is None, reason="needs tsc")
def test_the_page_has_no_type_errors() -> None:
    assert TSC is not None
    checked = subprocess.run(
        [TSC, "-p", str(Path(__file__).with_name("jsconfig.json"))], capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout
