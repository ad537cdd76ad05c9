"""Findings about places in a file that something else than its own links has, such as its site."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uriinspector.analysis.finding import Finding


@dataclass(slots=True)
class PlacedFindings:
    """By the octet of the file at which a value begins; ``whole`` are about the file as a whole."""

    by_start: dict[int, list[Finding]] = field(default_factory=dict)
    whole: list[Finding] = field(default_factory=list)

    def at(self, start: int) -> list[Finding]:
        """Those about the value that begins there."""
        return self.by_start.get(start, [])
