"""One tag, read attribute by attribute: for the few that need more than one look."""

from __future__ import annotations

from uriinspector.core.model import NamedTuple
from uriinspector.documents.html.tokens import ONE_ATTRIBUTE

# Elements that never have content (13.1.2).
VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track"}
    | {"wbr"}
)
QUOTES = b"\"'"


class Attribute(NamedTuple):
    """Its name in small letters, and where its value stands, quotes aside."""

    name: str
    start: int
    end: int


class Tag(NamedTuple):
    """A start or end tag; ``end`` is behind its ">", and not ``closed`` where there is none."""

    attributes: dict[str, Attribute]
    end: int
    closed: bool
    self_closing: bool


def lowered_name(octets: bytes) -> str:
    """A name as the tokenizer makes it: ASCII letters small, NUL replaced."""
    return octets.lower().decode("utf-8", "replace").replace("\0", "\ufffd")


def read_tag(octets: bytes, at: int, end: int) -> Tag:
    """The attributes from behind the tag's name on; of two with one name the first counts."""
    attributes: dict[str, Attribute] = {}
    match = ONE_ATTRIBUTE.match
    while True:
        result = match(octets, at, end)
        if result is None or result.end() == at or not result.lastindex:
            return Tag(attributes, end, False, False)
        start, at = at, result.end()
        if result.lastindex == 3:
            # Only a "/" right before the ">" closes: "<a x=y/>" has it in the value.
            closing = at - 2 >= start and octets[at - 2 : at - 1] == b"/"
            return Tag(attributes, at, True, closing)
        name = lowered_name(result[1])
        if name not in attributes:
            attributes[name] = Attribute(name, *value_span(octets, result.span(2), result.end(1)))


def value_span(octets: bytes, span: tuple[int, int], name_end: int) -> tuple[int, int]:
    """Where a value stands without its quotes; an attribute without one has it behind its name."""
    start, end = span
    if start < 0:
        return name_end, name_end
    if start < end and octets[start] in QUOTES:
        return start + 1, end - 1 if end - start > 1 and octets[end - 1] == octets[start] else end
    return start, end
