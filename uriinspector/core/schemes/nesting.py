"""Links inside a link, by scheme; the schemes jar and intent (Android).

intent://HOST/PATH#Intent;scheme=https;package=com.example;S.browser_fallback_url=...;end

The text before the fragment is the data of the intent; its scheme is one of the parameters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import FaultRows, NamedTuple, Part, Span, Violation, fault, message
from uriinspector.core.percent import decoded
from uriinspector.core.reference import Reference
from uriinspector.core.schemes import dossier

if TYPE_CHECKING:
    Inside = Callable[[Reference], Iterator[dossier.Inner]]


JAR_CITE = "java.net.JarURLConnection"
JAR_MARK = "!/"


# The level, the message and the clauses of each note.
NOTES: dossier.NoteRows = {
    "twice-packed": (
        "unusual",
        'an archive in an archive: programs disagree about which "!/" counts',
        ("java.net.JarURLConnection",),
    ),
    "component": ("danger", "names a part of an app directly, bypassing what the app exposes", ()),
    "fallback": ("unusual", "opens another address if the app is not installed", ()),
    "call": ("danger", "asks for a call without the dial pad in between", ()),
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


def describe_jar(reference: Reference, _: dossier.Choice) -> dossier.Remarks:
    """Describe the archive, and the entry in it."""
    text, (start, end) = reference.text, dossier.part_of(reference)
    at = text.rfind(JAR_MARK, start, end)
    outer = Span(start, at if at >= 0 else end)
    entry = Span(at + 2, end) if at >= 0 else None
    yield from _jar_fields(text, outer, entry)
    yield dossier.Action("fetch", dossier.visible(outer.of(text)), "the whole archive")
    yield dossier.Action(
        "unpack", dossier.visible(entry.of(text)) if entry else "", "and use its content"
    )
    yield from _jar_violations(text, outer, entry)
    yield from _jar_notes(text, outer)
    yield from dossier.inner_if_absolute(text, outer, "jar")


def _jar_fields(text: str, outer: Span, entry: Span | None) -> Iterator[dossier.Field]:
    yield dossier.Field.of(text, "archive", outer, "the reference to the archive")
    if entry:
        meaning = "the entry" if entry.start < entry.end else "the whole archive"
        yield dossier.Field.of(text, "entry", entry, meaning)
    else:
        yield dossier.Field.absent("entry", "no entry is named")


def _jar_violations(text: str, outer: Span, entry: Span | None) -> Iterator[Violation]:
    if not dossier.ABSOLUTE.match(text, *outer):
        yield fault(FAULTS, "the archive needs an absolute reference", outer.start)
    if entry is None:
        yield fault(FAULTS, '"!/" separates the archive from the entry', outer.end)


def _jar_notes(text: str, outer: Span) -> Iterator[dossier.Note]:
    at = text.find(JAR_MARK, *outer)
    if at >= 0:
        yield dossier.noted(NOTES, "twice-packed", Span(at, at + 2))


JAR_SCHEME = dossier.Scheme(
    ("jar",), "an entry in an archive", (JAR_CITE,), "fetches", describe_jar, nests=True
)

CITE = "Android Intent.parseUri"
MARK, END = "Intent;", ";end"
FALLBACK = "s.browser_fallback_url"
VIA_FALLBACK = "intent fallback"
MEANINGS = {
    "scheme": "the scheme of the data; scheme and data form the reference that is opened",
    "package": "the only app allowed to open it",
    "component": "the only app component allowed to open it",
    "action": "the action",
    "category": "the kind of app that can open it",
    "type": "the media type of the data",
    "launchflags": "how the app is started",
    FALLBACK: "fallback address if no app accepts it",
}
EXTRAS = {"S": "a string", "B": "yes or no", "b": "a number", "c": "a character", "d": "a number"}
EXTRAS |= {"f": "a number", "i": "a number", "l": "a number", "s": "a number"}


class IntentMessage(NamedTuple):
    """The data of an intent, and the spans of its parameters."""

    data: Span
    params: tuple[dossier.ParameterPair, ...]


def describe(reference: Reference, _: dossier.Choice) -> dossier.Remarks:
    """Describe which app receives what, and where else the link leads."""
    text = reference.text
    asked = IntentMessage(dossier.part_of(reference), tuple(_params(reference)))
    named = {lowered(each.name.of(text)): each.value for each in asked.params}
    yield from _fields(text, asked)
    yield from _actions(text, named)
    yield from _violations(reference)
    yield from _notes(text, named)
    yield from _inner(text, asked, named)


def _params(reference: Reference) -> Iterator[dossier.ParameterPair]:
    span = reference.span(Part.FRAGMENT)
    if span is None or not reference.text.startswith(MARK, *span):
        return
    end = span.end - len(END) if reference.text.endswith(END, *span) else span.end
    yield from dossier.pairs(
        reference.text, Span(span.start + len(MARK), max(end, span.start + 7)), ";"
    )


def _fields(text: str, asked: IntentMessage) -> Iterator[dossier.Field]:
    if asked.data.start < asked.data.end:
        yield dossier.Field.of(text, "data", asked.data, "the data for the app")
    for name, value in asked.params:
        called = decoded(name.of(text))
        span = value or Span(name.end, name.end)
        kind, point, _ = called.partition(".")
        explanation = (
            message("extra data for the app: {kind}", kind=message(EXTRAS[kind]))
            if point and kind in EXTRAS
            else ""
        )
        meaning = MEANINGS.get(lowered(called)) or explanation or "a parameter"
        yield dossier.Field.of(text, called, span, meaning)


def _actions(text: str, named: dict[str, Span | None]) -> Iterator[dossier.Action]:
    target = next((named[key] for key in ("component", "package") if named.get(key)), None)
    program = dossier.visible(target.of(text)) if target else "any app registered for it"
    yield dossier.Action("start", program, "where the browser allows it")
    fallback = named.get(FALLBACK)
    if fallback:
        yield dossier.Action("open", dossier.visible(fallback.of(text)), "if no app accepts it")


def _violations(reference: Reference) -> Iterator[Violation]:
    text, span = reference.text, reference.span(Part.FRAGMENT)
    if span is None or not text.startswith(MARK, *span):
        at = span.start if span else dossier.part_of(reference).end
        yield fault(FAULTS, "the parameters are missing", at)
    elif not text.endswith(END, *span) and not text.startswith("end", span.start + 7, span.end):
        yield fault(FAULTS, "the end of the parameters is missing", span.end)
    yield from dossier.generic_faults(reference)


def _notes(text: str, named: dict[str, Span | None]) -> Iterator[dossier.Note]:
    if named.get("component"):
        yield dossier.noted(NOTES, "component", named["component"])
    if named.get(FALLBACK):
        yield dossier.noted(NOTES, "fallback", named[FALLBACK])
    action = named.get("action")
    if action and lowered(decoded(action.of(text))).endswith((".call", ".call_privileged")):
        yield dossier.noted(NOTES, "call", action)
    if "sel" in named:
        yield dossier.noted(NOTES, "selector")


def _inner(
    text: str, asked: IntentMessage, named: dict[str, Span | None]
) -> Iterator[dossier.Inner]:
    scheme = named.get("scheme")
    if scheme and asked.data.start < asked.data.end:
        target = f"{decoded(scheme.of(text))}:{asked.data.of(text)}"
        yield dossier.Inner(asked.data, "intent data", target)
    elif asked.data.start < asked.data.end and text[asked.data.start] != "\\":
        yield from dossier.inner_if(text, asked.data, "intent data")
    yield from dossier.inner_of(text, named.get(FALLBACK), VIA_FALLBACK)


SCHEME = dossier.Scheme(
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
# How an inner reference is used that no program opens.
MENTIONED = "mentioned"


def nothing(_: Reference) -> Iterator[dossier.Inner]:
    """Return no inner references."""
    return iter(())


def whole(reference: Reference) -> Iterator[dossier.Inner]:
    """Return everything after the scheme, including the fragment: view-source, feed, onenote."""
    return dossier.inner_of(
        reference.text, dossier.whole_of(reference), lowered(reference.scheme or "")
    )


def whole_if(reference: Reference) -> Iterator[dossier.Inner]:
    """Return everything after the scheme if it begins like a reference."""
    return dossier.inner_if(
        reference.text, dossier.whole_of(reference), lowered(reference.scheme or "")
    )


def whole_or_http(reference: Reference) -> Iterator[dossier.Inner]:
    """Yield everything after the scheme; "//" at its beginning means "http://": feed."""
    for each in whole_if(reference):
        yield replace(each, text=f"http:{each.text}") if each.text.startswith("//") else each


def part(reference: Reference) -> Iterator[dossier.Inner]:
    """Return everything after the scheme except the fragment: blob, filesystem."""
    return dossier.inner_if_absolute(
        reference.text, dossier.part_of(reference), lowered(reference.scheme or "")
    )


def before(mark: str) -> Inside:
    """Return a function for the text before the last mark: "::" in compiled help."""

    def inside(reference: Reference) -> Iterator[dossier.Inner]:
        text, (start, end) = reference.text, dossier.part_of(reference)
        store = text.find(":", start, end) + 1 if text.startswith("@", start, end) else start
        at = text.rfind(mark, store, end)
        span = Span(store, at if at >= 0 else end)
        return dossier.inner_of(text, span, lowered(reference.scheme or ""))

    return inside


def params(*names: str) -> Inside:
    """Return a function for the values of these query parameters."""

    def inside(reference: Reference) -> Iterator[dossier.Inner]:
        text = reference.text
        for name, value in dossier.pairs(text, reference.span(Part.QUERY)):
            if lowered(decoded(name.of(text))) in names:
                yield from dossier.inner_if(
                    text, value, f"{lowered(reference.scheme or '')} parameter"
                )

    return inside


def mentions(*names: str) -> Inside:
    """Return a function for parameters that a program shows or passes on, but does not open."""

    def inside(reference: Reference) -> Iterator[dossier.Inner]:
        for each in params(*names)(reference):
            yield replace(each, via=MENTIONED)

    return inside


def several(*ways: Inside) -> Inside:
    """Return a function that combines the results of several others."""

    def inside(reference: Reference) -> Iterator[dossier.Inner]:
        for way in ways:
            yield from way(reference)

    return inside


def first(*ways: Inside) -> Inside:
    """Return a function that uses the first of several that finds anything."""

    def inside(reference: Reference) -> Iterator[dossier.Inner]:
        return iter(next(filter(None, (tuple(way(reference)) for way in ways)), ()))

    return inside


def tail(reference: Reference) -> Iterator[dossier.Inner]:
    """Yield the rest that begins like a reference, after a command: steam, github-windows."""
    text, (start, end) = reference.text, dossier.whole_of(reference)
    match = BEGINNING.search(text, start, end)
    if match:
        yield from dossier.inner_of(text, Span(match.start(), end), lowered(reference.scheme or ""))


def swapped(reference: Reference) -> Iterator[dossier.Inner]:
    """Yield the link with http, or https for a final "s", in place of a browser's scheme."""
    text, scheme = reference.text, lowered(reference.scheme or "")
    result = dossier.whole_of(reference)
    if reference.host and ("." in reference.host or ":" in reference.host):
        web = "https" if scheme.endswith("s") else "http"
        yield dossier.Inner(result, scheme, f"{web}:{result.of(text)}")


