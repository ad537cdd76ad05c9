"""The parts of a link that can contain data, as input for decoders.

For most links these parts rule out every decoder, and none is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Protocol

from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import Message, NamedTuple, Part, Span
from uriinspector.core.reference import Reference, cut
from uriinspector.core.schemes.dossier import pairs

# Parts of a link that carry data; INSIDE is for decoded data.
USERINFO, HOST, PATH, QUERY, FRAGMENT, INSIDE = (
    *("userinfo", "host", "path", "query", "fragment"),
    "inside",
)
# Longer texts and byte strings are not decoded, only reported.
LONGEST = 131_072


class Placing(Protocol):
    """A mapping of positions in a datum to positions in the link."""

    def span(self, start: int, end: int) -> Span:
        """Return the span in the link of a run of the datum."""


class Whole(NamedTuple):
    """A mapping of every run to the same span, for compressed or computed data."""

    place: Span

    def span(self, start: int, end: int) -> Span:  # noqa: ARG002 - wherever it is
        return self.place


class Elsewhere(NamedTuple):
    """A mapping by a function, for a text that stands for another link."""

    written: Callable[[Span], Span]

    def span(self, start: int, end: int) -> Span:
        return self.written(Span(start, end))


class Mapped(NamedTuple):
    """A mapping of each unit of decoded data to its own position."""

    starts: list[int]
    outer: Placing

    def span(self, start: int, end: int) -> Span:
        return self.outer.span(self.starts[start], self.starts[end])


class Grouped(NamedTuple):
    """A mapping of bytes to groups of characters: in base64, three bytes to four characters."""

    characters: int
    octets: int
    outer: Placing
    last: int

    def span(self, start: int, end: int) -> Span:
        first = start // self.octets * self.characters
        last = -(-end // self.octets) * self.characters
        return self.outer.span(min(first, self.last), min(last, self.last))


class Within(NamedTuple):
    """A mapping into a run of another datum, or of the link itself."""

    start: int
    outer: Placing | None = None

    def span(self, start: int, end: int) -> Span:
        start, end = self.start + start, self.start + end
        return self.outer.span(start, end) if self.outer else Span(start, end)


class InnerDatum(NamedTuple):
    """A part of decoded data.

    It is decoded further unless it ``is_final``; ``known`` are readings that already exist.
    Without a ``placing``, it has the span of the outer value.  A member of a structure is listed
    as text if nothing else can be read in it.
    """

    name: str
    content: str | bytes
    placing: Placing | None = None
    known: tuple[Decoded, ...] = ()
    is_final: bool = False
    is_member: bool = False


class Decoded(NamedTuple):
    """A decoder's result (see ``ValueReading``); the decoder's row adds name and source.

    With ``needs_inside`` it only counts if something inside can be read, and then has the
    confidence of that.  ``link`` is a reference whose own parts are decoded next; it begins at
    ``start``.
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
    """A text or byte string, with its name and its link.

    ``octets`` is None for text, and ``size`` is the length of either.  ``index`` counts the
    segments of a path, the pairs of a query and the labels of a host.  ``inner`` is the outer
    decoder's description.
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


# A key that may itself be a value: with a digit or capital, or too long for a word.
TELLING_KEY = expression(r"(?=[^a-z]*[0-9A-Z%])[^\[\]]{8,}+|.{24,}+", re.DOTALL)
PACKED_PATH = expression("[A-Za-z0-9+/]{24,}={1,2}")
# Shorter segments contain no value next to other text.
SHORTEST_NAME = 14
AMONG = expression(
    "(?<![0-9A-Za-z])[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![0-9A-Za-z])"
)
NAMED_FILE = expression(r"(?P<stem>[0-9A-Za-z_-]{10,}={0,2})\.[A-Za-z][A-Za-z0-9]{1,4}")
NUMBERED = expression(r"[A-Za-z][\w-]*?[-_](?P<number>[0-9]{13}|[0-9a-f]{24})(?:\.[a-z0-9]{2,5})?")
# Longer names are ignored.
LONGEST_NAME = 64
# Text directives, which browsers search for and which are not part of the page's fragment.
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
        """Yield the datum of a run, unless it is empty."""
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
    """Yield the labels before the top-level domain; an address has none."""
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
    """Yield a UUID among other words, a long number after a word, or the stem of a file name."""
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
    """Yield a path that is base64 with slashes, as a whole."""
    start = path.start + (1 if source.text.startswith("/", path.start) else 0)
    if source.text.endswith("=", start, path.end):
        match = PACKED_PATH.fullmatch(source.text, start, path.end)
        if match and source.text.find("/", start, path.end) >= 0:
            yield source.datum(Span(start, path.end), PATH)


def pairs_in(source: _Source, span: Span, part: str) -> Iterator[Datum]:
    """Yield names and values; a run without "=" is a value without a name."""
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
    """Yield pairs, a path or a single value, and text directives."""
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
