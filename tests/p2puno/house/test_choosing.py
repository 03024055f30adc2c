"""Choosing house rules: names, presets, contradictions, and the one form of a list (K-01)."""

import pytest

from p2puno.house import HOUSE_RULES, PRESETS, Clash, presets_of, read_house_rules
from p2puno.options import VARIANTS, OptionError, OptionFault, Options
from p2puno.rulesets import rule_set


def fault(text: str, variant: str = "classic") -> OptionFault:
    with pytest.raises(OptionError) as error:
        read_house_rules(text, variant)
    return error.value.fault


@pytest.mark.rule("K-01")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("preset", PRESETS)
def test_presets_can_be_played_with_every_rule_set(preset: str, variant: str) -> None:
    chosen = read_house_rules(preset, variant)
    assert set(chosen) <= set(PRESETS[preset])
    rule_set(Options(variant, house_rules=chosen))


@pytest.mark.rule("K-01")
def test_what_the_presets_are() -> None:
    assert set(read_house_rules("family", "classic")) == {"stack-same", "seven-zero", "draw-until"}
    party = {"stack-any", "jump-in", "doubles", "seven-zero", "force"}
    assert set(read_house_rules("party", "flip")) == party
    assert set(read_house_rules("party,mercy", "crash")) == party | {"mercy"}


@pytest.mark.rule("K-01")
def test_a_preset_leaves_out_what_does_not_go_with_the_rule_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p2puno.house.PRESETS", {"unseen": ("blind-draw", "mercy")})
    assert read_house_rules("unseen", "classic") == ("blind-draw", "mercy")
    assert read_house_rules("unseen", "crash") == ("mercy",)


@pytest.mark.rule("K-01", "N-13")
def test_a_preset_that_makes_no_difference_is_not_offered() -> None:
    assert presets_of("classic") == PRESETS
    assert presets_of("no-mercy") == {"official": (), "party": ("doubles", "jump-in")}


@pytest.mark.rule("K-01", "K-36")
def test_a_number_has_a_range_and_a_default() -> None:
    assert read_house_rules("open-hands", "classic") == ("open-hands:2",)
    for number in (1, 10):
        assert read_house_rules(f"open-hands:{number}", "classic") == (f"open-hands:{number}",)
    for text in ("0", "11", "-1", "x", "", "1.5", "0010", "99999", "\u0663"):
        assert fault(f"open-hands:{text}") is OptionFault.NOT_BETWEEN
    assert read_house_rules("open-hands:02", "classic") == ("open-hands:2",)
    assert read_house_rules("open-hands:010", "classic") == ("open-hands:10",)
    for form in ("open-hands", "open-hands:02"):
        with pytest.raises(OptionError) as error:
            rule_set(Options(house_rules=(form,)))
        assert error.value.fault is OptionFault.HOUSE_RULES_OUT_OF_ORDER


@pytest.mark.rule("K-01")
def test_rules_have_an_order() -> None:
    assert read_house_rules("mercy,doubles,seven-zero", "classic") == ("seven-zero", "doubles", "mercy")
    with pytest.raises(OptionError) as error:
        rule_set(Options(house_rules=("doubles", "seven-zero")))
    assert error.value.fault is OptionFault.HOUSE_RULES_OUT_OF_ORDER


@pytest.mark.rule("K-01")
@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        ("stack-same", "stack-up", Clash.ONE_WAY_TO_STACK),
        ("stack-up", "stack-any", Clash.ONE_WAY_TO_STACK),
        ("no-bluff", "no-challenge", Clash.ONE_VIEW_OF_BLUFFS),
        ("blind-draw", "draw-until", Clash.CARD_UNSEEN),
        ("blind-draw", "force", Clash.CARD_UNSEEN),
        ("blind-draw", "no-bluff", Clash.CARD_UNSEEN),
    ],
)
def test_these_contradict_each_other(first: str, second: str, why: Clash) -> None:
    with pytest.raises(OptionError) as error:
        read_house_rules(f"{first},{second}", "classic")
    assert error.value.given["why"] is why


@pytest.mark.rule("K-01")
def test_official_is_none() -> None:
    assert read_house_rules("official", "classic") == read_house_rules("", "flip") == ()
    assert rule_set(Options()) is rule_set(Options(house_rules=()))


@pytest.mark.rule("K-01")
def test_unknown_names_are_refused() -> None:
    assert fault("stack-same,stack-some") is OptionFault.NO_SUCH_HOUSE_RULE
    assert fault("stack-same:3") is OptionFault.NO_SUCH_HOUSE_RULE
    assert fault("Stack-Same") is OptionFault.NO_SUCH_HOUSE_RULE


@pytest.mark.rule("K-01")
@pytest.mark.parametrize("name", HOUSE_RULES)
def test_contradictions_are_refused_with_the_reason(name: str) -> None:
    rule = HOUSE_RULES[name]
    for other, why in rule.clashes.items():
        assert list(HOUSE_RULES).index(other) < list(HOUSE_RULES).index(name)
        for text in (f"{name},{other}", f"{other},{name}"):
            with pytest.raises(OptionError) as error:
                read_house_rules(text, "classic")
            assert error.value.fault is OptionFault.HOUSE_RULES_CLASH
            assert error.value.given == {"first": other, "second": name, "why": why}
    for variant in VARIANTS:
        if variant in rule.unfit:
            assert fault(name, variant) is OptionFault.HOUSE_RULE_UNFIT
        else:
            assert read_house_rules(name, variant)
            assert variant in rule.variants


@pytest.mark.rule("K-01")
def test_a_list_has_one_form() -> None:
    names = list(HOUSE_RULES)
    assert read_house_rules(" stack-same , stack-same,", "classic") == ("stack-same",)
    for name in names:
        (written,) = read_house_rules(name, "classic")
        rule_set(Options(house_rules=(written,)))
        with pytest.raises(OptionError) as error:
            rule_set(Options(house_rules=(written, written)))
        assert error.value.fault is OptionFault.HOUSE_RULES_OUT_OF_ORDER
