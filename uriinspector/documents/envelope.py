"""What the header of a message claims about where it comes from and goes to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from uriinspector.core.model import JsonFields

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Mailbox(JsonFields):
    """A name as it is shown, and the address behind it."""

    name: str
    address: str

    @property
    def domain(self) -> str:
        """What stands behind the last "@"."""
        return self.address.rpartition("@")[2].strip().lower()


@dataclass(frozen=True, slots=True)
class Protected(JsonFields):
    """A name that joined those that nobody should imitate, and the field that it stands in."""

    name: str
    field: str

    json_names: ClassVar[Mapping[str, str]] = {"field": "from"}


@dataclass(frozen=True, slots=True)
class Envelope(JsonFields):
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

    json_names: ClassVar[Mapping[str, str]] = {
        "senders": "from",
        "recipients": "to",
        "authentication": "authentication_results",
    }
