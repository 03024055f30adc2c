"""What a seat is told of a round: cards it drew and hands it was shown, as soon as it knows them."""

from __future__ import annotations

from collections.abc import Sequence

from cli.sessions.news_to_notices import Teller
from cli.sessions.session import DrewCards, HandShown, Happened, Notice
from p2puno import events as ev
from p2puno.cards import face
from p2puno.view import View
from protocol.play.news import News
from tests.cli.still import Still


def view_of(line: str) -> View:
    view = Still(line).view
    assert view is not None
    return view


def told(teller: Teller, events: Sequence[ev.Event], view: View | None) -> list[Notice]:
    return teller.notices(News(events=tuple(events)), view)


def test_cards_drawn_are_named_when_they_are_known() -> None:
    view = view_of("classic | 1> R R5 | 0: R3 B2 | 1: ? ? | 2: ? ?")
    teller = Teller(0)
    assert told(teller, [], view) == []
    own = view.round.hands[0]
    own.append(view.round.pile.pop())
    drew, kept = ev.Drew(0, 1, False), ev.Kept(0)
    assert told(teller, [drew], view) == [], "nobody has opened the card yet"
    assert told(teller, [kept], view) == [], "what follows is told after it"
    view.learn(own[-1], 0, face("G7"))
    assert told(teller, [], view) == [DrewCards((face("G7"),)), Happened(drew), Happened(kept)]


def test_two_draws_at_once_are_told_apart() -> None:
    view = view_of("classic | 1> R R5 | 0: R3 B2 | 1: ? ? | 2: ? ?")
    teller = Teller(0)
    told(teller, [], view)
    for code in ("G7", "Y1", "W"):
        card = view.round.pile.pop()
        view.round.hands[0].append(card)
        view.learn(card, 0, face(code))
    events = [ev.Drew(0, 1, False), ev.Drew(1, 2, True), ev.Drew(0, 2, True)]
    assert told(teller, events, view) == [
        DrewCards((face("G7"),)),
        Happened(events[0]),
        Happened(events[1]),
        DrewCards((face("Y1"), face("W"))),
        Happened(events[2]),
    ]


def test_a_hand_that_changed_wholly_names_no_cards() -> None:
    view = view_of("crash | 1> R R5 | 0: R3 B2 | 1: ? ? | 2: ? ?")
    teller = Teller(0)
    told(teller, [], view)
    view.round.hands[0].append(view.round.pile.pop())
    events: list[ev.Event] = [ev.Drew(0, 1, False), ev.Crashed(0, 1)]
    assert told(teller, events, view) == [Happened(event) for event in events]


def test_the_hand_of_who_was_challenged_is_shown_with_the_verdict() -> None:
    view = view_of("classic | 0> B W+4 R5 | 0: B3 G7 | 1: ? ? | 2: ? ?")
    teller = Teller(0)
    challenged, judged = ev.Challenged(0, 2), ev.Judged(0, 2, True)
    assert told(teller, [challenged], view) == [Happened(challenged)]
    accused = list(view.round.hands[2])
    view.learn(accused[0], 0, face("R1"))
    view.learn(accused[1], 0, face("Y2"))
    view.round.hands[2].append(view.round.pile.pop())  # the penalty is no part of what was doubted
    assert told(teller, [judged], view) == [HandShown(2, (face("R1"), face("Y2"))), Happened(judged)]


def test_others_are_told_at_once_and_a_new_deal_leaves_nothing_behind() -> None:
    view = view_of("classic | 1> R R5 | 0: R3 B2 | 1: ? ? | 2: ? ?")
    teller, watcher = Teller(0), Teller(None)
    told(teller, [], view)
    view.round.hands[0].append(view.round.pile.pop())
    drew, dealt = ev.Drew(0, 1, False), ev.Dealt(1)
    assert told(watcher, [drew], view) == [Happened(drew)]
    assert told(teller, [drew], view) == []
    assert told(teller, [dealt], view) == [Happened(drew), Happened(dealt)]
    assert told(teller, [ev.Left(2)], None) == [Happened(ev.Left(2))]
