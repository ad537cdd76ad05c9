"""The workspace laid out: header above, parts and sites on the left, the table, the link below."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QWidget

from uriinspector.gui.documents.case_header import CaseHeader
from uriinspector.gui.documents.details_sheet import DetailsSheet
from uriinspector.gui.documents.facets import Facets
from uriinspector.gui.documents.file_list import FileList
from uriinspector.gui.documents.filter_bar import FilterBar
from uriinspector.gui.documents.link_details import LinkDetails
from uriinspector.gui.documents.open_case import OpenCase
from uriinspector.gui.documents.table import LinkTable
from uriinspector.gui.text.pieces import plain_label
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.cards import GAP, card
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.gui.widgets.view_parts import DividedPanes

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
