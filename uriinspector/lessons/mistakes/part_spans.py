"""Mistakes in marking a component: too many delimiters, another component, empty or absent."""

import re
from collections.abc import Iterator
from itertools import islice, product

from uriinspector.core.model import Part, Span
from uriinspector.core.parse import parse
from uriinspector.lessons.mistake import by_code, of_each, rows

# Components that do not contain other components.
LEAVES = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
AFTER_SLASHES = frozenset({"authority", "host", "userinfo"})
IN_AUTHORITY = AFTER_SLASHES | {"port"}
# Delimiters that can occur inside a component.
DELIMITERS = re.compile(r"[/?&=;.,:@+\[\]]")
MOST_DELIMITERS = 16
AROUND = frozenset(":/?#@")


class MarkedLink:
    """A text, and the component to mark in it."""

    def __init__(self, text: str, part: str, edition: str = "2005") -> None:
        self.text = text
        self.part = Part(part)
        self.reference = parse(text, edition=edition)
        self.span = self.span_of(part)
        # The text of the component; None if it is absent.
        self.key = None if self.span is None else self.span.of(text)

    def span_of(self, part: str) -> Span | None:
        """Return the span of a component; None if it is absent."""
        return self.reference.span(Part(part))

    def text_of(self, part: str) -> str:
        """Return the text of a component; "" if it is absent."""
        span = self.span_of(part)
        return "" if span is None else span.of(self.text)

    @property
    def is_absent(self) -> bool:
        return self.key is None

    @property
    def lacks_authority(self) -> bool:
        """True if the component would be in the authority, but the text has none."""
        return self.part in IN_AUTHORITY and self.span_of("authority") is None

    @property
    def delimiter_before(self) -> str:
        before = self.text[: self.span.start][-1:] if self.span else ""
        return before if before in AROUND else ""

    @property
    def delimiter_after(self) -> str:
        behind = self.text[self.span.end :][:1] if self.span else ""
        return behind if behind in AROUND else ""

    def widened(self, argument: str) -> Iterator[str]:
        """Yield the component with a few more characters before and after it."""
        part, *sides = argument.split()
        if self.part == part and self.span:
            for before, after in zip(map(int, sides[::2]), map(int, sides[1::2]), strict=True):
                yield self.text[self.span.start - before : self.span.end + after]

    def groups(self, argument: str) -> Iterator[str]:
        """Yield the groups of a regular expression that matches the component."""
        part, _, pattern = argument.partition(" ")
        match = re.fullmatch(pattern, self.key or "", re.DOTALL) if self.part == part else None
        yield from match.groups() if match else ()

    def with_next(self, argument: str) -> Iterator[str]:
        """Yield the component and the next one together."""
        part, after = argument.split()
        behind = self.span_of(after)
        if self.part == part and self.span and behind:
            yield self.text[self.span.start : behind.end]
            if part == "path":
                yield self.text[self.span.start :]
                yield self.text[self.span.start + 1 : behind.end]
            else:
                yield self.text[self.span.start - 1 : behind.end]

    def with_slashes(self) -> Iterator[str]:
        """Yield the slashes before the authority, with the text up to the end of the component."""
        span = self.span_of("authority")
        if span and self.part in AFTER_SLASHES and self.span:
            yield self.text[span.start - 2 : self.span.end]

    def several_components(self, part: str = "") -> Iterator[str]:
        """Yield the component with surrounding text, from one delimiter to another, that includes
        ``part``.
        """
        asked, more = self.span, self.span_of(part) if part else self.span
        if asked is None or more is None:
            return
        cuts = [each for span in map(self.span_of, LEAVES) if span for each in span]
        cuts += (at for each in _delimiters(self.text) for at in each.span())
        if part and asked.start <= more.start <= more.end <= asked.end:
            return
        for first in {each for each in cuts if each <= min(asked.start, more.start)}:
            for last in {each for each in cuts if each >= max(asked.end, more.end)}:
                if (first, last) != asked:
                    yield self.text[first:last]

    def own_pieces(self) -> Iterator[str]:
        """Yield parts of the component that are between delimiters."""
        yield from filter(self.key.__ne__, _pieces(self.key or ""))

    def other_part(self, part: str) -> Iterator[str]:
        if part != self.part and self.text_of(part):
            yield self.text_of(part)

    def in_other_part(self, part: str) -> Iterator[str]:
        """Yield parts of another component that are between delimiters."""
        if part != self.part:
            yield from _pieces(self.text_of(part))


def _delimiters(text: str) -> Iterator[re.Match[str]]:
    return islice(DELIMITERS.finditer(text), MOST_DELIMITERS)


def _pieces(text: str) -> Iterator[str]:
    """Yield the text between delimiters, with and without surrounding slashes."""
    marks = list(_delimiters(text))
    starts = [0, *(each.end() for each in marks)]
    ends = [*(each.start() for each in marks), len(text)]
    for start in starts:
        for end in ends:
            if start < end:
                front, behind = text[start - 1 : start] == "/", text[end : end + 1] == "/"
                for first, last in product((start, start - front), (end, end + behind)):
                    yield text[first:last]


