"""What is nested in a reference: one small function for each way to put one inside of another."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered
from uriinspector.core.decoding import decoded
from uriinspector.core.expression import expression
from uriinspector.core.model import Part, Span
from uriinspector.core.schemes.dossier import Inner
from uriinspector.core.schemes.specific import (
    inner_if,
    inner_if_absolute,
    inner_of,
    pairs,
    part_of,
    whole_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uriinspector.core.reference import Reference

    Inside = Callable[[Reference], Iterator[Inner]]

BEGINNING = expression(r"(?:https?|ftp|file|ms-appx-web)(?::|%3[Aa])(?:/|%2[Ff]){2}", re.IGNORECASE)
# What cannot go on in a reference that stands in code or in a command line.
STOP = expression("[\\s\"'`<>|;&(){}\\\\,]|%2[27]|%0[AaDd]|%20")
CRUMB = "location:"
# How an inner reference got there that no program opens.
MENTIONED = "mentioned"


def nothing(_: Reference) -> Iterator[Inner]:
    """Nothing is nested in such a reference."""
    return iter(())


def whole(reference: Reference) -> Iterator[Inner]:
    """All that follows the scheme, fragment and all: view-source, feed, onenote."""
    return inner_of(reference.text, whole_of(reference), lowered(reference.scheme or ""))


def whole_if(reference: Reference) -> Iterator[Inner]:
    """The same, where it begins like a reference."""
    return inner_if(reference.text, whole_of(reference), lowered(reference.scheme or ""))


def whole_or_http(reference: Reference) -> Iterator[Inner]:
    """The same; there, two slashes alone stand for "http://": feed."""
    for each in whole_if(reference):
        yield replace(each, text=f"http:{each.text}") if each.text.startswith("//") else each


def part(reference: Reference) -> Iterator[Inner]:
    """All that follows the scheme but the fragment: blob, filesystem."""
    return inner_if_absolute(reference.text, part_of(reference), lowered(reference.scheme or ""))


def before(mark: str) -> Inside:
    """What stands before the last mark: "::" in compiled help."""

    def inside(reference: Reference) -> Iterator[Inner]:
        text, (start, end) = reference.text, part_of(reference)
        store = text.find(":", start, end) + 1 if text.startswith("@", start, end) else start
        at = text.rfind(mark, store, end)
        span = Span(store, at if at >= 0 else end)
        return inner_of(text, span, lowered(reference.scheme or ""))

    return inside


def params(*names: str) -> Inside:
    """The values of these parameters of the query."""

    def inside(reference: Reference) -> Iterator[Inner]:
        text = reference.text
        for name, value in pairs(text, reference.span(Part.QUERY)):
            if lowered(decoded(name.of(text))) in names:
                yield from inner_if(text, value, f"{lowered(reference.scheme or '')} parameter")

    return inside


def mentions(*names: str) -> Inside:
    """The same for values that a program shows or passes on, and does not open."""

    def inside(reference: Reference) -> Iterator[Inner]:
        for each in params(*names)(reference):
            yield replace(each, via=MENTIONED)

    return inside


def several(*ways: Inside) -> Inside:
    """What is nested in one way or another."""

    def inside(reference: Reference) -> Iterator[Inner]:
        for way in ways:
            yield from way(reference)

    return inside


def first(*ways: Inside) -> Inside:
    """What is nested in the first of these ways that finds anything: the same is told once."""

    def inside(reference: Reference) -> Iterator[Inner]:
        return iter(next(filter(None, (tuple(way(reference)) for way in ways)), ()))

    return inside


def tail(reference: Reference) -> Iterator[Inner]:
    """The rest from where it begins like a reference, behind a command: steam, github-windows."""
    text, (start, end) = reference.text, whole_of(reference)
    match = BEGINNING.search(text, start, end)
    if match:
        yield from inner_of(text, Span(match.start(), end), lowered(reference.scheme or ""))


def swapped(reference: Reference) -> Iterator[Inner]:
    """A scheme of a browser in place of http or https, which its last letter tells."""
    text, scheme = reference.text, lowered(reference.scheme or "")
    result = whole_of(reference)
    if reference.host and ("." in reference.host or ":" in reference.host):
        web = "https" if scheme.endswith("s") else "http"
        yield Inner(result, scheme, f"{web}:{result.of(text)}")


def plus(reference: Reference) -> Iterator[Inner]:
    """The scheme behind a "+", with all that follows: git+https."""
    span = reference.span(Part.SCHEME) or Span(0, 0)
    result = Span(reference.text.find("+", *span) + 1, reference.spans[0][1])
    return inner_of(reference.text, result, "scheme after +")


def embedded(reference: Reference) -> Iterator[Inner]:
    """Whatever begins like a web address or a file, in code or a command line."""
    text, (start, end) = reference.text, whole_of(reference)
    while match := BEGINNING.search(text, start, end):
        stop = STOP.search(text, match.end(), end)
        start = stop.start() if stop else end
        yield from inner_of(text, Span(match.start(), start), "inside of the text")


def crumbs(reference: Reference) -> Iterator[Inner]:
    """search-ms: where the search is made."""
    text = reference.text
    for name, value in pairs(text, whole_of(reference)):
        called = lowered(decoded(name.of(text))).lstrip("?/")
        if value is None or called not in {"crumb", "subquery"}:
            continue
        if lowered(text[value.start : value.start + len(CRUMB)]) == CRUMB:
            yield from inner_of(text, Span(value.start + len(CRUMB), value.end), "search location")
        elif called == "subquery":
            yield from inner_of(text, value, "search location")
