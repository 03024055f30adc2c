"""What holds in every round, also holds among bots of every level, some of whom leave."""

import pytest

from p2puno.bots import LEVELS
from p2puno.options import VARIANTS

from .test_any_round import check_all
from .walk import PLAYERS, Course, Walk

ROUNDS = {"hard": 20, "master": 2}


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", PLAYERS)
def test_bots_come_to_an_end_with_all_cards(variant: str, players: int, level: str) -> None:
    for seed in range(ROUNDS.get(level, 40)):
        check_all(Walk(Course(variant, players, level, bool(seed % 2), seed)))
