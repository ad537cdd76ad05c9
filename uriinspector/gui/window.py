"""The one window: rail, pages and foot; it wires them and leaves the work to the rooms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from uriinspector.gui.inspect.page import InspectPage
from uriinspector.gui.plain import is_risky, plain_label
from uriinspector.gui.rail import Rail
from uriinspector.gui.words import say

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent

    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.theme import Theme

PROMISE = "This program never opens a connection. It judged the text; the site was not visited."


class Window(QMainWindow):
    """A rail of workspaces on the left, the chosen one beside it, a promise at the foot."""

    def __init__(self, theme: Theme) -> None:
        """Build the window with nothing in it."""
        super().__init__()
        self.setWindowTitle("URI Inspector")
        self.setMinimumSize(700, 460)
        self._theme = theme
        self.inspect_page = InspectPage(theme)
        self.rail = Rail(theme, {"inspect": say("Inspect")}, say("Theme"))
        self.rail.choose("inspect")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.inspect_page)
        self.note = plain_label(role="quiet")
        self._lay_out()
        self.inspect_page.inspected.connect(self._on_inspected)

    def show_text(self, text: str) -> None:
        """Take a text from outside, as it is."""
        self.inspect_page.show_text(text)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what is still at work."""
        self.inspect_page.close()
        super().closeEvent(event)

    def _lay_out(self) -> None:
        promise = plain_label(say(PROMISE), role="quiet")
        promise.setAlignment(Qt.AlignmentFlag.AlignRight)
        foot = QHBoxLayout()
        foot.setContentsMargins(18, 0, 18, 10)
        foot.addWidget(self.note, 1)
        foot.addWidget(promise, 2)
        body = QVBoxLayout()
        body.setSpacing(0)
        body.addWidget(self.pages, 1)
        body.addLayout(foot)
        whole = QWidget()
        whole.setObjectName("page")
        line = QHBoxLayout(whole)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        line.addWidget(self.rail)
        line.addLayout(body, 1)
        self.setCentralWidget(whole)

    def _on_inspected(self, inspection: Inspection | None) -> None:
        self.note.setText(described(inspection.text) if inspection else "")


def described(text: str) -> str:
    """Say how long the text is and whether anything in it cannot be seen."""
    hidden = sum(map(is_risky, text))
    if hidden:
        return say("{count} characters · {hidden} hard to see", count=len(text), hidden=hidden)
    if text.isascii():
        return say("{count} characters · ASCII only", count=len(text))
    return say("{count} characters · not only ASCII", count=len(text))
