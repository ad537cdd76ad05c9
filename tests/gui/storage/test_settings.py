"""Settings: one table, one file, applied immediately."""

from __future__ import annotations

import json
import os
import stat
import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from uriinspector.gui.shell.settings_dialog import SettingsDialog
from uriinspector.gui.storage.own_lists import NameFile
from uriinspector.gui.storage.profile import Profile, profile_at
from uriinspector.gui.storage.settings import SETTINGS, Settings
from uriinspector.gui.theme import theme

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from uriinspector.gui.shell.window import Window

OTHERS = {
    "without_recipient": True, "english_reports": True,
    "edition": "1997", "urn_edition": "rfc2141", "theme": "dark", "zoom": 150, "language": "de",
    "clipboard": True,
    "keep_answers": False, "due": False, "learner": "7K3-F2Q", "lesson": "dots",
    "history": False, "cases": False, "days": 0, "geometry": b"\0\xff=;", "splitters": b"x",
    "workspace": "compare", "ask_to_quit": False, "open_case": "/a/b.uricase",
}  # fmt: skip


def test_settings_have_descriptions_and_valid_defaults() -> None:
    for setting in SETTINGS:
        assert setting.description
        assert not setting.choices or setting.default in setting.choices
    assert {setting.name for setting in SETTINGS} == set(OTHERS)


def test_settings_survive_restart(tmp_path: Path) -> None:
    first = Settings(tmp_path / "new" / "settings.json")
    for name, value in OTHERS.items():
        first.set(name, value)
    assert {name: Settings(tmp_path / "new" / "settings.json")[name] for name in OTHERS} == OTHERS


def test_session_setting_is_not_saved(tmp_path: Path) -> None:
    first = Settings(tmp_path / "a.json")
    first.set("zoom", 200, keep=False)
    assert first["zoom"] == 200
    assert Settings(tmp_path / "a.json")["zoom"] == 100


def test_windows_do_not_overwrite_each_others_settings(tmp_path: Path) -> None:
    one, other = Settings(tmp_path / "a.json"), Settings(tmp_path / "a.json")
    one.set("zoom", 150)
    other.set("theme", "dark")
    again = Settings(tmp_path / "a.json")
    assert (again["zoom"], again["theme"]) == (150, "dark")


def test_unknown_settings_are_preserved(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"sound": "low", "zoom": 125}')
    Settings(tmp_path / "a.json").set("theme", "dark")
    stored = json.loads((tmp_path / "a.json").read_text())
    assert stored == {"sound": "low", "zoom": 125, "theme": "dark"}


@pytest.mark.parametrize("text", ["{", "[]", "null", "[" * 100_000, "\xff", "x" * (1 << 21)])
def test_unreadable_settings_are_reported_and_not_overwritten(tmp_path: Path, text: str) -> None:
    file = tmp_path / "a.json"
    file.write_text(text, "latin-1")
    settings = Settings(file)
    assert settings.problem
    settings.set("theme", "dark")
    assert (settings["theme"], settings["zoom"], settings.problem) == ("dark", 100, True)
    assert file.read_text("latin-1") == text


