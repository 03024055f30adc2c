"""The guided first round: every lesson can be done on both screens, and no move leaves a learner stuck."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from cli.lessons.all_lessons import first_open, lessons
from cli.lessons.lesson import LEARNER, Lesson
from cli.lessons.lesson_progress import LessonProgress
from cli.main import make_parser
from cli.plain.coaching import coach_lines
from cli.plain.dialogue import Dialogue, converse
from cli.screen.canvas import plain_text, wrap
from cli.screen.coaching import coach_words, coach_words_to_click
from cli.screen.scene import Option
from cli.screen.scene_building import stage
from cli.screen.table_controls import Controls
from cli.screen.table_picture import draw
from cli.sessions.lesson_session import LessonSession
from cli.sessions.open_question import own_choice
from cli.sessions.session import Offer
from cli.settings.lessons_done import lessons_done, mark_done
from cli.settings.settings import Settings
from cli.words.language import LANGUAGES, use
from p2puno.cards import COLOURS
from p2puno.moves import Claim, Move
from p2puno.notation import read
from p2puno.options import VARIANTS
from protocol.table.default_move import default_move
from tests.cli.moments import NOW
from tests.cli.still import unhurried
from tests.cli.test_plain import clean, run

NAMES = ("Zoe", "Ada", "Bruno")
EXPECTED = {
    "colour": "R8",
    "number": "B5",
    "draw": "draw R1",
    "actions": "Rs Rr R+2",
    "wild": "W G",
    "draw-four": "W+4 B",
    "challenge": "challenge",
    "uno": "uno R3",
    "catch": "catch",
    "last-card": "R9",
    "flip": "Rf Te T+5",
    "dark-side": "W+c P",
    "battle": "Wb Ada Y9 G",
    "crash": "draw R",
    "swap": "Ws G trade",
    "no-mercy": "Rd W+6 G",
}
"""What the coach asks for, lesson by lesson."""


def session_at(
    name: str,
    done: Callable[[str], None] = lambda name: None,
    kind: type[LessonSession] = LessonSession,
    **more: float,
) -> LessonSession:
    course = lessons()
    start = next(place for place, lesson in enumerate(course) if lesson.name == name)
    return kind(course, NAMES, start=start, pace=0, mark_done=done, **more)


class Hasty(LessonSession):
    """Does not keep a test waiting for a UNO window, once the learner's move waits for it."""

    def _window_seconds(self) -> float:
        return 0.05


@asynccontextmanager
async def running(session: LessonSession) -> AsyncIterator[Controls]:
    """The session at work, with the controls of a screen that shows it."""
    controls = Controls(session, Settings(), clock=unhurried())
    playing = asyncio.ensure_future(session.run())

    async def listen() -> None:
        async for notice in session.notices():
            controls.hear(notice)

    listening = asyncio.ensure_future(listen())
    try:
        async with asyncio.timeout(60):
            yield controls
    finally:
        await session.leave()
        await asyncio.gather(playing, listening)


async def until(condition: Callable[[], object]) -> None:
    """Let the game go on until this is so."""
    while not condition():
        await asyncio.sleep(0.001)
    await asyncio.sleep(0)


async def asked(session: LessonSession) -> None:
    """Wait until the learner must decide, or the attempt is over."""
    await until(lambda: own_choice(session) is not None or session.offer is not None)


def test_every_rule_set_has_a_lesson_and_every_lesson_a_script_here() -> None:
    course = lessons()
    assert [lesson.name for lesson in course] == list(EXPECTED)
    variants = {read(lesson.position, Random(0)).dealer.round.options.variant for lesson in course}
    assert variants == set(VARIANTS)


@pytest.mark.parametrize("name", EXPECTED)
def test_lesson_in_lines(name: str) -> None:
    done: list[str] = []
    said: list[str] = []

    async def typed() -> AsyncIterator[str]:
        for word in EXPECTED[name].split():
            yield "1" if word == "trade" else word
        yield "quit"

    async def play() -> LessonSession:
        session = session_at(name, done.append)
        async with asyncio.timeout(60):
            await converse(session, typed(), said.append, Settings(), patient=True)
        return session

    session = asyncio.run(play())
    assert done == [name], said
    assert session.offer is (Offer.END if name == "no-mercy" else Offer.NEXT)
    assert coach_lines(session)[1] in said
    assert not any("{" in line for line in said)
    assert not any("start this lesson again" in line for line in said), "it was done as the coach asked"


