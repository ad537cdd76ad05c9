"""Opens and closes the review of fixes in the Documents workspace."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget

from uriinspector.documents.document_values import ONE
from uriinspector.documents.fixes.proposals import (
    FixProposal,
    FixRequest,
    form_proposal,
    read_whole,
    site_proposal,
)
from uriinspector.documents.scan_state import PARQUET
from uriinspector.gui.documents.file_reader import REMOTE, FileToReread
from uriinspector.gui.documents.link_model import written_value
from uriinspector.gui.documents.open_case import OpenCase
from uriinspector.gui.documents.scan_queue import CaseContext, base_set
from uriinspector.gui.documents.source_octets import UNREADABLE, why
from uriinspector.gui.text.translation import say
from uriinspector.gui.transfer.incoming import is_remote

if TYPE_CHECKING:
    from uriinspector.documents.site.site_store import SiteFinding
    from uriinspector.gui.documents.workspace_layout import DocumentsLayout
    from uriinspector.gui.fixes.fix_review import ReviewSource, SaveResult
    from uriinspector.gui.fixes.review_page import FixReviewPage, ReviewState


class FixReviewActions(QObject):
    """Opens the fix review page, which is created in a stack on first use."""

    left = Signal()
    written = Signal()  # files have been changed in place

    def __init__(
        self,
        context: CaseContext,
        stack: QStackedWidget,
        links: DocumentsLayout,
        chosen: Callable[[], int | None],
        site: Callable[[], Mapping[str, Sequence[SiteFinding]]],
    ) -> None:
        """``chosen`` returns the number of the file by which the links are filtered, ``site`` the
        findings of a site check that have remedies, by page path.
        """
        super().__init__(stack)
        self._context = context
        self._stack = stack
        self._links = links
        self._chosen, self._site = chosen, site
        self.page: FixReviewPage | None = None
        self.is_awaited = False  # True if the review opens once all files are read
        links.header.fixes_requested.connect(self.open_chosen)
        for table in (links.table, links.files.table):
            table.fixes_requested.connect(lambda file: self.open([file]))
        links.table.forms_requested.connect(self.show_forms)
        context.scan_queue.began.connect(self._on_began)

    @property
    def is_shown(self) -> bool:
        return self.page is not None and self._stack.currentWidget() is self.page

    def open_chosen(self) -> None:
        """Review the fixes of the chosen file, or of all files, with those of a site check."""
        file = self._chosen()
        files = range(len(self._context.case.heads)) if file is None else [file]
        self.open(files, self._of_site(self._site()))

    def open(
        self, files: Iterable[int], wanted: Iterable[FixProposal] = (), *, is_only: bool = False
    ) -> None:
        """Review the fixes of these files and the ``wanted`` proposals, or only the latter."""
        self.is_awaited = False
        case = self._context.case
        heads = case.heads
        numbers = [e for e in files if 0 <= e < len(heads) and heads[e].kind != PARQUET]
        if not numbers or self._context.scan_queue.is_busy:
            words = say("There is no file to fix.") if not numbers else say("Still reading files.")
            self._context.notify(words)
            return
        self._context.strip.dismiss()
        page = self._created_page()
        self._stack.setCurrentWidget(page)
        sources = [self._source(case, each) for each in numbers]
        page.open(sources, self._context.edition, wanted, is_only=is_only)
        page.list.setFocus()

    def show_forms(self, number: int) -> None:
        """Show other ways to write a link; the chosen one is reviewed along with the fixes."""
        from uriinspector.gui.resolve.forms_sheet import FormsSheet  # imported on first use

        row = self._context.case.rows[number] if number >= 0 else None
        if row is None or row.base is None or row.how != ONE:
            words = say("This link has no base URL.")
            if row is None or row.how != ONE:
                words = say("This is not a single link.")
            self._context.notify(words)
            return
        given = (row.base, written_value(row), self._context.edition, say("Add to the fixes"))
        sheet = FormsSheet(self._stack, *given)
        sheet.form_chosen.connect(partial(self.open_form, number))
        sheet.open()

    def open_form(self, number: int, form: str, text: str) -> None:
        """Review the fixes of a link's file, together with another form of the link."""
        proposal = self._proposal(number)
        self.open([proposal.file], [form_proposal(proposal, form, text)])

    def open_site(self, pages: Mapping[str, Sequence[SiteFinding]]) -> None:
        """Review only the changes that a site check proposes, given its findings by page."""
        proposals = self._of_site(pages)
        if not proposals:
            self._context.notify(say("The page has changed. Check the site again."))
            return
        self.open(sorted({each.file for each in proposals}), proposals, is_only=True)

    def _of_site(self, pages: Mapping[str, Sequence[SiteFinding]]) -> list[FixProposal]:
        """Return the changes that a site check proposes, as far as the pages are unchanged."""
        from uriinspector.documents.site.site_check import finding_of  # imported on first use

        case, proposals = self._context.case, []
        files = {head.path: at for at, head in enumerate(case.heads)}
        for path, findings in pages.items():
            file = files.get(path, -1)
            places: dict[int, list[SiteFinding]] = {}
            for each in findings:
                places.setdefault(each.start, []).append(each)
            for number in range(*case.span_of(file)) if file >= 0 else ():
                found = places.get(case.rows.starts[number], [])
                if found and case.rows.values[number].startswith(found[0].value):
                    sentences = tuple(dict.fromkeys(finding_of(each).plain for each in found))
                    proposal = site_proposal(self._proposal(number), found)
                    proposals.append(replace(proposal, sentences=sentences))
        return proposals

    def _proposal(self, number: int) -> FixProposal:
        """Return a proposal for a link that has no changes yet."""
        row = self._context.case.rows[number]
        place = (row.part, row.element.partition(" ")[0], row.line, row.column)
        at = number - self._context.case.span_of(row.file)[0]
        return FixProposal(row.file, at, row.value, row.base, (), (), None, *place)

    def state(self) -> ReviewState | None:
        """Return the state of an open review, or None."""
        return self.page.state() if self.page is not None and self.is_shown else None

    def restore(self, state: ReviewState | None) -> None:
        """Reopen a review."""
        if state is not None:
            page = self._created_page()
            self._stack.setCurrentWidget(page)
            page.restore(state)

    def dismiss(self, *_: object) -> None:
        """Close the review, and show the links."""
        if self.page is not None and self.is_shown:
            self.page.stop()
            self._stack.setCurrentWidget(self._links)

    def leave(self) -> None:
        """Close the review, and focus the links."""
        self.dismiss()
        self.left.emit()
        self._links.focus_back()

    def undo(self) -> bool:
        """Undo a decision in the review; return False if no review is open."""
        return self._do("undo")

    def redo(self) -> bool:
        """Redo a decision in the review; return False if no review is open."""
        return self._do("redo")

    def _do(self, name: str) -> bool:
        if self.page is None or not self.is_shown:
            return False
        getattr(self.page, name)()
        return True

    def _created_page(self) -> FixReviewPage:
        if self.page is None:
            from uriinspector.gui.fixes.review_page import FixReviewPage  # imported on first use

            self.page = page = FixReviewPage()
            self._stack.addWidget(page)
            page.left.connect(self.leave)
            page.notice_raised.connect(self._context.strip.show_notice)
            page.written_in_place.connect(self._on_written)
        return self.page

    def _source(self, case: OpenCase, number: int) -> ReviewSource:
        from uriinspector.gui.fixes.fix_review import ReviewSource

        head = case.heads[number]
        is_here = number >= case.reopened and head.octets is None and not is_remote(head.path)
        request = replace(FixRequest(self._context.edition), base=base_set(head))
        octets = partial(self._octets, case, number, is_here=is_here)
        path = head.path if is_here else ""
        return ReviewSource(number, case.name_of(number), path, head.size, octets, request)

    def _octets(self, case: OpenCase, number: int, *, is_here: bool) -> bytes:
        """Return the bytes of a file as they are now or, in a reopened case, as they were
        stored.
        """
        head = case.heads[number]
        if is_here:
            return read_whole(Path(head.path))
        if head.octets is None and is_remote(head.path) and number >= case.reopened:
            raise OSError(REMOTE)
        try:
            return self._context.storage.octets(case, number, 0, head.size)
        except UNREADABLE as error:
            raise OSError(why(error)) from error

    def _on_began(self, names: list[str]) -> None:
        """Close the review when new files are being read."""
        if names:
            self.dismiss()

    def _on_written(self, results: list[SaveResult]) -> None:
        """Reread the files that were changed in place, because their links have changed."""
        case = self._context.case
        for each in results:
            head = case.heads[each.number]._replace(stamp=each.stamp)
            octets = partial(read_whole, Path(head.path))
            self._context.scan_queue.reread(FileToReread(each.number, head, octets, base_set(head)))
        self.written.emit()
