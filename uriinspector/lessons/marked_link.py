"""A link and the component of it that is to be marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.parse import parse

if TYPE_CHECKING:
    from uriinspector.core.model import Part, Span


class MarkedLink:
    """What a question about a component gives: the mistakes work on this."""

    def __init__(self, text: str, part: Part, edition: str = "2005") -> None:
        self.text = text
        self.part = part
        self.reference = parse(text, edition=edition)

    def span_of(self, part: Part) -> Span | None:
        """Where a component is; None where it is not present."""
        return self.reference.span(part)

    @property
    def span(self) -> Span | None:
        """Where the component is that was asked for."""
        return self.span_of(self.part)

    @property
    def key(self) -> str | None:
        """Its text."""
        return None if self.span is None else self.span.of(self.text)
