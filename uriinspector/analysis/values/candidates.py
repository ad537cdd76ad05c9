"""The parts of a link that can contain data, and what decoders see of them.

Most links have nothing else, and then no decoder is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Protocol

from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import Message, NamedTuple, Part, Span
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import cut, pairs

# The parts of a link that carry data; what was decoded is INSIDE.
USERINFO, HOST, PATH, QUERY, FRAGMENT, INSIDE = (
    *("userinfo", "host", "path", "query", "fragment"),
    "inside",
)
# No longer text or run of octets is decoded; what is longer is only named.
LONGEST = 131_072


class Placing(Protocol):
    """Finds where a run of a datum is written in the link."""

    def span(self, start: int, end: int) -> Span:
        """The characters of the link for a run of the datum."""


class Whole(NamedTuple):
    """Compressed or computed: every run of it comes from the same characters."""

    place: Span

    def span(self, start: int, end: int) -> Span:  # noqa: ARG002 - wherever it is
        """All of the characters."""
        return self.place


class Elsewhere(NamedTuple):
    """In a text that stands for another one; ``written`` finds the place in that."""

    written: Callable[[Span], Span]

    def span(self, start: int, end: int) -> Span:
        """The run of the written text."""
        return self.written(Span(start, end))


class Mapped(NamedTuple):
    """Each unit of it has a place of its own in what it was decoded from."""

    starts: list[int]
    outer: Placing

    def span(self, start: int, end: int) -> Span:
        """The run that these units were decoded from."""
        return self.outer.span(self.starts[start], self.starts[end])


class Grouped(NamedTuple):
    """So many characters make so many octets: four make three in base64."""

    characters: int
    octets: int
    outer: Placing
    last: int

    def span(self, start: int, end: int) -> Span:
        """Whole groups of characters."""
        first = start // self.octets * self.characters
        last = -(-end // self.octets) * self.characters
        return self.outer.span(min(first, self.last), min(last, self.last))


class Within(NamedTuple):
    """A run of another datum, or of the link itself."""

    start: int
    outer: Placing | None = None

    def span(self, start: int, end: int) -> Span:
        """Return the same run there."""
        start, end = self.start + start, self.start + end
        return self.outer.span(start, end) if self.outer else Span(start, end)


class InnerDatum(NamedTuple):
    """A part of what was decoded.

    Decoders go on with its content, unless it ``is_final``; ``known`` is what is already read.
    Without a ``placing``, it is where the outer value is.  A member of a structure is listed as a
    text where nothing else can be read in it.
    """

    name: str
    content: str | bytes
    placing: Placing | None = None
    known: tuple[Decoded, ...] = ()
    is_final: bool = False
    is_member: bool = False


class Decoded(NamedTuple):
    """What a decoder says: see ``ValueReading``; the row of the table adds its name and source.

    With ``needs_inside`` it only counts if something is read in what is inside, and then it is as
    sure as that.  ``link`` is a reference whose own parts are to be decoded;
    it begins at ``start``.
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
    """A text or octets, with its name and the link that it is in.

    ``octets`` is None for text, and ``size`` is the length of either.  ``index`` counts the
    segments of a path, the pairs of a query, the labels of a host.  ``inner`` is what the outer
    decoder says of it.
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
        """Where it is in the link."""
        return self.placing.span(0, self.size)


# A key that may be a value itself: it has a digit or a capital, or is too long for a word.
TELLING_KEY = expression(r"(?=[^a-z]*[0-9A-Z%])[^\[\]]{8,}+|.{24,}+", re.DOTALL)
PACKED_PATH = expression("[A-Za-z0-9+/]{24,}={1,2}")
# Fewer characters hold nothing beside something else.
SHORTEST_NAME = 14
AMONG = expression(
    "(?<![0-9A-Za-z])[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![0-9A-Za-z])"
)
NAMED_FILE = expression(r"(?P<stem>[0-9A-Za-z_-]{10,}={0,2})\.[A-Za-z][A-Za-z0-9]{1,4}")
NUMBERED = expression(r"[A-Za-z][\w-]*?[-_](?P<number>[0-9]{13}|[0-9a-f]{24})(?:\.[a-z0-9]{2,5})?")
# A name that is longer is no name.
LONGEST_NAME = 64
# What browsers search a page for: no part of the address of what is in the page.
DIRECTIVES = ":~:"


def data_of(
    reference: Reference, outer: Placing | None = None, via: tuple[str, ...] = ()
) -> Iterator[Datum]:
    """Userinfo, host, segments, parameters and fragment, in the order of the text."""
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
    """Makes the data of one link."""

    def __init__(self, reference: Reference, outer: Placing | None, via: tuple[str, ...]) -> None:
        self.reference = reference
        self.text = reference.text
        self.outer = outer
        self.via = via

    def datum(self, span: Span, part: str, name: str = "", index: int = 0) -> Datum:
        """What stands in a run."""
        placing = Within(span.start, self.outer)
        return Datum(span.of(self.text), part, placing, name, self.reference, self.via, index)

    def filled(self, span: Span, part: str, name: str = "", index: int = 0) -> Iterator[Datum]:
        """The same, but for a run of nothing."""
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
    """The labels before the top-level domain; an address has none."""
    if "." not in span.of(source.text).rstrip(".") or source.text.startswith("[", span.start):
        return
    *labels, last = cut(source.text, span, ".")
    if last.of(source.text).isdigit():
        return
    for index, label in enumerate(labels):
        yield from source.filled(label, HOST, "label", index + 1)


def _path(source: _Source, path: Span) -> Iterator[Datum]:
    """Its segments; a name that something is in is looked at without what is around it."""
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
    """A UUID among other words; a long number behind some; what is in front of a file's ending."""
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
    """Base64 that has slashes of its own is more than one segment."""
    start = path.start + (1 if source.text.startswith("/", path.start) else 0)
    if source.text.endswith("=", start, path.end):
        match = PACKED_PATH.fullmatch(source.text, start, path.end)
        if match and source.text.find("/", start, path.end) >= 0:
            yield source.datum(Span(start, path.end), PATH)


def pairs_in(source: _Source, span: Span, part: str) -> Iterator[Datum]:
    """Names with values; a run without "=" is a value without a name."""
    text = source.text
    for index, (name, value) in enumerate(pairs(text, span)):
        if value is None or not text[value.start : value.end].strip("="):
            # Base64 may end in "=".
            whole = Span(name.start, value.end if value else name.end)
            yield from source.filled(whole, part, index=index)
            continue
        key = text[name.start : name.end] if name.end - name.start <= LONGEST_NAME else ""
        if not key or TELLING_KEY.match(key):
            yield from source.filled(name, part, "", index)
        yield source.datum(value, part, lowered(key.removeprefix("amp;")), index)


def _fragment(source: _Source) -> Iterator[Datum]:
    """Pairs, a path, or one value; what is to be searched for in the page comes last."""
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
