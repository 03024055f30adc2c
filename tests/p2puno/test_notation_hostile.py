"""No text, however wrong, does worse to the reader of the notation than NotationError."""

import re
from random import Random

import pytest

from p2puno.moves import Choice
from p2puno.options import VARIANTS
from tests.notation import NotationError, read, write

from .test_notation_walks import positions
from .walk import Course, courses


def hostile(random: Random, text: str, other: str) -> str:
    """The text with something wrong about it."""
    words = text.split(" ")
    sections = text.split(" | ")
    at = random.randrange(len(text))
    match random.randrange(9):
        case 0:
            return text[:at] + text[at + random.randint(1, 3) :]
        case 1:
            return text[:at] + random.choice("|:!~@?+-=()[],0123456789abRW \t\x00é") + text[at:]
        case 2:
            return text[:at]
        case 3:
            i, j = random.randrange(len(words)), random.randrange(len(words))
            words[i], words[j] = words[j], words[i]
            return " ".join(words)
        case 4:
            del sections[random.randrange(len(sections))]
            return " | ".join(sections)
        case 5:
            sections.insert(random.randrange(len(sections)), random.choice(other.split(" | ")))
            return " | ".join(sections)
        case 6:
            numbers = list(re.finditer(r"\d+", text))
            number = random.choice(numbers)
            new = random.choice(("-1", "0", "1", "9", "11", "99", "1e9", "٣", "²"))
            return text[: number.start()] + new + text[number.end() :]
        case 7:
            words[random.randrange(len(words))] = random.choice(other.split(" "))
            return " ".join(words)
        case _:
            return (
                text
                + random.choice((" | pending: ", " | uno: ", " | turn: ", " | aside: "))
                + random.choice(words)
            )


def check_hostile(text: str) -> bool:
    """Reading raises NotationError, or gives a position in which the one to choose has something to do."""
    try:
        position = read(text)
    except NotationError:
        return False
    round = position.dealer.round
    waiting = round.waiting
    assert isinstance(waiting, Choice)
    assert waiting.seat in round.hands
    position.dealer.views[waiting.seat].moves()
    write(position)
    return True


