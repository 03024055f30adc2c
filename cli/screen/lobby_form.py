"""The form in which the host changes what is played before the game, or a guest proposes it."""

from __future__ import annotations

from cli.options.game_options import LEVELS
from cli.screen.form import Field, Form
from cli.screen.house_rules_form import house_field
from cli.sessions.lobby_desk import LobbyDesk
from cli.words.bot_levels import level_names
from cli.words.language import _
from cli.words.rules_help import mode_name, variant_name
from p2puno.options import MAX_PLAYERS, MAX_SEATS, MAX_STAGES, MIN_PLAYERS, TABLE_MODES, VARIANTS

TARGETS = ("100", "200", "300", "500", "1000")
DONE = "done"


def lobby_form(desk: LobbyDesk) -> Form:
    now, host = desk.values(), desk.lobby.opener
    targets = sorted({*TARGETS, now["target"]}, key=int)
    variants, modes = [variant_name(one) for one in VARIANTS], [mode_name(mode) for mode in TABLE_MODES]
    fields = [
        Field("variant", _("Rule set"), VARIANTS, variants, now["variant"]),
        house_field(now["house"]),
        Field("mode", _("Mode"), TABLE_MODES, modes, now["mode"]),
        Field("target", _("Points"), targets, (), now["target"]),
    ]
    least, most = 2, MAX_SEATS
    if now["mode"] == "tournament":
        least, most = MIN_PLAYERS, MAX_PLAYERS
        stages = [str(number) for number in range(1, MAX_STAGES + 1)]
        fields[2:] = [Field("cycles", _("Stages"), stages, (), now["cycles"])]
    if host:
        counts = [str(number) for number in range(least, most + 1)]
        fields.append(Field("seats", _("Seats"), counts, (), now["seats"]))
    if desk.own_bots is not None:
        levels = list(level_names().values())
        fields.append(Field("bots", _("Bots"), [str(n) for n in range(most)], (), now["bots"]))
        fields.append(Field("level", _("Level"), LEVELS, levels, now["level"]))
    last = _("Play this") if host else _("Propose this")
    hint = _("Everybody is asked to agree.") if host else _("The host decides.")
    fields.append(Field(DONE, last, hint=hint))
    return Form(_("What is played"), fields)


def chosen(form: Form) -> dict[str, str]:
    """What the player set in the form."""
    return {line.name: line.value for line in form.fields if line.values}
