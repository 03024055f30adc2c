"""The words of the page's own controls. Everything else that it says comes with what it shows."""

from __future__ import annotations

from cli.words.language import _, n_


def page_words() -> dict[str, str | list[str]]:
    counts = (0, 1, 2)
    return {
        "cards": [n_("{count} card", "{count} cards", count) for count in counts],
        "points": [n_("{count} point", "{count} points", count) for count in counts],
        "theme": _("Light or dark"),
        "sound": _("Sound"),
        "log": _("What happened"),
        "table": _("The table"),
        "hand": _("Your hand"),
        "pile": _("Draw pile: {count}"),
        "top": _("Discard pile"),
        "colour": _("Colour: {colour}"),
        "clockwise": _("clockwise"),
        "counter": _("anticlockwise"),
        "dealer": _("dealer"),
        "partner": _("partner"),
        "away": _("away"),
        "waits": _("waits for the next round"),
        "left": _("has left"),
        "playable": _("can be played"),
        "selected": _("lifted"),
        "planned": _("planned"),
        "face_down": _("a card face down"),
        "other_side": _("other side: {card}"),
        "close": _("Close"),
        "send": _("Send"),
        "chat": _("chat"),
        "free": _("free"),
        "copy": _("Copy"),
        "copied": _("Copied."),
        "agree": _("Agree"),
        "leave": _("Leave"),
        "rules": _("Rules, seats, bots"),
        "propose": _("Propose other rules"),
        "take_proposal": _("Play what was proposed"),
        "remove": _("Remove {name}"),
        "where": _("Position in the game"),
        "guest_code": _("{name} scans this with a phone in the same network. Show it to nobody else."),
        "wait": _("One moment ..."),
        "over": _("The table is closed. You can close this page."),
        "lost": _("p2puno does not answer. If it still runs, the page comes back by itself."),
        "locked": _("This address has been used. In the terminal, press @ at the table for a new one."),
        "unknown_key": _("This code is not valid any more: ask for the new one."),
        "taken": _("The table is open in another window."),
        "moved": _("The table is now shown in another window."),
        "here": _("Show it here"),
    }
