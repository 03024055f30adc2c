"""Everything is translated, by the right number of forms, with the same things to fill in."""

from __future__ import annotations

import argparse
import ast
import inspect
import re
from contextlib import suppress
from string import Formatter
from unicodedata import normalize

import pytest

from cli.main import main
from cli.options.argparse_words import WORDS
from cli.plain.typed_commands import command_of, word_of
from cli.words import language as words
from cli.words.card_names import a_card, card_code, card_name, colour_letter, colour_typed, is_card_typed
from cli.words.house_rules_help import all_house_rules
from cli.words.language import LANGUAGES, _, n_, p_, preferred, read_po, use
from cli.words.names_in_sentences import with_names
from cli.words.narration import Narrator, listed
from cli.words.punctuation import with_colon
from cli.words.rules_help import help_text, sections
from cli.words.terms_in_words import aims, terms_in_words
from cli.words.written_numbers import decimal, percent
from p2puno import events as ev
from p2puno.cards import COLOURS, face
from p2puno.options import VARIANTS, Options
from p2puno.rulesets import RULE_SETS
from protocol.lobby.names import fault
from protocol.log.table_terms import Terms
from tests.cli.messages import CODE, entries, messages, po_path
from tests.rules import RULES

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
    assert not re.search(r"^#,.*fuzzy", po_path(language).read_text("utf-8"), re.MULTILINE)
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
def test_translations_fill_in_the_same_the_old_way(language: str) -> None:
    """argparse fills in with per cent signs."""
    for key, entry in entries(language).items():
        wanted = sorted(re.findall(r"%(?:\(\w+\))?[sr]", entry.message))
        for text in entry.texts:
            assert sorted(re.findall(r"%(?:\(\w+\))?[sr]", text)) == wanted, key


UNHEARD = {
    " (default: %(default)s)",
    "%(prog)s: warning: %(message)s\n",
    ".__call__() not defined",
    "%r is not callable",
    "'required' is an invalid argument for positionals",
    'argument "-" with mode %r',
    "argument '%(argument_name)s' is deprecated",
    "can't open '%(filename)s': %(error)s",
    "cannot have multiple subparser arguments",
    "command '%(parser_name)s' is deprecated",
    "cannot merge actions - two groups are named %r",
    "conflicting option string: %s",
    "conflicting subparser alias: %s",
    "conflicting subparser: %s",
    "dest= is required for options like %r",
    "invalid conflict_resolution value: %r",
    "invalid option string %(option)r: must start with a character %(prefix_chars)r",
    "mutually exclusive arguments must be optional",
    "option '%(option)s' is deprecated",
    "show program's version number and exit",
    "subcommands",
}
"""What argparse says only to programmers, of what is deprecated, and where we have words of our own."""


def test_argparse_is_translated() -> None:
    said = set()
    for node in ast.walk(ast.parse(inspect.getsource(argparse))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("_", "ngettext")
        ):
            first = node.args[0]
            if isinstance(first, ast.Constant):
                said.add(first.value)
    marked = {text for _context, text in WORDS} | {"expected %s argument"}
    assert said - UNHEARD <= marked, "mark it in cli/options/argparse_words.py"


