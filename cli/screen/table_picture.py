"""Draws a scene: the same scene, size and look always give the same picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from cli.runtime.terminal_type import SMALLEST
from cli.screen.canvas import WIDEST_TEXT, Canvas, Picture, cut, text_width, wrap, wrap_line
from cli.screen.cards import LARGE, UNICODE, Look, chip, draw_back, draw_card, draw_chips, fitting, style_of
from cli.screen.hand_picture import Fan, draw_hand, fan, shown_part
from cli.screen.log_picture import draw_log
from cli.screen.moment_picture import draw_moment
from cli.screen.scene import TITLE_JOINT, Option, Overlay, Row, Scene, Window
from cli.screen.seat_boxes import draw_seat, places
from cli.words.card_names import colour_name
from cli.words.language import _, n_
from p2puno.cards import DARK, Face, face

ROOMY = 32
"""Rows from which on there is plenty of room."""

WINDOW_BAR = 8
"""Columns of the time left in a window."""

ALWAYS = ("do:chat", "do:hands", "do:help")
"""Options that are always there."""

FACTS = 5
"""Rows for facts below the piles."""

WORD = 13
"""The longest word of the facts, "anticlockwise"; it is not broken."""
LOG_BESIDE = 104
"""From this width on, the log is beside the table."""


def draw(scene: Scene, width: int, height: int, look: Look = UNICODE) -> Picture:
    """The scene in exactly `height` lines of `width` columns."""
    if width < SMALLEST[0] or height < SMALLEST[1]:
        canvas = Canvas(max(width, 1), max(height, 1))
        put_too_small(canvas, *SMALLEST)
        return canvas.picture()
    canvas = Canvas(width, height)
    _title(canvas, scene, look)
    tall = height >= ROOMY
    laid = fan(len(scene.hand), width - 1, tall)
    hand_top = height - 3 - laid.lines - 1 if scene.own else height - 4
    if scene.overlay is not None:
        _overlay(canvas, scene.overlay, look)
        return canvas.picture()
    if width >= LOG_BESIDE:
        pane = min(48, width * 3 // 10)
        draw_log(canvas, scene.log, scene.coach, width - pane, 1, pane, hand_top - 1, look, beside=True)
        spots = _table(canvas, scene, width - pane - 1, 1, hand_top - 1, look)
    else:
        spots = _table(canvas, scene, width, 1, hand_top - 1, look)
        used = spots.lines
        draw_log(canvas, scene.log, scene.coach, 0, 1 + used, width, hand_top - 1 - used, look, beside=False)
    _own(canvas, scene, hand_top, laid, look)
    _bottom(canvas, scene, height)
    if scene.own is not None:
        spots.seats[scene.own.seat] = ((width if width < LOG_BESIDE else width - pane) // 2, hand_top + 2)
    _flights(canvas, scene, spots, look)
    if scene.moment is not None:
        draw_moment(
            canvas, scene.moment, width if width < LOG_BESIDE else width - pane, 1, hand_top - 1, look
        )
    return canvas.picture()


def put_too_small(canvas: Canvas, columns: int, rows: int) -> None:
    """Draw a message instead of what does not fit."""
    text = _("This window is too small for the table: make it at least {columns} by {rows}.")
    lines = wrap(text.format(columns=columns, rows=rows), max(canvas.width - 2, 8), indent=0)
    for row, line in enumerate(lines):
        canvas.put(1, max(0, (canvas.height - len(lines)) // 2) + row, line, "class:alert")


def _title(canvas: Canvas, scene: Scene, look: Look) -> None:
    style = "class:title"
    canvas.fill(0, 0, canvas.width, 1, style)
    right = f"{scene.help_key} {_('keys')}"
    if scene.clock:
        right = scene.clock + "  " + right
    if scene.two_sided and scene.overlay is None and scene.top is not None:  # results may be of the other one
        right = (_("DARK SIDE") if scene.side == DARK else _("LIGHT SIDE")) + "   " + right
    title, room = scene.title, canvas.width - text_width(right) - 4
    while text_width(title) > room and TITLE_JOINT in title:
        title = title.rpartition(TITLE_JOINT)[0]  # the last part is the least important
    canvas.put(1, 0, cut(title, room), style + " bold")
    canvas.put(canvas.width - text_width(right) - 1, 0, right, style, "do:help")


# -- the table ------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Spots:
    """Positions on the canvas: the centres of the seats and of the two piles."""

    seats: dict[int, tuple[int, int]] = field(default_factory=dict)
    pile: tuple[int, int] = (0, 0)
    top: tuple[int, int] = (0, 0)
    lines: int = 0
    """How many lines the table takes."""


def _table(canvas: Canvas, scene: Scene, width: int, top: int, height: int, look: Look) -> _Spots:
    """Draw the players around the piles."""
    spots = _Spots()
    at = places(scene.others)
    sides = max(len(at.left), len(at.right))
    roomy = canvas.height >= ROOMY
    open_sides = any(seat.turned_away for seat in scene.others)
    box = 3 if open_sides and height >= 3 * (sides + 1) + 4 else 2
    across_height = box + roomy if at.across else 0
    rest = height - across_height
    beside = canvas.width >= LOG_BESIDE
    middle = rest if beside else rest - (8 if roomy else 6 if rest > 12 else 4)
    middle = max(middle, box * sides, 5) if beside else max(min(middle, 16 if roomy else 7), box * sides, 5)
    column = max(15, width // 4)
    if at.across:
        step = width // len(at.across)
        box_width = min(step - 1, column + 4)
        for place, seat in enumerate(at.across):
            x = place * step + (step - box_width) // 2
            draw_seat(canvas, x, top, box_width, box, seat, look)
            spots.seats[seat.seat] = x + box_width // 2, top + 1
    first = top + across_height
    inside = column if sides else 0
    canvas.fill(inside, first, width - 2 * inside, middle, "class:felt")
    for seats, x in ((at.left, 0), (at.right, width - column)):
        gap = (middle - len(seats) * box) // (len(seats) + 1)
        for place, seat in enumerate(seats):
            y = first + gap + place * (box + gap)
            draw_seat(canvas, x + (x > 0), y, column - 1, box, seat, look)
            spots.seats[seat.seat] = x + column // 2, y + 1
    _piles(canvas, scene, inside, first, width - 2 * inside, middle, look, spots)
    spots.lines = across_height + middle
    return spots


def _flights(canvas: Canvas, scene: Scene, spots: _Spots, look: Look) -> None:
    """Draw the flying cards."""
    width, height = 6, 3
    for flight in scene.flights:
        start = spots.pile if flight.origin is None else spots.seats.get(flight.origin)
        end = spots.top if flight.target is None else spots.seats.get(flight.target)
        if start is None or end is None:
            continue
        x, y = (round(a + (b - a) * flight.done) for a, b in zip(start, end, strict=True))
        x, y = max(0, min(x - width // 2, canvas.width - width)), max(1, min(y - 1, canvas.height - height))
        if flight.face is not None:
            draw_card(canvas, x, y, flight.face, width, height, look)
        else:
            draw_back(canvas, x, y, width, height, look)


def _piles(
    canvas: Canvas, scene: Scene, x: int, y: int, width: int, height: int, look: Look, spots: _Spots
) -> None:
    if scene.top is None:
        _progress(canvas, scene, x, y, width, height, look)
        return
    below = height >= 14  # facts go below the cards, not beside them
    top_size = (15, 9) if below else LARGE if height >= LARGE[1] and width >= 36 else (8, 5)
    pile_size = (13, 9) if below else (7, 5)
    gap = 2 if below else 1
    cards = pile_size[0] + gap + top_size[0]
    apart = 2 if width - cards - 3 >= WORD else 1
    facts = width - 2 if below else min(20, width - cards - 1 - apart)
    left = x + max(1, (width - cards - (0 if below else facts + 2)) // 2)
    top = y + (height - top_size[1] - (FACTS if below else 0)) // 2
    _draw_pile(canvas, scene, left, top + (top_size[1] - pile_size[1]) // 2, *pile_size, look)
    discard = left + pile_size[0] + gap
    _draw_top(canvas, scene, scene.top, discard, top, *top_size, look)
    spots.pile = left + pile_size[0] // 2, top + top_size[1] // 2
    spots.top = discard + top_size[0] // 2, top + top_size[1] // 2
    if below:
        _facts(canvas, scene, x + 1, top + top_size[1] + 1, facts, FACTS, look, centred=True)
    else:
        _facts(canvas, scene, discard + top_size[0] + apart, top, facts, height - (top - y), look)


def _draw_top(
    canvas: Canvas, scene: Scene, shown: Face, x: int, y: int, width: int, height: int, look: Look
) -> None:
    """The card to play on; a wild card with the named colour."""
    draw_card(canvas, x, y, shown, width, height, look, lit=scene.flash)
    if shown.colour is None and scene.colour is not None:
        named = style_of(face(scene.colour.value + "5"))
        name = cut(colour_name(scene.colour), width - 2)
        if not look.framed:
            canvas.fill(x, y + height - 1, width, 1, named)
        row = y + height - (2 if look.framed and height < LARGE[1] else 1)
        canvas.put(x + (width - text_width(name)) // 2, row, name, named)


def _progress(canvas: Canvas, scene: Scene, x: int, y: int, width: int, height: int, look: Look) -> None:
    """What the table is working on, and its progress."""
    row = y + height // 2 - (1 if scene.progress else 0)
    lines = wrap(scene.news, width - 2, indent=0)[:2]
    for place, text in enumerate(lines, row + 1 - len(lines)):
        canvas.put(x + (width - text_width(text)) // 2, place, text, "class:felt class:prompt")
    if scene.progress is not None:
        done, of = scene.progress
        bar = look.full * done + look.empty * (of - done)
        canvas.put(x + (width - text_width(bar)) // 2, row + 2, bar, "class:felt class:key")


def _draw_pile(canvas: Canvas, scene: Scene, x: int, y: int, width: int, height: int, look: Look) -> None:
    if scene.pile_shows is not None:
        draw_card(canvas, x, y, scene.pile_shows, width, height, look, dim=True, action="key:space")
    else:
        draw_back(canvas, x, y, width, height, look, "key:space")
    count = str(scene.pile)
    style = "class:back" if scene.pile_shows is None else style_of(scene.pile_shows, dim=True)
    row = y + height - (2 if look.framed else 1)
    canvas.put(x + (width - len(count)) // 2, row, count, style, "key:space")


def _facts(
    canvas: Canvas, scene: Scene, x: int, y: int, width: int, height: int, look: Look, centred: bool = False
) -> None:
    """The colour, the direction, and what is pending."""
    if width < 6:
        return
    rows: list[tuple[str, str]] = []
    if scene.colour is not None:
        shown = style_of(face(scene.colour.value + "5"))
        rows.append((f" {colour_name(scene.colour).upper()} ", shown + " bold"))
    else:
        rows.append((_("no colour yet"), "class:felt class:quiet"))
    sign = look.clockwise if scene.direction > 0 else look.counter
    word = _("clockwise") if scene.direction > 0 else _("anticlockwise")
    turns = f"{sign} {word}"
    for text in (turns,) if text_width(turns) <= width else (sign, word):
        rows.append((text, "class:felt class:quiet"))
    if scene.battle is not None:
        sides, faces = scene.battle
        rows += [(text, "class:uno") for text in wrap(sides, width, 0)]
        if faces:
            middle = (width - sum(text_width(chip(f, look)) + 1 for f in faces)) // 2 if centred else 0
            draw_chips(canvas, x + max(0, middle), y + len(rows), faces, width, look)
            rows.append(("", ""))
    rows += [(text, "class:felt class:news") for text in (wrap(scene.news, width, 0) if scene.news else ())]
    for row, (text, style) in enumerate(rows[:height]):
        text = cut(text, width)
        canvas.put(x + ((width - text_width(text)) // 2 if centred else 0), y + row, text, style)


# -- our side --------------------------------------------------------------------------------------------


def _own(canvas: Canvas, scene: Scene, y: int, laid: Fan, look: Look) -> None:
    own = scene.own
    if own is None:
        return
    style = "class:seat.turn" if own.to_move else "class:seat"
    canvas.fill(0, y, canvas.width, 1, style)
    mark = look.turn if own.to_move else ""
    at = canvas.put(0, y, f"{mark:<2}", style)
    at = named = canvas.put(at, y, cut(own.name, 18), style + " bold") + 1
    if own.dealer:
        at = canvas.put(at, y, "D", style) + 1
    count = own.cards or 0
    part = shown_part(scene.hand, laid)
    hidden = f" ({part.start + 1}-{part.stop})" if len(part) < len(scene.hand) else ""
    text = "" if own.waits else n_("{count} card", "{count} cards", count).format(count=count) + hidden + ", "
    points = n_("{count} point", "{count} points", own.score).format(count=own.score)
    at = canvas.put(at + 1, y, text + points, style) + 2
    if own.uno == "called":
        at = canvas.put(at, y, _("UNO!"), "class:uno") + 2
    if scene.window is not None:
        text, action = _window_text(scene.window)
        x = canvas.width - text_width(text) - WINDOW_BAR - 2
        if x < at:  # it is short: what would be half covered is left out
            canvas.fill(named, y, canvas.width - named, 1, style)
        x = canvas.put(max(x, 2), y, cut(text, canvas.width - WINDOW_BAR - 3), "class:uno", action)
        filled = round(scene.window.left * WINDOW_BAR)
        bar = look.full * filled + look.empty * (WINDOW_BAR - filled)
        canvas.put(x, y, bar + " ", "class:uno", action)
    draw_hand(canvas, y + 1, scene.hand, laid, look)


def _window_text(window: Window) -> tuple[str, str]:
    """What a player can do before the window closes, and the action of a click on it."""
    if window.jump:
        text, action = _("You have {name}: press {key} to jump in!"), "do:jump"
    elif window.own:
        text, action = _("You have not called UNO: press {key}!"), "do:uno"
    else:
        text, action = _("{name} has not called UNO: press {key}!"), "do:catch"
    return f" {text.format(name=window.name, key=window.key)} ", action


def _bottom(canvas: Canvas, scene: Scene, height: int) -> None:
    """The question, the options and the message. A question or options that need two rows get the one of the
    message, while there is none and no progress bar; the second row of a message covers the options."""
    style = "class:prompt.urgent" if scene.urgent else "class:prompt"
    message = wrap_line(scene.message, canvas.width - 2) if scene.message and not scene.typing else []
    rows = 1 if scene.message or scene.typing or scene.timeline is not None else 2
    fits = text_width(scene.prompt) <= canvas.width - 2
    prompt = [scene.prompt] if fits else wrap_line(scene.prompt, canvas.width - 2)
    if len(prompt) > rows:
        prompt = [*prompt[: rows - 1], cut(" ".join(prompt[rows - 1 :]), canvas.width - 2)]
    for row, text in enumerate(prompt, height - 3):
        canvas.put(1, row, text, style)
    if len(message) < 2:
        _options(canvas, scene.options, height - 3 + len(prompt), rows + 1 - len(prompt))
    for row, text in enumerate(message[:2], height - min(len(message), 2)):
        canvas.put(1, row, text, "class:alert")


def _options(canvas: Canvas, options: tuple[Option, ...], y: int, rows: int) -> None:
    """All options that fit into the rows. Those that are always there make room for others; the last one,
    which leaves the game, always fits."""
    shown = list(options)
    while len(shown) > 2 and len(_rows_of(shown, canvas.width)) > 1 and shown[-2].action in ALWAYS:
        del shown[-2]
    while len(shown) > 2 and len(_rows_of(shown, canvas.width)) > rows:
        del shown[-2]
    for row, part in enumerate(_rows_of(shown, canvas.width), y):
        x = 1
        for option in part:
            style = "class:option.selected" if option.selected else "class:option"
            if option.strong:
                style = "class:uno"
            key_style = "class:key" if not option.selected else style
            at = canvas.put(x, row, f"[{option.key}]", key_style, option.action)
            if option.colour is not None:
                style = style_of(face(option.colour.value + "5"))
                style += " bold underline" if option.selected else ""
            x = canvas.put(at, row, f" {option.label} ", style, option.action) + 1


def _rows_of(options: Sequence[Option], width: int) -> list[list[Option]]:
    """The options in as few rows as possible."""
    rows: list[list[Option]] = [[]]
    used = 0
    for option in options:
        wide = text_width(f"[{option.key}] {option.label}") + 2
        if rows[-1] and used + wide > width:
            rows.append([])
            used = 0
        rows[-1].append(option)
        used += wide
    return rows


# -- what covers the table ------------------------------------------------------------------------------


def _wrapped(row: Row, width: int) -> list[Row]:
    """A row of text in as many rows as it takes."""
    if row.cards or row.after or row.sign or row.cells or row.bar is not None:
        return [row]
    column = text_width(row.head)
    first, *further = wrap_line(row.text, width - column)
    lines = [row.head + first, *(" " * column + line for line in further)]
    return [replace(row, text=line, head="") for line in lines]


def _hand_in_rows(row: Row, width: int, look: Look) -> list[Row]:
    """A hand with nothing after it, in as many rows as it takes."""
    x = 2 + text_width(row.text)
    fits = fitting(row.cards, width - x - 5, look)
    if row.after or row.sign or fits == len(row.cards) or not fits:
        return [row]
    rest = Row(" " * text_width(row.text), style=row.style, cards=row.cards[fits:])
    return [replace(row, cards=row.cards[:fits]), *_hand_in_rows(rest, width, look)]


def _overlay(canvas: Canvas, overlay: Overlay, look: Look) -> None:
    width, height = canvas.width, canvas.height
    canvas.fill(0, 1, width, height - 1, "class:overlay")
    canvas.put(2, 2, cut(overlay.title, width - 4), "class:overlay bold underline")
    room = height - 6
    rows = [
        part
        for row in overlay.rows
        for text in _wrapped(row, min(width - 4, WIDEST_TEXT))
        for part in _hand_in_rows(text, width, look)
    ]
    first = min(overlay.scroll, max(0, len(rows) - room))
    for place, row in enumerate(rows[first : first + room]):
        style = f"class:overlay {row.style}".strip()
        x = canvas.put(2, 4 + place, getattr(look, row.sign) + " ", style) if row.sign else 2
        x = canvas.put(x, 4 + place, cut(row.text, width - x - 2), style, row.action)
        if row.selected:
            canvas.put(2, 4 + place, look.turn, style, row.action)
        if row.cards:
            after = text_width(row.after)
            draw_chips(canvas, x + 1, 4 + place, row.cards, width - x - after - 5, look)
        if row.bar is not None:
            length = min(30, width - x - 4)
            filled = round(max(0.0, min(1.0, row.bar)) * length)
            at = canvas.put(x + 1, 4 + place, look.full * filled, style)
            canvas.put(at, 4 + place, look.empty * (length - filled), "class:overlay class:quiet")
        if row.after:
            canvas.put(width - text_width(row.after) - 2, 4 + place, row.after, style)
    if first + room < len(rows):
        more = len(rows) - first - room
        text = n_("{count} more line", "{count} more lines", more).format(count=more)
        canvas.put(width - text_width(text) - 2, height - 2, text, "class:overlay class:quiet")
    canvas.put(2, height - 1, cut(overlay.footer, width - 4), "class:overlay class:prompt", "key:enter")
