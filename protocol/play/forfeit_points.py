"""What hands pay when players withheld keys, cheated, or were lost (L-06 to L-08)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from p2puno.match.schedule import Seats
from p2puno.round import Result, Round
from protocol.log.genesis import Genesis


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


def _liable(genesis: Genesis, guilty: Collection[int]) -> set[int]:
    """The seats that answer for the guilty ones: all seats of the same players (L-08)."""
    if genesis.first_rules:
        return set(guilty)
    cheats = {genesis.players[seat].operator for seat in guilty}
    return {seat for seat, player in enumerate(genesis.players) if player.operator in cheats}


def is_void(genesis: Genesis, seats: Seats, out: int | None, guilty: Collection[int]) -> bool:
    """Whether nobody is paid for a round, because a player who would be has a seat that cheated (L-08)."""
    if out is None:
        return False
    partner = None if genesis.first_rules else seats.partner(out)
    return not _liable(genesis, guilty).isdisjoint((out, partner))


def fined(result: Result, genesis: Genesis, guilty: Collection[int], charges: bool) -> Result:
    """The result in which the seats that answer for a cheat are left with as many points as the seat that
    holds the most (L-08): all of them where cards are charged, otherwise only the one that went out."""
    liable = _liable(genesis, guilty)
    if not charges or genesis.first_rules:
        liable &= {result.out}
    most = max(result.held.values(), default=0)
    return result._replace(
        held={seat: most if seat in liable else held for seat, held in result.held.items()}
    )


def forfeits(round: Round, operators: Mapping[int, int], lost: Collection[int]) -> dict[int, int]:
    """What a round that cannot be finished costs the seats that were lost in it, and the other seats of the
    same players: the highest value for each card they hold (L-07)."""
    players = {operators[seat] for seat in lost}
    return {
        seat: len(cards) * round.rules.deck.highest_points
        for seat, (_, cards) in round.holdings.items()
        if operators[seat] in players
    }
