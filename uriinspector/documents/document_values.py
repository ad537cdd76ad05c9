"""The values of a scan: parts, places of links, lines of a file; positions are bytes."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from uriinspector.core.model import JsonFields, NamedTuple

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


class LineIndex:
    """Where the lines of a file begin; found when it is first asked for."""

    def __init__(self, octets: bytes) -> None:
        self._octets = octets
        self._starts: array[int] | None = None

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an octet, both from 1; a column is an octet."""
        if self._starts is None:
            self._starts = self._find_starts()
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def _find_starts(self) -> array[int]:
        starts = array("Q", (0,))
        at = self._octets.find(b"\n") + 1
        while at:
            starts.append(at)
            at = self._octets.find(b"\n", at) + 1
        return starts


# How a value is read: one reference, or several of them.
ONE, SRCSET, SPACES, COMMAS = "one", "srcset", "spaces", "commas"


class LinkPlace(NamedTuple):
    """Where a reference stands, and how its value is read; shared by all links of its kind."""

    element: str | None
    attribute: str | None
    how: str = ONE
    # In SVG or MathML.
    foreign: bool = False

    @property
    def is_markup(self) -> bool:
        """Whether a page has it, where relative references are due."""
        return self.element is not None and self.attribute is not None


# A link before anything is made of it; ``Link`` adds the document around it.
# The place of the element's first octet, start and end of the value as it is written, what it is,
# "noscript" or "template" around it, and the value where it is not simply what is written.
# A plain tuple: naming its fields would cost as much as finding it.
LinkLocation: TypeAlias = tuple[int, int, int, LinkPlace, str | None, str | None]
TAG: Final = 0
START: Final = 1
END: Final = 2
PLACE: Final = 3
CONTEXT: Final = 4
VALUE: Final = 5
