"""Files read again with what somebody told: where a page came from, and passwords of archives.

Passwords last as long as the window: no file of ours holds them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from uriinspector.core.parse import parse
from uriinspector.documents.cases.link_row import Head
from uriinspector.documents.document_values import RETRIEVAL
from uriinspector.documents.leaf import REFUSED
from uriinspector.gui.documents.base_sheet import BaseSheet, PageOctets
from uriinspector.gui.documents.header_text import base_pieces
from uriinspector.gui.documents.question_sheet import QuestionSheet
from uriinspector.gui.documents.read_errors import why
from uriinspector.gui.documents.scan_stream import FileToReread
from uriinspector.gui.text.pieces import plain_text, visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.notice_strip import Notice, NoticeStrip
from uriinspector.readers import browser

if TYPE_CHECKING:
    from uriinspector.gui.documents.case_storage import CaseStorage
    from uriinspector.gui.documents.scan_queue import ScanQueue

LOCKED = "{file} is encrypted. The password is not stored."
ORIGIN = (
    "Relative links in {file} are judged against this address. Nothing is fetched. Leave it empty "
    "to judge the page without one."
)


class Rereading(QObject):
    """Asks, and has files read again with the answer."""

    def __init__(
        self,
        parent: QWidget,
        theme: Theme,
        scan_queue: ScanQueue,
        case_storage: CaseStorage,
        strip: NoticeStrip,
        edition: Callable[[], str],
    ) -> None:
        """Ask nothing yet."""
        super().__init__(parent)
        self._widget = parent
        self._theme = theme
        self._scan_queue = scan_queue
        self._case_storage = case_storage
        self._strip = strip
        self._edition = edition
        self._left: set[str] = set()  # of these, by their sums, nobody wants to be asked again
        self._tried: set[str] = set()
        self.passwords: tuple[str, ...] = ()
        self.sheet: QuestionSheet | None = None
        scan_queue.ended.connect(self._on_ended)
        scan_queue.failed.connect(self._on_failed)

    def ask_for_password(self, file: int) -> None:
        """Ask for the password of an archive; of all that are locked, the first to be named."""
        head = self._head(file)
        words = say(LOCKED, file=visible(head.name))
        sheet = self._ask(say("Password"), words, say("Open archive"))
        if head.sha256 in self._tried:
            sheet.complain(say("This password does not fit."))
        sheet.answered.connect(self._on_password)
        sheet.rejected.connect(self._on_left)
        sheet.open()

    def ask_for_base(self, file: int) -> None:
        """Ask where a page came from."""
        head = self._head(file)
        words = f"{say(ORIGIN, file=visible(head.name))}\n\n{base_words(head)}"
        octets = partial(self._case_storage.octets, self._scan_queue.case, file, 0, head.size)
        page = PageOctets(head.name, octets, base_set(head), self._edition(), head.size)
        self.sheet = sheet = BaseSheet(self._widget, self._theme, words, page)
        sheet.finished.connect(self._on_finished)
        sheet.answered.connect(partial(self._on_base, file))
        sheet.open()

    def _ask(self, *words: str) -> QuestionSheet:
        self.sheet = QuestionSheet(self._widget, self._theme, *words)
        self.sheet.finished.connect(self._on_finished)
        return self.sheet

    def _on_finished(self) -> None:
        self.sheet = None

    def _on_base(self, file: int, text: str) -> None:
        base = text.strip()
        if base and not is_base(base):
            assert self.sheet is not None
            self.sheet.complain(say("Not an absolute URL: {text}", text=visible(base)[:80]))
            return
        self._close()
        self._reread(file, base or None)

    def _on_password(self, text: str) -> None:
        self._close()
        if text and text not in self.passwords:
            self.passwords = (text, *self.passwords)
        for file in self._locked():
            head = self._head(file)
            self._tried.add(head.sha256)
            self._left.discard(head.sha256)
            self._reread(file, base_set(head))

    def _on_left(self) -> None:
        """Nobody knows the password: what is locked stays named as not examined."""
        self._left.update(self._head(file).sha256 for file in self._locked())

    def _on_ended(self) -> None:
        """What is locked after all that is known was tried is asked for, once."""
        case = self._scan_queue.case
        if self.sheet is not None or self._scan_queue.is_busy:
            return
        for file in self._locked():
            if file >= case.reopened and self._head(file).sha256 not in self._left:
                self.ask_for_password(file)
                return

    def _on_failed(self, error: Exception) -> None:
        self._strip.tell(Notice(why(error), "medium"))

    def _locked(self) -> list[int]:
        heads = self._scan_queue.case.heads
        return [file for file, head in enumerate(heads) if head.locked]

    def _close(self) -> None:
        if self.sheet is not None:
            self.sheet.accept()

    def _reread(self, file: int, base: str | None) -> None:
        case, head = self._scan_queue.case, self._head(file)
        octets = partial(self._case_storage.octets, case, file, 0, head.size)
        self._scan_queue.reread(FileToReread(file, head, octets, base))

    def _head(self, file: int) -> Head:
        return self._scan_queue.case.heads[file]


def base_set(head: Head) -> str | None:
    """The address that somebody said the file came from."""
    bases = [*head.bases.values(), *(each.base for each in head.parts if each.base)]
    return next((each.text for each in bases if each.origin == RETRIEVAL), None)


def base_words(head: Head) -> str:
    """What relative links of a page are judged against by now."""
    bases = [plain_text(line) for each in head.bases.values() for line in base_pieces(each)]
    return bases[-1] if bases else say("There is no base URL now.")


def is_base(text: str) -> bool:
    """Whether a page can have come from there."""
    scheme = parse(text).scheme
    return scheme is not None and scheme.lower() not in REFUSED and browser.read(text).accepted
