"""Links inside a link, by scheme; also the schemes jar and intent (Android).

intent://HOST/PATH#Intent;scheme=https;package=com.example;S.browser_fallback_url=...;end

The text before the fragment is the data of the intent; its scheme is one of the parameters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import FaultRows, Part, Span, fault, message
from uriinspector.core.percent import decoded
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import (
    ABSOLUTE,
    Action,
    Choice,
    Field,
    Inner,
    NoteRows,
    ParameterPair,
    Remarks,
    Scheme,
    generic_faults,
    inner_if,
    inner_of,
    noted,
    pairs,
    part_of,
    visible,
    whole_of,
)

if TYPE_CHECKING:
    Inside = Callable[[Reference], Iterator[Inner]]


JAR_CITE = "java.net.JarURLConnection"
JAR_MARK = "!/"


# The level, the message and the clauses of each note.
NOTES: NoteRows = {
    "twice-packed": (
        "unusual",
        'an archive in an archive: programs disagree about which "!/" counts',
        ("java.net.JarURLConnection",),
    ),
    "component": (
        "danger",
        "names an app component directly, possibly one that the app does not make public",
        (),
    ),
    "fallback": ("unusual", "opens another address if the app is not installed", ()),
    "call": ("danger", "asks for a call without showing the dial pad first", ()),
    "selector": ("danger", "a selector hides the real purpose of the intent", ()),
}
# The rule, the expected text and the clauses of each fault.
FAULTS: FaultRows = {
    "the archive needs an absolute reference": (
        "jar",
        'a scheme and ":"',
        ("java.net.JarURLConnection",),
    ),
    '"!/" separates the archive from the entry': ("jar", '"!/"', ("java.net.JarURLConnection",)),
    "the parameters are missing": ("intent", '"#Intent;"', ("Android Intent.parseUri",)),
    "the end of the parameters is missing": ("intent", '";end"', ("Android Intent.parseUri",)),
}


def describe_jar(reference: Reference, _: Choice) -> Remarks:
    """Describe the archive, and the entry in it."""
    text, (start, end) = reference.text, part_of(reference)
    at = text.rfind(JAR_MARK, start, end)
    outer = Span(start, at if at >= 0 else end)
    yield Field("archive", outer, "the reference to the archive")
    yield Action("fetch", visible(outer.of(text)), "the whole archive")
    if not ABSOLUTE.match(text, *outer):
        yield fault(FAULTS, "the archive needs an absolute reference", start)
    entry = None
    if at >= 0:
        entry = Span(at + len(JAR_MARK), end)
    else:
        yield fault(FAULTS, '"!/" separates the archive from the entry', end)
    meaning = "the entry" if at + len(JAR_MARK) < end else "the whole archive"
    yield Field("entry", entry, meaning, "no entry is named")
    yield Action("unpack", visible(entry.of(text)) if entry else "", "and use its content")
    again = text.find(JAR_MARK, *outer)
    if again >= 0:
        yield noted(NOTES, "twice-packed", Span(again, again + len(JAR_MARK)))
    yield from inner_if(text, outer, "jar", ABSOLUTE)


JAR_SCHEME = Scheme(
    ("jar",), "an entry in an archive", (JAR_CITE,), "fetches", describe_jar, nests=True
)

CITE = "Android Intent.parseUri"
MARK, END = "Intent;", ";end"
FALLBACK = "s.browser_fallback_url"
VIA_FALLBACK = "intent fallback"
MEANINGS = {
    "scheme": "the scheme of the data; scheme and data form the reference that is opened",
    "package": "the only app allowed to open the link",
    "component": "the only app component allowed to open the link",
    "action": "the action",
    "category": "the kind of app that can open the link",
    "type": "the media type of the data",
    "launchflags": "how the app is started",
    FALLBACK: "fallback address if no app accepts the link",
}
EXTRAS = {"S": "a string", "B": "yes or no", "b": "a number", "c": "a character", "d": "a number"}
EXTRAS |= {"f": "a number", "i": "a number", "l": "a number", "s": "a number"}


def describe(reference: Reference, _: Choice) -> Remarks:
    """Describe which app receives which data, and where else the link leads."""
    text, data, span = reference.text, part_of(reference), reference.span(Part.FRAGMENT)
    has_data = not data.is_empty
    params: tuple[ParameterPair, ...] = ()
    if span is None or not text.startswith(MARK, *span):
        yield fault(FAULTS, "the parameters are missing", span.start if span else data.end)
    else:
        first, end = span.start + len(MARK), span.end
        is_ended = text.endswith(END, *span)
        if not is_ended and not text.startswith("end", first, end):
            yield fault(FAULTS, "the end of the parameters is missing", end)
        stop = end - len(END) if is_ended else end
        params = tuple(pairs(text, Span(first, max(stop, first)), ";"))
    yield from generic_faults(reference)
    named = {lowered(name.of(text)): value for name, value in params}
    if has_data:
        yield Field("data", data, "the data for the app")
    for each in params:
        called = decoded(each.name.of(text))
        yield Field(called, each.place, MEANINGS.get(lowered(called)) or _extra(called))
    target = next((named[key] for key in ("component", "package") if named.get(key)), None)
    program = visible(target.of(text)) if target else "any app registered for the link"
    yield Action("start", program, "where the browser allows it")
    if component := named.get("component"):
        yield noted(NOTES, "component", component)
    if fallback := named.get(FALLBACK):
        yield Action("open", visible(fallback.of(text)), "if no app accepts it")
        yield noted(NOTES, "fallback", fallback)
    action = named.get("action")
    if action and lowered(decoded(action.of(text))).endswith((".call", ".call_privileged")):
        yield noted(NOTES, "call", action)
    if "sel" in named:
        yield noted(NOTES, "selector")
    scheme = named.get("scheme")
    if has_data and scheme:
        yield Inner(data, "intent data", f"{decoded(scheme.of(text))}:{data.of(text)}")
    elif has_data and text[data.start] != "\\":
        yield from inner_if(text, data, "intent data")
    yield from inner_of(text, fallback, VIA_FALLBACK)


def _extra(called: str) -> str:
    kind, point, _ = called.partition(".")
    if point and kind in EXTRAS:
        return message("extra data for the app: {kind}", kind=message(EXTRAS[kind]))
    return "a parameter"


SCHEME = Scheme(
    ("intent",),
    "an intent for an Android app",
    (CITE,),
    "program",
    describe,
    nests=True,
    commands=True,
)

BEGINNING = expression(r"(?:https?|ftp|file|ms-appx-web)(?::|%3[Aa])(?:/|%2[Ff]){2}", re.IGNORECASE)
# Characters that end a reference in code or in a command line.
STOP = expression("[\\s\"'`<>|;&(){}\\\\,]|%2[27]|%0[AaDd]|%20")
CRUMB = "location:"
# The ``via`` of an inner reference that a program shows or passes on without opening.
MENTIONED = "mentioned"


def nothing(_: Reference) -> Iterator[Inner]:
    """Return no references, for schemes whose links contain none."""
    return iter(())


def whole(reference: Reference) -> Iterator[Inner]:
    """Return the text after the scheme, including the fragment (view-source, feed, onenote)."""
    return inner_of(reference.text, whole_of(reference), reference.scheme_name)


def whole_if(reference: Reference) -> Iterator[Inner]:
    """Return the text after the scheme if it begins like a reference."""
    return inner_if(reference.text, whole_of(reference), reference.scheme_name)


def whole_or_http(reference: Reference) -> Iterator[Inner]:
    """Yield the text after the scheme; "//" at its beginning means "http://": feed."""
    for each in whole_if(reference):
        yield replace(each, text=f"http:{each.text}") if each.text.startswith("//") else each


def part(reference: Reference) -> Iterator[Inner]:
    """Return the text after the scheme, without the fragment (for blob and filesystem)."""
    return inner_if(reference.text, part_of(reference), reference.scheme_name, ABSOLUTE)


def before(mark: str) -> Inside:
    """Return a function that finds the text before the last mark, such as "::" in compiled help."""

    def inside(reference: Reference) -> Iterator[Inner]:
        text, (start, end) = reference.text, part_of(reference)
        store = text.find(":", start, end) + 1 if text.startswith("@", start, end) else start
        at = text.rfind(mark, store, end)
        return inner_of(text, Span(store, at if at >= 0 else end), reference.scheme_name)

    return inside


def params(*names: str) -> Inside:
    """Return a function that finds the values of these query parameters."""

    def inside(reference: Reference) -> Iterator[Inner]:
        text = reference.text
        for name, value in pairs(text, reference.span(Part.QUERY)):
            if lowered(decoded(name.of(text))) in names:
                yield from inner_if(text, value, f"{lowered(reference.scheme or '')} parameter")

    return inside


def mentions(*names: str) -> Inside:
    """Return a function that finds parameters that a program shows or passes on without opening."""

    def inside(reference: Reference) -> Iterator[Inner]:
        for each in params(*names)(reference):
            yield replace(each, via=MENTIONED)

    return inside


def several(*ways: Inside) -> Inside:
    """Return a function that combines the results of several others."""

    def inside(reference: Reference) -> Iterator[Inner]:
        for way in ways:
            yield from way(reference)

    return inside


def first(*ways: Inside) -> Inside:
    """Return a function that returns the results of the first of these that finds anything."""

    def inside(reference: Reference) -> Iterator[Inner]:
        return iter(next(filter(None, (tuple(way(reference)) for way in ways)), ()))

    return inside


def tail(reference: Reference) -> Iterator[Inner]:
    """Yield the text after a command, from where a reference begins (steam, github-windows)."""
    text, (start, end) = reference.text, whole_of(reference)
    match = BEGINNING.search(text, start, end)
    if match:
        yield from inner_of(text, Span(match.start(), end), reference.scheme_name)


def swapped(reference: Reference) -> Iterator[Inner]:
    """Yield the link with http as its scheme, or https if the browser's scheme ends in "s"."""
    text, scheme = reference.text, reference.scheme_name
    result = whole_of(reference)
    if reference.host and ("." in reference.host or ":" in reference.host):
        web = "https" if scheme.endswith("s") else "http"
        yield Inner(result, scheme, f"{web}:{result.of(text)}")


