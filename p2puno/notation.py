"""A position in one line of text: for lessons, tests and bug reports.

    classic | 1> R R5 G3 | 0: R3 G7 W | 1: B2 Y9 | pile: G1 + | scores: 0 40

Sections are divided by bars. The first is the rule set, followed by the options that differ from the
defaults; `house=stack-same,mercy` are the house rules. The second is the turn, the direction (`>` is
clockwise), in flip the side, the colour in play, and the discard pile with the top card first. Then comes a
hand for each seat, clockwise. All other sections have a name and are optional:

    pile     the draw pile, top card first; `+` is all cards not mentioned, `+3` three of them
    dealer   the seat that dealt               scores   one number for each seat
    aside    cards played in a battle, `0=R5`  passes   turns so far without a play or a draw
    turn     the progress of the turn: `moved` or `drew`, `next=2`, `out=2`, `ahead` (UNO was called), `laid`
             (the top card was laid in the turn before)
    shuffles how often the discard pile was shuffled, with house rules
    uno      the seats that owe the call, as `1` or `1+2`, or `-`; then `called`, or the claims, as `2=catch
             0=call`; `2=catch1` if it is not about the first seat
    pending  the agenda, next task first, each as `name(value,value)`

Instead of a hand, `left` stands for a seat that left, with the cards it held: `2: left R3 W`; in flip, the
side that was in play comes first: `2: left dark T3`. `out` is the same for a seat that was put out of the
round and is still in the match.

A card is the code of its face, in flip of both faces: `R5:T3`. `?` is any card not mentioned elsewhere. Signs
after a card: `!` everybody knows the side in play, `~` everybody knows the other side (of a card in the draw
pile), `@2` seat 2 knows the side in play, `*` not even the holder does. A position must wait for a choice.
What players have vowed about hidden cards is not part of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING

from p2puno.cards import COLOURS, LIGHT, Colour, Face, face
from p2puno.dealer import Dealer
from p2puno.house.blind_draw import DrawnBlind
from p2puno.house.doubles import Another
from p2puno.house.draw_until import DrawnUntil
from p2puno.house.seven_zero import OneCardLeft, OwnTrade
from p2puno.moves import Call, Catch, Choice, Claim
from p2puno.options import Options
from p2puno.round.challenge import Doubt, Pay, Penalty, Verdict
from p2puno.round.drawing import Declaration, DrawCards
from p2puno.round.naming import NameColour
from p2puno.round.state import Round
from p2puno.round.task import Task
from p2puno.round.turn import Drawn
from p2puno.rulesets import rule_set
from p2puno.rulesets.battle import Aftermath, Battle, Opponent
from p2puno.rulesets.no_mercy import DiscardColour
from p2puno.rulesets.swap import Trade

if TYPE_CHECKING:
    from random import Random

_PENDING: dict[str, type] = {
    cls.__name__: cls
    for cls in (
        NameColour,
        DrawCards,
        Declaration,
        Drawn,
        Doubt,
        Verdict,
        Pay,
        Penalty,
        Opponent,
        Battle,
        Aftermath,
        Trade,
        OwnTrade,
        OneCardLeft,
        Another,
        DrawnUntil,
        DrawnBlind,
        DiscardColour,
    )
}
"""The tasks that can be pending while a choice is waited for, and their parts."""

SIDES = ("light", "dark")


class NotationError(ValueError):
    """The text is not a position; the message says where and why."""


@dataclass(frozen=True)
class Position:
    dealer: Dealer
    scores: tuple[int, ...] = ()


def read(text: str, random: Random) -> Position:
    """The position that a line describes, ready to be continued; `random` is used for later shuffles."""
    try:
        return _read(text, random)
    except NotationError:
        raise
    except (
        ValueError,
        KeyError,
        IndexError,
        TypeError,
        AttributeError,
        AssertionError,
        RecursionError,
    ) as error:
        raise NotationError(f"not a position: {text!r} ({error})") from error


def _read(text: str, random: Random) -> Position:
    sections = [section.split() for section in text.split("|")]
    if len(sections) < 4:
        raise NotationError("a position needs a rule set, a turn and at least two hands, divided by bars")
    (variant, *settings), (turn, *play), *rest = sections
    values = dict(setting.split("=") for setting in settings)
    house_rules = tuple(filter(None, values.pop("house", "").split(",")))
    options = Options(
        variant=variant,
        house_rules=house_rules,
        **{name: int(value) if value.isdigit() else value for name, value in values.items()},  # type: ignore[arg-type]
    )
    named = {section[0].removesuffix(":"): section[1:] for section in rest}
    order = [int(name) for name in named if name.isdigit()]
    rules = rule_set(options)
    dealer_seat = int(named.get("dealer", [str(order[-1])])[0])
    round = Round(rules, options, order, dealer_seat)
    if round.two_sided:
        round.side = SIDES.index(play.pop(0))
    round.colour = None if play[0] == "-" else Colour(play[0])
    round.turn, round.direction = int(turn[:-1]), {">": 1, "<": -1}[turn[-1]]
    round.moved = False
    round.agenda = []
    dealer = Dealer(round, random)
    _Filling(dealer).fill(play[1:], named)
    for seat in order:
        if named[str(seat)][:1] in _GONE:
            del round.hands[seat]
    round.expelled = tuple(seat for seat in order if named[str(seat)][:1] == ["out"])
    if len(round.hands) < 2:
        raise NotationError("two players must be in the round")
    round.sit([seat for seat in order if seat in round.hands])
    round.cover(round.faces[round.side][round.discard[-1]], round.colour)
    _read_progress(round, named)
    round.agenda = [_as_task(value) for value in reversed(_Values(" ".join(named.get("pending", []))).all())]
    _check(round)
    round._advance()
    if type(round.waiting) is not Choice or round.waiting.seat not in round.hands:
        raise NotationError("nobody has a choice in this position")
    known = {"pile", "dealer", "scores", "aside", "passes", "shuffles", "turn", "uno", "pending"}
    if unknown := set(named) - known - set(map(str, order)):
        raise NotationError(f"there is no section {', '.join(sorted(unknown))}")
    return Position(dealer, tuple(int(score) for score in named.get("scores", ())))


_GONE = (["left"], ["out"])
_SEATS = ("seat", "victim", "accused", "challenger", "challenged", "winner")
_KINDS: dict[str, tuple[type, ...]] = {
    "int": (int,),
    "bool": (bool,),
    "bool | int": (bool, int),
    "int | None": (int, type(None)),
    "Colour": (Colour,),
    "Colour | None": (Colour, type(None)),
    "Face": (Face,),
    "Face | None": (Face, type(None)),
    "bytes | None": (bytes, type(None)),
    "Task | None": (Task, type(None)),
    "Penalty": (Penalty,),
    "DrawCards": (DrawCards,),
    "tuple[int, ...]": (tuple,),
    "tuple[int, ...] | None": (tuple, type(None)),
}


def _check(round: Round) -> None:
    """Raise unless the parts of the position can belong together."""
    hands = round.hands
    if not round.discard or not 0 <= round.passes < len(hands):
        raise NotationError("a discard pile and a turn are the least there must be")
    if round.colour is not None and round.colour not in COLOURS[round.side]:
        raise NotationError("the colour in play is not on the side in play")
    named = [round.dealer, round.upcoming, *((round.out,) if round.out is not None else ())]
    if any(seat not in round.order for seat in named) or (not round.moved and round.turn not in hands):
        raise NotationError("a seat that is not there")
    claims = [seat for seat, _ in (*round.uno_heard, *round.aside)] + list(round.uno_also)
    if any(seat not in hands for seat in claims + ([round.uno_seat] if round.uno_seat is not None else [])):
        raise NotationError("a seat that is not there")
    for task in round.agenda:
        _check_parts(round, task)
        if isinstance(task, Drawn) and task.seat != round.turn:
            raise NotationError("only the player to move can have drawn a card")
    if any(not hand for seat, hand in hands.items()) and not round.agenda and round.out is None:
        raise NotationError("a hand without cards ends the round")


def _check_parts(round: Round, value: object) -> None:
    assert is_dataclass(value)
    for field in fields(value):
        part = getattr(value, field.name)
        kind = str(field.type)
        if not isinstance(part, _KINDS[kind]) or (isinstance(part, bool) and "bool" not in kind):
            raise NotationError(f"{field.name} of {type(value).__name__} cannot be {part}")
        seats: tuple[object, ...] = (part,) if field.name in _SEATS and part is not None else ()
        if isinstance(part, tuple):  # battlers
            seats = part
        if any(seat not in round.order for seat in seats) or (
            field.name in ("seat", "victim", "challenger", "challenged") and part not in round.hands
        ):
            raise NotationError("a seat that is not there")
        if is_dataclass(part) and not isinstance(part, Face):
            _check_parts(round, part)


def _read_progress(round: Round, named: dict[str, list[str]]) -> None:
    round.passes = int(named.get("passes", ["0"])[0])
    if "shuffles" in named:
        round.shuffles = int(named["shuffles"][0])
    for word in named.get("turn", ()):
        name, _, value = word.partition("=")
        if name in ("moved", "drew"):
            round.moved, round.drew = True, name == "drew"
        elif name == "next":
            round.upcoming = int(value)
        elif name == "out":
            round.out = int(value)
        elif name == "ahead":
            round.uno_ahead = True
        elif name == "laid":
            round.laid = round.discard[-1]
        else:
            raise NotationError(f"a turn is not {word}")
    if "uno" in named:
        seats, *said = named["uno"]
        owners = [] if seats == "-" else [int(seat) for seat in seats.split("+")]
        round.uno_seat = owners[0] if owners else None
        round.uno_also = tuple(owners[1:])
        round.uno_called = said == ["called"]
        if not round.uno_called:
            round.uno_heard = tuple(_read_claim(word, round.uno_seat) for word in said)


def _read_claim(word: str, owner: int | None) -> tuple[int, Claim]:
    seat, _, what = word.partition("=")
    if what == "call":
        return int(seat), Call()
    about = what.removeprefix("catch")
    if what == about or (owner is None and not about):
        raise NotationError(f"{word} is not a claim")
    return int(seat), Catch(int(about or owner or 0))


class _Filling:
    """Puts cards into their places. Cards that are not named come from the rest of the deck, in order."""

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer
        self.round = dealer.round
        self.cards: list[list[Face | None]] = []
        self.jobs: list[Callable[[], None]] = []

    def fill(self, discard: Sequence[str], named: dict[str, list[str]]) -> None:
        round = self.round
        round.discard = [self.card(text, "discard") for text in discard][::-1]
        for seat in round.order:
            if named[str(seat)][:1] not in _GONE:
                round.hands[seat] = [self.card(text, "hand", seat) for text in named[str(seat)]]
        for text in named.get("aside", ()):
            owner, _, code = text.partition("=")
            round.aside.append((int(owner), self.card(code, "aside")))
        pile = []
        for text in named.get("pile", ["+"]):
            if text.startswith("+"):
                left = round.rules.deck.size - len(self.cards)
                more = int(text[1:] or left)
                if more > left:
                    raise NotationError("there are more cards than the deck has")
                pile += [self.card("?", "pile") for _ in range(more)]
            else:
                pile.append(self.card(text, "pile"))
        round.pile = pile[::-1]
        round.next_card = len(self.cards)
        for side, faces in enumerate(round.rules.deck.sides):
            self._complete(side, faces)
        for seat in round.order:
            if named[str(seat)][:1] in _GONE:
                self._leave(seat, named[str(seat)][1:])
        for job in self.jobs:
            job()
        if round.two_sided and round.pile:
            self._publish(round.pile[-1], 1 - round.side)

    def _leave(self, seat: int, words: list[str]) -> None:
        """The cards of a seat that left were shuffled since: only their faces count (L-05)."""
        round, side = self.round, LIGHT
        if words and words[0] in SIDES:
            side = SIDES.index(words.pop(0))
        first, round.next_card = round.next_card, round.next_card + len(words)
        round.left[seat] = side, tuple(range(first, round.next_card))
        for number, code in enumerate(words, first):
            shown = round.rules.deck.sides[side][0] if code == "?" else face(code)
            if shown not in round.rules.faces[side]:
                raise NotationError(f"there is no {code} in the deck")
            self.dealer.left[number, side] = shown

    def _complete(self, side: int, faces: Iterable[Face]) -> None:
        left = Counter(faces)
        for card in self.cards:
            if (said := card[side]) is not None:
                if not left[said]:
                    raise NotationError(f"there are not so many {said} in the deck")
                left[said] -= 1
        rest = iter(left.elements())
        self.dealer.faces[side].clear()
        for number, card in enumerate(self.cards):
            bears = card[side] or next(rest, None)
            if bears is None:
                raise NotationError("there are more cards than the deck has")
            self.dealer.faces[side][number] = bears

    def card(self, text: str, place: str, owner: int | None = None) -> int:
        match = re.fullmatch(r"([^!~@*]+)(!?)(~?)((?:@\d+)*)(\*?)", text)
        if match is None:
            raise NotationError(f"{text!r} is not a card")
        codes, public, away, knowing, blind = match.groups()
        said: list[Face | None] = [None if code == "?" else face(code) for code in codes.split(":")]
        sides = len(self.round.faces)
        if len(said) > sides:
            raise NotationError(f"{text!r} has more sides than the cards of {self.round.rules.name}")
        number = len(self.cards)
        if len(said) < sides:  # only the side in play was given
            said = [said[0] if side == self.round.side else None for side in range(sides)]
        self.cards.append(said)
        seats = [int(seat) for seat in knowing.split("@")[1:]]
        if blind:
            self.round.blind += (number,)
        elif owner is not None:
            seats.append(owner)
        self.jobs.append(lambda: self._tell(number, place, bool(public), bool(away), seats))
        return number

    def _tell(self, card: int, place: str, public: bool, away: bool, seats: list[int]) -> None:
        side, sides = self.round.side, len(self.round.faces)
        if public or place in ("discard", "aside"):
            self._publish(card, side)
        if sides > 1 and (away or place != "pile"):
            self._publish(card, 1 - side)
        for seat in seats:
            self.dealer.views[seat].known[side][card] = self.dealer.faces[side][card]

    def _publish(self, card: int, side: int) -> None:
        self.round.faces[side][card] = self.dealer.faces[side][card]


def _as_task(value: object) -> Task:
    if not isinstance(value, Task):
        raise NotationError(f"{value} is nothing that can be pending")
    return value


class _Values:
    """A reader for the values of pending tasks."""

    def __init__(self, text: str) -> None:
        self.tokens = re.findall(r"[\w+-]+|[(),\[\]]", text)

    def all(self) -> list[object]:
        values = []
        while self.tokens:
            values.append(self.value())
        return values

    def value(self) -> object:
        token = self.tokens.pop(0)
        if token == "[":
            return self._until("]")
        if self.tokens[:1] == ["("]:
            self.tokens.pop(0)
            return _PENDING[token](*self._until(")"))
        if token in ("-", "yes", "no"):
            return {"-": None, "yes": True, "no": False}[token]
        if len(token) == 64:
            return bytes.fromhex(token)
        if token.isdigit():
            return int(token)
        return Colour(token) if len(token) == 1 and token != "W" else face(token)

    def _until(self, end: str) -> tuple[object, ...]:
        values = []
        while self.tokens[0] != end:
            values.append(self.value())
            if self.tokens[0] == ",":
                self.tokens.pop(0)
        self.tokens.pop(0)
        return tuple(values)
