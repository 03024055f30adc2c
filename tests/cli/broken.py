"""The program with a mistake in it: the picture of the help fails."""

from __future__ import annotations

import sys

from cli.main import main
from cli.screen import app
from cli.screen.controls import Controls
from cli.screen.scene import Scene
from cli.screen.staging import stage


def failing(controls: Controls, now: float) -> Scene:
    if controls.overlay == "help":
        raise RuntimeError("a mistake of ours")
    return stage(controls, now)


if __name__ == "__main__":
    vars(app)["stage"] = failing
    sys.exit(main())
