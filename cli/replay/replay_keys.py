"""What the keys do in a replay. The table and its picture are the same as in a live game."""

from __future__ import annotations

from dataclasses import replace

from cli.replay.bookmarks import Bookmarks
from cli.replay.recorded_story import sentences
from cli.replay.replay_session import ReplaySession
from cli.screen.canvas import Fragment, Picture, padded, text_width
from cli.screen.panels import Panel
from cli.screen.scene import Line, Option, Overlay, Row, Scene, Seat, Timeline
from cli.screen.scene_building import stage
from cli.screen.table_controls import Controls
from cli.sessions.hand_order import in_order
from cli.sessions.session import Notice
from cli.settings.key_bindings import FINDS, REPLAY, Action, Bindings
from cli.settings.settings import Settings
from cli.words.event_kind_names import kind_names
from cli.words.language import _, n_
from cli.words.written_numbers import decimal
from p2puno.moves import Choice
from protocol.replay.recording import ALL

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 10.0, 30.0)
TOLD = 60
"""How many of the last steps the log shows."""
BOOKMARK_SIGN = "|"
"""A bookmark on the progress bar, also without colours and in ASCII."""


class ReplayControls(Controls):
    def __init__(
        self,
        session: ReplaySession,
        settings: Settings,
        bookmarks: Bookmarks,
        quiet_about_the_end: bool = False,
    ) -> None:
        super().__init__(session, settings)
        self.replay = session
        self.bindings = Bindings(REPLAY, settings.replay)
        self.bookmarks = bookmarks
        self.spoiler_free = quiet_about_the_end
        self._lines: dict[tuple[object, int], list[str]] = {}

    @property
    def choice(self) -> Choice | None:
        """None: a recorded game has no open choices."""
        return None

    def hear(self, notice: Notice) -> bool:
        """Ignored: the log is made from the recording."""
        return False

    def press(self, key: str) -> None:
        self._press(key, self.bindings.action(key))

    def _press(self, key: str, action: Action | None) -> None:
        self.message = ""
        replay = self.replay
        if self.panel:
            if key in ("up", "down", "pageup", "pagedown"):
                self.scroll = max(0, self.scroll + {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}[key])
            else:
                self.panel, self.left = None, key == "c-c"
        elif action is Action.LEAVE or key in ("c-c", "escape"):
            self.left = True
        elif action is Action.HELP:
            self._cover(Panel.KEYS)
        elif action is Action.BROWSER:
            self.browse()
        elif key in ("space", "enter"):
            replay.toggle()
        elif action is Action.HANDS:
            self._cover(Panel.HANDS)
        elif action is Action.LOOK:
            looks = replay.looks()
            replay.look(looks[(looks.index(replay.perspective) + 1) % len(looks)])
        elif action in (Action.FASTER, Action.SLOWER) or key == "=":
            self._faster(-1 if action is Action.SLOWER else 1)
        elif action is Action.BOOKMARK:
            marked = self.bookmarks.toggle(replay.turn)
            self.message = _("Bookmark set.") if marked else _("Bookmark removed.")
        elif self._move(key, action):
            replay.playing = False

    def _move(self, key: str, action: Action | None) -> bool:
        """Move to another place in the recording; False if this key does not do that."""
        replay = self.replay
        if action is Action.NEXT:
            turn = self.bookmarks.after(replay.turn)
            if turn is None:
                text = _("There are no bookmarks: {key} sets one.")
                self.message = text.format(key=self.bindings.keys[Action.BOOKMARK])
                return False
            replay.seek_turn(turn)
        elif action in FINDS:
            back = key.isupper()
            if not replay.find(action, -1 if back else 1):
                self.message = (
                    _("There are none before this.") if back else _("There are no more after this.")
                )
        elif key in ("left", "right", "<", ">"):
            replay.seek(replay.beat + (1 if key in ("right", ">") else -1))
        elif key in ("up", "down"):
            replay.step_turn(1 if key == "down" else -1)
        elif key in ("pageup", "pagedown"):
            replay.step_round(1 if key == "pagedown" else -1)
        elif key in ("home", "end"):
            replay.seek(0 if key == "home" else replay.beats - 1)
        elif key.isdecimal():
            replay.seek((replay.beats - 1) * int(key) // 10)
        else:
            return False
        return True

    def click(self, target: str, aimed: bool = False) -> None:
        kind, _colon, rest = target.partition(":")
        if kind == "seek":
            self.replay.playing = False
            self.replay.seek(int(rest))
        else:
            super().click(target, aimed)

    def _faster(self, by: int) -> None:
        place = min(range(len(SPEEDS)), key=lambda at: abs(SPEEDS[at] - self.replay.speed))
        self.replay.speed = SPEEDS[max(0, min(len(SPEEDS) - 1, place + by))]
        self.message = _("Speed: {speed}").format(speed=decimal(f"{self.replay.speed:g}"))

    # -- what is seen -----------------------------------------------------------------------------------

    def told(self) -> tuple[Line, ...]:
        """The last steps up to now, in sentences."""
        replay, found = self.replay, []
        if not replay.beats:
            return ()
        for beat in range(max(0, replay.beat - TOLD), replay.beat + 1):
            key = (replay.perspective, beat)
            if key not in self._lines:
                self._lines[key] = sentences(replay.recording, beat, replay.perspective)
            found += self._lines[key]
        return tuple(Line(text) for text in found)

    def seen_by(self) -> str:
        if not self.replay.revealed:
            return _("The hands of this round were never shown.")
        if self.replay.perspective == ALL:
            who = _("all hands open")
        else:
            who = _("a spectator") if self.replay.seat is None else self.replay.names[self.replay.seat]
        return _("View: {who}").format(who=who)


def scene(controls: ReplayControls, now: float) -> Scene:
    """The scene of a live game, with the keys of a replay."""
    replay = controls.replay
    base = stage(controls, now)
    state = _("playing at speed {speed}") if replay.playing else _("paused")
    prompt = f"{state.format(speed=decimal(f'{replay.speed:g}'))}  -  {controls.seen_by()}"
    overlay = _keys(controls) if controls.panel is Panel.KEYS else None
    if controls.panel is Panel.HANDS:
        overlay = _hands(controls)
    return replace(
        base,
        others=tuple(_opened(controls, seat) for seat in base.others),
        prompt=f"{prompt}  -  {controls.message}" if controls.message else prompt,
        message="",
        hand=tuple(replace(card, key="", playable=False) for card in base.hand),  # no card can be played
        urgent=False,
        window=None,
        options=_options(controls),
        log=controls.told(),
        overlay=overlay,
        timeline=_timeline(controls),
    )


def _opened(controls: ReplayControls, seat: Seat) -> Seat:
    """With all hands open, show each player's cards where flip shows their other sides."""
    view = controls.replay.view
    if view is None or controls.replay.perspective != ALL:
        return seat
    faces = [view.face(card) for card in view.round.hands.get(seat.seat, ())]
    return replace(seat, turned_away=tuple(face for face in faces if face is not None))


def _options(controls: ReplayControls) -> tuple[Option, ...]:
    return (
        Option(_("space"), _("Pause") if controls.replay.playing else _("Play"), "key:space"),
        Option("<", _("back"), "key:left"),
        Option(">", _("forward"), "key:right"),
        controls.option(Action.LOOK, _("view as")),
        controls.option(Action.BOOKMARK, _("bookmark")),
        controls.option(Action.LEAVE, _("leave")),
    )


def _closing() -> tuple[Option, ...]:
    return (Option(_("Esc"), _("Close"), "key:escape"),)


def _keys(controls: ReplayControls) -> Overlay:
    kinds, keys = kind_names(), controls.bindings.keys
    rows = [
        (_("space"), _("play and pause")),
        (_("left, right"), _("one step")),
        (_("up, down"), _("one turn")),
        (_("PgUp, PgDn"), _("one round")),
        (_("Home, End") + ", 0 - 9", _("to the start, to the end, to a tenth of the game")),
        (f"{keys[Action.FASTER]}, {keys[Action.SLOWER]}", _("faster, slower")),
        (keys[Action.LOOK], _("view: all hands, a spectator, each player")),
        (keys[Action.HANDS], _("what you can see of all hands")),
        (f"{keys[Action.BOOKMARK]}, {keys[Action.NEXT]}", _("set a bookmark, go to the next one")),
        (f"{keys[Action.BROWSER]}, {keys[Action.LEAVE]}", f"{_('show in the browser')}, {_('leave')}"),
    ]
    found = [(keys[kind], kinds[kind]) for kind in FINDS]
    column = max(text_width(pressed) for pressed, _meaning in rows) + 2
    lines = (
        *(Row(meaning, head=padded(pressed, column)) for pressed, meaning in rows),
        Row(_("Go to the next one; a capital letter goes to the one before:")),
        *(Row(meaning, head=padded(pressed, column)) for pressed, meaning in found),
    )
    return Overlay(_("The keys"), lines, _("Esc closes this."), controls.scroll, _closing())


def _hands(controls: ReplayControls) -> Overlay:
    """Every hand in full, as far as this perspective knows it."""
    view = controls.replay.view
    rows = []
    for seat, hand in view.round.hands.items() if view is not None else ():
        known = [(card, face) for card in hand if view is not None and (face := view.face(card)) is not None]
        faces = tuple(face for _card, face in in_order(known, "colour"))
        text = n_("{name}, {count} card", "{name}, {count} cards", len(hand))
        name = text.format(name=controls.replay.names[seat], count=len(hand))
        rows.append(Row(padded(name, 26), cards=faces))
    return Overlay(
        _("What you can see of all hands"), tuple(rows), _("Esc closes this."), controls.scroll, _closing()
    )


def _timeline(controls: ReplayControls) -> Timeline:
    replay = controls.replay
    last = replay.recording.moments[-1].turn if replay.recording.moments else 0
    label = _("turn {n} of {of}").format(n=replay.turn, of=last)
    if controls.spoiler_free:
        label = _("turn {n}").format(n=replay.turn)
    recording = replay.recording
    marks = tuple(recording.beat_at(recording.at_turn(turn)) for turn in controls.bookmarks.turns)
    return Timeline(replay.beat, max(1, replay.beats - 1), label, marks, not controls.spoiler_free)


def with_progress(picture: Picture, seen: Scene, full: str, empty: str) -> Picture:
    """The picture with a progress bar in its last row; clicking the bar jumps to that place."""
    timeline = seen.timeline
    if timeline is None or seen.overlay is not None:
        return picture
    width = sum(text_width(fragment.text) for fragment in picture[-1])
    label = f" {timeline.label} "
    if not timeline.shown:
        return [*picture[:-1], [Fragment("class:title", label.ljust(width)[:width])]]
    room = max(1, width - text_width(label))
    at = round(timeline.at / timeline.last * (room - 1))
    marks = {round(mark / timeline.last * (room - 1)) for mark in timeline.marks}
    row = []
    for column in range(room):
        style, sign = "class:title", full if column <= at else empty
        if column in marks:
            style, sign = "class:key.selected", BOOKMARK_SIGN
        target = round(column / max(1, room - 1) * timeline.last)
        row.append(Fragment(style, sign, f"seek:{target}"))
    return [*picture[:-1], [*row, Fragment("class:title", label)]]
