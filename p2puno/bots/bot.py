"""A bot: plays one seat at a chosen level."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from p2puno.bots import easy, hard, master, normal
from p2puno.bots.habits import Habits, Mind
from p2puno.bots.memory import Memory
from p2puno.dealer import sealed
from p2puno.events import Event
from p2puno.moves import NONCE_SIZE, Ask, Call, Catch, Choice, Claim, JumpIn, Move, Play, Show
from p2puno.view import View

LEVELS: Mapping[str, Habits] = MappingProxyType(
    {"easy": easy.HABITS, "normal": normal.HABITS, "hard": hard.HABITS, "master": master.HABITS}
)


class Bot:
    """Decides for one seat during one round, using only what that seat can see.

    `random` belongs to the bot: the same seed and the same questions give the same answers. In a real game it
    must be unpredictable, because the nonces that seal battle cards come from it.
    """

    __slots__ = ("_memory", "habits", "level", "partner", "random", "sealed_card")

    def __init__(self, level: str, random: Random, partner: int | None = None) -> None:
        self.level = level
        self.random = random
        self.partner = partner
        self.habits = LEVELS[level]
        self._memory = Memory()
        self.sealed_card: Show | None = None
        """The card this bot sealed for the last battle, if any."""

    @property
    def thinks(self) -> bool:
        """Whether `decide` may take tenths of a second."""
        return self.habits.thinks

    def change_level(self, level: str) -> None:
        """Play at another level from the next decision on."""
        self.level, self.habits = level, LEVELS[level]

    def hear(self, view: View, event: Event) -> None:
        """Observe an event. A bot that observes nothing still plays, a little worse."""
        if self.habits.remembers:
            self._memory.hear(view, event)

    def decide(self, view: View) -> Move:
        """The move of this seat. The round must be waiting for this seat."""
        waiting = view.round.waiting
        assert type(waiting) is Choice, f"no choice is waited for, but {waiting}"
        assert waiting.seat == view.seat, f"seat {waiting.seat} must choose, not {view.seat}"
        if waiting.ask is Ask.UNSEAL:
            assert self.sealed_card is not None, "this bot has sealed no card"
            return self.sealed_card
        moves = [move for move in view.moves() if type(move) is not Play or not move.uno]
        move = moves[0] if len(moves) == 1 else self.habits.choose(self._mind(view), moves)
        if waiting.ask is Ask.SEAL:
            assert type(move) is Show
            move, self.sealed_card = sealed(move, self.random.randbytes(NONCE_SIZE))
        elif type(move) is Play and len(view.round.hands[waiting.seat]) == 2:
            move = Play(move.card, move.face, self._does(self.habits.calls))
        return move

    def speak(self, view: View) -> Claim | None:
        """What this seat calls while a player, possibly itself, could be caught."""
        for claim in view.claims():
            if type(claim) is Call:
                late = view.round.uno_seat == view.seat
                if self._does(self.habits.calls_late if late else self.habits.calls_early):
                    return claim
            elif type(claim) is Catch and claim.seat != self.partner and self._does(self.habits.catches):
                return claim
        return None

    def jump(self, view: View) -> JumpIn | None:
        """The card that this seat lays out of turn now, if it can and wants to."""
        jump = next(iter(view.jumps()), None)
        if jump is None or not self._does(self.habits.jumps):
            return None
        if not self.habits.likes_jump(self._mind(view), jump.face):
            return None
        next_to_last = len(view.hand()) == 2
        return JumpIn(jump.card, jump.face, next_to_last and self._does(self.habits.calls))

    def _mind(self, view: View) -> Mind:
        return Mind(view, self.random, self._memory, self.partner)

    def _does(self, chance: float) -> bool:
        return chance >= 1 or (chance > 0 and self.random.random() < chance)


def make_bot(level: str, random: Random, partner: int | None = None) -> Bot:
    """A bot of this level; ValueError if there is no such level."""
    if level not in LEVELS:
        raise ValueError(f"level {level!r} is not known: choose one of {', '.join(LEVELS)}")
    return Bot(level, random, partner)
