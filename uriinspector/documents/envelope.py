"""What the header of a message claims about where it comes from and goes to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uriinspector.core.model import Json


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A name as it is shown, and the address behind it."""

    name: str
    address: str

    @property
    def domain(self) -> str:
        """What stands behind the last "@"."""
        return self.address.rpartition("@")[2].strip().lower()

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return {"name": self.name, "address": self.address}


@dataclass(frozen=True, slots=True)
class Protected:
    """A name that joined those that nobody should imitate, and the field that it stands in."""

    name: str
    field: str

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return {"name": self.name, "from": self.field}


@dataclass(frozen=True, slots=True)
class Envelope:
    """The facts of one message; what others authenticated is only claimed here."""

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

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return {
            "part": self.part,
            "subject": self.subject,
            "date": self.date,
            "message_id": self.message_id,
            "from": [each.to_dict() for each in self.senders],
            "reply_to": [each.to_dict() for each in self.reply_to],
            "return_path": self.return_path,
            "to": [each.to_dict() for each in self.recipients],
            "delivered_to": list(self.delivered_to),
            "authentication_results": list(self.authentication),
            "protected": [each.to_dict() for each in self.protected],
        }
