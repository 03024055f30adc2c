"""The other players around the table."""

from __future__ import annotations

from dataclasses import dataclass

from cli.screen.canvas import Canvas, cut, text_width
from cli.screen.cards import Look, draw_chips, fitting
from cli.screen.scene import Seat
from cli.words.language import _, n_

_PLACES = {0: (0, 0), 1: (0, 1), 2: (1, 0), 3: (1, 1), 4: (1, 2), 5: (1, 3), 6: (2, 2), 7: (2, 3)}
"""How many sit at each side, and how many across, by number of players."""


@dataclass(frozen=True, slots=True)
class Places:
    """Who sits left, across and right, in drawing order: top to bottom, left to right."""

    left: tuple[Seat, ...]
    across: tuple[Seat, ...]
    right: tuple[Seat, ...]


def places(others: tuple[Seat, ...]) -> Places:
    """Clockwise: up the left side, along the far side, down the right side."""
    side, across = _PLACES.get(len(others), (3 if len(others) > 8 else 2, 0))
    if len(others) > 7:
        across = len(others) - 2 * side
    left, rest = others[:side], others[side:]
    return Places(left[::-1], rest[:across], rest[across:])


def draw_seat(canvas: Canvas, x: int, y: int, width: int, height: int, seat: Seat, look: Look) -> None:
    """One player: name, number of cards, score; in flip, the visible sides of their cards."""
    action = f"seat:{seat.seat}" if seat.key else ""
    style = "class:seat.turn" if seat.to_move else "class:seat.name"
    if seat.chosen:
        style = "class:seat.chosen"
    canvas.fill(x, y, width, height, "class:seat", action)
    canvas.fill(x, y, width, 1, style, action)
    mark = f"[{seat.key}]" if seat.key else look.turn if seat.to_move else ""
    at = canvas.put(x, y, f"{mark:<2}" if not seat.key else mark + " ", style, action)
    score = str(seat.score)
    flags = "D" if seat.dealer else ""
    name = cut(seat.name, x + width - at - len(score) - len(flags) - 3)
    at = canvas.put(at, y, name, style + " bold", action)
    if flags:
        canvas.put(at + 1, y, flags, style, action)
    canvas.put(x + width - len(score) - 1, y, score, style, action)
    below = width - 2 if height > 2 else 0
    shown = _draw_cards(canvas, x + 2, y + 1, width - 3, below, seat, look, action)
    if below:
        draw_chips(canvas, x + 2, y + 2, seat.turned_away[shown:], below, look)


def _partner(room: int) -> str:
    """Says that a player is our partner, as clearly as there is room for."""
    words = _("your partner"), _("partner")
    return next((text for text in words if text_width(text) <= room), cut(words[1], room))


def _draw_cards(
    canvas: Canvas, x: int, y: int, width: int, below: int, seat: Seat, look: Look, action: str
) -> int:
    """The number of cards, then their backs, or those open cards that do not fit below; returns how many."""
    if seat.waits:
        canvas.put(x, y, cut(_("away"), width) if seat.away else "", "class:alert", action)
        return 0
    if seat.cards is None:
        canvas.put(x, y, cut(_("not playing"), width), "class:seat class:quiet", action)
        return 0
    said = {"open": _("no UNO!"), "called": _("UNO!")}.get(seat.uno, _("away") if seat.away else "")
    count = n_("{count} card", "{count} cards", seat.cards).format(count=seat.cards)
    room = width - text_width(count) - (text_width(said) + 1 if said else 0) - 1
    at = canvas.put(x, y, count, "class:seat", action) + 1
    partner = _partner(room) if seat.partner else ""
    if partner:
        at = canvas.put(at, y, partner, "class:seat class:prompt", action) + 1
        room -= text_width(partner) + 1
    if said:
        style = "class:uno" if seat.uno else "class:alert"
        at = canvas.put(at, y, said, style, action) + 1
    if room > 0 and not said:
        if fitting(seat.turned_away, below, look) < len(seat.turned_away):
            first = fitting(seat.turned_away, room, look) if below else len(seat.turned_away)
            return draw_chips(canvas, at, y, seat.turned_away[:first], room, look)
        fan = look.back * seat.cards if seat.cards <= room else look.back * (room - 1) + "+"
        canvas.put(at, y, fan if fan != "+" else "", "class:seat class:fan", action)
    return 0
