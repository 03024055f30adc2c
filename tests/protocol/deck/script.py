"""A short game in which every step occurs at least once."""

from __future__ import annotations

from protocol.deck import GIVE, Open, Reveal, Seal
from protocol.deck.group import SECP256K1
from tests.protocol.deck.table import AFTER, GAME, Table, setup_of

STEPS = ["commit", "split", "keep", "mix", "prove", "share", "seal", "receipt", "reveal", "return"]


def game(after: bytes = AFTER, game_id: bytes = GAME) -> Table:
    """Played to the end; its history is in every deck of the table."""
    table = Table(setup_of(4, 2, sides=2, after=after, game=game_id), SECP256K1)
    table.run()
    cards = table.shuffle((0, 1))
    table.do(Open(((cards[0], 0, 0), (cards[0], 1, None))))
    table.do(Seal(GIVE, ((cards[0], 0),), 0, 1))
    table.do(Open(((cards[0], 0, None),), by=1))
    table.lose(3)
    table.do(Open(((cards[1], 0, 0),)))
    table.do(Reveal())
    return table
