"""The commands, each in a few words."""

from __future__ import annotations

from cli.words.language import _


def commands() -> dict[str, str]:
    """What people can ask for, in the order of the help text. Each has a module in `cli.commands`."""
    return {
        "play": _("a game against bots"),
        "rules": _("the rules in short"),
        "settings": _("see or change the settings"),
        "host": _("open a table for others to join"),
        "join": _("join a table"),
        "watch": _("follow a game without a seat"),
        "resume": _("go on with an interrupted game"),
        "demo": _("let bots play over real sockets"),
        "verify": _("check a recorded game"),
        "doctor": _("what is wrong here, and what to do"),
        "replay": _("watch a recorded game"),
        "export": _("turn a recorded game into another form"),
        "stats": _("who wins, who bluffs, who is caught"),
        "practise": _("play on from a recorded position"),
        "completion": _("let a shell complete commands"),
    }
