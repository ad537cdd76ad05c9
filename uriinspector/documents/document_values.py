"""The values that a scan hands out, links aside: offsets are octets of the file, half open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uriinspector.core.model import Json

# What a base came from (url-syntax-05 5.1).
EMBEDDED, CONTENT_BASE, CONTENT_LOCATION = "embedded", "content-base", "content-location"
ENCAPSULATING, RETRIEVAL, DEFAULT = "encapsulating", "retrieval", "default"


@dataclass(frozen=True, slots=True)
class Source:
    """Where something is written; lines and columns count from 1, a column is an octet."""

    start: int
    end: int
    line: int
    column: int

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return {"start": self.start, "end": self.end, "line": self.line, "column": self.column}


@dataclass(frozen=True, slots=True)
class DocumentBase:
    """What relative references are resolved against, what told it, and why it is so."""

    text: str | None
    origin: str
    note: str

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return {"text": self.text, "origin": self.origin, "note": self.note}


@dataclass(frozen=True, slots=True)
class DocumentPart:
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

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return {
            "part": self.path,
            "type": self.type,
            "name": self.name,
            "charset": self.charset,
            "encoding": self.encoding,
            "size": self.size,
            "sha256": self.sha256,
            "start": self.start,
            "end": self.end,
            "content_id": self.content_id,
            "content_location": self.location,
            "base": self.base.to_dict() if self.base else None,
        }


@dataclass(frozen=True, slots=True)
class Examined:
    """A part in which links were looked for, and how many there were."""

    part: str
    type: str
    links: int

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return {"part": self.part, "type": self.type, "links": self.links}


@dataclass(frozen=True, slots=True)
class NotExamined:
    """A part, or the rest of one, in which no links were looked for, and why."""

    part: str
    type: str
    reason: str

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return {"part": self.part, "type": self.type, "reason": self.reason}
