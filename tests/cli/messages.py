"""The messages in the code, and the catalogs brought up to date with them: `python -m tests.cli.messages`.

Run it after changing a text: new messages appear untranslated in each .po file, old ones are dropped, and
the tests say which are still to be translated.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cli.words.language import LANGUAGES, forms, read_po

CODE = Path(__file__).parents[2] / "cli"
PLURALS = {
    "fr": "nplurals=2; plural=(n > 1);",
    "de": "nplurals=2; plural=(n != 1);",
    "es": "nplurals=2; plural=(n != 1);",
    "pt": "nplurals=2; plural=(n > 1);",
}


@dataclass(frozen=True, slots=True)
class Message:
    text: str
    context: str | None
    plural: str | None
    file: str


def messages() -> dict[tuple[str | None, str], Message]:
    """Every message that the code asks for, in the order of the files."""
    found: dict[tuple[str | None, str], Message] = {}
    for path in sorted(CODE.rglob("*.py")):
        for message in _in_file(path):
            known = found.setdefault((message.context, message.text), message)
            assert known.plural == message.plural, f"{message} is used with and without a plural"
    return found


def _in_file(path: Path) -> Iterator[Message]:
    name = path.relative_to(CODE.parent).as_posix()
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    calls = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    for node in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        assert isinstance(node.func, ast.Name)
        if node.func.id not in ("_", "n_", "p_", "P_"):
            continue
        values = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        match node.func.id, values:
            case "_", [text]:
                yield Message(text, None, None, name)
            case "n_", [one, many]:
                yield Message(one, None, many, name)
            case (("p_" | "P_"), [context, text]):
                yield Message(text, context, None, name)
            case "p_", []:
                pass  # p_(*marked): it was marked elsewhere
            case _:
                raise AssertionError(f"{name}:{node.lineno}: a message must be written out where it is used")


def po_path(language: str) -> Path:
    return CODE / "locale" / language / "LC_MESSAGES" / "p2puno.po"


@dataclass(frozen=True, slots=True)
class Entry:
    """One message of a catalog; `texts` has one form, or as many as the language has plurals."""

    message: str
    context: str | None
    plural: str | None
    texts: tuple[str, ...]


def entries(language: str) -> dict[tuple[str | None, str], Entry]:
    path = po_path(language)
    if not path.exists():
        return {}
    _header, *there = read_po(path.read_text("utf-8"))
    found = [
        Entry(each["msgid"], each.get("msgctxt"), each.get("msgid_plural"), forms(each)) for each in there
    ]
    return {(entry.context, entry.message): entry for entry in found}


def spaced(text: str) -> str:
    """French puts a space before two-part signs, at which no line may be broken."""
    if "Tape ? " in text:  # there it is a key
        return text
    return re.sub(r"« ", "«\u00a0", re.sub(r"(?<=\S) (?=[;:!?»])", "\u00a0", text))


def write_catalog(language: str, texts: dict[tuple[str | None, str], tuple[str, ...]]) -> None:
    """Write the .po file: all messages of the code, with the translations there are."""
    if language == "fr":
        texts = {key: tuple(map(spaced, forms)) for key, forms in texts.items()}
    header = (
        f"Language: {language}\nContent-Type: text/plain; charset=UTF-8\nPlural-Forms: {PLURALS[language]}\n"
    )
    blocks = ['msgid ""\nmsgstr ""\n' + "\n".join(_quoted(line + "\n") for line in header.splitlines())]
    for key, message in messages().items():
        lines = [f"#: {message.file}"]
        if message.context is not None:
            lines.append(f"msgctxt {_quoted(message.context)}")
        lines.append(f"msgid {_quoted(message.text)}")
        if message.plural is None:
            lines.append(f"msgstr {_quoted(texts.get(key, ('',))[0])}")
        else:
            lines.append(f"msgid_plural {_quoted(message.plural)}")
            forms = texts.get(key, ("", ""))
            lines += [f"msgstr[{number}] {_quoted(form)}" for number, form in enumerate(forms)]
        blocks.append("\n".join(lines))
    path = po_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n\n".join(blocks) + "\n", "utf-8")


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def update() -> None:
    for language in LANGUAGES:
        if language != "en":
            write_catalog(language, {key: entry.texts for key, entry in entries(language).items()})


if __name__ == "__main__":
    update()
