"""The widgets of the page: header above, parts on the left, the table, the link below.

Rows and details each with a scroll bar of their own would show two lines of either.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from uriinspector.documents.cases.link_row import Head
from uriinspector.gui.accessibility import announce_answer
from uriinspector.gui.documents import header_text
from uriinspector.gui.documents.facets import Facets
from uriinspector.gui.documents.file_list import FileList
from uriinspector.gui.documents.link_details import LinkDetails
from uriinspector.gui.documents.message_text import assessment
from uriinspector.gui.documents.open_case import OpenCase
from uriinspector.gui.documents.table import FilterBar, LinkTable
from uriinspector.gui.text.marked_text import MarkedText
from uriinspector.gui.text.pieces import NEW_LINE, plain_label
from uriinspector.gui.text.pieces import plain_text as spoken
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.cards import GAP, button, card, menu_button
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.gui.widgets.view_parts import DividedPanes


class CaseHeader(QWidget):
    """Header card, envelope card, and how far the reading is."""

    cancelled = Signal()
    fixes_requested = Signal()

    def __init__(self, theme: Theme, cases: QMenu, adding: QMenu, exporting: QMenu) -> None:
        """Start with nothing to tell."""
        super().__init__()
        self.words = MarkedText(theme, is_uri=False)
        self.progress = plain_label(role="quiet")
        self.cancel = button(say("Cancel"), self.cancelled.emit)
        self.add = menu_button(say("Add"))
        self.add.setMenu(adding)
        self.cases = menu_button(say("Cases"))
        self.cases.setMenu(cases)
        self.fixes = button(say("Fixes…"), self.fixes_requested.emit)
        self.fixes.setAccessibleName(say("Review fixes"))
        self.export = menu_button(say("Export"))
        self.export.setMenu(exporting)
        self.envelope = MarkedText(theme)
        self._is_mail, self._has_room, self._is_listed = False, True, False
        self._is_busy = False
        self._lay_out()

    def show_case(
        self, case: OpenCase, file: int | None, current: Head | None, name: str = ""
    ) -> None:
        """Describe one file or all; ``name`` is that of a saved case of several files."""
        heads = case.heads if file is None else [case.heads[file]]
        name = name if len(heads) > 1 else ""
        pieces = header_text.header(heads, case, name, is_brief=not self._has_room)
        if pieces != self.words.pieces:
            self.words.show_pieces(pieces)
        head = heads[0] if len(heads) == 1 else current
        is_mail = head is not None and bool(head.envelopes) and head.kind != "mbox"
        self._is_mail = is_mail
        self._fit()
        if is_mail and head is not None:
            words = assessment(case.files.in_file(file or 0)[0]) if len(heads) == 1 else ()
            pieces = words + (NEW_LINE if words else ()) + header_text.envelope(head.envelopes[0])
            if spoken(pieces) != spoken(self.envelope.pieces):
                self.envelope.show_pieces(pieces)

    def text(self) -> str:
        """What the header says, for who cannot see it."""
        return " ".join(spoken(self.words.pieces).split())

    def show_envelope(self, *, wanted: bool) -> None:
        """Show the envelope, if there is one, or leave its room to the rows."""
        self._has_room = wanted
        self._fit()

    def show_list(self, is_listed: bool) -> None:
        """Where messages are listed, their envelopes are told of there and below."""
        self._is_listed = is_listed
        self._fit()

    def _fit(self) -> None:
        is_wanted = self._is_mail and not self._is_listed
        self.envelope_card.setVisible(is_wanted and self._has_room)
        self.updateGeometry()

    def show_progress(self, case: OpenCase | None) -> None:
        """Tell how far it is, or nothing where all is read."""
        was_busy, self._is_busy = self._is_busy, case is not None
        if was_busy and not self._is_busy:
            QTimer.singleShot(0, self, lambda: announce_answer(self, self.text()))
        self.progress.setText(header_text.progress(case) if case else "")
        for each in (self.progress, self.cancel):
            each.setVisible(case is not None)
        self.export.setEnabled(case is None)
        self.fixes.setEnabled(case is None)

    def _lay_out(self) -> None:
        words = QHBoxLayout()
        words.setSpacing(12)
        self.progress.setWordWrap(False)
        words.addWidget(self.words, 1)
        for each in (self.progress, self.cancel, self.cases, self.add, self.fixes, self.export):
            words.addWidget(each)
        self.envelope_card: QFrame = card(self.envelope)
        column_of(
            card(words, margins=(14, 8)),
            self.envelope_card,
            into=self,
            margins=(0, 0, 0, 0),
            spacing=GAP,
        )
        self.envelope_card.hide()


# With less height than this, before zoom, there is room for rows or details, not for both.
BOTH = 420
LIST = 80  # more where files are listed above them


class DetailsSheet(QObject):
    """Watches how high the workspace is, and puts the details where they belong."""

    def __init__(
        self,
        theme: Theme,
        area: QWidget,
        details: LinkDetails,
        others: Sequence[QWidget],
        files: FileList,
        go_back: Callable[[], object],
    ) -> None:
        """``others`` and the files make room; ``go_back`` gives the keys to them again."""
        super().__init__(area)
        self._theme, self._area, self._details = theme, area, details
        self._others, self._files, self._go_back = others, files, go_back
        self.is_small = self.is_open = False
        area.installEventFilter(self)
        details.unfold_requested.connect(self.unfold)

    def unfold(self, wanted: bool) -> None:
        """Show the sheet, or the rows again; where there is room both are there anyway."""
        if not self.is_small or wanted == self.is_open:
            return
        held = self._details.hasFocus() or self._details.isAncestorOf(self._details.focusWidget())
        self._arrange(is_open=wanted)
        if wanted:
            self._details.bar.setFocus()
        elif held:
            self._go_back()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Another height, or another zoom, may leave no room for both."""
        if event.type() in {QEvent.Type.Resize, QEvent.Type.StyleChange}:
            self.fit()
        return False

    def fit(self) -> None:
        """See whether there is room for rows and details."""
        least = BOTH + (LIST if self._files.is_listed else 0)
        is_small = self._area.height() < self._theme.pixels(least)
        if is_small != self.is_small:
            self.is_small = is_small
            self._arrange(is_open=False)
        elif is_small:
            self._details.fold(folded=not self.is_open, can_fold=True)

    def _arrange(self, *, is_open: bool) -> None:
        self.is_open = is_open
        for each in self._others:
            each.setVisible(not is_open)
        self._files.cover(covered=is_open)
        self._details.fold(folded=self.is_small and not is_open, can_fold=self.is_small)


