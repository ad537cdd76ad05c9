"""A link that was built around a host, so that it is known where it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from uriinspector.lessons.material import Pool


class BuiltLink(NamedTuple):
    """A link, the host built into it (None where there is none), and its base if it needs one.

    ``inside`` is the host of the innermost link in it, "" where there is none.
    """

    text: str
    host: str | None
    base: str = ""
    inside: str = ""


def rest(pool: Pool) -> str:
    """A path, sometimes with a query or a fragment."""
    path = f"/{pool.take('dirs')}/{pool.take('names')}"
    return (
        path + ("", f"?{pool.take('queries')}", f"#{pool.take('fragments')}")[pool.draw.number(3)]
    )
