"""The parts of a link that can contain data, as input for decoders.

In most links, no decoder fits any of these parts, so no decoder is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Protocol

from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import Message, NamedTuple, Part, Span
from uriinspector.core.reference import Reference, cut
from uriinspector.core.schemes.dossier import pairs

# Components that carry data; INSIDE is for decoded data.
USERINFO, HOST, PATH, QUERY, FRAGMENT, INSIDE = (
    *("userinfo", "host", "path", "query", "fragment"),
    "inside",
)
# Longer texts and byte strings are not decoded, only reported.
LONGEST = 131_072


class Placing(Protocol):
    """A mapping of positions in a datum to positions in the link."""

    def span(self, start: int, end: int) -> Span:
        """Return the span in the link for a span of the datum."""


class Whole(NamedTuple):
    """Maps every position to the same span, for compressed or computed data."""

    place: Span

    def span(self, start: int, end: int) -> Span:  # noqa: ARG002 - wherever it is
        return self.place


class Elsewhere(NamedTuple):
    """Maps positions with a function, for a link derived from another text."""

    written: Callable[[Span], Span]

    def span(self, start: int, end: int) -> Span:
        return self.written(Span(start, end))


class Mapped(NamedTuple):
    """Maps each unit of decoded data to its own position."""

    starts: list[int]
    outer: Placing

    def span(self, start: int, end: int) -> Span:
        return self.outer.span(self.starts[start], self.starts[end])


class Grouped(NamedTuple):
    """Maps groups of bytes to groups of characters: in base64, three bytes to four characters."""

    characters: int
    octets: int
    outer: Placing
    last: int

    def span(self, start: int, end: int) -> Span:
        first = start // self.octets * self.characters
        last = -(-end // self.octets) * self.characters
        return self.outer.span(min(first, self.last), min(last, self.last))


class Within(NamedTuple):
    """Maps positions by an offset into another datum, or into the link itself."""

    start: int
    outer: Placing | None = None

    def span(self, start: int, end: int) -> Span:
        start, end = self.start + start, self.start + end
        return self.outer.span(start, end) if self.outer else Span(start, end)


class InnerDatum(NamedTuple):
    """A part of decoded data.

    It is decoded further unless ``is_final`` is true; ``known`` contains readings that need no
    decoder. Without a ``placing``, it has the span of the outer value. A member of a structure
    (``is_member``) is listed as text if no decoder can read it.
    """

    name: str
    content: str | bytes
    placing: Placing | None = None
    known: tuple[Decoded, ...] = ()
    is_final: bool = False
    is_member: bool = False


class Decoded(NamedTuple):
    """A decoder's result (see ``ValueReading``); the decoder's row adds the name and source.

    With ``needs_inside``, the result only counts if something inside it can be read, and it gets
    the confidence of that reading. The parts of ``link`` are decoded next; its text begins at
    ``start`` in the datum.
    """

    kind: str
    value: str
    phrase: Message
    confidence: str
    inner: tuple[InnerDatum, ...] = ()
    source: str = ""
    needs_inside: bool = False
    link: Reference | None = None
    start: int = 0


NO_INNER = InnerDatum("", "")


class Datum:
    """A text or byte string from a link, with its name and position.

    ``octets`` is None for text; ``size`` is the length of the text or bytes. ``index`` is the
    number of the path segment, query pair or host label. ``inner`` is the outer decoder's
    description of it.
    """

    __slots__ = (
        "index",
        "inner",
        "link",
        "name",
        "octets",
        "part",
        "placing",
        "size",
        "text",
        "via",
    )

    def __init__(
        self,
        content: str | bytes,
        part: str,
        placing: Placing,
        name: str = "",
        link: Reference | None = None,
        via: tuple[str, ...] = (),
        index: int = 0,
        inner: InnerDatum = NO_INNER,
    ) -> None:
        self.text = content if isinstance(content, str) else ""
        self.octets = content if isinstance(content, bytes) else None
        self.size = len(content)
        self.part = part
        self.placing = placing
        self.name = name
        self.link = link
        self.via = via
        self.index = index
        self.inner = inner

    def place(self) -> Span:
        return self.placing.span(0, self.size)


# Keys that may themselves be values: with a digit or capital, or too long for a word.
VALUE_LIKE_KEY = expression(r"(?=[^a-z]*[0-9A-Z%])[^\[\]]{8,}+|.{24,}+", re.DOTALL)
PACKED_PATH = expression("[A-Za-z0-9+/]{24,}={1,2}")
# Shorter segments are not searched for values next to other text.
SHORTEST_NAME = 14
AMONG = expression(
    "(?<![0-9A-Za-z])[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![0-9A-Za-z])"
)
NAMED_FILE = expression(r"(?P<stem>[0-9A-Za-z_-]{10,}={0,2})\.[A-Za-z][A-Za-z0-9]{1,4}")
NUMBERED = expression(r"[A-Za-z][\w-]*?[-_](?P<number>[0-9]{13}|[0-9a-f]{24})(?:\.[a-z0-9]{2,5})?")
# Longer names are ignored.
LONGEST_NAME = 64
# The start of text directives, which browsers use for highlighting and remove from the fragment.
DIRECTIVES = ":~:"


def data_of(
    reference: Reference, outer: Placing | None = None, via: tuple[str, ...] = ()
) -> Iterator[Datum]:
    """Yield userinfo, host, segments, parameters and fragment, in the order of the text."""
    source = _Source(reference, outer, via)
    yield from _userinfo(source)
    span = reference.span(Part.HOST)
    if span is not None and span.end > span.start:
        yield source.datum(span, HOST)
        yield from _labels(source, span)
    path = reference.span(Part.PATH)
    if path is not None:
        yield from _path(source, path)
    query = reference.span(Part.QUERY)
    if query is not None:
        yield from pairs_in(source, query, QUERY)
    yield from _fragment(source)


class _Source:
    def __init__(self, reference: Reference, outer: Placing | None, via: tuple[str, ...]) -> None:
        self.reference = reference
        self.text = reference.text
        self.outer = outer
        self.via = via

    def datum(self, span: Span, part: str, name: str = "", index: int = 0) -> Datum:
        placing = Within(span.start, self.outer)
        return Datum(span.of(self.text), part, placing, name, self.reference, self.via, index)

    def filled(self, span: Span, part: str, name: str = "", index: int = 0) -> Iterator[Datum]:
        """Yield the datum for a span, unless it is empty."""
        if span.end > span.start:
            yield self.datum(span, part, name, index)


def _userinfo(source: _Source) -> Iterator[Datum]:
    span = source.reference.span(Part.USERINFO)
    if span is None:
        return
    user, *password = cut(source.text, span, ":")
    yield from source.filled(user, USERINFO, "user")
    if password:
        yield from source.filled(Span(password[0].start, span.end), USERINFO, "password")


def _labels(source: _Source, span: Span) -> Iterator[Datum]:
    """Yield the labels before the top-level domain; none for an IP address."""
    if "." not in span.of(source.text).rstrip(".") or source.text.startswith("[", span.start):
        return
    *labels, last = cut(source.text, span, ".")
    if last.of(source.text).isdigit():
        return
    for index, label in enumerate(labels):
        yield from source.filled(label, HOST, "label", index + 1)


def _path(source: _Source, path: Span) -> Iterator[Datum]:
    text = source.text
    scheme = lowered(source.reference.scheme or "")
    if scheme == "data":
        comma = text.find(",", *path)
        yield from source.filled(Span(comma + 1, path.end), PATH, "content")
        return
    if scheme == "urn":
        name = ""
        for index, run in enumerate(cut(text, path, ":")):
            yield from source.filled(run, PATH, name, index)
            name = lowered(text[run.start : run.end][:LONGEST_NAME])
        return
    for index, run in enumerate(cut(text, path, "/")):
        if run.end > run.start:
            yield source.datum(run, PATH, index=index)
            yield from _within_segment(source, run, index)
    yield from _packed_path(source, path)


def _within_segment(source: _Source, run: Span, index: int) -> Iterator[Datum]:
    """Yield a UUID next to other text, a number after a name, or the stem of a file name."""
    if run.end - run.start < SHORTEST_NAME:
        return
    text = source.text
    if match := AMONG.search(text, *run):
        if match.span() != run:
            yield source.datum(Span(*match.span()), PATH, index=index)
    elif match := NUMBERED.fullmatch(text, *run):
        yield source.datum(Span(*match.span("number")), PATH, index=index)
    elif match := NAMED_FILE.fullmatch(text, *run):
        yield source.datum(Span(*match.span("stem")), PATH, index=index)


def _packed_path(source: _Source, path: Span) -> Iterator[Datum]:
    """Yield a whole path that is base64 with slashes in it."""
    start = path.start + (1 if source.text.startswith("/", path.start) else 0)
    if source.text.endswith("=", start, path.end):
        match = PACKED_PATH.fullmatch(source.text, start, path.end)
        if match and source.text.find("/", start, path.end) >= 0:
            yield source.datum(Span(start, path.end), PATH)


def pairs_in(source: _Source, span: Span, part: str) -> Iterator[Datum]:
    """Yield names and values; text without "=" is a value without a name."""
    text = source.text
    for index, (name, value) in enumerate(pairs(text, span)):
        if value is None or not text[value.start : value.end].strip("="):
            # Base64 may end in "=".
            whole = Span(name.start, value.end if value else name.end)
            yield from source.filled(whole, part, index=index)
            continue
        key = text[name.start : name.end] if name.end - name.start <= LONGEST_NAME else ""
        if not key or VALUE_LIKE_KEY.match(key):
            yield from source.filled(name, part, "", index)
        yield source.datum(value, part, lowered(key.removeprefix("amp;")), index)


def _fragment(source: _Source) -> Iterator[Datum]:
    """Yield the parts of a fragment: pairs, path segments or a single value, and text
    directives.
    """
    span = source.reference.span(Part.FRAGMENT)
    if span is None or span.end == span.start:
        return
    text = source.text
    mark = text.find(DIRECTIVES, *span)
    if mark >= 0:
        yield from _directives(source, Span(mark + len(DIRECTIVES), span.end))
        span = Span(span.start, mark)
    start = span.start + (1 if text.startswith("!", span.start) else 0)
    question = text.find("?", start, span.end)
    stop = question if question >= 0 else span.end
    if question >= 0 or (text.find("/", start, stop) >= 0 > text.find("=", start, stop)):
        for index, run in enumerate(cut(text, Span(start, stop), "/")):
            yield from source.filled(run, FRAGMENT, index=index)
        start = stop + 1
    if start < span.end:
        yield from pairs_in(source, Span(start, span.end), FRAGMENT)


def _directives(source: _Source, span: Span) -> Iterator[Datum]:
    for index, (name, value) in enumerate(pairs(source.text, span)):
        if value is not None:
            yield from source.filled(
                value, FRAGMENT, f":~:{name.of(source.text)[:LONGEST_NAME]}", index
            )
