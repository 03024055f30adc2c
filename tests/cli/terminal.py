"""The real program in a pseudo-terminal, and somebody who plays it by what the screen shows."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Set
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pyte

PATIENCE = 90.0
"""Seconds after which something that should appear is missed. Nothing waits that long unless it fails."""
RETRY = 1.0
"""Seconds after which a key that came too early (`cli/screen/early_keys.py`) is pressed again."""
AGAIN = 15.0
"""Seconds after which a question that is still there is answered again."""

PICTURE_ENDS = b"\x1b[0m"
"""What prompt_toolkit writes last of a picture."""


class Terminal:
    """A program with a terminal of its own; `screen` is what a person would see."""

    def __init__(
        self,
        *arguments: str,
        config: Path,
        columns: int = 80,
        rows: int = 24,
        program: tuple[str, ...] = (sys.executable, "-m", "cli"),
        folder: Path | None = None,
        **environ: str,
    ) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._lines: dict[int, str] = {}
        self.master, slave = pty.openpty()
        self.before = termios.tcgetattr(slave)
        self._slave = slave
        self.raw = b""
        self.read_at = 0.0
        """When something was read last, by time.monotonic()."""
        self._set_size(columns, rows)
        # Parallel pytest workers set COLUMNS, which a program believes more than its terminal.
        ours = ("NO_COLOR", "COLORTERM", "LC_ALL", "LANG", "COLUMNS", "LINES")
        env = {k: v for k, v in os.environ.items() if k not in ours}
        env |= {"TERM": "xterm-256color", "P2PUNO_CONFIG": str(config), "LANG": "C.UTF-8"} | environ
        self.process = subprocess.Popen(
            [*program, *arguments],
            cwd=folder,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=env,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_error: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for fd in (self.master, self._slave):
            with suppress(OSError):
                os.close(fd)

    # -- what a person does and sees --------------------------------------------------------------------

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def resize(self, columns: int, rows: int) -> None:
        self._set_size(columns, rows)
        self.screen.resize(rows, columns)
        os.killpg(self.process.pid, signal.SIGWINCH)

    @property
    def text(self) -> str:
        for y in self.screen.dirty:  # pyte would render all lines anew
            line = self.screen.buffer[y]
            self._lines[y] = "".join(line[x].data for x in range(self.screen.columns)).rstrip()
        self.screen.dirty.clear()
        return "\n".join(self._lines[y] for y in range(self.screen.lines))

    def until(self, seen: Callable[[str], object], what: str = "") -> str:
        """Read what the program draws until the screen looks so; fails with the screen after a while."""
        deadline = monotonic() + PATIENCE
        while not seen(self.text):
            if not self._read(0.2) and (monotonic() > deadline or self.process.poll() is not None):
                raise AssertionError(
                    f"{what or 'it'} did not appear (ended: {self.process.poll()}):\n{self.text}"
                )
        return self.text

    def whole(self) -> str:
        """What is on the screen when nothing more comes: a picture may arrive in pieces."""
        while self._read(0.015) or (not self.raw.endswith(PICTURE_ENDS) and self._read(0.5)):
            pass
        return self.text

    def catch_up(self) -> None:
        """Read what has come meanwhile."""
        while self._read(0.02):
            pass

    def sees(self, pattern: str) -> str:
        return self.until(lambda text: re.search(pattern, text), pattern)

    def presses(self, key: str, seen: Callable[[str], object], what: str) -> None:
        """Press a key until the screen looks so: again if it came too early for what has just appeared."""
        pressed, deadline = 0.0, monotonic() + PATIENCE
        while not seen(self.text):
            if monotonic() - pressed > RETRY and self.process.poll() is None:
                self.type(key)
                pressed = monotonic()
            if not self._read(0.05) and monotonic() > deadline:
                raise AssertionError(f"{what} did not appear:\n{self.text}")

    def ends(self, pressing: str = "") -> int:
        """Read to the end of the program, which this key ends if there is one; returns its exit status."""
        self.presses(pressing, lambda text: self.process.poll() is not None, "the end of the program")
        while self._read(0.0):
            pass
        return self.process.returncode

    def as_found(self) -> bool:
        """Whether the terminal's modes are those it had, the screen is back, the cursor and no mouse."""
        same = termios.tcgetattr(self._slave)[:4] == self.before[:4]
        switched = self.raw.count(b"\x1b[?1049h") == self.raw.count(b"\x1b[?1049l")
        mouse = self.raw.count(b"\x1b[?1000h") <= self.raw.count(b"\x1b[?1000l")
        cursor = self.raw.rfind(b"\x1b[?25h") >= self.raw.rfind(b"\x1b[?25l")
        return same and switched and mouse and cursor

    def _read(self, timeout: float) -> bool:
        ready, _w, _x = select.select([self.master], [], [], max(timeout, 0))
        if not ready:
            return False
        try:
            some = os.read(self.master, 65536)
        except OSError:
            return False
        self.read_at = monotonic()
        self.raw += some
        # pyte takes private and intermediate sequences it does not know for text.
        self._stream.feed(re.sub(rb"\x1b\[[>=?][0-9;]*[a-zA-Z]|\x1b\[[0-9]* q", self._known, some))
        return bool(some)

    @staticmethod
    def _known(match: re.Match[bytes]) -> bytes:
        return match[0] if match[0].startswith(b"\x1b[?") and match[0][-1:] in b"hl" else b""

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


