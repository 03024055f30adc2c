"""Plain mode: whole games over pipes, by a script that reads the questions; and bad input everywhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from cli.plain.dialogue import Dialogue
from cli.screen.table_controls import Controls
from cli.sessions.session import DrewCards, HandShown, Happened
from cli.settings.settings import Settings
from cli.words.language import LANGUAGES
from cli.words.narration import Narrator
from p2puno.decks import classic
from p2puno.events import Drew, Played
from p2puno.moves import Call, Draw
from p2puno.options import VARIANTS
from protocol.files.log_file import read_log
from protocol.files.private_journal import read_journal, vouched_for
from tests.cli.moments import MOMENTS
from tests.cli.still import Still

SAMPLE = str(Path(__file__).parents[2] / "replays" / "resumed.uno")


def run(
    tmp_path: Path, *arguments: str, typed: str | None = "", timeout: float = 60, **environ: str
) -> subprocess.CompletedProcess[str]:
    env = {k: v for k, v in os.environ.items() if k not in ("LC_ALL", "LANG", "LC_MESSAGES")}
    env |= {"P2PUNO_CONFIG": str(tmp_path / "settings.toml"), "PYTHONUTF8": "1"} | environ
    return subprocess.run(
        [sys.executable, "-m", "cli", *arguments],
        input=typed,
        stdin=subprocess.DEVNULL if typed is None else None,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=timeout,
        env=env,
        check=False,
    )


def clean(done: subprocess.CompletedProcess[str], status: int = 0) -> list[str]:
    assert "Traceback" not in done.stdout + done.stderr, done.stdout + done.stderr
    assert done.returncode == status, done.stderr
    return done.stdout.splitlines()


class Scripted:
    """Answers every question by its kind, over pipes, until the match is over."""

    def __init__(self, tmp_path: Path, *arguments: str) -> None:
        env = os.environ | {
            "P2PUNO_CONFIG": str(tmp_path / "settings.toml"),
            "LC_ALL": "C",
            "PYTHONUTF8": "1",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cli", "play", "--plain", "--speed", "0", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            env=env,
        )
        self.lines: list[str] = []
        self.answers = 0
        self.again = 0
        """How many more matches it wants."""

    def play(self) -> Sequence[str]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        options: list[str] = []
        for line in self.process.stdout:
            line = line.rstrip("\n")
            assert "is not a command or a choice here" not in line, self.lines[-9:]
            self.lines.append(line)
            if re.match(r"  \d+  ", line):
                options.append(line)
            elif line == "Your choice?" and options:  # else the same is asked again
                self._answer(options)
                options = []
            elif line.startswith("Another match?"):
                self._type("again" if self.again else "")
                self.again -= 1
        self.process.stdin.close()
        self.process.stdout.close()
        assert self.process.wait(20) == 0
        return self.lines

    def _answer(self, options: list[str]) -> None:
        self.answers += 1
        numbers = len(options)
        if any("(keep)" in option for option in options):
            answer = "keep" if self.answers % 3 == 0 else "1"
        elif any("(challenge)" in option or "  challenge" in option for option in options):
            answer = ("challenge", "accept")[self.answers % 2]
        elif numbers > 1 and "draw a card" in options[-1]:
            answer = str(1 + self.answers % (numbers - 1))
        else:
            answer = str(1 + self.answers % numbers)
        if any("You have two cards" in line for line in self.lines[-2:]):
            answer = "uno " + answer
        self._type(answer)

    def _type(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_match_over_pipes(variant: str, tmp_path: Path) -> None:
    lines = Scripted(tmp_path, "--variant", variant, "--seed", "4", "--target", "200").play()
    text = "\n".join(lines)
    assert re.search(r"wins? the match", text)
    assert "You play" in text
    assert "is not a command or a choice here" not in text
    assert "Traceback" not in text


@pytest.mark.parametrize("mode", ["partners", "rotating", "challenge"])
def test_every_mode_is_told_to_the_end(mode: str, tmp_path: Path) -> None:
    lines = clean(run(tmp_path, "play", "--mode", mode, "--seed", "1", "--target", "100", typed=None))
    assert any(re.search(r"wins? the match", line) for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_told_in_every_language(language: str, tmp_path: Path) -> None:
    arguments = ("play", "--lang", language, "--seed", "1", "--target", "50", "--variant", "flip")
    lines = clean(run(tmp_path, *arguments, typed=None))
    ends = {"en": "wins the match", "fr": "gagne la partie", "de": "gewinnt das Spiel"}
    ends |= {"es": "gana la partida", "pt": "vence o jogo"}
    assert any(ends[language] in line for line in lines)
    assert not any("{" in line for line in lines)


def test_without_a_terminal_bots_play_and_it_ends(tmp_path: Path) -> None:
    lines = clean(run(tmp_path, "play", "--seed", "1", typed=None))
    assert lines[0] == "No terminal here: bots play all seats. Use --plain to play in plain-text mode."
    assert lines[-5].endswith("wins the match!")
    assert lines == clean(run(tmp_path, "play", "--seed", "1", typed=None)), "the same seed, the same match"


def test_a_pipe_that_stays_silent_does_not_hang(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    env = os.environ | {"P2PUNO_CONFIG": str(tmp_path / "none.toml")}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "cli", "play", "--seed", "1", "--target", "20"],
            stdin=reading,
            capture_output=True,
            timeout=60,
            env=env,
            check=False,
        )
    finally:
        os.close(reading)
        os.close(writing)
    assert done.returncode == 0
    assert b"wins the match" in done.stdout


NONSENSE = ["xyzzy", "99", "0", "-1", "R99", "\t", "say", "catch", "keep", "pass", "accept", "challenge"]
NONSENSE += ["uno", "uno 77", "ü" * 500, "\x00\x1b[31m", "R5 R5 R5", "'; drop table", "next next", "½"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_bad_input_is_answered_in_one_sentence(variant: str, tmp_path: Path) -> None:
    done = run(
        tmp_path,
        "play",
        "--plain",
        "--speed",
        "0",
        "--seed",
        "6",
        "--variant",
        variant,
        typed="\n".join(NONSENSE),
    )
    lines = clean(done)
    assert lines[-1] == "The input has ended: you leave the table."
    asked = lines.index("Your choice?")
    assert len(lines) - asked - 1 >= len(NONSENSE) - 4


def test_commands_that_tell(tmp_path: Path) -> None:
    typed = "?\nhand\ntable\nrules\nsay hello there\nquit\n"
    done = run(tmp_path, "play", "--plain", "--speed", "0", "--seed", "6", "--variant", "flip", typed=typed)
    text = "\n".join(clean(done))
    for wanted in (
        "draw a card, keep it",
        "You hold 7 cards",
        "other sides:",
        "UNO FLIP",
        "You say: hello there",
    ):
        assert wanted in text
    assert text.endswith("You leave the table.")


def test_the_question_is_repeated_below_whatever_is_told(tmp_path: Path) -> None:
    typed = "hand\nxyzzy\nsay hello\nkeep\nquit\n"
    lines = clean(run(tmp_path, "play", "--plain", "--speed", "0", "--seed", "6", typed=typed))
    said = [line[:20] for line in lines[lines.index("Your choice?") + 1 :]]
    assert said[1::2][:4] == ["Your choice?"] * 4, lines
    assert [words.split()[0] for words in said[::2]] == ["You", '"xyzzy"', "You", "That", "You"]


def test_when_uno_can_be_called_is_said_to_a_player_with_many_cards() -> None:
    said: list[str] = []
    still = Still("classic | 0> R R5 | 0: R3 B2 G1 | 1: ? ?")
    Dialogue(still, said.append, Settings()).take("uno")
    assert said == ["You call UNO when you play your next-to-last card: just before it, or right after."]
    controls = Controls(still, Settings())
    controls._settle()
    controls.press("u")
    assert controls.message == said[0]
    assert still.done == []
    two = Still("classic | 0> R R5 | 0: R3 B2 | 1: ? ?")
    Dialogue(two, said.append, Settings()).take("uno")
    Controls(two, Settings()).press("u")
    assert two.done == [Call(), Call()]


def test_house_rules_are_told_when_a_game_begins(tmp_path: Path) -> None:
    game = ("play", "--plain", "--seed", "1", "--house", "stack-same,jump-in", "--speed", "0")
    assert clean(run(tmp_path, *game, typed="quit\n"))[0] == "House rules: Stack the same, Jump-in."


@pytest.mark.parametrize("window", [True, False])
def test_a_move_is_said_to_wait_only_for_a_window(window: bool) -> None:
    """Every move among peers is on its way for a moment."""
    said: list[str] = []
    still = Still("classic | 0> R R5 | 0: R3 B2 | 1: ? | uno: 1")
    still.pending = Draw()
    still.uno_deadline = 1.0 if window else None
    Dialogue(still, said.append, Settings()).take("draw")
    assert still.done == [Draw()]
    assert said == ["It will be done as soon as the time for UNO has passed."] * window


def test_the_next_round_is_not_waited_for() -> None:
    """The clock of the own turn waits for the player, until they type something."""
    over = MOMENTS["classic-round-over"]().round_over
    assert over is not None
    said: list[str] = []
    still = Still("classic | 0> R R5 | 0: R3 B2 | 1: ? ? | 2: ? | 3: ?")
    talk = Dialogue(still, said.append, Settings())
    talk.tell(over)
    talk.ask()
    assert said[-1] == "Your choice?"
    assert still.done == [("look", True)]
    talk.take("hand")
    assert still.done == [("look", True), ("look", False)]


def test_numbers_count_from_left_to_right_however_the_hand_is_sorted() -> None:
    said: list[str] = []
    still = Still("classic | 0> R R5 | 0: R9 Y5 W R2 B3 | 1: ? ?")
    talk = Dialogue(still, said.append, Settings())
    seen = []
    for _sorted in range(3):
        talk.ask()
        seen.append(" ".join(line.strip() for line in said if line.startswith("  ")))
        said.clear()
        talk.take("sort")
    assert seen == [
        "1  Red 2 (R2) 2  Red 9 (R9) 3  Yellow 5 (Y5) 4  Wild (W) 5  draw a card (draw)",
        "1  Red 2 (R2) 2  Yellow 5 (Y5) 3  Red 9 (R9) 4  Wild (W) 5  draw a card (draw)",
        "1  Red 9 (R9) 2  Yellow 5 (Y5) 3  Wild (W) 4  Red 2 (R2) 5  draw a card (draw)",
    ]


def test_commands_in_the_own_language(tmp_path: Path) -> None:
    typed = "hilfe\nhand\ntisch\nende\n"
    done = run(tmp_path, "play", "--plain", "--lang", "de", "--speed", "0", "--seed", "6", typed=typed)
    assert clean(done)[-1] == "Du verlässt den Tisch."


def test_interrupted(tmp_path: Path) -> None:
    env = os.environ | {"P2PUNO_CONFIG": str(tmp_path / "none.toml"), "LC_ALL": "C"}
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", "play", "--plain", "--speed", "0", "--seed", "6"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=env,
    )
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("Your choice"):
            break
    process.send_signal(2)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Goodbye." in out
    assert "Traceback" not in err


def test_nobody_who_listens_is_you() -> None:
    """Where a bot plays the own seat, what that seat alone sees is not told."""
    face = classic().sides[0][0]
    told = (
        DrewCards((face,)),
        Happened(Drew(0, 1, False)),
        HandShown(1, (face,)),
        Happened(Played(0, 7, face)),
    )
    narrator = Narrator(["Ada", "Bruno"], None)
    sentences = [text for notice in told for text in narrator.sentences(notice)]
    assert sentences == ["Ada draws a card.", "Ada plays a blue 0."]


def test_the_reader_goes_away(tmp_path: Path) -> None:
    env = os.environ | {"P2PUNO_CONFIG": str(tmp_path / "none.toml")}
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", "play", "--seed", "1", "--target", "5000"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=env,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(30) == 141
    assert process.stderr.read() == b""
    process.stderr.close()


def test_no_sign_of_a_language_is_lost(tmp_path: Path) -> None:
    """French puts spaces before colons at which no line is broken: they are not for a terminal to obey."""
    done = run(tmp_path, "--lang", "fr", "verify", SAMPLE)
    assert "\u00a0:" in "\n".join(clean(done))
    assert "?" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("hots",), "did you mean p2puno host?"),
        (("bto",), "there is no command bto: p2puno --help"),
        (("play", "--bots", "12"), "1 to 9 bots can play against you, not 12"),
        (("play", "--players", "3"), "write --bots 2 instead of --players 3"),
        (("play", "--players", "40"), "write --bots 9 instead of --players 40"),
        (("resume",), "start one with p2puno play or p2puno host"),
        (
            ("host", "--playrs", "3"),
            "p2puno host: error: there is no option --playrs: did you mean --players?",
        ),
        (("host", "--save", "."), "is a folder: choose a name that does not exist yet"),
        (("replay", SAMPLE, "--at", "99999"), "there is no turn 99999: the last is "),
        (("replay", SAMPLE, "--speed", "0"), "above 0"),
        (("practise", SAMPLE, "--at", "3", "--as", "Zed"), "say whose seat to take: "),
        (("settings", "name=A\x1b[31mB"), 'name cannot be "A?[31mB"'),
    ],
)
def test_what_to_do_instead_is_said(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    done = run(tmp_path, *arguments, P2PUNO_HOME=str(tmp_path))
    clean(done, 2)
    assert said in done.stderr
    assert not re.search(r"\bbot\b", done.stderr), "that command is not for people"
    assert "\x1b" not in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "--bots", "0"),
        ("play", "--bots", "99"),
        ("play", "--bots", "many"),
        ("play", "--mode", "partners", "--bots", "1"),
        ("play", "--target", "-5"),
        ("play", "--speed", "-1"),
        ("play", "--variant", "poker"),
        ("play", "--hand-size", "20", "--bots", "9"),
        ("rules", "poker"),
        ("settings", "colour"),
        ("settings", "theme=pink"),
        ("settings", "speed=fast"),
        ("dance",),
        ("--lang", "tlh"),
    ],
)
def test_bad_command_lines(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = run(tmp_path, *arguments)
    clean(done, 2)
    assert done.stdout == ""
    assert done.stderr.strip()


def test_the_menu_in_lines(tmp_path: Path) -> None:
    typed = "\n77\n9\nflip\n1\nnothing\nswap\n\n1\neasy\n\n100\nno\nquit\n"
    (tmp_path / "settings.toml").write_text("speed = 0\n", "utf-8")
    done = run(tmp_path, "--plain", typed=typed)
    text = "\n".join(clean(done))
    assert "Type one of the numbers." in text
    assert "You leave the table." in text
    assert "UNO FLIP" in text
    assert "Type one of these: classic, flip, battle, crash, swap" in text


def test_a_setting_can_be_asked_for_by_its_name(tmp_path: Path) -> None:
    assert clean(run(tmp_path, "settings", "name")) == ['name = ""']
    clean(run(tmp_path, "settings", "name=Zoe", "sound=off"))
    lines = clean(run(tmp_path, "settings", "sound", "name"))
    assert lines == ['name = "Zoe"', 'sound = "off"  # tone, bell, off']


def test_a_played_game_is_in_the_record_and_one_of_bots_is_not(tmp_path: Path) -> None:
    """From the table to the record: the journal tells whose seat it was, and vouches for the whole file."""
    home = str(tmp_path / "home")
    quick = ("--hand-size", "2", "--target", "1", "--uno-window", "10")
    typed = "1\ndraw\nkeep\nred\n" * 400
    clean(
        run(tmp_path, "play", "--plain", "--bots", "1", "--speed", "0", *quick, typed=typed, P2PUNO_HOME=home)
    )
    (file,) = (tmp_path / "home" / "games").glob("*.uno")
    assert vouched_for(file, read_journal(file)) == 1 + len(read_log(file)[1])
    clean(run(tmp_path, "demo", "--players", "2", *quick, P2PUNO_HOME=home))
    lines = clean(run(tmp_path, "stats", "--plain", P2PUNO_HOME=home))
    assert any(line.startswith("  only bots: games 1, wins ") for line in lines), lines
    assert "  1 game does not count, because you did not play in it." in lines
    clean(run(tmp_path, "delete", "--yes", "1", "2", P2PUNO_HOME=home))
    assert "  You have not finished a game here yet." in clean(run(tmp_path, "stats", P2PUNO_HOME=home))


def test_rules_and_settings_commands(tmp_path: Path) -> None:
    assert "KICKIN' BATTLE" in clean(run(tmp_path, "rules", "battle"))[0]
    assert "UNO KLASSISCH" in clean(run(tmp_path, "rules", LANG="de_DE.UTF-8"))[0]
    lines = clean(run(tmp_path, "settings", "theme=light", "speed=2", "ascii=on", "name=Zoë"))
    assert 'theme = "light"' in lines[3]
    assert 'name = "Zoë"' in (tmp_path / "settings.toml").read_text("utf-8")
    assert "ascii = true" in lines
    assert "ascii = false" in clean(run(tmp_path, "settings", "ascii=off"))
    (tmp_path / "settings.toml").write_text("theme = [", "utf-8")
    done = run(tmp_path, "settings")
    clean(done)
    assert "not TOML" in done.stderr


def test_the_menu_stays_in_its_language(tmp_path: Path) -> None:
    done = run(tmp_path, "--plain", "--lang", "de", typed="9\n\n12\n")
    assert clean(done).count("  12  Beenden") == 2, "before the rules were read, and after"


def test_another_match_in_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("P2PUNO_HOME", str(tmp_path / "home"))
    game = Scripted(tmp_path, "--bots", "1", "--target", "1", "--hand-size", "2", "--uno-window", "50")
    game.again = 1
    lines = game.play()
    assert sum(line.startswith("Another match?") for line in lines) == 2
    assert sum("Saved: " in line for line in lines) == 2, "each in a file of its own"
    assert len(list((tmp_path / "home" / "games").glob("*.uno"))) == 2
    assert sum(line.startswith("Matches won this evening: ") for line in lines) == 1
