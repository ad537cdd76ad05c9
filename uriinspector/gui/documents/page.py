"""The page of documents: it wires; reading, order, layout and words are made elsewhere."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from uriinspector.documents.cases.schema import is_case
from uriinspector.gui.cards import GAP, button, menu_button
from uriinspector.gui.desk import Desk
from uriinspector.gui.documents import choosing, told
from uriinspector.gui.documents.arranger import Arranger
from uriinspector.gui.documents.body import Body
from uriinspector.gui.documents.case import OpenCase
from uriinspector.gui.documents.case_actions import CaseActions
from uriinspector.gui.documents.case_storage import CaseStorage
from uriinspector.gui.documents.current import Current
from uriinspector.gui.documents.deciding import Deciding
from uriinspector.gui.documents.empty import Empty
from uriinspector.gui.documents.export_actions import ExportActions, wishes
from uriinspector.gui.documents.facets import files, sites
from uriinspector.gui.documents.intake import Intake
from uriinspector.gui.documents.pasted import numbered, sources
from uriinspector.gui.documents.reading import Asked
from uriinspector.gui.documents.wanted import NO_FACET, Wanted
from uriinspector.gui.incoming import is_remote
from uriinspector.gui.strip import Notice, Strip
from uriinspector.gui.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtCore import QMimeData
    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent, QShowEvent

    from uriinspector.documents.cases.row import Decision
    from uriinspector.export.formats import Wishes
    from uriinspector.gui.documents.order import Order
    from uriinspector.gui.documents.reading import Coming, Source
    from uriinspector.gui.inspect.drawer import Drawer
    from uriinspector.gui.theme import Theme

# In a page that is lower than this, before zoom, the keys are not told, nor is the envelope.
LOW, LOWEST = 600, 480


class Kept(NamedTuple):
    """What outlasts a change of the language."""

    case: OpenCase
    reading: Coming | None
    waiting: list[Source]
    keeping: CaseStorage


class DocumentsPage(QWidget):
    """Header above, parts and sites on the left, the table, and below it the current link."""

    open_requested = Signal(str, object)  # a text, and its base or None
    resolve_requested = Signal(str, str)  # a base, and a text
    brought = Signal(object)  # the QMimeData of a paste or a drop that is for another workspace

    def __init__(self, theme: Theme, desk: Desk | None = None, kept: Kept | None = None) -> None:
        """Build the page, empty or around what was kept."""
        super().__init__()
        self.setObjectName("page")
        self.setAcceptDrops(True)
        self._theme = theme
        self._desk = desk or Desk()
        self.case = kept.case if kept else OpenCase()
        keeps = self._desk.cases_folder if self._setting("cases") else None
        self.keeping = kept.keeping if kept else CaseStorage(keeps)
        self._is_offered = kept is not None
        self._make()
        self._lay_out()
        self._wire()
        if kept:
            self.intake.take_over(kept.reading, kept.waiting)
        self._show_all()

    def open_file(self, path: str) -> None:
        """Read a file."""
        self.open_files([path])

    def open_files(self, sources: Iterable[Source]) -> None:
        """Read files, folders and what was pasted, behind those that are being read."""
        self.strip.dismiss()
        found = [each for each in sources if not self._opened_as_case(each)]
        self.intake.read(found)
        self._show_all()
        self.table.setFocus()

    def finish(self) -> bool:
        """Whether nothing is being read or put in order."""
        return not self.intake.is_busy and not self.arranger.is_busy

    def kept(self) -> Kept:
        """Give what has to outlast a change of the language."""
        self.arranger.close()
        return Kept(self.case, *self.intake.hand_over(), self.keeping)

    @cached_property
    def drawer(self) -> Drawer:
        """The cards, whose rules are loaded when the first one is asked for."""
        from uriinspector.gui.inspect.drawer import Drawer

        return Drawer(self._theme, self)

    def copy(self) -> None:
        """Copy the link of the current row defanged."""
        self.table.copy_defanged()

    def copy_exact(self) -> None:
        """Copy the link of the current row as it is."""
        self.table.copy_exact()

    def focus_text(self) -> None:
        """Go where one types: into the filter."""
        self.bar.filter.setFocus()
        self.bar.filter.selectAll()

    def paste(self) -> None:
        """Read what the clipboard holds."""
        self.take(QGuiApplication.clipboard().mimeData())

    def take(self, data: QMimeData) -> None:
        """Read what is pasted or dropped, all of it; what is a reference is for others."""
        found = numbered(sources(data), self.case.heads)
        if found:
            self.open_files(found)
        else:
            self.brought.emit(data)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Let everything in, as the window does."""
        event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Read what is dropped, all of it."""
        event.acceptProposedAction()
        self.take(event.mimeData())

    def showEvent(self, event: QShowEvent) -> None:
        """The keys go to the rows, or to what brings some, unless something here has them."""
        super().showEvent(event)
        held = QApplication.focusWidget()
        if held is None or not self.isAncestorOf(held):
            (self.table if self.table.isVisible() else self.add_files).setFocus()
        if not self._is_offered:
            self._is_offered = True
            self.cases.offer()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room it is the rows that get it."""
        super().resizeEvent(event)
        self.body.foot.setVisible(self.height() > self._theme.pixels(LOW))
        self.header.show_envelope(wanted=self.height() > self._theme.pixels(LOWEST))
        self._show_header()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what is still at work."""
        self.cases.leave()
        self.saving.close()
        self.arranger.close()
        self.below.close()
        super().closeEvent(event)

    def _make(self) -> None:
        theme = self._theme
        self.strip = Strip(theme)
        self.body = Body(theme, self.case)
        self.header, self.bar, self.table = self.body.header, self.body.bar, self.body.table
        self.parts, self.sites, self.below = self.body.parts, self.body.sites, self.body.below
        self.wanted = Wanted(self.body)
        self.current = Current(self.body, self.keeping, self._edition)
        self.intake = Intake(self.case, self._asked, self)
        self.arranger = Arranger(self)
        self.deciding = Deciding(self.table, self.strip, self._desk.known)
        self.saving = ExportActions(self.table, self.strip, self._wishes, self._edition)
        self.cases = CaseActions(self.keeping, self.intake, self.strip)
        self.add_files = button(say("Files…"), self._ask_files)
        self.add_folder = button(say("Folder…"), self._ask_folder)
        self.add_pasted = button(say("Paste"), self.paste)
        self.open_case = menu_button(say("Cases"))
        self.open_case.setMenu(self.body.cases)

    def _lay_out(self) -> None:
        self.stack = QStackedWidget()
        self.stack.addWidget(
            Empty(self.add_files, self.add_folder, self.add_pasted, self.open_case)
        )
        self.stack.addWidget(self.body)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 14, 16, 4)
        whole.setSpacing(GAP)
        whole.addWidget(self.strip)
        whole.addWidget(self.stack, 1)

    def _wire(self) -> None:
        for each in (self.add_files, self.add_folder, self.add_pasted):
            self.body.adding.addAction(each.text()).triggered.connect(each.click)
        self.intake.came.connect(self._show_all)
        self.intake.ended.connect(self._on_end)
        self.header.cancelled.connect(self.intake.stop)
        self.arranger.arranged.connect(self._on_order)
        self.wanted.changed.connect(self._arrange)
        self.wanted.facet_changed.connect(self._show_header)
        self.bar.filter.left.connect(self.table.setFocus)
        self.table.row_changed.connect(self._on_row)
        self.saving.fill(self.body.exporting)
        self.cases.fill(self.body.cases)
        self.cases.case_changed.connect(self._use)
        self.cases.told.connect(self._show_status)
        self.deciding.decided.connect(self._on_decided)
        self.deciding.known_changed.connect(self._arrange)
        self.current.open_requested.connect(self.open_requested)
        self.current.resolve_requested.connect(self.resolve_requested)
        self.current.baseless.connect(self._on_baseless)
        self.below.explain_requested.connect(lambda each: self.drawer.show_finding(each))
        self.below.clause_requested.connect(lambda each: self.drawer.show_clause(each))

    def _asked(self) -> Asked:
        names = tuple(self._desk.protected.names)
        return Asked(self._edition(), names, len(self.case.heads))

    def undo(self) -> None:
        """Take the last mark or note back."""
        self.deciding.undo()

    def use_known(self) -> None:
        """The sites that are known have changed."""
        self.deciding.use_known()

    def _opened_as_case(self, source: Source) -> bool:
        """Open the file of a case as what it is; whether it is one."""
        if not isinstance(source, str) or is_remote(source) or not is_case(Path(source)):
            return False
        self.cases.open(Path(source))
        return True

    def _use(self, case: OpenCase, kept: Coming | None) -> None:
        """Put another case on the table."""
        self.case = case
        self.arranger.drop()
        self.intake.use(case, kept)
        self.table.use(case)
        self.wanted.choose(NO_FACET)
        self._show_all()
        (self.table if kept else self.add_files).setFocus()

    def _on_decided(self, decisions: dict[int, Decision]) -> None:
        self.cases.decide(decisions)
        self.current.show()
        if self.deciding.known:
            self._arrange(patient=True)

    def _on_order(self, order: Order) -> None:
        self.table.show_order(order)
        self.bar.show_folded(order.folded)

    def _show_status(self) -> None:
        self.body.status.setText(self.cases.status())

    def _on_end(self) -> None:
        if self.case.troubles:
            self.strip.tell(Notice(told.troubles(self.case.troubles), "medium"))
        self._show_all()

    def _show_all(self) -> None:
        """Show what there is by now."""
        case = self.case
        busy = self.intake.is_busy
        has_any = bool(case.heads) or busy
        self.stack.setCurrentIndex(int(has_any))
        self.header.show_progress(case if busy else None)
        self._show_header()
        self.bar.show_counts(case)
        self.parts.show_facets(files(case))
        self.sites.show_facets(sites(case))
        self.table.fit()
        self._arrange(patient=True)

    def _show_header(self) -> None:
        self.header.show_case(self.case, self.wanted.facet.file, self.current.head)

    def _edition(self) -> str:
        """How references are read."""
        return str(self._setting("edition"))

    def _wishes(self) -> Wishes:
        """How it is wanted when it is handed on."""
        return wishes(self._desk.settings)

    def _setting(self, name: str) -> object:
        return self._desk.settings[name]

    def _arrange(self, *, patient: bool = False) -> None:
        wish = self.wanted.wish(self.deciding.known)
        self.arranger.arrange(self.case, wish, patient=patient)

    def _on_row(self, _number: int) -> None:
        self._show_header()
        self.current.show()

    def _on_baseless(self) -> None:
        self.strip.tell(Notice(say("There is no base that this link would be read against.")))

    def _ask_files(self) -> None:
        self.open_files(choosing.ask_for_files(self))

    def _ask_folder(self) -> None:
        self.open_files(choosing.ask_for_folder(self))
