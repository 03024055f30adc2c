"""Numbers as each language writes them: decimal marks and percentages."""

from __future__ import annotations

from cli.words.language import _


def decimal(number: str) -> str:
    """A number with a decimal point, with the mark of the language instead: 1.5 is 1,5 in French."""
    whole, point, decimals = number.partition(".")
    return _("{whole}.{decimals}").format(whole=whole, decimals=decimals) if point else number


def percent(share: float) -> str:
    """A share of 1: "34%". Most languages have a space before the sign."""
    return _("{count}%").format(count=round(100 * share))
