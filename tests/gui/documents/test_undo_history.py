"""Undo and redo of decisions, also after the case is closed and reopened."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
import shiboken6
from PySide6.QtCore import QDateTime, Qt
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from tests.gui.documents.samples import MAIL, PAGE, settle, show_links
from uriinspector.documents.cases.contents import StepHistory
from uriinspector.documents.cases.link_row import Decision, DecisionKey
from uriinspector.documents.cases.store import CaseFile
from uriinspector.gui.documents import decision_table, marking, rows
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.storage.profile import Profile
from uriinspector.gui.text.translation import speak
from uriinspector.gui.theme import Theme

SHIFT = Qt.KeyboardModifier.ShiftModifier
M, B, E, U = (getattr(Qt.Key, f"Key_{letter}") for letter in "MBEU")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "march.uricase"


@pytest.fixture
def saved(page: DocumentsPage, file: Path, tmp_path: Path) -> DocumentsPage:
    """A case of a mail and a page, saved under a name."""
    for name, octets in (("a.eml", MAIL), ("c.html", PAGE)):
        (tmp_path / name).write_bytes(octets)
    page.open_files([str(tmp_path / name) for name in ("a.eml", "c.html")])
    settle(page)
    page.case_commands.ask = lambda *_: str(file)
    page.case_commands.save()
    settle(page)
    show_links(page)
    return page


@pytest.fixture
def reopened(desk: Profile, file: Path) -> Iterator[Callable[[], DocumentsPage]]:
    """Open the case in another window."""
    windows: list[QScrollArea] = []

    def opening() -> DocumentsPage:
        page = DocumentsPage(Theme("light"), desk)
        window = QScrollArea()
        windows.append(window)
        window.setWidgetResizable(True)
        window.setWidget(page)
        window.resize(1100, 700)
        window.show()
        page.open_file(str(file))
        settle(page)
        show_links(page)
        return page

    yield opening
    for each in windows:
        if (page := each.widget()) is not None:
            page.close()
        shiboken6.delete(each)


def press(qtbot: QtBot, page: DocumentsPage, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(page.table, key)


def note(qtbot: QtBot, page: DocumentsPage, words: str) -> None:
    press(qtbot, page, E)
    editor = page.table.note_editor
    assert editor
    qtbot.keyClicks(editor, words)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.table.note_editor is None)


def told(page: DocumentsPage) -> str:
    return page.strip.words.text()


def offered(page: DocumentsPage) -> list[str]:
    """Return the enabled undo and redo entries of the row menu."""
    entries = [each for each in page.table.entries() if each is not None]
    return [each.words for each in entries if each.key in {"U", "Shift+U"} and each.is_enabled]


@pytest.fixture
def moment(monkeypatch: pytest.MonkeyPatch) -> str:
    """Set the time of all steps to 40 days ago and return it as text."""
    at = int(time.time()) - 40 * 86_400
    monkeypatch.setattr(marking, "time", SimpleNamespace(time=lambda: at))
    return QDateTime.fromSecsSinceEpoch(at).toString("d MMM yyyy, HH:mm")


def test_finished_note_leaves_no_draft(
    qtbot: QtBot,
    saved: DocumentsPage,
    reopened: Callable[[], DocumentsPage],
    moment: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(decision_table, "PAUSE", 0)  # the draft is due when the editor closes
    first = saved.table.links.order.numbers[0]
    saved.table.go(first)
    note(qtbot, saved, "why")
    press(qtbot, saved, U)
    saved.close()

    page = reopened()
    assert page.case.decisions() == {}
    assert offered(page) == [f"Redo: note on 1 link ({moment})"]


def test_steps_can_be_undone_and_redone_in_another_window(
    qtbot: QtBot, saved: DocumentsPage, reopened: Callable[[], DocumentsPage], moment: str
) -> None:
    first, second = saved.table.links.order.numbers[:2]
    saved.table.go(first)
    press(qtbot, saved, M, B)
    saved.table.go(first)
    note(qtbot, saved, "why")
    press(qtbot, saved, U)
    assert told(saved) == f"Undone: note on 1 link ({moment})."
    saved.close()

    page = reopened()
    assert page.case.decisions() == {first: Decision("malicious"), second: Decision("benign")}
    assert offered(page) == [
        f"Undo: mark 1 link as benign ({moment})",
        f"Redo: note on 1 link ({moment})",
    ]
    page.redo()
    assert told(page) == f"Redone: note on 1 link ({moment})."
    assert page.table.current() == first
    assert page.case.decision(first) == Decision("malicious", "why")
    for _ in range(3):
        press(qtbot, page, U)
    assert page.case.decisions() == {}
    assert told(page) == f"Undone: mark 1 link as malicious ({moment})."
    press(qtbot, page, U)
    assert told(page) == "Nothing to undo. A case keeps up to 1,000 steps."
    page.close()

    page = reopened()
    assert page.case.decisions() == {}
    qtbot.keyClick(page.table, U, SHIFT)
    assert page.case.decisions() == {first: Decision("malicious")}
    page.table.go(second)
    press(qtbot, page, M)
    page.close()

    page = reopened()
    page.redo()
    assert told(page) == "Nothing to redo."  # a new decision cleared the redo steps
    assert page.case.decisions() == dict.fromkeys((first, second), Decision("malicious"))


@pytest.mark.usefixtures("moment")
def test_file_marks_can_be_undone_and_redone(
    qtbot: QtBot, saved: DocumentsPage, reopened: Callable[[], DocumentsPage]
) -> None:
    table = saved.files.table
    table.go(0)
    qtbot.keyClick(table, M)
    assert len(saved.case.file_marks) == 1
    saved.close()
    page = reopened()
    assert offered(page)[0].startswith("Undo: mark 1 file as malicious (")
    page.undo()
    assert page.case.file_marks == {}
    page.redo()
    assert list(page.case.file_marks.values()) == ["malicious"]


def test_note_draft_saved_before_a_crash_can_be_undone(
    qtbot: QtBot, saved: DocumentsPage, file: Path, tmp_path: Path
) -> None:
    note(qtbot, saved, "first")
    number = saved.table.current()
    press(qtbot, saved, E)
    editor = saved.table.note_editor
    assert editor
    editor.setText("first, and then")
    editor.textEdited.emit("")
    qtbot.wait(900)
    saved.case_commands.finish()
    copy = tmp_path / "copy.uricase"
    copy.write_bytes(file.read_bytes())
    with closing(CaseFile.open(copy)) as case:
        (history,) = [each for each in case.contents() if isinstance(each, StepHistory)]
        (decided,) = [each for each in case.contents() if isinstance(each, dict)]
    assert decided == {number: Decision("", "first, and then")}
    assert [each.before[number].note for each in history.done] == ["", "first"]


def test_saving_under_another_name_keeps_the_undo_history(
    qtbot: QtBot, saved: DocumentsPage, file: Path, reopened: Callable[[], DocumentsPage]
) -> None:
    number = next(at for at, row in enumerate(saved.case.rows) if row.file == 1)
    saved.files.table.let_go()
    saved.table.go(number)
    press(qtbot, saved, M, U)
    again = file.with_name("april.uricase")
    saved.case_commands.ask = lambda *_: str(again)
    saved.case_commands.save()
    settle(saved)
    saved.close()
    again.replace(file)
    page = reopened()
    page.redo()
    assert page.case.decisions() == {number: Decision("malicious")}


def test_deleting_the_undo_history_keeps_marks_and_notes(
    qtbot: QtBot, saved: DocumentsPage, file: Path, reopened: Callable[[], DocumentsPage]
) -> None:
    note(qtbot, saved, "SECRET")
    number = saved.table.current()
    saved.undo()
    press(qtbot, saved, M)
    saved.table.go(number)
    note(qtbot, saved, "PUBLIC")

    def entry() -> bool:
        saved.body.cases.aboutToShow.emit()
        action = next(
            each for each in saved.body.cases.actions() if each.text() == "Delete the undo history"
        )
        enabled = action.isEnabled()
        action.trigger()
        return enabled

    assert entry()
    assert told(saved) == "Undo history deleted. Marks and notes stay."
    assert not entry()
    saved.close()
    assert b"SECRET" not in file.read_bytes()
    page = reopened()
    assert page.case.decisions() == {number: Decision("malicious", "PUBLIC")}
    assert offered(page) == []
    page.undo()
    assert page.case.decision(number) == Decision("malicious", "PUBLIC")


def test_step_description_matches_the_change(saved: DocumentsPage) -> None:
    steps = saved.case.steps
    old: dict[DecisionKey, Decision] = {0: Decision(), 1: Decision("benign", "x")}
    samples: dict[str, dict[DecisionKey, Decision]] = {
        "mixed marks": {0: Decision("malicious"), 1: Decision("ignored", "x")},
        "mark and note": {0: Decision("malicious", "y")},
        "mark": {0: Decision("malicious"), 1: Decision("malicious", "x")},
        "no mark": {0: Decision(), 1: Decision("", "x")},
        "note": {0: Decision("", "y")},
        "no note": {1: Decision("benign")},
    }
    names = {}
    for name, decisions in samples.items():
        step = steps.next_step(decisions, old, int(time.time()))
        names[name] = rows.step_words(step).rpartition(" (")[0]
    assert names == {
        "mixed marks": "change 2 rows",
        "mark and note": "change 1 row",
        "mark": "mark 2 links as malicious",
        "no mark": "remove marks of 2 links",
        "note": "note on 1 link",
        "no note": "remove the note on 1 link",
    }


def test_step_from_today_shows_only_the_time(saved: DocumentsPage) -> None:
    now = int(time.time())
    step = saved.case.steps.next_step({0: Decision("benign")}, {0: Decision()}, now)
    hour = QDateTime.fromSecsSinceEpoch(now).toString("HH:mm")
    assert rows.step_words(step) == f"mark 1 link as benign ({hour})"
    speak("de")
    try:
        assert rows.step_words(step) == f"1 Link als harmlos markieren ({hour})"
    finally:
        speak("en")
