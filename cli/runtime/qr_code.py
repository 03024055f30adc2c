"""QR codes for a terminal and for a page."""

from __future__ import annotations

BORDER = 2
"""Modules of quiet zone; phones read that."""


def qr_lines(text: str) -> list[str]:
    """The code in half blocks, two rows in a line; to be drawn in white on black."""
    import segno  # here: few games have guests

    code = segno.make(text, error="l", micro=False)
    rows = [[not dark for dark in row] for row in code.matrix_iter(border=BORDER)]
    rows += [[True] * len(rows[0])] * (len(rows) % 2)
    signs = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
    return [
        "".join(signs[top, bottom] for top, bottom in zip(rows[y], rows[y + 1], strict=True))
        for y in range(0, len(rows), 2)
    ]


def qr_image(text: str) -> str:
    """The code as the address of a picture."""
    import segno

    return str(segno.make(text, error="l", micro=False).svg_data_uri(scale=4, border=4, light="#fff"))