def plus(reference: Reference) -> Iterator[dossier.Inner]:
    """Return the link with the scheme after "+": git+https."""
    span = reference.span(Part.SCHEME) or Span(0, 0)
    result = Span(reference.text.find("+", *span) + 1, reference.spans[0][1])
    return dossier.inner_of(reference.text, result, "scheme after +")


def embedded(reference: Reference) -> Iterator[dossier.Inner]:
    """Yield everything that begins like a web address or a file, in code or a command line."""
    text, (start, end) = reference.text, dossier.whole_of(reference)
    while match := BEGINNING.search(text, start, end):
        stop = STOP.search(text, match.end(), end)
        start = stop.start() if stop else end
        yield from dossier.inner_of(text, Span(match.start(), start), "inside of the text")


def crumbs(reference: Reference) -> Iterator[dossier.Inner]:
    """Yield the location of a search: search-ms."""
    text = reference.text
    for name, value in dossier.pairs(text, dossier.whole_of(reference)):
        called = lowered(decoded(name.of(text))).lstrip("?/")
        if value is None or called not in {"crumb", "subquery"}:
            continue
        if lowered(text[value.start : value.start + len(CRUMB)]) == CRUMB:
            yield from dossier.inner_of(
                text, Span(value.start + len(CRUMB), value.end), "search location"
            )
        elif called == "subquery":
            yield from dossier.inner_of(text, value, "search location")
