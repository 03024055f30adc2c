"""Writes positions in the notation of `p2puno/notation.py`, and reads them with a fixed seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from random import Random

from p2puno import notation
from p2puno.cards import Face
from p2puno.dealer import Dealer
from p2puno.moves import Call, Catch, Choice, Claim
from p2puno.notation import SIDES, NotationError, Position
from p2puno.options import Options
from p2puno.round.state import Round

__all__ = ["NotationError", "Position", "read", "write"]


def read(text: str, random: Random | None = None) -> Position:
    """The position that a line describes; later shuffles are always the same unless `random` is given."""
    return notation.read(text, random or Random(0))


def write(position: Position, seat: int | None = -1) -> str:
    """The position in one line: all of it, or what a seat (None: a spectator) knows of it."""
    dealer, round = position.dealer, position.dealer.round
    if type(round.waiting) is not Choice:
        raise NotationError("only a position that waits for a choice can be written down")
    sees = _all_seeing(dealer) if seat == -1 else _seen_by(dealer, seat)
    card = _Cards(dealer, sees).write
    usual = Options()
    header = [round.rules.name]
    header += [
        f"{name}={value}"
        for name, value in round.options.key()
        if name not in ("variant", "house_rules") and value != getattr(usual, name)
    ]
    header += [f"house={','.join(round.options.house_rules)}"] if round.options.house_rules else []
    play = [f"{round.turn}{'>' if round.direction > 0 else '<'}"]
    if round.two_sided:
        play.append(SIDES[round.side])
    play.append(round.colour.value if round.colour else "-")
    play += [card(each, "discard") for each in reversed(round.discard)]
    sections = [header, play]
    for each in round.order:
        hand = round.hands.get(each)
        words = _write_left(round, each, sees) if hand is None else [card(c, "hand", each) for c in hand]
        sections.append([f"{each}:", *words])
    sections.append(["pile:", *(card(each, "pile") for each in reversed(round.pile))])
    sections.append(["dealer:", str(round.dealer)])
    if round.aside:
        sections.append(["aside:", *(f"{owner}={card(each, 'aside')}" for owner, each in round.aside)])
    if round.passes:
        sections.append(["passes:", str(round.passes)])
    if round.shuffles:
        sections.append(["shuffles:", str(round.shuffles)])
    turn = ["drew" if round.drew else "moved", f"next={round.upcoming}"] if round.moved else []
    turn += [f"out={round.out}"] if round.out is not None else []
    turn += ["ahead"] if round.uno_ahead else []
    turn += ["laid"] if round.laid == round.discard[-1] else []
    if turn:
        sections.append(["turn:", *turn])
    if round.uno_seat is not None or round.uno_heard:
        owners = "-" if round.uno_seat is None else "+".join(map(str, (round.uno_seat, *round.uno_also)))
        said = [f"{who}={_write_claim(round, what)}" for who, what in round.uno_heard]
        called = round.uno_called and round.uno_seat is not None
        sections.append(["uno:", owners, *(["called"] if called else said)])
    if round.agenda:
        sections.append(["pending:", *(_write_value(task) for task in reversed(round.agenda))])
    if position.scores:
        sections.append(["scores:", *map(str, position.scores)])
    return " | ".join(" ".join(section) for section in sections)


Sees = Callable[[int, int], Face | None]


def _all_seeing(dealer: Dealer) -> Sees:
    return dealer.face


def _seen_by(dealer: Dealer, seat: int | None) -> Sees:
    if seat is None:
        return lambda card, side: dealer.round.faces[side].get(card)
    return dealer.views[seat].face


@dataclass(frozen=True)
class _Cards:
    dealer: Dealer
    sees: Sees

    def write(self, card: int, place: str, owner: int | None = None) -> str:
        round = self.dealer.round
        text = ":".join(
            seen.code if (seen := self.sees(card, side)) else "?" for side in range(len(round.faces))
        )
        if place in ("discard", "aside"):
            return text
        if card in round.faces[round.side]:
            text += "!"
        if place == "pile" and round.two_sided and card != round.pile[-1]:
            text += "~" if card in round.faces[1 - round.side] else ""
        knowing = (
            seat
            for seat, view in self.dealer.views.items()
            if seat != owner and card in view.known[round.side] and card not in round.faces[round.side]
        )
        unseen = "*" if card in round.blind and card not in round.faces[round.side] else ""
        return text + "".join(f"@{seat}" for seat in knowing) + unseen


def _write_claim(round: Round, claim: Claim) -> str:
    if type(claim) is Call:
        return "call"
    assert type(claim) is Catch
    return "catch" if claim.seat == round.uno_seat else f"catch{claim.seat}"


def _write_left(round: Round, seat: int, sees: Sees) -> list[str]:
    side, cards = round.left[seat]
    words = ["out" if seat in round.expelled else "left", *([SIDES[side]] if round.two_sided else [])]
    return words + [seen.code if (seen := sees(card, side)) else "?" for card in cards]


def _write_value(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, Face):
        return value.code
    if isinstance(value, tuple):
        return f"[{','.join(map(_write_value, value))}]"
    if is_dataclass(value):
        inner = (getattr(value, field.name) for field in fields(value))
        return f"{type(value).__name__}({','.join(map(_write_value, inner))})"
    return str(value)