@pytest.mark.parametrize(
    ("language", "asked", "answer"),
    [
        ("de", ["practise"], "Fehler: es fehlt: DATEI"),
        ("fr", ["--help"], "utilisation"),
        ("es", ["rules", "poker"], "elección no válida"),
        ("pt", ["play", "--bots", "many"], "valor inválido"),
        ("de", ["play", "--bots", "1", "--mode", "partners"], "mit Partnern braucht es 4 Spieler, nicht 2"),
        ("fr", ["play", "--hand-size", "99"], "cartes par main"),
    ],
)
def test_mistakes_are_answered_in_the_language(
    language: str, asked: list[str], answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with suppress(SystemExit):
        assert main([*asked, "--lang", language]) == 2
    told = capsys.readouterr()
    assert answer in (told.out + told.err).replace("\u00a0", " ")


def test_french_punctuation_does_not_begin_a_line() -> None:
    for key, entry in entries("fr").items():
        for text in entry.texts:
            if "Tape ? " not in text and not text.startswith("? "):
                assert not re.search(r" [;:!?»]|« ", text), key
                assert not re.search(r"\w[;!?](\s|$)|\w:\s", text), key


NAMES = "name|names|player|other|left|right|host|first|second|who"
"""Placeholders for names of players, which may begin with a vowel or a silent h."""


def test_no_french_word_is_cut_short_before_a_name() -> None:
    code = "".join(path.read_text("utf-8") for path in CODE.rglob("*.py"))
    elided = set(re.findall(r'with_names\(\s*_\("([^"]*)"\)', code))
    for entry in entries("fr").values():
        for text in entry.texts if entry.message not in elided else ():
            found = re.search(rf"\b(de|que|jusque|le|la|ne|se) {{({NAMES})}}", text, re.IGNORECASE)
            assert found is None, f"Eve makes this d' or qu': {text}"


def test_signs_between_two_pieces_of_text_are_those_of_the_language() -> None:
    terms = Terms(Options())
    assert ";\u00a0" not in terms_in_words(terms, 4)[1]
    assert "; " in terms_in_words(terms, 4)[1]
    use("fr")
    assert "\u00a0; " in terms_in_words(terms, 4)[1]
    assert with_colon("Eve", "salut") == "Eve\u00a0: salut"


@pytest.mark.parametrize(("language", "quotes"), [("fr", "«»"), ("de", "»«"), ("es", "«»")])
def test_quotation_marks_are_those_of_the_language(language: str, quotes: str) -> None:
    for key, entry in entries(language).items():
        for text in entry.texts:
            assert not set(text) & set('"“”„'), key
            assert text.count(quotes[0]) == text.count(quotes[1]), key


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
    assert [a_card(face(code)) for code in ("O5", "Or", "P5")] == [
        "an orange 5",
        "an orange Reverse",
        "a pink 5",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_rules_help_covers_every_card(language: str, variant: str) -> None:
    use(language)
    lines = help_text(Options(variant=variant))
    text = "\n".join(lines)
    assert max(map(len, lines)) <= 78
    for side in RULE_SETS[variant].faces:
        for f in side:
            if f.wild:
                assert re.search(rf"^{re.escape(card_name(f))} \(", text, re.MULTILINE)
    assert text.count(words._("[ruling]")) > 5


def _told(*, rulings: bool) -> set[str]:
    """The rules that the help of any rule set tells, or tells as a ruling."""
    told = [part for variant in VARIANTS for part in sections(Options(variant=variant))]
    every = [one for part in (*told, *all_house_rules()) for one in part.rules]
    return {rule for one in every if one.ruling or not rulings for rule in one.ids}


def test_the_help_tells_every_rule_and_marks_every_ruling() -> None:
    """Those of docs/rules.md. What cards there are and count, D, is read from the decks."""
    source = RULES.read_text("utf-8")
    lines = re.findall(r"^(?:- |\| )\*\*([A-Z]-\d\d)\*\*(.*?)(?=^[-|#]|\Z)", source, re.MULTILINE | re.DOTALL)
    ours = {rule for rule, text in lines if "**Ruling" in text or rule[0] == "L"}
    assert {"S-05", "T-03", "B-06", "C-01", "C-03"} < ours
    assert _told(rulings=True) == ours
    assert {rule for rule, _text in lines if rule[0] != "D"} <= _told(rulings=False)
    assert {"D-01", "D-10", "O-01", "O-06", "H-03", "G-08"} <= _told(rulings=False)


def test_the_help_says_what_the_table_has_agreed_on() -> None:
    text = " ".join(" ".join(help_text(Options(uno_penalty=5, hand_size=3, target=120))).split())
    assert "is caught before the next player starts draws 5 cards." in text
    assert "Everybody gets 3 cards;" in text
    assert "The first to reach 120 points wins the match." in text


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
        assert [entry["msgid"] for entry in read].count("") == 1
        assert not read[0]["msgid"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_named_as_the_program_calls_its_reader(language: str) -> None:
    use(language)
    assert fault(words._("you")) == "reserved"


def test_catalogs_of_other_programs_are_read() -> None:
    """They put flags above a message, and break long lines."""
    text = """msgid ""
msgstr "Language: xx\\n"

#, python-format
msgctxt "card"
msgid "a \\"wild\\" "
"card"
msgstr "c:\\\\new"
"""
    assert list(read_po(text))[1:] == [{"msgctxt": "card", "msgid": 'a "wild" card', "msgstr": "c:\\new"}]


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_are_typed_with_and_without_accents(language: str) -> None:
    use(language)
    for command in ("draw", "hand", "rules", "challenge", "quit"):
        word = word_of(command)
        bare = "".join(char for char in normalize("NFKD", word) if char.isascii())
        assert [command_of(typed) for typed in (word, word.upper(), bare, command)] == [command] * 4


def test_accents_are_where_they_belong_in_what_is_shown() -> None:
    shown = []
    for language, command in (("pt", "hand"), ("fr", "rules"), ("fr", "challenge")):
        use(language)
        shown.append(word_of(command))
    assert shown == ["mão", "règles", "défie"]


def test_words_that_the_glossary_replaces_are_not_used() -> None:
    glossary = (po_path("de").parents[2] / "README.md").read_text("utf-8")
    replaced = re.findall(r"^\| (de|es|fr|pt) \| (.+?) \| .+ \|$", glossary, re.MULTILINE)
    assert {language for language, _word in replaced} == set(OTHERS)
    for language, word in replaced:
        used = re.compile(rf"\b{word}\b", re.IGNORECASE)
        found = [text for entry in entries(language).values() for text in entry.texts if used.search(text)]
        assert found == [], word


def test_a_match_to_one_point_is_told_in_the_singular() -> None:
    assert aims(Options(target=1)) == ["to 1 point"]
    assert aims(Options(target=2)) == ["to 2 points"]
    use("de")
    assert aims(Options(target=1)) == ["bis 1 Punkt"]


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "1.5 34%"), ("fr", "1,5 34\u00a0%"), ("de", "1,5 34\u00a0%"), ("pt", "1,5 34%")],
)
def test_numbers_are_written_as_the_language_writes_them(language: str, text: str) -> None:
    use(language)
    assert f"{decimal('1.5')} {percent(0.34)}" == text
    assert decimal("2") == "2"


