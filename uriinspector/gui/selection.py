"""What is selected: a span of the text, the only thing that the panes share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from uriinspector.core.model import Span


class Selection(QObject):
    """One span for all panes; hovering marks another one and leaves this as it is."""

    span_selected = Signal(object)  # Span or None
    span_hovered = Signal(object)  # Span or None
    # What menus of the panes ask for.
    show_requested = Signal(object)  # the text of this Span
    inspect_requested = Signal(str)  # this value in place of the text
    clause_requested = Signal(str)
    protect_requested = Signal(str)  # this name from now on
    decode_requested = Signal(object)  # the text of this Span, by hand

    def __init__(self) -> None:
        """Start with nothing selected."""
        super().__init__()
        self.span: Span | None = None
        self.text = ""  # what the spans are of

    def select(self, span: Span | None) -> None:
        """Select a span everywhere; the one that is selected already is not told again."""
        if span != self.span:
            self.span = span
            self.span_selected.emit(span)

    def hover(self, span: Span | None) -> None:
        """Mark a span everywhere, for as long as the pointer stays."""
        self.span_hovered.emit(span)
