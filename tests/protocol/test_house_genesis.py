"""House rules in a genesis: one form for one list, and everything else is refused with a code (K-01)."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.codec import pack, unpack
from protocol.log.genesis import genesis_body, read_body
from protocol.remote_errors import Code, RemoteError
from protocol.version import FIRST_HOUSE_RULES, FIRST_NO_MERCY, FIRST_RULES, RULES
from tests.protocol.test_numbers import GENESIS

KNOWN = (["two-decks", "stack-any", "open-hands:3", "jump-in"], ["open-hands:1"], ["force"], ["jump-in"])


def body_with(engine: int, house_rules: Any, variant: str = "classic") -> bytes:
    value: list[Any] = unpack(pack(GENESIS))
    value[1] = engine
    value[2][0][0] = variant
    value[2][0][8] = house_rules
    return pack(value)


def refused(body: bytes) -> Code:
    with pytest.raises(RemoteError) as error:
        read_body(body)
    return error.value.code


@pytest.mark.rule("K-01")
@pytest.mark.parametrize("rules", KNOWN, ids=str)
def test_a_list_in_its_one_form_is_read(rules: list[str]) -> None:
    body = read_body(body_with(RULES, rules))
    assert list(body.terms.options.house_rules) == rules
    again = genesis_body(body.terms, body.players, body.nonces, body.time)
    assert unpack(again)[1] == RULES


@pytest.mark.rule("K-01")
@pytest.mark.parametrize(
    ("rules", "variant"),
    [
        (["no-such-rule"], "classic"),
        (["party"], "classic"),
        (["jump-in", "force"], "classic"),  # out of order
        (["force", "force"], "classic"),
        (["open-hands"], "classic"),  # without its number
        (["open-hands:03"], "classic"),
        (["open-hands:+3"], "classic"),
        (["open-hands:\u0663"], "classic"),
        (["open-hands:0"], "classic"),
        (["open-hands:11"], "classic"),
        (["open-hands:1", "open-hands:2"], "classic"),
        (["force:1"], "classic"),
        (["force "], "classic"),
        (["Force"], "classic"),
        (["stack-same", "stack-any"], "classic"),
        (["no-bluff", "no-challenge"], "classic"),
        (["blind-draw"], "crash"),
        (["two-decks"], "flip"),
        ([b"force"], "classic"),
        ([["force"]], "classic"),
        ("force", "classic"),
        (None, "classic"),
    ],
    ids=str,
)
def test_any_other_list_is_refused(rules: Any, variant: str) -> None:
    assert refused(body_with(RULES, rules, variant)) == Code.MALFORMED


@pytest.mark.parametrize(
    ("engine", "rules", "code"),
    [
        (FIRST_RULES, ["force"], Code.MALFORMED),
        (FIRST_HOUSE_RULES, [], Code.MALFORMED),
        (FIRST_NO_MERCY, ["force"], Code.MALFORMED),
        (RULES + 1, ["force"], Code.FOREIGN),
        (FIRST_RULES - 1, [], Code.FOREIGN),
    ],
)
def test_the_version_of_the_rules_fits_the_list(engine: int, rules: list[str], code: Code) -> None:
    assert refused(body_with(engine, rules)) == code


@pytest.mark.parametrize(
    ("rules", "house_rules", "variant"),
    [
        (FIRST_RULES, [], "flip"),
        (FIRST_HOUSE_RULES, ["draw-until"], "classic"),
        (FIRST_NO_MERCY, [], "no-mercy"),
    ],
)
def test_games_of_the_first_rules_are_read_and_not_written(
    rules: int, house_rules: list[str], variant: str
) -> None:
    body = read_body(body_with(rules, house_rules, variant))
    assert body.rules == rules
    assert read_body(body_with(RULES, house_rules, variant)).rules == RULES
    assert unpack(genesis_body(body.terms, body.players, body.nonces, body.time))[1] == RULES