def test_spanish_has_another_and_before_the_same_sound() -> None:
    use("es")
    for name, word in (
        ("Inés", "e"), ("Hilda", "e"), ("Íñigo", "e"), ("Yvonne", "e"), ("Interrupción", "e"),
        ("Hierro", "y"), ("Yolanda", "y"), ("Ada", "y"), ("Zoë", "y"), ("7", "y"),
    ):  # fmt: skip
        assert listed(["Ada", "Bruno", name]) == f"Ada, Bruno {word} {name}"
    told = Narrator(["Ada", "Inés", "Hilda"], None).event(ev.Swapped(0, 1, 2))
    assert told == ["Ada hace que Inés e Hilda intercambien sus manos."]
    (told_of_one,) = Narrator(["Ada", "Inés"], None).event(ev.FewestCards(1))
    assert "la ronda termina e Inés tiene" in told_of_one


def test_french_elides_before_a_vowel() -> None:
    use("fr")
    text = _("{name}'s bot")
    names = {"Ada": "robot d'Ada", "Élise": "robot d'Élise", "Yves": "robot d'Yves", "Zoë": "robot de Zoë"}
    assert {name: with_names(text, name=name) for name in names} == names
    use("de")
    assert with_names(_("{name}'s bot"), name="Ada") == "Bot von Ada"
