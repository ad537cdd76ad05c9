"""What a column is judged by: the same for all of its rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.list_sources import SHIPPED
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from uriinspector.analysis.list_sources import Lists


class JudgedBy(NamedTuple):
    """The edition, the names to protect, and the lists."""

    edition: str = "2005"
    protect: tuple[str, ...] = ()
    lists: Lists = SHIPPED
