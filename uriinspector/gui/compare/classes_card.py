"""The card on which a pasted list stands in its classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QFrame

from uriinspector.core.compare import RUNGS
from uriinspector.gui.compare.equivalence_groups import GroupRequest, GroupRow, group, group_rows
from uriinspector.gui.inspect.tabs.copy_button import copy_button
from uriinspector.gui.inspect.tabs.rung_rows import TITLES
from uriinspector.gui.jobs.progress_bar import WIDTH, ProgressBar
from uriinspector.gui.jobs.stream_job import StreamJob
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.columns import Column
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import ROW_ROLE
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.transfer.reference_list import references_in
from uriinspector.gui.widgets.cards import FoldingLayout, button
from uriinspector.gui.widgets.layouts import column_of, row, stretched

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from uriinspector.core.compare import EquivalenceClass
    from uriinspector.gui.theme import Theme


class ClassesCard(QFrame):
    """References, one a line, put into classes at the rung that is chosen."""

    pair_requested = Signal(str, str)
    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        """Start without a list."""
        super().__init__()
        self.setObjectName("card")
        self._texts: tuple[str, ...] = ()
        self._editions = ("2005", "rfc8141")
        self._classes: list[EquivalenceClass] = []
        self.job = StreamJob(self)
        self.progress = ProgressBar(self.job, theme.pixels(WIDTH))
        self.rung = QComboBox()
        for name in RUNGS:
            self.rung.addItem(say(TITLES[name]), name)
        self.rung.setCurrentIndex(len(RUNGS) - 1)
        self.rung.setAccessibleName(say("Level to compare at"))
        self.summary = plain_label(role="title")
        self.hint = plain_label(role="quiet")
        self.paste = button(say("Paste a list"), self.take_clipboard)
        self.back = button(say("Back to the pair"), self.closed.emit)
        self.grid = Grid(
            theme,
            Selection(),
            _columns(),
            say("Groups of equivalent references"),
            widest=1,
            spans=lambda _row, _column: None,
        )
        self.copy = copy_button(say("selected"), self._chosen)
        self._lay_out()
        self._wire()
        self._tell()

    def take_clipboard(self) -> None:
        """Take the list that is on the clipboard."""
        self.show_list(references_in(QGuiApplication.clipboard().text()))

    def take_focus(self) -> None:
        """Give the keys to the list, or to the button that brings one."""
        (self.paste if self.grid.isHidden() else self.grid).setFocus()

    def show_list(self, texts: tuple[str, ...]) -> None:
        """Put these into classes."""
        self._texts = texts
        self.refresh()

    def use_editions(self, edition: str, urn_edition: str) -> None:
        """Compare by these."""
        if self._editions != (edition, urn_edition):
            self._editions = (edition, urn_edition)
            self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons below the title where there is no room beside it."""
        super().resizeEvent(event)
        self._head.fit(self.width())

    def refresh(self) -> None:
        """Have the list grouped anew."""
        self._classes = []
        wanted = GroupRequest(self._texts, str(self.rung.currentData()), *self._editions)
        self.job.start(group, wanted, size=sum(map(len, self._texts)))

    def _on_began(self) -> None:
        self.summary.setText(say("Grouping…"))
        self.hint.setText("")

    def _on_ended(self, whole: bool) -> None:
        if not whole:
            self._classes = []  # of a list that was not looked at to its end no class is known
        self.grid.set_rows(group_rows(self._classes))
        self._tell(is_whole=whole)

    def _tell(self, *, is_whole: bool = True) -> None:
        for each in (self.grid, self.copy):
            each.setVisible(bool(self._classes))
        if self._classes:
            text = say_count(
                len(self._classes),
                "{total} references in 1 group",
                "{total} references in {count} groups",
                total=len(self._texts),
            )
            hint = say(
                "References in different groups were not shown to be equivalent. Press Enter "
                "to compare a line."
            )
        else:
            text = say("No list yet") if is_whole else say("Stopped before the end of the list.")
            hint = say("Paste a list with one reference per line.")
        self.summary.setText(text)
        self.hint.setText(hint)

    def _lay_out(self) -> None:
        title = row(self.summary, None, self.progress)
        self._head = FoldingLayout(title, row(self.paste, self.rung, self.back))
        self._head.setContentsMargins(14, 9, 14, 9)
        foot = row(stretched(self.hint), self.copy, margins=(14, 6, 14, 9))
        column = column_of(
            self._head, stretched(self.grid), foot, into=self, margins=(1, 1, 1, 1), spacing=0
        )
        column.addStretch(0)
        self.summary.setWordWrap(False)
        self.grid.setMinimumHeight(200)
        self.grid.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)

    def _wire(self) -> None:
        self.job.began.connect(self._on_began)
        self.job.part_received.connect(lambda part: self._classes.extend(part.rows))
        self.job.ended.connect(self._on_ended)
        self.rung.currentIndexChanged.connect(self.refresh)
        self.grid.row_opened.connect(self._on_opened)

    def _on_opened(self, chosen: GroupRow) -> None:
        self.pair_requested.emit(chosen.first, "" if chosen.text == chosen.first else chosen.text)

    def _chosen(self) -> str:
        current = self.grid.currentIndex()
        return str(current.data(ROW_ROLE).text) if current.isValid() else "\n".join(self._texts)


def _columns() -> list[Column]:
    return [
        Column(
            say("As written"),
            lambda row: row.written,
            is_uri=True,
            spans_all=lambda row: row.is_heading,
        ),
        Column(say("Changes"), lambda row: row.change, is_uri=True, wraps=True),
    ]
