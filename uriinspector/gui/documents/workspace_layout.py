"""The layout of the Documents workspace: lists on the left, details on the right."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QWidget

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.core.parse import parse
from uriinspector.documents.scan_state import MBOX, MESSAGE, OUTLOOK, SIGNED, TNEF
from uriinspector.gui.accessibility import announce_answer
from uriinspector.gui.documents import header_text
from uriinspector.gui.documents.decision_table import DecisionTable
from uriinspector.gui.documents.facets import Facets
from uriinspector.gui.documents.file_reader import PastedFile, Source
from uriinspector.gui.documents.open_case import OpenCase
from uriinspector.gui.documents.reader import LINKS, PARTS, SITE, Reader
from uriinspector.gui.documents.sources import AddingButtons
from uriinspector.gui.documents.table import FileList, FilterBar, LinkTable
from uriinspector.gui.inspect.welcome import DropZone
from uriinspector.gui.text.marked_text import MarkedLine
from uriinspector.gui.text.pieces import Pieces, fitted, plain_label, show_tip, visible
from uriinspector.gui.text.pieces import plain_text as spoken
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import pixels
from uriinspector.gui.widgets.cards import GAP, back_button, button, card, menu_button
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.gui.widgets.view_parts import DividedPanes, Fitted

if TYPE_CHECKING:
    from uriinspector.gui.documents.site_pane import SitePane


# Before zoom: the width of the list in roomy windows and in others, the minimum width of a roomy
# window, and the width below which only the list or the details are shown.
LIST, SMALL_LIST, ROOMY, SINGLE = 488, 300, 940, 740

LEAST_FACTS = 60  # pixels: fewer are left empty


class CaseLine(MarkedLine):
    """The name of the case, its contents, and what was not checked; the contents are cut first."""

    def fitted(self, width: int, measure: Callable[[str], float]) -> Pieces:
        name, facts, gap, words = (self.pieces[at : at + 1] for at in range(4))
        rest = gap + fitted(words, width - measure(spoken(name + gap)), measure)
        room = width - measure(spoken(name + rest))
        return name + (fitted(facts, room, measure) if room > LEAST_FACTS else ()) + rest


EMAILS = frozenset({MESSAGE, MBOX, OUTLOOK, TNEF, SIGNED})  # whose links are not yours to fix


class CaseHeader(Fitted, QWidget):
    """The header: the name of the case, the progress of reading, and buttons."""

    left = Signal()  # back to the list, in a small window
    cancelled = Signal()
    continued = Signal()
    fixes_requested = Signal()
    base_requested = Signal()

    def __init__(self, cases: QMenu, adding: QMenu, exporting: QMenu) -> None:
        super().__init__()
        self.back = back_button(self.left.emit, say("Back to the list"))
        self.words = CaseLine(is_uri=False)
        self.progress = plain_label(role="quiet", wraps=False)
        self.cancel = button(say("Cancel"), self.cancelled.emit)
        self.resume = button(say("Continue reading"), self.continued.emit)
        self.add = menu_button(say("Add"), adding, say("Add files, a folder or pasted text"))
        self.cases = menu_button(say("Cases"), cases, say("Open, save or start a case"))
        self.fixes = button(
            say("Review fixes"),
            self.fixes_requested.emit,
            act="review_fixes",
            does=say("Review fixes for the links in the files in Documents"),
        )
        self.base = button(say("Base…"), self.base_requested.emit)
        self.export = menu_button(say("Export"), exporting, say("Save or copy the results"))
        self._is_busy = self._is_page = self._is_check = self._mends = False
        row(
            *(self.back, stretched(self.words)),
            *(self.progress, self.cancel, self.resume, self.fixes, self.base),
            *(self.cases, self.add, self.export),
            into=self,
            spacing=8,
        )

    def fit(self) -> None:
        """Hide buttons if there is little room: the menus offer the same actions."""
        is_list, is_wide = self.back.isHidden(), self.width() >= pixels(SINGLE)
        is_page, is_check = self._is_page, self._is_check
        self.base.setVisible(is_page and not is_check and self.width() >= pixels(ROOMY))
        self.fixes.setVisible(self._mends and not is_check)
        self.export.setVisible(not is_check)
        for each in (self.cases, self.add):
            each.setVisible(is_list and (is_wide or not self._is_page))

    def show_check(self, *, is_shown: bool) -> None:
        """Hide the buttons that the tab of a site check has as well."""
        self._is_check = is_shown
        self.fit()

    def offer_list(self, *, offered: bool) -> None:
        """Show or hide the button that leads back to the list in small windows."""
        self.back.setVisible(offered)
        self.fit()

    def show_case(self, case: OpenCase, file: int | None, name: str = "") -> None:
        """Describe one file, or all; ``name`` is the title for several files in a saved case."""
        heads = case.heads if file is None else [case.heads[file]]
        self._mends = not heads or any(each.kind not in EMAILS for each in heads)
        self.fit()
        pieces = header_text.header(heads, case, name if len(heads) > 1 else "")
        if pieces != self.words.pieces:
            self.words.show_pieces(pieces)

    def show_page(self, base: str | None) -> None:
        """Show the buttons for a page.

        ``base`` is its base URL, "" if it has none, or None if the file is not a page.
        """
        self._is_page = base is not None
        self.fit()
        host = visible(parse(base).host or "") if base else ""
        self.base.setText(say("Base: {host}", host=host) if host else say("Base…"))
        words = say("Address of the page…")
        self.base.setAccessibleName(f"{self.base.text()} {words}")
        show_tip(self.base, words)

    def text(self) -> str:
        """Return the text for screen readers."""
        return " ".join(spoken(self.words.pieces).split())

    def show_progress(self, case: OpenCase | None, *, can_resume: bool) -> None:
        """Show the progress of reading; None if nothing is being read."""
        was_busy, self._is_busy = self._is_busy, case is not None
        if was_busy and not self._is_busy:
            QTimer.singleShot(0, self, lambda: announce_answer(self, self.text()))
        self.progress.setText(header_text.progress(case) if case else "")
        for each in (self.progress, self.cancel):
            each.setVisible(self._is_busy)
        self.resume.setVisible(can_resume)
        self.export.setEnabled(not self._is_busy)
        self.fixes.setEnabled(not self._is_busy)


class DocumentsLayout(QWidget):
    """The widgets of the workspace, which do not depend on each other."""

    def __init__(self, case: OpenCase) -> None:
        super().__init__()
        self._form: tuple[bool, ...] | None = None  # roomy, with a list of files, one side only
        self.site: SitePane | None = None
        self.is_single = self.is_open = False  # one side fits; the right one is shown
        self.cases, self.adding, self.exporting = QMenu(self), QMenu(self), QMenu(self)
        self.header = CaseHeader(self.cases, self.adding, self.exporting)
        self.files = FileList(case, self)
        self.table = LinkTable(case)
        name, words = say("Filter"), say("Filter: host, text, finding…")
        self.bar = FilterBar(self.table, name, words)
        self.parts = Facets(say("Files and base URLs"))
        self.sites = Facets(say("Sites, highest severity first"), is_flat=True)
        self.reader = Reader()
        self.links = QWidget()
        column_of(self.bar, stretched(self.table), into=self.links, spacing=0)
        self._links_column = column_of(self.links)
        self.links_card = card(self._links_column, margins=(1, 1))
        words = say("Parts, sites")
        self.facets = DividedPanes(Qt.Orientation.Horizontal, words, 1, self.parts, self.sites)
        self.facets.setObjectName("divided")
        self.facets.setFocusProxy(self.parts)
        self.reader.host(PARTS, self.facets)
        self.left = QWidget()
        words = say("Check the links within a folder of web pages")
        self.check = button(say("Check now"), lambda: None, is_primary=True, does=words)
        unchecked = plain_label(say("Links to own files are not checked yet."), yields=True)
        self.unchecked = card(
            row(stretched(unchecked), self.check, margins=(16, 6, 12, 6)), margins=(1, 1)
        )
        self.unchecked.hide()
        column_of(
            self.unchecked, stretched(self.files.card), stretched(self.links_card), into=self.left
        )
        name, sides = say("List, details"), (self.left, self.reader)
        self.across = DividedPanes(Qt.Orientation.Horizontal, name, GAP, *sides)
        self.across.setStretchFactor(1, 1)
        column_of(self.header, stretched(self.across), into=self, spacing=8)
        self.files.appeared.connect(self.arrange)
        self.reader.unfold_requested.connect(lambda: self.unfold(True))
        self.reader.left.connect(self._show_list)
        self.reader.tab_shown.connect(self._on_tab)
        self.header.left.connect(self._show_list)
        self.reader.row_key.connect(lambda event: self.list.keyPressEvent(event))
        self.reader.marks.mark_requested.connect(lambda mark: self.list.mark_requested.emit(mark))
        self.reader.marks.note_requested.connect(lambda: self.list.edit_note())
        self.table.needed.connect(self._show_links)
        self._show_sides()
        self.links.setFocusProxy(self.table)
        for table in (self.table, self.files.table):
            table.details_requested.connect(lambda: self.unfold(True))

    @property
    def list(self) -> DecisionTable:
        """Return the table on the left."""
        return self.files.table if self.files.is_listed else self.table

    def focus_back(self) -> None:
        """Focus the results of a site check if they are shown, or else the list."""
        if self.site is not None and self.reader.bar.tab == SITE:
            self.site.list.setFocus()
        else:
            self.list.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def arrange(self) -> None:
        """Put the links on the left or, if the files are listed there, in the reader."""
        is_listed = self.files.is_listed
        is_single = self.width() < pixels(SINGLE)
        form = (self.width() >= pixels(ROOMY), is_listed, is_single)
        page = self.reader.links_page
        if is_listed and page.indexOf(self.links) < 0:
            had_focus = self.table.hasFocus()
            page.insertWidget(0, self.links)
            if had_focus:
                self.files.table.setFocus()
        elif not is_listed and page.indexOf(self.links) >= 0:
            self._links_column.addWidget(self.links)
        self.links_card.setVisible(not is_listed)
        if is_single != self.is_single:
            self.is_single, self.is_open = is_single, False
            self._show_sides()
        if form != self._form:
            self._form = form
            wide = pixels(LIST if form[0] else SMALL_LIST)
            self.across.setSizes([wide, max(self.width() - wide, 1)])
            page.setSizes([300, 400])

    def _show_links(self) -> None:
        """Show the reader's tab with the links, if they are not on the left."""
        if self.files.is_listed and not self.table.isVisible():
            self.unfold(True)
            self.reader.show_tab(LINKS)

    def _on_tab(self) -> None:
        is_shown = self.site is not None and self.reader.bar.tab == SITE
        self.header.show_check(is_shown=is_shown)
        entry = self.reader.entry  # a page on disk, whose links to own files can be checked
        is_page = entry is not None and entry.is_page and entry.is_of_site
        self.unchecked.setVisible(is_page and self.site is None)

    def show_site(self, pane: SitePane) -> None:
        """Show the pane of a site check, replacing any earlier one."""
        self.close_site()
        self.site = pane
        self.reader.count_site(0)
        pane.counted.connect(self.reader.count_site)
        self.reader.host(SITE, pane)
        self.reader.show_tab(SITE)

    def close_site(self) -> None:
        if self.site is not None:
            self.reader.count_site(0)
            self.reader.remove(SITE)
            self.site.close()
            self.site.deleteLater()
            self.site = None
            self._on_tab()

    def unfold(self, wanted: bool) -> None:
        """In a small window, switch between the list and the details."""
        if not self.is_single or wanted == self.is_open:
            return
        self.is_open = wanted
        self._show_sides()
        (self.reader.bar if wanted else self.list).setFocus()

    def _show_list(self) -> None:
        self.unfold(False)
        self.list.setFocus()

    def _show_sides(self) -> None:
        self.left.setVisible(not (self.is_single and self.is_open))
        self.reader.setVisible(self.is_open or not self.is_single)
        self.header.offer_list(offered=self.is_single and self.is_open)


