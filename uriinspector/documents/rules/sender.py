"""What a message claims about its sender, against itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import LOW, MEDIUM
from uriinspector.documents.rules.message_rule import MessageHit, MessageRule
from uriinspector.documents.rules.sites import MAIL, MOST, is_same, named_by_sight, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.international.known_names import KnownNameIndex
    from uriinspector.documents.envelope import Mailbox
    from uriinspector.documents.rules.message_rule import MessageContext


def sender_name(context: MessageContext) -> Iterator[MessageHit]:
    """A name that is an address of somebody else."""
    for each in context.envelope.senders:
        shown = _named(each, context.known)
        if shown and each.domain and not is_same(shown, each.domain, context.known):
            yield MessageHit(args={"shown": shown, "host": each.domain})


def reply_elsewhere(context: MessageContext) -> Iterator[MessageHit]:
    """Answers that go to another site than the sender's."""
    envelope = context.envelope
    sender = next((each.domain for each in envelope.senders if each.domain), None)
    for each in envelope.reply_to:
        if sender and each.domain and not is_same(sender, each.domain, context.known):
            yield MessageHit(args={"shown": sender, "host": each.domain})


def _named(mailbox: Mailbox, known: KnownNameIndex | None) -> str | None:
    match = MAIL.search(plain(mailbox.name[:MOST]))
    if match:
        return match["domain"]
    named = named_by_sight(mailbox.name, known)
    return named.host if named else None


RULES = (
    MessageRule(
        "sender-name",
        MEDIUM,
        "Display name shows another address",
        {"": "The display name shows {shown}; the sender address is at {host}."},
        ("RFC 5322 3.6.2", "RFC 3986 7.6"),
        sender_name,
    ),
    MessageRule(
        "reply-elsewhere",
        LOW,
        "Replies go to another domain",
        {"": "Sent from {shown}; replies go to {host}."},
        ("RFC 5322 3.6.2",),
        reply_elsewhere,
    ),
)
