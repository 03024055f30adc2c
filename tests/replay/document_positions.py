"""From the JSON document back to positions: how any other program would read it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Position:
    """What lies on the table after a moment; `state` is None before the first deal and between deals."""

    deal: int
    turn: int
    totals: list[int]
    state: dict[str, Any] | None = None
    known: dict[tuple[int | None, int, int], str] = field(default_factory=dict)
    """What somebody (None: everybody) knows, by seat, card and side."""

    def face(self, seat: int | None, card: int, side: int) -> str | None:
        return self.known.get((None, card, side)) or self.known.get((seat, card, side))


def positions(document: dict[str, Any]) -> Iterator[Position]:
    """The position after every moment. It is one object that changes: copy what you keep."""
    now = Position(0, 0, [0] * len(document["players"]))
    for moment in document["moments"]:
        if moment["deal"] != now.deal:
            now.deal, now.state, now.known = moment["deal"], None, {}
        now.turn = moment["turn"]
        now.totals = moment.get("totals", now.totals)
        if "state" in moment:
            now.state = apply(now.state or {}, moment["state"])
        for seat, card, side, face in moment.get("knows", ()):
            now.known[seat, card, side] = face
        yield now


def apply(state: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The state after a change, as `difference` wrote it down."""
    new = dict(state)
    for name, value in change.items():
        if name == "hands":
            hands = dict(state.get("hands", {}))
            for seat, tail in value.items():
                hands[seat] = _patched(hands.get(seat, []), tail)
            new["hands"] = hands
        elif name in ("pile", "discard", "aside"):
            new[name] = _patched(state.get(name, []), value)
        elif name != "left":
            new[name] = value
    for seat in change.get("left", ()):
        new["hands"] = {other: hand for other, hand in new["hands"].items() if other != str(seat)}
    return new


def _patched(old: list[Any], tail: list[Any] | None) -> list[Any]:
    return [] if tail is None else [*old[: tail[0]], *tail[1]]
