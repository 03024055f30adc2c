"""Sentences for the errors of `p2puno` and `protocol`, which carry a code and parameters but no words.

The many ways in which a recorded game can be wrong are told in a few sentences. `p2puno verify --json` has
the exact description, for developers.
"""

from __future__ import annotations

import errno
from reprlib import repr as brief

from cli.words.house_rules import clash_reason
from cli.words.language import _, n_
from p2puno.house import Clash
from p2puno.options import OptionError, OptionFault
from protocol import remote_errors as remote
from protocol.files.errors import FileFault, StoreError
from protocol.lobby.errors import LobbyError, Refusal
from protocol.net import errors as net
from protocol.net.address import CODE_LENGTH
from protocol.net.errors import AddressFault, NetError, Unavailable
from protocol.remote_errors import RemoteError
from protocol.version import RULES, VERSION

MOST_SHOWN = 60
"""How many characters of a typed address an error repeats."""

Told = OSError | OptionError | LobbyError | StoreError | NetError | RemoteError | Unavailable


def only_first_valid(count: int, error: Told) -> str:
    """How many entries of a recording are valid, and what is wrong with the next one."""
    text = n_(
        "Only the first entry is valid: {why}", "Only the first {count} entries are valid: {why}", count
    )
    return text.format(count=count, why=error_sentence(error))


def error_sentence(error: Told) -> str:
    """What went wrong, and where possible what to do, in the language in use."""
    match error:
        case OSError():
            return _system_errors().get(error.errno or 0) or error.strerror or _("the system refused")
        case OptionError():
            return _option(error)
        case remote.MalformedError(__cause__=OptionError() as cause):
            return _option(cause)
        case LobbyError():
            return refusals()[error.refusal]
        case StoreError():
            text = file_faults()[error.fault]
        case remote.IllegalError(rule=str(rule)) if rule:
            text = _("it breaks rule {rule}")
        case Unavailable(cause):
            text = _(
                "Tables nearby cannot be listed or announced ({why}): check that this machine is on a "
                "network that allows multicast, or join by address."
            )
            return text.format(why=f"{type(cause).__name__}: {cause}")
        case net.BadAddress():
            text = _("“{text}” is not an address: {why}. Type HOST, HOST:PORT or [IPv6]:PORT, then #CODE.")
            shown = "".join(char for char in error.text[:MOST_SHOWN] if char.isprintable())
            return text.format(text=shown, why=address_faults()[error.fault])
        case _:
            texts = net_errors() if isinstance(error, NetError) else remote_errors()
            text = next(texts[kind] for kind in type(error).__mro__ if kind in texts)
    return text.format(**_parts(error))


def _parts(error: Exception) -> dict[str, object]:
    """The values to fill in: the error's parameters; `why` is the error that caused it."""
    parts = {"own": VERSION, "ours": RULES, **vars(error)}
    if "host" in parts:
        parts["host"] = parts["host"] or _("any address")
    match parts.pop("error", None):
        case OSError() | RemoteError() as behind:
            parts["why"] = error_sentence(behind)
        case ValueError():
            parts["why"] = remote_errors()[remote.MalformedError]
    return parts


def _system_errors() -> dict[int, str]:
    return {
        errno.EACCES: _("Permission denied"),
        errno.EROFS: _("Read-only file system"),
        errno.ENOSPC: _("No space left on device"),
        errno.EISDIR: _("Is a directory"),
        errno.ENOTDIR: _("Not a directory"),
        errno.EIO: _("Input/output error"),
        errno.ENAMETOOLONG: _("File name too long"),
    }


