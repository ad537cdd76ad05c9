"""The main window, driven by keyboard, mouse and clipboard."""

import time
from collections import Counter

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QGuiApplication, QImage, QInputMethodEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from tests.gui.conftest import both_themes
from tests.gui.drag import drop_on
from tests.gui.inspect.listed import rows_of
from uriinspector.core.model import Part, Span
from uriinspector.documents.cases.link_row import Decision
from uriinspector.gui.shell.find_bar import FindBar
from uriinspector.gui.shell.window import Window
from uriinspector.gui.shell.workspaces import PAGES
from uriinspector.gui.theme import theme
from uriinspector.gui.widgets.notice_strip import ALWAYS, PROMISE, StatusBar, described, hint

PUZZLE = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"

# A line break, a bidi override, a zero-width character, a right-to-left letter, a character
# of two UTF-16 units, a lone surrogate, an object replacement character and a noncharacter.
HOSTILE = "http://a\r\n\u2028\u202eb\u200b\u05d0\U0001f600c\U000e0041\ud800\ufffc\xa0\0d\uffff"


def texts(window: Window) -> dict[str, str]:
    """Return the shown text of each component by name."""
    rows = rows_of(window.inspect_page.components.list)
    return {row.key: row.shown for row in rows if row.key != "absent"}


def test_empty_window_shows_instructions(window: Window) -> None:
    assert window.inspect_page.banner.headline.text() == "Where does a link really go?"
    assert "Paste or type" in window.inspect_page.banner.detail.text()
    assert window.inspect_page.findings.list.model().rowCount() == 0


def test_components_are_in_text_order(window: Window) -> None:
    window.show_text(PUZZLE)
    absent = {"query", "fragment", "port"}
    assert list(texts(window)) == [part.value for part in Part if part.value not in absent]
    assert texts(window)["host"] == "10.0.0.1"
    assert texts(window)["userinfo"] == "www.example.com&story=breaking_news"


def test_empty_and_absent_components_are_distinguished(window: Window) -> None:
    window.show_text("http://a?")
    assert texts(window)["query"] == "empty"
    assert "fragment" not in texts(window)
    last = rows_of(window.inspect_page.components.list)[-1]
    assert last.title == "Not present: userinfo, port, fragment"


def test_changing_edition_changes_validity(window: Window) -> None:
    window.show_text("http://[::1]/")
    assert window.inspect_page.inspection is not None
    assert window.inspect_page.inspection.valid
    window.inspect_page.edition.setCurrentIndex(window.inspect_page.edition.findData("1997"))
    assert not window.inspect_page.inspection.valid


def test_hostile_text_is_kept_exactly(window: Window) -> None:
    window.show_text(HOSTILE)
    assert window.inspect_page.editor.text() == HOSTILE


def test_undo_restores_the_previous_text(window: Window) -> None:
    window.show_text("http://a/")
    window.show_text(HOSTILE)
    window.inspect_page.editor.undo()
    assert window.inspect_page.editor.text() == "http://a/"


def test_enter_adds_no_line_break(qtbot: QtBot, window: Window) -> None:
    qtbot.keyClicks(window.inspect_page.editor, "a:b")
    qtbot.keyClick(window.inspect_page.editor, Qt.Key.Key_Return)
    mark = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, "\u202e")
    QApplication.sendEvent(window.inspect_page.editor, mark)  # qtbot cannot type this character
    qtbot.keyClicks(window.inspect_page.editor, "c")
    assert window.inspect_page.editor.text() == "a:b\u202ec"


