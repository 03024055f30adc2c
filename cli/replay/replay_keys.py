"""What the keys do while a recording is watched; the table and its picture are those of a game in play."""

from __future__ import annotations

from dataclasses import replace

from cli.replay.bookmarks import Bookmarks
from cli.replay.recorded_story import sentences
from cli.replay.replay_session import ReplaySession
from cli.screen.canvas import Fragment, Picture, text_width
from cli.screen.scene import Line, Option, Overlay, Row, Scene, Seat
from cli.screen.scene_building import stage
from cli.screen.table_keys import Controls
from cli.sessions.hand_order import in_order
from cli.sessions.session import Notice
from cli.settings.key_bindings import FINDS, REPLAY, Bindings
from cli.settings.settings import Settings
from cli.words.event_kinds import kind_names
from cli.words.language import _
from p2puno.moves import Choice
from protocol.replay.recording import ALL

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 10.0, 30.0)
TOLD = 60
"""How many of the last steps the log shows."""

_FOUND = {key: kind for kind, key in FINDS.items()}


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
        """Nothing is left to decide."""
        return None

    def hear(self, notice: Notice) -> bool:
        """The log is made from the recording, not from what passes by."""
        return False

    def _press(self, key: str) -> None:
        """Do what is done with this key, where the usual keys are set."""
        self.message = ""
        replay = self.replay
        if self.overlay:
            if key in ("up", "down", "pageup", "pagedown"):
                self.scroll = max(0, self.scroll + {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}[key])
            else:
                self.overlay, self.left = "", key == "c-c"
            return
        if key in ("q", "c-c", "escape"):
            self.left = True
        elif key == "?":
            self.overlay, self.scroll = "keys", 0
        elif key in ("space", "enter"):
            replay.toggle()
        elif key == "v":
            self.overlay, self.scroll = "hands", 0
        elif key == "p":
            looks = replay.looks()
            replay.look(looks[(looks.index(replay.perspective) + 1) % len(looks)])
        elif key in ("+", "=", "-"):
            self._faster(-1 if key == "-" else 1)
        elif key == "m":
            marked = self.bookmarks.toggle(replay.turn)
            self.message = _("Bookmark set.") if marked else _("Bookmark taken away.")
        else:
            self._move(key)

    def press(self, pressed: str) -> None:
        self._press(self.bindings.meaning(pressed))

    def _move(self, key: str) -> None:
        replay = self.replay
        if key == "n":
            turn = self.bookmarks.after(replay.turn)
            if turn is None:
                text = _("There are no bookmarks: {key} sets one.")
                self.message = text.format(key=self.bindings.keys["bookmark"])
                return
            replay.seek_turn(turn)
        elif key.lower() in _FOUND:
            if not replay.find(_FOUND[key.lower()], 1 if key.islower() else -1):
                self.message = (
                    _("There is none further on.") if key.islower() else _("There was none before.")
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
            return
        replay.playing = False

    def click(self, action: str) -> None:
        kind, _colon, rest = action.partition(":")
        if kind == "seek":
            self.replay.playing = False
            self.replay.seek(int(rest))
        elif kind == "key":
            self._press(rest)

    def _faster(self, by: int) -> None:
        place = min(range(len(SPEEDS)), key=lambda at: abs(SPEEDS[at] - self.replay.speed))
        self.replay.speed = SPEEDS[max(0, min(len(SPEEDS) - 1, place + by))]
        self.message = _("Speed: {speed}").format(speed=f"{self.replay.speed:g}")

    # -- what is seen -----------------------------------------------------------------------------------

    def told(self) -> tuple[Line, ...]:
        """What was told until now, the last steps of it."""
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
        if self.replay.perspective == ALL:
            who = _("all hands open")
        else:
            who = _("a spectator") if self.replay.seat is None else self.replay.names[self.replay.seat]
        return _("Seen by: {who}").format(who=who)


def scene(controls: ReplayControls, now: float) -> Scene:
    """The table as it is staged in play, with the keys of a replay."""
    replay = controls.replay
    base = stage(controls, now)
    state = _("playing at speed {speed}") if replay.playing else _("paused")
    prompt = f"{state.format(speed=f'{replay.speed:g}')}  -  {controls.seen_by()}"
    overlay = _keys(controls) if controls.overlay == "keys" else None
    if controls.overlay == "hands":
        overlay = _hands(controls)
    return replace(
        base,
        others=tuple(_opened(controls, seat) for seat in base.others),
        prompt=f"{prompt}  -  {controls.message}" if controls.message else prompt,
        message="",
        hand=tuple(replace(card, key="", playable=False) for card in base.hand),  # no key plays one here
        urgent=False,
        window=None,
        options=_options(controls),
        log=controls.told(),
        overlay=overlay,
    )


def _opened(controls: ReplayControls, seat: Seat) -> Seat:
    """With all hands open, each player's cards lie where in flip their backs are seen."""
    view = controls.replay.view
    if view is None or controls.replay.perspective != ALL:
        return seat
    faces = [view.face(card) for card in view.round.hands.get(seat.seat, ())]
    return replace(seat, turned_away=tuple(face for face in faces if face is not None))


def _options(controls: ReplayControls) -> tuple[Option, ...]:
    shown = controls.bindings.shown
    return (
        Option("space", _("Pause") if controls.replay.playing else _("Play"), "key:space"),
        Option("<", _("back"), "key:left"),
        Option(">", _("on"), "key:right"),
        Option(shown("p"), _("who looks"), "key:p"),
        Option(shown("m"), _("bookmark"), "key:m"),
        Option(shown("q"), _("leave"), "key:q"),
    )


def _keys(controls: ReplayControls) -> Overlay:
    kinds, keys = kind_names(), controls.bindings.keys
    rows = [
        (_("space"), _("play and pause")),
        (_("left, right"), _("one step")),
        (_("up, down"), _("one turn")),
        ("PgUp, PgDn", _("one round")),
        ("Home, End, 0 - 9", _("to the start, to the end, to a tenth of the game")),
        (f"{keys['faster']}, {keys['slower']}", _("faster, slower")),
        (keys["look"], _("seen by all, by a spectator, by each player")),
        (keys["hands"], _("what can be seen of all hands")),
        (f"{keys['bookmark']}, {keys['next']}", _("set a bookmark, go to the next one")),
        (f"{keys['leave']}, Ctrl-C", _("leave")),
    ]
    found = [(keys[kind], kinds[kind]) for kind in FINDS]
    lines = (
        *(Row(f"{pressed:<18} {meaning}") for pressed, meaning in rows),
        Row(_("To the next one, with a capital letter to the one before:")),
        *(Row(f"{pressed:<18} {meaning}") for pressed, meaning in found),
    )
    return Overlay(_("The keys"), lines, _("Esc closes this."), controls.scroll)


def _hands(controls: ReplayControls) -> Overlay:
    """Every hand in full, as far as this perspective knows it."""
    view = controls.replay.view
    rows = []
    for seat, hand in view.round.hands.items() if view is not None else ():
        known = [(card, face) for card in hand if view is not None and (face := view.face(card)) is not None]
        faces = tuple(face for _card, face in in_order(known, "colour"))
        rows.append(Row(f"{controls.replay.names[seat]:<18} {len(hand):>3}", cards=faces))
    return Overlay(_("What can be seen of all hands"), tuple(rows), _("Esc closes this."), controls.scroll)


def with_progress(picture: Picture, controls: ReplayControls, full: str, empty: str) -> Picture:
    """The picture with the bar in its last row: a click on it goes there."""
    replay = controls.replay
    if controls.overlay:
        return picture
    width = sum(text_width(fragment.text) for fragment in picture[-1])
    last = replay.recording.moments[-1].turn if replay.recording.moments else 0
    if controls.spoiler_free:
        label = " " + _("turn {n}").format(n=replay.turn) + " "
        return [*picture[:-1], [Fragment("class:title", label.ljust(width)[:width])]]
    label = " " + _("turn {n} of {of}").format(n=replay.turn, of=last) + " "
    room = max(1, width - text_width(label))
    steps = max(1, replay.beats - 1)
    at = round(replay.beat / steps * (room - 1))
    marks = {_place(replay, turn, steps, room) for turn in controls.bookmarks.turns}
    row = []
    for column in range(room):
        style = "class:key.selected" if column in marks else "class:title"
        target = round(column / max(1, room - 1) * steps)
        row.append(Fragment(style, full if column <= at else empty, f"seek:{target}"))
    return [*picture[:-1], [*row, Fragment("class:title", label)]]


def _place(replay: ReplaySession, turn: int, steps: int, room: int) -> int:
    index = replay.recording.at_turn(turn)
    return round(replay.recording.beat_at(index) / steps * (room - 1))
