"""Numbers that people type."""

from __future__ import annotations


def number_typed(text: str, most: int) -> int | None:
    """The number from 1 to `most` that was typed; None for anything else, of any length."""
    if not text.isdecimal() or len(text.lstrip("0")) > len(str(most)):
        return None
    number = int(text[-len(str(most)) :])  # all digits before are zeros
    return number if 1 <= number <= most else None
