"""Cards that fly: where they are at any moment, and that nothing else is touched by it."""

from __future__ import annotations

from cli.screen.canvas import plain_text
from cli.screen.card_motion import FLASHING, FLYING, MOST, Motion
from cli.screen.scene_building import stage
from cli.screen.table_picture import draw
from cli.sessions.session import Happened
from p2puno import events as ev
from p2puno.cards import face
from tests.cli.moments import MOMENTS, NOW

BEFORE = "classic-other-turn"


def test_a_card_flies_to_the_pile_and_lands() -> None:
    motion, scene = Motion(1.0), stage(MOMENTS[BEFORE](), NOW)
    assert motion.into(scene, NOW) == scene
    motion.hear(Happened(ev.Played(2, 9, face("B7"))), NOW)
    laid = stage(MOMENTS["battle-opponent"](), NOW)  # another card is on top now
    middle = motion.into(laid, NOW + FLYING / 2)
    assert middle.top == scene.top, "until it lands, the card below it is seen"
    [flight] = middle.flights
    assert (flight.origin, flight.target, flight.face) == (2, None, face("B7"))
    assert 0.4 < flight.done < 0.6
    landed = motion.into(laid, NOW + FLYING)
    assert (landed.top, landed.flights, landed.flash) == (laid.top, (), True)
    assert motion.moving(NOW + FLYING)
    after = NOW + FLYING + FLASHING
    assert not motion.moving(after)
    assert motion.into(laid, after) == laid


def test_cards_drawn_fly_one_after_the_other_and_not_too_many() -> None:
    motion, scene = Motion(1.0), stage(MOMENTS[BEFORE](), NOW)
    motion.hear(Happened(ev.Drew(1, 25, True)), NOW)
    counts = [len(motion.into(scene, NOW + step / 100).flights) for step in range(100)]
    assert counts[0] == 1
    assert max(counts) == MOST
    assert counts[-1] == 0
    assert all(flight.face is None for flight in motion.into(scene, NOW).flights)


def test_flights_are_drawn_on_any_screen() -> None:
    for moment in ("classic-own-turn", "classic-watching", "classic-ten-players", "classic-dealing"):
        scene = stage(MOMENTS[moment](), NOW)
        still = {size: plain_text(draw(scene, *size)) for size in ((60, 20), (80, 24), (120, 40))}
        for seat in range(10):
            motion = Motion(1.0)
            motion.hear(Happened(ev.Drew(seat, 1, False)), NOW)
            motion.hear(Happened(ev.Played(seat, 1, face("W"))), NOW)
            for (width, height), without in still.items():
                for step in range(5):
                    flying = motion.into(scene, NOW + FLYING * step / 5)
                    text = plain_text(draw(flying, width, height))
                    assert len(text.splitlines()) <= height
                    there = any(other.seat == seat for other in (*scene.others, scene.own) if other)
                    assert there or text == without


def test_speed() -> None:
    quick, off = Motion(2.0), Motion(0.0)
    for motion in (quick, off):
        motion.hear(Happened(ev.Played(2, 9, face("B7"))), NOW)
    assert quick.moving(NOW)
    assert not quick.moving(NOW + (FLYING + FLASHING) / 2)
    assert not off.moving(NOW)
    scene = stage(MOMENTS[BEFORE](), NOW)
    assert off.into(scene, NOW) == scene