def plus(reference: Reference) -> Iterator[Inner]:
    """Return the link with only the part of the scheme after "+", as in git+https."""
    span = reference.span(Part.SCHEME) or Span(0, 0)
    result = Span(reference.text.find("+", *span) + 1, reference.spans[0][1])
    return inner_of(reference.text, result, "scheme after +")


def embedded(reference: Reference) -> Iterator[Inner]:
    """Yield each address of a page or file in code or in a command line."""
    text, (start, end) = reference.text, whole_of(reference)
    while match := BEGINNING.search(text, start, end):
        stop = STOP.search(text, match.end(), end)
        start = stop.start() if stop else end
        yield from inner_of(text, Span(match.start(), start), "inside of the text")


def crumbs(reference: Reference) -> Iterator[Inner]:
    """Yield the locations in which a search-ms link searches."""
    text = reference.text
    for name, value in pairs(text, whole_of(reference)):
        called = lowered(decoded(name.of(text))).lstrip("?/")
        if value is None or called not in {"crumb", "subquery"}:
            continue
        if lowered(text[value.start : value.start + len(CRUMB)]) == CRUMB:
            yield from inner_of(text, Span(value.start + len(CRUMB), value.end), "search location")
        elif called == "subquery":
            yield from inner_of(text, value, "search location")
