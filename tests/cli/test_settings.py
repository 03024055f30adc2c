"""Settings: read back as written; whatever else is in the file costs one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.settings.early_settings import language_asked_for, settings_file
from cli.settings.settings import BadSettings, Settings, fit_name, load, save


def test_no_file_means_the_usual(tmp_path: Path) -> None:
    assert load(tmp_path / "none.toml") == Settings()


def test_read_back_as_written(tmp_path: Path) -> None:
    path = tmp_path / "a" / "settings.toml"
    settings = Settings(
        "Zoë O'Z",
        "fr",
        "mono",
        "party,mercy",
        "drawn",
        "fast",
        True,
        0.5,
        0.0,
        False,
        "bell",
        True,
        True,
        {"draw": "n", "uno": '"'},
        {"look": "d"},
    )
    save(path, settings)
    assert load(path) == settings
    save(path, Settings())
    assert load(path) == Settings()
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("theme = [", Settings()),
        ('theme = "pink"\nspeed = 2', Settings(speed=2.0)),
        ("speed = -1", Settings()),
        ("speed = true", Settings()),
        ("bell = 1\nascii = true", Settings(ascii=True)),
        ("unknown = 1", Settings()),
        ("[name]\nx = 1", Settings()),
        ('name = "a\\nb"', Settings()),
        ('bindings = "d"', Settings()),
        ('[bindings]\ndraw = "k"', Settings()),
        ('[bindings]\ndraw = "7"', Settings()),
        ('[bindings]\ndraw = "enter"', Settings()),
        ('[bindings]\ndance = "z"\n', Settings()),
        ('[bindings]\ndraw = "n"\n[replay]\ndraw = "n"\n', Settings(bindings={"draw": "n"})),
        ('speed = 2\nfoo = 1\n[bindings]\ndraw = "u"', Settings(speed=2.0)),
    ],
)
def test_broken_files_cost_one_sentence(text: str, kept: Settings, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(BadSettings) as raised:
        load(path)
    assert raised.value.settings == kept
    assert str(path) in str(raised.value)
    assert "\n" not in str(raised.value)


def test_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(BadSettings):
        load(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b'name = "\xe9"')
    with pytest.raises(BadSettings):
        load(tmp_path / "latin.toml")


def test_names_that_can_be_shown() -> None:
    assert fit_name("  Zoë \n\x1b[31m  X ") == "Zoë 31m X"
    assert fit_name("HOME\\ada, b") == "HOME ada b"
    assert fit_name("You") == ""
    assert fit_name("a" * 50) == "a" * 16


def test_where_the_file_is() -> None:
    assert settings_file({"P2PUNO_CONFIG": "/x/y.toml"}) == "/x/y.toml"
    assert settings_file({"XDG_CONFIG_HOME": "/x"}, "linux") == "/x/p2puno/settings.toml"
    assert Path(settings_file({"XDG_CONFIG_HOME": "relative"}, "linux")).is_absolute()
    assert settings_file({"APPDATA": "/a"}, "win32") == "/a/p2puno/settings.toml"
    assert "Library" in Path(settings_file({}, "darwin")).parts


@pytest.mark.parametrize(
    ("written", "typed", "spoken"),
    [
        ('language = "de"', [], "de"),
        ("name = 'Ada'\n language='pt' # as at home", ["--help"], "pt"),
        ('language = "auto"', [], "es"),
        ('language = "tlh"', [], "es"),
        ('# language = "de"', [], "es"),
        ('language = "de"', ["play", "--lang", "fr"], "fr"),
        ('language = "de"', ["--lang=fr", "play", "--lang=en"], "en"),
        ('language = "de"', ["--lang"], "de"),
        ("", [], "es"),
        (None, [], "es"),
    ],
)
def test_the_language_is_known_before_the_settings_are_read(
    written: str | None, typed: list[str], spoken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings.toml"
    if written is not None:
        path.write_text(written, "utf-8")
    monkeypatch.setenv("P2PUNO_CONFIG", str(path))
    monkeypatch.setenv("LC_ALL", "es_ES")
    assert language_asked_for(typed) == spoken
