"""Another match at the same table, over real sockets and without a terminal (docs/lobby.md)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from p2puno.options import Options
from protocol.codec import pack
from protocol.files.log_file import read_log
from protocol.files.private_journal import read_journal
from protocol.files.store import Store
from protocol.lobby.errors import LobbyError, Refusal, refusal_in
from protocol.lobby.knock import Request
from protocol.lobby.lobby import AGAIN, Lobby
from protocol.lobby.member_list import read_table
from protocol.lobby.messages import PLAYER, Guest, Wish
from protocol.log.entry import MOVE
from protocol.log.genesis import NONCE_BYTES
from protocol.log.table_terms import Terms
from protocol.net.keys_and_card import Keys
from protocol.participant import events
from protocol.participant.life_cycle import Opening, host, join, resume, watch
from protocol.participant.participant import Participant
from protocol.peer.message_checks import TABLE
from protocol.peer.screen_snapshot import Step
from protocol.replay.verify import verify
from tests.protocol.net.peers import play, until
from tests.protocol.observers import NoBots, Observer
from tests.simulation.world import other_body

TERMS = Terms(Options(hand_size=2, target=1, uno_window=0))
FLIP = replace(TERMS, options=replace(TERMS.options, variant="flip"))
LONG = Terms(Options(hand_size=5, target=1, uno_window=0))
NAMES = ("Ada", "Ben", "Cem", "Dan")


class Hall(AbstractAsyncContextManager["Hall"]):
    """A table on loopback with so many players, each of whom wants this many matches."""

    def __init__(self, folder: Path, *matches: int, terms: Terms = TERMS, cheat: int | None = None) -> None:
        self.folder = folder
        self.terms = terms
        self.players = [Forker(seed) if seed == cheat else Observer(seed) for seed in range(len(matches))]
        self.keys: list[Keys] = []
        for player, wanted in zip(self.players, matches, strict=True):
            player.matches = wanted
        self.tasks: list[asyncio.Task[None]] = []
        self.address = ""

    async def __aenter__(self) -> Hall:
        ada, *others = self.players
        seats = len(self.players)
        opening = Opening(self.terms, seats, NAMES[0], local=True, port=0, save=self.log(0))
        self._start(host(opening, self.store(0), ada, NoBots()))
        await until(lambda: ada.of(events.Invitation), "the invitation")
        invitation = ada.of(events.Invitation)[0]
        assert isinstance(invitation, events.Invitation)
        self.address = f"{invitation.addresses[0]}#{invitation.code}"
        for number, player in enumerate(others, 1):
            store = self.store(number)
            me = Participant(player, store, store.keys(), self.log(number))
            self.keys.append(me.keys)
            self._start(join(me, self.address, NAMES[number], local=True, port=0))
            await self._sits_down(number)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _sits_down(self, number: int) -> None:
        """One after the other, so that everybody's seat is known."""
        ada = self.players[0]
        await until(lambda: ada.lobby is not None and len(ada.lobby.guests) > number, NAMES[number])

    def _start(self, life: object) -> None:
        assert asyncio.iscoroutine(life)
        self.tasks.append(asyncio.create_task(life))

    def store(self, number: int) -> Store:
        return Store(self.folder / NAMES[number])

    def log(self, number: int, match: int = 1) -> Path:
        return self.folder / f"{NAMES[number]}{'' if match == 1 else f'-{match}'}.uno"

    def logs(self, match: int) -> list[Path]:
        return [self.log(number, match) for number in range(len(self.players))]

    async def ends(self) -> None:
        await asyncio.gather(*self.tasks)


def sat_down(player: Observer, guests: int) -> bool:
    """Whether this player sits at the next table, with so many guests."""
    lobby = player.following.lobby if player.following is not None else None
    own = {guest.nonce for guest in lobby.guests} if lobby is not None else set()
    return lobby is not None and lobby.nonce in own and len(own) == guests


def game_of(player: Observer) -> bytes | None:
    return player.peer.game.id if player.peer is not None else None


def at_next_table(player: Observer) -> Lobby:
    assert player.following is not None
    assert player.following.lobby is not None
    return player.following.lobby


def same(logs: Sequence[Path]) -> None:
    """All have the same complete game."""
    assert len({log.read_bytes() for log in logs}) == 1
    assert verify(logs[0]).state == "complete"


