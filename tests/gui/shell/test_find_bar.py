"""Ctrl+F searches the focused pane."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from uriinspector.core.model import Span
from uriinspector.gui.shell.find_bar import FindBar
from uriinspector.gui.shell.window import Window

TEXT = "http://user@paypal.example/Path/a/path?path=1#end"


def opened(window: Window) -> FindBar:
    """Press Ctrl+F."""
    window.menus.actions["find"].trigger()
    bar = window.findChild(FindBar)
    assert isinstance(bar, FindBar)
    return bar


def shown(window: Window) -> Window:
    window.show()
    window.activateWindow()
    QApplication.processEvents()
    window.show_text(TEXT)
    window.inspect_page.inspection_job.finish()
    return window


def test_find_in_link_wraps_around(window: Window) -> None:
    editor = shown(window).inspect_page.editor
    editor.setFocus()
    editor.select(0, 0)
    bar = opened(window)
    assert QApplication.focusWidget() is bar.field
    QTest.keyClicks(bar.field, "path")
    spans = [Span(27, 31), Span(34, 38), Span(39, 43)]
    assert (editor.selected(), bar.count.text()) == (spans[0], "1 of 3")
    for at in (1, 2, 0):
        QTest.keyClick(bar.field, Qt.Key.Key_Return)
        assert (editor.selected(), bar.count.text()) == (spans[at], f"{at + 1} of 3")
    QTest.keyClick(bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert editor.selected() == spans[2]


def test_find_is_literal_and_reports_no_match(window: Window) -> None:
    shown(window).inspect_page.editor.setFocus()
    bar = opened(window)
    QTest.keyClicks(bar.field, "p.th")
    assert bar.count.text() == "Not found"
    bar.field.clear()
    QTest.keyClicks(bar.field, "")
    bar.next.click()
    assert bar.count.text() == ""


def test_find_searches_the_focused_list(window: Window) -> None:
    page = shown(window).inspect_page
    findings = page.findings.list
    findings.setFocus()
    titles = [findings.model().index(at, 0).data() for at in range(findings.model().rowCount())]
    bar = opened(window)
    QTest.keyClicks(bar.field, titles[-1])
    assert findings.currentIndex().data() == titles[-1]


def test_find_bar_closes_on_escape_and_on_workspace_change(window: Window) -> None:
    editor = shown(window).inspect_page.editor
    editor.setFocus()
    bar = opened(window)
    QTest.keyClick(bar.field, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is editor
    assert not bar.isVisible()
    opened(window)
    window.open_workspace("compare")
    assert not bar.isVisible()


def test_find_in_documents_opens_no_find_bar(window: Window) -> None:
    shown(window).open_workspace("documents")
    page = window.documents_page
    assert page.searches(page.table)
    assert not page.searches(window.inspect_page.findings.list)
    window.menus.actions["find"].trigger()
    assert window.findChild(FindBar) is None
