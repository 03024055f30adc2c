"""The picture of a scene: the same scene, size and look always make the same picture."""

from __future__ import annotations

from cli.cardnames import colour_name
from cli.screen.canvas import Canvas, Picture, cut, text_width, wrap
from cli.screen.cards import UNICODE, Look, draw_card, draw_chips, style_of
from cli.screen.hand import Fan, draw_hand, fan
from cli.screen.scene import Option, Overlay, Scene
from cli.screen.seats import draw_seat, places
from cli.words import _, n_
from p2puno.cards import DARK, face

SMALLEST = (60, 20)
"""Columns and rows below which the table cannot be shown."""

LOG_BESIDE = 104
"""From this width on, the log stands beside the table."""


def draw(scene: Scene, width: int, height: int, look: Look = UNICODE) -> Picture:
    """The scene in exactly `height` lines of `width` columns."""
    if width < SMALLEST[0] or height < SMALLEST[1]:
        return _too_small(width, height)
    canvas = Canvas(width, height)
    _title(canvas, scene, look)
    tall = height >= 32
    laid = fan(len(scene.hand), width - 1, tall)
    hand_top = height - 3 - laid.lines - 1 if scene.own else height - 4
    if scene.overlay is not None:
        _overlay(canvas, scene.overlay, look)
        return canvas.picture()
    if width >= LOG_BESIDE:
        pane = min(48, width * 3 // 10)
        _log(canvas, scene, width - pane, 1, pane, hand_top - 1, look, beside=True)
        _table(canvas, scene, width - pane - 1, 1, hand_top - 1, look)
    else:
        used = _table(canvas, scene, width, 1, hand_top - 1, look)
        _log(canvas, scene, 0, 1 + used, width, hand_top - 1 - used, look, beside=False)
    _own(canvas, scene, hand_top, laid, look)
    _bottom(canvas, scene, height)
    return canvas.picture()


def _too_small(width: int, height: int) -> Picture:
    canvas = Canvas(max(width, 1), max(height, 1))
    text = _("This window is too small for the table: make it at least {columns} by {rows}.")
    lines = wrap(text.format(columns=SMALLEST[0], rows=SMALLEST[1]), max(width - 2, 8), indent=0)
    for row, line in enumerate(lines):
        canvas.put(1, max(0, (height - len(lines)) // 2) + row, line, "class:alert")
    return canvas.picture()


def _title(canvas: Canvas, scene: Scene, look: Look) -> None:
    style = "class:title"
    canvas.fill(0, 0, canvas.width, 1, style)
    right = _("? keys")
    if scene.seconds_left is not None:
        seconds = n_("{count} second", "{count} seconds", scene.seconds_left)
        right = seconds.format(count=scene.seconds_left) + "  " + right
    if scene.two_sided:
        right = (_("DARK SIDE") if scene.side == DARK else _("LIGHT SIDE")) + "   " + right
    canvas.put(1, 0, cut(scene.title, canvas.width - text_width(right) - 4), style + " bold")
    canvas.put(canvas.width - text_width(right) - 1, 0, right, style, "help")


# -- the table ------------------------------------------------------------------------------------------


def _table(canvas: Canvas, scene: Scene, width: int, top: int, height: int, look: Look) -> int:
    """Players round the piles; returns the number of lines used."""
    at = places(scene.others)
    sides = max(len(at.left), len(at.right))
    spare = height - (3 if at.across else 0) - max(6, 3 * sides)
    box = 3 if spare >= -1 else 2
    across_height = box if at.across else 0
    middle = max(6 if spare >= 0 else 5, box * sides)
    if canvas.height >= 32:  # room to breathe
        across_height += 1 if at.across else 0
        rest = height - across_height
        middle = max(middle, rest if canvas.width >= LOG_BESIDE else min(rest - 8, 14))
    elif height - across_height - middle > 8:
        middle = min(height - across_height - 8, 10)
    column = max(15, width // 4)
    if at.across:
        step = width // len(at.across)
        box_width = min(step - 1, column + 4)
        for place, seat in enumerate(at.across):
            x = place * step + (step - box_width) // 2
            draw_seat(canvas, x, top, box_width, box, seat, look)
    first = top + across_height
    for seats, x in ((at.left, 0), (at.right, width - column)):
        gap = (middle - len(seats) * box) // (len(seats) + 1)
        for place, seat in enumerate(seats):
            y = first + gap + place * (box + gap)
            draw_seat(canvas, x + (x > 0), y, column - 1, box, seat, look)
    inside = column if sides else 0
    _piles(canvas, scene, inside, first, width - 2 * inside, middle, look)
    return across_height + middle


def _piles(canvas: Canvas, scene: Scene, x: int, y: int, width: int, height: int, look: Look) -> None:
    if scene.top is None:
        text = cut(scene.news, width - 2)
        canvas.put(x + (width - text_width(text)) // 2, y + height // 2, text, "class:prompt")
        return
    big = height >= 9 and width >= 38
    card_width, card_height = (10, 7) if big else (8, 5)
    facts = width - 2 * card_width - 6
    left = x + max(1, (width - 2 * card_width - 4 - min(facts, 22)) // 2)
    top = y + (height - card_height) // 2
    _draw_pile(canvas, scene, left, top, card_width, card_height, look)
    discard = left + card_width + 2
    draw_card(canvas, discard, top, scene.top, card_width, card_height, look)
    if scene.top.colour is None and scene.colour is not None:  # a wild card in the colour that was named
        named = style_of(face(scene.colour.value + "5"))
        name = f"{cut(colour_name(scene.colour), card_width - 2):^{card_width - 2}}"
        if not look.framed:
            canvas.fill(discard, top + card_height - 1, card_width, 1, named)
        canvas.put(discard + 1, top + card_height - (2 if look.framed else 1), name, named)
    _facts(canvas, scene, discard + card_width + 2, top, facts, card_height, look)


def _draw_pile(canvas: Canvas, scene: Scene, x: int, y: int, width: int, height: int, look: Look) -> None:
    if scene.pile_shows is not None:
        draw_card(canvas, x, y, scene.pile_shows, width, height, look, dim=True, action="draw")
    else:
        canvas.fill(x, y, width, height, "class:back", "draw")
        if look.framed:
            for row in range(y, y + height):
                edge = "+" + "-" * (width - 2) + "+" if row in (y, y + height - 1) else ""
                canvas.put(x, row, edge or "|" + " " * (width - 2) + "|", "class:back", "draw")
        canvas.put(x + (width - 3) // 2, y + height // 2 - 1, "UNO", "class:back bold", "draw")
    count = str(scene.pile)
    style = "class:back" if scene.pile_shows is None else style_of(scene.pile_shows, dim=True)
    row = y + height - (2 if look.framed else 1)
    canvas.put(x + (width - len(count)) // 2, row, count, style, "draw")


def _facts(canvas: Canvas, scene: Scene, x: int, y: int, width: int, height: int, look: Look) -> None:
    """The colour, the direction, and what is pending."""
    if width < 6:
        return
    row = y
    if scene.colour is not None:
        shown = style_of(face(scene.colour.value + "5"))
        name = f" {colour_name(scene.colour).upper()} "
        canvas.put(x, row, cut(name, width), shown + " bold")
    else:
        canvas.put(x, row, cut(_("no colour yet"), width), "class:quiet")
    sign = look.clockwise if scene.direction > 0 else look.counter
    word = _("clockwise") if scene.direction > 0 else _("anticlockwise")
    canvas.put(x, row + 1, cut(f"{sign} {word}", width), "class:quiet")
    row += 2
    if scene.battle is not None:
        first, second, faces = scene.battle
        canvas.put(x, row, cut(f"{first} - {second}", width), "class:uno")
        draw_chips(canvas, x, row + 1, faces, width, look)
        row += 2
    for text in wrap(scene.news, width) if scene.news else ():
        if row < y + height:
            canvas.put(x, row, text, "class:prompt")
        row += 1


def _log(
    canvas: Canvas, scene: Scene, x: int, y: int, width: int, height: int, look: Look, *, beside: bool
) -> None:
    """The latest lines at the bottom."""
    if height < 1:
        return
    inner = width - 2
    if beside:
        for row in range(y, y + height):
            canvas.put(x, row, "|" if look.framed else " ", "class:pane")
            canvas.fill(x + 1, row, width - 1, 1, "class:pane")
        x, inner = x + 2, width - 3
    else:
        canvas.fill(x, y, width, height, "class:pane")
        x += 1
    lines = [(text, line.kind) for line in scene.log[-height:] for text in wrap(line.text, inner)]
    shown = lines[-height:]
    for row, (text, kind) in enumerate(shown, y + height - len(shown)):
        canvas.put(x, row, text, f"class:pane class:{kind}")


# -- the own side ---------------------------------------------------------------------------------------


def _own(canvas: Canvas, scene: Scene, y: int, laid: Fan, look: Look) -> None:
    own = scene.own
    if own is None:
        return
    style = "class:seat.turn" if own.to_move else "class:seat"
    canvas.fill(0, y, canvas.width, 1, style)
    mark = look.turn if own.to_move else ""
    at = canvas.put(0, y, f"{mark:<2}", style)
    at = canvas.put(at, y, cut(own.name, 18), style + " bold") + 1
    if own.dealer:
        at = canvas.put(at, y, "D", style) + 1
    count = own.cards or 0
    text = n_("{count} card", "{count} cards", count).format(count=count)
    points = n_("{count} point", "{count} points", own.score).format(count=own.score)
    at = canvas.put(at + 1, y, f"{text}, {points}", style) + 2
    if own.uno == "called":
        at = canvas.put(at, y, "UNO!", "class:uno") + 2
    if scene.window is not None:
        _window(canvas, scene, at, y, look)
    draw_hand(canvas, y + 1, scene.hand, laid, look)


def _window(canvas: Canvas, scene: Scene, x: int, y: int, look: Look) -> None:
    """The UNO window, running out."""
    window = scene.window
    assert window is not None
    if window.own:
        text, action = _("You have not called UNO: press u!"), "uno"
    else:
        text, action = _("{name} has not called UNO: press c!").format(name=window.name), "catch"
    bar = 8
    filled = round(window.left * bar)
    text = f" {cut(text, canvas.width - x - bar - 4)} "
    x = max(x, canvas.width - text_width(text) - bar - 2)
    x = canvas.put(x, y, text, "class:uno", action)
    canvas.put(x, y, look.full * filled + look.empty * (bar - filled) + " ", "class:uno", action)


def _bottom(canvas: Canvas, scene: Scene, height: int) -> None:
    style = "class:prompt.urgent" if scene.urgent else "class:prompt"
    canvas.put(1, height - 3, cut(scene.prompt, canvas.width - 2), style)
    _options(canvas, scene.options, height - 2)
    if scene.message and not scene.typing:
        canvas.put(1, height - 1, cut(scene.message, canvas.width - 2), "class:alert")


def _options(canvas: Canvas, options: tuple[Option, ...], y: int) -> None:
    x = 1
    for option in options:
        style = "class:option.selected" if option.selected else "class:option"
        text = f"[{option.key}] {option.label}"
        if x + text_width(text) > canvas.width:
            return
        if option.strong:
            style = "class:uno"
        at = canvas.put(x, y, f"[{option.key}]", "class:key" if not option.selected else style, option.action)
        if option.colour is not None:
            style = style_of(face(option.colour.value + "5")) + (" bold underline" if option.selected else "")
        label = f" {option.label} "
        at = canvas.put(at, y, label, style, option.action)
        x = at + 1


# -- what covers the table ------------------------------------------------------------------------------


def _overlay(canvas: Canvas, overlay: Overlay, look: Look) -> None:
    width, height = canvas.width, canvas.height
    canvas.fill(0, 1, width, height - 1, "class:overlay")
    canvas.put(2, 2, cut(overlay.title, width - 4), "class:overlay bold underline")
    room = height - 6
    first = min(overlay.scroll, max(0, len(overlay.rows) - room))
    for place, row in enumerate(overlay.rows[first : first + room]):
        style = f"class:overlay {row.style}".strip()
        x = canvas.put(2, 4 + place, cut(row.text, width - 4), style)
        if row.cards:
            after = text_width(row.after)
            draw_chips(canvas, x + 1, 4 + place, row.cards, width - x - after - 5, look)
        if row.after:
            canvas.put(width - text_width(row.after) - 2, 4 + place, row.after, style)
    if first + room < len(overlay.rows):
        more = len(overlay.rows) - first - room
        text = n_("{count} line more", "{count} lines more", more).format(count=more)
        canvas.put(width - text_width(text) - 2, height - 2, text, "class:overlay class:quiet")
    canvas.put(2, height - 1, cut(overlay.footer, width - 4), "class:overlay class:prompt", "close")
