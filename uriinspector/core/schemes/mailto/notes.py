"""What is unusual or dangerous in a mailto URI: RFC 6068 4, 5 and 7."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.core.decoding import octets_of
from uriinspector.core.expression import expression
from uriinspector.core.message import message
from uriinspector.core.model import Part, Span
from uriinspector.core.schemes.dossier import Note
from uriinspector.core.schemes.mailto.mail import ESCAPED, MailtoHeader, MailtoMessage
from uriinspector.core.schemes.rfc1738 import CONTROLS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Reference

ATTACHING = frozenset({"attach", "attachment", "attachments", "x-attach", "x-attachment"})
# Section 4: what says who writes, where answers go, how the mail is routed or read.
FORGING = frozenset(
    {
        *("from", "sender", "reply-to", "return-path", "errors-to", "received", "date"),
        *("message-id", "apparently-to", "delivered-to", "return-receipt-to", "mime-version"),
        *("disposition-notification-to", "x-confirm-reading-to", "content-type"),
        *("content-disposition", "content-transfer-encoding"),
    }
)
HARMLESS = frozenset({"to", "cc", "subject", "body", "keywords", "in-reply-to", "references"})
LINE_END = expression(b"\r\n")
COMMA = expression("%2C", re.IGNORECASE)
QUOTES = expression('%22|"')
NAMES = {0: "NUL", 10: "LF", 13: "CR"}


def notes(reference: Reference, message: MailtoMessage) -> Iterator[Note]:
    """In the order of the text, as far as there is one."""
    text = message.text
    if text.startswith("//", message.to.start, message.to.end):
        explanation = "mailto has no server: the two slashes are part of the address"
        start = message.to.start
        yield Note("slashes", "unusual", explanation, Span(start, start + 2), ("RFC 6068 2",))
    yield from _injected(text, _header_field("to"), message.to)
    for each in message.recipients:
        yield from _commas(text, each)
    if not message.recipients and not any(each.meant == "to" for each in message.headers):
        explanation = "no recipient: the user has to add one"
        yield Note("no-recipient", "info", explanation, message.to, ("RFC 6068 2",))
    texts: set[str] = set()
    for header in message.headers:
        yield from _header(text, header, texts)
        texts.add(header.meant)
    span = reference.span(Part.FRAGMENT)
    if span:
        explanation = "a fragment has no meaning in mailto"
        yield Note(
            "fragment", "unusual", explanation, Span(span.start - 1, span.end), ("RFC 6068 2",)
        )


def _commas(text: str, span: Span) -> Iterator[Note]:
    """RFC 2368 2 wrote lists with it; in RFC 6068 it is part of an address."""
    if QUOTES.search(text, *span):
        return
    for match in COMMA.finditer(text, *span):
        explanation = (
            "percent-encoded comma: part of the address under RFC 6068, but many programs "
            "split there"
        )
        yield Note(
            "escaped-comma",
            "unusual",
            explanation,
            Span(*match.span()),
            ("RFC 6068 2", "RFC 2368 2"),
        )


def _header(text: str, header: MailtoHeader, names: set[str]) -> Iterator[Note]:
    if header.named.start == header.value.end:
        return
    if header.name != header.meant:
        explanation = message(
            'HTML "&amp;" was not decoded: the field is named "{name}"', name=header.name
        )
        span = Span(header.named.start, header.named.start + len(ESCAPED))
        yield Note("html-ampersand", "unusual", explanation, span, ("RFC 6068 6.1",))
    elif header.named.start == header.named.end:
        explanation = "header field without a name"
        yield Note("no-name", "unusual", explanation, header.named, ("RFC 6068 2",))
    yield from _kind(header)
    yield from _injected(text, message("name of a header field"), header.named)
    if header.meant == "body":
        yield from _body(text, header.value)
    else:
        is_subject = header.meant == "subject"
        where = message("subject") if is_subject else _header_field(header.meant)
        yield from _injected(text, where, header.value)
    if header.meant in {"subject", "body"}:
        if header.meant in names:
            explanation = message(
                "a second {meant}: programs differ in which one they use", meant=header.meant
            )
            yield Note("repeated", "unusual", explanation, header.value, ("RFC 6068 2",))
        yield from _plus(text, header.value)
    if header.meant in {"to", "cc", "bcc"}:
        yield from _commas(text, header.value)


def _kind(header: MailtoHeader) -> Iterator[Note]:
    """Section 4: only subject and body can be counted on, others may be dangerous."""
    name, span, cites = header.meant, header.named, ("RFC 6068 4", "RFC 6068 7")
    if name == "bcc":
        explanation = "hidden recipients (Bcc)"
        yield Note("hidden-recipients", "danger", explanation, header.value, cites)
    elif name in ATTACHING:
        explanation = "asks to attach a local file to the message"
        yield Note("attachment", "danger", explanation, header.value, cites)
    elif name in FORGING or name.startswith(("resent-", "content-")):
        explanation = message("{name}: links must not set this header field", name=name)
        yield Note("unsafe-field", "danger", explanation, header.value, cites)
    elif name and name not in HARMLESS:
        explanation = message("{name}: most programs ignore this header field", name=name)
        yield Note("other-field", "info", explanation, span, cites)


def _header_field(name: str) -> str:
    """A field by its name, which the link brings: it is never a template."""
    return message('header field "{name}"', name=name)


def _injected(text: str, where: str, span: Span) -> Iterator[Note]:
    """Line ends outside of the body would begin header fields of their own."""
    numbers = sorted(CONTROLS.intersection(octets_of(span.of(text))) - {9})
    if not numbers:
        return
    names = ", ".join(NAMES.get(each, f"{each:02X}") for each in numbers)
    cites = ("RFC 6068 5", "RFC 6068 7")
    if {0, 10, 13}.intersection(numbers):
        explanation = message(
            "{names} in the {where}: the text that follows could become a separate header field",
            names=names,
            where=where,
        )
        yield Note("header-injection", "danger", explanation, span, cites)
    else:
        explanation = message(
            "control characters ({names}) in the {where}", names=names, where=where
        )
        yield Note("escaped-control", "unusual", explanation, span, cites)


def _body(text: str, span: Span) -> Iterator[Note]:
    """Section 5: a line of the body ends with %0D%0A, and with nothing else."""
    octets = LINE_END.sub(b"", octets_of(span.of(text)))
    numbers = sorted(CONTROLS.intersection(octets) - {9})
    if {10, 13}.intersection(numbers):
        explanation = "a line break other than %0D%0A"
        yield Note("line-end", "unusual", explanation, span, ("RFC 6068 5",))
    if set(numbers) - {10, 13}:
        explanation = "control characters in the body"
        level = "danger" if 0 in numbers else "unusual"
        yield Note("escaped-control", level, explanation, span, ("RFC 6068 5",))


def _plus(text: str, span: Span) -> Iterator[Note]:
    at = text.find("+", *span)
    if at >= 0:
        explanation = '"+" is a plus sign here; a space is %20'
        yield Note("plus", "info", explanation, Span(at, at + 1), ("RFC 6068 5",))


def notes_1994(text: str, span: Span) -> Iterator[Note]:
    """RFC 1738 3.5: an address and nothing else."""
    yield from _injected(text, "address", span)
    if span.start < span.end and b"@" not in octets_of(span.of(text)):
        explanation = 'allowed by the grammar, but RFC 1738 3.5 requires an address: "@" is missing'
        yield Note("no-address", "unusual", explanation, span, ("RFC 1738 3.5",))
    at = text.find("?", *span)
    if at >= 0:
        explanation = "RFC 1738 has no header fields: this is part of the address"
        yield Note("question-mark", "info", explanation, Span(at, span.end), ("RFC 1738 3.5",))
    at = text.find("%25", *span)
    if at >= 0:
        explanation = '"%" in the address: a route through an email gateway'
        yield Note("gateway", "info", explanation, Span(at, at + 3), ("RFC 1738 3.5",))
