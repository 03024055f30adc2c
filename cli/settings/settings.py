"""The player's preferences, stored in a TOML file."""

from __future__ import annotations

import argparse
import getpass
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.runtime.output import warn
from cli.settings.early_settings import THEMES, settings_file
from cli.settings.key_bindings import PLACES, trouble
from cli.words.language import LANGUAGES, _
from protocol.lobby.names import fault, may_be_in_name

if TYPE_CHECKING:
    from p2puno.options import OptionError

KEYS = ("safe", "fast")
SOUNDS = ("tone", "bell", "off")
ORDERS = ("colour", "symbol", "drawn")
"""How a hand can be sorted."""


@dataclass(frozen=True, slots=True)
class Settings:
    name: str = ""
    """Empty: the name of the user account."""
    language: str = "auto"
    """`auto`: from the locale."""
    theme: str = "dark"
    house: str = "official"
    """The house rules of a new table, as in `--house`, as far as they go with its rule set."""
    order: str = "colour"
    """How the hand is sorted."""
    keys: str = "safe"
    """`safe`: a card's key lifts it, the same key again (or Enter) plays it. `fast`: its key plays it."""
    ask_to_keep: bool = False
    """Whether the player is asked to keep a drawn card that does not fit."""
    speed: float = 1.0
    """How fast bots move: 2 is twice human speed, 0 is instant."""
    animation: float = 1.0
    """How fast cards fly over the table: 2 is twice as fast, 0 turns the animation off."""
    moments: bool = True
    """Whether battles, catches, bluffs and wins get a second of their own."""
    sound: str = "tone"
    """On our turn and on UNO. `tone`: where the system can play one, or else the terminal's bell."""
    ascii: bool = False
    browser: bool = False
    """Whether tables are also opened in the player's browser."""
    bindings: Mapping[str, str] = field(default_factory=dict)
    """The changed keys at the table, by action."""
    replay: Mapping[str, str] = field(default_factory=dict)
    """The changed keys in a replay, by action."""

    def with_text(self, name: str, text: str) -> Settings:
        """The settings with one of them changed to the value of a text; ValueError if that is invalid."""
        table, _dot, action = name.partition(".")
        if table in PLACES:
            return self.with_keys(table, {**self.keys_of(table), action: text})
        usual: object = getattr(Settings(), name)
        value: object = text
        if isinstance(usual, bool):
            words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
            value = words.get(text.casefold())
        elif isinstance(usual, float):
            value = float(text)
        if not _fits(name, value, usual):
            raise ValueError(text)
        return replace(self, **{name: value})  # type: ignore[arg-type]

    def keys_of(self, table: str) -> Mapping[str, str]:
        """The changes of a table of keys."""
        keys: Mapping[str, str] = getattr(self, table)
        return keys

    def with_keys(self, table: str, keys: Mapping[str, str]) -> Settings:
        """The settings with other keys in one table; ValueError says what is wrong with them."""
        place = PLACES[table]
        if wrong := trouble(place, keys):
            raise ValueError(wrong)
        usual = {str(action): key for action, key in place.usual.items()}
        changed: Any = {table: {name: key for name, key in keys.items() if key != usual[name]}}
        return replace(self, **changed)


class BadSettings(Exception):
    """The file is unusable; the message says why in one sentence. `settings` are those to use instead."""

    def __init__(self, message: str, settings: Settings) -> None:
        super().__init__(message)
        self.settings = settings


def allowed(name: str) -> tuple[str, ...] | None:
    """The possible values of a setting; None if there is no fixed list."""
    choices = {
        "language": ("auto", *LANGUAGES),
        "theme": THEMES,
        "order": ORDERS,
        "keys": KEYS,
        "sound": SOUNDS,
    }
    return choices.get(name)


def next_order(order: str) -> str:
    """The next way to sort a hand."""
    return ORDERS[(ORDERS.index(order) + 1) % len(ORDERS)]


def settings_path() -> Path:
    return Path(settings_file())