def keys_for(word: str, controls: Controls) -> Sequence[str]:
    """The keys of the screen that do this."""
    view = controls.session.view
    assert view is not None
    verbs = {"draw": "d", "challenge": "x", "uno": "u", "catch": "c", "Ada": "1", "trade": "13"}
    if word in verbs:
        return verbs[word]
    colours = [colour.value for colour in COLOURS[view.round.side]]
    if word in colours:
        return str(colours.index(word) + 1)
    hand = controls.hand()
    card = next(card for card, face in hand if face.code == word)
    return controls.card_keys()[card] * 2


async def press_all(words: str, session: LessonSession, controls: Controls) -> None:
    for word in words.split():
        await asked(session)
        for key in keys_for(word, controls):
            controls.press(key)
    await until(lambda: session.offer is not None)


@pytest.mark.parametrize("name", EXPECTED)
def test_lesson_on_the_screen(name: str) -> None:
    done: list[str] = []

    async def play() -> None:
        session = session_at(name, done.append)
        async with running(session) as controls:
            await press_all(EXPECTED[name], session, controls)
            assert done == [name]
            shown = plain_text(draw(stage(controls, NOW), 80, 24))
            assert all(line in shown for line in wrap(coach_words(controls), 78, indent=0))
            assert ("That was the last lesson" if name == "no-mercy" else "On to the next lesson?") in shown
            assert ("[Enter] leave" if name == "no-mercy" else "[Enter] continue") in shown
            controls.press("d")
            assert session.offer is not None, "no move is made after the lesson"
            controls.press("enter")
            if name != "no-mercy":
                await until(lambda: session.offer is None)
                assert session.title.startswith(f"Lesson {list(EXPECTED).index(name) + 2} of 16")

    asyncio.run(play())


def first_moves(name: str) -> list[Move]:
    """Every legal move and claim of the learner's first choice."""
    found: list[Move] = []

    async def look() -> None:
        session = session_at(name)
        async with running(session):
            await asked(session)
            assert session.view is not None
            found.extend([*session.view.moves(), *session.view.claims()])

    asyncio.run(look())
    return found


@pytest.mark.parametrize("name", EXPECTED)
def test_no_first_move_leaves_the_learner_stuck(name: str) -> None:
    async def try_move(move: Move) -> None:
        session = session_at(name, kind=Hasty, patience=0)
        async with running(session) as controls:
            await asked(session)
            before = session.words(WAYS)
            if isinstance(move, Claim):
                session.claim(move)
            else:
                session.act(move)
            await asked(session)
            assert session.words(WAYS)
            if session.offer is None:
                assert session.words(WAYS) != before, f"{move} is answered"
            controls.press("backspace")
            await asked(session)
            assert session.words(WAYS) == before
            session._patience = 60
            await press_all(EXPECTED[name], session, controls)
            assert session.offer in (Offer.NEXT, Offer.END)

    moves = first_moves(name)
    assert moves
    for move in moves:
        asyncio.run(try_move(move))


WAYS = {way: way for way in ("play", "draw", "keep", "uno", "catch", "challenge", "again")}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_learner_who_never_does_it_can_play_to_the_end_of_the_round(name: str) -> None:
    async def play() -> None:
        session = session_at(name, kind=Hasty, patience=0)
        async with running(session) as controls:
            while session.offer is None:
                await asked(session)
                if session.offer is None:
                    assert session.view is not None
                    moves = session.view.moves()
                    plays = [move for move in moves if type(move).__name__ == "Play"]
                    session.act(plays[-1] if plays and name != "last-card" else default_move(session.view))
            if session.offer is Offer.AGAIN:
                assert "This lesson again?" in plain_text(draw(stage(controls, NOW), 80, 24))
            controls.press("enter")
            await until(lambda: session.offer is None)

    asyncio.run(play())


