"""What can be changed while a game runs: on the screen, in lines, and in bots that are other programs."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from prompt_toolkit.output import ColorDepth

from cli.games.demo import played_by_bot
from cli.plain.bot_level_and_speed import bots_told
from cli.screen.canvas import plain_text
from cli.screen.cards import ASCII, UNICODE, Look
from cli.screen.panels import Panel
from cli.screen.scene_building import stage
from cli.screen.table_controls import Controls
from cli.screen.table_picture import draw
from cli.screen.terminal_title import title_of
from cli.screen.themes import motion_speed
from cli.sessions.bot_processes import BotProcesses
from cli.sessions.in_memory import Practice
from cli.sessions.lobby_desk import LobbyDesk
from cli.sessions.networked import Networked
from cli.sessions.show_participant import host
from cli.sessions.waiting_room import InLines
from cli.settings.settings import Settings, load, save, save_changes, settings_path
from cli.words.language import use
from p2puno.options import Options
from protocol.lobby.lobby import Lobby
from protocol.net.keys_and_card import Keys
from protocol.net.mesh import Mesh
from protocol.participant.bot_launcher import OwnBots
from protocol.participant.life_cycle import Opening
from tests.cli.still import Still
from tests.cli.terminal import Terminal
from tests.cli.test_plain import run
from tests.protocol.lobbies import TERMS
from tests.protocol.net.peers import HOST
from tests.simulation.world import quick_terms

MINE = "classic | 0> R R5 | 0: R3 B2 G1 | 1: ? ?"


class Bots:
    level, pace = "normal", 1.0

    def change(self, level: str, pace: float) -> None:
        self.level, self.pace = level, pace

    def hold(self, held: bool) -> None: ...


def pressed(bots: Bots | None, *keys: str) -> Controls:
    session = Still(MINE)
    session.bots = bots
    controls = Controls(session, Settings())
    for key in keys:
        controls.press(key)
    return controls


def test_bots_and_theme_change_at_the_table() -> None:
    bots = Bots()
    controls = pressed(bots, ",", "right", "down", "left", "down", "right")
    assert (bots.pace, bots.level) == (0.5, "easy")
    assert controls.settings == Settings(speed=2.0, theme="light")
    assert controls.panel is Panel.SETTINGS
    controls.press("escape")
    assert controls.panel is None
    assert controls.session.view is not None
    controls.press(",")
    controls.click("key:3")
    assert controls.settings.theme == "colour-blind", "a click changes, too"
    assert isinstance(controls.session, Still)
    assert controls.session.done == [], "no move was made"


def test_who_has_no_bots_is_not_asked_about_them() -> None:
    controls = pressed(None, ",", "right")
    overlay = stage(controls, 0.0).overlay
    assert overlay is not None
    assert not any("Bot" in row.head for row in overlay.rows)
    assert controls.settings == Settings(theme="light")


@pytest.mark.parametrize(("look", "sign"), [(UNICODE, "►"), (ASCII, ">")])
def test_the_selected_line_is_marked_without_colours(look: Look, sign: str) -> None:
    for presses, number in ((), "1"), (("down",), "2"):
        rows = plain_text(draw(stage(pressed(None, ",", *presses), 0.0), 80, 24, look)).splitlines()
        assert [row.split()[1] for row in rows[4:] if row.startswith(f"  {sign} ")] == [number]


def test_only_what_was_changed_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("P2PUNO_CONFIG", str(tmp_path / "settings.toml"))
    save(settings_path(), Settings(name="Zoe", speed=4.0))
    save_changes(Settings(theme="mono"), Settings(theme="mono", sound="off"))
    assert load(settings_path()) == Settings(name="Zoe", speed=4.0, sound="off")


def test_the_bell_of_the_first_version_is_understood(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("bell = false\n", "utf-8")
    assert load(path) == Settings(sound="off")
    path.write_text("bell = true\n", "utf-8")
    assert load(path) == Settings()


def test_nothing_moves_where_no_colours_are_wanted() -> None:
    assert motion_speed(Settings(), ColorDepth.DEPTH_8_BIT) == 1.0
    assert motion_speed(Settings(), ColorDepth.DEPTH_1_BIT) == 0.0


@pytest.mark.parametrize(
    ("typed", "level", "pace"),
    [("hard", "hard", 1.0), ("schwer", "hard", 1.0), ("2", "normal", 0.5), ("0", "normal", 0.0)],
)
def test_in_lines_bots_are_told_by_a_command(typed: str, level: str, pace: float) -> None:
    use("de")
    bots = Bots()
    answer = bots_told(bots, typed)
    assert (bots.level, bots.pace) == (level, pace)
    assert answer.startswith("Deine Bots spielen mit Stärke")
    assert bots_told(bots, "") == answer
    assert "Gib eine Stärke" in bots_told(bots, "-3")
    assert (bots.level, bots.pace) == (level, pace)
    assert bots_told(None, "hard") == "Du hast in diesem Spiel keine Bots."


def test_the_command_is_understood_in_a_game(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "--plain", "--seed", "1", "--speed", "0", typed="bots hard\nquit\n")
    assert "Your bots play at level hard and speed 0." in done.stdout


def test_bots_in_memory_change_during_a_round() -> None:
    async def change() -> list[str]:
        session = Practice(Options(), ("Zoe", "Ada", "Bruno"), 0, seed="7", pace=0)
        running = asyncio.ensure_future(session.run())
        async for _notice in session.notices():
            if session.view is not None:
                break
        session.change("hard", 0.5)
        levels = [bot.level for bot in session._players.values()]
        await session.leave()
        await running
        return levels

    assert asyncio.run(change()) == ["hard"] * 3


def test_bots_that_are_programs_of_their_own_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would take hours for a move; told to be quick, they play the match to its end."""
    monkeypatch.setenv("P2PUNO_HOME", str(tmp_path))
    bots = BotProcesses(10_000.0, "easy")
    told: list[str] = []

    async def show(session: Networked) -> int:
        assert session.bots is bots
        bots.change("hard", 0.0)
        return await played_by_bot("easy", 0.0, told.append)(session)

    terms = quick_terms(hand_size=2, target=1, uno_window=0)
    opening = Opening(terms, 3, "Zoe", ("Ada", "Bruno"), local=True, invites=False)
    assert asyncio.run(host(opening, bots, show, InLines(told.append))) == 0
    assert any("wins the match" in line for line in told)


