"""Numbers that people type."""

from __future__ import annotations


def number_typed(text: str, most: int) -> int | None:
    """The number from 1 to `most` that is meant; None if it is none of these, however long it is."""
    if not text.isdecimal() or len(text.lstrip("0")) > len(str(most)):
        return None
    number = int(text[-len(str(most)) :])  # what is before are zeros
    return number if 1 <= number <= most else None
