"""The components of the reference, with what each means and the clause it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QFrame

from uriinspector.core.model import NamedTuple, Span
from uriinspector.gui.inspect.component_tree import (
    ROOT,
    ComponentModel,
    ComponentNode,
    ComponentRow,
    ComponentTree,
)
from uriinspector.gui.inspect.findings import LOWEST
from uriinspector.gui.jobs.latest_job import AT_ONCE, IdleQueue, LatestJob
from uriinspector.gui.selection import MenuEntry, MenuValue, Selection, open_menu, value_entries
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.layouts import column_of

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.inspect.component_rows import ValueMeanings


class Components(QFrame):
    """What the reference consists of."""

    clause_requested = Signal(str)

    def __init__(self, theme: Theme, selection: Selection) -> None:
        """Start without rows."""
        super().__init__()
        self.setObjectName("card")
        self._selection = selection
        self._mirroring = False
        self._open: set[tuple[str, ...]] = {("authority",)}  # what stays open, whatever is typed
        self._inspection: Inspection | None = None
        self._idle = IdleQueue(self)
        self.job = LatestJob(_readings_of, self)
        self.model = ComponentModel()
        self.tree = ComponentTree(theme, self.model)
        self.setMinimumHeight(LOWEST)
        column_of(self.tree, into=self, margins=(1, 2, 1, 6))
        self.tree.clause_requested.connect(self.clause_requested)
        self.tree.row_entered.connect(self._on_entered)
        self.tree.menu_requested.connect(
            lambda row, place: open_menu(self.tree, self.entries(row), place)
        )
        self.tree.expanded.connect(self._on_expanded)
        self.tree.collapsed.connect(self._on_collapsed)
        self.tree.selectionModel().currentChanged.connect(self._on_current)
        selection.span_selected.connect(self._on_selected)
        selection.span_hovered.connect(self._on_hovered)
        self.job.answered.connect(self._on_read)

    def grow(self, *, on: bool) -> None:
        """Be as high as all rows are, and leave the scrolling to what this stands in."""
        self.setMinimumHeight(0 if on else LOWEST)
        self.tree.grow(on=on)

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Show the components of what was inspected; what its values mean follows."""
        self._inspection = inspection
        self.job.drop()
        self._idle.close()
        self._show_rows(inspection)
        if inspection is None:
            return
        if len(inspection.text) > AT_ONCE:
            self.job.ask(inspection, is_long=True)
        else:
            self._idle.take([lambda: self.job.ask(inspection, is_long=False)], at_once=False)

    @property
    def is_reading(self) -> bool:
        """Whether it is still to be said what the values mean."""
        return self._idle.is_busy or self.job.is_waiting

    def close_job(self) -> None:
        """Read nothing more."""
        self._idle.close()
        self.job.close()

    def _show_rows(self, inspection: Inspection | None, read: ReadValues | None = None) -> None:
        self._mirroring = True
        rows = _rows(inspection, read.meanings if read else None)
        self.model.set_rows(rows, inspection.edition if inspection else "")
        self._reopen(ROOT)
        self._mirroring = False
        self._on_selected(self._selection.span)

    def _on_read(self, read: ReadValues | None) -> None:
        """Say what the values mean, unless another text is shown by now."""
        if read is not None and read.inspection is self._inspection:
            self._show_rows(self._inspection, read)

    def entries(self, row: ComponentRow) -> tuple[MenuEntry | None, ...]:
        """The menu of a component."""
        is_host = row.part == row.key == "host"
        name = (row.strong or row.text or "") if is_host else ""
        return value_entries(self._selection, MenuValue(row.text, row.span, row.cite, name))

    def _reopen(self, upper: QModelIndex) -> None:
        """What was open before is open again, though its rows may have been gone meanwhile."""
        for place in range(self.model.rowCount(upper)):
            index = self.model.index(place, 0, upper)
            if self.model.hasChildren(index) and self.model.node(index).path in self._open:
                self.model.fetchMore(index)
                if not self.tree.isExpanded(index):
                    self.tree.expand(index)
                self._reopen(index)

    def _on_selected(self, span: Span | None) -> None:
        """Mark what is selected elsewhere; nothing is told back."""
        current = self.model.row_of(self.tree.currentIndex())
        if span is not None and current.span == span:
            return
        self._mirroring = True
        node = self._at(span)
        index = self.model.index_of(node) if node else QModelIndex()
        self.tree.setCurrentIndex(index)
        if index.isValid():
            self.tree.scrollTo(index)
        else:
            self.tree.clearSelection()
        self._mirroring = False

    def _on_hovered(self, span: Span | None) -> None:
        node = self._at(span)
        self.tree.mark(self.model.index_of(node) if node else QModelIndex())

    def _at(self, span: Span | None) -> ComponentNode | None:
        """The smallest row in sight that holds the span."""
        component_node: ComponentNode | None = None
        if span is None:
            return None
        for node in self.model.nodes():
            place = node.row.span
            if place is None or not (place.start <= span.start and span.end <= place.end):
                continue
            visited = node.upper is None or self._is_in_sight(node)
            best = component_node.row.span if component_node else None
            if visited and (best is None or place.end - place.start <= best.end - best.start):
                component_node = node
        return component_node

    def _is_in_sight(self, node: ComponentNode) -> bool:
        upper = node.upper
        while upper is not None and upper.upper is not None:
            if not self.tree.isExpanded(self.model.index_of(upper)):
                return False
            upper = upper.upper
        return True

    def _on_current(self, current: QModelIndex) -> None:
        if not self._mirroring:
            self._selection.select(self.model.row_of(current).span if current.isValid() else None)

    def _on_entered(self, row: ComponentRow | None) -> None:
        self._selection.hover(row.span if row else None)

    def _on_expanded(self, index: QModelIndex) -> None:
        self._open.add(self.model.node(index).path)
        self.model.fetchMore(index)  # at once, although the view would do so when it is laid out

    def _on_collapsed(self, index: QModelIndex) -> None:
        self._open.discard(self.model.node(index).path)


class ReadValues(NamedTuple):
    """What the values of an inspection mean."""

    inspection: Inspection
    meanings: ValueMeanings


def _readings_of(inspection: Inspection) -> ReadValues:
    from uriinspector.gui.inspect.component_rows import ValueMeanings  # with the first text

    return ReadValues(inspection, ValueMeanings(inspection.values))


def _rows(inspection: Inspection | None, meanings: ValueMeanings | None) -> list[ComponentRow]:
    if inspection is None:
        return []
    from uriinspector.gui.inspect.component_rows import component_rows  # with the first text

    return component_rows(inspection, meanings)
