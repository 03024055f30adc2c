"""Panels that cover the table: keys, rules, all hands, the question whether to leave."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from cli.screen.canvas import padded, text_width
from cli.screen.panels import Panel
from cli.screen.results_picture import match_over, round_over
from cli.screen.scene import Option, Overlay, Row
from cli.screen.table_controls import Controls
from cli.sessions.guest_page import GuestPage
from cli.sessions.hand_order import laid_open, turned_away
from cli.sessions.session import Busy
from cli.settings.key_bindings import Action
from cli.words.language import _, n_
from cli.words.rules_help import UNWRAPPED, help_text, variant_name

_NO_BUTTONS = (
    Action.WHY,
    Action.HINT,
    Action.SORT,
    Action.HANDS,
    Action.FORGIVE,
    Action.SETTINGS,
    Action.GUEST,
)
"""What the table does not always offer as a button: it can be clicked in the list of keys."""


def overlay(controls: Controls) -> Overlay | None:
    """The panel that covers the table now."""
    close, closing = _("Esc closes this."), (Option(_("Esc"), _("Close"), "key:escape"),)
    match controls.panel:
        case Panel.HELP:
            footer = _("r shows the rules.") + "  " + close
            rules = Option("r", _("Rules"), "key:r")
            return Overlay(_("The keys"), _keys(controls), footer, controls.scroll, (rules, *closing))
        case Panel.RULES:
            options = controls.session.options
            rows = tuple(Row(line) for line in help_text(options, UNWRAPPED)[1:])
            footer = _("Up and down scroll the text.") + "  " + close
            return Overlay(variant_name(options.variant), rows, footer, controls.scroll, closing)
        case Panel.HANDS:
            title = _("What you can see of all hands")
            return Overlay(title, _hands(controls), close, controls.scroll, closing)
        case Panel.SETTINGS:
            panel = controls.table_settings.panel(controls.session, controls.settings)
            return replace(panel, options=closing)
        case Panel.FORGIVE:
            return replace(_pleas(controls), options=closing)
        case Panel.GUEST:
            guests = controls.session.guests
            rows = tuple(Row(text, code=code) for page in guests for text, code in _code(page))
            return Overlay(_("For a guest's phone"), rows, close, 0, closing)
        case Panel.QUIT:
            return replace(_leaving(controls), options=_ways_out(controls))
        case Panel.ROUND if controls.round_over is not None:
            return round_over(controls, controls.round_over)
        case Panel.MATCH if controls.match_over is not None:
            return match_over(controls, controls.match_over)
        case _:
            return None


def _code(page: GuestPage) -> tuple[tuple[str, str], ...]:
    return (page.about, ""), (page.address, page.address)


def _ways_out(controls: Controls) -> tuple[Option, ...]:
    """The answers to the question whether to leave."""
    status = controls.session.status
    found = [
        Option(_("Esc"), _("Stay"), "key:escape", selected=True),
        Option(_("Enter"), _("Leave"), "key:enter"),
    ]
    if status is not None and status.kind in (Busy.SUSPENDED, Busy.SHORT):
        found.append(Option("e", _("End the match"), "key:e"))
    return tuple(found)


def _leaving(controls: Controls) -> Overlay:
    session = controls.session
    status = session.status
    if session.coach is not None:
        rows = [Row(_("You can continue with this lesson later: p2puno learn"))]
        return Overlay(_("Leave the lessons?"), tuple(rows), _("Enter: leave.  Any other key: stay."))
    if status is None or status.kind not in (Busy.SUSPENDED, Busy.SHORT):
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
    if status.kind is Busy.SHORT:
        text = _("The match is waiting for an absent player. If everybody agrees, it ends as it stands.")
    else:
        text = _("The match is waiting for an absent player. You can continue later: p2puno resume")
    footer = _("Enter: leave.  e: end the match.  Any other key: stay.")
    return Overlay(_("Leave the game?"), (Row(text),), footer)


def _pleas(controls: Controls) -> Overlay:
    """Players who were put out for cheating, who would let them back in, and who has not voted."""
    session, rows = controls.session, []
    for number, plea in enumerate(session.pleas, 1):
        asked = session.seat in plea.missing
        head = padded(str(number) if asked else "", 3)
        action = f"key:{number}" if asked else ""
        rows.append(Row(controls.log.narrator.plea(plea), head=head, action=action))
    footer = _("Esc closes this.")
    if any(session.seat in plea.missing for plea in session.pleas):
        footer = _("The number agrees, for good.") + "  " + footer
    return Overlay(_("Let somebody back in?"), tuple(rows), footer, controls.scroll)


def _keys(controls: Controls) -> tuple[Row, ...]:
    keys = controls.bindings.keys
    jump = keys[Action.JUMP], _("jump in with a card identical to the one just laid")
    rows = [
        (_("the key above a card"), _("lifts it; the same key again, or Enter, plays it")),
        (_("arrows, Enter"), _("select and play")),
        (_("mouse"), _("click a card, a player or an action; the wheel scrolls")),
        (_("before your turn"), _("the same plans a card: it is played on your turn, if it fits")),
        (_("Esc"), _("puts a card back, or takes back a planned or waiting move")),
        (f"{keys[Action.DRAW]}, {_('space')}", _("draw a card, or the penalty cards")),
        (keys[Action.KEEP], _("keep the card you drew")),
        (keys[Action.UNO], _("call UNO: before, with or after your next-to-last card")),
        (keys[Action.CATCH], _("catch somebody who forgot to call UNO")),
        (keys[Action.CHALLENGE], _("challenge a wild draw card")),
        *([jump] if "jump-in" in controls.session.options.house_rules else []),
        ("1 - 9", _("choose a colour or a player")),
        (keys[Action.WHY], _("why a lifted card cannot be played")),
        (keys[Action.HINT], _("hint: what a hard bot would do, and why")),
        (keys[Action.SORT], _("sort your hand by colour, by number, or as drawn")),
        (keys[Action.HANDS], _("what you can see of all hands")),
        (keys[Action.FORGIVE], _("let somebody back in who was put out for cheating")),
        (keys[Action.CHAT], _("chat: Enter sends, Esc goes back to the game")),
        (keys[Action.SETTINGS], _("settings: bots, theme, sound")),
        (keys[Action.BROWSER], _("show in the browser")),
        *([(keys[Action.GUEST], _("show a guest's code"))] if controls.session.guests else []),
        (_("PgUp, PgDn"), _("read what happened earlier")),
        (keys[Action.HELP], _("these keys, and the rules")),
        (f"{keys[Action.LEAVE]}, Ctrl-C", _("leave the game")),
    ]
    if controls.session.coach is not None:
        rows.insert(-1, (_("Backspace") + ", Tab", _("this lesson again; the next lesson")))
    column = max(text_width(pressed) for pressed, _meaning in rows) + 2
    does = {keys[action]: f"do:{action}" for action in _NO_BUTTONS}
    return tuple(
        Row(meaning, head=padded(pressed, column), action=does.get(pressed, "")) for pressed, meaning in rows
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
        if shown := laid_open(view, seat):
            rows.append(Row(padded("  " + _("open"), 26), cards=tuple(shown)))
    if view.round.two_sided:
        rows += [Row(""), Row(_("These are the backs of the cards: they come into play with the next Flip."))]
    return tuple(rows)
