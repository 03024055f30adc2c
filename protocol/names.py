"""Names at the door: what cannot be told from another's name on a screen gets no seat by that name.

Games that were played are read whatever their players are called: this is asked only of who sits down.
"""

from __future__ import annotations

import re
from itertools import groupby
from unicodedata import category, normalize

MOST_MARKS = 2
"""On one letter: no script puts many more there, and heaps of them cover the lines around."""

# They are printable, but have no picture of their own: fillers, blanks, and what chooses between pictures.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)


def fault(name: str) -> str | None:
    """The word for what speaks against a name (see `seating.WHY`); None if nothing does."""
    if _UNSEEN.search(name):
        return "unseen"
    marks = (sign in ("Mn", "Me") for sign in map(category, normalize("NFC", name)))
    if any(of_marks and len(list(run)) > MOST_MARKS for of_marks, run in groupby(marks)):
        return "marks"
    return None


def folded(name: str) -> str:
    """Equal for names that differ only in capitals, or in the width and style of their letters."""
    return normalize("NFKC", normalize("NFKC", name).casefold())
