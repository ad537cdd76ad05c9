"""The Documents page: connects reading, sorting, display and decisions.

Everything shown is derived from the case and the selected rows after each change; the page has no
copy of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.contents import StepWriting
from uriinspector.documents.cases.link_row import Decision, DecisionKey, FileKey, LinkRow
from uriinspector.documents.cases.store import CaseFile
from uriinspector.gui.documents import header_text
from uriinspector.gui.documents.case_actions import CaseActions, is_case_file
from uriinspector.gui.documents.case_export import ExportActions
from uriinspector.gui.documents.case_storage import CaseStorage
from uriinspector.gui.documents.facets import NO_FACET, Facet, files, sites
from uriinspector.gui.documents.file_reader import ScanOptions, Source
from uriinspector.gui.documents.link_model import host_count_text
from uriinspector.gui.documents.marking import Marking
from uriinspector.gui.documents.open_case import FileEntry, OpenCase
from uriinspector.gui.documents.order import Order, OrderRequest, RowQuery, order_of
from uriinspector.gui.documents.reader import LINKS, MARKED_LINKS, SITE, SOURCE, TABS, Selected
from uriinspector.gui.documents.review_actions import FixReviewActions
from uriinspector.gui.documents.rows import redo_words, undo_words
from uriinspector.gui.documents.scan_queue import CaseContext, Rereading, ScanQueue, ScanQueueState
from uriinspector.gui.documents.sources import (
    adding_buttons,
    ask_for_files,
    ask_for_folder,
    numbered,
    pasted_before,
    sources,
)
from uriinspector.gui.documents.workspace_layout import DocumentsLayout, EmptyPage
from uriinspector.gui.inspect.card_page import CardPage
from uriinspector.gui.jobs.latest_job import LatestJob
from uriinspector.gui.storage.profile import CASES, FILES, Profile
from uriinspector.gui.text.pieces import plain_text, visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.transfer.incoming import is_remote
from uriinspector.gui.widgets.cards import GAP
from uriinspector.gui.widgets.layouts import column_of, stack_of, stretched
from uriinspector.gui.widgets.notice_strip import NoticeStrip

if TYPE_CHECKING:
    from uriinspector.documents.site.site_store import SiteFinding
    from uriinspector.gui.fixes.review_page import ReviewState


class DocumentsPageState(NamedTuple):
    """The state to restore after a language change."""

    case: OpenCase
    scan_queue: ScanQueueState
    case_storage: CaseStorage
    fix_review: ReviewState | None = None
    site: str = ""  # the folder of a site check, which is checked again
    file: int = -1  # the numbers of the chosen file and link, and the tab
    link: int = -1
    tab: int | None = None


class DocumentsPage(CardPage):
    """The page that reads files, and lists and marks the links in them."""

    open_requested = Signal(str, object)  # a link, and its base or None
    resolve_requested = Signal(str, str)  # a base, and a link
    described = Signal(str)  # numbers of rows for the status bar
    titled = Signal(str)  # the title of the window
    brought = Signal(object)  # QMimeData that belongs on another page

    def __init__(
        self, profile: Profile | None = None, state: DocumentsPageState | None = None
    ) -> None:
        super().__init__()
        self._profile = profile or Profile()
        self.case = state.case if state else OpenCase()
        keeps = self._profile.cases_folder if self._profile.settings["cases"] else None
        self.case_storage = state.case_storage if state else CaseStorage(keeps)
        self.facet = NO_FACET  # the selected filter
        self._then: Callable[[], object] | None = None  # called once the files are read
        self._is_offered = state is not None
        self._make()
        self._wire()
        self.table.follow(0)
        if state:
            self.table.follow(None if state.link >= 0 else 0)
            self.table.keep(state.link)
            self.files.table.keep(state.file)
            if state.tab is not None:
                self.reader.show_tab(state.tab)
            self.scan_queue.take_over(state.scan_queue)
            self.fix_review.restore(state.fix_review)
            if state.site:
                self._show_check(state.site)
            self.case_commands.watch()
        self._show_all()

    def _make(self) -> None:
        self.strip = NoticeStrip()
        self.body = DocumentsLayout(self.case)
        self.header, self.bar, self.table = self.body.header, self.body.bar, self.body.table
        self.parts, self.sites, self.reader = self.body.parts, self.body.sites, self.body.reader
        self.files = self.body.files
        self.scan_queue = ScanQueue(self.case, self._scan_options, self)
        self.order_job = LatestJob(order_of, self, self._on_order, rest=0, can_stop=True)
        self._context = context = CaseContext(
            self._profile, self.scan_queue, self.case_storage, self.strip
        )
        self.rereading = Rereading(self, context)
        self.marking = Marking(context, self.table, self.files.table)
        self.case_exporter = ExportActions(
            context, self.table, lambda: self._query(None) if self.files.is_automatic else None
        )
        self.case_commands = CaseActions(context)
        self.adding = adding_buttons(
            lambda: self._open_asked(ask_for_files),
            lambda: self._open_asked(ask_for_folder),
            self.check_site,
            self.paste,
            self.body.cases,
        )
        self.strip.float_over(self, self.reader)
        self.stack = stack_of(EmptyPage(self.adding, self.open_files), self.body)
        self.fix_review = FixReviewActions(
            *(context, self.stack, self.body, lambda: self.facet.file, self._site_fixes)
        )
        column_of(stretched(self.stack), into=self, margins=(12, 8, 16, 4), spacing=GAP)

    def _wire(self) -> None:
        self.adding.fill(self.body.adding)
        self.scan_queue.began.connect(self._on_began)
        self.scan_queue.rows_came.connect(self._show_all)
        self.scan_queue.ended.connect(self._on_end)
        self.scan_queue.replaced.connect(self._on_replaced)
        self.files.table.password_requested.connect(self.rereading.ask_for_password)
        for asking in (self.files.table, self.table):
            asking.base_requested.connect(self.rereading.ask_for_base)
        self.header.base_requested.connect(self._ask_for_base)
        self.body.check.clicked.connect(self._check_pages)
        self.header.cancelled.connect(self.scan_queue.stop)
        self.header.continued.connect(self.scan_queue.resume)
        self.bar.changed.connect(self._arrange)
        self.table.sort_requested.connect(lambda *_: self._arrange())
        for at, on in enumerate((self.files.table.let_go, lambda: self.choose(NO_FACET))):
            self.bar.chips[at].clicked.connect(on)
        for facets in (self.parts, self.sites):
            facets.chosen.connect(self.choose)
        self.files.scope_changed.connect(self._on_scope)
        self.files.appeared.connect(self._on_list)
        self.files.table.row_opened.connect(self._on_file_opened)
        self.files.table.selection_changed.connect(self._show_selection)
        self.table.selection_changed.connect(self._show_selection)
        self.table.moved.connect(self._on_moved)
        self.table.left.connect(self._on_left)
        self.table.row_opened.connect(self._on_opened)
        self.table.row_resolved.connect(self._on_resolved)
        self.reader.changed.connect(self.close_card)
        self.reader.open_requested.connect(self.open_requested)
        self.reader.resolve_requested.connect(self.resolve_requested)
        self.reader.link_opened.connect(self._on_opened)
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
        self.fix_review.left.connect(self._show_all)

    def _scan_options(self) -> ScanOptions:
        names = tuple(self._profile.protected.names)
        first, lists = len(self.case.heads), self._profile.lists.lists
        return ScanOptions(self._context.edition, names, first, lists, self.rereading.passwords)

    def _open_asked(self, ask: Callable[[QWidget, str], list[str]]) -> None:
        """Ask for files, starting in the folder used last, and read them."""
        self.open_files(ask(self, self._profile.last_folder))

    def check_site(self) -> None:
        """Ask for a folder, check it as a site, and read its files."""
        chosen = ask_for_folder(self, self._profile.last_folder)
        if not chosen or is_remote(chosen[0]):
            return
        self._show_check(chosen[0])
        if not any(Path(chosen[0]) in Path(each.path).parents for each in self.case.heads):
            self.open_files(chosen)

    def _check_pages(self) -> None:
        """Check the common folder of the pages as a site; ask for a folder if there is none."""
        folder = header_text.folder_of(self.case.heads)
        if not folder or is_remote(folder):
            self.check_site()
        elif self.body.site is None or self.body.site.root != folder:
            self._show_check(folder)
        self.reader.show_tab(SITE)
        self.body.focus_back()

    def _show_check(self, folder: str) -> None:
        from uriinspector.gui.documents.site_pane import SitePane

        pane = SitePane(folder)
        pane.without_recipient = self._profile.settings["without_recipient"]
        pane.source_requested.connect(self._show_source)
        pane.row_chosen.connect(self._on_site_row)
        pane.job.ended.connect(self._on_site)
        pane.fixes_requested.connect(self._review_site)
        self.fix_review.written.connect(pane.start)
        self.body.show_site(pane)

    def _on_site(self) -> None:
        """Show the results of the site check in the list of files."""
        if self.body.site is not None:
            self.case.show_site(self.body.site.findings())
        self._show_all()

    def _on_site_row(self, path: str, start: int) -> None:
        """Select the link of a site check's finding, and show the finding above the link."""
        if self._choose_link(path, start) and self.body.site is not None:
            self.reader.show_site_finding(self.body.site.finding)

    def _site_fixes(self) -> Mapping[str, Sequence[SiteFinding]]:
        site = self.body.site
        return site.mendable(site.results.mendable()) if site is not None else {}

    def _review_site(self, pages: Mapping[str, Sequence[SiteFinding]]) -> None:
        """Review the changes that a site check proposes."""
        self._when_read(pages, lambda: self.fix_review.open_site(pages))

    def _file_at(self, path: str) -> int:
        """Return the number of the file with this path, or -1."""
        return next((at for at, head in enumerate(self.case.heads) if head.path == path), -1)

    def _when_read(self, paths: Iterable[str], then: Callable[[], object]) -> None:
        """Call a function once files have been read; they may be in the case already."""
        missing = [each for each in paths if self._file_at(each) < 0]
        if missing:
            self.open_files(missing)
            self._then = then
        else:
            then()

    def _show_source(self, path: str, start: int) -> None:
        """Show a position in a file, reading the file first if necessary."""
        self._when_read([path], lambda: self._go_to(path, start))

    def _go_to(self, path: str, start: int) -> None:
        if self._choose_link(path, start):
            self.reader.show_tab(SOURCE)

    def _choose_link(self, path: str, start: int) -> bool:
        """Select a link; return False if its file has not been read."""
        file = self._file_at(path)
        if file < 0:
            return False
        if self.files.is_listed:
            self.files.table.go(self.case.files.numbers[FileKey(file)])
        starts = self.case.rows.starts
        links = (each for each in range(*self.case.span_of(file)) if starts[each] >= start)
        number = next(links, -1)
        if number >= 0 and number not in self.table.numbers:
            self.bar.show_all()
        self.table.go(number)
        return True

    def _ask_for_base(self) -> None:
        """Ask for the base URL of the shown page."""
        entry = self.reader.entry
        if entry is not None:
            self.rereading.ask_for_base(entry.key.file)

    def open_file(self, path: str) -> None:
        self.open_files([path])

    def open_files(self, sources: Iterable[Source]) -> None:
        """Read files, folders and pasted content, after whatever is being read."""
        self.strip.dismiss()
        result = [each for each in sources if not self._opened_as_case(each)]
        for each in result:
            if isinstance(each, str) and not is_remote(each):
                self._profile.note_opened(FILES, each)
        self.scan_queue.read(result)
        self._show_all()
        self.body.list.setFocus()

    def is_settled(self) -> bool:
        """Return True if nothing is being read, sorted or stored."""
        return super().is_settled() and self.case_commands.is_settled

    def page_state(self) -> DocumentsPageState:
        """Return the state to restore after a language change."""
        storage, fix_review = self.case_commands.hand_over(), self.fix_review.state()
        site = self.body.site.root if self.body.site is not None else ""
        chosen = self.files.table.current(), self.table.current(), self.reader.bar.tab
        queue = self.scan_queue.hand_over()
        return DocumentsPageState(self.case, queue, storage, fix_review, site, *chosen)

    def show_details(self, tab: str) -> None:
        """Show a reader tab, or the fixes, as soon as they are available."""
        if tab == "fixes":
            self.fix_review.is_awaited = True
        else:
            self.reader.show_tab(TABS[tab])

    def copy(self) -> None:
        """Copy the current link defanged."""
        self.table.copy_defanged()

    def copy_exact(self) -> None:
        """Copy the current link unchanged."""
        self.table.copy_exact()

    def searches(self, pane: QWidget | None) -> bool:
        """Return True if a pane is searched with one of the page's own filter or search fields."""
        tables = (None, self.table, self.files.table)
        return self.reader.search() is not None or pane in tables

    def focus_text(self) -> None:
        """Focus the filter or search field of the current pane."""
        focus, files = QApplication.focusWidget(), self.files
        is_left = not self.bar.isVisible() or (focus and files.card.isAncestorOf(focus))
        field = self.reader.search() or (files if files.is_listed and is_left else self).bar.filter
        field.setFocus()
        field.selectAll()

    def paste(self) -> None:
        """Read the content of the clipboard."""
        self.take(QGuiApplication.clipboard().mimeData())

    def take(self, data: QMimeData) -> None:
        """Read pasted or dropped content; single links are passed on to the window."""
        brought, heads = sources(data), self.case.heads
        known = [at for at in (pasted_before(each, heads) for each in brought) if at >= 0]
        result = [each for each in brought if pasted_before(each, heads) < 0]
        if result:
            self.open_files(numbered(result, heads))
        elif known:
            self._context.notify(say("This text was already pasted."))
            self.files.table.go(self.case.files.numbers[FileKey(known[0])])
        else:
            self.brought.emit(data)

    def showEvent(self, event: QShowEvent) -> None:
        """Focus the rows, or the buttons to add files, unless the page already has the focus."""
        super().showEvent(event)
        self._describe()
        held = QApplication.focusWidget()
        if held is None or not self.isAncestorOf(held):
            (self.table if self.table.isVisible() else self.adding.files).setFocus()
        if not self._is_offered:
            self._is_offered = True
            self.case_commands.offer()

    def event(self, event: QEvent) -> bool:
        """Reserve Alt and a digit for the reader's tabs, rather than for menus."""
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and self._has_tab(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Switch to a reader tab with Alt and a digit."""
        if self._has_tab(event):
            self.reader.choose(tab_of(event))
        else:
            super().keyPressEvent(event)

    def _has_tab(self, event: QKeyEvent) -> bool:
        return tab_of(event) >= 0 and self.body.isVisible()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.case_commands.close():
            self._profile.settings.set("open_case", "")
        self.body.close_site()
        super().closeEvent(event)

    def undo(self) -> None:
        """Undo the last mark or note."""
        if not self.fix_review.undo():
            self.marking.undo()

    def redo(self) -> None:
        """Redo the last undone mark or note."""
        if not self.fix_review.redo():
            self.marking.redo()

    def step_names(self) -> tuple[str, str]:
        """Return the menu texts of undo and redo; empty during a review of fixes."""
        if self.fix_review.is_shown:
            return "", ""
        return undo_words(self.case.steps), redo_words(self.case.steps)

    def review_fixes(self) -> None:
        """Review the fixes of the chosen file, or of all files."""
        self.fix_review.open_chosen()

    def use_known(self) -> None:
        """Apply changes to the known sites."""
        self.marking.use_known()

    def _opened_as_case(self, source: Source) -> bool:
        """Open a case file as a case; return False for any other source."""
        if not isinstance(source, str) or not is_case_file(source):
            return False
        self.case_commands.open(Path(source))
        return True

    def _use(self, case: OpenCase, file: CaseFile | None) -> None:
        self.case = case
        case.lists = self._profile.lists.lists
        self.order_job.drop()
        self.scan_queue.use(case, file)
        self.table.use(case)
        self.table.follow(0)
        self.files.use(case)
        self.files.table.follow(0)
        self._clear_filters()
        self._on_site()
        (self.body.list if file else self.adding.files).setFocus()

    def _on_replaced(self) -> None:
        """Restore the selection after a file was replaced, since row numbers have changed."""
        entry, row = self.files.entry, self.reader.row
        self.order_job.drop()
        self.table.use(self.case)
        self.files.use(self.case)
        if entry is not None:
            self.files.table.keep(self.case.files.numbers.get(entry.key, -1))
        if row is not None:
            self.table.keep(self.case.number_at(row))
        self._show_all()

    def _on_began(self, names: list[str]) -> None:
        """Keep the worst row of the new files selected until the user moves."""
        if not names or self.table.note_editor or self.files.table.note_editor:
            return
        self._clear_filters()
        self.files.table.follow(len(self.case.heads))
        if not self.case.heads:
            self.table.follow(0)

    def _reveal(self) -> None:
        """Clear all filters, because a hidden row must be shown."""
        self.files.table.let_go()
        self._clear_filters()
        self.files.show_all()

    def _on_decided(self, decisions: dict[DecisionKey, Decision], write_steps: StepWriting) -> None:
        self.case_commands.decide(decisions, write_steps)
        self.files.show_decided()
        self._show_selection()
        if self.marking.known or self.bar.mark is not None:
            self._arrange(patient=True)

    def _on_order(self, order: Order) -> None:
        self.table.set_empty_text(header_text.no_links(self.case, self.files.entry))
        self.table.show_order(order)
        self.bar.show_folded(order.folded)

    def _show_status(self) -> None:
        self._profile.settings.set("open_case", str(self.case_storage.file or ""))
        self._show_header()

    def _on_end(self) -> None:
        if self.case.troubles:
            self._context.complain(header_text.troubles(self.case.troubles))
        elif not self.case.heads:
            self._context.complain(say("No files found."))
        self._show_all()
        if self.fix_review.is_awaited:
            self.review_fixes()
        then, self._then = self._then, None
        if then is not None:
            then()

    def _show_all(self) -> None:
        case = self.case
        busy = self.scan_queue.is_busy
        has_any = bool(case.heads) or busy
        if not self.fix_review.is_shown or not has_any:
            self.stack.setCurrentIndex(int(has_any))
        self.header.show_progress(case if busy else None, can_resume=self.scan_queue.can_resume)
        self.files.show_all()
        self._show_selection()
        self._show_scope()
        self.table.fit()
        self._arrange(patient=True)

    def _show_scope(self) -> None:
        """Update counts, parts and sites for the files in the scope."""
        case, scope = self.case, self.files.scope
        ranks = case.ranks_of(scope)
        self.bar.show_counts(sum(ranks.values()), ranks)
        self.bar.show_chip(0, header_text.scope(self.files.entry))
        self.parts.show_facets(files(case, scope))
        self.sites.show_facets(sites(case, scope))
        self.body.arrange()

    def _on_scope(self) -> None:
        """Update the page after a change of scope: of the files whose links are shown."""
        if self.files.entry is not None:
            self.table.follow(0)
        self.choose(NO_FACET)
        self._show_scope()

    def _show_selection(self) -> None:
        """Update everything that depends on the selection."""
        self._show_header()
        self._show_link()

    def _show_link(self) -> None:
        """Show the selected link and its file or email in the reader."""
        number, entry, case = self._shown_link(), self.files.entry, self.case
        row = case.rows[number] if number >= 0 else None
        if row is not None:
            entry = entry or case.files.of(row.file, row.part)
        elif not self.files.is_listed:
            entry = next(iter(case.files.rows), None)
        if entry is None:
            self.header.show_page(None)
            self.reader.show_selected(Selected(is_listed=self.files.is_listed))
            return
        base = next((each.text for each in entry.head.bases.values() if each.text), "")
        self.header.show_page(base if entry.is_page else None)
        file = entry.key.file
        decided = entry.key if self.files.is_listed else number if row else None
        self.reader.show_selected(
            Selected(
                entry,
                case.name_of(file),
                row,
                (number - entry.first + 1, entry.links),
                partial(self.case_storage.octets, case, file),
                partial(links_of, case, entry),
                self._context.edition,
                self._link_facts(number),
                case.decision(decided) if decided is not None else Decision(),
                self.files.is_listed,
                self.rereading.passwords,
            )
        )

    def _link_facts(self, number: int) -> str:
        """Return facts about a link: how many files contain its host, and its note."""
        if number < 0:
            return ""
        note = self.case.notes.get(number)
        facts = [host_count_text(self.case.rows[number].host, self.case)]
        facts.append(say("Note: {note}", note=visible(note)) if note else "")
        return "   ".join(filter(None, facts))

    def _shown_link(self) -> int:
        """Return the number of the selected link, or -1 if it is not in the selected file."""
        number, entry = self.table.current(), self.files.entry
        if number < 0 or entry is None:
            return number
        kind = self.case.rows.kind(number)
        return number if kind.file == entry.key.file and kind.part in entry.parts else -1

    def _on_opened(self, number: int) -> None:
        row = self.case.rows[number]
        self.open_requested.emit(row.value, row.base)

    def _on_resolved(self, number: int) -> None:
        row = self.case.rows[number]
        if row.base is None:
            self._context.notify(say("This link has no base URL."))
        else:
            self.resolve_requested.emit(row.base, row.value)

    def _on_moved(self) -> None:
        """Stop following the worst file, because the user has moved to a link."""
        self.files.table.follow(None)

    def _on_file_opened(self, _number: int) -> None:
        """Show the chosen email in the reader, or the links of the chosen file."""
        self.body.unfold(True)
        if not self.reader.is_mail:
            self.reader.show_tab(LINKS)
        self.reader.focus_page()

    def _on_left(self) -> None:
        self.body.unfold(False)
        if self.files.is_listed:
            self.files.table.setFocus()

    def _on_list(self) -> None:
        """Focus the new list of files, unless the page has the focus outside the links."""
        focus = QApplication.focusWidget()
        is_elsewhere = focus is not None and self.body.isAncestorOf(focus)
        if self.table.hasFocus() or not is_elsewhere:
            self.files.table.setFocus()
        self._show_selection()  # an email's details are there now

    def _show_header(self) -> None:
        self.header.show_case(self.case, self.facet.file, self.case_storage.name)
        self._describe()

    def _clear_filters(self) -> None:
        """Clear all filters, keeping the sort order."""
        self.choose(NO_FACET)
        self.bar.clear()
        self.files.bar.clear()

    def choose(self, facet: Facet) -> None:
        """Filter by a part or a site; choosing it again removes the filter."""
        self.facet = NO_FACET if facet == self.facet else facet
        self.bar.show_chip(1, plain_text(self.facet.pieces))
        if self.facet is NO_FACET:
            for each in (self.parts, self.sites):
                each.clearSelection()
        self._show_selection()
        self._arrange()

    def _query(self, scope: Sequence[FileEntry] | None) -> RowQuery:
        """Return the query for the rows of some files."""
        facet = self.facet
        query = self.bar.query()._replace(
            file=facet.file, part=facet.part, site=facet.site, known=self.marking.known
        )
        if scope is None:
            return query
        places = frozenset((each.key.file, part) for each in scope for part in each.parts)
        span = scope[0].span if len(scope) == 1 else None
        return query._replace(span=span, places=places)

    def _arrange(self, *, patient: bool = False) -> None:
        request = OrderRequest(self.case, self._query(self.files.scope))
        self.order_job.ask(request, is_long=request.is_long, patient=patient)

    def _describe(self) -> None:
        """Report how many rows are shown, selected and marked."""
        order = None if self.scan_queue.is_busy else self.table.links.order
        words = header_text.amount(self.case, order, len(self.table.selected()))
        self.described.emit(f"{words} \u00b7 {self.case_commands.status()}" if words else "")
        heads, name = self.case.heads, self.case_storage.name
        self.titled.emit(header_text.title(heads, name) if heads or name else "")


def tab_of(event: QKeyEvent) -> int:
    """Return the index of the tab for Alt and a digit, or -1."""
    if event.modifiers() != Qt.KeyboardModifier.AltModifier:
        return -1
    at = event.key() - Qt.Key.Key_1
    return at if 0 <= at <= Qt.Key.Key_9 - Qt.Key.Key_1 else -1


def links_of(case: OpenCase, entry: FileEntry) -> list[tuple[int, LinkRow]]:
    """Return the links of an email or a file, worst first, with their numbers."""
    kind = case.rows.kind
    numbers = [at for at in range(*entry.span) if kind(at).part in entry.parts]
    numbers.sort(key=lambda at: -kind(at).rank)
    return [(at, case.rows[at]) for at in numbers[:MARKED_LINKS]]
