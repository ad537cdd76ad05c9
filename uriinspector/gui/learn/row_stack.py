"""Rows one below the other that are replaced as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from uriinspector.analysis.citation import shown_cite
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.cards import button

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtWidgets import QLayout


class RowStack(QVBoxLayout):
    """What is no longer shown is gone at once, and is deleted when Qt has time."""

    def __init__(self, spacing: int = 0) -> None:
        """Start without rows."""
        super().__init__()
        self.setSpacing(spacing)
        self.rows: list[QWidget] = []

    def show_rows(self, rows: Iterable[QWidget]) -> None:
        """Show these in the place of those before."""
        remove_all(self)
        self.rows = []
        for each in rows:
            self.add_row(each)

    def add_row(self, widget: QWidget) -> None:
        """Show one more."""
        self.rows.append(widget)
        self.addWidget(widget)
        if self.parentWidget() is not None:
            widget.show()  # at once: what is not in sight yet takes no keys


class CiteLine(QHBoxLayout):
    """Links to the cards of clauses, one after the other."""

    def __init__(self, on: Callable[[str], object]) -> None:
        """Start without links; ``on`` is called with a citation."""
        super().__init__()
        self.setSpacing(14)
        self._on = on

    def show_cites(self, cites: Iterable[str]) -> None:
        """Show these in the place of those before."""
        remove_all(self)
        for cite in cites:
            self.addWidget(self._link(cite))
        self.addStretch(1)

    def _link(self, cite: str) -> QWidget:
        return button(shown_cite(cite, say("appendix")), lambda: self._on(cite), link=True)


def remove_all(layout: QLayout) -> None:
    """Take every widget out of a layout: it is hidden now, and deleted when no key is at it."""
    while layout.count():
        item = layout.takeAt(0)
        widget = item.widget() if item else None
        if widget is not None:
            widget.hide()
            widget.deleteLater()