TABLE = (
    (
        "empty-taken-for-absent",
        "key=",
        None,
        "You answered that the component is not present. It is present but empty: its delimiter is "
        "there.",
        "RFC 3986 5.3",
    ),
    (
        "absent-taken-for-empty",
        "is_absent",
        "",
        "You answered that the component is empty. It is not present: its delimiter is missing.",
        "RFC 3986 5.3",
    ),
    (
        "there-is-one",
        "key",
        None,
        "You answered that the component is not present. It is present in this text.",
    ),
    ("there-is-one", "key", "", 'You answered "empty", but this component has text.'),
    (
        "colon-in-scheme",
        "",
        "*widened scheme 0 1 0 3",
        "Your answer includes the colon after the scheme. The colon is a delimiter.",
        "RFC 3986 3.1",
    ),
    (
        "slashes-in-authority",
        "",
        "*with_slashes",
        'Your answer includes "//". The two slashes are a delimiter.',
        "RFC 3986 3.2",
    ),
    (
        "at-in-userinfo",
        "",
        "*widened userinfo 0 1",
        'Your answer includes "@". It is the delimiter after the userinfo.',
        "RFC 3986 3.2.1",
    ),
    (
        "port-with-colon",
        "",
        "*widened port 1 0",
        "Your answer includes the colon before the port. The colon is a delimiter.",
        "RFC 3986 3.2.3",
    ),
    (
        "password-only",
        "",
        "*groups userinfo [^:]*:(.*)",
        'Your answer is the text after the colon. The userinfo is all text before "@".',
        "RFC 3986 3.2.1",
    ),
    (
        "user-name-only",
        "",
        "*groups userinfo ([^:]*):.*",
        'Your answer is the text before the colon. The userinfo is all text before "@".',
        "RFC 3986 3.2.1",
    ),
    (
        "userinfo-left-out",
        "",
        "*groups authority [^@]*@(.*)",
        "You left out the userinfo. It is part of the authority.",
        "RFC 3986 3.2",
    ),
    (
        "port-left-out",
        "",
        r"*groups authority (.*):\d*",
        "You left out the port. It is part of the authority.",
        "RFC 3986 3.2",
    ),
    (
        "brackets-left-out",
        "",
        r"*groups host \[(.*)\]",
        "You left out the square brackets. They are part of the host.",
        "RFC 3986 3.2.2",
    ),
    (
        "path-without-root",
        "",
        "*groups path /(.*)",
        "You left out the first slash. It belongs to the path.",
        "RFC 3986 3.3",
    ),
    (
        "first-question-mark-not",
        "",
        r"*groups query (?=.*\?([^?]*)\Z)([^?]*)\?.*",
        'You used the wrong "?". The query begins after the first one.',
        "RFC 3986 3.4",
    ),
    (
        "first-hash-not",
        "",
        r"*groups fragment (?=.*#([^#]*)\Z)([^#]*)#.*",
        'You used the wrong "#". The fragment begins after the first one.',
        "RFC 3986 3.5",
    ),
    (
        "no-authority",
        "lacks_authority",
        ("*other_part path", "*in_other_part path"),
        'You named text from the path. Without "//", a link has no authority.',
        "RFC 3986 3",
    ),
    (
        "query-in-path",
        "",
        "*with_next path query",
        'Your answer includes the query. The path ends before the first "?".',
        "RFC 3986 3.3",
    ),
    (
        "fragment-in-query",
        "",
        "*with_next query fragment",
        'Your answer includes the fragment. The query ends before "#".',
        "RFC 3986 3.4",
    ),
    (
        "with-delimiter-before",
        "delimiter_before",
        "{delimiter_before}{key}",
        "Your answer includes the character before the component. It is a delimiter.",
        "RFC 3986 3",
    ),
    (
        "with-delimiter-behind",
        "delimiter_after",
        ("{key}{delimiter_after}", "delimiter_before ? {delimiter_before}{key}{delimiter_after}"),
        "Your answer includes the character after the component. It is a delimiter.",
        "RFC 3986 3",
    ),
)
PIECES_TABLE = (
    ("not-in-link", "", (), "You gave text that does not appear anywhere in this link."),
    (
        "last-segment-only",
        "",
        "*groups path (?=.*/([^/]*)\\Z).*(/[^/]*)",
        "Your answer is the last segment. The path consists of all segments.",
        "RFC 3986 3.3",
    ),
    (
        "default-port",
        "part=port",
        ("80", "443", "21"),
        "You gave a default port. This text does not contain a port.",
        "RFC 3986 3.2.3",
    ),
    (
        "final-slash-left-out",
        "",
        "*groups path (.+)/",
        "You left out the slash at the end. It is a character of the path.",
        "RFC 3986 3.3",
    ),
    (
        "slash-for-empty-path",
        "part=path key=",
        "/",
        "You gave a slash. No path is written in this text, so the path is empty.",
        "RFC 3986 3.3",
    ),
    (
        "default-scheme",
        "part=scheme is_absent",
        ("http", "https"),
        "You gave a scheme, but this text does not contain one.",
        "RFC 3986 4.2",
    ),
    (
        "several-components",
        "",
        "*several_components",
        "Your answer contains more text than this component.",
        "RFC 3986 3",
    ),
    (
        "piece-only",
        "",
        "*own_pieces",
        "Your answer is only a part of this component.",
        "RFC 3986 3",
    ),
)


OTHER, IN_OTHER = (
    "Your answer is another component: {part}.",
    "Your answer is text from another component: {part}.",
)
INCLUDED = "Your answer also contains another component: {part}."
PARTS = (
    *rows(*TABLE),
    *of_each("other-part", "", "*other_part", OTHER, Part),
    *of_each("more-components", "", "*several_components", INCLUDED, LEAVES),
    *rows(*PIECES_TABLE),
    *of_each("in-other-part", "", "*in_other_part", IN_OTHER, LEAVES),
)
NOT_IN_LINK = by_code(PARTS)["not-in-link"]
