"""What is unusual or dangerous in a gopher URL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered
from uriinspector.core.decoding import decoded
from uriinspector.core.message import message
from uriinspector.core.model import Part, Span
from uriinspector.core.schemes.dossier import Inner, Note
from uriinspector.core.schemes.gopher.item import sent_lines
from uriinspector.core.schemes.gopher.types import PROTOCOLS, TYPES
from uriinspector.core.schemes.rfc1738 import smuggled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Reference
    from uriinspector.core.schemes.gopher.item import GopherItem

CAREFUL = ("RFC 1738 6", "RFC 3986 7.2")
# By use, not by a text: a selector of this form in an item of type h is a URL to go to.
LINK = "url:"
# The ports of what is no gopher item at all.
USUAL = {"2": "105", "8": "23", "T": "23"}


def notes(reference: Reference, read: Reference, item: GopherItem, kind: str) -> Iterator[Note]:
    """In the order of the text, as far as there is one."""
    yield from _port(read, kind)
    yield from _type(read.text, item, kind)
    yield from _controls(read, other_protocol(read))
    span = read.span(Part.FRAGMENT)
    if span:
        explanation = 'the text after "#" is not sent; in a selector, write %23'
        yield Note(
            "fragment", "info", explanation, Span(span.start - 1, span.end), ("RFC 1738 2.2",)
        )
    query = reference.span(Part.QUERY)
    if query:
        explanation = 'Gopher has no query: "?" and the text after it are sent as they are'
        cites = ("RFC 1738 3.4.1",)
        yield Note("question-mark", "info", explanation, Span(query.start - 1, query.end), cites)


def other_protocol(read: Reference) -> str:
    """The protocol that the port belongs to, or "" for a port that is not known."""
    return PROTOCOLS.get((read.port or "").lstrip("0"), "")


def _port(read: Reference, kind: str) -> Iterator[Note]:
    span = read.span(Part.PORT)
    number = (read.port or "").lstrip("0")
    if span is None or number in {"", "70", USUAL.get(kind)}:
        return
    protocol = other_protocol(read)
    explanation = "not the Gopher port: the data sent can be read as commands"
    if protocol:
        template = "port {number} is used by {protocol}: the data sent can be read as commands"
        explanation = message(template, number=number, protocol=protocol)
    reserved = number.isdigit() and (len(number) < 4 or (len(number) == 4 and number < "1024"))
    level = "danger" if protocol else "unusual" if reserved else "info"
    yield Note("foreign-port", level, explanation, span, CAREFUL)


def _type(text: str, item: GopherItem, kind: str) -> Iterator[Note]:
    if item.type is None or item.selector is None:
        return
    if kind not in TYPES:
        explanation = "an undefined Gopher type"
        yield Note("unknown-type", "unusual", explanation, item.type, ("RFC 1436 3.8",))
    start = item.selector.start
    length = item.type.end - item.type.start
    if item.selector.of(text)[:length] == item.type.of(text):
        explanation = "the selector repeats the type, as on many servers"
        yield Note(
            "type-repeated", "info", explanation, Span(start, start + length), ("RFC 1738 3.4.1",)
        )
    if kind in {"8", "T"}:
        explanation = "a session, not an item: use a telnet URL"
        cites = ("RFC 1436 3.8", "url-draft-02 Gopher")
        yield Note("session", "unusual", explanation, item.type, cites)
    for each in inner(text, item, kind):
        explanation = message(
            "by convention, the client opens {text} instead of asking the Gopher server",
            text=each.text,
        )
        yield Note("url-selector", "unusual", explanation, each.span)


def inner(text: str, item: GopherItem, kind: str) -> tuple[Inner, ...]:
    """A URL that stands in for a selector."""
    if item.selector is None or kind != "h":
        return ()
    start, end = item.selector
    start += text.startswith("/", start, end)
    if lowered(text[start : min(end, start + len(LINK))]) != LINK:
        return ()
    span = Span(start + len(LINK), end)
    return (Inner(span, "gopher-selector", decoded(span.of(text))),)


def _controls(read: Reference, protocol: str) -> Iterator[Note]:
    """3.4.1: none in a selector.  In a Gopher+ string those of a filled-out form are in order."""
    for name, span in sent_lines(read):
        for note in smuggled(read.text, span, "gopher"):
            template = "in the {name}, {found}"
            if note.level == "danger":
                template = "in the {name}, {found}; they would start new commands of {protocol}"
            others = protocol or message("another protocol")
            explanation = message(template, name=message(name), found=note.message, protocol=others)
            yield Note(note.code, note.level, explanation, span, ("RFC 1738 3.4.1", *CAREFUL))
