"""The header of a message by its properties: what no transport wrote, or what that left out."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.documents.mime.header import read_header
from uriinspector.documents.outlook import mapi_properties as tags

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from uriinspector.documents.outlook.mapi_properties import MapiMessage, PropertyBag

TO, COPY = 1, 2
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
# What an address cannot have in it without ending the field.
UNWRITABLE = expression(r"[\0-\x20\x7f<>]+")
# A line that some servers put before the fields.
OPENING = expression(rb"\s*+(?:Microsoft Mail Internet Headers[^\n]*+\n)?")
RECIPIENTS = 200
# Addresses of internet mail in a list of entries of the address book (MS-OXCDATA 2.3.3).
LISTED = expression(rb"(?:[!-;=?-~]\0){1,100}@\0(?:[!-;=?-~]\0){1,200}")


def header_start(transport: bytes) -> int:
    """Where the fields of a transport's header begin."""
    match = OPENING.match(transport)
    return match.end() if match else 0


def completed(transport: bytes, mapi: MapiMessage) -> bytes:
    """The transport's header, and behind it what only the properties say."""
    transport = transport[header_start(transport) :]
    fields = read_header(transport, 0, len(transport))
    present = {each.name for each in fields.fields}
    lines = [transport[: fields.body].rstrip(b"\r\n\0"), *_lines(mapi, present)]
    return b"\r\n".join(filter(None, lines)) + b"\r\n\r\n"


def _lines(mapi: MapiMessage, present: set[str]) -> Iterator[bytes]:
    for name, value in _fields(mapi):
        if value and name.lower() not in present:
            yield f"{name}: {value}".encode("utf-8", "replace")


def _fields(mapi: MapiMessage) -> Iterator[tuple[str, str]]:
    bag = mapi.bag
    yield "From", _sender(bag)
    yield "To", _recipients(mapi, TO)
    yield "Cc", _recipients(mapi, COPY)
    yield "Reply-To", _replies(bag)
    yield "Subject", _word(bag.text(tags.SUBJECT))
    yield "Date", _date(bag.time(tags.CLIENT_SUBMIT_TIME, tags.DELIVERY_TIME))
    yield "Message-ID", UNWRITABLE.sub(" ", bag.text(tags.MESSAGE_ID) or "").strip()


def _sender(bag: PropertyBag) -> str:
    """The one who is represented; who sends on his behalf only where there is nobody else."""
    name = bag.text(tags.SENT_REPRESENTING_NAME, tags.SENDER_NAME)
    addresses = (
        tags.SENT_REPRESENTING_SMTP_ADDRESS,
        tags.SENT_REPRESENTING_ADDRESS,
        tags.SENDER_SMTP_ADDRESS,
        tags.SENDER_ADDRESS,
    )
    return _mailbox(name, _address(bag, *addresses))


def _recipients(mapi: MapiMessage, kind: int) -> str:
    chosen = [
        each for each in mapi.recipients if each.numbers.get(tags.RECIPIENT_TYPE, TO) & 3 == kind
    ]
    mailboxes = (
        _mailbox(each.text(tags.DISPLAY_NAME), _address(each, tags.SMTP_ADDRESS, tags.ADDRESS))
        for each in chosen[:RECIPIENTS]
    )
    return ", ".join(filter(None, mailboxes))


def _replies(bag: PropertyBag) -> str:
    listed = bag.values.get(tags.REPLY_RECIPIENTS)
    if listed is None:
        return ""
    addresses = (match[0].decode("utf-16-le") for match in LISTED.finditer(listed.head()))
    return ", ".join(f"<{each}>" for each in dict.fromkeys(addresses))


def _address(bag: PropertyBag, *names: int) -> str:
    """An address of internet mail; those of an organisation's own directory are none."""
    texts = (bag.text(name) or "" for name in names)
    return next((text for text in texts if "@" in text), "")


def _mailbox(name: str | None, address: str) -> str:
    address = UNWRITABLE.sub("", address)
    shown = _word(name) if name and name.strip("'\"") != address else ""
    return f"{shown} <{address}>".strip() if address else shown


def _word(text: str | None) -> str:
    """An encoded word (RFC 2047), so that nothing in it is anything but text."""
    if not text:
        return ""
    letters = b64encode(text[:8_000].encode("utf-8", "replace")).decode("ascii")
    return f"=?utf-8?b?{letters}?="


def _date(time: datetime | None) -> str:
    if time is None:
        return ""
    day, month = DAYS[time.weekday()], MONTHS[time.month - 1]
    return f"{day}, {time.day:02} {month} {time.year:04} {time:%H:%M:%S} +0000"
