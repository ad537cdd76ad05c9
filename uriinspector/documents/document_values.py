"""The values that a scan hands out, links aside: offsets are octets of the file, half open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from uriinspector.core.model import JsonFields

if TYPE_CHECKING:
    from collections.abc import Mapping


# What a base came from (url-syntax-05 5.1).
EMBEDDED, CONTENT_BASE, CONTENT_LOCATION = "embedded", "content-base", "content-location"
ENCAPSULATING, RETRIEVAL, DEFAULT = "encapsulating", "retrieval", "default"


@dataclass(frozen=True, slots=True)
class Source(JsonFields):
    """Where something is written; lines and columns count from 1, a column is an octet."""

    start: int
    end: int
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class DocumentBase(JsonFields):
    """What relative references are resolved against, what told it, and why it is so."""

    text: str | None
    origin: str
    note: str


@dataclass(frozen=True, slots=True)
class DocumentPart(JsonFields):
    """A file, a part of a message, a member of an archive; ``start`` and ``end`` are its content.

    ``path`` names it as mail programs do: "1.2" is the second part of the first.
    """

    path: str
    type: str
    name: str | None
    charset: str | None
    encoding: str | None
    size: int
    sha256: str
    start: int
    end: int
    content_id: str | None = None
    location: str | None = None
    base: DocumentBase | None = None

    json_names: ClassVar[Mapping[str, str]] = {"path": "part", "location": "content_location"}


@dataclass(frozen=True, slots=True)
class Examined(JsonFields):
    """A part in which links were looked for, and how many there were."""

    part: str
    type: str
    links: int


@dataclass(frozen=True, slots=True)
class NotExamined(JsonFields):
    """A part, or the rest of one, in which no links were looked for, and why."""

    part: str
    type: str
    reason: str
