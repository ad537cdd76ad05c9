"""The page that takes one reference apart: it lays out and wires, the engine does the work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QSplitter, QVBoxLayout, QWidget

import uriinspector
from uriinspector.gui.cards import GAP, button, card, row
from uriinspector.gui.editions import edition_title
from uriinspector.gui.editor.excerpt import ExcerptBar
from uriinspector.gui.editor.field import UriEdit
from uriinspector.gui.inspect.banner import Banner
from uriinspector.gui.inspect.body import Body
from uriinspector.gui.inspect.components import Components
from uriinspector.gui.inspect.drawer import Drawer
from uriinspector.gui.inspect.findings import Findings
from uriinspector.gui.inspect.inspector import Inspector
from uriinspector.gui.inspect.tabs.tabs import Tabs
from uriinspector.gui.plain import plain_label
from uriinspector.gui.selection import Selection
from uriinspector.gui.words import say

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent

    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.theme import Theme


class InspectPage(QWidget):
    """The editor above, the verdict below it, then components and findings side by side."""

    inspected = Signal(object)  # Inspection or None

    def __init__(self, theme: Theme) -> None:
        """Build the page with nothing in it."""
        super().__init__()
        self.setObjectName("page")
        self._theme = theme
        self.selection = Selection()
        self.editor = UriEdit(theme, self.selection)
        self.excerpt = ExcerptBar(self.editor)
        self.inspector = Inspector(self)
        self.edition = QComboBox()
        for name in uriinspector.EDITIONS:
            self.edition.addItem(edition_title(name), name)
        self.edition.setCurrentIndex(self.edition.findData("2005"))
        self.edition.setAccessibleName(say("Edition of the specification"))
        self.banner = Banner(theme)
        self.components = Components(theme, self.selection)
        self.findings = Findings(theme, self.selection)
        self.tabs = Tabs(theme, self.selection)
        self.inspection: Inspection | None = None
        self._lay_out()
        self.drawer = Drawer(theme, self)
        self._wire()
        self.refresh()

    def show_text(self, text: str) -> None:
        """Take a text from outside, as it is."""
        self.editor.set_text(text)

    def refresh(self) -> None:
        """Have what is in the editor inspected and shown in every pane."""
        self.inspector.inspect(self.editor.text(), str(self.edition.currentData()))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what is still at work."""
        self.inspector.close()
        super().closeEvent(event)

    def _show(self, inspection: Inspection | None) -> None:
        self.inspection = inspection
        panes = (self.editor, self.banner, self.components, self.findings, self.tabs)
        for pane in panes:
            pane.show_inspection(inspection)
        self.inspected.emit(inspection)

    def _lay_out(self) -> None:
        top = row(
            plain_label(say("URI reference"), role="quiet"),
            None,
            button(say("Paste"), self.editor.paste),
            self.edition,
        )
        panes = QSplitter(Qt.Orientation.Horizontal)
        panes.setHandleWidth(GAP)
        panes.setChildrenCollapsible(False)
        panes.addWidget(self.components)
        panes.addWidget(self.findings)
        panes.setStretchFactor(0, 6)
        panes.setStretchFactor(1, 5)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 10)
        column.setSpacing(GAP)
        column.addWidget(card(top, self.editor, self.excerpt))
        column.addWidget(self.banner)
        column.addWidget(Body(self._theme, panes, self.tabs), 1)

    def _wire(self) -> None:
        self.editor.text_edited.connect(self.refresh)
        self.inspector.inspected.connect(self._show)
        self.inspector.waiting_changed.connect(self.excerpt.show_waiting)
        self.edition.currentIndexChanged.connect(self.refresh)
        self.findings.fix_requested.connect(self.editor.set_text)
        self.findings.explain_requested.connect(self.drawer.show_finding)
        self.banner.explain_requested.connect(self.drawer.show_finding)
        for pane in (self.components, self.findings):
            pane.clause_requested.connect(self.drawer.show_clause)
        self.tabs.open_requested.connect(lambda text, _base: self.show_text(text))
