"""The picker shows a note instead of an empty table."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from uriinspector.gui.shell.menu_dialogs import Picker, PickerRow
from uriinspector.gui.shell.window import Window
from uriinspector.gui.tables.table_model import ROW_ROLE


def test_picker_without_rows_shows_a_note(qtbot: QtBot, window: Window) -> None:
    rows = [PickerRow("http://a.example/")]
    picker = Picker(
        window,
        window.theme,
        "History",
        lambda search: [each for each in rows if search in each.text],
        lambda search: f"Nothing found: {search}",
    )
    qtbot.addWidget(picker)
    picker.show()
    assert picker.table.isVisible()
    picker.search.setText("b.example")
    assert not picker.table.isVisible()
    assert picker.note.text() == "Nothing found: b.example"
    qtbot.waitUntil(lambda: picker.note.y() < picker.search.geometry().bottom() + 60)
    picker.search.setText("a")
    assert picker.table.isVisible()


def test_find_action_runs_matching_action(qtbot: QtBot, window: Window) -> None:
    window.menus.actions["find_action"].trigger()
    (picker,) = window.findChildren(Picker)
    picker.search.setText("compare two")
    assert not picker.table.isVisible()
    picker.search.setText("go compare")
    (row,) = [picker.table.model().index(0, 0).data(ROW_ROLE)]
    assert (row.text, row.when) == ("Go › Compare", "Ctrl+3")
    qtbot.keyClick(picker.search, Qt.Key.Key_Return)
    assert window.pages.shown() is window.compare_page


def test_full_screen_is_toggled(window: Window) -> None:
    for is_full in (True, False):
        window.menus.actions["full_screen"].trigger()
        assert bool(window.windowState() & Qt.WindowState.WindowFullScreen) is is_full
