"""One position of a recorded game as an SVG picture."""

from __future__ import annotations

from html import escape

from cli.cardnames import card_name, colour_name
from cli.export.cards_svg import FILLS, HEIGHT, WIDTH, back_svg, card_svg
from cli.words import _, n_
from p2puno.cards import Face
from p2puno.moves import Choice
from p2puno.view import View
from protocol.recording import Perspective, Recording

_ROW = 150
_MARGIN = 20
_LINE = 'font-family="system-ui,Segoe UI,Helvetica,Arial,sans-serif"'


def position_svg(recording: Recording, index: int, perspective: Perspective) -> str:
    """The table after a moment, as one perspective saw it."""
    view, moment = recording.view(index, perspective), recording.moments[index]
    seats = len(view.round.order) if view is not None else len(recording.names)
    most = max((len(hand) for hand in view.round.hands.values()), default=7) if view is not None else 7
    width, height = max(620, 2 * _MARGIN + most * (WIDTH + 4)), 2 * _MARGIN + _ROW * (seats + 1)
    body = [f'<rect width="{width}" height="{height}" fill="#cfe3d3"/>']
    if view is None:
        body.append(_text(_MARGIN, 40, _("Between two rounds ...")))
    else:
        totals = moment.match.totals
        for place, seat in enumerate(view.round.order):
            body.append(_seat(view, seat, recording.names[seat], totals[seat], _MARGIN + _ROW * place))
        body.append(_centre(view, _MARGIN + _ROW * seats))
    title = _("turn {n}").format(n=moment.turn)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
    head += f' width="{width}" height="{height}"'
    return f'{head} role="img"><title>{escape(title)}</title>{"".join(body)}</svg>\n'


def _seat(view: View, seat: int, name: str, total: int, y: int) -> str:
    round, hand = view.round, view.round.hands.get(seat, [])
    cards = n_("{count} card", "{count} cards", len(hand)).format(count=len(hand))
    points = n_("{count} point", "{count} points", total).format(count=total)
    waiting = round.waiting
    turn = type(waiting) is Choice and waiting.seat == seat
    parts = [_text(_MARGIN, y + 18, f"{'► ' if turn else ''}{name}  -  {cards}, {points}", bold=turn)]
    for place, card in enumerate(hand):
        parts.append(_card(view.face(card), round.side, _MARGIN + place * (WIDTH + 4), y + 30))
    return "".join(parts)


def _centre(view: View, y: int) -> str:
    round = view.round
    parts = [_card(None, round.side, _MARGIN, y + 20)] if round.pile else []
    if round.discard:
        parts.append(_card(round.top, round.side, _MARGIN + 80, y + 20))
    if round.colour is not None:
        parts.append(
            f'<rect x="190" y="{y + 30}" width="24" height="24" rx="5" fill="{FILLS[round.colour]}"/>'
        )
        parts.append(_text(224, y + 48, colour_name(round.colour)))
    word = _("clockwise") if round.direction > 0 else _("anticlockwise")
    parts.append(_text(190, y + 80, f"{'↻' if round.direction > 0 else '↺'} {word}"))
    parts.append(_text(190, y + 106, _("Draw pile: {count}").format(count=len(round.pile))))
    return "".join(parts)


def _card(face: Face | None, side: int, x: int, y: int) -> str:
    inner = back_svg() if face is None else card_svg(face, side)
    title = f"<title>{escape(card_name(face))}</title>" if face is not None else ""
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    return f'<svg x="{x}" y="{y}" {size}>{title}{inner}</svg>'


def _text(x: int, y: int, text: str, bold: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    return f'<text x="{x}" y="{y}" {_LINE} font-size="16" fill="#15201a"{weight}>{escape(text)}</text>'
