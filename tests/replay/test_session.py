"""Watching: seeking equals playing through, and every key does what the help says."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path

import pytest

from cli.replay.bookmarks import Bookmarks
from cli.replay.recorded_story import notices, sentences
from cli.replay.replay_keys import ReplayControls, scene, with_progress
from cli.replay.replay_session import KINDS, ReplaySession
from cli.screen.canvas import plain_text
from cli.screen.cards import UNICODE
from cli.screen.table_picture import draw
from cli.sessions.news_to_notices import Teller
from cli.sessions.session import DrewCards, Notice, SeatLost, Session
from cli.settings.key_bindings import FINDS
from cli.settings.settings import Settings
from cli.words.event_kind_names import kind_names
from cli.words.language import LANGUAGES, use
from p2puno.events import Crashed, Drew, PutOut, Swapped, TurnedUp
from p2puno.view import View
from protocol.files.log_file import read_log
from protocol.replay.recording import ALL, Recording, open_recording
from tests.replay.samples import NAMES, RULE_SETS, path, recording, records, written


def controls(
    name: str, tmp_path: Path, spoiler_free: bool = False, settings: Settings | None = None
) -> ReplayControls:
    session = ReplaySession(recording(name))
    marks = Bookmarks(recording(name).genesis.game, tmp_path / "marks.json")
    return ReplayControls(session, settings or Settings(), marks, spoiler_free)


def seen(view: View | None) -> object:
    return view and (view.round.digest(), view.known)


@pytest.mark.parametrize("name", NAMES)
def test_there_is_a_beat_for_every_turn(name: str) -> None:
    """So a link to turn 30, or `--turn 30`, shows turn 30: also where a sealed card shows nothing yet."""
    game = recording(name)
    session = ReplaySession(game)
    for turn in {moment.turn for moment in game.moments}:
        session.seek_turn(turn)
        assert session.turn == turn


@pytest.mark.parametrize("name", NAMES)
def test_a_seat_is_told_every_card_it_draws(name: str) -> None:
    """Also if the same entry opens the last of them and brings what happens next."""
    game = recording(name)
    for beat, (first, _last) in enumerate(game.beats):
        moment = game.moments[first]
        trades = any(type(event) in (Crashed, Swapped) for event in moment.news.events)
        if trades or not any(type(event) is Drew for event in moment.news.events):
            continue
        for seat in range(len(game.names)):
            if PutOut(seat) in moment.news.events:  # what put it out of the round it never sees (K-33)
                continue
            told = notices(game, beat, seat)
            named = sum(len(one.faces) for one in told if isinstance(one, DrewCards))
            count = sum(
                event.cards for event in moment.news.events if type(event) is Drew and event.seat == seat
            )
            assert named == count, (beat, seat)


@pytest.mark.parametrize("name", NAMES)
def test_a_replay_tells_what_was_told_at_the_table(name: str) -> None:
    """Cards drawn and hands shown too, in the same order; only a lost seat is told at once at the table, also
    while a card is still to be opened."""
    game = recording(name)

    def in_order(told: Iterable[Notice]) -> list[Notice]:
        return [notice for notice in told if not isinstance(notice, SeatLost)]

    for seat in (None, *range(len(game.names))):
        teller, live = Teller(seat), list[Notice]()
        for index, moment in enumerate(game.moments):
            live += teller.notices(moment.news, game.view(index, seat))
        replayed = [notice for beat in range(len(game.beats)) for notice in notices(game, beat, seat)]
        assert in_order(live) == in_order(replayed)
        assert len(live) == len(replayed)


@pytest.mark.parametrize("name", RULE_SETS)
def test_seeking_equals_playing_through(name: str) -> None:
    session = ReplaySession(recording(name), 0)
    through = []
    for beat in range(session.beats):
        session.seek(beat)
        through.append((seen(session.view), session.round_number, list(session.match.totals)))
    for beat in reversed(range(session.beats)):
        session.seek(beat)
        assert (seen(session.view), session.round_number, list(session.match.totals)) == through[beat]


def test_it_plays_by_itself_to_the_end() -> None:
    async def play() -> int:
        session: ReplaySession = ReplaySession(recording("swap"), None, speed=0)
        as_session: Session = session
        running = asyncio.ensure_future(as_session.run())
        told = 0
        async for _notice in session.notices():
            told += 1
            if session.beat == session.beats - 1:
                break
        await session.leave()
        await running
        return told

    assert asyncio.run(asyncio.wait_for(play(), 20)) > 40


def test_keys(tmp_path: Path) -> None:
    keys = controls("battle", tmp_path)
    replay = keys.replay
    keys.press("end")
    assert replay.beat == replay.beats - 1
    keys.press("home")
    keys.press("right")
    keys.press("right")
    keys.press("left")
    assert replay.beat == 1
    keys.press("5")
    turn = replay.turn
    keys.press("down")
    assert replay.turn > turn
    keys.press("up")
    assert replay.turn <= turn
    keys.press("space")
    assert replay.playing
    keys.press("+")
    assert replay.speed == 2
    keys.press("m")
    marked = replay.turn
    keys.press("home")
    keys.press("n")
    assert replay.turn == marked
    assert Bookmarks(recording("battle").genesis.game, tmp_path / "marks.json").turns == [marked]
    for wanted in (None, 0, 1, 2, ALL):
        keys.press("p")
        assert replay.perspective == wanted
    keys.press("home")
    keys.press("b")
    moment = recording("battle").moments[recording("battle").beats[replay.beat][0]]
    assert any(type(event) in KINDS["battle"] for event in moment.news.events)
    keys.press("f")
    assert keys.message
    keys.press("?")
    assert keys.panel
    keys.press("escape")
    keys.press("q")
    assert keys.left


def test_finding_goes_back_too(tmp_path: Path) -> None:
    keys = controls("classic", tmp_path)
    keys.press("u")
    first = keys.replay.beat
    keys.press("u")
    assert keys.replay.beat > first
    keys.press("U")
    assert keys.replay.beat == first
    assert not keys.message
    keys.press("U")
    assert keys.replay.beat == first
    assert keys.message


def test_with_all_hands_open_somebody_sits_below(tmp_path: Path) -> None:
    keys = controls("classic", tmp_path)
    keys.press("5")
    for seat in range(3):
        keys.replay.look(seat)
        own = [card.face for card in scene(keys, 0.0).hand]
        keys.replay.look(ALL)
        shown = scene(keys, 0.0)
        assert shown.own is not None
        assert shown.own.name == keys.replay.names[seat]
        assert [card.face for card in shown.hand] == own
        assert len(shown.others) == 2


def test_with_all_hands_open_the_cards_drawn_are_told() -> None:
    game = recording("classic")
    told = [text for beat in range(len(game.beats)) for text in sentences(game, beat, ALL) if "draws" in text]
    public = [text for beat in range(len(game.beats)) for text in sentences(game, beat, None)]
    assert told
    assert all(text.endswith(")") for text in told)
    assert not any("(" in text for text in public)


@pytest.mark.parametrize("entries", [0, 1, 4, 9])
def test_a_game_that_hardly_began(entries: int, tmp_path: Path) -> None:
    genesis, log = read_log(path("resumed"))
    session = ReplaySession(Recording(genesis, list(log)[:entries]))
    keys = ReplayControls(session, Settings(), Bookmarks(genesis.game, tmp_path / "marks.json"))
    for key in (*"?v", "space", "left", "right", "up", "down", "pageup", "end", "home", *"579xXuUpppppmn+-"):
        keys.press(key)
        picture = with_progress(draw(scene(keys, 0.0), 80, 24, UNICODE), scene(keys, 0.0), "=", "-")
        assert len(picture) == 24
        if keys.panel:
            keys.press("escape")
    assert not keys.left


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_key_that_leaves_is_above_the_progress_bar(language: str, tmp_path: Path) -> None:
    use(language)
    keys = controls("classic", tmp_path)
    for _toggle in range(2):
        shown = scene(keys, 0.0)
        rows = plain_text(with_progress(draw(shown, 80, 24, UNICODE), shown, "=", "-")).splitlines()
        assert "[q]" in rows[-2]
        keys.press("space")


def test_all_hands_can_be_listed(tmp_path: Path) -> None:
    keys = controls("classic", tmp_path)
    keys.press("5")
    keys.press("v")
    view = keys.replay.view
    overlay = scene(keys, 0.0).overlay
    assert view is not None
    assert overlay is not None
    assert [len(row.cards) for row in overlay.rows] == [len(hand) for hand in view.round.hands.values()]
    keys.press("escape")
    keys.press("p")  # a spectator
    keys.press("v")
    overlay = scene(keys, 0.0).overlay
    assert overlay is not None
    assert not any(row.cards for row in overlay.rows)


def test_a_long_hand_is_listed_in_full(tmp_path: Path) -> None:
    keys = controls("no-mercy", tmp_path)
    keys.press("5")
    keys.press("v")
    view = keys.replay.view
    assert view is not None
    assert max(map(len, view.round.hands.values())) > 20, "too long for one row"
    listed = plain_text(draw(scene(keys, 0.0), 80, 24, UNICODE)).split("\n")[4:-1]
    count = sum(len(line[25:].split()) for line in listed)
    assert count == sum(map(len, view.round.hands.values()))


def test_all_keys_fit_on_a_small_screen(tmp_path: Path) -> None:
    keys = controls("classic", tmp_path)
    keys.press("?")
    for language in LANGUAGES:
        use(language)
        text = plain_text(with_progress(draw(scene(keys, 0.0), 80, 24, UNICODE), scene(keys, 0.0), "=", "-"))
        assert ".." not in text
        assert all(f"\n  {key} " in text for key in "xucfbrs")


def test_the_key_that_leaves_is_always_shown(tmp_path: Path) -> None:
    keys = controls("classic", tmp_path)
    for language in LANGUAGES:
        use(language)
        for _pause in range(2):
            keys.press("space")
            shown = scene(keys, 0.0)
            text = plain_text(with_progress(draw(shown, 80, 24, UNICODE), shown, "=", "-"))
            assert f"[q] {shown.options[-1].label}" in text, language


def test_a_key_and_its_meaning_are_apart(tmp_path: Path) -> None:
    keys = controls("classic", tmp_path)
    keys.press("?")
    for language in LANGUAGES:
        use(language)
        overlay = scene(keys, 0.0).overlay
        assert overlay is not None
        assert all(row.head.endswith("  ") for row in overlay.rows if row.head), language


def test_keys_can_be_set_one_by_one(tmp_path: Path) -> None:
    changed = {"look": "w", "uno": "p", "bookmark": "u", "leave": "z"}
    keys = controls("classic", tmp_path, settings=Settings(replay=changed))
    replay = keys.replay
    keys.press("w")
    assert replay.perspective is None
    keys.press("p")
    called = replay.beat
    assert called > 0
    keys.press("p")
    keys.press("P")
    assert replay.beat == called, "its capital goes back"
    keys.press("n")
    assert keys.message == "There are no bookmarks: u sets one."
    for gone in "qU":
        keys.press(gone)
    assert (replay.beat, keys.left) == (called, False), "what was their key does nothing any more"
    text = plain_text(draw(scene(keys, 0.0), 80, 24, UNICODE))
    assert "[w] view as" in text
    assert "[z] leave" in text
    keys.click("do:look")
    assert replay.perspective == 0, "a click means what it is on"
    keys.press("z")
    assert keys.left


def test_everything_that_can_be_looked_for_has_a_key() -> None:
    assert set(FINDS) == set(KINDS) == set(kind_names())


def test_rounds(tmp_path: Path) -> None:
    keys = controls("challenge", tmp_path)
    keys.press("home")
    keys.press("pagedown")
    assert keys.replay.round_number == 2
    keys.press("pageup")
    assert keys.replay.round_number == 1


@pytest.mark.parametrize("size", [(100, 30), (80, 24), (60, 18)])
@pytest.mark.parametrize("name", RULE_SETS)
def test_the_picture_has_a_bar_that_can_be_clicked(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    keys = controls(name, tmp_path)
    for beat in range(0, keys.replay.beats, 9):
        keys.replay.seek(beat)
        picture = with_progress(draw(scene(keys, 0.0), *size, UNICODE), scene(keys, 0.0), "=", "-")
        assert len(picture) == size[1]
        assert f"{keys.replay.turn}" in plain_text(picture[-1:])
    bar = [fragment for fragment in picture[-1] if fragment.action.startswith("seek:")]
    keys.click(bar[-1].action)
    assert keys.replay.beat == keys.replay.beats - 1
    keys.click(bar[0].action)
    assert keys.replay.beat == 0


def test_a_bookmark_is_seen_without_colours(tmp_path: Path) -> None:
    keys = controls("classic", tmp_path)

    def bar() -> str:
        return plain_text(
            with_progress(draw(scene(keys, 0.0), 80, 24, UNICODE), scene(keys, 0.0), "=", "-")[-1:]
        )

    keys.press("5")
    before = bar()
    keys.press("m")
    assert "|" not in before
    assert bar().count("|") == 1
    keys.press("m")
    assert bar() == before


def test_without_spoilers_the_length_is_not_shown(tmp_path: Path) -> None:
    keys = controls("swap", tmp_path, spoiler_free=True)
    last = str(recording("swap").moments[-1].turn)
    picture = with_progress(draw(scene(keys, 0.0), 80, 24, UNICODE), scene(keys, 0.0), "=", "-")
    assert last not in plain_text(picture[-1:])


def test_all_hands_are_open_only_for_all(tmp_path: Path) -> None:
    keys = controls("classic", tmp_path)
    keys.press("5")
    assert all(seat.turned_away for seat in scene(keys, 0.0).others if seat.cards)
    keys.press("p")
    assert not any(seat.turned_away for seat in scene(keys, 0.0).others)


def test_no_card_lies_there_before_the_first_is_turned_up(tmp_path: Path) -> None:
    keys = controls("classic", tmp_path)
    replay = keys.replay
    game = replay.recording
    [dealer] = [drawn.dealer for moment in game.moments for drawn in moment.news.drawn]
    dealt = f"{game.names[dealer]} deals."
    deals = next(beat for beat in range(replay.beats) if dealt in sentences(game, beat))
    replay.seek(deals)
    picture = plain_text(draw(scene(keys, 0.0), 80, 24))
    assert scene(keys, 0.0).top is None
    assert "Dealing ..." in picture
    replay.seek(deals + 1)
    [first] = [event for moment in game.moments for event in moment.news.events if type(event) is TurnedUp]
    assert scene(keys, 0.0).top == first.face


def test_hands_that_were_never_shown_are_not_said_to_be_open(tmp_path: Path) -> None:
    """The file of a game that was broken off in the middle of a round."""
    broken = tmp_path / "broken.uno"
    broken.write_bytes(written(records(path("classic").read_bytes())[:35]))
    session = ReplaySession(open_recording(broken))
    keys = ReplayControls(
        session, Settings(), Bookmarks(session.recording.genesis.game, tmp_path / "marks"), False
    )
    assert keys.seen_by() == "View: all hands open"
    session.seek(session.beats - 1)
    assert session.view is not None
    assert keys.seen_by() == "The hands of this round were never shown."
    whole = controls("classic", tmp_path)
    whole.replay.seek(whole.replay.beats - 1)
    assert whole.seen_by() == "View: all hands open"
