"""The grammar of RFC 6068 2, in two storeys: what a URI must escape, and what an address is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core import charset
from uriinspector.core.model import Part, Violation
from uriinspector.core.production import Production
from uriinspector.core.schemes.addrspec import AddrSpec, Form
from uriinspector.core.schemes.decoded_text import DecodedText, not_utf8
from uriinspector.core.schemes.mailto.mail import MailtoMessage, addresses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Span
    from uriinspector.core.reference import Reference

CITE = "RFC 6068 2"
SOME_DELIMS = "!$'()*+,;:@"
QCHAR = charset.UNRESERVED_2005 + SOME_DELIMS
NAME = Production("hfname", QCHAR, CITE)
VALUE = Production("hfvalue", QCHAR, CITE)
# The first rule of section 2: all that delimits in a URI, and ; & = as well.  A comma separates.
WRITTEN = Production("addr-spec", charset.UNRESERVED_2005 + "!$'()*+:@", CITE)
FORM = Form("addr-spec", (CITE, "RFC 5322 3.4.1"))


def violations(reference: Reference, message: MailtoMessage) -> Iterator[Violation]:
    """In no order; a fragment is judged by the generic syntax."""
    yield from _recipients(message)
    yield from _headers(message)
    fragment = reference.span(Part.FRAGMENT)
    if fragment:
        yield from (each for each in reference.violations if each.start >= fragment.start)


def _recipients(message: MailtoMessage) -> Iterator[Violation]:
    if message.to.start == message.to.end:
        return
    empty: list[Span] = []
    for span in addresses(message.text, *message.to):
        if span.start == span.end:
            empty.append(span)
            continue
        yield from _missing(empty, "to", "an address", "nothing between two commas")
        yield from address_faults(message.text, *span)
    yield from _missing(empty, "to", "an address", "nothing after the last comma")


def _missing(empty: list[Span], rule: str, expected: str, text: str) -> Iterator[Violation]:
    """One violation for a run of separators with nothing between them."""
    if empty:
        yield Violation(empty[0].start, empty[-1].end, rule, expected, text, (CITE,))
        empty.clear()


def address_faults(text: str, start: int, end: int) -> Iterator[Violation]:
    """A character that should be escaped is told once."""
    written = list(WRITTEN.faults(text, start, end))
    yield from written
    numbers = {at for each in written for at in range(each.start, each.end)}
    for fault in AddrSpec(DecodedText(text, start, end), FORM).faults():
        if fault.start == fault.end or not numbers.intersection(range(fault.start, fault.end)):
            yield fault
    yield from not_utf8(text, start, end, FORM.rule, CITE)


def _headers(message: MailtoMessage) -> Iterator[Violation]:
    empty: list[Span] = []
    for header in message.headers:
        if header.named.start == header.value.end:
            empty.append(header.value)
            continue
        yield from _missing(empty, "hfield", "a name and a value", 'nothing before the "&"')
        yield from NAME.faults(message.text, *header.named)
        yield from VALUE.faults(message.text, *header.value)
        if not header.equals:
            at, explanation = header.named.end, "a header field needs a name and a value"
            yield Violation(at, at, "hfield", '"=" and a value', explanation, (CITE,))
        yield from not_utf8(message.text, *header.named, "hfname", CITE)
        yield from not_utf8(message.text, *header.value, "hfvalue", CITE)
    yield from _missing(empty, "hfield", "a name and a value", "not a header field")
