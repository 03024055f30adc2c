"""JavaScript modules in one script, for a page that is one file."""

from __future__ import annotations

import base64
import hashlib
import re
from importlib.resources import files

_IMPORT = re.compile(r'^import (\{[^}]*\}) from "[./\w-]*?([\w-]+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let) (\w+))", re.MULTILINE)
_LIST = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)


def in_one(*modules: str) -> str:
    """The modules, by their paths below `cli`, each after those that it imports. Each becomes a function of
    its own that returns what it exports, so that equal names inside do not collide."""
    return "\n".join(_module(path) for path in modules)


def _module(path: str) -> str:
    source = read(path)
    names = _EXPORT.findall(source)
    for listed in _LIST.findall(source):
        names += [name.strip() for name in listed.split(",") if name.strip()]
    source = _LIST.sub("", _EXPORT.sub("", source))
    source = _IMPORT.sub(lambda found: f"const {found[1]} = {_name(found[2])};", source)
    return f"const {_name(path)} = (() => {{\n{source}\nreturn {{ {', '.join(names)} }};\n}})();"


def _name(path: str) -> str:
    stem = path.rpartition("/")[2].removesuffix(".js")
    return "module_" + re.sub(r"\W", "_", stem)


def read(path: str) -> str:
    """A file of the package, by its path below `cli`."""
    return (files("cli") / path).read_text("utf-8")


def content_hash(text: str) -> str:
    """What a content security policy calls this script or style."""
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"
