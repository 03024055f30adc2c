"""A recorded game as one self-contained HTML page that plays it without a network."""

from __future__ import annotations

import json
import re
from html import escape

from cli.browser.page_words import page_words
from cli.browser.view import cards
from cli.export.embedded_log import embedded_log
from cli.export.inline_modules import content_hash, in_one, read
from cli.export.json_document import document
from cli.replay.replay_session import LONGEST_PAUSE, SHORTEST_PAUSE
from cli.runtime.output import date_and_time
from cli.words.error_sentences import only_first_valid
from cli.words.event_kind_names import kind_names
from cli.words.language import _, language
from cli.words.rules_help import variant_name
from protocol.replay.recording import ALL, Perspective, Recording

STYLES = ("browser/page/table.css", "export/replay.css")
MODULES = (
    *(f"browser/page/{name}.js" for name in ("dom", "cards", "motion", "panels", "table")),
    "browser/page/vendor/noble-ed25519/ed25519.js",
    "export/verify.js",
    "export/replay.js",
)


def page(recording: Recording, perspective: Perspective = ALL) -> str:
    """The page's source. It contains nothing that the perspective could not know."""
    title = _("{variant}: {names}").format(
        variant=variant_name(recording.options.variant), names=", ".join(recording.names)
    )
    words = page_words() | _words()
    data = {
        "game": document(recording, perspective),
        "cards": cards(recording.options.variant),
        "words": words,
        "log": embedded_log(recording) if perspective == ALL else None,
        "pace": [SHORTEST_PAUSE, LONGEST_PAUSE],
        "title": title,
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    style, script = "".join(read(path) for path in STYLES), in_one(*MODULES).replace("</script", "<\\/script")
    filled = {"LANG": language(), "TITLE": title, "ABOUT": _about(recording)} | {
        f"W_{name}": word for name, word in words.items() if isinstance(word, str)
    }
    values = {name: escape(value) for name, value in filled.items()} | {
        "DATA": text,
        "STYLE": style,
        "SCRIPT": script,
        "STYLE_HASH": content_hash(style),
        "SCRIPT_HASH": content_hash(script),
    }
    # All at once, so that a placeholder inside a player's name is not replaced.
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found.group(1)], read("export/page.html"))


def _about(recording: Recording) -> str:
    """When it was played, and whether the whole log is valid."""
    parts = []
    if recording.moments:
        parts.append(_("played: {date}").format(date=date_and_time(recording.moments[0].time)))
    if recording.wrong is not None:
        parts.append(only_first_valid(len(recording.moments), recording.wrong))
    elif not recording.complete:
        parts.append(_("the game was not finished"))
    return " - ".join(parts)


def _words() -> dict[str, str]:
    """What the page says besides the narration and what the live page says, too."""
    return kind_names() | {
        "seen": _("View"),
        "all": _("all hands open"),
        "spectator": _("a spectator"),
        "play": _("Play"),
        "pause": _("Pause"),
        "start": _("To the start"),
        "end": _("To the end"),
        "back": _("One step back"),
        "forward": _("One step forward"),
        "turn_back": _("One turn back"),
        "turn_on": _("One turn forward"),
        "round_back": _("One round back"),
        "round_on": _("One round forward"),
        "speed": _("Speed"),
        "jump": _("Next event ..."),
        "turn": _("turn {n} of {of}"),
        "round": _("round {number}"),
        "nomore": _("There are no more after this."),
        "between": _("Between two rounds ..."),
        "link": _("Copy a link to this turn"),
        "copied": _("The link is copied."),
        "keys": _(
            "Keys: space plays and pauses, arrows step, with Shift by turns, Page up and down by rounds."
        ),
        "cut": _("The recording ends here."),
        "verify": _("Verify"),
        "checking": _("Checking ..."),
        "chain": _("Entries, each chained to the one before by its hash: {count}."),
        "signed": _("Signatures of {names}: {count}."),
        "agreed": _("Rounds before which everybody signed the scores shown here: {count}."),
        "last_scores": _("The scores at the end follow from the last round's cards."),
        "certificates": _("Decisions about missing players, chained but not checked here: {count}."),
        "no_log": _("This page shows one player's view: the log would show more, so it is not in here."),
        "wrong": _("Entry {position} is wrong: {why}"),
        "wrong_hash": _("it does not follow the one before."),
        "wrong_signature": _("its signature is not that of {name}."),
        "wrong_scores": _("the scores that were signed are not those shown here."),
        "only_verify": _(
            "Only p2puno verify checks the rest: that every shuffle is proved, every card opened as it was "
            "dealt, every move legal, and the last round counted right."
        ),
    }
