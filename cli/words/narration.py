"""Puts everything that happens into sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cli.sessions.session import (
    Busy,
    CameBack,
    Changed,
    DrewCards,
    Forgiving,
    HandShown,
    Happened,
    Notice,
    Said,
    SeatedAgain,
    SeatLost,
    Status,
    Trouble,
    WentAway,
)
from cli.words.card_names import a_card, card_name, card_names, named_colour
from cli.words.house_narration import HOUSE_EVENTS, HouseNarrator
from cli.words.language import _, n_
from cli.words.names_in_sentences import with_names
from cli.words.shared_scores import side_name, sides
from p2puno import events as ev
from p2puno.cards import DARK
from p2puno.options import Options
from protocol.play.news import DealerDrawn, MatchOver, RoundOver

if TYPE_CHECKING:
    from protocol.table.readmitting_cheats import Plea


def listed(words: Sequence[str]) -> str:
    """ "a, b and c" """
    if len(words) < 2:
        return "".join(words)
    return with_names(_("{some} and {last}"), some=", ".join(words[:-1]), last=words[-1])


class Narrator(HouseNarrator):
    """Puts notices into sentences, from the seat of one player or of a spectator."""

    def __init__(self, names: Sequence[str], seat: int | None, options: Options | None = None) -> None:
        self.names = names
        self.seat = seat
        self._options = options or Options()
        self._told: int = 0
        """How many of the cards that our seat draws have been named already."""

    def sentences(self, notice: Notice) -> list[str]:
        """What to say about a notice; nothing if it is obvious on the screen."""
        match notice:
            case Happened(event):
                return self.event(event)
            case DrewCards() | HandShown() if self.seat is None:
                return []  # only one player sees it
            case DrewCards(faces):
                self._told += len(faces)
                if len(faces) == 1:
                    return [_("You draw {card}.").format(card=a_card(faces[0]))]
                return [_("You draw: {cards}.").format(cards=card_names(faces))]
            case HandShown(accused, faces):
                text = _("{name} shows you their hand: {cards}.")
                return [text.format(name=self.names[accused], cards=card_names(faces))]
            case DealerDrawn():
                return self._dealer_drawn(notice)
            case Said(seat, text) if seat == self.seat:
                return [_("You say: {text}").format(text=text)]
            case Said(seat, text):
                return [_("{name} says: {text}").format(name=self.names[seat], text=text)]
            case WentAway(seat):
                return [_("{name} is away.").format(name=self.names[seat])]
            case CameBack(seat):
                return [_("{name} is back.").format(name=self.names[seat])]
            case SeatLost():
                return self._seat_lost(notice)
            case Forgiving():
                return self._forgiving(notice)
            case SeatedAgain(seat):
                return [self._who(seat, _("You play again."), _("{name} plays again."))]
            case RoundOver():
                return self.round_over(notice)
            case MatchOver():
                return self.match_over(notice)
            case Trouble(text):
                return [text]
            case Changed():
                return []

    def status(self, status: Status) -> str:
        name = "" if status.seat is None else self.names[status.seat]
        match status.kind:
            case Busy.CONNECTING:
                return _("Connecting ...")
            case Busy.SHUFFLING:
                text = _("Dealing: {name} is shuffling {step}/{of} ...")
            case Busy.OPENING:
                text = _("Dealing: handing out the cards {step}/{of} ...")
            case Busy.WAITING:
                if not name:
                    return _("Waiting for the others ...")
                text = _("Waiting for {name} ...")
            case Busy.SUSPENDED:
                text = _("The match is waiting for {name} ...")
            case Busy.SHORT:
                text = _("The match is waiting for {name}, or for everybody to end it ...")
        return text.format(name=name, step=status.step, of=status.of)

    # -- events -----------------------------------------------------------------------------------------

    def event(self, event: ev.Event) -> list[str]:
        tell = _EVENTS[type(event)]
        told = tell(self, event)
        return [told] if told else []

    def _dealt(self, event: ev.Dealt) -> str:
        return self._who(event.dealer, _("You deal."), _("{name} deals."))

    def _turned_up(self, event: ev.TurnedUp) -> str:
        if event.returned:
            text = _("The first card would be {card}: it goes back into the pile, and another is turned up.")
        else:
            text = _("The first card is {card}.")
        return text.format(card=a_card(event.face))

    def _played(self, event: ev.Played) -> str:
        text = _("You play {card}.") if event.seat == self.seat else _("{name} plays {card}.")
        return text.format(name=self.names[event.seat], card=a_card(event.face))

    def _drew(self, event: ev.Drew) -> str:
        if event.seat == self.seat:
            if self._told >= event.cards:
                self._told -= event.cards
                return ""
            text = n_("You draw a card.", "You draw {count} cards.", event.cards)
        else:
            text = n_("{name} draws a card.", "{name} draws {count} cards.", event.cards)
        return text.format(name=self.names[event.seat], count=event.cards)

    def _kept(self, event: ev.Kept) -> str:
        return self._who(event.seat, _("You keep the card."), _("{name} keeps the card."))

    def _passed(self, event: ev.Passed) -> str:
        you = _("You pass: there is nothing to draw.")
        return self._who(event.seat, you, _("{name} passes: there is nothing to draw."))

    def _missed(self, event: ev.Missed) -> str:
        return self._who(event.seat, _("You miss a turn."), _("{name} misses a turn."))

    def _reversed(self, event: ev.Reversed) -> str:
        return _("Play now goes clockwise.") if event.direction > 0 else _("Play now goes anticlockwise.")

    def _named(self, event: ev.Named) -> str:
        text = _("You name {colour}.") if event.seat == self.seat else _("{name} names {colour}.")
        return text.format(name=self.names[event.seat], colour=named_colour(event.colour))

    def _challenged(self, event: ev.Challenged) -> str:
        return self._two(
            event.seat,
            event.accused,
            _("You challenge {other}."),
            _("{name} challenges you."),
            _("{name} challenges {other}."),
        )

    def _judged(self, event: ev.Judged) -> str:
        if event.guilty:
            return self._two(
                event.seat,
                event.accused,
                _("{other} did hold that colour and draws instead of you."),
                _("You did hold that colour: you draw instead of {name}."),
                _("{other} did hold that colour and draws instead of {name}."),
            )
        return self._two(
            event.seat,
            event.accused,
            _("{other} was innocent: you draw two extra cards."),
            _("You were innocent: {name} draws two extra cards."),
            _("{other} was innocent: {name} draws two extra cards."),
        )

    def _declared(self, event: ev.Declared) -> str:
        text = _("You show {card}.") if event.seat == self.seat else _("{name} shows {card}.")
        return text.format(name=self.names[event.seat], card=a_card(event.face))

    def _flipped(self, event: ev.Flipped) -> str:
        if event.side == DARK:
            text = _("Everything flips to the dark side! The top card is now {card}.")
        else:
            text = _("Everything flips to the light side! The top card is now {card}.")
        return text.format(card=a_card(event.top))

    def _battle_began(self, event: ev.BattleBegan) -> str:
        return self._two(
            event.challenger,
            event.challenged,
            _("You challenge {other} to a battle!"),
            _("{name} challenges you to a battle!"),
            _("{name} challenges {other} to a battle!"),
        )

    def _battle_shown(self, event: ev.BattleShown) -> str:
        if event.challenger.number == event.challenged.number:
            text = _("The battle: {first} against {second}. A tie!")
        else:
            text = _("The battle: {first} against {second}.")
        return text.format(first=card_name(event.challenger), second=card_name(event.challenged))

    def _battle_won(self, event: ev.BattleWon) -> str:
        return self._two(
            event.winner,
            event.loser,
            _("You win the battle; {other} takes the cards and draws two more."),
            _("{name} wins the battle; you take the cards and draw two more."),
            _("{name} wins the battle; {other} takes the cards and draws two more."),
        )

    def _crashed(self, event: ev.Crashed) -> str:
        if self.seat in (event.drawer, event.other):
            other = event.other if event.drawer == self.seat else event.drawer
            text = _("Crash! Your hand and {name}'s are shuffled together and dealt out again.")
            return with_names(text, name=self.names[other])
        text = _("Crash! {name}'s hand and {other}'s are shuffled together and dealt out again.")
        return with_names(text, name=self.names[event.drawer], other=self.names[event.other])

    def _swapped(self, event: ev.Swapped) -> str:
        if event.seat in (event.first, event.second):
            other = event.second if event.seat == event.first else event.first
            return self._two(
                event.seat,
                other,
                _("You trade hands with {other}."),
                _("{name} trades hands with you."),
                _("{name} trades hands with {other}."),
            )
        first, second = event.first, event.second
        if event.seat == self.seat:
            text = _("You make {first} and {second} trade hands.")
        elif self.seat in (first, second):
            text = _("{name} makes you and {second} trade hands.")
            second = second if first == self.seat else first
        else:
            text = _("{name} makes {first} and {second} trade hands.")
        names = self.names[event.seat], self.names[first], self.names[second]
        return with_names(text, name=names[0], first=names[1], second=names[2])

    def _called(self, event: ev.Called) -> str:
        return self._who(event.seat, _("You call UNO!"), _("{name} calls UNO!"))

    def _caught(self, event: ev.Caught) -> str:
        return self._two(
            event.by,
            event.seat,
            _("You catch {other}, who forgot to call UNO!"),
            _("{name} catches you: you forgot to call UNO!"),
            _("{name} catches {other}, who forgot to call UNO!"),
        )

    def _no_effect(self, event: ev.NoEffect) -> str:
        you = _("No effect: there is nobody to catch and no UNO to call right now.")
        return self._who(event.seat, you, _("{name} speaks up, but it has no effect."))

    def _reshuffled(self, event: ev.Reshuffled) -> str:
        text = n_(
            "The discard pile becomes the new draw pile: {count} card.",
            "The discard pile is shuffled and becomes the new draw pile: {count} cards.",
            event.cards,
        )
        return text.format(count=event.cards)

    def _left(self, event: ev.Left) -> str:
        return ""  # `SeatLost` has already said it, and why

    def _went_out(self, event: ev.WentOut) -> str:
        return self._who(event.seat, _("You win the round!"), _("{name} wins the round!"))

    def _blocked(self, event: ev.Blocked) -> str:
        return _("Nobody can play or draw any more: the round does not count and is dealt again.")

    # -- what is larger than an event -------------------------------------------------------------------

    def _dealer_drawn(self, notice: DealerDrawn) -> list[str]:
        lines = []
        for draw in notice.draws:
            drawn = ", ".join(f"{self.names[seat]} {card_name(face)}" for seat, face in draw.items())
            lines.append(_("Drawing to see who deals: {cards}.").format(cards=drawn))
        return lines

    def _seat_lost(self, notice: SeatLost) -> list[str]:
        match notice.reason:
            case "fork":
                you = _(
                    "You are out of the match: your program signed two things that contradict each other."
                )
                name = _("{name} cheated (signed two things that contradict each other): out of the match.")
            case "proved":
                you = _("You are out of the match: a step of the shuffle was not correct.")
                name = _("{name} cheated (a step of the shuffle was not correct): out of the match.")
            case _:
                you = _("You did not come back and lose the seat.")
                name = _("{name} did not come back and loses the seat.")
        lines = [self._who(notice.seat, you, name)]
        if notice.proof:
            lines.append(_("The proof is in {path}").format(path=notice.proof))
        return lines

    def _forgiving(self, notice: Forgiving) -> list[str]:
        seat, by = notice.seat, notice.by
        if by is None:
            you = _("You play again only if all players agree.")
            return [self._who(seat, you, _("{name} plays again only if all players agree."))]
        if by == seat:
            said = self._who(seat, _("You ask to be let back in."), _("{name} asks to be let back in."))
        else:
            said = self._two(
                by,
                seat,
                _("You would let {other} back in."),
                _("{name} would let you back in."),
                _("{name} would let {other} back in."),
            )
        return [said, self.still_to_agree(seat, notice.missing)]

    def still_to_agree(self, seat: int, missing: Sequence[int]) -> str:
        """Who has not agreed yet that a seat lost for cheating comes back."""
        if missing:
            return _("Still to agree: {names}.").format(names=self._you_and_others(missing))
        you = _("All agree: you play again from the next round on.")
        return self._who(seat, you, _("All agree: {name} plays again from the next round on."))

    def plea(self, plea: Plea) -> str:
        """Who has and has not agreed that a seat lost for cheating comes back."""
        you, name = _("You were put out for cheating."), _("{name} was put out for cheating.")
        said = [self._who(plea.seat, you, name)]
        if plea.agreed and plea.missing:
            said.append(_("Agreed: {names}.").format(names=self._you_and_others(plea.agreed)))
        return " ".join([*said, self.still_to_agree(plea.seat, plea.missing)])

    def _you_and_others(self, seats: Iterable[int]) -> str:
        return listed([_("you") if seat == self.seat else self.names[seat] for seat in seats])

    def round_over(self, notice: RoundOver) -> list[str]:
        """The revealed hands, the points, and the scores."""
        result, lines = notice.result, [_("Round {number} is over.").format(number=notice.number)]
        for seat, faces in notice.hands.items():
            if seat in result.held and faces:
                points = result.held[seat]
                text = n_(
                    "{name} holds {cards}: {count} point.", "{name} holds {cards}: {count} points.", points
                )
                lines.append(text.format(name=self.names[seat], cards=card_names(faces), count=points))
        lines += self._gained(notice)
        if notice.verified is not None:
            lines.append(
                _("The deck was verified.") if notice.verified else _("The deck failed verification!")
            )
        lines.append(_("Scores: {scores}.").format(scores=self.scores(notice.totals)))
        return lines

    def round_in_short(self, notice: RoundOver) -> str:
        """The end of a round in one line, for a log."""
        over = _("Round {number} is over.").format(number=notice.number)
        return " ".join([over, *self._gained(notice)])

    def _gained(self, notice: RoundOver) -> list[str]:
        lines = []
        for seat, points in notice.gained.items():
            if points:
                text = n_("{name} scores {count}.", "{name} scores {count}.", points)
                lines.append(text.format(name=self.names[seat], count=points))
        return lines

    def scores(self, totals: Sequence[int]) -> str:
        found = sides(self._options, len(self.names))
        return ", ".join(f"{side_name(self.names, side)} {sum(totals[s] for s in side)}" for side in found)

    def won(self, notice: MatchOver) -> str:
        """Who wins the match."""
        if notice.winners == (self.seat,):
            return _("You win the match!")
        if len(notice.winners) == 1:
            return _("{name} wins the match!").format(name=self.names[notice.winners[0]])
        if self.seat in notice.winners:
            others = self._listed(seat for seat in notice.winners if seat != self.seat)
            return _("You win the match together with {names}!").format(names=others)
        return _("{names} win the match together!").format(names=self._listed(notice.winners))

    def match_over(self, notice: MatchOver) -> list[str]:
        lines, place = [self.won(notice)], 1
        for seats in notice.ranking:
            lines.append(_("{place}. {names}").format(place=place, names=self._listed(seats)))
            place += sum(side[0] in seats for side in sides(self._options, len(self.names)))
        return lines

    def _listed(self, seats: Iterable[int]) -> str:
        return listed([self.names[seat] for seat in seats])


_EVENTS: dict[type[ev.Event], Callable[[Narrator, Any], str]] = {
    ev.Dealt: Narrator._dealt,
    ev.TurnedUp: Narrator._turned_up,
    ev.Played: Narrator._played,
    ev.Drew: Narrator._drew,
    ev.Kept: Narrator._kept,
    ev.Passed: Narrator._passed,
    ev.Missed: Narrator._missed,
    ev.Reversed: Narrator._reversed,
    ev.Named: Narrator._named,
    ev.Challenged: Narrator._challenged,
    ev.Judged: Narrator._judged,
    ev.Declared: Narrator._declared,
    ev.Flipped: Narrator._flipped,
    ev.BattleBegan: Narrator._battle_began,
    ev.BattleShown: Narrator._battle_shown,
    ev.BattleWon: Narrator._battle_won,
    ev.Crashed: Narrator._crashed,
    ev.Swapped: Narrator._swapped,
    ev.Called: Narrator._called,
    ev.Caught: Narrator._caught,
    ev.NoEffect: Narrator._no_effect,
    ev.Reshuffled: Narrator._reshuffled,
    ev.Left: Narrator._left,
    ev.WentOut: Narrator._went_out,
    ev.Blocked: Narrator._blocked,
    **HOUSE_EVENTS,
}