def test_cut_and_paste_keep_exact_text(qtbot: QtBot, window: Window) -> None:
    text = HOSTILE.replace("\ud800", "")  # clipboards do not keep lone surrogates
    editor = window.inspect_page.editor
    window.show_text(text)
    editor.select(1, len(text))
    qtbot.keyClick(editor, Qt.Key.Key_X, Qt.KeyboardModifier.ControlModifier)
    assert editor.text() == "h"
    assert QGuiApplication.clipboard().text() == text[1:]
    qtbot.keyClick(editor, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert editor.text() == text


def test_copy_without_text_keeps_the_clipboard(qtbot: QtBot, window: Window) -> None:
    QGuiApplication.clipboard().setText("kept")
    qtbot.keyClick(window.inspect_page.editor, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "kept"


def test_input_method_text_is_kept_exactly(window: Window) -> None:
    event = QInputMethodEvent()
    event.setCommitString("a\u200bb")
    QApplication.sendEvent(window.inspect_page.editor, event)
    assert window.inspect_page.editor.text() == "a\u200bb"


def test_dropped_text_is_kept_exactly(window: Window) -> None:
    data = QMimeData()
    data.setText("http://a/\u202e")
    drop_on(window.inspect_page.editor.viewport(), data, QPointF(5, 5))
    assert window.inspect_page.editor.text() == "http://a/\u202e"


@pytest.mark.parametrize("text", ["<b>bold</b>", "<img src=x>", "&lt;"])
def test_markup_is_shown_literally(window: Window, text: str) -> None:
    window.show_text(text)
    assert window.inspect_page.editor.text() == text
    assert texts(window)["path"] == text.replace(" ", "␣")


def test_editor_is_fully_visible_in_smallest_window(window: Window) -> None:
    window.resize(window.minimumSize())
    window.show()
    window.show_text("https://www.paypal.com@0x7f.1/login?u=http%3A%2F%2Fevil.test")
    editor = window.inspect_page.editor
    assert editor.mapTo(window, editor.rect().topRight()).x() < window.width()
    assert editor.visibleRegion().boundingRect().width() == editor.width()


@pytest.mark.parametrize(
    ("text", "words"), [("http://a.example/", PROMISE), ("", ALWAYS), (None, ALWAYS)]
)
def test_status_bar_promise_depends_on_the_text(qtbot: QtBot, text: str | None, words: str) -> None:
    foot = StatusBar()
    foot.resize(900, 30)
    qtbot.addWidget(foot)
    assert foot.promise.text() == ALWAYS
    foot.show_text("http://before.example/")
    foot.show_text(text)
    assert foot.promise.text() == words
    assert foot.text.text() == (described(text) if text else hint())


def test_status_bar_does_not_describe_the_link_outside_inspect(qtbot: QtBot) -> None:
    foot = StatusBar()
    qtbot.addWidget(foot)
    foot.show_text("http://a.example/")
    foot.show_selection(Span(0, 4))
    foot.serve("documents")
    assert (foot.text.text(), foot.selection.isHidden()) == (hint(), True)
    assert foot.promise.text() == ALWAYS
    foot.serve("inspect")
    assert (foot.text.text(), foot.selection.isHidden()) == (described("http://a.example/"), False)


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
    for number in (1, 2, 0):
        QTest.keyClick(bar.field, Qt.Key.Key_Return)
        assert (editor.selected(), bar.count.text()) == (spans[number], f"{number + 1} of 3")
    QTest.keyClick(bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert editor.selected() == spans[2]


def test_find_treats_its_text_literally_and_reports_no_match(window: Window) -> None:
    shown(window).inspect_page.editor.setFocus()
    bar = opened(window)
    QTest.keyClicks(bar.field, "p.th")
    assert bar.count.text() == "Not found"
    bar.field.clear()
    QTest.keyClicks(bar.field, "")
    bar.next.click()
    assert bar.count.text() == ""


def test_find_searches_the_focused_list(window: Window) -> None:
    findings = shown(window).inspect_page.findings.list
    findings.setFocus()
    titles = [findings.model().index(at, 0).data() for at in range(findings.model().rowCount())]
    QTest.keyClicks(opened(window).field, titles[-1])
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


LINK = "http://paypal.com@evil.test/a?q=%41"

AROUND = 16  # pixels around a widget where its card may show the focus


def reached(window: Window) -> list[QWidget]:
    """Return all widgets of the open page and the rail that Tab reaches."""
    found, widget = [], window.nextInFocusChain()
    while widget is not None and widget is not window:
        is_reached = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if is_reached and widget.isVisible() and widget.isEnabled():
            found.append(widget)
        widget = widget.nextInFocusChain()
    return found


def picture(window: Window, widget: QWidget) -> QImage:
    QApplication.processEvents()
    place = QRect(widget.mapTo(window, QPoint()), widget.size())
    margins = (-AROUND, -AROUND, AROUND, AROUND)
    if isinstance(widget, QTextEdit):  # its card draws the border
        margins = (-AROUND, -4 * AROUND, AROUND, 4 * AROUND)
    return window.grab(place.adjusted(*margins)).toImage()


@pytest.mark.parametrize("workspace", PAGES)
@both_themes
def test_focus_is_visible_on_every_widget(window: Window, qtbot: QtBot, workspace: str) -> None:
    window.resize(1320, 860)
    window.show()
    with qtbot.waitActive(window):
        window.activateWindow()
    window.show_text(LINK)
    window.inspect_page.inspection_job.finish()
    window.open_workspace(workspace)
    QApplication.setCursorFlashTime(0)
    elsewhere = window.pages
    elsewhere.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    hidden = []
    for widget in reached(window):
        if widget is elsewhere:
            continue
        elsewhere.setFocus()
        calm = picture(window, widget)
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        if widget.hasFocus() and picture(window, widget) == calm:
            hidden.append(
                f"{type(widget).__name__} {widget.objectName()} {widget.accessibleName()}"
            )
    assert hidden == []


MOST = 6  # restyles for the old style sheet, the font and the new style sheet


class Counting(QObject):
    """Counts how often the style of each widget changes."""

    def __init__(self) -> None:
        super().__init__()
        self.times: Counter[QWidget] = Counter()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if event.type() == QEvent.Type.StyleChange and isinstance(watched, QWidget):
            self.times[watched] += 1
        return False


def test_zoom_step_limits_restyles_per_widget(window: Window, qapp: QApplication) -> None:
    window.show()
    for name in PAGES:
        window.open_workspace(name)
        qapp.processEvents()
    counting = Counting()
    qapp.installEventFilter(counting)
    window.display_settings.zoom(1)
    qapp.removeEventFilter(counting)
    assert len(counting.times) > 300
    assert max(counting.times.values()) <= MOST


def test_zooming_in_and_back_out_restores_the_window(window: Window, qapp: QApplication) -> None:
    window.profile.settings.set("theme", theme.name)
    window.show()
    window.setFocus()  # no caret that blinks
    qapp.processEvents()
    before = window.grab().toImage()
    for steps in (1, 0):
        window.display_settings.zoom(steps)
        qapp.processEvents()
        assert (window.grab().toImage() == before) == (steps == 0)


def named(window: Window) -> tuple[str, ...]:
    window.menus.menus["edit"].aboutToShow.emit()
    return tuple(window.menus.actions[name].text() for name in ("undo", "redo"))


def test_undo_action_names_the_step_only_in_documents(window: Window) -> None:
    usual = ("&Undo", "&Redo")
    assert named(window) == usual
    window.open_workspace("documents")
    steps = window.documents_page.case.steps
    assert named(window) == ("Undo the last action", "Redo the last undone action")
    steps.add(steps.next_step({0: Decision("benign")}, {0: Decision()}, int(time.time())))
    assert named(window)[0].startswith("Undo: mark 1 link as benign (")
    steps.undo()
    assert named(window)[1].startswith("Redo: mark 1 link as benign (")
    window.open_workspace("inspect")
    assert named(window) == usual


@for_each("language, tip", ("en", "Inspect one link (Ctrl+1)"), ("de", "Strg+1"))
def test_tooltips_show_the_key(window: Window, language: str, tip: str) -> None:
    window.profile.settings.set("language", language)
    assert tip in window.rail.buttons["inspect"].toolTip()
    header = window.documents_page.header
    assert "Ctrl+R" in header.fixes.toolTip() or "Strg+R" in header.fixes.toolTip()
    assert all(each.toolTip() for each in (header.add, header.cases, header.export))
    window.profile.settings.set("language", "en")


@pytest.mark.parametrize("name", ["inspect", "resolve", "compare", "learn"])
def test_every_button_has_a_tooltip(window: Window, name: str) -> None:
    window.show()
    window.open_workspace(name)
    QApplication.processEvents()
    buttons = [e for e in window.pages.shown().findChildren(QAbstractButton) if e.isVisible()]
    named = [e for e in buttons if e.objectName() != "link" and not isinstance(e, QCheckBox)]
    assert len(named) > 3
    assert [e.text() or e.accessibleName() for e in named if not e.toolTip()] == []


def test_status_bar_of_an_empty_page_names_the_first_keys(window: Window) -> None:
    window.open_workspace("documents")
    assert window.status_bar.text.text() == "Ctrl+V: paste · Ctrl+O: open files"
    assert window.status_bar.keys.text() == "F1, ?: all keys"
    window.show_text("https://a.example/")
    assert window.status_bar.keys.text() == "F1, ?: all keys"
    assert window.finder.text() == "Find an action   Ctrl+K"
