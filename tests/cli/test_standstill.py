"""What players are told while the table waits for a program that does not answer."""

from __future__ import annotations

import pytest

from cli.sessions.standstill import TOLD_AFTER, Delay, Standstill
from p2puno.match import Match
from p2puno.options import Options
from protocol.identity import Identity
from protocol.log.entry import AGREE, DECK, MOVE, SETTLE
from protocol.log.genesis import Genesis
from protocol.peer.screen_snapshot import Standing
from protocol.play.deal import Due
from protocol.table.turn_clock import LOOK
from tests.simulation.world import make_genesis, quick_terms

PERSON, BOT, SELF = 1, 2, 0


def genesis() -> Genesis:
    """Two people, and a bot of the first."""
    identities = [Identity(bytes([seat]) * 32) for seat in range(3)]
    return make_genesis(identities, quick_terms(), (0, 1, 0))


def waiting(due: Due | None, head: bytes = b"head") -> Standing:
    return Standing(head, Match(Options(), 3), 0, None, due, 1, 0, (0, 1, 2), None, False)


def told_after(standing: Standing, *away: int) -> list[float]:
    """The seconds after which our player is told something, in steps of half a second for three minutes."""
    standstill = Standstill(genesis(), SELF)
    return [n / 2 for n in range(360) if standstill.look(standing, away, 1000 + n / 2) is not None]


TURN = (LOOK + genesis().terms.turn_time) / 1000


@pytest.mark.parametrize(
    ("standing", "late"),
    [
        (waiting(Due(PERSON, DECK, "mix")), 0.0),
        (waiting(Due(PERSON, AGREE, "agree")), 0.0),
        (waiting(Due(PERSON, MOVE, "turn")), TURN),
        (waiting(Due(BOT, MOVE, "turn")), 0.0),
        (waiting(Due(SELF, MOVE, "turn")), None),
        (waiting(Due(PERSON, SETTLE, "settle")), None),
        (waiting(None), None),
    ],
)
def test_a_player_is_told_when_a_program_is_late(standing: Standing, late: float | None) -> None:
    wanted = [] if late is None else [late + seconds for seconds in TOLD_AFTER if late + seconds < 180]
    assert told_after(standing) == wanted


def test_nobody_waits_for_the_choice_of_a_player_who_is_away() -> None:
    assert told_after(waiting(Due(PERSON, MOVE, "turn")), PERSON) == [*TOLD_AFTER]


def test_every_entry_begins_the_wait_anew() -> None:
    standstill, standing = Standstill(genesis(), SELF), waiting(Due(BOT, MOVE, "turn"))
    assert standstill.look(standing, (), 0.0) is None
    assert standstill.look(standing._replace(head=b"other"), (), 7.0) is None
    assert standstill.look(standing._replace(head=b"other"), (), 14.5) is None
    assert standstill.look(standing._replace(head=b"other"), (), 15.0) == Delay(
        BOT, 8, genesis().terms.grace // 1000
    )


@pytest.mark.parametrize(("seat", "told"), [(BOT, []), (PERSON, [0])])
def test_own_bots_that_wait_for_a_look_at_the_result_are_not_late(seat: int, told: list[int]) -> None:
    standstill, standing = Standstill(genesis(), SELF), waiting(Due(seat, DECK, "mix"))
    looks = [standstill.look(standing, (), float(now), held=True) for now in range(59)]
    assert [0 for delay in looks if delay is not None] == told
    assert standstill.look(standing, (), 59.0 + TOLD_AFTER[0]) is not None or told
