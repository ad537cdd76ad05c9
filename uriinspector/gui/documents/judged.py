"""A link of the table inspected again, together with what only its place tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.documents.again import Again, inspected

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.documents.cases.row import Head, LinkRow


def judged(row: LinkRow, head: Head, edition: str) -> Inspection:
    """The inspection of a link; of several references in one value that of the worst."""
    return inspected(Again(row.value, row.how, row.base, edition, head.protect, row.own))
