"""Relationships of an Office file (ISO/IEC 29500-2 9.3): what its parts load from elsewhere."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ELEMENT = expression(rb"<(?:\w+:)?Relationship\s([^<>]*+)>")
ATTRIBUTE = expression(rb"([\w:.-]{1,60})\s{0,9}=\s{0,9}(?:\"([^\"<]*+)\"|'([^'<]*+)')")
# More of one file is not listed.
MOST = 200_000


class XmlAttribute(NamedTuple):
    """A value, and where it is written, quotes aside."""

    value: str
    start: int
    end: int


class Relationship(NamedTuple):
    """What a part refers to by an identifier, as what, and where that is written."""

    name: str
    kind: str
    target: XmlAttribute
    is_external: bool


def xml_attributes(octets: bytes, start: int, end: int) -> dict[str, XmlAttribute]:
    """The attributes of a tag by their names, prefixes included."""
    result: dict[str, XmlAttribute] = {}
    for match in ATTRIBUTE.finditer(octets, start, end):
        group = 2 if match[2] is not None else 3
        value = unescape(match[group].decode("utf-8", "replace"))
        name = match[1].decode("utf-8", "replace")
        result.setdefault(name, XmlAttribute(value, *match.span(group)))
    return result


def relationships(octets: bytes, start: int, end: int) -> Iterator[Relationship]:
    """All that a file of relationships lists."""
    for number, match in enumerate(ELEMENT.finditer(octets, start, end)):
        if number >= MOST:
            return
        attributes = xml_attributes(octets, *match.span(1))
        target, name = attributes.get("Target"), attributes.get("Id")
        if target is None:
            continue
        kind, mode = attributes.get("Type"), attributes.get("TargetMode")
        last = kind.value.rpartition("/")[2] if kind else ""
        yield Relationship(
            name.value if name else "",
            last if re.fullmatch(r"[A-Za-z]{1,40}", last) else "relationship",
            target,
            # What has a scheme leads out of the file, whatever is said about it.
            (mode is not None and mode.value.lower() == "external") or "://" in target.value,
        )


def source_of(path: str) -> str:
    """The part whose relationships a file lists: "word/_rels/document.xml.rels" those of
    "word/document.xml"."""
    folder, _, name = path.rpartition("/")
    return f"{folder.removesuffix('_rels')}{name.removesuffix('.rels')}"
