"""Tones are generated, played by whatever the system has, and never waited for."""

from __future__ import annotations

import io
import struct
import threading
import wave
from pathlib import Path

import pytest

from cli.runtime.sounds import PlayerProgram, Sounds, Tone, find_player, recorded
from cli.sessions.session import Changed, Happened
from cli.sessions.uno_news import UnoNews
from p2puno.events import Called
from tests.cli.still import Still


def program(folder: Path, name: str, does: str) -> str:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{does}\n", "utf-8")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize("tone", Tone)
def test_a_tone_is_a_short_sound_file(tone: Tone) -> None:
    with wave.open(io.BytesIO(recorded(tone))) as file:
        assert 0.1 < file.getnframes() / file.getframerate() < 0.5
        samples = [sample for (sample,) in struct.iter_unpack("<h", file.readframes(file.getnframes()))]
    assert max(samples) > 5000
    assert abs(samples[0]) < 50 > abs(samples[-1]), "no click at either end"


def test_the_first_player_that_is_there_is_taken(tmp_path: Path) -> None:
    environ = {"PATH": str(tmp_path)}
    assert find_player(environ, "linux") is None
    aplay = program(tmp_path, "aplay", "exit 0")
    found = find_player(environ, "linux")
    assert isinstance(found, PlayerProgram)
    assert found.command == (aplay, "-q")
    paplay = program(tmp_path, "paplay", "exit 0")
    found = find_player(environ, "linux")
    assert isinstance(found, PlayerProgram)
    assert found.command == (paplay,)
    assert find_player(environ, "darwin") is None
    assert find_player({**environ, "SSH_CONNECTION": "1"}, "linux") is None, "that would sound elsewhere"


def test_a_tone_is_played_and_a_player_that_fails_is_replaced_by_the_bell(tmp_path: Path) -> None:
    rung = threading.Semaphore(0)
    played = tmp_path / "played"
    player = PlayerProgram(program(tmp_path, "player", f'cat "$1" >> {played}; test ! -e {tmp_path}/broken'))
    sounds = Sounds(rung.release, player)
    sounds.play(Tone.UNO, "off")
    sounds.play(Tone.UNO, "bell")
    assert rung.acquire(timeout=10)
    assert not played.exists()
    sounds.play(Tone.UNO, "tone")
    assert sounds._playing is not None
    sounds._playing.join(10)
    assert played.read_bytes() == recorded(Tone.UNO)
    assert not rung.acquire(blocking=False)
    (tmp_path / "broken").touch()
    sounds.play(Tone.TURN, "tone")
    assert rung.acquire(timeout=10)
    before = played.read_bytes()
    sounds.play(Tone.TURN, "tone")
    assert rung.acquire(timeout=10)
    assert played.read_bytes() == before


def test_nothing_waits_for_a_player_that_hangs(tmp_path: Path) -> None:
    started = threading.Semaphore(0)
    go_on = threading.Event()

    class Hanging:
        def play(self, tone: Tone) -> bool:
            started.release()
            return go_on.wait(60)

    sounds = Sounds(lambda: None, Hanging())
    for _ in range(5):
        sounds.play(Tone.TURN, "tone")
    assert started.acquire(timeout=10)
    assert not started.acquire(blocking=False), "one at a time"
    go_on.set()


def test_uno_is_worth_a_sound() -> None:
    session = Still("classic | 0> R R5 | 0: R3 B2 G1 | 1: ? | 2: ? | 3: ? | uno: 3")
    news = UnoNews(session)
    assert not news.hear(Changed())
    session.uno_deadline = 3.0
    assert [news.hear(Changed()), news.hear(Changed())] == [True, False], "once for each window"
    assert news.hear(Happened(Called(3)))
    assert not news.hear(Happened(Called(0))), "I know that I called"
    session.seat = None
    assert not news.hear(Happened(Called(3))), "spectators need not hurry"
