"""The commands, each in a few words."""

from __future__ import annotations

from cli.words.language import _


def commands() -> dict[str, str]:
    """The commands in the order of the help text. Each has a module in `cli.commands`."""
    return {
        "play": _("play against bots"),
        "learn": _("learn the game in short lessons"),
        "rules": _("the rules in short"),
        "settings": _("see or change the settings"),
        "host": _("open a table for others to join"),
        "join": _("join a table"),
        "watch": _("watch a game without playing"),
        "resume": _("continue an interrupted game"),
        "tournament": _("many tables at the same time: host, join, watch or resume"),
        "demo": _("let bots play over real sockets"),
        "verify": _("check a recorded game"),
        "doctor": _("find out what is wrong here, and what to do"),
        "replay": _("watch a recorded game"),
        "export": _("convert a recorded game to another format"),
        "stats": _("your own record; who wins, who bluffs, who is caught"),
        "delete": _("delete recorded games"),
        "practise": _("play on from a recorded position"),
        "completion": _("completion of commands in a shell"),
    }
