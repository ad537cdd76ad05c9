"""What is unusual about a URN, and what its edition leaves to others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.message import message
from uriinspector.core.model import Span
from uriinspector.core.schemes.dossier import Note
from uriinspector.core.schemes.urn import directives, draft2012, registration, rfc2141, rfc8141
from uriinspector.core.schemes.urn.grammar import NUL
from uriinspector.core.schemes.urn.name import Q_MARK, R_MARK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.schemes.urn.name import Name

NSS = {"rfc2141": rfc2141.NSS, "draft2012": draft2012.NSS, "rfc8141": rfc8141.NSS}
LOCATES = {
    "rfc2141": ("RFC 2141 1",),
    "draft2012": ("rfc2141bis-urn-03 1.3",),
    "rfc8141": ("RFC 8141 1.2",),
}


def notes(name: Name) -> Iterator[Note]:
    """Everything that is worth a word and is no violation."""
    explanation = "a name: it does not say where the resource is, and nothing is fetched"
    cites = LOCATES[name.urn_edition]
    yield Note("names-only", "info", explanation, Span(name.prefix.start, name.end), cites)
    yield from _end_in_text(name)
    if name.urn_edition == "draft2012":
        yield from _draft_notes(name)
    elif name.urn_edition == "rfc8141":
        yield from _current_notes(name)
    else:
        yield from _reserved(name)


def _end_in_text(name: Name) -> Iterator[Note]:
    """Where a reader who looks for URNs in running text would have stopped."""
    if name.nss is None:
        return
    start, end = name.nss
    production = NSS[name.urn_edition]
    match = production.whole.match(name.text, start, end)
    at = match.end() if match else start
    if at < end and name.text[at] != "%":
        explanation = "in running text, the name ends before this character"
        yield Note("ends-in-text", "info", explanation, Span(at, at + 1), production.cites)


def _reserved(name: Name) -> Iterator[Note]:
    """RFC 2141 2.3.2."""
    for mark, what in (("?", "query"), ("#", "fragment")):
        at = name.text.find(mark, *(name.nss or name.nid))
        if at >= 0:
            explanation = message(
                '"{mark}" is not allowed here: this edition has no {what}',
                mark=mark,
                what=message(what),
            )
            yield Note(f"no-{what}", "info", explanation, Span(at, at + 1), ("RFC 2141 2.3.2",))


def _draft_notes(name: Name) -> Iterator[Note]:
    if name.f:
        explanation = (
            "a fragment needs permission from its namespace and is not part of an assigned name"
        )
        cites = ("rfc2141bis-urn-03 2.4",)
        yield Note("fragment-needs-leave", "info", explanation, _with_mark(name.f), cites)
    if name.query:
        explanation = "a query is allowed only in a reference, not in an assigned name"
        cites = ("rfc2141bis-urn-03 2.3",)
        yield Note("query-not-assigned", "info", explanation, _with_mark(name.query), cites)
        yield from _directive_notes(name.text, name.query)


def _with_mark(span: Span) -> Span:
    return Span(span.start - 1, span.end)


def _directive_notes(text: str, query: Span) -> Iterator[Note]:
    result = list(directives.directives(text, *query))
    void = directives.void_keywords(text, result)
    for each in result:
        keyword = each.keyword.of(text)
        if keyword in void:
            explanation = message(
                'all directives with "{keyword}" are void: the keyword occurs twice',
                keyword=keyword,
            )
            yield Note("directive-void", "unusual", explanation, each.keyword, directives.CITES)
        elif keyword not in directives.KEYWORDS:
            explanation = "keyword not registered: resolvers ignore it"
            yield Note("keyword-unknown", "info", explanation, each.keyword, directives.CITES)
        elif each.value and not directives.is_known(keyword, each.value.of(text)):
            explanation = "service not in the registry: the default of the namespace is used"
            if each.value.of(text) == "I2U":
                explanation += "; the draft's sample uses it, its registry has I2L"
            cites = ("rfc2141bis-urn-03 2.3.1", "rfc2141bis-urn-03 9.2.2")
            yield Note("service-unknown", "info", explanation, each.value, cites)


def _current_notes(name: Name) -> Iterator[Note]:
    explanation = registration.objection(name.nid.of(name.text))
    if explanation:
        yield Note("nid-not-registrable", "info", explanation, name.nid, registration.CLAUSES)
    nul = NUL.search(name.text, name.nid.start)
    if nul:
        explanation = "percent-encoded zero byte: earlier editions forbid it"
        yield Note("escaped-nul", "danger", explanation, Span(*nul.span()), ("RFC 2141 2.4",))
    for span, other in ((name.r, R_MARK), (name.q, R_MARK), (name.q, Q_MARK)):
        at = name.text.find(other, *span) if span else -1
        if at >= 0:
            explanation = message(
                'this "{other}" begins no component: an r-component comes before a '
                "q-component, each at most once",
                other=other,
            )
            yield Note("mark-inside", "unusual", explanation, Span(at, at + 2), ("RFC 8141 2.3",))
    if name.r:
        explanation = "the meaning of r-components is not defined yet"
        yield Note("r-undefined", "info", explanation, name.r, ("RFC 8141 2.3.1",))
