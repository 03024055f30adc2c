"""`p2puno verify`: the verdict on recorded games, for people and for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from cli.words import _
from protocol.cores import calculator
from protocol.evidence import Evidence, read_evidence
from protocol.verify import COMPLETE, CUT, Verdict, verify


def verify_files(paths: Sequence[Path], as_json: bool) -> int:
    """0 if every file is right as far as it goes, 1 if one is not."""
    proofs = {path: found for path in paths if (found := read_evidence(path)) is not None}
    verdicts = [(path, _verdict(path, not as_json)) for path in paths if path not in proofs]
    if as_json:
        values = [{"file": str(path), **asdict(verdict)} for path, verdict in verdicts]
        print(json.dumps(values + [_evidence_values(*item) for item in proofs.items()], indent=1))
    else:
        for path, verdict in verdicts:
            for line in describe(path, verdict):
                print(line)
        for path, evidence in proofs.items():
            print(f"{path.name}:")
            print("  " + explain(evidence))
    return 0 if all(verdict.state in (COMPLETE, CUT) for _path, verdict in verdicts) else 1


def explain(evidence: Evidence) -> str:
    """What is proved, for a stranger."""
    if evidence.what == "fork":
        text = _("evidence against {name}: signed two different entries for position {n} of game {game}")
    else:
        text = _("evidence against {name}: signed a vote for position {n} of game {game}, and its refusal")
    game = evidence.genesis.game.hex()[:12]
    return text.format(name=evidence.offender, n=evidence.proof.position, game=game)


def _evidence_values(path: Path, evidence: Evidence) -> dict[str, object]:
    return {
        "file": str(path),
        "state": "evidence",
        "players": [player.name for player in evidence.genesis.players],
        "position": evidence.proof.position,
        "offender": evidence.proof.seat,
        "reason": evidence.what,
    }


def _verdict(path: Path, talks: bool) -> Verdict:
    if not path.exists():
        return Verdict("bad", 0, reason=_("there is no such file"))
    show = talks and sys.stderr.isatty()

    def progress(done: int, of: int) -> None:
        if done % 20 == 0 or done == of:
            end = "\r" if done < of else "\r\033[K"
            print(f"{done}/{of}", end=end, file=sys.stderr, flush=True)

    return verify(path, calculator(), progress if show else None)


def describe(path: Path, verdict: Verdict) -> list[str]:
    lines = [f"{path.name}:"]
    if verdict.players:
        lines.append("  " + _("players: {names}").format(names=", ".join(verdict.players)))
    if verdict.state == COMPLETE:
        lines.append(
            "  " + _("complete and right: {count} entries, all signed").format(count=verdict.entries)
        )
    elif verdict.state == CUT:
        lines.append("  " + _("right as far as it goes: {count} entries").format(count=verdict.entries))
        if verdict.reason:
            lines.append("  " + verdict.reason)
    else:
        where = "" if verdict.position is None else _(" at entry {n}").format(n=verdict.position)
        who = (
            ""
            if verdict.offender is None
            else _(", by {name}").format(name=verdict.players[verdict.offender])
        )
        lines.append(
            "  " + _("NOT to be believed{where}{who}: {why}").format(where=where, who=who, why=verdict.reason)
        )
    for number, report in enumerate(verdict.rounds, 1):
        out = "-" if report.out is None else verdict.players[report.out]
        state = _("every shuffle proved, every card audited") if report.audited else _("shuffles proved")
        lines.append("  " + _("round {n}: {out} went out; {state}").format(n=number, out=out, state=state))
    for seat, reason in verdict.lost:
        lines.append("  " + _("{name} was lost ({reason})").format(name=verdict.players[seat], reason=reason))
    if verdict.totals:
        scores = ", ".join(
            f"{name} {total}" for name, total in zip(verdict.players, verdict.totals, strict=True)
        )
        lines.append("  " + _("scores: {scores}").format(scores=scores))
    if verdict.winners:
        winners = ", ".join(verdict.players[seat] for seat in verdict.winners)
        lines.append("  " + _("winner: {names}").format(names=winners))
    return lines
