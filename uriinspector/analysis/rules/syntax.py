"""What the grammar says, and what it allows though nobody would write it on purpose."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from uriinspector.analysis.defang import IS_MARK
from uriinspector.analysis.finding import LOW, Fix
from uriinspector.analysis.flags import When
from uriinspector.analysis.rule import Hit, Rule
from uriinspector.core.model import Part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.facts import Facts

# The reference itself lists every violation; as findings the first ones are enough.
MOST = 32
SLASHES = re.compile("/{3,}")


def error(facts: Facts) -> Iterator[Hit]:
    """The edition's grammar is not met."""
    marks = _marks(facts.text)
    meant = (each for each in facts.reference.violations if each.start not in marks)
    for fault in islice(meant, MOST):
        args = {"edition": facts.reference.edition, "told": fault.message}
        yield Hit(fault.start, fault.end, args=args | {"expected": fault.expected})


def _marks(text: str) -> frozenset[int]:
    """The brackets that somebody put in to defang: they are told once, as what they are."""
    matches = IS_MARK.finditer(text)
    return frozenset(at for each in matches for at in (each.start(), each.end() - 1))


def suspicious(facts: Facts) -> Iterator[Hit]:
    """Empty parts with their delimiters, and marks that stand where they mean nothing."""
    text = facts.text
    port, user, query = facts.span(Part.PORT), facts.span(Part.USERINFO), facts.span(Part.QUERY)
    if port is not None and port.start == port.end:
        fix = Fix("Show without the colon", text[: port.start - 1] + text[port.end :])
        yield Hit(port.start - 1, port.end, variant="port", fix=fix)
    if user is not None and not user.of(text).strip(":"):
        fix = Fix('Show without the "@"', text[: user.start] + text[user.end + 1 :])
        yield Hit(user.start, user.end + 1, variant="user", fix=fix)
    if query is not None:
        entity = text.find("&amp;", *query)
        if entity >= 0:
            fix = Fix('Show with "&" alone', text.replace("&amp;", "&"))
            yield Hit(entity, entity + 5, variant="entity", fix=fix)
        again = text.find("?", *query)
        if again >= 0 and "://" not in text[query.start : again]:
            yield Hit(again, again + 1, variant="question")
    for match in SLASHES.finditer(text, *facts.reference.spans[6]):
        yield Hit(*match.span(), variant="slashes")


RULES = (
    Rule(
        "syntax-error",
        LOW,
        "Does not match the grammar",
        {"": "Does not match the {edition} grammar: {told}; expected: {expected}."},
        ("RFC 3986 A",),
        When.INVALID,
        error,
    ),
    Rule(
        "syntax-suspicious",
        LOW,
        "Valid but unusual syntax",
        {
            "port": "A colon without a port number.",
            "user": 'An "@" without userinfo.',
            "entity": 'HTML "&amp;" was not decoded, so the next parameter has a different name.',
            "question": 'A second "?" is data; it does not start another query.',
            "slashes": "Repeated slashes create empty segments; many servers ignore them.",
        },
        ("RFC 3986 6.2.3", "RFC 3986 3.2.1"),
        When.PORT | When.USERINFO | When.MARKS,
        suspicious,
    ),
)
