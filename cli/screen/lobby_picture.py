"""The lobby: who is here, what is played, and how to join."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cli.runtime.terminal_type import SMALLEST
from cli.screen.canvas import Canvas, Picture, cut, padded, text_width, wrap
from cli.screen.cards import UNICODE, Look
from cli.screen.form import draw_title
from cli.screen.scene import TITLE_JOINT
from cli.screen.table_picture import put_too_small
from cli.sessions.lobby_desk import LobbyDesk
from cli.sessions.waiting_room import Invitation
from cli.words.house_rules import house_rules_explained, house_rules_in_short
from cli.words.language import _, n_
from cli.words.names_in_sentences import with_names
from cli.words.narration import listed
from cli.words.terms_in_words import rules_name, terms_in_words
from protocol.lobby.lobby import Lobby
from protocol.participant.evening_score import Evening

NAME = 16
"""Columns of a name."""
KEY_JOINT = "  "
"""Between two keys and what they do."""
LATEST = 1
"""Lines of what was told that are more important than what house rules say."""
COLUMN = 39
"""Columns of a seat, where seats are in two columns."""
NARROW = 19
"""Columns of a seat, where only the names are shown."""
USUAL = 24
"""Rows of a window of the usual size, where there is one more row for keys."""
ONE_TABLE = 10
"""Seats that one table has at most; only a tournament has more."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat; free if it has no name."""

    name: str = ""
    note: str = ""
    own: bool = False


@dataclass(frozen=True, slots=True)
class Room:
    """Everything the lobby shows."""

    title: str
    chairs: tuple[Chair, ...]
    rules: tuple[str, ...]
    invitation: Invitation = field(default_factory=Invitation)
    told: tuple[str, ...] = ()
    message: str = ""
    status: str = ""
    """What the table waits for, and what the player can do about it."""
    keys: str = ""
    house_rules: tuple[str, ...] = ()
    """What each of them says, for where there is room."""


def room(
    desk: LobbyDesk,
    invitation: Invitation,
    told: Sequence[str],
    message: str = "",
    evening: Evening | None = None,
    codes: bool = False,
) -> Room:
    """`codes`: there are codes of guests to show."""
    lobby, own = desk.lobby, desk.own
    people = [guest for guest in lobby.guests if guest.identity == guest.operator]
    undecided = [guest for guest in people if guest.identity not in lobby.agreed]
    names = {guest.identity: guest.name for guest in lobby.guests}
    chairs = []
    for guest in lobby.guests:
        if guest.identity == own:
            note = _("you")
        elif guest.is_visitor:
            note = _("guest on {name}'s machine").format(name=names.get(guest.operator, "?"))
        elif guest.operator != guest.identity:
            note = with_names(_("{name}'s bot"), name=names.get(guest.operator, "?"))
        else:
            note = _("host") if guest.identity == lobby.founding.founder else ""
        notes = [note] if note else []
        if evening is not None and evening.matches:
            won = evening.won(guest.identity)
            notes.append(n_("{count} match won", "{count} matches won", won).format(count=won))
        if undecided and guest.identity == guest.operator and guest.identity in lobby.agreed:
            notes.append(_("agrees"))
        note = ", ".join(notes)
        chairs.append(Chair(guest.name, note, guest.identity == own))
    free = lobby.seats - len(chairs)
    chairs += [Chair()] * free
    opener = names.get(lobby.founding.founder, "?")
    options = lobby.terms.options
    house = house_rules_in_short(options.house_rules, options.variant)
    parts = (with_names(_("{name}'s table"), name=opener), rules_name(options.variant), house)
    title = TITLE_JOINT.join(part for part in parts if part)
    rules = tuple(terms_in_words(lobby.terms, lobby.seats, lobby.machines))
    status = _status(lobby, [guest.identity for guest in undecided], [guest.name for guest in undecided])
    return Room(
        title=title,
        chairs=tuple(chairs),
        rules=rules,
        invitation=invitation if free else Invitation(),
        told=tuple(told),
        message=message,
        status=status,
        keys=_keys(desk, codes),
        house_rules=tuple(house_rules_explained(lobby.terms.options.house_rules)),
    )


def _keys(desk: LobbyDesk, codes: bool) -> str:
    keys = [_("q: leave."), _("t: talk.")]
    if not desk.lobby.opener:
        return KEY_JOINT.join([*keys, _("r: propose other rules.")])
    keys.append(_("r: rules, seats, bots."))
    if desk.proposal is not None:
        keys.append(_("o: play what was proposed."))
    if desk.may_add_guest:
        keys.append(_("p: a guest with a phone."))
    if codes:
        keys.append(_("g: a guest's code."))
    if len(desk.lobby.guests) > 1:
        keys.append(_("x: remove somebody."))
    return KEY_JOINT.join([*keys, _("b: let back.")] if desk.lobby.removed else keys)


def _status(lobby: Lobby, undecided: Sequence[bytes], names: Sequence[str]) -> str:
    if lobby.mesh.keys.identity.public in undecided:
        return _("Do you agree to play this? Press a, or q to leave.")
    free = lobby.seats - len(lobby.guests)
    if free:
        waiting = n_("Waiting for {count} more player ...", "Waiting for {count} more players ...", free)
        return waiting.format(count=free)
    if undecided:
        return _("Waiting for {names} to agree ...").format(names=listed(names))
    return _("Everybody is here: the game starts.")


