"""The envelope of a message: who says that it comes from whom, and to whom it goes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.documents.authentication import TRACE, claims_of
from uriinspector.documents.envelope import Envelope, Mailbox, Protected
from uriinspector.documents.mime.encoded_words import decoded_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.mime.header import Header

# More recipients than these are only counted by nobody.
MOST = 100
LONGEST = 4096
# The fields whose domains nobody should imitate in this message.
PROTECTED = ("to", "delivered-to", "from")
# RFC 5322 3.2.2: a remark may have others in it; of such in those nothing is read.
REMARK = r"(?:[^()\\]|\\.|\((?:[^()\\]|\\.)*+\)|(?!))*+"
# A quoted name, an address, a remark, the end of a mailbox (a group's name ends at its colon).
TOKEN = expression(
    r"\"(?P<quoted>(?:[^\"\\]|\\.)*+)\"?|<(?P<angle>[^<>]*+)>?|\((?P<comment>" + REMARK + r")\)?"
    r"|(?P<end>[,;])|(?P<word>[^\s\"<>(),;]++)"
)
PAIR = expression(r"\\(.)")
# Every field that names a recipient; those of the second row are addresses without names, as
# servers write them, some with more around them ("rfc822; ann@work.example", RFC 3464 2.3.1).
NAMED = ("to", "cc", "bcc", "resent-to", "resent-cc", "resent-bcc", "apparently-to")
WRITTEN = (
    *("delivered-to", "x-delivered-to", "x-original-to", "x-envelope-to", "envelope-to"),
    *("x-rcpt-to", "x-recipient", "x-forwarded-to", "x-forwarded-for", "x-failed-recipients"),
    *("x-apparently-to", "x-real-to", "x-original-recipient"),
    *("original-recipient", "final-recipient"),
)
LISTS = ("list-post", "list-owner", "mailing-list", "x-mailing-list", "list-id", "x-beenthere")
ADDRESS = expression(r"[^\s<>()\[\],;:\"@]{1,64}@[^\s<>()\[\],;:\"@?]{1,255}")
MOST_FURTHER = 1_000
SHOWN = {"to": "To", "delivered-to": "Delivered-To", "from": "From"}
# RFC 5322 3.6 and RFC 2045 3: at most one of each.
ONCE = {
    "from": "From",
    "sender": "Sender",
    "reply-to": "Reply-To",
    "to": "To",
    "cc": "Cc",
    "subject": "Subject",
    "date": "Date",
    "message-id": "Message-ID",
    "content-type": "Content-Type",
    "content-transfer-encoding": "Content-Transfer-Encoding",
    "content-disposition": "Content-Disposition",
    "mime-version": "MIME-Version",
}


def envelope_of(header: Header, part: str, *, is_inside: bool = False) -> Envelope:
    """What the header claims; that of a message inside of another one is all its sender's."""
    delivered = tuple(_addresses(header, "delivered-to"))
    return Envelope(
        part=part,
        subject=header.get("subject"),
        date=header.get("date"),
        message_id=header.get("message-id"),
        senders=_senders(header),
        reply_to=_mailboxes(header, "reply-to"),
        return_path=next(iter(_addresses(header, "return-path")), None),
        recipients=_mailboxes(header, "to"),
        delivered_to=delivered,
        authentication=tuple(header.all_of("authentication-results")[:MOST]),
        protected=_protected(header),
        sender=_mailboxes(header, "sender"),
        received_spf=header.get("received-spf"),
        arc=tuple(header.all_of("arc-authentication-results")[:MOST]),
        received=tuple(header.all_of("received")[:MOST]),
        repeated=_repeated(header),
        claims=claims_of(_trace(header), is_inside=is_inside),
        further_recipients=_further_recipients(header),
        lists=_lists(header),
    )


def _trace(header: Header) -> Iterator[tuple[str, str]]:
    """The fields that servers put on top of each other, in their order."""
    counts: Counter[str] = Counter()
    for field in header.fields:
        if field.name in TRACE and counts[field.name] < MOST:
            counts[field.name] += 1
            yield field.name, header.text(field)


def _further_recipients(header: Header) -> tuple[Mailbox, ...]:
    """Recipients in all fields that name one, but for those of the first To."""
    result: dict[Mailbox, None] = {}
    for name in NAMED:
        for field in header.raw_all(name):
            result |= dict.fromkeys(mailboxes(field))
    written = (_addresses_in(field) for name in WRITTEN for field in header.raw_all(name))
    result |= dict.fromkeys(Mailbox("", address) for found in written for address in found)
    first = {*_mailboxes(header, "to")}
    return tuple(each for each in result if each not in first)[:MOST_FURTHER]


def _lists(header: Header) -> tuple[str, ...]:
    """The addresses of mailing lists (RFC 2369, and what list programs added before)."""
    fields = (each for name in LISTS for each in header.raw_all(name))
    return tuple(dict.fromkeys(each for field in fields for each in _addresses_in(field)))[:MOST]


def _addresses_in(field: str) -> list[str]:
    return ADDRESS.findall(field[:LONGEST])


def _repeated(header: Header) -> tuple[str, ...]:
    """Fields that stand more than once though one is all that is allowed."""
    counts = Counter(field.name for field in header.fields)
    return tuple(shown for name, shown in ONCE.items() if counts[name] > 1)


def _senders(header: Header) -> tuple[Mailbox, ...]:
    """Everybody in every From field: programs differ in which one they show."""
    fields = header.raw_all("from")
    return tuple(each for field in fields for each in mailboxes(field[:LONGEST]))[:MOST]


def _mailboxes(header: Header, name: str) -> tuple[Mailbox, ...]:
    """Names are decoded after they are taken apart: an encoded comma is part of a name."""
    return tuple(mailboxes((header.raw(name) or "")[:LONGEST])[:MOST])


def mailboxes(value: str) -> list[Mailbox]:
    """The addresses of a field with their names (RFC 5322 3.4), however they are written."""
    result: list[Mailbox] = []
    name: list[str] = []
    address = comment = ""
    for token in (*TOKEN.finditer(value), None):
        kind = token.lastgroup if token else "end"
        text = token[kind] if token and kind else ""
        if kind == "angle":
            address = text.strip()
        elif kind == "quoted":
            name.append(PAIR.sub(r"\1", text))
        elif kind == "comment":
            comment = PAIR.sub(r"\1", text)
        elif kind == "word":
            name.append(text)
        else:
            mailbox = _mailbox(" ".join(name), address, comment)
            if mailbox.name or mailbox.address:
                result.append(mailbox)
            name, address, comment = [], "", ""
    return result


def _mailbox(name: str, address: str, comment: str) -> Mailbox:
    if not address and "@" in name:
        name, address = comment, name
    return Mailbox(decoded_words(name or comment), address)


def _addresses(header: Header, name: str) -> list[str]:
    return [each.address for each in _mailboxes(header, name) if each.address]


def _protected(header: Header) -> tuple[Protected, ...]:
    values: dict[str, str] = {}
    for name in PROTECTED:
        for each in _mailboxes(header, name):
            if "." in each.domain and "@" in each.address:
                values.setdefault(each.domain, SHOWN[name])
    return tuple(Protected(domain, field) for domain, field in values.items())
