"""RFC 5538: what news and nntp are in all editions after 1994."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core import charset
from uriinspector.core.decoding import shown, utf8_of
from uriinspector.core.model import Part, Violation
from uriinspector.core.production import Production
from uriinspector.core.schemes.addrspec import AddrSpec, Form
from uriinspector.core.schemes.decoded_text import DecodedText
from uriinspector.core.schemes.dossier import Action, Field
from uriinspector.core.schemes.rfc1738 import port_field

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Span
    from uriinspector.core.reference import Reference

PORT = 119
CITE = "RFC 5538 3"
GROUP_CHAR = charset.ALPHANUM + "-+_."
GROUP = Production("group", GROUP_CHAR, CITE)
NEWSGROUPS = Production("newsgroups", GROUP_CHAR + "*", CITE)
NUMBER = Production("article-number", charset.DIGIT, CITE, escapes=False)
LONGEST_NUMBER = 16
# What need not be escaped in a message identifier; what may stand there at all is RFC 5536's.
WRITTEN = Production("article", charset.ALPHANUM + "!$&'*+-=_~.@(),:;", CITE)
ARTICLE = Form("article", (CITE, "RFC 5536 3.1.3"), beyond="", dots=False)


def server_fields(reference: Reference) -> Iterator[Field]:
    """Host and port, where a server is named."""
    # 2003 has authorities that are a registry's name, without a host in them.
    host = reference.span(Part.HOST) or reference.span(Part.AUTHORITY)
    if host and host.start < host.end:
        yield Field.present(reference.text, "host", *host, "the news server")
    else:
        yield Field.absent("host", "the news server that the user's program uses")
    yield port_field(reference, PORT)


def connection(reference: Reference) -> Action | None:
    """The first thing that a client does, where a server is named."""
    server = reference.host or reference.authority
    if not server:
        return None
    return Action("connect", shown(utf8_of(f"{server} port {reference.port or PORT}")))


def generic_faults(reference: Reference, rule: str) -> Iterator[Violation]:
    """The authority and the fragment are those of the generic syntax; a query has no place."""
    server, fragment = reference.span(Part.AUTHORITY), reference.span(Part.FRAGMENT)
    for fault in reference.violations:
        in_server = server and server.start <= fault.start and fault.end <= server.end
        if in_server or (fragment and fault.start >= fragment.start):
            yield fault
    query = reference.span(Part.QUERY)
    if query:
        explanation, cites = "news and nntp have no query", ("RFC 5538 2.3",)
        yield Violation(query.start - 1, query.end, rule, "the end", explanation, cites)


def article_faults(text: str, span: Span) -> Iterator[Violation]:
    """A message identifier without its angle brackets."""
    written = list(WRITTEN.faults(text, *span))
    yield from written
    numbers = {at for each in written for at in range(each.start, each.end)}
    for fault in AddrSpec(DecodedText(text, *span), ARTICLE).faults():
        if not numbers.intersection(range(fault.start, fault.end)):
            yield fault


def missing(at: int, rule: str, expected: str, text: str) -> Violation:
    """Something that should stand here."""
    return Violation(at, at, rule, expected, text, (CITE,))
