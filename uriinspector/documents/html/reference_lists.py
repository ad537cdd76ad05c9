"""Values that hold several references: srcset, ping and their like."""

from __future__ import annotations

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.link_location import COMMAS, ONE, SRCSET

# 4.8.4.3.10: white space and commas, an address, its descriptors up to a comma outside brackets.
WHITE = "\t\n\f\r "
CANDIDATE = expression(r"[\t\n\f\r ,]*+([^\t\n\f\r ]++)")
DESCRIPTORS = expression(r"[^,(]*+(?:\([^)]*+\)?+[^,(]*+)*+,?+")
WORD = expression(r"[^\t\n\f\r ]++")
WORD_OR_COMMA = expression(r"[^\t\n\f\r ,]++")


class ReferenceItem(NamedTuple):
    """One of several references in a value, and where it stands in it."""

    start: int
    text: str


def items_of(value: str, how: str) -> tuple[ReferenceItem, ...] | None:
    """The references in a value; None where it is one reference as a whole."""
    if how == ONE:
        return None
    if how == SRCSET:
        return tuple(_candidates(value))
    words = WORD_OR_COMMA if how == COMMAS else WORD
    return tuple(ReferenceItem(match.start(), match[0]) for match in words.finditer(value))


def _candidates(value: str) -> list[ReferenceItem]:
    result, at = [], 0
    while candidate := CANDIDATE.match(value, at):
        text = candidate[1]
        at = candidate.end()
        if text.endswith(","):
            text = text.rstrip(",")
        else:
            descriptors = DESCRIPTORS.match(value, at)
            at = descriptors.end() if descriptors else len(value)
        if text:
            result.append(ReferenceItem(candidate.start(1), text))
    return result
