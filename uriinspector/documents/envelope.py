"""What the header of a message claims about where it comes from and goes to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from uriinspector.core.model import JsonFields
from uriinspector.documents.received import ReceivedHop, hops_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriinspector.core.model import Json
    from uriinspector.documents.authentication import AuthenticationClaim


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
