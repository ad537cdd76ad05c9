"""The cost of a zoom step: the number of restyles per widget."""

from collections import Counter

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from uriinspector.gui.shell.window import Window
from uriinspector.gui.shell.workspaces import PAGES

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


def test_zoom_and_back_restores_the_window(window: Window, qapp: QApplication) -> None:
    window.profile.settings.set("theme", window.theme.name)
    window.show()
    window.setFocus()  # no caret that blinks
    qapp.processEvents()
    before = window.grab().toImage()
    for steps in (1, 0):
        window.display_settings.zoom(steps)
        qapp.processEvents()
        assert (window.grab().toImage() == before) == (steps == 0)
