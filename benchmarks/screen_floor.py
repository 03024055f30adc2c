"""The floor of `benchmarks.screen`, the least a screen can do: show the key that was pressed."""

from prompt_toolkit.application import Application
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl


def run() -> None:
    shown = ["ready"]
    bindings = KeyBindings()

    @bindings.add(Keys.Any)
    def _any(event: KeyPressEvent) -> None:
        shown[0] = f"key {event.data}"

    window = Window(FormattedTextControl(lambda: shown[0]), always_hide_cursor=True)
    app: Application[None] = Application(layout=Layout(window), key_bindings=bindings, full_screen=True)
    app.run()


if __name__ == "__main__":
    run()
