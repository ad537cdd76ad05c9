"""Query directives of the 2012 draft: ``keyword=value``, with "&" between them (2.3)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from uriinspector.core import charset
from uriinspector.core.expression import expression
from uriinspector.core.message import message
from uriinspector.core.model import Span, Violation
from uriinspector.core.named_tuple import NamedTuple
from uriinspector.core.production import Production

if TYPE_CHECKING:
    from collections.abc import Iterator

CITES = ("rfc2141bis-urn-03 2.3",)
KEYWORD = Production("keywd", charset.ALPHANUM + "-", *CITES, escapes=False)
VALUE = Production("value", charset.QUERY_2005.replace("&", ""), *CITES)
AMPERSANDS = expression("&++")
HYPHENS = expression("-++")

# 9.2.1: the registry of keywords as it begins.
KEYWORDS = {
    "s": "the requested resolution service",
    "c": "a part of the resource",
}
# 9.2.2: the registry of services as it begins, all of them provisional.
SERVICES = {
    "I2L": ("URI to URL", "RFC 2483 4.1"),
    "I2Ls": ("URI to URLs", "RFC 2483 4.2"),
    "I2R": ("URI to resource", "RFC 2483 4.3"),
    "I2Rs": ("URI to resources", "RFC 2483 4.4"),
    "I2C": ("URI to URC", "RFC 2483 4.5"),
    "I2Cs": ("URI to URCs", "RFC 2483 4.6"),
    "I2N": ("URI to URN", "RFC 2483 4.7"),
    "I2Ns": ("URI to URNs", "RFC 2483 4.8"),
    "I=I": ("test whether two URIs are equal", "RFC 2483 4.9"),
}


class Directive(NamedTuple):
    """One directive; ``value`` is None where there is no "="."""

    keyword: Span
    value: Span | None


def directives(text: str, start: int, end: int) -> Iterator[Directive]:
    """All directives of a query; what is empty is none."""
    while start < end:
        stop = text.find("&", start, end)
        stop = end if stop < 0 else stop
        if stop > start:
            equals = text.find("=", start, stop)
            if equals < 0:
                yield Directive(Span(start, stop), None)
            else:
                yield Directive(Span(start, equals), Span(equals + 1, stop))
        start = stop + 1


def void_keywords(text: str, directives: list[Directive]) -> set[str]:
    """Registered keywords that stand there twice: a resolver ignores all directives with them."""
    times = Counter(each.keyword.of(text) for each in directives)
    return {keyword for keyword in KEYWORDS if times[keyword] > 1}


def query_faults(text: str, start: int, end: int) -> Iterator[Violation]:
    """Every place where 2.3 is not met."""
    if start == end:
        explanation = "the query is empty"
        yield Violation(start, end, "urn-query", "a directive", explanation, CITES)
        return
    yield from _ampersand_faults(text, start, end)
    result = list(directives(text, start, end))
    for each in result:
        yield from _keyword_faults(text, *each.keyword)
        if each.value is None:
            at, explanation = each.keyword.end, 'no "=" after the keyword'
            yield Violation(at, at, "directive", '"=" and a value', explanation, CITES)
        else:
            yield from VALUE.faults(text, *each.value)
    yield from _duplicate_faults(text, result)


def _ampersand_faults(text: str, start: int, end: int) -> Iterator[Violation]:
    """Single ones stand between directives, and nowhere else."""
    for match in AMPERSANDS.finditer(text, start, end):
        first, last = match.span()
        between = first > start and last < end
        first += between
        if first < last:
            explanation = '"&" is allowed only once between two directives'
            yield Violation(first, last, "urn-query", "a directive", explanation, CITES)


def _keyword_faults(text: str, start: int, end: int) -> Iterator[Violation]:
    """``keywd = ALPHA *( ["-"] (ALPHA / DIGIT))``."""
    if start == end:
        explanation = 'no keyword before "="'
        yield Violation(start, end, "keywd", "a letter", explanation, CITES)
        return
    if text[start] in charset.DIGIT:
        explanation = "a keyword must not begin with a digit"
        yield Violation(start, start + 1, "keywd", "a letter", explanation, CITES)
    yield from KEYWORD.faults(text, start, end)
    for match in HYPHENS.finditer(text, start, end):
        first, last = match.span()
        if first == start or last == end or last - first > 1:
            explanation = "in a keyword, only single hyphens between letters and digits are allowed"
            yield Violation(first, last, "keywd", "a letter or digit", explanation, CITES)


def _duplicate_faults(text: str, directives: list[Directive]) -> Iterator[Violation]:
    void, visited = void_keywords(text, directives), set()
    for each in directives:
        keyword = each.keyword.of(text)
        if keyword in void and keyword in visited:
            explanation = message(
                'the keyword "{keyword}" occurs twice: all its directives are void',
                keyword=keyword,
            )
            yield Violation(*each.keyword, "urn-query", "each keyword once", explanation, CITES)
        visited.add(keyword)


def is_known(keyword: str, value: str) -> bool:
    """Whether the registry has the value; only that of "s" has values."""
    return keyword != "s" or value in SERVICES


def value_meaning(keyword: str, value: str) -> str:
    """What is asked for, where it is known."""
    if keyword == "c":
        return "by the rules of the namespace"
    if keyword != "s":
        return "defined by the keyword"
    if value not in SERVICES:
        return "not in the registry: the default of the namespace is used"
    service, cite = SERVICES[value]
    return message("{service} (provisional, {cite})", service=message(service), cite=cite)
