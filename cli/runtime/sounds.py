"""Short tones, generated here and played by the system's sound player. Nothing waits for them."""

from __future__ import annotations

import io
import os
import sys
import threading
import wave
from array import array
from collections.abc import Callable, Mapping
from contextlib import suppress
from enum import Enum
from functools import cache
from math import pi, sin
from pathlib import Path
from shutil import which
from subprocess import DEVNULL, TimeoutExpired, run
from tempfile import TemporaryDirectory
from typing import Protocol

RATE = 22_050
"""Samples per second."""
PATIENCE = 5.0
"""Seconds after which a sound player that does not end is stopped."""


class Tone(Enum):
    """A sound, by its notes: hertz and seconds."""

    TURN = ((587.33, 0.09), (880.0, 0.16))
    UNO = ((987.77, 0.08), (987.77, 0.08), (1318.51, 0.18))


@cache
def recorded(tone: Tone) -> bytes:
    """The tone as a WAV file."""
    samples = array("h")
    for hertz, seconds in tone.value:
        count = round(RATE * seconds)
        for place in range(count):
            fade = min(1.0, place / 200) * (1 - place / count)  # starts and ends without a click
            samples.append(round(9000 * fade * sin(2 * pi * hertz * place / RATE)))
    if sys.byteorder == "big":
        samples.byteswap()
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(2)
        written.setframerate(RATE)
        written.writeframes(samples.tobytes())
    return file.getvalue()


class Player(Protocol):
    """Plays tones on this machine."""

    def play(self, tone: Tone) -> bool:
        """Play it to its end; False if that is not possible. Called by a thread of its own."""


class PlayerProgram:
    """A program that plays the file it is given."""

    def __init__(self, *command: str) -> None:
        self.command = command

    def play(self, tone: Tone) -> bool:
        try:
            with TemporaryDirectory(prefix="p2puno-", ignore_cleanup_errors=True) as folder:
                path = Path(folder, "tone.wav")
                path.write_bytes(recorded(tone))
                command = [*self.command, str(path)]
                done = run(command, stdin=DEVNULL, capture_output=True, timeout=PATIENCE, check=False)
        except (OSError, TimeoutExpired):
            return False
        return done.returncode == 0


class WindowsPlayer:
    def play(self, tone: Tone) -> bool:
        if sys.platform == "win32":
            import winsound

            with suppress(RuntimeError):
                winsound.PlaySound(recorded(tone), winsound.SND_MEMORY | winsound.SND_NODEFAULT)
                return True
        return False


def find_player(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Player | None:
    """How to play a sound here; None if that is not possible, or if our player sits at another machine."""
    if environ.get("SSH_CONNECTION") or environ.get("SSH_TTY"):
        return None
    if platform == "win32":
        return WindowsPlayer()
    programs = (("afplay",),) if platform == "darwin" else (("paplay",), ("pw-play",), ("aplay", "-q"))
    found = ((which(name, path=environ.get("PATH")), rest) for name, *rest in programs)
    return next((PlayerProgram(path, *rest) for path, rest in found if path is not None), None)


class Sounds:
    """Plays tones one at a time, or rings the bell if that is wanted or the system plays none."""

    def __init__(self, bell: Callable[[], None], player: Player | None) -> None:
        """`bell` is called from any thread."""
        self._bell = bell
        self._player = player
        self._playing: threading.Thread | None = None

    def play(self, tone: Tone, wanted: str) -> None:
        """Play it as the setting `sound` says. Never waits."""
        if wanted == "off":
            return
        if wanted == "bell" or self._player is None:
            self._bell()
        elif self._playing is None or not self._playing.is_alive():
            self._playing = threading.Thread(
                target=self._try, args=(self._player, tone), daemon=True, name="sound"
            )
            self._playing.start()

    def _try(self, player: Player, tone: Tone) -> None:
        if not player.play(tone):
            self._player = None  # from now on the bell
            self._bell()
