"""A picture of the screen as SVG: every cell where a terminal would put it, whatever font there is."""

from __future__ import annotations

from html import escape

from prompt_toolkit.styles import Attrs, Style

from cli.screen.canvas import Fragment, Picture, text_width

CELL, LINE, SIZE = 9.0, 20, 15
"""The width of a column, the height of a row, and the size of the letters."""
_MARGIN = 12
_FONTS = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',monospace"
_PLAIN = ("12161c", "d5dbe3")
"""Ground and text where the theme leaves both to the terminal."""


def screen_svg(picture: Picture, colours: Style, title: str) -> str:
    """The picture in a window of its own, in the colours of a style."""
    columns = sum(text_width(piece.text) for piece in picture[0]) if picture else 0
    width, height = columns * CELL + 2 * _MARGIN, len(picture) * LINE + 2 * _MARGIN
    ground = _paint(colours, "")[0]
    body = [f'<rect width="{width:g}" height="{height:g}" rx="10" fill="#{ground}"/>']
    for row, line in enumerate(picture):
        body += _line(line, _MARGIN + row * LINE, colours, ground)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
        f' height="{height:g}" role="img" font-family="{_FONTS}" font-size="{SIZE}">'
        "<style>text{white-space:pre}.b{font-weight:700}.u{text-decoration:underline}</style>"
    )
    return f"{head}<title>{escape(title)}</title>\n" + "\n".join(body) + "\n</svg>\n"


def _line(line: list[Fragment], y: float, colours: Style, ground: str) -> list[str]:
    """Backgrounds first: a letter may reach a little out of its cell."""
    behind, letters, column = [], [], 0
    for piece in line:
        wide = text_width(piece.text)
        back, front, attributes = _paint(colours, piece.style)
        x = _MARGIN + column * CELL
        if back != ground:
            behind.append(
                f'<rect x="{x:g}" y="{y:g}" width="{wide * CELL:g}" height="{LINE}" fill="#{back}"/>'
            )
        letters += _letters(piece.text, x, y + LINE - 5.5, front, attributes)
        column += wide
    return behind + letters


def _letters(text: str, x: float, y: float, fill: str, attributes: Attrs) -> list[str]:
    """Words, each at its place; a sign that a font may have to borrow stands alone."""
    kind = " ".join(name for name, on in (("b", attributes.bold), ("u", attributes.underline)) if on)
    marked = f' class="{kind}"' if kind else ""
    found, word, start = [], "", 0
    for column, char in enumerate([*text, " "]):
        if char.isascii() and char != " ":
            start, word = (start, word) if word else (column, "")
            word += char
            continue
        if word:
            place = f'x="{x + start * CELL:g}" y="{y:g}" textLength="{len(word) * CELL:g}"'
            found.append(f'<text {place} fill="#{fill}"{marked}>{escape(word)}</text>')
            word = ""
        if char != " ":
            middle = x + (column + 0.5) * CELL
            found.append(
                f'<text x="{middle:g}" y="{y:g}" fill="#{fill}"{marked} text-anchor="middle">{char}</text>'
            )
    return found


def _paint(colours: Style, style: str) -> tuple[str, str, Attrs]:
    attributes = colours.get_attrs_for_style_str(f"class:ground {style}")
    back, front = attributes.bgcolor or _PLAIN[0], attributes.color or _PLAIN[1]
    return (front, back, attributes) if attributes.reverse else (back, front, attributes)
