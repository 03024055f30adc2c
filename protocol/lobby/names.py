"""Names at the door: a name that misleads whoever reads it on a screen gets no seat.

It may have signs that nobody sees or that separate names, mean something else in the program's own sentences,
or look like another player's. Recorded games are read whatever their players are called: this is asked only
of who sits down.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from unicodedata import category, normalize

from protocol.lobby.errors import Refusal
from protocol.lobby.lookalikes import TO_LATIN

MOST_MARKS = 2
"""On one letter: no script puts many more there, and heaps of them cover the lines around."""

# They are printable, but have no picture of their own: fillers, blanks, and what chooses between pictures.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)

SIGNS = " .-'_!?&@#*+~"
"""The ASCII signs that a name may have. The others separate names, numbers and columns."""

# Beside those: what other languages write for them, a point within words (Catalan), and the colours of skin.
_MORE_SIGNS = re.compile("[\u2010\u2019\u00b7\U0001f3fb-\U0001f3ff]")
# Letters and symbols that look like commas, colons, bars, arrows, lines and blocks.
_NOT_IN_NAMES = re.compile("[\u01c0\u01c1\u02d0\u02d1\ua4f8-\ua4fd\u2190-\u21ff\u2300-\u23ff\u2500-\u259f]")

RESERVED = ("you", "du", "ihr", "tu", "toi", "vous", "usted", "vosotros", "você", "vocês", "p2puno")
"""What the program calls whoever reads it, in all its languages, and what it calls itself."""

# What looks alike in many fonts.
_ALIKE = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o", "m": "rn"})


def fault(name: str) -> Refusal | None:
    """What speaks against a name; None if nothing does."""
    if _UNSEEN.search(name):
        return Refusal.NAME_UNSEEN
    if "  " in name or not all(map(may_be_in_name, name)):
        return Refusal.NAME_SIGNS
    if any(are_alike(name, word) for word in RESERVED):
        return Refusal.NAME_RESERVED
    marks = (sign in ("Mn", "Me") for sign in map(category, normalize("NFC", name)))
    if any(of_marks and len(list(run)) > MOST_MARKS for of_marks, run in groupby(marks)):
        return Refusal.NAME_MARKS
    return None


def may_be_in_name(sign: str) -> bool:
    """Whether this character is a letter, mark, digit, picture, or one of the signs that names may have."""
    if _NOT_IN_NAMES.match(sign):
        return False
    return (
        sign in SIGNS or category(sign)[0] in "LMN" or category(sign) == "So" or bool(_MORE_SIGNS.match(sign))
    )


def are_alike(one: str, other: str) -> bool:
    """Whether two names could be taken for each other: they differ only in capitals, in accents and signs, in
    the style of their letters, or in letters that look alike."""
    return not _looks(one).isdisjoint(_looks(other))


def told_apart(name: str, taken: Iterable[str]) -> str:
    """The name, with a number if it could be taken for another at the table."""
    others, free, number = list(taken), name, 2
    while any(are_alike(free, other) for other in others):
        free = f"{name[:20].rstrip()} {number}"
        number += 1
    return free


def _looks(name: str) -> set[str]:
    """How a name looks as it is, in small letters and in capitals; each without what is easily overlooked."""
    return {_skeleton(name), _skeleton(name.lower()), _skeleton(name.upper())}


def _skeleton(name: str) -> str:
    plain = normalize("NFKC", name).translate(TO_LATIN)
    plain = normalize("NFKC", plain.casefold()).translate(TO_LATIN).casefold()
    letters = "".join(sign for sign in normalize("NFKD", plain) if category(sign)[0] not in "MPZ")
    return (letters or plain).translate(_ALIKE)
