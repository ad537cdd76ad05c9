"""The one sentence about a message: who it claims to be from, what failed, where its links lead.

All of it is what the header claims and what the text holds; nothing was asked of anybody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import EVIDENCE, HOST, INSTEAD, Arg, Phrase
from uriinspector.analysis.safe_text import QUOTED, visible
from uriinspector.core.model import Count
from uriinspector.documents.authentication import BORDER, RECEIVER
from uriinspector.documents.rules.message_context import FAIL, FAILED, NOTHING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.phrase import Line
    from uriinspector.documents.rules.message_context import MessageContext

NOBODY = Phrase("Has no sender address")
NO_ADDRESS = Phrase(", without a sender address")
FAILURES = {
    "dmarc": Phrase("; DMARC failed, according to the header"),
    "compauth": Phrase("; compauth failed, according to the header"),
    "spf": Phrase("; SPF failed, according to the header"),
}
SOFT = Phrase("; SPF softfail, according to the header")
NOT_PASSED = Phrase("; no check passed, according to the header")
ONLY = "; {method} passed for {domain} only, according to the header"
SEVERAL = "; checks passed for {domain} and {count} more domains, according to the header"
TWO = "; checks passed for {domain} and {other} only, according to the header"
UNPROVEN = "; {method} passed for {domain}, according to a field that the sender could have written"
METHODS = {"spf": "SPF", "dkim": "DKIM", "dmarc": "DMARC"}
NO_LINKS = Phrase("; no web links")
# No more of a name is told.
LONGEST = 60


def sentence_of(message: MessageContext) -> Line:
    """The phrases of the sentence, one after the other."""
    return tuple(_phrases(message))


def _phrases(message: MessageContext) -> Iterator[Phrase]:
    yield from _sender(message)
    if message.check == FAILED:
        failed = {each.method for each in message.judged if each.result == FAIL}
        yield next((FAILURES[name] for name in FAILURES if name in failed), SOFT)
    else:
        yield from _passes(message)
    yield _links(message)


def _passes(message: MessageContext) -> Iterator[Phrase]:
    """For which domains checks passed, and who says so."""
    passes, template = message.passes, ONLY
    if not passes:
        passes = message.unproven_passes
        # Right below the border, they can be the receiver's, unless another result is against it.
        is_open = message.check != NOTHING and all(
            each.place != RECEIVER for each in message.judged
        )
        is_border = is_open and any(each.place == BORDER for each in passes)
        passes = tuple(each for each in passes if not is_border or each.place == BORDER)
        template = ONLY if is_border else UNPROVEN
    domains = list(dict.fromkeys(each.domain for each in passes if each.domain))
    if not passes and message.check == NOTHING and message.domain is not None:
        yield NOT_PASSED
    if not domains:
        return
    # The sender's own domain first: it is what readers look for.
    domains.sort(key=lambda each: each != message.domain)
    first = Arg("domain", _shown(domains[0]), EVIDENCE)
    if template is UNPROVEN or len(domains) == 1:
        names = {each.method for each in passes if each.domain == domains[0]}
        method = ", ".join(shown for name, shown in METHODS.items() if name in names)
        yield Phrase(template, (Arg("method", method), first))
    elif domains[2:]:
        yield Phrase(SEVERAL, (first, Arg("count", f"{Count(len(domains) - 1)}")))
    else:
        yield Phrase(TWO, (first, Arg("other", _shown(domains[1]), EVIDENCE)))


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
