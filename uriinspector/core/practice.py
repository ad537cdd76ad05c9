"""The six rules of good practice, found only in the 2003 draft (6.3), as a checklist."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import Json, Span
from uriinspector.core.percent import Octet, octets
from uriinspector.core.reference import Reference

CITE = "rfc2396bis-01 6.3"
DOT_SEGMENT = expression(r"(?:(?<=/)|\A)\.\.?(?=/|\Z)")


@dataclass(frozen=True, slots=True)
class Practice:
    """A rule, whether it is followed (None if it does not apply), and where it is broken."""

    rule: str
    is_followed: bool | None
    spans: tuple[Span, ...]
    cite: str = CITE

    def to_dict(self) -> Json:
        spans = [{"start": start, "end": end} for start, end in self.spans]
        return {"rule": self.rule, "kept": self.is_followed, "spans": spans, "cites": [self.cite]}


def good_practice(reference: Reference) -> tuple[Practice, ...]:
    """Check a reference by the rules, in the order of the draft."""
    escapes = tuple(octets(reference))

    def among(rule: str, is_fault: Callable[[Octet], bool]) -> Practice:
        faults = tuple(each.span for each in escapes if is_fault(each))
        return Practice(rule, not faults if escapes else None, faults)

    return (
        _small(reference, "the scheme in lowercase", 1),
        _small(reference, "the host in lowercase", 4),
        among("percent-encoding only where it is needed", lambda each: each.needless),
        among("uppercase A to F in percent-encoding", lambda each: each.lower_hex),
        among("bytes in UTF-8", lambda each: each.form not in {"ascii", "utf-8"}),
        _no_dots(reference),
    )


def _small(reference: Reference, rule: str, index: int) -> Practice:
    span = Span(*reference.spans[index])
    if span.start < 0:
        return Practice(rule, None, ())
    text = span.of(reference.text)
    rest = lowered(text) == text or ("%" in text and _letters(text) == lowered(_letters(text)))
    return Practice(rule, rest, () if rest else (span,))


def _letters(text: str) -> str:
    """Return the text without its escapes, whose digits are covered by a separate rule."""
    return re.sub("%[0-9A-Fa-f]{2}", "", text)


def _no_dots(reference: Reference) -> Practice:
    rule = 'no "." or ".." segments in the path of an absolute URI'
    if reference.scheme is None:
        return Practice(rule, None, ())
    start, end = reference.spans[6]
    path = reference.text[start:end]
    spans = tuple(
        Span(start + match.start(), start + match.end()) for match in DOT_SEGMENT.finditer(path)
    )
    return Practice(rule, not spans, spans)
