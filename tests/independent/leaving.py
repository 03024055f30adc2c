"""A seat leaves the round (protocol.md §19.6)."""

from __future__ import annotations

from typing import Any

from tests.independent.round import Machine, Task


def leave(round: Machine, seat: int) -> None:
    if seat in round.expelled:
        round.expelled.remove(seat)
        return
    round.pile += remove(round, seat)
    mixing = any(task[0] in ("mixpile", "mixunder", "deal") for task in round.agenda)
    if round.result is None and round.pile and not mixing and len(round.seats) > 1:
        round.agenda.append(("mixpile",))
    round.go_on()


def expel(round: Machine, seat: int) -> None:
    """Put a seat out of the round by `mercy` (§19.7)."""
    round.expelled.append(seat)
    hand = remove(round, seat)
    round.pile[:0] = hand
    if round.out is None:
        round.agenda.append(("mixunder", len(hand)))


def remove(round: Machine, seat: int) -> list[int]:
    """Take a seat out of the round; its hand."""
    after = round.next(seat)
    left = [_without(round, seat, task) for task in list(round.agenda)]
    round.agenda = [task for task in left if task is not None]
    hand = round.hands.pop(seat)
    round.left[seat] = (round.side, hand)
    round.seats.remove(seat)
    if round.uno_seat is not None:
        round.set_owners([owner for owner in (round.uno_seat, *round.uno_also) if owner != seat])
    round.blind = [card for card in round.blind if card not in hand]
    round.uno_heard = [said for said in round.uno_heard if said[0] != seat]
    if round.uno_seat is not None:
        heard = round.uno_heard
        round.uno_heard = [(by, what, round.uno_seat if of == seat else of) for by, what, of in heard]
    if round.upcoming == seat:
        round.upcoming = after
    if round.turn == seat and (not round.moved or round.drew):
        round.moved = round.drew = round.uno_ahead = False
        round.turn = after
    round.passes = 0
    if len(round.seats) == 1 and round.expelled:
        round.out, round.agenda = round.seats[0], []
    elif len(round.seats) == 1:
        round.result = ("abandoned", round.dealer, None, {})
    return hand


def _without(round: Machine, seat: int, task: Task) -> Task | None:
    """What is left of a task."""
    name, values = task[0], task[1:]
    if name == "look":
        dying = {*round.hands[seat], *round.pile}
        items = [item for item in values[0] if item[2] != seat and item[0] not in dying]
        return ("look", items) if items else None
    if name in ("draw", "drawn", "declare", "opponent", "trade", "pay", "owntrade", "another", "turnblind"):
        return None if values[0] == seat else task
    if name == "mixunder":
        return ("mixpile",)
    if name == "oneleft":
        return None if values[0] is not None and seat in values[0] else task
    if name == "name" and values[0] == seat:
        return None if round.colour is not None else ("name", round.next(seat))
    if name in ("doubt", "verdict"):
        victim, accused, _, penalty = values
        if seat == victim:
            return None
        if seat == accused and name == "doubt" and round.stacks:
            return ("doubt", victim, None, None, penalty)
        if seat == accused:
            round.upcoming = round.next(victim)
            return ("pay", victim, penalty)
    if name == "battle" and seat in values[:2]:
        for owner, card in round.aside:
            round.hands[owner].append(card)
        round.aside = []
        other = values[1] if seat == values[0] else values[0]
        return ("aftermath", (other,), other)
    if name == "aftermath":
        return ("aftermath", tuple(b for b in values[0] if b != seat), values[1])
    if name == "crash" and seat in values:
        return None
    if name == "handover" and seat in values[1:]:
        return None
    return task


def digest_fields(round: Machine, options: list[Any]) -> dict[str, Any]:
    """What an agreement says of the round (protocol.md §13)."""
    result: list[Any] | None = None
    if round.result is not None:
        how, dealer, out, held = round.result
        result = [how, dealer, out, {str(seat): points for seat, points in held.items()}]
    agenda: list[Any] = []
    if round.result is None:
        agenda = [["Count"], ["Look", [list(item) for item in round.agenda[-1][1]]]]
    house = {
        "blind": round.blind,
        "expelled": round.expelled,
        "laid": round.laid,
        "shuffles": round.shuffles,
        "uno_also": round.uno_also,
        "vows": [["Vow", *vow] for vow in round.vows],
    }
    return {name: value for name, value in house.items() if value not in (None, [])} | {
        "agenda": agenda,
        "aside": round.aside,
        "colour": round.colour,
        "dealer": round.dealer,
        "direction": round.direction,
        "discard": round.discard,
        "drew": round.drew,
        "faces": [sorted(side.items()) for side in round.faces],
        "hands": {str(seat): hand for seat, hand in round.hands.items()},
        "left": {str(seat): [side, cards] for seat, (side, cards) in round.left.items()},
        "moved": round.moved,
        "next_card": round.next_card,
        "options": options,
        "order": round.order,
        "out": round.out,
        "passes": round.passes,
        "pile": round.pile,
        "result": result,
        "rules": round.variant,
        "seats": round.seats,
        "side": round.side,
        "top": round.top,
        "turn": round.turn,
        "uno_ahead": round.uno_ahead,
        "uno_called": round.uno_called,
        "uno_heard": [
            [seat, ["Call"] if what == "call" else ["Catch", owner]] for seat, what, owner in round.uno_heard
        ],
        "uno_seat": round.uno_seat,
        "upcoming": round.upcoming,
    }
