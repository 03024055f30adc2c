"""The pictures of the page in the documentation: `python -m tests.browser.screenshots`."""

from __future__ import annotations

from pathlib import Path

from tests.browser.served import Served, Shown, moment
from tests.cli.moments import MOMENTS
from tests.replay.browser import Browser

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
PICTURES = {
    "browser-flip": ("flip-dark", (1280, 800), "dark"),
    "browser-phone": ("classic-own-turn", (360, 740), "light"),
}


def main() -> None:
    browser = Browser()
    try:
        for name, (shown, size, theme) in PICTURES.items():
            variant = MOMENTS[shown]().session.options.variant
            with Served(Shown(moment(shown) | {"window_title": shown}, variant)) as served:
                browser.size(*size)
                browser.command("Emulation.setTouchEmulationEnabled", {"enabled": size[0] < 600})
                browser.open(served.address())
                browser.wait(f"document.title === '{shown}'")
                browser.run("document.documentElement.dataset.theme = arguments[0]", theme)
                browser.wait("document.getAnimations().every(one => one.effect.getTiming().iterations > 9)")
                browser.picture(FOLDER / f"{name}.png")
    finally:
        browser.close()


if __name__ == "__main__":
    main()
