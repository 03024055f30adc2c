"""Which names may sit down: misleading names get no seat.

A name is misleading if it has invisible characters or characters that separate names, if it means something
else in the program's own sentences, or if it looks like another player's. This is checked only when players
sit down: recorded games may have any names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from unicodedata import category, normalize

from protocol.lobby.errors import Refusal
from protocol.lobby.lookalike_letters import TO_LATIN

MOST_MARKS = 2
"""The maximum of marks on one letter: scripts rarely need more, and many would cover other lines."""

# Printable characters without a visible shape: fillers, blanks, and variation selectors.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)

SIGNS = " .-'_!?&@#*+~"
"""The ASCII symbols allowed in a name. The others separate names, numbers and columns."""

# Also allowed: their forms in other languages, the middle dot of Catalan, and skin tones.
_MORE_SIGNS = re.compile("[\u2010\u2019\u00b7\U0001f3fb-\U0001f3ff]")
# Not allowed: letters and symbols that look like commas, colons, bars, arrows, lines and blocks.
_NOT_IN_NAMES = re.compile("[\u01c0\u01c1\u02d0\u02d1\ua4f8-\ua4fd\u2190-\u21ff\u2300-\u23ff\u2500-\u259f]")

RESERVED = ("you", "du", "ihr", "tu", "toi", "vous", "usted", "vosotros", "você", "vocês", "p2puno")
"""Words for "you" in all our languages, and the program's own name."""

# Characters that look alike in many fonts.
_ALIKE = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o", "m": "rn"})


def fault(name: str) -> Refusal | None:
    """Why a name is refused; None if it is acceptable."""
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
    """Whether this character is a letter, mark, digit, emoji, or one of the allowed symbols."""
    if _NOT_IN_NAMES.match(sign):
        return False
    return (
        sign in SIGNS or category(sign)[0] in "LMN" or category(sign) == "So" or bool(_MORE_SIGNS.match(sign))
    )


def are_alike(one: str, other: str) -> bool:
    """Whether two names could be mistaken for each other: they differ only in case, accents, symbols, letter
    style, or look-alike letters."""
    return not _looks(one).isdisjoint(_looks(other))


def told_apart(name: str, taken: Iterable[str]) -> str:
    """The name, with a number if it could be mistaken for another one at the table."""
    others, free, number = list(taken), name, 2
    while any(are_alike(free, other) for other in others):
        free = f"{name[:20].rstrip()} {number}"
        number += 1
    return free


def _looks(name: str) -> set[str]:
    """How a name looks as it is, in lower case and in upper case; each without easily overlooked parts."""
    return {_skeleton(name), _skeleton(name.lower()), _skeleton(name.upper())}


def _skeleton(name: str) -> str:
    plain = normalize("NFKC", name).translate(TO_LATIN)
    plain = normalize("NFKC", plain.casefold()).translate(TO_LATIN).casefold()
    letters = "".join(sign for sign in normalize("NFKD", plain) if category(sign)[0] not in "MPZ")
    return (letters or plain).translate(_ALIKE)
