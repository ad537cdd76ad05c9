"""The About dialog: components, their authors and their licences."""

from PySide6.QtWidgets import QLabel

from uriinspector.gui.shell.menu_dialogs import About, Licences, licences
from uriinspector.gui.shell.window import Window


def test_about_lists_shipped_components_with_licences(window: Window) -> None:
    about = About(window, window.theme)
    told = "\n".join(label.text() for label in about.findChildren(QLabel))
    for each in licences()[1:]:
        assert any(row.startswith(each.name) and each.licence in row for row in told.split("\n"))
    assert "MIT" in told
    assert not about.findChildren(QLabel)[0].pixmap().isNull()


def test_licences_button_shows_all_texts(window: Window) -> None:
    about = About(window, window.theme)
    about.texts.click()
    shown = about.findChild(Licences)
    assert shown is not None
    assert shown.view.isReadOnly()
    assert all(each.text in shown.view.toPlainText() for each in licences()[:3])
