"""A mailto URI of RFC 6068 taken apart: recipients and header fields, each with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered
from uriinspector.core.decoding import octets_of, shown
from uriinspector.core.expression import expression
from uriinspector.core.model import Part, Span
from uriinspector.core.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Reference

QUOTE = '(?:%22|")'
# A quoted string with its commas; what is never closed goes on to the end.
QUOTED = f'{QUOTE}(?:[^"%\\\\]++|(?:%5[Cc]|\\\\)(?:{QUOTE}|%[0-9A-Fa-f][0-9A-Fa-f]|[\\s\\S]|(?!))?+'
QUOTED += f"|%(?!22|5[Cc])|(?!))*+{QUOTE}?+"
ADDRESS = expression(f'(?:[^",%]++|%(?!22)|{QUOTED}|(?!))*+')
HEADER = expression("([^&=]*+)(=?+)([^&]*+)")
RECIPIENTS = frozenset({"to", "cc", "bcc"})
# What "&" turns into where a program has escaped it for HTML, and none has undone that.
ESCAPED = "amp;"


class MailtoHeader(NamedTuple):
    """One hfield: its name without escapes and in small letters, and where its parts stand."""

    name: str
    named: Span
    equals: bool
    value: Span

    @property
    def meant(self) -> str:
        """The name without what HTML has left in it."""
        return self.name.removeprefix(ESCAPED)


class MailtoMessage:
    """Where recipients and header fields stand.

    Two slashes are no part of the scheme: what other editions take for an authority is address.
    """

    def __init__(self, reference: Reference) -> None:
        self.text = reference.text
        path, query = reference.span(Part.PATH), reference.span(Part.QUERY)
        self.to = Span(reference.spans[1][1] + 1, path.end if path else 0)
        self.query = query
        self.recipients = tuple(each for each in addresses(self.text, *self.to) if _filled(each))
        self.headers = tuple(_headers(self.text, *query)) if query else ()

    def addressed(self, name: str) -> Iterator[Span]:
        """Every address in the header fields of a name."""
        for header in self.headers:
            if header.name == name:
                yield from filter(_filled, addresses(self.text, *header.value))


def _filled(span: Span) -> bool:
    return span.start < span.end


def addresses(text: str, start: int, end: int) -> Iterator[Span]:
    """What stands between commas, empty or not; a comma in quotes separates nothing."""
    while True:
        match = ADDRESS.match(text, start, end)
        assert match is not None  # it may be empty
        yield Span(*match.span())
        if match.end() == end:
            return
        start = match.end() + 1


def _headers(text: str, start: int, end: int) -> Iterator[MailtoHeader]:
    while True:
        match = HEADER.match(text, start, end)
        assert match is not None  # every part of it may be empty
        name = lowered(shown(octets_of(match[1])))
        yield MailtoHeader(name, Span(*match.span(1)), match[2] == "=", Span(*match.span(3)))
        if match.end() == end:
            return
        start = match.end() + 1