def check_hostile_course(course: Course, every: int) -> None:
    random = Random(f"hostile {course}")
    texts = [write(position) for _, position in positions(course, every)]
    for text in texts:
        for _ in range(10):
            bad = hostile(random, text, random.choice(texts))
            try:
                check_hostile(bad)
            except Exception as error:
                error.add_note(f"in {course}: {bad!r}")
                raise


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_text_breaks_the_reader(variant: str) -> None:
    for course in courses(2, [variant], (2, 4), ("greedy",)):
        check_hostile_course(course, every=10)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_nor_do_many(variant: str) -> None:
    for course in courses(2, [variant], (3, 6), ("greedy",)):
        check_hostile_course(course, every=10)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "|",
        "| | |",
        "classic",
        "classic | 0> R R5 | 0: R1",
        "nonsense | 0> R R5 | 0: R1 | 1: R2",
        "classic | 0> R | 0: R1 | 1: R2",
        "classic | > R R5 | 0: R1 | 1: R2",
        "classic | 0 R R5 | 0: R1 | 1: R2",
        "classic | 5> R R5 | 0: R1 | 1: R2",
        "classic | 0> Q R5 | 0: R1 | 1: R2",
        "classic | 0> P R5 | 0: R1 | 1: R2",
        "classic | 0> R P5 | 0: R1 | 1: R2",
        "classic | 0> R R5 | 0: R1 | 0: R2",
        "classic | 0> R R5 | 0: R1 R1 R1 | 1: R2",
        "classic | 0> R R5 | 0: | 1: R2",
        "classic | 0> R R5 | 0: left | 1: R2",
        "classic | 1> R R5 | 0: left | 1: R2",
        "classic | 0> R R5 | 0: R1 | 1: R2 | pile: +200000",
        "classic | 0> R R5 | 0: R1 | 1: R2 | pile: +-3",
        "classic | 0> R R5 | 0: R1@7 | 1: R2",
        "classic | 0> R R5 | 0: R1 | 1: R2 | dealer: 7",
        "classic | 0> R R5 | 0: R1 | 1: R2 | dealer:",
        "classic | 0> R R5 | 0: R1 | 1: R2 | turn: out=7",
        "classic | 0> R R5 | 0: R1 | 1: R2 | turn: moved next=7",
        "classic | 0> R R5 | 0: R1 | 1: R2 | uno: 7",
        "classic | 0> R R5 | 0: R1 | 1: R2 | uno: 1 5=catch",
        "classic | 0> R R5 | 0: R1 | 1: R2 | uno:",
        "classic | 0> R R5 | 0: R1 | 1: R2 | passes: 9",
        "classic | 0> R R5 | 0: R1 | 1: R2 | passes: -9",
        "classic | 0> R R5 | 0: R1 | 1: R2 | scores: many",
        "classic | 0> R R5 | 0: R1 | 1: R2 | pending: Drawn",
        "classic | 0> R R5 | 0: R1 | 1: R2 | pending: Drawn(",
        "classic | 0> R R5 | 0: R1 | 1: R2 | pending: Drawn()",
        "classic | 0> R R5 | 0: R1 | 1: R2 | pending: Drawn(7)",
        "classic | 0> R R5 | 0: R1 | 1: R2 | pending: Drawn(R5)",
        "classic | 0> R R5 | 0: R1 | 1: R2 | pending: Drawn(0,0)",
        "classic | 0> R R5 | 0: R1 | 1: R2 | pending: NameColour(-)",
        "classic | 0> R R5 | 0: R1 | 1: R2 | pending: DrawCards(0,R5,-,-)",
        "classic | 0> R R5 | 0: R1 | 1: R2 | pending: DrawCards(7,1,-,-)",
        "classic | 0> R R5 | 0: R1 | 1: R2 | pending: Declaration(-)",
        "classic | 0> R R5 | 0: R1 | 1: R2 | pending: Declaration(Drawn(0))",
        "classic | 0> R R5 | 0: R1 | 1: R2 | pending: Pay(0,-)",
        "classic | 0> R R5 | 0: R1 | 1: R2 | pending: Pay(0,Drawn(0))",
        "classic | 0> R R5 | 0: R1 | 1: R2 | pending: Doubt(0,1,R,-)",
        "classic | 0> R R5 | 0: R1 | 1: R2 | pending: Verdict(0,7,R,Penalty(4,no))",
        "classic | 0> R R5 | 0: R1 | 1: R2 | pending: Trade(0)",
        "battle | 0> R R5 | 0: R1 | 1: R2 | pending: Battle(0,0,-,-)",
        "battle | 0> R R5 | 0: R1 | 1: R2 | pending: Battle(0,7,-,-)",
        "battle | 0> R R5 | 0: R1 | 1: R2 | pending: Battle(0,1,5,R5)",
        "battle | 0> R R5 | 0: R1 | 1: R2 | pending: Aftermath(0,0)",
        "battle | 0> R R5 | 0: R1 | 1: R2 | pending: Aftermath([7],0)",
        "battle | 0> R R5 | 0: R1 | 1: R2 | aside: 7=R3",
        "battle | 0> R R5 | 0: R1 | 1: R2 | aside: R3",
        "flip | 0> R R5 | 0: R1 | 1: R2",
        "flip | 0> light R R5:R5 | 0: R1 | 1: R2",
        "flip | 0> dark R R5:T5 | 0: R1 | 1: R2",
        "classic hand_size=99 | 0> R R5 | 0: R1 | 1: R2",
        "classic hand_size | 0> R R5 | 0: R1 | 1: R2",
        "classic nonsense=3 | 0> R R5 | 0: R1 | 1: R2",
        "classic variant=flip | 0> R R5 | 0: R1 | 1: R2",
        "classic house_rules=x | 0> R R5 | 0: R1 | 1: R2",
        "classic | 0> R R5 | 0: R1 | 1: R2 | " + "pending: " + "[" * 5000,
        "classic | 0> R R5 | 0: R1 | 1: R2 | " + "pending: " + "Declaration(" * 2000,
    ],
)
def test_texts_that_are_no_positions(text: str) -> None:
    """Some can be understood all the same; none may do worse than NotationError."""
    check_hostile(text)
