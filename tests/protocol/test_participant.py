"""A participant's life, from the first knock to its leave, over real sockets and without a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from p2puno.options import Options
from protocol.files.errors import StoreError
from protocol.files.log_file import LogFile
from protocol.files.private_journal import Journal, read_journal
from protocol.files.store import Store
from protocol.lobby.guest_list import LOBBY
from protocol.lobby.lobby import Lobby
from protocol.log.table_terms import Terms
from protocol.net.keys_and_card import Keys
from protocol.participant import events
from protocol.participant.errors import ParticipantError, Reason
from protocol.participant.life_cycle import Opening, host, join, resume, watch
from protocol.participant.own_files import check_save
from protocol.participant.participant import LINGER, LINGER_AGAIN, Participant
from protocol.peer.message_checks import CHAT, TABLE
from protocol.peer.peer import Peer
from protocol.replay.verify import verify
from tests.protocol.lobbies import Visitor, table
from tests.protocol.net.peers import play, until
from tests.protocol.observers import NoBots, Observer
from tests.protocol.test_logfile import game as recorded

TERMS = Terms(Options(hand_size=2, target=1, uno_window=0))


class Hall:
    """A table on loopback, and those who come to it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def store(self, name: str) -> Store:
        return Store(self.folder / name)

    def log(self, name: str) -> Path:
        return self.folder / f"{name}.uno"

    def hosts(
        self,
        name: str,
        observer: Observer,
        terms: Terms = TERMS,
        seats: int = 2,
        bots: NoBots | None = None,
    ) -> asyncio.Task[None]:
        opening = Opening(terms, seats, name, local=True, port=0, save=self.log(name))
        return asyncio.create_task(host(opening, self.store(name), observer, bots or NoBots()))

    def joins(self, name: str, observer: Observer, address: str) -> asyncio.Task[None]:
        store = self.store(name)
        me = Participant(observer, store, store.keys(), self.log(name))
        return asyncio.create_task(join(me, address, name, local=True, port=0))

    def resumes(self, name: str, observer: Observer) -> asyncio.Task[None]:
        return asyncio.create_task(resume(self.log(name), self.store(name), observer, NoBots()))


async def invited(observer: Observer, code: bool = True) -> str:
    await until(lambda: observer.of(events.Invitation), "the invitation")
    (invitation,) = observer.of(events.Invitation)
    assert isinstance(invitation, events.Invitation)
    return f"{invitation.addresses[0]}#{invitation.code}" if code else invitation.addresses[0]


def position(observer: Observer) -> int:
    return observer.peer.game.position if observer.peer is not None else -1


# -- from the knock to the leave --------------------------------------------------------------------------


def test_a_whole_life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall(tmp_path)
    lingered: dict[int | None, float] = {}
    linger = Peer.linger

    async def noted(peer: Peer, seconds: float) -> None:
        lingered[peer.game.seat] = seconds
        await linger(peer, seconds)

    monkeypatch.setattr(Peer, "linger", noted)

    async def script() -> None:
        ada, ben, zoe = Observer(1), Observer(2), Observer()
        ada.waits_for = ben.waits_for = lambda: zoe.peer is not None
        hosting = hall.hosts("Ada", ada)
        address = await invited(ada)
        watching = asyncio.create_task(
            watch(address, "Zoe", hall.store("Zoe"), zoe, hall.log("Zoe"), local=True)
        )
        await until(lambda: zoe.of(events.WaitingForPlayers), "the spectator to be told")
        joining = hall.joins("Ben", ben, address)
        await asyncio.gather(hosting, joining, watching)
        assert ada.of(events.SatDown) == [events.SatDown("Ben", 2, 2)]
        assert ada.of(events.GuestToCompare) == [], "Ben has no words to compare"
        assert [type(event) for event in ben.told[:2]] == [events.Knocking, events.SeatGranted]
        (shown, safety), *_ = ben.seen
        assert (shown.terms, shown.names, safety) == (TERMS, ("Ada",), None), "the code proves the table"
        assert zoe.of(events.WaitingForPlayers)[0] == events.WaitingForPlayers(("Ada",), 2)
        assert (ada.met, ben.met, zoe.met) == ({1}, {0}, {0, 1})
        assert zoe.peer is not None
        assert zoe.peer.game.seat is None

    play(script())
    logs = [hall.log(name).read_bytes() for name in ("Ada", "Ben", "Zoe")]
    assert logs[0] == logs[1] == logs[2]
    assert lingered == {0: LINGER, 1: LINGER}, "players stay for who lacks the last entry; spectators do not"
    assert verify(hall.log("Ada")).state == "complete"
    for name in ("Ada", "Ben"):
        assert read_journal(hall.log(name)).over
        Journal(hall.log(name)).close()  # it is locked no more


