"""Golden files of whole rounds with house rules, in sentences: bots play, and Ada is told.

`python -m tests.golden` writes them again.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from cli.sessions.news_to_notices import Teller
from cli.words.language import use
from cli.words.narration import Narrator
from p2puno.bots import make_bot
from p2puno.dealer import deal
from p2puno.house import read_house_rules
from p2puno.moves import Choice
from p2puno.options import Options
from protocol.play.claims import asked
from protocol.play.news import News

NAMES = ("Ada", "Bruno", "Clara", "Dario")
ROUNDS = {"family": 1, "party": 3}
"""How many rounds of each preset."""


def narrated_path(preset: str) -> Path:
    return Path(__file__).parent / f"narrated-{preset}.txt"


def narrated(preset: str) -> str:
    """Some rounds of the classic game with this preset."""
    use("en")
    options = Options(house_rules=read_house_rules(preset, "classic"))
    lines = []
    for number in range(ROUNDS[preset]):
        lines += [f"# round {number + 1}", *_round(options, Random(f"{preset}/{number}")), ""]
    return "\n".join(lines)


def _round(options: Options, random: Random) -> list[str]:
    dealer = deal(options, range(4), 0, random)
    round, lines = dealer.round, list[str]()
    bots = {seat: make_bot("normal", Random(random.random())) for seat in round.order}
    teller, narrator = Teller(0), Narrator(NAMES, 0)

    def tell() -> None:
        dealer.serve()
        news, round.news = tuple(round.news), []
        for notice in teller.notices(News(events=news), dealer.views[0]):
            lines.extend(narrator.sentences(notice))

    tell()
    while isinstance(round.waiting, Choice):
        seat = round.waiting.seat
        if round.claim_open:
            for other in asked(round, seat):
                if (jump := bots[other].jump(dealer.views[other])) is not None:
                    round.apply(other, jump)
                    tell()
                    break
            else:
                round.apply(seat, bots[seat].decide(dealer.views[seat]))
                tell()
            continue
        for other in round.seats:
            if round.uno_open and (said := bots[other].speak(dealer.views[other])) is not None:
                round.apply(other, said)
                tell()
        if isinstance(round.waiting, Choice) and round.waiting.seat == seat:
            round.apply(seat, bots[seat].decide(dealer.views[seat]))
            tell()
    return lines
