"""A task: one unfinished step of a round, with all rules that apply to it.

Tasks are on the round's agenda, the next one last. A task says what it waits for, judges the answer, puts
what follows on the agenda, and knows what happens to it when a seat leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from p2puno.cards import Face
from p2puno.moves import IllegalMove, Move, Open, Waiting

if TYPE_CHECKING:
    from p2puno.round.state import Round
    from p2puno.view import View


@dataclass(slots=True)
class Task:
    """Immutable by convention. (Not frozen: creating a frozen one takes three times as long.)"""

    def wait(self, round: Round) -> Waiting | None:
        """What must be answered now; or do the next step and return None."""
        raise NotImplementedError

    def answer(self, round: Round, move: Move) -> None:
        """Apply the move that the choice asked for, or raise IllegalMove and change nothing."""
        raise AssertionError(f"{self} asked for no move")

    def opened(self, round: Round, faces: Sequence[Face | None]) -> None:
        """Take the faces that became public, in the order of the requested items."""
        raise AssertionError(f"{self} asked for no card")

    def shuffled(self, round: Round, cards: list[int]) -> None:
        """Take the cards that came out of the requested shuffle."""
        raise AssertionError(f"{self} asked for no shuffle")

    def without(self, round: Round, seat: int) -> Task | None:
        """What remains of this task when a seat leaves for good; None if it lapses (L-02)."""
        return self

    def moves(self, view: View) -> list[Move]:
        """What the seat that must choose can do, as far as the view knows its cards."""
        return []


def wrong_move(rule: str, wanted: str) -> IllegalMove:
    return IllegalMove(rule, f"now is the time to {wanted}")


def not_the_face() -> IllegalMove:
    return IllegalMove("T-01", "that is not what the card shows")


@dataclass(slots=True)
class Look(Open, Task):
    """Cards become known to the seats that may see them: what the round waits for is the task itself."""

    def wait(self, round: Round) -> Waiting:
        return self

    def opened(self, round: Round, faces: Sequence[Face | None]) -> None:
        round.agenda.pop()
        if faces:  # most looks are those of one seat at its own cards
            opened = iter(faces)
            for card, side, to in self.items:
                if to is None and (face := next(opened)) is not None:
                    round.faces[side][card] = face

    def without(self, round: Round, seat: int) -> Task | None:
        # The departed seat's cards and the draw pile are about to be mixed (L-01): these handles expire.
        dying = {*round.hands[seat], *round.pile}
        items = tuple((card, side, to) for card, side, to in self.items if to != seat and card not in dying)
        return Look(items) if items else None
