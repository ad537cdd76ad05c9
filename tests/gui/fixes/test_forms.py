"""Alternative forms of a reference, used in Resolve, Inspect and Documents."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.documents.scan_queue import BaseSheet
from uriinspector.gui.resolve.forms_sheet import FormsSheet
from uriinspector.gui.shell.window import Window

BASE = "https://h.example/a/b/page.html"
PAGE = b'<base href="https://h.example/a/b/">\n<a href="/a/x y?q">1</a> <a href="../z">2</a>\n'


def sheet_of(widget: object) -> FormsSheet:
    (sheet,) = widget.findChildren(FormsSheet)  # type: ignore[attr-defined]
    return sheet  # type: ignore[no-any-return]


def words(sheet: FormsSheet) -> str:
    return "\n".join(each.text() for each in sheet.findChildren(QLabel))


def use_buttons(sheet: FormsSheet) -> dict[str, QPushButton]:
    found = sheet.findChildren(QPushButton)
    return {
        each.accessibleName().partition(": ")[2]: each
        for each in found
        if each.isDefault() is False and each.text() in {"Use this version", "Add to the fixes"}
    }


@pytest.mark.usefixtures("theme")
def test_forms_show_the_target_after_the_page_moves(qtbot: QtBot, window: Window) -> None:
    sheet = FormsSheet(window, BASE, "/a/x", "2005", "Use this version")
    qtbot.addWidget(sheet)
    assert [each.text for each in sheet.forms] == ["../x", "/a/x", "https://h.example/a/x"]
    told = words(sheet)
    assert "In another folder: https://h.example/a/b/x" in told
    assert "On another host: https://moved.example/a/x" in told
    assert "This is how the reference is written now.\nIn another folder: the same target" in told
    buttons = use_buttons(sheet)
    assert [each.isEnabled() for each in buttons.values()] == [True, False, True]


@pytest.mark.usefixtures("theme")
@pytest.mark.parametrize(
    ("base", "reference", "told"),
    [("page.html", "x", "The reference has no target with this base."),
        (BASE, "mailto:a@b.example", "Not possible: the target is on another host"),
        (BASE, "\\\\i.example\\x", "Browsers resolve the reference differently: fix it first.")],
)  # fmt: skip
def test_impossible_forms_show_the_reason(
    qtbot: QtBot, window: Window, base: str, reference: str, told: str
) -> None:
    sheet = FormsSheet(window, base, reference, "2005", "Use this version")
    qtbot.addWidget(sheet)
    assert told in words(sheet)


def test_form_can_be_used_in_resolve(window: Window) -> None:
    window.open_workspace("resolve")
    window.resolve_page.show_pair(BASE, "/a/x", None)
    window.menus.actions["write_forms"].trigger()
    use_buttons(sheet_of(window))["Relative to the page"].click()
    assert window.resolve_page.reference.text() == "../x"
    window.resolve_page.reference.editor.undo()
    assert window.resolve_page.reference.text() == "/a/x"


def test_form_can_be_used_in_inspect(window: Window) -> None:
    window.open_workspace("inspect")
    window.inspect_page.show_text("/a/x", BASE)
    window.menus.actions["write_forms"].trigger()
    use_buttons(sheet_of(window))["Absolute"].click()
    assert window.inspect_page.editor.text() == "https://h.example/a/x"
    window.inspect_page.show_text("/a/x", None)
    window.menus.actions["write_forms"].trigger()
    assert window.inspect_page.strip.words.text() == "This link has no base URL."
    window.open_workspace("compare")
    window.menus.actions["write_forms"].trigger()


def test_chosen_form_is_applied_with_the_fixes(
    qtbot: QtBot, page: DocumentsPage, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    file.write_bytes(PAGE)
    page.open_files([str(file)])
    qtbot.waitUntil(page.is_settled)
    page.table.forms_requested.emit([each.value for each in page.case.rows].index("../z"))
    use_buttons(sheet_of(page))["Relative to the root of the host"].click()
    qtbot.waitUntil(page.is_settled)
    review = page.fix_review.page
    assert review is not None
    assert [review.model.review.fix_of(at).fixed for at in range(2)] == ["/a/z", "/a/x%20y?q"]
    assert "Write the link relative to the root (RFC 3986 §4.2)" in review.model.sentence(0)
    review.ask = lambda *_: str(tmp_path / "new.html")
    review.save_copy()
    wanted = PAGE.replace(b"x y", b"x%20y").replace(b"../z", b"/a/z")
    assert (tmp_path / "new.html").read_bytes() == wanted


def test_link_without_base_has_no_other_forms(
    qtbot: QtBot, page: DocumentsPage, tmp_path: Path
) -> None:
    (tmp_path / "page.html").write_bytes(b'<a href="x">')
    page.open_files([str(tmp_path / "page.html")])
    qtbot.waitUntil(page.is_settled)
    page.fix_review.show_forms(0)
    assert page.strip.words.text() == "This link has no base URL."
    page.fix_review.show_forms(-1)
    assert page.strip.words.text() == "This is not a single link."


def test_base_sheet_previews_changed_targets(
    qtbot: QtBot, page: DocumentsPage, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    file.write_bytes(b'<a href="x">1</a><a href="https://i.example/">2</a>')
    page.open_files([str(file)])
    qtbot.waitUntil(page.is_settled)
    page.rereading.ask_for_base(0)
    sheet = page.rereading.sheet
    assert isinstance(sheet, BaseSheet)
    assert sheet.summary.text() == "0 of 2 references would have a different target."
    sheet.line.setText(BASE)
    qtbot.waitUntil(lambda: sheet.summary.text().startswith("1 of 2"))
    (row,) = sheet.table.lazy.rows
    assert (row.value, row.before, row.after) == ("x", None, "https://h.example/a/b/x")
    qtbot.keyClicks(sheet.base_line, "/lib/")
    qtbot.waitUntil(lambda: sheet.table.lazy.rows[0].after == "https://h.example/lib/x")
    assert file.read_bytes().count(b"base") == 0
    sheet.accepting.click()
    qtbot.waitUntil(page.is_settled)
    assert page.case.rows[0].target == "https://h.example/a/b/x"


def test_base_sheet_previews_removing_the_base(
    qtbot: QtBot, page: DocumentsPage, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    file.write_bytes(PAGE + b"<!--" + b"x" * 600_000 + b"-->")
    page.open_files([str(file)])
    qtbot.waitUntil(page.is_settled, timeout=20_000)
    page.rereading.ask_for_base(0)
    sheet = page.rereading.sheet
    assert isinstance(sheet, BaseSheet)
    qtbot.waitUntil(lambda: sheet.base_line.text() == "https://h.example/a/b/", timeout=20_000)
    sheet.base_line.selectAll()
    qtbot.keyClick(sheet.base_line, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: sheet.summary.text().startswith("2 of 2"), timeout=20_000)
    assert [each.after for each in sheet.table.lazy.rows] == [None, None]
    file.unlink()
    sheet.line.setText(BASE)
    sheet.reject()
