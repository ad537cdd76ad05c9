"""The tabs of proof: only the one that can be seen is computed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QTabBar, QToolButton

from uriinspector.gui.inspect.tabs.lazy_tabs import LazyTabs
from uriinspector.gui.inspect.tabs.tab import Tab, notice
from uriinspector.gui.inspect.tabs.tab_titles import PURPOSES, TITLES
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme, icon
from uriinspector.gui.widgets.layouts import column_of, row, stretched

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.selection import Selection

FIRST = "readings"
TIGHT = 640  # before zoom: a narrower bar has room for titles alone
ARRIVING = 500  # milliseconds in which a revealed tab is laid out
# What tabs ask for.
PASSED_ON = ("clause_requested", "open_requested", "edit_requested", "undo_requested")


class DetailsBar(QTabBar):
    """The names of the tabs."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Let a screen reader say which tab the keys are at, not that it is a list of tabs."""
        super().focusInEvent(event)
        if QAccessible.isActive():
            QTimer.singleShot(0, self, self._report)  # after Qt has reported the bar

    def _report(self) -> None:
        if self.hasFocus():
            report = QAccessibleEvent(self, QAccessible.Event.Focus)
            report.setChild(self.currentIndex())
            QAccessible.updateAccessibility(report)

    def be_tight(self, *, tight: bool) -> None:
        """Leave the titles the room that is usually around them."""
        if bool(self.property("tight")) != tight:
            self.setProperty("tight", tight)
            self.style().unpolish(self)
            self.style().polish(self)


class Tabs(QFrame):
    """A bar of tabs and the chosen one below it; it can be folded to the bar alone."""

    open_requested = Signal(str, object)  # a text, and its base or None
    edit_requested = Signal(object, str)  # a Span of the text, and what takes its place
    undo_requested = Signal()
    clause_requested = Signal(str)
    unfold_requested = Signal(bool)
    opened = Signal()  # a tab was asked for

    def __init__(self, theme: Theme, selection: Selection) -> None:
        """Start with nothing to look at."""
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self._inspection: Inspection | None = None
        self.is_revealed = False  # it was asked for, and not folded since
        self._arriving = QTimer(self)
        self._arriving.setSingleShot(True)
        self._arriving.setInterval(ARRIVING)
        self.tabs: Mapping[str, Tab] = LazyTabs(theme, selection, self._take)
        self._stale = set(TITLES)
        self.bar = DetailsBar()
        self.stack = QStackedWidget()
        self.empty = notice()
        self.stack.addWidget(self.empty)
        self.fold_button = QToolButton()
        self._lay_out()
        self._wire()
        self.open(FIRST)
        self.dress()

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Show this in the tab that can be seen; the others when they are."""
        self._inspection = inspection
        self._stale = set(TITLES)
        for number, title_of in enumerate(TITLES.values()):
            title = visible(title_of(inspection)).replace("&", "&&")
            if title != self.bar.tabText(number):  # set, it lays the bar out anew
                self.bar.setTabText(number, title)
        self._compute()

    def open(self, name: str) -> None:
        """Bring a tab to the front."""
        self.opened.emit()
        self.bar.setCurrentIndex(list(TITLES).index(name))

    def reveal(self, name: str) -> None:
        """Bring a tab to the front where it can be seen, and put the keys into the bar."""
        self._unfold()
        self.is_revealed = True
        self.open(name)
        self.bar.setFocus()
        self._arriving.start()
        QTimer.singleShot(0, self, self._scroll_into_view)  # once it has its place

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What is revealed grows as it is filled: it stays in sight."""
        super().resizeEvent(event)
        self.bar.be_tight(tight=self.width() < self._theme.pixels(TIGHT))
        if self._arriving.isActive():
            QTimer.singleShot(0, self, self._scroll_into_view)

    def _scroll_into_view(self) -> None:
        """In a low window the page has to be scrolled to the tabs."""
        page = self.parentWidget()
        while page is not None and not isinstance(page, QScrollArea):
            page = page.parentWidget()
        if page is not None:
            page.ensureWidgetVisible(self, 0, 0)

    @property
    def is_folded(self) -> bool:
        """Whether only the bar can be seen."""
        return self.stack.isHidden()

    def fold(self, *, folded: bool) -> None:
        """Leave only the bar, or show the tab again."""
        self.is_revealed = self.is_revealed and not folded
        self.stack.setVisible(not folded)
        self._draw_fold()
        if not folded:
            self._compute()

    def changeEvent(self, event: QEvent) -> None:
        """Another theme: icons in other colours."""
        super().changeEvent(event)
        if event.type() == event.Type.StyleChange:
            self.dress()

    def dress(self) -> None:
        """Draw what the style sheet does not reach."""
        side = self._theme.pixels(16)
        self.fold_button.setIconSize(QSize(side, side))
        self._draw_fold()

    def _lay_out(self) -> None:
        for title_of in TITLES.values():
            self.bar.addTab(title_of(None))
        self.bar.setExpanding(False)
        self.bar.setDocumentMode(True)
        self.bar.setAccessibleName(say("Details"))
        self.bar.setElideMode(Qt.TextElideMode.ElideRight)
        self.fold_button.setObjectName("fold")
        top = QFrame()
        top.setObjectName("tabs")
        row(stretched(self.bar), self.fold_button, into=top, margins=(10, 0, 8, 0))
        column_of(top, stretched(self.stack), into=self, margins=(1, 1, 1, 1), spacing=0)

    def _wire(self) -> None:
        self.bar.currentChanged.connect(self._compute)
        self.bar.tabBarClicked.connect(lambda _number: self._unfold())
        self.fold_button.clicked.connect(lambda: self.unfold_requested.emit(self.is_folded))

    def _take(self, tab: Tab) -> None:
        """A tab has been made: give it its place, and pass on what it asks for."""
        self.stack.addWidget(tab)
        for name in PASSED_ON:
            if hasattr(tab, name):
                getattr(tab, name).connect(getattr(self, name))

    def _unfold(self) -> None:
        if self.is_folded:
            self.unfold_requested.emit(True)

    def _compute(self) -> None:
        """Show the chosen tab, which is made when there is something to look at in it."""
        name = list(TITLES)[self.bar.currentIndex()]
        if self._inspection is None:
            self.empty.setText(PURPOSES[name]())
            self.stack.setCurrentWidget(self.empty)
        elif not self.is_folded and not self.isHidden():
            if name in self._stale:
                self._stale.discard(name)
                self.tabs[name].show_inspection(self._inspection)
            self.stack.setCurrentWidget(self.tabs[name])

    def _draw_fold(self) -> None:
        words = say("Expand the details") if self.is_folded else say("Collapse the details")
        self.fold_button.setAccessibleName(words)
        self.fold_button.setIcon(icon(self._theme, "unfold" if self.is_folded else "fold"))
