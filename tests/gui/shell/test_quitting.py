"""Quitting with unsaved work, offering open cases after a crash, and recent files."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from tests.gui.documents.samples import MAIL, settle
from uriinspector.gui.shell.session import QuitQuestion, offer_open_case
from uriinspector.gui.shell.window import Window
from uriinspector.gui.storage.profile import (
    CASES,
    FILES,
    MOST_RECENT,
    Profile,
    RecentPlaces,
    profile_at,
)
from uriinspector.gui.theme import Theme


@pytest.fixture
def desk(tmp_path: Path) -> Profile:
    return profile_at(tmp_path / "config", tmp_path / "data")


@pytest.fixture
def start(theme: Theme, desk: Profile) -> Iterator[Callable[[], Window]]:  # noqa: ARG001
    """Return a function that starts the program."""
    windows: list[Window] = []

    def begin() -> Window:
        windows.append(Window(desk))
        windows[-1].show()
        return windows[-1]

    yield begin
    for each in windows:
        each.pages.stop()
        shiboken6.delete(each)


@pytest.fixture
def working(start: Callable[[], Window], tmp_path: Path) -> Window:
    """Return a window with an open email."""
    (tmp_path / "invoice.eml").write_bytes(MAIL)
    window = start()
    window.open_paths([str(tmp_path / "invoice.eml")])
    settle(window.documents_page)
    return window


def question(window: Window) -> QuitQuestion:
    (asked,) = window.findChildren(QuitQuestion)
    return asked


def save_as(window: Window, file: Path) -> None:
    window.documents_page.case_commands.ask = lambda *_: str(file)


def mark(qtbot: QtBot, window: Window) -> None:
    qtbot.keyClick(window.documents_page.table, Qt.Key.Key_M)


def test_empty_window_quits_without_asking(start: Callable[[], Window]) -> None:
    window = start()
    window.open_workspace("documents")
    assert window.close()


def test_quitting_asks_before_unsaved_work_is_lost(qtbot: QtBot, working: Window) -> None:
    mark(qtbot, working)
    assert not working.close()
    assert working.isVisible()
    words = question(working).words[0].text()
    assert words == (
        "7 links: 1 is marked or has a note. Of medium or high severity and not marked: 1 of 2."
    )
    assert not working.close()  # asked once
    qtbot.keyClick(question(working), Qt.Key.Key_Escape)
    assert working.isVisible()
    assert len(working.documents_page.case.marks) == 1


def test_unsaved_case_can_be_kept_without_marks(
    start: Callable[[], Window], working: Window
) -> None:
    working.close()
    question(working).keep.click()
    assert not working.isVisible()
    again = start()
    again.open_workspace("documents")
    assert again.documents_page.strip.words.text().startswith("Unsaved case: invoice.eml")


def test_discarded_case_is_deleted(qtbot: QtBot, desk: Profile, working: Window) -> None:
    mark(qtbot, working)
    working.close()
    question(working).discard.click()
    assert not working.isVisible()
    assert desk.cases_folder
    assert list(desk.cases_folder.glob("*")) == []


def test_saving_from_the_question_quits(qtbot: QtBot, tmp_path: Path, working: Window) -> None:
    mark(qtbot, working)
    working.close()
    save_as(working, tmp_path / "a.uricase")
    question(working).save.click()
    assert not working.isVisible()
    assert (tmp_path / "a.uricase").exists()


def test_cancelled_or_failed_save_keeps_the_window_open(tmp_path: Path, working: Window) -> None:
    working.close()
    working.documents_page.case_commands.ask = lambda *_: ""
    question(working).save.click()
    assert working.isVisible()
    save_as(working, tmp_path)
    question(working).save.click()
    assert working.isVisible()
    assert working.documents_page.case.heads


def test_quit_question_can_be_switched_off(working: Window, desk: Profile) -> None:
    desk.settings.set("ask_to_quit", False)
    assert working.close()


@pytest.mark.parametrize("is_saved", [True, False])
def test_case_is_offered_after_a_crash(
    start: Callable[[], Window], tmp_path: Path, working: Window, is_saved: bool
) -> None:
    commands = working.documents_page.case_commands
    if is_saved:
        save_as(working, tmp_path / "a.uricase")
        commands.save()
        commands.finish()
    settings = working.profile.settings
    path = settings["open_case"]
    assert path
    commands.case_storage.finish()
    commands.keep_copy()
    working.documents_page.case_commands.leave()  # release the file without asking
    settings.set("open_case", path)
    settings.set("workspace", "inspect")

    window = start()
    offer_open_case(window)
    named = "a.uricase was open." if is_saved else "a case was open."
    assert window.inspect_page.strip.words.text() == f"The program closed while {named}"
    window.inspect_page.strip.does.click()
    settle(window.documents_page)
    assert [head.name for head in window.documents_page.case.heads] == ["invoice.eml"]
    window.close()


def test_case_is_not_offered_after_a_clean_exit(
    start: Callable[[], Window], tmp_path: Path, working: Window
) -> None:
    save_as(working, tmp_path / "a.uricase")
    working.documents_page.case_commands.save()
    working.documents_page.case_commands.finish()
    assert working.close()
    window = start()
    offer_open_case(window)
    assert not window.pages.shown().strip.isVisible()  # type: ignore[attr-defined]


def test_deleted_case_is_not_offered(
    start: Callable[[], Window], desk: Profile, tmp_path: Path
) -> None:
    desk.settings.set("open_case", str(tmp_path / "gone.uricase"))
    window = start()
    offer_open_case(window)
    assert not window.inspect_page.strip.isVisible()


def listed(menu: QMenu) -> list[str]:
    menu.aboutToShow.emit()
    return [each.text() for each in menu.actions() if not each.isSeparator()]


def test_recent_menu_lists_cases_and_files(tmp_path: Path, working: Window) -> None:
    save_as(working, tmp_path / "a&b.uricase")
    working.documents_page.case_commands.save()
    working.documents_page.case_commands.finish()
    menu = working.menus.menus["file/recent"]
    case, mail, clear = (each.partition("  –  ") for each in listed(menu))
    assert (case[0], mail[0], clear[0]) == (
        "a&&b.uricase",
        "invoice.eml",
        "Remove cases and files from the list",
    )
    # A long folder is cut in its middle.
    start, _, end = case[2].partition("\u2026")
    assert str(tmp_path).startswith(start)
    assert str(tmp_path).endswith(end or start)
    assert mail[2] == case[2]
    (tmp_path / "invoice.eml").unlink()
    next(each for each in menu.actions() if "invoice" in each.text()).trigger()
    assert working.documents_page.strip.words.text() == (
        "invoice.eml is no longer there. It was removed from the list."
    )
    assert len(listed(menu)) == 2
    menu.actions()[-1].trigger()
    assert listed(menu) == ["No recent links or files"]


def test_recent_file_is_opened_from_the_menu(
    start: Callable[[], Window], tmp_path: Path, desk: Profile
) -> None:
    window = start()
    (tmp_path / "page.html").write_bytes(b'<a href="http://one.example/">a</a>')
    desk.note_opened(FILES, str(tmp_path / "page.html"))
    menu = window.menus.menus["file/recent"]
    listed(menu)
    next(each for each in menu.actions() if "page" in each.text()).trigger()
    settle(window.documents_page)
    assert [each.value for each in window.documents_page.case.rows] == ["http://one.example/"]


def test_recent_menu_lists_links_while_the_history_is_on(
    start: Callable[[], Window], desk: Profile
) -> None:
    window = start()
    desk.history.note("http://a.test/?x=1&y=2", "2005", "low")
    menu = window.menus.menus["file/recent"]
    assert listed(menu) == ["http://a.test/?x=1&&y=2"]
    next(each for each in menu.actions() if "a.test" in each.text()).trigger()
    assert window.inspect_page.editor.text() == "http://a.test/?x=1&y=2"
    desk.settings.set("history", False)
    assert listed(menu) == ["The history is off"]


def test_recent_files_are_cleared_with_the_history(tmp_path: Path, desk: Profile) -> None:
    desk.note_opened(FILES, "/a")
    assert RecentPlaces(tmp_path / "data" / "recent.json").paths(FILES) == ("/a",)
    desk.clear_history()
    assert not (tmp_path / "data" / "recent.json").exists()
    desk.settings.set("history", False)
    desk.note_opened(FILES, "/b")
    assert desk.recent.paths(FILES) == ()


@for_each("text", "", "{", "[]", '{"files": 3}', '{"files": [1, "/a", "/a", ""]}')
def test_invalid_recent_entries_are_skipped(tmp_path: Path, text: str) -> None:
    file = tmp_path / "recent.json"
    file.write_text(text, "utf-8")
    recent = RecentPlaces(file)
    assert recent.paths(FILES) == (("/a",) if "/a" in text else ())
    recent.add(CASES, "/c\udcff")
    assert RecentPlaces(file).paths(CASES) == ("/c\udcff",)


def test_recent_list_is_limited_and_newest_first(tmp_path: Path) -> None:
    recent = RecentPlaces(tmp_path / "recent.json")
    for number in range(MOST_RECENT + 3):
        recent.add(FILES, f"/{number}")
    recent.add(FILES, "/5")
    assert recent.paths(FILES)[:2] == ("/5", f"/{MOST_RECENT + 2}")
    assert len(recent.paths(FILES)) == MOST_RECENT
    assert list(json.loads((tmp_path / "recent.json").read_text("utf-8"))) == [CASES, FILES]
