"""Marks, notes, known sites and undo: single keys, groups, closed and reopened cases."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
import shiboken6
from PySide6.QtCore import QDateTime, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from tests.gui.documents.samples import MAIL, PAGE, column, open_files, settle, show_links
from uriinspector.analysis.finding import RANK
from uriinspector.documents.cases.contents import StepHistory
from uriinspector.documents.cases.link_row import Decision, DecisionKey
from uriinspector.documents.cases.store import CaseFile
from uriinspector.gui.documents import decision_table, marking, rows
from uriinspector.gui.documents.case_storage import CaseWriter
from uriinspector.gui.documents.order import TARGET
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.storage.profile import Profile
from uriinspector.gui.text.translation import speak

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from uriinspector.documents.cases.contents import StepWriting
    from uriinspector.documents.cases.link_row import DecisionKey
    from uriinspector.gui.documents.page import DocumentsPage
    from uriinspector.gui.storage.profile import Profile

M, B, E, U, F = (getattr(Qt.Key, f"Key_{letter}") for letter in "MBEUF")


@pytest.fixture
def read(page: DocumentsPage, tmp_path: Path) -> DocumentsPage:
    """Three files: two mails and a page."""
    open_files(page, tmp_path, {"a.eml": MAIL, "b.eml": MAIL, "c.html": PAGE})
    page.files.table.let_go()
    show_links(page)
    return page


def press(qtbot: QtBot, page: DocumentsPage, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(page.table, key)


def note(qtbot: QtBot, page: DocumentsPage, words: str, key: Qt.Key = Qt.Key.Key_Return) -> None:
    press(qtbot, page, E)
    editor = page.table.note_editor
    assert editor
    editor.selectAll()
    qtbot.keyClicks(editor, words)
    qtbot.keyClick(editor, key)
    qtbot.waitUntil(lambda: page.table.note_editor is None)


def go(page: DocumentsPage, value: str) -> int:
    """Select a link and return its number."""
    found = next(at for at, row in enumerate(page.case.rows) if row.value == value)
    page.table.go(found)
    return found


def test_every_decision_can_be_undone(qtbot: QtBot, read: DocumentsPage) -> None:
    first, second = read.table.links.order.numbers[:2]
    press(qtbot, read, M, B)
    read.table.go(first)
    note(qtbot, read, "why")
    press(qtbot, read, Qt.Key.Key_I)
    seen = []
    for _ in range(4):
        read.undo()
        seen.append(read.case.decisions())
        assert read.table.current() in {first, second}
    assert seen == [
        {first: Decision("malicious", "why"), second: Decision("benign")},
        {first: Decision("malicious"), second: Decision("benign")},
        {first: Decision("malicious")},
        {},
    ]
    press(qtbot, read, U)
    assert read.case.decisions() == {}


def test_note_is_edited_in_its_cell(qtbot: QtBot, read: DocumentsPage) -> None:
    number = read.table.current()
    note(qtbot, read, "asked the sender")
    assert read.case.decision(number) == Decision("", "asked the sender")
    assert read.table.current() == number
    assert read.reader.link.facts.text().endswith("Note: asked the sender")
    note(qtbot, read, "something else", Qt.Key.Key_Escape)
    assert column(read, "mark")[0] == "asked the sender"
    press(qtbot, read, E)
    editor = read.table.note_editor
    assert editor
    assert editor.text() == "asked the sender"
    editor.clear()
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not read.case.notes)
    assert column(read, "mark")[0] == ""


def test_note_editor_stays_open_while_rows_arrive(
    qtbot: QtBot, read: DocumentsPage, tmp_path: Path
) -> None:
    press(qtbot, read, E)
    editor = read.table.note_editor
    assert editor
    qtbot.keyClicks(editor, "half")
    read.scan_queue.read([str(tmp_path / "c.html")])
    settle(read)
    before = len(read.table.links.order.numbers)
    assert editor.text() == "half"
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: list(read.case.notes.values()) == ["half"])
    qtbot.waitUntil(lambda: len(read.table.links.order.numbers) == before + 2)


def widths(page: DocumentsPage) -> list[int]:
    return [page.table.columnWidth(at) for at in range(len(page.table.links.cells))]


@pytest.mark.parametrize("size", [(560, 420), (900, 600), (1320, 820)])
def test_marks_and_notes_do_not_shift_the_layout(
    qtbot: QtBot, read: DocumentsPage, size: tuple[int, int]
) -> None:
    read.resize(*size)
    qtbot.wait(1)
    before = widths(read), read.table.visualRect(read.table.links.index(1, 0))
    assert not read.table.isColumnHidden(read.table.links.column("place"))
    press(qtbot, read, M)
    note(qtbot, read, "a note")
    assert (widths(read), read.table.visualRect(read.table.links.index(1, 0))) == before
    assert "malicious" in read.table.links.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)


def test_marking_several_rows_is_one_undo_step(qtbot: QtBot, read: DocumentsPage) -> None:
    numbers = read.table.links.order.numbers
    for _ in range(2):
        qtbot.keyClick(read.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert read.table.selected() == list(numbers[:3])
    press(qtbot, read, M)
    assert read.case.marks == dict.fromkeys(numbers[:3], "malicious")
    assert read.table.selected() == list(numbers[:3])
    assert read.strip.words.text() == "3 links marked as malicious."
    press(qtbot, read, B)
    assert set(read.case.marks.values()) == {"benign"}
    press(qtbot, read, U)
    assert read.case.marks == dict.fromkeys(numbers[:3], "malicious")
    press(qtbot, read, Qt.Key.Key_Delete)
    assert read.case.marks == {}
    read.strip.does.click()
    assert read.case.marks == dict.fromkeys(numbers[:3], "malicious")
    read.strip.does.click()
    press(qtbot, read, U)
    assert read.case.marks == {}


def test_all_links_of_a_site_can_be_marked_together(qtbot: QtBot, read: DocumentsPage) -> None:
    number = go(read, "http://one.example/a")
    press(qtbot, read, Qt.Key.Key_S, B)
    meant = {at for at, row in enumerate(read.case.rows) if row.site == "one.example"}
    assert len(meant) == 2
    assert set(read.case.marks) == meant
    assert read.table.current() == number
    read.table.copy_exact()
    assert QGuiApplication.clipboard().text() == "http://one.example/a\nhttp://one.example/b"


def test_setting_a_mark_again_keeps_it(qtbot: QtBot, read: DocumentsPage) -> None:
    last = read.table.links.order.numbers[-1]
    read.table.go(last)
    press(qtbot, read, M, M, M)
    assert read.case.marks == {last: "malicious"}
    assert read.table.current() == last
    press(qtbot, read, U)
    assert read.case.marks == {}


def test_home_and_end_go_to_the_first_and_last_row(qtbot: QtBot, read: DocumentsPage) -> None:
    numbers = read.table.links.order.numbers
    press(qtbot, read, Qt.Key.Key_End)
    assert read.table.current() == numbers[-1]
    press(qtbot, read, Qt.Key.Key_Home)
    assert read.table.current() == numbers[0]
    qtbot.keyClick(read.table, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    assert read.table.selected() == list(numbers)


def test_selection_survives_filtering(qtbot: QtBot, read: DocumentsPage) -> None:
    read.resize(900, 420)
    number = go(read, "http://one.example/b")
    read.bar.filter.setText("one.example")
    settle(read)
    assert read.table.current() == number
    read.bar.filter.clear()
    settle(read)
    assert read.table.current() == number
    place = read.table.visualRect(read.table.currentIndex())
    assert read.table.viewport().rect().contains(place.center())
    read.bar.filter.setText("logo")
    settle(read)
    assert read.table.current() != number
    read.bar.filter.setText("img/logo")
    settle(read)
    read.bar.filter.clear()
    settle(read)
    assert read.table.current() == number
    read.bar.filter.setText("logo")
    settle(read)
    press(qtbot, read, Qt.Key.Key_J)
    moved = read.table.current()
    read.bar.filter.clear()
    settle(read)
    assert read.table.current() == moved


def test_visible_rows_stay_selected_after_filtering(read: DocumentsPage) -> None:
    read.table.selectAll()
    read.bar.filter.setText("one.example")
    settle(read)
    shown = list(read.table.links.order.numbers)
    assert read.table.selected() == shown
    assert len(shown) == 2
    read.bar.filter.clear()
    settle(read)
    assert sorted(read.table.selected()) == sorted(shown)


def test_several_files_can_be_marked_together(qtbot: QtBot, read: DocumentsPage) -> None:
    table = read.files.table
    table.selectAll()
    qtbot.keyClick(table, M)
    assert set(read.case.file_marks.values()) == {"malicious"}
    assert len(read.case.file_marks) == 3
    assert read.strip.words.text() == "3 files marked as malicious."
    qtbot.keyClick(table, U)
    assert read.case.file_marks == {}


def test_marks_and_notes_apply_to_the_whole_group(qtbot: QtBot, read: DocumentsPage) -> None:
    read.bar.want("group", TARGET)
    go(read, "../img/logo.png")
    press(qtbot, read, M)
    go(read, "../img/logo.png")
    note(qtbot, read, "logo")
    meant = [at for at, row in enumerate(read.case.rows) if row.value == "../img/logo.png"]
    assert len(meant) == 4
    assert read.case.decisions() == dict.fromkeys(meant, Decision("malicious", "logo"))
    press(qtbot, read, U, U)
    assert read.case.decisions() == {}


def test_marking_a_site_as_known_hides_its_harmless_rows(
    qtbot: QtBot, read: DocumentsPage, desk: Profile
) -> None:
    every = len(read.case.rows)
    go(read, "http://one.example/a")
    press(qtbot, read, F)
    assert desk.known.names == ("one.example",)
    assert len(column(read, "value")) == every - 2
    assert "http://one.example/a" not in column(read, "value")
    assert read.bar.choice.text().endswith(" · 2 hidden")
    read.bar.want("shows_known", not read.bar.shows_known)
    assert len(column(read, "value")) == every
    assert "hidden" not in read.bar.choice.text()
    read.bar.want("shows_known", not read.bar.shows_known)
    read.strip.does.click()
    assert desk.known.text == ""
    assert len(column(read, "value")) == every
    assert "hidden" not in read.bar.choice.text()


def test_medium_and_high_rows_of_known_sites_stay_visible(
    qtbot: QtBot, read: DocumentsPage, desk: Profile
) -> None:
    desk.known.save("203.0.113.9\nxn--bnk-6cd.example\n# a remark\n")
    read.use_known()
    assert "hidden" not in read.bar.choice.text()
    bad = [at for at, row in enumerate(read.case.rows) if row.rank >= RANK["medium"]]
    assert len(bad) == 4
    desk.known.save("")
    read.use_known()
    read.table.go(bad[0])
    press(qtbot, read, F)
    assert read.strip.words.text().endswith("medium or high severity are never hidden.")
    assert set(bad) <= set(read.table.links.order.numbers)


def test_malicious_rows_of_known_sites_are_shown(qtbot: QtBot, read: DocumentsPage) -> None:
    number = go(read, "http://one.example/a")
    press(qtbot, read, F)
    read.bar.want("shows_known", not read.bar.shows_known)
    read.table.go(number)
    press(qtbot, read, M)
    read.bar.want("shows_known", not read.bar.shows_known)
    assert number in read.table.links.order.numbers
    assert read.bar.choice.text().endswith(" · 1 hidden")


@pytest.mark.parametrize(
    ("value", "words"),
    [("mailto:help@news.example", "This link has no site."),
        ("http://one.example/a", "one.example is already marked as known.")],
)  # fmt: skip
def test_site_that_cannot_become_known_is_explained(
    qtbot: QtBot, read: DocumentsPage, desk: Profile, value: str, words: str
) -> None:
    desk.known.save("example\none.example")
    read.use_known()
    read.bar.want("shows_known", not read.bar.shows_known)
    go(read, value)
    press(qtbot, read, F)
    assert read.strip.words.text() == words
    assert desk.known.text == "example\none.example"


def test_hosts_are_counted_once_per_file(read: DocumentsPage) -> None:
    assert read.case.host_counts["mail.example"] == 2
    go(read, "../img/logo.png")
    assert read.reader.link.facts.text() == "mail.example in 2 of 3 files"
    seen = dict(zip(column(read, "value"), column(read, "seen"), strict=True))
    assert [seen[each] for each in ("../img/logo.png", "http://one.example/a")] == ["2", "1"]
    assert seen["mailto:help@news.example"] == ""
    read.table.sort_requested.emit("seen", True)
    settle(read)
    shown = [int(each) for each in column(read, "seen") if each]
    assert shown == sorted(shown, reverse=True)


def test_hosts_in_a_mailbox_are_counted_per_email(page: DocumentsPage, tmp_path: Path) -> None:
    other = MAIL.replace(b"bank.example/", b"other.example/")
    box = b"".join(b"From x@y Mon\n" + each + b"\n" for each in (MAIL, other, MAIL))
    open_files(page, tmp_path, {"all.mbox": box})
    go(page, "https://bank.example/")
    assert page.reader.link.facts.text() == "bank.example in 2 of 3 emails"
    at = [cell.name for cell in page.table.links.cells].index("host")
    index = page.table.links.index(page.table.currentIndex().row(), at)
    assert "bank.example in 2 of 3 emails" in index.data(Qt.ItemDataRole.ToolTipRole)


def test_host_counts_are_hidden_for_a_single_file(page: DocumentsPage, tmp_path: Path) -> None:
    open_files(page, tmp_path, {"a.eml": MAIL})
    assert page.reader.link.facts.text() == ""
    assert page.table.isColumnHidden([c.name for c in page.table.links.cells].index("seen"))


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Notes written to the case file."""
    notes: list[str] = []

    def decide(
        _writer: CaseWriter, decisions: dict[DecisionKey, Decision], _write_steps: StepWriting
    ) -> None:
        notes.extend(each.note for each in decisions.values())

    monkeypatch.setattr(CaseWriter, "decide", decide)
    return notes


