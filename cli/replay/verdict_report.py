"""`p2puno verify`: the verdict on recorded games, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

from cli.replay.file_comparison import compare_files, tell_comparison
from cli.runtime.output import printable, say
from cli.screen.progress_bar import progress_bar
from cli.words.error_sentences import error_sentence
from cli.words.language import P_, _, n_, p_
from cli.words.narration import listed
from cli.words.punctuation import with_colon
from cli.words.shared_scores import side_name
from protocol.deck import Calculator
from protocol.identity import words
from protocol.make_calculator import calculator
from protocol.remote_errors import Code
from protocol.replay.compare import PARTED
from protocol.replay.evidence_file import Evidence, read_evidence
from protocol.replay.verify import COMPLETE, CUT, RoundReport, Verdict
from protocol.replay.verify_on_cores import verify_on_cores

_LOSSES = {
    "silent": P_("loss", "did not come back"),
    "fork": P_("loss", "cheated, and signed the proof of it"),
    "proved": P_("loss", "cheated: a step of the shuffle was not correct"),
}


def verify_files(paths: Sequence[Path], as_json: bool) -> int:
    """Returns 0 if every file is valid so far and files of one game agree, else 1."""
    values, right, checking = [], True, calculator()
    games: list[tuple[Path, int]] = []
    for path in paths:
        found = read_evidence(path) or _verdict(path, checking)
        if isinstance(found, Verdict):
            right = right and found.state in (COMPLETE, CUT)
            if found.players:
                games.append((path, found.entries))
        if as_json:
            values.append({"file": str(path), **_values(found)})
            continue
        print(f"{printable(path)}:")
        for line in explain(found) if isinstance(found, Evidence) else describe(found):
            say(f"  {printable(line)}")
    for pair, compared in compare_files(games, checking):
        right = right and compared.relation != PARTED
        if as_json:
            values.append({"compared": [str(path) for path in pair], **asdict(compared)})
            continue
        for line in tell_comparison(pair, compared):
            say(printable(line))
    if as_json:
        print(json.dumps(values, indent=1))
    return 0 if right else 1


def _verdict(path: Path, checking: Calculator) -> Verdict:
    with progress_bar(printable(path.name)) as progress:
        return verify_on_cores(path, checking, progress)


def _values(found: Evidence | Verdict) -> dict[str, object]:
    """The verdict for programs, independent of the language."""
    if isinstance(found, Verdict):
        values = asdict(replace(found, wrong=None))
        del values["wrong"]
        return values
    return {
        "state": "evidence",
        "players": [player.name for player in found.genesis.players],
        "position": found.proof.position,
        "offender": found.proof.seat,
        "code": found.what,
        "reason": found.what,
    }


def explain(evidence: Evidence) -> list[str]:
    """Explains what the evidence proves to somebody who did not see the game."""
    if evidence.what == "fork":
        text = _("evidence against {name}: signed two different entries for position {n} of game {game}")
    else:
        text = _(
            "evidence against {name}: signed both a vote for position {n} of game {game} and its refusal"
        )
    game = evidence.genesis.game.hex()[:12]
    player = evidence.genesis.players[evidence.proof.seat]
    return [
        text.format(name=player.name, n=evidence.proof.position, game=game),
        _("signed with the key {words}").format(words=words(player.key)),
    ]


def describe(verdict: Verdict) -> list[str]:
    """The verdict in sentences."""
    lines = [*_state(verdict), *_rounds(verdict)]
    for seat, reason in verdict.lost:
        why = p_(*_LOSSES[reason]) if reason in _LOSSES else reason
        lines.append(_("{name} lost the seat: {why}").format(name=verdict.players[seat], why=why))
    if verdict.totals:
        scores = (
            f"{side_name(verdict.players, side)} {sum(verdict.totals[seat] for seat in side)}"
            for side in verdict.sides
        )
        lines.append(_("scores: {scores}").format(scores=", ".join(scores)))
    if verdict.winners:
        winners = [verdict.players[seat] for seat in verdict.winners]
        text = n_("winner: {names}", "winners: {names}", len(winners))
        lines.append(text.format(names=listed(winners)))
    if verdict.players:
        lines.append(_("signed by:"))
        lines += [
            "  " + with_colon(name, words(bytes.fromhex(key)))
            for name, key in zip(verdict.players, verdict.keys, strict=True)
        ]
    return lines


def _state(verdict: Verdict) -> list[str]:
    count = verdict.entries
    if verdict.state == COMPLETE:
        text = n_(
            "complete and valid: {count} entry, signed, in order and by the rules",
            "complete and valid: {count} entries, all signed, in order and by the rules",
            count,
        )
        return [text.format(count=count)]
    if verdict.state == CUT:
        text = n_("valid so far: {count} entry", "valid so far: {count} entries", count)
        torn = verdict.code is Code.TORN
        why = _("the end of the file is incomplete") if torn else _("the game was not finished")
        return [text.format(count=count), why]
    assert verdict.wrong is not None
    why = error_sentence(verdict.wrong)
    if not verdict.position:  # even the genesis is invalid
        return [_("not a valid game: {why}").format(why=why)]
    if verdict.offender is None:
        return [_("NOT valid from entry {n} on: {why}").format(n=verdict.position, why=why)]
    text = _("NOT valid from entry {n} on, which is by {name}: {why}")
    return [text.format(n=verdict.position, name=verdict.players[verdict.offender], why=why)]


def _rounds(verdict: Verdict) -> list[str]:
    lines = []
    for number, report in enumerate(verdict.rounds, 1):
        text = _("round {n}: {end}; {checked}")
        lines.append(text.format(n=number, end=_end(verdict, report), checked=_checked(report)))
    return lines


def _end(verdict: Verdict, report: RoundReport) -> str:
    if report.out is None:
        return _("nobody went out")
    void = _("{name} went out, but one of their side cheated: nobody scores")
    text = void if report.void else _("{name} went out")
    return text.format(name=verdict.players[report.out])


def _checked(report: RoundReport) -> str:
    return _("every shuffle proved, every card audited") if report.audited else _("shuffles proved")
