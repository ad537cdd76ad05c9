"""JSON, read so that each member knows its place."""

from __future__ import annotations

from json import JSONDecodeError
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import Phrase
from uriinspector.analysis.values.datum import Datum, Decoded, InnerDatum, Whole, Within
from uriinspector.analysis.values.value import CERTAIN, STRUCTURE
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.values.datum import Placing

SPACE = expression(r"[ \t\n\r]*+")
NUMBER = expression(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?")
LITERAL = expression("true|false|null")
# What is nested deeper, or has more members, is not read as JSON.
DEEPEST, MOST = 32, 512


class JsonLeaf(NamedTuple):
    """A text or a number in it: under which names, and where."""

    path: str
    text: str
    start: int
    end: int


class NotJsonError(Exception):
    """The text is no JSON."""


def json_object(datum: Datum) -> Iterator[Decoded]:
    """RFC 8259: objects and arrays; each text and number in them is a value of its own."""
    text = datum.text
    if not text.lstrip().startswith(("{", "[")):
        return
    leaves = leaves_of(text)
    if leaves:
        inner = tuple(_member(each, datum) for each in leaves)
        yield Decoded(STRUCTURE, text, Phrase("JSON"), CERTAIN, inner)


def _member(leaf: JsonLeaf, datum: Datum) -> InnerDatum:
    """With escapes in it, only the whole has a place."""
    placing: Placing = Within(leaf.start, datum.placing)
    if len(leaf.text) != leaf.end - leaf.start:
        placing = Whole(datum.placing.span(leaf.start, leaf.end))
    return InnerDatum(leaf.path, leaf.text, placing, is_member=True)


def leaves_of(text: str) -> list[JsonLeaf]:
    """Texts and numbers in the order of the text; nothing where it is no JSON."""
    leaves: list[JsonLeaf] = []
    try:
        end = _value(text, SPACE.match(text, 0).end(), "", leaves, 0)  # type: ignore[union-attr]
    except (NotJsonError, JSONDecodeError):
        return []
    return leaves if SPACE.fullmatch(text, end) else []


def _value(text: str, at: int, path: str, leaves: list[JsonLeaf], depth: int) -> int:
    """Read one value; return where it ends."""
    char = text[at : at + 1]
    end: int
    if char == '"':
        value, end = scanstring(text, at + 1)
        leaves.append(JsonLeaf(path, value, at + 1, end - 1))
    elif char in {"{", "["} and depth < DEEPEST:
        end = _members(text, at, path, leaves, depth)
    elif match := NUMBER.match(text, at):
        leaves.append(JsonLeaf(path, match[0], *match.span()))
        end = match.end()
    elif match := LITERAL.match(text, at):
        end = match.end()
    else:
        raise NotJsonError
    if len(leaves) > MOST:
        raise NotJsonError
    return end


def _members(text: str, at: int, path: str, leaves: list[JsonLeaf], depth: int) -> int:
    is_object, closing = text[at] == "{", "}" if text[at] == "{" else "]"
    at, index = _skip(text, at + 1), 0
    if text.startswith(closing, at):
        return at + 1
    while True:
        name = str(index)
        if is_object:
            if not text.startswith('"', at):
                raise NotJsonError
            name, at = scanstring(text, at + 1)
            at = _skip(text, at)
            if not text.startswith(":", at):
                raise NotJsonError
            at = _skip(text, at + 1)
        at = _skip(text, _value(text, at, f"{path}.{name}" if path else name, leaves, depth + 1))
        if text.startswith(closing, at):
            return at + 1
        if not text.startswith(",", at):
            raise NotJsonError
        at, index = _skip(text, at + 1), index + 1


def _skip(text: str, at: int) -> int:
    match = SPACE.match(text, at)
    return match.end() if match else at