@pytest.mark.parametrize(
    ("key", "kept"), [(Qt.Key.Key_Return, "so far and on"), (Qt.Key.Key_Escape, "before")]
)
def test_note_draft_is_saved_and_dropped_on_escape(
    qtbot: QtBot, read: DocumentsPage, written: list[str], key: Qt.Key, kept: str
) -> None:
    number = read.table.current()
    note(qtbot, read, "before")
    read.table.go(number)
    written.clear()
    done = len(read.case.steps.done)
    press(qtbot, read, E)
    editor = read.table.note_editor
    assert editor
    editor.selectAll()
    qtbot.keyClicks(editor, "so far")
    qtbot.waitUntil(lambda: written == ["so far"])
    assert read.case.decision(number).note == "before"
    assert len(read.case.steps.done) == done
    qtbot.keyClicks(editor, " and on")
    qtbot.keyClick(editor, key)
    qtbot.waitUntil(lambda: read.table.note_editor is None)
    assert written[-1] == kept == read.case.decision(number).note


def test_note_draft_is_saved_during_continuous_typing(
    qtbot: QtBot, read: DocumentsPage, written: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decision_table, "PAUSE", 40)
    press(qtbot, read, E)
    editor = read.table.note_editor
    assert editor
    for _ in range(30):
        qtbot.keyClicks(editor, "x")
        qtbot.wait(10)
    assert len(written) >= 3
    assert written == sorted(written)
    assert "x" * 30 not in written[:-1]


