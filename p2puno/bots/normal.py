"""normal: plays like a sensible player who looks mostly at their own cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from p2puno.bots.habits import Habits, Mind
from p2puno.cards import COLOURS, Colour, Face, Symbol
from p2puno.moves import Accept, Ask, Challenge, Choice, Fight, Move, Name, Play, Show, Swap
from p2puno.round.challenge import Doubt

SUSPICIOUS = 6
"""With this many cards left, a player is expected to hold the colour in play: challenge."""


def choose(mind: Mind, moves: Sequence[Move]) -> Move:
    waiting = mind.view.round.waiting
    assert type(waiting) is Choice
    match waiting.ask:
        case Ask.TURN | Ask.DRAWN | Ask.DOUBLE:
            return _play(mind, moves)
        case Ask.COLOUR:
            return Name(_favourite(mind))
        case Ask.CHALLENGE | Ask.STACK:
            return _challenge(mind, moves)
        case Ask.OPPONENT:
            return _opponent(mind, moves)
        case Ask.SEAL | Ask.BATTLE:
            return max((move for move in moves if type(move) is Show), key=lambda show: show.face.number)
        case Ask.TRADE:
            return _trade(mind, moves)
        case _:
            return moves[0]


def _colours(mind: Mind) -> Counter[Colour]:
    return Counter(face.colour for _, face in mind.view.hand() if face.colour is not None)


def _favourite(mind: Mind) -> Colour:
    """The colour this seat holds most of."""
    held = _colours(mind)
    colours = list(COLOURS[mind.view.round.side])
    mind.random.shuffle(colours)
    return max(colours, key=lambda colour: held[colour])


def _play(mind: Mind, moves: Sequence[Move]) -> Move:
    """Keep the colour, else match the symbol, most expensive card first; a wild card as a last resort."""
    plays = [move for move in moves if type(move) is Play]
    if not plays:
        return moves[0]
    round = mind.view.round
    points = round.rules.deck.points
    return max(
        plays, key=lambda play: (not play.face.wild, play.face.colour == round.colour, points[play.face])
    )


def _challenge(mind: Mind, moves: Sequence[Move]) -> Move:
    """Pass a penalty on where a card may be laid on it."""
    doubt = mind.view.round.task
    assert type(doubt) is Doubt
    if any(type(move) is Play for move in moves):
        return _play(mind, moves)
    if doubt.accused is None:
        return Accept()
    held = len(mind.view.round.hands[doubt.accused])
    return Challenge() if held >= SUSPICIOUS and mind.random.random() < 0.3 else Accept()


def _opponent(mind: Mind, moves: Sequence[Move]) -> Move:
    """Anybody but the partner."""
    fights = [move for move in moves if type(move) is Fight and move.opponent != mind.partner]
    return mind.random.choice(fights)


def _trade(mind: Mind, moves: Sequence[Move]) -> Move:
    """Take the smallest hand if it is smaller than our own; else let two opponents trade."""
    view = mind.view
    hands, seat = view.round.hands, view.seat
    assert seat is not None
    others = [other for other in view.round.seats if other != seat]
    smallest = min(others, key=lambda other: len(hands[other]))
    swaps = [move for move in moves if type(move) is Swap]
    apart = [swap for swap in swaps if seat not in (swap.first, swap.second)]
    if apart and len(hands[smallest]) >= len(hands[seat]):
        return mind.random.choice(apart)
    return next(swap for swap in swaps if {swap.first, swap.second} == {seat, smallest})


def likes_jump(mind: Mind, face: Face) -> bool:
    """Not with a 7 or a 0 that would give a smaller hand away."""
    round, seat = mind.view.round, mind.view.seat
    house = (*round.rules.built_in, *round.options.house_rules)
    if "seven-zero" not in house or face.symbol not in (Symbol.N7, Symbol.N0):
        return True
    mine = len(round.hands[seat]) - 1 if seat is not None else 0
    return mine == 0 or mine > min(len(hand) for other, hand in round.hands.items() if other != seat)


HABITS = Habits(calls=0.92, calls_late=0.5, catches=0.7, choose=choose, jumps=0.75, likes_jump=likes_jump)
