"""Sites of links against the domains in the header of their message: the sender's, the reader's.

These domains are only claimed.  They are compared with, beside the known names, and exempt nobody:
a message from a look-alike would vouch for itself otherwise.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from uriinspector.analysis.domains import registrable_domain
from uriinspector.analysis.finding import HIGH, MEDIUM
from uriinspector.analysis.international.added_words import added_words
from uriinspector.analysis.international.known_names import (
    FRONT,
    KnownName,
    KnownNames,
    index,
    ordinary_words,
)
from uriinspector.analysis.international.lookalike import (
    KINDS,
    NEAR,
    PROBABLE,
    RARE,
    Imitation,
    find_imitation,
)
from uriinspector.analysis.rules.lookalikes import RULES as LOOKALIKES
from uriinspector.documents.empty_references import base_of
from uriinspector.documents.rules.link_rule import LinkHit, finding
from uriinspector.documents.rules.sites import is_address, known_site, site_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.international.known_names import KnownNameIndex
    from uriinspector.documents.rules.link_rule import LinkContext

(RULE,) = LOOKALIKES
# A shorter name has too many others a letter away.
SHORTEST = 6
SENDER = "From"
SHOWN_KINDS = KINDS.keys() - {"other-suffix", "added-words"}
# What says that a host passes for a protected one.
IMITATING = frozenset({RULE.code, "subdomain-deception", "mixed-script"})


def header_lookalikes(context: LinkContext) -> Iterator[Finding]:
    """A site that passes for one of the header's, and is neither that nor a known one."""
    envelope, judged = context.leaf.message.envelope, context.judged
    host = judged.verdict.host
    if envelope is None or not envelope.protected or not host:
        return
    site = site_of(host)
    # "www.example" with its suffix lost is no site that anybody has registered.
    if site.startswith("www.") or known_site(site, context.leaf.judge.names):
        return
    if any(each.code in IMITATING for each in judged.findings):
        return
    senders = tuple(each.name for each in envelope.protected if each.field == SENDER)
    readers = tuple(each.name for each in envelope.protected if each.field != SENDER)
    if is_like_one(host, site, readers):
        yield from _of_readers(context, readers)
        return
    imitation = imitation_of(site, senders)
    if imitation is not None:
        severity = HIGH if imitation.score >= PROBABLE else MEDIUM
        at = context.value.lower().find(site)
        span = (at, at + len(site)) if at >= 0 else (0, len(context.value))
        variant, args = _words(imitation, site)
        yield finding(RULE, LinkHit(*span, severity, variant, args))


def _of_readers(context: LinkContext, readers: tuple[str, ...]) -> Iterator[Finding]:
    """What would be said if the reader's own domain was one to protect."""
    leaf, value = context.leaf, context.value
    base = base_of(leaf, context.location, value).text
    judge = leaf.judge.with_names(readers)
    is_markup = context.place.is_markup
    for each in judge.of(value, base, in_document=is_markup).findings:
        if each.code in IMITATING:
            yield each


@lru_cache(maxsize=8192)
def is_like_one(host: str, site: str, names: tuple[str, ...]) -> bool:
    """Whether a host has one of these names in it, or nearly so, and is not of that domain."""
    if not names or is_address(site) or site in _index(names).domains:
        return False
    joined = host.replace("-", "").replace(".", "")
    labels = {each.label for each in _index(names).known if _is_name(each)}
    return any(label in joined for label in labels) or imitation_of(site, names) is not None


def _is_name(known: KnownName) -> bool:
    """Whether nothing else is called so, as far as lists tell."""
    label = known.label
    is_word = label in added_words() or label in ordinary_words()
    return len(label) >= FRONT and not is_word and known_site(known.domain, None) is None


def _words(imitation: Imitation, site: str) -> tuple[str, dict[str, str]]:
    known = imitation.known
    if imitation.kind == NEAR:
        spelled = imitation.spelled or imitation.label
        return NEAR, {"spelled": spelled, "name": known.label, "site": site}
    return "", {"known": known.domain, "how": imitation.how, "shown": known.domain}


@lru_cache(maxsize=8192)
def imitation_of(site: str, names: tuple[str, ...]) -> Imitation | None:
    """What a site imitates of some names that it is not: only what is rare in honest links."""
    if is_address(site) or "." not in site:
        return None
    known = _index(names)
    if site in known.domains:
        return None
    imitation = find_imitation(site, registrable_part=site, known=known)
    if imitation is None or imitation.score < RARE:
        return None
    return imitation if imitation.kind == NEAR or imitation.kind in SHOWN_KINDS else None


@lru_cache(maxsize=256)
def _index(names: tuple[str, ...]) -> KnownNameIndex:
    domains = dict.fromkeys(registrable_domain(each) or each for each in names)
    return index((), KnownNames(tuple(map(_target, domains)), " ".join(domains)))


def _target(domain: str) -> KnownName:
    label = domain.partition(".")[0]
    own = frozenset([domain])
    return KnownName(label, domain, own, False, False, is_short=len(label) < SHORTEST)
