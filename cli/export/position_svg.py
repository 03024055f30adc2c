"""One position of a recorded game as an SVG picture, with a caption for sharing."""

from __future__ import annotations

from html import escape

from cli.browser.cards_svg import FILLS, HEIGHT, WIDTH, back_svg, card_svg
from cli.replay.recorded_story import sentences
from cli.sessions.colour_in_play import colour_in_play
from cli.sessions.hand_order import in_order
from cli.words.card_names import card_name, colour_name
from cli.words.language import _, n_
from cli.words.punctuation import with_colon
from cli.words.rules_help import variant_name
from cli.words.shared_scores import shared_score
from p2puno.cards import Face
from p2puno.moves import Choice
from p2puno.view import View
from protocol.replay.recording import Perspective, Recording

_ACROSS = 760
_MARGIN = 20
_STEP = WIDTH + 4
_IN_ROW = (_ACROSS - 4 * _MARGIN) // _STEP
_INK, _QUIET, _FELT, _PANEL, _TURN = "#15201a", "#4c5a52", "#cfe3d3", "#ffffff", "#0b5c2f"
_FONT = 'font-family="system-ui,Segoe UI,Helvetica,Arial,sans-serif"'


def position_svg(recording: Recording, index: int, perspective: Perspective) -> str:
    """The table after a moment from one perspective, with the last event."""
    view, moment = recording.view(index, perspective), recording.moments[index]
    title = with_colon(variant_name(recording.options.variant), ", ".join(recording.names))
    where = [_("round {number}").format(number=moment.round_number)] if view is not None else []
    where.append(_("turn {n}").format(n=moment.turn))
    told = " ".join(sentences(recording, recording.beat_at(index), perspective))
    body = [
        _text(_MARGIN, 34, title, "bold"),
        _text(_MARGIN, 56, ", ".join(where), "quiet"),
        _text(_MARGIN, 84, told if len(told) < 95 else told[:92] + "..."),
    ]
    y = 104
    if view is None:
        body.append(_text(_MARGIN, y + 20, _("Between two rounds ...")))
        y += 50
    else:
        body.append(_centre(view, y))
        y += HEIGHT + 2 * _MARGIN
        for seat in view.round.order:
            score = shared_score(recording.options, moment.match.totals, seat)
            panel, height = _seat(view, seat, recording.names[seat], score, y)
            body.append(panel)
            y += height + 12
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_ACROSS} {y + 8}" width="{_ACROSS}"'
    head += f' height="{y + 8}" role="img"><title>{escape(title)}</title><desc>{escape(told)}</desc>'
    ground = f'<rect width="{_ACROSS}" height="{y + 8}" rx="16" fill="{_FELT}"/>'
    return f"{head}{ground}{''.join(body)}</svg>\n"


def _seat(view: View, seat: int, name: str, score: int, y: int) -> tuple[str, int]:
    """A player's panel, and its height."""
    hand = view.round.hands.get(seat, [])
    cards = n_("{count} card", "{count} cards", len(hand)).format(count=len(hand))
    points = n_("{count} point", "{count} points", score).format(count=score)
    waiting = view.round.waiting
    turn = type(waiting) is Choice and waiting.seat == seat
    rows = max(1, -(-len(hand) // _IN_ROW))
    height = 38 + rows * (HEIGHT + 6)
    edge = f' stroke="{_TURN}" stroke-width="4"' if turn else ""
    width = _ACROSS - 2 * _MARGIN
    parts = [
        f'<rect x="{_MARGIN}" y="{y}" width="{width}" height="{height}" rx="12" fill="{_PANEL}"{edge}/>',
        _text(2 * _MARGIN, y + 24, ("► " if turn else "") + name, "bold"),
        _text(_ACROSS - 2 * _MARGIN, y + 24, f"{cards}, {points}", "quiet end"),
    ]
    known = in_order([(card, face) for card in hand if (face := view.face(card)) is not None], "colour")
    faces: list[Face | None] = [face for _card, face in known]
    faces += [None] * (len(hand) - len(faces))
    for place, face in enumerate(faces):
        row, column = divmod(place, _IN_ROW)
        parts.append(_card(face, view.round.side, 2 * _MARGIN + column * _STEP, y + 34 + row * (HEIGHT + 6)))
    return "".join(parts), height


def _centre(view: View, y: int) -> str:
    round = view.round
    x = 2 * _MARGIN
    parts = []
    if round.pile:
        away = round.faces[1 - round.side].get(round.pile[-1]) if round.two_sided else None
        parts.append(_card(away, 1 - round.side, x, y))
    if (top := round.top_shown) is not None:
        parts.append(_card(top, round.side, x + 80, y))
    for place, (_seat, card) in enumerate(round.aside):  # the cards of a battle
        parts.append(_card(view.face(card), round.side, x + 360 + place * _STEP, y))
    if (colour := colour_in_play(round)) is not None:
        fill = FILLS[colour]
        parts.append(f'<rect x="{x + 170}" y="{y + 4}" width="24" height="24" rx="5" fill="{fill}"/>')
        parts.append(_text(x + 204, y + 22, colour_name(colour)))
    word = _("clockwise") if round.direction > 0 else _("anticlockwise")
    parts.append(_text(x + 170, y + 54, f"{'↻' if round.direction > 0 else '↺'} {word}"))
    parts.append(_text(x + 170, y + 80, _("Draw pile: {count}").format(count=len(round.pile))))
    return "".join(parts)


def _card(face: Face | None, side: int, x: int, y: int) -> str:
    inner = back_svg() if face is None else card_svg(face, side)
    title = f"<title>{escape(card_name(face))}</title>" if face is not None else ""
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    return f'<svg x="{x}" y="{y}" {size}>{title}{inner}</svg>'


def _text(x: int, y: int, text: str, look: str = "") -> str:
    style = f' fill="{_QUIET if "quiet" in look else _INK}"'
    style += ' font-weight="700"' if "bold" in look else ""
    style += ' text-anchor="end"' if "end" in look else ""
    return f'<text x="{x}" y="{y}" {_FONT} font-size="16"{style}>{escape(text)}</text>'
