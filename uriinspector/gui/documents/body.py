"""The workspace laid out: header above, parts and sites on the left, the table, the link below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSplitter, QVBoxLayout, QWidget

from uriinspector.gui.cards import GAP, card
from uriinspector.gui.documents.bar import Bar
from uriinspector.gui.documents.below import Below
from uriinspector.gui.documents.facets import Facets
from uriinspector.gui.documents.header import Header
from uriinspector.gui.documents.table import LinkTable
from uriinspector.gui.plain import plain_label
from uriinspector.gui.words import say

if TYPE_CHECKING:
    from uriinspector.gui.documents.case import OpenCase
    from uriinspector.gui.theme import Theme

KEYS = (
    "M malicious · B benign · I ignore · E note · U undo · F known site · J K next, previous"
    " · N next file · Enter opens in Inspect"
)


class Body(QWidget):
    """The parts of the workspace, each in its place; they do not know each other."""

    def __init__(self, theme: Theme, case: OpenCase) -> None:
        """Make them."""
        super().__init__()
        self.cases, self.adding, self.exporting = QMenu(self), QMenu(self), QMenu(self)
        self.header = Header(theme, self.cases, self.adding, self.exporting)
        self.bar = Bar(theme)
        self.table = LinkTable(theme, case)
        self.parts = Facets(theme, say("Where the base comes from"))
        self.sites = Facets(theme, say("Sites, worst first"), is_flat=True)
        self.below = Below(theme)
        self.status = plain_label(role="quiet")
        self.status.setWordWrap(False)
        self.keys = plain_label(say(KEYS), role="quiet")
        self.keys.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.foot = QWidget()
        foot = QHBoxLayout(self.foot)
        foot.setContentsMargins(0, 0, 0, 0)
        foot.addWidget(self.status)
        foot.addWidget(self.keys, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(self.header)
        column.addWidget(self._split(), 1)
        column.addWidget(self.foot)

    def _split(self) -> QSplitter:
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
        return across
