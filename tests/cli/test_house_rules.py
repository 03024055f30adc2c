"""House rules as a player chooses them and reads about them."""

from __future__ import annotations

import argparse
import asyncio
import re

import pytest

from cli.main import main, make_parser
from cli.options.game_options import read_options
from cli.runtime.command_runner import CommandError
from cli.screen.canvas import Picture, breakable, plain_text
from cli.screen.form import Form
from cli.screen.house_rules_form import DONE, HouseRulesForm, house_field, show_choice
from cli.screen.lobby_picture import draw_room, room
from cli.screen.scene_building import stage
from cli.screen.table_controls import Controls
from cli.screen.table_picture import draw
from cli.sessions.lobby_desk import LobbyDesk
from cli.sessions.waiting_room import Invitation
from cli.settings.settings import Settings
from cli.words.house_rules import (
    clash_reason,
    house_rule_in_short,
    house_rule_name,
    house_rules_explained,
    house_rules_in_short,
    set_in_words,
    set_of,
)
from cli.words.house_rules_help import all_house_rules, house_sections
from cli.words.language import LANGUAGES, use
from cli.words.rules_help import help_text, house_help
from cli.words.terms_in_words import terms_in_words
from p2puno.house import HOUSE_RULES, PRESETS, Clash, presets_of, read_house_rules
from p2puno.options import VARIANTS, Options
from protocol.lobby.lobby import Lobby
from protocol.log.table_terms import Terms
from tests.cli.moments import NOW
from tests.cli.still import Still
from tests.protocol.lobbies import Visitor


def arguments(*typed: str) -> argparse.Namespace:
    return make_parser().parse_args(["play", *typed])


def shown(picture: Picture) -> str:
    return "\n".join("".join(fragment[1] for fragment in line) for line in picture)


# -- on the command line --------------------------------------------------------------------------------


def test_rules_are_chosen_by_name() -> None:
    options = read_options(arguments("--house", "seven-zero, stack-same"), 4)
    assert options.house_rules == ("stack-same", "seven-zero")
    assert read_options(arguments("--house", "party,mercy"), 4).house_rules == (
        *("stack-any", "seven-zero", "doubles", "force", "mercy", "jump-in"),
    )
    assert read_options(arguments("--house=official"), 4).house_rules == ()
    assert read_options(arguments(), 4).house_rules == ()


def test_the_settings_say_what_is_usual_as_far_as_it_fits() -> None:
    usual = "blind-draw,mercy"
    assert read_options(arguments(), 4, usual).house_rules == ("blind-draw", "mercy")
    assert read_options(arguments("--variant=crash"), 4, usual).house_rules == ("mercy",)
    assert read_options(arguments("--house=doubles"), 4, usual).house_rules == ("doubles",)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (["--house=stacking"], "house rule 'stacking' is not known: p2puno rules house"),
        (["--house=stack-same,stack-any"], "stack-same and stack-any do not go together: each says"),
        (["--house=no-bluff,no-challenge"], "one forbids the bluff that the other allows"),
        (["--house=force,blind-draw"], "a card that nobody has seen cannot be judged"),
        (["--house=blind-draw", "--variant=crash"], "blind-draw' does not go with crash: a card that"),
        (["--house=two-decks", "--variant=flip"], "two-decks' does not go with flip: so many cards"),
        (["--house=open-hands:11"], "open-hands must be a whole number from 1 to 10, not '11'"),
        (["--house=mercy:3"], "house rule 'mercy:3' is not known"),
    ],
)
def test_what_does_not_go_is_refused_with_the_reason(typed: list[str], why: str) -> None:
    with pytest.raises(CommandError, match=re.escape(why)):
        read_options(arguments(*typed), 4)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words(language: str) -> None:
    use(language)
    reasons = [clash_reason(why) for why in Clash]
    assert len(set(reasons)) == len(Clash)


def test_the_rules_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "house"]) == 0
    printed = capsys.readouterr().out
    for name in HOUSE_RULES:
        assert re.search(rf"\({name}(:\d+)?\)$", printed, re.MULTILINE), name
    for preset, names in PRESETS.items():
        assert f"{preset}: {', '.join(names) or 'none'}." in printed


def test_a_setting_says_why_it_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "house=stack-up,stack-any"]) == 2
    assert "stack-up and stack-any do not go together" in capsys.readouterr().err
    assert main(["settings", "house=party,mercy"]) == 0
    assert 'house = "party,mercy"' in capsys.readouterr().out


# -- in words -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_a_name_and_a_sentence_of_its_own(language: str) -> None:
    use(language)
    names = [house_rule_name(name) for name in HOUSE_RULES]
    sentences = [house_rule_in_short(name) for name in HOUSE_RULES]
    assert len(set(names)) == len(set(sentences)) == len(HOUSE_RULES)
    assert all(len(name) <= 24 for name in names), "a column of the page"
    assert all(len(sentence) <= 2 * 76 for sentence in sentences), "two lines of the page"
    assert max(map(len, house_help())) <= 78


def test_the_help_of_a_table_tells_its_house_rules_and_no_others() -> None:
    chosen = read_house_rules("family,open-hands:3", "classic")
    text = "\n".join(help_text(Options(house_rules=chosen)))
    for name in HOUSE_RULES:
        first = house_rule_in_short(name)[:30]
        assert (first in text) is (name in {word.partition(":")[0] for word in chosen}), name
    assert "Open hands (up to 3 cards)" in text
    assert "shuffled ten times" in " ".join(text.split())
    assert not house_sections(())
    assert "Stacking" not in [part.title for part in house_sections(("mercy",))]


