"""The bar above the status bar, opened by Ctrl+F, that searches the pane with the focus."""

import re
from collections.abc import Iterator
from itertools import count, islice, takewhile

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit, QTreeView, QWidget
from shiboken6 import isValid

from uriinspector.gui.editor.uri_edit import ExactTextEdit
from uriinspector.gui.text.pieces import plain_label, show_tip
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import row
from uriinspector.gui.widgets.view_parts import MOST_MATCHES, find_steps, match_words, step_to

Pane = ExactTextEdit | QAbstractItemView
Match = tuple[int, int] | QModelIndex
PANES = (ExactTextEdit, QAbstractItemView)
ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)


def pane_with_focus(page: QWidget) -> Pane | None:
    """Return the page's editor or list that has the focus, or else the first visible one."""
    widget = QApplication.focusWidget()
    if isinstance(widget, PANES) and page.isAncestorOf(widget):
        return widget
    panes: list[Pane] = [*page.findChildren(ExactTextEdit), *page.findChildren(QAbstractItemView)]
    return next((each for each in panes if each.isVisible() and _takes_focus(each)), None)


def _takes_focus(pane: Pane) -> bool:
    return bool(pane.focusPolicy() & Qt.FocusPolicy.TabFocus)


class FindBar(QWidget):
    """A search field that steps through the matches in an editor, list or tree."""

    def __init__(self) -> None:
        super().__init__()
        self._pane: Pane | None = None
        self.field = QLineEdit()
        self.field.setPlaceholderText(say("Find"))
        self.field.setAccessibleName(say("Find"))
        self.field.setClearButtonEnabled(True)
        self.field.setMinimumWidth(220)
        self.count = plain_label(role="quiet", wraps=False)
        self.previous = button(say("Previous"), lambda: self._go(-1))
        self.next = button(say("Next"), lambda: self._go(1))
        self.closing = button(say("Close"), self.leave)
        for each, key in (
            (self.previous, say("Shift+F3")),
            (self.next, "F3"),
            (self.closing, say("Esc")),
        ):
            show_tip(each, f"{each.text()} ({key})")
        self.field.textEdited.connect(lambda: self._go(0))
        buttons = (self.previous, self.next, self.closing)
        box = row(self.field, *buttons, self.count, into=self, margins=(12, 4, 12, 8))
        box.addStretch(1)
        self.hide()

    def search(self, pane: Pane) -> None:
        """Open the bar for a pane, with the previous search text selected."""
        self._pane = pane
        self.count.setText("")
        self.show()
        self.field.setFocus()
        self.field.selectAll()

    def leave(self) -> None:
        """Close the bar and go back to the pane."""
        pane, self._pane = self._pane, None
        had_focus = self.isAncestorOf(QApplication.focusWidget() or self)
        self.hide()
        if pane is not None and isValid(pane) and had_focus and pane.isVisible():
            pane.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the next match with Enter or F3, to the previous one with Shift; close with Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif steps := find_steps(event):
            self._go(steps)
        else:
            super().keyPressEvent(event)

    def _go(self, steps: int) -> None:
        """Select the next or previous match; with 0, the first match at or after the caret."""
        words, pane = self.field.text(), self._pane
        if not words or pane is None or not isValid(pane):
            self.count.setText("")
            return
        pattern = re.compile(re.escape(words), re.IGNORECASE)
        at, found = _matches(pane, pattern)
        number = step_to([place for place, _match in found], at, steps)
        self.count.setText(match_words(number, len(found)))
        if found:
            _select(pane, found[number][1])


def _matches(pane: Pane, pattern: re.Pattern[str]) -> tuple[int, list[tuple[int, Match]]]:
    """Return the start of the selection or the current row, and the matches by position."""
    if isinstance(pane, ExactTextEdit):
        spans = (match.span() for match in pattern.finditer(pane.text()))
        return pane.selected().start, [(span[0], span) for span in islice(spans, MOST_MATCHES)]
    current, at = pane.currentIndex(), 0
    found: list[tuple[int, Match]] = []
    for number, index in enumerate(_rows(pane)):
        if index.row() == current.row() and index.parent() == current.parent():
            at = number
        if len(found) < MOST_MATCHES and pattern.search(_row_text(index)):
            found.append((number, index))
    return at, found


def _rows(view: QAbstractItemView) -> Iterator[QModelIndex]:
    """Yield the first cell of each row; in a tree, only of the expanded branches."""
    model, root = view.model(), view.rootIndex()
    if not isinstance(view, QTreeView):
        yield from (model.index(number, 0, root) for number in range(model.rowCount(root)))
        return
    index = model.index(0, 0, root)
    while index.isValid():
        yield index
        index = view.indexBelow(index)


def _row_text(first: QModelIndex) -> str:
    cells = takewhile(QModelIndex.isValid, map(first.siblingAtColumn, count()))
    return "\n".join(str(cell.data(role) or "") for cell in cells for role in ROLES)


def _select(pane: Pane, match: Match) -> None:
    if isinstance(pane, ExactTextEdit):
        assert isinstance(match, tuple)
        pane.select(*match)
    else:
        assert isinstance(match, QModelIndex)
        pane.setCurrentIndex(match)
        pane.scrollTo(match)
