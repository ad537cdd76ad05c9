"""Two selections of one link: in the text that the editor holds, and in what it stands for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.core.model import Span
    from uriinspector.gui.selection import Selection


class SelectionBridge(QObject):
    """Passes each selection on to the other side, at its place there.

    Both sides are the same until the editor holds a text that stands for another one.
    """

    def __init__(self, panes: Selection, editor: Selection) -> None:
        """Connect the panes' selection with the editor's."""
        super().__init__(panes)
        self._inspection: Inspection | None = None
        self._is_relaying = False
        panes.span_selected.connect(lambda span: self._relay(editor.select, self.written(span)))
        panes.span_hovered.connect(lambda span: self._relay(editor.hover, self.written(span)))
        editor.span_selected.connect(lambda span: self._relay(panes.select, self._meant(span)))
        editor.span_hovered.connect(lambda span: self._relay(panes.hover, self._meant(span)))

    def place_by(self, inspection: Inspection | None) -> None:
        """Find places by this inspection; by None, both sides have the same text."""
        self._inspection = inspection

    def written(self, span: Span | None) -> Span | None:
        """Where the editor has what the panes have there."""
        return self._inspection.written_place(span) if self._inspection and span else span

    def _meant(self, span: Span | None) -> Span | None:
        return self._inspection.meant_place(span) if self._inspection and span else span

    def _relay(self, tell: Callable[[Span | None], None], span: Span | None) -> None:
        if self._is_relaying:
            return
        self._is_relaying = True
        tell(span)
        self._is_relaying = False
