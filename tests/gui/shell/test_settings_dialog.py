"""The settings: custom lists, and answers to exercises."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.gui.storage.test_learning_record import ANSWER
from uriinspector.analysis.list_sources import SHIPPED
from uriinspector.gui.shell import menu_dialogs, settings_dialog
from uriinspector.gui.shell.settings_dialog import (
    LATER,
    REMOTE,
    AnswerSettings,
    ListSettings,
    SettingsDialog,
    titles,
)
from uriinspector.gui.shell.window import Window
from uriinspector.gui.storage.own_lists import OwnLists, begin_lists
from uriinspector.gui.storage.profile import Profile, profile_at

NAMES, SERVICES = "lists/known-names.txt", "lists/services.toml"

OWN = "# date: 2026-01-02\nnordbankia\tname\tbanks\town\tnordbankia.example\n"


@pytest.fixture
def own(tmp_path: Path) -> str:
    file = tmp_path / "own names.txt"
    file.write_text(OWN, encoding="utf-8")
    return str(file)


@pytest.fixture
def settings(window: Window, tmp_path: Path) -> ListSettings:
    profile = Profile(lists=OwnLists(tmp_path / "lists"))
    return SettingsDialog(window, profile).lists


def chosen_path(path: Path, *_: object) -> str:
    return str(path)


def choose(settings: ListSettings, name: str) -> None:
    settings.chosen.setCurrentIndex(settings.chosen.findData(name))


def test_missing_list_folder_gives_built_in_lists(tmp_path: Path) -> None:
    assert OwnLists().lists is SHIPPED
    assert OwnLists(tmp_path / "nowhere").lists is SHIPPED
    assert OwnLists(tmp_path / "nowhere").broken == ()
    assert not (tmp_path / "nowhere").exists()


def test_settings_show_active_list(window: Window, tmp_path: Path, own: str) -> None:
    window.profile.lists = OwnLists(tmp_path / "lists")
    window.show_text("https://nordbankla.com/")
    page = window.inspect_page
    dialog = SettingsDialog(window, window.profile)
    dialog.lists_changed.connect(page.use_names)
    lists = dialog.lists
    assert lists.chosen.currentText() == "Known names"
    assert lists.status.text().startswith("Built-in list, date: 20")
    assert f"Folder: {tmp_path / 'lists'}" in lists.own.text()
    assert not lists.reset.isEnabled()
    assert lists.add.accessibleName() == "Known names: Add rows from file…"
    lists.ask = lambda _parent, _title: own
    lists.replace.click()
    status = "known-names.txt, entries: 1, date: 2026-01-02, instead of the built-in list"
    assert lists.status.text() == status
    assert status in lists.own.text()
    assert "known-names.txt: older than the built-in list of 20" in lists.own.text()
    assert page.inspection
    assert "lookalike" in {each.code for each in page.inspection.findings}
    about_lines = dict(menu_dialogs.sections(window.profile.lists.lists.sources))
    assert any("known-names.txt, 2026-01-02" in x for x in about_lines["Data tables and lists"])
    lists.reset.click()
    assert lists.status.text().startswith("Built-in list")
    assert "lookalike" not in {each.code for each in page.inspection.findings}
    assert list((tmp_path / "lists").iterdir()) == []
    lists.add.click()
    assert lists.status.text().endswith("date: 2026-01-02, in addition to the built-in list")
    assert "lookalike" in {each.code for each in page.inspection.findings}


def test_changed_table_takes_effect_at_next_start(settings: ListSettings, tmp_path: Path) -> None:
    choose(settings, "lists/cheap-suffixes.txt")
    file = tmp_path / "a.txt"
    file.write_text("example\n", encoding="utf-8")
    settings.ask = lambda _parent, _title: str(file)
    settings.add.click()
    assert settings.status.text().endswith(LATER)
    assert (tmp_path / "lists/cheap-suffixes.add.txt").read_text("utf-8") == "example\n"
    settings.reset.click()
    assert settings.status.text().endswith(LATER)
    assert not (tmp_path / "lists/cheap-suffixes.add.txt").exists()


@pytest.mark.parametrize("path", ["\\\\host\\share\\a.txt", "//host/share/a.txt"])
def test_network_files_are_refused(path: str, settings: ListSettings) -> None:
    settings.ask = lambda _parent, _title: path
    settings.replace.click()
    assert settings.problem.text() == REMOTE


def test_settings_show_problems_of_invalid_list(settings: ListSettings, tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("a b\n" * 40, encoding="utf-8")
    settings.ask = lambda _parent, _title: str(bad)
    settings.add.click()
    assert settings.problem.text().startswith("bad.txt is not used: line 1: a row needs 5 columns")
    assert settings.problem.text().endswith("and 20 more problems")
    assert "line 1: a row needs 5 columns" in settings.chosen.accessibleDescription()
    assert not (tmp_path / "lists").exists()
    settings.ask = lambda _parent, _title: ""
    settings.add.click()
    assert not settings.problem.isHidden()
    for path in (tmp_path / "nowhere", tmp_path, tmp_path / "a\0b"):
        settings.ask = partial(chosen_path, path)
        settings.add.click()
        assert settings.problem.text().startswith("Cannot read the file: ")
    choose(settings, SERVICES)
    assert settings.problem.isHidden()


def test_list_that_cannot_be_saved_is_not_used(window: Window, tmp_path: Path, own: str) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    profile = Profile(lists=OwnLists(tmp_path / "file" / "lists"))
    settings = SettingsDialog(window, profile).lists
    settings.ask = lambda _parent, _title: own
    settings.add.click()
    assert settings.problem.text().startswith("Cannot write the file: ")
    assert profile.lists.lists is SHIPPED


def test_lists_cannot_be_added_without_a_folder(window: Window) -> None:
    settings = SettingsDialog(window, Profile()).lists
    assert not settings.add.isEnabled()
    assert not settings.replace.isEnabled()
    assert settings.export.isEnabled()


def test_exported_list_can_replace_built_in_list(settings: ListSettings, tmp_path: Path) -> None:
    choose(settings, SERVICES)
    file = tmp_path / "copy.toml"
    settings.ask_where = lambda _parent, _title, _name: str(file)
    settings.export.click()
    settings.ask = lambda _parent, _title: str(file)
    settings.replace.click()
    assert settings.status.text().startswith("services.toml, entries: ")
    settings.ask_where = lambda _parent, _title, _name: ""
    settings.export.click()
    assert settings.problem.isHidden()
    settings.ask_where = lambda _parent, _title, _name: str(tmp_path / "no" / "where")
    settings.export.click()
    assert settings.problem.text().startswith("Cannot write the file: ")
    settings.ask_where = lambda _parent, _title, _name: "//host/share"
    settings.export.click()
    assert settings.problem.text() == "The program never writes to network locations."


def test_invalid_list_files_are_reported_at_start(window: Window, tmp_path: Path) -> None:
    (tmp_path / "services.toml").write_text("\n[x", encoding="utf-8")
    window.profile.lists = OwnLists(tmp_path)
    window.report_stored()
    assert (
        "services.toml is not used: line 2: not valid TOML"
        in window.inspect_page.strip.words.text()
    )


def test_outdated_lists_are_reported(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings_dialog, "is_old", lambda *_: True)
    settings = SettingsDialog(window, Profile()).lists
    assert "More than a year old: public_suffix_list.dat, confusables.txt, " in settings.own.text()
    monkeypatch.setattr(menu_dialogs, "is_old", lambda *_: True)
    lines = dict(menu_dialogs.sections())["Data tables and lists"]
    assert [line for line in lines if not line.endswith(" · more than a year old")] == []


def test_lists_of_version_0_1_are_migrated(tmp_path: Path) -> None:
    before = tmp_path / "config" / "lists"
    for name, text in {
        "known-names/my own.txt": f"# extends: shipped\n{OWN}",
        "services/s.toml": '[shortener]\nhosts = ["one.example"]\n',
        "rewriters/r.toml": "not a list",
    }.items():
        (before / name).parent.mkdir(parents=True)
        (before / name).write_text(text, encoding="utf-8")
    after = tmp_path / "data" / "lists"
    after.mkdir(parents=True)
    (after / "rewriters.toml").write_text("mine", encoding="utf-8")
    profile = profile_at(tmp_path / "config", tmp_path / "data")
    sources = profile.lists.lists.sources
    assert [(each.name, each.extends) for each in sources] == [
        ("known-names.add.txt", True),
        ("services.toml", False),
    ]
    assert [each.name for each in before.rglob("*.*")] == ["r.toml"]
    assert (after / "rewriters.toml").read_text("utf-8") == "mine"
    assert [each.file for each in profile.lists.broken] == ["rewriters.toml"]


def test_update_files_of_version_0_1_are_renamed_at_startup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("URIINSPECT_LISTS", str(tmp_path))
    (tmp_path / "lists-lures.txt").write_text("# date: 2099-01-01\n", encoding="utf-8")
    (tmp_path / "index.json").write_text(json.dumps([{"name": "lists/lures.txt"}]), "utf-8")
    begin_lists()
    assert [each.name for each in tmp_path.iterdir()] == ["lures.txt"]


ANSWERS = [replace(ANSWER, answer=text) for text in ("http://a/g", "=1")]


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    made = profile_at(tmp_path / "config", tmp_path / "data")
    made.learning.add(ANSWERS)
    return made


@pytest.fixture
def card(qtbot: QtBot, profile: Profile) -> AnswerSettings:
    card = AnswerSettings(profile, lambda: None)
    qtbot.addWidget(card)
    return card


def test_answers_are_counted_and_can_be_cleared(card: AnswerSettings, profile: Profile) -> None:
    assert card.note.text() == "2 answers to exercises."
    card.clear_button.click()
    assert card.note.text() == "0 answers to exercises."
    assert not card.export_button.isEnabled()
    assert profile.learning.attempts() == []


def test_keeping_answers_can_be_switched_off(card: AnswerSettings, profile: Profile) -> None:
    card.keep.click()
    assert profile.settings["keep_answers"] is False


def test_answers_are_exported_and_imported(
    card: AnswerSettings, profile: Profile, tmp_path: Path
) -> None:
    file = tmp_path / "answers.csv"
    card.ask_where = lambda *_: str(file)
    card.export_button.click()
    assert card.result.text() == "The answers were exported."
    card.clear_button.click()
    with file.open("a") as more:
        more.write("nonsense\n")
    card.ask = lambda _: str(file)
    card.import_button.click()
    assert card.result.text() == "2 answers added. 1 row does not contain an answer."
    assert profile.learning.attempts() == ANSWERS
    card.import_button.click()
    assert card.result.text() == "0 answers added. 1 row does not contain an answer."


def test_unreadable_and_unwritable_files_are_reported(card: AnswerSettings, tmp_path: Path) -> None:
    card.ask = lambda _: str(tmp_path / "none.csv")
    card.import_button.click()
    assert card.result.text().startswith("Cannot read the file: ")
    card.ask_where = lambda *_: str(tmp_path / "none" / "a.csv")
    card.export_button.click()
    assert card.result.text().startswith("Cannot write the file: ")
    card.ask = lambda _: "//host/share/a.csv"
    card.import_button.click()
    assert card.result.text() == "Network files are never opened."


def test_cancelled_file_dialogs_change_nothing(card: AnswerSettings, profile: Profile) -> None:
    card.ask = lambda _: ""
    card.ask_where = lambda *_: ""
    card.import_button.click()
    card.export_button.click()
    assert card.result.isHidden()
    assert profile.learning.count() == 2


def test_every_setting_of_the_dialog_can_be_found_and_focused(window: Window) -> None:
    dialog = SettingsDialog(window, window.profile)
    assert set(titles()) == set(dialog.fields)
    window.show()
    for name in ("theme", "due", "known"):
        dialog.open_at(name)
        assert dialog.focusWidget() is dialog.fields[name]
        dialog.hide()
