"""What each message of a document comes to, the way that it took, and what is attached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.safe_text import defanged
from uriinspector.cli.styled_line import BLANK, Line, line, paragraph, run
from uriinspector.documents.authentication import believed_and_other, claims_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from uriinspector.documents.document_messages import EmailMessage
    from uriinspector.documents.received import ReceivedHop

CHECKS = "Checks, according to the header"
UNPROVEN = "Checks that the sender could have written"
MOST_MESSAGES, MOST_HOPS, MOST_ATTACHMENTS = 10, 12, 20
LONGEST = 300


def message_lines(
    messages: Sequence[EmailMessage], shown: Callable[[str], str], most: int
) -> Iterator[Line]:
    """A sentence for each, and the claims of its header."""

    def plain(text: str) -> str:
        return defanged(" ".join(text.split()), LONGEST, shown)

    for each in messages[:MOST_MESSAGES]:
        yield BLANK
        number = f"Message {each.part}: " if len(messages) > 1 else ""
        yield from paragraph(f"{number}{plain(each.sentence)}.", most, 0, "strong")
        if each.envelope.subject:
            yield from paragraph(f"Subject: {plain(each.envelope.subject)}", most, 2)
        first, others = believed_and_other(each.envelope.claims)
        for label, claims in ((CHECKS, first), (UNPROVEN, others)):
            if claims:
                text = f"{label}: {plain(claims_text(claims))}"
                yield from paragraph(text, most, 2, "muted")
        for hop in each.envelope.hops[:MOST_HOPS]:
            yield from paragraph(
                f"Received, according to the header: {plain(_hop(hop))}", most, 2, "muted"
            )
        for part in each.attachments[:MOST_ATTACHMENTS]:
            name = f"{part.name}, " if part.name else ""
            words = f"Attachment: {plain(name + part.type)}, {part.size:,} bytes"
            yield from paragraph(f"{words}, SHA-256 {part.sha256}", most, 2, "muted")
    if len(messages) > MOST_MESSAGES:
        rest = len(messages) - MOST_MESSAGES
        noun = "message" if rest == 1 else "messages"
        yield line(run(f"  {rest:,} more {noun}: use --json", "muted"))


def _hop(hop: ReceivedHop) -> str:
    """One server on the way in one line."""
    address = f" [{hop.address}]" if hop.address else ""
    pieces = (
        f"from {hop.host}{address}" if hop.host else "",
        f"by {hop.by}" if hop.by else "",
        hop.date or "no date",
        "" if hop.delay is None else f"after {hop.delay:,} s",
    )
    return ", ".join(filter(None, pieces))
