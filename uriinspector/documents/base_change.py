"""Preview a different base for a page: the target of each reference before and after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import parse, resolve
from uriinspector.documents.html.embedded_addresses import WHITE, items_of
from uriinspector.documents.leaf import embedded, retrieved

if TYPE_CHECKING:
    from uriinspector.documents.document import Document, Link


class TargetChange(NamedTuple):
    """A reference whose target changes; a target is None if it cannot be resolved."""

    line: int
    value: str
    before: str | None
    after: str | None


class BaseChange(NamedTuple):
    """The base before and after, the changed references, and the total number of references."""

    before: str | None
    after: str | None
    changes: list[TargetChange]
    references: int


def base_element(document: Document) -> str | None:
    """Return the address in the page's first BASE element, or None if it has none."""
    return next((each.value for each in document.links if _is_base(each)), None)


def base_change(document: Document, address: str | None, href: str | None) -> BaseChange:
    """Return what would change if the page had this address and this base element, if any."""
    outer = retrieved(address)
    base = outer.text if href is None else embedded(href, outer).text
    changes: list[TargetChange] = []
    count = 0
    before: str | None = None
    for link in document.links:
        if _is_base(link):
            continue
        edition = link.leaf.judge.edition
        before = link.base.text
        for text in _references(link):
            count += 1
            then, now = (_target(each, text, edition) for each in (before, base))
            if then != now:
                changes.append(TargetChange(link.source.line, text, then, now))
    return BaseChange(before, base, changes, count)


def _is_base(link: Link) -> bool:
    return (link.place.element, link.place.attribute) == ("base", "href")


def _references(link: Link) -> Iterator[str]:
    value = link.value
    items = items_of(value, link.place.how)
    if items is not None:
        yield from (each.text for each in items)
    else:
        yield value.strip(WHITE) if link.place.is_markup else value


def _target(base: str | None, text: str, edition: str) -> str | None:
    if base is not None:
        return resolve(base, text, edition=edition).target
    return text if parse(text, edition=edition).scheme is not None else None
