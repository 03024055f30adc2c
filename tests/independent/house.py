"""House rules (rules.md K and N, protocol.md §19.7 and §19.8): what they change in the machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.independent.cards import colour_of, sides_of, symbol_of

if TYPE_CHECKING:
    from tests.independent.round import Machine

STRENGTH = {"+1": 1, "+2": 2, "W+2": 2, "W+4": 4, "+5": 5, "W+c": 6}
STRENGTH |= {"+4": 4, "W+4r": 4, "W+6": 6, "W+10": 10}
PENALTY = {"+1": (1, 0), "+2": (2, 0), "+5": (5, 0), "W+2": (2, 0), "W+4": (4, 0), "W+c": (0, 1)}
PENALTY |= {"+4": (4, 0), "W+4r": (4, 0), "W+6": (6, 0), "W+10": (10, 0)}
LIMIT = 25
NO_MERCY = ("stack-up", "seven-zero", "draw-until", "force", "no-challenge", "mercy")
"""What always holds in no-mercy (§19.8)."""
SHUFFLES = 10
LONG_DRAWS = 3


def rules_of(variant: str, words: list[str]) -> dict[str, int]:
    """The house rules by name, with their numbers."""
    if variant == "no-mercy":
        words = [*NO_MERCY, *words]
    return {name: int(number or 0) for name, _, number in (word.partition(":") for word in words)}


def cards_of(variant: str, words: list[str]) -> list[list[str]]:
    sides = sides_of(variant)
    return [side + side for side in sides] if "two-decks" in words else sides


def fits(machine: Machine, face: str) -> bool:
    colour = colour_of(face)
    return colour is None or colour == machine.colour or symbol_of(face) == symbol_of(machine.top)


def fitting(machine: Machine, but: tuple[str, ...] = ()) -> set[str]:
    faces = set(machine.cards[machine.side])
    return {face for face in faces if fits(machine, face) and symbol_of(face) not in but}


def answers(machine: Machine) -> set[str]:
    """The faces that may be laid on a pending penalty."""
    house, public = machine.house, machine.faces[machine.side]
    symbols = [symbol_of(public[card]) for card in reversed(machine.discard)]
    pending = next((symbol for symbol in symbols if symbol in STRENGTH), None)
    found = set()
    for face in machine.cards[machine.side]:
        symbol = symbol_of(face)
        stacks = pending is not None and symbol in STRENGTH
        same, stronger = symbol == pending, stacks and STRENGTH[symbol] >= STRENGTH[pending or ""]
        may_stack = ("stack-same" in house and same) or ("stack-up" in house and stronger)
        if stacks and (may_stack or "stack-any" in house):
            found.add(face)
        if "deflect" in house and symbol in ("r", "s") and colour_of(face) == machine.colour:
            found.add(face)
    return found


def may_be_twin(machine: Machine) -> bool:
    """Whether somebody may jump in."""
    if "jump-in" not in machine.house or machine.waiting != ("choice", machine.turn, "turn"):
        return False
    if machine.agenda or machine.laid is None or machine.laid != machine.discard[-1]:
        return False
    public = machine.faces[machine.side]
    gone = sum(public.get(card) == machine.top for card in (*machine.discard, *machine.pile))
    return machine.cards[machine.side].count(machine.top) > gone


def fewest_cards(machine: Machine) -> int:
    """Who wins when the discard pile was shuffled too often."""
    at, best = machine.turn, machine.turn
    for _ in machine.seats:
        if len(machine.hands[at]) < len(machine.hands[best]):
            best = at
        at = machine.next(at)
    return best


def open_hands(machine: Machine) -> list[tuple[int, int, int | None]]:
    """What must be laid open before a turn."""
    if "open-hands" not in machine.house:
        return []
    return [
        (card, machine.side, None)
        for hand in machine.hands.values()
        if len(hand) <= machine.house["open-hands"]
        for card in hand
        if machine.known(card) is None and card not in machine.blind
    ]
