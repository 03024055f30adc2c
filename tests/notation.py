"""One line of text for a position, so that a test reads like a diagram and a bug report fits in a message.

    classic | 1> R R5 G3 | 0: R3 G7 W | 1: B2 Y9 | pile: G1 + | scores: 0 40

Sections are divided by bars. The first is the rule set with options that are not the usual ones; the
second the turn, the direction (`>` clockwise), in flip the side, the colour in play and the discard pile,
top first; then a hand for each seat, in the order they sit. All else has a name and may be left out:

    pile     the draw pile, top first; `+` stands for all cards not mentioned, `+3` for three of them
    dealer   who dealt                         scores   one number for each seat
    aside    cards laid in a battle, `0=R5`    passes   turns without a play or a draw so far
    turn     how far the turn is: `moved` or `drew`, `next=2`, `out=2`, `ahead` (UNO was called)
    uno      who laid the next-to-last card; `called`, or what was heard since, as `2=catch 0=call`
    pending  the agenda, last first, a task as `name(value,value)`

In the place of a hand, `left` stands for a seat that left, with what it held then: `2: left R3 W`, in flip
after the side in play at that time: `2: left dark T3`.

A card is the code of its face, in flip of both: `R5:T3`. `?` is any card not mentioned elsewhere. After a
card: `!` everybody knows the side in play, `~` everybody knows the other (of a card in the draw pile),
`@2` seat 2 knows the side in play. A position can be written down whenever a choice is waited for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from random import Random

from p2puno.cards import COLOURS, LIGHT, Colour, Face, face
from p2puno.dealer import Dealer
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
from p2puno.rulesets.swap import Trade

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
    )
}
"""What can be on the agenda when a choice is waited for, and what such tasks are made of."""


_SIDES = ("light", "dark")


class NotationError(ValueError):
    """The text is not a position; the message says where and why."""


@dataclass(frozen=True)
class Position:
    dealer: Dealer
    scores: tuple[int, ...] = ()


# -- writing --------------------------------------------------------------------------------------------


def write(position: Position, seat: int | None = -1) -> str:
    """The position in one line: all of it, or what a seat (None: a spectator) knows of it."""
    dealer, round = position.dealer, position.dealer.round
    if type(round.waiting) is not Choice:
        raise NotationError("only a position that waits for a choice can be written down")
    sees = _all_seeing(dealer) if seat == -1 else _seen_by(dealer, seat)
    card = _Cards(dealer, sees).write
    usual = Options()
    header = [round.rules.name]
    header += [
        f"{name}={value}"
        for name, value in round.options.key()
        if name not in ("variant", "house_rules") and value != getattr(usual, name)
    ]
    play = [f"{round.turn}{'>' if round.direction > 0 else '<'}"]
    if round.two_sided:
        play.append(_SIDES[round.side])
    play.append(round.colour.value if round.colour else "-")
    play += [card(each, "discard") for each in reversed(round.discard)]
    sections = [header, play]
    for each in round.order:
        hand = round.hands.get(each)
        words = _write_left(round, each, sees) if hand is None else [card(c, "hand", each) for c in hand]
        sections.append([f"{each}:", *words])
    sections.append(["pile:", *(card(each, "pile") for each in reversed(round.pile))])
    sections.append(["dealer:", str(round.dealer)])
    if round.aside:
        sections.append(["aside:", *(f"{owner}={card(each, 'aside')}" for owner, each in round.aside)])
    if round.passes:
        sections.append(["passes:", str(round.passes)])
    turn = ["drew" if round.drew else "moved", f"next={round.upcoming}"] if round.moved else []
    turn += [f"out={round.out}"] if round.out is not None else []
    turn += ["ahead"] if round.uno_ahead else []
    if turn:
        sections.append(["turn:", *turn])
    if round.uno_seat is not None:
        said = [f"{who}={'call' if type(what) is Call else 'catch'}" for who, what in round.uno_heard]
        sections.append(["uno:", str(round.uno_seat), *(["called"] if round.uno_called else said)])
    if round.agenda:
        sections.append(["pending:", *(_write_value(task) for task in reversed(round.agenda))])
    if position.scores:
        sections.append(["scores:", *map(str, position.scores)])
    return " | ".join(" ".join(section) for section in sections)


Sees = Callable[[int, int], Face | None]


def _all_seeing(dealer: Dealer) -> Sees:
    return dealer.face


def _seen_by(dealer: Dealer, seat: int | None) -> Sees:
    if seat is None:
        return lambda card, side: dealer.round.faces[side].get(card)
    return dealer.views[seat].face


@dataclass(frozen=True)
class _Cards:
    dealer: Dealer
    sees: Sees

    def write(self, card: int, place: str, owner: int | None = None) -> str:
        round = self.dealer.round
        text = ":".join(
            seen.code if (seen := self.sees(card, side)) else "?" for side in range(len(round.faces))
        )
        if place in ("discard", "aside"):
            return text
        if card in round.faces[round.side]:
            text += "!"
        if place == "pile" and round.two_sided and card != round.pile[-1]:
            text += "~" if card in round.faces[1 - round.side] else ""
        knowing = (
            seat
            for seat, view in self.dealer.views.items()
            if seat != owner and card in view.known[round.side] and card not in round.faces[round.side]
        )
        return text + "".join(f"@{seat}" for seat in knowing)


def _write_left(round: Round, seat: int, sees: Sees) -> list[str]:
    side, cards = round.left[seat]
    words = ["left", *([_SIDES[side]] if round.two_sided else [])]
    return words + [seen.code if (seen := sees(card, side)) else "?" for card in cards]


def _write_value(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, Face):
        return value.code
    if isinstance(value, tuple):
        return f"[{','.join(map(_write_value, value))}]"
    if is_dataclass(value):
        inner = (getattr(value, field.name) for field in fields(value))
        return f"{type(value).__name__}({','.join(map(_write_value, inner))})"
    return str(value)


# -- reading --------------------------------------------------------------------------------------------


def read(text: str, random: Random | None = None) -> Position:
    """The position that a line describes, ready to be played on; `random` serves later shuffles."""
    try:
        return _read(text, random or Random(0))
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
    options = Options(
        variant=variant,
        **{name: int(value) if value.isdigit() else value for name, value in values.items()},  # type: ignore[arg-type]
    )
    named = {section[0].removesuffix(":"): section[1:] for section in rest}
    order = [int(name) for name in named if name.isdigit()]
    rules = rule_set(options)
    dealer_seat = int(named.get("dealer", [str(order[-1])])[0])
    round = Round(rules, options, order, dealer_seat)
    if round.two_sided:
        round.side = _SIDES.index(play.pop(0))
    round.colour = None if play[0] == "-" else Colour(play[0])
    round.turn, round.direction = int(turn[:-1]), {">": 1, "<": -1}[turn[-1]]
    round.moved = False
    round.agenda = []
    dealer = Dealer(round, random)
    _Filling(dealer).fill(play[1:], named)
    for seat in order:
        if named[str(seat)][:1] == ["left"]:
            del round.hands[seat]
    round.sit([seat for seat in order if seat in round.hands])
    round.top = round.faces[round.side][round.discard[-1]]
    _read_progress(round, named)
    round.agenda = [_as_task(value) for value in reversed(_Values(" ".join(named.get("pending", []))).all())]
    _check(round)
    round._advance()
    if type(round.waiting) is not Choice or round.waiting.seat not in round.hands:
        raise NotationError("nobody has a choice in this position")
    known = {"pile", "dealer", "scores", "aside", "passes", "turn", "uno", "pending", *map(str, order)}
    if unknown := set(named) - known:
        raise NotationError(f"there is no section {', '.join(sorted(unknown))}")
    return Position(dealer, tuple(int(score) for score in named.get("scores", ())))


_SEATS = ("seat", "victim", "accused", "challenger", "challenged", "winner")
_KINDS: dict[str, tuple[type, ...]] = {
    "int": (int,),
    "bool": (bool,),
    "Colour | None": (Colour, type(None)),
    "Face | None": (Face, type(None)),
    "bytes | None": (bytes, type(None)),
    "Task | None": (Task, type(None)),
    "Penalty": (Penalty,),
    "DrawCards": (DrawCards,),
    "tuple[int, ...]": (tuple,),
}


def _check(round: Round) -> None:
    """Raise unless the parts of the position can belong together."""
    hands = round.hands
    if len(hands) < 2 or not round.discard or not 0 <= round.passes < len(hands):
        raise NotationError("two players, a discard pile and a turn are the least there must be")
    if round.colour is not None and round.colour not in COLOURS[round.side]:
        raise NotationError("the colour in play is not on the side in play")
    named = [round.dealer, round.upcoming, *((round.out,) if round.out is not None else ())]
    if any(seat not in round.order for seat in named) or (not round.moved and round.turn not in hands):
        raise NotationError("a seat that is not there")
    claims = [seat for seat, _ in round.uno_heard] + [seat for seat, _ in round.aside]
    if any(seat not in hands for seat in claims + ([round.uno_seat] if round.uno_seat is not None else [])):
        raise NotationError("a seat that is not there")
    for task in round.agenda:
        _check_parts(round, task)
        if isinstance(task, Drawn) and task.seat != round.turn:
            raise NotationError("only who is to move has drawn a card")
    if any(not hand for seat, hand in hands.items()) and not round.agenda and round.out is None:
        raise NotationError("a hand without cards ends the round")


def _check_parts(round: Round, value: object) -> None:
    assert is_dataclass(value)
    for field in fields(value):
        part = getattr(value, field.name)
        if not isinstance(part, _KINDS[str(field.type)]) or (isinstance(part, bool) and field.type != "bool"):
            raise NotationError(f"{field.name} of {type(value).__name__} cannot be {part}")
        seats: tuple[object, ...] = (part,) if field.name in _SEATS else ()
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
        else:
            raise NotationError(f"a turn is not {word}")
    if "uno" in named:
        seat, *said = named["uno"]
        round.uno_seat = int(seat)
        round.uno_called = said == ["called"]
        if not round.uno_called:
            round.uno_heard = tuple(_read_claim(word, round.uno_seat) for word in said)


def _read_claim(word: str, owner: int) -> tuple[int, Claim]:
    seat, _, what = word.partition("=")
    said: dict[str, Claim] = {"call": Call(), "catch": Catch(owner)}
    return int(seat), said[what]


class _Filling:
    """Puts cards into their places; what is not said of them is taken from the rest of the deck in order."""

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer
        self.round = dealer.round
        self.cards: list[list[Face | None]] = []
        self.jobs: list[Callable[[], None]] = []

    def fill(self, discard: Sequence[str], named: dict[str, list[str]]) -> None:
        round = self.round
        round.discard = [self.card(text, "discard") for text in discard][::-1]
        for seat in round.order:
            if named[str(seat)][:1] != ["left"]:
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
            if named[str(seat)][:1] == ["left"]:
                self._leave(seat, named[str(seat)][1:])
        for job in self.jobs:
            job()
        if round.two_sided and round.pile:
            self._publish(round.pile[-1], 1 - round.side)

    def _leave(self, seat: int, words: list[str]) -> None:
        """What a seat left with has been mixed since: only its face is needed, to be counted (L-05)."""
        round, side = self.round, LIGHT
        if words and words[0] in _SIDES:
            side = _SIDES.index(words.pop(0))
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
        match = re.fullmatch(r"([^!~@]+)(!?)(~?)((?:@\d+)*)", text)
        if match is None:
            raise NotationError(f"{text!r} is not a card")
        codes, public, away, knowing = match.groups()
        said: list[Face | None] = [None if code == "?" else face(code) for code in codes.split(":")]
        sides = len(self.round.faces)
        if len(said) > sides:
            raise NotationError(f"{text!r} has more sides than the cards of {self.round.rules.name}")
        number = len(self.cards)
        if len(said) < sides:  # only the side in play was given
            said = [said[0] if side == self.round.side else None for side in range(sides)]
        self.cards.append(said)
        seats = [int(seat) for seat in knowing.split("@")[1:]] + ([owner] if owner is not None else [])
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