def load(path: Path) -> Settings:
    """The settings in the file, or the defaults if there is none; raises BadSettings."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(
            _("The settings in {path} cannot be read.").format(path=path), Settings()
        ) from error
    import tomllib  # here: most players have no settings file

    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = _("The settings in {path} are not TOML ({why}): the defaults are used.")
        raise BadSettings(message.format(path=path, why=error), Settings()) from error
    return _checked(values, path)


def settings_for(arguments: argparse.Namespace) -> Settings:
    """The player's settings, changed by `--theme` and `--ascii`. Prints what is wrong with the file."""
    try:
        settings = load(settings_path())
    except BadSettings as error:
        warn(str(error))
        settings = error.settings
    return replace(settings, theme=arguments.theme or settings.theme, ascii=arguments.ascii or settings.ascii)


def _checked(values: Mapping[str, object], path: Path) -> Settings:
    settings, wrong, complaints = Settings(), [], []
    known = {field.name: getattr(settings, field.name) for field in fields(settings)}
    for name, value in values.items():
        if name in PLACES and isinstance(value, dict):
            try:
                settings = settings.with_keys(name, {action: str(key) for action, key in value.items()})
            except ValueError as why:
                complaints.append(
                    _("The default keys are used: see {path}. {why}").format(path=path, why=why)
                )
        elif name == "bell" and isinstance(value, bool):  # the setting of version 0.1
            settings = settings if value else replace(settings, sound="off")
        elif name not in known or name in PLACES or not _fits(name, value, known[name]):
            wrong.append(name)
        else:
            settings = replace(settings, **{name: float(value) if isinstance(known[name], float) else value})  # type: ignore[arg-type]
    if wrong:
        message = _("Settings in {path}: unknown value for {names}, ignored.")
        complaints.append(message.format(path=path, names=", ".join(wrong)))
    if complaints:
        raise BadSettings(" ".join(complaints), settings)
    return settings


def _fits(name: str, value: object, usual: object) -> bool:
    if isinstance(usual, bool):
        return isinstance(value, bool)
    if isinstance(usual, float):
        return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1000
    if name == "house":
        return isinstance(value, str) and house_fault(value) is None
    choices = allowed(name)
    return isinstance(value, str) and (value in choices if choices else fit_name(value) == value)


def house_fault(text: str) -> OptionError | None:
    """What is wrong with a list of house rules."""
    from p2puno.house import read_house_rules
    from p2puno.options import OptionError, Options

    try:
        read_house_rules(text, Options().variant)
    except OptionError as error:
        return error
    return None


def fit_name(text: str) -> str:
    """A name that can be shown: on one line, at most 16 characters, without forbidden ones. Empty if the rest
    is not a valid name."""
    shown = "".join(c if c.isprintable() and may_be_in_name(c) else " " for c in text)
    name = " ".join(shown.split())[:16].strip()
    return "" if fault(name) else name


def save(path: Path, settings: Settings) -> None:
    """Write the settings in readable form; raises OSError."""
    lines = list(written(settings))
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = path.with_suffix(".new")
    whole.write_text("\n".join(lines) + "\n", "utf-8")
    whole.replace(path)


def save_changes(before: Settings, after: Settings) -> None:
    """Change in the file what differs between these two, and nothing else: options of the command line are
    not saved. Raises OSError."""
    changed = {one.name for one in fields(after) if getattr(before, one.name) != getattr(after, one.name)}
    try:
        kept = load(settings_path())
    except BadSettings as error:
        kept = error.settings
    save(settings_path(), replace(kept, **{name: getattr(after, name) for name in changed}))


def written(settings: Settings) -> Iterator[str]:
    """The lines of the file; the tables of keys come last, as TOML requires."""
    for setting in fields(settings):
        if setting.name not in PLACES:
            yield f"{setting.name} = {toml_value(getattr(settings, setting.name))}"
    for table in PLACES:
        if keys := settings.keys_of(table):
            yield ""
            yield f"[{table}]"
            yield from (f"{action} = {toml_value(key)}" for action, key in keys.items())


def toml_value(value: object) -> str:
    """The value in TOML syntax."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return str(value)


def player_name(settings: Settings) -> str:
    """The name in the settings, or that of the user account."""
    if settings.name:
        return settings.name
    try:
        return fit_name(getpass.getuser()) or _("Player")
    except (OSError, KeyError, ImportError):  # before 3.13, Windows raises the last
        return _("Player")
