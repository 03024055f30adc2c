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


SHOWN = {
    "ForeignError",
    "IllegalError",
    "MalformedError",
    "NotOursError",
    "OutOfTurnError",
    "SignatureError",
    "OptionError",
    "StoreError",
    "BadAddress",
    "Check",
    "Unavailable",
}
"""What the rooms below make of sentences that people can come to see."""

NOT_SHOWN = ("deck", "fetching.py", "message_forms.py", "peer.py", "table.py", "voting.py", "window.py")
"""The deck's reasons are told as one (see `cli.words.translated`); the others speak only to peers."""


def sentences_below() -> dict[str, str]:
    """The sentences of the engine and the protocol, with `{}` for what is filled in, and where they are."""
    found: dict[str, str] = {}
    for room in ("p2puno", "protocol"):
        for path in sorted((CODE.parent / room).rglob("*.py")):
            if any(part in NOT_SHOWN for part in path.relative_to(CODE.parent / room).parts):
                continue
            tree = ast.parse(path.read_text("utf-8"))
            errors = path.name == "errors.py" and path.parent.name == "net"
            for node in ast.walk(tree):
                texts: list[ast.expr] = []
                line = getattr(node, "lineno", 0)
                if isinstance(node, ast.Call):
                    name = node.func.id if isinstance(node.func, ast.Name) else ast.unparse(node.func)
                    shown = name in SHOWN or (errors and name == "super().__init__")
                    texts = node.args if shown else []
                elif isinstance(node, ast.FunctionDef) and node.name == "_what_is":
                    texts = [
                        part.value for part in ast.walk(node) if isinstance(part, ast.Return) and part.value
                    ]
                elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "WHY":
                    assert isinstance(node.value, ast.Dict)
                    texts = node.value.values
                for text in map(_template, texts):
                    if text is not None and " " in text:
                        found.setdefault(text, f"{path.relative_to(CODE.parent)}:{line}")
    return found


def _template(node: ast.expr) -> str | None:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(_template(value) or "" for value in values)
        case ast.FormattedValue():
            return "{}"
        case ast.BinOp(left=left, right=right):
            return (_template(left) or "{}") + (_template(right) or "{}")
    return None


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
