"""Moments with a second of their own: seen, skipped, turned off, in nobody's way. Card names in colour."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from time import monotonic

import pytest

from cli.screen.canvas import plain_text
from cli.screen.card_names_in_text import marks
from cli.screen.live_table import LiveTable
from cli.screen.log_picture import _rows
from cli.screen.moments import APPROACH, BATTLE, LENGTH, REVEALED, Moments
from cli.screen.scene import Line
from cli.screen.scene_building import stage
from cli.screen.table_controls import Controls
from cli.screen.table_picture import draw
from cli.sessions.session import DrewCards, Happened, Notice
from cli.settings.settings import Settings
from cli.words.language import LANGUAGES, use
from cli.words.narration import Narrator
from p2puno import events as ev
from p2puno.cards import Colour, Symbol, face
from p2puno.decks import classic, flip, no_mercy
from protocol.play.news import MatchOver
from tests.cli.moments import MOMENTS, NOW
from tests.cli.still import Still
from tests.cli.terminal import Pilot, Terminal
from tests.cli.test_shared_scores import OVER

FIGHT = (
    Happened(ev.BattleBegan(1, 0)),
    Happened(ev.BattleShown(face("R7"), face("B3"))),
    Happened(ev.BattleWon(1, 0, 2)),
)
LASTING = (
    Happened(ev.Caught(1, 0)),
    Happened(ev.Judged(0, 1, guilty=True)),
    Happened(ev.WentOut(0)),
    MatchOver((0,), ((0,), (1, 2), (3,))),
)


def told(controls: Controls, *notices: Notice, speed: float = 1.0) -> Moments:
    moments = Moments(controls.log.narrator, speed)
    for notice in notices:
        moments.hear(notice, NOW, len(controls.log.lines))
        controls.log.add(notice)
    return moments


def seen(controls: Controls, moments: Moments, after: float, size: tuple[int, int] = (80, 24)) -> str:
    scene = moments.into(stage(controls, NOW), NOW + after, over_panel=False)
    return plain_text(draw(scene, *size))


def test_a_battle_shows_both_cards_face_to_face_before_its_result() -> None:
    controls = MOMENTS["battle-choose"]()
    moments = told(controls, *FIGHT)
    approaching, facing = seen(controls, moments, 0.0), seen(controls, moments, APPROACH)
    assert moments.moving(NOW)
    assert not moments.moving(NOW + APPROACH)
    for picture in (approaching, facing):
        assert "Battle!" in picture
        assert re.search(r"RED +7 +BLU +3", picture)
        assert "wins the battle" not in picture, "not even in the log"
    assert approaching != facing
    assert "Ada wins the battle; you take" in seen(controls, moments, REVEALED)
    after = seen(controls, moments, BATTLE)
    assert after == seen(controls, Moments(controls.log.narrator, 1.0), 0.0), "the table as it is"
    assert "wins the battle" in after, "now the log tells it"
    assert not moments.showing(NOW + BATTLE)


@pytest.mark.parametrize(
    "notice", LASTING, ids=lambda notice: type(getattr(notice, "event", notice)).__name__
)
def test_each_gets_a_second_of_its_own(notice: Notice) -> None:
    controls = MOMENTS["classic-other-turn"]()
    quiet = plain_text(draw(stage(controls, NOW), 80, 24))
    moments = Moments(controls.log.narrator, 1.0)
    moments.hear(notice, NOW, 0)
    assert seen(controls, moments, 0.0) != quiet
    assert seen(controls, moments, 1.0) != quiet
    assert seen(controls, moments, LENGTH) == quiet


def test_who_was_innocent_gets_none() -> None:
    moments = told(MOMENTS["classic-other-turn"](), Happened(ev.Judged(0, 1, guilty=False)))
    assert not moments.showing(NOW)


def test_they_follow_one_another_and_a_key_ends_them_all() -> None:
    controls = MOMENTS["classic-other-turn"]()
    moments = told(controls, *LASTING[:2])
    assert "Caught!" in seen(controls, moments, 0.0)
    assert "A bluff!" in seen(controls, moments, LENGTH)
    assert not moments.showing(NOW + 2 * LENGTH)
    moments = told(controls, *LASTING[:2])
    assert moments.skip(NOW)
    assert not moments.showing(NOW)
    assert not moments.skip(NOW)


def test_no_panel_that_was_opened_is_covered() -> None:
    controls = MOMENTS["classic-help"]()
    moments = told(controls, *LASTING[:1])
    assert "Caught!" not in seen(controls, moments, 0.0)
    result = MOMENTS["classic-round-over"]()
    moments = told(result, *LASTING[:1])
    assert moments.into(stage(result, NOW), NOW, over_panel=True).overlay is None
    assert moments.into(stage(result, NOW), NOW + LENGTH, over_panel=True).overlay is not None


def test_at_speed_0_there_are_none() -> None:
    moments = told(MOMENTS["battle-choose"](), *FIGHT, *LASTING, speed=0.0)
    assert not moments.showing(NOW)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_nothing_is_cut(language: str, size: tuple[int, int]) -> None:
    use(language)
    for notices in (FIGHT, *((notice,) for notice in LASTING)):
        controls = MOMENTS["battle-choose"]()
        moments = told(controls, *notices)
        scene = moments.into(
            stage(controls, NOW), NOW + REVEALED - 0.001 * (len(notices) == 1), over_panel=True
        )
        assert scene.moment is not None
        drawn = plain_text(draw(scene, *size))
        words = f"{scene.moment.title} {scene.moment.text}".split()
        assert not [word for word in words if word not in drawn], drawn


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_that_is_played_has_its_colour_in_the_log(language: str) -> None:
    use(language)
    narrator = Narrator(("Zoe", "Ada"), 0)
    decks = [classic(extra) for extra in (Symbol.BATTLE, Symbol.CRASH, Symbol.SWAP)] + [flip(), no_mercy()]
    for shown in {shown for deck in decks for side in deck.sides for shown in side}:
        notice = Happened(ev.Played(1, 0, shown))
        [sentence] = narrator.sentences(notice)
        [(start, end, colour)] = marks(sentence, notice)
        assert colour == (shown.colour.value.lower() if shown.colour else "w"), sentence
        assert end - start >= 3, sentence


def test_a_name_keeps_its_colour_over_the_end_of_a_row() -> None:
    use("en")
    notice = DrewCards((face("R5"), face("W+4"), face("R5")))
    [sentence] = Narrator(("Zoe", "Ada"), 0).sentences(notice)
    for width in range(12, 60):
        rows = list(_rows(Line(sentence, cards=marks(sentence, notice)), width))
        pieces = [piece for row in rows for piece in row]
        red = "".join(text for text, style in pieces if style == "class:card.r")
        wild = "".join(text for text, style in pieces if style == "class:card.w")
        assert red.replace(" ", "") == "Red5Red5"
        assert wild.replace(" ", "") == "WildDrawFour"
        assert "".join(text for text, _style in pieces).split() == sentence.split() or width < 14


def test_a_named_colour_is_shown_in_it() -> None:
    use("en")
    notice = Happened(ev.Named(1, Colour.GREEN))
    [sentence] = Narrator(("Zoe", "Ada"), 0).sentences(notice)
    [(start, end, colour)] = marks(sentence, notice)
    assert (sentence[start:end], colour) == ("green", "g")


QUICK = ("play", "--seed", "3", "--bots", "1", "--hand-size", "2", "--target", "1", "--speed", "0")
SLOW = "animation = 0.01\n"
"""At this speed a moment lasts two minutes, if no key ends it."""


class Ended(Still):
    """A round that has been won; when that has been told, the next one is being dealt."""

    async def notices(self) -> AsyncIterator[Notice]:
        yield Happened(ev.WentOut(1))
        self.view, self.round_number = None, 3
        yield OVER


def test_the_next_round_is_not_seen_before_the_moment_of_the_last_one() -> None:
    async def listen() -> None:
        await table._listen()

    session = Ended("classic | 2> R R5 | 0: B3 G7 | 1: ? | 2: ? ? | 3: ?")
    table = LiveTable(session, Settings(moments=True))
    table.moments.speed = 0.001
    asyncio.run(listen())
    won = table.scene(monotonic())
    assert won.moment is not None
    assert (won.top, won.prompt, won.overlay) == (face("R5"), "", None)
    assert "round 2" in won.title
    table.press("x")
    result = table.scene(monotonic())
    assert (result.moment, result.top) == (None, None)
    assert result.overlay is not None


def test_a_key_skips_a_won_match_and_is_no_answer_to_its_result(tmp_path: Path) -> None:
    config = tmp_path / "settings.toml"
    config.write_text(SLOW, "utf-8")
    with Terminal(*QUICK, config=config) as terminal:
        pilot = Pilot(terminal)

        def over(text: str) -> bool:
            return bool(re.search("(win|wins) the round!", text)) and terminal.screen.title == "p2puno"

        while not over(terminal.until(lambda text: over(text) or pilot.asks(text), "a question or the end")):
            pilot.answer(terminal.whole())
        assert "The match is over" not in terminal.whole()
        terminal.type("\r")
        terminal.sees("The match is over")
        assert terminal.process.poll() is None
        assert terminal.ends(pressing="\r") == 0


@pytest.mark.parametrize(
    ("settings", "no_color"),
    [(SLOW + "moments = false\n", ""), ("animation = 0\n", ""), (SLOW, "1")],
    ids=["off", "reduced-motion", "NO_COLOR"],
)
def test_the_result_is_seen_at_once_without_moments(settings: str, no_color: str, tmp_path: Path) -> None:
    config = tmp_path / "settings.toml"
    config.write_text(settings, "utf-8")
    with Terminal(*QUICK, config=config, NO_COLOR=no_color) as terminal:
        Pilot(terminal).play_match()
        assert terminal.ends(pressing="\r") == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_player_is_covered_in_a_window_of_the_usual_size(language: str) -> None:
    use(language)
    for notices in (FIGHT, *((notice,) for notice in LASTING)):
        controls = MOMENTS["classic-other-turn"]()
        quiet = seen(controls, Moments(controls.log.narrator, 1.0), 0.0).splitlines()
        shown = seen(controls, told(controls, *notices), REVEALED).splitlines()
        for row, line in enumerate(quiet):
            for name in ("Ada", "Clara"):
                if line.count(f"{name} ") and "0" in line:
                    beside = slice(0, 20) if name == "Ada" else slice(61, 80)
                    assert shown[row][beside] == line[beside]
                    assert shown[row + 1][beside] == quiet[row + 1][beside]
