"""The real program in a pseudo-terminal, played by keys alone."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from p2puno.options import VARIANTS
from tests.cli.terminal import Pilot, Terminal

QUICK = ("--speed", "200", "--uno-window", "2000", "--target", "60")


def start(tmp_path: Path, *arguments: str, **keywords: object) -> Terminal:
    """The program of a player who has started it before (the first start is in test_welcome.py)."""
    (tmp_path / "settings.toml").touch()
    return Terminal(*arguments, config=tmp_path / "settings.toml", **keywords)  # type: ignore[arg-type]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_match_by_keys_alone(variant: str, tmp_path: Path) -> None:
    with start(tmp_path, "play", "--variant", variant, "--seed", "3", "--bots", "2", *QUICK) as terminal:
        pilot = Pilot(terminal)
        pilot.play_match()
        assert "Your turn:" in pilot.met
        assert terminal.ends(pressing="\r") == 0
        assert terminal.as_found()
        assert "Traceback" not in terminal.raw.decode("utf-8", "replace")


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_everything_of_a_rule_set_is_met(variant: str, tmp_path: Path) -> None:
    """Until every question there is was answered by keys: with few players and cards each comes soon."""
    wanted = {"uno", "Name a colour", "Play it, or keep it", "Enter: the next round", "challenge"}
    wanted |= {"battle": {"Who do you challenge", "Choose a card for the battle"}}.get(variant, set())
    wanted |= {"swap": {"Who trades hands"}}.get(variant, set())
    if variant == "no-mercy":
        wanted = {"uno", "Name a colour", "With whom do you trade", "or lay a card on it"}
        wanted |= {"draw until it comes", "You must play it"}
    for seed in range(12):
        table = ("play", "--variant", variant, "--seed", str(seed), "--level", "easy", "--bots", "2")
        quick = ("--hand-size", "4", "--target", "150", "--speed", "200")
        with start(tmp_path, *table, *quick, columns=120, rows=40) as terminal:
            pilot = Pilot(terminal)
            pilot.play_match(enough=wanted)
            wanted -= pilot.met
        if not wanted:
            return
    raise AssertionError(f"never met: {wanted}")


def test_a_premove_among_peers(tmp_path: Path) -> None:
    """Planned while a bot thinks, and made by our own program when the turn comes."""
    (tmp_path / "settings.toml").write_text('name = "Zoe"\n')
    table = ("play", "--bots", "1", "--speed", "0.25")
    with start(tmp_path, *table, P2PUNO_HOME=str(tmp_path / "home")) as terminal:
        pilot = Pilot(terminal)
        waits = "Ada's turn ..."
        while waits not in terminal.until(lambda text: waits in text or pilot.asks(text), "somebody's turn"):
            pilot.answer(terminal.text)
        terminal.type("d")
        terminal.sees(r"Planned for your turn: draw a card\.")
        terminal.type("\x1b")
        terminal.sees("You took your move back")
        terminal.type("d")
        terminal.sees("Planned for your turn")
        terminal.until(lambda text: "Planned for your turn" not in text, "the planned move")
        terminal.sees("You draw|, or challenge|Your planned move was dropped")
        terminal.type("q")
        terminal.sees("Leave the game")
        assert terminal.ends(pressing="\r") == 0


def test_a_bar_is_shown_until_the_bots_are_there(tmp_path: Path) -> None:
    with start(tmp_path, "play", "--bots", "2", P2PUNO_HOME=str(tmp_path / "home")) as terminal:
        terminal.sees(r"^\[[.#]{30}\] The bots are sitting down")
        terminal.sees(r"\d+ cards?, \d+ points?")
        terminal.type("q")
        terminal.sees("Leave the game")
        assert terminal.ends(pressing="\r") == 0
        drawn = re.findall(r"\r\[([.#]{30})\]", terminal.raw.decode())
        assert drawn == sorted(drawn, key=lambda bar: bar.count("#"))
        assert len(drawn) > 2
        assert "sitting down" not in terminal.text


def test_chat_makes_no_move(tmp_path: Path) -> None:
    with start(tmp_path, "play", "--seed", "3", "--speed", "0") as terminal:
        before = terminal.sees(r"Your turn: play")
        terminal.type("/")
        terminal.sees(r"say:")
        terminal.type("d1k u c q\x03")  # Ctrl-C gives up the line, not the game
        terminal.until(lambda text: "say:" not in text, "the end of the chat line")
        terminal.type("/")
        terminal.sees(r"say:")
        terminal.type("d1q hello\r")
        after = terminal.sees(r"You say: d1q hello")
        assert before.splitlines()[-7:-3] == after.splitlines()[-7:-3]
        terminal.type("q")
        terminal.sees("Leave the game")
        assert terminal.ends(pressing="\r") == 0
        assert terminal.as_found()


def test_resize_while_playing(tmp_path: Path) -> None:
    with start(tmp_path, "play", "--seed", "3", "--speed", "0") as terminal:
        terminal.sees(r"Your turn")
        terminal.resize(40, 10)
        terminal.sees(r"too small")
        terminal.resize(120, 40)
        terminal.sees(r"Your turn")
        assert terminal.screen.columns == 120
        terminal.resize(60, 20)
        terminal.sees(r"Your turn")
        terminal.type("\x03\x03")
        assert terminal.ends() == 0
        assert terminal.as_found()


def test_a_wrong_key_can_be_taken_back(tmp_path: Path) -> None:
    with start(tmp_path, "play", "--seed", "3", "--speed", "0") as terminal:
        terminal.sees(r"Your turn: play")
        terminal.type("1")
        terminal.sees(r"\[Esc\] put back")
        terminal.type("\x1b")
        terminal.sees(r"Your turn: play")
        terminal.type("x")
        terminal.sees(r"That is not possible now")
        terminal.type("\t\x00\x7f\x1b[99~é€")  # keys that mean nothing
        terminal.type("?")
        terminal.sees(r"The keys")
        terminal.type("r")
        terminal.sees(r"Match the top card")
        terminal.type("\x1b")
        terminal.sees(r"Your turn: play")


def test_the_mouse_lifts_and_plays(tmp_path: Path) -> None:
    with start(tmp_path, "play", "--seed", "3", "--speed", "0") as terminal:
        text = terminal.sees(r"Your turn: play")
        row = max(n for n, line in enumerate(text.splitlines()) if "points" in line) + 3
        click = f"\x1b[<0;4;{row}M\x1b[<0;4;{row}m"
        terminal.type(click)
        terminal.sees(r"\[Esc\] put back")


def test_the_window_of_uno(tmp_path: Path) -> None:
    """A long window: it is shown, and whoever forgot is caught by one key."""
    for seed in range(20):
        arguments = ("--seed", str(seed), "--level", "easy", "--hand-size", "3", "--uno-window", "60000")
        with start(tmp_path, "play", "--speed", "40", "--bots", "2", *arguments) as terminal:
            pilot = Pilot(terminal)
            while pilot.moves < 40:
                text = terminal.until(pilot.asks_or_can_catch, "a question or somebody to catch")
                if "press c!" in text:
                    terminal.type("c")
                    terminal.sees(r"You catch \w+, who forgot|calls UNO|catches")
                    if "You catch" in terminal.text:
                        return
                if "The match is over" in text:
                    break
                if pilot.asks(terminal.text):
                    pilot.answer(terminal.text)
                pilot.moves += 1
    raise AssertionError("nobody ever forgot")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_told_to_end(number: signal.Signals, tmp_path: Path) -> None:
    with start(tmp_path, "play", "--seed", "3", "--speed", "0") as terminal:
        terminal.sees(r"Your turn")
        os.kill(terminal.process.pid, number)
        assert terminal.ends() == 0
        assert terminal.as_found()


def test_the_terminal_is_closed(tmp_path: Path) -> None:
    terminal = start(tmp_path, "play", "--seed", "3", "--speed", "0")
    with terminal:
        terminal.sees(r"Your turn")
        os.close(terminal.master)
        os.close(terminal._slave)
        assert terminal.process.wait(20) is not None


def test_no_color_draws_without_colours(tmp_path: Path) -> None:
    with start(tmp_path, "play", "--seed", "3", "--speed", "0", NO_COLOR="1") as terminal:
        terminal.sees(r"Your turn")
        assert b"[38;" not in terminal.raw
        assert b"[48;" not in terminal.raw


@pytest.mark.slow
def test_a_match_among_peers_by_keys_alone(tmp_path: Path) -> None:
    """Real sockets, real shuffles; every key twice, as by a player who cannot wait."""
    home = str(tmp_path / "home")
    arguments = ("play", "--bots", "2", "--hand-size", "3", *QUICK)
    with start(tmp_path, *arguments, P2PUNO_HOME=home) as terminal:
        terminal.sees(r"shuffling \d/3|Your turn|'s turn")
        pilot = Pilot(terminal)
        pilot.play_match()
        assert re.search(r"deck was verified", terminal.text)
        assert terminal.ends(pressing="\r") == 0
        assert terminal.as_found()


def cards(terminal: Terminal) -> list[str]:
    """The own hand, without the keys above it: those are given out anew after a restart."""
    own, _keys, *faces = terminal.text.splitlines()[-7:-3]
    return [own, *faces]


@pytest.mark.slow
def test_leaving_and_going_on_from_the_menu(tmp_path: Path) -> None:
    home = str(tmp_path / "home")
    asked = r"Your turn|Name a colour"  # the first card may be a Wild
    with start(tmp_path, "play", "--bots", "2", P2PUNO_HOME=home) as terminal:
        terminal.sees(asked)
        hand = cards(terminal)
        terminal.type("q")
        terminal.sees("p2puno resume brings you back")
        assert terminal.ends(pressing="\r") == 0
    with start(tmp_path, P2PUNO_HOME=home) as terminal:
        terminal.sees(r"Play against bots")
        terminal.type("5")
        terminal.sees(r"1  \d{4}-\d\d-\d\d .*Classic UNO")
        terminal.type("1")
        terminal.sees(asked)
        assert cards(terminal) == hand
        terminal.type("\x03\x03")
        terminal.sees(r"Play against bots")
        terminal.type("6")
        terminal.sees(r"1  \d{4}-\d\d-\d\d .*Classic UNO")
        terminal.type("\r")
        terminal.sees(r"View: ")
        terminal.type("q")
        terminal.sees(r"Play against bots")
        terminal.type("\x1b")
        assert terminal.ends() == 0
        assert terminal.as_found()


def test_keys_that_were_set(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('[bindings]\ndraw = "n"\n', "utf-8")
    with start(tmp_path, "play", "--seed", "3", "--speed", "0") as terminal:
        terminal.sees(r"\[n\] draw")
        terminal.type("d")
        terminal.type("n")
        terminal.sees(r"You draw ")


def test_the_menu_goes_everywhere_and_back(tmp_path: Path) -> None:
    with start(tmp_path, P2PUNO_HOME=str(tmp_path / "home")) as terminal:
        for letter, there in (
            ("p", r"Rule set.*\n.*House rules.*\n.*Bots"),
            ("o", r"Seats"),
            ("j", r"Address"),
            ("t", r"Seats.*\n.*Stages"),
            ("c", r"There is no interrupted game"),
            ("w", r"No games are saved"),
            ("m", r"You have not finished a game here yet"),
        ):
            terminal.sees(r"Settings *\n.*Leave")
            terminal.type(letter)
            shown = terminal.sees(there)
            assert "record.html" not in shown, "an empty record needs no page"
            if letter == "j":
                terminal.type("\x1b[200~10.1.2.3#ABCD\x1b[201~")
                terminal.sees(r"Address +10\.1\.2\.3#ABCD_")
            terminal.type("\x1b")
        terminal.sees(r"Settings *\n.*Leave")
        terminal.type("r")
        terminal.sees(r"Kickin' Battle")
        terminal.type("3")
        terminal.sees(r"more lines")
        terminal.type("\x1b")
        terminal.sees(r"Rock-'n'-Swap")
        terminal.type("\x1b")
        text = terminal.sees(r"Settings *\n.*Leave")
        row = next(n for n, line in enumerate(text.splitlines(), 1) if "Rules" in line)
        terminal.type(f"\x1b[<0;9;{row}M\x1b[<0;9;{row}m")
        terminal.sees(r"Kickin' Battle")
        terminal.type("q")
        terminal.sees(r"Settings *\n.*Leave")
        os.kill(terminal.process.pid, signal.SIGTERM)
        assert terminal.ends() == 128 + signal.SIGTERM
        assert terminal.as_found()


def test_a_match_that_cannot_be_is_refused_in_the_form(tmp_path: Path) -> None:
    with start(tmp_path) as terminal:
        terminal.sees(r"Play against bots")
        terminal.type("1")
        terminal.sees(r"Rule set")
        terminal.type("5\x1b[C")  # partners
        terminal.sees(r"partners")
        terminal.type("3\x1b[C")  # with four bots
        terminal.type("g")
        terminal.sees(r"artners .*\.")
        terminal.type("\x1b")
        terminal.sees(r"Play against bots")


def test_setting_keys_in_the_menu(tmp_path: Path) -> None:
    with start(tmp_path) as terminal:
        terminal.sees(r"Play against bots")
        terminal.type("s")
        terminal.sees(r"Keys at the table")
        terminal.type("\x1b[A\x1b[A\x1b[A\r")
        terminal.sees(r"draw a card +\[d\]")
        terminal.type("\r")
        terminal.sees(r"Press the key")
        terminal.type("k")
        terminal.sees(r"draw a card +\[k\]")
        terminal.type("\x1b[A\r")  # up over the top to Done
        terminal.sees(r'The key "k" cannot mean both draw and keep')
        terminal.type("\x1b[B\rn")
        terminal.sees(r"draw a card +\[n\]")
        terminal.type("\x1b[A\r")
        terminal.sees(r"Order of the hand")
        terminal.type("\x1b[B\r")
        terminal.sees(r"view as +\[p\]")
        terminal.type("\rd\x1b[A\r")
        terminal.sees(r"Order of the hand")
        terminal.type("\x1b[F\r")  # End: Save
        terminal.sees(r"Play against bots")
        assert '[replay]\nlook = "d"\n' in (tmp_path / "settings.toml").read_text("utf-8")
        assert '[bindings]\ndraw = "n"\n' in (tmp_path / "settings.toml").read_text("utf-8")


def test_the_menu(tmp_path: Path) -> None:
    with start(tmp_path) as terminal:
        terminal.sees(r"Play against bots")
        terminal.type("s")
        terminal.sees(r"Order of the hand")
        terminal.type("Zoë\x1b[B\x1b[C\x1b[C")  # the name, then the language: French
        terminal.sees(r"Français")
        terminal.type("\x1b[F\r")  # End: Save
        terminal.until(lambda text: "Play against bots" not in text and "1  " in text, "the menu in French")
        assert (tmp_path / "settings.toml").read_text("utf-8").startswith('name = "Zoë"\nlanguage = "fr"\n')
        terminal.type("1")
        terminal.sees(r"UNO classique")
        terminal.type("\r")
        terminal.sees(r"Zoë")
        terminal.type("\x03")
        terminal.type("\x03")
        terminal.until(lambda text: "1  " in text, "the menu again")
        terminal.type("\x1b")
        assert terminal.ends() == 0
        assert terminal.as_found()


def test_how_far_something_has_come_takes_one_line(tmp_path: Path) -> None:
    """However long the game's name is: what does not fit could not be taken back."""
    game = tmp_path / f"{'long ' * 20}.uno"
    sample = Path(__file__).parents[2] / "replays" / "resumed.uno"
    game.write_bytes(sample.read_bytes())
    with start(tmp_path, "verify", str(game)) as terminal:
        assert terminal.ends() == 0
        assert "complete and valid" in terminal.text
        assert "[#" not in terminal.text


