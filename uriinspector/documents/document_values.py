"""The values of a scan: envelopes, parts, places of links, lines of a file."""

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


@dataclass(frozen=True, slots=True)
class Mailbox(JsonFields):
    """A name as it is shown, and the address behind it."""

    name: str
    address: str

    @property
    def domain(self) -> str:
        """What stands behind the last "@"."""
        return self.address.rpartition("@")[2].strip(" \t\"'<>").lower()


@dataclass(frozen=True, slots=True)
class Protected(JsonFields):
    """A name that look-alikes are compared with in this message, and the field that it is in."""

    name: str
    field: str

    json_names: ClassVar[Mapping[str, str]] = {"field": "from"}


@dataclass(frozen=True, slots=True)
class Envelope(JsonFields):
    """The facts of one message; what others authenticated is only claimed here.

    ``repeated`` names the fields that stand more than once where one is allowed; ``senders`` holds
    the mailboxes of every From field, ``recipients`` those of To, and ``further_recipients`` those
    of all other fields that name one; ``lists`` are the addresses of mailing lists, and
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
        """The servers on the way, the first one first, as they claim."""
        return hops_of(self.received)

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        record = JsonFields.to_dict(self)
        for name in ("further_recipients", "lists", "is_listed"):
            del record[name]  # for the removal of recipient data, and for rules
        record["hops"] = [each.to_dict() for each in self.hops]
        return record


# The bytes of a header field in the file, by its name and which of several it is; where there is
# none, the place where the message begins.
FieldPlace: TypeAlias = Callable[[str, int], tuple[int, int]]


def nowhere(_field: str, _at: int) -> tuple[int, int]:
    """Return the place of a field of which nothing is known."""
    return 0, 0


@dataclass(eq=False)
class MessageScope:
    """A message, or a file outside of any: then there is no envelope.

    ``place`` finds fields of its header, ``names`` are the addresses of its parts, ``attached`` the
    paths of those that are attached, and ``looks`` what looks for findings about its parts, once
    somebody asks.
    """

    judge: Judge
    envelope: Envelope | None = None
    place: FieldPlace = nowhere
    names: dict[str, str] = field(default_factory=dict)
    attached: list[str] = field(default_factory=list)
    looks: list[Callable[[], Iterable[Finding]]] = field(default_factory=list)
    # The findings that report that not all of it was read, by their variants.
    stopped: set[str] = field(default_factory=set)

    @lazy
    def findings(self) -> tuple[Finding, ...]:
        """What they find: looked for when somebody asks, and once."""
        return tuple(each for look in self.looks for each in look())
