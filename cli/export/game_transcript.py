"""A recorded game as a score sheet: every turn with its number, every round with its points."""

from __future__ import annotations

from cli.replay.recorded_story import sentences
from cli.runtime.output import date_and_time
from cli.words.card_names import card_code
from cli.words.language import _, n_
from cli.words.narration import listed
from cli.words.punctuation import with_colon
from cli.words.rules_help import variant_name
from cli.words.shared_scores import side_name, sides
from protocol.log.entry import MOVE
from protocol.play.news import RoundOver
from protocol.replay.recording import ALL, Perspective, Recording


def sheet(recording: Recording, perspective: Perspective = ALL) -> str:
    """Plain text, one line per turn."""
    lines = [f"p2puno - {variant_name(recording.options.variant)}"]
    if recording.moments:
        lines.append(_("played: {date}").format(date=date_and_time(recording.moments[0].time)))
    lines.append(_("players: {names}").format(names=", ".join(recording.names)))
    lines.append(_("game: {id}").format(id=recording.genesis.game.hex()))
    deal, dealt = 0, 0
    for beat, (first, last) in enumerate(recording.beats):
        moment = recording.moments[first]
        if moment.deal != deal and moment.round is not None and not moment.news.drawn:
            deal, dealt = moment.deal, dealt + 1
            lines += ["", _("Deal {number}").format(number=dealt)]
            lines += _hands(recording, _dealt(recording, last), perspective)
        for over in moment.news.rounds:
            lines += _points(recording, over)
        if not moment.news.rounds:
            number = f"{moment.turn:>4}. " if moment.kind == MOVE else " " * 6
            lines.append(number + " ".join(sentences(recording, beat, _seat(perspective))))
    lines.append("")
    if recording.match.ended is not None:
        winners = [recording.names[seat] for seat in recording.match.ended]
        text = n_("winner: {names}", "winners: {names}", len(winners))
        lines.append(text.format(names=listed(winners)))
    else:
        lines.append(_("The recording ends here."))
    return "\n".join(lines) + "\n"


def _seat(perspective: Perspective) -> int | None:
    return perspective if isinstance(perspective, int) else None


def _dealt(recording: Recording, index: int) -> int:
    """The moment right before the first move of the deal: by then all players have seen their cards."""
    moments = recording.moments
    while index + 1 < len(moments) and moments[index + 1].deal == moments[index].deal:
        if moments[index + 1].kind == MOVE:
            break
        index += 1
    return index


def _hands(recording: Recording, index: int, perspective: Perspective) -> list[str]:
    """The dealt hands that this perspective sees."""
    view = recording.view(index, perspective)
    if view is None:
        return []
    lines = []
    for seat, hand in view.round.hands.items():
        faces = [view.face(card) for card in hand]
        known = [card_code(face) for face in faces if face is not None]
        if hand and len(known) == len(hand):
            lines.append("      " + with_colon(recording.names[seat], " ".join(known)))
    return lines


def _points(recording: Recording, over: RoundOver) -> list[str]:
    """What each side scored and has; partners have a line together, and one each for their cards."""
    names, lines = recording.names, []
    for side in sides(recording.options, len(names)):
        gained = sum(over.gained.get(seat, 0) for seat in side)
        total = sum(over.totals[seat] for seat in side)
        points = n_("{count} point", "{count} points", total).format(count=total)
        scored = f"      {side_name(names, side):<20} {gained:>+5}  {points:<14}"
        held = {seat: " ".join(map(card_code, over.hands.get(seat, ()))) for seat in side}
        if len(side) == 1:
            lines.append(f"{scored} {held[side[0]]}".rstrip())
        else:
            lines.append(scored.rstrip())
            lines += [f"        {with_colon(names[seat], cards)}" for seat, cards in held.items() if cards]
    return lines
