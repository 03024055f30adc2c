"""Sentences of the rooms below in the language in use.

The engine and the protocol know no language: what they raise is English. Here each of their sentences that
people can come to see is marked for translation. What a recorded game can have wrong in many ways for which
people care little is said in one sentence; `--json` keeps the exact words.
"""

from __future__ import annotations

import re
from functools import cache

from cli.words.language import P_, p_

Marked = tuple[str, str]

_AS_THEY_ARE: tuple[Marked, ...] = (
    # files of recorded games
    P_("below", "the file is empty"),
    P_("below", "the file was written by another version of p2puno"),
    P_("below", "the file is not a p2puno game"),
    P_("below", "the file is far too large for a p2puno game"),
    P_("below", "a device or a pipe cannot hold a game: copy it into a file first"),
    P_("below", "the file cannot be read: {why}"),
    P_("below", "the file ends before the game's first entry"),
    P_("below", "the end of the file is incomplete"),
    P_("below", "the file is damaged here, and the rest cannot be read"),
    P_("below", "the game was not finished"),
    P_("below", "a game of protocol {version} and rules {engine}; this program has {own} and {ours}"),
    P_("below", "an entry of version {version}; this program writes version {own}"),
    P_("below", "an entry of another game"),
    P_(
        "below",
        "Somebody has cheated: the others could read the cards of this deal, so the game stops "
        "here. Compare the players' files of this game to see who it was.",
    ),
    P_("below", "agrees to another state than ours"),
    # what can be agreed on
    P_("below", "{what} {value} is not known: choose one of {allowed}"),
    P_("below", "the {what} must be a whole number from {low} to {high}, not {value}"),
    P_("below", "mode {mode} has its own scoring: leave scoring at points"),
    P_("below", "partners need 4 players, not {players}"),
    P_("below", "a tournament needs 8 players, not {players}"),
    P_("below", "{hands} hands of {size} cards leave too few cards to play with"),
    P_("below", "house rule {name} is not known"),
    P_("below", "target"),
    P_("below", "hand size"),
    P_("below", "UNO penalty"),
    P_("below", "UNO window"),
    P_("below", "number of cycles"),
    P_("below", "number of players"),
    # our own files
    P_("below", "{path} cannot be written: {why}. Choose another folder with P2PUNO_HOME."),
    P_("below", "{path} cannot be read: {why}."),
    P_("below", "{path} is damaged. Move it away to get a new identity."),
    P_("below", "{path} is damaged ({why}): its game can be watched, but not continued."),
    P_("below", "{path} already exists: move it away, or use another folder."),
    P_("below", "{path} is a symbolic link, which may lead anywhere: move it away."),
    P_("below", "{path} is not an ordinary file: move it away."),
    P_(
        "below",
        "{path} belongs to another user, who could read your secrets: move it away, or use another folder.",
    ),
    P_("below", "This game is being played by another p2puno on this machine."),
    P_("below", "Permission denied"),
    P_("below", "Read-only file system"),
    P_("below", "No space left on device"),
    P_("below", "Is a directory"),
    P_("below", "Not a directory"),
    P_("below", "Input/output error"),
    P_("below", "File name too long"),
    # the network
    P_(
        "below",
        "This ZeroMQ library was built without CURVE encryption: install the pyzmq wheel from PyPI.",
    ),
    P_(
        "below",
        "Port {port} is in use by another program: choose another with --port, or leave out --port.",
    ),
    P_("below", "Cannot listen on {host}: {why}. Use an address of this machine, or none at all."),
    P_("below", "any address"),
    P_("below", "the system refused"),
    P_("below", "“{text}” is not an address: {why}. Type HOST, HOST:PORT or [IPv6]:PORT, then #CODE."),
    P_("below", "the code after # must have {length} letters and digits"),
    P_("below", "the host is missing"),
    P_("below", "the bracket is not closed"),
    P_("below", "only :PORT can follow the bracket"),
    P_("below", "brackets must hold an IPv6 address"),
    P_("below", "it has several colons but is not an IPv6 address"),
    P_("below", "an IPv4 address has four parts from 0 to 255"),
    P_("below", "the host name has characters that are not allowed"),
    P_("below", "a port is a number from 1 to 65535"),
    P_(
        "below",
        "No machine called “{host}” was found: check the spelling, or use its IP address (like "
        "192.168.1.20).",
    ),
    P_(
        "below",
        "No table answers at {where}: check the address and the port, that the table is still "
        "open, and that the firewall there allows the port, TCP and UDP.",
    ),
    P_(
        "below",
        "The table at {where} does not match the code: check the code; if it is right, somebody "
        "between you and the table is pretending to be it.",
    ),
    P_("below", "The answer from {where} cannot be trusted ({why}): do not join there."),
    P_("below", "another version"),
    P_(
        "below",
        "Tables nearby cannot be listed or announced ({why}): check that this machine is on a network that "
        "allows multicast, or join by address.",
    ),
    # a seat
    P_("below", "All seats there are taken. Use `p2puno watch` to watch."),
    P_("below", "The game there has already started. Use `p2puno watch` to watch."),
    P_("below", "The table does not accept that name: use 1 to 24 letters, digits or symbols."),
    P_("below", "The table does not accept that name: it has invisible characters."),
    P_("below", "The table does not accept that name: it has more than two accents on one letter."),
    P_("below", "The table does not accept that name: use letters, digits and single spaces."),
    P_("below", "The table does not accept that name: p2puno uses it for something else."),
    P_("below", "That request for a seat was already used. Join again."),
    P_("below", "That table does not accept spectators, or no more of them."),
    P_("below", "A bot can only sit where its player sits."),
    P_("below", "The host of that table is away, and only the host can give seats. Try again soon."),
    P_("below", "That is your own seat."),
    P_(
        "below",
        "That table gives players too little time, or its time limits do not fit together: do "
        "not play there.",
    ),
    P_("below", "The table did not understand us: it may use another version of p2puno."),
    P_(
        "below",
        "The game has not started: not everybody signed it in time. Open a new table, or join one.",
    ),
    P_(
        "below",
        "The host has signed two different games for the table: do not play there.",
    ),
    P_(
        "below",
        "The host has left: the game has not started, and you no longer have a seat.",
    ),
    # the doctor
    P_("below", "{version} can encrypt."),
    P_("below", "{version} was built without encryption."),
    P_("below", "Install the pyzmq wheel from PyPI."),
    P_("below", "Port {port} is free, TCP and UDP."),
    P_("below", "A p2puno table is open on port {port}; another one takes the next port."),
    P_("below", "Tables opened without --port take the next free port."),
    P_("below", "Others can reach this machine at {addresses}."),
    P_("below", "The addresses cannot be read: {why}."),
    P_("below", "Check the network settings."),
    P_("below", "This machine is not on a network: only programs on it can play together."),
    P_("below", "Connect to the same Wi-Fi or cable network as the others."),
    P_("below", "Two players on this machine can reach each other."),
    P_("below", "Two players on this machine cannot reach each other: {why}."),
    P_("below", "nothing arrived"),
    P_("below", "A firewall or security program blocks Python: allow it."),
    P_("below", "Tables nearby can be announced and found."),
    P_("below", "A table announced on this machine cannot be found on it."),
    P_(
        "below",
        "Join by address instead: `p2puno host` prints it. Or allow multicast DNS (UDP port 5353).",
    ),
    P_("below", "Your keys are in place."),
)
"""Told as they are. A part in braces stands for anything, and is translated too if it can be."""

