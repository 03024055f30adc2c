"""What hands pay when players withheld keys, cheated, or were lost (L-06 to L-08)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from p2puno.round import Result, Round


def payment(
    round: Round,
    held: Mapping[int, int],
    operators: Mapping[int, int],
    opened: Collection[int],
    known: Collection[tuple[int, int]],
) -> dict[int, int]:
    """What each hand pays to the player who went out: the points it held. Cards that cannot be opened pay
    nothing if another seat of that player has withheld its key (L-06).

    `opened` has the seats whose keys are known, `known` the cards and sides whose faces are.
    """
    pays = dict(held)
    player = None if round.out is None else operators[round.out]
    if any(operators[seat] == player and seat not in opened for seat in operators):
        for seat, (side, cards) in round.holdings.items():
            hidden = sum((card, side) not in known for card in cards)
            pays[seat] -= hidden * round.rules.deck.highest_points
    return pays


def void_result(result: Result) -> Result:
    """The result of a round that was won by a cheat: the cheat is left with the most points, too (L-08)."""
    assert result.out is not None
    return result._replace(held={**result.held, result.out: max(result.held.values())})


def forfeits(round: Round, operators: Mapping[int, int], lost: Collection[int]) -> dict[int, int]:
    """What a round that cannot be finished costs the seats that were lost in it, and the other seats of the
    same players: the highest value for each card they hold (L-07)."""
    players = {operators[seat] for seat in lost}
    return {
        seat: len(cards) * round.rules.deck.highest_points
        for seat, (_, cards) in round.holdings.items()
        if operators[seat] in players
    }
