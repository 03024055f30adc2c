"""Letting somebody back in who was put out for cheating (L-10): keys, words, and what everybody reads."""

from __future__ import annotations

import asyncio

import pytest

from cli.plain.dialogue import Dialogue
from cli.screen.overlays import overlay
from cli.screen.scene_building import stage
from cli.screen.table_controls import Controls
from cli.sessions.networked import Networked
from cli.sessions.session import Forgiving, Notice, SeatedAgain
from cli.settings.settings import Settings
from cli.words.language import LANGUAGES, use
from cli.words.narration import Narrator
from p2puno.moves import IllegalMove
from protocol.identity import Identity
from protocol.peer.screen_snapshot import Step, standing
from protocol.play.game import Game
from protocol.play.news import News
from protocol.table.readmitting_cheats import Plea
from tests.cli.still import Still
from tests.simulation.world import make_genesis, quick_terms

LINE = "classic | 1> R R5 | 0: R3 B2 | 1: ? ? | 2: left | 3: left"
NOW = 1000.0
Said = list[str]


def still(seat: int | None = 0, *pleas: Plea) -> Still:
    line = LINE if seat == 0 else LINE.replace("R3 B2", "? ?")
    session = Still(line, seat)
    session.pleas = pleas
    return session


def shown(controls: Controls) -> str:
    covering = overlay(controls)
    return "\n".join(row.text for row in covering.rows) if covering is not None else ""


# -- on the screen ------------------------------------------------------------------------------------------


def test_two_keys_agree_and_none_of_them_alone() -> None:
    session = still(0, Plea(2, (1,), (0,)), Plea(3, (), (0, 1)))
    controls = Controls(session, Settings())
    controls.press("1")
    assert session.done == [], "a number is a card's key before the question is open"
    controls.press("=")
    assert "Bruno was put out for cheating. Agreed: Ada. Still to agree: you." in shown(controls)
    assert "Clara was put out for cheating. Still to agree: you and Ada." in shown(controls)
    for key in ("enter", "=", "9", "0"):
        controls.press(key)
        if not controls.panel:
            controls.press("=")
    assert session.done == []
    controls.press("2")
    assert session.done == [("forgive", 3)]


def test_who_has_agreed_is_not_asked_again() -> None:
    session = still(0, Plea(2, (0,), (1,)))
    controls = Controls(session, Settings())
    assert all(option.action != "key:=" for option in stage(controls, NOW).options)
    controls.press("=")
    assert "Agreed: you. Still to agree: Ada." in shown(controls)
    controls.press("1")
    assert session.done == []
    assert "only once" in controls.message


def test_nobody_was_put_out() -> None:
    controls = Controls(still(0), Settings())
    controls.press("=")
    assert (controls.panel, controls.message) == (None, "Nobody was put out for cheating.")


def test_the_key_can_be_another_one() -> None:
    session = still(0, Plea(2, (), (0, 1)))
    controls = Controls(session, Settings(bindings={"forgive": "g"}))
    assert any(option.key == "g" for option in stage(controls, NOW).options)
    controls.press("g")
    controls.press("1")
    assert session.done == [("forgive", 2)]


def test_who_was_put_out_sees_whose_word_is_missing() -> None:
    controls = Controls(still(2, Plea(2, (0,), (1,))), Settings())
    assert stage(controls, NOW).prompt == ("You were put out for cheating. Agreed: Zoe. Still to agree: Ada.")


def test_a_spectator_sees_it_and_is_not_asked() -> None:
    session = still(None, Plea(2, (0,), (1,)))
    controls = Controls(session, Settings())
    assert all(option.action != "key:=" for option in stage(controls, NOW).options)
    controls.press("=")
    assert "Still to agree: Ada." in shown(controls)
    controls.press("1")
    assert session.done == []


# -- in lines -----------------------------------------------------------------------------------------------


