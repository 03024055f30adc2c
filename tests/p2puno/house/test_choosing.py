"""Choosing house rules: names, presets, contradictions, and the one form of a list (K-01)."""

import pytest

from p2puno.house import HOUSE_RULES, PRESETS, Clash, read_house_rules
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
def test_two_ways_to_stack_contradict_each_other() -> None:
    with pytest.raises(OptionError) as error:
        read_house_rules("stack-any,stack-same", "classic")
    assert error.value.given["why"] is Clash.ONE_WAY_TO_STACK


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
