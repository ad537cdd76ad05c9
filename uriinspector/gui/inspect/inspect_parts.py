"""What the page that takes a reference apart is made of, and how its parts share the room."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget

import uriinspector
from uriinspector.core.parse import URN_EDITIONS
from uriinspector.gui.editor.uri_edit import ExcerptBar, UriEdit
from uriinspector.gui.inspect.components import Components
from uriinspector.gui.inspect.context_line import ContextLine
from uriinspector.gui.inspect.findings import Findings
from uriinspector.gui.inspect.grown_panes import GrownPanes
from uriinspector.gui.inspect.inspection_job import InspectionJob
from uriinspector.gui.inspect.page_layout import InspectLayout
from uriinspector.gui.inspect.selection_bridge import SelectionBridge
from uriinspector.gui.inspect.tabs.tabs import Tabs
from uriinspector.gui.inspect.verdict_banner import VerdictBanner
from uriinspector.gui.inspect.way_back import WayBack
from uriinspector.gui.selection import Selection
from uriinspector.gui.storage.profile import Profile
from uriinspector.gui.text.pieces import plain_label
from uriinspector.gui.text.translation import URN_TITLES, edition_title, say
from uriinspector.gui.theme import Theme
from uriinspector.gui.transfer.paste_and_drop import PasteAndDrop
from uriinspector.gui.widgets.cards import GAP, button, chooser, field_card, menu_button, scrolled
from uriinspector.gui.widgets.layouts import column_of, row
from uriinspector.gui.widgets.notice_strip import NoticeStrip
from uriinspector.gui.widgets.view_parts import side_by_side

# With less room than these, before zoom, the editor has no heading, then no button that pastes,
# then none that copies: both are in the menu.
NAMED, PASTED, COPIED = 610, 480, 300
# Above so many pixels of the page, before zoom, the editor has room for so many lines; a longer
# text scrolls, and nothing else depends on how long it is.
LINES = {0: 1, 480: 2, 900: 3}
LINE = 49  # with its ribbon


class InspectPageParts(QWidget):
    """The editor above, the verdict below it, then components and findings side by side."""

    export_requested = Signal(str)  # a way of handing on, by the name of its action

    def __init__(self, theme: Theme, profile: Profile | None = None) -> None:
        """Make them, and lay them out."""
        super().__init__()
        self.setObjectName("page")
        self._theme = theme
        self._profile = profile or Profile()
        self.selection = Selection()
        self.editor = UriEdit(theme)
        self.bridge = SelectionBridge(self.selection, self.editor.selection)
        self.excerpt = ExcerptBar(self.editor)
        self.inspection_job = InspectionJob(self)
        titles = {name: edition_title(name) for name in uriinspector.EDITIONS}
        self.edition = chooser(say("Edition of the specification"), titles)
        titles = {name: say(URN_TITLES[name]) for name in URN_EDITIONS}
        self.urn_edition = chooser(say("URN edition"), titles)
        self.urn_edition.hide()  # until there is a URN
        self.use_edition()
        self.banner = VerdictBanner(theme)
        self.components = Components(theme, self.selection)
        self.findings = Findings(theme, self.selection)
        self.tabs = Tabs(theme, self.selection)
        self.strip = NoticeStrip(theme)
        self.context = ContextLine(theme)
        self.base_field, self.derived_strip = self.context.base, self.context.forms
        self.paste_and_drop = PasteAndDrop(self.strip)
        self.way_back = WayBack()
        self.examples = menu_button(say("Examples"))
        self._lay_out()

    def use_edition(self) -> None:
        """Read by the editions that are set."""
        for name, box in (("edition", self.edition), ("urn_edition", self.urn_edition)):
            box.setCurrentIndex(box.findData(self._profile.settings[name]))

    def offer_examples(self, menu: QMenu) -> None:
        """Open this menu from the button."""
        self.examples.setMenu(menu)

    def sizes(self) -> bytes:
        """Tell how the panes share the room."""
        return bytes(self.panes.saveState().data())

    def use_sizes(self, sizes: bytes) -> None:
        """Share the room as it was."""
        self.panes.restoreState(QByteArray(sizes))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the editor grow with the page, and leave out what there is no room for."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Another zoom leaves another room."""
        super().changeEvent(event)
        if event.type() == event.Type.StyleChange and hasattr(self, "_above"):
            self._fit()

    def _fit(self) -> None:
        for part, least in self._above.items():
            part.setVisible(self.width() >= self._theme.pixels(least))
        if not self.way_back.isHidden():
            self._name.hide()
        height = self.height()
        self.grown_panes.fit(height)
        lines = max(n for least, n in LINES.items() if height >= self._theme.pixels(least))
        room = self._theme.pixels(LINE * lines + 4)
        self._editor_room.setFixedHeight(room)
        self.editor.least_lines = lines
        self.editor.allow(room)

    def _lay_out(self) -> None:
        self._name = name = plain_label(say("Link"), role="quiet")
        name.setWordWrap(False)
        paste = button(say("Paste"), self.editor.paste)
        copy = button(say("Copy defanged"), lambda: self.export_requested.emit("copy_defanged"))
        self._above = {name: NAMED, paste: PASTED, copy: COPIED}
        top = row(
            name, self.way_back, None, paste, copy, self.examples, self.urn_edition, self.edition
        )
        panes = self.panes = side_by_side(say("Components, findings"), GAP)
        panes.addWidget(self.components)
        panes.addWidget(self.findings)
        panes.setStretchFactor(0, 6)
        panes.setStretchFactor(1, 5)
        column = scrolled(self)
        column.setContentsMargins(16, 14, 16, 10)
        column.setSpacing(GAP)
        self._editor_room = QWidget()
        column_of(self.editor, self.excerpt, None, into=self._editor_room, margins=(0, 0, 0, 0))
        column.addWidget(field_card(top, self._editor_room, self.context))
        column.addWidget(self.banner)
        self.stack = QStackedWidget()
        layout = InspectLayout(self._theme, panes, self.tabs)
        self.grown_panes = GrownPanes(self._theme, layout, self.components, self.findings)
        self.stack.addWidget(layout)
        column.addWidget(self.stack, 1)