def test_quickly_finished_note_is_written_only_once(
    qtbot: QtBot, read: DocumentsPage, written: list[str]
) -> None:
    note(qtbot, read, "short")
    assert written == ["short"]


def mark_all(qtbot: QtBot, page: DocumentsPage, key: Qt.Key = M) -> None:
    page.show()
    page.table.setFocus()
    page.table.selectAll()
    press(qtbot, page, key)
    assert page.strip.isVisible()


def test_outdated_notice_is_replaced_or_hidden(qtbot: QtBot, read: DocumentsPage) -> None:
    mark_all(qtbot, read)
    press(qtbot, read, U)
    assert read.case.decisions() == {}
    assert read.strip.words.text().startswith("Undone: mark ")  # not the earlier notice
    mark_all(qtbot, read)
    read.table.go(read.table.links.order.numbers[0])
    press(qtbot, read, B)
    assert not read.strip.isVisible()  # its "Undo" would undo another step


def test_closing_a_notice_keeps_focus_in_the_table(qtbot: QtBot, read: DocumentsPage) -> None:
    mark_all(qtbot, read)
    qtbot.keyClick(read.table, Qt.Key.Key_Escape)
    assert not read.strip.isVisible()
    assert read.table.hasFocus()
    mark_all(qtbot, read, B)
    read.strip.does.setFocus()
    qtbot.keyClick(read.strip.does, Qt.Key.Key_Space)
    assert read.case.decisions() != {}  # the first step was not undone
    assert read.strip.words.text().startswith("Undone: mark ")
    assert read.table.hasFocus()