def remote_errors() -> dict[type[Exception], str]:
    """Sentences for errors about what others wrote. A class that is missing uses that of its base."""
    return {
        remote.MalformedError: _("it does not have the form that the protocol requires"),
        remote.ForeignError: _("an entry of another game"),
        remote.GameVersionError: _(
            "a game of protocol {version} and rules {engine}; this program has {own} and {ours}"
        ),
        remote.EntryVersionError: _("an entry of version {version}; this program writes version {own}"),
        remote.KnockVersionError: _("another version"),
        remote.NotAGameError: _("the file is not a p2puno game"),
        remote.EmptyFileError: _("the file is empty"),
        remote.FileVersionError: _("the file was written by another version of p2puno"),
        remote.SignatureError: _("it is not signed by the player it names"),
        remote.OutOfTurnError: _("that player was not allowed to do that at that point"),
        remote.NotNextError: _("it does not follow the entry before it"),
        remote.UnfoundedLossError: _("it removes a player who could not be removed"),
        remote.IllegalError: _("that player was not allowed to do that at that point"),
        remote.OtherStateError: _("agrees to another state than ours"),
        remote.UnprovedError: _("a step of the shuffle is not valid: {step}"),
        remote.UnreadableError: _("the file cannot be read: {why}"),
        remote.NotAFileError: _("a device or a pipe cannot hold a game: copy it into a file first"),
        remote.TooLargeError: _("the file is far too large for a p2puno game"),
        remote.DamagedError: _("the file is damaged here, and the rest cannot be read"),
        remote.TornError: _("the file ends before the game's first entry"),
        remote.SpentSeedError: _(
            "Somebody has cheated: the others could read the cards of this deal, so the game stops "
            "here. Compare the players' files of this game to see who it was."
        ),
    }


def net_errors() -> dict[type[Exception], str]:
    return {
        net.NoCurve: _(
            "This ZeroMQ library was built without CURVE encryption: install the pyzmq wheel from PyPI."
        ),
        net.PortTaken: _(
            "Port {port} is in use by another program: choose another with --port, or leave out --port."
        ),
        net.CannotBind: _("Cannot listen on {host}: {why}. Use an address of this machine, or none at all."),
        net.UnknownHost: _(
            "No machine called “{host}” was found: check the spelling, or use its IP address (like "
            "192.168.1.20)."
        ),
        net.NoAnswer: _(
            "No table answers at {where}: check the address and the port, that the table is still "
            "open, and that the firewall there allows the port, TCP and UDP."
        ),
        net.WrongCode: _(
            "The table at {where} does not match the code: check the code; if it is right, somebody "
            "between you and the table is pretending to be it."
        ),
        net.BadAnswer: _("The answer from {where} cannot be trusted ({why}): do not join there."),
    }


def address_faults() -> dict[AddressFault, str]:
    return {
        AddressFault.CODE: _("the code after # must have {length} letters and digits").format(
            length=CODE_LENGTH
        ),
        AddressFault.URL: _("it looks like a web address: leave out the http:// part"),
        AddressFault.NO_HOST: _("the host is missing"),
        AddressFault.OPEN_BRACKET: _("the bracket is not closed"),
        AddressFault.AFTER_BRACKET: _("only :PORT can follow the bracket"),
        AddressFault.NOT_IPV6_IN_BRACKETS: _("brackets must hold an IPv6 address"),
        AddressFault.COLONS: _("it has several colons but is not an IPv6 address"),
        AddressFault.IPV4: _("an IPv4 address has four parts from 0 to 255"),
        AddressFault.HOST_NAME: _("the host name has characters that are not allowed"),
        AddressFault.PORT: _("a port is a number from 1 to 65535"),
        AddressFault.NOT_A_NUMBER: _("it does not have the form that the protocol requires"),
    }


