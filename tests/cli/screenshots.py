"""The pictures in docs/pictures, drawn by the program itself: `python -m tests.cli.screenshots`.

Every rule set and the lobby at 80x24 and at 120x40, as SVG: look at them before you commit them.
"""

from __future__ import annotations

from pathlib import Path

from prompt_toolkit.output import ColorDepth

from cli.screen.lobby_picture import draw_room
from cli.screen.scene_building import stage
from cli.screen.table_controls import Controls
from cli.screen.table_picture import draw
from cli.screen.themes import look, style
from cli.sessions.session import DrewCards, Happened, Notice, Said
from cli.settings.settings import Settings
from cli.words.rules_help import variant_name
from p2puno import events as ev
from p2puno.cards import Colour, face
from p2puno.options import VARIANTS
from tests.cli.moments import LOBBIES, NOW
from tests.cli.screen_svg import screen_svg
from tests.cli.still import Still

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SIZES = ((80, 24), (120, 40))

_LINES = {
    "classic": "classic | 0> G G7 G3 Y3 | 0: R3 G5 Gr B2 Y9 W+4 W | 1: ? ? ? ? ? | 2: ? ? ? ? ? ? ? | 3: ? "
    "| scores: 210 85 340 120 | uno: 3",
    "flip": "flip | 0< dark T R5:T3 G3:P4 | 0: R3:P9 Gr:Te B2:W+c Y9:O1 W+2:T5 Y4:Uf | 1: Y1:O5 Y2:Pf B8:U1 "
    "| 2: G6:O9 Rf:T2 Y+1:Pr B3:U8 | 3: R7:T+5 | scores: 120 45 380 0",
    "battle": "battle | 0> R Wb R5 | 0: B3 G7 R9 Ys Rr | 1: ? ? ? | 2: ? ? ? ? | 3: ? ? | turn: moved next=1 "
    "| aside: 0=R4 2=G4 | pending: Battle(0,2,-,-) | scores: 60 150 95 310",
    "crash": "crash | 0> Y Wc R5 | 0: Y3 Y7 G7 R2 B+2 Wc | 1: ? ? ? ? | 2: ? ? | 3: ? ? ? ? ? ? "
    "| scores: 0 75 40 12",
    "swap": "swap | 0> B Ws R5 | 0: B3 G7 Y1 R0 B8 | 1: ? ? ? ? | 2: ? | 3: ? ? | turn: moved next=1 "
    "| pending: Trade(0) | scores: 300 180 420 95",
    "no-mercy": "no-mercy | 0< R R+4 Y+2 Y7 | 0: Rd R1 B8 W+6 W+10 W+4r Wr G+4 Ye "
    "| 1: ? ? ? | 2: ? ? ? ? ? ? ? ? ? ? ? "
    "| 3: ? ? ? ? | turn: moved next=3 | pending: Doubt(0,-,-,Penalty(6,no)) | scores: 0 410 230 95",
}

_STORIES: dict[str, tuple[ev.Event | Notice, ...]] = {
    "classic": (
        ev.Dealt(3),
        ev.TurnedUp(face("R2"), False),
        ev.Played(1, 1, face("R+2")),
        ev.Missed(2),
        ev.Drew(2, 2, True),
        ev.Played(3, 2, face("Y+2")),
        ev.Missed(0),
        DrewCards((face("G5"), face("W"))),
        ev.Drew(0, 2, True),
        Said(2, "that was cheap, Clara"),
        ev.Played(1, 3, face("Y3")),
        ev.Played(2, 4, face("G3")),
        ev.Played(3, 5, face("G7")),
    ),
    "flip": (
        ev.Dealt(2),
        ev.Played(1, 1, face("R5")),
        ev.Played(2, 2, face("Rf")),
        ev.Flipped(1, face("P4")),
        Said(1, "oh no"),
        ev.Played(3, 3, face("Pr")),
        ev.Reversed(-1),
        ev.Played(2, 4, face("T+5")),
        ev.Missed(1),
        ev.Drew(1, 5, True),
        ev.Played(1, 6, face("T3")),
    ),
    "battle": (
        ev.Dealt(1),
        ev.Played(2, 1, face("R8")),
        ev.Played(3, 2, face("R5")),
        ev.Played(0, 3, face("Wb")),
        ev.BattleBegan(0, 2),
        ev.BattleShown(face("R4"), face("G4")),
    ),
    "crash": (
        ev.Dealt(2),
        ev.Played(3, 1, face("R5")),
        ev.Drew(1, 1, False),
        ev.Declared(1, face("Wc")),
        ev.Crashed(1, 0),
        Said(1, "thanks for the cards, Zoe"),
        ev.Named(3, Colour.YELLOW),
    ),
    "swap": (
        ev.Dealt(3),
        ev.Played(2, 1, face("R5")),
        ev.Called(2),
        ev.Played(3, 2, face("Rs")),
        ev.Missed(0),
        ev.Played(1, 3, face("R5")),
        ev.Played(0, 4, face("Ws")),
        ev.Named(0, Colour.BLUE),
    ),
    "no-mercy": (
        ev.Dealt(2),
        ev.Covered(face("Wr")),
        ev.TurnedUp(face("Y1"), False),
        ev.Played(3, 1, face("Yd")),
        ev.Discarded(3, face("Y8")),
        ev.Discarded(3, face("Y+4")),
        ev.Played(2, 2, face("Y+2")),
        ev.Played(1, 3, face("R+4")),
        Said(1, "no mercy, Zoe"),
    ),
}


NAMES = (*VARIANTS, "lobby")


def svg(name: str, width: int, height: int) -> str:
    """A lively moment of a rule set, or of the lobby."""
    if name == "lobby":
        settings, lobby = Settings(), LOBBIES["lobby-opened"]
        picture = draw_room(lobby, width, height, look(settings, ColorDepth.DEPTH_24_BIT))
        return screen_svg(picture, style(settings.theme, False, 0), f"p2puno: {lobby.title}")
    return _table(name, width, height)


def _table(variant: str, width: int, height: int) -> str:
    settings, depth = Settings(), ColorDepth.DEPTH_24_BIT
    still = Still(_LINES[variant])
    still.round_number = 4
    if variant == "classic":
        still.uno_deadline = NOW + 0.9
    controls = Controls(still, settings)
    for told in _STORIES[variant]:
        controls.hear(Happened(told) if type(told).__module__ == ev.__name__ else told)  # type: ignore[arg-type]
    view = still.view
    assert view is not None
    picture = draw(stage(controls, NOW), width, height, look(settings, depth))
    colours = style(settings.theme, variant == "flip", view.round.side)
    return screen_svg(picture, colours, f"p2puno: {variant_name(variant)}")


def path(name: str, width: int, height: int) -> Path:
    return FOLDER / f"{name}-{width}x{height}.svg"


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in NAMES:
        for size in SIZES:
            path(name, *size).write_text(svg(name, *size), "utf-8")


if __name__ == "__main__":
    write()