def test_two_play_three_matches_without_a_new_code(tmp_path: Path) -> None:
    async def script() -> None:
        async with Hall(tmp_path, 3, 3) as hall:
            await hall.ends()
            ada, ben = hall.players
            for match in (1, 2, 3):
                same(hall.logs(match))
            foundings = {read_table(read_journal(hall.log(0, match)).founding) for match in (1, 2, 3)}
            assert len(foundings) == 3, "one genesis for each founding"
            assert ada.evening is not None
            assert ben.evening is not None
            assert ada.evening.scores() == ben.evening.scores()
            assert sum(score.won for score in ada.evening.scores()) == ada.evening.matches == 3

    play(script())


def test_only_those_who_agree_play_on(tmp_path: Path) -> None:
    """Ben looks at the result and leaves; Ada and Cem wait for him, and then play for two seats."""

    async def script() -> None:
        async with Hall(tmp_path, 2, 1, 2) as hall:
            ada, ben, cem = hall.players
            ben.lingers = True
            await until(lambda: sat_down(ada, 3) and sat_down(cem, 3), "the lobby with all three")
            lobby = at_next_table(ada)
            await until(lambda: len(lobby.agreed) == 2, "the two who agree")
            assert not lobby.signed, "not without Ben"
            ben.lingers = False
            await until(lambda: len(lobby.guests) == 2, "Ben to leave")
            assert not lobby.signed, "a seat is free"
            lobby.change(lobby.terms, 2)
            theirs = at_next_table(cem)
            await until(lambda: theirs.seats == 2, "the change")
            assert theirs.mesh.keys.identity.public not in theirs.agreed, "Cem agreed to three seats"
            theirs.agree()
            await hall.ends()
            same([hall.log(0, 2), hall.log(2, 2)])
            assert not hall.log(1, 2).exists()

    play(script())


def test_other_rules_are_proposed_and_agreed_to(tmp_path: Path) -> None:
    async def script() -> None:
        async with Hall(tmp_path, 2, 2) as hall:
            ada, ben = hall.players
            ada.lingers = True
            await until(lambda: sat_down(ben, 2), "the lobby")
            theirs, lobby = at_next_table(ben), at_next_table(ada)
            proposals: list[Terms] = []
            lobby.proposed = lambda guest, terms: proposals.append(terms)
            theirs.propose(FLIP)
            await until(lambda: proposals == [FLIP], "the proposal")
            assert lobby.terms == TERMS, "a proposal binds nobody"
            lobby.change(FLIP, 2)
            ada.lingers = False
            await hall.ends()
            same(hall.logs(2))
            assert read_log(hall.log(1, 2))[0].terms == FLIP

    play(script())


def test_nobody_signs_what_they_have_not_agreed_to(tmp_path: Path) -> None:
    """The opener changes the rules when all have agreed: nothing begins until Ben agrees again."""

    async def script() -> None:
        async with Hall(tmp_path, 2, 2) as hall:
            ada, ben = hall.players
            ada.lingers = True
            await until(lambda: sat_down(ben, 2), "the lobby")
            theirs, lobby = at_next_table(ben), at_next_table(ada)
            own = theirs.mesh.keys.identity.public
            await until(lambda: own in lobby.agreed, "Ben's agreement")
            lobby.change(FLIP, 2)
            ada.lingers = False
            await until(lambda: theirs.terms == FLIP and theirs.founding.founder in theirs.agreed, "Ada")
            lobby._propose()  # a dishonest opener does not wait
            await until(lambda: ben.of(events.RulesChanged), "Ben to be told")
            assert ben.of(events.RulesChanged) == [events.RulesChanged(FLIP, 2, 2)]
            await asyncio.sleep(3 * AGAIN)
            assert not theirs.signed
            theirs.agree()
            await hall.ends()
            same(hall.logs(2))

    play(script())


def test_a_spectator_stays_for_the_next_match(tmp_path: Path) -> None:
    async def script() -> None:
        async with Hall(tmp_path, 2, 2) as hall:
            zoe = Observer()
            zoe.matches = 2
            ada, ben = hall.players
            # Both matches are short: nobody moves before Zoe is there.
            ada.waits_for = lambda: game_of(zoe) == game_of(ada)
            ben.waits_for = lambda: game_of(zoe) == game_of(ben)
            record = hall.folder / "Zoe.uno"
            await watch(hall.address, "Zoe", Store(tmp_path / "Zoe"), zoe, record, local=True)
            await hall.ends()
            for match, log in ((1, record), (2, record.with_stem("Zoe-2"))):
                same([log, *hall.logs(match)])
            assert zoe.evening is not None
            assert zoe.evening.matches == 2

    play(script())


