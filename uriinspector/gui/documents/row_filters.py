"""Which rows are wanted, and in which order: by the bar, the tree, the sites and the headings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from uriinspector.documents.cases.row_columns import KnownSites
from uriinspector.gui.documents.facets import Facet
from uriinspector.gui.documents.order import RowQuery
from uriinspector.gui.text.pieces import plain_text as spoken

if TYPE_CHECKING:
    from uriinspector.gui.documents.workspace_layout import DocumentsLayout

NO_FACET = Facet(())


class RowFilters(QObject):
    """What is wanted of the table; it tells that this has changed."""

    changed = Signal()
    facet_changed = Signal()

    def __init__(self, body: DocumentsLayout) -> None:
        """Wish for all rows, the worst first."""
        super().__init__(body)
        self._body = body
        self._sort = ("", False)
        self.facet = NO_FACET
        body.bar.changed.connect(self.changed)
        body.bar.facet_cleared.connect(lambda: self.choose(NO_FACET))
        body.parts.chosen.connect(self.choose)
        body.sites.chosen.connect(self.choose)
        body.table.sort_requested.connect(self._on_sort)
        body.bar.scope_cleared.connect(body.files.table.let_go)

    def query(self, known: KnownSites) -> RowQuery:
        """All of it together."""
        bar, facet, scope = self._body.bar, self.facet, self._body.files.scope
        column, falls = self._sort
        query = RowQuery(
            bar.filter.text(),
            bar.rank,
            facet.file,
            facet.part,
            facet.site,
            str(bar.group.currentData()),
            column,
            falls,
            known,
            shows_known=bar.shows_known,
        )
        if scope is None:
            return query
        places = frozenset((each.key.file, part) for each in scope for part in each.parts)
        span = scope[0].span if len(scope) == 1 else None
        return query._replace(span=span, places=places)

    def clear(self) -> None:
        """Wish for all rows again, in the same order."""
        self.choose(NO_FACET)
        self._body.bar.clear()
        self._body.files.bar.clear()

    def choose(self, facet: Facet) -> None:
        """Filter by a facet; by none where it was chosen already."""
        self.facet = NO_FACET if facet == self.facet else facet
        self._body.bar.show_facet(spoken(self.facet.pieces))
        if self.facet is NO_FACET:
            for each in (self._body.parts, self._body.sites):
                each.clearSelection()
        self.facet_changed.emit()
        self.changed.emit()

    def _on_sort(self, column: str, falls: bool) -> None:
        self._sort = (column, falls)
        self.changed.emit()
