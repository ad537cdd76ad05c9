"""What machines are told of a link: a URL that is one, a host that is one, where the way ends."""

from __future__ import annotations

from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.host import host_kind
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import parse
from uriinspector.export.final_link import fetched, final_inspection
from uriinspector.export.recipient_data import REMOVED

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.export.case.case_model import CaseLink

DOMAIN, IPV4, IPV6 = "domain", "ipv4", "ipv6"
# RFC 1034 3.5, and the underscore that the DNS lets in.
LABEL = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
NAME = expression(rf"(?=.{{1,253}}\Z){LABEL}(?:\.{LABEL})*")
ADDRESS = expression(r"[^\s@<>\"(),:;\\\[\]]{1,64}@[^\s@<>\"(),:;\\]{1,255}")
SURROGATE = expression("[\ud800-\udfff]")


class ExactHost(NamedTuple):
    """A host by its kind, in ASCII."""

    kind: str
    value: str


def is_url(text: str | None) -> bool:
    """Whether it has a scheme and meets RFC 3986 to the letter."""
    if text is None:
        return False
    reference = parse(text)
    return reference.scheme is not None and reference.valid


def url_of(link: CaseLink) -> str | None:
    """The target as a URL of RFC 3986: as it is written, or else as a browser asks for it."""
    if is_url(link.row.target):
        return link.row.target
    if link.row.host is None:
        return None
    asked = fetched(link.inspection())
    return asked if is_url(asked) else None


def host_of(link: CaseLink) -> ExactHost | None:
    """Where the way ends."""
    if link.row.host is None:
        return None
    kind = host_kind(link.row.host)
    if kind == "ipv4":
        return ExactHost(IPV4, link.row.host)
    if kind == "ipv6":
        return ExactHost(IPV6, link.row.host.strip("[]"))
    name = link.row.host.removesuffix(".").lower()
    return ExactHost(DOMAIN, name) if NAME.fullmatch(name) else None


def ends_of(link: CaseLink, inspection: Inspection) -> tuple[str, ...]:
    """The last link that is known: to the letter, and as a browser asks for it."""
    end = final_inspection(inspection)
    result = (link.row.target if end is inspection else end.target or end.text, fetched(end))
    return tuple(dict.fromkeys(each for each in result if each is not None and is_url(each)))


def is_address(text: str) -> bool:
    """Whether it can be a mail address, and is not one of which only the domain is left."""
    return ADDRESS.fullmatch(text) is not None and not text.startswith(f"{REMOVED}@")


def date_of(text: str | None) -> str | None:
    """The date of a message as machines write it; None where it cannot be read."""
    if not text:
        return None
    try:
        result = parsedate_to_datetime(text)
    except (ValueError, IndexError, OverflowError):
        return None
    try:
        return f"{result.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if result.tzinfo else None
    except OverflowError:
        return None


def sound(text: str) -> str:
    """The text with what no UTF-8 can hold replaced."""
    return SURROGATE.sub("\ufffd", text)
