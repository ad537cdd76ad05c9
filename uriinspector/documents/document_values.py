"""Value types of a scan: envelopes, parts, places of links, lines of a file."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from uriinspector.analysis.finding import Finding
from uriinspector.analysis.resource_files import lazy
from uriinspector.core.model import Json, JsonFields, NamedTuple
from uriinspector.documents.authentication import AuthenticationClaim, ReceivedHop, hops_of

if TYPE_CHECKING:
    from uriinspector.documents.judge import Judge

# The origins of a base (url-syntax-05 5.1).
EMBEDDED, CONTENT_BASE, CONTENT_LOCATION = "embedded", "content-base", "content-location"
ENCAPSULATING, RETRIEVAL, DEFAULT = "encapsulating", "retrieval", "default"

ENVELOPE_READER_MOST = 100  # the maximum number of entries per field of an envelope


@dataclass(frozen=True, slots=True)
class Source(JsonFields):
    """A span in the file; lines and columns are counted from 1, columns in bytes."""

    start: int
    end: int
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class DocumentBase(JsonFields):
    """The base of relative references, where it comes from, and a note that explains it."""

    text: str | None
    origin: str
    note: str


@dataclass(frozen=True, slots=True)
class DocumentPart(JsonFields):
    """A file, a part of a message or a member of an archive, with the span of its content.

    ``path`` numbers it as mail programs do: "1.2" is the second part of the first.
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
    """A part that was searched for links, and the number found."""

    part: str
    type: str
    links: int


@dataclass(frozen=True, slots=True)
class NotExamined(JsonFields):
    """A part that was not searched for links, or not in full, and the reason."""

    part: str
    type: str
    reason: str


class LineIndex:
    """The line starts of a file, found on first use."""

    def __init__(self, octets: bytes) -> None:
        self._octets = octets
        self._starts: array[int] | None = None

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset, both counted from 1; columns count bytes."""
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


# Formats of a value: one reference, or a list of references in one of three syntaxes.
ONE, SRCSET, SPACES, COMMAS = "one", "srcset", "spaces", "commas"


class LinkPlace(NamedTuple):
    """The element and attribute of a link, and the format of its value; shared by equal places."""

    element: str | None
    attribute: str | None
    how: str = ONE
    # True in SVG and MathML.
    foreign: bool = False

    @property
    def is_markup(self) -> bool:
        """True for an attribute of a page, where relative references are expected."""
        return self.element is not None and self.attribute is not None


# The place of a link in a PDF file.
IN_PDF = LinkPlace(None, "uri")

# A link as the scanner found it (``Link`` adds its document): the offset of its element, the start
# and end of the written value, its place, the inactive markup around it ("noscript", "template"),
# and its value if that differs from the written text. This is a plain tuple because creating a
# named one would cost as much as finding the link.
LinkLocation: TypeAlias = tuple[int, int, int, LinkPlace, str | None, str | None]
TAG: Final = 0
START: Final = 1
END: Final = 2
PLACE: Final = 3
CONTEXT: Final = 4
VALUE: Final = 5


@dataclass(frozen=True, slots=True)
class Mailbox(JsonFields):
    name: str
    address: str

    @property
    def domain(self) -> str:
        """The domain in lower case: the text after the last "@"."""
        return self.address.rpartition("@")[2].strip(" \t\"'<>").lower()


@dataclass(frozen=True, slots=True)
class Protected(JsonFields):
    """A name to compare lookalikes with in this message, and the field it comes from."""

    name: str
    field: str

    json_names: ClassVar[Mapping[str, str]] = {"field": "from"}


@dataclass(frozen=True, slots=True)
class Envelope(JsonFields):
    """The header facts of a message; authentication results in it are only claims.

    ``repeated`` names the fields that occur several times although only one is allowed; ``senders``
    are the mailboxes of all From fields, ``recipients`` those of To, and ``further_recipients``
    those of all other fields with recipients; ``lists`` are the addresses of mailing lists, and
    ``is_listed`` is True if a field claims one.
    """

    part: str
    subject: str | None
    date: str | None
    message_id: str | None
    senders: tuple[Mailbox, ...]
    reply_to: tuple[Mailbox, ...]
    return_path: str | None
    recipients: tuple[Mailbox, ...]
    delivered_to: tuple[str, ...]
    authentication: tuple[str, ...]
    protected: tuple[Protected, ...]
    sender: tuple[Mailbox, ...] = ()
    received_spf: str | None = None
    arc: tuple[str, ...] = ()
    received: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()
    claims: tuple[AuthenticationClaim, ...] = ()
    further_recipients: tuple[Mailbox, ...] = ()
    lists: tuple[str, ...] = ()
    is_listed: bool = False

    json_names: ClassVar[Mapping[str, str]] = {
        "senders": "from",
        "recipients": "to",
        "authentication": "authentication_results",
        "arc": "arc_authentication_results",
    }

    @property
    def hops(self) -> tuple[ReceivedHop, ...]:
        """The servers on the route in chronological order, as they claim."""
        return hops_of(self.received)

    def to_dict(self) -> Json:
        """Return the envelope as JSON, without fields for internal use."""
        record = JsonFields.to_dict(self)
        for name in ("further_recipients", "lists", "is_listed"):
            del record[name]  # only for rules and for removing recipient data
        record["hops"] = [each.to_dict() for each in self.hops]
        return record


# Returns the span of a header field in the file, by its name and index; if it is missing, the start
# of the message.
FieldPlace: TypeAlias = Callable[[str, int], tuple[int, int]]


def nowhere(_field: str, _at: int) -> tuple[int, int]:
    """Return an empty span: the default for messages without a known header."""
    return 0, 0


@dataclass(eq=False)
class MessageScope:
    """A message, or a file outside of messages, which has no envelope.

    ``place`` locates header fields, ``names`` maps Content-IDs and locations to parts, ``attached``
    lists the paths of attachments, and ``looks`` are functions that return findings about the
    parts.
    """

    judge: Judge
    envelope: Envelope | None = None
    place: FieldPlace = nowhere
    names: dict[str, str] = field(default_factory=dict)
    attached: list[str] = field(default_factory=list)
    # Those that email programs do not show as the message itself, unlike winmail.dat.
    separate: set[str] = field(default_factory=set)
    looks: list[Callable[[], Iterable[Finding]]] = field(default_factory=list)
    # The variants of the reported findings about incomplete reading.
    stopped: set[str] = field(default_factory=set)

    @lazy
    def findings(self) -> tuple[Finding, ...]:
        """The findings of ``looks``, computed on first use."""
        return tuple(each for look in self.looks for each in look())
