"""`p2puno doctor`: the results of all checks in sentences, with what to do."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass

from cli.runtime import terminal_type as terminal
from cli.runtime.exposed_files import warning
from cli.runtime.output import printable
from cli.runtime.terminal_type import SMALLEST
from cli.words.error_sentences import error_sentence
from cli.words.language import _
from protocol.files.errors import StoreError
from protocol.files.store import Store, data_folder
from protocol.net.doctor import Check, Finding, examine


@dataclass(frozen=True, slots=True)
class Line:
    """The result of one check, and what to do if it failed."""

    ok: bool
    seen: str
    remedy: str = ""


async def doctor(port: int | None, tell: Callable[[str], None]) -> int:
    """Run and print all checks. Returns 0 if all passed, else 1."""
    checks = [*map(network_line, await examine(port=port)), check_keys(), check_terminal(), check_games()]
    for check in checks:
        mark = _("ok") if check.ok else _("NO")
        tell(f"{mark:>4}  {printable(check.seen)}")
        if not check.ok and check.remedy:
            tell(f"      {printable(check.remedy)}")
    wrong = sum(not check.ok for check in checks)
    tell(
        _("Everything is fine.")
        if not wrong
        else _("{count} of {all} checks failed: see above.").format(count=wrong, all=len(checks))
    )
    return 1 if wrong else 0


def network_line(check: Check) -> Line:
    """The result of a network check in words."""
    text, remedy = findings()[check.finding]
    why = error_sentence(check.error) if check.error is not None else _("nothing arrived")
    parts = dict.fromkeys(("version", "port", "addresses"), check.detail)
    return Line(check.finding.ok, text.format(**parts, why=why), remedy)


def findings() -> dict[Finding, tuple[str, str]]:
    by_address = _(
        "Join by address instead: `p2puno host` prints it. Or allow multicast DNS (UDP port 5353)."
    )
    return {
        Finding.ENCRYPTION: (_("{version} can encrypt."), ""),
        Finding.NO_ENCRYPTION: (
            _("{version} was built without encryption."),
            _("Install the pyzmq wheel from PyPI."),
        ),
        Finding.PORT_FREE: (_("Port {port} is free, TCP and UDP."), ""),
        Finding.PORT_OPEN: (
            _("A p2puno table is open on port {port}; another one takes the next port."),
            "",
        ),
        Finding.PORT_REFUSED: ("{why}", _("Tables opened without --port take the next free port.")),
        Finding.ADDRESSES: (_("Others can reach this machine at {addresses}."), ""),
        Finding.NO_ADDRESSES: (_("The addresses cannot be read: {why}."), _("Check the network settings.")),
        Finding.NO_NETWORK: (
            _("This machine is not on a network: only programs on it can play together."),
            _("Connect to the same Wi-Fi or cable network as the others."),
        ),
        Finding.CONNECTION: (_("Two players on this machine can reach each other."), ""),
        Finding.NO_CONNECTION: (
            _("Two players on this machine cannot reach each other: {why}."),
            _("A firewall or security program blocks Python: allow it."),
        ),
        Finding.MULTICAST: (_("Tables nearby can be announced and found."), ""),
        Finding.MULTICAST_REFUSED: ("{why}", by_address),
        Finding.NO_MULTICAST: (_("A table announced on this machine cannot be found on it."), by_address),
    }


def check_keys() -> Line:
    """Whether the player's keys exist and only the player can read them."""
    try:
        store = Store(data_folder())
        store.keys()
        store.close()
    except StoreError as error:
        return Line(False, error_sentence(error))  # the sentence also says what to do
    for path, how in store.exposed.items():
        return Line(False, warning(path, how))
    return Line(True, _("Your keys are in place."))


def check_games() -> Line:
    """Where games are saved, and whether there is room."""
    import shutil

    try:
        store = Store(data_folder())
        free = shutil.disk_usage(store.games).free // 1_000_000
    except (StoreError, OSError) as error:
        return Line(False, error_sentence(error), _("Set P2PUNO_HOME to a folder that you own."))
    if free < 50:
        seen = _("Only {free} MB are free in {folder}.").format(free=free, folder=store.games)
        return Line(False, seen, _("Free some space, or choose another folder with P2PUNO_HOME."))
    return Line(True, _("Games are saved in {folder}.").format(folder=store.games))


def check_terminal() -> Line:
    """Whether a screen can be shown here."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return Line(True, _("There is no terminal: games run in plain-text mode."))
    term = terminal.kind()
    if term == terminal.SIMPLE:
        return Line(True, _("The terminal is a basic one: games run in plain-text mode."))
    size = os.get_terminal_size()
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    if encoding != "utf8":
        seen = _("The terminal uses {encoding}, not UTF-8.").format(encoding=sys.stdout.encoding)
        return Line(False, seen, _("Use --ascii, or a UTF-8 locale."))
    if size.columns < SMALLEST[0] or size.lines < SMALLEST[1]:
        seen = _("The terminal is small: {columns} by {lines}.").format(
            columns=size.columns, lines=size.lines
        )
        remedy = _("Make it at least {columns} by {rows}, or use --plain.")
        return Line(False, seen, remedy.format(columns=SMALLEST[0], rows=SMALLEST[1]))
    return Line(
        True,
        _("The terminal is {term}, {columns} by {lines}.").format(
            term=term, columns=size.columns, lines=size.lines
        ),
    )
