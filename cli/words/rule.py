"""A rule of the help: a sentence, and the lines of docs/rules.md that it tells."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    text: str
    ids: tuple[str, ...]
    """The lines of docs/rules.md."""
    ruling: bool = False
    """Whether it is ours: the rulebooks are silent, or contradict each other."""


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    rules: tuple[Rule, ...]


def rule(text: str, *ids: str) -> Rule:
    """A rule of the rulebooks."""
    return Rule(text, ids)


def ruling(text: str, *ids: str) -> Rule:
    """A ruling of ours."""
    return Rule(text, ids, ruling=True)