class Pilot:
    """Plays by what the screen shows, with keys alone; remembers what it met."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.met: set[str] = set()
        self.moves = 0
        self._answered = ("", 0.0)

    def play_match(self, most_moves: int = 2000, enough: Set[str] | None = None) -> None:
        """Play until the match is over, or until everything in `enough` was met."""
        while self.moves < most_moves:
            if enough is not None and enough <= self.met:
                return
            self.terminal.until(self.asks, "a question")
            text = self.terminal.whole()
            if "The match is over" in text:
                return
            if self.asks(text):
                self.answer(text)
                self.moves += 1
        raise AssertionError(f"no end after {most_moves} moves:\n{self.terminal.text}")

    def asks(self, text: str) -> bool:
        found = _QUESTION.search(text)
        if found is None:
            return False
        question, since = self._answered
        again = RETRY if found[0] in (*_TAKES_TIME, *_LIFTED) else AGAIN
        if (_asked(text) == question or found[0] in _LIFTED) and monotonic() - since < again:
            return False  # our answer is on its way; or else the same is asked again
        over = found[0] in ("Enter: the next round", "The match is over")
        return over or bool(_OWN.search(text))  # else the screen is only half drawn

    def asks_or_can_catch(self, text: str) -> bool:
        return self.asks(text) or "press c!" in text

    def answer(self, text: str) -> None:
        self._answered = _asked(text), monotonic()
        type_ = self.terminal.type
        found = _QUESTION.search(text)
        assert found is not None
        question = found[0]
        self.met.add(question)
        if "[c] catch!" in text:
            self.met.add("catch")
            type_("c")
        if "[u] UNO!" in text:
            self.met.add("uno")
            type_("u")
        match question:
            case "Enter: the next round":
                self.terminal.presses("\r", lambda text: question not in text, "what comes after the round")
            case "Your turn:":
                keys = _playable(text)
                # Twice its key, no Enter: that would leave the match, if it is over and not yet drawn so.
                type_(keys[self.moves % len(keys)] * 2 if keys else "d")
            case "Play it, or keep it":
                type_("\r" if self.moves % 4 else "k")
            case "Name a colour":
                if "draw until it comes" in text:
                    self.met.add("draw until it comes")
                type_("1234"[self.moves % 4])
            case ", or challenge":
                challenge = "challenge" not in self.met or self.moves % 2
                type_("x" if challenge else "d")
                self.met.add("challenge" if challenge else "accept")
            case "or lay a card on it":
                keys = _playable(text)
                type_(keys[0] * 2 if keys and self.moves % 4 else "d")
            case "Lay another":
                keys = _playable(text)
                stop = not keys or "stop" not in self.met or self.moves % 2
                type_("k" if stop else keys[0] * 2)
                self.met.add("stop" if stop else "lay another")
            case "to jump in!":
                type_("j")
            case "You must play it":
                type_("\r")
            case "With whom do you trade":
                type_("1")
            case "Who do you challenge":
                type_("1")
            case "Choose a card for the battle":
                if keys := _playable(text):  # the hand may not be drawn yet
                    type_(keys[0] * 2)
            case "Who trades hands":
                type_("12")
            case lifted if lifted in _LIFTED:
                type_("\x1b")


_QUESTION = re.compile(
    r"Enter: the next round|The match is over|Your turn:|Play it, or keep it"
    r"|Name a colour|, or challenge|Who do you challenge|Choose a card for the battle"
    r"|or lay a card on it|You must play it|With whom do you trade|Lay another|to jump in!"
    r"|Who trades hands|: play it, or put it back|cannot be played now"
)


_TAKES_TIME = (
    *(", or challenge", "Name a colour", "Play it, or keep it", "Who trades hands"),
    *("or lay a card on it", "You must play it", "With whom do you trade", "Lay another"),
)
"""An answer that comes too early is ignored."""

_LIFTED = (": play it, or put it back", "cannot be played now")
"""Seen for a moment between the two keys that play a card."""

_OWN = re.compile(r"\d+ cards?, \d+ points?")
"""The line above the own hand."""


def _asked(text: str) -> str:
    """The own cards and the question: the rest may change while our answer is on its way."""
    own, question = _OWN.search(text), _QUESTION.search(text)
    if own is None or question is None or question.end() < own.end():
        return text
    return text[text.index("\n", own.end()) : question.end()]


def _playable(text: str) -> list[str]:
    """The keys in brackets above the cards of the hand."""
    lines = text.splitlines()
    own = max(number for number, line in enumerate(lines) if _OWN.search(line))
    keys: list[str] = []
    for line in lines[own + 1 : -3]:
        keys += re.findall(r"[\[>](\w)[\]<]", line)
    return keys
