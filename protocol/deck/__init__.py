"""The deck that nobody owns: committed to, shuffled and proved by all, opened card by card, then audited.

    deck = Deck(setup, seat, secret)
    while deck.waiting():                       # the first of these is entitled to write
        value = deck.answer(step)               # ... if it is us
        deck.take(seat, step, value)            # everybody's steps, ours too
    deck.begin(Shuffle(cards, first))           # and so on with Open, Seal, Lose, Reveal

docs/cryptography.md has the scheme.
"""

from protocol.deck.auditing import Audit
from protocol.deck.batch_arithmetic import Calculator, Memo, Trust
from protocol.deck.deal_parameters import MAX_CARDS, Setup
from protocol.deck.deck import Deck
from protocol.deck.errors import Blame, InvalidError, MisuseError, RefusedError
from protocol.deck.requests import GIVE, SHOW, Lose, Open, Request, Reveal, Seal, Shuffle

__all__ = [
    "GIVE",
    "MAX_CARDS",
    "SHOW",
    "Audit",
    "Blame",
    "Calculator",
    "Deck",
    "InvalidError",
    "Lose",
    "Memo",
    "MisuseError",
    "Open",
    "RefusedError",
    "Request",
    "Reveal",
    "Seal",
    "Setup",
    "Shuffle",
    "Trust",
]
