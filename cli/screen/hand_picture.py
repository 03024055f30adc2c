"""The player's hand at the bottom of the screen."""

from __future__ import annotations

from dataclasses import dataclass

from cli.screen.canvas import Canvas
from cli.screen.cards import LARGE, Look, chip, draw_back, draw_card
from cli.screen.scene import HandCard


@dataclass(frozen=True, slots=True)
class Fan:
    """The layout of the hand: the size of its cards, and how many go in a row."""

    width: int
    height: int
    gap: int
    in_row: int
    rows: int

    @property
    def lines(self) -> int:
        return self.rows * (self.height + 1)


def fan(cards: int, width: int, tall: bool) -> Fan:
    """The largest cards that fit: with large symbols, full size, then slim, then slim in two rows."""
    if cards * (LARGE[0] + 1) <= width and tall:
        return Fan(*LARGE, 1, width // (LARGE[0] + 1), 1)
    if cards * 8 <= width and tall:
        return Fan(7, 5, 1, width // 8, 1)
    if cards * 7 <= width:
        return Fan(6, 4 if tall else 3, 1, width // 7, 1)
    if cards * 5 <= width:
        return Fan(5 if cards * 6 <= width else 4, 4 if tall else 3, 1, cards, 1)
    return Fan(4, 2, 1, width // 5, 2)


def shown_part(hand: tuple[HandCard, ...], laid: Fan) -> range:
    """The places of the cards that are drawn: if not all fit, the part around the lifted card."""
    shown = laid.in_row * laid.rows
    lifted = next((place for place, card in enumerate(hand) if card.selected), 0)
    first = max(0, min(lifted - shown // 2, len(hand) - shown))
    return range(first, min(first + shown, len(hand)))


def draw_hand(canvas: Canvas, y: int, hand: tuple[HandCard, ...], laid: Fan, look: Look) -> None:
    """Draw the hand. The key above a card is in brackets if it can be played, in arrows if it is lifted, and
    between stars if it is planned."""
    part = shown_part(hand, laid)
    for place, card in enumerate(hand[part.start : part.stop]):
        row, column = divmod(place, laid.in_row)
        x = column * (laid.width + laid.gap) + 1
        top = y + row * (laid.height + 1)
        _draw(canvas, x, top, card, laid, look)


def _draw(canvas: Canvas, x: int, y: int, card: HandCard, laid: Fan, look: Look) -> None:
    action = f"card:{card.card}"
    if card.selected:
        label, style = f">{card.key}<", "class:key.selected"
    elif card.planned:
        label, style = f"*{card.key}*", "class:key.selected"
    elif card.playable:
        label, style = f"[{card.key}]", "class:key"
    else:
        label, style = f" {card.key} ", "class:quiet"
    canvas.put(x + max(0, (laid.width - len(label)) // 2), y, label, style, action)
    if card.face is None:
        draw_back(canvas, x, y + 1, laid.width, laid.height, look, action)
        return
    below = chip(card.other_side, look) if card.other_side else ""
    draw_card(
        canvas, x, y + 1, card.face, laid.width, laid.height, look, dim=card.dim, action=action, below=below
    )
