"""One rule of selection for every view: what is selected in it is selected everywhere, and back."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex

from uriinspector.gui.editor.value_menu import MenuValue, value_entries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from PySide6.QtWidgets import QAbstractItemView

    from uriinspector.core.model import Span
    from uriinspector.gui.editor.menu import MenuEntry
    from uriinspector.gui.selection import Selection
    from uriinspector.gui.tables.table_model import Index


class SpanLink(QObject):
    """Ties a view to the selection; a hidden view waits until it is shown."""

    def __init__(
        self,
        view: QAbstractItemView,
        selection: Selection,
        span_of: Callable[[Index], Span | None],
        find: Callable[[Span], QModelIndex],
        pointed_at: Callable[[Index], Span | None] | None = None,
        *,
        by_cell: bool = False,
    ) -> None:
        """``find`` gives the place for a span; ``pointed_at`` what the pointer marks."""
        super().__init__(view)
        self._view = view
        self._selection = selection
        self._span_of = span_of
        self._find = find
        self._pointed_at = pointed_at or span_of
        self._by_cell = by_cell
        self._follows = False
        self._is_source = False
        self._pointed = QPersistentModelIndex()
        view.setMouseTracking(True)
        view.entered.connect(self._on_entered)
        view.viewportEntered.connect(self.leave)
        selection.span_selected.connect(self._on_selected)
        selection.span_hovered.connect(self._on_hovered)

    def value_at(self, index: Index) -> MenuValue:
        """What a menu offers of a cell: the text that it stands for, else what it shows."""
        span = self._span_of(index)
        text = self._selection.text
        is_inside = span is not None and span.start < span.end <= len(text)
        value = span.of(text) if span is not None and is_inside else str(index.data() or "")
        return MenuValue(value, span)

    def entries_at(self, index: Index) -> tuple[MenuEntry | None, ...]:
        """The menu of a cell."""
        return value_entries(self._selection, self.value_at(index)) if index.isValid() else ()

    def watch(self) -> None:
        """Listen to the view's own selection, which is another one after each new model."""
        self._view.selectionModel().currentChanged.connect(self._on_current)

    def follow(self) -> None:
        """Show in the view what is selected elsewhere."""
        span = self._selection.span
        index = self._find(span) if span else QModelIndex()
        with self.quietly():
            if index.isValid():
                self._view.setCurrentIndex(index)
                self._view.scrollTo(index)
            else:
                self._view.selectionModel().clear()

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """For as long as this lasts, what changes in the view is told to nobody."""
        self._follows = True
        try:
            yield
        finally:
            self._follows = False

    def leave(self) -> None:
        """The pointer is on nothing."""
        self._point(None)

    def is_pointed(self, index: Index) -> bool:
        """Whether the pointer, in another pane, is on what this row stands for."""
        return self._pointed.isValid() and (
            self._pointed.row() == index.row()
            and self._pointed.parent() == index.parent()
            and (not self._by_cell or self._pointed.column() == index.column())
        )

    def _on_current(self, current: QModelIndex) -> None:
        span = self._span_of(current) if current.isValid() and not self._follows else None
        if span:
            self._selection.select(span)

    def _on_entered(self, index: QModelIndex) -> None:
        self._point(self._pointed_at(index))

    def _point(self, span: Span | None) -> None:
        self._is_source = True
        self._selection.hover(span)
        self._is_source = False

    def _on_selected(self, span: Span | None) -> None:
        current = self._view.currentIndex()
        if self._view.isVisible() and not (current.isValid() and self._span_of(current) == span):
            self.follow()

    def _on_hovered(self, span: Span | None) -> None:
        if self._view.isVisible() and not self._is_source:
            self._pointed = QPersistentModelIndex(self._find(span) if span else QModelIndex())
            self._view.viewport().update()


def nearest(spans: Iterable[Span | None], wanted: Span) -> int:
    """Which of the spans stands for the wanted one: the same, the least around it, one inside.

    -1 where none of them has anything to do with it.
    """
    around, inside = -1, -1
    least = 0
    for index, span in enumerate(spans):
        if span is None:
            continue
        if span == wanted:
            return index
        size = span.end - span.start
        if span.start <= wanted.start and wanted.end <= span.end and (around < 0 or size < least):
            around, least = index, size
        elif inside < 0 and wanted.start <= span.start and span.end <= wanted.end and size:
            inside = index
    return around if around >= 0 else inside
