"""Mistakes about the host of a link inside of a link."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from uriinspector.analysis.inspection import inspect
from uriinspector.core.expression import expression
from uriinspector.core.parse import parse
from uriinspector.lessons.link_question import site_or_host
from uriinspector.lessons.mistake import row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.inspection import Inspection

MOST_LAYERS = 8
# A value of a query, and its name.
PAIR = expression(r"[?&]([^=&#]*)=([^&#]*)")


class NestedLink:
    """A link, and those inside of it, from the outer one to the innermost one."""

    def __init__(self, text: str, base: str = "") -> None:
        self.text = text
        self.base = base

    @cached_property
    def layers(self) -> tuple[tuple[str, str | None], ...]:
        """Text and host of each link; of several in one, the first."""
        found: list[tuple[str, str | None]] = []
        inspection: Inspection | None = inspect(self.text, base=self.base or None)
        while inspection and len(found) < MOST_LAYERS:
            found.append((inspection.text, inspection.verdict.host))
            if not inspection.nested:
                break
            inspection = inspection.nested[0].inspection
        return tuple(found)

    @property
    def key(self) -> str | None:
        """The host of the innermost link; None where there is no link inside."""
        return self.layers[-1][1] if len(self.layers) > 1 else None


def outer_instead_of_inner(link: NestedLink) -> Iterator[str | None]:
    """The host of the whole link."""
    yield link.layers[0][1]


def link_between(link: NestedLink) -> Iterator[str | None]:
    """The host of a link that has another one inside."""
    yield from (host for _, host in link.layers[1:-1])


def whole_inner_link(link: NestedLink) -> Iterator[str]:
    """More than the host of the inner link."""
    text, host = link.layers[-1]
    if host and len(link.layers) > 1:
        scheme = parse(text, edition="2005").scheme
        yield from (text, f"{scheme}://{host}", f"{scheme}://{host}/", f"{host}/")
        yield text.partition("//")[2]


def inner_escapes(link: NestedLink) -> Iterator[str]:
    """The value as it is written, with its percent-encoding."""
    for match in PAIR.finditer(link.text):
        if "%" in match[2]:
            yield match[2]


def parameter_name(link: NestedLink) -> Iterator[str]:
    """The name of the parameter that has the link."""
    yield from (match[1] for match in PAIR.finditer(link.text))


def inner_site(link: NestedLink) -> Iterator[str]:
    """The registrable domain of the host."""
    if link.key and site_or_host(link.key) != link.key:
        yield site_or_host(link.key)


def nothing_inside(link: NestedLink) -> Iterator[str | None]:
    """None, though there is a link."""
    if link.key:
        yield None


ROWS = (
    row(
        "link-between",
        link_between,
        "You gave the host of a link that has another link inside. The innermost one was asked "
        "for.",
        "RFC 3986 3.4",
    ),
    row(
        "outer-instead-of-inner",
        outer_instead_of_inner,
        "You gave the host of the outer link. The link inside of it has another one.",
        "RFC 3986 3.4",
    ),
    row(
        "inner-escapes-kept",
        inner_escapes,
        "You gave the whole value as it is written. Only the host of the link in it was asked for.",
        "RFC 3986 2.4",
    ),
    row(
        "inner-site-only",
        inner_site,
        "You gave the registrable domain. The host is the whole name.",
    ),
    row(
        "whole-inner-link",
        whole_inner_link,
        "You gave more than the host of the inner link.",
        "RFC 3986 3.2.2",
    ),
    row(
        "parameter-name",
        parameter_name,
        "You gave the name of a parameter. Its value has the link.",
        "RFC 3986 3.4",
    ),
    row("nothing-inside", nothing_inside, "You named no host. There is a link inside of this one."),
)