def test_invalid_stored_values_result_in_valid_settings(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    values: tuple[object, ...] = (None, [], {}, "nonsense", -1, 1e9, 10**30, "\u202e", "AA=A", True)
    for value in values:
        file.write_text(json.dumps(dict.fromkeys(OTHERS, value)))
        settings = Settings(file)
        assert not settings.problem
        for setting in SETTINGS:
            assert type(settings[setting.name]) is type(setting.default)
            assert not setting.choices or settings[setting.name] in setting.choices


OLD = r"""[General]
cases=false
days=30
edition=1997
geometry=@ByteArray(\x1\xd9\xd0\xcb\0\x3\n\\a\"b)
language=@Variant(\0\0\0\xb)
open_case="/home/ä b, c.uricase"
theme=dark
zoom=99999999999
"""


def test_settings_of_the_first_version_are_migrated(tmp_path: Path) -> None:
    old = tmp_path / "uriinspector.ini"
    old.write_text(OLD, "utf-8")
    settings = Settings(tmp_path / "settings.json")
    read = [settings[name] for name in ("theme", "edition", "cases", "days", "language", "zoom")]
    assert read == ["dark", "1997", False, 30, "system", 100]
    assert settings["open_case"] == "/home/ä b, c.uricase"
    assert settings["geometry"] == b'\x01\xd9\xd0\xcb\0\x03\n\\a"b'
    settings.set("theme", "light")
    again = Settings(tmp_path / "settings.json")
    assert (again["theme"], again["days"], again["geometry"]) == ("light", 30, settings["geometry"])
    assert old.read_text("utf-8") == OLD


def test_folder_instead_of_settings_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a.json").mkdir()
    settings = Settings(tmp_path / "a.json")
    settings.set("zoom", 200)
    assert settings["zoom"] == 200
    assert settings.problem


def test_change_signal_is_emitted_once(qtbot: QtBot) -> None:
    settings = Settings()
    with qtbot.waitSignal(settings.changed) as told:
        settings.set("zoom", 125)
    assert told.args == ["zoom"]
    with qtbot.assertNotEmitted(settings.changed):
        settings.set("zoom", 125)


def test_protected_names_are_read_from_lines(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "protected.txt"
    assert NameFile(file).save("# ours\nexample.com\n\n  bücher.example  # shop\n")
    assert NameFile(file).names == ("example.com", "bücher.example")
    if sys.platform != "win32":
        assert file.stat().st_mode & 0o777 == 0o600
        assert [each.name for each in file.parent.iterdir()] == ["protected.txt"]


def test_unsaved_protected_names_are_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    names = NameFile(tmp_path / "file" / "protected.txt")
    assert not names.save("example.com")
    assert names.names == ("example.com",)


def test_profile_uses_config_and_data_folders(tmp_path: Path) -> None:
    desk = profile_at(tmp_path / "config", tmp_path / "data")
    desk.settings.set("zoom", 110)
    desk.history.note("a:", "2005", None)
    assert json.loads((tmp_path / "config/settings.json").read_text()) == {"zoom": 110}
    assert (tmp_path / "data" / "history.sqlite").exists()


def test_settings_dialog_applies_changes_immediately(window: Window) -> None:
    dialog = SettingsDialog(window, window.profile)
    zoom = dialog.fields["zoom"]
    zoom.setCurrentIndex(zoom.findData(150))  # type: ignore[attr-defined]
    zoom.activated.emit(zoom.currentIndex())  # type: ignore[attr-defined]
    assert window.profile.settings["zoom"] == 150
    assert theme.pixels(10) == 15
    dialog.fields["history"].setChecked(False)  # type: ignore[attr-defined]
    assert not window.profile.settings["history"]
    window.profile.settings.set("zoom", 100)


def test_names_typed_in_dialog_take_effect_immediately(window: Window) -> None:
    window.show_text("https://examp1e-shop.test/")
    page = window.inspect_page
    dialog = SettingsDialog(window, window.profile)
    dialog.names_changed.connect(page.use_names)
    dialog.names.setPlainText("example-shop.test")
    assert page.inspection
    assert "lookalike" in {each.code for each in page.inspection.findings}


def test_settings_dialog_counts_and_clears_history(window: Window) -> None:
    window.profile.history.note("a:", "2005", None)
    dialog = SettingsDialog(window, window.profile)
    assert dialog.history_note.text() == "1 link in the history."
    dialog.clear_button.click()
    assert dialog.history_note.text() == "0 links in the history."
    assert Profile().history.entries() == window.profile.history.entries() == []


def test_close_button_is_last_in_settings_dialog(qtbot: QtBot, window: Window) -> None:
    dialog = SettingsDialog(window, Profile())
    with qtbot.waitActive(dialog):
        dialog.show()
    assert dialog.fields["theme"].hasFocus()
    dialog.names.setFocus()
    qtbot.keyClick(dialog.names, Qt.Key.Key_Tab)
    assert dialog.known.hasFocus()
    qtbot.keyClick(dialog.known, Qt.Key.Key_Tab)
    assert dialog.close_button.hasFocus()
    with qtbot.waitSignal(dialog.finished):
        qtbot.keyClick(dialog.close_button, Qt.Key.Key_Space)


@pytest.mark.skipif(os.name != "posix", reason="there are no such modes")
def test_settings_file_is_private(tmp_path: Path) -> None:
    before = os.umask(0o022)
    file = tmp_path / "new" / "settings.json"
    settings = Settings(file)
    settings.set("theme", "dark")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    settings = Settings(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    settings.set("theme", "light")
    os.umask(before)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert Settings(file)["theme"] == "light"
