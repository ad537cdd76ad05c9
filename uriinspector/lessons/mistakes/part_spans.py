"""Mistakes in marking a component: a delimiter too much, another component, empty or absent."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice

from uriinspector.core.model import Part, Span, message
from uriinspector.lessons.mistake import MarkedLink, Mistake, row

EMPTY = ""
# Those that have no components inside.
LEAVES = (
    *(Part.SCHEME, Part.USERINFO, Part.HOST, Part.PORT),
    *(Part.PATH, Part.QUERY, Part.FRAGMENT),
)
DEFAULT_PORTS = {"http": "80", "https": "443", "ftp": "21"}
# What divides a component inside.
DELIMITERS = re.compile(r"[/?&=;.,:@]")
MOST_DELIMITERS = 16


def widened(part: Part, *sides: tuple[int, int]) -> Callable[[MarkedLink], Iterator[str]]:
    """Return a mistake with a component: some characters before and after it are marked, too."""

    def wrong(mark: MarkedLink) -> Iterator[str]:
        if mark.part == part and mark.span:
            for before, after in sides:
                yield mark.text[mark.span.start - before : mark.span.end + after]

    return wrong


def piece_at(part: Part, delimiter: str, *places: int) -> Callable[[MarkedLink], Iterator[str]]:
    """Return a mistake with a component: only one of the pieces at a delimiter is marked."""

    def wrong(mark: MarkedLink) -> Iterator[str]:
        if mark.part == part and delimiter in (mark.key or ""):
            yield from ((mark.key or "").split(delimiter)[place] for place in places)

    return wrong


def with_delimiter_before(mark: MarkedLink) -> Iterator[str]:
    """One delimiter in front."""
    span = mark.span
    if span and span.start and mark.text[span.start - 1] in ":/?#@":
        yield mark.text[span.start - 1 : span.end]


def with_delimiter_behind(mark: MarkedLink) -> Iterator[str]:
    """One delimiter behind."""
    span = mark.span
    if span and mark.text[span.end : span.end + 1] in set(":/?#@"):
        yield mark.text[span.start : span.end + 1]
        yield from (
            mark.text[span.start - 1 : span.end + 1]
            for _ in range(span.start > 0 and mark.text[span.start - 1] in ":/?#@")
        )


def slashes_in_authority(mark: MarkedLink) -> Iterator[str]:
    """The authority, or the host, with the slashes before it."""
    span = mark.span_of(Part.AUTHORITY)
    if span and mark.part in {Part.AUTHORITY, Part.HOST, Part.USERINFO} and mark.span:
        yield mark.text[span.start - 2 : mark.span.end]


def password_only(mark: MarkedLink) -> Iterator[str]:
    """What is behind the colon of the userinfo."""
    if mark.part == Part.USERINFO and ":" in (mark.key or ""):
        yield (mark.key or "").partition(":")[2]


def path_without_root(mark: MarkedLink) -> Iterator[str]:
    """The path without its first slash."""
    if mark.part == Part.PATH and (mark.key or "").startswith("/"):
        yield (mark.key or "")[1:]


def last_segment_only(mark: MarkedLink) -> Iterator[str]:
    """The last segment in place of the path."""
    if mark.part == Part.PATH and "/" in (mark.key or ""):
        yield (mark.key or "").rpartition("/")[2]
        yield "/" + (mark.key or "").rpartition("/")[2]


def query_in_path(mark: MarkedLink) -> Iterator[str]:
    """Path and query."""
    query = mark.span_of(Part.QUERY)
    if mark.part == Part.PATH and mark.span and query:
        yield mark.text[mark.span.start : query.end]
        yield mark.text[mark.span.start :]


def fragment_in_query(mark: MarkedLink) -> Iterator[str]:
    """Query and fragment."""
    fragment = mark.span_of(Part.FRAGMENT)
    if mark.part == Part.QUERY and mark.span and fragment:
        yield mark.text[mark.span.start : fragment.end]
        yield mark.text[mark.span.start - 1 : fragment.end]


def empty_taken_for_absent(mark: MarkedLink) -> Iterator[str | None]:
    """No component where there is an empty one."""
    if mark.key == EMPTY:
        yield None


def absent_taken_for_empty(mark: MarkedLink) -> Iterator[str]:
    """An empty component where there is none."""
    if mark.key is None:
        yield EMPTY


def there_is_one(mark: MarkedLink) -> Iterator[str | None]:
    """No component where there is one that is not empty."""
    if mark.key:
        yield None


def several_components(mark: MarkedLink) -> Iterator[str]:
    """The component together with its neighbors."""
    spans = [span for span in map(mark.span_of, LEAVES) if span]
    asked = mark.span
    if asked is None:
        return
    for first in spans:
        for last in spans:
            is_wider = first.start < asked.start or asked.end < last.end
            if first.start <= asked.start and asked.end <= last.end and is_wider:
                yield mark.text[first.start : last.end]


def piece_only(mark: MarkedLink) -> Iterator[str]:
    """A piece of the component that ends at a delimiter."""
    yield from (each for each in _pieces(mark.key or "") if each != mark.key)


def default_port(mark: MarkedLink) -> Iterator[str]:
    """The port of the scheme, which is not written."""
    port = DEFAULT_PORTS.get((mark.reference.scheme or "").lower())
    if mark.part == Part.PORT and not mark.key and port:
        yield port


def default_scheme(mark: MarkedLink) -> Iterator[str]:
    """A scheme that browsers would take, and that is not written."""
    if mark.part == Part.SCHEME and mark.key is None:
        yield from ("http", "https")


def _pieces(text: str) -> Iterator[str]:
    """What begins and ends at a delimiter inside; the slashes of a folder can be with it."""
    marks = list(islice(DELIMITERS.finditer(text), MOST_DELIMITERS))
    starts = [0, *(each.end() for each in marks)]
    ends = [*(each.start() for each in marks), len(text)]
    for start in starts:
        for end in ends:
            if start < end:
                yield text[start:end]
                front, behind = text[start - 1 : start] == "/", text[end : end + 1] == "/"
                yield text[start - front : end + behind]
                yield text[start - front : end]
                yield text[start : end + behind]


def _text_of(mark: MarkedLink, span: Span | None) -> str | None:
    return None if span is None else span.of(mark.text)


def other_part(part: Part) -> Mistake:
    """Another component in place of the one that was asked for."""

    def wrong(mark: MarkedLink) -> Iterator[str | None]:
        text = _text_of(mark, mark.span_of(part))
        if part != mark.part and text:
            yield text

    words = message("Your answer is another component: {part}.", part=message(part.value))
    return Mistake("other-part", words, ("RFC 3986 3",), wrong)


def in_other_part(part: Part) -> Mistake:
    """A piece of another component."""

    def wrong(mark: MarkedLink) -> Iterator[str]:
        if part != mark.part:
            yield from _pieces(_text_of(mark, mark.span_of(part)) or "")

    words = message("Your answer is text of another component: {part}.", part=message(part.value))
    return Mistake("in-other-part", words, ("RFC 3986 3",), wrong)


ROWS = (
    row(
        "empty-taken-for-absent",
        empty_taken_for_absent,
        "You said that there is none. It is present and empty: its delimiter is there.",
        "RFC 3986 5.3",
    ),
    row(
        "absent-taken-for-empty",
        absent_taken_for_empty,
        "You said that it is empty. It is not present: there is no delimiter for it.",
        "RFC 3986 5.3",
    ),
    row("there-is-one", there_is_one, "You said that there is none. This component is present."),
    row(
        "colon-in-scheme",
        widened(Part.SCHEME, (0, 1), (0, 3)),
        "Your answer includes the colon after the scheme. The colon is a delimiter.",
        "RFC 3986 3.1",
    ),
    row(
        "slashes-in-authority",
        slashes_in_authority,
        'Your answer includes "//". The two slashes are a delimiter.',
        "RFC 3986 3.2",
    ),
    row(
        "at-in-userinfo",
        widened(Part.USERINFO, (0, 1)),
        'Your answer includes "@". It is the delimiter behind the userinfo.',
        "RFC 3986 3.2.1",
    ),
    row(
        "port-with-colon",
        widened(Part.PORT, (1, 0)),
        "Your answer includes the colon before the port. The colon is a delimiter.",
        "RFC 3986 3.2.3",
    ),
    row(
        "password-only",
        password_only,
        'Your answer is the text behind the colon. The userinfo is all text before "@".',
        "RFC 3986 3.2.1",
    ),
    row(
        "user-name-only",
        piece_at(Part.USERINFO, ":", 0),
        'Your answer is the text before the colon. The userinfo is all text before "@".',
        "RFC 3986 3.2.1",
    ),
    row(
        "path-without-root",
        path_without_root,
        "You left out the first slash. It belongs to the path.",
        "RFC 3986 3.3",
    ),
    row(
        "first-question-mark-not",
        piece_at(Part.QUERY, "?", -1, 0),
        'You took another "?" for the start or the end of the query. It begins after the first '
        '"?".',
        "RFC 3986 3.4",
    ),
    row(
        "query-in-path",
        query_in_path,
        'Your answer includes the query. The path ends before the first "?".',
        "RFC 3986 3.3",
    ),
    row(
        "fragment-in-query",
        fragment_in_query,
        'Your answer includes the fragment. The query ends before "#".',
        "RFC 3986 3.4",
    ),
    *map(other_part, Part),
    row(
        "last-segment-only",
        last_segment_only,
        "Your answer is the last segment. The path has all segments.",
        "RFC 3986 3.3",
    ),
    row(
        "default-port",
        default_port,
        "You gave the default port. It is not written in this text.",
        "RFC 3986 3.2.3",
    ),
    row(
        "default-scheme",
        default_scheme,
        "You gave a scheme. None is written in this text.",
        "RFC 3986 4.2",
    ),
    row(
        "several-components",
        several_components,
        "Your answer is more than this component: it covers several.",
        "RFC 3986 3",
    ),
    row(
        "piece-only",
        piece_only,
        "Your answer is a piece of this component. The component has more text.",
        "RFC 3986 3",
    ),
    *map(in_other_part, LEAVES),
    row(
        "with-delimiter-before",
        with_delimiter_before,
        "Your answer includes the character before the component. It is a delimiter.",
        "RFC 3986 3",
    ),
    row(
        "with-delimiter-behind",
        with_delimiter_behind,
        "Your answer includes the character behind the component. It is a delimiter.",
        "RFC 3986 3",
    ),
)