def test_a_progress_bar_needs_no_escape_sequences(tmp_path: Path) -> None:
    """A Windows console would print them."""
    with start(tmp_path, "verify", "replays/classic.uno") as terminal:
        assert terminal.ends() == 0
        assert b"\r[####" in terminal.raw
        assert b"\x1b" not in terminal.raw
        assert "[####" not in terminal.text, "it is gone afterwards"


def test_the_result_of_a_round_stays_until_a_key_is_pressed(tmp_path: Path) -> None:
    """The next round is dealt behind it, and our own bots wait; rounds of one card are over soon."""
    table = ("play", "--bots", "1", "--hand-size", "1", "--speed", "50", "--uno-window", "10")
    with start(tmp_path, *table, "--target", "500", columns=120, rows=40) as terminal:
        pilot, looked = Pilot(terminal), 0
        while looked < 2:
            terminal.until(pilot.asks, "a question")
            text = terminal.whole()
            assert "The match is over" not in text
            if "Enter: the next round" not in text:
                if pilot.asks(text):
                    pilot.answer(text)
                    pilot.moves += 1
                continue
            # No key is pressed, and it is still there when the next round is dealt.
            over = re.search(r"^ +Round (\d+)$", text, re.MULTILINE)
            assert over is not None
            later = terminal.sees(rf"- round {int(over[1]) + 1} -")
            assert "Scores" in later
            assert "Enter: the next round" in later
            looked += 1
            terminal.presses("\r", lambda text: "Enter: the next round" not in text, "the table")
            after = terminal.whole()
            log = " ".join(line[80:].strip(" |│") for line in after.splitlines())
            assert re.search(r"Round \d+ is over\. \w+ scores \d+\.", " ".join(log.split())), after


