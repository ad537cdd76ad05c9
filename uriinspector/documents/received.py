"""The way that a message took, as those on it claim (RFC 5321 4.4): who got it from whom, when."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, ClassVar

from uriinspector.core.expression import expression
from uriinspector.core.model import JsonFields

if TYPE_CHECKING:
    from collections.abc import Mapping

# No field is read further.
LONGEST = 4096
# "from NAME (remark) by NAME (remark) with PROTOCOL", in that order, each of them at most once.
REMARKS = r"(?P<remark>(?:\s*+\((?:[^()]++|\([^()]*+\))*+\))*+)"
FROM = expression(rf"\s*+from\s++(?P<host>[^\s();]++){REMARKS}", re.IGNORECASE)
BY = expression(r"(?<!\S)by\s++([^\s();]++)", re.IGNORECASE)
WITH = expression(r"(?<!\S)with\s++([^\s();]++)", re.IGNORECASE)
REMARK = expression(r"\((?:[^()]++|\([^()]*+\))*+\)")
ADDRESS = expression(
    r"(?<![\w.])(?:IPv6:)?([0-9]{1,3}(?:\.[0-9]{1,3}){3}|[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7})"
    r"(?![\w.])"
)


@dataclass(frozen=True, slots=True)
class ReceivedHop(JsonFields):
    """One server on the way: from whom it says that it got the message, and when.

    ``delay`` is the time in seconds since the one before; it is negative where a clock is wrong.
    """

    host: str | None
    address: str | None
    by: str | None
    protocol: str | None
    date: str | None
    delay: int | None

    json_names: ClassVar[Mapping[str, str]] = {"host": "from"}


def hops_of(fields: tuple[str, ...]) -> tuple[ReceivedHop, ...]:
    """The servers in the order in which they say that they had the message."""
    hops: list[ReceivedHop] = []
    before: datetime | None = None
    for each in reversed(fields):
        text, _, written = each[:LONGEST].rpartition(";")
        date = _date(written)
        delay = None if before is None or date is None else int((date - before).total_seconds())
        hops.append(_hop(text or written, date, delay))
        before = date or before
    return tuple(hops)


def _hop(text: str, date: datetime | None, delay: int | None) -> ReceivedHop:
    match = FROM.match(text)
    rest = REMARK.sub(" ", text[match.end() :] if match else text)
    by, protocol = BY.search(rest), WITH.search(rest)
    address = ADDRESS.search(match["remark"] or match["host"]) if match else None
    return ReceivedHop(
        host=match["host"] if match else None,
        address=address[1] if address else None,
        by=by[1] if by else None,
        protocol=protocol[1] if protocol else None,
        date=date.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if date else None,
        delay=delay,
    )


def _date(written: str) -> datetime | None:
    """A time with its zone; one without is taken for UTC (RFC 5322 3.3, "-0000")."""
    # No Python from 3.11.2 on raises IndexError; earlier ones may.
    try:
        date = parsedate_to_datetime(written.strip())
        date = date if date.tzinfo else date.replace(tzinfo=UTC)
        date.astimezone(UTC)
    except (ValueError, IndexError, OverflowError):
        return None
    return date
