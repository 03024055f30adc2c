"""A game that is gone on with is told once more as it was told when it was played."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.replay.recorded_story import notices
from cli.screen.table_controls import Controls
from cli.sessions.networked import Networked
from cli.sessions.show_participant import HISTORY, PersonObserver
from cli.sessions.waiting_room import InLines
from cli.settings.settings import Settings
from cli.words.narration import Narrator
from protocol.deck.batch_arithmetic import Calculator
from protocol.files.log_file import LogFile, read_log
from protocol.peer.load_game import load
from tests.replay.samples import Trusting, path, recording


async def not_shown(session: Networked) -> int:
    raise AssertionError("nobody plays")


@pytest.mark.parametrize("name", ["resumed", "cheat"])
def test_the_last_of_it_stands_in_the_log(name: str, tmp_path: Path) -> None:
    file = tmp_path / "game.uno"
    file.write_bytes(path(name).read_bytes())
    genesis, _entries = read_log(file)
    log, observer = LogFile(file, genesis), PersonObserver(InLines(print), not_shown)
    game = load(log, genesis, None, Calculator(memo=Trusting()), observer.replayed)
    log.close()

    record = recording(name)
    narrator = Narrator(record.names, None)
    told = [notice for beat in range(len(record.beats)) for notice in notices(record, beat, None)]
    expected = [sentence for notice in told[-HISTORY:] for sentence in narrator.sentences(notice)]
    assert [text for notice in observer.history for text in narrator.sentences(notice)] == expected

    lines = [line.text for line in Controls(Networked(game, (), observer.history), Settings()).log.lines]
    plays = [text for text in expected if " plays " in text]
    assert plays
    assert [text for text in lines if " plays " in text] == plays
