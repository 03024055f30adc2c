"""What may be said or laid out of turn: calls and catches of UNO, and cards with which a player jumps in."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from p2puno.cards import Face
from p2puno.moves import IllegalMove, JumpIn
from p2puno.round import Round
from p2puno.round.uno import may_call_ahead
from protocol.deck import Deck, Open, RefusedError
from protocol.deck.opening import SHARE
from protocol.play.window_statements import JUMP, Jump
from protocol.remote_errors import IllegalError, MalformedError, UnprovedError

if TYPE_CHECKING:
    from protocol.play.deal import Deal


def call_has_effect(round: Round, seat: int) -> bool:
    """Whether calling UNO in one's own turn has an effect. Otherwise it is illegal, because it could be
    repeated forever."""
    return may_call_ahead(round, seat) or seat in round.uno_owners


def may_claim(round: Round) -> bool:
    """Whether claims about UNO are taken: somebody may be caught, or a wrong catch has a price."""
    return round.uno_seat is not None or round.rules.wrong_catch > 0


def owing(round: Round, due: int, claimed: Collection[int]) -> tuple[int, ...]:
    """The seats that must claim or keep silent before `due` can lay a card (G-11). `claimed` have made their
    claim about UNO, which settles only that."""
    if round.claim_open:
        return tuple(seat for seat in round.seats if seat != due)
    if not round.uno_open:
        return ()
    return tuple(seat for seat in round.seats if seat != due and seat not in claimed)


def asked(round: Round, due: int) -> tuple[int, ...]:
    """The seats that may jump in, in the order in which they are asked: in the direction of play, from the
    one after the seat that is due. The first that jumps has it."""
    seats = []
    seat = round.next(due)
    while seat != due:
        seats.append(seat)
        seat = round.next(seat)
    return tuple(seats)


def check_jump(deal: Deal, jump: Jump) -> None:
    """Raise unless a claim that was received is good: the seat holds the card, the share opens it, and the
    rules allow it. Changes nothing."""
    round = deal.round
    assert round is not None
    face = _face(deal, round, jump)
    try:
        round.copy().apply(jump.seat, JumpIn(jump.card, face, jump.uno))
    except IllegalMove as illegal:
        raise IllegalError(str(illegal), jump.seat, illegal.rule) from None


def _face(deal: Deal, round: Round, jump: Jump) -> Face:
    """The face of the card that a jump shows."""
    known = _public(deal.deck, round, jump)
    if known is None:
        try:
            known = deal.deck.shown_by(jump.seat, jump.card, round.side, jump.share)
        except RefusedError as refused:
            raise UnprovedError(str(refused), jump.seat, SHARE) from None
    return deal.face(round.side, known)


def _public(deck: Deck, round: Round, jump: Jump) -> int | None:
    """The card, if everybody can see it."""
    if jump.card not in round.hands.get(jump.seat, ()):
        raise IllegalError("a card that is not in the hand of who jumps in", jump.seat)
    known = deck.public(jump.card, round.side)
    if known is not None and jump.share is not None:
        raise MalformedError("a share of a card that all can see", jump.seat)
    return known


def open_jump(deal: Deal, jump: Jump) -> tuple[JumpIn, bool]:
    """Open the card of a jump that is admitted: the move, and whether that changed the deck."""
    round = deal.round
    assert round is not None
    known, place = _public(deal.deck, round, jump), (jump.card, round.side)
    if known is not None:
        return JumpIn(jump.card, deal.face(round.side, known), jump.uno), False
    try:
        deal.deck.take(jump.seat, SHARE, [[], jump.share], _request(*place, jump.seat))
    except RefusedError as refused:
        raise UnprovedError(str(refused), jump.seat, SHARE) from None
    shown = deal.deck.public(*place)
    assert shown is not None
    return JumpIn(jump.card, deal.face(round.side, shown), jump.uno), True


def own_jump(deal: Deal, move: JumpIn) -> list[Any]:
    """The values of our claim, with the share that opens its card."""
    round, share = deal.round, None
    assert round is not None
    assert deal.game.seat is not None
    if deal.deck.public(move.card, round.side) is None:
        _, share = deal.deck.answer(SHARE, _request(move.card, round.side, deal.game.seat))
    return [*deal.window_values(), JUMP, move.card, move.uno, share]


def _request(card: int, side: int, by: int) -> Open:
    return Open(((card, side, None),), by, single=True)