_IN_SHORT: dict[Marked, tuple[str, ...]] = {
    P_("below", "it does not have the form that the protocol requires"): (
        "{size} bytes are more than {limit}",
        "not msgpack as we use it: {why}",
        "nested too deeply",
        "too many items",
        "a value of a kind, or a number of a size, that is not used",
        "a step of the deck has a name and a value",
        "a move comes with the silences it needs",
        "a share of a card that all can see",
        "a silence is a signature",
        "not a claim",
        "not a move",
        "an agreement is a digest and who may come back",
        "an entry with parts that cannot be",
        "an entry is a body and a signature",
        "the body of an entry has eight parts",
        "a statement is a body and a signature",
        "the body of a statement has five parts",
        "a statement with parts that cannot be",
        "a statement of version {version}; this program writes version {own}",
        "a genesis is a body and signatures",
        "the body of a genesis has five parts",
        "a certificate names who is lost, why, and who says so",
        "a vote is a signature",
        "one ends the match, or takes the missing back",
        "not somebody who could come back",
        "not the terms of a table",
        "house rules are a list of names",
        "not a player",
        "two seats have one key",
        "an operator is operated",
        # what a peer answers to a knock
        "founding too long",
        "not a founding of this version",
        "too many members, or none",
        "a key sits twice",
        "whoever opened the table does not sit there",
        "not a member",
        "not a member's keys",
        "card too long",
        "not a card of this version",
        "too many addresses",
        "not an address",
        "not signed by its identity",
        "not the list it should be",
        "a field is of the wrong type",
        "not a knock of this version",
        "somebody else's card",
        "not what was shown for that nonce",
        "not a request for a seat",
        "whoever answered does not sit at that table",
        "not the cards of those seated",
        "a card of somebody not seated",
        "message too big",
        "unknown kind of frame",
        "not a ping",
        "peers announce numbers, not names",
    ),
    P_("below", "it does not follow the entry before it"): (
        "not the entry that follows: {position} at {due}",
    ),
    P_("below", "it is not signed by the player it names"): (
        "not signed by seat {seat}",
        "a genesis is signed by every seat",
    ),
    P_("below", "that player was not allowed to do that at that point"): (
        "{kind} is not due from seat {seat}",
        "not the step that is due",
        "the turn cannot begin before all have spoken or kept silent",
        "a claim about no open window",
        "a seat that has nothing to say",
        "a call of UNO that has no effect (G-12)",
        "a card that is in nobody's hand",
        "a bot does not speak for its player",
    ),
    P_("below", "it removes a player who could not be removed"): (
        "a certificate needs the vote of every other seat",
        "a contradiction that was settled by a loss",
        "nobody who could be lost",
        "those whom a proof names are lost first, and nobody else by proof",
        "nobody would be left",
        "two players wait for each other",
        "too few would be left to decide",
        "no proof of anything",
        "no proof of a fork",
        "no proof of an equivocation",
    ),
    P_("below", "a step of the shuffle is not valid: {step}"): ("seat {seat}, {step}: {why}",),
    P_("below", "it breaks rule {rule}"): ("{why} ({rule})",),
}
"""What is said instead of what the protocol says."""


def translated(text: str) -> str:
    """The sentence in the language in use; as it is, if it is none of those marked here."""
    for pattern, marked in _patterns():
        if found := pattern.fullmatch(text):
            parts = {name: translated(part) for name, part in found.groupdict().items()}
            return p_(*marked).format(**parts)
    head, colon, tail = text.partition(": ")  # a file, and what is wrong with it
    return head + colon + translated(tail) if colon else text


@cache
def _patterns() -> list[tuple[re.Pattern[str], Marked]]:
    given = [(text, (context, text)) for context, text in _AS_THEY_ARE]
    given += [(text, marked) for marked, texts in _IN_SHORT.items() for text in texts]
    return [(_pattern(text), marked) for text, marked in given]


def _pattern(text: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", text)
    of_rules = {"rule": "[A-Z]-[0-9]+", "step": "[^:]*", "seat": "[0-9]+"}
    return re.compile(
        "".join(
            f"(?P<{part}>{of_rules.get(part, '.*')})" if place % 2 else re.escape(part)
            for place, part in enumerate(parts)
        ),
        re.DOTALL,
    )
