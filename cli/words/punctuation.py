"""Signs between two pieces of text. French has a no-break space before them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from cli.words.language import _


def with_colon(before: str, after: str) -> str:
    """ "before: after" """
    return _("{before}: {after}").format(before=before, after=after)


def with_semicolons(parts: Iterable[str]) -> str:
    """ "a; b; c" """
    text = _("{before}; {after}")
    return reduce(lambda before, after: text.format(before=before, after=after), parts)
