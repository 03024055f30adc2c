"""Everything is translated, by the right number of forms, with the same things to fill in."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from cli import words
from cli.cardnames import a_card, card_code, card_name, colour_letter, colour_typed, is_card_typed
from cli.rules_help import help_text
from cli.words import LANGUAGES, n_, p_, preferred, read_po, use
from p2puno.cards import COLOURS, face
from p2puno.options import VARIANTS
from p2puno.rulesets import RULE_SETS
from tests.cli.messages import entries, messages, po_path

OTHERS = [language for language in LANGUAGES if language != "en"]


def placeholders(text: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_is_translated(language: str) -> None:
    there = entries(language)
    wanted = messages()
    assert set(there) == set(wanted), "run python -m tests.cli.messages"
    untranslated = [key for key, entry in there.items() if not all(text.strip() for text in entry.texts)]
    assert not untranslated
    assert not [key for key, entry in there.items() if entry.fuzzy]
    for key, entry in there.items():
        assert entry.plural == wanted[key].plural
        assert len(entry.texts) == (1 if entry.plural is None else 2)


@pytest.mark.parametrize("language", OTHERS)
def test_translations_fill_in_the_same(language: str) -> None:
    for key, entry in entries(language).items():
        wanted = placeholders(entry.message) | placeholders(entry.plural or "")
        for text in entry.texts:
            missing = wanted - placeholders(text)
            # A singular may say "a card" instead of the number.
            assert not missing - ({"count"} if entry.plural else set()), (key, text)
            assert not placeholders(text) - wanted, (key, text)


@pytest.mark.parametrize("language", OTHERS)
def test_endings_match(language: str) -> None:
    """A sentence stays a sentence, and no translation has stray blanks."""
    for key, entry in entries(language).items():
        for text in entry.texts:
            assert text[:1].isspace() == entry.message[:1].isspace(), key
            assert text[-1:].isspace() == entry.message[-1:].isspace(), key
            assert "  " not in text or "  " in entry.message, key
            if entry.message[-1] in ".?!":
                assert text[-1] in ".?!", (key, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_card_has_its_own_name(language: str) -> None:
    use(language)
    for variant in VARIANTS:
        for side in RULE_SETS[variant].faces:
            for name in (card_name, a_card, card_code):
                assert len({name(f).casefold() for f in side}) == len(side)
            for f in side:
                assert is_card_typed(card_code(f), f)
                assert is_card_typed(f.code.lower(), f)
                assert [other for other in side if is_card_typed(card_code(f), other)] == [f]


@pytest.mark.parametrize("language", LANGUAGES)
def test_colours_can_be_typed(language: str) -> None:
    use(language)
    for number, side in enumerate(COLOURS):
        assert len({colour_letter(colour) for colour in side}) == 4
        for colour in side:
            assert colour_typed(colour_letter(colour).lower(), number) is colour
            assert colour_typed(colour.value, number) is colour
        assert colour_typed("mauve", number) is None
        assert colour_typed("", number) is None


def test_card_names_are_those_of_the_rulebooks() -> None:
    names = {}
    for language in LANGUAGES:
        use(language)
        names[language] = [card_name(face(code)) for code in ("R5", "G+2", "Br", "Ys", "W", "W+4")]
    assert names == {
        "en": ["Red 5", "Green Draw Two", "Blue Reverse", "Yellow Skip", "Wild", "Wild Draw Four"],
        "fr": ["5 rouge", "+2 verte", "Inversion bleue", "Passer jaune", "Carte blanche", "Carte blanche +4"],
        "de": [
            "Rot 5",
            "Grün Zieh 2",
            "Blau Retour",
            "Gelb Aussetzen",
            "Farbenwahl",
            "Zieh 4 Farbenwahl",
        ],
        "es": ["5 rojo", "Roba 2 verde", "Reversa azul", "Salta amarilla", "Comodín", "Comodín Roba 4"],
        "pt": [
            "5 vermelho",
            "Comprar 2 verde",
            "Inverter azul",
            "Passar a Vez amarela",
            "Curinga",
            "Curinga Comprar 4",
        ],
    }


def test_sentences_agree_with_number_and_gender() -> None:
    use("fr")
    assert n_("{count} point", "{count} points", 0) == "{count} point"
    assert a_card(face("Gr")) == "une carte Inversion verte"
    use("de")
    assert n_("{count} point", "{count} points", 0) == "{count} Punkte"
    assert a_card(face("G5")) == "eine grüne 5"
    use("en")
    assert n_("{count} point", "{count} points", 1) == "{count} point"
    assert p_("with article", "a Wild") == "a Wild"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_rules_help_covers_every_card(language: str, variant: str) -> None:
    use(language)
    lines = help_text(variant)
    text = "\n".join(lines)
    assert max(map(len, lines)) <= 78
    for side in RULE_SETS[variant].faces:
        for f in side:
            if f.wild:
                assert re.search(rf"^{re.escape(card_name(f))} \(", text, re.MULTILINE)
    assert text.count(words._("[ruling]")) > 5


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "fr_CA"}, "fr"),
        ({"LC_MESSAGES": "pt-BR", "LANG": "es_ES"}, "pt"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "es"}, "es"),
        ({}, "en"),
    ],
)
def test_language_by_locale(environ: dict[str, str], language: str) -> None:
    assert preferred(environ) == language


def test_catalogs_read_back() -> None:
    for language in OTHERS:
        read = list(read_po(po_path(language).read_text("utf-8")))
        assert sum(not entry.message for entry in read) == 1
