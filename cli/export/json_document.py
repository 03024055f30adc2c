"""A recorded game as one JSON document; docs/replay-format.md explains each part.

Knowledge appears in the document at the moment somebody learns it (`knows`), so a document for one
perspective contains nothing that this perspective could not know.
"""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from typing import Any

from cli.replay.recorded_story import notices
from cli.sessions.session import Happened
from cli.words.narration import Narrator
from cli.words.shared_scores import sides
from p2puno.cards import Face
from p2puno.events import Event
from p2puno.moves import Choice, Open
from p2puno.options import Options
from p2puno.round import Result, Round
from protocol.replay.recording import ALL, Moment, Perspective, Recording

FORMAT, VERSION = "p2puno replay", 1


def document(recording: Recording, perspective: Perspective = ALL) -> dict[str, Any]:
    """Everything this perspective could know; with ALL, also what the reveals have shown."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": recording.genesis.game.hex(),
        "perspective": "spectator" if perspective is None else perspective,
        "players": list(recording.names),
        "sides": [list(side) for side in sides(recording.options, len(recording.names))],
        "options": {field.name: plain(getattr(recording.options, field.name)) for field in fields(Options)},
        "complete": recording.complete,
        "wrong": recording.wrong.why if recording.wrong is not None else None,
        "deals": [_deal(recording, number, perspective) for number in sorted(recording.deals)],
        "moments": _moments(recording, perspective),
    }


def _deal(recording: Recording, number: int, perspective: Perspective) -> dict[str, Any]:
    deal = recording.deals[number]
    seats = deal.pairing.seats
    found: dict[str, Any] = {
        "number": number,
        "table": deal.pairing.table,
        "order": list(seats.order),
        "partners": seats.partners,
        "dealer": deal.pairing.dealer,
        "revealed": bool(deal.faces),
        "void": deal.void,
    }
    if perspective == ALL:
        found["cards"] = [
            [card, side, deal.face(side, deal.faces[card, side]).code] for card, side in sorted(deal.faces)
        ]
    return found


def _moments(recording: Recording, perspective: Perspective) -> list[dict[str, Any]]:
    state: dict[str, Any] = {}
    public: set[tuple[int, int]] = set()
    at, totals = 0, [0] * len(recording.names)
    shown: dict[int, list[Any]] = {}
    beats = {first: beat for beat, (first, _last) in enumerate(recording.beats)}
    found = []
    for index, moment in enumerate(recording.moments):
        if moment.deal != at:
            at, state, public = moment.deal, {}, set()
            shown = recording.shown(at)
        one = _moment(recording, index, beats.get(index))
        if moment.round is not None:
            now = position(moment.round)
            if changed := difference(state, now):
                one["state"] = changed
            state = now
        knows = _public_news(moment.round, public)
        for card, side, to in shown.get(moment.position, ()):
            if perspective == ALL or to == perspective:
                deal = recording.deals[at]
                known = deal.faces.get((card, side))
                if known is not None:
                    knows.append([to, card, side, deal.face(side, known).code])
        if knows:
            one["knows"] = knows
        if moment.match.totals != totals:
            one["totals"] = totals = list(moment.match.totals)
        found.append(one)
    return found


def _moment(recording: Recording, index: int, beat: int | None) -> dict[str, Any]:
    narrator = Narrator(recording.names, None, recording.options)
    moment: Moment = recording.moments[index]
    news = moment.news
    one: dict[str, Any] = {
        "position": moment.position,
        "time": moment.time,
        "seat": moment.seat,
        "kind": moment.kind,
        "deal": moment.deal,
        "turn": moment.turn,
    }
    if news.events:
        one["events"] = [event_values(event) for event in news.events]
    if beat is not None:
        one["text"], said = [], 0
        for notice in notices(recording, beat, None):
            told = narrator.sentences(notice)
            if isinstance(notice, Happened) and said < len(news.events):
                if told:
                    one["events"][said]["says"] = len(one["text"])
                said += 1
            one["text"] += told
    for drawn in news.drawn:
        draws = [{str(seat): face.code for seat, face in draw.items()} for draw in drawn.draws]
        one["drawn"] = {"draws": draws, "dealer": drawn.dealer}
    for over in news.rounds:
        one["result"] = {"round": over.number, **_result(over.result)}
    if news.lost:
        one["lost"] = [loss.seat for loss in news.lost]
        one["why"] = [loss.reason for loss in news.lost]
    if news.over is not None:
        one["winners"] = list(news.over.winners)
        one["ranking"] = [list(seats) for seats in news.over.ranking]
    return one


def _result(result: Result) -> dict[str, Any]:
    held = {str(seat): points for seat, points in result.held.items()}
    return {"how": result.how, "out": result.out, "held": held}


def _public_news(round: Round | None, known: set[tuple[int, int]]) -> list[list[Any]]:
    """The faces that have just become public."""
    if round is None:
        return []
    found: list[list[Any]] = []
    for side, faces in enumerate(round.faces):
        for card, face in faces.items():
            if (card, side) not in known:
                known.add((card, side))
                found.append([None, card, side, face.code])
    return found


def position(round: Round) -> dict[str, Any]:
    """The position of all cards, as lists and numbers only."""
    waiting = round.waiting
    if type(waiting) is Choice:
        waits: list[Any] | None = ["choice", waiting.seat, waiting.ask.value]
    else:
        waits = None if waiting is None else ["open" if isinstance(waiting, Open) else "shuffle"]
    return {
        "hands": {str(seat): list(hand) for seat, hand in round.hands.items()},
        "pile": list(round.pile),
        "discard": list(round.discard),
        "aside": [list(laid) for laid in round.aside],
        "side": round.side,
        "top": top.code if (top := round.top_shown) is not None else None,
        "colour": round.colour.value if round.colour is not None else None,
        "direction": round.direction,
        "turn": round.turn,
        "waiting": waits,
        "uno": round.uno_seat,
        "called": round.uno_called,
        "out": round.out,
    }


def difference(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """The parts that changed. For a list: how much of its beginning stays, and what follows."""
    found: dict[str, Any] = {}
    for name, value in now.items():
        old = before.get(name)
        if name in before and value == old:
            continue
        if name == "hands":
            hands = {seat: _tail((old or {}).get(seat, []), hand) for seat, hand in value.items()}
            found[name] = {seat: tail for seat, tail in hands.items() if tail or seat not in (old or {})}
            if gone := [seat for seat in old or {} if seat not in value]:
                found["left"] = [int(seat) for seat in gone]
        elif name in ("pile", "discard", "aside"):
            found[name] = _tail(old or [], value) or [0, []]
        else:
            found[name] = value
    return found


def _tail(old: list[Any], new: list[Any]) -> list[Any] | None:
    if old == new:
        return None
    keep = 0
    while keep < min(len(old), len(new)) and old[keep] == new[keep]:
        keep += 1
    return [keep, new[keep:]]


def event_values(event: Event) -> dict[str, Any]:
    values = {field.name: plain(getattr(event, field.name)) for field in fields(event)}
    return {"event": type(event).__name__, **values}


def plain(value: object) -> Any:
    if isinstance(value, Face):
        return value.code
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value