def test_typed() -> None:
    session, said = still(0, Plea(2, (), (0, 1))), Said()
    talk = Dialogue(session, said.append, Settings())
    talk.tell(Forgiving(2, None, (0, 1)))
    assert said == ["Bruno plays again only if all players agree.", "To agree, for good, type: forgive Bruno"]
    for line in ("forgive", "forgive Ada", "forgive 2"):
        said.clear()
        talk.take(line)
        assert session.done == [], "only the name agrees"
        assert said[-2].endswith("Still to agree: you and Ada.")
    assert "2 was not put out for cheating." in said
    talk.take("Forgive  bruno")
    assert session.done == [("forgive", 2)]


def test_typed_by_who_is_not_asked() -> None:
    session, said = still(0, Plea(2, (0,), (1,))), Said()
    talk = Dialogue(session, said.append, Settings())
    talk.take("forgive Bruno")
    assert (session.done, said) == ([], ["Only players who are still in are asked to agree, and only once."])
    session.pleas = ()
    talk.take("forgive Bruno")
    assert said[-1] == "Nobody was put out for cheating."


@pytest.mark.parametrize("language", LANGUAGES)
def test_typed_in_every_language(language: str) -> None:
    session, said = still(0, Plea(2, (), (0, 1))), Said()
    use(language)
    try:
        talk = Dialogue(session, said.append, Settings())
        talk.tell(Forgiving(2, None, (0, 1)))
        talk.take(said[-1].rpartition(": ")[2].replace("\N{NO-BREAK SPACE}", " "))
    finally:
        use("en")
    assert session.done == [("forgive", 2)]


# -- among peers --------------------------------------------------------------------------------------------


class Desk:
    """Stands where the table on the network stands."""

    def __init__(self) -> None:
        self.forgiven: list[int] = []

    def forgive(self, seat: int) -> None:
        self.forgiven.append(seat)


def told(session: Networked) -> list[Notice]:
    found: list[Notice] = []
    while not session._notices.empty():
        notice = session._notices.get_nowait()
        if isinstance(notice, Forgiving | SeatedAgain):
            found.append(notice)
    return found


def test_the_session_tells_each_wish_once() -> None:
    async def play() -> None:
        identities = [Identity(bytes([seat + 1]) * 32) for seat in range(4)]
        game = Game(make_genesis(identities, quick_terms(), (0, 1, 2, 3)), 0, bytes(32))
        session, desk = Networked(game), Desk()
        session.peer = desk  # type: ignore[assignment]

        def step(*pleas: Plea, back: tuple[int, ...] = ()) -> list[Notice]:
            session.step(Step(standing(game, game.match), News(seated_again=back), pleas=pleas))
            return told(session)

        with pytest.raises(IllegalMove):
            session.forgive(2)
        game.match.leave(2)
        assert step(Plea(2, (), (0, 1, 3))) == [Forgiving(2, None, (0, 1, 3))]
        assert step(Plea(2, (), (0, 1, 3))) == []
        with pytest.raises(IllegalMove):
            session.forgive(1)
        session.forgive(2)
        assert desk.forgiven == [2]
        assert step(Plea(2, (0, 3), (1,))) == [Forgiving(2, 0, (1,)), Forgiving(2, 3, (1,))]
        with pytest.raises(IllegalMove):
            session.forgive(2)
        assert step(Plea(2, (0, 1, 3), ())) == [Forgiving(2, 1, ())]
        game.match.rejoin(2)
        assert step(back=(2,)) == [SeatedAgain(2)]
        assert step() == []

    asyncio.run(play())


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        (0, "You would let Bruno back in."),
        (2, "Zoe would let you back in."),
        (None, "Zoe would let Bruno back in."),
    ],
)
def test_told(seat: int | None, sentence: str) -> None:
    narrator = Narrator(("Zoe", "Ada", "Bruno"), seat)
    assert narrator.sentences(Forgiving(2, 0, (1,))) == [sentence, "Still to agree: Ada."]
    last = narrator.sentences(Forgiving(2, 1, ()))[-1]
    assert last.startswith("All agree: ")


def test_a_player_with_bots_who_was_put_out_asks_too() -> None:
    assert Narrator(("Zoe", "Ada"), 0).sentences(Forgiving(1, 1, (0,))) == [
        "Ada asks to be let back in.",
        "Still to agree: you.",
    ]
