"""Many texts, inspected by the same: what was chosen is looked at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.inspection import LAYERS, Inspection
from uriinspector.analysis.inspection_options import Options
from uriinspector.analysis.list_sources import SHIPPED
from uriinspector.core.misuse import not_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.analysis.list_sources import Lists


def inspect_each(
    texts: Iterable[str],
    *,
    edition: str = "2005",
    protect: tuple[str, ...] = (),
    lists: Lists = SHIPPED,
) -> Iterator[Inspection]:
    """An inspection of each, as they are asked for."""
    for name in protect:
        if not isinstance(name, str):
            raise not_text("protect", name)
    options = Options(edition, protect=protect, lists=lists)
    for text in texts:
        yield Inspection(text, None, options, [LAYERS])
