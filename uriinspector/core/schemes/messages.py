"""mid and cid: draft 03 in 1994 (RFC 1738 only reserves the names), RFC 2392 since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered
from uriinspector.core.model import Span, Violation
from uriinspector.core.schemes.addrspec import AddrSpec, Form
from uriinspector.core.schemes.decoded_text import DecodedText
from uriinspector.core.schemes.dossier import Action, Choice, Dossier, Field, Note, Scheme, in_order
from uriinspector.core.schemes.rfc1738 import smuggled
from uriinspector.core.schemes.specific import missing, part_of, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Reference

DRAFT, RFC = "url-draft-03 BNF", "RFC 2392 2"
TITLES = {"mid": "an email, or a part of one", "cid": "a part of the same email"}


def describe(reference: Reference, _: Choice) -> Dossier:
    """Which message, which part."""
    scheme = lowered(reference.scheme or "")
    early = reference.edition == "1994"
    message, content = _parts(reference, scheme, early)
    return Dossier(
        scheme=scheme,
        title=TITLES[scheme],
        cites=(DRAFT, "RFC 1738 4") if early else (RFC,),
        danger="names",
        fields=tuple(_fields(reference.text, message, content)),
        actions=tuple(_actions(reference.text, message, content)),
        violations=in_order(_violations(reference, scheme, message, content)),
        notes=tuple(_notes(reference, early)),
    )


def _parts(reference: Reference, scheme: str, early: bool) -> tuple[Span | None, Span | None]:
    """RFC 2392: a slash parts the message's identifier from the part's."""
    start, end = part_of(reference)
    if scheme == "cid":
        return None, Span(start, end)
    slash = -1 if early else reference.text.find("/", start, end)
    if slash < 0:
        return Span(start, end), None
    return Span(start, slash), Span(slash + 1, end)


def _fields(text: str, message: Span | None, content: Span | None) -> Iterator[Field]:
    yield (
        Field.present(text, "message-id", *message, "the Message-ID header, without its brackets")
        if message
        else Field.absent("message-id", "the message that contains the link")
    )
    yield (
        Field.present(text, "content-id", *content, "the Content-ID header of a part")
        if content
        else Field.absent("content-id", "the message as a whole")
    )


def _actions(text: str, message: Span | None, content: Span | None) -> Iterator[Action]:
    if message:
        explanation = "in a mailbox; the link gives no location"
        yield Action("find", f"Message-ID: <{visible(message.of(text))}>", explanation)
    if content:
        yield Action(
            "find", f"Content-ID: <{visible(content.of(text))}>", "among the parts of the email"
        )


def _violations(
    reference: Reference, scheme: str, message: Span | None, content: Span | None
) -> Iterator[Violation]:
    early = reference.edition == "1994"
    cite = DRAFT if early else RFC
    generic = [each for each in reference.violations if each.rule not in {"url", "fragment"}]
    written = {at for each in generic for at in range(each.start, each.end)}
    # The draft leaves open what a content-identifier is.
    for rule, span in (("message-id", message), ("content-id", content)):
        if span and not (early and rule == "content-id"):
            name = f"{scheme}address" if early else rule
            for fault in _addr_spec(reference.text, span, name, cite):
                if written.isdisjoint(range(fault.start, fault.end)):
                    yield fault
        elif span and span.start == span.end:
            explanation = "the identifier is missing"
            yield missing(span.start, f"{scheme}address", "an identifier", explanation, cite)
    yield from generic


def _addr_spec(text: str, span: Span, rule: str, cite: str) -> Iterator[Violation]:
    """An identifier is made like an address: something, "@", something."""
    at = text.rfind("@", *span)
    if at < 0:
        explanation = 'an identifier needs an "@"'
        yield missing(span.end, rule, '"@" and a domain', explanation, cite)
        return
    if at == span.start:
        yield missing(at, rule, "a local part", 'nothing before the "@"', cite)
    if at + 1 == span.end:
        yield missing(span.end, rule, "a domain", 'nothing after the "@"', cite)
    # RFC 822 6.1: a second "@" and its like need quotes; what is missing is told already.
    form = Form(rule, (cite,), beyond="")
    for fault in AddrSpec(DecodedText(text, *span), form).faults():
        if fault.start < fault.end:
            yield fault


def _notes(reference: Reference, early: bool) -> Iterator[Note]:
    span = part_of(reference)
    yield from smuggled(reference.text, span, "mail")
    if early:
        explanation = "RFC 1738 reserves the name but defines no syntax; draft 03 is used here"
        yield Note("reserved", "info", explanation, None, ("RFC 1738 4", DRAFT))
    if reference.text.startswith(("<", "%3C", "%3c"), *span):
        explanation = "the angle brackets of the header are not allowed here"
        yield Note("brackets", "unusual", explanation, span, (RFC,))


MID = Scheme(("mid",), describe, "names")
CID = Scheme(("cid",), describe, "names")
