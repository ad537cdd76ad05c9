"""Colors, brackets, hovering and the height of the editor."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QTextLayout
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

import uriinspector
from tests.gui.conftest import both_themes
from tests.gui.editor.driver import Keys, compose, press, selected_text, type_in
from uriinspector.core.model import Span
from uriinspector.gui.editor.look import Bracket, Look
from uriinspector.gui.editor.uri_edit import UriEdit
from uriinspector.gui.theme import Theme

LINK = "http://user@host.example/a"
PUZZLE = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"
LONG = "https://host.example/" + "segment/" * 30 + "?q=" + "x" * 200


def show(editor: UriEdit, text: str) -> None:
    editor.set_text(text)
    editor.show_inspection(uriinspector.inspect(text))
    QApplication.processEvents()


def colour_at(editor: UriEdit, point: int) -> str:
    for each in editor.document().begin().layout().formats():
        assert isinstance(each, QTextLayout.FormatRange)
        if each.start <= point < each.start + each.length:
            return each.format.foreground().color().name()
    return ""


def under(editor: UriEdit, point: int) -> QPointF:
    """Return the middle of a character."""
    line = editor.document().begin().layout().lineForTextPosition(point)
    left, right = (line.cursorToX(each) for each in (point, point + 1))
    assert isinstance(left, tuple)
    assert isinstance(right, tuple)
    return QPointF((left[0] + right[0]) / 2, line.y() + line.height() / 2)


def move_to(editor: UriEdit, place: QPointF) -> None:
    none = (Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier)
    where = editor.viewport().mapToGlobal(place)
    event = QMouseEvent(QEvent.Type.MouseMove, place, where, *none)
    QApplication.sendEvent(editor.viewport(), event)


@both_themes
def test_components_use_theme_colors(editor: UriEdit, theme: Theme) -> None:
    show(editor, LINK)
    for point, meaning in (
        (0, "scheme"),
        (5, "muted"),
        (8, "userinfo"),
        (14, "host"),
        (24, "path"),
    ):
        assert colour_at(editor, point) == theme.color(meaning).name()


@both_themes
def test_colors_change_with_the_theme(editor: UriEdit, theme: Theme) -> None:
    show(editor, LINK)
    theme.use("dark" if theme.name == "light" else "light")
    editor.dress()
    assert colour_at(editor, 0) == theme.color("scheme").name()


def test_font_size_follows_the_zoom(editor: UriEdit, theme: Theme) -> None:
    show(editor, LINK)
    height = editor.height()
    theme.zoom = 200
    editor.dress()
    QApplication.processEvents()
    assert editor.font().pixelSize() == theme.pixels(19)
    assert height * 1.7 < editor.height() < height * 2.3


@both_themes
def test_typed_text_keeps_the_component_color(editor: UriEdit, theme: Theme) -> None:
    show(editor, LINK)
    type_in(editor, "b")
    assert colour_at(editor, len(LINK)) == theme.color("path").name()


def test_outdated_inspection_is_ignored(editor: UriEdit) -> None:
    show(editor, LINK)
    before = editor.look
    editor.show_inspection(uriinspector.inspect("x:y"))
    assert editor.look == before


def test_colors_are_kept_after_input_method_composition(editor: UriEdit, theme: Theme) -> None:
    show(editor, LINK)
    compose(editor, "ni")
    editor.show_inspection(uriinspector.inspect(LINK))
    compose(editor, "", "x")
    assert colour_at(editor, 0) == theme.color("scheme").name()


def test_hovering_a_component_emits_its_span(qtbot: QtBot, editor: UriEdit) -> None:
    show(editor, LINK)
    with qtbot.waitSignal(editor.selection.span_hovered) as told:
        move_to(editor, under(editor, 14))
    assert told.args == [Span(12, 24)]
    with qtbot.waitSignal(editor.selection.span_hovered) as told:
        QApplication.sendEvent(editor, QEvent(QEvent.Type.Leave))
    assert told.args == [None]
    assert editor.selection.span is None


@pytest.mark.parametrize(("point", "expected"), [(1, "http"), (8, "user"), (20, "host.example")])
def test_click_on_bracket_selects_its_component(
    qtbot: QtBot, editor: UriEdit, point: int, expected: str
) -> None:
    show(editor, LINK)
    place = under(editor, point)
    below = next(y for y in range(int(place.y()), 200) if editor.bracket_at(QPointF(place.x(), y)))
    where = QPoint(round(place.x()), below)
    qtbot.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert selected_text(editor) == expected
    assert editor.selection.span == editor.selected()


def test_click_on_label_selects_its_component(qtbot: QtBot, editor: UriEdit) -> None:
    show(editor, PUZZLE)
    place = under(editor, 20)
    lowest = max(y for y in range(200) if editor.bracket_at(QPointF(place.x(), y)))
    qtbot.mouseClick(
        editor.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(round(place.x()), lowest)
    )
    assert selected_text(editor) == "www.example.com&story=breaking_news"


def test_selection_is_synchronized_without_feedback(qtbot: QtBot, editor: UriEdit) -> None:
    show(editor, LINK)
    told: list[Span | None] = []
    editor.selection.span_selected.connect(told.append)
    editor.selection.select(Span(12, 24))
    assert selected_text(editor) == "host.example"
    press(editor, Keys.Key_Home)
    qtbot.keyClick(editor, Keys.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert told == [Span(12, 24), None, Span(0, 1)]


def test_hovered_span_does_not_move_the_caret(editor: UriEdit) -> None:
    show(editor, LINK)
    editor.select(3, 3)
    editor.selection.hover(Span(12, 24))
    assert editor.selected() == (3, 3)


def test_editor_grows_with_its_text_up_to_a_limit(editor: UriEdit) -> None:
    heights = []
    for text in ("", LINK, LONG, LONG * 9):
        show(editor, text)
        heights.append(editor.height())
    assert heights[0] == heights[1] < heights[2] <= heights[3] < 300
    assert editor.verticalScrollBar().maximum() > 0
    assert editor.verticalScrollBar().value() == 0  # the beginning, with the host, is visible


def test_editor_scrolls_in_a_small_window(editor: UriEdit, host: QWidget) -> None:
    show(editor, LONG[:200])
    host.resize(720, 110)
    QApplication.processEvents()
    assert editor.height() <= 110
    assert editor.verticalScrollBar().maximum() > 0
    host.resize(720, 400)
    QApplication.processEvents()
    assert editor.verticalScrollBar().maximum() == 0


def test_editor_height_is_limited_to_whole_lines(editor: UriEdit) -> None:
    heights = []
    for allowed in (1000, 180, 20):
        show(editor, LONG)
        editor.allow(allowed)
        QApplication.processEvents()
        heights.append(editor.height())
    layout = editor.document().begin().layout()
    pitch = layout.lineAt(1).y() - layout.lineAt(0).y()
    assert [round(height / pitch, 1) for height in heights] == [5, int(180 / pitch), 2]


def test_no_gap_remains_after_the_scroll_bar_disappears(editor: UriEdit) -> None:
    show(editor, LONG * 9)
    letters = int(editor.document().begin().layout().lineAt(0).textLength())
    show(editor, "http://" + "a" * (letters - 7))
    assert editor.document().begin().layout().lineCount() == 1
    assert editor.height() < 60


def test_long_runs_of_spaces_are_wrapped(editor: UriEdit) -> None:
    show(editor, "http://a/" + " " * 200 + "@evil.test/")
    layout = editor.document().begin().layout()
    widths = [layout.lineAt(at).naturalTextWidth() for at in range(layout.lineCount())]
    assert len(widths) > 10
    assert max(widths) <= editor.viewport().width()


def test_bracket_continues_on_the_next_line(editor: UriEdit) -> None:
    show(editor, LONG)
    layout = editor.document().begin().layout()
    assert layout.lineCount() > 3
    line = layout.lineAt(1)
    gap = range(int(line.y() + line.height()), int(layout.lineAt(2).y()))
    for x in (0, line.naturalTextWidth() / 2, line.naturalTextWidth() - 1):
        found = [editor.bracket_at(QPointF(x, y)) for y in gap]
        assert {each.label for each in found if each} == {"path"}


def test_custom_brackets_can_be_shown(editor: UriEdit) -> None:
    editor.set_text("http://a/b/../c")
    editor.show_look(
        Look(brackets=(Bracket(0, 9, "base", "scheme"), Bracket(9, 15, "merged", "path")))
    )
    QApplication.processEvents()
    place = under(editor, 12)
    found = [editor.bracket_at(QPointF(place.x(), y)) for y in range(100)]
    assert {each.label for each in found if each} == {"merged"}


def test_accessible_description_names_invisible_characters(editor: UriEdit) -> None:
    show(editor, "http://a\u202eb/")
    assert editor.accessibleName() == "Link"
    assert editor.accessibleDescription() == (
        "scheme: http; host: a‹U+202E right-to-left override›b; path: /"
    )
