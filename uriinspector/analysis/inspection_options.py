"""What an inspection is asked to go by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.list_sources import SHIPPED
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import not_text
from uriinspector.readers.browser import STRIPPED

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


def stripped_base(base: str | None) -> str | None:
    """The base without the blanks and controls that browsers take away (URL standard, 4.4).

    With a blank in front its scheme would be none that there is, and a reference in a page would go
    to an app instead of to the host that everybody reads.
    """
    if base is None:
        return None
    if not isinstance(base, str):
        raise not_text("base", base)
    return STRIPPED.sub("", base)
