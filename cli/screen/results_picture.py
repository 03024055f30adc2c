"""The results of a round or match: open hands, points, places, the audit's result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cli.screen.canvas import padded
from cli.screen.scene import Option, Overlay, Row
from cli.screen.table_controls import Controls
from cli.sessions.rematch_sentences import rematch_lines
from cli.words.language import _, n_
from cli.words.shared_scores import Side, side_name, sides
from cli.words.terms_in_words import to_points
from protocol.play.news import MatchOver, RoundOver

_NAME = 17
"""Columns for a player's name."""
_PAIR = 2 * _NAME
"""Columns for the names of two partners."""


def round_over(controls: Controls, notice: RoundOver) -> Overlay:
    rows = [*_how(controls, notice), Row(""), *_hands(controls, notice), Row(""), *_scores(controls, notice)]
    rows += _audit(notice)
    title = _("Round {number}").format(number=notice.number)
    footer = _("Enter: the next round.")
    if controls.later_results:
        footer = _("The next round is over, too.") + "  " + _("Enter: its result.")
    elif controls.choice is not None:
        footer = _("It is your turn.") + "  " + footer
    on = Option(_("Enter"), _("The next round"), "key:enter", selected=True)
    return Overlay(title, tuple(rows), footer, controls.scroll, (on,))


def match_over(controls: Controls, notice: MatchOver) -> Overlay:
    """The places, and below them the last round."""
    names, totals = controls.session.names, controls.session.match.totals
    rows = [Row(controls.log.narrator.won(notice), "class:good"), Row("")]
    place, last = 1, controls.round_over
    for seats in notice.ranking:
        equal = [side for side in sides(controls.session.options, len(names)) if side[0] in seats]
        gained = last.gained if last is not None else {}
        for side in equal:
            row = _score(controls, side, totals, gained, f"{place:>3}. ")
            rows.append(replace(row, style="bold" if place == 1 else ""))
        place += len(equal)
    if last is not None:
        rows += [Row(""), *_how(controls, last), *_hands(controls, last), *_audit(last)]
    rematch = controls.session.rematch
    if rematch is not None and (lines := rematch_lines(rematch)):
        rows += [Row(""), *(Row(line, "class:prompt") for line in lines)]
    in_tournament = controls.session.options.mode == "tournament"
    footer = _("Enter: the standings.") if in_tournament else _("Enter: leave.")
    options = [Option(_("Enter"), _("Standings") if in_tournament else _("Leave"), "key:enter")]
    if controls.can_play_again:
        watching = rematch is not None and controls.session.seat is None
        again = _("a: watch the next match.") if watching else _("a: play another match.")
        if controls.can_choose_rules:
            again += "  " + _("r: other rules first.")
        footer = again + "  " + footer
        words = _("Watch the next match") if watching else _("Play another match")
        options.insert(0, Option("a", words, "key:a", selected=True))
    return Overlay(_("The match is over"), tuple(rows), footer, controls.scroll, tuple(options))


def _how(controls: Controls, notice: RoundOver) -> list[Row]:
    """How the round ended."""
    result = notice.result
    if result.how == "blocked":
        return [Row(_("Nobody can play or draw any more: the round does not count and is dealt again."))]
    if result.out is None:
        return []
    if result.out == controls.session.seat:
        return [Row(_("You win the round!"), "class:good")]
    name = controls.session.names[result.out]
    return [Row(_("{name} wins the round!").format(name=name), "class:prompt")]


def _hands(controls: Controls, notice: RoundOver) -> list[Row]:
    rows = []
    for seat, faces in notice.hands.items():
        held = notice.result.held.get(seat, 0)
        after = n_("{count} point", "{count} points", held).format(count=held)
        rows.append(Row(padded(controls.session.names[seat], _NAME), cards=faces, after=after))
    return rows


def _scores(controls: Controls, notice: RoundOver) -> list[Row]:
    names, options = controls.session.names, controls.session.options
    ranking = sorted(sides(options, len(names)), key=lambda side: -sum(notice.totals[seat] for seat in side))
    if options.scoring == "lowest" or options.mode == "challenge":
        ranking.reverse()
    scores = [_score(controls, side, notice.totals, notice.gained) for side in ranking]
    return [Row(_("Scores"), "bold"), *scores]


def _score(
    controls: Controls, side: Side, totals: Sequence[int], gains: Mapping[int, int], place: str = ""
) -> Row:
    """A player or a pair: the total, and what the last round added to it."""
    names = controls.session.names
    name, total = side_name(names, side), sum(totals[seat] for seat in side)
    gained = _plus(sum(gains.get(seat, 0) for seat in side))
    column = _NAME if len(side) == 1 else _PAIR
    cells = (name, str(total), gained)
    return Row(
        f"{place}{padded(name, column)}{total:>6} {gained:>6} ",
        "class:good" if gained else "",
        bar=_towards(controls, total),
        cells=(place.strip(), *cells) if place else cells,
    )


def _plus(gained: int) -> str:
    return f"+{gained}" if gained else ""


def _towards(controls: Controls, total: int) -> float | None:
    """Progress towards the end of the match, where points end it."""
    options = controls.session.options
    return total / options.target if to_points(options) else None


def _audit(notice: RoundOver) -> list[Row]:
    if notice.verified is None:
        return []
    if notice.verified:
        return [Row(""), Row(_("The deck was verified."), "class:good", sign="verified")]
    return [Row(""), Row(_("The deck failed verification!"), "class:alert")]
