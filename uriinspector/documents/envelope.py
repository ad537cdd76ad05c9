"""What the header of a message claims, and what its parts share while they are read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from uriinspector.analysis.lazy import lazy
from uriinspector.core.model import JsonFields
from uriinspector.documents.authentication import ReceivedHop, hops_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from uriinspector.analysis.finding import Finding
    from uriinspector.core.model import Json
    from uriinspector.documents.authentication import AuthenticationClaim
    from uriinspector.documents.judge import Judge


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
    of all other fields that name one; ``lists`` are the addresses of mailing lists.
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
        del record["further_recipients"], record["lists"]  # for the removal of recipient data
        record["hops"] = [each.to_dict() for each in self.hops]
        return record


@dataclass(eq=False)
class MessageScope:
    """A message, or a file outside of any: then there is no envelope.

    ``names`` are the addresses of its parts, ``attached`` the paths of those that are attached, and
    ``looks`` what looks for findings about its parts, once somebody asks.
    """

    judge: Judge
    envelope: Envelope | None = None
    start: int = 0
    names: dict[str, str] = field(default_factory=dict)
    attached: list[str] = field(default_factory=list)
    looks: list[Callable[[], Iterable[Finding]]] = field(default_factory=list)
    # The findings that report that not all of it was read, by their variants.
    stopped: set[str] = field(default_factory=set)

    @lazy
    def findings(self) -> tuple[Finding, ...]:
        """What they find: looked for when somebody asks, and once."""
        return tuple(each for look in self.looks for each in look())