class EmptyPage(QWidget):
    """The page shown without files: an explanation, buttons to add files, and samples to try."""

    def __init__(self, adding: AddingButtons, on_files: Callable[[list[Source]], object]) -> None:
        super().__init__()
        words = say("Find deceptive and broken links in emails, web pages and other files")
        purpose = plain_label(words, role="headline")
        files = (adding.files, adding.folder, adding.pasted, adding.cases)
        self.samples = [
            button(words, partial(on_files, [_sample(name)]), link=True)
            for name, words in (
                ("samples/email.eml", say("Phishing email")),
                ("samples/page.html", say("Page with faulty links")),
            )
        ]
        sample = plain_label(say("Try a sample:"), role="quiet")
        zone = DropZone(
            say("Drop or paste web pages or emails here"),
            plain_label(
                say(
                    "Lists the links in files and folders: web pages, emails, mailboxes, archives, "
                    "calendars, text, PDFs, QR codes. Nothing is opened, fetched or run."
                ),
                role="muted",
            ),
            row(None, *files, None),
            row(None, sample, *self.samples, None, spacing=12),
            plain_label(
                say(
                    "Your own web pages: Site check finds broken links and offers fixes; "
                    "Save patch leaves your files as they are."
                ),
                role="muted",
            ),
            row(None, adding.site, None),
        )
        column_of(purpose, stretched(zone), into=self, spacing=12)


def _sample(name: str) -> PastedFile:
    path = PurePath(name)
    return PastedFile(path.name, shipped_text(name).encode(), path.suffix)
