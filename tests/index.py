"""What the package index lists: the one that pip uses here, read as PEP 503 describes it."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.parse import unquote, urldefrag, urljoin
from urllib.request import urlopen

from packaging.utils import canonicalize_name

DEFAULT = "https://pypi.org/simple"
TIMEOUT = 60.0
"""Seconds without a byte from the index."""


class File(NamedTuple):
    """One link of a project's page."""

    url: str
    hash: str
    """SHA-256 in hexadecimal digits; empty if the index does not tell it."""
    pythons: str
    """The versions of Python that pip may install it for; old files have some that nobody can read."""

    @property
    def name(self) -> str:
        return unquote(self.url.rpartition("/")[2])


def files(project: str) -> list[File]:
    """All files of a project. Raises OSError if the index does not answer or does not know it."""
    page = f"{address().rstrip('/')}/{canonicalize_name(project)}/"
    links = _Links(page)
    links.feed(fetch(page).decode("utf-8"))
    return links.found


def fetch(url: str) -> bytes:
    try:
        with urlopen(url, timeout=TIMEOUT) as answer:
            content: bytes = answer.read()
    except HTTPError as error:
        error.close()  # it keeps the connection otherwise
        raise
    return content


@cache
def address() -> str:
    """Where the index is: as pip was told, by a variable or by a file."""
    if told := os.environ.get("PIP_INDEX_URL"):
        return told
    command = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    return subprocess.run(command, capture_output=True, text=True).stdout.strip() or DEFAULT


class _Links(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[File] = []
        self._page = page

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if tag == "a" and (link := said.get("href")):
            url, fragment = urldefrag(urljoin(self._page, link))
            hash_ = fragment.removeprefix("sha256=") if fragment.startswith("sha256=") else ""
            self.found.append(File(url, hash_, said.get("data-requires-python") or ""))