KEYS = (
    "M malicious · B benign · I ignore · E note · U undo · S same site · "
    "F known site · J/K next/previous · N next file · Enter inspect"
)
SHARE = 0.4  # of the height, for the list
# Parts and sites, and what stands beside them, as parts of the width; in a narrow window others.
SIZES, NARROW_SIZES, NARROW = (0.2, 0.8), (0.27, 0.73), 760
KEYS_OF_LIST = (
    "M malicious · B benign · I ignore · E note · U undo · J/K next/previous · N next not marked · "
    "Enter links · Esc all"
)


class DocumentsLayout(QWidget):
    """The parts of the workspace, each in its place; they do not know each other."""

    def __init__(self, theme: Theme, case: OpenCase) -> None:
        """Make them."""
        super().__init__()
        self._theme, self._is_narrow = theme, False
        self.cases, self.adding, self.exporting = QMenu(self), QMenu(self), QMenu(self)
        self.header = CaseHeader(theme, self.cases, self.adding, self.exporting)
        self.files = FileList(theme, case)
        self.bar = FilterBar(theme)
        self.table = LinkTable(theme, case)
        self.parts = Facets(theme, say("Files and base URLs"))
        self.sites = Facets(theme, say("Sites, highest severity first"), is_flat=True)
        self.details = LinkDetails(theme)
        self.status = plain_label(role="quiet")
        self.status.setWordWrap(False)
        self.keys = plain_label(say(KEYS), role="quiet")
        self.keys.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.footer = QWidget()
        row(self.status, stretched(self.keys), into=self.footer, margins=(0, 0, 0, 0))
        column_of(
            self.header,
            stretched(self._split()),
            self.footer,
            into=self,
            margins=(0, 0, 0, 0),
            spacing=GAP,
        )

    def show_keys(self) -> None:
        """Tell what the keys do."""
        self.keys.setText(say(KEYS_OF_LIST if self.files.is_listed else KEYS))

    def _split(self) -> DividedPanes:
        left = card(
            *(plain_label(self.parts.accessibleName(), role="heading"), self.parts),
            *(plain_label(self.sites.accessibleName(), role="heading"), self.sites),
            margins=(12, 12),
        )
        middle = card(self.bar, self.table, margins=(1, 1))
        down = _panes(False, say("Links, link details"), middle, self.details)
        across = _panes(True, say("Files and sites, links"), left)
        across.addWidget(down)
        down.setSizes([400, 280])
        across.setSizes([round(part * 1188) for part in SIZES])
        across.setStretchFactor(1, 1)
        self._across = across
        whole = _panes(False, say("List of files, links"), self.files.card, across)
        whole.setStretchFactor(1, 1)
        self.files.appeared.connect(partial(self._make_room, whole, down))
        self.sheet = DetailsSheet(
            self._theme, whole, self.details, (left, middle), self.files, self._go_back
        )
        self.details.step_requested.connect(self.table.step)
        self.table.details_requested.connect(lambda: self.sheet.unfold(True))
        self.files.table.details_requested.connect(lambda: self.sheet.unfold(True))
        return whole

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the left has a good quarter: the rows need the rest."""
        super().resizeEvent(event)
        is_narrow = self.width() < self._theme.pixels(NARROW)
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            sizes = NARROW_SIZES if is_narrow else SIZES
            self._across.setSizes([round(part * self.width()) for part in sizes])

    def _go_back(self) -> None:
        """The keys go to the rows of what was looked at."""
        is_list = self.files.is_listed and self.table.current() < 0
        (self.files.table if is_list else self.table).setFocus()

    def _make_room(self, whole: DividedPanes, down: DividedPanes) -> None:
        """The list has a good third of the height; what is below it is divided anew."""
        high = whole.height()
        whole.setSizes([round(SHARE * high), round((1 - SHARE) * high)])
        low = round((1 - SHARE) * high / 2)
        down.setSizes([low, low])
        self.sheet.fit()


def _panes(is_across: bool, name: str, *parts: QWidget) -> DividedPanes:
    """Parts beside or below each other, none of which goes."""
    way = Qt.Orientation.Horizontal if is_across else Qt.Orientation.Vertical
    result = DividedPanes(way, name, GAP)
    for each in parts:
        result.addWidget(each)
    return result


EMPTY = (
    "Lists the links in files and folders: web pages, emails, mailboxes, archives, calendars, "
    "text, PDFs, QR codes. Nothing is opened, fetched or run."
)


class EmptyPage(QFrame):
    """What to do, and buttons that do it."""

    def __init__(self, *buttons: QWidget) -> None:
        """Show them in the middle."""
        super().__init__()
        self.setObjectName("card")
        column = QVBoxLayout(self)
        column.setContentsMargins(40, 20, 40, 20)
        column.setSpacing(12)
        column.addStretch(2)
        for words, role in (
            (say("Drop or paste web pages or emails here"), "headline"),
            (say(EMPTY), "muted"),
        ):
            label = plain_label(words, role=role)
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(label)
        column.addLayout(row(None, *buttons, None))
        column.addStretch(3)
