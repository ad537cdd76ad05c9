"""The tabs with details about a link. Only the visible tab is computed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QStackedLayout, QStackedWidget, QTabBar, QWidget

from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import icon, pixels
from uriinspector.gui.widgets.cards import CardFrame, empty_label, icon_button, restyle_by
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.gui.widgets.view_parts import DividedPanes, Restyled

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.selection import Selection


class Tab(QWidget):
    """Base class of tabs; a tab is updated only while it is visible."""

    def __init__(self) -> None:
        super().__init__()
        self.empty = empty_label()
        self._layers = QStackedLayout(self)
        self._layers.addWidget(self.empty)

    def present(self, inspection: Inspection) -> str:
        """Show an inspection, or return a message if there is nothing to show."""
        raise NotImplementedError

    def show_inspection(self, inspection: Inspection) -> None:
        """Show an inspection, or the message of an empty tab."""
        words = self.present(inspection)
        self.empty.setText(words)
        self._layers.setCurrentIndex(0 if words else 1)

    def focus_row(self) -> None:
        """Focus the row for the place selected in the link."""
        raise NotImplementedError

    def fill(self, content: QWidget) -> None:
        """Set the widget that holds the tab's content."""
        self._layers.addWidget(content)


def divided(left: QWidget, right: QWidget, widths: tuple[int, int]) -> DividedPanes:
    """Return two widgets side by side with a draggable divider."""
    name = say("Rows, explanation")
    whole = DividedPanes(Qt.Orientation.Horizontal, name, 1, left, right)
    whole.setObjectName("divided")
    whole.setSizes(widths)
    return whole


def footed(view: QWidget, words: QWidget, *widgets: QWidget) -> QWidget:
    """Return a view with a label and buttons below it."""
    whole = QWidget()
    foot = row(stretched(words), *widgets, margins=(16, 4, 12, 8))
    column_of(stretched(view), foot, into=whole, spacing=0)
    return whole


LONGEST_NAME = 24


# In bar order: the class, the title, and the text shown if there is no link.
TABS = {
    "escapes": (
        "EscapesTab",
        "Encoding",
        "Shows encoding problems, decoded text, and the corrected link.",
    ),
    "normal": ("NormalTab", "Normal form", "Shows the normal form of the link, step by step."),
    "readings": (
        "ReadingsTab",
        "Parsers",
        "Compares how the four editions, browsers and Python parse the link.",
    ),
    "scheme": (
        "SchemeTab",
        "Scheme",
        "Shows what the scheme defines and what an app would do with the link.",
    ),
    "query": (
        "QueryTab",
        "Query",
        "Shows the query as a table whose keys and values can be edited.",
    ),
    "values": (
        "ValuesTab",
        "Values",
        "Decodes what is written in the link: links, encodings, identifiers, times.",
    ),
    "grammar": (
        "GrammarTab",
        "Grammar",
        "Shows how the grammar matches the link, and where it does not.",
    ),
}


def title_of(name: str, inspection: Inspection | None) -> str:
    """Return the title of a tab; some titles contain the scheme or the number of pairs."""
    if inspection and name == "query" and (query := inspection.reference.query):
        from uriinspector.gui.inspect.component_rows import pair_count  # with the first link

        return f"{say(TABS[name][1])} {pair_count(query)}"
    scheme = inspection.reference.scheme if inspection and name == "scheme" else None
    if scheme is not None:
        return say("Scheme: {scheme}", scheme=visible(scheme[:LONGEST_NAME].lower()))
    return say(TABS[name][1])


class LazyTabs(dict[str, Tab]):
    """The tabs by name, imported and created on first access, because most are never opened."""

    def __init__(self, selection: Selection, take: Callable[[Tab], object]) -> None:
        """``take`` is called with each tab that is created."""
        super().__init__()
        self._selection = selection
        self._take = take

    def __missing__(self, name: str) -> Tab:
        room = import_module(f"{__package__}.{name}_tab")
        tab: Tab = getattr(room, TABS[name][0])(self._selection)
        self[name] = tab
        self._take(tab)
        return tab


FIRST = "readings"
HIGHEST = 16_777_215  # QWIDGETSIZE_MAX
TIGHT = 640  # before zoom: narrower bars have less padding
# Signals of tabs that are forwarded.
PASSED_ON = ("open_requested", "edit_requested", "undo_requested")


