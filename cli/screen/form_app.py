"""A form on a real terminal."""

from __future__ import annotations

from collections.abc import Callable

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from cli.screen.form import Form, draw_form
from cli.screen.themes import colour_depth, look, style, theme_in_use
from cli.settings import Settings

_KEYS = {
    Keys.Enter: "enter",
    Keys.ControlJ: "enter",
    Keys.Escape: "escape",
    Keys.ControlC: "c-c",
    Keys.Left: "left",
    Keys.Right: "right",
    Keys.Up: "up",
    Keys.Down: "down",
    Keys.Tab: "tab",
    Keys.BackTab: "s-tab",
    Keys.Backspace: "backspace",
}


def fill_in(form: Form, settings: Settings) -> str:
    """Let the user work with the form; returns what was chosen to do, or "" if the form was left."""
    depth = colour_depth()
    signs = look(settings, depth)

    def clicked(action: str) -> Callable[[MouseEvent], None]:
        def click(event: MouseEvent) -> None:
            if event.event_type is MouseEventType.MOUSE_UP:
                form.click(action)
                after()

        return click

    def text() -> StyleAndTextTuples:
        size = app.output.get_size()
        fragments: StyleAndTextTuples = []
        for number, line in enumerate(draw_form(form, max(size.columns, 20), max(size.rows, 8), signs)):
            if number:
                fragments.append(("", "\n"))
            for piece in line:
                if piece.action:
                    fragments.append((piece.style, piece.text, clicked(piece.action)))
                else:
                    fragments.append((piece.style, piece.text))
        return fragments

    def after() -> None:
        if form.done is not None and not (app.future and app.future.done()):
            app.exit()

    bindings = KeyBindings()

    def on(key: Keys, name: str) -> None:
        @bindings.add(key, eager=True)
        def _pressed(event: KeyPressEvent) -> None:
            form.press(name)
            after()

    for key, name in _KEYS.items():
        on(key, name)

    @bindings.add(Keys.Any)
    def _any(event: KeyPressEvent) -> None:
        if len(event.data) == 1 and event.data.isprintable():
            form.press("space" if event.data == " " else event.data)
            after()

    form.done = None
    control = FormattedTextControl(text, focusable=True, show_cursor=False)
    app: Application[None] = Application(
        layout=Layout(Window(control, style="class:ground", always_hide_cursor=True)),
        key_bindings=bindings,
        style=style(theme_in_use(settings, depth), False, 0),
        color_depth=depth,
        full_screen=True,
        mouse_support=True,
    )
    app.ttimeoutlen = app.timeoutlen = 0.05
    try:
        app.run(handle_sigint=False)
    except (EOFError, OSError):  # the terminal was closed
        return ""
    return form.done or ""