def test_a_learner_who_forgets_uno_is_caught() -> None:
    async def play() -> None:
        session = session_at("uno", patience=0)
        async with running(session) as controls:
            await asked(session)
            for key in "11":
                controls.press(key)
            await until(lambda: "caught you" in session.words(WAYS))
            assert "again" in session.words(WAYS)

    asyncio.run(play())


def test_calling_after_the_card_is_early_enough() -> None:
    async def play() -> None:
        session = session_at("uno")
        async with running(session) as controls:
            await asked(session)
            for key in "11":
                controls.press(key)
            assert "be quick" in session.words(WAYS)
            controls.press("u")
            assert session.offer is Offer.NEXT

    asyncio.run(play())


def test_a_crash_gives_the_learner_another_hand() -> None:
    async def play() -> None:
        session = session_at("crash")
        async with running(session) as controls:
            await asked(session)
            before = {face for _card, face in controls.hand()}
            await press_all(EXPECTED["crash"], session, controls)
            assert {face for _card, face in controls.hand()} != before

    asyncio.run(play())


def test_the_list_of_keys_has_those_of_a_lesson() -> None:
    async def play() -> None:
        session = session_at("colour")
        async with running(session) as controls:
            controls.press("?")
            assert "Backspace, Tab" in plain_text(draw(stage(controls, NOW), 80, 40))
            controls.press("escape")
            controls.press("backspace")
            controls.press("backspace")
            await press_all(EXPECTED["colour"], session, controls)

    asyncio.run(play())


def test_the_score_that_the_coach_adds_up_is_the_engine_s() -> None:
    lesson = next(lesson for lesson in lessons() if lesson.name == "last-card")

    async def play() -> None:
        session = session_at("last-card")
        async with running(session) as controls:
            await press_all(EXPECTED["last-card"], session, controls)
            assert session.view is not None
            result = session.view.round.result
            assert result is not None
            assert sum(result.held.values()) == 80
            assert "80" in lesson.praise

    asyncio.run(play())


def test_what_is_typed_after_a_lesson_is_answered() -> None:
    said: list[str] = []

    async def typed() -> AsyncIterator[str]:
        for line in ("R8", "what", "draw", "quit"):
            yield line

    asyncio.run(converse(session_at("colour"), typed(), said.append, Settings(), patient=True))
    assert said.count("Press Enter for the next lesson.") == 2


def test_skipping_goes_to_the_next_lesson_and_in_the_end_leaves() -> None:
    done: list[str] = []

    async def play() -> None:
        session = session_at("swap", done.append)
        controls = Controls(session, Settings(), clock=unhurried())
        playing = asyncio.ensure_future(session.run())
        await asked(session)
        controls.press("tab")
        assert "No Mercy" in session.title
        controls.press("tab")
        await asyncio.wait_for(playing, 10)

    asyncio.run(play())
    assert done == ["swap", "no-mercy"]


# -- the texts ------------------------------------------------------------------------------------------


def texts(lesson: Lesson) -> list[tuple[str, bool]]:
    """Everything that the coach can say in a lesson, and whether the way back is added."""
    found = [(lesson.praise, False)]
    for step in lesson.steps:
        found.append((step.text, False))
        found += [(step.otherwise, True)] if step.otherwise else []
        found += [(remark, True) for _happened, remark in step.remarks]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 20), (120, 40)])
def test_all_that_the_coach_says_fits(language: str, width: int, height: int) -> None:
    use(language)
    for lesson in lessons():
        session = session_at(lesson.name)
        controls = Controls(session, Settings(), clock=unhurried())
        for text, astray in texts(lesson):
            session._progress = LessonProgress(lesson)
            session._progress.text, session._progress.astray = text, astray
            said = coach_words(controls)
            assert "{" not in said
            shown = " ".join(plain_text(draw(stage(controls, NOW), width, height)).split())
            if width < 100:
                assert " ".join(said.split()) in shown, (lesson.name, said)
            else:
                assert said.split()[-1] in shown


