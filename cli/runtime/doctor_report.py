"""`p2puno doctor`: what is wrong here, and what to do."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from cli.runtime import terminal_kind as terminal
from cli.runtime.file_warnings import warning
from cli.runtime.output import printable
from cli.runtime.terminal_kind import SMALLEST
from cli.words.language import _
from cli.words.translated import translated
from protocol.files.store import Store, StoreError, data_folder
from protocol.net.doctor import Check, examine


async def doctor(port: int | None, tell: Callable[[str], None]) -> int:
    """0 if all is well, 1 if something is not."""
    checks = [*await examine(port=port, keys=_keys), check_terminal(), check_games()]
    for check in checks:
        mark = _("ok") if check.ok else _("NO")
        tell(f"{mark:>4}  {printable(translated(check.sentence))}")
        if not check.ok and check.remedy:
            tell(f"      {printable(translated(check.remedy))}")
    wrong = sum(not check.ok for check in checks)
    tell(
        _("Everything is fine.")
        if not wrong
        else _("{count} of {all} checks failed: see above.").format(count=wrong, all=len(checks))
    )
    return 1 if wrong else 0


def _keys() -> str | None:
    try:
        store = Store(data_folder())
        store.keys()
        store.close()
    except StoreError as error:
        return str(error)
    return next((warning(path, how) for path, how in store.exposed.items()), None)


def check_games() -> Check:
    """Where games are kept, and whether they can be."""
    try:
        store = Store(data_folder())
        free = _free(store)
    except (StoreError, OSError) as error:
        return Check("games", False, str(error), _("Set P2PUNO_HOME to a folder that you own."))
    if free is not None and free < 50:
        sentence = _("Only {free} MB are free in {folder}.").format(free=free, folder=store.games)
        return Check(
            "games", False, sentence, _("Free some space, or choose another folder with P2PUNO_HOME.")
        )
    return Check("games", True, _("Games are saved in {folder}.").format(folder=store.games))


def _free(store: Store) -> int | None:
    """Megabytes."""
    import shutil

    return shutil.disk_usage(store.games).free // 1_000_000


def check_terminal() -> Check:
    """Whether a screen can be shown here."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return Check("terminal", True, _("There is no terminal: games run in plain-text mode."))
    term = terminal.kind()
    if term == terminal.SIMPLE:
        return Check("terminal", True, _("The terminal is a basic one: games run in plain-text mode."))
    size = os.get_terminal_size()
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    if encoding != "utf8":
        sentence = _("The terminal uses {encoding}, not UTF-8.").format(encoding=sys.stdout.encoding)
        return Check("terminal", False, sentence, _("Use --ascii, or a UTF-8 locale."))
    if size.columns < SMALLEST[0] or size.lines < SMALLEST[1]:
        sentence = _("The terminal is small: {columns} by {lines}.").format(
            columns=size.columns, lines=size.lines
        )
        remedy = _("Make it at least {columns} by {rows}, or use --plain.")
        return Check("terminal", False, sentence, remedy.format(columns=SMALLEST[0], rows=SMALLEST[1]))
    return Check(
        "terminal",
        True,
        _("The terminal is {term}, {columns} by {lines}.").format(
            term=term, columns=size.columns, lines=size.lines
        ),
    )