class DetailsBar(QTabBar):
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Let screen readers announce the current tab rather than the tab bar."""
        super().focusInEvent(event)
        if QAccessible.isActive():
            QTimer.singleShot(0, self, self._report)  # after Qt has reported the bar

    def _report(self) -> None:
        if self.hasFocus():
            report = QAccessibleEvent(self, QAccessible.Event.Focus)
            report.setChild(self.currentIndex())
            QAccessible.updateAccessibility(report)


class Tabs(Restyled, CardFrame):
    """A tab bar with the current tab below; it can be collapsed to the bar."""

    last_attribute = "fold_button"

    open_requested = Signal(str, object)  # a link, and its base or None
    edit_requested = Signal(object, str)  # a Span and its replacement
    undo_requested = Signal()
    clause_requested = Signal(str)
    unfold_requested = Signal(bool)
    opened = Signal()  # a tab was requested
    created = Signal(QWidget)  # a tab

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self._inspection: Inspection | None = None
        self.is_revealed = False  # expanded by request, and not collapsed since
        self.tabs = LazyTabs(selection, self._take)
        self._stale = set(TABS)
        self.bar = DetailsBar()
        self.stack = QStackedWidget()
        self.empty = empty_label()
        self.stack.addWidget(self.empty)
        self.fold_button = icon_button("", lambda: self.unfold_requested.emit(self.is_folded))
        self._lay_out()
        self._wire()
        self.open(FIRST)
        self.restyle()

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Update the visible tab now, the others when they become visible."""
        self._inspection = inspection
        self._stale = set(TABS)
        for number, name in enumerate(TABS):
            title = title_of(name, inspection).replace("&", "&&")
            if title != self.bar.tabText(number):  # setting a title always triggers a new layout
                self.bar.setTabText(number, title)
        self._compute()

    def open(self, name: str) -> None:
        self.opened.emit()
        self.bar.setCurrentIndex(list(TABS).index(name))

    def reveal(self, name: str) -> None:
        """Switch to a tab, expand the tabs, and focus the bar."""
        self._unfold()
        self.is_revealed = True
        self.open(name)
        self.bar.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        restyle_by(self.bar, "tight", self.width() < pixels(TIGHT))

    @property
    def is_folded(self) -> bool:
        return self.stack.isHidden()

    def fold(self, *, folded: bool) -> None:
        """Collapse the tabs to the bar, or expand them."""
        self.is_revealed = self.is_revealed and not folded
        self.stack.setVisible(not folded)
        self._draw_fold()
        if not folded:
            self._compute()

    def restyle(self) -> None:
        """Update the icons, which the style sheet does not cover."""
        side = pixels(16)
        self.fold_button.setIconSize(QSize(side, side))
        self._draw_fold()

    def _lay_out(self) -> None:
        for name in TABS:
            self.bar.addTab(title_of(name, None))
        self.bar.setExpanding(False)
        self.bar.setDocumentMode(True)
        self.bar.setAccessibleName(say("Details"))
        self.bar.setElideMode(Qt.TextElideMode.ElideRight)
        self._top = top = QFrame()
        top.setObjectName("tabs")
        row(stretched(self.bar), self.fold_button, into=top, margins=(4, 0, 8, 0))
        column_of(top, stretched(self.stack), into=self, margins=(0, 0, 0, 1), spacing=0)

    def _wire(self) -> None:
        self.bar.currentChanged.connect(self._compute)
        self.bar.tabBarClicked.connect(lambda _number: self._unfold())

    def _take(self, tab: Tab) -> None:
        """Add a new tab, and forward its signals."""
        self.stack.addWidget(tab)
        self.created.emit(tab)
        for name in PASSED_ON:
            if hasattr(tab, name):
                getattr(tab, name).connect(getattr(self, name))

    def _unfold(self) -> None:
        if self.is_folded:
            self.unfold_requested.emit(True)

    def sizeHint(self) -> QSize:
        """Return the minimum height: the layout stretches the tabs into the remaining room."""
        return QSize(super().sizeHint().width(), self.minimumSizeHint().height())

    def _compute(self) -> None:
        """Update and show the current tab, if there is a link and the tabs are expanded."""
        name = list(TABS)[self.bar.currentIndex()]
        if self._inspection is None:
            self.empty.setText(say(TABS[name][2]))
            self.stack.setCurrentWidget(self.empty)
        elif not self.is_folded and not self.isHidden():
            if name in self._stale:
                self._stale.discard(name)
                self.tabs[name].show_inspection(self._inspection)
            self.stack.setCurrentWidget(self.tabs[name])

    def _draw_fold(self) -> None:
        words = say("Expand the details") if self.is_folded else say("Collapse the details")
        self.setMaximumHeight(self.minimumSizeHint().height() if self.is_folded else HIGHEST)
        for each in (self.bar, self._top):
            restyle_by(each, "folded", self.is_folded)
        self.fold_button.setAccessibleName(words)
        self.fold_button.setIcon(icon("unfold" if self.is_folded else "fold"))
