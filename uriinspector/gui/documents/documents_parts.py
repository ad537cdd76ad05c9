"""What the page of documents is made of: its widgets, its jobs, and what these are told."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedWidget, QWidget

from uriinspector.export.options import ExportOptions
from uriinspector.gui.documents.adding_buttons import adding_buttons
from uriinspector.gui.documents.case_actions import CaseActions
from uriinspector.gui.documents.case_storage import CaseStorage
from uriinspector.gui.documents.current_link import CurrentLink
from uriinspector.gui.documents.empty_page import EmptyPage
from uriinspector.gui.documents.export_actions import ExportActions, export_options
from uriinspector.gui.documents.file_dialogs import ask_for_files, ask_for_folder
from uriinspector.gui.documents.file_reader import ScanOptions, Source
from uriinspector.gui.documents.key_route import KeyRoute
from uriinspector.gui.documents.marking import Marking
from uriinspector.gui.documents.open_case import OpenCase
from uriinspector.gui.documents.order import order_of
from uriinspector.gui.documents.rereading import Rereading
from uriinspector.gui.documents.review_actions import FixReviewActions
from uriinspector.gui.documents.row_filters import RowFilters
from uriinspector.gui.documents.scan_queue import ScanQueue
from uriinspector.gui.documents.site_command import open_site
from uriinspector.gui.documents.workspace_layout import DocumentsLayout
from uriinspector.gui.jobs.latest_job import LatestJob
from uriinspector.gui.storage.profile import Profile
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.cards import GAP
from uriinspector.gui.widgets.layouts import column_of, stretched
from uriinspector.gui.widgets.notice_strip import NoticeStrip

if TYPE_CHECKING:
    from uriinspector.gui.documents.documents_page_state import DocumentsPageState


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
