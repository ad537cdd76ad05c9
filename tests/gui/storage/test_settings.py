"""Settings: one table, one file, in use at once."""

from __future__ import annotations

import os
import stat
import sys
from typing import TYPE_CHECKING, NoReturn

import pytest
from PySide6.QtCore import QSettings, Qt

from tests.linear import is_linear_over
from uriinspector.gui.shell.settings_dialog import SettingsDialog
from uriinspector.gui.storage.own_lists import NameFile
from uriinspector.gui.storage.profile import Profile, profile_at
from uriinspector.gui.storage.settings import SETTINGS, Settings, is_tame

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


def test_every_setting_is_told_and_begins_as_one_of_its_choices() -> None:
    for setting in SETTINGS:
        assert setting.tells
        assert not setting.choices or setting.default in setting.choices
    assert {setting.name for setting in SETTINGS} == set(OTHERS)


def test_what_is_set_is_there_after_a_restart(tmp_path: Path) -> None:
    first = Settings(tmp_path / "new" / "uriinspector.ini")
    for name, value in OTHERS.items():
        first.set(name, value)
    assert {
        name: Settings(tmp_path / "new" / "uriinspector.ini")[name] for name in OTHERS
    } == OTHERS


def test_what_is_set_for_one_time_is_not_kept(tmp_path: Path) -> None:
    first = Settings(tmp_path / "a.ini")
    first.set("zoom", 200, keep=False)
    assert first["zoom"] == 200
    assert Settings(tmp_path / "a.ini")["zoom"] == 100


# Values of Qt: a pixmap, which ends a program without a window; numbers and characters that Python
# has no types for; however they are written.
@pytest.mark.parametrize("type_number", [11, 56, 57, 58, 63, 0x1001])
@pytest.mark.parametrize(
    "form",
    ["@Variant({})", '"@Variant({})"', r"\x40Variant({})", "100, @Variant({})", "@DateTime({})"],
)
@pytest.mark.parametrize("name", ["zoom", "unknown"])
def test_nothing_is_made_of_a_value_that_is_no_setting(
    tmp_path: Path, name: str, form: str, type_number: int
) -> None:
    file = tmp_path / "a.ini"
    octets = "".join(f"\\x{each:x}" for each in (*type_number.to_bytes(4, "big"), *[0] * 12))
    lines = [
        "[General]",
        f"{name}={form.format(octets)}",
        "theme=dark",
        "days=\\",
        "\\x40Variant(x)",
    ]
    file.write_text("".join(f"{line}\n" for line in lines), "ascii")
    settings = Settings(file)
    assert settings["zoom"] == 100
    assert settings["theme"] == "dark"
    assert file.read_text("ascii") == "[General]\ntheme=dark\n"


def test_a_file_that_cannot_be_made_fit_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.ini"
    file.write_text("[General]\nzoom=@Variant(x)\ntheme=dark\n", "ascii")

    def refused(*_: object, **__: object) -> NoReturn:
        raise PermissionError

    monkeypatch.setattr("uriinspector.gui.storage.settings.replacing", refused)
    settings = Settings(file)
    settings.set("zoom", 125)
    assert (settings["theme"], settings["zoom"], settings.problem) == ("system", 125, True)
    assert "@Variant" in file.read_text("ascii")


def test_what_the_program_writes_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "a.ini"
    settings = Settings(file)
    for value in (b"@Variant(\0\0", bytes(range(256)), b'a,b;c=d"e)', b"\\"):
        settings.set("geometry", value)
        settings.set("workspace", 'docum\u00e4nts @b, c; \\d "e"')
        before = file.read_bytes()
        again = Settings(file)
        assert (again["geometry"], again["workspace"]) == (value, settings["workspace"])
        assert file.read_bytes() == before


def test_a_line_of_any_length_is_looked_through_once(tmp_path: Path) -> None:
    def tamed(text: str) -> None:
        (tmp_path / "a.ini").write_text(f"[General]\na={text}\n", "ascii")
        assert is_tame(tmp_path / "a.ini")

    for unit in (",", "a,", '"', '"a",', "@ByteArray(", "\\", "@ByteArray(),", " ", "="):
        assert is_linear_over(tamed, lambda size, unit=unit: unit * size, 5_000)  # type: ignore[misc]


