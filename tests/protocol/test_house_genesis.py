"""House rules in a genesis: one form for one list, and everything else is refused with a code (K-01)."""

from __future__ import annotations

from typing import Any

import pytest

from p2puno.options import Options
from protocol.codec import pack, unpack
from protocol.log.genesis import genesis_body, read_body
from protocol.log.table_terms import Terms
from protocol.remote_errors import Code, RemoteError
from protocol.version import ENGINE, HOUSE_ENGINE, NO_MERCY_ENGINE
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
    body = read_body(body_with(HOUSE_ENGINE, rules))
    assert list(body.terms.options.house_rules) == rules
    again = genesis_body(body.terms, body.players, body.nonces, body.time)
    assert unpack(again)[1] == HOUSE_ENGINE


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
    assert refused(body_with(HOUSE_ENGINE, rules, variant)) == Code.MALFORMED


@pytest.mark.parametrize(
    ("engine", "rules", "code"),
    [
        (ENGINE, ["force"], Code.MALFORMED),
        (HOUSE_ENGINE, [], Code.MALFORMED),
        (NO_MERCY_ENGINE, ["force"], Code.MALFORMED),
        (NO_MERCY_ENGINE + 1, ["force"], Code.FOREIGN),
        (ENGINE - 1, [], Code.FOREIGN),
    ],
)
def test_the_version_of_the_rules_fits_the_list(engine: int, rules: list[str], code: Code) -> None:
    assert refused(body_with(engine, rules)) == code


def test_without_house_rules_a_genesis_is_what_it_always_was() -> None:
    terms = read_body(body_with(ENGINE, [])).terms
    assert terms.options.house_rules == ()
    assert unpack(genesis_body(Terms(Options()), (), (), 0))[1] == 2
