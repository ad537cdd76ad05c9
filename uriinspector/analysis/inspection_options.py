"""What an inspection is asked to go by."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uriinspector.analysis.list_sources import SHIPPED

if TYPE_CHECKING:
    from uriinspector.analysis.finding import Weigh
    from uriinspector.analysis.list_sources import Lists


class Options(NamedTuple):
    """What was chosen, the same for every layer."""

    edition: str = "2005"
    urn_edition: str = "rfc8141"
    protect: tuple[str, ...] = ()
    strict: bool = True
    above_root: str = "keep"
    lists: Lists = SHIPPED
    depth: int = 0
    in_document: bool = False
    # What the findings count where the text is: for those who know the place.
    weigh: Weigh | None = None
