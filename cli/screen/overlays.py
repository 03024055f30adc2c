"""What can cover the table: keys, rules, all hands, the question whether to leave."""

from __future__ import annotations

from math import inf

from cli.hand import turned_away
from cli.rules_help import help_text, variant_name
from cli.screen.canvas import padded, text_width, wrap
from cli.screen.controls import Controls
from cli.screen.results import match_over, round_over
from cli.screen.scene import Overlay, Row
from cli.words import _, n_

WIDTH = 76
"""Columns that an overlay's text takes at most: as many as fit into a window of 80."""


def overlay(controls: Controls) -> Overlay | None:
    """What covers the table now."""
    close = _("Esc closes this.")
    match controls.overlay:
        case "help":
            footer = _("r shows the rules.") + "  " + close
            return Overlay(_("The keys"), _keys(controls), footer, controls.scroll)
        case "rules":
            variant = controls.session.options.variant
            rows = tuple(Row(line) for line in help_text(variant, WIDTH)[1:])
            footer = _("Up and down scroll the text.") + "  " + close
            return Overlay(variant_name(variant), rows, footer, controls.scroll)
        case "hands":
            return Overlay(_("What you can see of all hands"), _hands(controls), close, controls.scroll)
        case "quit":
            return _leaving(controls)
        case "round" if controls.round_over is not None:
            return round_over(controls, controls.round_over)
        case "match" if controls.match_over is not None:
            return match_over(controls, controls.match_over)
        case _:
            return None


def _leaving(controls: Controls) -> Overlay:
    session = controls.session
    status = session.status
    if status is None or status.kind not in ("suspended", "short"):
        footer = _("Enter: leave.  Any other key: stay.")
        kept = _("Your game is saved: p2puno resume brings you back to your hand.")
        rows = [Row(kept if session.kept else _("The game goes on without you."))]
        if (grace := session.grace) == inf:
            others = [name for seat, name in enumerate(session.names) if seat != session.seat]
            other = others[0] if len(others) == 1 else _("the other player")
            rows.append(Row(_("No time limit: {name} waits until you are back.").format(name=other)))
        elif grace is not None:
            text = n_(
                "Be back within {count} second, or you lose your seat.",
                "Be back within {count} seconds, or you lose your seat.",
                round(grace),
            )
            rows.append(Row(text.format(count=round(grace))))
        return Overlay(_("Leave the game?"), tuple(rows), footer)
    if status.kind == "short":
        text = _("The match is waiting for an absent player. If everybody agrees, it ends as it stands.")
    else:
        text = _("The match is waiting for an absent player. You can continue later: p2puno resume")
    footer = _("Enter: leave.  e: end the match.  Any other key: stay.")
    return Overlay(_("Leave the game?"), (Row(text),), footer)


def _keys(controls: Controls) -> tuple[Row, ...]:
    keys = controls.bindings.keys
    rows = [
        (_("the key above a card"), _("lifts it; the same key again, or Enter, plays it")),
        (_("arrows, Enter"), _("select and play")),
        ("Esc", _("puts a card back, or takes back a waiting move")),
        (f"{keys['draw']}, {_('space')}", _("draw a card, or the penalty cards")),
        (keys["keep"], _("keep the card you drew")),
        (keys["uno"], _("call UNO: before, with or after your next-to-last card")),
        (keys["catch"], _("catch somebody who forgot to call UNO")),
        (keys["challenge"], _("challenge a wild draw card")),
        ("1 - 9", _("choose a colour or a player")),
        (keys["why"], _("why a lifted card cannot be played")),
        (keys["hands"], _("what you can see of all hands")),
        (keys["chat"], _("chat: Enter sends, Esc goes back to the game")),
        ("PgUp, PgDn", _("read what happened earlier")),
        (keys["help"], _("these keys, and the rules")),
        (f"{keys['leave']}, Ctrl-C", _("leave the game")),
    ]
    column = max(text_width(pressed) for pressed, _meaning in rows) + 2
    return tuple(
        Row(padded(pressed if line == 0 else "", column) + text)
        for pressed, meaning in rows
        for line, text in enumerate(wrap(meaning, WIDTH - column, indent=0))
    )


def _hands(controls: Controls) -> tuple[Row, ...]:
    view = controls.session.view
    if view is None:
        return ()
    rows = []
    for seat in view.round.order:
        count = len(view.round.hands.get(seat, ()))
        text = n_("{name}, {count} card", "{name}, {count} cards", count)
        name = text.format(name=controls.session.names[seat], count=count)
        rows.append(Row(padded(name, 26), cards=tuple(turned_away(view, seat))))
    if view.round.two_sided:
        rows += [Row(""), Row(_("These are the backs of the cards: they come into play with the next Flip."))]
    return tuple(rows)