def refusals() -> dict[Refusal, str]:
    return {
        Refusal.FULL: _("All seats there are taken. Use `p2puno watch` to watch."),
        Refusal.BEGUN: _("The game there has already started. Use `p2puno watch` to watch."),
        Refusal.NAME: _("The table does not accept that name: use 1 to 24 letters, digits or symbols."),
        Refusal.NAME_UNSEEN: _("The table does not accept that name: it has invisible characters."),
        Refusal.NAME_MARKS: _(
            "The table does not accept that name: it has more than two accents on one letter."
        ),
        Refusal.NAME_SIGNS: _("The table does not accept that name: use letters, digits and single spaces."),
        Refusal.NAME_RESERVED: _("The table does not accept that name: p2puno uses it for something else."),
        Refusal.SPENT: _("That request for a seat was already used. Join again."),
        Refusal.WATCHERS: _("That table does not accept spectators, or no more of them."),
        Refusal.BOT: _("A bot can only sit where its player sits."),
        Refusal.AWAY: _("The host of that table is away, and only the host can give seats. Try again soon."),
        Refusal.SELF: _("That is your own seat."),
        Refusal.REQUEST: _("The table did not understand us: it may use another version of p2puno."),
        Refusal.TERMS: _(
            "That table gives players too little time, or its time limits do not fit together: do "
            "not play there."
        ),
        Refusal.UNSIGNED: _(
            "The game has not started: not everybody signed it in time. Open a new table, or join one."
        ),
        Refusal.TWO_GAMES: _("The host has signed two different games for the table: do not play there."),
        Refusal.CHEATED: _(
            "Somebody was put out for cheating in the last match and gets no seat at this table: "
            "open a new table to play with them again."
        ),
        Refusal.SCHEDULE: _(
            "The host's schedule for the tournament is not the one that your program makes: the host cheats, "
            "or has another version of p2puno."
        ),
        Refusal.REMOVED: _(
            "The host has removed you from the table: you get a seat again only if the host lets you back."
        ),
        Refusal.CLOSED: _("The host has left: the game has not started, and you no longer have a seat."),
    }


def file_faults() -> dict[FileFault, str]:
    return {
        FileFault.UNWRITABLE: _("{path} cannot be written: {why}. Choose another folder with P2PUNO_HOME."),
        FileFault.UNREADABLE: _("{path} cannot be read: {why}."),
        FileFault.UNUSABLE: "{path}: {why}",
        FileFault.IDENTITY_DAMAGED: _("{path} is damaged. Move it away to get a new identity."),
        FileFault.JOURNAL_DAMAGED: _(
            "{path} is damaged ({why}): its game can be watched, but not continued."
        ),
        FileFault.EXISTS: _("{path} already exists: move it away, or use another folder."),
        FileFault.LINK: _("{path} is a symbolic link, which may lead anywhere: move it away."),
        FileFault.NOT_A_FILE: _("{path} is not an ordinary file: move it away."),
        FileFault.FOREIGN_OWNER: _(
            "{path} belongs to another user, who could read your secrets: move it away, or use another "
            "folder."
        ),
        FileFault.IN_USE: _("{path} is being played by another p2puno on this machine."),
    }


def option_faults() -> dict[OptionFault, str]:
    return {
        OptionFault.NOT_ONE_OF: _("{what} {value} is not known: choose one of {allowed}"),
        OptionFault.NOT_BETWEEN: _("the {what} must be a whole number from {low} to {high}, not {value}"),
        OptionFault.OWN_SCORING: _("mode {mode} has its own scoring: leave scoring at points"),
        OptionFault.NOT_FOUR: _("partners need 4 players, not {players}"),
        OptionFault.TOO_FEW_CARDS: _("{hands} hands of {size} cards leave too few cards to play with"),
        OptionFault.NO_SUCH_HOUSE_RULE: _(
            "house rule {name} is not known: p2puno rules house tells which there are"
        ),
        OptionFault.HOUSE_RULE_UNFIT: _("house rule {name} does not go with {variant}: {why}"),
        OptionFault.HOUSE_RULES_CLASH: _("house rules {first} and {second} do not go together: {why}"),
        OptionFault.HOUSE_RULES_OUT_OF_ORDER: _("the list of house rules is not in the usual order"),
    }


def _option(error: OptionError) -> str:
    named = {
        "target": _("target"),
        "hand_size": _("hand size"),
        "uno_penalty": _("UNO penalty"),
        "uno_window": _("UNO window"),
        "cycles": _("number of cycles"),
        "players": _("number of players"),
        "stages": _("number of stages"),
    }
    parts = dict(error.given)
    option = str(parts.pop("option", ""))
    parts["what"] = named.get(option, option)
    for part in parts.keys() & {"value", "name"}:
        parts[part] = brief(parts[part])  # it may be a stranger's text of any length
    if isinstance(why := parts.get("why"), Clash):
        parts["why"] = clash_reason(why)
    if isinstance(allowed := parts.get("allowed"), tuple):
        parts["allowed"] = ", ".join(allowed)
    return option_faults()[error.fault].format(**parts)
