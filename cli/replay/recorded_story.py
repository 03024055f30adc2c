"""Narrates a recorded game, beat by beat."""

from __future__ import annotations

from cli.sessions.news_to_notices import Teller
from cli.sessions.session import DrewCards, Happened, Notice
from cli.words.card_names import card_name
from cli.words.narration import Narrator
from p2puno.events import Drew
from protocol.replay.recording import ALL, Perspective, Recording


def notices(recording: Recording, beat: int, perspective: Perspective) -> list[Notice]:
    """What happened in a beat, as this perspective is told."""
    return _notices(recording, beat, perspective if isinstance(perspective, int) else None, perspective)


def sentences(recording: Recording, beat: int, perspective: Perspective = None) -> list[str]:
    """The beat in sentences. With all hands open, no player is called "you"."""
    you = perspective if isinstance(perspective, int) else None
    narrator = Narrator(recording.names, you, recording.options)
    found = []
    for notice in notices(recording, beat, perspective):
        told = narrator.sentences(notice)
        if perspective == ALL and told and isinstance(notice, Happened) and type(notice.event) is Drew:
            drawn = _notices(recording, beat, notice.event.seat, ALL)
            names = [card_name(face) for one in drawn if isinstance(one, DrewCards) for face in one.faces]
            told[-1] += f" ({', '.join(names)})" if names else ""
        found += told
    return found


def _notices(recording: Recording, beat: int, seat: int | None, perspective: Perspective) -> list[Notice]:
    """What a seat is told that knows what this perspective knows. The entry that opens the last drawn card
    may already belong to the next beat; the card is named here anyway, as it was at the table."""
    first, last = recording.beats[beat]
    before = recording.moments[first - 1].round if first else None
    until = recording.beats[min(beat + 1, len(recording.beats) - 1)][1]
    teller = Teller(seat, before.hands if before is not None else None)
    view = recording.view(last, perspective, recording.moments[until].position)
    return teller.notices(recording.moments[first].news, view) + teller.rest()