def draw_room(room: Room, width: int, height: int, look: Look = UNICODE) -> Picture:
    """The lobby in exactly `height` lines of `width` columns, most important first."""
    canvas = Canvas(width, height)
    most = 2 if height >= SMALLEST[1] else 1
    keys = _rows_of_keys(room.keys, width - 4)[: most + (height >= USUAL)]
    message = wrap(room.message, width - 4, indent=0)[:most] if room.message else []
    bottom = [*((text, "class:alert") for text in message), *((text, "class:quiet") for text in keys)]
    rules = [text for line in room.rules for text in wrap(line, width - 4, indent=0)]
    canvas.put(2, 2, cut(room.status, width - 4), "class:prompt.urgent")
    below = len(room.invitation.commands) + 3 + len(rules) + LATEST + 1 + len(bottom)
    free_row = _draw_chairs(canvas, 4, room.chairs, height - 4 - below, look) + 1
    y = _draw_invitation(canvas, free_row, room.invitation)
    for text in rules:
        canvas.put(2, y, text, "class:quiet")
        y += 1
    explained = [text for line in room.house_rules for text in wrap(line, width - 4)]
    latest = len(_newest(room.told, width - 4, LATEST))
    if y + len(explained) + latest + len(keys) + 1 <= height:
        for text in explained:
            canvas.put(2, y, text, "class:quiet")
            y += 1
    left = max(0, height - len(bottom) - 1 - y)
    for row, text in enumerate(_newest(room.told, width - 4, left), y + 1):
        canvas.put(2, row, text, "class:option")
    columns, rows = _needed(room.invitation, free_row, len(bottom))
    if width < columns or height < rows:
        canvas.fill(0, 1, width, height - 1)
        put_too_small(canvas, max(columns, SMALLEST[0]), max(rows, SMALLEST[1]))
    canvas.fill(0, height - len(bottom), width, len(bottom))  # on a small screen the rest makes room
    for row, (text, style) in enumerate(bottom, height - len(bottom)):
        canvas.put(2, row, text, style)
    draw_title(canvas, room.title)
    return canvas.picture()


def _newest(told: Sequence[str], width: int, rows: int) -> list[str]:
    """As many of the newest entries as fit, each from its beginning; of the very last one, what fits."""
    shown: list[str] = []
    for entry in reversed(told):
        lines = wrap(entry, width)
        if len(lines) + len(shown) > rows:
            return shown or lines[:rows]
        shown = lines + shown
    return shown


def _rows_of_keys(keys: str, width: int) -> list[str]:
    """The keys in as few rows as possible, none of them broken."""
    rows: list[str] = []
    for key in keys.split(KEY_JOINT):
        longer = rows[-1] + KEY_JOINT + key if rows else key
        rows = [*rows[:-1], longer] if rows and text_width(longer) <= width else [*rows, cut(key, width)]
    return rows


def _needed(invitation: Invitation, y: int, bottom: int) -> tuple[int, int]:
    """Columns and rows needed to read the first command, which tells how to join."""
    if not invitation.commands:
        return 0, 0
    return text_width(invitation.commands[0]) + 1, y + 2 + bottom


def _draw_chairs(canvas: Canvas, y: int, chairs: Sequence[Chair], most: int, look: Look) -> int:
    """In two columns if there are many and there is room; returns the row after them. If those of a
    tournament need more than `most` rows, they are drawn in short."""
    two = len(chairs) > 5 and canvas.width >= 2 * COLUMN + 1
    if two and len(chairs) <= most and any(text_width(chair.note) > COLUMN - NAME - 9 for chair in chairs):
        two = False
    rows = (len(chairs) + 1) // 2 if two else len(chairs)
    if len(chairs) > ONE_TABLE and rows > most:
        return _draw_in_short(canvas, y, chairs, max(most, 2), look)
    room = COLUMN if two else canvas.width - 2
    for number, chair in enumerate(chairs):
        x, row = 2 + number // rows * COLUMN, y + number % rows
        style = "class:seat.turn" if chair.own else "class:seat.name" if chair.name else "class:quiet"
        x = canvas.put(x, row, f"{look.turn if chair.own else ' '} {number + 1:>2} ", "class:key")
        x = canvas.put(x, row, f" {padded(chair.name or _('free'), NAME)} ", style)
        canvas.put(x + 1, row, cut(chair.note, room - NAME - 9), "class:quiet")
    return y + rows


def _draw_in_short(canvas: Canvas, y: int, chairs: Sequence[Chair], most: int, look: Look) -> int:
    """Only the names, in as many columns as possible, and how many seats are free or not shown."""
    taken = [(number, chair) for number, chair in enumerate(chairs, 1) if chair.name]
    across = max(1, (canvas.width - 2) // NARROW)
    shown = taken[: across * (most - 1)]
    rows = -(-len(shown) // across)
    for place, (number, chair) in enumerate(shown):
        x, row = 2 + place // rows * NARROW, y + place % rows
        style = "class:seat.turn" if chair.own else "class:seat.name"
        x = canvas.put(x, row, f"{look.turn if chair.own else ' '} {number:>2} ", "class:key")
        canvas.put(x, row, f" {padded(chair.name, NARROW - 8)} ", style)
    hidden, free = len(taken) - len(shown), len(chairs) - len(taken)
    counts = [
        (hidden, n_("{count} more player", "{count} more players", hidden)),
        (free, n_("{count} free seat", "{count} free seats", free)),
    ]
    text = ", ".join(text.format(count=count) for count, text in counts if count)
    canvas.put(7, y + rows, text, "class:quiet")
    return y + rows + 1


def _draw_invitation(canvas: Canvas, y: int, invitation: Invitation) -> int:
    """Each command alone in its row, so that it can be selected with the mouse and copied."""
    if not invitation.commands:
        return y
    canvas.put(2, y, cut(invitation.heading, canvas.width - 4), "class:prompt")
    for command in invitation.commands:
        y += 1
        x = 4 if text_width(command) + 5 <= canvas.width else 0
        canvas.put(x, y, f" {command} ", "class:option.selected")
    return y + 2
