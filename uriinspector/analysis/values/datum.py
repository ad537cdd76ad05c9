"""What decoders look at: a run of a link or of what was decoded from it, and what is around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from uriinspector.core.model import NamedTuple, Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.analysis.phrase import Phrase
    from uriinspector.core.reference import Reference

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


class Shifted(NamedTuple):
    """Written as it is, from some place on."""

    start: int

    def span(self, start: int, end: int) -> Span:
        """The same run, so many characters further on."""
        return Span(self.start + start, self.start + end)


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
    """A run of another datum."""

    start: int
    outer: Placing

    def span(self, start: int, end: int) -> Span:
        """The same run there."""
        return self.outer.span(self.start + start, self.start + end)


class Datum:
    """A text or octets, with the name it goes by and the link it is in.

    ``octets`` is None for text, and ``size`` is the length of either.  ``index`` counts the
    segments of a path, the pairs of a query, the labels of a host.  ``known`` holds what the outer
    decoder has read in it already; where it ``is_final``, no other decoder is asked.
    """

    __slots__ = (
        *("index", "is_final", "is_member", "known", "link", "name", "octets", "part"),
        *("placing", "size", "text", "via"),
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
        inner: InnerDatum | None = None,
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
        self.known = inner.known if inner else ()
        self.is_final = inner is not None and inner.is_final
        self.is_member = inner is not None and inner.is_member

    def place(self) -> Span:
        """Where it is in the link."""
        return self.placing.span(0, self.size)


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
    phrase: Phrase
    confidence: str
    inner: tuple[InnerDatum, ...] = ()
    source: str = ""
    needs_inside: bool = False
    link: Reference | None = None
    start: int = 0