def test_the_help_tells_each_rule_of_the_chapter() -> None:
    told = {rule_id for part in all_house_rules() for rule in part.rules for rule_id in rule.ids}
    assert told == {f"K-{number:02}" for number in range(1, 43)}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_set_is_known_by_its_name(preset: str, variant: str) -> None:
    chosen = read_house_rules(preset, variant)
    assert set_of(chosen, variant) == (preset if preset in presets_of(variant) else "official")
    more = read_house_rules(preset + ",false-catch", variant)
    assert set_of(more, variant) == ",".join(more)
    assert set_in_words(",".join(more)).endswith("False catch" if preset != "party" else "Jump-in")


def test_in_no_mercy_every_set_that_makes_a_difference_can_be_chosen() -> None:
    page = HouseRulesForm("official", "no-mercy")
    page.cursor = 0
    page.press("right")
    assert page.typed == "party"
    assert [line.name for line in page.fields[1:] if line.value] == ["doubles", "jump-in"]
    assert "mercy" not in [line.name for line in page.fields]


def test_guests_are_told_before_they_sit_down() -> None:
    terms = Terms(Options(house_rules=("stack-any", "open-hands:1")))
    assert terms_in_words(terms, 4)[0] == (
        "Classic UNO, to 500 points, house rules: Stack anything, Open hands (up to 1 card)."
    )


# -- the page -------------------------------------------------------------------------------------------


def go_to(form: Form, name: str) -> None:
    form.cursor = next(place for place, line in enumerate(form.fields) if line.name == name)


def test_rules_are_ticked_one_by_one() -> None:
    page = HouseRulesForm("official", "classic")
    for name in ("mercy", "doubles"):
        go_to(page, name)
        page.press("space")
    assert page.typed == "doubles,mercy"
    assert page["set"] == "own"
    go_to(page, "mercy")
    page.press("enter")
    go_to(page, "open-hands")
    page.press("right")
    page.press("right")
    assert page.typed == "doubles,open-hands:2"
    assert "[x]" in shown(page.draw(80, 24))
    go_to(page, DONE)
    page.press("enter")
    assert page.done == DONE


def test_a_set_is_chosen_at_once_and_shown_by_its_ticks() -> None:
    page = HouseRulesForm("mercy", "classic")
    page.cursor = 0
    for wanted in PRESETS:
        page.press("right")
        assert page["set"] == wanted
        assert page.typed == wanted
        ticked = [line.name for line in page.fields[1:] if line.value]
        assert ticked == list(PRESETS[wanted])
    assert "own" not in page.fields[0].values


def test_a_contradiction_is_refused_with_the_reason_at_the_option() -> None:
    page = HouseRulesForm("stack-same", "classic")
    go_to(page, "stack-any")
    page.press("enter")
    assert page.typed == "stack-same"
    why = "Stack the same and Stack anything do not go together: each says which cards may be stacked."
    assert page.message == why
    assert "Stack the same and Stack anything do not go together" in shown(page.draw(80, 24))
    page.press("down")
    assert page.message == ""


def test_the_page_has_only_rules_that_go_with_the_rule_set() -> None:
    names = [line.name for line in HouseRulesForm("blind-draw", "crash").fields]
    assert "blind-draw" not in names
    assert "mercy" in names


def test_a_line_of_another_form_shows_what_was_chosen() -> None:
    line = house_field("official")
    form = Form("x", [line])
    form.press("right")
    assert form["house"] == "family"
    form.press("enter")
    assert form.done == "house"
    show_choice(line, "mercy,jump-in")
    assert line.shown == "Mercy, Jump-in"
    form.press("right")
    assert form["house"] == "official"


# -- the title ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("mode", ["single", "partners"])
@pytest.mark.parametrize("chosen", ["party", "family", "false-catch", "deflect,false-catch,jump-in"])
def test_the_first_line_of_the_table_says_that_house_rules_are_played(
    language: str, variant: str, mode: str, chosen: str
) -> None:
    use(language)
    house = read_house_rules(chosen, variant)
    controls = Controls(Still(None, options=Options(variant, mode, house_rules=house), players=4), Settings())
    line = plain_text(draw(stage(controls, NOW), 80, 24)).splitlines()[0]
    assert breakable(house_rules_in_short(house, variant)) in line
    assert house_rules_in_short((), variant) == ""


def test_the_rules_page_of_the_table_lists_the_house_rules() -> None:
    house = ("stack-same", "jump-in")
    controls = Controls(Still(None, options=Options(house_rules=house), players=4), Settings())
    controls.press("?")
    controls.press("r")
    overlay = stage(controls, NOW).overlay
    assert overlay is not None
    told = " ".join(row.text for row in overlay.rows)
    assert all(house_rule_name(name).upper() in told.upper() for name in house)


def test_the_lobby_says_that_house_rules_are_played() -> None:
    async def script() -> None:
        visitor = Visitor("Ben")
        terms = Terms(Options(house_rules=read_house_rules("party", "classic")))
        lobby = Lobby.open(visitor.mesh, terms, 4, "Ben")
        seen = room(LobbyDesk(lobby), Invitation(), ("Ada joins.", "Cleo joins."))
        assert seen.title == "Ben's table - Classic UNO - house rules: Party"
        picture = " ".join(shown(draw_room(seen, 80, 24)).split())
        assert all(house_rule_in_short(name) in picture for name in PRESETS["party"])
        assert "Cleo joins." in picture
        small = shown(draw_room(seen, 80, 18))
        assert "Lay any draw card" not in small, "all of them, or none"
        assert "Cleo joins." in small

    asyncio.run(script())


def test_each_rule_is_explained_by_its_name() -> None:
    assert house_rules_explained(("mercy", "open-hands:3")) == [
        "Mercy: A player who holds 25 cards is out of the round; the last one in wins it.",
        "Open hands (up to 3 cards): A player with this many cards or fewer plays with an open hand.",
    ]