def test_only_an_empty_table_has_an_accessible_description(read: DocumentsPage) -> None:
    assert read.table.accessibleDescription() == ""
    read.bar.filter.setText("no such text anywhere")
    settle(read)
    assert read.table.accessibleDescription() == read.table.nothing != ""


SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "march.uricase"


@pytest.fixture
def saved(page: DocumentsPage, file: Path, tmp_path: Path) -> DocumentsPage:
    """A case of a mail and a page, saved under a name."""
    open_files(page, tmp_path, {"a.eml": MAIL, "c.html": PAGE})
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
        page = DocumentsPage(desk)
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


def notice_text(page: DocumentsPage) -> str:
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
    saved.table.go(saved.table.links.order.numbers[0])
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
    assert notice_text(saved) == f"Undone: note on 1 link ({moment})."
    saved.close()

    page = reopened()
    assert page.case.decisions() == {first: Decision("malicious"), second: Decision("benign")}
    assert offered(page) == [
        f"Undo: mark 1 link as benign ({moment})",
        f"Redo: note on 1 link ({moment})",
    ]
    page.redo()
    assert notice_text(page) == f"Redone: note on 1 link ({moment})."
    assert page.table.current() == first
    assert page.case.decision(first) == Decision("malicious", "why")
    for _ in range(3):
        press(qtbot, page, U)
    assert page.case.decisions() == {}
    assert notice_text(page) == f"Undone: mark 1 link as malicious ({moment})."
    press(qtbot, page, U)
    assert notice_text(page) == "Nothing to undo. A case keeps up to 1,000 steps for undo."
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
    assert notice_text(page) == "Nothing to redo."  # a new decision cleared the redo steps
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
    assert notice_text(saved) == "Undo history deleted. Marks and notes are kept."
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
        "no mark": "remove marks from 2 links",
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
