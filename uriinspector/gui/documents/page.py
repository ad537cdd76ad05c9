"""The page of documents: it lays out and wires; reading, order and words are made elsewhere."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QMenu, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from uriinspector.gui.cards import GAP, button, card, row
from uriinspector.gui.desk import Desk
from uriinspector.gui.documents import choosing, told
from uriinspector.gui.documents.arranger import Arranger
from uriinspector.gui.documents.bar import Bar
from uriinspector.gui.documents.below import Below, Shown
from uriinspector.gui.documents.case import Case
from uriinspector.gui.documents.facets import Facet, Facets, files, sites
from uriinspector.gui.documents.header import Header
from uriinspector.gui.documents.order import Order, Wish
from uriinspector.gui.documents.reading import STOPPED, Asked, Reading, Trouble
from uriinspector.gui.documents.table import LinkTable
from uriinspector.gui.documents.triage import Triage
from uriinspector.gui.pieces import told as spoken
from uriinspector.gui.plain import plain_label
from uriinspector.gui.strip import Notice, Strip
from uriinspector.gui.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent

    from uriinspector.gui.documents.row import Head
    from uriinspector.gui.inspect.drawer import Drawer
    from uriinspector.gui.theme import Theme

# In a page that is lower than this, before zoom, the keys are not told.
LOW = 600
# How often what was read meanwhile is looked for, and shown, in milliseconds.
LOOK, SHOW = 30, 300


class Kept(NamedTuple):
    """What outlasts a change of the language."""

    case: Case
    reading: Reading | None
    waiting: list[str]


class DocumentsPage(QWidget):
    """Header above, parts and sites on the left, the table, and below it the current link."""

    open_requested = Signal(str, object)  # a text, and its base or None

    def __init__(self, theme: Theme, desk: Desk | None = None, kept: Kept | None = None) -> None:
        """Build the page, empty or around what was kept."""
        super().__init__()
        self.setObjectName("page")
        self.setAcceptDrops(True)
        self._theme = theme
        self._desk = desk or Desk()
        self.case = kept.case if kept else Case()
        self._reading: Reading | None = kept.reading if kept else None
        self._waiting: list[str] = kept.waiting if kept else []
        self._facet: Facet | None = None
        self._sort = ("", False)
        self._make()
        self._lay_out()
        self._wire()
        self._show_all()
        if self._reading:
            self._look_timer.start()

    def open_file(self, path: str) -> None:
        """Read a file."""
        self.open_files([path])

    def open_files(self, paths: Iterable[str]) -> None:
        """Read files and folders, behind those that are being read."""
        self._waiting += paths
        self.strip.dismiss()
        self._begin()
        self._show_all()
        self.table.setFocus()

    def finish(self) -> bool:
        """Whether nothing is being read or put in order."""
        return self._reading is None and not self.arranger.is_busy

    def kept(self) -> Kept:
        """Give what has to outlast a change of the language."""
        found = Kept(self.case, self._reading, self._waiting)
        self._reading = None
        self.arranger.close()
        return found

    @cached_property
    def drawer(self) -> Drawer:
        """The cards, whose rules are loaded when the first one is asked for."""
        from uriinspector.gui.inspect.drawer import Drawer

        return Drawer(self._theme, self)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Let files and folders in; what is none goes on to the window."""
        if choosing.places(event.mimeData()):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        """Read what is dropped, all of it."""
        event.acceptProposedAction()
        self.open_files(choosing.places(event.mimeData()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room it is the rows that get it."""
        super().resizeEvent(event)
        self.keys.setVisible(self.height() > self._theme.pixels(LOW))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what is still at work."""
        self.stop()
        self.triage.close()
        self.arranger.close()
        super().closeEvent(event)

    def stop(self) -> None:
        """Read no further; what came so far stays."""
        self._waiting.clear()
        if self._reading is None:
            return
        self._reading.stop()
        self._take()
        if self.case.now is not None:
            self.case.add(Trouble(self.case.now.path, STOPPED))
        self._end()

    def _make(self) -> None:
        theme = self._theme
        self.adding, self.exporting = QMenu(self), QMenu(self)
        self.header = Header(theme, self.adding, self.exporting)
        self.strip = Strip(theme)
        self.bar = Bar(theme)
        self.table = LinkTable(theme, self.case)
        self.parts = Facets(theme, say("Where the base comes from"))
        self.sites = Facets(theme, say("Sites, worst first"), is_flat=True)
        self.below = Below(theme)
        self.arranger = Arranger(self)
        self.triage = Triage(self.table, self.strip, self._is_cleaned)
        self._look_timer, self._show_timer = QTimer(self), QTimer(self)
        self._look_timer.setInterval(LOOK)
        self._show_timer.setInterval(SHOW)
        self._show_timer.setSingleShot(True)

    def _lay_out(self) -> None:
        left = card(
            *(plain_label(self.parts.accessibleName(), role="heading"), self.parts),
            *(plain_label(self.sites.accessibleName(), role="heading"), self.sites),
            margins=(12, 12),
        )
        middle = card(self.bar, self.table, margins=(1, 1))
        down, across = QSplitter(Qt.Orientation.Vertical), QSplitter(Qt.Orientation.Horizontal)
        for splitter, parts in ((down, (middle, self.below)), (across, (left, down))):
            splitter.setHandleWidth(GAP)
            splitter.setChildrenCollapsible(False)
            for each in parts:
                splitter.addWidget(each)
        down.setSizes([400, 280])
        across.setSizes([236, 952])
        across.setStretchFactor(1, 1)
        self.body = QWidget()
        column = QVBoxLayout(self.body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(self.header)
        column.addWidget(across, 1)
        self.keys = plain_label(say(KEYS), role="quiet")
        self.keys.setAlignment(Qt.AlignmentFlag.AlignRight)
        column.addWidget(self.keys)
        self.stack = QStackedWidget()
        self.stack.addWidget(self._empty())
        self.stack.addWidget(self.body)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 14, 16, 4)
        whole.setSpacing(GAP)
        whole.addWidget(self.strip)
        whole.addWidget(self.stack, 1)

    def _empty(self) -> QWidget:
        self.add_files = button(say("Files…"), self._ask_files)
        self.add_folder = button(say("Folder…"), self._ask_folder)
        self.adding.addAction(self.add_files.text()).triggered.connect(self._ask_files)
        self.adding.addAction(self.add_folder.text()).triggered.connect(self._ask_folder)
        words = plain_label(say(EMPTY), role="muted")
        words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        title = plain_label(say("Drop a page or a mail here"), role="headline")
        title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        page = card(margins=(40, 20))
        column = page.layout()
        assert isinstance(column, QVBoxLayout)
        column.setSpacing(12)
        column.addStretch(2)
        column.addWidget(title)
        column.addWidget(words)
        column.addLayout(row(None, self.add_files, self.add_folder, None))
        column.addStretch(3)
        return page

    def _wire(self) -> None:
        self._look_timer.timeout.connect(self._look)
        self._show_timer.timeout.connect(self._show_all)
        self.header.cancelled.connect(self.stop)
        self.arranger.arranged.connect(self._on_order)
        self.bar.changed.connect(self._arrange)
        self.bar.filter.left.connect(self.table.setFocus)
        self.bar.facet_cleared.connect(lambda: self._choose(None))
        self.parts.chosen.connect(self._choose)
        self.sites.chosen.connect(self._choose)
        self.table.row_changed.connect(self._on_row)
        self.table.row_opened.connect(self._on_opened)
        self.table.sort_requested.connect(self._on_sort)
        self.triage.fill(self.exporting)
        self.below.open_requested.connect(self.open_requested)
        self.below.explain_requested.connect(lambda each: self.drawer.show_finding(each))
        self.below.clause_requested.connect(lambda each: self.drawer.show_clause(each))

    def _begin(self) -> None:
        if self._reading is None and self._waiting:
            names = tuple(self._desk.protected.names)
            asked = Asked(str(self._setting("edition")), names, len(self.case.heads))
            self._reading = Reading(self._waiting, asked)
            self._waiting = []
            self.case.now = None
            self._look_timer.start()

    def _look(self) -> None:
        if self._reading is None:
            return
        done = self._reading.is_done
        if self._take() and not self._show_timer.isActive():
            self._show_timer.start()
        if done:
            self._end()

    def _take(self) -> bool:
        came = False
        assert self._reading is not None
        for each in self._reading.take():
            self.case.add(each)
            came = True
        return came

    def _end(self) -> None:
        self._reading = None
        self._look_timer.stop()
        self._show_timer.stop()
        self.case.now = None
        if self.case.troubles:
            self.strip.tell(Notice(told.troubles(self.case.troubles), "medium"))
        self._begin()
        self._show_all()

    def _show_all(self) -> None:
        """Show what there is by now."""
        case = self.case
        busy = self._reading is not None
        has_any = bool(case.heads) or busy
        self.stack.setCurrentIndex(int(has_any))
        self.header.show_progress(case if busy else None)
        self._show_header()
        self.bar.show_counts(case)
        self.parts.show_facets(files(case))
        self.sites.show_facets(sites(case.worst_first()))
        self.table.fit()
        self._arrange(patient=True)

    def _show_header(self) -> None:
        file = self._facet.file if self._facet else None
        number = self.table.current()
        current = self._head(number) if number >= 0 else None
        self.header.show_case(self.case, file, current)

    def _is_cleaned(self) -> bool:
        """Whether recipient data is removed before anything is handed on."""
        return bool(self._setting("without_recipient"))

    def _setting(self, name: str) -> object:
        return self._desk.settings[name]

    def _head(self, number: int) -> Head:
        return self.case.heads[self.case.rows[number].file]

    def _arrange(self, *, patient: bool = False) -> None:
        facet = self._facet or Facet(())
        column, falls = self._sort
        wish = Wish(
            self.bar.filter.text(),
            self.bar.rank,
            facet.file,
            facet.part,
            facet.site,
            str(self.bar.group.currentData()),
            column,
            falls,
        )
        self.arranger.arrange(self.case, wish, patient=patient)

    def _on_order(self, order: Order) -> None:
        self.table.show_order(order)

    def _on_sort(self, column: str, falls: bool) -> None:
        self._sort = (column, falls)
        self._arrange()

    def _choose(self, facet: Facet | None) -> None:
        """Filter by a facet; by none where it was chosen already."""
        self._facet = None if facet == self._facet else facet
        self.bar.show_facet(spoken(self._facet.pieces) if self._facet else "")
        if self._facet is None:
            for each in (self.parts, self.sites):
                each.clearSelection()
        self._show_header()
        self._arrange()

    def _on_row(self, number: int) -> None:
        self._show_header()
        if number < 0:
            self.below.show_link(None)
            return
        edition = str(self._setting("edition"))
        self.below.show_link(Shown(self.case.rows[number], self._head(number), edition))

    def _on_opened(self, number: int) -> None:
        found = self.case.rows[number]
        self.open_requested.emit(found.value, found.base)

    def _ask_files(self) -> None:
        self.open_files(choosing.ask_for_files(self))

    def _ask_folder(self) -> None:
        self.open_files(choosing.ask_for_folder(self))


KEYS = (
    "M malicious · B benign · I ignore · J K next, previous · N next file · Enter opens in Inspect"
)
EMPTY = (
    "Every link in it is listed with where it stands, what it is read against, and where it goes."
    " One file, a hundred, or a folder: pages, mails, mailboxes, archives, calendars, texts, PDFs"
    " and pictures of codes. Nothing is opened, fetched or run."
)
