"""The title of the terminal's window: says whose turn it is, and is restored at the end."""

from __future__ import annotations

import sys

from prompt_toolkit.output import Output

from cli.sessions.open_question import own_choice
from cli.sessions.session import Session
from cli.words.language import _
from p2puno.moves import Choice

_SAVE, _RESTORE = "\x1b[22;2t", "\x1b[23;2t"
"""Terminals keep a stack of titles; those that do not know it ignore this."""


def title_of(session: Session) -> str:
    """Whose turn it is, in a few words."""
    waiting = session.view.round.waiting if session.view is not None else None
    if own_choice(session) is not None:
        text = _("Your turn")
    elif type(waiting) is Choice and waiting.seat != session.seat and session.match.ended is None:
        text = _("{name}'s turn").format(name=session.names[waiting.seat])
    else:
        return "p2puno"
    return f"{text} - p2puno"


class TerminalTitle:
    def __init__(self, output: Output) -> None:
        self._output = output
        self._shown = ""
        self._before: str | None = None
        """The title before ours, where the system tells it."""

    def show(self, title: str) -> None:
        if title == self._shown:
            return
        if not self._shown:
            self._before = _title_on_windows()
            self._output.write_raw(_SAVE if self._before is None else "")
        self._shown = title
        self._output.set_title(title)
        self._output.flush()

    def restore(self) -> None:
        if not self._shown:
            return
        if self._before is not None:
            self._output.set_title(self._before)
        else:
            self._output.clear_title()
            self._output.write_raw(_RESTORE)
        self._output.flush()
        self._shown = ""


def _title_on_windows() -> str | None:
    if sys.platform == "win32":
        import ctypes

        title = ctypes.create_unicode_buffer(1024)
        ctypes.windll.kernel32.GetConsoleTitleW(title, 1024)
        return title.value
    return None
