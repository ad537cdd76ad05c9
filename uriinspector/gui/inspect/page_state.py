"""What of the page outlasts a change of the language."""

from __future__ import annotations

from uriinspector.core.model import NamedTuple, Span


class InspectPageState(NamedTuple):
    """Its text and base, what is selected, how the panes share the room, how it was written."""

    text: str
    base: str | None
    span: Span | None
    sizes: bytes
    written: str | None = None
