"""mailto: RFC 1738 3.5, and RFC 6068 for all later editions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered_but_triplets
from uriinspector.core.decoding import octets_of, shown
from uriinspector.core.expression import expression
from uriinspector.core.message import message
from uriinspector.core.model import Part, Span
from uriinspector.core.schemes.dossier import (
    Action,
    Choice,
    Dossier,
    Field,
    Scheme,
    always,
    in_order,
)
from uriinspector.core.schemes.mailto.grammar import violations
from uriinspector.core.schemes.mailto.mail import QUOTED, RECIPIENTS, MailtoMessage, addresses
from uriinspector.core.schemes.mailto.notes import ATTACHING, notes, notes_1994
from uriinspector.core.schemes.rfc1738 import judged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.normal import Pieces
    from uriinspector.core.reference import Reference

MEANINGS = {
    "to": "a recipient",
    "cc": "recipient of a copy (Cc)",
    "bcc": "hidden recipient (Bcc)",
    "subject": "the subject",
    "body": "the text of the email",
    "keywords": "keywords",
    "in-reply-to": "the email that this one replies to",
    "references": "the earlier emails of the conversation",
    **dict.fromkeys(ATTACHING, "file to attach"),
}
# An address with one "@" and nothing in its domain that could be something else.
DOMAIN = expression(
    f'((?:{QUOTED}|(?!%22)[^"@]*+)@)((?:[A-Za-z0-9.\\-]|%[0-9A-Fa-f][0-9A-Fa-f])++)'
)


# Of a domain in an address.
CLAUSES = always("RFC 6068 2", "RFC 3986 6.2.3")


def normal(pieces: Pieces) -> Pieces:
    """RFC 3986 6.2.3: the domain of an address has no case; its mailbox may have one."""
    return pieces._replace(path=_lowered(pieces.path))


def _lowered(to: str) -> str:
    return ",".join(_lowered_domain(span.of(to)) for span in addresses(to, 0, len(to)))


def _lowered_domain(address: str) -> str:
    match = DOMAIN.fullmatch(address)
    return match[1] + lowered_but_triplets(match[2]) if match else address


def describe(reference: Reference, _: Choice) -> Dossier:
    """Who would be written to, and what the mail would begin with."""
    if reference.edition == "1994":
        return _by_1738(reference)
    message = MailtoMessage(reference)
    return Dossier(
        scheme="mailto",
        title="an email",
        cites=("RFC 6068",),
        danger="mail",
        fields=tuple(_fields(message)),
        actions=tuple(_actions(message)),
        violations=in_order(violations(reference, message)),
        notes=tuple(notes(reference, message)),
        normal=_normal(reference, message.to.of(message.text)),
    )


def _normal(reference: Reference, to: str) -> str:
    query = "" if reference.query is None else f"?{reference.query}"
    fragment = "" if reference.fragment is None else f"#{reference.fragment}"
    return f"mailto:{_lowered(to)}{query}{fragment}"


def _fields(message: MailtoMessage) -> Iterator[Field]:
    text = message.text
    for span in message.recipients:
        yield Field.present(text, "to", *span, MEANINGS["to"])
    if not message.recipients:
        yield Field.absent("to", "no recipient before the header fields")
    for header in message.headers:
        if header.named.start == header.value.end:
            continue
        meaning = MEANINGS.get(header.name, "a header field")
        spans = [header.value]
        if header.name in RECIPIENTS:
            spans = [each for each in addresses(text, *header.value) if each.start < each.end]
        for span in spans or [header.value]:
            yield Field.present(text, header.name or "header", *span, meaning)


def _actions(message: MailtoMessage) -> Iterator[Action]:
    text = message.text
    yield Action("open", "a new message", "in the user's email app")
    to = [*message.recipients, *message.addressed("to")]
    if to:
        yield Action("show", "To: " + _listed(text, to))
    for header in message.headers:
        if header.name == "to" or header.named.start == header.value.end:
            continue
        value = shown(octets_of(header.value.of(text)))
        explanation = "only if the program supports it" if header.name not in MEANINGS else ""
        if header.name in ATTACHING:
            explanation = "the user's own file, if the program supports it"
        yield Action("show", f"{header.name[:1].upper()}{header.name[1:]}: {value}", explanation)
    yield Action("nothing", "", "nothing is sent until the user sends it")


def _listed(text: str, spans: list[Span]) -> str:
    return ", ".join(shown(octets_of(span.of(text))) for span in spans)


def _by_1738(reference: Reference) -> Dossier:
    """3.5: an address, and no data object behind it."""
    text = reference.text
    span = reference.span(Part.PATH) or Span(0, 0)
    address = _listed(text, [span])
    return Dossier(
        scheme="mailto",
        title="an email",
        cites=("RFC 1738 3.5",),
        danger="mail",
        fields=tuple(_fields_1738(text, span)),
        actions=(
            Action(
                "open",
                message("a new message to {address}", address=address)
                if address
                else "a new message",
                "the URL does not lead to a data object",
            ),
            Action("nothing", "", "nothing is sent until the user sends it"),
        ),
        violations=judged(reference),
        notes=tuple(notes_1994(text, span)),
        normal=_normal(reference, span.of(text)),
    )


def _fields_1738(text: str, span: Span) -> Iterator[Field]:
    yield Field.present(text, "address", *span, "recipient")
    at = text.rfind("@", *span)
    if at >= 0:
        yield Field.present(
            text, "mailbox", span.start, at, "mailbox name, interpreted by the domain"
        )
        yield Field.present(text, "domain", at + 1, span.end, "the domain that receives the email")


SCHEME = Scheme(("mailto",), describe, "mail", normal=normal, clauses=CLAUSES)