def test_uno_in_ones_own_turn_is_no_timeout(tmp_path: Path) -> None:
    table = ("play", "--bots", "1", "--hand-size", "2", "--speed", "50", "--uno-window", "10")
    with start(tmp_path, *table, columns=120, rows=40) as terminal:
        if "the next round." in terminal.sees(r"Your turn: |the next round\."):  # over before we had a turn
            terminal.presses("\r", lambda text: "Your turn: " in text, "our turn")
        terminal.type("u")
        text = terminal.sees(r"You call UNO!|no UNO to call|has no effect")
        assert "You call UNO!" in text
        assert "time was up" not in terminal.whole()


def test_plain_lines_are_broken_between_words(tmp_path: Path) -> None:
    with start(tmp_path, "play", "--plain", "--speed", "0", "--seed", "3", columns=40) as terminal:
        terminal.sees(r"Your choice\?")
        terminal.type("?\n")
        terminal.sees(r"quit: leave the table")
        lines = terminal.raw.decode().splitlines()
        assert max(map(len, lines)) <= 40, lines
        assert "Your turn. Top card: " in " ".join(lines)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("verify", "nowhere.uno"), "p2puno: "),
        (("join", "no such address", "--yes"), "p2puno: "),
        (("play", "--bots", "many"), "p2puno play: error: "),
        (("replay", "--plain"), "You have no"),
    ],
)
def test_no_word_of_a_message_outside_a_game_is_broken(
    arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    def words(columns: int) -> list[str]:
        with start(tmp_path, *arguments, columns=columns, folder=tmp_path) as terminal:
            terminal.ends()
            text = terminal.text
        assert all(len(line) <= columns for line in text.splitlines())
        return text[max(text.find(said), 0) :].split()

    assert words(44) == words(200)


def test_the_address_for_the_browser_is_at_the_table_and_whole(tmp_path: Path) -> None:
    none = {"BROWSER": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    with start(
        tmp_path, "play", "--browser", "--bots", "1", columns=120, rows=40, P2PUNO_HOME=str(tmp_path), **none
    ) as terminal:
        terminal.sees(r"\? keys(.|\n)*\(works once\)")
        column = "".join(line[85:].strip() for line in terminal.screen.display)  # the log is on the right
        assert re.search(r"/open/[0-9a-f]{32}\(works", column), column
        terminal.type("q")
        terminal.sees(r"Leave the game\?")
        assert terminal.ends(pressing="\r") == 0