@pytest.mark.parametrize(
    "value", ["", "nonsense", "-1", "1e9", "99999999999", "@Invalid()", "@ByteArray(x)", "\u202e"]
)
def test_a_file_that_makes_no_sense_gives_the_defaults(tmp_path: Path, value: str) -> None:
    file = tmp_path / "a.ini"
    file.write_text("[General]\n" + "".join(f"{name}={value}\n" for name in OTHERS), "utf-8")
    settings = Settings(file)
    for setting in SETTINGS:
        if not isinstance(setting.default, bytes) and setting.choices:
            assert settings[setting.name] == setting.default
        assert type(settings[setting.name]) is type(setting.default)


def test_a_file_that_is_no_file_is_a_problem_and_no_more(tmp_path: Path) -> None:
    (tmp_path / "a.ini").mkdir()
    settings = Settings(tmp_path / "a.ini")
    settings.set("zoom", 200)
    assert settings["zoom"] == 200
    assert settings.problem


def test_a_change_is_told_once(qtbot: QtBot) -> None:
    settings = Settings()
    with qtbot.waitSignal(settings.changed) as told:
        settings.set("zoom", 125)
    assert told.args == ["zoom"]
    with qtbot.assertNotEmitted(settings.changed):
        settings.set("zoom", 125)


def test_protected_names_are_those_of_the_lines(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "protected.txt"
    assert NameFile(file).save("# ours\nexample.com\n\n  bücher.example  # shop\n")
    assert NameFile(file).names == ("example.com", "bücher.example")
    if sys.platform != "win32":
        assert file.stat().st_mode & 0o777 == 0o600
        assert [each.name for each in file.parent.iterdir()] == ["protected.txt"]


def test_names_that_cannot_be_kept_are_used_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    names = NameFile(tmp_path / "file" / "protected.txt")
    assert not names.save("example.com")
    assert names.names == ("example.com",)


def test_a_desk_keeps_its_things_in_two_folders(tmp_path: Path) -> None:
    desk = profile_at(tmp_path / "config", tmp_path / "data")
    desk.settings.set("zoom", 110)
    desk.history.note("a:", "2005", None)
    assert QSettings(
        str(tmp_path / "config" / "uriinspector.ini"), QSettings.Format.IniFormat
    ).value("zoom") in {"110", 110}
    assert (tmp_path / "data" / "history.sqlite").exists()


def test_the_dialog_sets_at_once(window: Window) -> None:
    dialog = SettingsDialog(window, window.theme, window.profile)
    zoom = dialog.fields["zoom"]
    zoom.setCurrentIndex(zoom.findData(150))  # type: ignore[attr-defined]
    zoom.activated.emit(zoom.currentIndex())  # type: ignore[attr-defined]
    assert window.profile.settings["zoom"] == 150
    assert window.theme.pixels(10) == 15
    dialog.fields["history"].setChecked(False)  # type: ignore[attr-defined]
    assert not window.profile.settings["history"]
    window.profile.settings.set("zoom", 100)


def test_names_typed_into_the_dialog_count_at_once(window: Window) -> None:
    window.show_text("https://examp1e-shop.test/")
    page = window.inspect_page
    dialog = SettingsDialog(window, window.theme, window.profile)
    dialog.names_changed.connect(page.use_names)
    dialog.names.setPlainText("example-shop.test")
    assert page.inspection
    assert "lookalike" in {each.code for each in page.inspection.findings}


def test_the_dialog_tells_and_clears_the_history(window: Window) -> None:
    window.profile.history.note("a:", "2005", None)
    dialog = SettingsDialog(window, window.theme, window.profile)
    assert dialog.history_note.text() == "1 link in the history."
    dialog.clear_button.click()
    assert dialog.history_note.text() == "0 links in the history."
    assert Profile().history.entries() == window.profile.history.entries() == []


def test_the_dialog_is_closed_by_its_button_to_which_the_keys_come_last(
    qtbot: QtBot, window: Window
) -> None:
    dialog = SettingsDialog(window, window.theme, Profile())
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
def test_only_the_owner_can_read_the_settings(tmp_path: Path) -> None:
    before = os.umask(0o022)
    file = tmp_path / "new" / "settings.ini"
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
