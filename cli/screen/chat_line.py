"""The line at the bottom of a screen in which a player types chat."""

from __future__ import annotations

from collections.abc import Callable

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import VSplit, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl

from cli.screen.canvas import breakable
from cli.screen.fullscreen import FullScreen
from cli.words.language import _
from protocol.peer.message_checks import MAX_CHAT


class ChatLine:
    """Shown, with the focus, while its owner says that the player is `typing`. `said` is called with what was
    typed; it is empty if the player left the line."""

    def __init__(
        self,
        typing: Callable[[], bool],
        said: Callable[[str], None],
        label: Callable[[], str] = lambda: _("say:"),
    ) -> None:
        self._typing = typing
        self._said = said
        self._screen: FullScreen | None = None
        self._buffer = Buffer(multiline=False, accept_handler=self._accept)
        self.container = VSplit(
            [
                Window(
                    FormattedTextControl(lambda: breakable(f" {label()} ")),
                    dont_extend_width=True,
                    height=1,
                    style="class:key.selected",
                ),
                Window(BufferControl(self._buffer), height=1, style="class:chatline"),
            ]
        )

    def bind(self, screen: FullScreen) -> None:
        """Esc and Ctrl-C leave the line."""
        self._screen = screen
        typing = Condition(self._typing)

        @screen.bindings.add(Keys.Escape, filter=typing, eager=True)
        @screen.bindings.add(Keys.ControlC, filter=typing, eager=True)
        def _back(event: KeyPressEvent) -> None:
            self._buffer.reset()
            self._said("")
            self.focus()

    def focus(self) -> None:
        """Give the focus to whatever has it now."""
        assert self._screen is not None
        self._screen.app.layout.focus(self._buffer if self._typing() else self._screen.picture)

    def _accept(self, buffer: Buffer) -> bool:
        self._said(" ".join(buffer.text.split())[:MAX_CHAT])
        self.focus()
        return False
