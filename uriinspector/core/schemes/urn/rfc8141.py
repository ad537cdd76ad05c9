"""RFC 8141, 2017: r-, q- and f-components."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core import charset
from uriinspector.core.message import message
from uriinspector.core.model import Span, Violation
from uriinspector.core.production import Production
from uriinspector.core.schemes.urn.grammar import missing, name_faults, nid_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.schemes.urn.name import Name

NID = nid_rules("RFC 8141 2")
NSS = Production("NSS", charset.PCHAR_2005 + "/", "RFC 8141 2.2")
R = Production("r-component", charset.QUERY_2005, "RFC 8141 2.3.1")
Q = Production("q-component", charset.QUERY_2005, "RFC 8141 2.3.2")
F = Production("f-component", charset.FRAGMENT_2005, "RFC 8141 2.3.3")


def faults(name: Name) -> Iterator[Violation]:
    """Every place where section 2 is not met."""
    yield from name_faults(name, NID)
    for production, span in ((NSS, name.nss), (R, name.r), (Q, name.q)):
        if span:
            yield from _component_faults(name.text, production, span)
    if name.query and name.r is None and name.q is None:
        yield from _plain_query_faults(name.text, name.query)
    if name.f:
        yield from F.faults(name.text, *name.f)


def _component_faults(text: str, production: Production, span: Span) -> Iterator[Violation]:
    """``pchar *( pchar / "/" / "?" )``: something has to stand there, and a pchar in front."""
    start, end = span
    if start == end:
        yield missing(start, production.rule, production.cites)
    elif text[start] in "/?":
        explanation = message(
            '"{text}" at the start of {rule}', text=text[start], rule=production.rule
        )
        expected = 'a character other than "/" and "?" at the start'
        yield Violation(start, start + 1, production.rule, expected, explanation, production.cites)
        start += 1
    yield from production.faults(text, start, end)


def _plain_query_faults(text: str, query: Span) -> Iterator[Violation]:
    """Section 2: a "?" begins an r- or a q-component, or is an error."""
    start, end = query
    explanation = 'this "?" begins neither an r-component nor a q-component'
    cites = ("RFC 8141 2", "RFC 8141 2.3")
    yield Violation(start - 1, start, "rq-components", '"+" or "=" after "?"', explanation, cites)
    yield from Q.faults(text, start, end)
