"""The page of documents: it connects what reads, orders, shows and decides.

All that is shown follows from the selected rows, each time that anything changes: nothing is kept
here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.link_row import Decision, DecisionKey, Head
from uriinspector.documents.cases.store import CaseFile
from uriinspector.export.options import ExportOptions
from uriinspector.gui.documents import header_text
from uriinspector.gui.documents.case_actions import CaseActions, is_case_file
from uriinspector.gui.documents.case_export import ExportActions, export_options
from uriinspector.gui.documents.case_storage import CaseStorage
from uriinspector.gui.documents.facets import files, sites
from uriinspector.gui.documents.file_reader import ScanOptions, Source
from uriinspector.gui.documents.link_details import MESSAGE, SOURCE, TABS, DetailedLink
from uriinspector.gui.documents.link_model import host_count_text
from uriinspector.gui.documents.marking import Marking
from uriinspector.gui.documents.open_case import OpenCase
from uriinspector.gui.documents.order import Order, OrderRequest, order_of
from uriinspector.gui.documents.review_actions import FixReviewActions
from uriinspector.gui.documents.row_filters import NO_FACET, RowFilters
from uriinspector.gui.documents.scan_queue import Rereading, ScanQueue
from uriinspector.gui.documents.sources import (
    adding_buttons,
    ask_for_files,
    ask_for_folder,
    numbered,
    sources,
)
from uriinspector.gui.documents.step_words import redo_words, undo_words
from uriinspector.gui.documents.workspace_layout import DocumentsLayout, EmptyPage
from uriinspector.gui.jobs.latest_job import LatestJob
from uriinspector.gui.storage.profile import CASES, FILES, Profile
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.transfer.incoming import is_remote
from uriinspector.gui.widgets.cards import GAP
from uriinspector.gui.widgets.layouts import column_of, stretched
from uriinspector.gui.widgets.notice_strip import Notice, NoticeStrip

if TYPE_CHECKING:
    from uriinspector.documents.cases.contents import StepWriting
    from uriinspector.gui.documents.scan_queue import ScanQueueState
    from uriinspector.gui.documents.site_sheet import SiteSheet
    from uriinspector.gui.fixes.review_page import ReviewState
    from uriinspector.gui.inspect.drawer import Drawer


class DocumentsPageState(NamedTuple):
    """The case, what is being read, and where it is kept."""

    case: OpenCase
    scan_queue: ScanQueueState
    case_storage: CaseStorage
    fix_review: ReviewState | None = None


class CurrentLink(QObject):
    """Follows the table; what is wished of a link is told with its base."""

    open_requested = Signal(str, object)  # a text, and its base or None
    resolve_requested = Signal(str, str)  # a base, and a text
    baseless = Signal()  # a link that there is nothing to resolve against

    def __init__(
        self, body: DocumentsLayout, case_storage: CaseStorage, edition: Callable[[], str]
    ) -> None:
        """``edition`` tells how references are read."""
        super().__init__(body)
        self._table, self._details, self._files = body.table, body.details, body.files
        self._case_storage = case_storage
        self._edition = edition
        self._table.row_opened.connect(self._on_opened)
        self._table.row_resolved.connect(self._on_resolved)
        self._details.open_requested.connect(self.open_requested)
        self._details.resolve_requested.connect(self.resolve_requested)

    @property
    def _case(self) -> OpenCase:
        return self._table.links.case

    @property
    def _number(self) -> int:
        """Return the number of the link; -1 where none is shown of the selected file."""
        number, entry = self._table.current(), self._files.entry
        if number < 0 or entry is None:
            return number
        kind = self._case.rows.kind(number)
        return number if kind.file == entry.key.file and kind.part in entry.parts else -1

    @property
    def head(self) -> Head | None:
        """The file that it stands in."""
        number = self._number
        return self._case.heads[self._case.rows[number].file] if number >= 0 else None

    def show(self) -> None:
        """Show it, or that there is none."""
        number, head = self._number, self.head
        entry = self._files.entry
        if head is None:
            rows = self._case.files.rows
            self._details.show_link(
                None, entry if self._files.is_listed else next(iter(rows), None)
            )
            return
        row = self._case.rows[number]
        octets = partial(self._case_storage.octets, self._case, row.file)
        shown = DetailedLink(row, head, self._edition(), octets, self._facts(number))
        entry = entry or self._case.files.of(row.file, row.part)
        # A single message is told of above the table.
        is_told = entry is not None and (self._files.is_listed or entry.envelope is None)
        self._details.show_link(shown, entry if is_told else None)

    def _facts(self, number: int) -> str:
        """The mails that name its host, and the note."""
        note = self._case.notes.get(number)
        texts = [host_count_text(self._case.rows[number].host, self._case)]
        return "   ".join(filter(None, (*texts, note and say("Note: {note}", note=visible(note)))))

    def _on_opened(self, number: int) -> None:
        link_row = self._case.rows[number]
        self.open_requested.emit(link_row.value, link_row.base)

    def _on_resolved(self, number: int) -> None:
        link_row = self._case.rows[number]
        if link_row.base is None:
            self.baseless.emit()
        else:
            self.resolve_requested.emit(link_row.base, link_row.value)


class KeyRoute(QObject):
    """Watches the parts of the workspace."""

    def __init__(self, body: DocumentsLayout) -> None:
        """Watch the lists."""
        super().__init__(body)
        self._body = body
        body.files.appeared.connect(self._on_list)
        body.files.table.row_opened.connect(self._on_file_opened)
        body.table.left.connect(self._on_left)

    def _on_file_opened(self, _number: int) -> None:
        """Its links are looked at one by one."""
        self._body.table.setFocus()
        self._body.details.show_tab(SOURCE)

    def _on_left(self) -> None:
        """Back to what one goes through."""
        if self._body.files.is_listed:
            self._body.files.table.setFocus()
            self._body.details.show_tab(MESSAGE)

    def _on_list(self) -> None:
        """What one goes through has come: the keys go there, unless they were put elsewhere."""
        self._body.details.suggest_tab(MESSAGE)
        focus = QApplication.focusWidget()
        is_elsewhere = focus is not None and self._body.isAncestorOf(focus)
        if self._body.table.hasFocus() or not is_elsewhere:
            self._body.files.table.setFocus()


def open_site(
    parent: QWidget, theme: Theme, folder: str, *, without_recipient: bool = False
) -> SiteSheet | None:
    """Begin where the last file was; None where no folder of this computer was chosen."""
    from uriinspector.gui.documents.site_sheet import SiteSheet

    chosen = ask_for_folder(parent, folder)
    if not chosen or is_remote(chosen[0]):
        return None
    sheet = SiteSheet(parent, theme, chosen[0])
    sheet.without_recipient = without_recipient
    sheet.open()
    return sheet


class DocumentsPageParts(QWidget):
    """Header above, parts and sites on the left, the table, and below it the current link."""

    def __init__(
        self, theme: Theme, profile: Profile | None, state: DocumentsPageState | None
    ) -> None:
        """Make them, empty or around what was kept, and lay them out."""
        super().__init__()
        self.setObjectName("page")
        self._theme = theme
        self._profile = profile or Profile()
        self.case = state.case if state else OpenCase()
        keeps = self._profile.cases_folder if self._setting("cases") else None
        self.case_storage = state.case_storage if state else CaseStorage(keeps)
        self._make()
        self._lay_out()

    def open_files(self, sources: Iterable[Source]) -> None:
        """Read files, folders and what was pasted."""
        raise NotImplementedError

    def paste(self) -> None:
        """Read what the clipboard holds."""
        raise NotImplementedError

    def _make(self) -> None:
        theme = self._theme
        self.strip = NoticeStrip(theme)
        self.body = DocumentsLayout(theme, self.case)
        self.header, self.bar, self.table = self.body.header, self.body.bar, self.body.table
        self.parts, self.sites, self.details = self.body.parts, self.body.sites, self.body.details
        self.files = self.body.files
        self.row_filters = RowFilters(self.body)
        self.current = CurrentLink(self.body, self.case_storage, self._edition)
        self.scan_queue = ScanQueue(self.case, self._scan_options, self)
        self.order_job = LatestJob(order_of, self, rest=0, can_stop=True)
        self.rereading = Rereading(
            *(self, theme, self.scan_queue, self.case_storage, self.strip), self._edition
        )
        self.marking = Marking(self.table, self.files.table, self.strip, self._profile.known)
        self.case_exporter = ExportActions(
            *(self.table, self.strip, self._export_options, self._edition),
            lambda: self.case_storage.name,
        )
        self.case_commands = CaseActions(self.case_storage, self.scan_queue, self.strip)
        self.key_route = KeyRoute(self.body)
        self.adding = adding_buttons(
            lambda: self._open_asked(ask_for_files),
            lambda: self._open_asked(ask_for_folder),
            lambda: open_site(
                self,
                theme,
                self._profile.last_folder,
                without_recipient=self._profile.settings["without_recipient"],
            ),
            self.paste,
            self.body.cases,
        )

    def _lay_out(self) -> None:
        self.strip.float_over(self, self.details.bar)
        self.stack = QStackedWidget()
        self.stack.addWidget(EmptyPage(*self.adding))
        self.stack.addWidget(self.body)
        self.fix_review = FixReviewActions(
            *(self._theme, self.stack, self.case_storage, self.scan_queue, self.strip),
            *(self.body, self.row_filters, self._edition),
        )
        column_of(stretched(self.stack), into=self, margins=(16, 14, 16, 4), spacing=GAP)

    def _scan_options(self) -> ScanOptions:
        names = tuple(self._profile.protected.names)
        first, lists = len(self.case.heads), self._profile.lists.lists
        return ScanOptions(self._edition(), names, first, lists, self.rereading.passwords)

    def _open_asked(self, ask: Callable[[QWidget, str], list[str]]) -> None:
        """Ask where the last file was, and read what is chosen."""
        self.open_files(ask(self, self._profile.last_folder))

    def _edition(self) -> str:
        """How references are read."""
        return str(self._setting("edition"))

    def _export_options(self) -> ExportOptions:
        """How it is wanted when it is handed on."""
        return export_options(self._profile.settings)

    def _setting(self, name: str) -> object:
        return self._profile.settings[name]


# In a page that is lower than this, before zoom, the keys are not told, nor is the envelope.
LOW, LOWEST = 600, 480


class DocumentsPage(DocumentsPageParts):
    """What is read is put in order, shown, and marked."""

    open_requested = Signal(str, object)  # a text, and its base or None
    resolve_requested = Signal(str, str)  # a base, and a text
    described = Signal(str)  # how much is on the table
    titled = Signal(str)  # what is on it, for the title of the window
    brought = Signal(object)  # the QMimeData of a paste or a drop that is for another workspace

    def __init__(
        self, theme: Theme, profile: Profile | None = None, state: DocumentsPageState | None = None
    ) -> None:
        """Build the page, empty or around what was kept."""
        super().__init__(theme, profile, state)
        self._is_offered = state is not None
        self._wire()
        self.table.follow(0)
        if state:
            self.scan_queue.take_over(state.scan_queue)
            self.fix_review.restore(state.fix_review)
            self.case_commands.watch()
        self._show_all()

    def open_file(self, path: str) -> None:
        """Read a file."""
        self.open_files([path])

    def open_files(self, sources: Iterable[Source]) -> None:
        """Read files, folders and what was pasted, behind those that are being read."""
        self.strip.dismiss()
        result = [each for each in sources if not self._opened_as_case(each)]
        for each in result:
            if isinstance(each, str) and not is_remote(each):
                self._profile.note_opened(FILES, each)
        self.scan_queue.read(result)
        self._show_all()
        self.table.setFocus()

    def is_settled(self) -> bool:
        """Whether nothing is being read or put in order."""
        is_ordering = self.order_job.is_waiting or self.files.job.is_waiting
        return not self.scan_queue.is_busy and not is_ordering and self.fix_review.is_settled

    def page_state(self) -> DocumentsPageState:
        """Give what has to outlast a change of the language."""
        self.order_job.close()
        self.files.job.close()
        storage, fix_review = self.case_commands.hand_over(), self.fix_review.state()
        return DocumentsPageState(self.case, self.scan_queue.hand_over(), storage, fix_review)

    @cached_property
    def drawer(self) -> Drawer:
        """The cards, whose rules are loaded when the first one is asked for."""
        from uriinspector.gui.inspect.drawer import Drawer

        return Drawer(self._theme, self)

    def show_details(self, tab: str) -> None:
        """Show a tab about the current link, as soon as there is one that has it, or the fixes."""
        if tab == "fixes":
            self.fix_review.is_awaited = True
        else:
            self.details.await_tab(TABS[tab])

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
        result = numbered(sources(data), self.case.heads)
        if result:
            self.open_files(result)
        else:
            self.brought.emit(data)

    def showEvent(self, event: QShowEvent) -> None:
        """The keys go to the rows, or to what brings some, unless something here has them."""
        super().showEvent(event)
        held = QApplication.focusWidget()
        if held is None or not self.isAncestorOf(held):
            (self.table if self.table.isVisible() else self.adding.files).setFocus()
        if not self._is_offered:
            self._is_offered = True
            self.case_commands.offer()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room it is the rows that get it."""
        super().resizeEvent(event)
        self.body.footer.setVisible(self.height() > self._theme.pixels(LOW))
        self.header.show_envelope(wanted=self.height() > self._theme.pixels(LOWEST))
        self._show_header()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what is still at work."""
        if self.case_commands.close():
            self._profile.settings.set("open_case", "")
        for each in (self.case_exporter, self.order_job, self.files.job, self.fix_review):
            each.close()
        self.details.close()
        super().closeEvent(event)

    def _wire(self) -> None:
        self.adding.fill(self.body.adding)
        self.scan_queue.began.connect(self._on_began)
        self.scan_queue.rows_came.connect(self._show_all)
        self.scan_queue.ended.connect(self._on_end)
        self.scan_queue.replaced.connect(self._on_replaced)
        self.files.table.base_requested.connect(self.rereading.ask_for_base)
        self.files.table.password_requested.connect(self.rereading.ask_for_password)
        self.details.base_requested.connect(self.rereading.ask_for_base)
        self.table.base_requested.connect(self.rereading.ask_for_base)
        self.header.cancelled.connect(self.scan_queue.stop)
        self.order_job.answered.connect(self._on_order)
        self.row_filters.changed.connect(self._arrange)
        self.row_filters.facet_changed.connect(self._show_selection)
        self.bar.filter.left.connect(self.table.setFocus)
        self.files.scope_changed.connect(self._on_scope)
        self.files.appeared.connect(self._show_selection)  # what is said of a message moves there
        self.files.table.selection_changed.connect(self._show_selection)
        self.table.selection_changed.connect(self._show_selection)
        self.table.moved.connect(lambda: self.files.table.follow(None))
        self.details.changed.connect(self._close_card)
        self.case_exporter.fill(self.body.exporting)
        self.case_commands.fill(self.body.cases)
        self.case_commands.case_changed.connect(self.fix_review.dismiss)
        self.case_commands.case_changed.connect(self._use)
        self.case_commands.status_changed.connect(self._show_status)
        self.case_commands.saved.connect(lambda path: self._profile.note_opened(CASES, path))
        self.marking.decided.connect(self._on_decided)
        self.marking.drafted.connect(self.case_commands.case_storage.decide)
        self.marking.known_changed.connect(self._arrange)
        self.marking.reveal_requested.connect(self._reveal)
        self.current.open_requested.connect(self.open_requested)
        self.current.resolve_requested.connect(self.resolve_requested)
        self.current.baseless.connect(
            lambda: self.strip.tell(Notice(say("This link has no base URL.")))
        )
        self.fix_review.left.connect(self._show_all)
        self.fix_review.clause_requested.connect(lambda each: self.drawer.show_clause(each))
        self.details.explain_requested.connect(lambda each: self.drawer.show_finding(each))
        self.details.clause_requested.connect(lambda each: self.drawer.show_clause(each))
        self.parts.explain_requested.connect(lambda each: self.drawer.show_finding(each))

    def undo(self) -> None:
        """Take the last mark or note back."""
        if not self.fix_review.undo():
            self.marking.undo()

    def redo(self) -> None:
        """Decide again what was taken back last."""
        if not self.fix_review.redo():
            self.marking.redo()

    def step_names(self) -> tuple[str, str]:
        """What would be undone and redone now, for a menu; empty where a review is open."""
        if self.fix_review.is_shown:
            return "", ""
        return undo_words(self.case.steps), redo_words(self.case.steps)

    def review_fixes(self) -> None:
        """Review the fixes of the chosen file, or of all files."""
        self.fix_review.open_chosen()

    def use_known(self) -> None:
        """The sites that are known have changed."""
        self.marking.use_known()

    def _opened_as_case(self, source: Source) -> bool:
        """Open a case file as what it is; whether it is one."""
        if not isinstance(source, str) or not is_case_file(source):
            return False
        self.case_commands.open(Path(source))
        return True

    def _use(self, case: OpenCase, file: CaseFile | None) -> None:
        """Put another case on the table."""
        self.case = case
        case.lists = self._profile.lists.lists
        self.order_job.drop()
        self.scan_queue.use(case, file)
        self.table.use(case)
        self.table.follow(0)
        self.files.use(case)
        self.row_filters.clear()
        self._show_all()
        (self.table if file else self.adding.files).setFocus()

    def _on_replaced(self) -> None:
        """Go on with the same selection: no number of a row is what it was."""
        entry, row = self.files.entry, self.details.row
        self.order_job.drop()
        self.table.use(self.case)
        self.files.use(self.case)
        if entry is not None:
            self.files.table.keep(self.case.files.numbers.get(entry.key, -1))
        if row is not None:
            self.table.keep(self.case.number_at(row))
        self._show_all()

    def _on_began(self, names: list[str]) -> None:
        """Show and select what is opened: its highest severity, until the user moves."""
        if not names or self.table.note_editor or self.files.table.note_editor:
            return
        self.row_filters.clear()
        if self.case.heads:
            self.files.table.follow(len(self.case.heads))
        else:
            self.table.follow(0)

    def _reveal(self) -> None:
        """Show all rows, since one is wanted that is not among them."""
        self.files.table.let_go()
        self.row_filters.clear()
        self.files.show_all()

    def _on_decided(self, decisions: dict[DecisionKey, Decision], write_steps: StepWriting) -> None:
        self.case_commands.decide(decisions, write_steps)
        self.files.show_decided()
        self._show_selection()
        if self.marking.known:
            self._arrange(patient=True)

    def _on_order(self, order: Order) -> None:
        self.table.tell_nothing(header_text.no_links(self.case, self.files.entry))
        self.table.show_order(order)
        self.bar.show_folded(order.folded)

    def _show_status(self) -> None:
        self.body.status.setText(self.case_commands.status())
        self._profile.settings.set("open_case", str(self.case_storage.file or ""))
        self._show_header()

    def _on_end(self) -> None:
        if self.case.troubles:
            self.strip.tell(Notice(header_text.troubles(self.case.troubles), "medium"))
        self._show_all()
        if self.fix_review.is_awaited:
            self.review_fixes()

    def _show_all(self) -> None:
        """Show what there is by now."""
        case = self.case
        busy = self.scan_queue.is_busy
        has_any = bool(case.heads) or busy
        if not self.fix_review.is_shown or not has_any:
            self.stack.setCurrentIndex(int(has_any))
        self.header.show_progress(case if busy else None)
        self.files.show_all()
        self._show_selection()
        self._show_scope()
        self.table.fit()
        self._arrange(patient=True)

    def _show_scope(self) -> None:
        """Show what there is in the chosen file, or in all."""
        case, scope = self.case, self.files.scope
        ranks = case.ranks
        if scope is not None:
            ranks = dict(sum((Counter(each.ranks) for each in scope), Counter()))
        self.bar.show_counts(sum(ranks.values()), ranks)
        self.bar.show_scope(header_text.scope(self.files.entry))
        self.parts.show_facets(files(case, scope))
        self.sites.show_facets(sites(case, scope))
        self.header.show_list(self.files.is_listed)
        self.body.show_keys()

    def _on_scope(self) -> None:
        """Links of other files count than before."""
        if self.files.entry is not None:
            self.table.follow(0)
        self.row_filters.choose(NO_FACET)
        self._show_scope()

    def _show_selection(self) -> None:
        """Show all that follows from the case and from what is selected in it."""
        self._show_header()
        self.current.show()

    def _show_header(self) -> None:
        name, file = self.case_storage.name, self.row_filters.facet.file
        self.header.show_case(self.case, file, self.current.head, name)
        self._describe()

    def _arrange(self, *, patient: bool = False) -> None:
        request = OrderRequest(self.case, self.row_filters.query(self.marking.known))
        self.order_job.ask(request, is_long=request.is_long, patient=patient)

    def _close_card(self) -> None:
        if "drawer" in self.__dict__:
            self.drawer.close_card()

    def _describe(self) -> None:
        """Tell what is shown, selected and marked."""
        order = None if self.scan_queue.is_busy else self.table.links.order
        self.described.emit(header_text.amount(self.case, order, len(self.table.selected())))
        heads, name = self.case.heads, self.case_storage.name
        self.titled.emit(header_text.title(heads, name) if heads or name else "")
