"""The link that is told of below the table, with all that is needed to tell of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.documents.scan_state import PARQUET

if TYPE_CHECKING:
    from uriinspector import Inspection
    from uriinspector.documents.cases.link_row import Head, LinkRow
    from uriinspector.gui.documents.octet_excerpt import Octets


# All fields but where bytes come from, and the facts.
SHOWN = 3


class DetailedLink(NamedTuple):
    """A link, its file, the edition that reads it, where octets come from, what else is known."""

    row: LinkRow
    head: Head
    edition: str
    octets: Octets
    facts: str = ""

    @property
    def is_of_table(self) -> bool:
        """Whether a table of results holds it, which has no source."""
        return self.head.kind == PARQUET

    def is_same(self, other: DetailedLink | None) -> bool:
        """Return True if all that is shown of another link is what is shown of this one."""
        return other is not None and self[:SHOWN] == other[:SHOWN]

    def inspection(self) -> Inspection:
        """All that is known of it by itself."""
        return self.row.inspection(self.edition, self.head.protect, self.head.lists)
