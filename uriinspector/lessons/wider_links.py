"""Tricks with more of each link drawn, so that hardly two students of a class have the same one.

Packs that name the second material draw these; sheets of before keep their links.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.lessons.built_link import BuiltLink
from uriinspector.lessons.hostless_links import wider_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.lessons.material import Pool


def in_query(pool: Pool) -> BuiltLink:
    """A name in the query."""
    host = pool.take("others")
    return BuiltLink(f"https://{host}{_path(pool)}?from={pool.take('lures')}", host)


def in_fragment(pool: Pool) -> BuiltLink:
    """A name in the fragment."""
    host = pool.take("others")
    return BuiltLink(f"https://{host}{_path(pool)}#{pool.take('lures')}", host)


def no_host(pool: Pool) -> BuiltLink:
    """A link that connects to no host."""
    if pool.draw.chance(2):
        return BuiltLink(
            f"mailto:{pool.take('users')}.{pool.take('dirs')}@{pool.take('lures')}", None
        )
    return BuiltLink(f"javascript://{pool.take('lures')}{_path(pool)}%0Aalert(1)", None)


def _path(pool: Pool) -> str:
    return f"/{pool.take('dirs')}/{pool.take('names')}"


WIDER: dict[str, Callable[[Pool], BuiltLink]] = {
    "query": in_query,
    "fragment": in_fragment,
    "no-host": no_host,
    "name": wider_name,
}
