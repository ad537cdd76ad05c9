"""What a message claims about its sender, against itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import LOW, MEDIUM
from uriinspector.documents.rules.link_rule import SOURCE, DocumentRule, LinkHit, finding
from uriinspector.documents.rules.sites import MAIL, MOST, is_same, named_by_sight, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.finding import Finding
    from uriinspector.documents.envelope import Envelope, Mailbox

NAME = DocumentRule(
    "sender-name",
    MEDIUM,
    "Display name shows another address",
    {"": "The display name shows {shown}; the sender address is at {host}."},
    ("RFC 5322 3.6.2", "RFC 3986 7.6"),
)
REPLY = DocumentRule(
    "reply-elsewhere",
    LOW,
    "Replies go to another domain",
    {"": "Sent from {shown}; replies go to {host}."},
    ("RFC 5322 3.6.2",),
)


def sender_findings(envelope: Envelope, start: int) -> Iterator[Finding]:
    """A name that is an address of somebody else, and answers that go elsewhere."""
    for each in envelope.senders:
        shown = _named(each)
        if shown and each.domain and not is_same(shown, each.domain):
            args = {"shown": shown, "host": each.domain}
            yield finding(NAME, LinkHit(start, start, args=args, of=SOURCE))
    sender = next((each.domain for each in envelope.senders if each.domain), None)
    for each in envelope.reply_to:
        if sender and each.domain and not is_same(sender, each.domain):
            args = {"shown": sender, "host": each.domain}
            yield finding(REPLY, LinkHit(start, start, args=args, of=SOURCE))


def _named(mailbox: Mailbox) -> str | None:
    match = MAIL.search(plain(mailbox.name[:MOST]))
    if match:
        return match["domain"]
    named = named_by_sight(mailbox.name)
    return named.host if named else None


RULES = (NAME, REPLY)