def test_in_the_page_the_coach_names_buttons_and_no_keys() -> None:
    for lesson in lessons():
        session = session_at(lesson.name)
        controls = Controls(session, Settings(), clock=unhurried())
        options = stage(controls, NOW).options
        for text, astray in texts(lesson):
            session._progress = LessonProgress(lesson)
            session._progress.text, session._progress.astray = text, astray
            said = coach_words_to_click(controls, options)
            assert not any(word in said.casefold() for word in ("press", "key", "enter", "backspace", "{"))
    first = coach_words_to_click(Controls(session_at("colour"), Settings()), ())
    assert "Red 8 (click it twice)" in first
    draw_one = Option("d", "draw", "do:draw")
    assert "click “draw”" in coach_words_to_click(Controls(session_at("draw"), Settings()), [draw_one])


def test_only_the_learner_plays_seat_0() -> None:
    assert all(LEARNER not in lesson.script for lesson in lessons())


# -- the command and its memory -------------------------------------------------------------------------


def test_lessons_done_are_remembered() -> None:
    assert lessons_done() == frozenset()
    assert first_open(lessons_done()) == 0
    mark_done("colour")
    mark_done("number")
    assert first_open(lessons_done()) == 2
    for name in EXPECTED:
        mark_done(name)
    assert first_open(lessons_done()) == 0, "all are done: from the beginning"


def test_the_command_continues_where_the_learner_left(tmp_path: Path) -> None:
    told = clean(run(tmp_path, "learn", "--plain", "--speed", "0", typed="R8\n\nquit\n"))
    assert "Lesson 1 of 16: The same colour" in told
    assert "Lesson 2 of 16: The same number" in told
    told = clean(run(tmp_path, "learn", "--plain", "--speed", "0", "--lang", "de", typed="ende\n"))
    assert "Lektion 2 von 16: Gleiche Zahl" in told
    told = clean(run(tmp_path, "learn", "flip", "--plain", typed="nochmal\nskip\nquit\n", LANG="de_DE"))
    assert "Lektion 11 von 16: UNO Flip: zur dunklen Seite" in told
    assert "Lektion 12 von 16: UNO Flip: bis die Farbe kommt" in told


def test_without_a_terminal_there_is_nobody_to_teach(tmp_path: Path) -> None:
    done = run(tmp_path, "learn", typed=None)
    assert done.returncode == 2
    assert "no terminal" in done.stderr


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.name)
def test_no_hint_contradicts_a_lesson(lesson: Lesson) -> None:
    async def script() -> None:
        session = LessonSession([lesson], ("Zoe", "Ada", "Bruno"))
        said: list[str] = []
        controls = Controls(session, Settings())
        controls._settle()
        controls.press("h")
        Dialogue(session, said.append, Settings()).take("hint")
        assert said == [controls.message] == ["There are no hints in a lesson: try what the text says."]
        assert controls.hinted is None
        assert "hint" not in [option.label for option in stage(controls, 0.0).options]

    asyncio.run(script())


def test_a_lesson_is_chosen_by_its_name_or_number() -> None:
    for place, lesson in enumerate(lessons(), 1):
        for typed in (lesson.name, str(place)):
            assert make_parser().parse_args(["learn", typed]).lesson == lesson.name
    for typed in ("0", str(len(lessons()) + 1), "-1"):
        with pytest.raises(SystemExit):
            make_parser().parse_args(["learn", typed])


@pytest.mark.parametrize("language", ["fr", "es", "de"])
def test_the_names_of_keys_are_those_of_the_language(language: str) -> None:
    names = {"fr": ("Entrée", "Retour arr."), "es": ("Intro", "Retroceso"), "de": ("Enter", "Rücktaste")}
    enter, back = names[language]

    async def play() -> None:
        session = session_at("colour")
        async with running(session) as controls:
            await asked(session)
            assert f"[{back}]" in plain_text(draw(stage(controls, NOW), 80, 24))
            controls.press("?")
            assert f"{back}, Tab" in plain_text(draw(stage(controls, NOW), 80, 40))
            controls.press("escape")
            await press_all(EXPECTED["colour"], session, controls)
            assert f"[{enter}]" in plain_text(draw(stage(controls, NOW), 80, 24))

    use(language)
    asyncio.run(play())
