"""The one sentence about a message: who it claims to be from, what failed, where its links lead.

All of it is what the header claims and what the text holds; nothing was asked of anybody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import EVIDENCE, HOST, INSTEAD, Arg, Phrase
from uriinspector.analysis.safe_text import QUOTED, visible
from uriinspector.core.message import Count
from uriinspector.documents.rules.message_context import FAIL, FAILED, NOTHING, OTHERS, PASSED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.phrase import Line
    from uriinspector.documents.rules.message_context import MessageContext

NOBODY = Phrase("Has no sender address")
NO_ADDRESS = Phrase(", without a sender address")
FAILURES = {
    "dmarc": Phrase(", fails DMARC (claimed)"),
    "compauth": Phrase(", fails compauth (claimed)"),
    "spf": Phrase(", fails SPF (claimed)"),
}
SOFT = Phrase(", softfail in SPF (claimed)")
NOT_PASSED = Phrase(", passes no check (claimed)")
NOT_CONFIRMED = Phrase(", confirmed by no check (claimed)")
CONFIRMED = Phrase(", confirmed by a check (claimed)")
NO_LINKS = Phrase("; no web links")
# No more of a name is told.
LONGEST = 60


def sentence_of(message: MessageContext) -> Line:
    """The phrases of the sentence, one after the other."""
    return tuple(_phrases(message))


def _phrases(message: MessageContext) -> Iterator[Phrase]:
    yield from _sender(message)
    if message.check == FAILED:
        failed = {each.method for each in message.claims if each.result == FAIL}
        yield next((FAILURES[name] for name in FAILURES if name in failed), SOFT)
    elif message.domain is not None and message.check in CHECKS:
        yield CHECKS[message.check]
    yield _links(message)


CHECKS = {NOTHING: NOT_PASSED, OTHERS: NOT_CONFIRMED, PASSED: CONFIRMED}


def _sender(message: MessageContext) -> Iterator[Phrase]:
    claimed, domain = message.name, message.domain
    if claimed is not None:
        name = claimed.known.domain if claimed.is_disguised else claimed.written
        yield Phrase("Claims to be {name}", (Arg("name", _shown(name), INSTEAD),))
        if domain is None:
            yield NO_ADDRESS
        else:
            yield Phrase(", sent from {domain}", (Arg("domain", _shown(domain), EVIDENCE),))
    elif domain is None:
        yield NOBODY
    else:
        yield Phrase("Claims to be from {domain}", (Arg("domain", _shown(domain), EVIDENCE),))


def _links(message: MessageContext) -> Phrase:
    sites = message.sites
    if not sites:
        return NO_LINKS
    first = message.led_to or sites[0]
    count = sum(each.links for each in sites)
    host = Arg("site", visible(first.site, QUOTED), HOST)
    if first.links < count:
        numbers = (Arg("count", f"{Count(first.links)}"), Arg("all", f"{Count(count)}"))
        return Phrase("; {count} of {all} web links to {site}", (*numbers, host))
    if count == 1:
        return Phrase("; 1 link to {site}", (host,))
    return Phrase("; {count} links to {site}", (Arg("count", f"{Count(count)}"), host))


def _shown(text: str) -> str:
    return visible(text[:LONGEST], QUOTED)
