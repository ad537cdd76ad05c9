"""Many texts, inspected by the same: what was chosen is looked at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.inspection import LAYERS, Inspection
from uriinspector.analysis.inspection_options import Options
from uriinspector.analysis.list_sources import SHIPPED
from uriinspector.core.parse import texts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.analysis.list_sources import Lists


def inspect_each(
    texts: Iterable[str],
    *,
    edition: str = "2005",
    protect: Iterable[str] = (),
    lists: Lists = SHIPPED,
) -> Iterator[Inspection]:
    """An inspection of each, as they are asked for."""
    options = Options(edition, protect=texts_of("protect", protect), lists=lists)
    for text in texts:
        yield Inspection(text, None, options, [LAYERS])