def test_a_spectator_is_told_who_comes_before_the_game(tmp_path: Path) -> None:
    hall = Hall(tmp_path)

    async def script() -> None:
        ada, zoe = Observer(1), Observer()
        hosting = hall.hosts("Ada", ada, seats=3)
        address = await invited(ada)
        lives = [
            hosting,
            asyncio.create_task(watch(address, "Zoe", hall.store("Zoe"), zoe, hall.log("Zoe"), local=True)),
        ]
        await until(lambda: zoe.of(events.WaitingForPlayers), "the spectator to be told")
        lives.append(hall.joins("Ben", Observer(2), address))
        told = [events.WaitingForPlayers(names, 3) for names in (("Ada",), ("Ada", "Ben"))]
        await until(lambda: zoe.of(events.WaitingForPlayers) == told, "the news")
        for life in lives:
            life.cancel()
        await asyncio.gather(*lives, return_exceptions=True)

    play(script())


def test_a_guest_is_told_only_who_comes_after_them(tmp_path: Path) -> None:
    hall = Hall(tmp_path)

    async def script() -> None:
        ada, ben, eve = Observer(1), Observer(2), Observer(3)
        lives = [hall.hosts("Ada", ada, seats=4)]
        address = await invited(ada)
        lives.append(hall.joins("Ben", ben, address))
        await until(lambda: len(ada.of(events.SatDown)) == 1, "Ben to sit down")
        lives.append(hall.joins("Eve", eve, address))
        await until(lambda: ben.of(events.SatDown), "the news")
        lives.append(hall.joins("Flo", Observer(4), address))
        await until(lambda: eve.of(events.SatDown), "the news")
        assert ben.of(events.SatDown)[0] == events.SatDown("Eve", 3, 4)
        assert eve.of(events.SatDown) == [events.SatDown("Flo", 4, 4)], "Ada and Ben were there before"
        for life in lives:
            life.cancel()
        await asyncio.gather(*lives, return_exceptions=True)

    play(script())


def test_a_guest_of_a_table_on_this_machine_invites_nobody_from_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall(tmp_path)
    for module in ("mesh", "listen"):
        monkeypatch.setattr(f"protocol.net.{module}.own_addresses", lambda: ["192.0.2.7"])

    async def script() -> None:
        ada, ben = Observer(1), Observer(2)
        lives = [hall.hosts("Ada", ada, seats=3)]
        address = await invited(ada)
        store = hall.store("Ben")
        me = Participant(ben, store, store.keys(), hall.log("Ben"))
        lives.append(asyncio.create_task(join(me, address, "Ben", local=False, port=0)))
        await until(lambda: ben.of(events.Invitation), "the invitation")
        assert ben.of(events.Invitation) == ada.of(events.Invitation)
        for life in lives:
            life.cancel()
        await asyncio.gather(*lives, return_exceptions=True)

    play(script())


def test_without_the_code_both_sides_compare_words(tmp_path: Path) -> None:
    hall = Hall(tmp_path)

    async def script() -> None:
        ada, ben = Observer(), Observer()
        hosting = hall.hosts("Ada", ada)
        joining = hall.joins("Ben", ben, await invited(ada, code=False))
        await until(lambda: ada.of(events.GuestToCompare), "the words")
        await until(lambda: ben.of(events.HostToCompare), "the words")
        (seen,), (shown,) = ada.of(events.GuestToCompare), ben.of(events.HostToCompare)
        assert isinstance(seen, events.GuestToCompare)
        assert isinstance(shown, events.HostToCompare)
        assert seen.safety == shown.safety == ben.seen[0][1]
        assert ben.of(events.Invitation) == [], "who cannot know whose table it is invites nobody"
        await cancelled(hosting, joining)

    play(script())


