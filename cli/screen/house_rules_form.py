"""The page on which a player ticks house rules. Rules that do not go together are refused with the reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from cli.screen.form import Field, Form
from cli.settings.settings import Settings
from cli.words.error_sentences import error_sentence
from cli.words.house_rules import (
    clash_reason,
    house_rule_in_short,
    house_rule_name,
    preset_in_short,
    preset_name,
    set_in_words,
    set_of,
)
from cli.words.language import _, n_, p_
from cli.words.names_in_sentences import with_names
from p2puno.house import HOUSE_RULES, PRESETS, Clash, presets_of, read_house_rules
from p2puno.options import OptionError

DONE = "done"
HOUSE = "house"
OWN = "own"
"""The player's own choice, which is none of the sets."""


def house_field(typed: str) -> Field:
    """The line of another form that shows the house rules: left and right choose a set, Enter opens the page.
    Its value is what `--house` takes."""
    values = [*PRESETS, *([] if typed in PRESETS else [typed])]
    hint = _("Enter: choose them one by one.")
    labels = [set_in_words(value) for value in values]
    return Field(HOUSE, _("House rules"), values, labels, typed, hint=hint, opens=True)


def show_choice(line: Field, typed: str) -> None:
    """Let a line made by `house_field` show another choice."""
    made = house_field(typed)
    line.values, line.labels, line.value = made.values, made.labels, made.value


class HouseRulesForm(Form):
    """All house rules, for one rule set."""

    def __init__(self, typed: str, variant: str) -> None:
        first = Field("set", _("Set"))
        lines = [_line(name) for name in HOUSE_RULES if variant not in HOUSE_RULES[name].unfit]
        Form.__init__(self, _("House rules"), [first, Field(DONE, _("Done")), *lines])
        self.footer = _("Up, down: move.  Space or Enter: tick.  Esc: back without changes.")
        self._variant = variant
        try:
            self._show(read_house_rules(typed, variant))
        except OptionError:  # chosen for another rule set
            self._show(())

    @property
    def typed(self) -> str:
        """The choice as `--house` takes it."""
        return set_of(self._chosen(), self._variant)

    def press(self, key: str) -> None:
        with self._checked():
            Form.press(self, key)

    def choose(self, line: Field, value: str) -> None:
        with self._checked():
            Form.choose(self, line, value)

    @contextmanager
    def _checked(self) -> Iterator[None]:
        """After a change, show what follows from it, or take it back and say why."""
        chosen_set, before = self["set"], self._chosen()
        yield
        if self["set"] != chosen_set:
            self._show(read_house_rules(self["set"], self._variant))
        elif self._chosen() != before:
            try:
                self._show(read_house_rules(",".join(self._chosen()), self._variant))
            except OptionError as error:
                self._show(before)
                self.message = _why_not(error)

    def _chosen(self) -> Sequence[str]:
        return [line.value for line in self.fields[1:] if line.value]

    def _show(self, chosen: Sequence[str]) -> None:
        by_name = {word.partition(":")[0]: word for word in chosen}
        for line in self.fields[1:]:
            line.value = by_name.get(line.name, "")
        typed = set_of(chosen, self._variant)
        own = [] if typed in PRESETS else [OWN]
        first = self.fields[0]
        presets = presets_of(self._variant)
        first.values = [*presets, *own]
        first.labels = [*map(preset_name, presets), *(p_("house rules", "your own") for _own in own)]
        first.value = OWN if own else typed
        first.hint = "" if own else preset_in_short(typed)


def _why_not(error: OptionError) -> str:
    """Why a rule cannot be ticked: by the names of the page."""
    first, second, why = (error.given.get(part) for part in ("first", "second", "why"))
    if not isinstance(why, Clash):
        return error_sentence(error)
    text = _("{first} and {second} do not go together: {why}.")
    return with_names(
        text, first=house_rule_name(str(first)), second=house_rule_name(str(second)), why=clash_reason(why)
    )


def _line(name: str) -> Field:
    """A box to tick, or a number to choose."""
    label, hint, parameter = house_rule_name(name), house_rule_in_short(name), HOUSE_RULES[name].parameter
    if parameter is None:
        return Field(name, label, ("", name), (" ", "x"), hint=hint, tick=True)
    numbers = range(parameter.low, parameter.high + 1)
    values = ["", *(f"{name}:{number}" for number in numbers)]
    cards = [n_("{count} card", "{count} cards", number).format(count=number) for number in numbers]
    return Field(name, label, values, [p_("house rule", "no"), *cards], hint=hint)


def choose_house_rules(line: Field, variant: str, settings: Settings) -> None:
    """Open the page for a line made by `house_field`."""
    from cli.screen.form_app import fill_in

    page = HouseRulesForm(line.value, variant)
    if fill_in(page, settings) == DONE:
        show_choice(line, page.typed)
