"""Several matches at one table, among processes: nobody types a code again, and all files are right."""

from __future__ import annotations

import re

from tests.network.players import LONG, QUICK, Room, same_and_right


def test_two_matches_with_bots_and_a_spectator(room: Room) -> None:
    ada, ben, zoe = (room.player(name) for name in ("Ada", "Ben", "Zoe"))
    address = ada.host("--players", "3", "--bots", "1", *QUICK, "--matches", "2", "--pace", "0.1").address
    zoe.watch(address).hears("has not started")
    ben.join(address, "--matches", "2", "--pace", "0.1")
    for player in (ada, ben, zoe):
        player.finish()
    for match in ("", "-2"):
        seats = [player.save.with_stem(f"game{match}") for player in (ada, ben, zoe)]
        same_and_right(seats)
    assert len(ada.bot_files()) == 2, "the same bot has played both"
    assert len(re.findall(r"wins? the match! Saved", ben.text)) == 2
    assert "Traceback" not in ada.text + ben.text + zoe.text


def test_who_is_killed_in_the_second_match_resumes_it(room: Room) -> None:
    ada, ben = room.player("Ada"), room.player("Ben")
    address = ada.host("--players", "2", *LONG, "--matches", "2").address
    ben.join(address, "--matches", "2")
    ben.save = ben.save.with_stem("game-2")
    ben.records(12)
    ben.kill()
    ben.resume()
    for player in (ada, ben):
        player.finish()
    same_and_right([ada.save.with_stem("game-2"), ben.save])