def test_when_the_opener_leaves_another_player_opens_the_table(tmp_path: Path) -> None:
    async def script() -> None:
        async with Hall(tmp_path, 1, 2, 2) as hall:
            ada, ben, cem = hall.players
            ada.lingers = True
            await until(lambda: sat_down(ben, 3) and sat_down(cem, 3), "the lobby of Ada's")
            assert not at_next_table(ben).opener
            ada.lingers = False
            await until(lambda: sat_down(ben, 2) and sat_down(cem, 2), "the lobby of Ben's")
            assert at_next_table(ben).opener
            for player in (ben, cem):
                assert player.of(events.HostLeft) == [events.HostLeft("Ada")]
                assert player.following is not None
                assert player.following.gone == ("Ada",)
            at_next_table(cem).agree()
            at_next_table(ben).agree()
            await hall.ends()
            same([hall.log(1, 2), hall.log(2, 2)])

    play(script())


def test_who_is_killed_between_two_matches_comes_back_with_the_last_one(tmp_path: Path) -> None:
    """Not through the door: the players of the last match know each other."""

    async def script() -> None:
        async with Hall(tmp_path, 2, 2, 2) as hall:
            ada, _ben, cem = hall.players
            ada.lingers = True
            await until(lambda: sat_down(ada, 3) and sat_down(cem, 3), "the lobby")
            hall.tasks[1].cancel()
            await asyncio.gather(hall.tasks.pop(1), return_exceptions=True)
            await until(lambda: sat_down(ada, 2), "Ben's seat to be free")
            again = Observer(7)
            again.matches = 2
            hall._start(resume(hall.log(1), hall.store(1), again, NoBots()))
            await until(lambda: sat_down(ada, 3), "Ben to be back")
            ada.lingers = False
            await hall.ends()
            same(hall.logs(2))
            assert again.evening is not None
            assert again.evening.matches == 2
            first, second = (read_log(hall.log(0, match))[0].players for match in (1, 2))
            assert first == second, "everybody sits where they sat"

    play(script())


def test_who_is_killed_when_the_next_match_is_signed_resumes_it(tmp_path: Path) -> None:
    async def script() -> None:
        async with Hall(tmp_path, 2, 2) as hall:
            ada, _ben = hall.players
            await until(lambda: hall.log(1, 2).with_suffix(".journal").exists(), "Ben to sign")
            hall.tasks[1].cancel()
            await asyncio.gather(hall.tasks.pop(1), return_exceptions=True)
            again = Observer(7)
            hall._start(resume(hall.log(1, 2), hall.store(1), again, NoBots()))
            await hall.ends()
            same(hall.logs(2))
            assert again.evening is not None
            assert again.evening.matches == 2, "the journal remembers the first match"
            assert ada.evening is not None
            assert again.evening.scores() == ada.evening.scores()

    play(script())


class Forker(Observer):
    """Signs two entries for one place, once."""

    forked = False

    def step(self, step: Step) -> None:
        super().step(step)
        peer = self.peer
        own = [
            entry for entry in step.applied if peer and entry.seat == peer.game.seat and entry.kind == MOVE
        ]
        if peer is not None and own and not self.forked:
            self.forked = True
            other = other_body(peer.mesh.keys.identity, own[0])
            peer.mesh.broadcast(TABLE + pack(["entry", *other.wire()]))


def test_who_was_put_out_for_cheating_gets_no_seat_at_the_next_table(tmp_path: Path) -> None:
    async def script() -> None:
        async with Hall(tmp_path, 2, 2, 2, 1, terms=LONG, cheat=2) as hall:
            ada, ben, cem, dan = hall.players
            dan.lingers = True
            await until(lambda: sat_down(ada, 3) and sat_down(ben, 3), "the lobby of the three")
            lobby = at_next_table(ada)
            assert {guest.name for guest in lobby.guests} == {"Ada", "Ben", "Dan"}
            eve = hall.keys[1]  # the host's are not among them
            card = eve.card(["127.0.0.1:9"], 1)
            wish = Wish(PLAYER, bytes(NONCE_BYTES), eve.identity.public, b"")
            blob = wish.pack(eve, card, "Cem", lobby.founding)
            answers: list[bytes] = []
            lobby._requested(Request(card, "Cem", blob, bytes(32), answers.append))
            assert refusal_in(answers[0]) is Refusal.CHEATED, "nor through the door"
            assert cem.following is None, "nobody offers them another match"
            theirs = at_next_table(ben)
            guest = Guest(eve.identity.public, "Cem", eve.identity.public, bytes(NONCE_BYTES))
            lobby.seats = 4
            lobby.guests.append(guest)
            lobby.cards[guest.identity] = card
            lobby._relist()  # a dishonest opener seats them all the same
            await until(lambda: theirs._started.done(), "Ben to refuse the list")
            assert isinstance(theirs._started.exception(), LobbyError)
            assert guest.identity not in {guest.identity for guest in theirs.guests}

    play(script())
