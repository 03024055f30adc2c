"""What a recorded game has to tell, moment by moment."""

from __future__ import annotations

from cli.sessions.seat_notices import cards_drawn
from cli.sessions.session import (
    DealerDrawn,
    DrewCards,
    HandShown,
    Happened,
    MatchOver,
    Notice,
    RoundOver,
    SeatedAgain,
    SeatLost,
)
from cli.words.card_names import card_name
from cli.words.narration import Narrator
from p2puno.cards import Face
from p2puno.events import Challenged, Drew
from protocol.replay.recording import ALL, Perspective, Recording


def notices(recording: Recording, beat: int, perspective: Perspective) -> list[Notice]:
    """What happened in a beat, as the seat or a spectator is told of it."""
    first, last = recording.beats[beat]
    moment = recording.moments[first]
    found: list[Notice] = []
    if moment.drawn is not None and moment.drawn.dealer is not None:
        found.append(DealerDrawn(tuple(moment.drawn.draws), moment.drawn.dealer))
    found += [SeatLost(loss.seat, loss.reason) for loss in moment.lost]
    drawn = _drawn(recording, beat, perspective, perspective) if isinstance(perspective, int) else []
    for event in moment.events:
        if type(event) is Drew and event.seat == perspective and drawn:
            found.append(DrewCards(tuple(drawn[: event.cards])))
            del drawn[: event.cards]
        found.append(Happened(event))
        if type(event) is Challenged and event.seat == perspective:
            found += _shown_hand(recording, last, event.accused, event.seat)
    if moment.result is not None:
        found.append(round_over(recording, first))
    before = recording.moments[first - 1].match.playing if first else moment.match.playing
    found += [SeatedAgain(seat) for seat in recording.moments[last].match.playing if seat not in before]
    if moment.ended is not None:
        found.append(MatchOver(moment.ended, tuple(moment.match.ranking())))
    return found


def sentences(recording: Recording, beat: int, perspective: Perspective = None) -> list[str]:
    """The beat in words. With all hands open nobody is "you"."""
    seat = perspective if isinstance(perspective, int) else None
    narrator = Narrator(recording.names, seat)
    found = []
    for notice in notices(recording, beat, seat):
        told = narrator.sentences(notice)
        if perspective == ALL and told and isinstance(notice, Happened) and type(notice.event) is Drew:
            names = [card_name(face) for face in _drawn(recording, beat, notice.event.seat, ALL)]
            told[-1] += f" ({', '.join(names)})" if names else ""
        found += told
    return found


def round_over(recording: Recording, index: int) -> RoundOver:
    """The end of the round that was counted at this moment: hands as far as they were laid open to all."""
    moment = recording.moments[index]
    deal, result, round = recording.deals[moment.deal], moment.result, moment.round
    assert result is not None
    assert round is not None
    hands = {
        seat: tuple(round.faces[side][card] for card in hand if card in round.faces[side])
        for seat, (side, hand) in round.holdings.items()
    }
    before = recording.moments[index - 1].match.totals
    totals = tuple(moment.match.totals)
    return RoundOver(
        number=moment.round_number,
        table=deal.pairing.table,
        result=result,
        hands=hands,
        gained={seat: total - before[seat] for seat, total in enumerate(totals)},
        totals=totals,
        verified=deal.verified,
    )


def _drawn(recording: Recording, beat: int, seat: int, perspective: Perspective) -> list[Face]:
    """The cards that the seat drew in this beat. The entry that opens the last of them may itself begin the
    next beat; they are told here all the same, as they were at the table."""
    first, last = recording.beats[beat]
    before, after = recording.moments[first - 1].round if first else None, recording.moments[last].round
    had = before.hands.get(seat, ()) if before is not None else ()
    has = after.hands.get(seat, ()) if after is not None else ()
    new = [card for card in has if card not in had]
    drawn = cards_drawn(recording.moments[first].events, seat, new)
    if not drawn or after is None:
        return []
    deal, until = recording.moments[last].deal, recording.beats[min(beat + 1, len(recording.beats) - 1)][1]
    for index in dict.fromkeys((last, min(last + 1, until), until)):
        view = recording.view(index, perspective) if recording.moments[index].deal == deal else None
        faces = [view.face(card, after.side) for card in drawn] if view is not None else []
        if faces and None not in faces:
            break
    return [face for face in faces if face is not None]


def _shown_hand(recording: Recording, index: int, accused: int, seat: int) -> list[Notice]:
    view = recording.view(index, seat)
    if view is None:
        return []
    faces = [view.face(card) for card in view.round.hands.get(accused, ())]
    known = tuple(face for face in faces if face is not None)
    return [HandShown(accused, known)] if known else []