def test_the_lobby_of_the_next_match_offers_the_level_that_was_set_at_the_table() -> None:
    bots = BotProcesses(1.0, "easy")

    async def open_lobby() -> None:
        mesh = Mesh(Keys.fresh(), port=0, hosts=[HOST], on_message=lambda *got: None)
        await mesh.start()
        lobby = Lobby.open(mesh, TERMS, 3, "Zoe")
        try:
            own_bots = OwnBots(bots, local=True)
            own_bots.sit_at(lobby, "")
            desk = LobbyDesk(lobby, own_bots)
            assert desk.values()["level"] == "easy", "as on the command line"
            bots.change("hard", 1.0)
            assert desk.values()["level"] == "hard"
            assert desk.apply({"level": "normal"}) == ""
            assert bots.level == "normal"
        finally:
            lobby.close()
            await mesh.close()

    asyncio.run(open_lobby())


def test_the_order_that_a_key_chose_is_not_saved() -> None:
    controls = pressed(None, "s")
    assert controls.order == "symbol"
    assert controls.settings == Settings()


@pytest.mark.parametrize(("language", "own"), [("en", "Your turn - p2puno"), ("de", "Du bist dran - p2puno")])
def test_the_title_says_whose_turn_it_is(language: str, own: str) -> None:
    use(language)
    assert title_of(Still(MINE)) == own
    use("en")
    assert title_of(Still(MINE.replace("0> R", "1> R"))) == "Ada's turn - p2puno"
    assert title_of(Still(None)) == "p2puno"


def test_the_title_of_the_terminal_is_restored_and_a_tone_is_played(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    player = tmp_path / "paplay"
    player.write_text(f'#!/bin/sh\ncat "$1" > {heard}\n', "utf-8")
    player.chmod(0o755)
    path, config = f"{tmp_path}:/usr/bin:/bin", tmp_path / "settings.toml"
    with Terminal("play", "--seed", "3", "--name", "Zoe", config=config, PATH=path) as terminal:
        terminal.until(lambda _text: terminal.screen.title == "Your turn - p2puno", "the title")
        terminal.until(lambda _text: heard.exists() and heard.read_bytes().startswith(b"RIFF"), "a tone")
        assert b"\a" not in terminal.raw.replace(b"\x1b]2;Your turn - p2puno\x07", b"").split(b"\x1b]2;")[0]
        terminal.type("qy")
        assert terminal.ends() == 0
    assert terminal.raw.count(b"\x1b[22;2t") == terminal.raw.count(b"\x1b[23;2t") == 1
    assert terminal.raw.rindex(b"\x1b[23;2t") > terminal.raw.rindex(b"\x1b]2;")


def test_a_theme_is_seen_while_it_is_selected(tmp_path: Path) -> None:
    config = tmp_path / "settings.toml"
    config.touch()  # else the menu asks for a name first: see test_welcome.py
    with Terminal(config=config) as terminal:
        terminal.sees("Settings")
        terminal.type("s")
        terminal.sees("Theme")

        def ground() -> str:
            return str(terminal.screen.buffer[0][40].bg)

        dark = ground()
        terminal.type("\x1b[B\x1b[B\x1b[C")
        terminal.until(
            lambda text: re.search(r"Theme +< light >", text) and ground() != dark, "a light title"
        )
        terminal.type("\x1b")
        terminal.sees("Leave")
        terminal.until(lambda _text: ground() == dark, "the theme as it was")
    assert not config.read_text("utf-8"), "nothing was saved"


@pytest.mark.parametrize(("sound", "rings"), [("bell", True), ("off", False)])
def test_in_lines_the_bell_rings_on_ones_turn(sound: str, rings: bool, tmp_path: Path) -> None:
    config = tmp_path / "settings.toml"
    config.write_text(f'sound = "{sound}"\n', "utf-8")
    with Terminal("play", "--plain", "--seed", "3", "--speed", "0", config=config) as terminal:
        terminal.sees(r"Your choice\?")
        terminal.type("quit\r")
        assert terminal.ends() == 0
    assert (b"\a" in terminal.raw) == rings
    assert b"\x1b]" not in terminal.raw, "no title in lines"