def test_who_declines_takes_no_seat(tmp_path: Path) -> None:
    hall = Hall(tmp_path)

    async def script() -> None:
        ada, ben = Observer(), Observer()
        ben.accepts = False
        hosting = hall.hosts("Ada", ada)
        await hall.joins("Ben", ben, await invited(ada))
        assert [table.names for table, _safety in ben.seen] == [("Ada",)]
        assert ada.lobby is not None
        assert [guest.name for guest in ada.lobby.guests] == ["Ada"]
        assert not hall.log("Ben").with_suffix(".journal").exists()
        await cancelled(hosting)

    play(script())


def test_who_leaves_comes_back_by_resume(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    terms = Terms(Options(hand_size=3, target=100_000, uno_window=0))

    async def script() -> None:
        ada, ben = Observer(1), Observer(2)
        ben.leaves_at = 12
        hosting = hall.hosts("Ada", ada, terms)
        await hall.joins("Ben", ben, await invited(ada))
        left = position(ben)
        assert left >= 12
        again = Observer(3)
        resuming = hall.resumes("Ben", again)
        await until(lambda: position(again) > left + 5 and position(ada) > left + 5, "the game to go on")
        assert again.replayed_steps >= left - 1, "what was played is told again"
        assert again.of(events.WaitingForGenesis) == []
        await cancelled(hosting, resuming)

    play(script())
    assert verify(hall.log("Ben")).lost == ()


async def cancelled(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def test_a_bot_that_ends_is_not_waited_for(tmp_path: Path) -> None:
    """All is let go of: the port, the bots and the player's keys."""
    hall = Hall(tmp_path)

    async def script() -> None:
        ada, bots, store = Observer(), NoBots(ended=True), hall.store("Ada")
        with pytest.raises(ParticipantError) as failed:
            await host(Opening(TERMS, 2, "Ada", ("Bot",), port=0, local=True), store, ada, bots)
        assert failed.value.reason is Reason.BOT_FAILED
        assert bots.dismissed
        (bot,) = bots.started
        assert ada.lobby is not None
        assert bot.operator == ada.lobby.mesh.keys.identity.public
        again = hall.store("Ada")
        assert again.keys().identity.public == bot.operator
        again.close()

    play(script())


# -- promises ---------------------------------------------------------------------------------------------


def test_what_cannot_be_written_down_is_not_signed(tmp_path: Path) -> None:
    async def script() -> None:
        ada, ben = Visitor("Ada"), Visitor("Ben")
        async with table(ada, ben) as eve:
            eve.lists([ada, ben])
            me = Participant(Observer(), Store(tmp_path), ada.keys, tmp_path / "gone" / "game.uno")
            me.enter(ada.lobby)
            eve.proposes(ada, eve.body([ada, ben]))
            assert isinstance(await ada.why(), StoreError)
            assert not ada.lobby.description().begun, "no signature"
            me.close()

    play(script())


class Listener:
    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.seats: dict[bytes, int] = {}

    def receive(self, key: bytes, frame: bytes) -> None:
        self.frames.append(frame)


def test_the_lobby_hears_its_own_messages_only_once_the_game_has_begun(tmp_path: Path) -> None:
    lobby, peer = Listener(), Listener()
    me = Participant(Observer(), Store(tmp_path), Keys.fresh())
    heard: list[bytes] = []
    me.hear = lambda key, frame: heard.append(frame)
    me.receive(b"key", CHAT)
    me.lobby = cast(Lobby, lobby)
    for frame in (LOBBY, TABLE):
        me.receive(b"key", frame)
    me.peer = cast(Peer, peer)
    for frame in (LOBBY + b"2", TABLE + b"2", CHAT + b"2"):
        me.receive(b"key", frame)
    assert heard == [CHAT]
    assert lobby.frames == [LOBBY, TABLE, LOBBY + b"2"]
    assert peer.frames == [TABLE + b"2", CHAT + b"2"]


@pytest.mark.parametrize("seconds", [LINGER, LINGER_AGAIN])
@pytest.mark.parametrize("lacking", [{1}, {1, 2}, set()])
def test_a_player_is_told_for_whom_we_linger(tmp_path: Path, seconds: float, lacking: set[int]) -> None:
    """Also for one who is connected: on a bad network it takes them long to fetch the end."""
    observer, stayed = Observer(), asyncio.Event()

    async def linger(seconds: float) -> None:
        if lacking:
            while not observer.told:
                await asyncio.sleep(0.01)
        stayed.set()

    me = Participant(observer, Store(tmp_path), Keys.fresh())
    players = [SimpleNamespace(name=name) for name in ("Ada", "Ben", "Cem")]
    peer: Any = SimpleNamespace(
        lacking=lambda: lacking,
        seats={b"ben": 1, b"cem": 2},
        mesh=SimpleNamespace(peers={b"ben": False, b"cem": True}),
        game=SimpleNamespace(genesis=SimpleNamespace(players=players)),
        linger=linger,
    )
    asyncio.run(me._linger(peer, seconds))
    names = {1: "Ben", 2: "Cem"}
    told = [events.Lingering(tuple(names[seat] for seat in sorted(lacking)), int(seconds))]
    assert observer.told == (told if lacking else [])
    assert stayed.is_set()


def test_a_player_who_lingers_may_leave(tmp_path: Path) -> None:
    """Ctrl-C cancels the program's task: it does not wait for anybody then."""
    left: list[str] = []

    async def linger(seconds: float) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            left.append("left")

    async def leave() -> None:
        me = Participant(Observer(), Store(tmp_path), Keys.fresh())
        peer: Any = SimpleNamespace(
            lacking=lambda: {0},
            game=SimpleNamespace(genesis=SimpleNamespace(players=[SimpleNamespace(name="Ada")])),
            linger=linger,
        )
        lingering = asyncio.ensure_future(me._linger(peer, LINGER))
        while not cast(Observer, me.observer).told:
            await asyncio.sleep(0.01)
        lingering.cancel()
        with pytest.raises(asyncio.CancelledError):
            await lingering
        await asyncio.sleep(0)

    asyncio.run(leave())
    assert left == ["left"]


# -- files that cannot be used ----------------------------------------------------------------------------


def no_journal(path: Path) -> None:
    LogFile(path, recorded()[1]).close()


def never_began(path: Path) -> None:
    Journal(path).close()


def damaged_journal(path: Path) -> None:
    Journal(path).close()
    LogFile(path, recorded()[1]).close()


def other_game(path: Path) -> None:
    journal, keys = Journal(path), Keys.fresh()
    journal.begin(0, bytes(32), keys, keys.identity.public, "", b"", b"another body")
    journal.close()
    LogFile(path, recorded()[1]).close()


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (no_journal, Reason.NO_JOURNAL),
        (never_began, Reason.NEVER_BEGAN),
        (damaged_journal, Reason.JOURNAL_DAMAGED),
        (other_game, Reason.OTHER_GAME),
    ],
)
def test_what_cannot_be_resumed_is_left_as_it_is(
    tmp_path: Path, make: Callable[[Path], None], reason: Reason
) -> None:
    hall = Hall(tmp_path)
    make(hall.log("Ada"))
    before = {path: path.read_bytes() for path in tmp_path.glob("Ada.*")}

    async def script() -> None:
        with pytest.raises(ParticipantError) as failed:
            await hall.resumes("Ada", Observer())
        assert failed.value.reason is reason

    play(script())
    assert before == {path: path.read_bytes() for path in tmp_path.glob("Ada.*")}
    if reason is not Reason.NO_JOURNAL:
        Journal(hall.log("Ada")).close()  # not locked


def test_where_a_game_can_be_saved(tmp_path: Path) -> None:
    (tmp_path / "there.uno").touch()
    for path, reason in {
        tmp_path / "game.journal": Reason.SAVE_IS_JOURNAL,
        tmp_path: Reason.SAVE_IS_FOLDER,
        tmp_path / "there.uno": Reason.SAVE_EXISTS,
        tmp_path / "none" / "game.uno": Reason.SAVE_HAS_NO_FOLDER,
    }.items():
        with pytest.raises(ParticipantError) as refused:
            check_save(path)
        assert refused.value.reason is reason
    check_save(tmp_path / "game.uno")
    check_save(None)
