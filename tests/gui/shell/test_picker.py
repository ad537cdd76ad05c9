"""A list to choose from: where it has no rows, the reason stands in their place."""

from pytestqt.qtbot import QtBot

from uriinspector.gui.shell.menu_dialogs import Picker, PickerRow
from uriinspector.gui.shell.window import Window


def test_without_rows_there_is_no_empty_table(qtbot: QtBot, window: Window) -> None:
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
