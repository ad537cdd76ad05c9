"""Links with another link inside, as services have them that forward."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from uriinspector.lessons.built_link import BuiltLink, rest

if TYPE_CHECKING:
    from uriinspector.lessons.material import Pool

PARAMETERS = ("url", "next", "u", "to", "goto", "target", "continue", "redirect")
FOLDERS = ("r", "go", "out", "link")


def forwarding_query(pool: Pool) -> BuiltLink:
    """A link in a parameter of the query, with and without percent-encoding."""
    host, inside = pool.take("hosts"), pool.take("others")
    inner = f"https://{inside}/{pool.take('dirs')}"
    value = inner if pool.draw.chance(3) else quote(inner, safe="")
    name = pool.draw.choice(PARAMETERS)
    before = f"{pool.take('queries')}&" if pool.draw.chance(3) else ""
    return BuiltLink(
        f"https://{host}/{pool.take('dirs')}?{before}{name}={value}", host, inside=inside
    )


def forwarding_path(pool: Pool) -> BuiltLink:
    """A link at the end of the path."""
    host, inside = pool.take("hosts"), pool.take("others")
    return BuiltLink(
        f"https://{host}/{pool.draw.choice(FOLDERS)}/https://{inside}{rest(pool)}",
        host,
        inside=inside,
    )


def twice_nested(pool: Pool) -> BuiltLink:
    """A link in a parameter, and another one in a parameter of that."""
    outer, middle, inside = pool.take("hosts"), pool.take("lures"), pool.take("others")
    first, second = pool.draw.sample(PARAMETERS, 2)
    inner = quote(f"https://{inside}/{pool.take('dirs')}", safe="")
    between = quote(f"https://{middle}/?{second}={inner}", safe="")
    return BuiltLink(f"https://{outer}/?{first}={between}", outer, inside=inside)
