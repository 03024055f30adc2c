"""The code for a guest's phone, as large as a terminal needs it."""

from __future__ import annotations

from cli.runtime.qr_code import qr_lines
from cli.screen.canvas import Canvas, Picture, text_width, wrap
from cli.screen.table_picture import put_too_small
from cli.sessions.guest_page import GuestPage
from cli.words.punctuation import with_colon


def draw_code(page: GuestPage, width: int, height: int) -> Picture:
    """A QR code, white on black whatever the theme, and beside or below it whose it is, and the address."""
    canvas, code = Canvas(width, height), qr_lines(page.address)
    columns, beside = text_width(code[0]), text_width(code[0]) + 3
    if width < columns + 2 or height < len(code) + 1:
        put_too_small(canvas, columns + 2, len(code) + 1)
        return canvas.picture()
    for row, line in enumerate(code):
        canvas.put(1, row, line, "bg:#000000 #ffffff")
    texts = [*wrap(page.about, max(20, width - beside - 1), indent=0), ""]
    if beside + 20 <= width:
        texts += wrap(page.address, width - beside - 1, indent=0)
        for row, text in enumerate(texts[:height]):
            canvas.put(beside, row, text, "class:prompt")
    else:
        for row, text in enumerate(wrap(with_colon(page.name, page.address), width - 2, indent=0), len(code)):
            canvas.put(1, row, text, "class:prompt")
    return canvas.picture()
