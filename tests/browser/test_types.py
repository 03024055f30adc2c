"""The types of the page's modules, checked by TypeScript where `tsc` is installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.browser.scene_types import FILE, text

TSC = shutil.which("tsc")


def test_the_page_is_checked_against_the_types_of_the_program() -> None:
    assert FILE.read_text("utf-8") == text(), "run python -m tests.browser.scene_types"


@pytest.mark.skipif(TSC is None, reason="needs tsc")
def test_the_page_has_no_type_errors() -> None:
    assert TSC is not None
    checked = subprocess.run(
        [TSC, "-p", str(Path(__file__).with_name("jsconfig.json"))], capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout
