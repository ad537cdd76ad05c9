"""The one sentence about a message: who it claims to be from, what failed, where its links lead.

All of it is what the header claims and what the text holds; nothing was asked of anybody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import EVIDENCE, HOST, Arg, Phrase
from uriinspector.analysis.safe_text import QUOTED, visible
from uriinspector.core.message import Count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.phrase import Line
    from uriinspector.documents.rules.message_rule import MessageContext

FAILED = Phrase(", fails DMARC (claimed)")
NO_LINKS = Phrase("; no links")
NOBODY = Phrase("Has no sender address")


def sentence_of(message: MessageContext) -> Line:
    """The phrases of the sentence, one after the other."""
    return tuple(_phrases(message))


def _phrases(message: MessageContext) -> Iterator[Phrase]:
    envelope = message.envelope
    domain = next((each.domain for each in envelope.senders if each.domain), None)
    if domain is None:
        yield NOBODY
    else:
        yield Phrase("Claims to be from {domain}", (_evidence("domain", domain),))
    if any(each.method == "dmarc" and each.result == "fail" for each in envelope.claims):
        yield FAILED
    yield _links(message)


def _links(message: MessageContext) -> Phrase:
    sites = message.sites()
    if not sites:
        return NO_LINKS
    first = sites[0]
    host = Arg("site", visible(first.site, QUOTED), HOST)
    if first.links == 1:
        return Phrase("; 1 link to {site}", (host,))
    return Phrase("; {count} links to {site}", (Arg("count", f"{Count(first.links)}"), host))


def _evidence(name: str, text: str) -> Arg:
    return Arg(name, visible(text, QUOTED), EVIDENCE)
